"""One sweep of learning what calls are worth (:mod:`analyzer.games.cruce.bidding`)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels.auction import (
    BID,
    HOLDER,
    LEVEL,
    MODE,
    OVER,
    PASS,
    SEAT,
    STATE,
    begin,
    call_values,
    first_speaker,
    make_call,
    mode_of,
    play_out,
)
from analyzer.games.cruce.kernels.bidding import best_call
from analyzer.games.cruce.kernels.score import score_round, sides
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import open_fast, pick_fast, step_fast, word_fast

PURPOSE_EXPLORE = 41
"""Random stream of the calls tried while learning."""
_WANDER = 64
"""Parts of which ``wander`` tells how many random calls are made."""


@kernel
def _worth(state, seat, points, rules, deltas):
    """Big points of the side of ``seat`` beyond the mean of the others, auction over."""
    declarer = state[HOLDER]
    if declarer < 0:
        if rules[codes.ALL_PASS] == codes.REDEAL:
            return 0.0
        declarer = first_speaker(rules)
    count = sides(rules)
    stake = rules[codes.BLIND_MULTIPLIER] if state[MODE] > 0 else 1
    score_round(points[declarer], state[LEVEL], declarer % count, stake, rules, deltas)
    total = 0
    for side in range(count):
        total += deltas[side]
    own = deltas[seat % count]
    return own - (total - own) / (count - 1)


@kernel
def explore(sweep, bins, points, rules, model, wander, sums, counts):
    """Try every legal call in every state met, against players who call by ``model`` so far.

    ``bins`` int64 [D, 4]; ``points`` int64 [D, 4, 4]: points by side, where each seat is the
    declarer of its offer; ``wander`` of 64 calls on the way are random, so that rare states
    are seen.  ``sums`` and ``counts``, shaped as ``model``, gain what was found.
    """
    stream = np.zeros(16, np.uint64)
    deltas = np.zeros(4, np.int64)
    state = np.zeros(STATE, np.int64)
    trial = np.zeros(STATE, np.int64)
    players = rules[codes.PLAYERS]
    highest = rules[codes.HIGHEST_BID]
    for d in range(bins.shape[0]):
        fast = open_fast(stream, np.uint64(sweep), np.uint64(PURPOSE_EXPLORE), np.uint64(d))
        begin(rules, state)
        while not state[OVER]:
            seat = state[SEAT]
            offer = bins[d, seat]
            high = state[LEVEL]
            values = call_values(state, offer, model, rules)
            place = (seat - first_speaker(rules) + players) % players
            where = 0
            if state[HOLDER] >= 0:
                partner = players == 4 and (seat ^ state[HOLDER]) & 1 == 0
                where = high if partner else 5 + high
            mode = mode_of(offer)
            for call in range(highest + 1):
                if call > 0 and call <= high:
                    continue
                trial[:] = state
                make_call(trial, PASS if call == 0 else BID * call + mode, rules)
                play_out(trial, bins[d], rules, model)
                sums[place, where, offer, call] += _worth(trial, seat, points[d], rules, deltas)
                counts[place, where, offer, call] += 1.0
            fast = step_fast(fast)
            word = word_fast(fast)
            if pick_fast(word, _WANDER) < wander:
                fast = step_fast(fast)
                step = pick_fast(word_fast(fast), highest - high + 1)
                bid = 0 if step == 0 else high + step
            else:
                bid = best_call(values, high, highest)
            make_call(state, PASS if bid == 0 else BID * bid + mode, rules)
