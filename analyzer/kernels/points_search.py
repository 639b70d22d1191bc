"""Double-dummy search of card-point games: zero-window search on own points.

One call answers "can the side take at least ``need`` points from here on?" and returns a
bound on the value on the side of the answer (fail-soft), which lets the exact value be
found in a few calls.  No recursion: the frames of a stack stand in two arrays.

What keeps the tree small:

* a table of both bounds at the starts of tricks, keyed exactly by the cards left, the
  leader and the pairs that may still score;
* bounds from the points left and from tricks that one side is sure of
  (:mod:`~analyzer.kernels.points_bounds`);
* cards of a hand with no foreign card between them bound each other
  (:func:`~analyzer.kernels.points_order.neighbour_settles`);
* the last trick is counted, not played.

Singing is a right, but with all cards face up it is never wrong to sing: it costs
nothing, and whatever silence would keep open stays open.  So only the choice between two
pairs is searched.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, ZERO, highest, lowest, popcount
from analyzer.kernels.inline import borrowed, spliced
from analyzer.kernels.jit import kernel
from analyzer.kernels.points_bounds import last_trick, limits
from analyzer.kernels.points_order import NO_HINT, cut_place, neighbour_settles, next_move
from analyzer.kernels.points_position import (
    CARD,
    COUNT,
    GAIN,
    GENERATION,
    HANDS,
    HELD,
    HINT,
    KEY,
    LIVE,
    MOVES,
    NEED,
    NODES,
    OTHER_TUTE,
    OWN_TUTE,
    PENDING,
    PLAYED,
    SEAT,
    SEEN,
    SIDE,
    SLOT,
    STAGE,
    SUITS,
    TABLE_BITS,
    TRIED,
    TRUMP,
    VALUE,
    WIDTH,
    WINDOW,
    WON,
    legal_moves,
    play_card,
    sing,
)

INFINITE = 4096
"""More than any value."""
EVERY_MOVE = np.uint64(0xFFFFFFFF)
_HALF = 0xFFFF
_MIX = np.uint64(0x9E3779B97F4A7C15)

_ENTER = 0
_NEXT = 1
_BACK = 2


@spliced
def _key(b, info, ints, masks):
    """Exact key of a lead within its deal, marked with the deal's generation."""
    low = (
        ints[b + SEAT]
        | (ints[b + LIVE] << 2)
        | (ints[b + PENDING] << 6)
        | (ints[b + WON] << 10)
        | (info[TRUMP] << 11)
        | (info[GENERATION] << 13)
    )
    return masks[b + HELD] | (np.uint64(low) << np.uint64(32))


@spliced
def _store(b, keys, bounds, ints, masks):
    """Keep what the frame has found: a lower or an upper bound, and the move that cut."""
    slot = ints[b + SLOT]
    value = ints[b + VALUE]
    low = 0
    high = 2 * INFINITE
    if keys[slot] == masks[b + KEY]:
        low = bounds[slot] & _HALF
        high = (bounds[slot] >> 16) & _HALF
    if value >= ints[b + NEED]:
        low = max(low, value + INFINITE)
    else:
        high = min(high, value + INFINITE)
    keys[slot] = masks[b + KEY]
    bounds[slot] = low | (high << 16) | (ints[b + HINT] << 32)


@spliced
def _settle_lead(b, info, ints, masks, keys, bounds):
    """Whether a lead needs no search, and then its bound; else its place in the table."""
    need = ints[b + NEED]
    held = masks[b + HELD]
    if popcount(held) <= info[COUNT]:
        return True, last_trick(b, info, ints, masks) if held != ZERO else 0
    low, high = limits(b, info, ints, masks)
    if low >= need:
        return True, low
    if high < need:
        return True, high
    key = _key(b, info, ints, masks)
    slot = np.int64((key * _MIX) >> np.uint64(64 - info[TABLE_BITS]))
    ints[b + SLOT] = slot
    masks[b + KEY] = key
    if keys[slot] == key:
        entry = bounds[slot]
        low = (entry & _HALF) - INFINITE
        if low >= need:
            return True, low
        high = ((entry >> 16) & _HALF) - INFINITE
        if high < need:
            return True, high
        ints[b + HINT] = entry >> 32
    return False, 0


@spliced
def _open_frame(b, info, ints, masks):
    own = (info[SIDE] >> ints[b + SEAT]) & 1
    ints[b + VALUE] = -INFINITE if own != 0 else INFINITE
    ints[b + HINT] = NO_HINT
    ints[b + STAGE] = 0
    masks[b + TRIED] = ZERO


@spliced
def _step_window(b, info, ints, masks):
    """Sing the next pair of a window, trumps first."""
    suits = masks[b + MOVES]
    suit = info[TRUMP]
    if (suits >> np.uint64(suit)) & ONE == ZERO:
        suit = lowest(suits)
    masks[b + MOVES] = suits & ~(ONE << np.uint64(suit))
    sing(b, suit, info, ints, masks)


@spliced
def _take_back(b, d, value, info, ints, masks):
    """Return to the frame at ``b`` with the value of a move; stop its moves if they cut."""
    own = (info[SIDE] >> ints[b + SEAT]) & 1
    if ints[b + PLAYED] != WINDOW:
        card = masks[b + CARD]
        masks[HANDS + ints[b + SEAT]] |= card
        ints[SEEN + d * 32 + highest(card)] = value
    if own != 0:
        ints[b + VALUE] = max(ints[b + VALUE], value)
        cut = value >= ints[b + NEED]
    else:
        ints[b + VALUE] = min(ints[b + VALUE], value)
        cut = value < ints[b + NEED]
    if cut:
        masks[b + MOVES] = ZERO
        if ints[b + PLAYED] != WINDOW:
            index = highest(masks[b + CARD])
            ints[b + HINT] = index
            info[cut_place(b, ints, masks)] = index


@kernel
def search(need, root_moves, info_array, int_frames, mask_frames, key_table, bound_table):
    """Bound on the points the valued side takes from frame 0 on.

    Parameters
    ----------
    need
        The question: "at least this many?".
    root_moves
        Cards allowed as the first card; ``EVERY_MOVE`` for all.
    info_array, int_frames, mask_frames
        ``info``, ``ints`` and ``masks`` from :func:`~analyzer.kernels.points_setup.set_up`;
        hands and frame 0 are as before when the call returns.
    key_table, bound_table
        The table: uint64 and int64, ``2 ** info[TABLE_BITS]`` places.

    Returns
    -------
    int
        At least ``need``: a lower bound, and the answer is yes; else an upper bound.
    """
    info = borrowed(info_array)
    ints = borrowed(int_frames)
    masks = borrowed(mask_frames)
    keys = borrowed(key_table)
    bounds = borrowed(bound_table)
    ints[NEED] = need - ints[GAIN]
    root = 1 if ints[PLAYED] == WINDOW else 0
    exchange = info[OWN_TUTE] + info[OTHER_TUTE] == 0
    nodes = 0
    depth = 0
    phase = _ENTER
    value = 0
    while True:
        b = depth * WIDTH
        if phase == _ENTER:
            nodes += 1
            _open_frame(b, info, ints, masks)
            phase = _NEXT
            if ints[b + PLAYED] == WINDOW:
                masks[b + MOVES] = masks[b + SUITS]
                continue
            restricted = depth == root and root_moves != EVERY_MOVE
            if ints[b + PLAYED] == 0 and not restricted:
                settled, value = _settle_lead(b, info, ints, masks, keys, bounds)
                if settled:
                    phase = _BACK
                    continue
            masks[b + MOVES] = legal_moves(b, info, ints, masks)
            if restricted:
                masks[b + MOVES] &= root_moves
        elif phase == _NEXT:
            if masks[b + MOVES] == ZERO:
                value = ints[b + VALUE]
                restricted = depth == root and root_moves != EVERY_MOVE
                if ints[b + PLAYED] == 0 and not restricted:
                    _store(b, keys, bounds, ints, masks)
                phase = _BACK
                continue
            over = False
            if ints[b + PLAYED] == WINDOW:
                _step_window(b, info, ints, masks)
            else:
                card = next_move(b, info, ints, masks)
                if exchange and neighbour_settles(b, depth, card, info, ints, masks):
                    continue
                masks[b + TRIED] |= card
                masks[b + CARD] = card
                over = play_card(b, card, info, ints, masks)
            ints[b + WIDTH + NEED] = ints[b + NEED] - ints[b + WIDTH + GAIN]
            depth += 1
            phase = _BACK if over else _ENTER
            value = 0
        else:
            value += ints[b + GAIN]
            if depth == 0:
                break
            depth -= 1
            _take_back(depth * WIDTH, depth, value, info, ints, masks)
            phase = _NEXT
    info[NODES] += nodes
    return value
