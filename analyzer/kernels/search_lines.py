"""Double-dummy value of each card that may be played, and a line of best play."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, ZERO, lowest, lowest_bit
from analyzer.kernels.jit import kernel
from analyzer.kernels.search import first_guess, leader_is_first, prove, value
from analyzer.kernels.search_arena import (
    FRAME_WORDS,
    HANDS,
    IN_PLAY,
    LENGTH,
    PENDING,
    SEAT,
    SEATS,
    SIDE,
    TRICK_WORDS,
    TRICKS,
)
from analyzer.kernels.search_node import open_node, play, suit_of
from analyzer.kernels.search_position import set_up

_U = np.uint64


@kernel
def _open(arena, plies):
    """The legal cards of the player to act after ``plies`` cards."""
    seats = arena[SEATS]
    number = _U(plies) // seats
    frame = _U(plies) * FRAME_WORDS
    open_node(arena, frame, TRICKS + number * TRICK_WORDS, _U(plies) - number * seats)
    return arena[frame + PENDING]


@kernel
def _play(arena, plies, card):
    """Play ``card``; 1 if that wins a trick for the first side, else 0."""
    seats = arena[SEATS]
    number = _U(plies) // seats
    place = _U(plies) - number * seats
    frame = _U(plies) * FRAME_WORDS
    play(arena, frame, card, TRICKS + number * TRICK_WORDS, place)
    if place + ONE != seats:
        return 0
    return np.int64((arena[SIDE] >> arena[frame + FRAME_WORDS + SEAT]) & ONE)


@kernel
def _take_back(arena, plies, card):
    arena[HANDS + arena[_U(plies) * FRAME_WORDS + SEAT]] ^= card


@kernel
def _same_choice(arena, plies, last, card):
    """Whether no other hand's card ranks between two cards of the player to act."""
    hand = arena[HANDS + arena[_U(plies) * FRAME_WORDS + SEAT]]
    in_play = arena[TRICKS + (_U(plies) // arena[SEATS]) * TRICK_WORDS + IN_PLAY]
    if last == ZERO or suit_of(last) != suit_of(card):
        return False
    return in_play & ~hand & (card - ONE) & ~(last - ONE) == ZERO


@kernel
def values_batch(arena, hands, order, sides, trump, leader, duties, played, out):
    """Tricks of the leader's side after each card that may be played next.

    Arguments as for ``search.solve_batch``; ``out`` ``int64[n, 64]`` is filled by bit
    index of the card, -1 for cards that may not be played (and where hands do not fit).
    Cards that are one choice all get their value.
    """
    for deal in range(hands.shape[0]):
        out[deal] = -1
        root = set_up(
            arena, hands[deal], order, sides, trump[deal], duties, leader[deal], played[deal]
        )
        if root < 0:
            continue
        length = np.int64(arena[LENGTH])
        leads = leader_is_first(arena)
        guess = first_guess(arena)
        pending = _open(arena, root)
        last = ZERO
        tricks = 0
        while pending != ZERO:
            card = lowest_bit(pending)
            pending ^= card
            if not _same_choice(arena, root, last, card):
                won = _play(arena, root, card)
                left = length - (root + 1) // np.int64(arena[SEATS])
                tricks = won + value(arena, root + 1, 0, left, guess - won)
                _take_back(arena, root, card)
                guess = tricks
            last = card
            out[deal, lowest(card)] = tricks if leads else length - tricks


@kernel
def best_line(arena, hands, order, sides, trump, leader, duties, played, out):
    """One line of best play to the end: the bit indices of its cards, in order.

    Arguments as for one position of ``search.solve_batch``: ``hands`` ``uint64[4]``,
    ``played`` ``uint64[3]``.  ``out`` ``int64[32]`` is filled; the number of cards is
    returned, -1 where the hands do not fit.  Among cards of the same value the lowest is
    played, of those that are one choice.
    """
    root = set_up(arena, hands, order, sides, trump, duties, leader, played)
    if root < 0:
        return -1
    seats = np.int64(arena[SEATS])
    end = np.int64(arena[LENGTH]) * seats
    target = value(arena, root, 0, np.int64(arena[LENGTH]), first_guess(arena))
    for plies in range(root, end):
        pending = _open(arena, plies)
        first = (arena[SIDE] >> arena[_U(plies) * FRAME_WORDS + SEAT]) & ONE != ZERO
        while True:
            card = lowest_bit(pending)
            pending ^= card
            rest = target - _play(arena, plies, card)
            if pending == ZERO:
                break
            if first and prove(arena, plies + 1, rest):
                break
            if not first and not prove(arena, plies + 1, rest + 1):
                break
            _take_back(arena, plies, card)
        target = rest
        out[plies - root] = lowest(card)
    return end - root
