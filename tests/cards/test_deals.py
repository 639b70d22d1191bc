"""The deal notation."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.cards import PACK_20, PACK_32, format_deal, parse_deal, parse_hand
from analyzer.errors import QuestionError

EIGHT_VOIDS = "N:.AKQJ.AKQJ. AKQJ...AKQJ T987.T987.. ..T987.T987"


def problems(text: str, players: int = 4, count: int | None = None) -> tuple[str, ...]:
    with pytest.raises(QuestionError) as caught:
        parse_deal(text, PACK_32, players, count)
    return caught.value.problems


def test_eight_voids() -> None:
    """Owners written out by hand: 7 8 9 T of ♣, then J Q K A, then ♦, ♥, ♠."""
    owners, first = parse_deal(EIGHT_VOIDS, PACK_32, players=4, count=8)
    low_clubs, low_diamonds, low_hearts, low_spades = 3, 3, 2, 2
    expected = np.repeat([low_clubs, 1, low_diamonds, 0, low_hearts, 0, low_spades, 1], 4)
    assert first == 0
    assert owners.dtype == np.uint8
    np.testing.assert_array_equal(owners, expected)
    assert format_deal(owners, PACK_32, players=4) == EIGHT_VOIDS


@pytest.mark.parametrize(
    "text",
    [
        "N:-.AKQJ.AKQJ.- AKQJ.-.-.AKQJ T987.T987.-.- -.-.T987.T987",
        "1:.akqj.akqj. akqj...akqj 10987.10987.. ..t987.t987",
        "n: .AKQJ.AKQJ.  AKQJ…AKQJ\u00a0T987.T987.. ..T987.T987\n",
        ".AKQJ.AKQJ. AKQJ...AKQJ T987.T987.. ..T987.T987",
        "E:AKQJ...AKQJ T987.T987.. ..T987.T987 .AKQJ.AKQJ.",
        "4:..T987.T987 .AKQJ.AKQJ. AKQJ...AKQJ T987.T987..",
        "♥AKQJ ♦AKQJ | ♠AKQJ ♣AKQJ | sT987 hT987 | dT987 cT987",
    ],
)
def test_other_spellings_of_the_same_deal(text: str) -> None:
    owners, _ = parse_deal(text, PACK_32, players=4, count=8)
    assert format_deal(owners, PACK_32, players=4) == EIGHT_VOIDS


def test_a_hand_not_in_play() -> None:
    owners, first = parse_deal("S:A... - K... Q...", PACK_32, players=4)
    assert first == 2
    assert (owners != 255).sum() == 3
    assert owners[[31, 30, 29]].tolist() == [2, 0, 1]
    assert format_deal(owners, PACK_32, players=4, first=2) == "S:A... - K... Q..."


def test_three_players_and_the_spanish_pack() -> None:
    owners, first = parse_deal("3:A3.R.. C..S. ...A", PACK_20, players=3)
    assert first == 2
    assert format_deal(owners, PACK_20, players=3, first=2) == "S:A3.R.. C..S. ...A"


@pytest.mark.parametrize(
    ("text", "needle"),
    [
        ("Q:A... K... Q... J...", "first seat 'Q': expected 1 to 4"),
        ("N:A... K... Q...", "3 hands in the deal: expected 4"),
        ("N:A... K... Q... J... T...", "5 hands in the deal: expected 4"),
        ("N:A... A... Q... J...", "seat 2: the A of spades is in the hand of seat 1 too"),
        ("N:6... K... Q... J...", "seat 1: '6': the 6 of spades is not in"),
        ("E:AK.. K... Q... J...", "seat 2: 'AK..' has 2 dots"),
        ("N:- - - -", "no cards in the deal"),
        ("N:... - - -", "no cards in the deal"),
        ("", "0 hands"),
        ("N:AX... K... Q... J...", "unknown rank 'X'"),
        ("♠A | | ♥A | -", "seat 2: the hand has no cards"),
    ],
)
def test_refusals(text: str, needle: str) -> None:
    assert any(needle in problem for problem in problems(text))


def test_wrong_number_of_cards() -> None:
    assert problems("N:AK... QJ... T... -", count=2) == (
        "hand of seat 3: 1 card in 'T...': expected 2",
    )


def test_all_problems_at_once() -> None:
    assert len(problems("Q:A... AX... 6...")) == 5


def test_owners_that_cannot_be_are_not_printed() -> None:
    with pytest.raises(ValueError, match="owner 4"):
        format_deal(np.full(32, 4, dtype=np.uint8), PACK_32, players=4)
    with pytest.raises(ValueError, match="31 owners"):
        format_deal(np.full(31, 0, dtype=np.uint8), PACK_32, players=4)


def test_owners_and_card_sets_agree() -> None:
    owners, _ = parse_deal(EIGHT_VOIDS, PACK_32, players=4)
    held = PACK_32.card_set(np.flatnonzero(owners == 0).tolist())
    assert held == parse_hand("♥AKQJ ♦AKQJ", PACK_32)
