"""What a hand is worth to a declarer, and the call that players choose.

The points that a declarer's side makes with a trump suit are estimated as a weighted sum of a
few counts of the cards seen; the weights lie in the packed rules
(:mod:`analyzer.games.cruce.estimates`).  What calls are worth is a table, learned from deals
(:mod:`analyzer.games.cruce.bidding`), by the place in the speaking order, the state of the
auction and the bin of the estimate.  All estimates are whole thousandths of a point.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes, estimates
from analyzer.games.cruce.kernels.cards import PAIRS, card_points
from analyzer.kernels.bits import ZERO, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import step_fast, word_fast

BINS = 16
"""Equal steps of estimated points, from the LOW to the HIGH of the fit."""
OFFERS = 2 * BINS
"""Bins with trump from the hand, then those with trump left to a card."""
CALLS = 7
"""Calls by index: 0 a pass, then the big points bid."""
STATES = 11
"""0: nobody has bid; 1 to 5: the partner's bid of 1 to 5 stands; 6 to 10: another side's."""
HEAT = 0.2
"""Temperature of the choice among calls, in big points."""
NOISE = 0.02
"""Share of calls made at random."""

_ACES = np.uint64(0x0020002000200020)
_TENS = np.uint64(0x0010001000100010)
_UNIT = 1.0 / 9007199254740992.0


@kernel
def count(hand, suit, which):
    """One of the counts of a hand with trump ``suit``, as listed in ``estimates.COUNTS``."""
    trumps = hand & suit_mask(suit)
    side = hand ^ trumps
    if which == 1:
        return popcount(trumps)
    if which == 2:
        return card_points(trumps)
    if which == 4:
        return popcount(side & _ACES)
    if which == 5:
        return popcount(side & _TENS)
    found = 1 if which == 0 else 0
    for other in range(4):
        cards = hand & suit_mask(other)
        pair = PAIRS & suit_mask(other)
        if which == 7:
            found += 1 if cards == ZERO and other != suit else 0
        elif which == 3 or which == 6:
            found += 1 if cards & pair == pair and (other == suit) == (which == 3) else 0
    return found


@kernel
def row_of(hand, rules):
    """Where the fit for as many cards as ``hand`` has begins in the packed rules."""
    return codes.WHOLE if popcount(hand) == rules[codes.HAND] else codes.SEEN


@kernel
def expected_points(hand, suit, rules):
    """Points, announcements included, that the side of a declarer expects with trump ``suit``.

    ``hand`` are the cards that it sees; ``rules`` int64 as
    :func:`analyzer.games.cruce.codes.kernel_rules`.  Thousandths, int64.
    """
    row = row_of(hand, rules)
    points = np.int64(0)
    for which in range(estimates.COUNTS):
        points += rules[row + which] * count(hand, suit, which)
    return points


@kernel
def choose_trump(hand, rules):
    """The suit that a declarer makes trump, from the cards it sees, one of which it must be."""
    best = np.int64(-1000000)
    chosen = 0
    for suit in range(4):
        if hand & suit_mask(suit) != ZERO:
            points = expected_points(hand, suit, rules)
            if points > best:
                best = points
                chosen = suit
    return chosen


@kernel
def choose_trumps(hands, declarers, rules, suits):
    """:func:`choose_trump` of every declarer whose suit is not fixed yet.

    ``hands`` uint64 [D, 4]; ``declarers`` int64 [D]; ``suits`` int64 [D], *modified in place*
    where it is -1.
    """
    for d in range(hands.shape[0]):
        if suits[d] < 0:
            suits[d] = choose_trump(hands[d, declarers[d]], rules)


@kernel
def longest_suits(hands, seat, suits):
    """Longest suit of a seat, most points among equals: ``suits`` int64 [D] (in place)."""
    for d in range(hands.shape[0]):
        most = -1
        for suit in range(4):
            cards = hands[d, seat] & suit_mask(suit)
            worth = 64 * popcount(cards) + card_points(cards)
            if worth > most:
                most = worth
                suits[d] = suit


@kernel
def blind_points(hand, rules):
    """Points that the side of a declarer expects when trump is left to a card to come."""
    points = np.int64(0)
    left = 0
    for suit in range(4):
        cards = 6 - popcount(hand & suit_mask(suit))
        points += cards * expected_points(hand, suit, rules)
        left += cards
    return points // left + rules[row_of(hand, rules) + estimates.BLIND]


@kernel
def points_bin(points, rules, row):
    """Bin of an estimate, 0 to BINS - 1."""
    low = rules[row + estimates.LOW]
    high = rules[row + estimates.HIGH]
    return min(max((points - low) * BINS // max(high - low, 1), 0), BINS - 1)


@kernel
def make_offer(hand, rules):
    """What a hand would bid on: its bin, plus BINS when trump is to be left to a card.

    That is worth it where the stake is doubled, or where trump would have to be named on the
    first packet; then the two are compared by the points they promise beyond the others' mean.
    """
    row = row_of(hand, rules)
    named = expected_points(hand, choose_trump(hand, rules), rules)
    early = rules[codes.TRUMP_BY] == codes.ON_FIRST_PACKET
    if rules[codes.PE_CARTE] and (early or rules[codes.BLIND_MULTIPLIER] > 1):
        sides = 2 if rules[codes.PLAYERS] == 4 else rules[codes.PLAYERS]
        blind = blind_points(hand, rules)
        total = rules[row + estimates.TOTAL]
        gain = rules[codes.BLIND_MULTIPLIER] * (sides * blind - total)
        if gain > sides * named - total:
            return points_bin(blind, rules, row) + BINS
    return points_bin(named, rules, row)


@kernel
def make_offers(seen, rules, bins):
    """:func:`make_offer` of all seats: ``seen`` uint64 [D, 4]; ``bins`` int64 [D, 4] (in place)."""
    for d in range(seen.shape[0]):
        for seat in range(rules[codes.PLAYERS]):
            bins[d, seat] = make_offer(seen[d, seat], rules)


@kernel
def call_chances(values, high, highest, chances):
    """Chances of the calls of a seat, ``chances`` float64 [CALLS] (in place).

    A soft choice by ``values`` float64 [CALLS] among the pass and the bids above ``high`` up to
    ``highest``, and any of these now and then.
    """
    best = values[0]
    for bid in range(high + 1, highest + 1):
        best = max(best, values[bid])
    total = 0.0
    for call in range(CALLS):
        legal = call == 0 or high < call <= highest
        chances[call] = np.exp((values[call] - best) / HEAT) if legal else 0.0
        total += chances[call]
    for call in range(CALLS):
        if call == 0 or high < call <= highest:
            chances[call] = (1.0 - NOISE) * chances[call] / total + NOISE / (highest - high + 1)


@kernel
def best_call(values, high, highest):
    """The call with the highest value."""
    chosen = 0
    for bid in range(high + 1, highest + 1):
        if values[bid] > values[chosen]:
            chosen = bid
    return chosen


@kernel
def draw_call(values, high, highest, fast, chances):
    """A call drawn by :func:`call_chances`; ``fast`` uint64 [1] moves on by a step."""
    call_chances(values, high, highest, chances)
    fast[0] = step_fast(fast[0])
    target = np.float64(word_fast(fast[0]) >> np.uint64(11)) * _UNIT
    chosen = 0
    for call in range(CALLS):
        if chances[call] > 0.0:
            chosen = call
            target -= chances[call]
            if target < 0.0:
                break
    return chosen
