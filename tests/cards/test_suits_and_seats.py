"""Suits, trumps and seats as options of the command line."""

from __future__ import annotations

import pytest

from analyzer.cards import (
    PACK_20,
    PACK_32,
    Pack,
    format_seat,
    format_trump,
    parse_seat,
    parse_suit,
    parse_trump,
)
from analyzer.errors import QuestionError


@pytest.mark.parametrize(
    ("texts", "pack", "suit"),
    [
        ("S s ♠ ♠\ufe0f ♤ spades Spade pică pica PICA\u0306 ｓ", PACK_32, 3),
        ("H ♥ ❤\ufe0f hearts cupă Cupe inimă", PACK_32, 2),
        ("D ♦ diamonds caro romb", PACK_32, 1),
        ("C ♣ clubs treflă TREFLA", PACK_32, 0),
        ("O oros oro", PACK_20, 0),
        ("c copas Copa", PACK_20, 1),
        ("E espadas", PACK_20, 2),
        ("b BASTOS", PACK_20, 3),
    ],
)
def test_suits(texts: str, pack: Pack, suit: int) -> None:
    for text in texts.split():
        assert parse_suit(text, pack) == suit == parse_trump(text, pack)


@pytest.mark.parametrize(
    "text",
    ["NT", "nt", "N", "no trump", "No-Trump", "notrump", "fără atu", "fara atu", "FĂRĂ\u00a0ATU",
     "fa\u0306ra\u0306 atu", "none"],
)  # fmt: skip
def test_no_trump(text: str) -> None:
    assert parse_trump(text, PACK_32) is None


@pytest.mark.parametrize(
    ("text", "pack", "needles"),
    [
        ("X", PACK_32, ["trump 'X'", "S, H, D, C or NT"]),
        ("", PACK_32, ["trump ''"]),
        ("SH", PACK_32, ["trump 'SH'"]),
        ("spads", PACK_32, ["did you mean 'spades'"]),
        ("S", PACK_20, ["O, C, E, B or NT"]),
    ],
)
def test_unknown_trumps(text: str, pack: Pack, needles: list[str]) -> None:
    with pytest.raises(QuestionError) as caught:
        parse_trump(text, pack)
    for needle in needles:
        assert needle in str(caught.value)


def test_a_game_without_no_trump_says_so() -> None:
    with pytest.raises(QuestionError, match=r"expected S, H, D or C$"):
        parse_trump("NT", PACK_32, no_trump=False)
    with pytest.raises(QuestionError, match="suit sung 'NT': expected O, C, E or B"):
        parse_suit("NT", PACK_20, what="suit sung")


def test_trumps_round_trip() -> None:
    for pack in (PACK_20, PACK_32):
        for trump in (0, 1, 2, 3, None):
            assert parse_trump(format_trump(trump, pack), pack) == trump


def test_seats_follow_the_order_of_play() -> None:
    assert [parse_seat(text) for text in "1234"] == [0, 1, 2, 3]
    assert [parse_seat(text) for text in "NESW"] == [0, 1, 2, 3]
    assert [parse_seat(text) for text in ("north", "Est", "SUR", " vest ")] == [0, 1, 2, 3]
    assert parse_seat("３") == 2


@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_seats_round_trip(players: int) -> None:
    for seat in range(players):
        assert parse_seat(format_seat(seat), players) == seat


@pytest.mark.parametrize(
    ("text", "players"), [("0", 4), ("5", 4), ("W", 3), ("4", 3), ("S", 2), ("", 4), ("-1", 4),
                          ("1.0", 4), ("N", 10), ("12", 4), ("north", 10)]
)  # fmt: skip
def test_seats_that_do_not_exist(text: str, players: int) -> None:
    with pytest.raises(QuestionError, match=f"expected 1 to {players}"):
        parse_seat(text, players)
