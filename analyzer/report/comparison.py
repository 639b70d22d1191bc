"""What a house rule changes: variants against a base, with intervals and plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
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
from analyzer.estimate.tally import Tally
from analyzer.games.base import Game, Plan
from analyzer.games.rules import Rules, show
from analyzer.run.runs import Progress, Run, Target, Workers, run
from analyzer.version import SCHEMA, __version__

if TYPE_CHECKING:
    import pandas as pd

MATCH_SHARE = 10
"""Matches are longer than deals: one for so many of the deals asked for."""


def match_deals(deals: int) -> int:
    """Matches that are played where ``deals`` deals are asked for."""
    return max(200, deals // MATCH_SHARE)


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

        keys = list(dict.fromkeys(key for d in self.differences for key in d.column.choice))
        frame = pd.DataFrame([self._row(d, keys) for d in self.differences])
        for key in keys:
            # As objects: else a bid would be a float wherever another row has none.
            values = [d.column.choice.get(key) for d in self.differences]
            frame[key] = pd.Series(values, dtype=object)
        return frame

    def _row(self, d: Difference, keys: Sequence[str] | None = None) -> dict[str, Any]:
        """A difference by name; with ``keys`` the choice's parts stand on their own."""
        choice = dict(d.column.choice)
        head: dict[str, Any] = {"variant": self.variants[d.variant].name, "base": self.base.name}
        head |= {"choice": choice} if keys is None else {key: choice.get(key) for key in keys}
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
            "rules": self.base.rules.named(),
            "variants": {v.name: v.rules.named() for v in self.variants},
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
    workers: Workers = None,
    progress: Progress | None = None,
    matches: int | None = None,
) -> Comparison:
    """Measure every variant against the base on the same deals, where they deal the same cards.

    Arguments as for :func:`analyzer.api.compare`; ``matches`` are those that go with the deals when
    not given.  Ctrl-C ends it; what was measured remains.
    """
    matches = match_deals(deals) if matches is None else matches
    key = game.deal_key(base.rules)
    together = [i for i, v in enumerate(variants) if game.deal_key(v.rules) == key]
    apart = [i for i in range(len(variants)) if i not in together]
    same = [variants[i].rules == base.rules for i in together]
    studies = [game.study(v.rules, play) for v in variants]
    found = _Findings()
    for k, plan in enumerate(game.study(base.rules, play)):
        target = Target(deals if plan.unit_of_plan == "deal" else matches)
        found.describe(plan)
        paired = PairedPlan(plan, [studies[i][k] for i in together], same)
        unit = plan.unit_of_plan
        ours = found.keep(run(paired, seed, target, workers, progress, name=unit))
        if plan.unit_of_plan == "deal":
            found.deals = max(found.deals, ours.tally.rows)
        if ours.tally.rows:
            for d in paired_differences(paired, ours.tally, ours.method):
                found.add(replace(d, variant=together[d.variant]), plan, ours.tally)
        for i in apart:
            if found.interrupted:
                break
            other, name = studies[i][k], f"{unit}-variant-{i + 1}"
            apart_seed = (seed + 1) % 2**64
            theirs = found.keep(run(other, apart_seed, target, workers, progress, name=name)).tally
            if theirs.rows:
                for d in unpaired_differences(i, plan, ours.tally, other, theirs, Method()):
                    found.add(d, plan, ours.tally)
        if found.interrupted:
            break
    if apart:
        names = ", ".join(variants[i].name for i in apart)
        found.notes.append(f"Other cards or players, so compared on deals of their own: {names}.")
    return found.comparison(game, base, variants, play, seed)


@dataclass
class _Findings:
    """What the studies that were run so far have found."""

    differences: list[Difference] = field(default_factory=list)
    deviations: list[float] = field(default_factory=list)
    meanings: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    deals: int = 0
    seconds: float = 0.0
    interrupted: bool = False

    def describe(self, plan: Plan) -> None:
        """Keep the words of a study."""
        self.meanings |= plan.meanings
        self.notes += [note for note in plan.notes if note not in self.notes]

    def keep(self, result: Run) -> Run:
        """Keep how a run went; the run itself."""
        self.seconds += result.seconds
        self.interrupted = self.interrupted or result.interrupted
        return result

    def add(self, d: Difference, plan: Plan, tally: Tally) -> None:
        """Keep a difference with its deviation under the base, whose columns come first."""
        keys = [column_key(column) for column in plan.columns]
        if column_key(d.column) in keys:
            i = keys.index(column_key(d.column))
            deviation = sqrt(max(0.0, tally.variance(i))) / plan.columns[i].scale
        else:
            # A measure derived from means is a share: its deviation is that of a rate.
            deviation = sqrt(max(0.0, d.base_value * (1 - d.base_value)))
        self.differences.append(d)
        self.deviations.append(deviation)

    def comparison(
        self, game: Game, base: Variant, variants: Sequence[Variant], play: str, seed: int
    ) -> Comparison:
        """All of it, with p-values adjusted."""
        return Comparison(
            game=game,
            base=base,
            variants=tuple(variants),
            play=play,
            seed=seed,
            differences=tuple(holm(self.differences)),
            meanings=self.meanings,
            deviations=tuple(self.deviations),
            deals=self.deals,
            seconds=self.seconds,
            interrupted=self.interrupted,
            notes=tuple(self.notes),
        )


def each_variant(base: Rules) -> list[Variant]:
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
