"""Whole deals, batch by batch: dealt, declared where asked, played, and scored.

Letters: ``D`` deals, ``Q`` questions about each deal, ``R`` = ``RESULTS`` numbers of an answer.
A layout has five places: the hands of seats 0 to 2, four cards of the dealer, and the dealer's
last card, which is turned for trump (rulebook, section 3).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.auction import declare
from analyzer.games.cuatrola.kernels.play import play_tricks
from analyzer.games.cuatrola.kernels.score import hand_score
from analyzer.games.cuatrola.kernels.table import (
    AT,
    CALLED,
    CANTES,
    CONTRACT,
    DECLARER,
    FAST,
    FORCED,
    HANDS,
    INFO,
    LOG,
    POINTS,
    SCORES,
    SETS,
    TRICKS,
    TUTE,
    start_hand,
)
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import (
    PURPOSE_DEAL,
    PURPOSE_PLAY,
    new_stream,
    open_fast,
    word_fast,
)

AUCTION = -1
"""Contract of a question that leaves it to the declarations."""

SCORE = 0
"""Match points of pair 0 minus those of pair 1."""
PAIR_POINTS = 1
"""Points of each pair, two places."""
PAIR_CANTES = 3
"""Points sung by each pair, two places."""
SEAT_TRICKS = 5
"""Tricks of each seat, four places."""
PLAYED_CONTRACT = 9
PLAYED_DECLARER = 10
TUTE_PAIR = 11
RESULTS = 12

PLACES = 5
_QUESTION_STEP = np.uint64(0xD1B54A32D192ED03)


@kernel
def question_stream(fast, contract, declarer):
    """Random stream of one question about a deal: the same whatever else is asked."""
    number = np.uint64(1 + 4 * (contract + 1) + declarer + 1)
    return word_fast(fast + _QUESTION_STEP * number)


@kernel
def open_hand(contract, declarer, turned, scores, rules, levels, sets, info, log):
    """Make a hand, whose cards and stream are in ``sets``, ready for its first lead.

    ``contract`` may be ``AUCTION``: then it is declared, and ``scores`` int64 [2] count.
    ``info[FORCED]`` decisions are read from ``log``.  All *modified in place*.
    """
    info[AT] = 0
    info[CALLED : CALLED + codes.SEATS] = 0
    info[SCORES : SCORES + 2] = scores
    if contract == AUCTION:
        contract, declarer = declare(
            sets[HANDS : HANDS + 4], turned, scores, rules, levels, sets, info, log
        )
    soloist = rules[codes.CONTRACT_LEAD] == codes.SOLOIST
    start_hand(contract, declarer, turned, rules[codes.DUTIES], soloist, sets, info)


@kernel
def play_hand(contract, declarer, turned, scores, rules, levels, sets, info, log):
    """Play one hand from its declarations, as :func:`open_hand`, to its end."""
    open_hand(contract, declarer, turned, scores, rules, levels, sets, info, log)
    play_tricks(rules, levels, sets, info, log)


@kernel
def fill_result(rules, info, out):
    """The numbers of a hand played to its end into ``out`` int64 [R] (*modified in place*)."""
    out[SCORE] = hand_score(info, rules)
    for pair in range(2):
        out[PAIR_POINTS + pair] = info[POINTS + pair]
        out[PAIR_CANTES + pair] = info[CANTES + pair]
    for seat in range(4):
        out[SEAT_TRICKS + seat] = info[TRICKS + seat]
    out[PLAYED_CONTRACT] = info[CONTRACT]
    out[PLAYED_DECLARER] = info[DECLARER]
    out[TUTE_PAIR] = info[TUTE]


@kernel
def play_hands(seed, first, places, contracts, declarers, scores, rules, levels, out):
    """Play given layouts, deals ``first`` to ``first + D - 1`` of ``seed``.

    Parameters: ``places`` uint64 [D, 5]; ``contracts`` and ``declarers`` int64 [Q];
    ``scores`` int64 [2]; ``levels`` int64 [4] by seat; ``out`` int64 [D, Q, R], the result
    (*modified in place*).  Random choices depend on seed, deal number and question only.
    """
    stream = new_stream()
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    log = np.zeros((LOG, 2), np.uint64)
    info[FORCED] = 0
    for d in range(places.shape[0]):
        fast = open_fast(stream, seed, PURPOSE_PLAY, first + d)
        turned = places[d, 4]
        for q in range(contracts.shape[0]):
            for seat in range(4):
                sets[HANDS + seat] = places[d, seat]
            sets[HANDS + 3] |= turned
            sets[FAST] = question_stream(fast, contracts[q], declarers[q])
            play_hand(contracts[q], declarers[q], turned, scores, rules, levels, sets, info, log)
            fill_result(rules, info, out[d, q])


@kernel
def play_batch(seed, first, plan, contracts, declarers, scores, rules, levels, out):
    """Deal and play deals ``first`` to ``first + D - 1``; parameters as :func:`play_hands`.

    ``plan`` is that of the layouts (:mod:`analyzer.kernels.layouts`).
    """
    places = np.zeros((out.shape[0], PLACES), np.uint64)
    deal_hands(seed, PURPOSE_DEAL, first, plan, codes.RANKS, places)
    play_hands(seed, first, places, contracts, declarers, scores, rules, levels, out)


@kernel
def turned_cards(places, owners, turned):
    """From places to seats: the card of place 4 of ``owners`` uint8 [D, 20] is the dealer's.

    ``owners`` and ``turned`` uint8 [D], the number of that card, are *modified in place*;
    ``places`` uint8 [D, 20].
    """
    for d in range(places.shape[0]):
        for card in range(places.shape[1]):
            place = places[d, card]
            if place == 4:
                turned[d] = card
                place = 3
            owners[d, card] = place


@kernel
def play_logged(places, contract, declarer, scores, rules, levels, fast, forced, log, out):
    """Play one layout, uint64 [5], with the log of its decisions; returns the rows in use.

    The first ``forced`` decisions are taken from ``log`` uint64 [LOG, 2]; ``log`` and ``out``
    int64 [R] are *modified in place*.
    """
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    for seat in range(4):
        sets[HANDS + seat] = places[seat]
    sets[HANDS + 3] |= places[4]
    sets[FAST] = fast
    info[FORCED] = forced
    play_hand(contract, declarer, places[4], scores, rules, levels, sets, info, log)
    fill_result(rules, info, out)
    return info[AT]
