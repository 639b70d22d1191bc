"""Plain double dummy for Cruce and Cuatrola: every line of play is tried.

Written from the rule books (Cruce sections 6 and 7, Cuatrola sections 5 and 6) for
reading, not for speed, and without anything of the package.  A card is ``(suit, rank)``,
rank in playing strength.  Positions at the start of a trick are remembered.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import NamedTuple

Card = tuple[int, int]
Hand = frozenset[Card]
Trick = tuple[Card, ...]


class State(NamedTuple):
    """A position: hands in the order of play, whose turn it is and who led, cards on the table,
    suits announced or sung, announcements that still need a trick (None: no such rule, or
    won), and whether the winner's side may sing now."""

    hands: tuple[Hand, ...]
    turn: int
    leader: int
    trick: Trick = ()
    done: frozenset[int] = frozenset()
    waiting: int | None = None
    window: bool = False


def highest_of(cards: Trick, suit: int) -> Card | None:
    return max((card for card in cards if card[0] == suit), default=None)


def winning_place(trick: Trick, trump: int) -> int:
    best = highest_of(trick, trump) or highest_of(trick, trick[0][0])
    assert best is not None
    return trick.index(best)


def without(hands: tuple[Hand, ...], turn: int, card: Card) -> tuple[Hand, ...]:
    return tuple(hand - {card} if i == turn else hand for i, hand in enumerate(hands))


@dataclass
class Game(ABC):
    """``order`` lists the seats that play, in turn; the points of the seats ``own`` count."""

    order: tuple[int, ...]
    own: frozenset[int]
    trump: int
    memory: dict[State, int] = field(default_factory=dict, kw_only=True)
    bounds: dict[State, tuple[int, int]] = field(default_factory=dict, kw_only=True)

    @abstractmethod
    def moves(self, state: State) -> Iterator[tuple[int, State]]:
        """Everything the player on turn may do: points gained, and what follows."""

    def start(
        self,
        hands: dict[int, Hand],
        leader: int,
        trick: Trick = (),
        done: frozenset[int] = frozenset(),
        waiting: int | None = None,
        window: bool = False,
    ) -> State:
        place = self.order.index(leader)
        turn = (place + len(trick)) % len(self.order)
        held = tuple(hands[seat] for seat in self.order)
        return State(held, turn, place, trick, done, waiting, window)

    def value(self, state: State) -> int:
        """Points from here on, by trying everything."""
        if not any(state.hands) and not state.trick:
            return 0
        if not state.trick and state in self.memory:
            return self.memory[state]
        results = [gain + self.value(after) for gain, after in self.moves(state)]
        result = max(results) if self.order[state.turn] in self.own else min(results)
        if not state.trick:
            self.memory[state] = result
        return result

    def reaches(self, state: State, need: int) -> bool:
        """Whether the points from here on are ``need`` or more: stops at the first proof."""
        if not any(state.hands) and not state.trick:
            return need <= 0
        low, high = self.bounds.get(state, (-1000, 1000))
        if need <= low or need > high:
            return need <= low
        answers = (self.reaches(after, need - gain) for gain, after in self.moves(state))
        result = any(answers) if self.order[state.turn] in self.own else all(answers)
        if not state.trick:
            low, high = self.bounds.get(state, (-1000, 1000))
            self.bounds[state] = (max(low, need), high) if result else (low, min(high, need - 1))
        return result

    def value_by_halving(self, state: State) -> int:
        """The same as :meth:`value`, by questions; much faster for whole deals."""
        low, high = -300, 300
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.reaches(state, middle) else (low, middle - 1)
        return low


@dataclass
class Cruce(Game):
    """Own points only; announcements are made by themselves."""

    must_beat: bool = False
    announcements: bool = True
    trigger: str = "first_played"
    needs_trick: bool = False

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

    def moves(self, state: State) -> Iterator[tuple[int, State]]:
        hand = state.hands[state.turn]
        for card in sorted(self.legal(hand, state.trick) if state.trick else hand, reverse=True):
            yield self.play(state, card)

    def play(self, state: State, card: Card) -> tuple[int, State]:
        hands, turn, leader, trick, done, waiting, _ = state
        gain = 0
        if self.announced_now(hands[turn], card, not trick, done):
            done = done | {card[0]}
            worth = 40 if card[0] == self.trump else 20
            if self.order[turn] in self.own and waiting is None:
                gain += worth
            elif self.order[turn] in self.own:
                waiting += worth
        hands = without(hands, turn, card)
        trick = (*trick, card)
        if len(trick) < len(hands):
            return gain, State(hands, (turn + 1) % len(hands), leader, trick, done, waiting)
        winner = (leader + winning_place(trick, self.trump)) % len(hands)
        if self.order[winner] in self.own:
            gain += sum(self.points[rank] for _, rank in trick) + (waiting or 0)
            waiting = None
        return gain, State(hands, winner, winner, (), done, waiting)


def value_first_lead(game: Cruce, state: State) -> int:
    """The first card led makes trump: the leader's best card counts."""
    best = 0
    for card in state.hands[state.turn]:
        named = Cruce(
            game.order, game.own, card[0], game.must_beat, game.announcements, game.trigger,
            game.needs_trick,
        )  # fmt: skip
        gain, after = named.play(state, card)
        best = max(best, gain + named.value_by_halving(after))
    return best


@dataclass
class Cuatrola(Game):
    """Own points minus the others', last trick and cantes in; silence is a choice too."""

    cantes: str = "one_per_trick"
    forty_first: bool = False
    beat_after_ruff: bool = False
    cannot_overruff: str = "any"
    trump_lead: str = "must_beat"
    beat_what: str = "best_so_far"

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

    def choices(self, state: State) -> list[tuple[int, ...]]:
        """Section 6: what the winner's side may sing now; silence comes last."""
        winner_own = self.order[state.turn] in self.own
        singers = [
            place for place, seat in enumerate(self.order) if (seat in self.own) == winner_own
        ]
        if self.cantes == "off":
            return [()]
        if self.cantes == "winner_only":
            singers = [state.turn]
        able = {
            suit: place
            for place in singers
            for suit in range(4)
            if suit not in state.done and {(suit, 1), (suit, 2)} <= state.hands[place]
        }
        if self.cantes == "several":
            every = chain.from_iterable(
                combinations(sorted(able), size) for size in range(len(able), -1, -1)
            )
            return list(every)
        if self.forty_first and self.trump in able:
            forty = able[self.trump]
            able = {s: place for s, place in able.items() if s == self.trump or place != forty}
        return [*((suit,) for suit in sorted(able)), ()]

    def moves(self, state: State) -> Iterator[tuple[int, State]]:
        hands, turn, leader, trick, done, _, window = state
        if window:
            sign = 1 if self.order[turn] in self.own else -1
            for suits in self.choices(state):
                worth = sum(40 if suit == self.trump else 20 for suit in suits)
                yield sign * worth, State(hands, turn, turn, (), done | frozenset(suits))
            return
        hand = hands[turn]
        for card in sorted(self.legal(hand, trick) if trick else hand, reverse=True):
            left = without(hands, turn, card)
            table = (*trick, card)
            if len(table) < len(hands):
                yield 0, State(left, (turn + 1) % len(hands), leader, table, done)
                continue
            winner = (leader + winning_place(table, self.trump)) % len(hands)
            points = sum(self.points[rank] for _, rank in table)
            points += 0 if any(left) else 10
            sign = 1 if self.order[winner] in self.own else -1
            yield sign * points, State(left, winner, winner, (), done, None, any(map(bool, left)))
