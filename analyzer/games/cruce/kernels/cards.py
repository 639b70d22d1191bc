"""Card sets of Cruce: points, pairs, and the places that a layout deals to.

A layout (:mod:`analyzer.kernels.deal`) has ``players`` places of ``12 / players`` cards, the
first packet of each seat (all six cards with two players), and then twelve places of one card:
the second packets card by card, seat after seat, or the stock in the order it is drawn.  So
the order of a second packet and of the stock are part of the layout.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes
from analyzer.kernels.bits import NO_CARD, ONE, ZERO, lowest, popcount
from analyzer.kernels.jit import kernel

ALL = np.uint64(0x003F003F003F003F)
"""The pack."""
NINES = np.uint64(0x0001000100010001)
PAIRS = np.uint64(0x000C000C000C000C)
"""King and queen of every suit."""
SECOND = 12
"""Cards dealt to places of their own."""
_TWO = np.uint64(0x0002000200020002)
_THREE = np.uint64(0x0004000400040004)
_FOUR = np.uint64(0x0008000800080008)
_TEN = np.uint64(0x0010001000100010)
_ELEVEN = np.uint64(0x0020002000200020)
# Card points by rank, a hexadecimal digit each.
_VALUES = 0xBA4320


@kernel
def card_points(cards):
    """Card points of a set."""
    return (
        2 * popcount(cards & _TWO)
        + 3 * popcount(cards & _THREE)
        + 4 * popcount(cards & _FOUR)
        + 10 * popcount(cards & _TEN)
        + 11 * popcount(cards & _ELEVEN)
    )


@kernel
def rank_points(rank):
    """Card points of a rank."""
    return (_VALUES >> (4 * rank)) & 15


@kernel
def spread(places, players, hand, packets, hands, drawn):
    """What a layout gives each seat.

    Parameters: ``places`` uint8 [24]; ``hand`` cards in a whole hand; ``packets`` uint64 [4],
    the first packets; ``hands`` uint64 [4], the whole hands; ``drawn`` uint64 [12], the cards of
    the single places in order.  With two players and hands of eight, the first four cards of
    the stock complete the hands in turn.  The last three are results (*modified in place*).
    """
    packets[:] = ZERO
    suit = 0
    rank = 0
    for card in range(codes.SIZE):
        place = np.int64(places[card])
        bit = ONE << np.uint64(16 * suit + rank)
        if place < players:
            packets[place] |= bit
        else:
            drawn[place - players] = bit
        rank += 1
        if rank == codes.RANKS:
            rank = 0
            suit += 1
    hands[:] = packets
    if players == 2:
        for i in range(2 * (hand - 6)):
            hands[i & 1] |= drawn[i]
    else:
        half = SECOND // players
        for i in range(SECOND):
            hands[i // half] |= drawn[i]


@kernel
def owners_of_hands(hands, owners):
    """``hands`` uint64 [D, 4] as ``owners`` uint8 [D, 24]; 255 for a card of nobody (in place)."""
    for d in range(hands.shape[0]):
        owners[d] = NO_CARD
        for seat in range(codes.SEATS):
            cards = hands[d, seat]
            while cards != ZERO:
                index = lowest(cards)
                owners[d, (index >> 4) * codes.RANKS + (index & 15)] = seat
                cards &= cards - ONE
