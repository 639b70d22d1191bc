"""What a hand looks like to a model of declarations: a row of small whole numbers.

The player knows its own five cards, the dealer's turned card, its seat and the house rules.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.table import suit_of
from analyzer.kernels.bits import popcount, suit_cards
from analyzer.kernels.jit import kernel

CONSTANT = 0
LEADS = 1
"""The seat leads to the first trick."""
SEAT = 2
"""Seats 1 to 3, one place each."""
TRUMPS_HELD = 5
"""Trumps by rank, five places."""
SIDE_HELD = 10
"""Side cards by rank, five places."""
TRES_WITH_AS = 15
TRES_GUARDED = 16
"""A side tres without its as and not alone."""
VOIDS = 17
SINGLES = 18
LONG_SIDE = 19
"""Three or more cards of a side suit."""
THREE_TRUMPS = 20
FOUR_TRUMPS = 21
TRUMPS_WITH_ASES = 22
"""Number of trumps times number of side ases."""
TOP_TWO = 23
TOP_THREE = 24
"""As, tres (and rey) of trumps."""
LEADS_TRUMP_AS = 25
LEADS_ASES = 26
LEADS_TRUMPS = 27
"""Leads, times the number of trumps."""
TRUMP_PAIR = 28
SIDE_PAIRS = 29
"""Pairs that may be sung."""
TURNED = 30
"""The dealer's card, seen by another seat, is caballo to as of trumps, four places."""
TURNED_OVER_TRES = 34
TURNED_OVER_REY = 35
"""The turned card is the only trump outside that beats the own best, a tres; a rey."""
FEATURES = codes.FEATURES

_DEALER = 3
_CABALLO_REY = 6
_TRES, _AS = 3, 4


@kernel
def _count_side(ranks, sings, x):
    """Add one side suit, its ranks as bits, to the row (*in place*)."""
    held = popcount(np.uint64(ranks))
    for rank in range(codes.RANKS):
        x[SIDE_HELD + rank] += (ranks >> rank) & 1
    if held == 0:
        x[VOIDS] += 1
    elif held == 1:
        x[SINGLES] += 1
    elif held > 2:
        x[LONG_SIDE] += 1
    if (ranks >> _TRES) & 3 == 3:
        x[TRES_WITH_AS] += 1
    elif (ranks >> _TRES) & 1 != 0 and held > 1:
        x[TRES_GUARDED] += 1
    if sings and ranks & _CABALLO_REY == _CABALLO_REY:
        x[SIDE_PAIRS] += 1


@kernel
def _count_trumps(ranks, turned_rank, seat, sings, x):
    """Add the trumps held, their ranks as bits, to the row (*in place*)."""
    held = popcount(np.uint64(ranks))
    for rank in range(codes.RANKS):
        x[TRUMPS_HELD + rank] = (ranks >> rank) & 1
    x[THREE_TRUMPS] = 1 if held > 2 else 0
    x[FOUR_TRUMPS] = 1 if held > 3 else 0
    x[TOP_TWO] = 1 if (ranks >> _TRES) & 3 == 3 else 0
    x[TOP_THREE] = 1 if ranks >> 2 == 7 else 0
    if sings and ranks & _CABALLO_REY == _CABALLO_REY:
        x[TRUMP_PAIR] = 1
    if seat != _DEALER and turned_rank > 0:
        x[TURNED + turned_rank - 1] = 1
        if turned_rank == _AS and (ranks >> _TRES) & 1 != 0:
            x[TURNED_OVER_TRES] = 1
        if turned_rank >= _TRES and ranks >> 2 == 7 ^ (1 << (turned_rank - 2)):
            x[TURNED_OVER_REY] = 1
    return held


@kernel
def hand_features(hand, turned, seat, leads, sings, x):
    """The row of a hand into ``x`` int64 [FEATURES] (*in place*).

    ``hand`` and ``turned``, the dealer's card, are card sets; ``leads``: the seat leads first;
    ``sings``: pairs may be sung in what is to be played.
    """
    trump = suit_of(turned)
    x[:] = 0
    x[CONSTANT] = 1
    if seat > 0:
        x[SEAT + seat - 1] = 1
    for suit in range(4):
        ranks = np.int64(suit_cards(hand, suit))
        if suit != trump:
            _count_side(ranks, sings, x)
    ranks = np.int64(suit_cards(hand, trump))
    turned_rank = popcount(suit_cards(turned, trump) - np.uint64(1))
    held = _count_trumps(ranks, turned_rank, seat, sings, x)
    x[TRUMPS_WITH_ASES] = held * x[SIDE_HELD + _AS]
    if leads:
        x[LEADS] = 1
        x[LEADS_TRUMP_AS] = x[TRUMPS_HELD + _AS]
        x[LEADS_ASES] = x[SIDE_HELD + _AS]
        x[LEADS_TRUMPS] = held


@kernel
def batch_features(hands, turned, seat, leads, sings, out):
    """The rows of many hands of one seat: uint64 [D] each, ``out`` int64 [D, FEATURES]."""
    for d in range(hands.shape[0]):
        hand_features(hands[d], turned[d], seat, leads, sings, out[d])
