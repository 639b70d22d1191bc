"""A trick on the table as ``solve`` is told of it, checked against the deals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import Pack, card_words
from analyzer.errors import QuestionError
from analyzer.kernels.bits import NO_CARD


def lay_trick(
    owners: NDArray[np.uint8],
    seats: Sequence[int],
    leader: int,
    trick: Sequence[int],
    pack: Pack,
    hands: str = "the hands",
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Deals without the cards on the table, and how many tricks are left, this one included.

    The cards of the trick may be out of play already, or still with the seats that played them.

    Parameters
    ----------
    owners
        uint8 [n, K]: seat of each card, ``NO_CARD`` where it is out of play; not modified.
    seats
        The seats that play, in turn order from seat 0 on; ``leader`` is one of them.
    leader, trick
        The seat that led, and the cards played so far by number.
    pack, hands
        What the cards are of, and what problems call the hands that play.

    Returns
    -------
    left
        uint8 [n, K]: the owners without the trick.
    tricks
        int64 [n]: cards of each hand before the trick.

    Raises
    ------
    QuestionError
        For a trick that is full or names a card twice, a card that lies with another seat, and
        hands that are uneven or empty.
    """
    if len(set(trick)) < len(trick) or len(trick) >= len(seats):
        raise QuestionError(
            f"trick of {len(trick)} cards: expected up to {len(seats) - 1} different cards"
        )
    left = np.array(owners, np.uint8)
    played = np.zeros(len(seats), np.int64)
    for number, card in enumerate(trick):
        place = (seats.index(leader) + number) % len(seats)
        seat = seats[place]
        lies = left[:, card]
        wrong = lies[(lies != NO_CARD) & (lies != seat)]
        if len(wrong):
            raise QuestionError(
                f"trick: the {card_words(card, pack)} lies with seat {int(wrong[0]) + 1}, but "
                f"seat {seat + 1} played it"
            )
        left[:, card] = NO_CARD
        played[place] = 1
    counts = np.stack([(left == seat).sum(axis=1) for seat in seats], axis=1) + played
    odd = np.flatnonzero((counts != counts[:, :1]).any(axis=1))
    if len(odd):
        held = ", ".join(str(int(count)) for count in counts[odd[0]])
        raise QuestionError(
            f"{hands} hold {held} cards: expected the same number in each"
            + (" (with the cards of the trick)" if trick else "")
        )
    if len(counts) and not counts.all():
        raise QuestionError("the deal holds no cards: expected some in each hand")
    return left, counts[:, 0].astype(np.int64)
