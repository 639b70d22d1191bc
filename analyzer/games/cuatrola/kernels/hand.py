"""Layouts seen from one hand: what the players still to speak do, and contracts row by row.

Letters: ``D`` layouts, ``G`` exchanges of side suits, ``R`` = ``RESULTS`` numbers of an answer.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.auction import allowed_calls, closed
from analyzer.games.cuatrola.kernels.batch import fill_result, open_hand, question_stream
from analyzer.games.cuatrola.kernels.calling import best_call
from analyzer.games.cuatrola.kernels.features import FEATURES
from analyzer.games.cuatrola.kernels.play import play_tricks
from analyzer.games.cuatrola.kernels.table import (
    FAST,
    FORCED,
    HANDS,
    INFO,
    LEADER,
    LOG,
    SETS,
)
from analyzer.kernels.bits import suit_cards
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import PURPOSE_PLAY, new_stream, open_fast

_SUIT_PLACES = 16


@kernel
def play_each(
    seed, numbers, hands, turned, contracts, declarers, scores, rules, levels, leader, out
):
    """Play the deals ``numbers`` int64 [D] of ``seed``, each in a contract of its own.

    Parameters: ``hands`` uint64 [D, 4] by seat; ``turned`` uint64 [D], the dealer's shown card;
    ``contracts`` and ``declarers`` int64 [D] (declarer -1 in a normal hand; ``AUCTION`` leaves
    it to the declarations, at ``scores`` int64 [2]); ``levels`` int64 [4] by seat; ``leader``
    leads first, -1: whom the rules name; ``out`` int64 [D, R], the result (*modified in place*).
    """
    stream = new_stream()
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    log = np.zeros((LOG, 2), np.uint64)
    info[FORCED] = 0
    for d in range(hands.shape[0]):
        fast = open_fast(stream, seed, PURPOSE_PLAY, numbers[d])
        for seat in range(codes.SEATS):
            sets[HANDS + seat] = hands[d, seat]
        sets[FAST] = question_stream(fast, contracts[d], declarers[d])
        open_hand(contracts[d], declarers[d], turned[d], scores, rules, levels, sets, info, log)
        if leader >= 0:
            info[LEADER] = leader
        play_tricks(rules, levels, sets, info, log)
        fill_result(rules, info, out[d])


@kernel
def finish_declarations(hands, turned, seat, contract, declarer, scores, level, rules, out):
    """Let the seats from ``seat`` on speak at a level; the result is ``out`` int64 [D, 6].

    ``hands`` uint64 [D, 4]; ``turned`` the dealer's card, a set of one; ``contract`` of
    ``declarer`` stands so far; ``scores`` int64 [2] are the match points of the pairs.  ``out``
    gets contract and declarer, and what each seat called plus one, 0 where it did not speak
    (*modified in place*).
    """
    x = np.zeros(FEATURES, np.int64)
    for d in range(hands.shape[0]):
        standing = contract
        holder = declarer
        out[d] = 0
        for speaker in range(seat, codes.SEATS):
            if closed(standing, rules):
                break
            calls = allowed_calls(standing, scores[speaker & 1], rules)
            call = codes.NORMAL
            if calls != 1:
                call = best_call(
                    hands[d, speaker], turned, speaker, calls, standing, holder, scores, level,
                    rules, x,
                )  # fmt: skip
            out[d, 2 + speaker] = call + 1
            if call > standing:
                standing = call
                holder = speaker
        out[d, 0] = standing
        out[d, 1] = holder


@kernel
def any_call(hands, turned, seat, calls, standing, holder, scores, level, rules):
    """Whether a player in ``seat`` declares with any of the ``hands`` uint64 [D].

    ``calls`` are the contracts that may be declared, as bits; the rest is as in
    :func:`analyzer.games.cuatrola.kernels.calling.best_call`.
    """
    x = np.zeros(FEATURES, np.int64)
    for d in range(hands.shape[0]):
        call = best_call(hands[d], turned, seat, calls, standing, holder, scores, level, rules, x)
        if call != codes.NORMAL:
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
