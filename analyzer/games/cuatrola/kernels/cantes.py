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
    CLOSED,
    HANDS,
    LEADER,
    PAIRS,
    PARTNER_SINGS,
    POINTS,
    QUIET,
    REYES,
    SHOWN,
    SILENT,
    SUNG,
    TRUMP,
    TUTE,
    WINDOW,
    WINNER_SINGS,
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
def window_seat(info):
    """The seat whose turn it is to sing: the trick's winner first, then the partner."""
    return info[LEADER] if info[WINDOW] == WINNER_SINGS else info[LEADER] ^ 2


@kernel
def fall_silent(seat, sets, info):
    """The seat lets its turn in the window pass, as everybody sees; *modified in place*."""
    for suit in range(4):
        if (info[SUNG] >> suit) & 1 == 0:
            sets[QUIET + seat] |= PAIRS & suit_mask(suit)
    info[WINDOW] = PARTNER_SINGS if info[WINDOW] == WINNER_SINGS else CLOSED


@kernel
def window_suits(rules, sets, info):
    """Suits that the seat whose turn it is may sing; 0 when the window is closed.

    Seats with nothing to sing have their turn passed over (*modified in place*).
    """
    mode = rules[codes.CANTES]
    trump_alone = rules[codes.FORTY_FIRST] != 0 and mode != codes.SEVERAL
    while info[WINDOW] != CLOSED:
        seat = window_seat(info)
        barred = info[WINDOW] == PARTNER_SINGS and mode == codes.WINNER_ONLY
        if barred or (info[ACTIVE] >> seat) & 1 == 0:
            info[WINDOW] = CLOSED
            return 0
        suits = singable(sets[HANDS + seat], info[SUNG], info[TRUMP], trump_alone)
        if suits != 0:
            return suits
        fall_silent(seat, sets, info)
    return 0


@kernel
def answer_window(suit, rules, sets, info):
    """The seat whose turn it is sings a suit, or is ``SILENT``; *modified in place*."""
    seat = window_seat(info)
    if suit == SILENT:
        fall_silent(seat, sets, info)
        return
    sing(seat, suit, sets, info)
    if rules[codes.CANTES] != codes.SEVERAL:
        info[WINDOW] = CLOSED


@kernel
def choose_suit(seat, suits, levels, sets, info, log):
    """What the seat sings of a non-empty set of suits: forced, random or simple."""
    if forced(info):
        return log_choice(info, log)
    if levels[seat] == codes.RANDOM:
        return nth_suit(suits, pick(sets, popcount(np.uint64(suits)) + 1))
    return simple_cante(suits, info[TRUMP])


@kernel
def sing_window(rules, levels, sets, info, log):
    """The pair of the trick's winner sings what it wants; the winner chooses first.

    One pair in all with ``one_per_trick``, one of the winner's with ``winner_only``, any number
    with ``several``.  *Modified in place*: points, suits sung, cards shown, log.
    """
    while True:
        suits = window_suits(rules, sets, info)
        if suits == 0:
            return
        suit = choose_suit(window_seat(info), suits, levels, sets, info, log)
        record(info, log, suits, suit)
        answer_window(suit, rules, sets, info)
