"""Deals of Cuccù as the kernels shuffle them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.cuccu import RANKS, format_card, format_cards
from analyzer.games.base import Deals
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.batch import shuffle_packs
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.tables import seed_bits
from analyzer.kernels.bits import NO_CARD


def deal_packs(rules: CuccuRules, n: int, seed: int, first: int = 0) -> NDArray[np.uint8]:
    """Shuffled packs of rounds ``first`` to ``first + n - 1``: uint8 [n, pack size].

    Place 0 is the top card, places 1, 2, ... the cards in the order they are dealt from the
    bottom; a card is ``20 * copy + rank``.
    """
    packs = np.zeros((n, rules.pack), np.uint8)
    shuffle_packs(t.new_table(rules.packed()), t.new_words(), seed_bits(seed), first, packs)
    return packs


def deal_cards(rules: CuccuRules, n: int, seed: int, first: int = 0) -> Deals:
    """One card to each seat; the stock from the bottom card to the top card."""
    packs = deal_packs(rules, n, seed, first)
    owners = np.full((n, 2 * RANKS), NO_CARD, np.uint8)
    seats = np.broadcast_to(np.arange(rules.players, dtype=np.uint8), (n, rules.players))
    np.put_along_axis(owners, packs[:, 1 : rules.players + 1].astype(np.int64), seats, axis=1)
    stock = np.hstack([packs[:, rules.players + 1 :], packs[:, :1]])
    return Deals(rules.game, owners, seed, first, stock=stock)


def show(deals: Deals, i: int) -> dict[str, Any]:
    """The seats' cards in turn order, the dealer's last, and both ends of the pack."""
    owners = deals.owners[i]
    cards = [int(c) for c in np.argsort(owners, kind="stable") if owners[c] != NO_CARD]
    shown = {"deal": "1:" + format_cards([card % RANKS for card in cards])}
    if deals.stock is not None:
        stock = [int(card) % RANKS for card in deals.stock[i]]
        shown |= {"bottom": format_cards(stock[:5]), "top": format_card(stock[-1])}
    return shown
