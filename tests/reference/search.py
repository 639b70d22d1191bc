"""Plain minimax over tricks, and random endgames: the oracle for the compiled search.

Written from the rule books alone, for reading rather than speed: a card is a pair (suit,
rank), a hand a tuple of cards.  It shares nothing with the package.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TypeVar

T = TypeVar("T")
Card = tuple[int, int]
Hand = tuple[Card, ...]


@dataclass(frozen=True)
class Duties:
    """House rules of following, all off: plain whist."""

    must_trump: bool = False
    must_overtrump: bool = False
    undertrump: bool = False
    partner_exempt: bool = False
    beat_led: bool = False
    beat_trump_lead: bool = False
    beat_after_ruff: bool = False
    beat_opening: bool = False

    @classmethod
    def of_bits(cls, bits: int) -> Duties:
        """Bit i switches the i-th rule on."""
        return cls(*(bool(bits >> i & 1) for i in range(len(fields(cls)))))


@dataclass(frozen=True)
class Position:
    """Cards in hand by seat (idle seats hold none), and the trick on the table."""

    hands: tuple[Hand, ...]
    order: tuple[int, ...]
    side: frozenset[int]
    trump: int | None
    leader: int
    trick: tuple[Card, ...]
    duties: Duties


def higher(cards: Hand, than: Card) -> Hand:
    """The cards of the same suit that rank above ``than``."""
    return tuple(c for c in cards if c[0] == than[0] and c[1] > than[1])


def winning_place(trick: tuple[Card, ...], trump: int | None) -> int:
    """Place in the trick of its winner: highest trump, else highest of the suit led."""
    suit = trump if any(c[0] == trump for c in trick) else trick[0][0]
    return max((i for i, c in enumerate(trick) if c[0] == suit), key=lambda i: trick[i][1])


def may_follow(
    hand: Hand, trick: tuple[Card, ...], trump: int | None, partner_wins: bool, duties: Duties
) -> Hand:
    """Cards a follower may play: the tables of the Cuțu and Cuatrola rule books, united."""
    led = trick[0][0]
    follow = tuple(c for c in hand if c[0] == led)
    trumps = tuple(c for c in hand if c[0] == trump)
    table_trumps = tuple(c for c in trick if c[0] == trump)
    ruffed = led != trump and bool(table_trumps)
    if follow:
        exempt = not duties.beat_trump_lead if led == trump else ruffed
        if led != trump and duties.beat_after_ruff:
            exempt = False
        if not duties.beat_led or exempt:
            return follow
        best_led = max(c for c in trick if c[0] == led)
        return higher(follow, trick[0] if duties.beat_opening else best_led) or follow
    if not trumps or not duties.must_trump:
        return hand
    if duties.partner_exempt and partner_wins:
        return hand
    if not ruffed or not duties.must_overtrump:
        return trumps
    return higher(trumps, max(table_trumps)) or (trumps if duties.undertrump else hand)


def to_act(position: Position) -> int:
    """The seat whose turn it is."""
    start = position.order.index(position.leader)
    return position.order[(start + len(position.trick)) % len(position.order)]


def legal(position: Position) -> Hand:
    """Cards the seat to act may play."""
    seat = to_act(position)
    hand = position.hands[seat]
    if not position.trick:
        return hand
    start = position.order.index(position.leader)
    place = winning_place(position.trick, position.trump)
    winner = position.order[(start + place) % len(position.order)]
    partner_wins = (winner in position.side) == (seat in position.side)
    return may_follow(hand, position.trick, position.trump, partner_wins, position.duties)


def after(position: Position, card: Card) -> tuple[Position, int | None]:
    """Position after the card, and the winner of the trick if it is complete."""
    seat = to_act(position)
    hands = tuple(
        tuple(c for c in hand if c != card) if s == seat else hand
        for s, hand in enumerate(position.hands)
    )
    trick = (*position.trick, card)
    winner = None
    leader = position.leader
    if len(trick) == len(position.order):
        start = position.order.index(leader)
        place = winning_place(trick, position.trump)
        winner = leader = position.order[(start + place) % len(position.order)]
        trick = ()
    moved = Position(
        hands, position.order, position.side, position.trump, leader, trick, position.duties
    )
    return moved, winner


def side_tricks(position: Position, memo: dict[object, int] | None = None) -> int:
    """Tricks that ``position.side`` takes from here with best play by all."""
    memo = {} if memo is None else memo
    if not position.trick and not any(position.hands):
        return 0
    key = (position.hands, position.leader, position.trick)
    if key not in memo:
        results = []
        for card in legal(position):
            moved, winner = after(position, card)
            results.append((winner in position.side) + side_tricks(moved, memo))
        memo[key] = max(results) if to_act(position) in position.side else min(results)
    return memo[key]


def leader_tricks(position: Position) -> int:
    """Tricks of the leader's side, the one on the table included."""
    total = max(len(hand) for hand in position.hands)
    if position.trick:
        total = len(position.hands[position.leader]) + 1
    value = side_tricks(position)
    return value if position.leader in position.side else total - value


def pick(rng: random.Random, items: Sequence[T]) -> T:
    """One of the items; of the generator only ``random()``, which never changes, is used."""
    return items[int(rng.random() * len(items))]


def draw(rng: random.Random, items: Iterable[T], count: int) -> list[T]:
    """``count`` different items in random order."""
    return sorted(items, key=lambda _: rng.random())[:count]


def random_endgame(rng: random.Random, seats: int, cards: int, ranks: int, duties: int) -> Position:
    """Random position; often with few suits, so that ruffs and duties come up."""
    suits = draw(rng, range(4), pick(rng, (2, 3, 4, 4)))
    pack = [(suit, rank) for suit in suits for rank in range(ranks)]
    if len(pack) < seats * cards:
        pack = [(suit, rank) for suit in range(4) for rank in range(ranks)]
    drawn = draw(rng, pack, seats * cards)
    order = [0, 1, 2, 3]
    side = frozenset((0, 2))
    if seats == 3:
        idle = pick(rng, range(4))
        order.remove(idle)
        side = frozenset(((idle + 2) % 4,))
    hands: list[Hand] = [(), (), (), ()]
    for i, seat in enumerate(order):
        hands[seat] = tuple(sorted(drawn[i * cards : (i + 1) * cards]))
    trump = pick(rng, (None, *suits, *suits))
    position = Position(
        tuple(hands), tuple(order), side, trump, pick(rng, order), (), Duties.of_bits(duties)
    )
    for _ in range(pick(rng, (0, 0, *range(1, seats)))):
        position, _ = after(position, pick(rng, legal(position)))
    return position


def study() -> list[tuple[int, int, int, int]]:
    """The 6,500 endgames of the full count: (seats, cards, ranks, duty bits) of number i.

    5,000 with four seats and 8 ranks over all 16 combinations of the duties to trump, then
    500 of them again with 5 ranks and all 256 combinations, then 1,000 with three seats
    and 5 ranks (Cuatrola's pack) over all 256.
    """
    sizes = (3, 4, 3, 4, 5)
    plan = [(4, sizes[i // 16 % 5], 8, i % 16) for i in range(5000)]
    plan += [(4, 3 + i % 2, 5, i * 37 % 256) for i in range(500)]
    plan += [(3, sizes[i // 256 % 5], 5, i * 37 % 256) for i in range(1000)]
    return plan


def endgame(number: int) -> Position:
    """Endgame ``number`` of the study, the same for ever."""
    return random_endgame(random.Random(f"endgame {number}"), *study()[number])
