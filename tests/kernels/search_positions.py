"""From cards of tests and files to the arguments of the double-dummy kernels."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from tests.reference.search import Card, Position

SEATS = np.arange(4)
PARTNERS_13 = 0b0101
NO_CARDS = np.zeros(3, np.uint64)


def trump_mask(suit: int | None) -> np.uint64:
    """Mask of the trump suit; none for no trump."""
    return np.uint64(0 if suit is None else 0xFFFF << 16 * suit)


def card_bit(card: Card) -> np.uint64:
    return np.uint64(1 << 16 * card[0] + card[1])


def hands_of_owners(owners: np.ndarray) -> np.ndarray:
    """Card sets uint64 [n, 4] of owners uint8 [n, 32]; 255 is out of play."""
    hands = np.zeros((len(owners), 4), np.uint64)
    for card in range(owners.shape[1]):
        for seat in range(4):
            hands[owners[:, card] == seat, seat] |= card_bit(divmod(card, 8))
    return hands


def question(position: Position) -> tuple:
    """Arguments of ``solve_batch`` for one position, without arena and output."""
    hands = np.zeros((1, 4), np.uint64)
    for seat, hand in enumerate(position.hands):
        for card in hand:
            hands[0, seat] |= card_bit(card)
    played = np.zeros((1, 3), np.uint64)
    for place, card in enumerate(position.trick):
        played[0, place] = card_bit(card)
    switches = (getattr(position.duties, field.name) for field in fields(position.duties))
    duties = sum(1 << i for i, on in enumerate(switches) if on)
    side = sum(1 << seat for seat in position.side)
    trump = np.array([trump_mask(position.trump)])
    return hands, np.array(position.order), side, trump, np.array([position.leader]), duties, played
