"""Dealing: layouts drawn uniformly from all that are consistent with what is known.

A layout says in which *place* each card of a pack lies.  Places are seats, or parts of
what a seat gets (first packet, second packet, stock), each with the number of cards it
still needs.  Cards whose place is known are fixed; cards barred from some places are
dealt one by one, each place with the share of the remaining layouts that it leaves; all
other cards are shuffled into what is left.  No deal is ever rejected.

Letters: ``K`` cards in the pack, ``P`` places, ``N`` deals.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import NO_CARD, ONE, ZERO
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import new_stream, open_stream, shuffle_tail, uniform


@kernel
def _place_barred(state, plan, needs, owners):
    """Deal the barred cards one by one; ``needs`` and ``owners`` modified in place."""
    _, cards, allowed, _, strides, ways = plan
    at = 0
    for p in range(needs.shape[0]):
        at += needs[p] * strides[p]
    for i in range(allowed.shape[0]):
        target = uniform(state) * ways[i, at]
        chosen = -1
        for p in range(needs.shape[0]):
            if needs[p] > 0 and (allowed[i] >> p) & 1:
                share = ways[i + 1, at - strides[p]]
                if share > 0.0:
                    chosen = p
                    target -= share
                    if target < 0.0:
                        break
        owners[cards[i]] = chosen
        needs[chosen] -= 1
        at -= strides[chosen]


@kernel
def deal_one(state, plan, cards, needs, owners):
    """Deal one layout from an opened stream.

    Parameters: ``state`` stream; ``plan`` the arrays of :class:`analyzer.kernels.layouts.Layouts`;
    ``cards`` int64 [K] and ``needs`` int64 [P] work space, modified in place; ``owners``
    uint8 [K], the result: the place of each card, 255 where a card is out of play.
    """
    fixed, order, allowed, wanted, _, _ = plan
    owners[:] = fixed
    needs[:] = wanted
    barred = allowed.shape[0]
    if barred > 0:
        _place_barred(state, plan, needs, owners)
    free = order.shape[0]
    for i in range(barred, free):
        cards[i] = order[i]
    last = needs.shape[0] - 1
    while last > 0 and needs[last] == 0:
        last -= 1
    shuffle_tail(state, cards, barred, free - needs[last], free)
    i = barred
    for p in range(last + 1):
        for _ in range(needs[p]):
            owners[cards[i]] = p
            i += 1


@kernel
def deal_batch(seed, purpose, first, plan, owners):
    """Deals ``first`` to ``first + N - 1`` of a seed into ``owners`` uint8 [N, K] (in place)."""
    state = new_stream()
    cards = np.zeros(owners.shape[1], np.int64)
    needs = np.zeros(plan[3].shape[0], np.int64)
    for d in range(owners.shape[0]):
        open_stream(state, seed, purpose, first + d)
        deal_one(state, plan, cards, needs, owners[d])


@kernel
def hands_of(owners, ranks, hands):
    """Card sets of the places 0 to P - 1 into ``hands`` uint64 [P] (modified in place).

    ``owners`` uint8 [K] with card number ``suit * ranks + rank``; cards with an owner of P
    or more, or 255, belong to nobody.
    """
    hands[:] = ZERO
    suit = 0
    rank = 0
    for card in range(owners.shape[0]):
        place = owners[card]
        if place != NO_CARD and place < hands.shape[0]:
            hands[place] |= ONE << np.uint64(16 * suit + rank)
        rank += 1
        if rank == ranks:
            rank = 0
            suit += 1


@kernel
def deal_hands(seed, purpose, first, plan, ranks, hands):
    """The deals of :func:`deal_batch` as card sets: ``hands`` uint64 [N, P] (in place).

    ``ranks`` is the number of ranks of a suit.  Where no card is barred from a place, the
    card sets are gathered straight from the shuffled cards.
    """
    fixed, order, allowed, wanted, _, _ = plan
    state = new_stream()
    places = hands.shape[1]
    if allowed.shape[0] > 0:
        owners = np.zeros(fixed.shape[0], np.uint8)
        cards = np.zeros(fixed.shape[0], np.int64)
        needs = np.zeros(places, np.int64)
        for d in range(hands.shape[0]):
            open_stream(state, seed, purpose, first + d)
            deal_one(state, plan, cards, needs, owners)
            hands_of(owners, ranks, hands[d])
        return
    known = np.zeros(places, np.uint64)
    hands_of(fixed, ranks, known)
    free = order.shape[0]
    bits = np.zeros(free, np.uint64)
    for i in range(free):
        bits[i] = ONE << np.uint64(16 * (order[i] // ranks) + order[i] % ranks)
    shuffled = np.zeros(free, np.uint64)
    last = places - 1
    while last > 0 and wanted[last] == 0:
        last -= 1
    for d in range(hands.shape[0]):
        open_stream(state, seed, purpose, first + d)
        shuffled[:] = bits
        shuffle_tail(state, shuffled, 0, free - wanted[last], free)
        i = 0
        for p in range(places):
            hand = known[p]
            for _ in range(wanted[p]):
                hand |= shuffled[i]
                i += 1
            hands[d, p] = hand
