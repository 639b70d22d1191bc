"""The rule book of Cruce as plain Python: slow, readable, and independent of the kernels.

Cards are two characters, suit and rank: ``"SA"``, ``"DT"``.  Seats are 0 to 3 in playing order;
the last seat deals; with four players partners sit opposite.  Section numbers refer to the rule
book; the switches are the house rules of ``CruceRules``, read by name.

A round is played by a *policy*: a function that is given a question and the possible answers
and returns one of them.  A test that replays what a kernel did passes a policy that checks the
possible answers against the kernel's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

SUITS = "CDHS"
RANKS = "9JQKTA"
POINTS = dict(zip(RANKS, (0, 2, 3, 4, 10, 11), strict=True))
PACK = [suit + rank for suit in SUITS for rank in RANKS]
PASS = (0, 0)

Policy = Callable[[str, int, list[Any]], Any]
"""``policy(what, seat, options)`` with ``what`` one of "call", "name", "play"."""


def strength(card: str) -> int:
    """Order within a suit, section 2."""
    return RANKS.index(card[1])


def points_of(cards: Iterable[str]) -> int:
    """Card points, section 2."""
    return sum(POINTS[card[1]] for card in cards)


def side_of(rules: Any, seat: int) -> int:
    """Two teams with four players, else everybody alone, section 3."""
    return seat % 2 if rules.players == 4 else seat


# --- What is dealt, section 3 ---------------------------------------------------------------


@dataclass
class Dealt:
    """First packets and whole hands by seat; second packets in order; stock as it is drawn."""

    first: list[list[str]]
    second: list[list[str]]
    stock: list[str] = field(default_factory=list)

    def whole(self, seat: int) -> list[str]:
        return self.first[seat] + self.second[seat]


def two_packets(rules: Any) -> bool:
    """Two players get all cards at once; so do more with ``deal = all_at_once``."""
    return rules.players > 2 and rules.deal == "two_packets"


# --- Auction, section 4 ---------------------------------------------------------------------


def allowed_calls(rules: Any, high: int) -> list[tuple[int, int]]:
    """A pass, or any number above the highest so far in any mode, sections 4 and 5."""
    modes = [0]
    if rules.pe_carte and two_packets(rules):
        modes += range(1, 12 // rules.players + 1)
    return [PASS] + [(n, mode) for n in range(high + 1, rules.highest_bid + 1) for mode in modes]


def speaking_order(rules: Any) -> list[int]:
    """The seat after the dealer speaks first, or the one before the dealer."""
    start = 0 if rules.first_speaker == "after_dealer" else rules.players - 2
    return [(start + i) % rules.players for i in range(rules.players)]


def auction(rules: Any, policy: Policy) -> tuple[int, tuple[int, int]]:
    """Declarer and call; after passes only, the first speaker and ``PASS``."""
    order = speaking_order(rules)
    declarer, best = order[0], PASS
    still_in = list(order)
    turns: Iterator[int] = iter(order)
    while True:
        if rules.auction == "once":
            seat = next(turns, None)
            if seat is None:
                break
        else:
            # Round and round: the next who is still in; over when nobody can answer the bidder.
            if not still_in or (best != PASS and still_in == [declarer]):
                break
            seat = still_in[0]
        call = policy("call", seat, allowed_calls(rules, best[0]))
        still_in.remove(seat)
        if call != PASS:
            declarer, best = seat, call
            still_in.append(seat)
            if call[0] == rules.highest_bid:
                break
    return declarer, best


# --- Which cards may be played, section 6 ---------------------------------------------------


def wins_over(card: str, best: str, led: str, trump: str) -> bool:
    """Highest trump; without trump the highest card of the suit led."""
    if card[0] == best[0]:
        return strength(card) > strength(best)
    return card[0] == trump


def legal_cards(
    hand: Sequence[str],
    trick: Sequence[str],
    trump: str | None,
    *,
    must_beat: bool = False,
    free: bool = False,
    lead_trump: bool = False,
) -> set[str]:
    """Section 6, line by line; ``trick`` are the cards on the table, the first one led."""
    if not trick:
        trumps = {card for card in hand if card[0] == trump}
        return trumps if lead_trump and trumps else set(hand)
    if free:
        return set(hand)
    led = trick[0][0]

    def higher_than_all(cards: set[str]) -> set[str]:
        return {
            card
            for card in cards
            if all(strength(card) > strength(other) for other in trick if other[0] == card[0])
        }

    same = {card for card in hand if card[0] == led}
    trumps = {card for card in hand if card[0] == trump}
    if same:
        if not must_beat:
            return same
        if led != trump and any(card[0] == trump for card in trick):
            return same
        return higher_than_all(same) or same
    if trumps:
        return (higher_than_all(trumps) or trumps) if must_beat else trumps
    return set(hand)


def trick_winner(trick: Sequence[str], trump: str | None) -> int:
    """Place in the trick of the card that wins it."""
    best = 0
    for i, card in enumerate(trick):
        if i and wins_over(card, trick[best], trick[0][0], trump or ""):
            best = i
    return best


# --- Announcements, section 7 ---------------------------------------------------------------


def announces(rules: Any, hand: Sequence[str], card: str, leading: bool, done: set[str]) -> bool:
    """Whether playing ``card`` from ``hand`` (the hand before the play) announces its suit."""
    suit = card[0]
    if not rules.announcements or suit in done:
        return False
    if suit + "K" not in hand or suit + "Q" not in hand:
        return False
    pair_card = card[1] in "KQ"
    return {
        "first_played": True,
        "suit_lead": leading,
        "pair_card_lead": leading and pair_card,
        "pair_card_played": pair_card,
    }[rules.announce_trigger]


# --- Double round, section 8 ----------------------------------------------------------------


def calls_double(rules: Any, hand: Sequence[str]) -> bool:
    """Whether a whole hand calls a double round."""
    if not rules.double_round:
        return False
    nines = sum(card[1] == "9" for card in hand) == 4
    weak = points_of(hand) <= (10 if len(hand) == 6 else 15)
    return (rules.double_four_nines and nines) or (rules.double_weak_hand and weak)


def stake_after(rules: Any, stake: int, callers: int) -> int:
    """``m = min(m * 2**n, cap)``."""
    return min(stake * 2**callers, rules.double_cap)


# --- Score and match, sections 9 and 10 -----------------------------------------------------


def score(
    rules: Any, points: Sequence[int], contract: int, declarer_side: int, stake: int
) -> list[int]:
    """Big points gained or lost by each side."""
    deltas = [stake * (own // 33) for own in points]
    if points[declarer_side] < 33 * contract:
        deltas[declarer_side] = -stake * contract
    elif rules.made_pays == "bid_only":
        deltas[declarer_side] = stake * contract
    return deltas


def winner_of_match(rules: Any, totals: Sequence[int]) -> int | None:
    """The side that has won, or ``None``: the match goes on."""
    best, second = sorted(totals, reverse=True)[:2]
    if best < rules.target:
        return None
    if rules.lead_of_two and best - second < 2:
        return None
    if best == second:
        return None
    return list(totals).index(best)


# --- A round --------------------------------------------------------------------------------


@dataclass
class Round:
    """What happened; lists by side have two or ``players`` places."""

    declarer: int
    contract: int
    mode: int
    trump: str
    stake: int
    doubles: int
    dealt: int
    card_points: list[int]
    announcements: list[int]
    tricks: list[int]
    points: list[int]
    deltas: list[int]


def play_cards(
    rules: Any, dealt: Dealt, declarer: int, trump: str | None, policy: Policy
) -> tuple[str, list[int], list[int], list[int]]:
    """All tricks: trump, and card points, announcement points and tricks by side."""
    players = rules.players
    hands = [list(dealt.whole(seat)) for seat in range(players)]
    stock = list(dealt.stock)
    sides = 2 if players == 4 else players
    cards, announced, tricks = [0] * sides, [0] * sides, [0] * sides
    done: set[str] = set()
    leader = declarer
    lead_trump = trump is not None
    while hands[leader]:
        trick: list[str] = []
        order = [(leader + i) % players for i in range(players)]
        for seat in order:
            hand = hands[seat]
            legal = legal_cards(
                hand,
                trick,
                trump,
                must_beat=rules.must_beat,
                free=bool(stock),
                lead_trump=lead_trump,
            )
            card = policy("play", seat, sorted(legal))
            lead_trump = False
            if trump is None:
                trump = card[0]
            if announces(rules, hand, card, not trick, done):
                done.add(card[0])
                announced[side_of(rules, seat)] += 40 if card[0] == trump else 20
            hand.remove(card)
            trick.append(card)
        leader = order[trick_winner(trick, trump)]
        cards[side_of(rules, leader)] += points_of(trick)
        tricks[side_of(rules, leader)] += 1
        if stock:
            hands[leader].append(stock.pop(0))
            hands[1 - leader].append(stock.pop(0))
    assert trump is not None
    return trump, cards, announced, tricks


def play_round(
    rules: Any, deals: Iterator[Dealt], policy: Policy, contract: tuple[int, int, int] | None = None
) -> Round:
    """A whole round; ``contract`` is (declarer, bid, mode) when there is no auction."""
    stake, doubles, number = 1, 0, 0
    at_once = not two_packets(rules)
    while True:
        dealt = next(deals)
        number += 1
        callers = sum(calls_double(rules, dealt.whole(s)) for s in range(rules.players))
        if callers and at_once:
            stake, doubles = stake_after(rules, stake, callers), doubles + 1
            continue
        if contract is None:
            declarer, (bid, mode) = auction(rules, policy)
            if bid == 0 and rules.all_pass == "redeal":
                continue
        else:
            declarer, bid, mode = contract
        if callers:
            stake, doubles = stake_after(rules, stake, callers), doubles + 1
            continue
        break
    trump = None
    if mode:
        trump = dealt.second[declarer][mode - 1][0]
        stake *= rules.blind_multiplier
    elif rules.trump_by != "first_lead":
        trump = policy("name", declarer, list(SUITS))
    trump, cards, announced, tricks = play_cards(rules, dealt, declarer, trump, policy)
    counted = [
        pair if won or not rules.announce_needs_trick else 0
        for pair, won in zip(announced, tricks, strict=True)
    ]
    points = [a + b for a, b in zip(cards, counted, strict=True)]
    deltas = score(rules, points, bid, side_of(rules, declarer), stake)
    return Round(
        declarer, bid, mode, trump, stake, doubles, number, cards, announced, tricks, points, deltas
    )
