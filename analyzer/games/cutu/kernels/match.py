"""Kernel of the match table: see :mod:`analyzer.games.cutu.match`."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.jit import kernel

_SWEEPS = 2000
_CLOSE = 1e-10


@kernel
def _after(own, other, target, floor, wins):
    """Chance of a side with ``own`` points when the other side speaks first next."""
    if own >= target or other >= target:
        return 1.0 if own > other else (0.0 if own < other else 0.5)
    return 1.0 - wins[max(other, floor) - floor, max(own, floor) - floor]


@kernel
def solve_match(pairs, chances, all_pass, deal_moves, target, floor, wins):
    """Fill ``wins`` float64 [S, S] (in place) by Gauss-Seidel sweeps from high scores down.

    The side that speaks first in one hand speaks second in the next, since the deal moves by
    one seat; after four passes it moves only with ``deal_moves``.  ``pairs`` int64 [k, 2] are
    points of the side that speaks first and of the other, with probabilities ``chances``.
    """
    size = wins.shape[0]
    for _ in range(_SWEEPS):
        change = 0.0
        for i in range(size - 1, -1, -1):
            for j in range(size - 1, -1, -1):
                own = i + floor
                other = j + floor
                total = 0.0
                for k in range(pairs.shape[0]):
                    total += chances[k] * _after(
                        own + pairs[k, 0], other + pairs[k, 1], target, floor, wins
                    )
                if deal_moves:
                    total += all_pass * _after(own, other, target, floor, wins)
                else:
                    total /= 1.0 - all_pass
                change = max(change, np.abs(total - wins[i, j]))
                wins[i, j] = total
        if change < _CLOSE:
            break
