"""Simple rules fitted to sampled results, and what they cost against the full calculation.

Letters: ``N`` rows (hands), ``F`` features, ``C`` choices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FOLDS = 5
_NOTHING = 1e-9
_AHEAD = 1
_MOST_AHEAD = 2_000
"""Cells from which a split is chosen by itself, without looking ahead: that would take long."""


@dataclass(frozen=True)
class Node:
    """A part of the rows, by the values of their features.

    ``bounds`` float64 [F, 2]: above the first (not included) up to the second (included);
    ``first`` float64 [F] the smallest values seen; ``rows`` how many rows were fitted; ``choice``
    the best for them.
    """

    bounds: Floats
    first: Floats
    rows: int
    choice: int


@dataclass(frozen=True)
class _Cells:
    """Rows with the same features taken together: M cells.

    ``features`` float64 [M, F], ``sums`` of scores float64 [M, C], ``counts`` int64 [M].
    """

    features: Floats
    sums: Floats
    counts: Ints

    @classmethod
    def of(cls, features: Floats, scores: Floats) -> _Cells:
        cells, places = np.unique(features, axis=0, return_inverse=True)
        places = places.ravel()
        return cls(cells, _totals(places, scores), np.bincount(places, minlength=len(cells)))

    def part(self, inside: NDArray[np.bool_]) -> _Cells:
        return _Cells(self.features[inside], self.sums[inside], self.counts[inside])

    def node(self, bounds: Floats) -> Node:
        choice = int(np.argmax(self.sums.sum(axis=0)))
        return Node(bounds, self.features.min(axis=0), int(self.counts.sum()), choice)


@dataclass(frozen=True)
class _Split:
    """A cut of a part: what it gains with a further one, and by itself."""

    gain: float = 0.0
    own: float = 0.0
    feature: int = -1
    edge: float = 0.0

    def better(self, other: _Split) -> bool:
        """Of two that gain the same in the end, the one that gains it at once."""
        if abs(self.gain - other.gain) > _NOTHING:
            return self.gain > other.gain
        return self.gain > _NOTHING and self.own > other.own + _NOTHING


def fit_tree(features: Floats, scores: Floats, leaves: int, least: int) -> list[Node]:
    """Leaves of a tree that picks the choice with the highest total score.

    Splits the leaf whose best split gains most, a further split of its parts included, until there
    are ``leaves`` or nothing is gained; no leaf has fewer than ``least`` rows.

    Parameters
    ----------
    features, scores
        float64 [N, F] and [N, C].
    """
    everything = np.tile([-np.inf, np.inf], (features.shape[1], 1))
    found = [(everything, _Cells.of(features, scores))]
    while len(found) < leaves:
        splits = [_best_split(cells, least, _AHEAD) for _, cells in found]
        at = max(range(len(found)), key=lambda i: (splits[i].gain, -i))
        best = splits[at]
        if best.gain <= _NOTHING:
            break
        bounds, cells = found.pop(at)
        below, above = bounds.copy(), bounds.copy()
        below[best.feature, 1] = above[best.feature, 0] = best.edge
        low = cells.features[:, best.feature] <= best.edge
        found[at:at] = [(below, cells.part(low)), (above, cells.part(~low))]
    return _merged([cells.node(bounds) for bounds, cells in found])


def _merged(found: list[Node]) -> list[Node]:
    """Neighbouring leaves with one choice that differ in a single feature, put together."""
    merged: list[Node] = []
    for node in found:
        while merged and merged[-1].choice == node.choice:
            last = merged[-1]
            differs = np.flatnonzero((last.bounds != node.bounds).any(axis=1))
            if len(differs) != 1 or last.bounds[differs[0], 1] != node.bounds[differs[0], 0]:
                break
            bounds = last.bounds.copy()
            bounds[differs[0], 1] = node.bounds[differs[0], 1]
            first = np.minimum(last.first, node.first)
            node = Node(bounds, first, last.rows + node.rows, node.choice)
            merged.pop()
        merged.append(node)
    return merged


def _best_split(cells: _Cells, least: int, ahead: int) -> _Split:
    """The best split of a part, looking ``ahead`` further splits of what it makes."""
    if len(cells.counts) > _MOST_AHEAD:
        ahead = 0
    total = cells.sums.sum(axis=0)
    best = _Split()
    for feature in range(cells.features.shape[1]):
        values, places = np.unique(cells.features[:, feature], return_inverse=True)
        if len(values) < 2:
            continue
        below = np.cumsum(_totals(places, cells.sums), axis=0)[:-1]
        count = np.cumsum(np.bincount(places, cells.counts, len(values)))[:-1]
        gains = below.max(axis=1) + (total - below).max(axis=1) - total.max()
        for at in np.flatnonzero((count >= least) & (cells.counts.sum() - count >= least)):
            own = further = float(gains[at])
            if ahead:
                low = cells.features[:, feature] <= values[at]
                parts = (cells.part(low), cells.part(~low))
                further += max(_best_split(part, least, ahead - 1).gain for part in parts)
            found = _Split(further, own, feature, float(values[at]))
            if found.better(best):
                best = found
    return best


def _totals(places: NDArray[np.integer], values: Floats) -> Floats:
    """Sums of the rows of ``values`` [N, C] by place: float64 [places, C]."""
    size = int(places.max()) + 1
    return np.stack([np.bincount(places, column, size) for column in values.T], 1).astype(float)


def tree_picks(nodes: list[Node], features: Floats) -> Ints:
    """The choice of a tree for each row, int64 [N]."""
    picks = np.zeros(len(features), np.int64)
    for node in nodes:
        inside = ((features > node.bounds[:, 0]) & (features <= node.bounds[:, 1])).all(axis=1)
        picks[inside] = node.choice
    return picks


@dataclass(frozen=True)
class Count:
    """Whole ``weights`` int64 [F], and the sum from which the second choice is picked."""

    weights: Ints
    threshold: int


def fit_points(features: Floats, scores: Floats, most: int) -> Count:
    """Whole points up to ``most`` that tell two choices apart; ``scores`` float64 [N, 2].

    Least squares of the gain of the second choice, rounded at the scale that scores best.
    """
    gain = scores[:, 1] - scores[:, 0]
    slopes = least_squares(features, gain)[0][1:]
    largest = np.abs(slopes).max()
    best: tuple[float, Count] | None = None
    for top in range(1, most + 1):
        weights = np.rint(slopes / largest * top).astype(np.int64) if largest > 0 else None
        if weights is None or not weights.any():
            weights = np.ones(len(slopes), np.int64)
        sums = np.floor(features @ weights).astype(np.int64)
        values, places = np.unique(sums, return_inverse=True)
        totals = np.bincount(places, gain, len(values))
        above = np.append(np.cumsum(totals[::-1])[::-1], 0.0)
        at = int(np.argmax(above))
        threshold = int(values[at]) if at < len(values) else int(values[-1]) + 1
        if best is None or above[at] > best[0] + 1e-9:
            best = (float(above[at]), Count(weights, threshold))
    assert best is not None
    return best[1]


def points_picks(count: Count, features: Floats) -> Ints:
    """The choice of a point count for each row, int64 [N]."""
    return ((features @ count.weights) >= count.threshold).astype(np.int64)


def least_squares(features: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Intercept and slopes, and their HC1 standard errors (MacKinnon and White 1985).

    float64 [1 + F] each; ``features`` [N, F] of full rank with the intercept.
    """
    x = np.column_stack([np.ones(len(features)), features])
    inverse = np.linalg.pinv(x.T @ x)
    slopes = inverse @ (x.T @ values)
    scaled = x * (values - x @ slopes)[:, None]
    n, k = x.shape
    covariance = inverse @ (scaled.T @ scaled) @ inverse * (n / max(1, n - k))
    return slopes, np.sqrt(np.clip(np.diag(covariance), 0, None))


def held_out(
    features: Floats, scores: Floats, picks: Callable[[Floats, Floats, Floats], Ints]
) -> Ints:
    """Choices of rules fitted without the rows they choose for, int64 [N].

    ``picks`` fits to its first two arguments, features and scores, and chooses for the third.
    """
    parts = np.arange(len(features)) % FOLDS
    found = np.zeros(len(features), np.int64)
    for part in range(FOLDS):
        out = parts == part
        if out.any():
            found[out] = picks(features[~out], scores[~out], features[out])
    return found
