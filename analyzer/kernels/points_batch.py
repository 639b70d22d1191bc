"""Batches of double-dummy questions in card-point games.

Arrays have one row a deal (D deals, P cards in the pack): ``owners`` uint8[D, P];
``active``, ``side``, ``trump``, ``leader``, ``announced`` int64[D] and ``trick``
uint8[D, 4] as :func:`~analyzer.kernels.points_setup.set_up` takes them.  A trump of -1
means that the first card led makes trump.  ``rules`` are those of
:func:`~analyzer.kernels.points_rules.pack_points`; ``arena`` is the working memory of one
thread (:func:`new_arena`), of which nothing is cleared between deals.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels import points_rules as rules_at
from analyzer.kernels.bits import NO_CARD, ZERO
from analyzer.kernels.jit import kernel
from analyzer.kernels.points_position import (
    GAIN,
    GENERATION,
    HANDS,
    INFO,
    INTS,
    LEFT,
    LIVE,
    MASKS,
    NODES,
    OTHER_PAIRS,
    OTHER_TUTE,
    OWN_PAIRS,
    OWN_TUTE,
    PLAYED,
    SEAT,
    SUIT,
    TABLE_BITS,
    TRUMP,
    pairs_worth,
)
from analyzer.kernels.points_search import EVERY_MOVE, INFINITE, search
from analyzer.kernels.points_setup import set_up, take_rules

GENERATIONS = (1 << 19) - 1
NO_VALUE = -INFINITE
"""In tables of moves: this card may not be played."""


def new_arena(bits=14):
    """Working memory of one thread: the ``arena`` of every batch.

    ``bits`` is the size of the table, ``2 ** bits`` entries of 16 bytes.
    """
    info = np.zeros(INFO, np.int64)
    info[TABLE_BITS] = bits
    return (
        info,
        np.zeros(INTS, np.int64),
        np.zeros(MASKS, np.uint64),
        np.zeros(1 << bits, np.uint64),
        np.zeros(1 << bits, np.int64),
    )


def nodes_visited(arena):
    """Nodes visited with this arena so far."""
    return int(arena[0][NODES])


@kernel
def next_generation(info, keys):
    """Make every entry of the table stale; the table is wiped once in 2**19 deals."""
    if info[GENERATION] >= GENERATIONS:
        keys[:] = ZERO
        info[GENERATION] = 0
    info[GENERATION] += 1


@kernel
def exact_value(low, moves, arena):
    """Value of frame 0, at least ``low``, by halving what is left between two bounds."""
    info, ints, masks, keys, bounds = arena
    live = ints[LIVE]
    floor = ints[GAIN] - pairs_worth(live & info[OTHER_PAIRS], info) - info[OTHER_TUTE]
    high = ints[GAIN] + ints[LEFT] + pairs_worth(live & info[OWN_PAIRS], info) + info[OWN_TUTE]
    low = max(low, floor)
    while low < high:
        need = (low + high + 1) >> 1
        value = search(need, moves, info, ints, masks, keys, bounds)
        if value >= need:
            low = value
        else:
            high = value
    return low


@kernel
def first_moves(trump, info, ints, masks):
    """Cards that may be played first when ``trump`` is known, or -1: the suit of the lead."""
    if ints[PLAYED] > 0:
        return EVERY_MOVE
    trumps = masks[HANDS + ints[SEAT]] & (SUIT << np.uint64(8 * info[TRUMP]))
    if trump < 0:
        return trumps
    if info[rules_at.LEAD_TRUMP] != 0 and trumps != ZERO:
        return trumps
    return EVERY_MOVE


@kernel
def known_trump(trump, trick, info):
    """The trump suit, also where the card already led has made it; else -1."""
    if trump < 0 and trick[0] != NO_CARD:
        return np.int64(trick[0]) // info[rules_at.RANKS]
    return trump


@kernel
def shown_value(value, info, ints):
    """Own points as the game counts its value."""
    return 2 * value - ints[LEFT] if info[rules_at.DIFFERENCE] != 0 else value


@kernel
def wanted_points(at_least, info, ints):
    """Own points needed for a value of ``at_least``."""
    return (at_least + ints[LEFT] + 1) >> 1 if info[rules_at.DIFFERENCE] != 0 else at_least


@kernel
def values(owners, active, side, trump, leader, announced, trick, rules, arena, out):
    """Exact values, written to ``out`` int64[D]."""
    info, ints, masks, keys, bounds = arena
    take_rules(rules, info)
    for row in range(owners.shape[0]):
        next_generation(info, keys)
        known = known_trump(trump[row], trick[row], info)
        best = NO_VALUE
        for suit in range(4):
            if known >= 0 and suit != known:
                continue
            set_up(
                owners[row], active[row], side[row], suit, leader[row], announced[row],
                trick[row], info, ints, masks,
            )  # fmt: skip
            moves = first_moves(known, info, ints, masks)
            if moves == ZERO:
                continue
            if best != NO_VALUE and (
                search(best + 1, moves, info, ints, masks, keys, bounds) <= best
            ):
                continue
            best = max(best, exact_value(best, moves, arena))
        out[row] = shown_value(best, info, ints)


@kernel
def answers(owners, active, side, trump, leader, announced, trick, at_least, rules, arena, out):
    """Whether the value is ``at_least[row]`` or more, written to ``out`` bool[D]."""
    info, ints, masks, keys, bounds = arena
    take_rules(rules, info)
    for row in range(owners.shape[0]):
        next_generation(info, keys)
        known = known_trump(trump[row], trick[row], info)
        out[row] = False
        for suit in range(4):
            if (known >= 0 and suit != known) or out[row]:
                continue
            set_up(
                owners[row], active[row], side[row], suit, leader[row], announced[row],
                trick[row], info, ints, masks,
            )  # fmt: skip
            need = wanted_points(at_least[row], info, ints)
            moves = first_moves(known, info, ints, masks)
            if moves != ZERO:
                out[row] = search(need, moves, info, ints, masks, keys, bounds) >= need
