"""Cards known to the last one: what remains is solved, by points of the own side."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.score import sides
from analyzer.games.cruce.kernels.steps import TRICKS
from analyzer.kernels import points_rules
from analyzer.kernels.bits import NO_CARD, ONE, ZERO, lowest, lowest_bit
from analyzer.kernels.jit import kernel
from analyzer.kernels.points_batch import NO_VALUE, exact_value, next_generation
from analyzer.kernels.points_position import INFO, INTS, MASKS, TABLE_BITS
from analyzer.kernels.points_setup import index_of, set_up, take_rules

_BITS = 12


@kernel
def new_endgame():
    """Memory of the search, one for each thread: its arena, owners of cards, cards on the table."""
    info = np.zeros(INFO, np.int64)
    info[TABLE_BITS] = _BITS
    arena = (
        info,
        np.zeros(INTS, np.int64),
        np.zeros(MASKS, np.uint64),
        np.zeros(1 << _BITS, np.uint64),
        np.zeros(1 << _BITS, np.int64),
    )
    return arena, np.zeros(codes.SIZE, np.uint8), np.zeros(codes.SEATS, np.uint8)


@kernel
def number_of_card(card):
    """Card number of a card, suit * ranks + rank."""
    index = lowest(card)
    return (index >> 4) * codes.RANKS + (index & 15)


@kernel
def _set_up(hands, facts, table, rules, result, trace, endgame):
    """Make the position the root of the search."""
    arena, owners, trick = endgame
    players, seat, played = table[at.PLAYERS], table[at.SEAT], table[at.PLAYED]
    owners[:] = NO_CARD
    side = 0
    tricks = 0
    for other in range(players):
        if other % sides(rules) == seat % sides(rules):
            side |= 1 << other
            tricks += result[TRICKS, other]
        cards = hands[other]
        while cards != ZERO:
            card = lowest_bit(cards)
            cards ^= card
            owners[number_of_card(card)] = other
    trick[:] = NO_CARD
    for place in range(played):
        trick[place] = number_of_card(trace[trace.shape[0] - played + place, at.CARD])
    info, ints, masks, keys, _ = arena
    take_rules(rules[codes.SEARCH :], info)
    info[points_rules.HAS_TRICK] = 1 if tricks > 0 else 0
    next_generation(info, keys)
    leader = (seat - played + players) % players
    suit = lowest(facts[at.TRUMPS]) >> 4
    active = (1 << players) - 1
    set_up(owners, active, side, suit, leader, table[at.ANNOUNCED], trick, info, ints, masks)


@kernel
def solve(first, legal, hands, facts, table, rules, result, trace, endgame):
    """The card with which the side of the seat to act makes most points; ``first`` among equals.

    ``hands`` uint64 [4] are all cards left, with two sides; other arrays as in ``steps``.
    """
    _set_up(hands, facts, table, rules, result, trace, endgame)
    arena = endgame[0]
    best = NO_VALUE
    chosen = first
    left = legal
    while left != ZERO:
        card = lowest_bit(left)
        left ^= card
        index = index_of(number_of_card(card), codes.RANKS)
        value = exact_value(NO_VALUE, ONE << np.uint64(index), arena)
        if value > best or (value == best and card == first):
            best = value
            chosen = card
    return chosen
