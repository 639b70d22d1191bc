"""A hand of Cupe played on by four simple players who now and then play any card."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.legality import BREAKERS, legal_to_follow, legal_to_lead
from analyzer.games.cupe.kernels.play import TRICKS, suit_of, trick_so_far
from analyzer.games.cupe.kernels.simple import simple_card
from analyzer.games.cupe.kernels.table import (
    BROKEN,
    COUNT,
    HANDS,
    LEADER,
    NUMBER,
    PLAYED,
    TAKEN,
    VOIDS,
)
from analyzer.kernels.bits import ONE, ZERO
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import step_fast, word_fast
from analyzer.kernels.trick import beats
from analyzer.players.chance import random_card

_CHANCES = np.uint64(16)


@kernel
def stray_limit(chance):
    """What :func:`roll_out` takes for a chance of any card: a bound on 48 random bits."""
    return np.uint64(chance * 281474976710656.0)


@kernel
def roll_out(table, styles, stray, steady, limits, rules, fast):
    """Play the rest of the hand; ``table`` *modified in place*; works within a trick too.

    ``styles`` float64 [4, STYLE]; ``stray`` from :func:`stray_limit`; seat ``steady`` (or -1)
    never strays.  ``fast`` starts the stream.
    """
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
            card = legal
            if legal & (legal - ONE) != ZERO:
                fast = step_fast(fast)
                word = word_fast(fast)
                if word >> _CHANCES < stray and seat != steady:
                    fast = step_fast(fast)
                    card = random_card(legal, word_fast(fast))
                else:
                    table[PLAYED] = played
                    card = simple_card(
                        table, seat, legal, k, led, best, taker, trick, limits, rules,
                        styles[seat],
                    )  # fmt: skip
            table[HANDS + seat] = hand ^ card
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
