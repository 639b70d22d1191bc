"""What a player sees in a hand of Cupe, as numbers: lengths, guards, top cards.

A hand is its suits: int64 [n, 4], thirteen bits each, the two the lowest; clubs, diamonds,
hearts, spades.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

SUITS, RANKS = 4, 13
CLUBS, DIAMONDS, HEARTS, SPADES = range(SUITS)
JACK, QUEEN, KING, ACE = range(9, RANKS)
QUEEN_OF_SPADES = SPADES * RANKS + QUEEN
LOW = 0b1111
"""Ranks 2 to 5: cards that hardly ever take a trick."""
BELOW_QUEEN = (1 << QUEEN) - 1
FEATURES = ("hearts", "low", "aces_kings", "void", "spade_queen", "spade_top", "guards")
"""Hearts; cards from 2 to 5; aces and kings outside spades; empty suits other than spades; the
queen of spades; her king and ace without her; spades below her where she or they are held."""


def suits_of(hands: NDArray[np.uint64]) -> Ints:
    """Suits of card sets uint64 [n]."""
    shifts = np.arange(SUITS, dtype=np.uint64) * np.uint64(16)
    ranks = (hands[:, None] >> shifts) & np.uint64((1 << RANKS) - 1)
    return ranks.astype(np.int64)


def count(ranks: Ints) -> Ints:
    """Cards of each set of ranks."""
    return np.bitwise_count(ranks).astype(np.int64)


def held(suits: Ints, suit: int, rank: int) -> Ints:
    """1 where a card is held, int64 [n]."""
    return np.asarray(suits[:, suit] >> rank & 1)


def guards(suits: Ints) -> Ints:
    """Spades below the queen."""
    return count(suits[:, SPADES] & BELOW_QUEEN)


def features(suits: Ints) -> dict[str, Ints]:
    """:data:`FEATURES` of hands before the exchange."""
    queen = held(suits, SPADES, QUEEN)
    top = held(suits, SPADES, KING) + held(suits, SPADES, ACE)
    tops = count(suits[:, :SPADES] >> KING)
    return {
        "hearts": count(suits[:, HEARTS]),
        "low": count(suits & LOW).sum(axis=1),
        "aces_kings": tops.sum(axis=1),
        "void": (suits[:, :SPADES] == 0).sum(axis=1),
        "spade_queen": queen,
        "spade_top": top,
        "guards": guards(suits) * ((queen + top) > 0),
    }


SLAM_FEATURES = ("heart_tops", "hearts", "sure", "longest", "stops")
"""Hearts from the ace down without a gap; hearts; cards of all suits that nobody can beat;
length of the longest suit; suits without their ace in which something is held."""


def slam_features(suits: Ints) -> dict[str, Ints]:
    """:data:`SLAM_FEATURES` of hands after the exchange."""
    sure = np.stack([_from_top(suits[:, suit]) for suit in range(SUITS)], axis=1)
    lengths = count(suits)
    open_suits = (lengths > 0) & (suits >> ACE & 1 == 0)
    return {
        "heart_tops": sure[:, HEARTS],
        "hearts": lengths[:, HEARTS],
        "sure": sure.sum(axis=1),
        "longest": lengths.max(axis=1),
        "stops": open_suits.sum(axis=1),
    }


def _from_top(ranks: Ints) -> Ints:
    """Cards from the ace down without a gap."""
    found = np.zeros_like(ranks)
    going = np.ones_like(ranks)
    for rank in range(ACE, -1, -1):
        going &= ranks >> rank & 1
        found += going
    return found
