"""Which cards the double-dummy search tries first.

Only the speed depends on these choices.  A queue is up to eight cards in one word, a byte
each, the first in the lowest byte: bit index + 1.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, RANK_MASK, ZERO, highest, highest_bit, lowest, lowest_bit
from analyzer.kernels.jit import kernel
from analyzer.kernels.search_arena import HANDS, PARTNERS, RIVALS, SEATS

_U = np.uint64
_EIGHT = _U(8)
_NONE = _U(4)
_BYTE = _U(0xFF)
_SIXTEEN = _U(16)
_ITEM = _U(0xFFFF)


@kernel
def _code(card):
    return _U(lowest(card) + 1)


@kernel
def _lead_from(a, b, c, d, ruff_c, ruff_d, ruff_b):
    """Weight of leading a suit held ``a``, partner ``b``, opponents ``c`` and ``d``; top or low.

    The flags say who holds trumps, for a suit that is not trump itself.
    """
    ours = a | b
    theirs = c | d
    if (c == ZERO and ruff_c) or (d == ZERO and ruff_d):
        return 1, False
    if b == ZERO and ruff_b and c != ZERO and d != ZERO:
        return 7, False
    if a > theirs and a > b:
        return 6, True
    if ours > theirs:
        return 5, False
    second = theirs & ~highest_bit(theirs)
    if ours > second:
        return 4, a > second and a & ~highest_bit(a) > second
    return 3, False


@kernel
def order_lead(arena, in_play, hand, leader, trump):
    """Queue for the first card of a trick, one of each suit; ruffs and winners first."""
    partner = arena[PARTNERS + leader]
    theirs = arena[HANDS + partner] if partner != _NONE else ZERO
    left = arena[HANDS + arena[RIVALS + leader]]
    right = in_play & ~hand & ~theirs & ~left
    ruff_b = theirs & trump != ZERO
    ruff_c = left & trump != ZERO
    ruff_d = right & trump != ZERO
    queue = ZERO
    for number in range(4):
        base = _U(16 * number)
        mine = hand & (RANK_MASK << base)
        if mine == ZERO:
            continue
        a = mine >> base
        b = (theirs >> base) & RANK_MASK
        c = (left >> base) & RANK_MASK
        d = (right >> base) & RANK_MASK
        if mine & trump != ZERO:
            weight, top = _lead_from(a, b, c, d, False, False, False)
            weight -= 2
        else:
            weight, top = _lead_from(a, b, c, d, ruff_c, ruff_d, ruff_b)
        card = highest_bit(mine) if top else lowest_bit(mine)
        queue = _insert(queue, (_U(weight) << _EIGHT) | _code(card))
    return _codes_only(queue)


@kernel
def _insert(queue, item):
    """Put a sixteen-bit item (weight, code) into a queue kept from heavy to light."""
    place = ZERO
    while (queue >> place) & _ITEM >= item:
        place += _SIXTEEN
    low = queue & ((ONE << place) - ONE)
    return low | (item << place) | ((queue ^ low) << _SIXTEEN)


@kernel
def _codes_only(queue):
    """Four sixteen-bit items as a queue of bytes."""
    return (
        (queue & _BYTE)
        | (queue >> _EIGHT & _BYTE << _EIGHT)
        | (queue >> _SIXTEEN & _BYTE << _SIXTEEN)
        | (queue >> _U(24) & _BYTE << _U(24))
    )


@kernel
def order_follow(arena, legal, seat, left, best, best_seat, led, trump):
    """Queue for a player who follows suit; ``left`` players act after this one."""
    partner = arena[PARTNERS + seat]
    low = lowest_bit(legal)
    above = legal & ~(best | (best - ONE))
    if best & led == ZERO or above == ZERO:
        return _code(low)
    if left == ZERO:
        if best_seat == partner:
            return _code(low)
        return _code(lowest_bit(above))
    threat = ZERO
    friend = ZERO
    ruff = False
    next_seat = seat
    for _ in range(left):
        next_seat = next_seat + ONE
        if next_seat == arena[SEATS]:
            next_seat = ZERO
        cards = arena[HANDS + next_seat]
        suit = cards & led
        if next_seat == partner:
            friend = highest_bit(suit)
        else:
            threat = max(threat, highest_bit(suit))
            if suit == ZERO and cards & trump != ZERO and led != trump:
                ruff = True
    if ruff:
        return _code(low)
    if best_seat == partner and best > threat:
        return _code(low)
    if friend > best and friend > threat:
        return _code(low)
    sure = above & ~(threat | (threat - ONE)) if threat != ZERO else above
    if sure != ZERO:
        return _code(lowest_bit(sure))
    if left == ONE:
        return _code(highest_bit(above)) | (_code(low) << _EIGHT)
    return _code(low)


@kernel
def order_void(arena, legal, seat, left, best, best_seat, trump):
    """Queue for a player without the suit led."""
    partner = arena[PARTNERS + seat]
    trumps = legal & trump
    plain = legal & ~trump
    queue = ZERO
    places = ZERO
    if trumps != ZERO and not (best_seat == partner and left == ZERO):
        higher = trumps & ~(best | (best - ONE)) if best & trump != ZERO else trumps
        if higher != ZERO:
            queue = _code(lowest_bit(higher))
            places = _EIGHT
    longest = 0
    choice = ZERO
    for number in range(4):
        suit = (plain >> _U(16 * number)) & RANK_MASK
        if suit != ZERO:
            size = highest(suit) - lowest(suit)
            if choice == ZERO or size > longest:
                longest = size
                choice = lowest_bit(suit) << _U(16 * number)
    if choice != ZERO:
        queue |= _code(choice) << places
    return queue
