"""The table of Cupe: deals and matches with a level for every seat, and OpenSpiel's bot."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.games.cupe import openspiel
from analyzer.games.cupe.game import GAME
from analyzer.games.cupe.play import play_hands, play_matches
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.table import SHARE

STANDARD = CupeRules()
SHARED = CupeRules.load("openspiel")
MIXED = ["simple", "random", "expert:2", "random"]


def test_scores_of_a_deal_sum_to_zero_and_are_the_points_of_the_hand():
    table = GAME.table(STANDARD)
    found = table.deals(3, 5, 8, MIXED, table.workspace(MIXED))
    points = play_hands(STANDARD, MIXED, 8, 3, 5)[:, :4]
    assert np.array_equal(found["points"], points)
    others = (points.sum(axis=1, keepdims=True) - points) / 3
    assert np.allclose(found["score"] / table.scale, others - points)
    assert (found["score"].sum(axis=1) == 0).all()
    assert set(found) == set(table.measures)
    assert all(set(np.unique(found[m])) <= {0, 1} for m, rate in table.measures.items() if rate)
    # One seat takes the queen.
    assert (found["queen"].sum(axis=1) == 1).all()
    part = table.deals(3, 8, 2, MIXED, None)
    assert all(np.array_equal(found[m][3:5], part[m]) for m in found)


def test_shares_of_a_match_add_up():
    table = GAME.table(STANDARD)
    plays = ["simple", "random", "simple", "random"]
    shares = table.matches(1, 0, 200, plays, None)
    assert (shares.sum(axis=1) == SHARE).all()
    assert np.array_equal(shares > 0, play_matches(STANDARD, plays, 200, 1).winners)
    assert shares[:, [0, 2]].mean() > 2 * shares[:, [1, 3]].mean()
    two = GAME.table(STANDARD.with_changes(winners="two_lowest"))
    assert (two.matches(1, 0, 50, plays, None).sum(axis=1) == SHARE).all()


def test_an_expert_costs_more_the_more_he_imagines():
    table = GAME.table(STANDARD)
    assert table.seconds("random") < table.seconds("simple") < table.seconds("expert:2")
    assert table.seconds("expert:20") == pytest.approx(10 * table.seconds("expert:2"))


# OpenSpiel


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"lead_barred": "points"}, "lead_barred = points"),
        ({"values": "face"}, "values = face"),
        ({"slam": "subtract"}, "slam = subtract"),
        ({"exchange_count": 4}, "exchange_count = 4"),
        ({"bonus_card": "jack_diamonds", "bonus_points": -5}, "bonus_points = -5"),
        ({"bonus_card": "ten_diamonds"}, "bonus_card = ten_diamonds"),
    ],
)
def test_rules_that_openspiel_does_not_play_are_told(changes, told):
    with pytest.raises(QuestionError) as error:
        openspiel.shared_options(CupeRules.load("openspiel", changes))
    assert told in error.value.problems[0]
    assert "--rules openspiel" in error.value.problems[-1]


def test_all_problems_are_told_at_once():
    with pytest.raises(QuestionError) as error:
        openspiel.shared_options(CupeRules.load("openspiel", {"slam": "none", "values": "spot"}))
    assert len(error.value.problems) == 3


def test_options_of_the_preset():
    """Those that OpenSpiel itself starts from: its documented defaults."""
    assert openspiel.shared_options(SHARED) == {
        "no_pts_on_first_trick": True,
        "can_lead_any_club": False,
        "must_break_hearts": True,
        "qs_breaks_hearts": True,
        "can_lead_hearts_instead_of_qs": False,
        "jd_bonus": False,
        "avoid_all_tricks_bonus": False,
    }


@pytest.mark.parametrize(
    "name", ["xinxin", "openspiel:", "openspiel:0", "openspiel:1", "openspiel:-3"]
)
def test_a_rival_that_is_unknown(name):
    with pytest.raises(QuestionError, match="expected openspiel"):
        GAME.rival(SHARED, name)


def test_a_rival_that_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(QuestionError, match="not installed"):
        GAME.rival(SHARED, "openspiel")


def test_hands_with_the_bot_have_the_cards_of_our_own_table():
    """The bot itself is not the same every time, so its seat gives nothing to compare."""
    pytest.importorskip("pyspiel")
    rules = SHARED.with_changes(exchange="none")
    table = GAME.rival(rules, "openspiel:3")
    found = table.deals(2, 0, 6, ["openspiel:3", "simple", "random", "openspiel:2"], None)
    assert (found["score"].sum(axis=1) == 0).all()
    shot = found["slam"].any(axis=1)
    assert (found["points"].sum(axis=1) == np.where(shot, 78, 26)).all()
    # Without the bot it is our own table.
    own = ["simple", "random", "simple", "random"]
    mine = table.deals(2, 0, 9, own, None)["points"]
    assert np.array_equal(mine, play_hands(rules, own, 9, 2)[:, :4])


@pytest.mark.parametrize("direction", ["left", "right", "across"])
def test_the_bot_gives_in_every_direction(direction):
    pytest.importorskip("pyspiel")
    table = GAME.rival(SHARED.with_changes(exchange=direction), "openspiel:2")
    found = table.deals(1, 0, 2, ["openspiel:2"] * 4, None)
    assert (found["points"].sum(axis=1) >= 26).all()


def test_the_bot_beats_random_players():
    pytest.importorskip("pyspiel")
    table = GAME.rival(SHARED, "openspiel:30")
    score = table.deals(4, 0, 24, ["openspiel:30", "random", "random", "random"], None)["score"]
    gain = score[:, 0] / table.scale
    assert gain.mean() > 2 * gain.std(ddof=1) / len(gain) ** 0.5


def test_our_level_and_the_bot_change_seats():
    pytest.importorskip("pyspiel")
    found = openspiel.versus_openspiel(SHARED, "simple", 1, 3, 2, 2)
    assert (found["score"].sum(axis=1) == 0).all()
    # Two plays of a deal of 26 points; 78 where there was a slam.
    slams = found["slam"].sum(axis=1)
    assert np.array_equal(found["points"].sum(axis=1), 52 + 52 * slams)
    assert (found["decisions"] > 20).all()
    assert (found["nanoseconds"] > 0).all()
