"""Layouts seen from one hand: what the players still to speak do, and contracts row by row.

Letters: ``D`` layouts, ``G`` exchanges of side suits, ``R`` = ``RESULTS`` numbers of an answer.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.auction import allowed_calls, simple_call
from analyzer.games.cuatrola.kernels.batch import fill_result, play_hand, question_stream
from analyzer.games.cuatrola.kernels.play import play_tricks
from analyzer.games.cuatrola.kernels.table import (
    AT,
    FAST,
    FORCED,
    HANDS,
    INFO,
    LEADER,
    LOG,
    SETS,
    start_hand,
)
from analyzer.kernels.bits import suit_cards
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import PURPOSE_PLAY, new_stream, open_fast

_SUIT_PLACES = 16


@kernel
def play_each(seed, first, hands, turned, contracts, declarers, rules, levels, out):
    """Play layouts ``first`` to ``first + D - 1`` of ``seed``, each in a contract of its own.

    Parameters: ``hands`` uint64 [D, 4] by seat; ``turned`` the dealer's shown card, a set of
    one; ``contracts`` and ``declarers`` int64 [D] (declarer -1 in a normal hand); ``levels``
    int64 [4] by seat; ``out`` int64 [D, R], the result (*modified in place*).
    """
    stream = new_stream()
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    log = np.zeros((LOG, 2), np.uint64)
    scores = np.zeros(2, np.int64)
    info[FORCED] = 0
    for d in range(hands.shape[0]):
        fast = open_fast(stream, seed, PURPOSE_PLAY, first + d)
        for seat in range(4):
            sets[HANDS + seat] = hands[d, seat]
        sets[FAST] = question_stream(fast, contracts[d], declarers[d])
        play_hand(contracts[d], declarers[d], turned, scores, rules, levels, sets, info, log)
        fill_result(rules, info, out[d])


@kernel
def play_led(seed, first, places, leader, rules, levels, out):
    """Play normal hands of layouts ``first`` and following of ``seed``, led by ``leader``.

    Parameters: ``places`` uint64 [D, 5]; ``levels`` int64 [4] by seat; ``out`` int64 [D, R],
    the result (*modified in place*).  Ties stay as the deal has them.
    """
    stream = new_stream()
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    log = np.zeros((LOG, 2), np.uint64)
    info[FORCED] = 0
    for d in range(places.shape[0]):
        fast = open_fast(stream, seed, PURPOSE_PLAY, first + d)
        for seat in range(4):
            sets[HANDS + seat] = places[d, seat]
        sets[HANDS + 3] |= places[d, 4]
        sets[FAST] = question_stream(fast, codes.NORMAL, -1)
        info[AT] = 0
        start_hand(codes.NORMAL, -1, places[d, 4], rules[codes.DUTIES], False, sets, info)
        info[LEADER] = leader
        play_tricks(rules, levels, sets, info, log)
        fill_result(rules, info, out[d])


@kernel
def finish_declarations(hands, trump, seat, contract, declarer, scores, rules, out):
    """Let the seats from ``seat`` on speak as simple players; the result is ``out`` int64 [D, 2].

    ``hands`` uint64 [D, 4]; ``contract`` of ``declarer`` stands so far; ``scores`` int64 [2]
    are the match points of the pairs.  ``out`` gets contract and declarer (*modified in place*).
    """
    for d in range(hands.shape[0]):
        standing = contract
        holder = declarer
        for speaker in range(seat, codes.SEATS):
            if standing > codes.NORMAL and rules[codes.OVERCALL] == codes.FIRST_CLOSES:
                break
            calls = allowed_calls(standing, scores[speaker & 1], rules)
            call = simple_call(hands[d, speaker], trump, speaker, calls, rules)
            if call > standing:
                standing = call
                holder = speaker
        out[d, 0] = standing
        out[d, 1] = holder


@kernel
def any_call(hands, trump, seat, calls, rules):
    """Whether a simple player in ``seat`` declares with any of the ``hands`` uint64 [D].

    ``calls`` are the contracts that may be declared, as bits.
    """
    for d in range(hands.shape[0]):
        if simple_call(hands[d], trump, seat, calls, rules) != codes.NORMAL:
            return True
    return False


@kernel
def exchange_suits(cards, exchange):
    """A card set with its suits renamed: suit ``s`` becomes ``exchange[s]``, int64 [4]."""
    renamed = np.uint64(0)
    for suit in range(4):
        renamed |= suit_cards(cards, suit) << np.uint64(_SUIT_PLACES * exchange[suit])
    return renamed


@kernel
def exchange_hands(hands, exchange, out):
    """The layouts ``hands`` uint64 [D, 4] with suits renamed, into ``out`` (*in place*)."""
    for d in range(hands.shape[0]):
        for seat in range(4):
            out[d, seat] = exchange_suits(hands[d, seat], exchange)


@kernel
def orbit_sizes(hands, exchanges, out):
    """How many layouts each one stands for, int64 [D] (*in place*); 0 for those stood for.

    ``exchanges`` int64 [G, 4] is a group.  Of the layouts that it turns into each other, the
    one with the lowest hands (seat 0 first) stands for all.
    """
    group = exchanges.shape[0]
    images = np.zeros((group, 4), np.uint64)
    for d in range(hands.shape[0]):
        fixed = 0
        lowest = True
        for g in range(group):
            order = 0
            for seat in range(4):
                images[g, seat] = exchange_suits(hands[d, seat], exchanges[g])
                if order == 0 and images[g, seat] != hands[d, seat]:
                    order = 1 if images[g, seat] > hands[d, seat] else -1
            if order == 0:
                fixed += 1
            elif order < 0:
                lowest = False
        out[d] = group // fixed if lowest else 0
