"""Which cards the double-dummy search tries first.

Only the speed depends on these choices.  A queue is up to eight cards in one word, a byte
each, the first in the lowest byte: bit index + 1.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, RANK_MASK, ZERO, highest, highest_bit, lowest, lowest_bit
from analyzer.kernels.jit import kernel
from analyzer.kernels.search_arena import HANDS, PARTNERS, SEATS

_U = np.uint64
_EIGHT = _U(8)
_NONE = _U(4)


@kernel
def _code(card):
    return _U(lowest(card) + 1)


@kernel
def order_lead(arena, in_play, hand, leader, trump):
    """Queue for the first card of a trick: from each suit its top card when it wins."""
    queue = ZERO
    places = ZERO
    partner = arena[PARTNERS + leader]
    ours = hand | (arena[HANDS + partner] if partner != _NONE else ZERO)
    for phase in range(2):
        for number in range(4):
            base = _U(16 * number)
            mine = hand & (RANK_MASK << base)
            if mine == ZERO:
                continue
            top = highest_bit(in_play & (RANK_MASK << base))
            if phase == 0 and top & mine != ZERO:
                queue |= _code(top) << places
                places += _EIGHT
            elif phase == 1 and top & mine == ZERO and top & ours != ZERO:
                queue |= _code(lowest_bit(mine)) << places
                places += _EIGHT
    return queue


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
def order_void(arena, legal, seat, left, best, best_seat, led, trump):
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
