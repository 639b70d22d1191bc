"""Runs of deals: base rates over matches, and a decision in a given situation.

Deal ``i`` of a seed is round number ``i``; the rounds that follow it in its match are numbered
as :data:`analyzer.games.cuccu.kernels.match.ROUND` says.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.match import (
    MOST_ROUNDS,
    ROUND,
    play_match,
    seat_players,
    settle,
    take_lives,
)
from analyzer.games.cuccu.kernels.round import play_round
from analyzer.kernels.jit import kernel

# columns of base rates after the three blocks of P: lost, net loss, share of the win
(
    CUCKOO_ACTS,
    HUNTER_ACTS,
    CAT_ACTS,
    HORSE_ACTS,
    INN_ACTS,
    INN_COVERS,
    INN_PAYS,
    REQUESTS,
    DEALER_SWAPS,
    ALL_AT_ZERO,
    ROUNDS,
    RESETS,
) = range(12)
RATES = 12

LOST, NET, OTHERS_NET, WON, FAILED = range(5)
"""Columns of a decision: lives lost and not gained back, the others' sum of that, share of the
win (of ``whole``), and whether no round that fits was found."""
DECISION = 5

MOST_TRIES = 200_000


@kernel
def _share(match, places, whole, p):
    """The share of ``whole`` that place ``p`` wins."""
    winners = 0
    for place in range(places):
        winners += match[3 * places + place]
    return whole // winners if match[3 * places + p] else 0


@kernel
def _note_round(table, match, places, row):
    """First round of a match: losses by place, and what the special cards did. In place."""
    for p in range(places):
        s = match[2 * places + p]
        if s >= 0:
            row[p] = table[t.LOST + s]
            row[places + p] = table[t.LOST + s] - table[t.GAINED + s]
    at = 3 * places
    row[at + CUCKOO_ACTS] = min(1, table[t.BY_CUCKOO])
    row[at + HUNTER_ACTS] = min(1, table[t.BY_HUNTER])
    row[at + CAT_ACTS] = min(1, table[t.BY_CAT])
    row[at + HORSE_ACTS] = min(1, table[t.SKIPPED])
    row[at + INN_ACTS] = min(1, table[t.BY_INN])
    row[at + INN_COVERS] = min(1, table[t.COVERS])
    row[at + INN_PAYS] = min(1, table[t.PAID])
    row[at + REQUESTS] = table[t.ASKED]
    row[at + DEALER_SWAPS] = table[t.DREW]
    row[at + ALL_AT_ZERO] = table[t.ALL_ZERO]


@kernel
def base_rates(table, words, policy, lives, level, whole, seed, first, out):
    """Matches ``first`` to ``first + D - 1``: the first round of each, and how it ends.

    ``lives`` int64 [P]; ``out`` int64 [D, 3 P + RATES], modified in place.
    """
    places = lives.shape[0]
    match = np.zeros(5 * places, np.int64)
    for i in range(out.shape[0]):
        row = out[i]
        row[:] = 0
        match[:] = 0
        match[:places] = lives
        match[places : 2 * places] = level
        seat_players(table, match, places)
        t.shuffle_round(table, words, seed, first + i)
        play_round(table, policy)
        alive = take_lives(table, match, places)
        _note_round(table, match, places, row)
        zeros = table[t.ALL_ZERO]
        over, turned = settle(table, match, places, alive)
        rounds = 1
        if not over:
            more, more_zeros, by = play_match(
                table, words, policy, match, places, seed, first + i, 1
            )
            rounds += more
            zeros += more_zeros
            turned += by
        for p in range(places):
            row[2 * places + (p + turned) % places] = _share(match, places, whole, p)
        row[3 * places + ROUNDS] = rounds
        row[3 * places + RESETS] = min(1, zeros)


@kernel
def _set_match(table, match, lives, level):
    places = lives.shape[0]
    match[:] = 0
    match[:places] = lives
    match[places : 2 * places] = level
    seat_players(table, match, places)


@kernel
def _find_round(table, words, policy, match, lives, level, seed, number):
    """The first try for deal ``number`` that fits the script; -1 if there is none. In place."""
    for tried in range(MOST_TRIES):
        found = number if tried == 0 else number + ((MOST_ROUNDS + tried) << ROUND)
        _set_match(table, match, lives, level)
        t.shuffle_round(table, words, seed, found)
        play_round(table, policy)
        if not table[t.FAILED]:
            return found
    return -1


@kernel
def sample_decision(
    table, words, policy, lives, me, decision, level, matches, whole, seed, first, out
):
    """Both answers to a decision, on the same rounds, and perhaps the match from there on.

    ``lives`` int64 [P] by place, the last living place deals; ``me`` the place that decides its
    decision number ``decision`` of the round; the table's script says what is known before.
    ``out`` int64 [D, 2, DECISION], modified in place.
    """
    places = lives.shape[0]
    match = np.zeros(5 * places, np.int64)
    for i in range(out.shape[0]):
        number = first + i
        table[t.SCRIPTED] = 1
        table[t.FORCED + decision] = 2
        found = _find_round(table, words, policy, match, lives, level, seed, number)
        for reply in range(2):
            row = out[i, reply]
            row[:] = 0
            row[FAILED] = found < 0
            if found < 0:
                continue
            table[t.SCRIPTED] = 1
            table[t.FORCED + decision] = 2 + reply
            _set_match(table, match, lives, level)
            t.shuffle_round(table, words, seed, found)
            play_round(table, policy)
            _note_decision(table, match[2 * places + me], row)
            if matches:
                alive = take_lives(table, match, places)
                table[t.SCRIPTED] = 0
                over, turned = settle(table, match, places, alive)
                if not over:
                    _, _, by = play_match(table, words, policy, match, places, seed, number, 1)
                    turned += by
                row[WON] = _share(match, places, whole, (me - turned) % places)
    table[t.SCRIPTED] = 0


@kernel
def _note_decision(table, seat, row):
    row[LOST] = table[t.LOST + seat]
    for s in range(table[t.N]):
        net = table[t.LOST + s] - table[t.GAINED + s]
        if s == seat:
            row[NET] = net
        else:
            row[OTHERS_NET] += net


@kernel
def shuffle_packs(table, words, seed, first, packs):
    """Whole packs of rounds ``first`` on into ``packs`` uint8 [D, cards], in place."""
    size = packs.shape[1]
    for i in range(packs.shape[0]):
        # As for a table that needs every card.
        t.clear_round(table, 0)
        table[t.N] = size
        t.shuffle_round(table, words, seed, first + i)
        for place in range(size):
            packs[i, place] = table[t.PACK + place]
