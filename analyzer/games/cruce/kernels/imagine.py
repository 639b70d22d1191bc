"""Layouts of Cruce that a seat imagines: all that it knows holds in each of them.

It knows its hand and the cards played; which suits others failed to follow and what they did not
beat; pairs announced, of which the second card is still held, and pairs that were not announced
when they would have been (rulebook, section 7); the card shown for *pe carte*; and that nobody
called a double round.  With two players all this is checked against a whole history of the
other's draws, so layouts are uniform over the deals that fit.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.cards import ALL, SECOND
from analyzer.games.cruce.kernels.score import calls_double
from analyzer.kernels.bits import ONE, ZERO, lowest_bit, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import below, new_stream
from analyzer.players.sampling import new_sampling, prepare_layouts, sample_layout

TRIES = 2000
"""Layouts tried until one fits what is checked afterwards."""
PLACES = 5
"""Four seats and the stock."""
_STATES = 81
_SLOTS = 20


@kernel
def new_view():
    """What a seat knows at a decision, and memory for layouts; one for each thread.

    ``needs`` int64, ``may`` uint64, ``pairs`` uint64 (kings and queens of which the place does
    not hold both), ``past`` uint64 (cards that the seat has played), by place; the sampler's
    memory; a layout uint64 by place; times and cards of slots; a stream.
    """
    return (
        np.zeros(PLACES, np.int64),
        np.zeros(PLACES, np.uint64),
        np.zeros(PLACES, np.uint64),
        np.zeros(PLACES, np.uint64),
        new_sampling(_STATES),
        np.zeros(PLACES, np.uint64),
        np.zeros(_SLOTS, np.int64),
        np.zeros(_SLOTS, np.uint64),
        new_stream(),
    )


@kernel
def _read_trace(seat, stock, trace, view):
    """What the cards played tell: ``past``, ``pairs``, and cards that places may not hold."""
    may, pairs, past = view[1], view[2], view[3]
    pairs[:] = ZERO
    past[:] = ZERO
    for m in range(trace.shape[0] - 1, -1, -1):
        player = np.int64(trace[m, at.PLAYER])
        past[player] |= trace[m, at.CARD]
        if player == seat or stock or trace[m, at.PAIR] == ZERO or trace[m, at.TOLD] != ZERO:
            continue
        # Hands only shrink: what is not played yet was held then, if it is held now.
        rest = trace[m, at.PAIR] & ~past[player]
        if rest & (rest - ONE) == ZERO:
            may[player] &= ~rest
        else:
            pairs[player] |= rest


@kernel
def look(hand, facts, table, trace, view):
    """Take in what the seat to act knows; the number of layouts, before the later checks.

    ``hand`` its cards; ``trace`` the cards played so far; ``view`` is *modified in place*.
    """
    needs, may, sampling = view[0], view[1], view[4]
    seat, players, stock = table[at.SEAT], table[at.PLAYERS], table[at.STOCK_LEFT]
    unseen = ALL & ~facts[at.SEEN] & ~hand
    shown = ZERO
    for other in range(players):
        if other != seat:
            shown |= facts[at.SHOWN + other] & unseen
    held = popcount(hand)
    leader = (seat - table[at.PLAYED] + players) % players
    needs[:] = 0
    may[:] = ZERO
    for other in range(players):
        if other == seat:
            continue
        needs[other] = held
        if (other - leader + players) % players < table[at.PLAYED]:
            needs[other] -= 1
        may[other] = ALL & ~facts[at.ABSENT + other] & ~(shown & ~facts[at.SHOWN + other])
    needs[PLACES - 1] = stock
    may[PLACES - 1] = ALL & ~shown
    _read_trace(seat, stock > 0, trace, view)
    return prepare_layouts(unseen, needs, may, sampling)


@kernel
def _fits(seat, players, rules, view):
    """Whether a layout holds no pair that would have been announced, and no double round."""
    pairs, past, hands = view[2], view[3], view[5]
    for other in range(players):
        if other == seat:
            continue
        both = hands[other] & pairs[other]
        # Queens stand one place below kings.
        if both & (both >> ONE) != ZERO:
            return False
        if calls_double(hands[other] | past[other], rules):
            return False
    return True


@kernel
def _draw_history(seat, rules, trace, view):
    """When the other of two players got each of its cards, uniform over what is possible.

    It has slots for the cards dealt (time 0) and for the card drawn after each trick (1, 2, ...).
    Every card it played was in a slot filled by then; the number of free slots at each play does
    not depend on the choices before, so choosing in turn is uniform.  Returns the slots filled.
    """
    hands, times, cards, stream = view[5], view[6], view[7], view[8]
    other = 1 - seat
    dealt = rules[codes.HAND]
    slots = dealt + trace.shape[0] // 2
    for slot in range(slots):
        times[slot] = max(0, slot - dealt + 1)
        cards[slot] = ZERO
    trick = 0
    for m in range(trace.shape[0]):
        if np.int64(trace[m, at.PLAYER]) != other:
            continue
        # So many slots are filled then, less one for every earlier trick.
        skip = below(stream, dealt)
        for slot in range(dealt + trick):
            if cards[slot] == ZERO:
                if skip == 0:
                    cards[slot] = trace[m, at.CARD]
                    break
                skip -= 1
        trick += 1
    left = hands[other]
    free = popcount(left)
    while left != ZERO:
        card = lowest_bit(left)
        left ^= card
        skip = below(stream, free)
        free -= 1
        for slot in range(slots):
            if cards[slot] == ZERO:
                if skip == 0:
                    cards[slot] = card
                    break
                skip -= 1
    return slots


@kernel
def _held_then(cards, slots, trick, move, trace, view):
    """Which of ``cards`` the other of two players held when it made the play ``move``."""
    times, filled = view[6], view[7]
    held = ZERO
    for slot in range(slots):
        if filled[slot] & cards != ZERO and times[slot] <= trick:
            held |= filled[slot]
    for m in range(move):
        held &= ~trace[m, at.CARD]
    return held


@kernel
def _fits_history(seat, rules, trace, view):
    """Whether a layout of two players, with draws as imagined, fits what was announced."""
    other = 1 - seat
    slots = _draw_history(seat, rules, trace, view)
    times, filled = view[6], view[7]
    dealt = ZERO
    for slot in range(slots):
        if times[slot] == 0:
            dealt |= filled[slot]
    if calls_double(dealt, rules):
        return False
    for m in range(trace.shape[0]):
        pair = trace[m, at.PAIR]
        if np.int64(trace[m, at.PLAYER]) != other or pair == ZERO:
            continue
        whole = _held_then(pair, slots, m // 2, m, trace, view) == pair
        if whole != (trace[m, at.TOLD] != ZERO):
            return False
    return True


@kernel
def imagine(table, rules, trace, view, hands, drawn):
    """One layout of what the seat to act has looked at: other ``hands`` uint64 [4], the stock.

    The stock comes in the order it will be drawn, at the end of ``drawn`` uint64 [12].  Both are
    *modified in place*; the own hand is left alone.  False when none was found.
    """
    sampling, layout, stream = view[4], view[5], view[8]
    seat, players, stock = table[at.SEAT], table[at.PLAYERS], table[at.STOCK_LEFT]
    found = False
    for _ in range(TRIES):
        sample_layout(stream, sampling, layout)
        if stock > 0:
            found = _fits_history(seat, rules, trace, view)
        else:
            found = players == 2 or _fits(seat, players, rules, view)
        if found:
            break
    for other in range(players):
        if other != seat:
            hands[other] = layout[other]
    left = layout[PLACES - 1]
    while left != ZERO:
        free = popcount(left)
        place = SECOND - free
        pick = below(stream, free)
        rest = left
        for _ in range(pick):
            rest &= rest - ONE
        drawn[place] = lowest_bit(rest)
        left ^= drawn[place]
    return found
