"""What a house rule changes: variants against a base, with intervals and plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any

from analyzer.estimate.answer import Method
from analyzer.estimate.paired import (
    Difference,
    PairedPlan,
    column_key,
    holm,
    paired_differences,
    unpaired_differences,
)
from analyzer.games.base import Game, Plan
from analyzer.games.rules import Rules, show
from analyzer.report.odds import SCHEMA, rules_dict
from analyzer.run.threads import Progress, Target, run
from analyzer.version import __version__

if TYPE_CHECKING:
    import pandas as pd

MATCH_SHARE = 10
"""Matches are longer than deals: one for so many of the deals asked for."""


@dataclass(frozen=True)
class Variant:
    """Rules to compare, and the name they go by."""

    name: str
    rules: Rules


@dataclass(frozen=True)
class Comparison:
    """What ``compare`` found; ``frame`` has a row per variant and measure."""

    game: Game
    base: Variant
    variants: tuple[Variant, ...]
    play: str
    seed: int
    differences: tuple[Difference, ...]
    meanings: dict[str, str]
    deviations: tuple[float, ...]
    """For each difference: the standard deviation of the measure under the base, in units."""
    deals: int
    seconds: float
    interrupted: bool = False
    notes: tuple[str, ...] = ()

    @cached_property
    def effects(self) -> list[float]:
        """For each difference: its size in standard deviations of the measure."""
        return [
            abs(d.difference) / deviation if deviation > 0 else float(d.difference != 0)
            for d, deviation in zip(self.differences, self.deviations, strict=True)
        ]

    @cached_property
    def frame(self) -> pd.DataFrame:
        """Tidy: variant, base, choice columns, play, measure, values, difference, interval."""
        import pandas as pd

        return pd.DataFrame([self._row(d, flat=True) for d in self.differences])

    def _row(self, d: Difference, flat: bool = False) -> dict[str, Any]:
        choice = dict(d.column.choice)
        head: dict[str, Any] = {"variant": self.variants[d.variant].name, "base": self.base.name}
        head |= choice if flat else {"choice": choice}
        return head | {
            "play": d.column.play,
            "measure": d.column.measure,
            "base_value": d.base_value,
            "value": d.value,
            "difference": d.difference,
            "low": d.low if isfinite(d.low) else None,
            "high": d.high if isfinite(d.high) else None,
            "n": d.n,
            "paired": d.paired,
            "saved": d.saved,
            "p": d.p,
            "p_holm": d.adjusted,
        }

    def to_dict(self) -> dict[str, Any]:
        """The comparison as strict JSON values."""
        return {
            "schema": SCHEMA,
            "command": "compare",
            "game": self.game.name,
            "version": __version__,
            "rules": rules_dict(self.base.rules),
            "variants": {v.name: rules_dict(v.rules) for v in self.variants},
            "method": {
                "plays": [self.play],
                "deals": self.deals,
                "exact": False,
                "seed": self.seed,
                "interval": "normal, paired on the deal",
                "confidence": 0.95,
                "adjustment": "holm",
                "seconds": round(self.seconds, 3),
                "interrupted": self.interrupted,
            },
            "rows": [self._row(d) for d in self.differences],
            "summary": self.sentences,
            "meanings": self.meanings,
            "notes": list(self.notes),
        }

    def _rank(self, i: int) -> tuple[bool, float]:
        """Clear differences first, then by size."""
        return not self.differences[i].clear, -self.effects[i]

    def of_variant(self, variant: int) -> list[int]:
        """Places of a variant's differences: clear ones first, the largest effects first."""
        mine = [i for i, d in enumerate(self.differences) if d.variant == variant]
        return sorted(mine, key=lambda i: (*self._rank(i), i))

    @property
    def ranking(self) -> list[int]:
        """Variants by their largest effect, those with a clear one first."""
        nothing = (True, 0.0)
        best = [
            min((self._rank(i) for i in self.of_variant(v)), default=nothing)
            for v in range(len(self.variants))
        ]
        return sorted(range(len(self.variants)), key=best.__getitem__)

    @cached_property
    def sentences(self) -> list[str]:
        """Three sentences that a player understands."""
        from analyzer.report.compare_text import summary

        return summary(self)


def compare_rules(
    game: Game,
    base: Variant,
    variants: Sequence[Variant],
    play: str,
    deals: int,
    seed: int,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Measure every variant against the base on the same deals, where they deal the same cards."""
    found: list[Difference] = []
    spreads: list[float] = []
    meanings: dict[str, str] = {}
    seconds, interrupted, measured = 0.0, False, 0
    notes: list[str] = []
    key = game.deal_key(base.rules)
    together = [i for i, v in enumerate(variants) if game.deal_key(v.rules) == key]
    apart = [i for i in range(len(variants)) if i not in together]
    studies = game.study(base.rules, play)
    for k, plan in enumerate(studies):
        wanted = deals if plan.unit_of_plan == "deal" else max(200, deals // MATCH_SHARE)
        meanings |= plan.meanings
        notes += [note for note in plan.notes if note not in notes]
        others = [game.study(variants[i].rules, play)[k] for i in together]
        same = [variants[i].rules == base.rules for i in together]
        paired = PairedPlan(plan, others, same)
        result = run(paired, seed, Target(wanted), workers, progress)
        seconds, interrupted = seconds + result.seconds, interrupted or result.interrupted
        measured = max(measured, result.tally.rows if plan.unit_of_plan == "deal" else 0)
        deviations = {
            i: sqrt(max(0.0, result.tally.variance(i))) / c.scale
            for i, c in enumerate(plan.columns)
        }
        if result.tally.rows:
            for d in paired_differences(paired, result.tally, result.method):
                _gather(found, spreads, d, together[d.variant], plan, deviations)
        for i in apart:
            other = game.study(variants[i].rules, play)[k]
            single = run(other, (seed + 1) % 2**64, Target(wanted), workers, progress)
            seconds, interrupted = seconds + single.seconds, interrupted or single.interrupted
            if single.tally.rows and result.tally.rows:
                for d in unpaired_differences(i, plan, result.tally, other, single.tally, Method()):
                    _gather(found, spreads, d, i, plan, deviations)
    if apart:
        names = ", ".join(variants[i].name for i in apart)
        notes.append(f"Other cards or players, so compared on deals of their own: {names}.")
    return Comparison(
        game,
        base,
        tuple(variants),
        play,
        seed,
        tuple(holm(found)),
        meanings,
        tuple(spreads),
        measured,
        seconds,
        interrupted,
        tuple(notes),
    )


def _gather(
    found: list[Difference],
    spreads: list[float],
    d: Difference,
    variant: int,
    plan: Plan,
    deviations: dict[int, float],
) -> None:
    places = (i for i, c in enumerate(plan.columns) if column_key(c) == column_key(d.column))
    there = next(places, None)
    found.append(replace(d, variant=variant))
    # A measure derived from means is a share: its deviation is that of a rate.
    share = sqrt(max(0.0, d.base_value * (1 - d.base_value)))
    spreads.append(share if there is None else deviations[there])


def each_variant(game: Game, base: Rules) -> list[Variant]:
    """Every single value of every house rule that differs from the base, where it is possible."""
    from analyzer.errors import QuestionError

    variants = []
    for key, rule in base.rules().items():
        own = getattr(base, key)
        for value in rule.alternatives():
            if value == own and type(value) is type(own):
                continue
            try:
                variants.append(Variant(f"{key}={show(value)}", base.with_changes(**{key: value})))
            except QuestionError:
                continue
    return variants
