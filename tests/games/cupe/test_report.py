"""The chapters of Cupe's report: features and single deals against plain Python."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from analyzer.games.chapters import Number
from analyzer.games.cupe.game import GAME
from analyzer.games.cupe.play import play_hands
from analyzer.games.cupe.report import kernels as k
from analyzer.games.cupe.report.hands import features, slam_features, suits_of
from analyzer.games.cupe.report.match import _needed
from analyzer.games.cupe.report.races import CLASSES, MOST_BELOW, RaceSample, rule_weights
from analyzer.games.cupe.report.races import RULES as RULES_OF_GIVING
from analyzer.games.cupe.report.samples import DEALT, UNKNOWN, GiftSample, TableSample
from analyzer.games.cupe.report.tries import HabitSample, TrySample
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import style
from analyzer.kernels.layouts import Layouts
from tests.games.cupe.driving import bits, cards_of
from tests.reference import cupe as reference

RULES = CupeRules()


def hands(seed, count=40):
    rng = random.Random(seed)
    return [set(rng.sample(reference.PACK, 13)) for _ in range(count)]


def packed(chosen):
    return np.array([bits(hand) for hand in chosen], np.uint64)


def test_features_by_plain_counting():
    chosen = hands(1)
    found = features(suits_of(packed(chosen)))
    for i, hand in enumerate(chosen):
        spades_below = sum(c[1] == "S" and c[0] not in "QKA" for c in hand)
        dangerous = hand & {"QS", "KS", "AS"}
        assert found["hearts"][i] == sum(c[1] == "H" for c in hand)
        assert found["low"][i] == sum(c[0] in "2345" for c in hand)
        assert found["aces_kings"][i] == sum(c[0] in "AK" and c[1] != "S" for c in hand)
        assert found["void"][i] == sum(all(c[1] != s for c in hand) for s in "CDH")
        assert found["spade_queen"][i] == ("QS" in hand)
        assert found["guards"][i] == (spades_below if dangerous else 0)


def test_slam_features_by_plain_counting():
    chosen = [
        *hands(2),
        {"AH", "KH", "QH", "TH", "AS", "KS", "2S", "AC", "3C", "4C", "KD", "QD", "JD"},
    ]
    found = slam_features(suits_of(packed(chosen)))
    for i, hand in enumerate(chosen):
        runs = {}
        for suit in "CDHS":
            held = [rank + suit in hand for rank in reversed(reference.RANKS)]
            runs[suit] = len(list(itertools.takewhile(bool, held)))
        assert found["heart_tops"][i] == runs["H"]
        assert found["sure"][i] == sum(runs.values())
        assert found["stops"][i] == sum(
            any(c[1] == s for c in hand) and "A" + s not in hand for s in "CDHS"
        )


def test_layouts_around_known_cards_are_whole_packs_and_uniform():
    plan = HabitSample(RULES)
    own, other = {"QS", "AS", *[r + "C" for r in "23456789TJQ"]}, {"AH", "KH", "QH"}
    known = np.zeros((1, 4), np.uint64)
    known[0, 0], known[0, 1] = bits(own), bits(other)
    dealt = plan.around(3, DEALT, np.array([5]), known, 4000)
    assert (np.bitwise_count(dealt) == 13).all()
    assert (np.bitwise_or.reduce(dealt, axis=1) == bits(reference.PACK)).all()
    assert ((dealt[:, 0] == bits(own)) & (dealt[:, 1] & bits(other) == bits(other))).all()
    # Seat 1 takes 10 of the 36 cards left, so any of them with 10/36; +-4 standard errors.
    share = ((dealt[:, 1] & bits({"2D"})) != 0).mean()
    assert abs(share - 10 / 36) < 4 * (10 / 36 * 26 / 36 / 4000) ** 0.5


def test_usual_ways_are_the_hands_of_the_table():
    """The same deals through the kernel of whole tables, which has tests of its own."""
    sample = HabitSample(RULES)
    rows = sample.compute(9, 0, 20, None).outcomes
    dealt = sample.dealt(9, 0, 20)
    for i in range(20):
        known = {
            c: s
            for s in range(4)
            for c, card in enumerate(reference.PACK)
            if card in cards_of(dealt[i, s])
        }
        table = play_hands(RULES, ["simple"] * 4, 1, 1, known=Layouts.build(52, [13] * 4, known))
        points = table[0, :4]
        assert rows[i, 0] == points.sum() - 4 * points[0]


@pytest.mark.parametrize(
    "changes", [{}, {"exchange_high_spades": False}, {"exchange": "left", "exchange_count": 2}]
)
def test_gifts_give_and_keep_what_they_say(changes):
    rules = RULES.with_changes(**changes)
    sample = GiftSample(rules)
    rows = sample.compute(4, 0, 12, None).outcomes
    names = [column.measure for column in sample.columns]
    dealt = sample.dealt(4, 0, 12)
    for i in range(12):
        hand = cards_of(dealt[i, 0])
        may = reference.may_be_given(rules, hand)
        for number, card in enumerate(reference.PACK):
            known = rows[i, names.index(f"gain_{number}")] != UNKNOWN
            assert known == (card in may)
        hot = len(may & reference.POINTS)
        for n in range(rules.exchange_count + 1):
            possible = hot >= n and len(may) - hot >= rules.exchange_count - n
            assert (rows[i, names.index(f"hot_{n}")] != UNKNOWN) == possible


def removals(cards, j):
    """Ways to give ``j`` cards of a suit: from the top, or from below the top card."""
    ordered = sorted(cards, key=reference.strength, reverse=True)
    ways = [ordered[:j]] if len(ordered) >= j else []
    return ways + ([ordered[1 : j + 1]] if 0 < j < len(ordered) else [])


def test_the_simple_player_gives_what_leaves_least_danger_among_its_ways():
    sample = GiftSample(RULES.with_changes(slam="none"))
    own = packed(hands(5, 15))
    usual = sample.usual(own)
    for i, hand in enumerate(own):
        by_suit = [{c for c in cards_of(hand) if c[1] == s} for s in "CDHS"]
        sets = [
            bits(itertools.chain(*parts))
            for counts in itertools.product(range(4), repeat=4)
            if sum(counts) == 3
            for parts in itertools.product(
                *(removals(cards, j) for cards, j in zip(by_suit, counts, strict=True))
            )
        ]
        every = np.array([[usual[i], *sets]], np.uint64)
        dangers = np.empty(every.shape)
        k.dangers_left(own[i : i + 1], every, style(), dangers)
        assert dangers[0, 0] == pytest.approx(dangers.min())


def test_rules_for_giving_by_hand():
    sample = RaceSample(RULES, np.zeros((len(CLASSES), MOST_BELOW + 1)))
    hand = {"QS", "KS", "5S", "AH", "KH", "3H", "2H", "AD", "2D", "4C", "5C", "6C", "7C"}
    picks = dict(zip(RULES_OF_GIVING[1:], sample.picks(packed([hand]))[0], strict=True))
    assert cards_of(picks["queen_first"]) == {"QS", "KS", "AH"}
    assert cards_of(picks["hearts"]) == {"AH", "KH", "3H"}
    assert "AD" in cards_of(picks["highest"])
    assert len(cards_of(picks["random"]) & hand) == 3
    guarded = {*hand - {"4C", "5C"}, "4S", "6S"}
    first = rule_weights(suits_of(packed([guarded])), np.zeros((len(CLASSES), MOST_BELOW + 1)))
    assert first["queen_first"][0, reference.PACK.index("QS")] < 0


def test_a_hand_that_cannot_fail_makes_its_slam_in_the_race_of_ways():
    sample = TrySample(RULES.with_changes(exchange="none"))
    known = np.zeros((1, 4), np.uint64)
    known[0, 0] = bits({"AC", *[r + "H" for r in "23456789TJQKA"][1:]})
    played = sample._tried(1, np.array([0]), known, np.zeros(1, np.uint64), 0)
    # Twelve hearts and the ace of clubs: the 2 of hearts and the queen may fall elsewhere.
    assert played.shape == (1, 2, 24, 2, 9)
    assert (played[..., :4].sum(axis=-1) >= 26).all()


def test_points_of_a_table_obey_the_identity():
    """Mean points are V/4 + V/2 x slams when slams are added (rule book, section 4)."""
    sample = TableSample(RULES, "simple")
    rows = sample.compute(2, 0, 500, None).outcomes
    slams = (rows[:, 4] >= 0).mean()
    assert rows[:, :4].mean() == pytest.approx(6.5 + 13 * slams)


def test_the_rate_that_a_slam_needs():
    """0.7 x 1 + 0.3 x 0 = 0.7; and no rate is enough where made is no better than missed."""
    made, missed = Number(1.0, 1.0, 1.0), Number(0.0, 0.0, 0.0)
    assert _needed(made, missed, Number(0.7, 0.6, 0.8))["value"] == pytest.approx(0.7)
    assert _needed(missed, missed, Number(0.7, 0.6, 0.8))["value"] == 1.0


def test_chapters_follow_the_rules():
    keys = [maker.key for maker in GAME.chapters(RULES)]
    assert keys == ["often", "give", "queen", "cards", "slam", "match", "thumb", "tips"]
    bare = RULES.with_changes(exchange="none", slam="none")
    assert [maker.key for maker in GAME.chapters(bare)] == ["often", "match", "thumb", "tips"]
