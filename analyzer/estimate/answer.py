"""From tallies to answers: estimates with intervals, and advice with its margin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf

from analyzer.estimate import intervals
from analyzer.estimate.control import Controlled, controls
from analyzer.estimate.intervals import Interval
from analyzer.estimate.tally import Tally
from analyzer.games.base import Choice, Column, Plan

SAME_FROM = 1_000
"""Deals without a single difference after which two choices are called the same."""
NEGLIGIBLE_CHANCE = 0.001
"""Probabilities that differ by less are called the same."""
_MOST_MORE = 10**9

Means = Tally | Controlled
"""What is known of every column: from one run, or from few slow deals and many quick ones."""


@dataclass(frozen=True)
class Method:
    """How intervals are made: ``interval`` names the method, ``confidence`` its level."""

    interval: str = intervals.FIXED
    confidence: float = 0.95

    def of(self, column: Column, tally: Means, index: int) -> tuple[float, Interval]:
        """Value and interval of a column, in units."""
        raw = tally.mean(index)
        value = raw / column.scale
        if self.interval == intervals.EXACT or column.spread == 0 or tally.counted(index):
            return value, Interval(value, value)
        n = tally.effective_of(index)
        if column.rate:
            make = (
                intervals.proportion_sequence
                if self.interval == intervals.SEQUENCE
                else intervals.wilson
            )
            return value, make(value * n, n, self.confidence)
        spread = None if column.spread is None else column.spread / column.scale
        variance = tally.variance(index) / column.scale**2
        found = self.of_mean(value, variance, n, spread)
        if column.chance:
            # A mean of probabilities is one too, however wide its interval.
            found = Interval(max(0.0, found.low), min(1.0, found.high))
        return value, found

    def of_mean(
        self, value: float, variance: float, n: float, spread: float | None = None
    ) -> Interval:
        """Interval of a mean or of a mean difference; arguments as in :mod:`intervals`."""
        if self.interval == intervals.EXACT:
            return Interval(value, value)
        sequential = self.interval == intervals.SEQUENCE
        make = intervals.mean_sequence if sequential else intervals.mean
        return make(value, variance, n, self.confidence, spread)


@dataclass(frozen=True)
class Estimate:
    """One number of an answer: a column, its value and interval in units, from ``n`` deals."""

    column: Column
    value: float
    low: float
    high: float
    n: int

    @property
    def half(self) -> float:
        """Half of the interval's width; infinite when nothing can be said."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Advice:
    """The choice to make, and how sure that is.

    ``verdict`` is ``clear`` (better than every other choice), ``same`` (no worse than
    ``others``, which are worth the same) or ``unclear`` (``others`` may be better; ``more_deals``
    would probably tell).  The margin over the next choice, ``runner_up``, is paired.
    """

    choice: Choice
    play: str
    measure: str
    value: float
    margin: float | None
    margin_low: float | None
    margin_high: float | None
    verdict: str
    runner_up: Choice | None
    others: tuple[Choice, ...] = ()
    more_deals: int | None = None


def compared_columns(plan: Plan) -> list[int]:
    """Columns whose products the advice, derived measures, or control variates need."""
    advised = {
        i
        for i, column in enumerate(plan.columns)
        if _advised(plan, column, (plan.advise, *plan.also_advise))
    }
    controlled = {i for slow, quick in controls(plan.columns).items() for i in (slow, *quick)}
    return sorted(advised | set(plan.crossed) | controlled)


def _advised(plan: Plan, column: Column, measures: Sequence[str | None]) -> bool:
    """Whether a column stands for something that advice by one of the measures can choose."""
    return column.measure in measures and column.play == plan.advise_play and plan.competes(column)


def estimates(columns: Sequence[Column], tally: Means, method: Method) -> list[Estimate]:
    """An estimate for every column."""
    exact = method.interval == intervals.EXACT
    found = []
    for i, column in enumerate(columns):
        value, interval = method.of(column, tally, i)
        n = tally.weight if exact else tally.rows_of(i)
        found.append(Estimate(column, value, interval.low, interval.high, n))
    return found


def advise(plan: Plan, tally: Means, method: Method, measure: str | None = None) -> Advice | None:
    """Which choice to make by a measure; ``None`` where there is nothing to choose.

    ``measure`` is one of the plan's: that of its advice when not given.
    """
    measure = measure or plan.advise
    columns = {a: plan.columns[i] for a, i in enumerate(tally.compared)}
    places = [a for a, column in columns.items() if _advised(plan, column, (measure,))]
    if measure is None or len(places) < 2 or tally.rows == 0:
        return None
    values = {a: tally.mean(tally.compared[a]) / columns[a].scale for a in places}
    negligible = NEGLIGIBLE_CHANCE if columns[places[0]].percent else plan.negligible

    def rank(a: int) -> tuple[float, float]:
        return values[a], plan.prefer(columns[a].choice)

    best = max(places, key=rank)
    margins = {a: _Margin.of(best, a, columns, tally, method) for a in places if a != best}
    same = [a for a, margin in margins.items() if margin.same(negligible, tally, method)]
    if same:
        leader = max([best, *same], key=lambda a: plan.prefer(columns[a].choice))
        same = [a for a in [best, *same] if a != leader]
        best = leader
        margins = {a: _Margin.of(best, a, columns, tally, method) for a in places if a != best}
    rest = [a for a in margins if a not in same]
    unclear = [a for a in rest if margins[a].interval.low <= 0]
    runner = min(rest or same, key=lambda a: margins[a].value)
    verdict = "unclear" if unclear else "same" if same else "clear"
    others = unclear or same
    margin = margins[runner]
    finite = margin.interval.high < inf
    return Advice(
        choice=columns[best].choice,
        play=plan.advise_play,
        measure=measure,
        value=values[best],
        margin=margin.value,
        margin_low=margin.interval.low if finite else None,
        margin_high=margin.interval.high if finite else None,
        verdict=verdict,
        runner_up=columns[runner].choice,
        others=tuple(columns[a].choice for a in others),
        more_deals=max((margins[a].more(tally) for a in unclear), default=None),
    )


@dataclass(frozen=True)
class _Margin:
    """By how much one choice beats another, on the same deals, in units."""

    value: float
    variance: float
    interval: Interval

    @classmethod
    def of(
        cls, a: int, b: int, columns: Mapping[int, Column], tally: Means, method: Method
    ) -> _Margin:
        scale = columns[a].scale
        mean, variance = tally.difference(a, b)
        value, variance = mean / scale, variance / scale**2
        spread = columns[a].spread
        interval = method.of_mean(
            value,
            variance,
            tally.effective_difference(a, b),
            None if spread is None else 2 * spread / scale,
        )
        return cls(value, variance, interval)

    def same(self, negligible: float, tally: Means, method: Method) -> bool:
        """Whether the two choices are worth the same for all that matters."""
        if method.interval == intervals.EXACT:
            return abs(self.value) <= 1e-12
        if self.variance <= 0 and self.value == 0:
            return tally.rows >= SAME_FROM
        return -negligible < self.interval.low and self.interval.high < negligible

    def more(self, tally: Means) -> int:
        """About how many more deals would show that the margin is not zero."""
        if self.value <= 0 or self.interval.half == inf:
            return min(_MOST_MORE, max(tally.rows, SAME_FROM))
        factor = (self.interval.half / self.value) ** 2
        return min(_MOST_MORE, max(1, ceil(tally.rows * (1.1 * factor - 1))))
