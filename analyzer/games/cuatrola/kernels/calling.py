"""The model of declarations: what each call is worth to a hand, and the best of them.

A contract is worth its match points made and failed, weighted by the chance to make it; passing
is worth the hand that is then played.  The chances are logistic in the features of the hand
(:mod:`analyzer.games.cuatrola.kernels.features`), fitted to each level's own results by
``scripts/fit-cuatrola``; what a contract pays and costs comes from the house rules, or with a
match table from the chances to win the match at the scores that follow.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from math import exp

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.features import FEATURES, hand_features
from analyzer.kernels.jit import kernel

CERTAIN = 4096
"""Chances are whole numbers out of this many, so that every machine calls alike."""
POINT = 1000
"""Worth of a match point where there is no match table."""
_STEP = 16
_STEPS = 512
_CHANCES = np.array(
    [round(CERTAIN / (1 + exp(-_STEP * (i - _STEPS) / 1000))) for i in range(2 * _STEPS + 1)],
    np.int64,
)


@kernel
def chance_of(logit):
    """The chance, out of ``CERTAIN``, of a logit in thousandths."""
    step = logit // _STEP + _STEPS
    return _CHANCES[min(max(step, 0), 2 * _STEPS)]


@kernel
def row_value(level, row, x, rules):
    """Sum of the weights of a row of the model with the features ``x``, in thousandths."""
    at = codes.MODEL + ((level - codes.SIMPLE) * codes.MODEL_ROWS + row) * FEATURES
    total = 0
    for i in range(FEATURES):
        if x[i] != 0:
            total += rules[at + i] * x[i]
    return total


@kernel
def worth_of(gain, pair, scores, rules):
    """What ``gain`` match points (the others', where negative) are worth to a pair.

    Thousandths of match points, or with a match table the chance to win the match in millionths;
    ``scores`` int64 [2] of both pairs.  The deal moves on: pair 1 is mano next.
    """
    if rules[codes.MATCH] == 0:
        return gain * POINT
    target = rules[codes.TARGET]
    own = scores[pair] + max(gain, 0)
    other = scores[1 - pair] + max(-gain, 0)
    if own >= target:
        return codes.WON
    if other >= target:
        return 0
    if pair == 1:
        return rules[codes.WINS + own * target + other]
    return codes.WON - rules[codes.WINS + other * target + own]


@kernel
def _expected(chance, gain, pair, scores, rules):
    """Worth of ``gain`` with a chance, and of its loss else, times ``CERTAIN``."""
    won = worth_of(gain, pair, scores, rules)
    lost = worth_of(-gain, pair, scores, rules)
    return chance * won + (CERTAIN - chance) * lost


@kernel
def pass_worth(hand, turned, seat, standing, holder, scores, level, rules, x):
    """What passing is worth to a seat, times ``CERTAIN``; ``x`` is scratch (*in place*)."""
    pair = seat & 1
    leads = seat == 0
    sings = rules[codes.CANTES] != codes.NO_CANTES
    if standing == codes.NORMAL:
        hand_features(hand, turned, seat, leads, sings, x)
        chance = chance_of(row_value(level, codes.NORMAL, x, rules))
        worth = _expected(chance, 1, pair, scores, rules)
        # What others may still declare, in thousandths of a match point.
        later = row_value(level, codes.LATER_ROW, x, rules)
        point = worth_of(1, pair, scores, rules) - worth_of(-1, pair, scores, rules)
        return worth + later * point // (2 * POINT) * CERTAIN
    leads = leads and rules[codes.CONTRACT_LEAD] != codes.SOLOIST
    hand_features(hand, turned, seat, leads, sings and standing == codes.SOLO, x)
    own = (holder ^ seat) & 1 == 0
    row = standing + (codes.PARTNER_ROWS if own else codes.OTHERS_ROWS)
    chance = chance_of(row_value(level, row, x, rules))
    value = rules[codes.VALUES + standing]
    return _expected(chance, value if own else -value, pair, scores, rules)


@kernel
def best_call(hand, turned, seat, calls, standing, holder, scores, level, rules, x):
    """The call that is worth most to a hand, among ``calls`` (bits); passing unless another is.

    Parameters: ``hand`` and ``turned`` card sets; the contract ``standing`` of seat ``holder``
    (-1); ``scores`` int64 [2] of the pairs; ``level`` codes.SIMPLE or above; ``x`` int64
    [FEATURES], scratch (*modified in place*).
    """
    best = codes.NORMAL
    most = pass_worth(hand, turned, seat, standing, holder, scores, level, rules, x)
    leads = seat == 0 or rules[codes.CONTRACT_LEAD] == codes.SOLOIST
    for contract in range(codes.SOLO, codes.QUINTA + 1):
        if (calls >> contract) & 1 == 0:
            continue
        sings = contract == codes.SOLO and rules[codes.CANTES] != codes.NO_CANTES
        hand_features(hand, turned, seat, leads, sings, x)
        chance = chance_of(row_value(level, contract, x, rules))
        worth = _expected(chance, rules[codes.VALUES + contract], seat & 1, scores, rules)
        if worth > most:
            most = worth
            best = contract
    return best
