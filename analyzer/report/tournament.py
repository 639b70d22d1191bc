"""Levels of play against each other: every pair on the same duplicate deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from analyzer.errors import QuestionError
from analyzer.estimate.answer import Estimate, estimates
from analyzer.games import load_game
from analyzer.games.base import Game
from analyzer.games.duel import (
    DIFFERENCE,
    FIRST,
    MATCH,
    SCORE,
    SECOND,
    Duel,
    DuelPlan,
    MatchDuelPlan,
    even_share,
)
from analyzer.games.levels import EXPERT, named_level
from analyzer.games.rules import Rules
from analyzer.games.table import Table
from analyzer.run.runs import Progress, Run, Target, Workers, run
from analyzer.version import SCHEMA, __version__

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("a", "b", "unit", "measure", "value", "low", "high", "a_value", "b_value", "n")
MEANINGS = {
    SCORE: "what a side of the level makes of a deal, more than sides of the level against it",
    MATCH: "share of matches that a side of the level wins; a joint win is shared",
}
INTERVAL = "normal, Student's below 1,000; one observation a deal with all its seatings"
Pair = tuple[str, str]
DEALS, SLOW_DEALS, RIVAL_DEALS = 10_000, 1_000, 100
"""Deals for each pair when nobody says how many: fewer with players who think, very few with
those of another engine."""
MATCH_SHARE = 10
"""Matches are longer than deals: one for so many of the deals."""
OPEN = "open"


def adjacent(plays: Sequence[str]) -> list[Pair]:
    """Each level with the next one."""
    return list(pairwise(plays))


def all_pairs(plays: Sequence[str]) -> list[Pair]:
    """Each level with every later one."""
    return [(a, b) for i, a in enumerate(plays) for b in plays[i + 1 :]]


@dataclass(frozen=True)
class Schedule:
    """Who is to play whom, at which table."""

    game: Game
    rules: Rules
    table: Table
    pairs: tuple[Pair, ...]

    @property
    def usual_deals(self) -> int:
        """Deals when nobody says how many: fewer where experts imagine layouts."""
        levels = {named_level(play) for pair in self.pairs for play in pair}
        if levels - set(self.game.levels):
            return RIVAL_DEALS
        return SLOW_DEALS if EXPERT in levels and self.game.layouts else DEALS

    def usual_matches(self, deals: int) -> int:
        """Matches when nobody says how many."""
        return deals // MATCH_SHARE if self.table.plays_matches else 0


def sitting(game: Game) -> tuple[str, ...]:
    """The levels that can sit at a table, strongest first: nobody sees all cards there."""
    return tuple(level for level in reversed(game.levels) if level != OPEN)


def schedule(
    rules: Rules, plays: Sequence[str] = (), vs: str | None = None, every: bool = False
) -> Schedule:
    """The pairs of levels that play; arguments as for :func:`analyzer.api.tournament`.

    Raises
    ------
    QuestionError
        With everything that is wrong with the levels.
    """
    game = load_game(rules.game)
    known = sitting(game)
    levels = game.check_plays(plays or known)
    if OPEN in levels:
        raise QuestionError(
            f"level of play 'open': nobody sees all cards at a table, expected {', '.join(known)}"
        )
    if vs is not None:
        if every:
            raise QuestionError(f"all pairs: every level plays {vs} only, so there are no others")
        table = game.rival(rules, vs)
        return Schedule(game, rules, table, tuple((level, vs) for level in levels))
    if len(levels) < 2:
        raise QuestionError(
            f"tournament: expected two or more levels of play of {', '.join(known)}, "
            f"such as {known[0]},{known[1]}"
        )
    pairs = all_pairs(levels) if every else adjacent(levels)
    return Schedule(game, rules, game.table(rules), tuple(pairs))


@dataclass(frozen=True)
class Gap:
    """By how much level ``a`` is ahead of level ``b`` in one measure, in units.

    ``value`` is the difference with its interval (infinite ends: nothing can be said);
    ``a_value``, ``b_value`` are what it is the difference of, ``None`` for the score; ``n``
    observations are deals or matches (``unit``) with all their seatings; ``percent`` marks
    probabilities.
    """

    a: str
    b: str
    unit: str
    measure: str
    value: float
    low: float
    high: float
    a_value: float | None
    b_value: float | None
    n: int
    percent: bool

    @property
    def clear(self) -> bool:
        """Whether the interval tells the difference from zero."""
        return self.low > 0 or self.high < 0

    @property
    def half(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    def row(self) -> dict[str, Any]:
        """By :data:`COLUMNS`, an infinite end as ``None``."""
        found = {name: getattr(self, name) for name in COLUMNS}
        return found | {
            end: found[end] if isfinite(found[end]) else None for end in ("low", "high")
        }


@dataclass(frozen=True)
class Tournament:
    """What ``tournament`` found; ``frame`` has a row per pair of levels and measure."""

    game: Game
    rules: Rules
    pairs: tuple[Pair, ...]
    gaps: tuple[Gap, ...]
    even_share: float
    meanings: dict[str, str]
    seed: int
    deals: int
    matches: int
    seconds: float
    interrupted: bool = False
    notes: tuple[str, ...] = ()

    @property
    def plays(self) -> tuple[str, ...]:
        """The levels that played."""
        return tuple(dict.fromkeys(play for pair in self.pairs for play in pair))

    @cached_property
    def frame(self) -> pd.DataFrame:
        """Tidy: a, b, unit, measure, difference with its interval, both values, n."""
        import pandas as pd

        return pd.DataFrame([gap.row() for gap in self.gaps], columns=list(COLUMNS))

    def of_pair(self, pair: Pair) -> list[Gap]:
        """The measures of one pair of levels."""
        return [gap for gap in self.gaps if (gap.a, gap.b) == pair]

    def to_dict(self) -> dict[str, Any]:
        """The tournament as strict JSON values."""
        return {
            "schema": SCHEMA,
            "command": "tournament",
            "game": self.game.name,
            "version": __version__,
            "rules": self.rules.named(),
            "question": {"pairs": [list(pair) for pair in self.pairs]},
            "method": {
                "plays": list(self.plays),
                "deals": self.deals,
                "matches": self.matches,
                "exact": False,
                "seed": self.seed,
                "interval": INTERVAL,
                "confidence": 0.95,
                "even_share": self.even_share,
                "seconds": round(self.seconds, 3),
                "interrupted": self.interrupted,
            },
            "rows": [gap.row() for gap in self.gaps],
            "summary": self.sentences,
            "meanings": self.meanings,
            "notes": list(self.notes),
        }

    @cached_property
    def sentences(self) -> list[str]:
        """One for each pair that a player understands."""
        from analyzer.report.tournament_text import summary

        return summary(self)


def play_tournament(
    asked: Schedule,
    deals: int,
    matches: int,
    seed: int,
    workers: Workers = None,
    progress: Progress | None = None,
) -> Tournament:
    """Play every pair of levels on the same deals, then on the same matches.

    Ctrl-C ends it; what was measured remains.  Arguments as for :func:`analyzer.api.tournament`.
    """
    table, pairs = asked.table, asked.pairs
    plans: list[tuple[Duel, int]] = [(DuelPlan(table, a, b), deals) for a, b in pairs]
    if matches:
        plans += [(MatchDuelPlan(table, a, b), matches) for a, b in pairs]
    found = _Findings(_Meter.of(plans, progress))
    for plan, wanted in plans:
        target = Target(wanted)
        name = f"{plan.unit_of_plan}-{plan.a}-{plan.b}"
        done = run(plan, seed, target, workers, found.meter.shown, name=name)
        if found.keep(plan, done).interrupted:
            break
        found.meter.next(wanted)
    shown = {gap.measure for gap in found.gaps}
    meanings = MEANINGS | dict(table.meanings)
    order = {pair: i for i, pair in enumerate(pairs)}
    return Tournament(
        game=asked.game,
        rules=asked.rules,
        pairs=pairs,
        gaps=tuple(sorted(found.gaps, key=lambda gap: order[gap.a, gap.b])),
        even_share=even_share(table.sides),
        meanings={name: text for name, text in meanings.items() if name in shown},
        seed=seed,
        deals=found.most["deal"],
        matches=found.most["match"],
        seconds=found.seconds,
        interrupted=found.interrupted,
        notes=table.notes,
    )


@dataclass
class _Meter:
    """Progress over several plans: of all observations wanted, as many as the time is used up."""

    progress: Progress | None
    wanted: int
    shares: list[float]
    """Of all time, what one observation of each plan still to run takes."""
    before: float = 0.0

    @classmethod
    def of(cls, plans: Sequence[tuple[Duel, int]], progress: Progress | None) -> _Meter:
        costs = [plan.cost() for plan, _ in plans]
        whole = sum(n * cost for (_, n), cost in zip(plans, costs, strict=True))
        return cls(progress, sum(n for _, n in plans), [cost / whole for cost in costs])

    @property
    def shown(self) -> Progress | None:
        """What the plan that runs now reports to."""
        return None if self.progress is None else self._show

    def _show(self, done: int, wanted: int | None) -> None:
        if self.progress is not None:
            share = self.before + self.shares[0] * done
            self.progress(round(self.wanted * share), self.wanted)

    def next(self, done: int) -> None:
        """Go on to the next plan after so many observations of this one."""
        self.before += self.shares.pop(0) * done


@dataclass
class _Findings:
    """What the plans that were run so far have found."""

    meter: _Meter
    gaps: list[Gap] = field(default_factory=list)
    most: dict[str, int] = field(default_factory=lambda: {"deal": 0, "match": 0})
    seconds: float = 0.0
    interrupted: bool = False

    def keep(self, plan: Duel, result: Run) -> Run:
        """Keep the gaps that a plan measured, and how its run went; the run itself."""
        self.seconds += result.seconds
        self.interrupted = self.interrupted or result.interrupted
        rows = result.tally.rows
        if rows:
            unit = plan.unit_of_plan
            self.most[unit] = max(self.most[unit], rows)
            self.gaps += _gaps(plan, estimates(plan.columns, result.tally, result.method))
        return result


def _gaps(plan: Duel, found: Sequence[Estimate]) -> list[Gap]:
    places = {(e.column.measure, str(e.column.choice["of"])): e for e in found}
    gaps = []
    for measure in dict.fromkeys(e.column.measure for e in found):
        gap = places[measure, DIFFERENCE]
        own, other = places.get((measure, FIRST)), places.get((measure, SECOND))
        # Where the range of outcomes is not known, those never seen to vary prove nothing.
        known = gap.low < gap.high or plan.a == plan.b
        gaps.append(
            Gap(
                plan.a,
                plan.b,
                plan.unit_of_plan,
                measure,
                gap.value,
                gap.low if known else -inf,
                gap.high if known else inf,
                None if own is None else own.value,
                None if other is None else other.value,
                gap.n,
                own is not None and own.column.percent,
            )
        )
    return gaps
