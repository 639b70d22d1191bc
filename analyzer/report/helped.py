"""Odds with few deals at a slow level of play, helped by many at quick ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analyzer.games.base import Game, OddsQuestion, Plan
from analyzer.games.levels import EXPERT, LEVELS, named_level
from analyzer.games.rules import Rules
from analyzer.report.odds import Odds
from analyzer.run.runs import Progress, Target, run
from analyzer.run.service import Workers

HELPER = "simple"
"""The quick level whose results on many deals help those of the level expert on few."""
SLOW_SHARE = 0.8
"""Share of the progress that the deals at the level expert stand for."""


def slow_play(game: Game, plays: Sequence[str], plan: Plan) -> str | None:
    """The level that needs help: the one expert among the levels, if it imagines layouts."""
    slow = [play for play in plays if named_level(play) == EXPERT]
    return slow[0] if len(slow) == 1 and game.layouts and plan.exact is None else None


def helped_odds(
    game: Game,
    rules: Rules,
    asked: OddsQuestion,
    slow: str,
    deals: int,
    seed: int,
    workers: Workers = None,
    progress: Progress | None = None,
    name: str = "",
) -> Odds:
    """Odds with the plan's few deals at the level ``slow``, adjusted by ``deals`` at quick levels.

    ``asked`` is the question with the levels of play that it is about, in the order asked for;
    ``name`` tells its runs from those of other questions to the same service.
    """
    levels = {HELPER, *asked.plays} - {slow}
    quick = [play for play in LEVELS if play in levels]
    plan = game.odds(rules, replace(asked, plays=(*quick, slow)))
    helper = game.odds(rules, replace(asked, plays=tuple(quick)))
    few, many = min(deals, plan.expert_deals), helper.exact or deals

    def part(start: float, share: float) -> Progress | None:
        if progress is None:
            return None
        report = progress
        return lambda done, wanted: report(
            int(many * (start + share * done / (wanted or many))), many
        )

    found = run(plan, seed, Target(few), workers, part(0.0, SLOW_SHARE), name=name + EXPERT)
    helped = None
    if not found.interrupted:
        shown = part(SLOW_SHARE, 1 - SLOW_SHARE)
        helped = run(helper, seed, Target(deals), workers, shown, name=name + "quick")
    return Odds(game, rules, found.plan, found, seed, tuple(asked.plays), helped)
