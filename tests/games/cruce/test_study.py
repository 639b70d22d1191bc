"""What variants are compared by: nothing where nothing changes, and effects known otherwise."""

from __future__ import annotations

from math import comb, sqrt

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.estimate.paired import PairedPlan, paired_differences
from analyzer.games.base import SKILL
from analyzer.games.cruce import codes
from analyzer.games.cruce.game import GAME
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.rounds import Table, Workspace, contract, play_matches
from analyzer.games.cruce.rules import CruceRules
from analyzer.run.runs import Target, run


def column(plan, measure: str, **choice: int | str) -> int:
    (found,) = [
        i for i, c in enumerate(plan.columns) if c.measure == measure and dict(c.choice) == choice
    ]
    return found


def measured(count: int, seed: int = 4, **changes: object):
    plan = GAME.study(CruceRules.make(changes), "simple")[0]
    return plan, plan.compute(seed, 0, count, plan.workspace()).outcomes


@pytest.mark.parametrize("players", [4, 3, 2])
def test_a_variant_equal_to_the_base_changes_nothing(players: int) -> None:
    rules = CruceRules(players=players)
    for k in range(2):
        base, same = (GAME.study(rules, "simple")[k] for _ in range(2))
        paired = PairedPlan(base, [same])
        result = run(paired, 3, Target(60), 1)
        for d in paired_differences(paired, result.tally, result.method):
            assert (d.difference, d.low, d.high) == (0, 0, 0) or d.low < 0 < d.high
            assert d.difference == 0


def test_a_doubled_stake_doubles_the_score_of_pe_carte() -> None:
    """The same cards, the same play: every deal's score is twice what it was."""
    plan, once = measured(300)
    twice_plan, twice = measured(300, blind_multiplier=2)
    card = {"bid": 2, "trump": "card"}
    np.testing.assert_array_equal(
        twice[:, column(twice_plan, "score", **card)], 2 * once[:, column(plan, "score", **card)]
    )
    np.testing.assert_array_equal(
        twice[:, column(twice_plan, "success", **card)], once[:, column(plan, "success", **card)]
    )


def test_only_the_bid_is_paid() -> None:
    """made_pays = bid_only: the declarer's big points beyond the bid are gone, deal by deal."""
    plan, every = measured(300)
    paid_plan, paid = measured(300, made_pays="bid_only")
    one = {"bid": 1, "trump": "own"}
    made = every[:, column(plan, "success", **one)] == 1
    three = every[:, column(plan, "success", bid=3, trump="own")] == 1
    change = every[:, column(plan, "score", **one)] - paid[:, column(paid_plan, "score", **one)]
    assert (change[~made] == 0).all()
    assert (change[made] >= 0).all()
    assert (change[three] >= 2).all()


def test_rates_known_by_formula() -> None:
    # Four nines in one hand of four players: 4 * C(20, 2) / C(24, 6).
    n = 12_000
    plan, found = measured(n)
    exact = 4 * comb(20, 2) / comb(24, 6)
    rate = found[:, column(plan, "double_round")].mean()
    assert abs(rate - exact) < 4.5 * sqrt(exact / n)
    plain, none = measured(200, announcements=False, double_round=False, pe_carte=False)
    assert (none[:, column(plain, "announcements")] == 0).all()
    assert (none[:, column(plain, "double_round")] == 0).all()
    assert not [c for c in plain.columns if c.choice.get("trump") == "card"]


def test_an_effect_found_by_an_independent_simulation() -> None:
    """What announcements add to the success of 3: whole rounds of other deals, unpaired."""
    n = 6_000
    three = {"bid": 3, "trump": "own"}
    rates, others = [], []
    for announcements in (True, False):
        changes = {"announcements": announcements, "double_round": False}
        plan, found = measured(n, **changes)
        rates.append(found[:, column(plan, "success", **three)].mean())
        rules = CruceRules.make(changes)
        outcomes = Table(rules).play(
            91, np.arange(n), np.array([contract(0, 3)]), np.full((1, 4), codes.SIMPLE), Workspace()
        )
        others.append((outcomes[:, places.POINTS] >= 99).mean())
    error = sqrt(sum(r * (1 - r) for r in [*rates, *others]) / n)
    assert abs((rates[0] - rates[1]) - (others[0] - others[1])) < 4.5 * error
    assert rates[0] > rates[1] + 0.03


def test_a_simple_player_gains_by_skill_and_by_choosing_trump() -> None:
    for players in (4, 3, 2):
        plan, found = measured(1_500, players=players)
        chosen = found[:, column(plan, "trump_choice")]
        assert chosen.mean() + 2 * chosen.std() / sqrt(len(chosen)) > -3
        gap = found[:, column(plan, "skill_gap")]
        assert gap.mean() > 4 * gap.std() / sqrt(len(gap))
        means = found[:, [column(plan, name) for name in SKILL]].mean(axis=0)
        assert 0 < plan.derived[0].value(means) < 1
        for i, c in enumerate(plan.columns):
            assert np.abs(found[:, i]).max() < 2**22
            if not c.hidden:
                assert c.spread is not None
                assert found[:, i].max() - found[:, i].min() <= c.spread, c


def test_the_match_study_is_matches_played() -> None:
    rules = CruceRules(target=6)
    plan = GAME.study(rules, "simple")[1]
    found = plan.compute(2, 5, 40, plan.workspace()).outcomes
    matches = play_matches(rules, 40, 2, np.full(4, codes.SIMPLE), 5)
    np.testing.assert_array_equal(found[:, 0], matches.rounds)
    assert found[:, 1].tolist() == (matches.winners == matches.speakers % 2).tolist()
    parts = [plan.compute(2, first, n, None).outcomes for first, n in ((5, 1), (6, 39))]
    np.testing.assert_array_equal(found, np.concatenate(parts))
    # Whoever first has half of the target is ahead then, so wins more often than not.
    assert found[:, 2].mean() > 0.5


def test_what_is_compared_on_the_same_deals() -> None:
    key = GAME.deal_key(CruceRules())
    assert GAME.deal_key(CruceRules(must_beat=True, target=11, deal="all_at_once")) == key
    assert GAME.deal_key(CruceRules(players=3)) != key
    eight = CruceRules(players=2, two_player_hand=8)
    assert GAME.deal_key(eight) != GAME.deal_key(CruceRules(players=2))
    with pytest.raises(QuestionError, match="level open"):
        GAME.study(CruceRules(), "open")


def test_every_measure_has_its_meaning() -> None:
    for players in (4, 3, 2):
        for plan in GAME.study(CruceRules(players=players), "simple"):
            shown = {c.measure for c in plan.columns if not c.hidden}
            assert shown | {one.column.measure for one in plan.derived} <= set(plan.meanings)
