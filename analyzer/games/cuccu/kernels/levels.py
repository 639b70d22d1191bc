"""Single rounds and whole matches of players who each have a level of their own.

Round ``i`` of a seed, and the rounds of match ``i``, are those of
:mod:`analyzer.games.cuccu.kernels.batch`: the same packs whoever plays.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.match import play_match
from analyzer.games.cuccu.kernels.round import play_round
from analyzer.kernels.jit import kernel


@kernel
def level_rounds(table, words, policy, lives, levels, seed, first, lost, net):
    """Rounds ``first`` to ``first + D - 1``, everybody with ``lives``.

    ``levels`` int64 [P] codes in turn order, the dealer's last; ``lost``, ``net`` int64 [D, P],
    modified in place: lives lost, and lost less gained.
    """
    n = levels.shape[0]
    for i in range(lost.shape[0]):
        for s in range(n):
            table[t.LIVES + s] = lives
            table[t.LEVEL + s] = levels[s]
        t.clear_round(table, n)
        t.shuffle_round(table, words, seed, first + i)
        play_round(table, policy)
        for s in range(n):
            lost[i, s] = table[t.LOST + s]
            net[i, s] = table[t.LOST + s] - table[t.GAINED + s]


@kernel
def level_matches(table, words, policy, lives, levels, whole, seed, first, shares):
    """Matches ``first`` to ``first + D - 1``, all starting with ``lives``.

    ``levels`` int64 [P] by place in the first round; ``shares`` int64 [D, P], modified in
    place: the part of ``whole`` that each of these players wins.
    """
    places = levels.shape[0]
    match = np.zeros(5 * places, np.int64)
    for i in range(shares.shape[0]):
        match[:] = 0
        match[:places] = lives
        match[places : 2 * places] = levels
        _, _, turned = play_match(table, words, policy, match, places, seed, first + i, 0)
        winners = match[3 * places : 4 * places].sum()
        for p in range(places):
            shares[i, (p + turned) % places] = whole // winners if match[3 * places + p] else 0
