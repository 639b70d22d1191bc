"""How a sound player judges a suit in Cupe: its danger, and the losers of a slam attempt.

Both look at one suit only, so that an exchange of several cards can be put together from
the best removal in each suit.  Amounts are in points of the plain scheme (26 in all); how
much each thing weighs is a *style*, float64 [STYLE], found by playing styles against each
other on duplicate deals.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, ZERO, highest_bit, lowest_bit, popcount
from analyzer.kernels.jit import kernel

SIDE = 0
"""Points of a trick won with a plain card that had to be played."""
HEART = 1
"""The same in hearts."""
CATCH = 2
"""Of a spade above the queen while others hold the queen."""
OWN_QUEEN = 3
"""Of the queen of spades in one's own hand."""
KEEP_QUEEN = 4
"""Of holding the queen at all, however well guarded."""
STUCK = 5
"""Share of a trick's points that a card counts which nobody can beat or follow."""
VOID = 6
"""Gain from a void in clubs or diamonds."""
SINGLE = 7
"""Gain from one card only."""
DOUBLE = 8
"""Gain from two cards only."""
ROUND = 9
"""Cards of others that a round of the suit draws."""
DUCK = 10
"""How seldom others play high when they need not (0 to 1)."""
DUMP = 11
"""Points that a player without the suit throws, the queen apart."""
DUMP_QUEEN = 12
"""Chance that such a player throws the queen while it is out and may be with anybody."""
FLUSH = 13
"""Gain from a spade led below the queen that others hold."""
LEAD = 14
"""Price of having to lead next."""
THREAT = 15
"""Another's slam is feared as this times the square of the share above ``THREAT_FROM``."""
STOPPER = 16
"""Share of the threat that rests on one's best heart."""
AIM = 17
"""Losers with which a slam is tried when no point has been taken."""
AIM_MORE = 18
"""Losers more when all point cards were taken, by the player himself; fewer with fewer."""
AIM_GIVE = 19
"""Losers after the exchange with which cards are given for a slam."""
HEART_LOSER = 20
"""What a loser in hearts counts."""
HEART_RANK = 21
"""Of holding a heart, for each rank."""
THREAT_FROM = 22
"""Share of the point cards from which a slam is feared."""
STYLE = 23

QUEEN_RANK = np.uint64(1 << 10)
ABOVE_QUEEN = np.uint64(0b11 << 11)
HEART_SUIT = 2
SPADE_SUIT = 3


@kernel
def suit_danger(mine, theirs, suit, style):
    """Points that the ranks ``mine`` of a suit are likely to cost while others hold ``theirs``.

    The cards are thought to be played from the lowest; each round draws some cards of the
    others; a card then wins if those that are left are mostly lower.
    """
    others = popcount(theirs)
    total = 0.0
    before = 0.0
    left = mine
    queen_out = suit == SPADE_SUIT and theirs & QUEEN_RANK != ZERO
    while left != ZERO:
        card = lowest_bit(left)
        left ^= card
        price = style[HEART] if suit == HEART_SUIT else style[SIDE]
        if suit == HEART_SUIT:
            total += style[HEART_RANK] * popcount(card - ONE)
        elif suit == SPADE_SUIT:
            if card == QUEEN_RANK:
                price = style[OWN_QUEEN]
                total += style[KEEP_QUEEN]
            elif queen_out and card & ABOVE_QUEEN != ZERO:
                price = style[CATCH]
        still = others - before
        if still > 0.0:
            low = popcount(theirs & (card - ONE)) / others
            forced = still * 0.34 if still < 3.0 else 1.0
            total += price * forced * low * low * (0.4 + 0.6 * low)
        if still < 3.0:
            gone = 3.0 - still if still > 0.0 else 3.0
            total += price * style[STUCK] * gone * 0.34
        before += style[ROUND]
    if suit < HEART_SUIT and others > 3:
        held = popcount(mine)
        if held == 0:
            total -= style[VOID]
        elif held == 1:
            total -= style[SINGLE]
        elif held == 2:
            total -= style[DOUBLE]
    return total


@kernel
def suit_losers(mine, theirs, suit, style):
    """Tricks of a suit that a player who wants all points is likely to lose."""
    masters = 0
    left = mine
    while left != ZERO and theirs & ~(highest_bit(left) - ONE) == ZERO:
        left ^= highest_bit(left)
        masters += 1
    low = popcount(left)
    out = popcount(theirs) - 2.4 * masters
    if low == 0 or out <= 0.0:
        return 0.0
    lost = out * 0.6 if out * 0.6 < low else low * 1.0
    return lost * style[HEART_LOSER] if suit == HEART_SUIT else lost
