"""Whole hands and matches of Cupe at which some seats are experts."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.batch import (
    HANDS_A_MATCH,
    PACK_SIZE,
    RANDOM_GIFT,
    RANKS,
    write_end,
    write_start,
)
from analyzer.games.cupe.kernels.exchange import exchange_step, random_gift, simple_gift
from analyzer.games.cupe.kernels.expert import expert_card, new_thoughts
from analyzer.games.cupe.kernels.expert_gift import expert_gift, ready_table
from analyzer.games.cupe.kernels.legality import LIMITS, set_limits
from analyzer.games.cupe.kernels.moves import legal_cards, put_card, seat_to_act
from analyzer.games.cupe.kernels.play import EXPERT, RANDOM, TRICKS, trick_so_far
from analyzer.games.cupe.kernels.scores import (
    half_way,
    lowest_seats,
    match_over,
    score_hand,
    winning_seats,
)
from analyzer.games.cupe.kernels.simple import simple_card
from analyzer.games.cupe.kernels.table import COUNT, NUMBER, TABLE
from analyzer.kernels.bits import ONE, ZERO
from analyzer.kernels.deal import deal_one, hands_of
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import (
    PURPOSE_DEAL,
    PURPOSE_PLAY,
    new_stream,
    open_fast,
    open_stream,
    step_fast,
    word_fast,
)
from analyzer.players.chance import random_card

GIFT_ROOM = 4
"""Layouts for the exchange that there is room for, for each layout of a card."""


@kernel
def choose_card(
    table, levels, layouts, totals, styles, minds, limits, rules, seed, deal, fast, thoughts
):
    """The card that the seat to act plays at its level, and the fast stream after it.

    ``levels`` and ``layouts`` int64 [4]; the other parameters are those of
    :func:`analyzer.games.cupe.kernels.expert.expert_card`, with ``minds`` float64 [4, MIND].
    """
    seat = seat_to_act(table)
    led, best, taker, trick = trick_so_far(table)
    legal = legal_cards(table, led, limits)
    card = legal
    if legal & (legal - ONE) != ZERO:
        if levels[seat] == RANDOM:
            fast = step_fast(fast)
            card = random_card(legal, word_fast(fast))
        elif levels[seat] == EXPERT:
            card = expert_card(
                table, seat, legal, layouts[seat], totals, styles, minds[seat], limits, rules,
                seed, deal, thoughts,
            )  # fmt: skip
        else:
            card = simple_card(
                table, seat, legal, np.int64(table[COUNT]), led, best, taker, trick, limits,
                rules, styles[seat],
            )  # fmt: skip
    return card, fast


@kernel
def play_tricks(
    table, levels, layouts, totals, styles, minds, limits, rules, seed, deal, fast, thoughts
):
    """Play the rest of the hand, each seat at its level; ``table`` *modified in place*.

    Parameters as for :func:`choose_card`; returns the fast stream of random players.
    """
    while table[NUMBER] < np.uint64(TRICKS):
        card, fast = choose_card(
            table, levels, layouts, totals, styles, minds, limits, rules, seed, deal, fast,
            thoughts,
        )  # fmt: skip
        put_card(table, card, limits)
    return fast


@kernel
def choose_gifts(
    hands, given, step, first, levels, layouts, totals, styles, minds, limits, rules, seed, deal,
    fast, cost, pick, thoughts,
):  # fmt: skip
    """What each seat gives into ``given`` uint64 [4] (in place), where it is still empty."""
    for seat in range(4):
        if step == 0 or given[seat] != ZERO:
            continue
        if levels[seat] == RANDOM or levels[seat] == RANDOM_GIFT:
            given[seat], fast = random_gift(hands[seat], rules, fast)
        elif levels[seat] == EXPERT:
            given[seat] = expert_gift(
                hands[seat], seat, step, first, layouts[seat], totals, styles, minds[seat], limits,
                rules, seed, deal, cost, pick, thoughts,
            )  # fmt: skip
        else:
            given[seat] = simple_gift(hands[seat], rules, styles[seat], cost, pick)
    return fast


@kernel
def play_expert_hands(
    seed, first, plan, exchanged, totals, levels, layouts, styles, minds, rules, outcomes
):
    """:func:`analyzer.games.cupe.kernels.batch.play_hands` with experts at the table.

    ``layouts`` int64 [4] says how many an expert of each seat imagines, ``minds`` float64
    [4, MIND] how.
    """
    state = new_stream()
    cards = np.zeros(PACK_SIZE, np.int64)
    needs = np.zeros(4, np.int64)
    owners = np.zeros(PACK_SIZE, np.uint8)
    hands = np.zeros(4, np.uint64)
    given = np.zeros(4, np.uint64)
    table = np.zeros(TABLE, np.uint64)
    limits = np.zeros(LIMITS, np.uint64)
    scores = np.zeros(4, np.int64)
    cost = np.zeros((4, 7), np.float64)
    pick = np.zeros((4, 7), np.uint64)
    thoughts = new_thoughts(GIFT_ROOM * layouts.max())
    set_limits(rules, limits)
    for i in range(outcomes.shape[0]):
        deal = first + i
        step = 0 if exchanged else exchange_step(state, seed, deal, deal, rules)
        open_stream(state, seed, PURPOSE_DEAL, deal)
        deal_one(state, plan, cards, needs, owners)
        hands_of(owners, RANKS, hands)
        fast = open_fast(state, seed, PURPOSE_PLAY, deal)
        given[:] = ZERO
        fast = choose_gifts(
            hands, given, step, 0, levels, layouts, totals, styles, minds, limits, rules, seed,
            deal, fast, cost, pick, thoughts,
        )  # fmt: skip
        ready_table(table, hands, given, step, 0, rules)
        write_start(table, outcomes[i])
        play_tricks(
            table, levels, layouts, totals, styles, minds, limits, rules, seed, deal, fast, thoughts
        )
        shooter = score_hand(table, rules, totals, scores)
        write_end(table, shooter, scores, outcomes[i])


@kernel
def play_expert_matches(
    seed, first, plan, most, levels, layouts, styles, minds, rules, totals, hands_played, winners,
    ahead,
):  # fmt: skip
    """:func:`analyzer.games.cupe.kernels.batch.play_matches` with experts at the table."""
    state = new_stream()
    cards = np.zeros(PACK_SIZE, np.int64)
    needs = np.zeros(4, np.int64)
    owners = np.zeros(PACK_SIZE, np.uint8)
    hands = np.zeros(4, np.uint64)
    given = np.zeros(4, np.uint64)
    table = np.zeros(TABLE, np.uint64)
    limits = np.zeros(LIMITS, np.uint64)
    scores = np.zeros(4, np.int64)
    cost = np.zeros((4, 7), np.float64)
    pick = np.zeros((4, 7), np.uint64)
    thoughts = new_thoughts(GIFT_ROOM * layouts.max())
    set_limits(rules, limits)
    for i in range(totals.shape[0]):
        winners[i] = 0
        ahead[i] = 0
        number = 0
        while number < most:
            deal = (first + i) * HANDS_A_MATCH + number
            step = exchange_step(state, seed, deal, number, rules)
            open_stream(state, seed, PURPOSE_DEAL, deal)
            deal_one(state, plan, cards, needs, owners)
            hands_of(owners, RANKS, hands)
            fast = open_fast(state, seed, PURPOSE_PLAY, deal)
            given[:] = ZERO
            opener = number & 3
            fast = choose_gifts(
                hands, given, step, opener, levels, layouts, totals[i], styles, minds, limits,
                rules, seed, deal, fast, cost, pick, thoughts,
            )  # fmt: skip
            ready_table(table, hands, given, step, opener, rules)
            play_tricks(
                table, levels, layouts, totals[i], styles, minds, limits, rules, seed, deal,
                fast, thoughts,
            )  # fmt: skip
            score_hand(table, rules, totals[i], scores)
            number += 1
            for seat in range(4):
                totals[i, seat] += scores[seat]
            if ahead[i] == 0 and half_way(totals[i], rules):
                ahead[i] = lowest_seats(totals[i])
            if match_over(totals[i], rules):
                winners[i] = winning_seats(totals[i], rules)
                break
        hands_played[i] = number
