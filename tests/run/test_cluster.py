"""A cluster gives the bits of threads, whatever happens to its workers."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analyzer.api import ask_odds, load_rules
from analyzer.errors import QuestionError
from analyzer.games.base import Batch
from analyzer.run import cluster, identity
from analyzer.run.cluster import Cluster
from analyzer.run.identity import program
from analyzer.run.runs import Target, run
from analyzer.run.saved import Saver
from analyzer.run.service import Service
from tests.cli.command import finished, good
from tests.run.keeping import ABOUT, keeper, numbers
from tests.run.test_prepare import Picking
from tests.toy import Toy

pytestmark = pytest.mark.slow
TARGET = Target(deals=8_000)


class Slow(Toy):
    """The toy at a millisecond a deal; batches far into the run leave a note with their worker."""

    def __init__(self, notes: Path) -> None:
        super().__init__()
        self.notes = notes

    def cost(self) -> float:
        return 1e-3

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        if first > 500:
            (self.notes / str(os.getpid())).touch()
        time.sleep(1e-3 * count)
        return super().compute(seed, first, count, workspace)


@pytest.fixture(scope="module")
def local() -> Iterator[Cluster]:
    with Cluster("local", 2) as made:
        yield made


@pytest.fixture
def short(local: Cluster) -> Iterator[Cluster]:
    """The cluster with short batches."""
    local.batch_seconds = 0.1
    yield local
    local.batch_seconds = cluster.BATCH_SECONDS


def test_the_same_bits_as_threads(local: Cluster) -> None:
    assert numbers(run(Toy(), 5, TARGET, Service(local))) == numbers(run(Toy(), 5, TARGET, 2))
    exact = Target(precision=0.05)
    assert numbers(run(Toy(), 5, exact, Service(local))) == numbers(run(Toy(), 5, exact, 2))


def test_the_same_bits_of_a_game_and_of_trials(local: Cluster) -> None:
    odds = ask_odds(load_rules("cuccu"), None, ["simple"])
    one = odds.answer(20_000, None, 1, Service(local))
    assert one.frame.equals(odds.answer(20_000, None, 1, 2).frame)
    found = run(Picking(500), 5, Target(deals=300), Service(local))
    assert numbers(found) == numbers(run(Picking(500), 5, Target(deals=300), 1))


def test_deals_are_saved_and_kept(local: Cluster, tmp_path: Path) -> None:
    with Saver(tmp_path / "deals", ABOUT) as saver, keeper(tmp_path / "x") as kept:
        kept.before_writing = saver.flush
        run(Toy(), 5, Target(deals=2_000), Service(local, kept, saver))
        saver.finished()
    frame = pd.read_parquet(tmp_path / "deals").drop(columns="deal")
    assert np.array_equal(frame.to_numpy(), Toy().compute(5, 0, 2_000, []).outcomes)
    with keeper(tmp_path / "x") as kept:
        found = run(Toy(), 5, Target(deals=3_000), Service(local, kept))
    assert numbers(found) == numbers(run(Toy(), 5, Target(deals=3_000)))


def test_workers_that_are_killed_and_that_join_leave_no_trace(
    short: Cluster, tmp_path: Path
) -> None:
    killed: list[int] = []

    def disturb() -> None:
        before = {*short.client.nthreads()}
        for _ in range(2):
            while not (there := [int(p.name) for p in tmp_path.iterdir()]):
                time.sleep(0.01)
            time.sleep(0.05)  # in the middle of a batch
            os.kill(there[-1], signal.SIGKILL)
            killed.append(there[-1])
            for path in tmp_path.iterdir():
                path.unlink()
        assert {*short.client.nthreads()} != before or len(before) < 3

    chaos = threading.Thread(target=disturb, daemon=True)
    chaos.start()
    found = run(Slow(tmp_path), 5, Target(deals=4_000), Service(short))
    chaos.join(timeout=60)
    assert len(killed) == 2
    assert numbers(found) == numbers(run(Toy(), 5, Target(deals=4_000)))


def test_the_next_plan_still_runs(local: Cluster) -> None:
    assert numbers(run(Toy(), 6, TARGET, Service(local))) == numbers(run(Toy(), 6, TARGET, 2))


def test_a_worker_that_joins_late_with_another_version_is_refused(
    local: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = program() | {"numba": "0.1"}
    monkeypatch.setattr(cluster, "program", lambda: other)
    with pytest.raises(QuestionError) as caught:
        run(Toy(), 5, TARGET, Service(local))
    (line,) = caught.value.problems
    assert line.startswith("--cluster local: worker tcp://127.0.0.1:")
    assert f"another version of the program (numba {program()['numba']}, here 0.1)" in line


@pytest.mark.parametrize("part", ["analyzer", "source", "numba"])
def test_another_version_is_refused_at_the_start(
    local: Cluster, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    other = program() | {part: "9.9"}
    # The workers are asked by the name of a function, which there gives what they are.
    monkeypatch.setattr(cluster, "differing", lambda _, theirs: identity.differing(other, theirs))
    with pytest.raises(QuestionError) as caught:
        Cluster(local.client.scheduler.address)
    (line,) = caught.value.problems
    assert f"another version of the program ({part} {program()[part]}, here 9.9)" in line


def test_an_error_in_a_batch_reaches_the_caller(local: Cluster) -> None:
    with pytest.raises(ZeroDivisionError):
        run(Broken(), 5, TARGET, Service(local))


class Locking(Toy):
    """A plan may hold a lock, and functions without a name."""

    def __init__(self) -> None:
        super().__init__()
        self.lock, self.zero = threading.Lock(), lambda: 0

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        with self.lock:
            return super().compute(seed, first, count, workspace or self.zero())


def test_plans_with_locks_and_functions_travel(local: Cluster) -> None:
    assert numbers(run(Locking(), 5, TARGET, Service(local))) == numbers(run(Toy(), 5, TARGET, 2))


class Broken(Toy):
    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        raise ZeroDivisionError


def test_no_scheduler_and_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    silent, none = "no scheduler answers there", "expected local, or a scheduler's address"
    told = {"tcp://127.0.0.1:9": silent, "nonsense://x": none, "tcp://127.0.0.1": none, "x": none}
    for address, problem in told.items():
        with pytest.raises(QuestionError) as caught:
            Cluster(address)
        (line,) = caught.value.problems
        assert line.startswith(f"--cluster {address}: {problem}")
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(QuestionError, match="its extra 'cluster'"):
        Cluster("local")


def test_the_command_prints_the_same() -> None:
    words = ("bid-odds", "cuccu", "--play", "simple", "--deals", "5000", "--seed", "3")
    words = (*words, "--format", "csv", "--quiet")
    status, out, err = finished([*words, "--cluster", "local", "--workers", "2"])
    assert (status, err) == (0, b"")
    assert out.decode() == good(*words)
