"""Whole matches of the kernel against the rule book in Python, round by round."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analyzer.games.cuccu.kernels import batch, players
from analyzer.games.cuccu.kernels import match as kernel_match
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.policy import policy, read_thresholds
from analyzer.games.cuccu.rules import CuccuRules
from tests.reference import cuccu as reference

VARIED = {key: rule.choices for key, rule in CuccuRules.rules().items() if rule.choices}
THRESHOLDS = {n: row[:n].tolist() for n, row in enumerate(read_thresholds()) if n > 1}
SEED = 31


def pack_of(rules: CuccuRules, number: int) -> list[int]:
    packs = np.zeros((1, rules.pack), np.uint8)
    batch.shuffle_packs(t.new_table(rules.packed()), t.new_words(), SEED, number, packs)
    return (packs[0] % 20).tolist()


def by_reference(rules: CuccuRules, number: int) -> tuple[list[int], int, int]:
    """Winners, rounds, and rounds that left nobody a life; seat 0 acts first in round 0."""
    settings = rules.settings()
    places = rules.players
    lives, dealer = [rules.lives] * places, places - 1
    rounds = zeros = 0
    while True:
        order = [(dealer + 1 + i) % places for i in range(places)]
        order = [p for p in order if lives[p] > 0]
        pack = pack_of(rules, number + (rounds << kernel_match.ROUND))
        game = reference.Round(
            settings, [lives[p] for p in order], pack[1:], pack[:1], reference.simple(THRESHOLDS)
        )
        game.play()
        after = [0] * places
        for p, left in zip(order, game.lives, strict=True):
            after[p] = left
        rounds += 1
        zeros += not any(after)
        lives, dealer, winners = reference.settle(settings, lives, after, dealer)
        if winners:
            return winners, rounds, zeros


def by_kernel(rules: CuccuRules, count: int) -> list[tuple[list[int], int, bool]]:
    places = rules.players
    out = np.zeros((count, 3 * places + batch.RATES), np.int64)
    batch.base_rates(
        t.new_table(rules.packed()), t.new_words(), policy(),
        np.full(places, rules.lives, np.int64), players.SIMPLE, 232792560, SEED, 0, out,
    )  # fmt: skip
    found = []
    for row in out:
        shares = row[2 * places : 3 * places]
        winners = np.flatnonzero(shares).tolist()
        assert set(shares[winners]) == {232792560 // len(winners)}
        rest = row[3 * places :]
        found.append((winners, int(rest[batch.ROUNDS]), bool(rest[batch.RESETS])))
    return found


def check(rules: CuccuRules, count: int) -> list[tuple[list[int], int, bool]]:
    found = by_kernel(rules, count)
    for number, (winners, rounds, zeros) in enumerate(found):
        expected = by_reference(rules, number)
        assert (winners, rounds, zeros) == (expected[0], expected[1], expected[2] > 0)
    return found


@pytest.mark.parametrize("all_zero", VARIED["all_zero"])
def test_matches_of_the_standard_game(all_zero) -> None:
    """With one life and two players a round often leaves nobody any: all three rules show."""
    quick = check(CuccuRules.make({"players": 2, "lives": 1, "all_zero": all_zero}), 1500)
    assert any(zeros for _, _, zeros in quick)
    assert any(len(winners) == 2 for winners, _, _ in quick) == (all_zero == "joint_win")
    check(CuccuRules.make({"all_zero": all_zero}), 300)


def test_matches_under_random_rules() -> None:
    rng = random.Random(4)
    for _ in range(400):
        settings = {key: rng.choice(values) for key, values in VARIED.items()}
        settings |= {"players": rng.choice([2, 3, 4, 5, 9]), "lives": rng.choice([1, 2, 3, 5])}
        check(CuccuRules.make(settings), 5)


def test_presets() -> None:
    assert CuccuRules.presets() == ["standard", "lu_stu", "quick"]
    assert CuccuRules.load("quick").lives == 1
    stu = CuccuRules.load("lu_stu")
    assert (stu.tie, stu.two_fools, stu.mid_round_zero) == ("earliest", "gain_life", "out_at_once")
    check(stu, 300)
