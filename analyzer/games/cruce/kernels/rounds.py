"""Whole rounds of Cruce, from the shuffle to the score, and matches to their end.

Letters: ``D`` deals, ``M`` matches, ``C`` places for calls.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.auction import BID, PASS, hold_auction
from analyzer.games.cruce.kernels.bidding import choose_trump
from analyzer.games.cruce.kernels.cards import SECOND, spread
from analyzer.games.cruce.kernels.play import play_tricks
from analyzer.games.cruce.kernels.score import (
    double_callers,
    match_winner,
    raised_stake,
    score_round,
    side_totals,
    sides,
)
from analyzer.kernels.bits import ZERO, lowest, suit_mask
from analyzer.kernels.deal import deal_one
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import (
    PURPOSE_DEAL,
    PURPOSE_MATCH,
    PURPOSE_PLAY,
    below,
    new_stream,
    open_fast,
    open_stream,
    pick_fast,
    step_fast,
    word_fast,
)

DECLARER = 0
CONTRACT = 1
MODE = 2
"""0: trump from the hand; k: the k-th card of the declarer's second packet."""
TRUMP = 3
STAKE = 4
"""Stake of the round played: of its double rounds, and of *pe carte*."""
DOUBLES = 5
"""Double rounds called before the round played."""
DEALT = 6
"""Deals until the round was played."""
POINTS = 7
"""Four places: card points with announcements, by side."""
DELTAS = 11
"""Four places: big points gained or lost, by side."""
WON = 15
"""Four places: tricks, by side."""
ANNOUNCED = 19
"""Four places: announcement points made, by side."""
OUTCOME = 23
"""Places of a round's outcome."""

ROUND_LIMIT = 1 << 14
"""Rounds after which a match is given up without a winner."""
DEAL_LIMIT = 1 << 16
"""Deals after which a round is played although it calls for a new deal."""

AUCTION = -1
"""Instead of a contract: the auction decides declarer, contract and mode."""
CHOSEN = -1
"""Instead of a trump suit: the declarer chooses."""


@kernel
def new_desk():
    """Work space for rounds, to be used by one thread at a time."""
    return (
        np.zeros(codes.SIZE, np.int64),
        np.zeros(4 + SECOND, np.int64),
        np.zeros(codes.SIZE, np.uint8),
        np.zeros((3, 4), np.uint64),
        np.zeros(SECOND, np.uint64),
        np.zeros(1, np.uint64),
        np.zeros(at.FACTS, np.uint64),
        np.zeros(at.TABLE, np.int64),
        np.zeros((3, 4), np.int64),
        np.zeros((3, 4), np.int64),
        new_stream(),
        new_stream(),
    )


@kernel
def _deal(stream, plan, desk, rules):
    """Deal one layout from an open stream into the desk's packets, hands and single cards."""
    cards, needs, places, held, drawn = desk[0], desk[1], desk[2], desk[3], desk[4]
    deal_one(stream, plan, cards, needs[: plan[3].shape[0]], places)
    spread(places, rules[codes.PLAYERS], rules[codes.HAND], held[0], held[1], drawn)


@kernel
def _name_trump(hand, level, rules, fast):
    """The suit that a declarer of a level names with the cards it sees."""
    if level == codes.SIMPLE:
        return choose_trump(hand, rules)
    fast[0] = step_fast(fast[0])
    return pick_fast(word_fast(fast[0]), 4)


@kernel
def _settle(stream, plan, fresh, ask, rules, levels, desk, calls, outcome):
    """Deal, and deal again, until a round is to be played: declarer, contract, mode, stake.

    Known cards (``plan``) hold for the first deal; a new deal is a ``fresh`` one.
    """
    held, fast = desk[3], desk[5]
    stake = 1
    outcome[:] = 0
    calls[:] = 0
    outcome[DECLARER] = ask[0]
    outcome[CONTRACT] = ask[1]
    outcome[MODE] = ask[2]
    again = False
    while True:
        if again:
            _deal(stream, fresh, desk, rules)
        else:
            _deal(stream, plan, desk, rules)
        again = True
        outcome[DEALT] += 1
        last = outcome[DEALT] >= DEAL_LIMIT
        callers = 0 if last else double_callers(held[1], rules)
        # Whole hands are looked at as soon as they are there: before the auction if all cards
        # are dealt at once, after it if not, so that all passes may come first.
        early = not rules[codes.TWO_PACKETS]
        if ask[1] == AUCTION and not (early and callers > 0):
            seen = held[1] if early else held[0]
            declarer, call = hold_auction(seen, rules, levels, fast, calls)
            outcome[DECLARER] = declarer
            outcome[CONTRACT] = call // BID
            outcome[MODE] = call % BID
            if call == PASS and rules[codes.ALL_PASS] == codes.REDEAL and not last:
                continue
        if callers == 0:
            break
        stake = raised_stake(stake, callers, rules)
        outcome[DOUBLES] += 1
    outcome[STAKE] = stake


@kernel
def _trump_of(ask, rules, levels, desk, outcome):
    """Mask of the trump suit before the first lead, empty if that lead makes it; card shown."""
    declarer = outcome[DECLARER]
    mode = outcome[MODE]
    if mode > 0:
        shown = desk[4][declarer * (SECOND // rules[codes.PLAYERS]) + mode - 1]
        return suit_mask(lowest(shown) >> 4), shown
    if ask[3] != CHOSEN:
        return suit_mask(ask[3]), ZERO
    if rules[codes.TRUMP_BY] == codes.FIRST_LEAD:
        return ZERO, ZERO
    held = desk[3]
    packet = rules[codes.TRUMP_BY] == codes.ON_FIRST_PACKET and rules[codes.TWO_PACKETS]
    hand = held[0, declarer] if packet else held[1, declarer]
    return suit_mask(_name_trump(hand, levels[declarer], rules, desk[5])), ZERO


@kernel
def play_round(stream, plan, fresh, ask, rules, levels, desk, outcome, calls, trace):
    """One round from an open deal stream: deals, auction, trump, tricks, score.

    Parameters: ``ask`` int64 [4]: declarer, contract, mode and trump suit, or ``AUCTION`` as
    contract and ``CHOSEN`` as trump; ``desk`` work space of :func:`new_desk`, whose fast stream
    is open; ``outcome`` int64 [OUTCOME], ``calls`` int64 [C] and ``trace`` uint64 [24, 2] are
    results (*modified in place*).  The rest as in :func:`play_rounds`.
    """
    held, drawn, fast, facts, table = desk[3], desk[4], desk[5], desk[6], desk[7]
    result, totals = desk[8], desk[9]
    _settle(stream, plan, fresh, ask, rules, levels, desk, calls, outcome)
    trumps, shown = _trump_of(ask, rules, levels, desk, outcome)
    declarer = outcome[DECLARER]
    held[2] = held[1]
    play_tricks(
        held[2],
        drawn,
        declarer,
        trumps,
        trumps != ZERO,
        shown,
        rules,
        levels,
        fast,
        facts,
        table,
        result,
        trace,
    )
    outcome[TRUMP] = lowest(facts[at.TRUMPS]) >> 4
    if outcome[MODE] > 0:
        outcome[STAKE] *= rules[codes.BLIND_MULTIPLIER]
    side_totals(result, rules, totals[0], totals[1])
    count = sides(rules)
    score_round(
        totals[0], outcome[CONTRACT], declarer % count, outcome[STAKE], rules, totals[2]
    )
    outcome[POINTS : POINTS + 4] = totals[0]
    outcome[DELTAS : DELTAS + 4] = totals[2]
    outcome[WON : WON + 4] = totals[1]
    for seat in range(rules[codes.PLAYERS]):
        outcome[ANNOUNCED + seat % count] += result[1, seat]


@kernel
def play_rounds(seed, first, plan, fresh, asks, rules, levels, desk, outcomes, calls, traces):
    """Rounds of the deals ``first`` to ``first + D - 1`` of ``seed``.

    Parameters: ``plan`` the first deal of each round as the arrays of
    :class:`analyzer.kernels.layouts.Layouts`, ``fresh`` the deals after a double round or
    after passes only; ``asks`` int64 [A, 4] contracts to be played with each deal, a row as in
    :func:`play_round`; ``rules`` int64 of :func:`analyzer.games.cruce.codes.kernel_rules`;
    ``levels`` int64 [4] by seat; ``desk`` of :func:`new_desk`; ``outcomes`` int64 [D, A, OUTCOME],
    ``calls`` int64 [D or 1, C] and ``traces`` uint64 [D or 1, 24, 2] are results (*modified in
    place*); with one row, they are those of the last round.
    """
    stream, other = desk[10], desk[11]
    for d in range(outcomes.shape[0]):
        row = d if traces.shape[0] > 1 else 0
        for a in range(asks.shape[0]):
            open_stream(stream, seed, PURPOSE_DEAL, first + d)
            desk[5][0] = open_fast(other, seed, PURPOSE_PLAY, first + d)
            play_round(
                stream,
                plan,
                fresh,
                asks[a],
                rules,
                levels,
                desk,
                outcomes[d, a],
                calls[row],
                traces[row],
            )


@kernel
def play_matches(seed, first, fresh, rules, levels, desk, totals, rounds, winners):
    """Matches ``first`` to ``first + M - 1`` of ``seed``, from a random dealer to their end.

    Parameters: ``levels`` int64 [4] by player; player 0 is in side 0.  ``totals`` int64 [M, 4]
    big points by side, ``rounds`` int64 [M], ``winners`` int64 [M] the side that won, or -1
    for a match given up after ``ROUND_LIMIT`` rounds: results (*modified in place*).
    Round ``r`` of match ``m`` is deal ``m * ROUND_LIMIT + r`` of the match's purpose.
    """
    stream, other = desk[10], desk[11]
    ask = np.array([0, AUCTION, 0, CHOSEN])
    outcome = np.zeros(OUTCOME, np.int64)
    calls = np.zeros(1, np.int64)
    trace = np.zeros((codes.SIZE, 2), np.uint64)
    seated = np.zeros(4, np.int64)
    players = rules[codes.PLAYERS]
    count = sides(rules)
    for m in range(winners.shape[0]):
        totals[m] = 0
        winners[m] = -1
        open_stream(stream, seed, PURPOSE_MATCH, first + m)
        dealer = below(stream, players)
        r = 0
        while winners[m] < 0 and r < ROUND_LIMIT:
            for seat in range(players):
                seated[seat] = levels[(dealer + 1 + seat) % players]
            number = (first + m) * ROUND_LIMIT + r
            open_stream(stream, seed, PURPOSE_MATCH + 1, number)
            desk[5][0] = open_fast(other, seed, PURPOSE_MATCH + 2, number)
            play_round(stream, fresh, fresh, ask, rules, seated, desk, outcome, calls, trace)
            for side in range(count):
                totals[m, (dealer + 1 + side) % count] += outcome[DELTAS + side]
            winners[m] = match_winner(totals[m], rules)
            dealer = (dealer + 1) % players
            r += 1
        rounds[m] = r
