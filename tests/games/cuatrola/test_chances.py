"""The exact values of section 11, by counting and by sampling."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.games.cuatrola.count import AllLayouts
from analyzer.games.cuatrola.deals import deal_cards, deal_places
from analyzer.games.cuatrola.game import GAME
from analyzer.games.cuatrola.kernels.cantes import singable
from analyzer.games.cuatrola.kernels.table import card_points
from analyzer.games.cuatrola.rules import CuatrolaRules

BITS = [16 * (card // 5) + card % 5 for card in range(20)]
POINTS = (2, 3, 4, 10, 11)
# Section 11: trumps held, the shown card being the dealer's.
OTHERS = [0.2583, 0.4696, 0.2348, 0.0361, 0.0013]
DEALER = [0.3522, 0.4696, 0.1625, 0.0155, 0.0003]
N = 100_000


@pytest.fixture(scope="module")
def dealt() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    deals = deal_cards(N, 77)
    assert deals.turned is not None
    return deals.owners, deals.turned


def near(found: float, chance: float) -> bool:
    """Within five standard errors of N deals."""
    return abs(found - chance) < 5 * np.sqrt(chance * (1 - chance) / N) + 5e-5


def test_every_hand_counted() -> None:
    # 15504 hands; one given pair 1/19; at least one pair 3168, exactly two 96; points 11 to 54,
    # 30 on average.
    pairs = np.zeros(3, np.int64)
    points = []
    given = 0
    for cards in combinations(range(20), 5):
        hand = np.uint64(sum(1 << BITS[card] for card in cards))
        suits = int(singable(hand, 0, 0, False))
        pairs[suits.bit_count()] += 1
        given += suits >> 2 & 1
        points.append(int(card_points(hand)))
        assert points[-1] == sum(POINTS[card % 5] for card in cards)
    assert len(points) == comb(20, 5) == 15_504
    assert given * 19 == 15_504
    assert pairs[1] + pairs[2] == 3_168
    assert pairs[2] == 96
    assert (min(points), max(points)) == (11, 54)
    assert sum(points) == 30 * 15_504


def test_pairs_and_points_sampled() -> None:
    hands = deal_places(N, 77)[:, :3]
    held = hands & np.uint64(0x0006000600060006)
    pairs = sum((held >> np.uint64(16 * suit)) & np.uint64(6) == 6 for suit in range(4))
    for seat in range(3):
        assert near((pairs[:, seat] >= 1).mean(), 66 / 323)
        assert near((pairs[:, seat] == 2).mean(), 2 / 323)


def test_trumps_sampled(dealt: tuple[NDArray[np.uint8], NDArray[np.uint8]]) -> None:
    owners, turned = dealt
    assert (owners[np.arange(N), turned] == 3).all()
    suits = np.arange(20)[None, :] // 5 == (turned // 5)[:, None]
    for seat in range(4):
        held = ((owners == seat) & suits).sum(axis=1)
        expected = DEALER if seat == 3 else OTHERS
        for i, chance in enumerate(expected):
            assert near((held == i + (seat == 3)).mean(), chance)


def test_trumps_counted() -> None:
    # The same numbers as exact fractions, from the layouts of one hand: given that mano holds
    # no trump, the dealer's other four cards come from 14, four of which are trumps.
    layouts = AllLayouts((5, 6, 10, 11, 15), 0, 2)
    hands = layouts.hands(0, len(layouts))
    held = np.bitwise_count(hands[:, 3] & np.uint64(0x1F))
    for extra in range(5):
        ways = comb(4, extra) * comb(10, 4 - extra)
        assert (held == 1 + extra).sum() * comb(14, 4) == ways * len(layouts)
    # Over all hands: the dealer's other four cards from 19, four of which are trumps.
    for extra, chance in enumerate(DEALER):
        assert round(comb(4, extra) * comb(15, 4 - extra) / comb(19, 4), 4) == chance
    for held_by_other, chance in enumerate(OTHERS):
        ways = comb(4, held_by_other) * comb(15, 5 - held_by_other)
        assert round(ways / comb(19, 5), 4) == chance


def test_the_turned_card_is_any_card() -> None:
    # The twentieth card of a shuffled pack.
    turned = deal_cards(N, 78).turned
    counts = np.bincount(turned, minlength=20)
    assert all(near(count / N, 1 / 20) for count in counts)


def test_same_deals_under_every_variant() -> None:
    deals = [
        GAME.deal(CuatrolaRules.load(preset), 50, 5, first=7) for preset in CuatrolaRules.presets()
    ]
    for other in deals[1:]:
        assert (deals[0].owners == other.owners).all()
        assert (deals[0].turned == other.turned).all()
    # ... and they are those that the playouts get.
    places = deal_places(50, 5, 7)
    for i, row in enumerate(places):
        for seat in range(4):
            hand = int(row[seat]) | (int(row[4]) if seat == 3 else 0)
            cards = [card for card in range(20) if hand >> BITS[card] & 1]
            assert cards == np.flatnonzero(deals[0].owners[i] == seat).tolist()
        assert int(row[4]) == 1 << BITS[deals[0].turned[i]]
