"""Every layout that is consistent with one hand, the turned card and the seat.

With three hands unseen there are 15!/(5! 5! 5!) = 756,756 layouts for the dealer, who holds
the turned card, and 14!/(5! 5! 4!) = 252,252 for the others, who know one card of the dealer.
All are equally likely: the cards are dealt one by one from a shuffled pack, and which of the
dealer's cards comes last does not depend on the others.

Side suits that the hand and what else is known do not tell apart may be exchanged: of the
layouts that turn into each other, one is counted for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_20, card_words
from analyzer.errors import QuestionError
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.hand import orbit_sizes
from analyzer.games.cuatrola.kernels.layouts import count_layouts

DEALER = codes.SEATS - 1
_SUITS = 4


@dataclass(frozen=True)
class AllLayouts:
    """The layouts seen from ``seat`` (0-based), which holds ``hand`` (five card numbers).

    ``turned`` is the number of the dealer's shown card.

    Raises
    ------
    QuestionError
        When the turned card cannot lie where the rules say: with the dealer, seat 4.
    """

    hand: tuple[int, ...]
    seat: int
    turned: int

    def __post_init__(self) -> None:
        held = self.turned in self.hand
        name = card_words(self.turned, PACK_20)
        if self.seat == DEALER and not held:
            raise QuestionError(
                f"turned card {name}: expected a card of the hand, seat 4 deals and shows its own"
            )
        if self.seat != DEALER and held:
            raise QuestionError(
                f"turned card {name}: expected a card of the dealer, seat 4, not of the hand"
            )

    @cached_property
    def _known(self) -> NDArray[np.uint64]:
        known = np.zeros(codes.SEATS, np.uint64)
        known[self.seat] = PACK_20.card_set(self.hand)
        if self.seat != DEALER:
            known[DEALER] = PACK_20.card_set([self.turned])
        return known

    @cached_property
    def _seats(self) -> NDArray[np.int64]:
        return np.array([seat for seat in range(codes.SEATS) if seat != self.seat], np.int64)

    @cached_property
    def _unknown(self) -> NDArray[np.uint64]:
        seen = {*self.hand, self.turned}
        cards = [card for card in range(codes.SIZE) if card not in seen]
        return np.array([PACK_20.card_set([card]) for card in cards], np.uint64)

    @cached_property
    def _choices(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        unknown = len(self._unknown)
        return _subsets(unknown, codes.HAND), _subsets(unknown - codes.HAND, codes.HAND)

    def __len__(self) -> int:
        one, two = self._choices
        return len(one) * len(two)

    def hands(self, first: int, count: int) -> NDArray[np.uint64]:
        """Layouts ``first`` to ``first + count - 1`` as card sets, uint64 [count, 4] by seat."""
        one, two = self._choices
        hands = np.empty((count, codes.SEATS), np.uint64)
        count_layouts(first, self._known, self._seats, self._unknown, one, two, hands)
        return hands


@dataclass(frozen=True)
class CountedLayouts:
    """Layouts that stand for all that fit, each with the number of those it stands for.

    ``hands`` uint64 [n, 4] by seat; ``weights`` int64 [n]; ``exchanges`` int64 [G, 4], the
    exchanges of suits under which nothing that is known changes, doing nothing among them:
    suit ``s`` becomes ``exchanges[g, s]``.
    """

    hands: NDArray[np.uint64]
    weights: NDArray[np.int64]
    exchanges: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def total(self) -> int:
        """The number of layouts that fit."""
        return int(self.weights.sum())


def count_seen(
    hand: Sequence[int],
    seat: int,
    turned: int,
    cards: Mapping[int, int] | None = None,
    barred: Mapping[int, Sequence[int]] | None = None,
) -> CountedLayouts:
    """All layouts seen from ``seat``, equivalent ones once.

    ``hand``, ``seat`` and ``turned`` as for :class:`AllLayouts`, with its errors; ``cards`` are
    known to lie in a seat, ``barred`` not to lie in some (card number -> seats).
    """
    places = tuple(sorted((cards or {}).items()))
    away = tuple(sorted((card, tuple(seats)) for card, seats in (barred or {}).items()))
    return _count(tuple(hand), seat, turned, places, away)


@lru_cache(maxsize=4)
def _count(
    hand: tuple[int, ...],
    seat: int,
    turned: int,
    cards: tuple[tuple[int, int], ...],
    barred: tuple[tuple[int, tuple[int, ...]], ...],
) -> CountedLayouts:
    """Kept for the few questions at hand only: a set of layouts may take 24 megabytes."""
    layouts = AllLayouts(hand, seat, turned)
    there = [PACK_20.card_set(c for c, s in cards if s == k) for k in range(codes.SEATS)]
    away = [PACK_20.card_set(c for c, s in barred if k in s) for k in range(codes.SEATS)]
    hands = layouts.hands(0, len(layouts))
    fits = np.ones(len(hands), bool)
    for k in range(codes.SEATS):
        fits &= hands[:, k] & np.uint64(there[k]) == np.uint64(there[k])
        fits &= hands[:, k] & np.uint64(away[k]) == 0
    hands = hands if fits.all() else hands[fits]
    exchanges = suit_exchanges(turned, [PACK_20.card_set(hand), *there, *away])
    weights = np.empty(len(hands), np.int64)
    orbit_sizes(hands, exchanges, weights)
    chosen = weights > 0
    return CountedLayouts(hands[chosen], weights[chosen], exchanges)


def suit_exchanges(turned: int, known: Sequence[int]) -> NDArray[np.int64]:
    """Exchanges of side suits under which all card sets ``known`` stay as they are."""
    trump = turned // codes.RANKS
    ranks = [[cards >> 16 * suit & 0xFFFF for cards in known] for suit in range(_SUITS)]
    return np.array(
        [
            exchange
            for exchange in permutations(range(_SUITS))
            if exchange[trump] == trump
            and all(ranks[exchange[suit]] == ranks[suit] for suit in range(_SUITS))
        ],
        np.int64,
    )


def _subsets(size: int, chosen: int) -> NDArray[np.int64]:
    """All sets of ``chosen`` of ``size`` positions, as bits."""
    return np.array(
        [sum(1 << i for i in picked) for picked in combinations(range(size), chosen)], np.int64
    )
