"""Deals of Cuatrola: random ones, and their notation."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_20, card_words, format_card, format_deal, parse_card, parse_deal
from analyzer.errors import QuestionError
from analyzer.games.base import Deals
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.batch import turned_cards
from analyzer.kernels.bits import NO_CARD
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL

LAYOUTS = Layouts.build(codes.SIZE, (5, 5, 5, 4, 1))
"""Places of a layout: three hands, four cards of the dealer, and the dealer's turned card."""
DEALER = codes.SEATS - 1


def deal_cards(n: int, seed: int, first: int = 0) -> Deals:
    """Random deals with their turned card; the house rules have no part in them."""
    places = LAYOUTS.deal(n, seed, first)
    owners = np.empty_like(places)
    turned = np.empty(n, np.uint8)
    turned_cards(places, owners, turned)
    return Deals("cuatrola", owners, seed, first, turned=turned)


def deal_places(n: int, seed: int, first: int = 0) -> NDArray[np.uint64]:
    """The same deals as card sets, uint64 [n, 5] by place."""
    places = np.zeros((n, len(LAYOUTS.needs)), np.uint64)
    deal_hands(np.uint64(seed), PURPOSE_DEAL, first, LAYOUTS.plan, codes.RANKS, places)
    return places


def seat_hands(
    places: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Card sets of the seats, uint64 [n, 4], and the turned cards, uint64 [n], from places."""
    hands = places[:, : codes.SEATS].copy()
    hands[:, DEALER] |= places[:, codes.SEATS]
    return hands, places[:, codes.SEATS].copy()


def show(deals: Deals, i: int, unicode: bool = True) -> dict[str, Any]:
    """Deal ``i`` in the notation of deals, with the turned card where it is known."""
    shown: dict[str, Any] = {"deal": format_deal(deals.owners[i], PACK_20, codes.SEATS)}
    if deals.turned is not None and deals.turned[i] != NO_CARD:
        shown["turned"] = format_card(int(deals.turned[i]), PACK_20, unicode)
    return shown


def read(text: str) -> Deals:
    """A deal from its notation, with ``turned=CARD`` after it or without.

    Raises
    ------
    QuestionError
        For what cannot be read, and for a turned card that the dealer, seat 4, does not hold.
    """
    hands, word, card = text.partition("turned")
    owners, _ = parse_deal(hands, PACK_20, codes.SEATS)
    if not word:
        return Deals("cuatrola", owners[None, :])
    number = parse_card(card.strip(" :="), PACK_20)
    if owners[number] not in (DEALER, NO_CARD):
        raise QuestionError(
            f"the turned card, {card_words(number, PACK_20)}, is in the hand of seat "
            f"{owners[number] + 1}: expected a card of the dealer, seat {codes.SEATS}"
        )
    return Deals("cuatrola", owners[None, :], turned=np.array([number], np.uint8))
