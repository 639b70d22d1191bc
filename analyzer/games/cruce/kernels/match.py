"""Kernels of the match table: see :mod:`analyzer.games.cruce.match`.

Scores are whole big points; tables hold them from ``floor`` on.  Letters: ``S`` scores, ``K``
results of a round.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels.score import match_winner
from analyzer.kernels.jit import kernel

_SWEEPS = 500
_CLOSE = 3e-6


@kernel
def place_of(totals, sides, floor, size, at):
    """Where scores lie in a table, into ``at`` int64 [sides].

    Scores above the table are moved down together, so that leads stay what they are; those
    below count as ``floor``.
    """
    over = 0
    for side in range(sides):
        over = max(over, totals[side] - floor - size + 1)
    for side in range(sides):
        at[side] = min(max(totals[side] - over - floor, 0), size - 1)


@kernel
def chance_after(totals, sides, side, turned, rules, floor, wins, order, at):
    """Chance that ``side`` wins a match that stands at ``totals`` int64 [4].

    ``turned`` is 1 when the deal has moved on by a seat, so that the side of the second seat
    is the first one of the next round; ``wins`` as in :func:`solve_match`; ``order`` int64 [4]
    and ``at`` int64 [3] are work space.
    """
    winner = match_winner(totals, rules)
    if winner >= 0:
        return 1.0 if winner == side else 0.0
    for k in range(sides):
        order[k] = totals[(k + turned) % sides]
    place_of(order, sides, floor, wins.shape[0], at)
    last = at[2] if sides == 3 else 0
    return wins[at[0], at[1], last, (side - turned + sides) % sides]


@kernel
def solve_match(deltas, chances, sides, rules, floor, wins):
    """Fill ``wins`` float64 [S, S, S or 1, sides] by Gauss-Seidel sweeps from high scores down.

    ``wins`` (*modified in place*) are the sides' chances to win the match, by the scores of the
    sides in the order of their seats in the round to come; ``deltas`` int64 [K, sides] what a
    round brings them, with probabilities ``chances``.
    """
    size = wins.shape[0]
    third = wins.shape[2]
    totals = np.zeros(4, np.int64)
    after = np.zeros(4, np.int64)
    order = np.zeros(4, np.int64)
    at = np.zeros(3, np.int64)
    found = np.zeros(3)
    for _ in range(_SWEEPS):
        change = 0.0
        # By the sum of the scores, which a round seldom lowers, whatever the order of the sides.
        for height in range(sides * (size - 1), -1, -1):
            for i in range(size):
                for j in range(size):
                    k = height - i - j
                    if k < 0 or k >= third:
                        continue
                    totals[0] = i + floor
                    totals[1] = j + floor
                    if sides == 3:
                        totals[2] = k + floor
                    winner = match_winner(totals, rules)
                    found[:] = 0.0
                    if winner >= 0:
                        found[winner] = 1.0
                    else:
                        _one_round(
                            totals, deltas, chances, sides, rules, floor, wins, after, order, at,
                            found,
                        )  # fmt: skip
                    for side in range(sides):
                        change = max(change, np.abs(found[side] - wins[i, j, k, side]))
                        wins[i, j, k, side] = found[side]
        if change < _CLOSE:
            break


@kernel
def _one_round(totals, deltas, chances, sides, rules, floor, wins, after, order, at, found):
    """The sides' chances from ``totals`` on, into ``found`` float64 [3]."""
    target = rules[codes.TARGET]
    for k in range(deltas.shape[0]):
        first = totals[0] + deltas[k, 0]
        second = totals[1] + deltas[k, 1]
        third = floor if sides == 2 else totals[2] + deltas[k, 2]
        if max(first, second, third) < target and min(first, second, third) >= floor:
            # Far from the edges nobody has won and nothing is out of the table.
            a, b, c = first - floor, second - floor, third - floor
            if sides == 2:
                found[0] += chances[k] * wins[b, a, 0, 1]
                found[1] += chances[k] * wins[b, a, 0, 0]
            else:
                found[0] += chances[k] * wins[b, c, a, 2]
                found[1] += chances[k] * wins[b, c, a, 0]
                found[2] += chances[k] * wins[b, c, a, 1]
            continue
        after[0], after[1] = first, second
        if sides == 3:
            after[2] = third
        winner = match_winner(after, rules)
        if winner >= 0:
            found[winner] += chances[k]
            continue
        for side in range(sides):
            order[side] = after[(side + 1) % sides]
        place_of(order, sides, floor, wins.shape[0], at)
        last = at[2] if sides == 3 else 0
        for side in range(sides):
            found[side] += chances[k] * wins[at[0], at[1], last, (side - 1 + sides) % sides]


@kernel
def chances_after(totals, sides, side, turned, rules, floor, wins, found):
    """:func:`chance_after` of every row of ``totals`` int64 [D, 4], into ``found`` float64 [D]."""
    order = np.zeros(4, np.int64)
    at = np.zeros(3, np.int64)
    for d in range(totals.shape[0]):
        found[d] = chance_after(totals[d], sides, side, turned, rules, floor, wins, order, at)
