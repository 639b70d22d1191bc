"""Deals as card sets: the same layouts as the owners arrays, known and barred cards included."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL


@pytest.mark.parametrize(
    ("size", "ranks", "needs", "known", "barred"),
    [
        (32, 8, (8, 8, 8, 8), {}, {}),
        (32, 8, (8, 8, 8, 8), {31: 2, 0: 2, 5: 0}, {}),
        (32, 8, (8, 8, 8, 8), {31: 2}, {30: [0, 1], 29: [3], 4: [2]}),
        (24, 6, (6, 6, 6, 6), {0: 255, 1: 255, 2: 255, 3: 255}, {}),
        (52, 13, (13, 13, 13, 13), dict.fromkeys(range(13), 3), {}),
    ],
)
def test_card_sets_of_the_same_deals(
    size: int,
    ranks: int,
    needs: tuple[int, ...],
    known: dict[int, int],
    barred: dict[int, list[int]],
) -> None:
    if 255 in known.values():
        needs = (5, 5, 5, 5)
    layouts = Layouts.build(size, needs, known, barred)
    n = 200
    owners = layouts.deal(n, 9, first=17)
    hands = np.ones((n, 4), np.uint64)
    deal_hands(np.uint64(9), PURPOSE_DEAL, 17, layouts.plan, ranks, hands)
    expected = np.zeros((n, 4), np.uint64)
    for card in range(size):
        bit = np.uint64(1 << (16 * (card // ranks) + card % ranks))
        for place in range(4):
            expected[:, place] |= np.where(owners[:, card] == place, bit, np.uint64(0))
    assert np.array_equal(hands, expected)
