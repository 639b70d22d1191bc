"""What a hand is worth to a declarer, and the calls of the simple player.

The points that a declarer's side makes with a trump suit are estimated as a weighted sum of a
few counts of the cards seen.  The weights are least squares over many random deals played at
level simple under the default house rules, for each number of players and of cards seen.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels.cards import PAIRS, card_points
from analyzer.kernels.bits import ZERO, popcount, suit_mask
from analyzer.kernels.jit import kernel

COUNTS = 8
"""One; trumps, their points, pair of trumps; aces, tens, pairs and void suits beside them."""
MARGIN = 0.0
"""Points that a bid must be expected to exceed."""
PAIR_SHARE = 0.75
"""Share of announcements still made when a pair must be led."""

# Rows: 4 players with 3 and 6 cards seen, 3 with 4 and 8, 2 with 6 and 8.
WEIGHTS = np.array(
    [
        [54.0, 9.1, 0.8, 33.8, 8.5, 1.0, 17.0, 1.1],
        [29.9, 9.9, 1.0, 36.8, 10.6, 2.5, 19.9, 3.3],
        [25.5, 11.7, 0.8, 31.5, 10.1, 1.7, 16.1, 1.0],
        [-17.8, 13.5, 1.2, 36.8, 14.0, 3.5, 19.2, 6.0],
        [50.4, 7.9, 0.7, 27.7, 3.4, 0.8, 14.4, -1.2],
        [34.9, 8.5, 0.7, 30.7, 6.1, 3.5, 14.5, -0.6],
    ]
)
_ACES = np.uint64(0x0020002000200020)
_TENS = np.uint64(0x0010001000100010)


@kernel
def weights_row(players, cards):
    """Row of :data:`WEIGHTS` for a number of players and of cards seen."""
    if players == 4:
        return 0 if cards < 5 else 1
    if players == 3:
        return 2 if cards < 6 else 3
    return 4 if cards < 7 else 5


@kernel
def count(hand, suit, which):
    """One of the :data:`COUNTS` of a hand with trump ``suit``."""
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
def expected_points(hand, suit, rules):
    """Points, announcements included, that the side of a declarer expects with trump ``suit``.

    ``hand`` are the cards that it sees; ``rules`` int64 as
    :func:`analyzer.games.cruce.codes.kernel_rules`.
    """
    row = weights_row(rules[codes.PLAYERS], popcount(hand))
    trigger = rules[codes.TRIGGER]
    share = 0.0
    if rules[codes.ANNOUNCEMENTS]:
        must_lead = trigger == codes.SUIT_LEAD or trigger == codes.PAIR_CARD_LEAD
        share = PAIR_SHARE if must_lead else 1.0
    points = 0.0
    for which in range(COUNTS):
        part = WEIGHTS[row, which] * count(hand, suit, which)
        points += part * share if which == 3 or which == 6 else part
    return points


@kernel
def choose_trump(hand, rules):
    """The suit that a simple declarer makes trump, from the cards it sees."""
    best = -1000.0
    chosen = 0
    for suit in range(4):
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
def blind_points(hand, rules):
    """Points that the side of a declarer expects when trump is left to a card to come."""
    points = 0.0
    left = 0
    for suit in range(4):
        cards = 6 - popcount(hand & suit_mask(suit))
        points += cards * expected_points(hand, suit, rules)
        left += cards
    return points / left


@kernel
def simple_bid(hand, high, rules):
    """The call of the simple player above ``high``: as many big points as it expects.

    It leaves trump to a card where that pays: the stake is doubled, or trump would have to be
    named on the first packet and no suit of it is better than an unknown one.
    """
    named = expected_points(hand, choose_trump(hand, rules), rules)
    n = min(np.int64((named - MARGIN) // codes.BIG_POINT), rules[codes.HIGHEST_BID])
    mode = 0
    if rules[codes.PE_CARTE]:
        blind = blind_points(hand, rules)
        m = min(np.int64((blind - MARGIN) // codes.BIG_POINT), rules[codes.HIGHEST_BID])
        doubled = rules[codes.BLIND_MULTIPLIER] > 1
        early = rules[codes.TRUMP_BY] == codes.ON_FIRST_PACKET
        if m > high and (doubled or (early and blind > named)):
            n = m
            mode = 1
    return 8 * n + mode if n > high else 0
