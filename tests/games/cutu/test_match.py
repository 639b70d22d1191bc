"""Match probabilities: formula where there is one, direct simulation, symmetry."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.games.cutu.bidding import bidding_model
from analyzer.games.cutu.kernels.match import solve_match
from analyzer.games.cutu.match import match_table, outcomes, parse_score
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.study import MatchStudy


def _solve(pairs, chances, all_pass: float, moves: bool, target: int) -> np.ndarray:
    wins = np.full((target + 60, target + 60), 0.5)
    solve_match(np.array(pairs, np.int64), np.array(chances), all_pass, moves, target, -60, wins)
    return wins


def test_a_fair_coin_from_level_scores_by_formula() -> None:
    # One point a hand, won by the side that speaks first with p; target 1: p itself.
    wins = _solve([(1, 0), (0, 1)], [0.6, 0.4], 0.0, False, 1)
    assert wins[60, 60] == pytest.approx(0.6)
    # Target 2 at 0-0: the first hand, then 1-0 or 0-1 with the other side speaking first.
    # From 1-0 the leader wins with 0.4, or loses the hand and wins the third with 0.6, ...
    wins = _solve([(1, 0), (0, 1)], [0.6, 0.4], 0.0, False, 2)
    ahead = 0.4 + 0.6 * 0.6
    behind = 0.4 * 0.6
    assert wins[60, 60] == pytest.approx(0.6 * ahead + 0.4 * behind)


def test_passed_hands_only_matter_when_the_deal_moves() -> None:
    # Target 1, half of the hands passed out: same dealer, the first side still wins with 0.6.
    still = _solve([(1, 0), (0, 1)], [0.3, 0.2], 0.5, False, 1)
    assert still[60, 60] == pytest.approx(0.6)
    # The deal moves: x = 0.3 + 0.5 (1 - x), so x = 0.8 / 1.5.
    moved = _solve([(1, 0), (0, 1)], [0.3, 0.2], 0.5, True, 1)
    assert moved[60, 60] == pytest.approx(0.8 / 1.5)


def test_the_table_agrees_with_matches_played_hand_by_hand() -> None:
    rules = CutuRules(target=50)
    pairs, chances, all_pass = outcomes(bidding_model(rules))
    table = match_table(rules)
    rng = np.random.default_rng(6)
    cumulative = np.cumsum(np.append(chances, all_pass))
    cumulative /= cumulative[-1]
    matches, won = 3_000, 0
    for _ in range(matches):
        scores, first = [30, 20], 0
        while max(scores) < 50:
            k = int(np.searchsorted(cumulative, rng.random()))
            if k == len(pairs):
                continue  # four passes: the same dealer deals again
            scores[first] += int(pairs[k, 0])
            scores[1 - first] += int(pairs[k, 1])
            first = 1 - first
        won += scores[0] > scores[1]
    expected = float(table.chance(np.array([30]), np.array([20]), True)[0])
    error = (expected * (1 - expected) / matches) ** 0.5
    assert won / matches == pytest.approx(expected, abs=4 * error)


def test_more_points_are_never_worse_and_both_sides_sum_to_one() -> None:
    table = match_table(CutuRules())
    own = np.arange(-20, 100)
    chance = table.chance(own, np.full(120, 50), True)
    assert (np.diff(chance) >= -1e-9).all()
    other = table.chance(np.full(120, 50), own, False)
    assert chance + other == pytest.approx(np.ones(120))
    ended = table.chance(np.array([100, 30]), np.array([20, 101]), True)
    assert ended.tolist() == [1.0, 0.0]


def test_probabilities_of_a_hand_sum_to_one() -> None:
    pairs, chances, all_pass = outcomes(bidding_model(CutuRules()))
    assert chances.sum() + all_pass == pytest.approx(1)
    # Only one side can gain in a hand (rulebook, section 6).
    assert (pairs.min(axis=1) <= 0).all()


@pytest.mark.parametrize("text", ["62-71", "62:71", " 62 71 ", "62/71"])
def test_scores_are_read(text: str) -> None:
    assert parse_score(text, CutuRules()) == (62, 71)


def test_negative_scores_are_read() -> None:
    assert parse_score("-5--12", CutuRules()) == (-5, -12)


@pytest.mark.parametrize("text", ["62", "a-b", "100-3", "3-100", "", "1-2-3"])
def test_scores_that_cannot_be(text: str) -> None:
    with pytest.raises(QuestionError, match="--score"):
        parse_score(text, CutuRules())


def test_a_target_too_far_away_is_refused() -> None:
    with pytest.raises(QuestionError, match="target"):
        match_table(CutuRules(target=1_000))


def test_the_table_agrees_with_whole_matches_of_fresh_deals() -> None:
    """Every match dealt, bid and played out to its end, with a seed of its own."""
    rules = CutuRules(target=30)
    study = MatchStudy(rules, "simple")
    matches = 1_000
    outcomes = study.compute(91, 0, matches, None).outcomes
    won = outcomes[:, [c.measure for c in study.columns].index("first_wins")].mean()
    zero = np.zeros(1, np.int64)
    expected = float(match_table(rules).chance(zero, zero, True)[0])
    assert won == pytest.approx(expected, abs=4 * (expected * (1 - expected) / matches) ** 0.5)
