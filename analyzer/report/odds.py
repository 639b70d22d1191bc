"""The answer to a ``bid-odds`` question: estimates as a frame, advice, and how it was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any

from analyzer.estimate import intervals
from analyzer.estimate.answer import Advice, Estimate, Means, advise, estimates
from analyzer.estimate.control import Controlled
from analyzer.games.base import Choice, Game, Plan
from analyzer.games.rules import Rules
from analyzer.run.runs import Run
from analyzer.version import SCHEMA, __version__

if TYPE_CHECKING:
    import pandas as pd

CONTROL = "regression on the same deals at the quicker levels"
"""How the results of few deals at a slow level are adjusted, for the method of an answer."""


@dataclass(frozen=True)
class Odds:
    """What ``bid_odds`` found.

    ``frame`` has one row per choice, level of play and measure; ``advice`` names the best
    choice (``None`` where there is nothing to choose); ``to_dict`` is the whole answer as the
    command line prints it with ``--format json``.
    """

    game: Game
    rules: Rules
    plan: Plan
    run: Run
    seed: int
    plays: tuple[str, ...]
    quick: Run | None = None
    """The same question at the quick levels on more deals, where ``run`` has a slow one."""

    @cached_property
    def means(self) -> Means:
        """What is known of every column of the plan."""
        quick = self.quick
        if quick is None or quick.tally.rows == 0:
            return self.run.tally
        exact = quick.method.interval == intervals.EXACT
        return Controlled(self.plan.columns, self.run.tally, quick.tally, quick.plan.columns, exact)

    @cached_property
    def estimates(self) -> list[Estimate]:
        """Every number of the answer: measured ones, then those derived from them."""
        if self.run.tally.rows == 0:
            return []
        found = estimates(self.plan.columns, self.means, self.run.method)
        measured = {e.column.play: e.n for e in found}
        derived = self.plan.derive([(e.value, e.low, e.high) for e in found])
        every = [e for e in found if not e.column.hidden] + [
            Estimate(column, value, low, high, measured.get(column.play, found[0].n))
            for column, (value, low, high) in derived
        ]
        # A level that only helps to measure another was not asked for.
        helped = set() if self.quick is None else {c.play for c in self.quick.plan.columns}
        return [e for e in every if e.column.play in self.plays or e.column.play not in helped]

    @cached_property
    def advice(self) -> Advice | None:
        """The choice to make, with its margin."""
        return advise(self.plan, self.means, self.run.method)

    @cached_property
    def more_advice(self) -> list[Advice]:
        """Advice by the plan's further measures."""
        tally, method = self.means, self.run.method
        found = (advise(self.plan, tally, method, name) for name in self.plan.also_advise)
        return [advice for advice in found if advice is not None]

    @property
    def exact(self) -> bool:
        """Whether every possible layout was counted."""
        return self.run.method.interval == intervals.EXACT and not self.run.interrupted

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the work."""
        return self.run.interrupted or (self.quick is not None and self.quick.interrupted)

    @property
    def seconds(self) -> float:
        """What the work took."""
        return self.run.seconds + (0.0 if self.quick is None else self.quick.seconds)

    @property
    def choice_keys(self) -> list[str]:
        """Names of the choice's columns, such as ``bid`` and ``trump``."""
        return list(dict.fromkeys(key for column in self.plan.columns for key in column.choice))

    @cached_property
    def frame(self) -> pd.DataFrame:
        """Tidy estimates: choice columns, ``play, measure, value, low, high, n``."""
        import pandas as pd

        keys = self.choice_keys
        names = [*keys, "play", "measure", "value", "low", "high", "n"]
        rows: list[dict[str, Any]] = [
            {key: e.column.choice.get(key) for key in keys}
            | {"play": e.column.play, "measure": e.column.measure, "value": e.value, "n": e.n}
            | {"low": _number(e.low), "high": _number(e.high)}
            for e in self.estimates
        ]
        # As objects: else a bid would be a float wherever another row has none.
        parts = {key: pd.Series([row[key] for row in rows], dtype=object) for key in keys}
        frame = pd.DataFrame(rows, columns=names).assign(**parts)
        return frame.astype({"low": float, "high": float})

    @property
    def method(self) -> dict[str, Any]:
        """How the numbers were found: levels of play, deals, seed, intervals, seconds."""
        tally = self.run.tally
        many = tally if self.quick is None or self.quick.tally.rows == 0 else self.quick.tally
        counted = many is not tally and self.quick is not None and self.quick.plan.exact is not None
        controlled = {} if many is tally else {"expert_deals": tally.rows, "control": CONTROL}
        return {
            "plays": list(self.plays),
            "deals": many.weight if self.exact or counted else many.rows,
            "exact": self.exact,
            "effective": None if self.exact else round(self.run.tally.effective, 1),
            "seed": self.seed,
            "interval": self.run.method.interval,
            "confidence": self.run.method.confidence,
            "seconds": round(self.seconds, 3),
            "interrupted": self.interrupted,
        } | controlled

    def to_dict(self) -> dict[str, Any]:
        """The answer as strict JSON values: no NaN, no infinity."""
        return {
            "schema": SCHEMA,
            "command": "bid-odds",
            "game": self.game.name,
            "version": __version__,
            "rules": self.rules.named(),
            "question": dict(self.plan.question),
            "method": self.method,
            "rows": [
                {
                    "choice": dict(e.column.choice),
                    "play": e.column.play,
                    "measure": e.column.measure,
                    "value": _number(e.value),
                    "low": _number(e.low),
                    "high": _number(e.high),
                    "n": e.n,
                }
                | ({"note": e.column.note} if e.column.note else {})
                for e in self.estimates
            ],
            "advice": None if self.advice is None else _advice_dict(self.advice),
            "more_advice": [_advice_dict(advice) for advice in self.more_advice],
            "notes": list(self.plan.notes),
        }


def _advice_dict(advice: Advice) -> dict[str, Any]:
    def plain(choice: Choice | None) -> Mapping[str, Any] | None:
        return None if choice is None else dict(choice)

    return {
        "choice": plain(advice.choice),
        "play": advice.play,
        "measure": advice.measure,
        "value": advice.value,
        "margin": advice.margin,
        "margin_low": advice.margin_low,
        "margin_high": advice.margin_high,
        "verdict": advice.verdict,
        "runner_up": plain(advice.runner_up),
        "others": [plain(choice) for choice in advice.others],
        "more_deals": advice.more_deals,
    }


def _number(value: float) -> float | None:
    return value if isfinite(value) else None
