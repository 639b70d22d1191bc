"""The rule book of Cuatrola as plain Python: slow, readable, and independent of the kernels.

Cards are two characters as in the rule book, rank and suit: ``"AO"`` as de oros, ``"HC"``
caballo de copas.  Seats are 0 to 3 in playing order: 0 is mano, 3 deals; pairs are 0/2 and
1/3.  Section numbers refer to the rule book; the switches are the house rules of
``CuatrolaRules``, read by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

RANKS = "SHR3A"
SUITS = "OCEB"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
POINTS = {"A": 11, "3": 10, "R": 4, "H": 3, "S": 2}
CONTRACTS = ("normal", "solo", "cuatro", "quinta")
SILENT = "silent"

Policy = Callable[[str, int, list[Any]], Any]
"""Chooses: given ``"call"``, ``"card"`` or ``"cante"``, the seat, and the options."""


def strength(card: str) -> int:
    """Order within a suit, section 2."""
    return RANKS.index(card[0])


def points_of(cards: Sequence[str]) -> int:
    """Card points, section 2."""
    return sum(POINTS[card[0]] for card in cards)


# --- Declarations, section 4 ----------------------------------------------------------------


def value_of(rules: Any, contract: str) -> int:
    """Match points of a contract; 0 where the house does not play it."""
    return {
        "solo": rules.solo_value,
        "cuatro": rules.cuatro_value,
        "quinta": rules.quinta_value,
    }[contract]


def allowed_calls(rules: Any, standing: str, own_score: int) -> list[str]:
    """``"normal"`` stands for paso; higher contracts that fit under the exact cap."""
    calls = ["normal"]
    for contract in CONTRACTS[CONTRACTS.index(standing) + 1 :]:
        worth = value_of(rules, contract)
        if worth == 0:
            continue
        if rules.cap == "off" or own_score + worth <= rules.target:
            calls.append(contract)
    return calls


def declare(rules: Any, scores: Sequence[int], policy: Policy) -> tuple[str, int | None]:
    """Contract and declarer after one round from mano on; ``scores`` of the two pairs."""
    contract, declarer = "normal", None
    for seat in range(4):
        calls = allowed_calls(rules, contract, scores[seat % 2])
        call = policy("call", seat, calls)
        assert call in calls
        if call != "normal":
            contract, declarer = call, seat
            if rules.overcall == "first_closes":
                break
    return contract, declarer


# --- Play, section 5 ------------------------------------------------------------------------


def playing_seats(declarer: int | None) -> list[int]:
    """The declarer's partner sits out."""
    return [seat for seat in range(4) if declarer is None or seat != (declarer + 2) % 4]


def first_leader(rules: Any, declarer: int | None) -> int:
    """Mano, or the next seat that plays; the declarer where the house says so."""
    if declarer is not None and rules.contract_lead == "soloist":
        return declarer
    return playing_seats(declarer)[0]


def legal_cards(rules: Any, hand: Sequence[str], trick: Sequence[str], trump: str) -> list[str]:
    """The algorithm of section 5.1 with the options of section 13."""
    if not trick:
        return list(hand)
    led = trick[0][1]
    ruffed = led != trump and any(card[1] == trump for card in trick)
    follow = [card for card in hand if card[1] == led]
    trumps = [card for card in hand if card[1] == trump]
    if follow:
        if ruffed and not rules.beat_after_ruff:
            return follow
        if led == trump and rules.trump_lead == "any_trump":
            return follow
        to_beat = max(strength(card) for card in trick if card[1] == led)
        if rules.beat_what == "opening_card":
            to_beat = strength(trick[0])
        return [card for card in follow if strength(card) > to_beat] or follow
    if led == trump or not trumps:
        return list(hand)
    if not ruffed:
        return trumps
    to_beat = max(strength(card) for card in trick if card[1] == trump)
    higher = [card for card in trumps if strength(card) > to_beat]
    if higher:
        return higher
    return trumps if rules.cannot_overruff == "must_trump" else list(hand)


def winning_card(trick: Sequence[str], trump: str) -> str:
    """Highest trump if any, else highest card of the suit led (section 5.2)."""
    trumps = [card for card in trick if card[1] == trump]
    return max(trumps or [card for card in trick if card[1] == trick[0][1]], key=strength)


# --- Cantes, section 6 ----------------------------------------------------------------------


def cantes_of(hand: Sequence[str], sung: Sequence[str]) -> list[str]:
    """Suits whose rey and caballo are held and which nobody has sung."""
    return [s for s in SUITS if "R" + s in hand and "H" + s in hand and s not in sung]


def has_tute(hand: Sequence[str]) -> bool:
    """Four kings or four horses."""
    return any(all(rank + suit in hand for suit in SUITS) for rank in "RH")


# --- A hand ---------------------------------------------------------------------------------


@dataclass
class Hand:
    """One hand from the first lead to its match points."""

    rules: Any
    hands: list[list[str]]
    trump: str
    contract: str
    declarer: int | None
    policy: Policy
    points: list[int] = field(default_factory=lambda: [0, 0])
    cantes: list[int] = field(default_factory=lambda: [0, 0])
    tricks: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    sung: list[str] = field(default_factory=list)
    last_winner: int = -1
    tute: int | None = None

    def play(self) -> Hand:
        leader = first_leader(self.rules, self.declarer)
        for number in range(1, 6):
            leader = self.play_trick(leader)
            if number == 5:
                self.points[leader % 2] += 10
            elif self.contract in ("normal", "solo"):
                if self.rules.tute_wins and self.shows_tute(leader):
                    self.tute = leader % 2
                    break
                self.window(leader)
        return self

    def play_trick(self, leader: int) -> int:
        seats = playing_seats(self.declarer)
        start = seats.index(leader)
        order = seats[start:] + seats[:start]
        trick: list[str] = []
        for seat in order:
            legal = legal_cards(self.rules, self.hands[seat], trick, self.trump)
            card = self.policy("card", seat, legal)
            assert card in legal
            self.hands[seat].remove(card)
            trick.append(card)
        winner = order[trick.index(winning_card(trick, self.trump))]
        self.points[winner % 2] += points_of(trick)
        self.tricks[winner] += 1
        self.last_winner = winner
        return winner

    def singers(self, winner: int) -> list[int]:
        """The winner chooses first, then the partner if there is one in play."""
        partner = (winner + 2) % 4
        if self.rules.cantes == "winner_only" or partner not in playing_seats(self.declarer):
            return [winner]
        return [winner, partner]

    def shows_tute(self, winner: int) -> bool:
        return any(has_tute(self.hands[seat]) for seat in self.singers(winner))

    def window(self, winner: int) -> None:
        if self.rules.cantes == "off":
            return
        several = self.rules.cantes == "several"
        for seat in self.singers(winner):
            for _ in count():
                suits = cantes_of(self.hands[seat], self.sung)
                if self.rules.forty_first and not several and self.trump in suits:
                    suits = [self.trump]
                if not suits:
                    break
                suit = self.policy("cante", seat, [*suits, SILENT])
                if suit == SILENT:
                    break
                value = 40 if suit == self.trump else 20
                self.sung.append(suit)
                self.points[seat % 2] += value
                self.cantes[seat % 2] += value
                if not several:
                    return

    # Section 7.

    def match_points(self) -> tuple[int, int]:
        """(pair that scores, match points); 0 points when nobody does."""
        if self.declarer is None:
            return self.normal_points()
        own = self.declarer % 2
        worth = value_of(self.rules, self.contract)
        return (own if self.contract_made(own) else 1 - own), worth

    def normal_points(self) -> tuple[int, int]:
        if self.tute is not None:
            return self.tute, 1
        first, second = self.points
        if first != second:
            winner = 0 if first > second else 1
        elif self.rules.tie_normal == "nobody":
            return 0, 0
        else:
            winner = 0 if self.rules.tie_normal == "mano" else self.last_winner % 2
        swept = self.tricks[winner] + self.tricks[winner + 2] == 5
        return winner, self.rules.sweep_points if swept else 1

    def contract_made(self, own: int) -> bool:
        assert self.declarer is not None
        if self.contract == "cuatro":
            return self.tricks[self.declarer] >= 4
        if self.contract == "quinta":
            return self.tricks[self.declarer] == 5
        if self.tute is not None:
            return self.tute == own
        if self.points[0] != self.points[1]:
            return self.points[own] > self.points[1 - own]
        return self.rules.tie_solo == "mano" and own == 0


# --- The match, section 8 -------------------------------------------------------------------

Deal = tuple[list[list[str]], str]
"""Four hands from mano on, and the dealer's turned card."""


def play_match(
    rules: Any, deals: Iterator[Deal], policy: Policy, start: Sequence[int] = (0, 0)
) -> tuple[list[int], int]:
    """Final scores of the pairs of players 0/2 and 1/3, and the hands played.

    Player 0 is mano of the first hand; the deal moves on a seat, so mano deals next.
    """
    scores = list(start)
    for number in count():
        if max(scores) >= rules.target:
            return scores, number
        hands, turned = next(deals)
        seen = [scores[number % 2], scores[(number + 1) % 2]]
        contract, declarer = declare(rules, seen, policy)
        hand = Hand(rules, hands, turned[1], contract, declarer, policy).play()
        pair, points = hand.match_points()
        scores[(pair + number) % 2] += points
    raise AssertionError


# --- Double dummy ---------------------------------------------------------------------------


def declarer_tricks(
    rules: Any, hands: Sequence[Sequence[str]], trump: str, declarer: int, leader: int
) -> int:
    """Tricks of a declarer with all cards face up and best play, every line of it tried.

    ``hands`` of the three seats that play hold the same number of cards; positions at the
    start of a trick are remembered.
    """
    seats = playing_seats(declarer)
    known: dict[Any, int] = {}

    def from_trick(held: dict[int, tuple[str, ...]], first: int) -> int:
        if not held[first]:
            return 0
        key = (first, *(held[seat] for seat in seats))
        if key not in known:
            start = seats.index(first)
            known[key] = in_trick(held, seats[start:] + seats[:start], [])
        return known[key]

    def in_trick(held: dict[int, tuple[str, ...]], order: list[int], trick: list[str]) -> int:
        if len(trick) == len(order):
            winner = order[trick.index(winning_card(trick, trump))]
            return (winner == declarer) + from_trick(held, winner)
        seat = order[len(trick)]
        values = [
            in_trick(
                held | {seat: tuple(c for c in held[seat] if c != card)}, order, [*trick, card]
            )
            for card in legal_cards(rules, held[seat], trick, trump)
        ]
        return max(values) if seat == declarer else min(values)

    return from_trick({seat: tuple(hands[seat]) for seat in seats}, leader)
