"""Intervals keep their promise on real deals whose exact value is known in another way.

Cards held are hypergeometric; Cuatrola's and Cuccù's decisions are counted over every layout and
sampled too.  A run is so many consecutive deals of one seed: deals are independent of each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from scipy import stats

from analyzer.estimate.answer import Method, estimates
from analyzer.estimate.tally import Tally
from analyzer.games import load_game
from analyzer.games.base import Batch, Column, OddsQuestion, Plan
from analyzer.games.cuccu import hand_plan
from analyzer.run.runs import Target, run
from tests.toy import Toy

CONFIDENCE = 0.95
SKEW = 0.01
"""How far the interval of a mean may be from its level at some hundred deals (Wilson's: exact)."""


class Spades(Toy):
    """Spades in a hand of Cuțu: eight of 32 cards, and eight spades, so hypergeometric."""

    held = stats.hypergeom(32, 8, 8)
    columns = (
        Column({}, "random", "success", True, spread=1),
        Column({}, "random", "slam", True, spread=1),
        Column({}, "random", "score", False, spread=8),
    )
    truths = (held.sf(1), held.sf(3), held.mean())

    def __init__(self) -> None:
        self.game = load_game("cutu")
        self.rules = self.game.rules.load()

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        owners = self.game.deal(self.rules, count, seed, first).owners
        spades = (owners[:, 24:] == 1).sum(axis=1)
        return Batch(np.stack([spades > 1, spades > 3, spades], axis=1).astype(np.int64))


def check_coverage(plan: Plan, truths: Mapping[int, float], runs: int, deals: int) -> None:
    """Of ``runs`` intervals for so many deals, as many hold each truth as they should.

    Wilson's coverage is computed from SciPy's interval for every count; that of a mean is its
    level.  A right program is outside the limits once in 5,000 experiments.
    """
    outcomes = plan.compute(11, 0, runs * deals, plan.workspace()).outcomes
    tallies = [Tally.of(Batch(part)) for part in np.split(outcomes, runs)]
    for i, truth in truths.items():
        column = plan.columns[i]
        found = [Method(confidence=CONFIDENCE).of(column, tally, i)[1] for tally in tallies]
        held = sum(interval.low <= truth <= interval.high for interval in found)
        share, slack = (wilsons(truth, deals), 0.0) if column.rate else (CONFIDENCE, SKEW)
        low = stats.binom.ppf(1e-4, runs, share - slack)
        high = stats.binom.ppf(1 - 1e-4, runs, min(1.0, share + slack))
        assert low <= held <= high, (column, held / runs, share)


def wilsons(p: float, n: int) -> float:
    """Chance that Wilson's interval for ``n`` deals holds the true rate ``p``."""
    found = (stats.binomtest(k, n).proportion_ci(CONFIDENCE, "wilson") for k in range(n + 1))
    inside = np.array([ends.low <= p <= ends.high for ends in found])
    return float(stats.binom.pmf(np.arange(n + 1), n, p)[inside].sum())


def asked(game: str, hand: str, play: str, settings: Mapping[str, object], **extras: str) -> Plan:
    found = load_game(game)
    return found.odds(found.rules.make(settings), OddsQuestion(hand, (play,), extras))


@pytest.mark.parametrize("deals", [150, 1_000])
def test_spades_in_a_hand(deals: int) -> None:
    check_coverage(Spades(), dict(enumerate(Spades.truths)), 1_500, deals)


def test_contracts_of_a_hand_of_cuatrola() -> None:
    # Counted over all 252,252 layouts by an independent program: tests/games/cuatrola/test_hand.py.
    made = {"solo": 195_025, "cuatro": 97_104, "quinta": 1_260}
    plan = asked("cuatrola", "3O RO AC AE HB", "open", {}, seat="1", turned="SO", sample="yes")
    truths = {
        i: made[str(column.choice["contract"])] / 252_252
        for i, column in enumerate(plan.columns)
        if column.measure == "success" and "then" not in column.choice
    }
    assert len(truths) == 3
    check_coverage(plan, truths, 400, 150)


def test_keep_or_ask_at_cuccu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact values are sums over all layouts (checked in tests/games/cuccu against the book)."""
    question = asked("cuccu", "VI", "simple", {"players": 3}, seat="2")
    assert question.exact is not None
    exact = Tally.of(question.compute(1, 0, question.exact, question.workspace()))
    monkeypatch.setattr(hand_plan, "has_table", lambda rules: False)
    plan = asked("cuccu", "VI", "simple", {"players": 3}, seat="2")
    assert plan.exact is None
    truths = {i: exact.mean(i) / c.scale for i, c in enumerate(question.columns)}
    check_coverage(plan, truths, 1_000, 200)


def test_a_run_that_stops_when_precise_enough_holds_the_truth() -> None:
    """At least 95 % of such runs do, by Ville's inequality, whenever they stop."""
    runs = 300
    lost = np.zeros(len(Spades.truths), np.int64)
    for seed in range(runs):
        found = run(Spades(), seed, Target(precision=0.035), workers=1)
        assert found.reached
        ends = estimates(found.plan.columns, found.tally, found.method)
        lost += [not e.low <= truth <= e.high for e, truth in zip(ends, Spades.truths, strict=True)]
    assert (lost <= stats.binom.ppf(1 - 1e-4, runs, 1 - CONFIDENCE)).all(), lost / runs
