"""Cupe's study for comparisons: identities, formulas, and an effect found by the rule book."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.estimate.paired import PairedPlan
from analyzer.games.base import SKILL
from analyzer.games.cupe.game import GAME
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.study import DealStudy, MatchStudy
from tests.games.cupe.variants import ALONE, PRESETS, combination, named
from tests.reference import cupe as reference

STANDARD = CupeRules()


def measured(plan, n, seed=1, first=0):
    """Values by choice and measure, in units: float [n]."""
    outcomes = plan.compute(seed, first, n, plan.workspace()).outcomes
    return {
        (column.measure, *column.choice.values()): outcomes[:, i] / column.scale
        for i, column in enumerate(plan.columns)
    }


def test_a_variant_equal_to_the_base_differs_by_nothing():
    for play in ("random", "simple"):
        for k in range(2):
            base, same = GAME.study(STANDARD, play)[k], GAME.study(CupeRules(), play)[k]
            paired = PairedPlan(base, [same])
            outcomes = paired.compute(3, 0, 40, paired.workspace()).outcomes
            for places in paired.places:
                for _, _, difference in places.values():
                    assert not outcomes[:, difference].any()


@pytest.mark.parametrize("values", ["one", "face", "spot"])
def test_mean_points_follow_from_the_slams(values):
    # Rulebook, section 4: V/4 + P(slam) V/2 with slams added, whatever the players do.
    total = {"one": 26, "face": 36, "spot": 129}[values]
    found = measured(DealStudy(STANDARD.with_changes(values=values), "simple"), 500)
    expected = total / 4 + found["slam_any",].mean() * total / 2
    assert found["points",].mean() == pytest.approx(expected)
    taken_off = STANDARD.with_changes(values=values, slam="subtract")
    # Deducted: a slam hand sums to -V, another to V.
    found = measured(DealStudy(taken_off, "simple"), 500)
    expected = total / 4 * (1 - 2 * found["slam_any",].mean())
    assert found["points",].mean() == pytest.approx(expected)


def test_rules_of_the_match_change_no_hand():
    base = DealStudy(STANDARD, "simple").compute(5, 0, 60, None).outcomes
    for changes in ({"end_at": 30}, {"limit_mode": "reach"}, {"winners": "two_lowest"}):
        other = DealStudy(STANDARD.with_changes(**changes), "simple")
        assert np.array_equal(other.compute(5, 0, 60, None).outcomes, base)


def test_measures_fit_together():
    found = measured(DealStudy(STANDARD, "simple"), 400)
    assert np.array_equal(found["slam_any",], found["slam_any", "right"])
    assert np.array_equal(found["queen",], found["queen", "right"])
    # A slam leaves three players without a point, and they are 26 apart.
    slam = found["slam_any",] == 1
    assert (found["clean",][slam] == 0.75).all()
    assert (found["apart",][slam] == 26).all()
    none = measured(DealStudy(STANDARD.with_changes(exchange="none"), "simple"), 400)
    assert np.array_equal(none["queen",], none["queen_dealt",])
    assert not none["gift",].any()
    assert np.array_equal(none["slam_any",], found["slam_any", "none"])


def test_choosing_what_to_give_is_worth_points_and_so_is_playing_well():
    plan = DealStudy(STANDARD, "simple")
    found = measured(plan, 1500)
    for measure in ("gift", "skill_gap"):
        values = found[measure,]
        assert values.mean() > 4 * values.std() / len(values) ** 0.5
    share = plan.derived[0].value(np.array([found[name,].mean() for name in SKILL]))
    assert 0 < share < 1
    assert ("gift",) not in measured(DealStudy(STANDARD, "random"), 10)


@pytest.mark.parametrize("plan", [DealStudy, MatchStudy])
def test_the_same_bits_for_any_split(plan):
    asked = plan(STANDARD.with_changes(exchange="cycle_larn"), "simple")
    whole = asked.compute(2, 0, 30, None).outcomes
    parts = [asked.compute(2, first, n, None).outcomes for first, n in ((0, 11), (11, 1), (12, 18))]
    assert np.array_equal(whole, np.concatenate(parts))


@pytest.mark.parametrize("rules", ALONE + PRESETS + [combination(s) for s in range(30)], ids=named)
def test_outcomes_stay_within_what_the_columns_promise(rules):
    for study, n in ((DealStudy, 60), (MatchStudy, 5)):
        plan = study(rules, "random")
        outcomes = plan.compute(1, 0, n, None).outcomes
        assert np.abs(outcomes).max() < 2**22
        for i, column in enumerate(plan.columns):
            if column.hidden:
                continue
            if column.rate or column.chance:
                assert outcomes[:, i].min() >= 0
                assert outcomes[:, i].max() <= column.scale
            elif column.measure != "deals":
                assert np.ptp(outcomes[:, i]) <= column.spread


def test_every_variant_measures_the_same_things():
    keys = [
        (c.measure, tuple(c.choice.items()), c.scale) for c in DealStudy(STANDARD, "simple").columns
    ]
    for rules in ALONE + PRESETS:
        plan = DealStudy(rules, "simple")
        assert [(c.measure, tuple(c.choice.items()), c.scale) for c in plan.columns] == keys
    for plan in GAME.study(STANDARD, "simple"):
        shown = [c for c in plan.columns if not c.hidden] + [one.column for one in plan.derived]
        assert {c.measure for c in shown} == set(plan.meanings)


def test_the_bonus_for_no_trick_agrees_with_the_rule_book_played_at_random():
    # Random play ignores the rule, so it costs 5 points times the players without a trick in
    # hands without a slam; how many these are is found by the plain reference.
    n = 6000
    base = measured(DealStudy(STANDARD, "random"), n)["points",]
    changed = measured(DealStudy(STANDARD.with_changes(no_trick_bonus=-5), "random"), n)["points",]
    gap = base - changed
    rng = random.Random(7)
    counts = []
    for _ in range(900):
        pack = list(reference.PACK)
        rng.shuffle(pack)
        hands = [set(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
        hand = reference.Hand(STANDARD, hands, reference.opener(STANDARD, hands, 0))
        while not hand.over:
            hand.play(rng.choice(sorted(hand.legal())))
        slam = any(taken >= reference.POINTS for taken in hand.taken)
        counts.append(0 if slam else sum(not taken for taken in hand.taken))
    expected = np.array(counts) * 5 / 4
    error = (gap.var() / n + expected.var() / len(expected)) ** 0.5
    assert expected.mean() > 0
    assert gap.mean() == pytest.approx(expected.mean(), abs=4 * error)


def test_seats_have_equal_chances_and_the_leader_more():
    found = measured(MatchStudy(STANDARD, "simple"), 600)
    assert found["first_wins",].mean() == pytest.approx(0.25, abs=4 * 0.43 / 600**0.5)
    assert found["leader_wins",].mean() > 0.4
    two = measured(MatchStudy(STANDARD.with_changes(winners="two_lowest"), "simple"), 600)
    assert two["first_wins",].mean() == pytest.approx(0.5, abs=4 * 0.5 / 600**0.5)


def test_matches_last_longer_with_a_higher_end_and_never_less_when_it_must_be_exceeded():
    exceed = measured(MatchStudy(STANDARD, "simple"), 150)["deals",]
    reach = measured(MatchStudy(STANDARD.with_changes(limit_mode="reach"), "simple"), 150)["deals",]
    assert (exceed >= reach).all()
    longer = measured(MatchStudy(STANDARD.with_changes(end_at=200), "simple"), 150)["deals",]
    assert (longer > exceed).all()


def test_whole_hands_are_not_compared_with_open_cards():
    with pytest.raises(QuestionError, match="card by card"):
        GAME.study(STANDARD, "open")
