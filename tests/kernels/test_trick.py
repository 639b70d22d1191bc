"""Each duty of a player who follows, and who wins a trick, one case a rule.

Expected cards are what the words of the duty say (analyzer/kernels/trick.py), for hands in which
leaving that duty out, or another one in, gives other cards.  Rank order 7 8 9 T J Q K A.
"""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.cards import PACK_32, parse_cards, parse_hand
from analyzer.kernels import trick
from analyzer.kernels.trick import (
    BEAT_AFTER_RUFF,
    BEAT_LED,
    BEAT_OPENING,
    BEAT_TRUMP_LEAD,
    MUST_OVERTRUMP,
    MUST_TRUMP,
    PARTNER_EXEMPT,
    UNDERTRUMP,
)

SUITS = "CDHS"
OVER = MUST_TRUMP | MUST_OVERTRUMP


def mask(suit: str) -> np.uint64:
    """The sixteen places of a suit; none for no trump."""
    return np.uint64(0xFFFF << 16 * SUITS.index(suit) if suit else 0)


def cards(text: str) -> np.uint64:
    return np.uint64(parse_hand(text, PACK_32))


def legal(hand: str, table: str, trump: str, duties: int, partner_wins: bool = False) -> int:
    played = [1 << PACK_32.bit(number) for number in parse_cards(table, PACK_32)]
    led, trumps = mask(table[0]), mask(trump)
    best_led = max(card for card in played if card & int(led))
    best = max((card for card in played if card & int(trumps)), default=best_led)
    words = (np.uint64(card) for card in (played[0], best_led, best))
    return int(trick.legal_follow(cards(hand), led, trumps, *words, partner_wins, duties))


@pytest.mark.parametrize(
    ("hand", "table", "trump", "duties", "expected"),
    [
        # Following suit, higher or not.
        ("HA H7 SK", "H9", "S", 0, "HA H7"),
        ("HA H7 SK", "H9", "S", OVER, "HA H7"),
        ("HA H7 SK", "H9", "S", BEAT_LED, "HA"),
        ("H8 H7 SK", "H9", "S", BEAT_LED, "H8 H7"),
        ("HA H7 SK", "H9", "H", BEAT_LED, "HA H7"),
        ("HA H7 SK", "H9", "H", BEAT_LED | BEAT_TRUMP_LEAD, "HA"),
        ("HA H7 SK", "H9 S7", "S", BEAT_LED, "HA H7"),
        ("HA H7 SK", "H9 S7", "S", BEAT_LED | BEAT_AFTER_RUFF, "HA"),
        ("HA HJ H7", "H9 HQ", "S", BEAT_LED, "HA"),
        ("HA HJ H7", "H9 HQ", "S", BEAT_LED | BEAT_OPENING, "HA HJ"),
        # A card of another suit does not count as the best of the suit led.
        ("HA H7", "H9 DA", "S", BEAT_LED, "HA"),
        # Void in the suit led.
        ("SK S7 D7", "H9", "S", 0, "SK S7 D7"),
        ("SK S7 D7", "H9", "S", MUST_TRUMP, "SK S7"),
        ("D7 C7", "H9", "S", OVER | UNDERTRUMP, "D7 C7"),
        ("SK D7", "H9", "", OVER | UNDERTRUMP, "SK D7"),
        # ... when a trump lies already.
        ("SK S7 D7", "H9 S9", "S", MUST_TRUMP, "SK S7"),
        ("SK S7 D7", "H9 S9", "S", OVER, "SK"),
        ("SK S7 D7", "H9 S9 D8", "S", OVER | UNDERTRUMP, "SK"),
        ("S7 D7", "H9 S9", "S", OVER, "S7 D7"),
        ("S7 D7", "H9 S9", "S", OVER | UNDERTRUMP, "S7"),
    ],
)
def test_duties(hand: str, table: str, trump: str, duties: int, expected: str) -> None:
    assert legal(hand, table, trump, duties) == cards(expected)
    # The partner's card matters under its own duty only.
    assert legal(hand, table, trump, duties, partner_wins=True) == cards(expected)
    assert legal(hand, table, trump, duties | PARTNER_EXEMPT) == cards(expected)


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        ("SK S7 D7", "H9", "SK S7 D7"),
        ("SK S7 D7", "H9 S9", "SK S7 D7"),
        # The duty to follow stays.
        ("HA H7 SK", "H9", "HA H7"),
    ],
)
def test_a_partner_who_wins_frees_from_trumping_only(hand: str, table: str, expected: str) -> None:
    duties = OVER | UNDERTRUMP | PARTNER_EXEMPT
    assert legal(hand, table, "S", duties, partner_wins=True) == cards(expected)


@pytest.mark.parametrize(
    ("card", "best", "trump", "expected"),
    [
        ("HA", "H9", "S", True),
        ("H8", "H9", "S", False),
        ("DA", "H9", "S", False),
        ("SA", "H9", "", False),
        ("S7", "HA", "S", True),
        ("S8", "S7", "S", True),
        ("S7", "S8", "S", False),
        ("HA", "S7", "S", False),
        ("C7", "HA", "C", True),
        ("HA", "C7", "C", False),
    ],
)
def test_who_wins(card: str, best: str, trump: str, expected: bool) -> None:
    """Hearts were led; clubs and spades stand below and above them in the card sets."""
    assert trick.beats(cards(card), cards(best), mask("H"), mask(trump)) == expected
