"""Deals of Cruce: random ones with their packets and stock, and their notation.

After the hands, ``second=`` names each seat's second packet in the order in which its cards
were dealt, seats apart by ``/``; ``stock=`` the stock of two players in the order it is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_24, card_words, format_card, format_deal, parse_cards, parse_deal
from analyzer.errors import QuestionError
from analyzer.games.base import Deals
from analyzer.games.cruce.codes import SIZE
from analyzer.games.cruce.kernels.cards import SECOND
from analyzer.games.cruce.rounds import layouts
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels.bits import NO_CARD


@dataclass(frozen=True)
class CruceDeals(Deals):
    """Deals of Cruce.

    ``packets`` is 0 for the first packet, 1 for the second, 255 in the stock.  ``second`` uint8
    [n, players, cards]: card numbers of each seat's second packet, in the order dealt; ``None``
    where all cards come at once.
    """

    second: NDArray[np.uint8] | None = None


def deal_cards(rules: CruceRules, n: int, seed: int, first: int = 0) -> CruceDeals:
    """Random deals; the house rules say only what becomes of the cards dealt one by one."""
    players = rules.players
    places = layouts(players).deal(n, seed, first).astype(np.int64)
    singles = np.argsort(places, axis=1, kind="stable")[:, SIZE - SECOND :].astype(np.uint8)
    packets = (places >= players).astype(np.uint8)
    if players == 2:
        drawn = singles[:, SECOND - rules.stock_size :]
        to_hand = SECOND - rules.stock_size
        nth = places - players
        held = np.where(nth >= to_hand, NO_CARD, np.where(nth >= 0, nth % 2, places))
        owners = held.astype(np.uint8)
        packets = np.where(owners == NO_CARD, NO_CARD, 0).astype(np.uint8)
        return CruceDeals(rules.game, owners, seed, first, packets=packets, stock=drawn)
    half = SECOND // players
    owners = np.where(places >= players, (places - players) // half, places).astype(np.uint8)
    if not rules.has_two_packets:
        return CruceDeals(rules.game, owners, seed, first, packets=np.zeros_like(packets))
    second = singles.reshape(n, players, half)
    return CruceDeals(rules.game, owners, seed, first, packets=packets, second=second)


def show(rules: CruceRules, deals: Deals, i: int, unicode: bool = True) -> dict[str, Any]:
    """Deal ``i``: hands in the notation of deals, then second packets or stock."""

    def cards(numbers: Sequence[int]) -> str:
        return ",".join(format_card(int(card), PACK_24, unicode) for card in numbers)

    shown: dict[str, Any] = {"deal": format_deal(deals.owners[i], PACK_24, rules.players)}
    second = deals.second if isinstance(deals, CruceDeals) else None
    if second is not None:
        shown["second"] = "/".join(cards(packet) for packet in second[i].tolist())
    if deals.stock is not None and deals.stock.shape[1]:
        shown["stock"] = cards(deals.stock[i].tolist())
    return shown


def read(rules: CruceRules, text: str) -> CruceDeals:
    """A deal or an endgame from its notation.

    Raises
    ------
    QuestionError
        For what cannot be read, and for cards of packets or stock that lie elsewhere.
    """
    hands, parts = _split(text)
    owners, _ = parse_deal(hands, PACK_24, rules.players)
    problems: list[str] = []
    packets = np.where(owners == NO_CARD, NO_CARD, 0).astype(np.uint8)
    second = None
    stock = None
    if "second" in parts:
        second = _read_second(rules, parts["second"], owners, problems)
        if not problems:
            packets[second.ravel()] = 1
    if "stock" in parts:
        stock = _read_stock(rules, parts["stock"], owners, problems)
    if problems:
        raise QuestionError(problems)
    return CruceDeals(
        rules.game,
        owners[None, :],
        packets=packets[None, :],
        stock=None if stock is None else stock[None, :],
        second=None if second is None else second[None, :],
    )


def _split(text: str) -> tuple[str, dict[str, str]]:
    """The hands, and the text after each of ``second=`` and ``stock=``."""
    parts = {}
    for name in ("stock", "second"):
        text, mark, rest = text.partition(f"{name}=")
        if mark:
            before, other, more = rest.partition("second=")
            parts[name] = before.strip()
            text += other + more
    return text, parts


def _cards(text: str, name: str, problems: list[str]) -> list[int]:
    try:
        return parse_cards(text.replace(",", " "), PACK_24)
    except QuestionError as error:
        problems += [f"{name}: {problem}" for problem in error.problems]
        return []


def _read_second(
    rules: CruceRules, text: str, owners: NDArray[np.uint8], problems: list[str]
) -> NDArray[np.uint8]:
    half = SECOND // rules.players
    packets = [_cards(part, "second", problems) for part in text.split("/")]
    if not rules.has_two_packets:
        problems.append("second: all cards are dealt at once under these rules")
    elif not problems and [len(packet) for packet in packets] != [half] * rules.players:
        problems.append(f"second: expected {rules.players} packets of {half} cards, apart by /")
    for seat, packet in enumerate(packets):
        problems += [
            f"second: the {card_words(card, PACK_24)} is not in the hand of seat {seat + 1}"
            for card in packet
            if owners[card] != seat
        ]
    return np.array([] if problems else packets, np.uint8)


def _read_stock(
    rules: CruceRules, text: str, owners: NDArray[np.uint8], problems: list[str]
) -> NDArray[np.uint8]:
    stock = _cards(text, "stock", problems)
    if rules.players != 2:
        problems.append("stock: only the game of two players has one")
    problems += [
        f"stock: the {card_words(card, PACK_24)} is in the hand of seat {owners[card] + 1} too"
        for card in stock
        if owners[card] != NO_CARD
    ]
    return np.array(stock, np.uint8)
