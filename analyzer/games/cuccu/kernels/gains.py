"""What every decision of a round gained: the same round with the other answer.

Used to fit the players' numbers, and to measure what a deviating seat could gain.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.players import NO_NODE
from analyzer.games.cuccu.kernels.round import play_round
from analyzer.kernels.jit import kernel


@kernel
def _play(table, words, policy, lives, level, seed, number):
    n = lives.shape[0]
    for s in range(n):
        table[t.LIVES + s] = lives[s]
        table[t.LEVEL + s] = level
    t.clear_round(table, n)
    t.shuffle_round(table, words, seed, number)
    play_round(table, policy)


@kernel
def _worth(table, worth, base, s):
    """What the end of the round is worth to seat ``s``."""
    n = table[t.N]
    if worth.shape[0] == 0:
        return -1.0 * table[t.LOST + s]
    code = 0
    if not table[t.ALL_ZERO]:
        for other in range(n):
            code = code * base + table[t.LIVES + other]
    return worth[code * n + s]


@kernel
def decision_gains(table, words, policy, lives, level, worth, base, seed, first, count, gains):
    """Add up what answering 1 instead of 0 gained, at every node that decisions were taken at.

    ``lives`` int64 [n]; ``worth`` float64 [base**n * n], what each end of a round is worth to
    each seat, or empty: minus the lives lost; ``gains`` float64 [nodes, 2]: sum of the gains and
    number of decisions, modified in place.  Rounds ``first`` to ``first + count - 1`` of ``seed``.
    """
    before = np.zeros(t.SEATS, np.float64)
    nodes = np.zeros(t.DRAWS, np.int64)
    who = np.zeros(t.DRAWS, np.int64)
    said = np.zeros(t.DRAWS, np.int64)
    n = lives.shape[0]
    for number in range(first, first + count):
        table[t.SCRIPTED] = 0
        _play(table, words, policy, lives, level, seed, number)
        decisions = table[t.DECISION]
        for k in range(decisions):
            nodes[k] = table[t.NODE + k]
            who[k] = table[t.WHO + k]
            said[k] = table[t.SAID + k]
        for s in range(n):
            before[s] = _worth(table, worth, base, s)
        table[t.SCRIPTED] = 1
        for k in range(decisions):
            if nodes[k] == NO_NODE:
                continue
            table[t.FORCED + k] = 3 - said[k]
            _play(table, words, policy, lives, level, seed, number)
            s = who[k] // 3
            gain = _worth(table, worth, base, s) - before[s]
            gains[nodes[k], 0] += -gain if said[k] else gain
            gains[nodes[k], 1] += 1.0
            table[t.FORCED + k] = 2 + said[k]
        for k in range(decisions):
            table[t.FORCED + k] = t.FREE
        table[t.SCRIPTED] = 0
