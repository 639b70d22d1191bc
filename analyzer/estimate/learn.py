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


@dataclass(frozen=True)
class Node:
    """A part of the rows, by the values of their features.

    ``bounds`` float64 [F, 2]: above the first (not included) up to the second (included);
    ``rows`` int64 are the rows fitted; ``choice`` is the best for them.
    """

    bounds: Floats
    rows: Ints
    choice: int


def fit_tree(features: Floats, scores: Floats, leaves: int, least: int) -> list[Node]:
    """Leaves of a tree that picks the choice with the highest total score.

    Splits the leaf whose best split gains most, until there are ``leaves`` or nothing is gained;
    no leaf has fewer than ``least`` rows.

    Parameters
    ----------
    features, scores
        float64 [N, F] and [N, C].
    """
    everything = np.tile([-np.inf, np.inf], (features.shape[1], 1))
    found = [_node(everything, np.arange(len(features)), scores)]
    while len(found) < leaves:
        splits = [_best_split(node, features, scores, least) for node in found]
        best = max(range(len(found)), key=lambda i: splits[i][0])
        gain, feature, edge = splits[best]
        if gain <= 1e-9:
            break
        node = found.pop(best)
        below, above = node.bounds.copy(), node.bounds.copy()
        below[feature, 1] = above[feature, 0] = edge
        low = features[node.rows, feature] <= edge
        found[best:best] = [
            _node(below, node.rows[low], scores),
            _node(above, node.rows[~low], scores),
        ]
    return _merged(found)


def _node(bounds: Floats, rows: Ints, scores: Floats) -> Node:
    return Node(bounds, rows, int(np.argmax(scores[rows].sum(axis=0))))


def _merged(found: list[Node]) -> list[Node]:
    """Neighbouring leaves with one choice that differ in a single feature, put together."""
    merged: list[Node] = []
    for node in found:
        last = merged[-1] if merged else None
        if last is not None and last.choice == node.choice:
            differs = np.flatnonzero((last.bounds != node.bounds).any(axis=1))
            if len(differs) == 1:
                bounds = last.bounds.copy()
                bounds[differs[0], 1] = node.bounds[differs[0], 1]
                rows = np.concatenate([last.rows, node.rows])
                merged[-1] = Node(bounds, rows, node.choice)
                continue
        merged.append(node)
    return merged


def _best_split(
    node: Node, features: Floats, scores: Floats, least: int
) -> tuple[float, int, float]:
    """Gain and feature of the best split of a leaf, and the last value below it."""
    total = scores[node.rows].sum(axis=0)
    best = (0.0, -1, 0.0)
    for feature in range(features.shape[1]):
        values, places = np.unique(features[node.rows, feature], return_inverse=True)
        if len(values) < 2:
            continue
        sums = np.stack(
            [np.bincount(places, column, len(values)) for column in scores[node.rows].T], axis=1
        )
        below = np.cumsum(sums, axis=0)[:-1]
        count = np.cumsum(np.bincount(places, minlength=len(values)))[:-1]
        gains = below.max(axis=1) + (total - below).max(axis=1) - total.max()
        gains[(count < least) | (len(node.rows) - count < least)] = -np.inf
        at = int(np.argmax(gains))
        if gains[at] > best[0]:
            best = (float(gains[at]), feature, float(values[at]))
    return best


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
        sums = (features @ weights).astype(np.int64)
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
