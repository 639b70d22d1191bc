"""A trick laid on the table: what is left of the deal, and tricks that cannot be."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.cards import PACK_32, parse_cards
from analyzer.errors import QuestionError
from analyzer.games.tricks import lay_trick

OUT = 255
SEATS = range(4)


def owners(*hands: str) -> np.ndarray:
    """One deal with these hands and every other card out of play."""
    found = np.full((1, PACK_32.size), OUT, np.uint8)
    for seat, text in enumerate(hands):
        found[0, parse_cards(text, PACK_32)] = seat
    return found


def cards(text: str) -> list[int]:
    return parse_cards(text, PACK_32)


def test_cards_of_the_trick_leave_the_hands_that_still_hold_them() -> None:
    deal = owners("♠A ♥7", "♠K ♥8", "♠Q ♥9", "♠J ♥T")
    left, tricks = lay_trick(deal, SEATS, 3, cards("♠J ♠A"), PACK_32)
    assert (left == owners("♥7", "♠K ♥8", "♠Q ♥9", "♥T")).all()
    assert tricks.tolist() == [2]
    assert (deal == owners("♠A ♥7", "♠K ♥8", "♠Q ♥9", "♠J ♥T")).all()
    # The same where they are out of play already, and with nothing on the table.
    gone, tricks = lay_trick(left, SEATS, 3, cards("♠J ♠A"), PACK_32)
    assert (gone == left).all()
    assert tricks.tolist() == [2]
    assert lay_trick(deal, SEATS, 0, (), PACK_32)[1].tolist() == [2]


def test_a_seat_that_sits_out_is_passed_over() -> None:
    deal = owners("♠A ♥7", "♠K ♥8", "♣7", "♠J ♥T")
    left, tricks = lay_trick(deal, [0, 1, 3], 1, cards("♠K ♠J"), PACK_32)
    assert (left == owners("♠A ♥7", "♥8", "♣7", "♥T")).all()
    assert tricks.tolist() == [2]


@pytest.mark.parametrize(
    ("trick", "told"),
    [
        ("♠A ♠A", "trick of 2 cards: expected up to 3 different cards"),
        ("♠A ♠K ♠Q ♠J", "trick of 4 cards: expected up to 3"),
        ("♠K", "the K of spades lies with seat 2, but seat 1 played it"),
        ("♠7", "hold 3, 2, 2, 2 cards: expected the same number in each .with the cards of the"),
    ],
)
def test_tricks_that_cannot_be(trick: str, told: str) -> None:
    deal = owners("♠A ♥7", "♠K ♥8", "♠Q ♥9", "♠J ♥T")
    lead = [card for word in trick.split() for card in parse_cards(word, PACK_32)]
    with pytest.raises(QuestionError, match=told):
        lay_trick(deal, SEATS, 0, lead, PACK_32)


def test_uneven_and_empty_hands() -> None:
    with pytest.raises(QuestionError, match=r"all hold 1, 1, 1, 0 cards: expected the same.*each$"):
        lay_trick(owners("♠A", "♠K", "♠Q"), SEATS, 0, (), PACK_32, "all")
    with pytest.raises(QuestionError, match="holds no cards"):
        lay_trick(owners(), SEATS, 0, (), PACK_32)
