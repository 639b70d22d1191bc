"""Sums over deals: everything an estimate needs, in memory that does not grow.

Sums are of whole numbers and kept as Python integers, so they are exact and do not depend
on how the deals were split into batches or in which order the batches were added.

Letters: ``N`` deals, ``C`` columns, ``A`` compared columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch

Ints = NDArray[np.object_]

_EXACT_FLOAT = 2**53
_LARGEST = 2**22
"""Outcomes times weights stay below this, so that a batch's sums of squares fit 64 bits."""


@dataclass
class Tally:
    """Sums over the deals seen so far.

    With weights w and outcomes x: ``rows`` is N; ``weight`` and ``weight2`` are the sums of w
    and w w; ``sums``, ``sums2`` and ``squares`` [C] those of w x, w w x and w w x x; ``cross``
    [A, A] that of w w x y for the compared columns.
    """

    compared: tuple[int, ...]
    rows: int
    weight: int
    weight2: int
    sums: Ints
    sums2: Ints
    squares: Ints
    cross: Ints

    @classmethod
    def empty(cls, columns: int, compared: Sequence[int] = ()) -> Tally:
        """A tally of no deals; ``compared`` are columns whose differences will be wanted."""
        zeros = np.full(columns, 0, object)
        size = len(compared)
        return cls(
            tuple(compared),
            0,
            0,
            0,
            zeros,
            zeros.copy(),
            zeros.copy(),
            np.full((size, size), 0, object),
        )

    @classmethod
    def of(cls, batch: Batch, compared: Sequence[int] = ()) -> Tally:
        """The tally of one batch; a ValueError for outcomes too large to be summed exactly."""
        x = batch.outcomes
        weight = 1 if batch.weights is None else int(batch.weights.max(initial=1))
        if x.size and int(np.abs(x).max()) * weight >= _LARGEST:
            raise ValueError(f"outcomes times weights must stay below {_LARGEST}")
        rows = len(x)
        picked = x[:, list(compared)]
        if batch.weights is None:
            sums = x.sum(axis=0)
            return cls(
                tuple(compared),
                rows,
                rows,
                rows,
                sums.astype(object),
                sums.astype(object),
                np.einsum("ij,ij->j", x, x).astype(object),
                _products(picked, picked),
            )
        w = batch.weights
        wx = x * w[:, None]
        return cls(
            tuple(compared),
            rows,
            int(w.sum()),
            int((w * w).sum()),
            wx.sum(axis=0).astype(object),
            (wx * w[:, None]).sum(axis=0).astype(object),
            np.einsum("ij,ij->j", wx, wx).astype(object),
            _products(picked * w[:, None], picked * w[:, None]),
        )

    def add(self, other: Tally) -> None:
        """Add the sums of another run of deals of the same plan."""
        if self.compared != other.compared or len(self.sums) != len(other.sums):
            raise ValueError("tallies of different plans cannot be added")
        self.rows += other.rows
        self.weight += other.weight
        self.weight2 += other.weight2
        self.sums = self.sums + other.sums
        self.sums2 = self.sums2 + other.sums2
        self.squares = self.squares + other.squares
        self.cross = self.cross + other.cross

    @property
    def effective(self) -> float:
        """Effective number of deals (Kish): the number itself when all weights are equal."""
        return self.weight * self.weight / self.weight2 if self.weight2 else 0.0

    def mean(self, column: int) -> float:
        """Weighted mean of a column, in outcomes' own whole-number units."""
        return float(self.sums[column]) / self.weight if self.weight else 0.0

    def variance(self, column: int) -> float:
        """Sample variance of a column: over :attr:`effective`, that of its mean."""
        m = self.mean(column)
        return self._sample_variance(
            int(self.squares[column]), int(self.sums2[column]), int(self.sums[column]), m
        )

    def difference(self, a: int, b: int) -> tuple[float, float]:
        """Mean and sample variance of column ``a`` minus column ``b`` on the same deals.

        ``a`` and ``b`` are positions in :attr:`compared`.
        """
        i, j = self.compared[a], self.compared[b]
        squares = int(self.cross[a, a]) - 2 * int(self.cross[a, b]) + int(self.cross[b, b])
        sums2 = int(self.sums2[i]) - int(self.sums2[j])
        sums = int(self.sums[i]) - int(self.sums[j])
        m = sums / self.weight if self.weight else 0.0
        return m, self._sample_variance(squares, sums2, sums, m)

    def covariance(self, i: int, j: int) -> float:
        """Sample covariance of two compared columns: over :attr:`effective`, that of the means.

        ``i`` and ``j`` are indices of columns.
        """
        if self.rows < 2 or not self.weight2:
            return 0.0
        cross = int(self.cross[self.compared.index(i), self.compared.index(j)])
        if self.weight == self.rows == self.weight2:
            spread = self.rows * cross - int(self.sums[i]) * int(self.sums[j])
            return float(spread / (self.rows * (self.rows - 1)))
        a, b = self.mean(i), self.mean(j)
        spread_w = (
            cross - a * float(self.sums2[j]) - b * float(self.sums2[i]) + a * b * self.weight2
        )
        return spread_w / self.weight2 * self.rows / (self.rows - 1)

    def effective_of(self, column: int) -> float:
        """Effective number of deals behind the mean of a column: that of all."""
        return self.effective

    def effective_difference(self, a: int, b: int) -> float:
        """Effective number of deals behind a difference of two compared columns: that of all."""
        return self.effective

    def rows_of(self, column: int) -> int:
        """Number of deals on which a column was measured: that of all."""
        return self.rows

    def counted(self, column: int) -> bool:
        """Whether a column alone is exact: never in one run, whose method says it for all."""
        return False

    def _sample_variance(self, squares: int, sums2: int, sums: int, m: float) -> float:
        if self.rows < 2 or not self.weight2:
            return 0.0
        if self.weight == self.rows == self.weight2:
            # Whole numbers until the last division: no cancellation.
            spread = self.rows * squares - sums * sums
            return spread / (self.rows * (self.rows - 1))
        spread_w = squares - 2 * m * sums2 + m * m * self.weight2
        return max(0.0, spread_w / self.weight2) * self.rows / (self.rows - 1)


def _products(a: NDArray[np.int64], b: NDArray[np.int64]) -> Ints:
    """Exact ``a.T @ b``: in doubles while every partial sum stays below 2**53."""
    if a.size == 0:
        return np.full((a.shape[1], b.shape[1]), 0, object)
    largest = int(np.abs(a).max()) * int(np.abs(b).max()) * a.shape[0]
    if largest < _EXACT_FLOAT:
        found = np.rint(a.T.astype(float) @ b.astype(float)).astype(np.int64)
    else:
        found = a.T @ b
    products: Ints = found.astype(object)
    return products
