"""A position set up for the double-dummy search."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, RANK_MASK, ZERO, lowest, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.search_arena import (
    DUTIES,
    FRAME_WORDS,
    HANDS,
    IN_PLAY,
    KEY,
    LENGTH,
    OWNERS,
    PARTNERS,
    RIVALS,
    RULES,
    SEAT,
    SEATS,
    SIDE,
    TRICK_CARDS,
    TRICKS,
    TRUMP,
    TRUMP_CODE,
    forget,
)
from analyzer.kernels.search_node import GAPS, next_seat, play
from analyzer.kernels.search_table import owner_codes

_U = np.uint64
_THREE = _U(3)
_NONE = _U(4)
_EIGHT = _U(8)


@kernel
def _lengths(hands):
    """Suit lengths by seat, four bits each; the last two fields are left to the key."""
    key = ZERO
    for seat in range(4):
        for suit in range(4):
            count = _U(popcount((hands[seat] >> _U(16 * suit)) & RANK_MASK))
            key |= count << _U(16 * suit + 4 * seat)
    return key


@kernel
def _lay_root(arena, start, played):
    """Play the cards on the table from the trick's beginning; -1 if the hands do not fit."""
    seats = arena[SEATS]
    arena[SEAT] = start
    arena[TRICK_CARDS] = ZERO
    seat = start
    for card in played:
        if card != ZERO:
            arena[HANDS + seat] |= card
            seat = next_seat(arena, seat)
    length = popcount(arena[HANDS])
    in_play = ZERO
    total = 0
    for number in range(seats):
        hand = arena[HANDS + _U(number)]
        in_play |= hand
        total += popcount(hand)
        if popcount(hand) != length:
            return -1
    if popcount(in_play) != total or in_play & GAPS != ZERO or length > 8:
        return -1
    arena[LENGTH] = _U(length)
    hands = arena[np.int64(HANDS) : np.int64(HANDS) + 4]
    arena[TRICKS + IN_PLAY] = in_play
    arena[TRICKS + OWNERS] = owner_codes(hands, in_play)
    arena[TRICKS + KEY] = _lengths(hands)
    count = 0
    frame = ZERO
    for card in played:
        if card != ZERO:
            play(arena, frame, card, TRICKS, _U(count))
            frame += FRAME_WORDS
            count += 1
    return count


@kernel
def set_up(arena, hands, order, sides, trump, duties, leader, played):
    """Put a position into the arena; return the number of cards on the table.

    Seats are renamed 0, 1, .. in the order of play, the first side is that of ``order[0]``.
    """
    seats = order.shape[0]
    arena[SEATS] = _U(seats)
    arena[DUTIES] = _U(duties)
    arena[TRUMP] = trump
    arena[TRUMP_CODE] = (_U(lowest(trump)) >> _U(4)) if trump != ZERO else _U(4)
    first_side = (sides >> order[0]) & 1
    side = ZERO
    for seat in range(4):
        arena[HANDS + _U(seat)] = hands[order[seat]] if seat < seats else ZERO
        if seat < seats and (sides >> order[seat]) & 1 == first_side:
            side |= ONE << _U(seat)
    arena[SIDE] = side
    rules = (_U(duties) << _EIGHT) | (side << _U(4)) | _U(seats)
    if arena[RULES] != rules:
        forget(arena)
        arena[RULES] = rules
    start = ZERO
    for seat in range(seats):
        partner = _NONE
        for other in range(seats):
            if other != seat and (side >> _U(seat)) & ONE == (side >> _U(other)) & ONE:
                partner = _U(other)
        arena[PARTNERS + _U(seat)] = partner
        if order[seat] == leader:
            start = _U(seat)
        rival = ZERO
        while rival < _THREE and (side >> rival) & ONE == (side >> _U(seat)) & ONE:
            rival += ONE
        arena[RIVALS + _U(seat)] = rival
    return _lay_root(arena, start, played)
