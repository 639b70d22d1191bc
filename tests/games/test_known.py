"""Facts about other hands as typed."""

from __future__ import annotations

import pytest

from analyzer.cards import PACK_32, parse_cards
from analyzer.errors import QuestionError
from analyzer.games.known import parse_known

HAND = parse_cards("♠AKJ97 ♥A ♦K8", PACK_32)


def test_cards_and_voids() -> None:
    known = parse_known("W:QS; E:-H ; 3: void diamonds", PACK_32, 4, 0, HAND)
    assert known.cards == {parse_cards("QS", PACK_32)[0]: 3}
    hearts = set(parse_cards("♥KQJT987", PACK_32))
    diamonds = set(parse_cards("♦AQJT97", PACK_32))
    assert {card for card, seats in known.barred.items() if seats == [1]} == hearts
    assert {card for card, seats in known.barred.items() if seats == [2]} == diamonds


def test_nothing_known() -> None:
    assert parse_known(None, PACK_32, 4, 0, HAND).cards == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("QS", "expected SEAT:CARDS"),
        ("W:", "expected SEAT:CARDS"),
        ("X:QS", "seat"),
        ("W:6S", "not in the 32-card pack"),
        ("N:QS", "the asker's own"),
        ("W:AS", "in the asker's own hand"),
        ("W:QS; E:QS", "already known elsewhere"),
        ("W:-X", "suit"),
    ],
)
def test_what_cannot_be(text: str, message: str) -> None:
    with pytest.raises(QuestionError, match=message):
        parse_known(text, PACK_32, 4, 0, HAND)
