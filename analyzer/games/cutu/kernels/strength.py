"""Kernels of the table model of a hand's strength: see :mod:`analyzer.games.cutu.strength`."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cutu.duties import RANKS
from analyzer.kernels.bits import popcount, suit_cards
from analyzer.kernels.jit import kernel

LENGTHS = 9
TOPS = 16
CLASSES = 4
"""Lengths of the trump suit that side suits tell apart: 2 or fewer, 3, 4, 5 or more."""
CELLS = LENGTHS * TOPS
SIZE = CELLS * (2 + CLASSES)
"""Cells of a model: trump suit, side suits by class, no trump."""
NO_TRUMP_ROW = 1 + CLASSES


@kernel
def suit_cell(hand, suit):
    """Cell of a suit: its length and which of its four top ranks are held."""
    ranks = suit_cards(hand, suit)
    return popcount(ranks) * TOPS + (np.int64(ranks) >> (RANKS - 4))


@kernel
def strain_cells(hand, strain, cells):
    """The four cells of the model that count for a strain, int64 [4] (*modified in place*)."""
    if strain < 0:
        for suit in range(4):
            cells[suit] = NO_TRUMP_ROW * CELLS + suit_cell(hand, suit)
        return
    trumps = popcount(suit_cards(hand, strain))
    row = 1 + min(max(trumps - 2, 0), CLASSES - 1)
    for suit in range(4):
        cells[suit] = suit_cell(hand, suit) + (0 if suit == strain else row * CELLS)


@kernel
def expected_tricks(hand, strain, model, cells):
    """Expected tricks of the declarer's side in thousandths; ``cells`` is work space."""
    strain_cells(hand, strain, cells)
    total = np.int64(0)
    for suit in range(4):
        total += model[cells[suit]]
    return total


@kernel
def choose_suits(hands, seat, model, strains):
    """The trump suit with most expected tricks for ``hands[:, seat]``; ``strains`` is filled."""
    cells = np.zeros(4, np.int64)
    for d in range(hands.shape[0]):
        best = np.int64(-1)
        strains[d] = 0
        for suit in range(4):
            value = expected_tricks(hands[d, seat], suit, model, cells)
            if value >= best:
                best = value
                strains[d] = suit
