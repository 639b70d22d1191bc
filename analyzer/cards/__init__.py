"""Packs and notation: text to card sets and back (`docs/notation.md`).

The pack of Cuccù, which has no suits, is in `analyzer.cards.cuccu`.
"""

from __future__ import annotations

from analyzer.cards.deals import format_deal, parse_deal
from analyzer.cards.hands import (
    card_words,
    format_card,
    format_hand,
    parse_card,
    parse_cards,
    parse_hand,
)
from analyzer.cards.packs import OUT_OF_PLAY, PACK_20, PACK_24, PACK_32, PACK_52, Pack
from analyzer.cards.suits import (
    NO_TRUMP,
    SEAT_LETTERS,
    format_seat,
    format_trump,
    parse_seat,
    parse_suit,
    parse_trump,
)
from analyzer.cards.text import tidy

__all__ = [
    "NO_TRUMP",
    "OUT_OF_PLAY",
    "PACK_20",
    "PACK_24",
    "PACK_32",
    "PACK_52",
    "SEAT_LETTERS",
    "Pack",
    "card_words",
    "format_card",
    "format_deal",
    "format_hand",
    "format_seat",
    "format_trump",
    "parse_card",
    "parse_cards",
    "parse_deal",
    "parse_hand",
    "parse_seat",
    "parse_suit",
    "parse_trump",
    "tidy",
]
