"""Random streams against NumPy's Philox, and bounded draws for uniformity."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analyzer.kernels import philox


def _stream(seed: int, purpose: int, deal: int) -> np.ndarray:
    state = philox.new_stream()
    philox.open_stream(state, np.uint64(seed), np.uint64(purpose), np.uint64(deal))
    return state


@pytest.mark.parametrize(
    ("seed", "purpose", "deal"),
    [(0, 0, 0), (1, 16, 7), (2**64 - 1, 128, 2**63), (123456789, 3, 2**40)],
)
def test_words_are_numpys(seed: int, purpose: int, deal: int) -> None:
    state = _stream(seed, purpose, deal)
    words = [int(philox.next_word(state)) for _ in range(23)]
    # NumPy steps its counter before every block: it must start one below (0, deal, 0, 0).
    counter = ((deal << 64) - 1) % 2**256
    expected = np.random.Philox(key=seed + (purpose << 64), counter=counter).random_raw(23)
    assert words == [int(word) for word in expected]


def test_a_stream_starts_again_whatever_was_drawn_before() -> None:
    state = _stream(5, 0, 1)
    first = [int(philox.next_word(state)) for _ in range(3)]
    philox.open_stream(state, np.uint64(5), np.uint64(0), np.uint64(1))
    assert [int(philox.next_word(state)) for _ in range(3)] == first


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52])
def test_bounded_draws_are_uniform(n: int) -> None:
    state = _stream(2, 0, n)
    counts = np.bincount([philox.below(state, n) for _ in range(5_000)], minlength=n)
    assert counts.sum() == 5_000
    assert n == 1 or stats.chisquare(counts).pvalue > 1e-4


def test_uniform_doubles_fill_the_unit_interval() -> None:
    state = _stream(3, 0, 0)
    draws = [philox.uniform(state) for _ in range(5_000)]
    assert 0 <= min(draws) <= max(draws) < 1
    assert stats.kstest(draws, "uniform").pvalue > 1e-4


@pytest.mark.parametrize(("size", "stop"), [(5, 4), (32, 24), (52, 51)])
def test_shuffles_are_permutations_with_uniform_places(size: int, stop: int) -> None:
    deals = 6_000
    counts = np.zeros((size, size), np.int64)
    for deal in range(deals):
        state = _stream(4, 0, deal)
        cards = np.arange(size)
        philox.shuffle_tail(state, cards, 0, stop, size)
        assert sorted(cards) == list(range(size))
        counts[np.arange(stop), cards[:stop]] += 1
    # Each place is fair by itself; the whole table is checked in test_deal.py.
    p_values = [stats.chisquare(counts[place]).pvalue for place in range(stop)]
    assert min(p_values) > 1e-4 / size


def test_fast_streams_differ_from_deal_to_deal_and_pick_every_choice() -> None:
    state = philox.new_stream()
    starts = {
        int(philox.open_fast(state, np.uint64(1), np.uint64(16), np.uint64(deal)))
        for deal in range(1_000)
    }
    assert len(starts) == 1_000
    fast = np.uint64(min(starts))
    picks = []
    for _ in range(4_000):
        fast = np.uint64(philox.step_fast(fast))
        picks.append(philox.pick_fast(np.uint64(philox.word_fast(fast)), 5))
    assert stats.chisquare(np.bincount(picks, minlength=5)).pvalue > 1e-4
