"""The best colour of a hand: the trump of a bid of four (rulebook, section 4)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import popcount, suit_cards
from analyzer.kernels.jit import kernel


@kernel
def best_colour(hand):
    """The suit (0 to 3) with most cards; then the highest cards; then spades before clubs.

    With equal lengths, comparing the ranks as numbers compares the highest cards first, then
    the next ones.
    """
    best = 0
    best_key = np.int64(-1)
    for suit in range(4):
        ranks = suit_cards(hand, suit)
        key = (popcount(ranks) << 16) | np.int64(ranks)
        if key >= best_key:
            best_key = key
            best = suit
    return best


@kernel
def best_colours(hands, declarers, colours):
    """Best colours of the declarers' hands.

    ``hands`` uint64 [D, 4]; ``declarers`` int64 [D] or [1]; ``colours`` int64 [D], the
    result (*modified in place*).
    """
    for d in range(hands.shape[0]):
        declarer = declarers[d if declarers.shape[0] > 1 else 0]
        colours[d] = best_colour(hands[d, declarer])
