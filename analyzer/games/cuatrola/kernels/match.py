"""Kernels of the match table: see :mod:`analyzer.games.cuatrola.match`."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.auction import declare
from analyzer.games.cuatrola.kernels.batch import play_hand
from analyzer.games.cuatrola.kernels.score import hand_score
from analyzer.games.cuatrola.kernels.table import AT, FAST, FORCED, HANDS, INFO, LOG, SETS
from analyzer.kernels.jit import kernel

_SWEEPS = 1000
_CLOSE = 1e-12
_CONTRACTS = 4
_UNKNOWN = 1 << 20


@kernel
def declared_scores(places, scores, rules, out):
    """What simple players make of each deal at each score, as they declare there.

    ``places`` uint64 [D, 5]; ``scores`` int64 [C, 2], match points of the pairs of seats 0 and
    1; ``out`` int64 [D, C] gets the match points of the first pair minus those of the second
    (*modified in place*).  A contract by a seat is played once a deal: simple players take no
    chances and do not look at the score but for the cap.
    """
    sets = np.zeros(SETS, np.uint64)
    info = np.zeros(INFO, np.int64)
    log = np.zeros((LOG, 2), np.uint64)
    levels = np.full(codes.SEATS, codes.SIMPLE, np.int64)
    known = np.zeros((_CONTRACTS, codes.SEATS + 1), np.int64)
    hands = np.zeros(codes.SEATS, np.uint64)
    sets[FAST] = np.uint64(0)
    info[FORCED] = 0
    for d in range(places.shape[0]):
        known[:] = _UNKNOWN
        turned = places[d, 4]
        for seat in range(4):
            hands[seat] = places[d, seat]
        hands[3] |= turned
        for c in range(scores.shape[0]):
            info[AT] = 0
            contract, declarer = declare(hands, turned, scores[c], rules, levels, sets, info, log)
            if known[contract, declarer] == _UNKNOWN:
                for seat in range(4):
                    sets[HANDS + seat] = hands[seat]
                play_hand(contract, declarer, turned, scores[c], rules, levels, sets, info, log)
                known[contract, declarer] = hand_score(info, rules)
            out[d, c] = known[contract, declarer]


@kernel
def solve_match(chances, classes, wins):
    """Fill ``wins`` float64 [T, T] (in place) from high scores down, by Gauss-Seidel sweeps.

    ``wins[a, b]`` is the chance of mano's pair with ``a`` match points against ``b``; T is the
    target.  ``chances`` float64 [C, 2 T + 1]: column ``T + g`` has the probability that mano's
    pair gains ``g`` match points (the other pair, where negative) in a hand at scores of class
    ``classes[a, b]`` int64 [T, T].  The other pair is mano in the next hand (rulebook,
    section 3).  One sweep is enough unless a hand may bring nobody anything.
    """
    target = wins.shape[0]
    for _ in range(_SWEEPS):
        change = 0.0
        for total in range(2 * target - 2, -1, -1):
            for own in range(max(0, total - target + 1), min(target, total + 1)):
                other = total - own
                chance = 0.0
                for gain in range(-target, target + 1):
                    p = chances[classes[own, other], target + gain]
                    if p == 0.0:
                        continue
                    a = own + max(gain, 0)
                    b = other + max(-gain, 0)
                    if a >= target:
                        chance += p
                    elif b < target:
                        chance += p * (1.0 - wins[b, a])
                change = max(change, abs(chance - wins[own, other]))
                wins[own, other] = chance
        if change < _CLOSE:
            return
