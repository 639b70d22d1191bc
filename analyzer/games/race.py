"""Many candidates, few worth measuring: a race on common deals that keeps the best.

Sequential halving (Karnin, Koren and Somekh, ICML 2013): rounds of about equal cost, each
with the better half of the last, on more deals; who is clearly behind leaves at once.  The
last few are raced on until the best of them is clear or the budget ends.  The race only
picks; what is reported must be measured again on other deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Plan, Trial

BEHIND = 4.0
"""Standard errors behind the best with which a candidate leaves before its half does."""
CLEAR = 3.0
"""Standard errors ahead of all others with which the best is clear."""
_LEAST = 30
"""Deals before standard errors are trusted."""


@dataclass(frozen=True)
class Race:
    """How a race ended: ``order`` the candidates kept, best first; ``clear`` if one won it.

    ``deals`` the deals that the last ones were played on, ``playouts`` all hands played.
    """

    order: tuple[int, ...]
    deals: int
    playouts: int
    clear: bool


def race(
    trial: Trial,
    plan_of: Callable[[Sequence[int]], Plan],
    candidates: int,
    keep: int,
    budget: int,
) -> Race:
    """The best ``keep`` of a number of candidates.

    Parameters
    ----------
    trial
        Computes deals of a plan.
    plan_of
        The plan whose columns are the outcomes, more being better, of the candidates named.
    candidates, keep
        How many there are (0 to candidates - 1), and how many to keep at the most.
    budget
        About how many outcomes to compute in all.
    """
    alive = np.arange(candidates)
    seen = np.empty((0, candidates), np.int64)
    rounds = max(0, ceil(log2(candidates / keep))) if candidates > keep else 0
    share = budget // (rounds + 1)
    spent = 0
    for _ in range(rounds):
        seen, cost = _more(trial, plan_of, alive, seen, max(1, share // len(alive)))
        spent += cost
        order, behind = _standing(seen)
        stay = order[: max(keep, ceil(len(order) / 2))]
        near = stay[behind[stay] < BEHIND] if len(seen) >= _LEAST else stay
        stay = near if len(near) >= keep else stay[:keep]
        alive, seen = alive[stay], seen[:, stay]
    while spent < budget and not _clear(seen):
        count = min(max(len(seen) // 2, _LEAST), max(1, (budget - spent) // len(alive)))
        seen, cost = _more(trial, plan_of, alive, seen, count)
        spent += cost
    order, _ = _standing(seen)
    return Race(tuple(int(i) for i in alive[order[:keep]]), len(seen), spent, _clear(seen))


def _clear(seen: NDArray[np.int64]) -> bool:
    """Whether the best is clearly ahead of all others."""
    if len(seen) < _LEAST:
        return False
    order, behind = _standing(seen)
    return bool((behind[order[1:]] > CLEAR).all())


def _more(
    trial: Trial,
    plan_of: Callable[[Sequence[int]], Plan],
    alive: NDArray[np.int64],
    seen: NDArray[np.int64],
    count: int,
) -> tuple[NDArray[np.int64], int]:
    """Outcomes with those of ``count`` more deals, and what these cost."""
    found = trial(plan_of([int(i) for i in alive]), len(seen), count)
    return np.concatenate([seen, found]), found.size


def _standing(seen: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Places from the best to the worst, and standard errors behind the best, paired."""
    means = seen.mean(axis=0)
    order = np.argsort(-means, kind="stable")
    gaps = (seen[:, order[:1]] - seen).astype(np.float64)
    errors = gaps.std(axis=0, ddof=1) / len(seen) ** 0.5 if len(seen) > 1 else np.zeros(len(means))
    mean_gaps = gaps.mean(axis=0)
    behind = np.divide(mean_gaps, errors, out=np.zeros(len(means)), where=errors > 0)
    # A gap that is the same on every deal is as clear as can be.
    behind[(errors == 0) & (mean_gaps > 0)] = np.inf
    return order, behind
