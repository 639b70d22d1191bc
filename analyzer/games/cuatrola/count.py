"""Every layout that is consistent with one hand, the turned card and the seat.

With three hands unseen there are 15!/(5! 5! 5!) = 756,756 layouts for the dealer, who holds
the turned card, and 14!/(5! 5! 4!) = 252,252 for the others, who know one card of the dealer.
All are equally likely: the cards are dealt one by one from a shuffled pack, and which of the
dealer's cards comes last does not depend on the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_20, card_words
from analyzer.errors import QuestionError
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.layouts import count_layouts

DEALER = codes.SEATS - 1


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


def _subsets(size: int, chosen: int) -> NDArray[np.int64]:
    """All sets of ``chosen`` of ``size`` positions, as bits."""
    return np.array(
        [sum(1 << i for i in picked) for picked in combinations(range(size), chosen)], np.int64
    )
