"""Runs: the same numbers on any number of threads, stops, and Ctrl-C."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.api import load_rules
from analyzer.estimate import intervals
from analyzer.games import load_game
from analyzer.games.base import Batch
from analyzer.report.odds import Odds
from analyzer.report.tables import plain, render
from analyzer.run import batches, runs
from analyzer.run.runs import Target, run
from tests.toy import Pressing, Toy


def _numbers(found: runs.Run) -> tuple[int, list[int], list[int]]:
    return found.tally.rows, list(found.tally.sums), list(found.tally.squares)


def test_threads_and_batch_sizes_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = _numbers(run(Toy(), 5, Target(deals=3_001), workers=1))
    for workers, seconds in ((2, 0.2), (3, 0.001), (7, 0.01)):
        monkeypatch.setattr(batches, "BATCH_SECONDS", seconds)
        assert _numbers(run(Toy(), 5, Target(deals=3_001), workers=workers)) == expected


def test_a_run_for_a_precision_stops_at_the_same_deal_on_any_number_of_threads() -> None:
    one = run(Toy(), 1, Target(precision=0.06), workers=1)
    two = run(Toy(), 1, Target(precision=0.06), workers=2)
    assert _numbers(one) == _numbers(two)
    assert one.method.interval == intervals.SEQUENCE
    assert one.reached
    for column in (0, 2, 4):
        made = one.tally.mean(column) * one.tally.rows
        half = intervals.proportion_sequence(made, one.tally.rows, 0.95).half
        assert half <= 0.06


def test_a_precision_out_of_reach_ends_and_says_so() -> None:
    found = run(Toy(), 1, Target(deals=600, precision=0.001), workers=1)
    assert found.tally.rows == 600
    assert not found.reached


def test_another_seed_gives_other_numbers() -> None:
    assert _numbers(run(Toy(), 1, Target(deals=500))) != _numbers(run(Toy(), 2, Target(deals=500)))


def test_progress_counts_up_to_the_deals_wanted() -> None:
    seen: list[tuple[int, int | None]] = []
    run(Toy(), 1, Target(deals=400), workers=2, progress=lambda *now: seen.append(now))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (400, 400)


def test_ctrl_c_keeps_the_deals_done_and_they_are_those_of_a_shorter_run() -> None:
    found = run(Pressing(), 9, Target(deals=10_000_000), workers=2)
    assert found.interrupted
    assert 0 < found.tally.rows < 10_000_000
    again = run(Toy(), 9, Target(deals=found.tally.rows), workers=1)
    assert _numbers(again) == _numbers(found)


def test_ctrl_c_in_a_count_leaves_no_numbers() -> None:
    # Layouts are counted in order: the first of them are no sample, and without an error.
    plan = Pressing()
    plan.exact = 10_000_000
    found = run(plan, 1, Target(deals=10), workers=2)
    assert found.interrupted
    assert found.tally.rows == 0
    odds = Odds(load_game("cutu"), load_rules("cutu"), plan, found, 1, ("simple",))
    assert "Stopped before every possible layout was counted." in render(odds, False, plain)
    assert odds.to_dict()["rows"] == []


def test_a_whole_count_is_exact() -> None:
    plan = Toy()
    plan.exact = 2_000
    found = run(plan, 1, Target(deals=10), workers=1)
    assert (found.tally.rows, found.method.interval) == (2_000, intervals.EXACT)


def test_an_error_in_a_batch_reaches_the_caller() -> None:
    class Broken(Toy):
        def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(Broken(), 1, Target(deals=10))
