"""Tournaments at a toy table: pairs in turn, progress, Ctrl-C, the Python interface."""

from __future__ import annotations

from typing import Any

import pytest

import analyzer
from analyzer import QuestionError
from analyzer.games.cuccu.game import GAME, Cuccu
from analyzer.report.tables import plain
from analyzer.report.tournament import Schedule, Tournament, adjacent, all_pairs, play_tournament
from analyzer.report.tournament_text import render
from tests.cli.command import bad
from tests.toy_table import PARTNERS, SKILL, PressingTable, ToyTable

RULES = analyzer.load_rules("cuccu")
LEVELS = ("expert:7", "expert", "simple", "random")


def played(table: ToyTable, deals: int, matches: int, **more: Any) -> Tournament:
    pairs = tuple(adjacent(LEVELS))
    return play_tournament(Schedule(GAME, RULES, table, pairs), deals, matches, 5, 2, **more)


def test_pairs() -> None:
    assert adjacent("abc") == [("a", "b"), ("b", "c")]
    assert all_pairs("abc") == [("a", "b"), ("a", "c"), ("b", "c")]


def test_every_pair_is_measured_on_deals_and_matches() -> None:
    found = played(ToyTable(PARTNERS), 50, 10)
    assert (found.deals, found.matches) == (50, 10)
    assert found.plays == LEVELS
    assert found.even_share == 0.5
    for pair in found.pairs:
        score, slam, points, match = found.of_pair(pair)
        assert [gap.measure for gap in (score, slam, points, match)] == [
            "score", "slam", "points", "match",
        ]  # fmt: skip
        # Two members of a side are each better by the difference of skill.
        assert abs(score.value - 2 * (SKILL[pair[0]] - SKILL[pair[1]])) < 2 * score.half
        assert (slam.percent, points.percent, match.percent) == (True, False, True)
        assert (match.a_value, match.b_value, match.value) == (1, 0, 1)
        assert match.low < 1
    frame = found.frame
    assert list(frame["measure"].unique()) == ["score", "slam", "points", "match"]
    assert len(frame) == 12
    text = render(found, plain).replace("\n", " ")
    assert "Every deal is played twice, sides exchanged." in text
    assert "expert is ahead of simple by" in text


def test_progress_counts_deals_and_matches_up_to_the_end() -> None:
    seen: list[tuple[int, int | None]] = []
    played(ToyTable(PARTNERS), 50, 10, progress=lambda *now: seen.append(now))
    done = [now for now, _ in seen]
    assert done == sorted(done)
    # Three pairs; a match takes as long as twenty deals.
    assert seen[-1] == (180, 180)
    assert 36 in done


def test_ctrl_c_keeps_what_was_played() -> None:
    found = played(PressingTable(PARTNERS), 10_000_000, 10)
    assert found.interrupted
    assert 0 < found.deals < 10_000_000
    assert {(gap.a, gap.b) for gap in found.gaps} == {LEVELS[:2]}
    assert found.to_dict()["method"]["interrupted"]


def test_nothing_measured_is_said() -> None:
    empty = Tournament(GAME, RULES, (LEVELS[:2],), (), 0.5, {}, 1, 0, 0, 0.0, True)
    assert "Nothing was measured" in render(empty, plain)
    assert empty.to_dict()["rows"] == []
    assert list(empty.frame.columns)[:2] == ["a", "b"]


def test_the_python_interface() -> None:
    found = analyzer.tournament(RULES, ["simple", "random"], deals=200, matches=0, seed=2)
    assert found.frame.loc[0, "value"] > 0
    assert found.matches == 0
    every = analyzer.tournament(RULES, all_pairs=True, deals=20, matches=0, seed=2)
    assert every.pairs == (("expert", "simple"), ("expert", "random"), ("simple", "random"))


class SingleDeals(ToyTable):
    """The toy with a player of another engine, who knows no matches."""

    plays_matches = False
    notes = ("strong: a player of another engine",)


def test_a_player_of_another_engine_meets_every_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SKILL, "strong", 4)
    monkeypatch.setattr(Cuccu, "rival", lambda self, rules, name: SingleDeals(range(4)))
    found = analyzer.tournament(RULES, ["simple"], vs="strong", seed=1)
    assert found.pairs == (("simple", "strong"),)
    assert (found.deals, found.matches) == (100, 0)
    assert found.of_pair(found.pairs[0])[0].high < 0
    assert "strong: a player of another engine" in render(found, plain)
    with pytest.raises(QuestionError, match="matches = 3: strong plays single deals only"):
        analyzer.tournament(RULES, ["simple"], vs="strong", matches=3)
    lines = bad("tournament", "cuccu", "--vs", "strong", "--matches", "3", "--play", "simple")
    assert lines == ["--matches 3: strong plays single deals only"]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"play": ["simple"]}, "tournament: expected two or more levels"),
        ({"play": "simple"}, "tournament: expected two or more levels"),
        ({"play": ["simple", "best"]}, "level of play 'best': expected"),
        ({"deals": 1}, "deals = 1: expected a whole number from 2"),
        ({"matches": -1}, "matches = -1: expected a whole number from 0"),
        ({"workers": 0}, "workers = 0: expected a whole number from 1"),
        ({"seed": -1}, "seed = -1: expected"),
        ({"vs": "openspiel"}, "--vs openspiel: no other engine plays Cuccù"),
        ({"vs": "openspiel", "all_pairs": True}, "all pairs: every level plays openspiel only"),
    ],
)
def test_what_was_expected_is_said(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(QuestionError) as caught:
        analyzer.tournament(RULES, **wrong)
    (problem,) = caught.value.problems
    assert problem.startswith(told)
