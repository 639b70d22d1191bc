"""Single hands of Cupe with every card written down: the same cards as the batch kernels play."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.batch import PACK_SIZE, RANKS, write_end, write_start
from analyzer.games.cupe.kernels.choices import (
    DEAL_STREAM,
    MATCH,
    PLAY_STREAM,
    REST_STREAM,
    lay_table,
    others_give,
    write_result,
)
from analyzer.games.cupe.kernels.exchange import exchange_step
from analyzer.games.cupe.kernels.expert import new_thoughts
from analyzer.games.cupe.kernels.expert_batch import GIFT_ROOM, choose_card, choose_gifts
from analyzer.games.cupe.kernels.expert_gift import ready_table
from analyzer.games.cupe.kernels.legality import LIMITS, set_limits
from analyzer.games.cupe.kernels.moves import put_card, seat_to_act
from analyzer.games.cupe.kernels.play import EXPERT
from analyzer.games.cupe.kernels.rest import rest_of_match
from analyzer.games.cupe.kernels.scores import score_hand
from analyzer.games.cupe.kernels.table import TABLE
from analyzer.kernels.bits import ZERO, lowest
from analyzer.kernels.deal import deal_one, hands_of
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import (
    PURPOSE_DEAL,
    PURPOSE_PLAY,
    new_stream,
    open_fast,
    open_stream,
)


@kernel
def _log_tricks(
    table, levels, layouts, totals, styles, minds, limits, rules, seed, deal, fast, thoughts, log
):
    """Play the hand out; seats and card bits into ``log`` int64 [52, 2] (in place)."""
    for i in range(PACK_SIZE):
        card, fast = choose_card(
            table, levels, layouts, totals, styles, minds, limits, rules, seed, deal, fast,
            thoughts,
        )  # fmt: skip
        log[i, 0] = seat_to_act(table)
        log[i, 1] = lowest(card)
        put_card(table, card, limits)


@kernel
def log_hand(
    seed, deal, plan, totals, levels, layouts, styles, minds, rules, hands, given, log, outcome
):
    """Deal ``deal`` of a seed as :func:`play_expert_hands` and ``play_hands`` play it.

    ``hands`` and ``given`` uint64 [4], ``log`` int64 [52, 2] and ``outcome`` int64 [OUTCOMES] are
    *modified in place*: hands before the exchange, gifts, seat and card of each play, the end.
    """
    state = new_stream()
    cards = np.zeros(PACK_SIZE, np.int64)
    needs = np.zeros(4, np.int64)
    owners = np.zeros(PACK_SIZE, np.uint8)
    table = np.zeros(TABLE, np.uint64)
    limits = np.zeros(LIMITS, np.uint64)
    scores = np.zeros(4, np.int64)
    cost = np.zeros((4, 7), np.float64)
    pick = np.zeros((4, 7), np.uint64)
    thoughts = new_thoughts(GIFT_ROOM * max(1, layouts.max()))
    set_limits(rules, limits)
    step = exchange_step(state, seed, deal, deal, rules)
    open_stream(state, seed, PURPOSE_DEAL, deal)
    deal_one(state, plan, cards, needs, owners)
    hands_of(owners, RANKS, hands)
    fast = open_fast(state, seed, PURPOSE_PLAY, deal)
    given[:] = ZERO
    fast = choose_gifts(
        hands, given, step, 0, levels, layouts, totals, styles, minds, limits, rules, seed, deal,
        fast, cost, pick, thoughts,
    )  # fmt: skip
    ready_table(table, hands, given, step, 0, rules)
    write_start(table, outcome)
    _log_tricks(
        table, levels, layouts, totals, styles, minds, limits, rules, seed, deal, fast, thoughts,
        log,
    )  # fmt: skip
    shooter = score_hand(table, rules, totals, scores)
    write_end(table, shooter, scores, outcome)


@kernel
def log_choice(
    seed, deal, purposes, plan, own, step, fixed, first_gift, gift, level, layouts, styles, minds,
    rules, totals, pool, most, times, dealt, given, log, result,
):  # fmt: skip
    """Deal ``deal`` as :func:`play_choices` and ``play_expert_choices`` play it after one choice.

    ``first_gift`` is that of the first choice, beside which the others choose theirs; ``styles``
    and ``minds`` have those of the choice in the place of seat ``own``; ``level`` and ``layouts``
    are everybody's.  ``dealt`` and ``given`` uint64 [4], ``log`` int64 [52, 2] and ``result``
    int64 [RESULTS] are *modified in place*.
    """
    state = new_stream()
    cards = np.zeros(PACK_SIZE, np.int64)
    needs = np.zeros(4, np.int64)
    owners = np.zeros(PACK_SIZE, np.uint8)
    table = np.zeros(TABLE, np.uint64)
    limits = np.zeros(LIMITS, np.uint64)
    scores = np.zeros(4, np.int64)
    now = np.zeros(4, np.int64)
    cost = np.zeros((4, 7), np.float64)
    pick = np.zeros((4, 7), np.uint64)
    levels = np.full(4, level)
    counts = np.full(4, layouts)
    thoughts = new_thoughts(GIFT_ROOM * max(1, layouts))
    set_limits(rules, limits)
    open_stream(state, seed, purposes[DEAL_STREAM], deal)
    deal_one(state, plan, cards, needs, owners)
    hands_of(owners, RANKS, dealt)
    other = (own + 1) & 3
    fast = ZERO
    if level == EXPERT:
        given[:] = fixed
        if step != 0:
            given[own] = first_gift
            choose_gifts(
                dealt, given, step, 0, levels, counts, totals, styles, minds, limits, rules, seed,
                deal, ZERO, cost, pick, thoughts,
            )  # fmt: skip
    else:
        fast = open_fast(state, seed, purposes[PLAY_STREAM], deal)
        fast = others_give(
            dealt, own, step, fixed, level, styles[other], rules, fast, cost, pick, given
        )
    lay_table(table, dealt, given, own, gift, step, rules)
    given[own] = gift
    _log_tricks(
        table, levels, counts, totals, styles, minds, limits, rules, seed, deal, fast, thoughts, log
    )
    shooter = score_hand(table, rules, totals, scores)
    write_result(table, own, scores, shooter, result)
    if times > 0:
        rest = open_fast(state, seed, purposes[REST_STREAM], deal)
        now[:] = totals
        now += scores
        after = now.copy()
        result[MATCH] = rest_of_match(after, own, pool, rules, most, times, rest, now, scores)
