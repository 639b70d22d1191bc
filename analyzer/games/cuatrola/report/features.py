"""What a hand looks like: the features that charts and rules of thumb go by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.table import suit_of

Ints = NDArray[np.int64]
Sets = NDArray[np.uint64]

SUITS = 4
TRES, AS = 3, 4
FEATURES = (
    "trumps",
    "trump_as",
    "trump_tres",
    "trump_rey",
    "side_as",
    "side_tres",
    "voids",
    "trump_pair",
    "side_pairs",
)
"""Names, in the order in which they are shown."""


def suit_ranks(hands: Sets) -> Ints:
    """Ranks held in each suit as bits, int64 [n, 4] (bit 0 sota, bit 4 as)."""
    shifts = np.uint64(16) * np.arange(SUITS, dtype=np.uint64)
    return ((hands[:, None] >> shifts) & np.uint64(0x1F)).astype(np.int64)


def trumps_of(turned: Sets) -> Ints:
    """The trump suit of each deal, from the turned card."""
    return np.array([suit_of(card) for card in turned], np.int64)


def lengths(ranks: Ints) -> Ints:
    """Cards of each suit."""
    return np.bitwise_count(ranks.astype(np.uint64)).astype(np.int64)


def features(hands: Sets, trumps: Ints) -> dict[str, Ints]:
    """Features of hands, uint64 [n], by :data:`FEATURES`."""
    ranks = suit_ranks(hands)
    every = np.arange(len(hands))
    own = ranks[every, trumps]
    sides = ranks.copy()
    sides[every, trumps] = 0
    pair = 1 << codes.CABALLO | 1 << codes.REY

    def on_side(rank: int) -> Ints:
        return np.asarray((sides >> rank & 1).sum(axis=1))

    return {
        "trumps": lengths(own),
        "trump_as": own >> AS & 1,
        "trump_tres": own >> TRES & 1,
        "trump_rey": own >> codes.REY & 1,
        "side_as": on_side(AS),
        "side_tres": on_side(TRES),
        # The trump suit of a hand without trumps is no void that can be ruffed.
        "voids": (ranks == 0).sum(axis=1) - (own == 0),
        "trump_pair": (own & pair == pair).astype(np.int64),
        "side_pairs": (sides & pair == pair).sum(axis=1),
    }


def sure_trumps(hands: Sets, trumps: Ints) -> Ints:
    """Trumps held from the as down without a gap."""
    own = suit_ranks(hands)[np.arange(len(hands)), trumps]
    sure = np.zeros(len(hands), np.int64)
    unbroken = np.ones(len(hands), bool)
    for rank in range(AS, -1, -1):
        unbroken &= (own >> rank & 1) == 1
        sure += unbroken
    return sure
