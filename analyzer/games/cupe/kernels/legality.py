"""What may be played in Cupe: the rule of following is shared, the bars on points are here.

House rules reach the other kernels as ``limits``, uint64 [5], worked out once per call.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.rules import CupeRules
from analyzer.kernels.bits import ZERO
from analyzer.kernels.jit import kernel
from analyzer.kernels.trick import legal_follow

CLUBS = np.uint64(0x1FFF)
HEARTS = np.uint64(0x1FFF << 32)
SPADES = np.uint64(0x1FFF << 48)
QUEEN = np.uint64(1 << (48 + 10))
"""The queen of spades."""
POINTS = HEARTS | QUEEN
TWO_OF_CLUBS = np.uint64(1)
JACK_DIAMONDS = np.uint64(1 << (16 + 9))
TEN_DIAMONDS = np.uint64(1 << (16 + 8))
PACK = np.uint64(0x1FFF1FFF1FFF1FFF)

FIRST_BARRED = 0
"""Point cards that may not be played to the first trick."""
LEAD_BARRED = 1
"""Cards that may not be led before the break."""
BREAKERS = 2
"""Cards that end the bar."""
OPENING = 3
"""The cards with which the first trick is opened; empty where any card will do."""
FORCED = 4
"""What a leader with point cards only must lead before the break, if held."""
LIMITS = 5

_FIRST = CupeRules.index("first_trick_points")
_LEAD = CupeRules.index("lead_barred")
_BREAK = CupeRules.index("breakers")
_OPEN = CupeRules.index("open_with")
_ONLY = CupeRules.index("only_barred_left")
_FORBIDDEN = CupeRules.code("first_trick_points", "forbidden")
_NO_HEARTS = CupeRules.code("first_trick_points", "hearts_forbidden")
_NO_QUEEN = CupeRules.code("first_trick_points", "queen_forbidden")
_LEAD_POINTS = CupeRules.code("lead_barred", "points")
_LEAD_HEARTS = CupeRules.code("lead_barred", "hearts")
_BREAK_POINTS = CupeRules.code("breakers", "points")
_TWO = CupeRules.code("open_with", "two_of_clubs")
_ANY_CLUB = CupeRules.code("open_with", "any_club")
_FORCED = CupeRules.code("only_barred_left", "queen_forced")


@kernel
def set_limits(rules, limits):
    """Work out ``limits`` uint64 [5] (*modified in place*) of packed ``rules``."""
    limits[:] = ZERO
    if rules[_FIRST] == _FORBIDDEN:
        limits[FIRST_BARRED] = POINTS
    elif rules[_FIRST] == _NO_HEARTS:
        limits[FIRST_BARRED] = HEARTS
    elif rules[_FIRST] == _NO_QUEEN:
        limits[FIRST_BARRED] = QUEEN
    if rules[_LEAD] == _LEAD_POINTS:
        limits[LEAD_BARRED] = POINTS
    elif rules[_LEAD] == _LEAD_HEARTS:
        limits[LEAD_BARRED] = HEARTS
    limits[BREAKERS] = POINTS if rules[_BREAK] == _BREAK_POINTS else HEARTS
    if rules[_OPEN] == _TWO:
        limits[OPENING] = TWO_OF_CLUBS
    elif rules[_OPEN] == _ANY_CLUB:
        limits[OPENING] = CLUBS
    if rules[_ONLY] == _FORCED:
        limits[FORCED] = QUEEN


@kernel
def legal_to_follow(hand, led_mask, first, limits):
    """Cards of ``hand`` that may be played to a trick already opened; ``first``: trick 1."""
    cards = legal_follow(hand, led_mask, ZERO, ZERO, ZERO, ZERO, False, 0)
    if first and cards & led_mask == ZERO:
        clean = cards & ~limits[FIRST_BARRED]
        if clean != ZERO:
            return clean
    return cards


@kernel
def legal_to_lead(hand, first, broken, limits):
    """Cards of ``hand`` that may be led; ``broken``: a breaking card was played before."""
    if first and limits[OPENING] & hand != ZERO:
        return limits[OPENING] & hand
    cards = hand
    if not broken and limits[LEAD_BARRED] != ZERO:
        if hand & ~POINTS != ZERO:
            cards = hand & ~limits[LEAD_BARRED]
        elif limits[FORCED] & hand != ZERO:
            cards = limits[FORCED]
    if first:
        # The opening seat after the dealer: the first trick is to be free of points.
        clean = cards & ~limits[FIRST_BARRED]
        if clean != ZERO:
            return clean
    return cards
