"""The match table: against matches played out, a plain recursion, and what must hold."""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels.match import solve_match
from analyzer.games.cruce.match import match_table, parse_score, simulate_outcomes
from analyzer.games.cruce.rounds import play_matches
from analyzer.games.cruce.rules import CruceRules
from tests.reference import cruce as book


def totals_of(*scores: int) -> np.ndarray:
    row = np.zeros((1, 4), np.int64)
    row[0, : len(scores)] = scores
    return row


@pytest.mark.parametrize(
    ("players", "start"),
    [(4, (12, 15)), (4, (20, 20)), (2, (3, -4)), (3, (15, 17, 12)), (3, (20, 19, 20))],
)
def test_the_table_agrees_with_matches_played_out(players: int, start: tuple[int, ...]) -> None:
    """Another seed, from the score on; player 0 sits in the seat after the dealer."""
    rules, n = CruceRules(players=players), 2_500
    levels = np.full(4, codes.SIMPLE)
    found = play_matches(rules, n, 555, levels, start=start, dealer=players - 1)
    table = match_table(rules)
    assert (found.winners >= 0).all()
    for side in range(len(start)):
        # Before the round: the deal has not moved on yet.
        chance = table.chance(totals_of(*start), side, moved=False)[0]
        rate = (found.winners == side).mean()
        assert abs(rate - chance) < 4.5 * sqrt(chance * (1 - chance) / n) + 0.005


@pytest.mark.parametrize("changes", [{}, {"players": 3}, {"players": 2, "target": 11}])
def test_chances_of_all_sides_add_up_to_one(changes: dict[str, object]) -> None:
    table = match_table(CruceRules.make(changes))
    total = table.wins.sum(axis=3)
    assert total == pytest.approx(np.ones_like(total), abs=1e-3)
    assert table.wins.min() >= 0


def test_the_side_ahead_is_ahead() -> None:
    table = match_table(CruceRules())
    zero = -table.floor
    assert (np.diff(table.wins[zero : zero + 20, zero + 10, 0, 0]) > 0).all()
    # Leads above the target are what counts: 25-24 is as 26-25.
    near = [table.chance(totals_of(k + 1, k), 0)[0] for k in (30, 31, 40)]
    assert near[0] == near[1] == near[2]


def test_matches_that_are_over() -> None:
    table = match_table(CruceRules())
    for scores, winner in (((21, 19), 0), ((19, 21), 1), ((24, 22), 0), ((21, 5), 0)):
        assert book.winner_of_match(CruceRules(), scores) == winner
        assert table.chance(totals_of(*scores), winner)[0] == 1
        assert table.chance(totals_of(*scores), 1 - winner)[0] == 0
    assert 0.5 < table.chance(totals_of(21, 20), 0)[0] < 1


@pytest.mark.parametrize("lead_of_two", [True, False])
def test_a_plain_recursion_gives_the_same(lead_of_two: bool) -> None:
    """Two results a round, none negative, so that scores only rise: solved by plain recursion."""
    rules = CruceRules(target=6, lead_of_two=lead_of_two)
    results = {(3, 0): 0.5, (0, 2): 0.3, (3, 1): 0.2}

    @cache
    def first_wins(own: int, other: int) -> float:
        """Chance of the side that speaks first; the other side does in the next round."""
        if own + other > 60:
            return 0.5
        total = 0.0
        for (mine, theirs), chance in results.items():
            after = (own + mine, other + theirs)
            winner = book.winner_of_match(rules, after)
            if winner is None:
                total += chance * (1 - first_wins(after[1], after[0]))
            else:
                total += chance * (winner == 0)
        return total

    floor, size = 0, 6 + 14
    wins = np.full((size, size, 1, 2), 0.5)
    deltas, chances = np.array(list(results)), np.array(list(results.values()))
    solve_match(deltas, chances, 2, codes.kernel_rules(rules), floor, wins)
    for own in range(6):
        for other in range(6):
            assert wins[own, other, 0, 0] == pytest.approx(first_wins(own, other), abs=2e-4)


def test_double_round_stakes_are_in_the_results() -> None:
    """A stake of two makes 12 big points possible; without double rounds 6 is the most."""
    weak = {"double_weak_hand": True}
    deltas, counts = simulate_outcomes(CruceRules.make(weak), 20_000)
    plain, _ = simulate_outcomes(CruceRules(double_round=False), 5_000)
    assert counts.sum() == 20_000
    assert deltas.max() > 6
    assert plain.max() <= 6


def test_scores_are_read() -> None:
    assert parse_score("12-15", CruceRules()) == (12, 15)
    assert parse_score(" -3 : 20", CruceRules()) == (-3, 20)
    assert parse_score("21-20", CruceRules()) == (21, 20)
    assert parse_score("1,2,3", CruceRules(players=3)) == (1, 2, 3)
    for text, changes, told in (
        ("12", {}, "own score and theirs"),
        ("12-15-9", {}, "own score and theirs"),
        ("21-19", {}, "the match is over at 21"),
        ("1-2", {"players": 3}, "seats 1, 2 and 3"),
    ):
        with pytest.raises(QuestionError, match=told):
            parse_score(text, CruceRules.make(changes))
