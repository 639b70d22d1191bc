"""Value of every next card, and a line of best play, in card-point games.

Arguments are those of :mod:`analyzer.kernels.points_batch`.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels import points_rules as rules_at
from analyzer.kernels.bits import NO_CARD, ONE, ZERO, lowest
from analyzer.kernels.jit import kernel
from analyzer.kernels.points_batch import (
    NO_VALUE,
    exact_value,
    first_moves,
    known_trump,
    next_generation,
    shown_value,
)
from analyzer.kernels.points_position import (
    GAIN,
    HANDS,
    HELD,
    HOLDER,
    LIVE,
    OTHER_PAIRS,
    OWN_PAIRS,
    PLAYED,
    SEAT,
    SIDE,
    SUITS,
    WIDTH,
    WINDOW,
    advance,
    advance_window,
    first_legal,
)
from analyzer.kernels.points_search import EVERY_MOVE, search
from analyzer.kernels.points_setup import number_of, set_up, take_rules

CARD_PLAYED = 0
PAIR_SUNG = 1
STEPS = 48
"""Rows that are enough for any line."""


@kernel
def _moves_now(known, info, ints, masks):
    """Cards that may be played first; in a window, those of the lead that follows."""
    if ints[PLAYED] == WINDOW:
        moves = masks[HANDS + ints[SEAT]]
    else:
        moves = first_legal(info, ints, masks)
    return moves & first_moves(known, info, ints, masks)


@kernel
def move_values(owners, active, side, trump, leader, announced, trick, rules, arena, out):
    """Exact value of every next card, to ``out`` int64[D, P]; ``NO_VALUE``: not allowed."""
    info, ints, masks, keys, _ = arena
    take_rules(rules, info)
    out[:] = NO_VALUE
    for row in range(owners.shape[0]):
        next_generation(info, keys)
        known = known_trump(trump[row], trick[row], info)
        for suit in range(4):
            if known >= 0 and suit != known:
                continue
            set_up(
                owners[row], active[row], side[row], suit, leader[row], announced[row],
                trick[row], info, ints, masks,
            )  # fmt: skip
            moves = _moves_now(known, info, ints, masks)
            while moves != ZERO:
                card = moves & (~moves + ONE)
                moves &= moves - ONE
                value = exact_value(NO_VALUE, card, arena)
                number = number_of(lowest(card), info[rules_at.RANKS])
                out[row, number] = shown_value(value, info, ints)


@kernel
def _keeps(value, card, arena):
    """Whether the player on turn does not lose by ``card`` from a position worth ``value``."""
    info, ints, masks, keys, bounds = arena
    if (info[SIDE] >> ints[SEAT]) & 1 != 0:
        return search(value, card, info, ints, masks, keys, bounds) >= value
    return search(value + 1, card, info, ints, masks, keys, bounds) <= value


@kernel
def _best_trump(owners, active, side, leader, announced, trick, arena):
    """The suit whose lead is worth most when the first card led makes trump."""
    info, ints, masks, _, _ = arena
    best = NO_VALUE
    trump = 0
    for suit in range(4):
        set_up(owners, active, side, suit, leader, announced, trick, info, ints, masks)
        moves = first_moves(-1, info, ints, masks)
        if moves != ZERO:
            value = exact_value(NO_VALUE, moves, arena)
            if value > best:
                best = value
                trump = suit
    return trump


@kernel
def _choose_card(moves, arena):
    """The first card, from the lowest, that keeps the value of the position."""
    value = exact_value(NO_VALUE, moves, arena)
    while True:
        card = moves & (~moves + ONE)
        moves &= moves - ONE
        if moves == ZERO or _keeps(value, card, arena):
            return card


@kernel
def _choose_pair(arena, saved_ints, saved_masks):
    """The first pair of the window in frame 0 that keeps its value; it is sung."""
    info, ints, masks, _, _ = arena
    value = exact_value(NO_VALUE, EVERY_MOVE, arena)
    suits = masks[SUITS]
    for field in range(WIDTH):
        saved_ints[field] = ints[field]
        saved_masks[field] = masks[field]
    while True:
        suit = lowest(suits)
        suits &= suits - ONE
        advance_window(suit, info, ints, masks)
        if suits == ZERO or exact_value(NO_VALUE, EVERY_MOVE, arena) == value:
            return suit
        for field in range(WIDTH):
            ints[field] = saved_ints[field]
            masks[field] = saved_masks[field]


@kernel
def _record_songs(live, count, steps, info, ints, masks):
    """Rows for the pairs that were live, are not any more, and are still held: sung."""
    for suit in range(4):
        gone = (live >> suit) & 1 != 0 and (ints[LIVE] >> suit) & 1 == 0
        pair = np.uint64(info[rules_at.PAIR]) << np.uint64(8 * suit)
        if gone and masks[HANDS + info[HOLDER + suit]] & pair == pair:
            steps[count, 0] = PAIR_SUNG
            steps[count, 1] = info[HOLDER + suit]
            steps[count, 2] = suit
            count += 1
    return count


@kernel
def best_line(owners, active, side, trump, leader, announced, trick, rules, arena, steps):
    """A line of best play for one deal; returns the number of rows written.

    Parameters
    ----------
    owners, trick
        uint8[P], uint8[4].
    active, side, trump, leader, announced
        Integers.
    steps
        int64[STEPS, 3]: ``CARD_PLAYED``, seat, card number; or, where singing is a right,
        ``PAIR_SUNG``, seat, suit.  Automatic announcements follow from the cards.  Among
        equal cards the lowest is played.
    """
    info, ints, masks, keys, _ = arena
    take_rules(rules, info)
    next_generation(info, keys)
    saved_ints = np.empty(WIDTH, np.int64)
    saved_masks = np.empty(WIDTH, np.uint64)
    known = known_trump(trump, trick, info)
    suit = known
    if known < 0:
        suit = _best_trump(owners, active, side, leader, announced, trick, arena)
    set_up(owners, active, side, suit, leader, announced, trick, info, ints, masks)
    sings = info[rules_at.ANNOUNCE] >= rules_at.ONE_PER_TRICK
    count = 0
    if sings and trick[0] == NO_CARD:
        pairs = info[OWN_PAIRS] | info[OTHER_PAIRS]
        count = _record_songs(pairs, 0, steps, info, ints, masks)
    first = True
    over = False
    while masks[HELD] != ZERO and not over:
        ints[GAIN] = 0
        live = ints[LIVE]
        if ints[PLAYED] == WINDOW:
            _choose_pair(arena, saved_ints, saved_masks)
        else:
            moves = first_legal(info, ints, masks)
            if first:
                moves &= first_moves(known, info, ints, masks)
            first = False
            card = _choose_card(moves, arena)
            steps[count, 0] = CARD_PLAYED
            steps[count, 1] = ints[SEAT]
            steps[count, 2] = number_of(lowest(card), info[rules_at.RANKS])
            count += 1
            over = advance(card, info, ints, masks)
        if sings:
            count = _record_songs(live, count, steps, info, ints, masks)
    return count
