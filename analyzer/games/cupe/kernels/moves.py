"""One card of Cupe at a time, on a full table: what may be played, what it shows, what it does."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.legality import (
    BREAKERS,
    FIRST_BARRED,
    FORCED,
    LEAD_BARRED,
    OPENING,
    PACK,
    POINTS,
    QUEEN,
    TWO_OF_CLUBS,
    legal_to_follow,
    legal_to_lead,
)
from analyzer.games.cupe.kernels.play import suit_of, trick_so_far
from analyzer.games.cupe.kernels.table import (
    ABSENT,
    BROKEN,
    COUNT,
    GAVE,
    HANDS,
    LEADER,
    NUMBER,
    PLAYED,
    STEP,
    TAKEN,
    TRICK,
    VOIDS,
)
from analyzer.kernels.bits import ONE, ZERO, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.trick import beats


@kernel
def seat_to_act(table):
    """The seat whose turn it is."""
    return np.int64((table[LEADER] + table[COUNT]) & np.uint64(3))


@kernel
def legal_cards(table, led, limits):
    """Cards that the seat to act may play to a trick of suit ``led`` (empty: it leads)."""
    hand = table[HANDS + seat_to_act(table)]
    first = table[NUMBER] == ZERO
    if led == ZERO:
        return legal_to_lead(hand, first, table[BROKEN] != ZERO, limits)
    return legal_to_follow(hand, led, first, limits)


@kernel
def _note_lead(table, seat, card, limits):
    """What a card led shows of the hand that it was led from; ``table`` modified in place."""
    first = table[NUMBER] == ZERO
    if first and limits[OPENING] != ZERO and card != TWO_OF_CLUBS:
        # Who opens with another club holds the 2 of clubs.
        for other in range(4):
            if other != seat:
                table[ABSENT + other] |= TWO_OF_CLUBS
    barred = ZERO
    if table[BROKEN] == ZERO:
        barred = limits[LEAD_BARRED]
    if first:
        barred |= limits[FIRST_BARRED]
    if card & barred != ZERO:
        table[ABSENT + seat] |= PACK & ~POINTS
        if card != QUEEN and table[BROKEN] == ZERO and limits[LEAD_BARRED] != ZERO:
            table[ABSENT + seat] |= limits[FORCED]


@kernel
def put_card(table, card, limits):
    """The seat to act plays ``card``; ``table`` *modified in place*, the trick taken when full."""
    seat = seat_to_act(table)
    led, best, taker, trick = trick_so_far(table)
    table[HANDS + seat] &= ~card
    table[TRICK + seat] = card
    table[PLAYED] |= card
    if led == ZERO:
        _note_lead(table, seat, card, limits)
        led = suit_of(card)
        taker = seat
    elif card & led == ZERO:
        table[VOIDS + seat] |= led
        if table[NUMBER] == ZERO and card & limits[FIRST_BARRED] != ZERO:
            table[ABSENT + seat] |= PACK & ~limits[FIRST_BARRED]
    elif beats(card, best, led, ZERO):
        taker = seat
    trick |= card
    if table[COUNT] < np.uint64(3):
        table[COUNT] += ONE
        return
    if trick & limits[BREAKERS] != ZERO:
        table[BROKEN] = ONE
    table[TAKEN + taker] |= trick
    table[LEADER] = np.uint64(taker)
    table[COUNT] = ZERO
    table[NUMBER] += ONE


@kernel
def seen_from(table, seat, needs, may):
    """The cards that a seat does not see, and where they may lie.

    ``needs`` int64 [4] and ``may`` uint64 [4] (*modified in place*) are how many cards each
    seat holds and which of the unseen ones it may hold: suits that it showed not to have, and
    the cards that the asking seat gave, are taken into account.
    """
    hand = table[HANDS + seat]
    unseen = PACK & ~table[PLAYED] & ~hand
    leader = np.int64(table[LEADER])
    count = np.int64(table[COUNT])
    cards = popcount(hand)
    given = table[GAVE + seat] & unseen
    receiver = (seat + np.int64(table[STEP])) & 3
    for other in range(4):
        needs[other] = 0
        may[other] = ZERO
        if other == seat:
            continue
        # Who comes before the asking seat in the trick has played to it.
        order = (other - leader) & 3
        needs[other] = cards - 1 if order < count else cards
        may[other] = unseen & ~(table[VOIDS + other] | table[ABSENT + other])
        if other != receiver:
            may[other] &= ~given
    return unseen
