"""Checkpoints: work goes on where it stood, with the same numbers, and is never mixed up."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.games.base import Batch, Plan, Trial
from analyzer.run import atomic, checkpoint
from analyzer.run.runs import Target, run
from tests.run.keeping import ABOUT, keeper, numbers, service
from tests.toy import Toy


class Pressed(Toy):
    """The toy; Ctrl-C is pressed in its n-th batch."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.batches, self.n = count(1), n

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        if next(self.batches) == self.n:
            signal.raise_signal(signal.SIGINT)
        return super().compute(seed, first, count, workspace)


class Trying(Pressed):
    """Keeps the two columns of the choice that is best by a trial; counts its trials' deals."""

    tried = 0

    def __init__(self, n: int, pick: int | None = None) -> None:
        super().__init__(n)
        self.pick = pick
        if pick is not None:
            self.columns = self.columns[2 * pick : 2 * pick + 2]

    def prepare(self, trial: Trial) -> Plan:
        seen = np.concatenate([trial(Counted(), 100, 400), trial(Counted(), 500, 300)])
        return Trying(self.n, int(seen[:, 1::2].sum(axis=0).argmax()))

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        assert self.pick is not None
        outcomes = super().compute(seed, first, count, workspace).outcomes
        return Batch(outcomes[:, 2 * self.pick : 2 * self.pick + 2])


class Counted(Toy):
    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        Trying.tried += count
        return super().compute(seed, first, count, workspace)


# A plan's kind is part of what a checkpoint is about; these differ in when Ctrl-C is pressed only.
Pressed.__qualname__ = Toy.__qualname__
Pressed.__module__ = Toy.__module__


@pytest.fixture(autouse=True)
def after_every_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "EVERY", 0.0)
    monkeypatch.setattr(checkpoint, "SHARE", 1e9)


@pytest.mark.parametrize("target", [Target(deals=3_000), Target(precision=0.03)])
@pytest.mark.parametrize("stops", [(3,), (1, 4, 2), (5, 5, 5, 5)])
def test_a_run_stopped_and_taken_up_gives_the_numbers_of_an_undisturbed_one(
    tmp_path: Path, target: Target, stops: tuple[int, ...]
) -> None:
    path = tmp_path / "x.checkpoint"
    seen = 0
    for stop in stops:
        with keeper(path) as kept:
            found = run(Pressed(stop), 5, target, service(kept))
        # Batches grow with the speed: the last runs may end before they are stopped.
        assert found.interrupted or seen > 0
        assert found.tally.rows >= seen
        seen = found.tally.rows
    with keeper(path) as kept:
        found = run(Toy(), 5, target, service(kept))
    assert numbers(found) == numbers(run(Toy(), 5, target, 1))
    # Once done, it is there without a batch.
    with keeper(path) as kept:
        assert numbers(run(Pressed(1), 5, target, service(kept))) == numbers(found)


def test_trials_are_not_done_again(tmp_path: Path) -> None:
    path, target = tmp_path / "x.checkpoint", Target(deals=2_000)
    undisturbed = run(Trying(0), 5, target, 1)
    Trying.tried = 0
    with keeper(path) as kept:
        assert run(Trying(2), 5, target, service(kept)).interrupted
    assert Trying.tried == 700
    with keeper(path) as kept:
        assert numbers(run(Trying(0), 5, target, service(kept))) == numbers(undisturbed)
    assert Trying.tried == 700


def test_a_count_of_every_layout_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "x.checkpoint"
    plan, whole = Pressed(4), Toy()
    plan.exact = whole.exact = 2_000
    with keeper(path) as kept:
        found = run(plan, 5, Target(deals=1), service(kept))
        # Part of a count says nothing; it is kept all the same.
        assert (found.interrupted, found.tally.rows) == (True, 0)
    with keeper(path) as kept:
        assert kept.resumed > 0
        assert numbers(run(whole, 5, Target(), service(kept))) == numbers(
            run(whole, 5, Target(), 1)
        )


def test_several_runs_of_a_command_have_a_place_each(tmp_path: Path) -> None:
    path, target = tmp_path / "x.checkpoint", Target(deals=600)
    with keeper(path) as kept:
        first = run(Toy(), 5, target, service(kept).under("line-1"), name="deal")
        second = run(Toy(), 6, target, service(kept).under("line-2"), name="deal")
        third = run(Toy(), 7, target, service(kept).under("line-2"), name="deal")
    with keeper(path) as kept:
        assert kept.resumed == 1_800
        for seed, line, found in ((5, 1, first), (6, 2, second), (7, 2, third)):
            again = run(Pressed(1), seed, target, service(kept).under(f"line-{line}"), name="deal")
            assert numbers(again) == numbers(found)


def test_more_deals_may_be_asked_for_but_not_fewer(tmp_path: Path) -> None:
    path = tmp_path / "x.checkpoint"
    with keeper(path) as kept:
        run(Toy(), 5, Target(deals=600), service(kept))
    with keeper(path) as kept:
        found = run(Toy(), 5, Target(deals=900), service(kept))
        assert numbers(found) == numbers(run(Toy(), 5, Target(deals=900)))
    with keeper(path) as kept, pytest.raises(QuestionError, match="holds 900 deals, more than"):
        run(Toy(), 5, Target(deals=100), service(kept))


def test_the_seed_is_that_of_the_checkpoint_when_none_is_given(tmp_path: Path) -> None:
    path = tmp_path / "x.checkpoint"
    with keeper(path, None) as kept:
        assert kept.seed == 77  # drawn, see keeper()
        run(Toy(), kept.seed, Target(deals=50), service(kept))
    with keeper(path, None) as kept:
        assert kept.seed == 77
    with pytest.raises(QuestionError, match=r"another question \(seed 77, here 5\)"):
        keeper(path, 5)


def test_the_time_taken_is_that_of_all_parts(tmp_path: Path) -> None:
    path = tmp_path / "x.checkpoint"
    with keeper(path) as kept:
        first = run(Toy(), 5, Target(deals=2_000), service(kept))
    with keeper(path) as kept:
        again = run(Toy(), 5, Target(deals=2_000), service(kept))
    # The second had nothing left to do.
    assert again.seconds > 0.9 * first.seconds


# --- refusals


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    path = tmp_path / "x.checkpoint"
    with keeper(path) as kept:
        run(Pressed(6), 5, Target(deals=3_000), service(kept))
    assert path.exists()
    return path


def refused(path: Path, **changes: Any) -> str:
    """The one line with which a checkpoint is refused, which is left as it was."""
    before = path.read_bytes()
    with pytest.raises(QuestionError) as caught, keeper(path, **changes) as kept:
        run(Toy(), 5, Target(deals=3_000), service(kept))
    assert path.read_bytes() == before
    assert not path.with_name(path.name + ".lock").exists()
    (line,) = caught.value.problems
    assert str(path) in line
    assert line.endswith("delete it to begin anew")
    return line


def test_other_questions_rules_and_seeds_are_refused(begun: Path) -> None:
    about = ABOUT | {"rules": {"digest": "def"}}
    assert 'rules: {"digest": "abc"}, here {"digest": "def"}' in refused(begun, about=about)
    assert "command: test, here other" in refused(begun, about=ABOUT | {"command": "other"})
    assert "score: null, here [1, 2]" in refused(begun, about=ABOUT | {"score": (1, 2)})
    assert "seed 5, here 6" in refused(begun, seed=6)


def test_other_columns_and_precisions_are_refused(begun: Path) -> None:
    other = Toy()
    other.columns = other.columns[:4]
    with keeper(begun) as kept, pytest.raises(QuestionError, match="another question"):
        run(other, 5, Target(deals=3_000), service(kept))
    with keeper(begun) as kept, pytest.raises(QuestionError, match="a fixed number of deals"):
        run(Toy(), 5, Target(precision=0.01), service(kept))


@pytest.mark.parametrize("part", ["analyzer", "source", "numba"])
def test_other_versions_are_refused(
    begun: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    ours = checkpoint.program()
    monkeypatch.setattr(checkpoint, "program", lambda: ours | {part: "9.9"})
    assert f"another version of the program ({part} {ours[part]}, here 9.9)" in refused(begun)


def test_damage_anywhere_is_noticed(begun: Path) -> None:
    whole = begun.read_bytes()
    places = [0, 1, len(whole) // 3, len(whole) // 2, len(whole) - 80, len(whole) - 3]
    damaged = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in places]
    damaged += [b"", b"\n", whole[:-1][: len(whole) // 2], whole.splitlines()[0], b"\0" * 5_000]
    for data in damaged:
        begun.write_bytes(data)
        assert "the checkpoint is damaged" in refused(begun)


def test_a_checkpoint_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.checkpoint"
    path.mkdir()
    with pytest.raises(QuestionError, match=r"cannot be read \(Is a directory\)"):
        keeper(path)


# --- the disk


def test_a_disk_that_is_full_is_told_once_and_the_work_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "x.checkpoint"
    with checkpoint.Keeper(path, ABOUT, 5, lambda: 1, told.append) as kept:
        run(Pressed(6), 5, Target(deals=2_000), service(kept))
        before = path.read_bytes()
        monkeypatch.setattr(atomic.os, "fsync", full)
    with checkpoint.Keeper(path, ABOUT, 5, lambda: 1, told.append) as kept:
        found = run(Toy(), 5, Target(deals=2_000), service(kept))
    assert numbers(found) == numbers(run(Toy(), 5, Target(deals=2_000)))
    assert len(told) == 1
    assert "No space left on device" in told[0]
    # The last good one is still there, and nothing beside it.
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_what_a_killed_writer_left_is_taken_away(begun: Path) -> None:
    left = begun.with_name(f".{begun.name}.123.part")
    left.write_bytes(b"half")
    with keeper(begun):
        assert not left.exists()


# --- two at once

HOLD = """
import sys, time
from pathlib import Path
from analyzer.run.lock import Lock
Lock(Path(sys.argv[1]), "that")
print("held", flush=True)
time.sleep(60)
"""


def test_two_runs_at_once_and_a_lock_left_by_a_dead_process(tmp_path: Path) -> None:
    path = tmp_path / "x.checkpoint"
    lock = path.with_name(path.name + ".lock")
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(lock)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(QuestionError) as caught:
            keeper(path)
        (line,) = caught.value.problems
        assert f"another run (process {holder.pid} on " in line
        assert not path.exists()
    finally:
        holder.kill()
        holder.communicate()
    assert json.loads(lock.read_text())["pid"] == holder.pid
    with keeper(path):
        assert json.loads(lock.read_text())["pid"] == os.getpid()
    assert not lock.exists()
