"""Hands of Cupe in which one seat has a choice: each way to go is played on the same deals.

Letters: ``N`` deals, ``C`` choices, ``R`` = RESULTS, ``K`` hands of the pool.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.batch import PACK_SIZE, RANKS
from analyzer.games.cupe.kernels.exchange import hand_over, random_gift, simple_gift
from analyzer.games.cupe.kernels.judgement import STYLE
from analyzer.games.cupe.kernels.legality import LIMITS, POINTS, QUEEN, set_limits
from analyzer.games.cupe.kernels.play import RANDOM, play_on
from analyzer.games.cupe.kernels.rest import rest_of_match
from analyzer.games.cupe.kernels.scores import score_hand, slam_cards
from analyzer.games.cupe.kernels.slam_search import can_slam
from analyzer.games.cupe.kernels.table import (
    GAVE,
    GOT,
    HANDS,
    LEADER,
    STEP,
    TABLE,
    TAKEN,
    start_hand,
)
from analyzer.kernels.bits import ZERO
from analyzer.kernels.deal import deal_one, hands_of
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import new_stream, open_fast, open_stream

OWN = 0
"""Places of a result: points of the asking seat ..."""
ALL = 1
"""... points of all four together ..."""
SHOOTER = 2
"""... who made the slam, counted in playing order from the asking seat (0), or -1 ..."""
QUEEN_TAKEN = 3
"""... whether the asking seat took the queen of spades ..."""
CLEAN = 4
"""... whether it took no point card ..."""
MATCH = 5
"""... and how often it wins the match, in twelfths of a win, of all continuations."""
RESULTS = 6

DEAL_STREAM = 0
"""Places of ``purposes``: the streams of the layout, ..."""
PLAY_STREAM = 1
"""... of random play, ..."""
REST_STREAM = 2
"""... and of the rest of the match."""
PURPOSES = 3


@kernel
def others_give(dealt, own, step, fixed, level, style, rules, fast, cost, pick, given):
    """What the three others give into ``given`` uint64 [4] (in place); the stream after it.

    ``fixed`` uint64 [4] has the gifts that are known, else 0.
    """
    for seat in range(4):
        given[seat] = ZERO
        if step == 0 or seat == own:
            continue
        if fixed[seat] != ZERO:
            given[seat] = fixed[seat]
        elif level == RANDOM:
            given[seat], fast = random_gift(dealt[seat], rules, fast)
        else:
            given[seat] = simple_gift(dealt[seat], rules, style, cost, pick)
    return fast


@kernel
def lay_table(table, dealt, given, own, gift, step, rules):
    """A new hand on the ``table`` (in place), after the exchange, before the first trick."""
    for seat in range(4):
        table[HANDS + seat] = dealt[seat]
        table[GAVE + seat] = given[seat]
        table[GOT + seat] = ZERO
    table[STEP] = np.uint64(step)
    if step != 0:
        table[GAVE + own] = gift
        hand_over(table, step)
    start_hand(table, 0, rules)


@kernel
def write_result(table, own, scores, shooter, result):
    """What a finished hand was for seat ``own`` into ``result`` int64 [R] (in place)."""
    taken = table[TAKEN + own]
    result[OWN] = scores[own]
    result[ALL] = scores[0] + scores[1] + scores[2] + scores[3]
    result[SHOOTER] = (shooter - own) & 3 if shooter >= 0 else -1
    result[QUEEN_TAKEN] = 1 if taken & QUEEN != ZERO else 0
    result[CLEAN] = 1 if taken & POINTS == ZERO else 0


@kernel
def play_choices(
    seed, first, purposes, plan, own, step, fixed, gifts, level, style, own_styles, rules,
    totals, pool, most, times, results,
):  # fmt: skip
    """Play every choice on deals ``first`` to ``first + N - 1`` into ``results`` [N, C, R].

    Parameters
    ----------
    purposes : int64 [PURPOSES]
        Streams of the layout, of random play and of the rest of the match.
    plan
        What is known of the hands before the exchange (after it, when ``step`` is 0).
    own, step : int
        The asking seat; seat i gives to seat i + step, 0 for no exchange.
    fixed : uint64 [4]
        Gifts of other seats that are known, else 0.
    gifts : uint64 [C], own_styles : float64 [C, STYLE]
        What the asking seat gives, and what it weighs in play, with each choice.
    level, style : int, float64 [STYLE]
        How all four play, and what the others weigh.
    totals : int64 [4]
        The match so far by seat.
    pool : int64 [K, 5], most, times : int
        For the rest of the match (:mod:`analyzer.games.cupe.kernels.rest`); 0 ``times``: none.
    results : int64 [N, C, R]
        *Modified in place.*
    """
    state = new_stream()
    cards = np.zeros(PACK_SIZE, np.int64)
    needs = np.zeros(4, np.int64)
    owners = np.zeros(PACK_SIZE, np.uint8)
    dealt = np.zeros(4, np.uint64)
    given = np.zeros(4, np.uint64)
    table = np.zeros(TABLE, np.uint64)
    limits = np.zeros(LIMITS, np.uint64)
    scores = np.zeros(4, np.int64)
    after = np.zeros(4, np.int64)
    now = np.zeros(4, np.int64)
    cost = np.zeros((4, 7), np.float64)
    pick = np.zeros((4, 7), np.uint64)
    levels = np.full(4, level)
    styles = np.zeros((4, STYLE), np.float64)
    for seat in range(4):
        styles[seat] = style
    set_limits(rules, limits)
    for i in range(results.shape[0]):
        open_stream(state, seed, purposes[DEAL_STREAM], first + i)
        deal_one(state, plan, cards, needs, owners)
        hands_of(owners, RANKS, dealt)
        start = open_fast(state, seed, purposes[PLAY_STREAM], first + i)
        start = others_give(
            dealt, own, step, fixed, level, style, rules, start, cost, pick, given
        )  # fmt: skip
        rest = open_fast(state, seed, purposes[REST_STREAM], first + i)
        for c in range(results.shape[1]):
            lay_table(table, dealt, given, own, gifts[c], step, rules)
            styles[own] = own_styles[c]
            play_on(table, levels, styles, limits, rules, start)
            shooter = score_hand(table, rules, totals, scores)
            write_result(table, own, scores, shooter, results[i, c])
            if times > 0:
                after[:] = totals
                after += scores
                results[i, c, MATCH] = rest_of_match(
                    after, own, pool, rules, most, times, rest, now, scores
                )


@kernel
def solve_choices(
    seed, first, purposes, plan, own, step, fixed, gifts, style, rules, memory, counters, results
):
    """Whether the asking seat can force the slam with each choice, all cards face up.

    Parameters as for :func:`play_choices`; the others give what simple players would.
    ``memory`` and ``counters`` are those of the search, ``results`` int64 [N, C], 1 or 0: all
    *modified in place*.
    """
    state = new_stream()
    cards = np.zeros(PACK_SIZE, np.int64)
    needs = np.zeros(4, np.int64)
    owners = np.zeros(PACK_SIZE, np.uint8)
    dealt = np.zeros(4, np.uint64)
    given = np.zeros(4, np.uint64)
    table = np.zeros(TABLE, np.uint64)
    limits = np.zeros(LIMITS, np.uint64)
    cost = np.zeros((4, 7), np.float64)
    pick = np.zeros((4, 7), np.uint64)
    played = np.zeros(0, np.uint64)
    needed = slam_cards(rules)
    set_limits(rules, limits)
    for i in range(results.shape[0]):
        open_stream(state, seed, purposes[DEAL_STREAM], first + i)
        deal_one(state, plan, cards, needs, owners)
        hands_of(owners, RANKS, dealt)
        others_give(dealt, own, step, fixed, -1, style, rules, ZERO, cost, pick, given)
        for c in range(results.shape[1]):
            lay_table(table, dealt, given, own, gifts[c], step, rules)
            results[i, c] = can_slam(
                table[HANDS : HANDS + 4],
                own,
                np.int64(table[LEADER]),
                played,
                True,
                False,
                needed,
                limits,
                memory,
                counters,
            )
