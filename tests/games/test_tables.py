"""What every game's table promises, with a level for each seat (analyzer/games/table.py)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import analyzer
from analyzer.games import load_game
from analyzer.games.duel import DuelPlan, MatchDuelPlan
from analyzer.games.rules import Rules
from analyzer.games.table import SHARE

GAMES = {
    "cutu": {},
    "cupe": {},
    "cruce": {},
    "cruce-3": {"players": 3},
    "cruce-2": {"players": 2},
    "cuccu": {},
    "cuatrola": {},
}
SEED = 19


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> Rules:
    return analyzer.load_rules(request.param.partition("-")[0], **GAMES[request.param])


def mixed(rules: Rules, levels: Sequence[str]) -> list[str]:
    """A level for each seat, the experts with few layouts."""
    table = load_game(rules.game).table(rules)
    return [levels[seat % len(levels)] for seat in range(len(table.sides))]


def levels_of(rules: Rules) -> list[str]:
    game = load_game(rules.game)
    return ["simple", "expert:2" if game.layouts else "expert", "random"]


def test_scores_sum_to_zero_and_partners_share_them(rules: Rules) -> None:
    table = load_game(rules.game).table(rules)
    plays = mixed(rules, levels_of(rules))
    found = table.deals(SEED, 0, 12, plays, table.workspace(plays))
    assert set(found) == set(table.measures)
    assert next(iter(table.measures)) == "score"
    assert found["score"].any()
    assert not found["score"].sum(axis=1).any()
    for name, values in found.items():
        assert values.shape == (12, len(table.sides))
        assert values.dtype == np.int64
        assert not table.measures[name] or set(np.unique(values)) <= {0, 1}
    for side in set(table.sides):
        seats = [seat for seat, own in enumerate(table.sides) if own == side]
        assert (found["score"][:, seats] == found["score"][:, seats[:1]]).all()


def test_a_deal_does_not_depend_on_those_before_it(rules: Rules) -> None:
    table = load_game(rules.game).table(rules)
    plays = mixed(rules, levels_of(rules))
    whole = table.deals(SEED, 0, 6, plays, table.workspace(plays))
    parts = [table.deals(SEED, f, n, plays, table.workspace(plays)) for f, n in ((0, 2), (2, 4))]
    for name, values in whole.items():
        assert np.array_equal(values, np.concatenate([part[name] for part in parts]))


def test_matches_are_won_by_somebody(rules: Rules) -> None:
    table = load_game(rules.game).table(rules)
    plays = mixed(rules, ["simple", "random"])
    shares = table.matches(SEED, 0, 6, plays, table.workspace(plays))
    assert shares.shape == (6, len(table.sides))
    firsts = [table.sides.index(side) for side in set(table.sides)]
    assert (shares[:, firsts].sum(axis=1) == SHARE).all()
    again = table.matches(SEED, 2, 3, plays, table.workspace(plays))
    assert np.array_equal(shares[2:5], again)


@pytest.mark.parametrize("kind", [DuelPlan, MatchDuelPlan])
def test_levels_that_play_alike_differ_by_nothing(
    rules: Rules, kind: type[DuelPlan] | type[MatchDuelPlan]
) -> None:
    table = load_game(rules.game).table(rules)
    for level in ("simple", "random"):
        plan = kind(table, level, level)
        outcomes = plan.compute(SEED, 0, 5, plan.workspace()).outcomes
        for column, values in zip(plan.columns, outcomes.T, strict=True):
            assert column.choice["of"] != "difference" or not values.any()


def test_simple_players_beat_random_ones(rules: Rules) -> None:
    plan = DuelPlan(load_game(rules.game).table(rules), "simple", "random")
    score = plan.compute(SEED, 0, 300, plan.workspace()).outcomes[:, 0]
    assert score.mean() > 3 * score.std() / len(score) ** 0.5
