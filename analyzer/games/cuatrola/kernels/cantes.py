"""Singing: which pairs may be sung after a trick, and what is done with the right.

Rulebook, section 6.  The window opens after a trick is won and before the next lead, for the
winning pair only, in normal hands and solos.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.table import (
    ACTIVE,
    CABALLOS,
    CANTES,
    HANDS,
    PAIRS,
    POINTS,
    REYES,
    SHOWN,
    SILENT,
    SUNG,
    TRUMP,
    TUTE,
    forced,
    log_choice,
    pick,
    record,
)
from analyzer.kernels.bits import popcount, suit_mask
from analyzer.kernels.jit import kernel


@kernel
def singable(hand, sung, trump, trump_alone):
    """Suits (4 bits) whose caballo and rey are in the hand and which nobody has sung.

    ``trump_alone``: the pair of trumps, once held, must be sung before any other.
    """
    suits = 0
    for suit in range(4):
        pair = PAIRS & suit_mask(suit)
        if hand & pair == pair and (sung >> suit) & 1 == 0:
            suits |= 1 << suit
    if trump_alone and (suits >> trump) & 1 != 0:
        suits = 1 << trump
    return suits


@kernel
def has_tute(hand):
    """Whether the hand holds all four kings or all four horses."""
    return hand & REYES == REYES or hand & CABALLOS == CABALLOS


@kernel
def find_tute(winner, rules, sets, info):
    """Whether the pair that has just won a trick wins by a tute; *noted in place* if so.

    With ``cantes = winner_only`` only the winner of the trick may show it.
    """
    found = has_tute(sets[HANDS + winner])
    partner = winner ^ 2
    if (info[ACTIVE] >> partner) & 1 != 0 and rules[codes.CANTES] != codes.WINNER_ONLY:
        found = found or has_tute(sets[HANDS + partner])
    if found:
        info[TUTE] = winner & 1
    return found


@kernel
def sing(seat, suit, sets, info):
    """The seat sings a pair: 40 in trumps, 20 otherwise; *modified in place*."""
    value = codes.TRUMP_PAIR if suit == info[TRUMP] else codes.PLAIN_PAIR
    info[SUNG] |= 1 << suit
    info[POINTS + (seat & 1)] += value
    info[CANTES + (seat & 1)] += value
    sets[SHOWN + seat] |= PAIRS & suit_mask(suit)


@kernel
def nth_suit(suits, n):
    """The n-th suit of a set of suits (4 bits), or ``SILENT`` when it has no more than n."""
    for suit in range(4):
        if (suits >> suit) & 1 != 0:
            if n == 0:
                return suit
            n -= 1
    return SILENT


@kernel
def simple_cante(suits, trump):
    """What the simple player sings: the dearest pair, at once.

    Points in hand are sure, the right to sing later is not; and what the two cards shown tell
    the others is worth less.
    """
    return trump if (suits >> trump) & 1 != 0 else nth_suit(suits, 0)


@kernel
def sing_window(winner, rules, levels, sets, info, log):
    """The pair of the trick's winner sings what it wants; the winner chooses first.

    One pair in all with ``one_per_trick``, one of the winner's with ``winner_only``, any number
    with ``several``.  *Modified in place*: points, suits sung, cards shown, log.
    """
    mode = rules[codes.CANTES]
    trump_alone = rules[codes.FORTY_FIRST] != 0 and mode != codes.SEVERAL
    for turn in range(2):
        seat = winner ^ (2 * turn)
        if (info[ACTIVE] >> seat) & 1 == 0 or (turn == 1 and mode == codes.WINNER_ONLY):
            return
        while True:
            suits = singable(sets[HANDS + seat], info[SUNG], info[TRUMP], trump_alone)
            if suits == 0:
                break
            if forced(info):
                suit = log_choice(info, log)
            elif levels[seat] == codes.RANDOM:
                suit = nth_suit(suits, pick(sets, popcount(np.uint64(suits)) + 1))
            else:
                suit = simple_cante(suits, info[TRUMP])
            record(info, log, suits, suit)
            if suit == SILENT:
                break
            sing(seat, suit, sets, info)
            if mode != codes.SEVERAL:
                return
