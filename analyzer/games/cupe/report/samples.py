"""Deals of simple players, looked at one by one: what the chapters about hands rest on."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch, Column
from analyzer.games.cupe.kernels.batch import (
    CLEAN_SEATS,
    OPENED,
    OUTCOMES,
    QUEEN_HELD,
    QUEEN_TAKER,
    SHOOTER,
)
from analyzer.games.cupe.kernels.exchange import giveable
from analyzer.games.cupe.kernels.judgement import AIM
from analyzer.games.cupe.play import CARDS, SEATS, play_hands
from analyzer.games.cupe.report import kernels as k
from analyzer.games.cupe.rules import CYCLES, CupeRules
from analyzer.games.cupe.styles import seconds_of, style
from analyzer.games.levels import EXPERT, named_level
from analyzer.games.studio import SamplePlan, feature

Ints = NDArray[np.int64]
Cards = NDArray[np.uint64]

SIMPLE = "simple"
NEVER, ALWAYS = style({AIM: -1e9}), style({AIM: 1e9})
"""Weights of who never tries the slam, and of who tries it until somebody else has a point."""
OTHERS = SEATS - 1
WAYS = ("right", "left", "across", "none")
"""Directions of the exchange that are compared; experts play only the last."""
UNKNOWN = -30_000
"""In place of an outcome that a deal does not have."""
DEALT, AROUND, RACED = 1400, 1401, 1402
"""Random streams: deals, layouts around a known hand, and those of a race."""


def step_of(rules: CupeRules) -> int:
    """To whom cards are given (seat + step): the first direction of a cycle that gives any."""
    steps = [step for step in CYCLES[rules.exchange] or (1,) if step]
    return steps[0] if steps else 0


def relative(step: int) -> tuple[int, int]:
    """The seats to whom seat 0 gives, and from whom it gets."""
    return step % SEATS, -step % SEATS


class CupeSample(SamplePlan):
    """Deals of four simple players; seat 0 is the one that is asked about."""

    def __init__(self, rules: CupeRules, name: str, play: str = SIMPLE) -> None:
        super().__init__(name, play, ())
        self.rules = rules
        self.step = step_of(rules)
        self._play = play
        self._packed = rules.packed()

    def cost(self) -> float:
        """A hand at the level of play."""
        return seconds_of(self._play)

    def dealt(self, seed: int, first: int, count: int) -> Cards:
        """Hands before the exchange, uint64 [count, 4]."""
        numbers = np.arange(first, first + count)
        return self.around(seed, DEALT, numbers, np.zeros((count, SEATS), np.uint64), 1)

    def around(self, seed: int, purpose: int, numbers: Ints, known: Cards, times: int) -> Cards:
        """The cards that are not ``known`` uint64 [n, 4], dealt: uint64 [n * times, 4]."""
        hands = np.empty((len(known) * times, SEATS), np.uint64)
        k.deal_around(np.uint64(seed), purpose, numbers, known, times, hands)
        return hands

    def usual(self, hands: Cards, weights: NDArray[np.float64] | None = None) -> Cards:
        """What the simple player gives from each hand, uint64 [n]; nothing where nobody gives."""
        gifts = np.zeros(len(hands), np.uint64)
        if self.step:
            own = style() if weights is None else weights
            k.usual_gifts(np.ascontiguousarray(hands), self._packed, own, gifts)
        return gifts

    def played(
        self,
        dealt: Cards,
        gifts: Cards,
        styles: NDArray[np.float64] | None = None,
        fixed: Cards | None = None,
    ) -> Ints:
        """Every way of seat 0 on every deal, int64 [n, C, OUTCOMES]."""
        outcomes = np.zeros((*gifts.shape, OUTCOMES), np.int64)
        own = np.tile(style(), (gifts.shape[1], 1)) if styles is None else styles
        known = np.zeros_like(dealt) if fixed is None else fixed
        k.play_ways(dealt, known, gifts, self.step, style(), own, self._packed, outcomes)
        return outcomes

    def batch(self, found: dict[str, Any]) -> Batch:
        """Outcomes in the order of the columns."""
        return Batch(np.stack([found[c.measure] for c in self.columns], axis=1).astype(np.int64))


def thirds(outcomes: Ints) -> Ints:
    """Score of seat 0 in thirds: the others' points minus three times its own, [...]."""
    points = outcomes[..., :SEATS]
    return np.asarray(points.sum(axis=-1) - SEATS * points[..., 0])


def score_column(name: str, layouts: int = 1) -> Column:
    """A mean score over layouts."""
    return Column({}, SIMPLE, name, False, OTHERS * layouts)


class TableSample(CupeSample):
    """Whole hands at one level, and who makes the slam with other directions of the exchange.

    Columns: ``points_0`` to ``points_3`` by place in the order of the first trick, the opener
    first; ``shooter`` and ``taker`` of the queen by place (-1: nobody); ``holder`` of the queen
    when the hand was opened; ``clean`` players; ``slam_<way>`` with each of ``ways``.
    """

    def __init__(self, rules: CupeRules, play: str) -> None:
        super().__init__(rules, f"table {play}", play)
        slow = named_level(play) == EXPERT
        self.ways = [way for way in (WAYS[-1:] if slow else WAYS) if way != rules.exchange]
        names = [f"points_{place}" for place in range(SEATS)]
        names += ["shooter", "taker", "holder", "clean", *(f"slam_{way}" for way in self.ways)]
        self.columns = tuple(feature(name) for name in names)

    def cost(self) -> float:
        """A hand in every direction."""
        return (1 + len(self.ways)) * super().cost()

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a deal."""
        plays = [self._play] * SEATS
        hands = play_hands(self.rules, plays, count, seed, first)
        opener = hands[:, OPENED]
        order = (opener[:, None] + np.arange(SEATS)) % SEATS
        points = np.take_along_axis(hands[:, :SEATS], order, axis=1)
        shooter = hands[:, SHOOTER]
        found = {f"points_{place}": points[:, place] for place in range(SEATS)}
        found |= {
            "shooter": np.where(shooter >= 0, (shooter - opener) % SEATS, -1),
            "taker": (hands[:, QUEEN_TAKER] - opener) % SEATS,
            "holder": (hands[:, QUEEN_HELD] - opener) % SEATS,
            "clean": np.bitwise_count(hands[:, CLEAN_SEATS]),
        }
        for way in self.ways:
            other = self.rules.with_changes(exchange=way)
            there = play_hands(other, plays, count, seed, first)[:, SHOOTER]
            found[f"slam_{way}"] = (there >= 0).astype(np.int64)
        return self.batch(found)


class GiftSample(CupeSample):
    """Random hands before the exchange, and what follows each way to give.

    The way to give is always the one that leaves the least danger (as simple players judge it)
    among those that give, or keep, something.  Columns: the hand's ``suits_0`` to ``suits_3``;
    ``points``, ``score``, ``slam``, ``against``, ``queen``, ``clean`` of the usual gift;
    ``gain_<card>`` the score of giving a card less that of keeping it, ``feared_<card>`` the same
    of slams against; ``void_<suit>`` of emptying a suit; ``hot_<n>`` the score of giving ``n``
    point cards, ``right_<n>`` and ``against_<n>`` the slams of who gets them and of all others;
    ``aim`` the score of giving for a slam less that of the least danger, ``aim_losers`` in
    tenths.
    """

    def __init__(self, rules: CupeRules) -> None:
        super().__init__(rules, "gifts")
        self.given = rules.exchange_count
        self._places = np.array(list(combinations(range(CARDS), self.given)), np.int64)
        self._within = np.zeros((len(self._places), CARDS), np.bool_)
        for g, places in enumerate(self._places):
            self._within[g, places] = True
        names = [f"suits_{suit}" for suit in range(4)]
        names += ["points", "slam", "against", "queen", "clean", "aim_losers"]
        names += [f"feared_{card}" for card in range(52)]
        hot = range(self.given + 1)
        names += [f"{name}_{n}" for name in ("right", "against") for n in hot]
        scores = ["score", "aim", "void_0", "void_1"]
        scores += [f"gain_{card}" for card in range(52)] + [f"hot_{n}" for n in hot]
        self.columns = (
            *(feature(name) for name in names),
            *(score_column(name) for name in scores),
        )

    def cost(self) -> float:
        """Some twenty different ways to give, and the danger of each."""
        return 20 * seconds_of(SIMPLE) + comb(CARDS, self.given) * 4e-7

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a hand."""
        dealt = self.dealt(seed, first, count)
        own = np.ascontiguousarray(dealt[:, 0])
        bits, numbers = _cards_of(own)
        all_gifts = np.zeros((count, len(self._places)), np.uint64)
        for place in range(self.given):
            all_gifts |= bits[:, self._places[:, place]]
        dangers = np.empty(all_gifts.shape)
        k.dangers_left(own, all_gifts, style(), dangers)
        may = giveable_of(own, self._packed)
        dangers[(all_gifts & ~may[:, None]) != 0] = np.inf

        def best(allowed: NDArray[np.bool_]) -> Cards:
            """The least dangerous gift among those allowed; 0 where there is none."""
            judged = np.where(allowed, dangers, np.inf)
            chosen = judged.argmin(axis=1)
            rows = np.arange(count)
            gifts = all_gifts[rows, chosen]
            gifts[~np.isfinite(judged[rows, chosen])] = 0
            return np.asarray(gifts)

        aimed, losers = np.zeros(count, np.uint64), np.zeros(count)
        k.slam_gifts(own, self.given, self._packed, style(), aimed, losers)
        ways = [self.usual(own), best(np.ones((1, 1), np.bool_)), aimed]
        for place in range(CARDS):
            within = self._within[None, :, place]
            ways += [best(within), best(~within)]
        for suit in (0, 1):
            left = (own[:, None] & ~all_gifts) >> np.uint64(16 * suit) & np.uint64(0x1FFF)
            had = (own >> np.uint64(16 * suit) & np.uint64(0x1FFF))[:, None] != 0
            ways += [best((left == 0) & had), best((left != 0) & had)]
        points = np.bitwise_count(all_gifts & np.uint64(_POINTS))
        ways += [best(points == n) for n in range(self.given + 1)]
        gifts = np.stack(ways, axis=1)
        outcomes = self.played(dealt, gifts)
        found = self._found(own, numbers, gifts, outcomes)
        found["aim_losers"] = np.rint(losers * 10).astype(np.int64)
        return self.batch(found)

    def _found(self, own: Cards, numbers: Ints, gifts: Cards, outcomes: Ints) -> dict[str, Any]:
        score, shooter = thirds(outcomes), outcomes[..., SHOOTER]
        against = (shooter > 0).astype(np.int64)
        found: dict[str, Any] = {
            f"suits_{s}": own >> np.uint64(16 * s) & np.uint64(0x1FFF) for s in range(4)
        }
        found |= {
            "points": outcomes[:, 0, 0],
            "score": score[:, 0],
            "slam": shooter[:, 0] == 0,
            "against": against[:, 0],
            "queen": outcomes[:, 0, QUEEN_TAKER] == 0,
            "clean": outcomes[:, 0, CLEAN_SEATS] & 1,
            "aim": score[:, 2] - score[:, 1],
        }
        there = gifts != 0
        start = 3
        rows = np.arange(len(own))
        for name, values in (("gain", score), ("feared", against)):
            table = np.full((len(own), 52), UNKNOWN)
            for place in range(CARDS):
                give, keep = start + 2 * place, start + 2 * place + 1
                both = there[:, give] & there[:, keep]
                gain = values[:, give] - values[:, keep]
                table[rows[both], numbers[both, place]] = gain[both]
            found |= {f"{name}_{card}": table[:, card] for card in range(52)}
        start += 2 * CARDS
        for suit in (0, 1):
            both = there[:, start] & there[:, start + 1]
            found[f"void_{suit}"] = np.where(both, score[:, start] - score[:, start + 1], UNKNOWN)
            start += 2
        receiver = relative(self.step)[0]
        for n in range(self.given + 1):
            here = there[:, start + n]
            for name, values in (
                ("hot", score),
                ("right", shooter == receiver),
                ("against", against),
            ):
                found[f"{name}_{n}"] = np.where(here, values[:, start + n], UNKNOWN)
        return found


_POINTS = 0x1FFF << 32 | 1 << 58


def giveable_of(hands: Cards, packed: Ints) -> Cards:
    """Cards that may be given from each hand."""
    every = np.uint64(0x1FFF1FFF1FFF1FFF)
    return np.asarray(hands & np.uint64(giveable(every, packed)))


def _cards_of(hands: Cards) -> tuple[Cards, Ints]:
    """The thirteen cards of each hand: as bits uint64 [n, 13], as numbers int64 [n, 13]."""
    places = np.array([16 * (card // 13) + card % 13 for card in range(52)], np.uint64)
    inside = (hands[:, None] >> places & np.uint64(1)) != 0
    numbers = np.nonzero(inside)[1].reshape(len(hands), CARDS)
    return np.uint64(1) << places[numbers], numbers
