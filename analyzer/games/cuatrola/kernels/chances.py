"""How likely a player is to beat a card, from what one seat sees.

Chances are whole numbers out of ``ONE_IN``, so that every machine plays the same cards.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from math import comb

import numpy as np

from analyzer.kernels.bits import ZERO, popcount
from analyzer.kernels.jit import kernel

ONE_IN = 1024
"""Certainty."""
_UNSEEN = 16
_DRAWN = 6


def _table():
    """Chance that none of ``k`` cards is among ``n`` drawn from ``u``: int64 [16 u, 16 k, 6 n]."""
    none = np.zeros((_UNSEEN, _UNSEEN, _DRAWN), np.int64)
    for u in range(_UNSEEN):
        for k in range(u + 1):
            for n in range(_DRAWN):
                ways = comb(u, n)
                none[u, k, n] = ONE_IN * comb(u - k, n) // ways if ways else 0 if k else ONE_IN
    return none


_NONE = _table()


@kernel
def none_held(unseen, wanted, drawn):
    """Chance that a hand of ``drawn`` of the ``unseen`` cards has none of ``wanted`` of them."""
    return _NONE[unseen, min(wanted, unseen), drawn]


@kernel
def beat_chances(cards, sure, drawn, best, led, trumps):
    """Chances that a player who is to follow beats ``best``: with its own suit, by a ruff.

    The player holds the cards ``sure`` and ``drawn`` more of the set ``cards``; ``led`` and
    ``trumps`` are suits as sets.  With the duties of the game, who is able to win a trick
    nearly always has to: only what can beat the card counts here.
    """
    unseen = popcount(cards)
    above = ~(best | (best - np.uint64(1)))
    follow = popcount(cards & led)
    if best & trumps != ZERO and led != trumps:
        if sure & led != ZERO:
            return 0, 0
        void = none_held(unseen, follow, drawn)
        if sure & trumps & above != ZERO:
            return void, 0
        higher = popcount(cards & trumps & above)
        return void * (ONE_IN - none_held(unseen - follow, higher, drawn)) // ONE_IN, 0
    if sure & led & above != ZERO:
        return ONE_IN, 0
    chance = ONE_IN - none_held(unseen, popcount(cards & led & above), drawn)
    if led == trumps or sure & led != ZERO:
        return chance, 0
    void = none_held(unseen, follow, drawn)
    if sure & trumps == ZERO:
        held = popcount(cards & trumps)
        void = void * (ONE_IN - none_held(unseen - follow, held, drawn)) // ONE_IN
    return chance, void
