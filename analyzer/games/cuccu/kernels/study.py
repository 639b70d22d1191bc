"""Single rounds and whole matches, measured for the comparison of house rules.

Round ``i`` of a seed, and the rounds of match ``i``, are those of
:mod:`analyzer.games.cuccu.kernels.batch`: variants with the same pack meet the same cards.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.match import (
    MOST_ROUNDS,
    ROUND,
    seat_players,
    settle,
    take_lives,
)
from analyzer.games.cuccu.kernels.players import RANDOM, SIMPLE
from analyzer.games.cuccu.kernels.round import play_round
from analyzer.kernels.jit import inlined, kernel

# columns of rounds after the net losses of the P places
(
    SLAM_ANY,
    PENALTIES,
    CHARGED,
    SHARED_LOSS,
    FOOL_LOSES,
    BOTH_FOOLS,
    CUCKOO_ACTS,
    HUNTER_ACTS,
    CAT_ACTS,
    HORSE_ACTS,
    INN_ACTS,
    INN_COVERS,
    INN_PAYS,
    DEALER_SWAPS,
    REQUESTS,
    THREE_AT_ZERO,
    TWO_AT_ZERO,
    DUEL_DEALING,
) = range(18)
ROUND_COLUMNS = 18

# columns of matches after the shares of the win of the P places
ROUNDS, RESET, JOINT, FIRST_OUT, LEADER_WINS = range(5)
MATCH_COLUMNS = 5

WHOLE = 720_720
"""A whole win: it can be shared exactly by up to 16 players."""


@kernel
def _play(table, words, policy, n, lives, even, odd, seed, number):
    """One round of ``n`` players with these lives; seats 0, 2, ... play at level ``even``."""
    for s in range(n):
        table[t.LIVES + s] = lives
        table[t.LEVEL + s] = odd if s % 2 else even
        table[t.CHARGE + s] = 0
    t.clear_round(table, n)
    t.shuffle_round(table, words, seed, number)
    play_round(table, policy)


@inlined
def _net(table, s):
    return table[t.LOST + s] - table[t.GAINED + s]


@kernel
def _note_round(table, n, row):
    """What a round did: net losses by place, then the columns up to ``REQUESTS``. In place."""
    rest = row[n:]
    holding = 0
    charged = 0
    for s in range(n):
        row[s] = _net(table, s)
        if table[t.LOST + s] >= 2:
            rest[SLAM_ANY] = 1
        rest[CHARGED] += table[t.CHARGE + s]
        charged += min(1, table[t.CHARGE + s])
        if table[t.CARD + s] == t.FOOL:
            holding += 1
            if table[t.CHARGE + s] > 0:
                rest[FOOL_LOSES] = 1
    rest[SHARED_LOSS] = charged >= 2
    rest[BOTH_FOOLS] = holding == 2
    rest[PENALTIES] = table[t.BY_CAT] + table[t.BY_HUNTER]
    rest[CUCKOO_ACTS] = min(1, table[t.BY_CUCKOO])
    rest[HUNTER_ACTS] = min(1, table[t.BY_HUNTER])
    rest[CAT_ACTS] = min(1, table[t.BY_CAT])
    rest[HORSE_ACTS] = min(1, table[t.SKIPPED])
    rest[INN_ACTS] = min(1, table[t.BY_INN])
    rest[INN_COVERS] = min(1, table[t.COVERS])
    rest[INN_PAYS] = min(1, table[t.PAID])
    rest[DEALER_SWAPS] = table[t.DREW]
    rest[REQUESTS] = table[t.ASKED]


@kernel
def study_rounds(table, words, policy, n, lives, level, seed, first, out):
    """Rounds ``first`` to ``first + D - 1``: everybody with ``lives``, then other settings.

    ``out`` int64 [D, n + ROUND_COLUMNS], modified in place.
    """
    for i in range(out.shape[0]):
        row = out[i]
        row[:] = 0
        _play(table, words, policy, n, lives, level, level, seed, first + i)
        _note_round(table, n, row)
        rest = row[n:]
        _play(table, words, policy, min(n, 3), 1, level, level, seed, first + i)
        rest[THREE_AT_ZERO] = table[t.ALL_ZERO]
        _play(table, words, policy, 2, 1, level, level, seed, first + i)
        rest[TWO_AT_ZERO] = table[t.ALL_ZERO]
        rest[DUEL_DEALING] = _net(table, 0) - _net(table, 1)


@kernel
def exchange_seats(table, words, policy, lives, seed, first, better, worse):
    """Simple and random players sit alternately; every round is played twice, seats exchanged.

    ``better``, ``worse`` int64 [D, P], modified in place: lives gained less lost by each seat
    in round ``first`` to ``first + D - 1`` when it is simple, and when it is random.
    """
    n = better.shape[1]
    for i in range(better.shape[0]):
        for turn in range(2):
            even = RANDOM if turn else SIMPLE
            odd = SIMPLE if turn else RANDOM
            _play(table, words, policy, n, lives, even, odd, seed, first + i)
            for s in range(n):
                row = better[i] if s % 2 == turn else worse[i]
                row[s] = -_net(table, s)


@kernel
def _note_leaders(match, places, turned, leaders):
    """Mark by first place who has most lives; returns how many do. In place."""
    most = 0
    for p in range(places):
        most = max(most, match[p])
    count = 0
    for p in range(places):
        leads = match[p] == most
        leaders[(p + turned) % places] = leads
        count += leads
    return count


@kernel
def _note_winners(match, places, turned, row):
    """Shares of the win by first place; returns how many winners there are. In place."""
    count = 0
    for p in range(places):
        count += match[3 * places + p]
    for p in range(places):
        if match[3 * places + p]:
            row[(p + turned) % places] = WHOLE // count
    return count


@kernel
def _study_match(table, words, policy, lives, level, seed, number, match, leaders, row):
    """One match into ``row``, in place."""
    places = leaders.shape[0]
    rest = row[places:]
    match[:] = 0
    match[:places] = lives
    match[places : 2 * places] = level
    turned = 0
    leading = 0
    for r in range(MOST_ROUNDS):
        seated = seat_players(table, match, places)
        t.shuffle_round(table, words, seed, number + (r << ROUND))
        play_round(table, policy)
        alive = take_lives(table, match, places)
        if table[t.ALL_ZERO]:
            rest[RESET] = 1
        if rest[FIRST_OUT] == 0 and alive < seated and not table[t.ALL_ZERO]:
            rest[FIRST_OUT] = r + 1
        over, by = settle(table, match, places, alive)
        turned = (turned + by) % places
        rest[ROUNDS] = r + 1
        if leading == 0 and 2 * match[:places].sum() <= places * lives and not over:
            leading = _note_leaders(match, places, turned, leaders)
        if over:
            break
    winners = _note_winners(match, places, turned, row)
    rest[JOINT] = winners > 1
    if rest[FIRST_OUT] == 0:
        rest[FIRST_OUT] = rest[ROUNDS]
    won = 0
    for p in range(places):
        won += row[p] if leading == 0 or leaders[p] else 0
    rest[LEADER_WINS] = won // max(1, leading if leading else winners)


@kernel
def study_matches(table, words, policy, lives, level, seed, first, out):
    """Matches ``first`` to ``first + D - 1``, all starting with ``lives``.

    ``out`` int64 [D, P + MATCH_COLUMNS], modified in place.
    """
    places = out.shape[1] - MATCH_COLUMNS
    match = np.zeros(5 * places, np.int64)
    leaders = np.zeros(places, np.int64)
    for i in range(out.shape[0]):
        out[i] = 0
        _study_match(table, words, policy, lives, level, seed, first + i, match, leaders, out[i])
