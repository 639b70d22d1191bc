"""Kernels of the report's samples: a hand in many layouts, and decisions tried both ways.

Letters: ``D`` deals, ``C`` contracts that may be declared, ``K`` layouts of a half.
Everybody plays and declares at the level ``simple``.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.auction import allowed_calls, closed
from analyzer.games.cuatrola.kernels.batch import open_hand
from analyzer.games.cuatrola.kernels.calling import best_call, worth_of
from analyzer.games.cuatrola.kernels.cantes import (
    answer_window,
    choose_suit,
    window_seat,
    window_suits,
)
from analyzer.games.cuatrola.kernels.features import FEATURES
from analyzer.games.cuatrola.kernels.play import (
    choose_card,
    lay_card,
    legal_cards,
    play_tricks,
    take_trick,
)
from analyzer.games.cuatrola.kernels.score import hand_score
from analyzer.games.cuatrola.kernels.table import (
    ACTIVE,
    BEST,
    BEST_SEAT,
    COUNT,
    FAST,
    FORCED,
    HANDS,
    INFO,
    LEADER,
    LOG,
    PACK,
    SETS,
    SILENT,
    TRICKS,
    TRUMP,
    hand_over,
    next_active,
    seat_to_play,
)
from analyzer.kernels.bits import ONE, ZERO, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import (
    PURPOSE_INNER,
    new_stream,
    open_fast,
    pick_fast,
    step_fast,
    word_fast,
)

HALVES = 2
PASS_MADE, TRICKS_TAKEN = 0, 1
"""Counts of a hand before those of the contracts: normal hands won, tricks in a solo."""
_TRIES = 100
"""Layouts tried until one is found in which the seats before pass; where none is, the last one is
kept and counted as unfit.  With the usual values of contracts some 20 are ever needed."""
_DEALER = 3


@kernel
def _other_layout(fast, hand, turned, seat, hands):
    """Deal the cards that the seat does not see into ``hands`` uint64 [4] (*in place*)."""
    unseen = PACK & ~hand & ~turned
    left = popcount(unseen)
    for other in range(codes.SEATS):
        hands[other] = ZERO
    hands[seat] = hand
    hands[_DEALER] |= turned
    for other in range(codes.SEATS):
        while popcount(hands[other]) < codes.HAND:
            fast = step_fast(fast)
            skip = pick_fast(word_fast(fast), left)
            cards = unseen
            for _ in range(skip):
                cards &= cards - ONE
            card = cards & (~cards + ONE)
            hands[other] |= card
            unseen &= ~card
            left -= 1
    return fast


@kernel
def _declared(hands, turned, start, contract, declarer, scores, rules, x):
    """What stands when the seats from ``start`` on have spoken."""
    for speaker in range(start, codes.SEATS):
        if closed(contract, rules):
            break
        calls = allowed_calls(contract, scores[speaker & 1], rules)
        if calls == 1:
            continue
        call = best_call(
            hands[speaker], turned, speaker, calls, contract, declarer, scores, codes.SIMPLE,
            rules, x,
        )  # fmt: skip
        if call > contract:
            contract = call
            declarer = speaker
    return contract, declarer


@kernel
def _all_pass_before(hands, turned, seat, scores, rules, x):
    for speaker in range(seat):
        calls = allowed_calls(codes.NORMAL, scores[speaker & 1], rules)
        call = best_call(
            hands[speaker], turned, speaker, calls, codes.NORMAL, -1, scores, codes.SIMPLE,
            rules, x,
        )  # fmt: skip
        if call != codes.NORMAL:
            return False
    return True


@kernel
def _played(hands, turned, contract, declarer, leader, scores, rules, levels, sets, info, log):
    """Match points of the pair of seats 0 and 2, less the others'; ``leader`` -1: by the rules."""
    for seat in range(codes.SEATS):
        sets[HANDS + seat] = hands[seat]
    open_hand(contract, declarer, turned, scores, rules, levels, sets, info, log)
    if leader >= 0:
        info[LEADER] = leader
    play_tricks(rules, levels, sets, info, log)
    return hand_score(info, rules)


@kernel
def try_hands(seed, first, places, seat, layouts, contracts, scores, rules, worths, counts):
    """A seat's hand in each deal, with other cards for the others, after every call.

    ``places`` uint64 [D, 5]; ``layouts`` K of each half; ``contracts`` int64 [C], passing first;
    ``scores`` int64 [2], match points of the pairs.  ``worths`` int64 [D, 2, C]: sums over the
    layouts of each half of what a call was worth, with the declarations after it, in thousandths
    of a match point or millionths of the match; ``counts`` int64 [D, 3 + 2 C]: normal hands won,
    tricks of the declarer in a solo, contracts made with the lead as the rules say, and with the
    own lead, and layouts in which a seat before would not have passed, over both halves
    (*modified in place*).
    """
    stream = new_stream()
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    log = np.zeros((LOG, 2), np.uint64)
    x = np.zeros(FEATURES, np.int64)
    hands = np.zeros(codes.SEATS, np.uint64)
    levels = np.full(codes.SEATS, codes.SIMPLE, np.int64)
    sets[FAST] = ZERO
    info[FORCED] = 0
    size = contracts.shape[0]
    pair = seat & 1
    sign = 1 - 2 * pair
    for d in range(places.shape[0]):
        fast = open_fast(stream, seed, PURPOSE_INNER + seat, first + d)
        turned = places[d, 4]
        own = places[d, seat]
        if seat == _DEALER:
            own |= turned
        worths[d] = 0
        counts[d] = 0
        for k in range(HALVES * layouts):
            half = k % HALVES
            fits = False
            for _ in range(_TRIES):
                fast = _other_layout(fast, own, turned, seat, hands)
                fits = _all_pass_before(hands, turned, seat, scores, rules, x)
                if fits:
                    break
            if not fits:
                counts[d, 2 + 2 * size] += 1
            for c in range(size):
                called = contracts[c]
                holder = seat if called != codes.NORMAL else -1
                points = sign * _played(
                    hands, turned, called, holder, -1, scores, rules, levels, sets, info, log
                )
                if called == codes.NORMAL:
                    counts[d, PASS_MADE] += 1 if points > 0 else 0
                else:
                    counts[d, 2 + c] += 1 if points > 0 else 0
                    if called == codes.SOLO:
                        counts[d, TRICKS_TAKEN] += info[TRICKS + seat]
                    led = sign * _played(
                        hands, turned, called, holder, seat, scores, rules, levels, sets, info, log
                    )
                    counts[d, 2 + size + c] += 1 if led > 0 else 0
                contract, declarer = _declared(
                    hands, turned, seat + 1, called, holder, scores, rules, x
                )
                if contract != called:
                    points = sign * _played(
                        hands, turned, contract, declarer, -1, scores, rules, levels, sets, info,
                        log,
                    )  # fmt: skip
                worths[d, half, c] += worth_of(points, pair, scores, rules)


@kernel
def _copy(sets, info, other_sets, other_info):
    other_sets[:] = sets
    other_info[:] = info


@kernel
def try_cards(hands, turned, contract, declarer, before, rules, cards, results, state):
    """Every card of the first trick that may be played after ``before`` others, then played on.

    ``hands`` uint64 [D, 4]; ``declarer`` -1 in a normal hand.  ``cards`` uint64 [D, 5] are the
    legal cards from the lowest up (0: no more); ``results`` int64 [D, 5] the match points of the
    pair of the seat to play; ``state`` uint64 [D, 3]: that seat, the winning seat, the winning
    card so far (*modified in place*).
    """
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    on_sets = np.zeros(SETS, np.uint64)
    on_info = np.zeros(INFO, np.int64)
    log = np.zeros((LOG, 2), np.uint64)
    scores = np.zeros(2, np.int64)
    levels = np.full(codes.SEATS, codes.SIMPLE, np.int64)
    info[FORCED] = 0
    for d in range(hands.shape[0]):
        for seat in range(codes.SEATS):
            sets[HANDS + seat] = hands[d, seat]
        open_hand(contract, declarer, turned[d], scores, rules, levels, sets, info, log)
        count = popcount(np.uint64(info[ACTIVE]))
        seat = seat_to_play(info)
        for _ in range(before):
            legal = legal_cards(seat, sets, info)
            lay_card(seat, choose_card(seat, legal, rules, levels, sets, info, log), sets, info)
            seat = next_active(seat, info[ACTIVE])
        legal = legal_cards(seat, sets, info)
        state[d, 0] = seat
        state[d, 1] = info[BEST_SEAT]
        state[d, 2] = sets[BEST]
        for c in range(codes.HAND):
            cards[d, c] = legal & (~legal + ONE)
            results[d, c] = 0
            if legal == ZERO:
                continue
            legal &= legal - ONE
            _copy(sets, info, on_sets, on_info)
            lay_card(seat, cards[d, c], on_sets, on_info)
            after = seat
            while on_info[COUNT] < count:
                after = next_active(after, on_info[ACTIVE])
                answers = legal_cards(after, on_sets, on_info)
                answer = choose_card(after, answers, rules, levels, on_sets, on_info, log)
                lay_card(after, answer, on_sets, on_info)
            take_trick(rules, on_sets, on_info)
            play_tricks(rules, levels, on_sets, on_info, log)
            points = hand_score(on_info, rules)
            results[d, c] = points if seat & 1 == 0 else -points


@kernel
def try_songs(hands, turned, rules, out):
    """The first pair that may be sung in a normal hand: sung, or kept back at that moment.

    ``out`` int64 [D, 4]: the points of the pair that would be sung (0: never one), the trick
    after which, and the match points of the singer's pair either way (*modified in place*).
    """
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    on_sets = np.zeros(SETS, np.uint64)
    on_info = np.zeros(INFO, np.int64)
    log = np.zeros((LOG, 2), np.uint64)
    scores = np.zeros(2, np.int64)
    levels = np.full(codes.SEATS, codes.SIMPLE, np.int64)
    info[FORCED] = 0
    for d in range(hands.shape[0]):
        for seat in range(codes.SEATS):
            sets[HANDS + seat] = hands[d, seat]
        open_hand(codes.NORMAL, -1, turned[d], scores, rules, levels, sets, info, log)
        out[d] = 0
        tricks = 0
        while not hand_over(info):
            suits = window_suits(rules, sets, info)
            if suits != 0:
                seat = window_seat(info)
                suit = choose_suit(seat, suits, levels, sets, info, log)
                trump = (suits >> info[TRUMP]) & 1 != 0
                out[d, 0] = codes.TRUMP_PAIR if trump else codes.PLAIN_PAIR
                out[d, 1] = tricks
                for way in range(2):
                    _copy(sets, info, on_sets, on_info)
                    answer_window(suit if way == 0 else SILENT, rules, on_sets, on_info)
                    # The partner's turn of the same window passes too.
                    while way == 1 and window_suits(rules, on_sets, on_info) != 0:
                        answer_window(SILENT, rules, on_sets, on_info)
                    play_tricks(rules, levels, on_sets, on_info, log)
                    points = hand_score(on_info, rules)
                    out[d, 2 + way] = points if seat & 1 == 0 else -points
                break
            seat = seat_to_play(info)
            for _ in range(codes.SEATS):
                legal = legal_cards(seat, sets, info)
                card = choose_card(seat, legal, rules, levels, sets, info, log)
                lay_card(seat, card, sets, info)
                seat = next_active(seat, info[ACTIVE])
            take_trick(rules, sets, info)
            tricks += 1
