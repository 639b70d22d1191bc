"""The thirteen tricks of Cupe, from any position to the end."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.legality import BREAKERS, legal_to_follow, legal_to_lead
from analyzer.games.cupe.kernels.simple import simple_card
from analyzer.games.cupe.kernels.table import (
    BROKEN,
    COUNT,
    HANDS,
    LEADER,
    NUMBER,
    PLAYED,
    TAKEN,
    TRICK,
    VOIDS,
)
from analyzer.kernels.bits import ONE, RANK_MASK, ZERO, lowest
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import step_fast, word_fast
from analyzer.kernels.trick import beats
from analyzer.players.chance import random_card

RANDOM = 0
"""Codes of the levels of play, places in :data:`analyzer.games.base.LEVELS`."""
SIMPLE = 1
EXPERT = 2
TRICKS = 13
_SUIT_BITS = np.uint64(48)


@kernel
def suit_of(card):
    """All places of the suit of one card."""
    return RANK_MASK << (np.uint64(lowest(card)) & _SUIT_BITS)


@kernel
def trick_so_far(table):
    """Suit led, winning card, its seat and the set of cards of the present trick."""
    leader = np.int64(table[LEADER])
    led = ZERO
    best = ZERO
    taker = leader
    trick = ZERO
    for k in range(np.int64(table[COUNT])):
        card = table[TRICK + ((leader + k) & 3)]
        trick |= card
        if k == 0:
            led = suit_of(card)
            best = card
        elif beats(card, best, led, ZERO):
            best = card
            taker = (leader + k) & 3
    return led, best, taker, trick


@kernel
def _random_tricks(table, limits, fast):
    """:func:`play_on` for four random players: the same cards from the same stream.

    It is faster because nobody looks at what was played.
    """
    leader = np.int64(table[LEADER])
    broken = table[BROKEN] != ZERO
    played = table[PLAYED]
    for number in range(np.int64(table[NUMBER]), TRICKS):
        trick = ZERO
        best = ZERO
        led = ZERO
        taker = leader
        for k in range(4):
            seat = (leader + k) & 3
            hand = table[HANDS + seat]
            if k == 0:
                legal = legal_to_lead(hand, number == 0, broken, limits)
            else:
                legal = legal_to_follow(hand, led, number == 0, limits)
            card = legal
            if legal & (legal - ONE) != ZERO:
                fast = step_fast(fast)
                card = random_card(legal, word_fast(fast))
            table[HANDS + seat] = hand ^ card
            trick |= card
            if k == 0:
                led = suit_of(card)
                best = card
            elif beats(card, best, led, ZERO):
                best = card
                taker = seat
        if trick & limits[BREAKERS] != ZERO:
            broken = True
        table[TAKEN + taker] |= trick
        played |= trick
        leader = taker
    table[PLAYED] = played
    table[LEADER] = np.uint64(leader)
    table[NUMBER] = np.uint64(TRICKS)
    table[BROKEN] = ONE if broken else ZERO
    return fast


@kernel
def play_on(table, levels, styles, limits, rules, fast):
    """Play the rest of the hand; ``table`` *modified in place*; returns the fast stream.

    ``levels`` int64 [4] says how each seat plays, ``styles`` float64 [4, STYLE] what it
    weighs when it plays ``simple``.  Works from any position, also within a trick.
    """
    if table[COUNT] == ZERO and np.all(levels == RANDOM):
        return _random_tricks(table, limits, fast)
    leader = np.int64(table[LEADER])
    count = np.int64(table[COUNT])
    broken = table[BROKEN]
    played = table[PLAYED]
    for number in range(np.int64(table[NUMBER]), TRICKS):
        trick = ZERO
        best = ZERO
        led = ZERO
        taker = leader
        if count > 0:
            led, best, taker, trick = trick_so_far(table)
        for k in range(count, 4):
            seat = (leader + k) & 3
            hand = table[HANDS + seat]
            if k == 0:
                legal = legal_to_lead(hand, number == 0, broken != ZERO, limits)
            else:
                legal = legal_to_follow(hand, led, number == 0, limits)
            if legal & (legal - ONE) == ZERO:
                card = legal
            elif levels[seat] == RANDOM:
                fast = step_fast(fast)
                card = random_card(legal, word_fast(fast))
            else:
                table[PLAYED] = played
                card = simple_card(
                    table, seat, legal, k, led, best, taker, trick, limits, rules, styles[seat]
                )
            table[HANDS + seat] = hand ^ card
            table[TRICK + seat] = card
            trick |= card
            played |= card
            if k == 0:
                led = suit_of(card)
                best = card
            elif beats(card, best, led, ZERO):
                best = card
                taker = seat
            elif card & led == ZERO:
                table[VOIDS + seat] |= led
        if trick & limits[BREAKERS] != ZERO:
            broken = ONE
        table[TAKEN + taker] |= trick
        leader = taker
        count = np.int64(0)
    table[PLAYED] = played
    table[LEADER] = np.uint64(leader)
    table[COUNT] = ZERO
    table[NUMBER] = np.uint64(TRICKS)
    table[BROKEN] = broken
    return fast
