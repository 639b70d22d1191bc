"""The chance of the match: formula where there is one, direct simulation, symmetry."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.deals import LAYOUTS
from analyzer.games.cuatrola.kernels import thinking
from analyzer.games.cuatrola.kernels.match import solve_match
from analyzer.games.cuatrola.match import hand_chances, match_table, parse_score, score_classes
from analyzer.games.cuatrola.rules import CuatrolaRules

STANDARD = CuatrolaRules()


def solved(target: int, gains: dict[int, float]) -> np.ndarray:
    """The table when a hand brings mano's pair a gain with these probabilities."""
    chances = np.zeros((1, 2 * target + 1))
    for gain, p in gains.items():
        chances[0, target + gain] = p
    wins = np.full((target, target), 0.5)
    solve_match(chances, np.zeros((target, target), np.int64), wins)
    return wins


def test_one_point_a_hand_by_formula() -> None:
    # Mano wins a hand with 0.6; one point to go for both: 0.6.  The next hand's mano is the
    # other pair: with two to go, ahead after the first hand 0.4 + 0.6 * 0.6, else 0.4 * 0.6.
    assert solved(1, {1: 0.6, -1: 0.4})[0, 0] == pytest.approx(0.6)
    wins = solved(2, {1: 0.6, -1: 0.4})
    assert wins[1, 1] == pytest.approx(0.6)
    assert wins[0, 0] == pytest.approx(0.6 * (0.4 + 0.6 * 0.6) + 0.4 * (0.4 * 0.6))


def test_hands_that_nobody_wins_by_formula() -> None:
    # x = 0.3 + 0.5 (1 - x): the deal moves on after a tie as well.
    assert solved(1, {1: 0.3, -1: 0.2, 0: 0.5})[0, 0] == pytest.approx(0.8 / 1.5)


def test_a_gain_above_the_target_wins() -> None:
    # Rulebook, section 8: points of the others' failed contract may go past the target.
    wins = solved(3, {2: 0.7, -2: 0.3})
    assert wins[2, 2] == pytest.approx(0.7)
    assert wins[1, 2] == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("changes", "own", "other"),
    [({}, 0, 0), ({}, 8, 7), ({"tie_normal": "nobody", "sweep_points": 2}, 9, 10),
     ({"target": 7, "cap": "off"}, 2, 5)],
)  # fmt: skip
def test_the_table_agrees_with_matches_played_to_their_end(
    changes: dict[str, object], own: int, other: int
) -> None:
    # Whole matches with other deals than the table's, hand by hand.
    rules = STANDARD.with_changes(**changes)
    n = 12_000
    out = np.empty((n, thinking.MATCH_RESULTS), np.int64)
    thinking.play_matches(
        np.uint64(77), 0, LAYOUTS.plan, np.array([own, other]), codes.kernel_rules(rules),
        np.full(4, codes.SIMPLE, np.int64), np.zeros(4, np.int64), out,
    )  # fmt: skip
    expected = float(match_table(rules).chance(np.array([own]), np.array([other]), True)[0])
    # Four standard errors of the matches, and what 65,536 deals leave open in the table.
    error = (expected * (1 - expected) / n) ** 0.5
    assert out[:, thinking.MATCH_WON].mean() == pytest.approx(expected, abs=4 * error + 0.006)


def test_results_of_a_hand_on_other_deals() -> None:
    scores, _ = score_classes(STANDARD)
    table = hand_chances(STANDARD, scores)
    again = hand_chances(STANDARD, scores, 20_000, 5)
    assert table.sum(axis=1) == pytest.approx(np.ones(len(scores)))
    assert np.abs(table - again).max() < 4 * (0.25 / 20_000) ** 0.5 + 0.005


def test_scores_at_which_the_same_may_be_declared() -> None:
    # Rulebook, section 4: 0 to 6, 7, 8 and 9, 10 differ by what may be declared.
    scores, classes = score_classes(STANDARD)
    assert len(scores) == 16
    groups = [0] * 7 + [1] + [2] * 2 + [3]
    for a in range(11):
        for b in range(11):
            assert (classes[a, b] == classes[0, 0]) == (groups[a] == groups[b] == 0)
            assert classes[a, b] == classes[groups.index(groups[a]), groups.index(groups[b])]
    assert len(score_classes(STANDARD.with_changes(cap="off"))[0]) == 1


def test_more_points_are_never_worse_and_both_pairs_sum_to_one() -> None:
    table = match_table(STANDARD)
    own = np.arange(11)
    for other in range(11):
        chance = table.chance(own, np.full(11, other), True)
        assert (np.diff(chance) > 0).all()
        theirs = table.chance(np.full(11, other), own, False)
        assert chance + theirs == pytest.approx(np.ones(11))
    ended = table.chance(np.array([11, 3, 12]), np.array([9, 11, 10]), False)
    assert ended.tolist() == [1.0, 0.0, 1.0]


@pytest.mark.parametrize("text", ["8-7", "8:7", " 8 7 ", "8/7"])
def test_scores_are_read(text: str) -> None:
    assert parse_score(text, STANDARD) == (8, 7)


@pytest.mark.parametrize("text", ["8", "a-b", "11-3", "3-11", "", "1-2-3", "-1-2"])
def test_scores_that_cannot_be(text: str) -> None:
    with pytest.raises(QuestionError, match="--score"):
        parse_score(text, STANDARD)
