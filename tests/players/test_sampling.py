"""Imagined layouts against a plain enumeration of all layouts that fit."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from analyzer.kernels.philox import new_stream
from analyzer.players.sampling import new_sampling, open_thoughts, prepare_layouts, sample_layout

STATES = 400


def enumerate_layouts(cards, needs, may):
    """Every layout as a tuple of card sets, place by place."""
    if not needs:
        return [()] if not cards else []
    found = []
    fitting = [card for card in cards if may[0] & card]
    for own in combinations(fitting, needs[0]):
        rest = [card for card in cards if card not in own]
        found += [(sum(own), *more) for more in enumerate_layouts(rest, needs[1:], may[1:])]
    return found


def random_view(rng):
    """Unseen cards of any suits, needs and restrictions: unseen, cards, needs, may."""
    places = int(rng.integers(2, 5))
    needs = rng.integers(0, 4, places)
    cards = [1 << int(i) for i in rng.choice(64, int(needs.sum()), replace=False)]
    may = [sum(card for card in cards if rng.random() < 0.75) for _ in range(places)]
    return sum(cards), cards, needs.astype(np.int64), may


def prepared(unseen, needs, may):
    sampling = new_sampling(STATES)
    count = prepare_layouts(
        np.uint64(unseen), np.asarray(needs, np.int64), np.array(may, np.uint64), sampling
    )
    return count, sampling


def test_number_of_layouts_is_that_of_the_enumeration():
    rng = np.random.default_rng(11)
    for _ in range(400):
        unseen, cards, needs, may = random_view(rng)
        count, _ = prepared(unseen, needs, may)
        assert count == len(enumerate_layouts(cards, list(needs), may))


def test_every_layout_is_as_likely_as_any_other():
    # Chi-square of 40 random views; the smallest of 40 p-values is below 1e-5 once in 2500.
    rng = np.random.default_rng(5)
    tested = 0
    while tested < 40:
        unseen, cards, needs, may = random_view(rng)
        layouts = enumerate_layouts(cards, list(needs), may)
        if not 2 <= len(layouts) <= 60:
            continue
        tested += 1
        _, sampling = prepared(unseen, needs, may)
        stream = new_stream()
        open_thoughts(stream, np.uint64(tested), 0, 0)
        hands = np.zeros(len(needs), np.uint64)
        seen = Counter()
        for _ in range(200 * len(layouts)):
            sample_layout(stream, sampling, hands)
            seen[tuple(int(hand) for hand in hands)] += 1
        assert set(seen) <= set(layouts)
        assert chisquare([seen[layout] for layout in layouts]).pvalue > 1e-5


def test_a_full_deal_without_restrictions():
    # 24 cards to three hands of eight: 24! / (8!)^3 layouts.
    unseen = 0xFF00FF00FF
    count, sampling = prepared(unseen, [0, 8, 8, 8], [unseen] * 4)
    assert count == pytest.approx(9_465_511_770, rel=1e-12)
    stream, hands = new_stream(), np.zeros(4, np.uint64)
    open_thoughts(stream, np.uint64(3), 7, 0)
    sample_layout(stream, sampling, hands)
    assert hands[0] == 0
    assert [int(hand).bit_count() for hand in hands[1:]] == [8, 8, 8]
    assert int(np.bitwise_or.reduce(hands)) == unseen


def test_nothing_fits():
    count, _ = prepared(0b11, [1, 1], [0b11, 0])
    assert count == 0
    count, _ = prepared(0b11, [1, 1], [0b01, 0b01])
    assert count == 0
    count, _ = prepared(0b111, [1, 1], [0b111, 0b111])
    assert count == 0
