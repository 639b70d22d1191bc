"""What the search of card-point games is told about a game: one small integer array.

The search knows no game.  A game packs its card points, announcements and duties once per
rule set with :func:`pack_points`; the kernels read the places named here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RANKS = 0
"""Cards of a suit, at most 8."""
DUTIES = 1
"""Duties of who follows, the bits of :mod:`analyzer.kernels.trick`."""
ANNOUNCE = 2
"""How a pair scores, one of the constants ``NONE`` to ``WINNER_ONLY``."""
PLAIN_VALUE = 3
"""Points of a pair in a plain suit."""
TRUMP_VALUE = 4
"""Points of a pair in trumps."""
PAIR = 5
"""The two ranks of a pair, a set of bits."""
NEEDS_TRICK = 6
"""1: announcements count only if the side wins a trick."""
HAS_TRICK = 7
"""1: the side that is valued has won a trick before the position."""
DIFFERENCE = 8
"""1: the value is own points minus the other side's; 0: own points only."""
LAST_TRICK = 9
"""Points for winning the last trick."""
LEAD_TRUMP = 10
"""1: the first card led must be a trump, if one is held."""
OPEN_WINDOW = 11
"""1: the leader's side has just won a trick and may sing before the lead."""
TRUMP_FIRST = 12
"""1: who holds an unsung pair of trumps may not sing another pair before it."""
TUTE = 13
"""Bonus for holding all cards of a pair rank when the own side wins a trick; 0: no such rule."""
POINTS = 16
"""Card points by rank, 8 places."""
SIZE = 24

NONE = 0
"""Pairs score nothing."""
FIRST_PLAYED = 1
"""Automatic with the first card of the suit that the holder of the pair plays."""
SUIT_LEAD = 2
"""Automatic when the holder leads any card of the suit."""
PAIR_CARD_LEAD = 3
"""Automatic when the holder leads one of the pair."""
PAIR_CARD_PLAYED = 4
"""Automatic when the holder plays one of the pair."""
ONE_PER_TRICK = 5
"""After a trick won, one pair of the winner or partner may be sung."""
SEVERAL = 6
"""After a trick won, any number of pairs of the winner and partner may be sung."""
WINNER_ONLY = 7
"""After a trick won, one pair of the winner may be sung."""


def pack_points(
    points: Sequence[int],
    *,
    duties: int,
    announce: int = NONE,
    plain_value: int = 20,
    trump_value: int = 40,
    pair: tuple[int, int] = (0, 0),
    needs_trick: bool = False,
    has_trick: bool = False,
    difference: bool = False,
    last_trick: int = 0,
    lead_trump: bool = False,
    open_window: bool = False,
    trump_first: bool = False,
    tute: int = 0,
) -> NDArray[np.int64]:
    """Rules of a card-point game as the search reads them.

    Parameters
    ----------
    points
        Card points by rank, weakest rank first; 1 to 8 ranks, none negative, none above the next.
    duties
        Duty bits of :mod:`analyzer.kernels.trick`.
    announce
        ``NONE`` or the way in which pairs score.
    plain_value, trump_value, tute
        Points, 0 or more; even where ``difference`` is set.
    pair
        The two ranks that make a pair.
    needs_trick, has_trick, difference, last_trick, lead_trump, open_window, trump_first
        As the constants of this module.

    Returns
    -------
    ndarray
        int64, ``SIZE`` places.
    """
    if not 1 <= len(points) <= 8 or points[0] < 0 or list(points) != sorted(points):
        raise AssertionError("expected the points of 1 to 8 ranks, none negative, rising")
    if difference and (plain_value % 2 or trump_value % 2 or tute % 2):
        raise AssertionError("a difference is counted in halves: expected even announcements")
    if difference and needs_trick:
        raise AssertionError("announcements that need a trick are kept for one side only")
    packed = np.zeros(SIZE, np.int64)
    packed[RANKS] = len(points)
    packed[DUTIES] = duties
    packed[ANNOUNCE] = announce
    packed[PLAIN_VALUE] = plain_value
    packed[TRUMP_VALUE] = trump_value
    packed[PAIR] = (1 << pair[0]) | (1 << pair[1])
    packed[NEEDS_TRICK] = needs_trick
    packed[HAS_TRICK] = has_trick
    packed[DIFFERENCE] = difference
    packed[LAST_TRICK] = last_trick
    packed[LEAD_TRUMP] = lead_trump
    packed[OPEN_WINDOW] = open_window
    packed[TRUMP_FIRST] = trump_first
    packed[TUTE] = tute
    packed[POINTS : POINTS + len(points)] = points
    return packed
