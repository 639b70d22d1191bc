"""Intervals: for a fixed number of deals, and valid at every moment of a growing run.

=============  ==========================================  ==================================
quantity       fixed number of deals                       stop when precise enough
=============  ==========================================  ==================================
proportion     Wilson                                      beta-binomial mixture (Robbins 1970)
mean           normal from 1,000 deals, Student below      asymptotic confidence sequence
                                                           (Waudby-Smith et al., 2021)
=============  ==========================================  ==================================

A mean whose outcomes were all the same has no sample variance, which proves nothing about
the deals not seen: its interval is widened by what an unseen outcome, as frequent as the
proportion interval of "never" allows and as far off as the outcomes' range, could shift it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, log, log1p, sqrt

from analyzer.estimate.quantiles import log_beta, normal, standard_error, student

NORMAL_FROM = 1_000
"""Deals from which a mean's interval uses the normal quantile."""
TUNED_FOR = 5_000
"""Deals at which the asymptotic confidence sequence is narrowest."""

FIXED = "wilson"
SEQUENCE = "confidence sequence"
EXACT = "exact"


@dataclass(frozen=True)
class Interval:
    """An interval from ``low`` to ``high``; both infinite when nothing can be said."""

    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of the width."""
        return (self.high - self.low) / 2


def wilson(successes: float, n: float, confidence: float) -> Interval:
    """Wilson's score interval for a proportion (Wilson 1927), ``n`` > 0.

    ``n`` and ``successes`` may be effective sizes of a weighted sample.
    """
    z2 = normal(confidence) ** 2
    share = successes / n
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    low = 0.0 if successes <= 0 else max(0.0, centre - half)
    high = 1.0 if successes >= n else min(1.0, centre + half)
    return Interval(low, high)


def mean(
    value: float, variance: float, n: float, confidence: float, spread: float | None = None
) -> Interval:
    """Interval of a mean with the given sample variance over ``n`` independent deals.

    ``spread`` is the range of possible outcomes, used when all outcomes were the same; where it
    is not known (``None``), outcomes that never varied count as certain from 2 deals on.
    """
    if variance <= 0:
        return _never_varied(value, n, wilson(0, n, confidence).high, spread)
    if n < 2:
        return Interval(-inf, inf)
    quantile = normal(confidence) if n >= NORMAL_FROM else student(confidence, max(1, int(n) - 1))
    half = quantile * standard_error(variance, n)
    return Interval(value - half, value + half)


def proportion_sequence(successes: float, n: float, confidence: float) -> Interval:
    """Confidence sequence for a proportion: the beta-binomial mixture with a uniform prior.

    All p whose likelihood is at least ``1 - confidence`` times the mixture's: by Ville's
    inequality the true p stays inside at every n with at least that confidence.
    """
    failures = n - successes
    bound = log_beta(successes + 1, failures + 1) + log(1 - confidence)

    def inside(p: float) -> bool:
        value = 0.0
        if successes > 0:
            value += successes * log(p)
        if failures > 0:
            value += failures * log1p(-p)
        return value > bound

    top = successes / n
    low = 0.0 if successes <= 0 else _edge(inside, top, 0.0)
    high = 1.0 if failures <= 0 else _edge(inside, top, 1.0)
    return Interval(low, high)


def mean_sequence(
    value: float, variance: float, n: float, confidence: float, spread: float | None = None
) -> Interval:
    """Asymptotic confidence sequence for a mean (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas).

    Tuned to be narrowest at :data:`TUNED_FOR` deals, by the paper's approximate optimum.
    """
    if variance <= 0:
        return _never_varied(value, n, proportion_sequence(0, n, confidence).high, spread)
    if n < 2:
        return Interval(-inf, inf)
    alpha = 1 - confidence
    rho2 = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / TUNED_FOR
    scale = n * rho2 + 1
    half = sqrt(variance * 2 * scale / (n * n * rho2) * log(sqrt(scale) / alpha))
    return Interval(value - half, value + half)


def _never_varied(value: float, n: float, never: float, spread: float | None) -> Interval:
    if spread is None:
        return Interval(-inf, inf) if n < 2 else Interval(value, value)
    return Interval(value - never * spread, value + never * spread)


def _edge(inside: Callable[[float], bool], start: float, end: float) -> float:
    """The point between ``start`` (inside) and ``end`` (outside) where a set ends."""
    for _ in range(80):
        middle = (start + end) / 2
        if middle in (start, end):
            break
        if inside(middle):
            start = middle
        else:
            end = middle
    return end
