"""Layouts that a player imagines: uniform over all that fit what the player's seat has seen.

Unseen cards lie in *places*: other seats, or parts of a hand or stock where a game tells them
apart.  Each place still needs a known number of cards and may hold a known set; a layout gives
every unseen card to a place that may hold it.  :func:`prepare_layouts` counts the layouts once a
decision, card by card over the needs that are left, as :mod:`analyzer.kernels.layouts` does
before a run; :func:`sample_layout` then draws as many as are wanted, none of them rejected.

Letters: ``P`` places, at most :data:`MOST_PLACES`.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ZERO, lowest_bit, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import PURPOSE_INNER, open_stream, shuffle_tail, uniform

MOST_PLACES = 6
_CARDS = 64
_TOTAL, _BARRED, _LAST, _START = 0, 1, 2, 3
_NEEDS = 4
_STRIDES = _NEEDS + MOST_PLACES
_SIZE = _STRIDES + MOST_PLACES


@kernel
def open_thoughts(stream, seed, deal, played):
    """Open the stream of one decision: that of the card number ``played`` of a deal, from 0.

    Nothing else names it, so what a player imagines cannot depend on hidden cards.
    """
    open_stream(stream, seed, PURPOSE_INNER + ((1 + played) << 8), deal)


@kernel
def new_sampling(states):
    """Memory for :func:`prepare_layouts`, one for each thread.

    ``states`` is the largest product of (need + 1) over all places but the neediest: 81 for
    three hands of up to eight cards, 196 for three of up to thirteen.
    """
    return (
        np.zeros(_CARDS, np.uint64),
        np.zeros(_CARDS, np.int64),
        np.zeros(_SIZE, np.int64),
        np.zeros((_CARDS + 1, states), np.float64),
        np.zeros(MOST_PLACES, np.uint64),
        np.zeros(MOST_PLACES, np.int64),
    )


@kernel
def _multinomial(head, state, free):
    """Ways to deal ``free`` cards without restriction to the needs of a state; 0 if impossible."""
    ways = 1.0
    total = 0
    last = head[_LAST]
    for p in range(MOST_PLACES):
        if p != last:
            need = (state // head[_STRIDES + p]) % (head[_NEEDS + p] + 1)
            for i in range(1, need + 1):
                ways *= (total + i) / i
            total += need
    need = free - total
    if need < 0 or need > head[_NEEDS + last]:
        return 0.0
    for i in range(1, need + 1):
        ways *= (total + i) / i
    return ways


@kernel
def _sort_cards(unseen, needs, may, sampling):
    """Deal the cards that fit one place only, list the others, barred ones first.

    Returns the number of cards listed, and of barred ones among them; -1 when a card fits
    nowhere or a place would get too many.
    """
    cards, allowed, head, _, forced, _ = sampling
    places = needs.shape[0]
    for p in range(MOST_PLACES):
        head[_NEEDS + p] = needs[p] if p < places else 0
        forced[p] = ZERO
    everywhere = 0
    for p in range(places):
        if needs[p] > 0:
            everywhere |= 1 << p
    barred = 0
    listed = 0
    left = unseen
    while left != ZERO:
        card = lowest_bit(left)
        left ^= card
        fits = 0
        where = 0
        only = 0
        for p in range(places):
            if needs[p] > 0 and may[p] & card != ZERO:
                fits |= 1 << p
                where += 1
                only = p
        if where == 0:
            return -1, 0
        if where == 1:
            forced[only] |= card
            head[_NEEDS + only] -= 1
            if head[_NEEDS + only] < 0:
                return -1, 0
            continue
        cards[listed] = card
        allowed[listed] = fits
        if fits != everywhere:
            cards[barred], cards[listed] = cards[listed], cards[barred]
            allowed[barred], allowed[listed] = allowed[listed], allowed[barred]
            barred += 1
        listed += 1
    return listed, barred


@kernel
def prepare_layouts(unseen, needs, may, sampling):
    """Number of layouts that fit, as a double; the memory is then ready for drawing them.

    Parameters: ``unseen`` the cards to place; ``needs`` int64 [P], how many each place gets (in
    all as many as there are cards; 0 for the player's own seat); ``may`` uint64 [P], the cards
    that each place may hold; ``sampling`` from :func:`new_sampling`, *modified in place*.
    0.0 when nothing fits.
    """
    _, allowed, head, ways, _, _ = sampling
    total = 0
    for p in range(needs.shape[0]):
        total += needs[p]
    listed, barred = _sort_cards(unseen, needs, may, sampling)
    if listed < 0 or total != popcount(unseen):
        return 0.0
    last = 0
    for p in range(MOST_PLACES):
        if head[_NEEDS + p] > head[_NEEDS + last]:
            last = p
    states = 1
    start = 0
    for p in range(MOST_PLACES):
        head[_STRIDES + p] = states if p != last else 0
        if p != last:
            start += head[_NEEDS + p] * states
            states *= head[_NEEDS + p] + 1
    head[_TOTAL] = listed
    head[_BARRED] = barred
    head[_LAST] = last
    head[_START] = start
    if barred == 0:
        return _multinomial(head, start, listed)
    for state in range(states):
        ways[barred, state] = _multinomial(head, state, listed - barred)
    for i in range(barred - 1, -1, -1):
        for state in range(states):
            found = 0.0
            if (allowed[i] >> last) & 1:
                found = ways[i + 1, state]
            for p in range(MOST_PLACES):
                need = head[_NEEDS + p]
                if p != last and need > 0 and (allowed[i] >> p) & 1:
                    stride = head[_STRIDES + p]
                    if (state // stride) % (need + 1) > 0:
                        found += ways[i + 1, state - stride]
            ways[i, state] = found
    return ways[0, start]


@kernel
def sample_layout(stream, sampling, hands):
    """Draw one layout, uniform over all that fit, into ``hands`` uint64 [P] (in place).

    ``stream`` is an open stream, which moves on; ``sampling`` was prepared with a number of
    layouts above zero.
    """
    cards, allowed, head, ways, forced, left = sampling
    listed = head[_TOTAL]
    barred = head[_BARRED]
    last = head[_LAST]
    places = hands.shape[0]
    for p in range(places):
        hands[p] = forced[p]
        left[p] = head[_NEEDS + p]
    state = head[_START]
    for i in range(barred):
        target = uniform(stream) * ways[i, state]
        chosen = -1
        for p in range(places):
            if left[p] > 0 and (allowed[i] >> p) & 1:
                share = ways[i + 1, state - (0 if p == last else head[_STRIDES + p])]
                if share > 0.0:
                    chosen = p
                    target -= share
                    if target < 0.0:
                        break
        hands[chosen] |= cards[i]
        left[chosen] -= 1
        if chosen != last:
            state -= head[_STRIDES + chosen]
    shuffle_tail(stream, cards, barred, listed - left[last], listed)
    i = barred
    for p in range(places):
        if p != last:
            for _ in range(left[p]):
                hands[p] |= cards[i]
                i += 1
    for _ in range(left[last]):
        hands[last] |= cards[i]
        i += 1
