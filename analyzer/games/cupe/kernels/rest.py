"""The rest of a match of Cupe, put together from hands played beforehand."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.legality import POINTS
from analyzer.games.cupe.kernels.scores import match_over, subtracts, value_of, win_share
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import pick_fast, step_fast, word_fast

POOL = 5
"""Places of a hand in the pool: points of the four seats, slams added, and the slam's seat."""
_TURN = np.uint64(3)


@kernel
def rest_of_match(totals, own, pool, rules, most, times, fast, now, scores):
    """How often seat ``own`` wins from ``totals`` int64 [4], in twelfths of a win.

    Continues the match ``times`` times with hands drawn from ``pool`` int64 [K, POOL], K a
    power of two, each turned round the table at random, for at most ``most`` hands; then the
    totals decide.  ``fast`` is the start of a fast stream; ``now`` and ``scores`` int64 [4]
    are work space (*modified in place*).
    """
    if match_over(totals, rules):
        return times * win_share(totals, own, rules)
    everything = value_of(POINTS, rules)
    won = 0
    for _ in range(times):
        fast = step_fast(fast)
        inner = word_fast(fast)
        now[:] = totals
        for _ in range(most):
            inner = step_fast(inner)
            word = word_fast(inner)
            row = pick_fast(word, pool.shape[0])
            turn = np.int64(word & _TURN)
            for seat in range(4):
                scores[(seat + turn) & 3] = pool[row, seat]
            if pool[row, 4] >= 0 and subtracts((pool[row, 4] + turn) & 3, rules, now, scores):
                for seat in range(4):
                    scores[seat] -= everything
            for seat in range(4):
                now[seat] += scores[seat]
            if match_over(now, rules):
                break
        won += win_share(now, own, rules)
    return won


@kernel
def chances(totals, own, pool, rules, most, times, fast, found):
    """:func:`rest_of_match` for each row of ``totals`` int64 [N, 4] into ``found`` int64 [N]."""
    now = np.zeros(4, np.int64)
    scores = np.zeros(4, np.int64)
    for i in range(totals.shape[0]):
        found[i] = rest_of_match(totals[i], own, pool, rules, most, times, fast, now, scores)
