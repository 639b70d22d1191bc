"""What the interface page promises of every answer, where no other test looks."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer.estimate.answer import Method, estimates
from analyzer.estimate.tally import Tally
from analyzer.games.base import Batch, Column
from tests.cli.command import good

SURE_SLAM = ("bid-odds", "cupe", "--after-exchange", "♣A ♥AKQJT9876543")


def rows(*words: str) -> list[dict[str, Any]]:
    return list(json.loads(good(*words, "--format", "json", "--quiet"))["rows"])


def test_rules_keep_their_types_in_json() -> None:
    """``rules GAME``: value now and default, as ``changed`` and the presets have them."""
    found = {row["key"]: row for row in rows("rules", "cutu", "--rules", "whist")}
    assert (found["must_trump"]["value"], found["must_trump"]["default"]) == (False, True)
    assert (found["target"]["value"], found["undertrump"]["value"]) == (100, "free")


def test_solve_says_question_and_method_in_json() -> None:
    """One object with ``question`` and ``method``; solving is exact, with all cards face up."""
    deal = "N:A... K... Q... J..."
    answer = json.loads(good("solve", "cutu", deal, "--trump", "NT", "--format", "json"))
    assert answer["question"] == {"trump": "NT"}
    assert answer["method"] == {"plays": ["open"], "deals": 1, "exact": True}
    assert [row["value"] for row in answer["rows"]] == [1, 0, 1, 0]


@pytest.mark.parametrize("method", [Method(), Method("confidence sequence")])
@pytest.mark.parametrize("outcomes", [[0], [0] * 5, [100] * 5, [0, 1, 2], [98, 100, 99]])
def test_a_probability_has_limits_that_are_probabilities(
    method: Method, outcomes: list[int]
) -> None:
    """ "Probabilities are fractions of one", their limits too."""
    column = Column({}, "simple", "match", False, 100, 100, chance=True)
    batch = Batch(np.array(outcomes, np.int64)[:, None])
    (found,) = estimates([column], Tally.of(batch, []), method)
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_a_slam_that_loses_the_match() -> None:
    """Totals 90, 20, 80, 85: adding 26 lets seat 2 win; deducting leaves the match open."""
    asked = (*SURE_SLAM, "--score", "90,20,80,85", "--deals", "100", "--seed", "1")
    added = [row for row in rows(*asked) if row["measure"] == "match"]
    assert added
    assert all((row["value"], row["low"]) == (0, 0) and row["high"] < 0.1 for row in added)
    deducted = [r for r in rows(*asked, "--set", "slam=subtract") if r["measure"] == "match"]
    assert all(row["low"] > 0 for row in deducted)


def test_nobody_sings_in_a_cuatro() -> None:
    """No pair is sung in cuatro and quinta: a number without doubt, not 0 give or take."""
    asked = ("bid-odds", "cuatrola", "--deals", "20", "--seed", "1", "--play", "simple")
    sung = [row for row in rows(*asked) if row["measure"] == "cantes"]
    dead = [row for row in sung if row["choice"]["contract"] in ("cuatro", "quinta")]
    assert len(dead) == 8
    assert all(row["low"] == row["value"] == row["high"] == 0 for row in dead)
    assert all(row["high"] > row["low"] for row in sung if row not in dead)


@pytest.mark.parametrize(
    "words",
    [
        ("bid-odds", "cutu", "--play", "simple"),
        ("bid-odds", "cruce", "♠ATKQJ9"),
        ("compare", "cutu", "standard", "whist"),
    ],
)
def test_a_bid_is_a_whole_number_in_csv(words: tuple[str, ...]) -> None:
    """``bid`` is a number, in a column of its own: 4 and not 4.0, also where rows have none."""
    text = good(*words, "--deals", "20", "--seed", "1", "--format", "csv", "--quiet")
    bids = {row["bid"] for row in csv.DictReader(io.StringIO(text))}
    assert "4" in bids
    assert bids <= {"", "pass", "1", "2", "3", "4", "5", "6", "7", "8"}


def test_a_bid_is_a_whole_number_in_frames() -> None:
    """The API's frame has the same columns with the same values."""
    rules = [analyzer.load_rules("cutu"), analyzer.load_rules("cutu", "whist")]
    odds = analyzer.bid_odds(rules[0], play="simple", deals=20, seed=1)
    compared = analyzer.compare(rules, deals=20, seed=1)
    for frame in (odds.frame, compared.frame):
        assert {type(bid) for bid in frame["bid"]} <= {int, type(None)}
        assert list(frame.columns).index("bid") < list(frame.columns).index("play")
