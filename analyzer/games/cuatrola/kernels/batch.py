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
    SETS,
    TRICKS,
    TUTE,
    start_hand,
)
from analyzer.kernels.deal import deal_hands, deal_one, hands_of
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import (
    PURPOSE_DEAL,
    PURPOSE_MATCH,
    PURPOSE_PLAY,
    new_stream,
    open_fast,
    open_stream,
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

MATCH_WON = 0
"""1 when the pair of players 0 and 2 won the match."""
MATCH_HANDS = 1
MATCH_SCORES = 2
"""Match points of the two pairs at the end, two places."""
MATCH_AHEAD = 4
"""The pair of players, 0 or 1, that had half the target first."""
MATCH_RESULTS = 5

PLACES = 5
_QUESTION_STEP = np.uint64(0xD1B54A32D192ED03)


@kernel
def question_stream(fast, contract, declarer):
    """Random stream of one question about a deal: the same whatever else is asked."""
    number = np.uint64(1 + 4 * (contract + 1) + declarer + 1)
    return word_fast(fast + _QUESTION_STEP * number)


@kernel
def play_hand(contract, declarer, turned, scores, rules, levels, sets, info, log):
    """Play one hand whose cards and stream are in ``sets``; all *modified in place*.

    ``contract`` may be ``AUCTION``: then ``scores`` int64 [2] count for the declarations.
    ``info[FORCED]`` decisions are read from ``log``.
    """
    info[AT] = 0
    info[CALLED : CALLED + codes.SEATS] = 0
    if contract == AUCTION:
        contract, declarer = declare(
            sets[HANDS : HANDS + 4], turned, scores, rules, levels, sets, info, log
        )
    soloist = rules[codes.CONTRACT_LEAD] == codes.SOLOIST
    start_hand(contract, declarer, turned, rules[codes.DUTIES], soloist, sets, info)
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
def play_matches(seed, first, plan, start, rules, levels, out):
    """Play matches ``first`` to ``first + D - 1`` to their end.

    Parameters: ``start`` int64 [2], the match points of the pairs of players 0/2 and 1/3 before
    the first hand, whose mano is player 0; ``levels`` int64 [4] by player; ``out`` int64
    [D, MATCH_RESULTS], the result (*modified in place*).  The deal moves on a seat each hand,
    so that this hand's mano deals next (rulebook, section 3).
    """
    stream = new_stream()
    cards = np.zeros(codes.SIZE, np.int64)
    needs = np.zeros(PLACES, np.int64)
    owners = np.zeros(codes.SIZE, np.uint8)
    places = np.zeros(PLACES, np.uint64)
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    log = np.zeros((LOG, 2), np.uint64)
    scores = np.zeros(2, np.int64)
    seated = np.zeros(4, np.int64)
    seats_scores = np.zeros(2, np.int64)
    for d in range(out.shape[0]):
        sets[FAST] = open_fast(stream, seed, PURPOSE_PLAY, first + d)
        open_stream(stream, seed, PURPOSE_MATCH, first + d)
        scores[:] = start
        hand = 0
        ahead = 0
        halfway = False
        while max(scores[0], scores[1]) < rules[codes.TARGET]:
            deal_one(stream, plan, cards, needs, owners)
            hands_of(owners, codes.RANKS, places)
            for seat in range(4):
                sets[HANDS + seat] = places[seat]
                seated[seat] = levels[(seat + hand) & 3]
            sets[HANDS + 3] |= places[4]
            for pair in range(2):
                seats_scores[pair] = scores[(pair + hand) & 1]
            play_hand(AUCTION, -1, places[4], seats_scores, rules, seated, sets, info, log)
            points = hand_score(info, rules)
            winner = (hand if points > 0 else hand + 1) & 1
            scores[winner] += abs(points)
            hand += 1
            if not halfway and 2 * scores[winner] >= rules[codes.TARGET]:
                halfway = True
                ahead = winner
        out[d, MATCH_WON] = 1 if scores[0] >= rules[codes.TARGET] else 0
        out[d, MATCH_HANDS] = hand
        out[d, MATCH_AHEAD] = ahead
        for pair in range(2):
            out[d, MATCH_SCORES + pair] = scores[pair]


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
