"""Digits that follow the error: how many of an estimate's are worth printing."""

from __future__ import annotations

from math import ceil, floor, isfinite, log10

_EXACT_DIGITS = 4


def decimals(half: float, most: int = 4) -> int:
    """Decimals at which an estimate with an interval of half-width ``half`` should stop.

    One significant digit of the half-width, two where the first is 1 or 2.
    """
    if half <= 0 or not isfinite(half):
        return most
    first = floor(log10(half))
    digits = 1 if half / 10.0**first < 3 - 1e-9 else 0
    return max(0, min(most, digits - first))


def rounded_up(half: float, digits: int) -> float:
    """A half-width with so many decimals, never smaller than it is."""
    unit = 10.0**-digits
    return ceil(half / unit - 1e-9) * unit


def plus_minus(value: float, half: float, scale: float = 1.0, most: int = 4) -> str:
    """``61.3 ±1.0``: the value to the digits of its half-width, which is rounded up."""
    value, half = value * scale, half * scale
    if half == 0:
        return trimmed(value)
    digits = decimals(half, most)
    return f"{fixed(value, digits)} ±{rounded_up(half, digits):.{digits}f}"


def fixed(value: float, digits: int) -> str:
    """The value with so many decimals, and no minus before a zero."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def trimmed(value: float) -> str:
    """An exact value: four decimals at the most, without trailing zeros."""
    text = f"{value:.{_EXACT_DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
