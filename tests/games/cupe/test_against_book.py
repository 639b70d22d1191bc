"""The kernels of Cupe must do what the plain-Python rule book says, card by card."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analyzer.games.cupe.kernels import batch, scores
from analyzer.games.cupe.kernels.table import TABLE, TAKEN
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import style
from tests.games.cupe.driving import LAYOUTS, Driver, bits
from tests.games.cupe.variants import ALONE, PRESETS, combination, named
from tests.reference import cupe as reference

NO_TOTALS = np.zeros(4, np.int64)
STYLES = np.array([style()] * 4)


def kernel_outcomes(rules, n, levels, seed, first=0, exchanged=False, totals=NO_TOTALS):
    outcomes = np.empty((n, batch.OUTCOMES), np.int64)
    batch.play_hands(
        np.uint64(seed), first, LAYOUTS.plan, exchanged, totals, np.array(levels, np.int64),
        STYLES, rules.packed(), outcomes,
    )  # fmt: skip
    return outcomes


def book_outcome(rules, taken, totals=(0, 0, 0, 0)):
    shooter = reference.slam_seat(rules, taken)
    queen = next(seat for seat in range(4) if "QS" in taken[seat])
    points = reference.score(rules, taken, totals)
    clean = sum(1 << seat for seat in range(4) if not taken[seat] & reference.POINTS)
    return [*points, -1 if shooter is None else shooter, queen, clean]


def check(rules, n, levels, seed, first=0):
    """Play ``n`` deals both ways; returns the decisions compared."""
    outcomes = kernel_outcomes(rules, n, levels, seed, first)
    decisions = 0
    for i in range(n):
        driver = Driver(rules, seed, first + i, levels)
        start = [
            driver.hand.leader,
            next(seat for seat in range(4) if "QS" in driver.hand.hands[seat]),
        ]
        assert outcomes[i].tolist() == [*book_outcome(rules, driver.play_out()), *start]
        decisions += driver.decisions
    return decisions


@pytest.mark.parametrize("rules", ALONE + PRESETS, ids=named)
def test_every_house_rule_alone_and_every_preset(rules):
    assert check(rules, 30, [0, 0, 0, 0], seed=11) == 30 * 52
    # Simple players, and simple among random ones, may only play what the book allows.
    check(rules, 3, [1, 1, 1, 1], seed=12)
    check(rules, 2, [1, 0, 1, 0], seed=13)


def test_random_combinations_of_house_rules():
    for seed in range(400):
        check(combination(seed), 2, [0, 0, 0, 0], seed)
    for seed in range(50):
        check(combination(seed), 1, [1, 1, 0, 1], seed)


def random_capture(rng):
    """Cards captured by each seat: by chance, and often a slam or nearly one."""
    taken = [set() for _ in range(4)]
    shooter = rng.randrange(4) if rng.random() < 0.6 else None
    idle = rng.randrange(4)
    for card in reference.PACK:
        if shooter is not None and card in reference.POINTS:
            seat = shooter
        else:
            seat = rng.choice([s for s in range(4) if s != idle])
        taken[seat].add(card)
    if rng.random() < 0.2:
        moved = rng.choice(sorted(reference.POINTS))
        for cards in taken:
            cards.discard(moved)
        taken[rng.randrange(4)].add(moved)
    return taken


def test_scores_and_the_end_of_matches_under_random_rules_and_totals():
    rng = random.Random(3)
    table, points = np.zeros(TABLE, np.uint64), np.zeros(4, np.int64)
    slams = 0
    for seed in range(4000):
        rules = combination(seed)
        taken = random_capture(rng)
        # Totals near the limit, often tied.
        totals = np.array([rng.choice([rules.end_at, 40, 0]) - rng.choice([0, 1, 26, 27])
                           for _ in range(4)], np.int64)  # fmt: skip
        for seat in range(4):
            table[TAKEN + seat] = bits(taken[seat])
        shooter = scores.score_hand(table, rules.packed(), totals, points)
        expected = reference.score(rules, taken, totals.tolist())
        assert points.tolist() == expected, (rules, taken, totals)
        assert (None if shooter < 0 else shooter) == reference.slam_seat(rules, taken)
        slams += shooter >= 0
        after = totals + points
        seats = {s for s in range(4) if scores.winning_seats(after, rules.packed()) >> s & 1}
        assert seats == reference.winners(rules, after.tolist())
        assert scores.match_over(after, rules.packed()) == reference.match_over(
            rules, after.tolist()
        )
    assert slams > 1000


def book_match(rules, number, levels, seed):
    totals, hands, ahead = [0, 0, 0, 0], 0, None
    while True:
        deal = number * batch.HANDS_A_MATCH + hands
        taken = Driver(rules, seed, deal, levels, hand_number=hands).play_out()
        points = reference.score(rules, taken, totals)
        totals = [a + b for a, b in zip(totals, points, strict=True)]
        hands += 1
        if ahead is None and max(totals) >= rules.end_at / 2:
            ahead = {seat for seat in range(4) if totals[seat] == min(totals)}
        if reference.match_over(rules, totals):
            return totals, hands, reference.winners(rules, totals), ahead


def test_matches_to_their_end():
    levels = [0, 1, 0, 0]
    presets = [rules.with_changes(end_at=45) for rules in PRESETS]
    for seed, rules in enumerate(presets + [combination(s) for s in range(40)]):
        if rules.end_at > 50:
            rules = rules.with_changes(end_at=30)
        totals = np.zeros((1, 4), np.int64)
        hands, winners, ahead = (np.zeros(1, np.int64) for _ in range(3))
        batch.play_matches(
            np.uint64(seed), 2, LAYOUTS.plan, batch.HANDS_A_MATCH, np.array(levels), STYLES,
            rules.packed(), totals, hands, winners, ahead,
        )  # fmt: skip
        expected = book_match(rules, 2, levels, seed)
        won, led = ({seat for seat in range(4) if bits[0] >> seat & 1} for bits in (winners, ahead))
        assert (totals[0].tolist(), int(hands[0]), won, led) == expected


def test_the_totals_of_the_match_decide_between_adding_and_subtracting():
    # Worked example 8: A at 90 makes a slam with B at 20.
    taken = [set(reference.POINTS), {"2C"}, {"3C"}, {"4C"}]
    for slam, expected in {
        "add": [0, 26, 26, 26],
        "subtract": [-26, 0, 0, 0],
        "auto": [-26, 0, 0, 0],
        "lead_auto": [-26, 0, 0, 0],
    }.items():
        rules = CupeRules.make({"slam": slam})
        assert reference.score(rules, taken, [90, 20, 80, 85]) == expected


@pytest.mark.parametrize(("values", "total"), [("one", 26), ("face", 36), ("spot", 129)])
def test_mean_points_follow_from_the_slam_rate(values, total):
    # Rulebook, section 4: average a seat = V/4 + P(slam) V/2, whatever the players do.
    rules = CupeRules.make({"values": values})
    for levels in ([0] * 4, [1] * 4):
        outcomes = kernel_outcomes(rules, 4000, levels, seed=5)
        slams = int((outcomes[:, batch.SHOOTER] >= 0).sum())
        assert slams > 0
        assert outcomes[:, :4].sum() == total * 4000 + 2 * total * slams
