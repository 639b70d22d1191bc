"""One hand of Cupe in progress: a ``uint64`` array [TABLE] that kernels modify in place.

Everything that any seat knows is in it; a player's kernel reads only the places that its
seat sees (``HANDS + own seat``, ``GAVE + own seat``, ``GOT + own seat`` and the public ones).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.legality import TWO_OF_CLUBS
from analyzer.games.cupe.rules import CupeRules
from analyzer.kernels.bits import ZERO
from analyzer.kernels.jit import kernel

HANDS = 0
"""Cards held by each seat, four places."""
TAKEN = 4
"""Cards captured by each seat, four places; public."""
VOIDS = 8
"""Suits that a seat has shown not to hold, as masks of their cards, four places; public."""
GAVE = 12
"""Cards that a seat gave in the exchange, four places."""
GOT = 16
"""Cards that a seat got, four places."""
TRICK = 20
"""Card that each seat has played to the trick so far, four places, empty for none; public."""
PLAYED = 24
"""All cards played, those of the present trick included; public."""
LEADER = 25
"""Seat that leads, or led, the present trick; public."""
COUNT = 26
"""Cards played to the present trick, 0 to 3; public."""
NUMBER = 27
"""Number of the trick, from 0; public."""
BROKEN = 28
"""1 when a breaking card was played; public."""
STEP = 29
"""Direction of the exchange: seat i gave to seat i + step; public."""
ABSENT = 30
"""Cards that a seat has shown not to hold, four places; public; kept where experts play."""
TABLE = 34

_OPEN = CupeRules.index("open_with")
_AFTER_DEALER = CupeRules.code("open_with", "after_dealer")


@kernel
def start_hand(table, first, rules):
    """Ready the table for the first trick; the hands are in place, after any exchange.

    ``first`` is the seat after the dealer, who opens where the rules say so.
    """
    for i in range(TAKEN, GAVE):
        table[i] = ZERO
    for i in range(TRICK, STEP):
        table[i] = ZERO
    for i in range(ABSENT, TABLE):
        table[i] = ZERO
    seat = first
    if rules[_OPEN] != _AFTER_DEALER:
        seat = 0
        while seat < 3 and table[HANDS + seat] & TWO_OF_CLUBS == ZERO:
            seat += 1
    table[LEADER] = np.uint64(seat)
