"""Rounds of Cruce in three stages: deal and bid, play, score.

Each stage works on a batch, so that each is compiled by itself.  Letters: ``D`` rounds, ``C``
places for calls.  Round ``i`` of a batch is deal ``numbers[i]`` of the seed.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.auction import BID, PASS, STATE, hold_auction
from analyzer.games.cruce.kernels.bidding import choose_trump
from analyzer.games.cruce.kernels.cards import SECOND, spread
from analyzer.games.cruce.kernels.expert import new_mind
from analyzer.games.cruce.kernels.outcome import (
    ANNOUNCED,
    CONTRACT,
    DEALT,
    DECLARER,
    DELTAS,
    DOUBLES,
    MODE,
    POINTS,
    STAKE,
    TRUMP,
    WON,
)
from analyzer.games.cruce.kernels.play import play_tricks
from analyzer.games.cruce.kernels.score import (
    double_callers,
    raised_stake,
    score_round,
    side_totals,
    sides,
)
from analyzer.games.cruce.kernels.steps import begin_round
from analyzer.kernels.bits import ZERO, lowest, suit_mask
from analyzer.kernels.deal import deal_one
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import (
    PURPOSE_PLAY,
    new_stream,
    open_fast,
    open_stream,
    pick_fast,
    step_fast,
    word_fast,
)

DEAL_LIMIT = 1 << 16
"""Deals after which a round is played although it calls for a new deal."""
AUCTION = -1
"""Instead of a contract: the auction decides declarer, contract and mode."""
CHOSEN = -1
"""Instead of a trump suit: the declarer chooses."""
PURPOSE_BID = PURPOSE_PLAY + 4
"""Stream of random calls and random trumps, after one of each seat (which Cruce has no use for)."""


@kernel
def _name_trump(hand, level, rules, fast):
    """The suit that a declarer of a level names with the cards it sees."""
    if level == codes.SIMPLE or level & codes.LEVEL_MASK == codes.EXPERT:
        return choose_trump(hand, rules)
    fast[0] = step_fast(fast[0])
    return pick_fast(word_fast(fast[0]), 4)


@kernel
def _trump_suit(ask, rules, levels, packets, hands, fast, outcome):
    """The trump suit that is named before the first lead, or -1; not for *pe carte*."""
    if ask[3] != CHOSEN:
        return ask[3]
    if rules[codes.TRUMP_BY] == codes.FIRST_LEAD:
        return -1
    declarer = outcome[DECLARER]
    packet = rules[codes.TRUMP_BY] == codes.ON_FIRST_PACKET and rules[codes.TWO_PACKETS]
    hand = packets[declarer] if packet else hands[declarer]
    return _name_trump(hand, levels[declarer], rules, fast)


@kernel
def deal_rounds(
    seed,
    purpose,
    numbers,
    plan,
    fresh,
    asks,
    rules,
    levels,
    model,
    hands,
    drawn,
    shown,
    outcomes,
    calls,
):
    """Deal, hold the auction and settle trump; deal again as long as the rules say so.

    Parameters: ``purpose`` of the deal streams; ``numbers`` int64 [D]; ``plan`` the arrays of
    :class:`analyzer.kernels.layouts.Layouts` for the first deal of each round, ``fresh`` for
    the deals after a double round or after passes only; ``asks`` int64 [D or 1, 4]: declarer,
    contract, mode and trump suit, with ``AUCTION`` as contract or ``CHOSEN`` as trump;
    ``rules`` int64 of :func:`analyzer.games.cruce.codes.kernel_rules`; ``levels`` int64
    [D or 1, 4] by seat; ``model`` what calls are worth, as in
    :func:`analyzer.games.cruce.kernels.auction.hold_auction`.  Results (*modified in place*):
    ``hands`` uint64 [D, 4], whole hands;
    ``drawn`` uint64 [D, 12], the cards of the single places; ``shown`` uint64 [D], the card
    that made trump, or none; ``outcomes`` int64 [D, OUTCOME] up to ``DEALT``; ``calls`` int64
    [D or 1, C], how many and which.
    """
    stream = new_stream()
    other = new_stream()
    fast = np.zeros(1, np.uint64)
    cards = np.zeros(codes.SIZE, np.int64)
    needs = np.zeros(plan[3].shape[0], np.int64)
    places = np.zeros(codes.SIZE, np.uint8)
    packets = np.zeros(4, np.uint64)
    state = np.zeros(STATE, np.int64)
    for d in range(numbers.shape[0]):
        ask = asks[d if asks.shape[0] > 1 else 0]
        level = levels[d if levels.shape[0] > 1 else 0]
        call_row = calls[d if calls.shape[0] > 1 else 0]
        outcome = outcomes[d]
        open_stream(stream, seed, purpose, numbers[d])
        fast[0] = open_fast(other, seed, purpose + PURPOSE_BID, numbers[d])
        outcome[:] = 0
        call_row[:] = 0
        outcome[DECLARER] = ask[0]
        outcome[CONTRACT] = ask[1]
        outcome[MODE] = ask[2]
        stake = 1
        while True:
            source = plan if outcome[DEALT] == 0 else fresh
            deal_one(stream, source, cards, needs, places)
            spread(places, rules[codes.PLAYERS], rules[codes.HAND], packets, hands[d], drawn[d])
            outcome[DEALT] += 1
            last = outcome[DEALT] >= DEAL_LIMIT
            callers = 0 if last else double_callers(hands[d], rules)
            # Whole hands are looked at as soon as they are there: before the auction if all
            # cards come at once, after it if not, so that a deal may end with passes only.
            early = not rules[codes.TWO_PACKETS]
            if ask[1] == AUCTION and not (early and callers > 0):
                seen = hands[d] if early else packets
                declarer, call = hold_auction(seen, rules, level, model, fast, call_row, state)
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
        shown[d] = settle_trump(ask, rules, level, packets, hands[d], drawn[d], fast, outcome)


@kernel
def settle_trump(ask, rules, levels, packets, hands, drawn, fast, outcome):
    """Trump and stake of a round that is dealt and bid; the card that made trump, or none.

    ``packets``, ``hands`` uint64 [4]; ``drawn`` uint64 [12]; ``outcome`` int64 [OUTCOME],
    *modified in place*.
    """
    if outcome[MODE] == 0:
        outcome[TRUMP] = _trump_suit(ask, rules, levels, packets, hands, fast, outcome)
        return ZERO
    half = SECOND // rules[codes.PLAYERS]
    shown = drawn[outcome[DECLARER] * half + outcome[MODE] - 1]
    outcome[TRUMP] = lowest(shown) >> 4
    outcome[STAKE] *= rules[codes.BLIND_MULTIPLIER]
    return shown


@kernel
def play_hands(
    seed, purpose, numbers, hands, drawn, shown, opening, rules, levels, outcomes, results, traces
):
    """Play the tricks of rounds that are dealt and bid.

    Parameters: as in :func:`deal_rounds`, whose results are read (``hands`` are kept);
    ``opening`` the card that the declarer leads first, or none: it chooses.  Results
    (*modified in place*): ``TRUMP`` in ``outcomes``; ``results`` int64 [D, 3, 4] as in
    :mod:`analyzer.games.cruce.kernels.steps`; ``traces`` uint64 [D or 1, 24, TRACE].
    """
    other = new_stream()
    fast = np.zeros(1, np.uint64)
    facts = np.zeros(at.FACTS, np.uint64)
    table = np.zeros(at.TABLE, np.int64)
    held = np.zeros(4, np.uint64)
    thought = np.array([np.uint64(seed), ZERO])
    mind = new_mind()
    for d in range(numbers.shape[0]):
        fast[0] = open_fast(other, seed, purpose + PURPOSE_PLAY, numbers[d])
        suit = outcomes[d, TRUMP]
        trumps = suit_mask(suit) if suit >= 0 else ZERO
        leader, contract = outcomes[d, DECLARER], outcomes[d, CONTRACT]
        held[:] = hands[d]
        thought[1] = np.uint64(numbers[d])
        begin_round(leader, trumps, shown[d], contract, rules, facts, table, results[d])
        play_tricks(
            held,
            drawn[d],
            opening,
            rules,
            levels[d if levels.shape[0] > 1 else 0],
            fast,
            thought,
            facts,
            table,
            results[d],
            traces[d if traces.shape[0] > 1 else 0],
            mind,
        )
        outcomes[d, TRUMP] = lowest(facts[at.TRUMPS]) >> 4


@kernel
def score_rounds(results, rules, outcomes):
    """Score rounds that have been played: the places from ``POINTS`` of ``outcomes`` on.

    ``results`` int64 [D, 3, 4] of :func:`play_hands`; ``outcomes`` int64 [D, OUTCOME],
    *modified in place*.
    """
    count = sides(rules)
    for d in range(outcomes.shape[0]):
        outcome = outcomes[d]
        points = outcome[POINTS : POINTS + 4]
        side_totals(results[d], rules, points, outcome[WON : WON + 4])
        score_round(
            points,
            outcome[CONTRACT],
            outcome[DECLARER] % count,
            outcome[STAKE],
            rules,
            outcome[DELTAS : DELTAS + 4],
        )
        outcome[ANNOUNCED : ANNOUNCED + 4] = 0
        for seat in range(rules[codes.PLAYERS]):
            outcome[ANNOUNCED + seat % count] += results[d, 1, seat]
