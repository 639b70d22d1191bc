"""How a round ends, from given lives: by enumerating every round, or from a sample.

Outcomes are codes: for each seat, first seat first, a digit of base ``base``.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.round import play_round
from analyzer.kernels.jit import kernel


@kernel
def _sit(table, lives, level):
    n = lives.shape[0]
    for s in range(n):
        table[t.LIVES + s] = lives[s]
        table[t.LEVEL + s] = level
    t.clear_round(table, n)


@kernel
def _code(table, base):
    """The lives of all seats after a round; 0, nobody has any, also when it will be replayed."""
    if table[t.ALL_ZERO]:
        return 0
    code = 0
    for s in range(table[t.N]):
        code = code * base + table[t.LIVES + s]
    return code


@kernel
def count_round(table, policy, lives, level, base, chances):
    """Add to ``chances`` float64 [base**n] the probability of the lives after a round. In place.

    ``lives`` int64 [n].  Every deal and every mixed answer is taken in turn, so the
    probabilities are exact but for rounding.  Returns the number of rounds enumerated.
    """
    rounds = 0
    t.first_path(table)
    while True:
        _sit(table, lives, level)
        t.start_path(table)
        play_round(table, policy)
        chances[_code(table, base)] += t.path_chance(table)
        rounds += 1
        if not t.next_path(table):
            return rounds


@kernel
def sample_round(table, words, policy, lives, level, base, seed, count, chances):
    """As :func:`count_round`, from rounds 0 to ``count - 1`` of a seed. In place."""
    for i in range(count):
        _sit(table, lives, level)
        t.shuffle_round(table, words, seed, i)
        play_round(table, policy)
        chances[_code(table, base)] += 1.0 / count
