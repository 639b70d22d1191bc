"""The five tricks of a hand of Cuatrola, with the windows for singing.

Rulebook, sections 5 and 6; legality and who wins a trick are decided in
:mod:`analyzer.kernels.trick`.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.cantes import find_tute, sing_window
from analyzer.games.cuatrola.kernels.simple import simple_card
from analyzer.games.cuatrola.kernels.table import (
    ABSENT,
    ACTIVE,
    AT,
    BEST,
    BEST_LED,
    BEST_SEAT,
    CONTRACT,
    COUNT,
    DUTIES,
    HANDS,
    LAST,
    LEADER,
    OPENING,
    PLAYED,
    POINTS,
    SHOWN,
    SPENT,
    TRICK,
    TRICK_POINTS,
    TRICKS,
    TRUMPS,
    WINDOW,
    WINNER_SINGS,
    card_points,
    forced,
    hand_over,
    next_active,
    pick,
    record,
    seat_to_play,
    suit_set,
)
from analyzer.kernels.bits import ONE, ZERO, lowest_bit, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.trick import beats, legal_follow
from analyzer.players.view import shown_absent


@kernel
def legal_cards(seat, sets, info):
    """Cards that the seat, whose turn it is, may play: any card when it leads."""
    hand = sets[HANDS + seat]
    if info[COUNT] == 0:
        return hand
    return legal_follow(
        hand,
        suit_set(sets[OPENING]),
        sets[TRUMPS],
        sets[OPENING],
        sets[BEST_LED],
        sets[BEST],
        (info[BEST_SEAT] ^ seat) == 2,
        info[DUTIES],
    )


@kernel
def lay_card(seat, card, sets, info):
    """The seat plays a card, and everybody draws the conclusions; *modified in place*."""
    sets[HANDS + seat] &= ~card
    sets[SPENT + seat] |= card
    sets[PLAYED] |= card
    sets[SHOWN + seat] &= ~card
    info[TRICK_POINTS] += card_points(card)
    if info[COUNT] == 0:
        sets[OPENING] = card
        sets[BEST] = card
        sets[BEST_LED] = card
        info[BEST_SEAT] = seat
    else:
        led = suit_set(sets[OPENING])
        sets[ABSENT + seat] |= shown_absent(
            card,
            led,
            sets[TRUMPS],
            sets[OPENING],
            sets[BEST_LED],
            sets[BEST],
            (info[BEST_SEAT] ^ seat) == 2,
            info[DUTIES],
        )
        if card & led != ZERO and card > sets[BEST_LED]:
            sets[BEST_LED] = card
        if beats(card, sets[BEST], led, sets[TRUMPS]):
            sets[BEST] = card
            info[BEST_SEAT] = seat
    info[COUNT] += 1


@kernel
def choose_card(seat, legal, rules, levels, sets, info, log):
    """The card the seat plays from a non-empty legal set: forced, random or simple."""
    if forced(info):
        return log[info[AT], 1]
    if legal & (legal - ONE) == ZERO:
        return legal
    if levels[seat] == codes.RANDOM:
        for _ in range(pick(sets, popcount(legal))):
            legal &= legal - ONE
        return lowest_bit(legal)
    cantes = rules[codes.CANTES] != codes.NO_CANTES
    return simple_card(sets[HANDS + seat], legal, seat, cantes, sets, info)


@kernel
def take_trick(rules, sets, info):
    """The trick goes to its winner, whose pair may then sing; *modified in place*."""
    winner = info[BEST_SEAT]
    info[POINTS + (winner & 1)] += info[TRICK_POINTS]
    info[TRICKS + winner] += 1
    info[LAST] = winner
    info[LEADER] = winner
    info[TRICK] += 1
    info[COUNT] = 0
    info[TRICK_POINTS] = 0
    if info[TRICK] == codes.HAND:
        info[POINTS + (winner & 1)] += codes.LAST_TRICK
    elif info[CONTRACT] <= codes.SOLO:
        won = rules[codes.TUTE_WINS] != 0 and find_tute(winner, rules, sets, info)
        if not won and rules[codes.CANTES] != codes.NO_CANTES:
            info[WINDOW] = WINNER_SINGS


@kernel
def play_tricks(rules, levels, sets, info, log):
    """Play from where the hand stands to its end; everything *modified in place*.

    ``levels`` int64 [4] by seat.  A hand won by a tute ends at once.
    """
    count = popcount(np.uint64(info[ACTIVE]))
    while not hand_over(info):
        sing_window(rules, levels, sets, info, log)
        seat = seat_to_play(info)
        while info[COUNT] < count:
            legal = legal_cards(seat, sets, info)
            card = choose_card(seat, legal, rules, levels, sets, info, log)
            record(info, log, legal, card)
            lay_card(seat, card, sets, info)
            seat = next_active(seat, info[ACTIVE])
        take_trick(rules, sets, info)
