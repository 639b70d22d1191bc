"""What a hand of Cupe is worth, and when a match ends and who wins it."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.legality import (
    HEARTS,
    JACK_DIAMONDS,
    POINTS,
    QUEEN,
    TEN_DIAMONDS,
)
from analyzer.games.cupe.kernels.table import TAKEN
from analyzer.games.cupe.rules import CupeRules
from analyzer.kernels.bits import ONE, ZERO, lowest, popcount
from analyzer.kernels.jit import kernel

_VALUES = CupeRules.index("values")
_FACE = CupeRules.code("values", "face")
_SPOT = CupeRules.code("values", "spot")
_BONUS = CupeRules.index("bonus_card")
_JACK = CupeRules.code("bonus_card", "jack_diamonds")
_TEN = CupeRules.code("bonus_card", "ten_diamonds")
BONUS_POINTS = CupeRules.index("bonus_points")
"""Place of the bonus card's points in packed rules."""
_NO_TRICK = CupeRules.index("no_trick_bonus")
_SLAM = CupeRules.index("slam")
_SUBTRACT = CupeRules.code("slam", "subtract")
_AUTO = CupeRules.code("slam", "auto")
_LEAD_AUTO = CupeRules.code("slam", "lead_auto")
_NONE = CupeRules.code("slam", "none")
_NEEDS_BONUS = CupeRules.index("slam_needs_bonus")
_END_AT = CupeRules.index("end_at")
_LIMIT = CupeRules.index("limit_mode")
_REACH = CupeRules.code("limit_mode", "reach")
_TIE = CupeRules.index("tie")
_SHARED = CupeRules.code("tie", "shared")
_WINNERS = CupeRules.index("winners")
_TWO_LOWEST = CupeRules.code("winners", "two_lowest")
WHOLE_WIN = 12
"""A win in parts that can be shared by two, three or four."""
_FIRST_COURT = 9
"""Rank of the jack, from which hearts count more under ``face``."""
_HEART_SHIFT = np.uint64(32)


@kernel
def bonus_card(rules):
    """The set of the bonus card; empty without one."""
    if rules[_BONUS] == _JACK:
        return JACK_DIAMONDS
    if rules[_BONUS] == _TEN:
        return TEN_DIAMONDS
    return ZERO


@kernel
def slam_cards(rules):
    """The cards that a slam consists of."""
    return POINTS | bonus_card(rules) if rules[_NEEDS_BONUS] != 0 else POINTS


@kernel
def has_slam(rules):
    """Whether taking all cards of a slam is worth anything of its own."""
    return rules[_SLAM] != _NONE


@kernel
def value_of(cards, rules):
    """Points of the point cards in a set, the bonus card apart."""
    hearts = (cards & HEARTS) >> _HEART_SHIFT
    scheme = rules[_VALUES]
    if scheme == _SPOT:
        total = 25 if cards & QUEEN != ZERO else 0
        while hearts != ZERO:
            total += 2 + lowest(hearts)
            hearts &= hearts - ONE
        return total
    total = popcount(hearts) + (13 if cards & QUEEN != ZERO else 0)
    if scheme == _FACE:
        court = hearts >> np.uint64(_FIRST_COURT)
        while court != ZERO:
            total += 1 + lowest(court)
            court &= court - ONE
    return total


@kernel
def slam_seat(table, rules):
    """The seat that took all cards of a slam, or -1."""
    needed = slam_cards(rules)
    for seat in range(4):
        if needed & ~table[TAKEN + seat] == ZERO:
            return seat
    return -1


@kernel
def at_limit(totals, rules):
    """Whether some total of int64 [4] is high enough to end the match."""
    most = max(max(totals[0], totals[1]), max(totals[2], totals[3]))
    return most >= rules[_END_AT] if rules[_LIMIT] == _REACH else most > rules[_END_AT]


@kernel
def half_way(totals, rules):
    """Whether some total has reached half of what ends the match."""
    most = max(max(totals[0], totals[1]), max(totals[2], totals[3]))
    return 2 * most >= rules[_END_AT]


@kernel
def lowest_seats(totals):
    """Bits of the seats with the lowest total."""
    least = min(min(totals[0], totals[1]), min(totals[2], totals[3]))
    seats = 0
    for seat in range(4):
        if totals[seat] == least:
            seats |= 1 << seat
    return seats


@kernel
def score_hand(table, rules, totals, scores):
    """Points of a finished hand into ``scores`` int64 [4] (*modified in place*).

    ``totals`` int64 [4], the match before the hand, decides between adding and subtracting
    a slam.  Returns the slam's seat or -1.
    """
    extra = bonus_card(rules)
    shooter = slam_seat(table, rules)
    counted = shooter >= 0 and rules[_SLAM] != _NONE
    everything = value_of(POINTS, rules)
    for seat in range(4):
        taken = table[TAKEN + seat]
        scores[seat] = rules[BONUS_POINTS] if taken & extra != ZERO else 0
        if not counted:
            scores[seat] += value_of(taken, rules)
            if taken == ZERO:
                scores[seat] += rules[_NO_TRICK]
        elif seat != shooter:
            scores[seat] += everything
    if counted and subtracts(shooter, rules, totals, scores):
        for seat in range(4):
            scores[seat] -= everything
    return shooter


@kernel
def subtracts(shooter, rules, totals, scores):
    """Whether a slam is deducted: ``scores`` are those of adding it."""
    mode = rules[_SLAM]
    if mode == _SUBTRACT:
        return True
    if mode == _AUTO:
        most = max(
            max(totals[0] + scores[0], totals[1] + scores[1]),
            max(totals[2] + scores[2], totals[3] + scores[3]),
        )
        return most >= rules[_END_AT] if rules[_LIMIT] == _REACH else most > rules[_END_AT]
    if mode == _LEAD_AUTO:
        own = totals[shooter] + scores[shooter]
        for seat in range(4):
            if totals[seat] + scores[seat] < own:
                return True
    return False


@kernel
def winning_seats(totals, rules):
    """Bits of the seats that win with these totals; more than wanted where they are tied."""
    wanted = 2 if rules[_WINNERS] == _TWO_LOWEST else 1
    seats = 0
    for seat in range(4):
        better = 0
        for other in range(4):
            if totals[other] < totals[seat]:
                better += 1
        if better < wanted:
            seats |= 1 << seat
    return seats


@kernel
def win_share(totals, seat, rules):
    """The part of a win, in twelfths, that a seat has with these final totals.

    Seats tied for winning share it: more than two of them where two win have two wins between
    them.
    """
    seats = winning_seats(totals, rules)
    if (seats >> seat) & 1 == 0:
        return 0
    wanted = 2 if rules[_WINNERS] == _TWO_LOWEST else 1
    return WHOLE_WIN * wanted // np.int64(popcount(np.uint64(seats)))


@kernel
def match_over(totals, rules):
    """Whether the match is over with these totals."""
    if not at_limit(totals, rules):
        return False
    if rules[_TIE] == _SHARED:
        return True
    wanted = 2 if rules[_WINNERS] == _TWO_LOWEST else 1
    return popcount(np.uint64(winning_seats(totals, rules))) == wanted
