"""The table of strength in the documents is what was measured, and says what it must."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import pytest

from analyzer.games import TITLES
from tests.cli.command import CHECKOUT
from tests.script import load_script

STORED: dict[str, list[dict[str, Any]]] = json.loads(
    (CHECKOUT / "data" / "strength.json").read_text(encoding="utf-8")
)
LEVELS = STORED["levels"]


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    return load_script("write-strength")


def test_the_page_is_the_stored_data(writer: ModuleType) -> None:
    page = (CHECKOUT / "docs" / "strength.md").read_text(encoding="utf-8")
    assert page == writer.page(STORED), "run scripts/write-strength"


def test_a_level_is_stored_once_and_under_known_games(writer: ModuleType) -> None:
    keys = [(row["game"], str(row["changes"]), row["a"], row["b"]) for row in LEVELS]
    assert len(set(keys)) == len(keys)
    assert {row["game"] for row in LEVELS} <= set(TITLES)
    for row in LEVELS:
        assert row["changes"] in writer.CASES[row["game"]]


@pytest.mark.parametrize("row", LEVELS, ids=lambda row: f"{row['game']}-{row['a']}-{row['b']}")
def test_every_level_is_ahead_of_the_one_below(row: dict[str, Any]) -> None:
    for gap in (row["score"], row["match"]):
        assert gap["low"] <= gap["value"] <= gap["high"]
        assert gap["high"] > 0
    assert row["score"]["low"] > 0
    if row["b"] == "random":
        assert row["match"]["low"] > 0


def test_every_game_is_measured() -> None:
    assert {row["game"] for row in LEVELS} == set(TITLES)
    assert {"levels", "curve", "slams", "openspiel"} == set(STORED)


def test_more_layouts_play_better_and_slower() -> None:
    curve = STORED["curve"]
    seconds = [row["seconds"] for row in curve]
    assert seconds == sorted(seconds)
    assert curve[-1]["score"]["low"] > curve[0]["score"]["high"]


def test_the_expert_of_cupe_holds_its_own_against_openspiel() -> None:
    (row,) = STORED["openspiel"]
    assert row["score"]["high"] > 0
    # Equal thinking time, as far as whole simulations allow.
    assert row["rival_seconds"] == pytest.approx(row["seconds"], rel=0.25)


def test_numbers_of_deals_are_easy_to_remember(writer: ModuleType) -> None:
    assert writer.rounded(2_345, 20, 100_000) == 2_000
    assert writer.rounded(1_000_000, 20, 100_000) == 100_000
    assert writer.rounded(3, 20, 100_000) == 20


def test_what_the_script_is_asked_is_read(
    writer: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, told in ((["measure", "bridge"], "no part 'bridge'"), (["x"], "expected measure")):
        monkeypatch.setattr(writer.sys, "argv", ["write-strength", *words])
        assert writer.main() == 2
        assert told in capsys.readouterr().err
