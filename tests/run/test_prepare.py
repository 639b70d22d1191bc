"""Plans that try candidates before the run proper: on any number of threads, and with Ctrl-C."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analyzer.games.base import Batch, Plan, Trial
from analyzer.run.runs import Target, run
from tests.toy import Pressing, Toy


class Picking(Toy):
    """Tries all choices of the toy and keeps the two columns of the best by its score."""

    def __init__(self, trials: int, pick: int | None = None, candidates: type[Toy] = Toy) -> None:
        super().__init__()
        self.trials, self.pick, self.seen = trials, pick, np.empty(0)
        self.candidates = candidates
        if pick is not None:
            self.columns = self.columns[2 * pick : 2 * pick + 2]

    def prepare(self, trial: Trial) -> Plan:
        self.seen = trial(self.candidates(), 100, self.trials)
        return Picking(0, int(self.seen[:, 1::2].sum(axis=0).argmax()))

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        outcomes = super().compute(seed, first, count, workspace).outcomes
        assert self.pick is not None
        return Batch(outcomes[:, 2 * self.pick : 2 * self.pick + 2])


@pytest.mark.parametrize("workers", [1, 3])
def test_trials_are_the_deals_asked_for_and_the_run_is_that_of_the_plan_they_made(
    workers: int,
) -> None:
    plan = Picking(500)
    found = run(plan, 5, Target(deals=300), workers=workers)
    assert np.array_equal(plan.seen, Toy().compute(5, 100, 500, []).outcomes)
    best = int(plan.seen[:, 1::2].sum(axis=0).argmax())
    assert found.plan is not plan
    assert found.plan.columns == Toy().columns[2 * best : 2 * best + 2]
    expected = run(Toy(), 5, Target(deals=300), workers=1).tally.sums
    assert list(found.tally.sums) == list(expected[2 * best : 2 * best + 2])


def test_a_plan_without_trials_is_run_as_it_is() -> None:
    plan = Toy()
    assert run(plan, 1, Target(deals=10)).plan is plan


def test_ctrl_c_during_the_trials_ends_the_run_without_numbers() -> None:
    plan = Picking(10_000_000, candidates=Pressing)
    found = run(plan, 5, Target(deals=300), workers=2)
    assert found.interrupted
    assert found.tally.rows == 0
