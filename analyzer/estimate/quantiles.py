"""Quantiles of the normal and of Student's distribution, without SciPy at run time."""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

_TINY = 1e-300
_CLOSE = 1e-15


@lru_cache
def normal(confidence: float) -> float:
    """Half-width, in standard errors, of the central interval of a normal distribution."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


@lru_cache
def student(confidence: float, freedom: int) -> float:
    """The same for Student's t with ``freedom`` (1 or more) degrees of freedom.

    Found by bisection on the two-sided tail, a regularised incomplete beta function
    (Abramowitz and Stegun 26.7.1).
    """
    tail = 1 - confidence
    low, high = 0.0, 1.0
    while student_tail(high, freedom) > tail:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        if student_tail(middle, freedom) > tail:
            low = middle
        else:
            high = middle
        if high - low < 1e-13 * high:
            break
    return (low + high) / 2


def student_tail(t: float, freedom: int) -> float:
    """Probability that Student's t with ``freedom`` degrees of freedom is beyond ±t."""
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def log_beta(a: float, b: float) -> float:
    """Logarithm of the beta function."""
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = exp(a * log(x) + b * log1p(-x) - log_beta(a, b)) / a
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _TINY else _TINY)
    fraction = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for numerator in (even, odd):
            d = 1 + numerator * d
            d = 1 / (d if abs(d) > _TINY else _TINY)
            c = 1 + numerator / c
            c = c if abs(c) > _TINY else _TINY
            fraction *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return front * fraction


def standard_error(variance: float, n: float) -> float:
    """Standard error of a mean of ``n`` independent values of the given sample variance."""
    return sqrt(max(variance, 0.0) / n)
