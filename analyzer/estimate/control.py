"""Few deals at a slow level of play, helped by many at quick ones: control variates.

A slow level is played on the first ``n`` deals of a seed, quick levels on the first ``N``.  On
the ``n`` deals the quick levels' results explain part of the slow level's: with ``b`` the
regression coefficients of the slow result x on the quick results y of the same choice and
measure,

    estimate = mean_n(x) + b . (mean_N(y) - mean_n(y))

is the regression estimator of double sampling (Cochran, "Sampling Techniques", 3rd ed., 12.6).
With the residual r = x - b . y its variance is

    var(r) / n + var(b . y) / N + 2 cov(r, b . y) / N,

where the last term is zero for one column and not for a difference of two.  Intervals are made
as for plain means and rates, from the number of deals that would give that variance.

The coefficients are fitted on the same deals, so that residuals look smaller than they are:
they are divided by n - 1 - (quick levels), and :data:`DOUBT` deals are added on which nothing
was explained.  Below :data:`LEAST` deals, or where a result was nearly always the same, nothing
is adjusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.estimate.tally import Tally
from analyzer.games.base import Column
from analyzer.games.levels import EXPERT, named_level

DOUBT = 4.0
"""Deals without explanation that are added to every fit."""
LEAST = 50
"""Effective deals below which nothing is adjusted."""
RARE = 10.0
"""A rate with fewer successes, or failures, among the slow level's deals is not adjusted."""


def controls(columns: Sequence[Column]) -> dict[int, tuple[int, ...]]:
    """Columns of the level expert, with those of quicker levels for the same choice and measure."""
    quick: dict[object, list[int]] = {}
    for i, column in enumerate(columns):
        if named_level(column.play) != EXPERT:
            quick.setdefault(_named(column), []).append(i)
    return {
        i: tuple(quick[_named(column)])
        for i, column in enumerate(columns)
        if named_level(column.play) == EXPERT and _named(column) in quick
    }


def _named(column: Column) -> tuple[object, ...]:
    return tuple(sorted(column.choice.items())), column.measure


@dataclass(frozen=True)
class Controlled:
    """The means of a plan with slow columns, adjusted by a run of its quick ones.

    ``few`` is the tally of the plan with all ``columns``, ``many`` that of the plan with the
    quick ones only, ``many_columns``, on more deals of the same seed; ``counted`` says that the
    latter counted every layout.  Serves wherever a :class:`analyzer.estimate.tally.Tally` is read.
    """

    columns: tuple[Column, ...]
    few: Tally
    many: Tally
    many_columns: tuple[Column, ...]
    exact: bool = False

    @property
    def compared(self) -> tuple[int, ...]:
        """Columns whose differences can be asked for."""
        return self.few.compared

    @property
    def rows(self) -> int:
        """Deals of the slow level."""
        return self.few.rows

    @property
    def weight(self) -> int:
        """Sum of the weights of the slow level's deals."""
        return self.few.weight

    @property
    def weight2(self) -> int:
        """Sum of the squared weights of the slow level's deals."""
        return self.few.weight2

    @property
    def effective(self) -> float:
        """Effective number of the slow level's deals."""
        return self.few.effective

    @cached_property
    def _places(self) -> dict[int, int]:
        """Column -> the same column of the run of quick levels."""
        there = {(c.play, *_named(c)): j for j, c in enumerate(self.many_columns)}
        named = {i: (c.play, *_named(c)) for i, c in enumerate(self.columns)}
        return {i: there[name] for i, name in named.items() if name in there}

    @cached_property
    def _fits(self) -> dict[int, tuple[tuple[int, ...], NDArray[np.float64]]]:
        """Adjusted column -> its controls and their coefficients."""
        found = {}
        for i, quick in controls(self.columns).items():
            used = tuple(j for j in quick if j in self._places and self.few.variance(j) > 0)
            if not used or not self._adjustable(i):
                continue
            among = np.array([[self.few.covariance(a, b) for b in used] for a in used])
            with_slow = np.array([self.few.covariance(a, i) for a in used])
            # The smallest solution where quick levels had the same results on every deal.
            found[i] = used, np.linalg.lstsq(among, with_slow, rcond=1e-9)[0]
        return found

    def _adjustable(self, i: int) -> bool:
        n = self.few.effective
        if n < LEAST or self.few.variance(i) <= 0:
            return False
        if not self.columns[i].rate:
            return True
        share = self.few.mean(i) / self.columns[i].scale
        return n * min(share, 1 - share) >= RARE

    def counted(self, column: int) -> bool:
        """Whether the column's value is exact."""
        return self.exact and column in self._places

    def rows_of(self, column: int) -> int:
        """Deals (layouts, where all were counted) on which the column was measured."""
        if column not in self._places:
            return self.few.rows
        return self.many.weight if self.exact else self.many.rows

    def mean(self, column: int) -> float:
        """Mean of a column, in outcomes' own whole-number units."""
        if column in self._places:
            return self.many.mean(self._places[column])
        mean = self.few.mean(column)
        if column in self._fits:
            for j, b in zip(*self._fits[column], strict=True):
                mean += b * (self.many.mean(self._places[j]) - self.few.mean(j))
        if self.columns[column].percent:
            return min(max(mean, 0.0), float(self.columns[column].scale))
        return mean

    def variance(self, column: int) -> float:
        """Sample variance of a column."""
        if column in self._places:
            return self.many.variance(self._places[column])
        return self.few.variance(column)

    def effective_of(self, column: int) -> float:
        """Deals that would give a mean of such a variance without any adjustment."""
        if column in self._places:
            return self.many.effective
        if column not in self._fits:
            return self.few.effective
        variance = self.few.variance(column)
        return variance / self._error({column: 1.0}, variance)

    def difference(self, a: int, b: int) -> tuple[float, float]:
        """Mean and sample variance of one compared column minus another on the same deals."""
        i, j = self.compared[a], self.compared[b]
        return self.mean(i) - self.mean(j), self.few.difference(a, b)[1]

    def effective_difference(self, a: int, b: int) -> float:
        """Deals that would give the difference such a variance without any adjustment."""
        i, j = self.compared[a], self.compared[b]
        variance = self.few.difference(a, b)[1]
        if variance <= 0 or (i not in self._fits and j not in self._fits):
            return self.few.effective
        return variance / self._error({i: 1.0, j: -1.0}, variance)

    def _error(self, wanted: dict[int, float], variance: float) -> float:
        """Variance of the adjusted mean of a sum of slow columns with these factors."""
        explained: dict[int, float] = {}
        for i, factor in wanted.items():
            for j, b in zip(*self._fits.get(i, ((), ())), strict=True):
                explained[j] = explained.get(j, 0.0) + factor * float(b)
        residual = dict(wanted)
        for j, b in explained.items():
            residual[j] = residual.get(j, 0.0) - b
        n, many = self.few.effective, self.many.effective
        fitted = max(1.0, n - 1 - len(explained))
        unexplained = self._covariance(residual, residual) * (n - 1) / fitted
        unexplained = max(0.0, unexplained) + DOUBT / n * variance
        shared = self._covariance(explained, explained) + 2 * self._covariance(residual, explained)
        return unexplained / n + (0.0 if self.exact else max(0.0, shared) / many)

    def _covariance(self, left: dict[int, float], right: dict[int, float]) -> float:
        return sum(
            a * b * self.few.covariance(i, j) for i, a in left.items() for j, b in right.items()
        )
