"""Hands and matches at which experts may sit: declared where asked, played, and scored.

Letters: ``D`` deals, ``R`` = ``RESULTS`` numbers of a result.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.batch import (
    AUCTION,
    PLACES,
    fill_result,
    open_hand,
    question_stream,
)
from analyzer.games.cuatrola.kernels.cantes import (
    answer_window,
    choose_suit,
    window_seat,
    window_suits,
)
from analyzer.games.cuatrola.kernels.endgame import settle
from analyzer.games.cuatrola.kernels.expert import expert_choice, new_mind
from analyzer.games.cuatrola.kernels.play import choose_card, lay_card, legal_cards
from analyzer.games.cuatrola.kernels.score import hand_score
from analyzer.games.cuatrola.kernels.table import (
    AT,
    CALLED,
    FAST,
    FORCED,
    HANDS,
    INFO,
    LEADER,
    LOG,
    SETS,
    SILENT,
    forced,
    hand_over,
    record,
    seat_to_play,
)
from analyzer.kernels.bits import ONE, ZERO, popcount
from analyzer.kernels.deal import deal_one, hands_of
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import (
    PURPOSE_MATCH,
    PURPOSE_PLAY,
    new_stream,
    open_fast,
    open_stream,
)

MATCH_WON = 0
"""1 when the pair of players 0 and 2 won the match."""
MATCH_HANDS = 1
MATCH_SCORES = 2
"""Match points of the two pairs at the end, two places."""
MATCH_AHEAD = 4
"""The pair of players, 0 or 1, that had half the target first."""
MATCH_RESULTS = 5


_HAND_BITS = 8


@kernel
def think_tricks(seed, deal, layouts, rules, levels, sets, info, log, mind):
    """Play from where the hand stands to its end, with experts; *modified in place*.

    ``layouts`` int64 [4] is how many layouts the expert of each seat imagines a decision; what
    it imagines depends on ``seed`` and ``deal``.
    """
    while not hand_over(info):
        suits = window_suits(rules, sets, info)
        if suits != 0:
            seat = window_seat(info)
            thinks = levels[seat] == codes.EXPERT and not forced(info)
            suit = choose_suit(seat, suits, levels, sets, info, log)
            if thinks:
                options = np.uint64(suits | (1 << SILENT))
                usual = ONE << np.uint64(suit)
                choice = expert_choice(
                    options, usual, seat, layouts[seat], seed, deal, rules, sets, info, mind
                )
                suit = popcount(choice - ONE)
            record(info, log, suits, suit)
            answer_window(suit, rules, sets, info)
            continue
        seat = seat_to_play(info)
        legal = legal_cards(seat, sets, info)
        thinks = levels[seat] == codes.EXPERT and not forced(info)
        card = choose_card(seat, legal, rules, levels, sets, info, log)
        if thinks and legal & (legal - ONE) != ZERO:
            card = expert_choice(
                legal, card, seat, layouts[seat], seed, deal, rules, sets, info, mind
            )
        record(info, log, legal, card)
        lay_card(seat, card, sets, info)
        settle(rules, sets, info)


@kernel
def think_each(
    seed, numbers, hands, turned, contracts, declarers, called, scores, rules, levels, layouts,
    leader, out,
):  # fmt: skip
    """Play the deals ``numbers`` int64 [D] of ``seed``, each in a contract of its own.

    Parameters as for :func:`analyzer.games.cuatrola.kernels.hand.play_each`, and ``called``
    int64 [D, 4]: what each seat called, plus one, where that is evidence of its hand, else 0
    (declarations made here are evidence); ``layouts`` int64 [4] by seat.
    """
    stream = new_stream()
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    log = np.zeros((LOG, 2), np.uint64)
    mind = new_mind()
    info[FORCED] = 0
    for d in range(hands.shape[0]):
        fast = open_fast(stream, seed, PURPOSE_PLAY, numbers[d])
        for seat in range(codes.SEATS):
            sets[HANDS + seat] = hands[d, seat]
        sets[FAST] = question_stream(fast, contracts[d], declarers[d])
        open_hand(contracts[d], declarers[d], turned[d], scores, rules, levels, sets, info, log)
        if contracts[d] != AUCTION:
            info[CALLED : CALLED + codes.SEATS] = called[d]
        if leader >= 0:
            info[LEADER] = leader
        think_tricks(seed, numbers[d], layouts, rules, levels, sets, info, log, mind)
        fill_result(rules, info, out[d])


@kernel
def think_logged(
    hands, turned, contract, declarer, called, scores, seed, deal, rules, levels, layouts, forced_,
    log, out,
):  # fmt: skip
    """Play one deal with the log of its decisions; returns the rows in use.

    The first ``forced_`` decisions are taken from ``log`` uint64 [LOG, 2]; ``log`` and ``out``
    int64 [R] are *modified in place*; the rest is as for :func:`think_each`.
    """
    stream = new_stream()
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    for seat in range(codes.SEATS):
        sets[HANDS + seat] = hands[seat]
    sets[FAST] = question_stream(open_fast(stream, seed, PURPOSE_PLAY, deal), contract, declarer)
    info[FORCED] = forced_
    open_hand(contract, declarer, turned, scores, rules, levels, sets, info, log)
    if contract != AUCTION:
        info[CALLED : CALLED + codes.SEATS] = called
    think_tricks(seed, deal, layouts, rules, levels, sets, info, log, new_mind())
    fill_result(rules, info, out)
    return info[AT]


@kernel
def play_matches(seed, first, plan, start, rules, levels, layouts, out):
    """Play matches ``first`` to ``first + D - 1`` to their end.

    Parameters: ``start`` int64 [2], the match points of the pairs of players 0/2 and 1/3 before
    the first hand, whose mano is player 0; ``levels`` and ``layouts`` int64 [4] by player;
    ``out`` int64 [D, MATCH_RESULTS], the result (*modified in place*).  The deal moves on a seat
    each hand, so that this hand's mano deals next (rulebook, section 3).
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
    seated_layouts = np.zeros(4, np.int64)
    mind = new_mind()
    info[FORCED] = 0
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
                seated_layouts[seat] = layouts[(seat + hand) & 3]
            sets[HANDS + 3] |= places[4]
            for pair in range(2):
                seats_scores[pair] = scores[(pair + hand) & 1]
            open_hand(AUCTION, -1, places[4], seats_scores, rules, seated, sets, info, log)
            number = ((first + d) << _HAND_BITS) + hand
            think_tricks(seed, number, seated_layouts, rules, seated, sets, info, log, mind)
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
