"""Commands killed with SIGKILL at random moments end with the numbers of undisturbed ones."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.cli.command import CHECKOUT, good

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL"),
]


def killed(kills: int, longest: float, *words: str) -> None:
    """Give a command that is killed so many times before it may end."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.run.killed", str(kills), "0.0", str(longest), *words],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout.split() == [str(kills), "0"], done.stdout + done.stderr


def answer(path: Path) -> Any:
    found = json.loads(path.read_text())
    found["method"].pop("seconds")
    return found


def check(tmp_path: Path, kills: int, longest: float, *words: str) -> Path:
    """Kill a command, and compare what it ends with; its output."""
    words = (*words, "--seed", "4", "--format", "json", "--quiet")
    undisturbed, output = tmp_path / "undisturbed.json", tmp_path / "killed.json"
    good(*words, "--output", str(undisturbed))
    killed(kills, longest, *words, "--output", str(output))
    assert answer(output) == answer(undisturbed)
    names = {path.name for path in tmp_path.iterdir()}
    assert names <= {"undisturbed.json", "killed.json", "deals"}
    return output


BASE_RATES = ("bid-odds", "cuccu", "--play", "simple")


def test_a_fixed_number_of_deals(tmp_path: Path) -> None:
    check(tmp_path, 12, 0.25, *BASE_RATES, "--deals", "100000")


def test_a_precision_after_trials(tmp_path: Path) -> None:
    hand = "♠AQ9 ♥K52 ♦T86 ♣J974"
    words = ("bid-odds", "cupe", hand, "--play", "simple", "--precision", "0.02")
    check(tmp_path, 6, 0.6, *words, "--budget", "20000")


def test_several_runs(tmp_path: Path) -> None:
    words = ("compare", "cuccu", "--variant", "lives=4", "--variant", "players=5")
    check(tmp_path, 6, 0.5, *words, "--deals", "20000")


def test_saved_deals(tmp_path: Path) -> None:
    folder = tmp_path / "deals"
    words = (*BASE_RATES, "--deals", "50000", "--seed", "4", "--format", "json", "--quiet")
    undisturbed, output = tmp_path / "undisturbed.json", tmp_path / "killed.json"
    good(*words, "--output", str(undisturbed), "--save-deals", str(tmp_path / "whole"))
    killed(6, 0.5, *words, "--output", str(output), "--save-deals", str(folder))
    assert answer(output) == answer(undisturbed)
    frame, whole = pd.read_parquet(folder), pd.read_parquet(tmp_path / "whole")
    assert frame["deal"].tolist() == list(range(50_000))
    pd.testing.assert_frame_equal(frame, whole)
    assert {path.suffix for path in folder.iterdir()} == {".parquet"}
