"""How a round ends, from given lives: by enumerating every round, or from a sample.

Ends are codes: for each seat, first seat first, the digit of base :data:`BASE` that is the lives
it lost, less those it gained, plus one.  One more code, ``BASE**n``, is a round that leaves
nobody a life and is played again (``all_zero = replay``).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.round import end_round, play_round
from analyzer.kernels.jit import inlined, kernel

BASE = 5


@inlined
def sit(table, lives, level):
    """A new round for seats with these lives, all of one level of play. In place."""
    n = lives.shape[0]
    for s in range(n):
        table[t.LIVES + s] = lives[s]
        table[t.LEVEL + s] = level
    t.clear_round(table, n)


@inlined
def end_code(table):
    """The code of the round just ended."""
    n = table[t.N]
    code = 0
    for s in range(n):
        code = code * BASE + table[t.LOST + s] - table[t.GAINED + s] + 1
    if table[t.ALL_ZERO] and table[t.RULE + t.ALL_ZERO_RULE] == t.REPLAY:
        return BASE**n
    return code


@kernel
def _add_draws(table, before, chance, chances):
    """Add the ends of a round for every card that its dealer may draw."""
    n = table[t.N]
    for s in range(n):
        before[s] = table[t.LIVES + s]
        before[n + s] = table[t.LOST + s]
    for rank in range(t.RANKS):
        copies = table[t.LEFT + rank]
        if copies == 0:
            continue
        for s in range(n):
            table[t.LIVES + s] = before[s]
            table[t.LOST + s] = before[n + s]
            table[t.GAINED + s] = 0
        table[t.ALL_ZERO] = 0
        table[t.CARD + n - 1] = rank
        end_round(table)
        chances[end_code(table)] += chance * copies / table[t.COPIES]


@kernel
def count_round(table, policy, lives, level, chances):
    """Add to ``chances`` float64 [BASE**n + 1] the probability of every end. In place.

    ``lives`` int64 [n].  Every deal and every mixed answer is taken in turn, so the
    probabilities are exact but for rounding; with a script they are those of what it tells
    together with the end.  Returns the number of rounds played.
    """
    rounds = 0
    before = np.zeros(2 * t.SEATS, np.int64)
    t.first_path(table)
    while True:
        sit(table, lives, level)
        t.start_path(table)
        play_round(table, policy)
        rounds += 1
        if not table[t.FAILED]:
            chance = t.path_chance(table)
            if table[t.PENDING]:
                _add_draws(table, before, chance, chances)
            else:
                chances[end_code(table)] += chance
        if not t.next_path(table):
            return rounds


@kernel
def sample_round(table, words, policy, lives, level, seed, count, chances):
    """As :func:`count_round`, from rounds 0 to ``count - 1`` of a seed. In place."""
    for i in range(count):
        sit(table, lives, level)
        t.shuffle_round(table, words, seed, i)
        play_round(table, policy)
        chances[end_code(table)] += 1.0 / count
