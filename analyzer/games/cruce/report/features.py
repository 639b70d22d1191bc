"""What a hand holds, counted for many hands at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels.bidding import choose_trumps, longest_suits
from analyzer.games.cruce.kernels.cards import NINES, PAIRS

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

SUIT = np.uint64(63)
BEST = ("trumps", "trump_points", "trump_pair", "aces", "tens", "pairs", "voids")
"""Beside the best suit aces, tens and pairs; the points of the best suit with its cards."""
WHOLE = ("points", "all_aces", "all_tens", "all_pairs", "longest", "suits", "best_ace", "best_ten")
FEATURES = (*BEST, *WHOLE)


def counted(cards: Words) -> Ints:
    """Number of cards of each set."""
    return np.bitwise_count(cards).astype(np.int64)


def of_rank(rank: int) -> np.uint64:
    """The four cards of a rank."""
    return NINES << np.uint64(rank)


def points_of(cards: Words) -> Ints:
    """Card points of each set (rulebook, section 2)."""
    found = np.zeros(cards.shape, np.int64)
    for rank, worth in enumerate(codes.POINTS):
        found += worth * counted(cards & of_rank(rank))
    return found


def of_suit(cards: Words, suits: Ints) -> Words:
    """The cards of a suit of each set, shifted to the lowest bits."""
    return np.asarray((cards >> (16 * suits).astype(np.uint64)) & SUIT, np.uint64)


def pairs_of(cards: Words) -> Ints:
    """Pairs of king and queen in each set."""
    kings = (cards & PAIRS) >> np.uint64(1)
    return counted(cards & kings & of_rank(codes.QUEEN))


def best_suits(cards: Words, packed: Ints) -> Ints:
    """The suit that the program would make trump, of hands uint64 [D]: int64 [D]."""
    hands = np.zeros((len(cards), codes.SEATS), np.uint64)
    hands[:, 0] = cards
    suits = np.full(len(cards), -1, np.int64)
    choose_trumps(hands, np.zeros(len(cards), np.int64), packed, suits)
    return suits


def longest(cards: Words) -> Ints:
    """The longest suit, of the most card points among equals: int64 [D]."""
    hands = np.zeros((len(cards), codes.SEATS), np.uint64)
    hands[:, 0] = cards
    suits = np.zeros(len(cards), np.int64)
    longest_suits(hands, 0, suits)
    return suits


def richest(cards: Words) -> Ints:
    """The suit of the most card points, of the most cards among equals: int64 [D]."""
    return _most(cards, lambda suit: 16 * points_of(suit) + counted(suit))


def paired(cards: Words) -> Ints:
    """A suit with king and queen where there is one, else the longest: int64 [D]."""
    return _most(cards, lambda suit: 10000 * pairs_of(suit) + 100 * counted(suit) + points_of(suit))


def _most(cards: Words, worth: Callable[[Words], Ints]) -> Ints:
    suits = [worth(of_suit(cards, np.full(len(cards), suit))) for suit in range(4)]
    held = [of_suit(cards, np.full(len(cards), suit)) > 0 for suit in range(4)]
    ranked = np.where(np.stack(held, 1), np.stack(suits, 1), -1)
    return np.asarray(ranked.argmax(axis=1), np.int64)


def features(cards: Words, packed: Ints) -> dict[str, Ints]:
    """What each hand uint64 [D] holds, by the names of :data:`FEATURES`."""
    best = best_suits(cards, packed)
    trumps = of_suit(cards, best)
    side = cards ^ (trumps << (16 * best).astype(np.uint64))
    lengths = np.stack([counted(of_suit(cards, np.full(len(cards), s))) for s in range(4)], 1)
    ace = len(codes.POINTS) - 1
    return {
        "trumps": counted(trumps),
        "trump_points": points_of(trumps),
        "trump_pair": pairs_of(trumps),
        "aces": counted(side & of_rank(ace)),
        "tens": counted(side & of_rank(ace - 1)),
        "pairs": pairs_of(side),
        "voids": (lengths == 0).sum(axis=1),
        "points": points_of(cards),
        "all_aces": counted(cards & of_rank(ace)),
        "all_tens": counted(cards & of_rank(ace - 1)),
        "all_pairs": pairs_of(cards),
        "longest": lengths.max(axis=1),
        "suits": (lengths > 0).sum(axis=1),
        "best_ace": counted(trumps & of_rank(ace)),
        "best_ten": counted(trumps & of_rank(ace - 1)),
    }


def shapes(cards: Words) -> tuple[Ints, Ints]:
    """Hands that differ only in which suit is which get the same two numbers.

    Six bits a suit, the largest suit first; the first number has two suits, the second the others.
    """
    suits = np.stack([of_suit(cards, np.full(len(cards), s)) for s in range(4)], 1).astype(np.int64)
    order = np.argsort(-(64 * np.bitwise_count(suits) + suits), axis=1, kind="stable")
    held = np.take_along_axis(suits, order, axis=1)
    return held[:, 0] << 6 | held[:, 1], held[:, 2] << 6 | held[:, 3]
