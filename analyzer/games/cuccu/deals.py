"""Deals of Cuccù as the kernels shuffle them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.batch import shuffle_packs
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.tables import seed_bits


def deal_packs(rules: CuccuRules, n: int, seed: int, first: int = 0) -> NDArray[np.uint8]:
    """Shuffled packs of rounds ``first`` to ``first + n - 1``: uint8 [n, pack size].

    Place 0 is the top card, places 1, 2, ... the cards in the order they are dealt from the
    bottom; a card is ``20 * copy + rank``.
    """
    packs = np.zeros((n, rules.pack), np.uint8)
    shuffle_packs(t.new_table(rules.packed()), t.new_words(), seed_bits(seed), first, packs)
    return packs
