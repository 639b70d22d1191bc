"""The chance of winning a match of Cupe: by hand, by enumeration, and by matches played."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion
from analyzer.games.cupe.game import GAME
from analyzer.games.cupe.kernels.rest import POOL, chances
from analyzer.games.cupe.kernels.scores import WHOLE_WIN
from analyzer.games.cupe.match import HANDS, match_model, parse_score
from analyzer.games.cupe.play import play_hands, play_matches
from analyzer.games.cupe.rules import CupeRules
from tests.games.cupe.variants import combination
from tests.reference import cupe as reference

STANDARD = CupeRules()


def chance(rules, pool, totals, times=20_000):
    found = np.empty(len(totals), np.int64)
    chances(
        np.array(totals, np.int64), 0, np.array(pool, np.int64), rules.packed(), 50, times,
        np.uint64(5), found,
    )  # fmt: skip
    return found / (WHOLE_WIN * times)


def turned(hand, turn):
    return [hand[(seat - turn) % 4] for seat in range(4)]


def enumerated(rules, hand, totals):
    """Seat 0's share of the win when every hand is this one, turned at random, by all ways."""
    if reference.match_over(rules, totals):
        won = reference.winners(rules, totals)
        wanted = 2 if rules.winners == "two_lowest" else 1
        return min(1.0, wanted / len(won)) if 0 in won else 0.0
    after = [[a + b for a, b in zip(totals, turned(hand, turn), strict=True)] for turn in range(4)]
    return sum(enumerated(rules, hand, following) for following in after) / 4


@pytest.mark.parametrize("seed", range(12))
def test_a_pool_of_one_hand_by_enumeration(seed):
    rng = np.random.default_rng(seed)
    rules = combination(seed).with_changes(end_at=int(rng.integers(4, 12)), tie="shared")
    hand = [int(x) for x in rng.integers(1, 5, 4)]
    totals = [int(x) for x in rng.integers(0, 4, 4)]
    pool = [[*hand, -1]] * 2
    found = chance(rules, pool, [totals])[0]
    assert found == pytest.approx(enumerated(rules, hand, totals), abs=4 * 0.5 / 20_000**0.5)


def test_a_slam_in_the_pool_is_counted_by_the_totals():
    # Every hand is a slam. Seat 0 is at 90 and the others at 20, 80, 85: added, the match ends
    # and seat 0 wins none of them unless another seat's slam leaves it lowest, which is never.
    pool = [[0, 26, 26, 26, 0]] * 2
    totals = [90, 20, 80, 85]
    assert chance(STANDARD, pool, [totals])[0] == 0
    # Deducted until nobody is above 100: never over, then the totals decide after 50 hands.
    some = chance(STANDARD.with_changes(slam="subtract"), pool, [totals])[0]
    assert 0 < some < 0.5
    # auto deducts whenever adding would end the match; so does lead_auto when the shooter would
    # not be leading, but a slam of seat 1 (at 20) is added and ends it.
    assert 0 < chance(STANDARD.with_changes(slam="auto"), pool, [totals])[0] < 0.5
    assert chance(STANDARD.with_changes(slam="lead_auto"), pool, [totals])[0] < 0.1


def test_a_match_that_is_over_is_decided():
    pool = [[1, 1, 1, 1, -1]] * 2
    found = chance(STANDARD, pool, [[20, 101, 30, 40], [30, 101, 20, 40], [20, 101, 20, 40]])
    assert found.tolist() == [1.0, 0.0, 0.5]
    two = STANDARD.with_changes(winners="two_lowest")
    totals = [[20, 101, 30, 40], [30, 101, 20, 40], [30, 101, 20, 30], [41, 101, 20, 30]]
    assert chance(two, pool, totals) == pytest.approx([1, 1, 2 / 3, 0], abs=1e-9)


CASES = [
    (STANDARD, (60, 50, 70, 40)),
    (
        STANDARD.with_changes(slam="auto", tie="play_on", bonus_card="jack_diamonds"),
        (70, 80, 90, 75),
    ),
    (CupeRules.load("deepcfr"), (90, 20, 80, 85)),
    (CupeRules.load("peppa_torino"), (70, 60, 95, 80)),
]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_against_matches_played_hand_by_hand_with_another_seed(case):
    rules, totals = CASES[case]
    model = match_model(rules)
    n = 2_000
    shares = play_matches(rules, ["simple"] * 4, n, seed=55, totals=totals).shares()
    if rules.winners == "two_lowest":
        shares = shares * 2
    for seat in range(4):
        expected = model.chance(np.array([totals]), seat)[0]
        # The pool has its own error, of HANDS hands: for a few hands a match about that of HANDS
        # matches at most.
        error = (shares[:, seat].std() ** 2 / n + 0.25 / HANDS + 0.25 / 4096) ** 0.5
        assert shares[:, seat].mean() == pytest.approx(expected, abs=4 * error)


def test_all_seats_together_win_once():
    model = match_model(STANDARD)
    totals = np.array([[0, 0, 0, 0], [60, 50, 70, 40]])
    found = np.stack([model.chance(totals, seat) for seat in range(4)])
    assert found.sum(axis=0) == pytest.approx([1, 1])
    # Level totals: a quarter each.
    assert found[:, 0] == pytest.approx([0.25] * 4, abs=4 * 0.43 / 4096**0.5)
    assert (np.argsort(-found[:, 1]) == [3, 1, 0, 2]).all()


def test_the_pool_is_of_hands_as_they_are_played():
    pool = match_model(STANDARD).pool
    assert pool.shape == (HANDS, POOL)
    other = play_hands(STANDARD, ["simple"] * 4, 4_000, seed=99)
    rates = [(x >= 0).mean() for x in (pool[:, 4], other[:, 4])]
    assert rates[0] == pytest.approx(rates[1], abs=4 * 0.4 * (1 / HANDS + 1 / 4_000) ** 0.5)
    none = match_model(STANDARD.with_changes(slam="none")).pool
    assert (none[:, 4] == -1).all()
    assert (none[:, :4].sum(axis=1) == 26).all()
    assert HANDS & (HANDS - 1) == 0


def test_the_whole_question_against_matches_played_from_the_hand_on():
    # A middling hand as it stands, then the rest of the match: one match played for each deal.
    hand, score = "♠T52 ♥J73 ♦K94 ♣AQ82", (70, 62, 75, 81)
    plan = GAME.odds(
        STANDARD,
        OddsQuestion(hand, ("simple",), {"after_exchange": "yes", "score": "70,62,75,81"}),
    )
    outcomes = plan.compute(3, 0, 1_500, plan.workspace()).outcomes
    (place,) = [
        i
        for i, c in enumerate(plan.columns)
        if c.measure == "match" and c.choice["plan"] == "usual"
    ]
    found = outcomes[:, place] / plan.columns[place].scale
    n = 1_200
    hands = play_hands(
        STANDARD, ["simple"] * 4, n, seed=77, known=plan.situation.layouts, after_exchange=True,
        totals=score,
    )[:, :4]  # fmt: skip
    won = np.empty(n)
    for i, points in enumerate(hands):
        totals = np.array(score) + points
        if totals.max() > 100:
            won[i] = (totals[0] == totals.min()) / (totals == totals.min()).sum()
        else:
            won[i] = play_matches(STANDARD, ["simple"] * 4, 1, 91, i, totals=totals).shares()[0, 0]
    error = (won.var() / n + found.var() / len(found) + 0.25 / HANDS) ** 0.5
    assert won.mean() == pytest.approx(found.mean(), abs=4 * error)


@pytest.mark.parametrize("text", ["90,20,80,85", "90 20 80 85", "90/20/80/85", " 90; 20; 80; 85 "])
def test_scores_are_read(text):
    assert parse_score(text, STANDARD) == (90, 20, 80, 85)


def test_scores_below_nothing_are_read():
    assert parse_score("-26,0,−13,5", STANDARD) == (-26, 0, -13, 5)
    assert parse_score("100,0,0,0", STANDARD) == (100, 0, 0, 0)


@pytest.mark.parametrize("text", ["90", "90,20,80", "90,20,80,85,1", "a,b,c,d", "", "101,0,0,0"])
def test_scores_that_cannot_be(text):
    with pytest.raises(QuestionError, match="--score"):
        parse_score(text, STANDARD)


def test_an_end_too_far_away_is_refused_and_reaching_counts_where_it_does():
    with pytest.raises(QuestionError, match="end_at"):
        match_model(STANDARD.with_changes(end_at=5_000))
    with pytest.raises(QuestionError, match="reached"):
        parse_score("100,0,0,0", STANDARD.with_changes(limit_mode="reach"))
