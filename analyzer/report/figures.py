"""Numbers as a reader wants them: digits that follow the error, limits instead of zeros."""

from __future__ import annotations

from math import ceil, inf, isfinite

from analyzer.estimate.answer import Estimate
from analyzer.games.digits import decimals, fixed, plus_minus, trimmed

__all__ = ["cell", "decimals", "fixed", "number", "plus_minus", "trimmed"]

_PERCENT = 100.0


def cell(estimate: Estimate, exact: bool) -> str:
    """One estimate in a table; rates in percent.

    A sampled rate that never or always occurred shows the limit of its interval, rounded away
    from the extreme: ``<0.039``, ``>99.961``.
    """
    rate = estimate.column.rate
    scale = _PERCENT if estimate.column.percent else 1.0
    if exact or estimate.low == estimate.high:
        return trimmed(estimate.value * scale)
    if rate and estimate.value in (0.0, 1.0):
        return _limit(estimate)
    if not isfinite(estimate.half):
        return f"{trimmed(estimate.value * scale)} ±?"
    if rate and min(estimate.value, 1 - estimate.value) < estimate.half:
        # Too near the end for a ± that says what the interval is.
        digits = decimals(estimate.half * scale, 3)
        return f"{estimate.low * scale:.{digits}f}–{estimate.high * scale:.{digits}f}"
    return plus_minus(estimate.value, estimate.half, scale, most=3)


def _limit(estimate: Estimate) -> str:
    if estimate.value == 0.0:
        width = estimate.high * _PERCENT
        digits = decimals(width, 6)
        return f"<{ceil(width * 10**digits) / 10**digits:.{digits}f}"
    width = (1 - estimate.low) * _PERCENT
    digits = decimals(width, 6)
    return f">{_PERCENT - ceil(width * 10**digits) / 10**digits:.{digits}f}"


def number(value: float, low: float | None, high: float | None, rate: bool) -> str:
    """A value with its interval in a sentence: ``0.42 (0.31 to 0.53)``."""
    scale = _PERCENT if rate else 1.0
    sign = " %" if rate else ""
    if low is None or high is None:
        return f"{trimmed(value * scale)}{sign}"
    half = (high - low) / 2 * scale
    if half == 0:
        return f"{trimmed(value * scale)}{sign}"
    digits = decimals(half) if half < inf else 2
    ends = f"{fixed(low * scale, digits)} to {fixed(high * scale, digits)}"
    return f"{fixed(value * scale, digits)}{sign} ({ends})"
