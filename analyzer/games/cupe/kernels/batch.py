"""Whole hands and whole matches of Cupe, many at a time: from the shuffle to the score."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.exchange import (
    exchange_step,
    hand_over,
    random_gift,
    simple_gift,
)
from analyzer.games.cupe.kernels.legality import LIMITS, POINTS, QUEEN, set_limits
from analyzer.games.cupe.kernels.play import RANDOM, play_on
from analyzer.games.cupe.kernels.scores import (
    half_way,
    lowest_seats,
    match_over,
    score_hand,
    winning_seats,
)
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
from analyzer.kernels.philox import (
    PURPOSE_DEAL,
    PURPOSE_PLAY,
    new_stream,
    open_fast,
    open_stream,
)

SHOOTER = 4
"""Place of an outcome: the seat that made the grand slam, or -1; 0 to 3 are the points."""
QUEEN_TAKER = 5
"""The seat that took the queen of spades."""
CLEAN_SEATS = 6
"""Seats that took no point card, as bits."""
OPENED = 7
"""The seat that opened the hand."""
QUEEN_HELD = 8
"""The seat that held the queen of spades when the hand was opened."""
OUTCOMES = 9
PACK_SIZE = 52
RANKS = 13
RANDOM_GIFT = 8
"""Level of a seat that gives at random and plays as the simple player does."""
HANDS_A_MATCH = 1 << 20
"""Deal numbers set aside for each match: hand h of match m is deal ``m * HANDS_A_MATCH + h``."""


@kernel
def exchange_cards(table, step, levels, styles, rules, fast, cost, pick):
    """All four choose what to give, each from the own hand, then give it; ``table`` in place."""
    for seat in range(4):
        table[GAVE + seat] = ZERO
        table[GOT + seat] = ZERO
    table[STEP] = np.uint64(step)
    if step == 0:
        return fast
    for seat in range(4):
        if levels[seat] == RANDOM or levels[seat] == RANDOM_GIFT:
            table[GAVE + seat], fast = random_gift(table[HANDS + seat], rules, fast)
        else:
            table[GAVE + seat] = simple_gift(table[HANDS + seat], rules, styles[seat], cost, pick)
    hand_over(table, step)
    return fast


@kernel
def write_start(table, outcome):
    """Who opens and who holds the queen into ``outcome`` int64 [OUTCOMES] (in place)."""
    outcome[OPENED] = np.int64(table[LEADER])
    for seat in range(4):
        if table[HANDS + seat] & QUEEN != ZERO:
            outcome[QUEEN_HELD] = seat


@kernel
def write_end(table, shooter, scores, outcome):
    """Scores and what was taken by whom into ``outcome`` int64 [OUTCOMES] (in place)."""
    outcome[:4] = scores
    outcome[SHOOTER] = shooter
    outcome[CLEAN_SEATS] = 0
    for seat in range(4):
        if table[TAKEN + seat] & QUEEN != ZERO:
            outcome[QUEEN_TAKER] = seat
        if table[TAKEN + seat] & POINTS == ZERO:
            outcome[CLEAN_SEATS] |= 1 << seat


@kernel
def play_hands(seed, first, plan, exchanged, totals, levels, styles, rules, outcomes):
    """Play deals ``first`` to ``first + N - 1`` into ``outcomes`` int64 [N, OUTCOMES] (in place).

    ``plan`` says what is known of the four hands (:class:`analyzer.kernels.layouts.Layouts`);
    ``exchanged``: the hands are those after the exchange.  ``totals`` int64 [4] is the match
    so far, ``levels`` int64 [4], ``styles`` float64 [4, STYLE], ``rules`` packed.
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
    set_limits(rules, limits)
    for i in range(outcomes.shape[0]):
        deal = first + i
        step = 0 if exchanged else exchange_step(state, seed, deal, deal, rules)
        open_stream(state, seed, PURPOSE_DEAL, deal)
        deal_one(state, plan, cards, needs, owners)
        hands_of(owners, RANKS, table[:4])
        fast = open_fast(state, seed, PURPOSE_PLAY, deal)
        fast = exchange_cards(table, step, levels, styles, rules, fast, cost, pick)
        start_hand(table, 0, rules)
        write_start(table, outcomes[i])
        play_on(table, levels, styles, limits, rules, fast)
        shooter = score_hand(table, rules, totals, scores)
        write_end(table, shooter, scores, outcomes[i])


@kernel
def play_from(hands, seed, first, levels, styles, rules, outcomes):
    """Play one fixed deal ``N`` times, after the exchange, into ``outcomes`` [N, OUTCOMES].

    ``hands`` uint64 [4]; playout ``first + i`` draws from the stream of that number.
    """
    state = new_stream()
    table = np.zeros(TABLE, np.uint64)
    limits = np.zeros(LIMITS, np.uint64)
    totals = np.zeros(4, np.int64)
    scores = np.zeros(4, np.int64)
    set_limits(rules, limits)
    for i in range(outcomes.shape[0]):
        for seat in range(4):
            table[HANDS + seat] = hands[seat]
        fast = open_fast(state, seed, PURPOSE_PLAY, first + i)
        start_hand(table, 0, rules)
        write_start(table, outcomes[i])
        play_on(table, levels, styles, limits, rules, fast)
        shooter = score_hand(table, rules, totals, scores)
        write_end(table, shooter, scores, outcomes[i])


@kernel
def play_matches(seed, first, plan, most, levels, styles, rules, totals, hands, winners, ahead):
    """Play matches ``first`` to ``first + N - 1`` to their end.

    ``totals`` int64 [N, 4] holds the score to start from and, at the end, the final one;
    ``hands`` int64 [N] the hands played; ``winners`` int64 [N] the winning seats as bits, 0
    for a match not over after ``most`` hands (at most ``HANDS_A_MATCH``); ``ahead`` int64 [N]
    the seats with the lowest total, as bits, when one first reached half of the end.  All
    four are *modified in place*.
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
            hands_of(owners, RANKS, table[:4])
            fast = open_fast(state, seed, PURPOSE_PLAY, deal)
            fast = exchange_cards(table, step, levels, styles, rules, fast, cost, pick)
            start_hand(table, number & 3, rules)
            play_on(table, levels, styles, limits, rules, fast)
            score_hand(table, rules, totals[i], scores)
            number += 1
            for seat in range(4):
                totals[i, seat] += scores[seat]
            if ahead[i] == 0 and half_way(totals[i], rules):
                ahead[i] = lowest_seats(totals[i])
            if match_over(totals[i], rules):
                winners[i] = winning_seats(totals[i], rules)
                break
        hands[i] = number
