"""Variants of the house rules on the same deals: paired differences, Holm's adjustment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.estimate.answer import Method
from analyzer.estimate.intervals import NORMAL_FROM, Interval
from analyzer.estimate.quantiles import standard_error, student_tail
from analyzer.estimate.tally import Tally
from analyzer.games.base import Batch, Column, Derived, Plan

Key = tuple[tuple[tuple[str, int | str], ...], str, str]
"""Choice, level of play and measure: what columns of two plans are matched by."""


def column_key(column: Column) -> Key:
    """By what a column is matched with that of another plan."""
    return tuple(column.choice.items()), column.play, column.measure


class PairedPlan(Plan):
    """Several plans on the same deals: the base's columns, each other plan's, and differences.

    The plans must deal the same cards for the same seed and deal number.  ``places`` tells for
    each variant and each shared column its index among the columns: base, own, difference.
    ``identical`` marks variants whose rules are those of the base.
    """

    advise = None
    advise_play = ""

    def __init__(
        self, base: Plan, variants: Sequence[Plan], identical: Sequence[bool] = ()
    ) -> None:
        self.base = base
        self.identical = tuple(identical) or (False,) * len(variants)
        self.variants = tuple(variants)
        self.question = dict(base.question)
        columns = list(base.columns)
        at_base = {column_key(c): i for i, c in enumerate(base.columns)}
        self.places: list[dict[Key, tuple[int, int, int]]] = []
        self._picks: list[list[tuple[int, int]]] = []
        for plan in self.variants:
            places: dict[Key, tuple[int, int, int]] = {}
            picks = []
            for i, column in enumerate(plan.columns):
                key = column_key(column)
                if key not in at_base:
                    continue
                there = at_base[key]
                if base.columns[there].scale != column.scale:
                    raise ValueError(f"{column.measure} has two scales in plans to be compared")
                places[key] = (there, len(columns), len(columns) + 1)
                picks.append((i, there))
                spread = None if column.spread is None else 2 * column.spread
                columns += [
                    column,
                    Column(column.choice, column.play, column.measure, False, column.scale, spread),
                ]
            self.places.append(places)
            self._picks.append(picks)
        self.columns = tuple(columns)
        self.shared = self._shared_derived(at_base)
        self.crossed = tuple(sorted({i for _, _, a, b in self.shared for i in (*a, *b)}))

    def _shared_derived(
        self, at_base: dict[Key, int]
    ) -> list[tuple[int, Derived, tuple[int, ...], tuple[int, ...]]]:
        """Variant, derived measure, and its input columns under the base and the variant."""
        found = []
        for v, plan in enumerate(self.variants):
            for one in plan.derived:
                keys = [((), one.column.play, name) for name in one.inputs]
                if all(key in self.places[v] for key in keys):
                    ours = tuple(at_base[key] for key in keys)
                    found.append((v, one, ours, tuple(self.places[v][key][1] for key in keys)))
        return found

    def workspace(self) -> list[Any]:
        """One for each plan."""
        return [plan.workspace() for plan in (self.base, *self.variants)]

    def cost(self) -> float:
        """All plans together."""
        return sum(plan.cost() for plan in (self.base, *self.variants))

    def title(self, symbols: bool) -> str:
        """The base's."""
        return self.base.title(symbols)

    def compute(self, seed: int, first: int, count: int, workspace: list[Any]) -> Batch:
        """Every plan on the same deals."""
        ours = self.base.compute(seed, first, count, workspace[0]).outcomes
        parts = [ours]
        for plan, picks, space in zip(self.variants, self._picks, workspace[1:], strict=True):
            theirs = plan.compute(seed, first, count, space).outcomes
            pairs = np.empty((count, 2 * len(picks)), np.int64)
            for k, (own, there) in enumerate(picks):
                pairs[:, 2 * k] = theirs[:, own]
                pairs[:, 2 * k + 1] = theirs[:, own] - ours[:, there]
            parts.append(pairs)
        return Batch(np.concatenate(parts, axis=1))


@dataclass(frozen=True)
class Difference:
    """A measure under a variant against the base, in units.

    ``saved`` is the factor by which pairing cut the variance of the difference (1 when
    unpaired, ``None`` when nothing ever differed); ``p`` is two-sided, ``adjusted`` Holm's.
    """

    variant: int
    column: Column
    base_value: float
    value: float
    difference: float
    low: float
    high: float
    n: int
    paired: bool
    saved: float | None
    p: float
    adjusted: float = 1.0

    @property
    def clear(self) -> bool:
        """Whether the difference is told from zero after adjustment, at 5 %."""
        return self.adjusted < 0.05


def paired_differences(plan: PairedPlan, tally: Tally, method: Method) -> list[Difference]:
    """Every shared measure of every variant, with intervals of the paired differences."""
    found = []
    for variant, places in enumerate(plan.places):
        for there, own, both in places.values():
            column = plan.columns[own]
            if column.hidden:
                continue
            value, interval = method.of(plan.columns[both], tally, both)
            if plan.identical[variant]:
                interval = Interval(value, value)
            variance = tally.variance(both)
            apart = tally.variance(there) + tally.variance(own)
            found.append(
                Difference(
                    variant,
                    column,
                    tally.mean(there) / column.scale,
                    tally.mean(own) / column.scale,
                    value,
                    interval.low,
                    interval.high,
                    tally.rows,
                    True,
                    apart / variance if variance > 0 else None,
                    _p_value(tally.mean(both), variance, tally.rows),
                )
            )
    return found + [_derived_difference(plan, tally, method, *shared) for shared in plan.shared]


def _derived_difference(
    plan: PairedPlan,
    tally: Tally,
    method: Method,
    variant: int,
    one: Derived,
    ours: tuple[int, ...],
    theirs: tuple[int, ...],
) -> Difference:
    """The difference of a derived measure, its variance by the delta method."""
    base, other = (np.array([tally.mean(i) for i in at]) for at in (ours, theirs))
    ends = one.value(base), one.value(other)
    places = (*ours, *theirs)
    covariance = np.array([[tally.covariance(i, j) for j in places] for i in places])
    slopes = (_slope(one.value, base), _slope(one.value, other))
    gradient = np.concatenate([-slopes[0], slopes[1]])
    apart = sum(
        float(slope @ covariance[part, part] @ slope)
        for slope, part in zip(slopes, (slice(0, len(ours)), slice(len(ours), None)), strict=True)
    )
    variance = max(0.0, float(gradient @ covariance @ gradient))
    difference = ends[1] - ends[0]
    if plan.identical[variant]:
        difference = variance = 0.0
    interval = (
        Interval(0.0, 0.0)
        if plan.identical[variant]
        else method.of_mean(difference, variance, tally.rows)
    )
    return Difference(
        variant,
        one.column,
        ends[0],
        ends[1],
        difference,
        interval.low,
        interval.high,
        tally.rows,
        True,
        apart / variance if variance > 0 else None,
        _p_value(difference, variance, tally.rows),
    )


def _slope(
    function: Callable[[NDArray[np.float64]], float], at: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Gradient by central differences."""
    slopes = np.empty(len(at))
    for i in range(len(at)):
        step = np.zeros(len(at))
        step[i] = 1e-5 * max(1.0, abs(at[i]))
        slopes[i] = (function(at + step) - function(at - step)) / (2 * step[i])
    return slopes


def unpaired_differences(
    variant: int, base: Plan, base_tally: Tally, plan: Plan, tally: Tally, method: Method
) -> list[Difference]:
    """Shared measures of two plans run on deals of their own."""
    at_base = {column_key(c): i for i, c in enumerate(base.columns)}
    found = []
    for i, column in enumerate(plan.columns):
        there = at_base.get(column_key(column))
        if there is None or column.hidden:
            continue
        scale = column.scale
        ours, theirs = base_tally.mean(there) / base.columns[there].scale, tally.mean(i) / scale
        error2 = (
            base_tally.variance(there) / base.columns[there].scale ** 2 / base_tally.rows
            + tally.variance(i) / scale**2 / tally.rows
        )
        spread = None if column.spread is None else 2 * column.spread / scale
        interval = method.of_mean(theirs - ours, error2 * tally.rows, tally.rows, spread)
        p = _p_value(theirs - ours, error2 * tally.rows, tally.rows)
        found.append(
            Difference(
                variant,
                column,
                ours,
                theirs,
                theirs - ours,
                interval.low,
                interval.high,
                tally.rows,
                False,
                1.0,
                p,
            )
        )
    return found


def holm(differences: Sequence[Difference]) -> list[Difference]:
    """The same with Holm's step-down adjusted p-values (Holm 1979)."""
    order = sorted(range(len(differences)), key=lambda i: differences[i].p)
    adjusted = [1.0] * len(differences)
    highest = 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * differences[i].p))
        adjusted[i] = highest
    return [replace(d, adjusted=a) for d, a in zip(differences, adjusted, strict=True)]


def _p_value(mean: float, variance: float, n: float) -> float:
    if variance <= 0 or n < 2:
        return 1.0 if mean == 0 else 0.0
    errors = abs(mean) / standard_error(variance, n)
    # The same distribution as the interval's, so that a clear difference excludes zero.
    if n < NORMAL_FROM:
        return student_tail(errors, max(1, int(n) - 1))
    return 2 * NormalDist().cdf(-errors)
