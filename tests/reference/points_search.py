"""Plain double dummy for Cruce and Cuatrola: every line of play is tried.

Written from the rule books (Cruce sections 6 and 7, Cuatrola sections 5 and 6) for
reading, not for speed, and without anything of the package.  A card is ``(suit, rank)``,
rank in playing strength.  Positions at the start of a trick are remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations

Card = tuple[int, int]
Hand = frozenset[Card]
Trick = tuple[Card, ...]


def highest_of(cards: Trick, suit: int) -> Card | None:
    return max((card for card in cards if card[0] == suit), default=None)


def winning_place(trick: Trick, trump: int) -> int:
    best = highest_of(trick, trump) or highest_of(trick, trick[0][0])
    assert best is not None
    return trick.index(best)


@dataclass
class Cruce:
    """Own points of the side ``own`` (seats); ``order`` lists the seats that play, in turn."""

    order: tuple[int, ...]
    own: frozenset[int]
    trump: int
    must_beat: bool = False
    announcements: bool = True
    trigger: str = "first_played"
    needs_trick: bool = False
    memory: dict[object, int] = field(default_factory=dict)

    points = (0, 2, 3, 4, 10, 11)

    def legal(self, hand: Hand, trick: Trick) -> Hand:
        """Section 6, the algorithm after the lead."""
        led = trick[0][0]
        follow = {card for card in hand if card[0] == led}
        trumps = {card for card in hand if card[0] == self.trump}
        ruffed = led != self.trump and any(card[0] == self.trump for card in trick)
        if follow:
            best = highest_of(trick, led)
            higher = {card for card in follow if best is not None and card > best}
            return frozenset(higher if self.must_beat and not ruffed and higher else follow)
        if trumps:
            best = highest_of(trick, self.trump)
            higher = {card for card in trumps if best is None or card > best}
            return frozenset(higher if self.must_beat and higher else trumps)
        return hand

    def announced_now(self, hand: Hand, card: Card, leading: bool, done: frozenset[int]) -> bool:
        """Section 7: whether playing ``card`` from ``hand`` announces its suit."""
        suit, rank = card
        pair = {(suit, 2), (suit, 3)}
        if not self.announcements or suit in done or not pair <= hand:
            return False
        return {
            "first_played": True,
            "suit_lead": leading,
            "pair_card_lead": leading and rank in (2, 3),
            "pair_card_played": rank in (2, 3),
        }[self.trigger]

    def value(
        self,
        hands: dict[int, Hand],
        seat: int,
        trick: Trick = (),
        leader: int | None = None,
        done: frozenset[int] = frozenset(),
        waiting: int | None = None,
    ) -> int:
        """Points of the own side from here on.

        ``waiting``: announcements that still need a trick of the own side; None when the
        rule is off or the side has its trick.
        """
        if not any(hands.values()) and not trick:
            return 0
        leader = seat if leader is None else leader
        key = (tuple(sorted(hands.items())), seat, trick, done, waiting)
        if not trick and key in self.memory:
            return self.memory[key]
        cards = self.legal(hands[seat], trick) if trick else hands[seat]
        results = [
            self.after(hands, seat, card, trick, leader, done, waiting) for card in sorted(cards)
        ]
        result = max(results) if seat in self.own else min(results)
        if not trick:
            self.memory[key] = result
        return result

    def after(
        self,
        hands: dict[int, Hand],
        seat: int,
        card: Card,
        trick: Trick,
        leader: int,
        done: frozenset[int],
        waiting: int | None,
    ) -> int:
        gained = 0
        if self.announced_now(hands[seat], card, not trick, done):
            done = done | {card[0]}
            if seat in self.own:
                worth = 40 if card[0] == self.trump else 20
                if waiting is None:
                    gained += worth
                else:
                    waiting += worth
        hands = hands | {seat: hands[seat] - {card}}
        trick = (*trick, card)
        if len(trick) < len(self.order):
            following = self.order[(self.order.index(seat) + 1) % len(self.order)]
            return gained + self.value(hands, following, trick, leader, done, waiting)
        start = self.order.index(leader)
        winner = self.order[(start + winning_place(trick, self.trump)) % len(self.order)]
        if winner in self.own:
            gained += sum(self.points[rank] for _, rank in trick)
            gained += waiting or 0
            waiting = None
        return gained + self.value(hands, winner, (), None, done, waiting)

    def value_first_lead(self, hands: dict[int, Hand], leader: int, **known: object) -> int:
        """The first card led makes trump: the leader's best card counts."""
        best = 0
        for card in hands[leader]:
            game = Cruce(
                self.order, self.own, card[0], self.must_beat, self.announcements, self.trigger,
                self.needs_trick,
            )  # fmt: skip
            done = frozenset(known.get("done", ()))  # type: ignore[call-overload]
            waiting = 0 if self.needs_trick else None
            best = max(best, game.after(hands, leader, card, (), leader, done, waiting))
        return best


def subsets(suits: list[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(suits, size) for size in range(len(suits) + 1))


@dataclass
class Cuatrola:
    """Points of the side ``own`` minus the others' from here on, last trick and cantes in."""

    order: tuple[int, ...]
    own: frozenset[int]
    trump: int
    cantes: str = "one_per_trick"
    forty_first: bool = False
    beat_after_ruff: bool = False
    cannot_overruff: str = "any"
    trump_lead: str = "must_beat"
    beat_what: str = "best_so_far"
    memory: dict[object, int] = field(default_factory=dict)

    points = (2, 3, 4, 10, 11)

    def legal(self, hand: Hand, trick: Trick) -> Hand:
        """Section 5.1 with the options of section 13."""
        led = trick[0][0]
        follow = {card for card in hand if card[0] == led}
        trumps = {card for card in hand if card[0] == self.trump}
        ruffed = led != self.trump and any(card[0] == self.trump for card in trick)
        if follow:
            if ruffed and not self.beat_after_ruff:
                return frozenset(follow)
            if led == self.trump and self.trump_lead == "any_trump":
                return frozenset(follow)
            best = trick[0] if self.beat_what == "opening_card" else highest_of(trick, led)
            higher = {card for card in follow if best is not None and card > best}
            return frozenset(higher or follow)
        if led == self.trump or not trumps:
            return hand
        if not ruffed:
            return frozenset(trumps)
        best = highest_of(trick, self.trump)
        higher = {card for card in trumps if best is not None and card > best}
        if higher:
            return frozenset(higher)
        return frozenset(trumps) if self.cannot_overruff == "must_trump" else hand

    def choices(
        self, hands: dict[int, Hand], winner: int, sung: frozenset[int]
    ) -> list[tuple[int, ...]]:
        """Section 6: what the winner's side may sing now; silence comes first."""
        singers = [seat for seat in self.order if (seat in self.own) == (winner in self.own)]
        if self.cantes == "off":
            return [()]
        if self.cantes == "winner_only":
            singers = [winner]
        able = {
            suit: seat
            for seat in singers
            for suit in range(4)
            if suit not in sung and {(suit, 1), (suit, 2)} <= hands[seat]
        }
        if self.cantes == "several":
            return list(subsets(sorted(able)))
        if self.forty_first and self.trump in able:
            forty = able[self.trump]
            able = {s: seat for s, seat in able.items() if s == self.trump or seat != forty}
        return [(), *((suit,) for suit in sorted(able))]

    def value(
        self,
        hands: dict[int, Hand],
        seat: int,
        trick: Trick = (),
        leader: int | None = None,
        sung: frozenset[int] = frozenset(),
    ) -> int:
        if not any(hands.values()) and not trick:
            return 0
        leader = seat if leader is None else leader
        key = (tuple(sorted(hands.items())), seat, sung)
        if not trick and key in self.memory:
            return self.memory[key]
        cards = self.legal(hands[seat], trick) if trick else hands[seat]
        results = [self.after(hands, seat, card, trick, leader, sung) for card in sorted(cards)]
        result = max(results) if seat in self.own else min(results)
        if not trick:
            self.memory[key] = result
        return result

    def after(
        self,
        hands: dict[int, Hand],
        seat: int,
        card: Card,
        trick: Trick,
        leader: int,
        sung: frozenset[int],
    ) -> int:
        hands = hands | {seat: hands[seat] - {card}}
        trick = (*trick, card)
        if len(trick) < len(self.order):
            following = self.order[(self.order.index(seat) + 1) % len(self.order)]
            return self.value(hands, following, trick, leader, sung)
        start = self.order.index(leader)
        winner = self.order[(start + winning_place(trick, self.trump)) % len(self.order)]
        sign = 1 if winner in self.own else -1
        gained = sum(self.points[rank] for _, rank in trick)
        if not any(hands.values()):
            return sign * (gained + 10)
        return sign * gained + self.window(hands, winner, sung)

    def window(self, hands: dict[int, Hand], winner: int, sung: frozenset[int]) -> int:
        """The side of ``winner`` sings what suits it, or nothing, and its winner leads."""
        sign = 1 if winner in self.own else -1
        results = []
        for suits in self.choices(hands, winner, sung):
            worth = sum(40 if suit == self.trump else 20 for suit in suits)
            results.append(
                sign * worth + self.value(hands, winner, (), None, sung | frozenset(suits))
            )
        return max(results) if winner in self.own else min(results)
