"""Commands that are stopped, share an output or lose their disk; saved deals; options."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from analyzer.run.lock import Lock
from tests.cli.command import CHECKOUT, bad, call, good, started

FAST = ("--play", "random", "--deals", "300", "--seed", "7", "--workers", "1")
ODDS = ("bid-odds", "cuccu", *FAST)
ENDLESS = ("bid-odds", "cuccu", "--play", "random", "--deals", "1000000000000", "--workers", "1")

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")


def checkpoint_of(output: Path) -> Path:
    return output.with_name(output.name + ".checkpoint")


def wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 120
    while not path.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.02)


@posix
def test_stopped_killed_and_shared(tmp_path: Path) -> None:
    output = tmp_path / "odds.json"
    words = [*ENDLESS, "--output", str(output), "--format", "json"]
    process = started(words)
    wait_for(checkpoint_of(output), process)
    # Another run with the same output, while the first works.
    (line,) = bad(*words)
    assert f"--output {output}: another run (process {process.pid} on " in line
    process.kill()
    process.communicate()
    # The same command takes the dead one's lock over, its seed too, and goes on.
    process = started(words)
    before = checkpoint_of(output).stat().st_mtime_ns
    while checkpoint_of(output).stat().st_mtime_ns == before:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    first, *_, last = err.decode().splitlines()
    assert "going on after" in first
    assert last == f"analyzer: the same command goes on from {checkpoint_of(output)}"
    # What was estimated so far is in the output; fewer deals than done are no sensible wish.
    found = json.loads(output.read_text())
    assert found["method"]["interrupted"]
    assert (
        found["method"]["seed"]
        == json.loads(checkpoint_of(output).read_text().splitlines()[0])["seed"]
    )
    (line,) = bad(*words[:5], "10", *words[6:], "--quiet")
    assert "more than the 10 asked for" in line
    (line,) = bad(*words, "--set", "lives=4")
    assert "belongs to another question" in line


def test_nothing_is_left_beside_a_finished_output(tmp_path: Path) -> None:
    good(*ODDS, "--output", str(tmp_path / "odds.txt"))
    assert [path.name for path in tmp_path.iterdir()] == ["odds.txt"]


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    output = tmp_path / "odds.txt"
    checkpoint_of(output).write_text("{}\n")
    (line,) = bad(*ODDS, "--output", str(output))
    assert line == (
        f"{checkpoint_of(output)}: the checkpoint is damaged (its checksum does not fit); "
        "delete it to begin anew"
    )
    assert not output.exists()


@posix
def test_an_output_folder_that_vanishes_costs_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    output = folder / "odds.csv"
    process = started([*ENDLESS, "--output", str(output), "--format", "csv"])
    wait_for(checkpoint_of(output), process)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    time.sleep(4)  # long enough for the next checkpoint to fail
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert out.decode().splitlines()[0] == "seat,play,measure,value,low,high,n"
    lines = err.decode().splitlines()
    assert "the work goes on without" in lines[0]
    assert "the result was printed instead" in lines[-1]


@posix
def test_a_disk_that_takes_no_more_costs_nothing(tmp_path: Path) -> None:
    # A limit on the size of files stands for the full disk; the system's signal is ignored, so
    # that writing fails as it does on a disk.
    import resource

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    words = [*ODDS, "--format", "json", "--quiet", "--output", str(tmp_path / "odds.json")]
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", *words],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        preexec_fn=limited,
    )
    assert done.returncode == 2, done.stderr
    assert "cannot be written any more (File too large)" in done.stderr
    printed = json.loads(done.stdout)
    assert printed["rows"] == json.loads(good(*ODDS, "--format", "json"))["rows"]


# --- saved deals


def test_deals_of_a_question(tmp_path: Path) -> None:
    folder = tmp_path / "deals"
    answer = json.loads(good(*ODDS, "--format", "json", "--save-deals", str(folder)))
    frame = pd.read_parquet(folder)
    assert frame["deal"].tolist() == list(range(300))
    (path,) = folder.iterdir()
    about = json.loads(pq.read_schema(path).metadata[b"analyzer"])
    names = {(str(c["choice"]), c["play"], c["measure"]): c["name"] for c in about["columns"]}
    for row in answer["rows"]:
        name = names.get((str(row["choice"]), row["play"], row["measure"]))
        if name is None:
            # The chance of winning a match is derived from what lives are worth.
            assert row["measure"] == "match"
            continue
        assert frame[name].mean() == pytest.approx(row["value"], abs=1e-12)
    assert about["about"]["rules"] == answer["rules"]
    assert about["seed"] == 7
    (line,) = bad(*ODDS, "--save-deals", str(folder))
    assert "holds all deals of this question already" in line


def test_deals_of_many_questions_and_of_variants(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text("XV\nXIIII --seat 2\n")
    good(
        *("bid-odds", "cuccu", "--file", str(file), *FAST, "--quiet"),
        *("--set", "players=7", "--save-deals", str(tmp_path / "many")),
    )
    names = sorted(path.name for path in (tmp_path / "many").iterdir())
    assert names == ["line-1", "line-2"]
    good(
        *("compare", "cuccu", "--variant", "lives=4", "--variant", "players=5"),
        *("--deals", "200", "--seed", "1", "--save-deals", str(tmp_path / "compared")),
    )
    deals = pd.read_parquet(tmp_path / "compared" / "deal")
    assert len(deals) == 200
    assert (tmp_path / "compared" / "deal-variant-2").is_dir()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--save-deals", ""], "expected the name of a folder"),
        (["--save-deals", "nowhere/deals"], "there is no folder nowhere"),
        (["--save-deals", "README.md"], "is a file, expected a folder"),
        (["--save-deals", "docs"], "holds other files, such as"),
        (["--cluster", " "], "expected the address of a scheduler, or local"),
        (["--cluster", "tcp://127.0.0.1:9", "--workers", "2"], "has its own"),
        (["--cluster", "nonsense://x"], "expected local, or a scheduler's address such as"),
        (["--cluster", "foo"], "expected local, or a scheduler's address such as"),
    ],
)
def test_options(words: list[str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    (line,) = bad("bid-odds", "cuccu", "--deals", "10", *words)
    assert expected in line


def test_missing_libraries_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("analyzer.cli.long_runs.find_spec", lambda name: None)
    lines = bad(*ODDS[:-2], "--cluster", "local", "--save-deals", str(tmp_path / "d"))
    assert lines == [
        "--cluster needs distributed: install folk-card-analyzer with its extra 'cluster'",
        "--save-deals needs pyarrow: install folk-card-analyzer with its extra 'deals'",
    ]


def test_a_device_has_no_checkpoint_beside_it() -> None:
    if Path(os.devnull).exists():
        assert call(*ODDS, "--output", os.devnull).status == 0
        assert not checkpoint_of(Path(os.devnull)).exists()


def test_a_lock_that_nobody_holds_stops_nobody(tmp_path: Path) -> None:
    path = tmp_path / "x.lock"
    path.write_text("left behind")
    Lock(path, "x").release()
    assert not path.exists()
