"""What a player sees in a hand of Cuțu, as numbers: lengths, honours, aces, voids.

Hands are card sets, uint64; a suit's ranks are eight bits, the ace the highest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cutu.duties import RANKS

Ints = NDArray[np.int64]

FEATURES = (
    "trumps",
    "trump_ace",
    "trump_king",
    "trump_queen",
    "aces",
    "kings",
    "voids",
    "singles",
)
"""Of a hand with a trump suit; aces, kings, voids and singletons are those of the side suits."""
SUITS = 4
_ACE, _KING, _QUEEN = RANKS - 1, RANKS - 2, RANKS - 3
_HIGH = np.array([4, 2, 1])
"""What an ace, a king and a queen count when suits are compared by strength."""


def suit_ranks(hands: NDArray[np.uint64]) -> Ints:
    """Ranks held in every suit as bits: int64 [n, 4]."""
    shifts = np.arange(SUITS, dtype=np.uint64) * np.uint64(16)
    ranks = (hands[:, None] >> shifts) & np.uint64(2**RANKS - 1)
    return ranks.astype(np.int64)


def lengths(ranks: Ints) -> Ints:
    """Cards of each suit, as ``ranks``."""
    return np.bitwise_count(ranks).astype(np.int64)


def held(ranks: Ints, rank: int) -> Ints:
    """1 where a rank is held, as ``ranks``."""
    return ranks >> rank & 1


def high_points(ranks: Ints) -> Ints:
    """Strength of each suit by its top cards: ace 4, king 2, queen 1."""
    tops = np.stack([held(ranks, rank) for rank in (_ACE, _KING, _QUEEN)], axis=-1)
    return np.asarray(tops @ _HIGH)


def strongest(ranks: Ints) -> Ints:
    """The suit with the best top cards, then the longer, then the higher cards: int64 [n]."""
    key = (high_points(ranks) * 16 + lengths(ranks)) * 2**RANKS + ranks
    # The last of equal suits: spades before clubs.
    return np.asarray(SUITS - 1 - np.argmax(key[:, ::-1], axis=1))


def of_suit(values: Ints, suits: Ints) -> Ints:
    """The value of one suit in each row: ``values`` int64 [n, 4], ``suits`` int64 [n]."""
    return np.asarray(np.take_along_axis(values, suits[:, None], axis=1)[:, 0])


def features(ranks: Ints, trumps: Ints) -> dict[str, Ints]:
    """:data:`FEATURES` of hands, int64 [n] each; ``ranks`` [n, 4], ``trumps`` [n] suits."""
    own = of_suit(ranks, trumps)
    side = ranks.copy()
    side[np.arange(len(ranks)), trumps] = 0
    length = lengths(ranks)
    short = length.copy()
    short[np.arange(len(ranks)), trumps] = RANKS
    return {
        "trumps": lengths(own),
        "trump_ace": held(own, _ACE),
        "trump_king": held(own, _KING),
        "trump_queen": held(own, _QUEEN),
        "aces": held(side, _ACE).sum(axis=1),
        "kings": held(side, _KING).sum(axis=1),
        "voids": (short == 0).sum(axis=1),
        "singles": (short == 1).sum(axis=1),
    }
