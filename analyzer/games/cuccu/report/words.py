"""Names of cards and seats: the cards' in Italian, as they are printed, in every language."""

from __future__ import annotations

from analyzer.cards.cuccu import (
    BUCKET,
    CAT,
    CUCKOO,
    FOOL,
    HORSE,
    HUNTER,
    INN,
    LION,
    MASK,
    PRINTED,
    ZERO,
)
from analyzer.games.speech import Speech

ITALIAN = {
    LION: "Leone",
    MASK: "Mascherone",
    BUCKET: "Secchia",
    ZERO: "0 Nulla",
    INN: "XI Taverna",
    CAT: "XII Gnao",
    HORSE: "XIII Salta",
    HUNTER: "XIIII Bragon",
    CUCKOO: "XV Cucco",
    FOOL: "Matto",
}
"""Names of the cards that are more than a number (rule book, section 2)."""

ORDER = (FOOL, *range(FOOL))
"""All ranks, the fool first: alone it loses whatever the others hold."""


def card_name(rank: int) -> str:
    """The name of a card: ``VI``, ``XII Gnao``."""
    return ITALIAN.get(rank, PRINTED[rank])


def seat_name(say: Speech, seat: int, players: int) -> str:
    """A seat (from 1) in words: the first speaks first, the last deals."""
    if seat == players:
        return say(f"{seat} (deals)", f"{seat} (împarte)")
    return str(seat)
