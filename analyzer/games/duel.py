"""Two levels of play against each other on duplicate deals, for every game that has a table.

A deal is played once for every way of seating: each side in turn is the only one of the first
level among sides of the second, and the only one of the second among sides of the first (with
two sides that is the same twice, and played once).  All of a deal's seatings are one observation,
so neither good cards nor a good seat favour a level.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch, Column, Plan
from analyzer.games.table import SHARE, Table

FIRST, SECOND, DIFFERENCE = "first", "second", "difference"
"""Whose outcomes a column has, as its choice's ``of``: a level's own, or the first's less the
second's."""
SCORE, MATCH = "score", "match"
_LEVELS = (FIRST, SECOND)
_DEALS_A_MATCH = 20
"""Roughly, to size the first batches."""

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Seating:
    """One way of seating two levels: the side that is alone, and whether it is the first's."""

    alone: int
    first: bool
    plays: tuple[str, ...]
    """The level of each seat."""

    def seats(self, level: str, sides: Sequence[int]) -> list[int]:
        """Seats of the first or of the second level."""
        ours = self.first == (level == FIRST)
        return [seat for seat, side in enumerate(sides) if (side == self.alone) == ours]


def seatings(a: str, b: str, sides: Sequence[int]) -> list[Seating]:
    """All ways of seating level ``a`` against ``b``; the same set for ``b`` against ``a``.

    >>> [s.plays for s in seatings("a", "b", (0, 1, 0, 1))]
    [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
    >>> len(seatings("a", "b", (0, 1, 2)))
    6
    """
    names = sorted(set(sides))
    found = []
    for first in (True, False) if len(names) > 2 else (True,):
        for alone in names:
            mine, others = (a, b) if first else (b, a)
            plays = tuple(mine if side == alone else others for side in sides)
            found.append(Seating(alone, first, plays))
    return found


def even_share(sides: Sequence[int]) -> float:
    """What every side would win of a match if all played alike."""
    return 1 / len(set(sides))


class Duel(Plan):
    """A duel's plan: for each measure the first level's mean, the second's, and the difference."""

    advise = None

    def __init__(self, table: Table, a: str, b: str) -> None:
        self.table = table
        self.a, self.b = a, b
        self.advise_play = a
        self.question = {"a": a, "b": b}
        self.seatings = seatings(a, b, table.sides)
        parts = [len(s.seats(level, table.sides)) for s in self.seatings for level in _LEVELS]
        self._whole = lcm(*parts)

    def workspace(self) -> Any:
        """The table's, for both levels."""
        return self.table.workspace((self.a, self.b))

    def title(self, symbols: bool) -> str:
        """Who plays whom."""
        return f"{self.a} against {self.b}"

    def cost(self) -> float:
        """Rough seconds of one observation on one core."""
        return sum(self.table.seconds(play) for s in self.seatings for play in s.plays)

    def _columns(self, measure: str, unit: int, span: int | None, chance: bool) -> list[Column]:
        """Columns of a measure whose outcomes are in units of 1 / ``unit``."""
        scale = unit * self._whole * len(self.seatings)
        spread = None if span is None else span * scale
        own = [
            Column({"of": level}, self._play(level), measure, False, scale, spread, chance=chance)
            for level in _LEVELS
        ]
        spread = None if spread is None else 2 * spread
        return [*own, Column({"of": DIFFERENCE}, self.a, measure, False, scale, spread)]

    def _play(self, level: str) -> str:
        return self.a if level == FIRST else self.b

    def _means(self, played: Sequence[Ints]) -> list[Ints]:
        """Columns of a measure from its outcomes, int64 [count, seats] for each seating."""
        sums = []
        for level in _LEVELS:
            total = np.zeros(len(played[0]), np.int64)
            for seating, outcomes in zip(self.seatings, played, strict=True):
                seats = seating.seats(level, self.table.sides)
                total += self._whole // len(seats) * outcomes[:, seats].sum(axis=1)
            sums.append(total)
        return [*sums, sums[0] - sums[1]]

    @abstractmethod
    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Every seating of these deals."""


class DuelPlan(Duel):
    """Whole deals; the score of a deal is what a side makes of it when its level is alone."""

    def __init__(self, table: Table, a: str, b: str) -> None:
        super().__init__(table, a, b)
        self._seats_alone = [
            [seat for seat, side in enumerate(table.sides) if side == s.alone]
            for s in self.seatings
        ]
        self._share = lcm(*(len(seats) for seats in self._seats_alone))
        scale = table.scale * self._share * len(self.seatings)
        self._others = [name for name in table.measures if name != SCORE]
        columns = [Column({"of": DIFFERENCE}, a, SCORE, False, scale)]
        for name in self._others:
            rate = table.measures[name]
            columns += self._columns(name, 1, 1 if rate else None, rate)
        self.columns = tuple(columns)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Scores of the side that is alone, with the sign of the first level; other measures."""
        played = [
            self.table.deals(seed, first, count, seating.plays, workspace)
            for seating in self.seatings
        ]
        score = np.zeros(count, np.int64)
        for seating, seats, found in zip(self.seatings, self._seats_alone, played, strict=True):
            own = self._share // len(seats) * found[SCORE][:, seats].sum(axis=1)
            score += own if seating.first else -own
        outcomes = [score]
        for name in self._others:
            outcomes += self._means([found[name] for found in played])
        return Batch(np.stack(outcomes, axis=1))


class MatchDuelPlan(Duel):
    """Whole matches; outcomes are shares of the match that players of a level win."""

    unit_of_plan = "match"

    def __init__(self, table: Table, a: str, b: str) -> None:
        super().__init__(table, a, b)
        self.columns = tuple(self._columns(MATCH, SHARE, 1, True))

    def cost(self) -> float:
        """Rough seconds of one observation on one core."""
        return _DEALS_A_MATCH * super().cost()

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Every seating of these matches."""
        played = [
            self.table.matches(seed, first, count, seating.plays, workspace)
            for seating in self.seatings
        ]
        return Batch(np.stack(self._means(played), axis=1))
