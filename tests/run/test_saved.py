"""Saved deals: every one once, in units, in bounded memory, and never mixed with others."""

from __future__ import annotations

import errno
import json
import os
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from analyzer.errors import QuestionError
from analyzer.games.base import Batch, Column
from analyzer.run import batches, checkpoint, saved
from analyzer.run.runs import Target, run
from analyzer.run.saved import ABOUT, Saver, column_names
from tests.run.keeping import ABOUT as QUESTION
from tests.run.keeping import keeper, numbers, service
from tests.run.test_checkpoint import Pressed
from tests.toy import Toy

NAMES = [f"bid_{bid}_simple_{name}" for bid in (1, 2, 3) for name in ("success", "score")]


class Thirds(Toy):
    """The toy with scores in thirds of a point, and rows that weigh 1 or 2."""

    def __init__(self) -> None:
        super().__init__()
        self.columns = tuple(
            Column(c.choice, c.play, c.measure, c.rate, 1 if c.rate else 3) for c in self.columns
        )

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        outcomes = super().compute(seed, first, count, workspace).outcomes
        return Batch(outcomes, 1 + np.arange(first, first + count) % 2)


def save(tmp_path: Path, plan: Toy, deals: int = 1_000, name: str = "") -> Any:
    """Run a plan with its deals saved, and with a checkpoint; what the run found."""
    with Saver(tmp_path / "deals", QUESTION) as saver, keeper(tmp_path / "x") as kept:
        found = run(plan, 5, Target(deals=deals), service(kept, saver), name=name)
        if not found.interrupted:
            saver.finished()
        return found


def test_every_deal_in_units(tmp_path: Path) -> None:
    found = save(tmp_path, Toy())
    frame = pd.read_parquet(tmp_path / "deals")
    assert list(frame.columns) == ["deal", *NAMES]
    assert frame["deal"].tolist() == list(range(1_000))
    # The outcomes themselves, computed once more without any of the machinery.
    assert np.array_equal(frame[NAMES].to_numpy(), Toy().compute(5, 0, 1_000, []).outcomes)
    assert frame[NAMES].sum().tolist() == found.tally.sums.tolist()


def test_scales_and_weights(tmp_path: Path) -> None:
    save(tmp_path, Thirds())
    frame = pd.read_parquet(tmp_path / "deals")
    assert frame["weight"].tolist() == [1, 2] * 500
    raw = Toy().compute(5, 0, 1_000, []).outcomes
    assert np.array_equal(frame["bid_1_simple_score"], raw[:, 1] / 3)
    assert np.array_equal(frame["bid_1_simple_success"], raw[:, 0])


def test_what_it_is_stands_inside_and_beside_until_it_is_complete(tmp_path: Path) -> None:
    save(tmp_path, Pressed(6), 3_000)
    beside = json.loads((tmp_path / "deals" / ABOUT).read_text())
    save(tmp_path, Toy(), 3_000)
    assert {path.suffix for path in (tmp_path / "deals").iterdir()} == {".parquet"}
    for path in (tmp_path / "deals").iterdir():
        assert json.loads(pq.read_schema(path).metadata[b"analyzer"]) == beside
    assert (beside["about"], beside["seed"]) == (QUESTION, 5)
    assert beside["program"] == checkpoint.program()
    assert [column["name"] for column in beside["columns"]] == NAMES
    assert beside["columns"][2]["choice"] == {"bid": 2}


@pytest.mark.parametrize("most", [30, 250, 10_000])
@pytest.mark.parametrize("every", [0.0, 60.0])
def test_stopped_often_no_deal_is_missing_or_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, every: float
) -> None:
    monkeypatch.setattr(saved, "MOST_ROWS", most)
    monkeypatch.setattr(checkpoint, "EVERY", every)
    monkeypatch.setattr(checkpoint, "SHARE", 1e9)
    monkeypatch.setattr(batches, "BATCH_SECONDS", 0.002)
    for stop in (3, 6, 9):
        assert save(tmp_path, Pressed(stop), 3_000).interrupted
    assert numbers(save(tmp_path, Toy(), 3_000)) == numbers(run(Toy(), 5, Target(deals=3_000)))
    frame = pd.read_parquet(tmp_path / "deals")
    assert frame["deal"].tolist() == list(range(3_000))
    assert np.array_equal(frame[NAMES].to_numpy(), Toy().compute(5, 0, 3_000, []).outcomes)
    assert max(pq.read_metadata(p).num_rows for p in (tmp_path / "deals").glob("*.parquet")) <= (
        most + batches.LARGEST_BATCH
    )


def test_deals_beyond_the_checkpoint_are_taken_away(tmp_path: Path) -> None:
    # As after a kill between the two: files for 1,000 deals, a checkpoint that counts 600.
    save(tmp_path, Toy(), 600)
    old = (tmp_path / "x").read_bytes()
    save(tmp_path, Toy(), 1_000)
    (tmp_path / "x").write_bytes(old)
    (tmp_path / "deals" / ".deals-000000000000000.parquet.9.part").write_bytes(b"half")
    save(tmp_path, Toy(), 800)
    frame = pd.read_parquet(tmp_path / "deals")
    assert frame["deal"].tolist() == list(range(800))
    assert not list((tmp_path / "deals").glob(".*"))


def test_runs_with_names_have_folders_of_their_own(tmp_path: Path) -> None:
    with Saver(tmp_path / "deals", QUESTION) as saver, keeper(tmp_path / "x") as kept:
        for line in (1, 2):
            work = service(kept, saver).under(f"line-{line}")
            run(Toy(), line, Target(deals=10 * line), work, name="a:b c")
    for line in (1, 2):
        assert len(pd.read_parquet(tmp_path / "deals" / f"line-{line}" / "a_b_c")) == 10 * line
    with Saver(tmp_path / "deals", QUESTION):
        pass


def test_column_names_are_plain_and_differ() -> None:
    gifts = ["♠A ♥K", "♠Q ♥K", "sA hK"]
    columns = [Column({"give": gift}, "expert:40", "score", False) for gift in gifts]
    columns += [Column({}, "", "deal", False), Column({}, "", "ț", False)]
    names = column_names(tuple(columns))
    assert names == [
        "give_SA_HK_expert_40_score",
        "give_SQ_HK_expert_40_score",
        "give_sA_hK_expert_40_score",
        "deal_2",
        "value",
    ]


# --- refusals


def refused(tmp_path: Path, **changes: Any) -> str:
    def save_again() -> None:
        path, about = tmp_path / changes.get("checkpoint", "y"), changes.get("about", QUESTION)
        with Saver(tmp_path / "deals", about) as saver, keeper(path) as kept:
            run(Toy(), changes.get("seed", 5), Target(deals=9), service(kept, saver))

    with pytest.raises(QuestionError) as caught:
        save_again()
    (line,) = caught.value.problems
    return line


def test_a_folder_with_anything_else_is_refused(tmp_path: Path) -> None:
    save(tmp_path, Toy(), 100)
    before = (tmp_path / "deals" / "deals-000000000000000.parquet").read_bytes()
    assert "holds all deals of this question already" in refused(tmp_path)
    assert "another question, seed or version" in refused(tmp_path, seed=6)
    assert "another question, seed or version" in refused(tmp_path, about={"command": "x"})
    assert before == (tmp_path / "deals" / "deals-000000000000000.parquet").read_bytes()
    (tmp_path / "deals" / ABOUT).write_text("{")
    assert f"{ABOUT}: the file is damaged" in refused(tmp_path)
    (tmp_path / "deals" / "thesis.txt").touch()
    assert "holds other files, such as thesis.txt" in refused(tmp_path)


def test_missing_and_damaged_files_are_told(tmp_path: Path) -> None:
    save(tmp_path, Pressed(6), 3_000)
    (path,) = (tmp_path / "deals").glob("*.parquet")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "the file is damaged" in refused(tmp_path, checkpoint="x")
    path.unlink()
    assert "holds 0 of the" in refused(tmp_path, checkpoint="x")


def test_two_runs_into_one_folder(tmp_path: Path) -> None:
    with Saver(tmp_path / "deals", QUESTION), pytest.raises(QuestionError) as caught:
        Saver(tmp_path / "deals", QUESTION)
    assert f"another run (process {os.getpid()} on " in caught.value.problems[0]


# --- the disk


def test_a_full_disk_ends_the_run_and_the_next_one_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "EVERY", 0.0)
    monkeypatch.setattr(checkpoint, "SHARE", 1e9)
    monkeypatch.setattr(batches, "BATCH_SECONDS", 0.002)
    writes = count(1)
    write = pq.write_table

    def filling(table: Any, where: Any, **options: Any) -> None:
        if next(writes) > 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(table, where, **options)

    monkeypatch.setattr(pq, "write_table", filling)
    with pytest.raises(QuestionError, match="No space left on device") as caught:
        save(tmp_path, Toy(), 5_000)
    assert len(caught.value.problems) == 1
    assert "give the same command again" in caught.value.problems[0]
    monkeypatch.undo()
    with keeper(tmp_path / "x") as kept:
        assert kept.resumed > 0
    assert numbers(save(tmp_path, Toy(), 5_000)) == numbers(run(Toy(), 5, Target(deals=5_000)))
    assert pd.read_parquet(tmp_path / "deals")["deal"].tolist() == list(range(5_000))


def test_a_folder_that_vanishes_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Vanishing(Toy):
        def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
            if first > 1_000:
                for path in (tmp_path / "deals").glob("*"):
                    path.unlink(missing_ok=True)
                (tmp_path / "deals").rmdir() if (tmp_path / "deals").exists() else None
            return super().compute(seed, first, count, workspace)

    monkeypatch.setattr(checkpoint, "EVERY", 0.0)
    monkeypatch.setattr(checkpoint, "SHARE", 1e9)
    with pytest.raises(QuestionError, match="the deals cannot be saved"):
        save(tmp_path, Vanishing(), 20_000)
