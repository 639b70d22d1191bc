"""Bounds on the value of a lead in card-point games, from points and sure tricks alone."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels import points_rules as rules_at
from analyzer.kernels.bits import ONE, ZERO, highest, popcount
from analyzer.kernels.inline import spliced
from analyzer.kernels.points_position import (
    EIGHT,
    HANDS,
    HELD,
    LEFT,
    LIVE,
    NEXT,
    OTHER_PAIRS,
    OTHER_TUTE,
    OWN,
    OWN_PAIRS,
    OWN_TUTE,
    PENDING,
    SEAT,
    SIDE,
    SUIT,
    SUMS,
    TRUMP,
    pairs_value,
    set_points,
    suit_ranks,
    suit_set,
)

_SIXTEEN = np.uint64(16)


@spliced
def last_trick(b, info, ints, masks):
    """Value of a lead to the last trick: nobody has a choice."""
    held = masks[b + HELD]
    strongest = held & (SUIT << np.uint64(8 * info[TRUMP]))
    if strongest == ZERO:
        strongest = held & suit_set(highest(masks[HANDS + ints[b + SEAT]]))
    if (ONE << np.uint64(highest(strongest))) & masks[b + OWN] == ZERO:
        return 0
    return ints[b + LEFT] + pairs_value(ints[b + PENDING], info)


@spliced
def _above(ranks, others):
    """Those of ``ranks`` that are above all of ``others``; both sets of bits."""
    if others == 0:
        return ranks
    return ranks & ~((2 << highest(np.uint64(others))) - 1)


@spliced
def _draws_trumps(seat, mine, theirs, info, masks):
    """Whether the leader's highest trumps exhaust those of every other hand."""
    run = popcount(np.uint64(_above(mine, theirs)))
    other = info[NEXT + seat]
    while other != seat:
        if popcount(np.uint64(suit_ranks(masks[HANDS + other], info[TRUMP]))) > run:
            return False
        other = info[NEXT + other]
    return True


@spliced
def _dearest(cards, info):
    """Most points that one card of a non-empty hand can be worth: points rise with rank."""
    folded = cards | (cards >> _SIXTEEN)
    return info[rules_at.POINTS + highest((folded | (folded >> EIGHT)) & SUIT)]


@spliced
def _cashable(b, info, ints, masks):
    """Points the leader's side is sure of when the leader draws trumps and cashes winners.

    0 unless the leader's highest trumps exhaust the others'.  Then all the leader's trumps
    win, and the side suits' highest cards, as nobody can ruff.  The winners' own points
    count, or all points but the dearest that the tricks left over could hold.
    """
    seat = ints[b + SEAT]
    hand = masks[HANDS + seat]
    trump = info[TRUMP]
    others = masks[b + HELD] & ~hand
    mine = suit_ranks(hand, trump)
    theirs = suit_ranks(others, trump)
    if theirs != 0 and not _draws_trumps(seat, mine, theirs, info, masks):
        return 0
    sure = info[SUMS + mine]
    count = popcount(np.uint64(mine))
    for suit in range(4):
        if suit != trump:
            top = _above(suit_ranks(hand, suit), suit_ranks(others, suit))
            sure += info[SUMS + top]
            count += popcount(np.uint64(top))
    if count == 0:
        return 0
    rest = popcount(hand) - count
    if rest == 0:
        return ints[b + LEFT]
    kept = set_points(hand, info) - sure + info[rules_at.LAST_TRICK]
    other = info[NEXT + seat]
    while other != seat:
        kept += rest * _dearest(masks[HANDS + other], info)
        other = info[NEXT + other]
    return max(sure, ints[b + LEFT] - kept)


@spliced
def limits(b, info, ints, masks):
    """Lowest and highest value a lead can have.

    Beside points and pairs left: what the leader can cash, else the trumps that are above
    all of the other side, each of which wins its trick whenever it is played.
    """
    live = ints[b + LIVE]
    low = -info[OTHER_TUTE]
    high = ints[b + LEFT] + info[OWN_TUTE]
    if live | ints[b + PENDING] != 0:
        low -= pairs_value(live & info[OTHER_PAIRS], info)
        high += pairs_value((live & info[OWN_PAIRS]) | ints[b + PENDING], info)
    if info[OWN_TUTE] + info[OTHER_TUTE] != 0:
        return low, high
    cash = _cashable(b, info, ints, masks)
    own = suit_ranks(masks[b + OWN], info[TRUMP])
    other = suit_ranks(masks[b + HELD] & ~masks[b + OWN], info[TRUMP])
    leader_own = (info[SIDE] >> ints[b + SEAT]) & 1 != 0
    if cash != 0 and leader_own:
        low += cash
    elif cash != 0:
        high -= cash
    elif own > other:
        low += info[SUMS + _above(own, other)]
    else:
        high -= info[SUMS + _above(other, own)]
    return low, high
