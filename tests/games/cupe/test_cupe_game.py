"""Cupe as a game of the house: deals, base rates, matches, errors."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from analyzer.cards import parse_cards
from analyzer.cards.packs import PACK_52
from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion
from analyzer.games.cupe.game import GAME
from analyzer.games.cupe.kernels import batch
from analyzer.games.cupe.play import layouts, play_hands, play_matches
from analyzer.games.cupe.rules import CupeRules
from tests.games.cupe.variants import ALONE, PRESETS, combination, named

STANDARD = CupeRules()
STORED = Path(__file__).resolve().parents[2] / "data" / "cupe_slam_rates.json"
SURE_SLAM = "♣A ♥AKQJT9876543"


def plan(rules=STANDARD, *plays, **extras):
    return GAME.odds(rules, OddsQuestion(plays=plays, extras=extras))


def outcomes(plan, n, seed=1, first=0):
    return plan.compute(seed, first, n, plan.workspace()).outcomes


def by_measure(plan, rows):
    return {
        (column.play, column.measure): rows[:, i] / column.scale
        for i, column in enumerate(plan.columns)
    }


@pytest.mark.parametrize("rules", ALONE + PRESETS, ids=named)
def test_the_same_seed_gives_the_same_deals_under_every_variant(rules):
    expected = GAME.deal(STANDARD, 5, seed=3).owners
    assert np.array_equal(GAME.deal(rules, 5, seed=3).owners, expected)
    # What is played is that deal: with no exchange each hand stays where it was dealt.
    assert np.array_equal(GAME.deal(rules, 2, seed=3, first=3).owners, expected[3:])


def test_deals_are_written_and_read_back():
    deals = GAME.deal(STANDARD, 3, seed=9)
    for i in range(3):
        text = GAME.show_deal(STANDARD, deals, i)["deal"]
        assert np.array_equal(GAME.read_deal(STANDARD, text).owners[0], deals.owners[i])
    assert (np.bincount(deals.owners[0]) == 13).all()


@pytest.mark.parametrize("exchange", ["right", "cycle_larn", "random"])
def test_the_same_bits_for_any_split_into_batches(exchange):
    asked = plan(STANDARD.with_changes(exchange=exchange), "random", "simple")
    whole = outcomes(asked, 60)
    parts = [outcomes(asked, size, first=first) for first, size in ((0, 7), (7, 1), (8, 52))]
    assert np.array_equal(whole, np.concatenate(parts))
    assert not np.array_equal(whole, outcomes(asked, 60, seed=2))


def test_mean_points_and_slam_any_obey_the_identity_in_every_sample():
    asked = plan(STANDARD, "random", "simple")
    rows = by_measure(asked, outcomes(asked, 3000))
    for play in ("random", "simple"):
        rate = rows[play, "slam_any"].mean()
        assert rate > 0
        assert rows[play, "points"].mean() == pytest.approx(6.5 + 13 * rate, abs=1e-9)
        assert (rows[play, "slam"] + rows[play, "slam_against"] == rows[play, "slam_any"]).all()


def test_measures_of_a_given_seat():
    asked = [plan(STANDARD, "random", seat=str(seat)) for seat in (1, 2, 3, 4)]
    rows = [by_measure(a, outcomes(a, 2000)) for a in asked]
    points = np.stack([r["random", "points"] for r in rows])
    score = np.stack([r["random", "score"] for r in rows])
    # score: the mean of the others less one's own, so that all four add up to nothing.
    assert score.sum(axis=0) == pytest.approx(0)
    assert score == pytest.approx((points.sum(axis=0) - points) / 3 - points)
    assert (sum(r["random", "queen"] for r in rows) == 1).all()
    assert (sum(r["random", "slam"] for r in rows) == rows[0]["random", "slam_any"]).all()
    means = by_measure(plan(STANDARD, "random"), outcomes(plan(STANDARD, "random"), 2000))
    assert means["random", "points"] == pytest.approx(points.mean(axis=0))


def test_outcomes_stay_within_the_spread_that_the_columns_promise():
    for seed in range(40):
        asked = plan(combination(seed), "random")
        rows = outcomes(asked, 300)
        for i, column in enumerate(asked.columns):
            if column.rate:
                assert set(np.unique(rows[:, i])) <= {0, 1}
            else:
                assert column.spread is not None
                assert rows[:, i].max() - rows[:, i].min() <= column.spread


# Rulebook, section 8: 166,975 slams in 14 million hands of random play, 129,857 in 12 million.
KNOWN = {"standard": (166_975, 14_000_000), "openspiel": (129_857, 12_000_000)}


def compatible(slams, hands, known_slams, known_hands, deviations):
    """Whether two counts of slams may come from the same rate."""
    rate = known_slams / known_hands
    error = math.sqrt(rate * (1 - rate) * (1 / hands + 1 / known_hands))
    return abs(slams / hands - rate) < deviations * error


@pytest.mark.parametrize("preset", list(KNOWN))
def test_slam_rate_of_random_play(preset):
    rules = CupeRules.load(preset)
    found = play_hands(rules, ["random"] * 4, 200_000, seed=31)
    slams = int((found[:, batch.SHOOTER] >= 0).sum())
    assert compatible(slams, len(found), *KNOWN[preset], deviations=4)


def test_stored_slam_rates_of_millions_of_hands():
    # Written by scripts/check-cupe-rates.
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    for preset, known in KNOWN.items():
        row = stored["rates"][preset]
        assert row["hands"] >= 4_000_000
        assert compatible(row["slams"], row["hands"], *known, deviations=3)


def test_the_hand_that_cannot_miss():
    # Twelve hearts and the ace of clubs: a slam at every level, whoever has what else.
    known = dict.fromkeys(parse_cards(SURE_SLAM, PACK_52), 0)
    for play in ("random", "simple"):
        found = play_hands(
            STANDARD, [play] * 4, 500, seed=2, known=layouts(known), after_exchange=True
        )
        assert (found[:, :5] == [0, 26, 26, 26, 0]).all()
    # At 90, 20, 80, 85 the slam loses the match when it is added, not when it is deducted.
    for slam, points in (("add", [0, 26, 26, 26]), ("auto", [-26, 0, 0, 0])):
        found = play_hands(
            STANDARD.with_changes(slam=slam), ["random"] * 4, 20, seed=2,
            totals=(90, 20, 80, 85), known=layouts(known), after_exchange=True,
        )  # fmt: skip
        assert (found[:, :4] == points).all()


def test_playouts_of_a_fixed_deal():
    owners = GAME.deal(STANDARD, 1, seed=4).owners[0]
    hands = np.array([PACK_52.card_set(np.flatnonzero(owners == s)) for s in range(4)], np.uint64)
    found = np.empty((400, batch.OUTCOMES), np.int64)
    levels, styles = np.zeros(4, np.int64), np.zeros((4, 1))
    batch.play_from(hands, np.uint64(1), 0, levels, styles, STANDARD.packed(), found)
    known = layouts({card: int(seat) for card, seat in enumerate(owners)})
    # The same streams drive the same playouts when the deal is fixed through what is known.
    again = play_hands(STANDARD, ["random"] * 4, 400, seed=1, known=known, after_exchange=True)
    assert np.array_equal(found, again)
    assert len(np.unique(found[:, :4], axis=0)) > 50


def test_simple_is_far_stronger_than_random():
    # Judged in duplicate: the same deals, one simple player in each seat in turn.
    n = 500
    gain = np.zeros(n)
    for seat in range(4):
        plays = ["random"] * 4
        plays[seat] = "simple"
        points = play_hands(STANDARD, plays, n, seed=8)[:, :4]
        gain += (points.sum(axis=1) / 3 - points[:, seat] * 4 / 3) / 4
    assert gain.mean() - 4 * gain.std() / math.sqrt(n) > 5


def test_matches_share_the_win():
    found = play_matches(STANDARD, ["random"] * 4, 300, seed=1)
    assert (found.totals.max(axis=1) > 100).all()
    assert found.shares().sum(axis=1) == pytest.approx(1)
    low = found.totals.min(axis=1, keepdims=True)
    assert np.array_equal(found.winners, found.totals == low)
    # 26 points a hand and 78 a slam: no match is over before the second hand.
    assert found.hands.min() >= 2
    two = play_matches(CupeRules.load("peppa_torino"), ["random"] * 4, 100, seed=1)
    assert (two.winners.sum(axis=1) >= 2).all()
    with pytest.raises(QuestionError, match="end_at"):
        play_matches(STANDARD, ["random"] * 4, 5, seed=1, most=1)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (OddsQuestion(plays=("open",)), "only a hand's slam"),
        (OddsQuestion(plays=("expert:0",)), "number of layouts from 1"),
        (OddsQuestion(plays=("grandmaster",)), "expected random, simple, expert, open"),
        (OddsQuestion(extras={"lives": "3"}), "lives: not an option"),
        (OddsQuestion(extras={"seat": "5"}), "seat"),
        (OddsQuestion(extras={"score": "1,2,3,4"}), "--score: expected a hand too"),
        (OddsQuestion(hand="♠A"), "expected 13"),
    ],
)
def test_questions_that_cannot_be_answered(question, told):
    with pytest.raises(QuestionError, match=told):
        GAME.odds(STANDARD, question)


def test_presets_are_those_of_the_rulebook():
    values = {name: CupeRules.load(name) for name in CupeRules.presets()}
    assert set(values) == {
        "standard", "casa", "peppa_torino", "windows", "openspiel", "deepcfr", "omnibus", "spot",
    }  # fmt: skip
    assert values["standard"] == STANDARD == CupeRules()
    assert values["casa"].values == values["peppa_torino"].values == "face"
    assert (values["spot"].exchange, values["spot"].slam) == ("cycle_larn", "subtract")
    assert values["spot"].end_at == 500
    assert values["deepcfr"].slam == "lead_auto"
    assert values["omnibus"].bonus_card == "jack_diamonds"
    assert values["openspiel"].only_barred_left == "queen_forced"
    assert values["windows"].breakers == values["windows"].lead_barred == "hearts"


def test_rules_that_cannot_matter_say_so():
    assert set(STANDARD.inert()) == {"bonus_points", "slam_needs_bonus"}
    assert "exchange_count" in STANDARD.with_changes(exchange="none").inert()
    assert "breakers" in STANDARD.with_changes(lead_barred="none").inert()
