"""Base rates of Cruce: what the columns mean, and what is refused."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

import analyzer
from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion, SolveQuestion
from analyzer.games.cruce import codes
from analyzer.games.cruce.game import GAME
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.rounds import contract
from analyzer.games.cruce.rules import CruceRules
from tests.games.cruce.replay import play

COUNT = 400


def outcomes(rules: CruceRules, *plays: str, seed: int = 5, count: int = COUNT):
    plan = GAME.odds(rules, OddsQuestion(plays=plays))
    return plan, plan.compute(seed, 0, count, plan.workspace()).outcomes


def column(plan, choice: dict, play_level: str, measure: str) -> int:
    (found,) = [
        i
        for i, c in enumerate(plan.columns)
        if dict(c.choice) == choice and c.play == play_level and c.measure == measure
    ]
    return found


@pytest.mark.parametrize("changes", [
    {}, {"players": 3}, {"players": 2}, {"made_pays": "bid_only", "blind_multiplier": 2},
    {"double_weak_hand": True, "first_speaker": "before_dealer"},
    {"trump_by": "named_on_first_packet", "highest_bid": 4, "players": 3},
])  # fmt: skip
def test_columns_are_those_of_the_contract_played(changes: dict[str, object]) -> None:
    """Every column again from whole rounds played with that very contract."""
    rules = CruceRules.make(changes)
    plan, found = outcomes(rules, "random", "simple")
    seat = rules.players - 2 if rules.first_speaker == "before_dealer" else 0
    sides = 2 if rules.players == 4 else rules.players
    side, others = seat % sides, [s for s in range(sides) if s != seat % sides]
    cards = {"own": 0, "card": 1} if rules.has_pe_carte else {"own": 0}
    # A slam by anybody is told where every player is alone, so not between two teams.
    alone = sides == rules.players
    assert len(plan.columns) == (8 + alone) * 2 * len(cards) * rules.highest_bid
    for bid, (trump, card), level in (
        (b, t, p) for b in (1, rules.highest_bid) for t in cards.items() for p in (0, 1)
    ):
        told, _, _ = play(rules, COUNT, (level,) * 4, contract(seat, bid, card=card), seed=5)
        deltas = told[:, places.DELTAS : places.DELTAS + sides]
        won = told[:, places.WON : places.WON + sides]
        points = told[:, places.POINTS + side]
        wanted = {
            "success": points >= 33 * bid,
            "score": len(others) * deltas[:, side] - deltas[:, others].sum(axis=1),
            "points": deltas[:, side],
            "slam": won[:, side] == won.sum(axis=1),
            "slam_against": (won[:, others] == won.sum(axis=1)[:, None]).any(axis=1),
            "small_points": points,
            "announcements": told[:, places.ANNOUNCED + side],
            "double_round": told[:, places.DOUBLES] > 0,
            **({"slam_any": (won == won.sum(axis=1)[:, None]).any(axis=1)} if alone else {}),
        }
        name = ("random", "simple")[level]
        for measure, values in wanted.items():
            i = column(plan, {"bid": bid, "trump": trump}, name, measure)
            np.testing.assert_array_equal(found[:, i], values, err_msg=measure)
            assert found[:, i].max() - found[:, i].min() <= plan.columns[i].spread
            assert plan.columns[i].scale == (len(others) if measure == "score" else 1)


def test_the_score_of_three_is_against_the_mean_of_the_others() -> None:
    plan, _ = outcomes(CruceRules(players=3), "random", count=1)
    scales = {c.measure: c.scale for c in plan.columns}
    assert scales["score"] == 2


def test_rates_do_not_depend_on_batches() -> None:
    plan, whole = outcomes(CruceRules(), "random", "simple")
    parts = [plan.compute(5, first, 100, plan.workspace()).outcomes for first in (0, 100, 200, 300)]
    np.testing.assert_array_equal(whole, np.concatenate(parts))


def test_open_is_best_play_with_the_trump_of_the_hand() -> None:
    """Double dummy never falls short of a named suit's lead, nor beats the best of all suits."""
    rules = CruceRules(double_round=False, pe_carte=False)
    plan, found = outcomes(rules, "open", count=40)
    assert {c.measure for c in plan.columns} == {"success", "small_points"}
    points = found[:, column(plan, {"bid": 1, "trump": "own"}, "open", "small_points")]
    deals = GAME.deal(rules, 40, 5)
    best = GAME.solve(rules, deals, SolveQuestion(None, 0))
    named = CruceRules(trump_by="named")
    each = np.stack([GAME.solve(named, deals, SolveQuestion(suit, 0)) for suit in "CDHS"])
    assert (points <= best).all()
    assert (points == each).any(axis=0).all()
    for bid in range(1, 7):
        made = found[:, column(plan, {"bid": bid, "trump": "own"}, "open", "success")]
        np.testing.assert_array_equal(made, points >= 33 * bid)


def test_double_rounds_are_as_frequent_as_the_formula_says() -> None:
    # Four nines in one hand of four players: 760 / 134596 (test_rates.py).
    plan, found = outcomes(CruceRules(), "simple", count=40_000)
    exact = 760 / 134596
    rate = found[:, column(plan, {"bid": 1, "trump": "own"}, "simple", "double_round")].mean()
    assert abs(rate - exact) < 4.5 * sqrt(exact / 40_000)


@pytest.mark.parametrize(
    ("question", "players", "told"),
    [
        (OddsQuestion(extras={"seat": "2"}), 4, "--seat: not an option of Cruce"),
        (OddsQuestion(hand="SA"), 4, "the first packet of 3 cards or the whole hand of 6"),
        (OddsQuestion(plays=("open",)), 2, "the stock is hidden"),
    ],
)
def test_questions_that_cannot_be_answered(question: OddsQuestion, players: int, told: str) -> None:
    with pytest.raises(QuestionError, match=told):
        GAME.odds(CruceRules(players=players), question)


def test_levels_beside_those_there_are() -> None:
    with pytest.raises(QuestionError, match="level of play 'clever'"):
        GAME.check_plays(["clever"])
    assert GAME.check_plays([f"expert:{GAME.layouts}", "expert:5"]) == ("expert", "expert:5")
    assert GAME.check_plays([]) == ("open", "expert")
    assert codes.RANDOM == 0


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("hand", [None, {2: "♠ATK ♥A ♦A9", 3: "♠ATK ♥A"}])
def test_a_slam_by_anybody_is_reported_where_every_player_is_alone(players, hand) -> None:
    """At most one player takes every trick: anybody's rate is the sum of own and others'."""
    rules = analyzer.load_rules("cruce", players=players)
    text = None if hand is None else hand[players]
    frame = analyzer.bid_odds(rules, text, play="random", deals=300, seed=2).frame
    rates = frame.set_index("measure")["value"]
    first = {name: rates[name].iloc[-1] for name in ("slam", "slam_against", "slam_any")}
    assert first["slam_any"] == pytest.approx(first["slam"] + first["slam_against"])
