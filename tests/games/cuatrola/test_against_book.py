"""Compiled play against the plain rule book, for every house rule alone and mixed.

Every decision's options and every result must be the same.  The deals here are a part;
the same comparison ran over many more deals with ``scripts/check_cuatrola``.
"""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.cuatrola.deals import LAYOUTS, deal_places
from analyzer.games.cuatrola.kernels import batch
from analyzer.games.cuatrola.rules import CuatrolaRules
from tests.games.cuatrola.replay import check, run_kernel

ALONE = [
    {key: value}
    for key, rule in CuatrolaRules.rules().items()
    for value in (rule.choices[1:] or (0, 3))
]
QUESTIONS = [(batch.AUCTION, -1), (0, -1), *((c, d) for c in (1, 2, 3) for d in range(4))]


def mixed(rng: np.random.Generator) -> dict[str, object]:
    """Every rule at a random value."""
    return {
        key: rule.choices[rng.integers(len(rule.choices))]
        if rule.choices
        else int(rng.integers(0, 7))
        for key, rule in CuatrolaRules.rules().items()
    }


def compare(rules: CuatrolaRules, deals: int, seed: int) -> None:
    """Play ``deals`` deals at random and at mixed levels; each question on each deal."""
    rng = np.random.default_rng(seed)
    places = deal_places(deals, seed)
    for d in range(deals):
        levels = [[0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 1, 0]][d % 3]
        for contract, declarer in QUESTIONS[d % 2 :: 2]:
            scores = rng.integers(0, rules.target, 2).tolist()
            word = int(rng.integers(1 << 62))
            played = run_kernel(rules, places[d], contract, declarer, levels, scores, word)
            check(rules, places[d], played, contract, declarer, scores)


def with_pairs(n: int, seed: int) -> np.ndarray:
    """Layouts rich in cantes and tutes: all kings and horses lie with one pair, or one seat."""
    rng = np.random.default_rng(seed)
    honours = [5 * suit + rank for suit in range(4) for rank in (1, 2)]
    rest = [card for card in range(20) if card not in honours]
    found = np.zeros((n, 5), np.uint64)
    for i in range(n):
        mine = rng.permutation(honours)
        hands = [list(mine[:4]), [], list(mine[4:]), []]
        if i % 2:
            hands = [[card for card in honours if card % 5 == 1 + i // 2 % 2], [], [], []]
        left = [c for c in rng.permutation(20) if c in rest or c not in sum(hands, [])]
        for hand in hands:
            hand += [left.pop() for _ in range(5 - len(hand))]
        order = rng.permutation(4)
        for seat in range(4):
            hand = [16 * (card // 5) + card % 5 for card in hands[order[seat]]]
            if seat == 3:
                turned = hand.pop(rng.integers(len(hand)))
                found[i, 4] = np.uint64(1 << turned)
            found[i, seat] = np.uint64(sum(1 << bit for bit in hand))
    return found


@pytest.mark.parametrize("changes", ALONE, ids=lambda c: "-".join(f"{k}={v}" for k, v in c.items()))
def test_each_house_rule_alone(changes: dict[str, object]) -> None:
    compare(CuatrolaRules.make(changes), 40, seed=len(str(changes)))


@pytest.mark.parametrize("preset", CuatrolaRules.presets())
def test_presets(preset: str) -> None:
    compare(CuatrolaRules.load(preset), 60, seed=7)


def test_random_combinations() -> None:
    rng = np.random.default_rng(11)
    for seed in range(120):
        compare(CuatrolaRules.make(mixed(rng)), 6, seed)


def test_hands_full_of_pairs_and_tutes() -> None:
    rng = np.random.default_rng(12)
    tutes = sung = 0
    for round_ in range(150):
        rules = CuatrolaRules.make(mixed(rng) | {"tute_wins": bool(round_ % 3)})
        for i, places in enumerate(with_pairs(12, round_)):
            contract, declarer = QUESTIONS[1 + (i + round_) % 5]
            played = run_kernel(rules, places, contract, declarer, fast=1 + 99 * i + round_)
            check(rules, places, played, contract, declarer)
            tutes += int(played.result[batch.TUTE_PAIR] >= 0)
            sung += int(played.result[batch.PAIR_CANTES] > 0)
    # Not a number from anywhere: the comparison must have met what it is about.
    assert tutes > 10
    assert sung > 50


def test_layouts_are_five_places() -> None:
    # Five cards each, the dealer's last one apart (rulebook, section 3).
    assert LAYOUTS.needs == (5, 5, 5, 4, 1)
