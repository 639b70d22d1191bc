"""Layouts one by one: all of them in a fixed order, and card sets from owners.

Letters: ``D`` deals, ``U`` unknown cards.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.kernels.bits import ONE, ZERO
from analyzer.kernels.deal import hands_of
from analyzer.kernels.jit import kernel


@kernel
def hands_batch(owners, hands):
    """Card sets of the seats, ``hands`` uint64 [D, 4] (in place), from owners uint8 [D, 20]."""
    for d in range(owners.shape[0]):
        hands_of(owners[d], codes.RANKS, hands[d])


@kernel
def count_layouts(first, known, seats, unknown, choices_one, choices_two, hands):
    """Layouts ``first`` to ``first + D - 1`` in the order of two nested choices.

    Parameters: ``known`` uint64 [4], cards known to lie with each seat; ``seats`` int64 [3],
    the seats to be filled; ``unknown`` uint64 [U], one set of one card each; ``choices_one``
    int64 [N1], sets of positions in ``unknown`` for the first seat; ``choices_two`` int64
    [N2], sets of positions in what is then left for the second; the third seat gets the rest.
    ``hands`` uint64 [D, 4] is the result (*modified in place*).
    """
    inner = choices_two.shape[0]
    for d in range(hands.shape[0]):
        one = choices_one[(first + d) // inner]
        two = choices_two[(first + d) % inner]
        hands[d, :] = known
        place = 0
        for i in range(unknown.shape[0]):
            if (one >> i) & 1 != 0:
                hands[d, seats[0]] |= unknown[i]
            else:
                filled = seats[1] if (two >> place) & 1 != 0 else seats[2]
                hands[d, filled] |= unknown[i]
                place += 1


@kernel
def owners_batch(hands, owners):
    """Owners uint8 [D, 20] (in place) from card sets uint64 [D, 4]; 255 for cards nobody has."""
    for d in range(hands.shape[0]):
        for card in range(owners.shape[1]):
            bit = ONE << np.uint64(16 * (card // codes.RANKS) + card % codes.RANKS)
            owners[d, card] = 255
            for seat in range(4):
                if hands[d, seat] & bit != ZERO:
                    owners[d, card] = seat
