"""Hands of Cupe in which one seat has a choice, all four seats being experts.

Letters as in :mod:`analyzer.games.cupe.kernels.choices`.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.batch import PACK_SIZE, RANKS
from analyzer.games.cupe.kernels.choices import (
    DEAL_STREAM,
    MATCH,
    REST_STREAM,
    lay_table,
    write_result,
)
from analyzer.games.cupe.kernels.expert import MIND, new_thoughts
from analyzer.games.cupe.kernels.expert_batch import GIFT_ROOM, choose_gifts, play_tricks
from analyzer.games.cupe.kernels.judgement import STYLE
from analyzer.games.cupe.kernels.legality import LIMITS, set_limits
from analyzer.games.cupe.kernels.play import EXPERT
from analyzer.games.cupe.kernels.rest import rest_of_match
from analyzer.games.cupe.kernels.scores import score_hand
from analyzer.games.cupe.kernels.table import TABLE
from analyzer.kernels.bits import ZERO
from analyzer.kernels.deal import deal_one, hands_of
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import new_stream, open_fast, open_stream


@kernel
def play_expert_choices(
    seed, first, purposes, plan, own, step, fixed, gifts, layouts, style, mind, own_minds,
    rules, totals, pool, most, times, results,
):  # fmt: skip
    """:func:`analyzer.games.cupe.kernels.choices.play_choices` for experts.

    ``layouts`` says how many each of them imagines for a card, ``mind`` float64 [MIND] how the
    others think, ``own_minds`` float64 [C, MIND] how the asking seat does with each choice.  The
    others give as experts; what a seat gives does not depend on what the asking seat gives.
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
    levels = np.full(4, EXPERT)
    counts = np.full(4, layouts)
    styles = np.zeros((4, STYLE), np.float64)
    minds = np.zeros((4, MIND), np.float64)
    thoughts = new_thoughts(GIFT_ROOM * layouts)
    for seat in range(4):
        styles[seat] = style
        minds[seat] = mind
    set_limits(rules, limits)
    for i in range(results.shape[0]):
        deal = first + i
        open_stream(state, seed, purposes[DEAL_STREAM], deal)
        deal_one(state, plan, cards, needs, owners)
        hands_of(owners, RANKS, dealt)
        given[:] = fixed
        if step != 0:
            given[own] = gifts[0]
            choose_gifts(
                dealt, given, step, 0, levels, counts, totals, styles, minds, limits, rules,
                seed, deal, ZERO, cost, pick, thoughts,
            )  # fmt: skip
        rest = open_fast(state, seed, purposes[REST_STREAM], deal)
        for c in range(results.shape[1]):
            lay_table(table, dealt, given, own, gifts[c], step, rules)
            minds[own] = own_minds[c]
            play_tricks(
                table, levels, counts, totals, styles, minds, limits, rules, seed, deal, ZERO,
                thoughts,
            )  # fmt: skip
            shooter = score_hand(table, rules, totals, scores)
            write_result(table, own, scores, shooter, results[i, c])
            if times > 0:
                after[:] = totals
                after += scores
                results[i, c, MATCH] = rest_of_match(
                    after, own, pool, rules, most, times, rest, now, scores
                )
