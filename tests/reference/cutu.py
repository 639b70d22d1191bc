"""The rule book of Cuțu as plain Python: slow, readable, and independent of the kernels.

Cards are two characters, suit and rank: ``"SA"``, ``"D7"``.  Seats are 0 to 3 in playing
order; partners sit opposite.  Section numbers refer to the rule book; the switches are the
house rules of ``CutuRules``, read by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

SUITS = "CDHS"
RANKS = "789TJQKA"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
SEATS = 4
TRICKS = 8
PASS = 0

Policy = Callable[[list[Any]], Any]
"""Chooses one of the options it is given."""


def strength(card: str) -> int:
    """Order within a suit, section 2."""
    return RANKS.index(card[1])


# --- Auction, section 3 ---------------------------------------------------------------------


def allowed_calls(rules: Any, calls: Sequence[int]) -> list[int]:
    """Calls open to the next player: pass, or any number above the highest so far."""
    floor = max([rules.lowest_bid - 1, *calls])
    return [PASS, *range(floor + 1, TRICKS + 1)]


def seat_of_call(dealer: int, number: int) -> int:
    """The player at the dealer's left speaks first, the dealer last."""
    return (dealer + 1 + number) % SEATS


def declarer_of(dealer: int, calls: Sequence[int]) -> tuple[int, int] | None:
    """The highest bidder and the bid; ``None`` after four passes."""
    if not any(calls):
        return None
    bid = max(calls)
    return seat_of_call(dealer, calls.index(bid)), bid


def dealer_after_passes(rules: Any, dealer: int) -> int:
    """Who deals again after four passes (``redeal_dealer``)."""
    return dealer if rules.redeal_dealer == "same" else (dealer + 1) % SEATS


# --- Trump, section 4 -----------------------------------------------------------------------


def best_colour(hand: Sequence[str]) -> str:
    """Most cards; then the higher highest card, the next ones; then spades first."""

    def key(suit: str) -> tuple[int, list[int], int]:
        held = sorted((strength(card) for card in hand if card[0] == suit), reverse=True)
        return len(held), held, SUITS.index(suit)

    return max(SUITS, key=key)


def allowed_trumps(rules: Any, bid: int, hand: Sequence[str]) -> list[str | None]:
    """What the declarer may name; ``None`` is no trump."""
    if bid == 4 and not rules.four_is_free:
        return [best_colour(hand)]
    return [*SUITS, None]


# --- Play, section 5 ------------------------------------------------------------------------


def first_leader(rules: Any, dealer: int, declarer: int) -> int:
    """Who leads to the first trick (``first_lead``)."""
    leaders = {
        "declarer": declarer,
        "left_of_dealer": (dealer + 1) % SEATS,
        "left_of_declarer": (declarer + 1) % SEATS,
    }
    return leaders[rules.first_lead]


def winner(trick: Sequence[str], trump: str | None) -> int:
    """Place in the trick of its winning card: highest trump, else highest of the suit led."""
    trumps = [card for card in trick if card[0] == trump]
    candidates = trumps or [card for card in trick if card[0] == trick[0][0]]
    return list(trick).index(max(candidates, key=strength))


def legal_cards(
    rules: Any, hand: Sequence[str], trick: Sequence[str], trump: str | None
) -> list[str]:
    """Cards that may be played to a trick, section 5 with all switches."""
    hand = list(hand)
    if not trick:
        return hand
    follow = [card for card in hand if card[0] == trick[0][0]]
    if follow:
        return follow
    own_trumps = [card for card in hand if card[0] == trump]
    if trump is None or not own_trumps or not rules.must_trump:
        return hand
    partner_is_winning = winner(trick, trump) == len(trick) - 2
    if rules.partner_exempt and partner_is_winning:
        return hand
    trumps_in_trick = [card for card in trick if card[0] == trump]
    if not trumps_in_trick or not rules.must_overtrump:
        return own_trumps
    to_beat = max(strength(card) for card in trumps_in_trick)
    higher = [card for card in own_trumps if strength(card) > to_beat]
    if higher:
        return higher
    return hand if rules.undertrump == "free" else own_trumps


@dataclass
class Play:
    """The play of one deal; ``hands`` change as cards are played."""

    rules: Any
    hands: list[list[str]]
    declarer: int
    trump: str | None
    leader: int
    trick: list[str] = field(default_factory=list)
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    """Tricks of the declarer's side and of the defenders."""

    @property
    def to_act(self) -> int:
        return (self.leader + len(self.trick)) % SEATS

    def legal(self) -> list[str]:
        return legal_cards(self.rules, self.hands[self.to_act], self.trick, self.trump)

    def play(self, card: str) -> None:
        assert card in self.legal(), f"{card} is not one of {self.legal()}"
        self.hands[self.to_act].remove(card)
        self.trick.append(card)
        if len(self.trick) == SEATS:
            self.leader = (self.leader + winner(self.trick, self.trump)) % SEATS
            self.tricks[(self.leader - self.declarer) % 2] += 1
            self.trick = []

    @property
    def finished(self) -> bool:
        return not self.trick and not any(self.hands)

    def copy(self) -> Play:
        hands = [list(hand) for hand in self.hands]
        return Play(
            self.rules, hands, self.declarer, self.trump, self.leader, [*self.trick], [*self.tricks]
        )


def play_out(play: Play, policy: Policy) -> int:
    """Play to the end; tricks of the declarer's side."""
    while not play.finished:
        play.play(policy(play.legal()))
    return play.tricks[0]


def count_lines(play: Play) -> int:
    """Number of ways to play a position to its end."""
    if play.finished:
        return 1
    total = 0
    for card in play.legal():
        after = play.copy()
        after.play(card)
        total += count_lines(after)
    return total


# --- Score, section 6 -----------------------------------------------------------------------


def score(rules: Any, bid: int, tricks: int, trump: str | None) -> tuple[int, int]:
    """Points of the declarers and of the defenders."""
    against = TRICKS - tricks
    if tricks >= bid:
        declarers = bid + rules.overtricks * (tricks - bid)
        defenders = 0
    else:
        declarers = -bid
        if rules.failed_contract == "bid_and_undertricks":
            declarers -= bid - tricks
        defenders = {
            "over_four": max(0, against - 4),
            "none": 0,
            "undertricks": bid - tricks,
        }[rules.defence_points]
    if against == 0 and declarers > 0:
        declarers *= rules.cutu_factor
    if tricks == 0 and defenders > 0:
        defenders *= rules.cutu_factor
    if trump is None:
        declarers *= rules.no_trump_factor
        defenders *= rules.no_trump_factor
    return declarers, defenders


# --- A hand and a match, sections 2 to 7 ----------------------------------------------------


@dataclass(frozen=True)
class Hand:
    """What happened in one hand: who declared what, and the points of teams 0/2 and 1/3."""

    dealer: int
    declarer: int
    bid: int
    trump: str | None
    tricks: int
    points: tuple[int, int]


def play_hand(
    rules: Any, shuffle: Callable[[list[str]], None], dealer: int, policy: Policy
) -> Hand:
    """Deal, with redeals after four passes, then bid, name trump, play and score."""
    while True:
        pack = list(PACK)
        shuffle(pack)
        hands = [pack[seat * TRICKS : (seat + 1) * TRICKS] for seat in range(SEATS)]
        calls: list[int] = []
        for _ in range(SEATS):
            calls.append(policy(allowed_calls(rules, calls)))
        contract = declarer_of(dealer, calls)
        if contract is not None:
            break
        dealer = dealer_after_passes(rules, dealer)
    declarer, bid = contract
    trump = policy(allowed_trumps(rules, bid, hands[declarer]))
    play = Play(rules, hands, declarer, trump, first_leader(rules, dealer, declarer))
    tricks = play_out(play, policy)
    own, other = score(rules, bid, tricks, trump)
    points = (own, other) if declarer % 2 == 0 else (other, own)
    return Hand(dealer, declarer, bid, trump, tricks, points)


def play_match(
    rules: Any, shuffle: Callable[[list[str]], None], dealer: int, policy: Policy
) -> tuple[int, tuple[int, int], list[Hand]]:
    """Hands until a team reaches the target: the team that wins, the totals, the hands."""
    totals = (0, 0)
    hands: list[Hand] = []
    while max(totals) < rules.target:
        hand = play_hand(rules, shuffle, dealer, policy)
        hands.append(hand)
        totals = (totals[0] + hand.points[0], totals[1] + hand.points[1])
        dealer = (hand.dealer + 1) % SEATS
    return int(totals[1] > totals[0]), totals, hands
