"""The last tricks of Cupe with all cards known: each player does what is best for himself.

Every player takes the card after which the hand ends best for him by its score, the others'
points minus his own, and everybody knows it; of cards that are as good, the lowest.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.moves import legal_cards, put_card, seat_to_act
from analyzer.games.cupe.kernels.play import trick_so_far
from analyzer.games.cupe.kernels.scores import score_hand
from analyzer.games.cupe.kernels.table import NUMBER, TABLE
from analyzer.kernels.bits import ZERO, lowest_bit
from analyzer.kernels.jit import kernel

ENDGAME_TRICKS = 10
"""Number of the trick, from 0, from which a known layout is searched to its end."""
_PLIES = 4 * (13 - ENDGAME_TRICKS) + 1


@kernel
def endgame_values(table, seat, card, totals, limits, rules):
    """What ``seat`` ends with after ``card`` is played now, all hands on the ``table`` known.

    The others' points minus own, three times the mean of the differences.
    """
    tables = np.zeros((_PLIES, TABLE), np.uint64)
    todo = np.zeros(_PLIES, np.uint64)
    worth = np.zeros((_PLIES, 4), np.int64)
    started = np.zeros(_PLIES, np.bool_)
    scores = np.zeros(4, np.int64)
    last = np.uint64(13)
    tables[0] = table
    put_card(tables[0], card, limits)
    p = 0
    entering = True
    while True:
        if entering:
            if tables[p, NUMBER] == last:
                score_hand(tables[p], rules, totals, scores)
                everybody = scores[0] + scores[1] + scores[2] + scores[3]
                for other in range(4):
                    worth[p, other] = everybody - 4 * scores[other]
                todo[p] = ZERO
            else:
                todo[p] = legal_cards(tables[p], trick_so_far(tables[p])[0], limits)
            started[p] = False
        if todo[p] != ZERO:
            move = lowest_bit(todo[p])
            todo[p] ^= move
            tables[p + 1] = tables[p]
            put_card(tables[p + 1], move, limits)
            p += 1
            entering = True
            continue
        if p == 0:
            return worth[0, seat]
        p -= 1
        player = seat_to_act(tables[p])
        if not started[p] or worth[p + 1, player] > worth[p, player]:
            started[p] = True
            worth[p] = worth[p + 1]
        entering = False
