"""The success rate that a contract needs to be worth as much as the alternative.

With M and F the mean scores of the contract when made and when failed, and W what the
alternative is worth, the contract breaks even at p = (W - F) / (M - F).
"""

from __future__ import annotations

from math import inf, isfinite

Triple = tuple[float, float, float]
"""A value with the ends of its interval."""


def needed_rate(
    success: float, score: float, score_made: float, worth: Triple, edges: tuple[float, float]
) -> Triple | None:
    """Break-even success rate, with the interval of ``worth`` carried over.

    Parameters
    ----------
    success, score
        The contract's success rate and mean score.
    score_made
        Mean of the score where made and 0 where failed.
    worth
        What the alternative is worth, with its interval.
    edges
        Scores of just making and of just failing, for a contract that never did one of both.

    Returns
    -------
    Rate with its interval, cut to 0 to 1; ``None`` where a failed contract is worth no less.
    """
    made = score_made / success if success > 0 else edges[0]
    failed = (score - score_made) / (1 - success) if success < 1 else edges[1]
    if made <= failed:
        return None

    def rate(value: float) -> float:
        if not isfinite(value):
            return 1.0 if value == inf else 0.0
        return min(1.0, max(0.0, (value - failed) / (made - failed)))

    value, low, high = worth
    return rate(value), rate(low), rate(high)
