"""Dealing: uniform over exactly the layouts that fit what is known."""

from __future__ import annotations

from collections import Counter
from math import comb, factorial

import numpy as np
import pytest
from scipy import stats

from analyzer.errors import QuestionError
from analyzer.kernels.deal import deal_hands, hands_of
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL


def _brute_force(size: int, needs: list[int], known: dict[int, int], barred: dict[int, list[int]]):
    """All layouts by trying every assignment, for tiny packs."""
    found = []

    def place(card: int, left: list[int], owners: list[int]) -> None:
        if card == size:
            found.append(tuple(owners))
            return
        choices = [known[card]] if card in known else range(len(needs))
        for seat in choices:
            if left[seat] and seat not in barred.get(card, []):
                left[seat] -= 1
                place(card + 1, left, [*owners, seat])
                left[seat] += 1

    place(0, list(needs), [])
    return found


@pytest.mark.parametrize(
    ("needs", "known", "barred"),
    [
        ([2, 2, 2], {}, {}),
        ([2, 2, 2], {0: 1}, {}),
        ([3, 2, 1], {5: 0}, {0: [0], 1: [0, 2]}),
        ([2, 1, 1, 2], {}, {0: [0], 1: [0], 2: [3], 3: [1, 2]}),
        ([1, 4, 1], {}, {i: [0] for i in range(5)}),
    ],
)
def test_every_layout_that_fits_comes_equally_often(needs, known, barred) -> None:
    size = sum(needs)
    layouts = Layouts.build(size, needs, known, barred)
    expected = _brute_force(size, needs, known, barred)
    assert layouts.count == len(expected)
    deals = layouts.deal(400 * len(expected), seed=3)
    counts = Counter(map(tuple, deals.tolist()))
    assert set(counts) == set(expected)
    assert len(expected) == 1 or stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_full_deals_are_uniform_in_the_whole_table_of_cards_and_seats() -> None:
    # Card by seat counts are bound by rows and columns: the statistic of a fair deal has mean
    # (K - 1) (S - 1) K / (K - 1); scaled by (K - 1) / K it is chi-squared.
    n = 200_000
    owners = Layouts.build(32, [8] * 4).deal(n, seed=11)
    counts = np.array([(owners == seat).sum(axis=0) for seat in range(4)])
    statistic = ((counts - n / 4) ** 2 / (n / 4)).sum() * (32 - 1) / 32
    freedom = (32 - 1) * (4 - 1)
    assert 1e-4 < stats.chi2.sf(statistic, freedom) < 1 - 1e-4


def test_suit_lengths_follow_the_hypergeometric_distribution() -> None:
    n = 100_000
    owners = Layouts.build(32, [8] * 4, known={0: 1, 1: 2}).deal(n, seed=2)
    # Seat 0 gets 8 of the 30 unknown cards; spades (24 to 31) are 8 of them.
    lengths = (owners[:, 24:] == 0).sum(axis=1)
    observed = np.bincount(lengths, minlength=9)
    expected = stats.hypergeom(30, 8, 8).pmf(np.arange(9)) * n
    assert (
        stats.chisquare(observed[:6], expected[:6] * observed[:6].sum() / expected[:6].sum()).pvalue
        > 1e-4
    )


def test_longest_suit_of_a_hand_has_its_exact_frequencies() -> None:
    # Reference values, computed apart from this project: longest suit of 8 cards of 32.
    exact = {2: 0.058437, 3: 0.615375, 4: 0.280072, 5: 0.043104, 6: 0.002939}
    n = 200_000
    owners = Layouts.build(32, [8] * 4).deal(n, seed=5)
    longest = (owners.reshape(n, 4, 8) == 0).sum(axis=2).max(axis=1)
    for length, share in exact.items():
        error = 4 * (share * (1 - share) / n) ** 0.5
        assert (longest == length).mean() == pytest.approx(share, abs=error)


def test_number_of_layouts_of_three_unknown_hands() -> None:
    known = dict.fromkeys(range(8), 0)
    count = Layouts.build(32, [8] * 4, known).count
    assert count == factorial(24) / factorial(8) ** 3 == comb(24, 8) * comb(16, 8)


def test_a_deal_depends_on_seed_and_number_only() -> None:
    layouts = Layouts.build(24, [6] * 4)
    whole = layouts.deal(50, seed=9)
    assert (layouts.deal(20, seed=9, first=30) == whole[30:]).all()
    assert not (layouts.deal(50, seed=10) == whole).all()


def test_card_sets_are_those_of_the_owners() -> None:
    for barred in ({}, {4: [1], 9: [0, 2]}):
        layouts = Layouts.build(32, [8] * 4, {0: 3}, barred)
        owners = layouts.deal(30, seed=1, first=4)
        hands = np.empty((30, 4), np.uint64)
        deal_hands(np.uint64(1), PURPOSE_DEAL, 4, layouts.plan, 8, hands)
        expected = np.empty(4, np.uint64)
        for i in range(30):
            hands_of(owners[i], 8, expected)
            assert (hands[i] == expected).all()
            for card in range(32):
                bit = 1 << 16 * (card // 8) + card % 8
                assert int(expected[owners[i, card]]) & bit


@pytest.mark.parametrize(
    ("needs", "known", "barred", "message"),
    [
        ([1, 1], {0: 0, 1: 0}, {}, "more cards are known"),
        ([1, 2], {}, {}, "cards are unknown but"),
        ([1, 1], {}, {0: [0], 1: [0]}, "no layout"),
        ([1, 1], {0: 1}, {0: [1]}, "not to lie there"),
    ],
)
def test_what_cannot_be_is_refused(needs, known, barred, message) -> None:
    with pytest.raises(QuestionError, match=message):
        Layouts.build(2, needs, known, barred)
