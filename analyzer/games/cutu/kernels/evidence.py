"""What calls and the choice of trump tell the table about hands.

A *belief* is float64 [4 seats, BELIEF].  A seat's row has, by hand bin, how likely its call was
with such a hand relative to the hand that makes it most likely; then, for the declarer, how
likely another trump than the one named was, and the bid.  Players understand calls as the
bidding model has them.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cutu.kernels.auction import (
    BEST,
    BINS,
    CALLS,
    FREE_NT,
    NOBODY,
    SUIT,
    call_chances,
    hand_bin,
    make_offers,
    state_of,
)
from analyzer.kernels.jit import kernel

ODD_TRUMP = BINS
"""Place in a row: weight of a declarer's hand that would have named another trump."""
OWN_BID = BINS + 1
"""Place in a row: index of the declarer's bid, 0 for 4; -1 for other seats."""
BELIEF = BINS + 2
_ODD = 0.05


@kernel
def believe(calls, declarer, bid, table, first, heat, noise, chances, belief):
    """What ``calls`` int64 [4] (-1: not known) and the declarer's choice of trump tell.

    ``bid`` is the index of the declarer's bid, 0 for 4; ``table`` float64 [4, STATES, BINS,
    CALLS] values of calls; ``first`` the lowest bid's call; ``chances`` float64 [CALLS] is
    scratch; ``belief`` is filled.
    """
    belief[:] = 1.0
    belief[:, OWN_BID] = -1.0
    belief[declarer, ODD_TRUMP] = _ODD
    belief[declarer, OWN_BID] = bid
    holder = NOBODY
    call = 0
    for seat in range(4):
        if calls[seat] < 0 or call == CALLS - 1:
            continue
        state = state_of(seat, holder, call)
        most = 0.0
        for own in range(BINS):
            call_chances(table[seat, state, own], call, first, heat, noise, chances)
            belief[seat, own] = chances[calls[seat]]
            most = max(most, belief[seat, own])
        for own in range(BINS):
            belief[seat, own] /= most
        if calls[seat] > 0:
            holder = seat
            call = calls[seat]


@kernel
def tells(row):
    """Whether a seat's row of a belief tells anything."""
    if row[OWN_BID] >= 0.0:
        return True
    for own in range(BINS):
        if row[own] < 1.0:
            return True
    return False


@kernel
def plausibility(hand, strain, forced_four, row, promise, strength, cells, strains, bins):
    """Weight of a seat's eight cards dealt under its row of a belief, 0 to 1.

    ``promise`` float64 [2, BINS, 5] and ``strength`` of the bidding model; the rest is scratch.
    """
    make_offers(hand, strength, cells, strains, bins)
    chance = row[hand_bin(bins)]
    bid = int(row[OWN_BID])
    if bid >= 0:
        offer = SUIT
        if bid == 0 and forced_four:
            offer = BEST
        elif promise[1, bins[FREE_NT], bid] > promise[0, bins[SUIT], bid]:
            offer = FREE_NT
        if strains[offer] != strain:
            chance *= row[ODD_TRUMP]
    return chance
