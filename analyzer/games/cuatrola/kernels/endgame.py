"""The last cards of a hand with all of them known: exact play for match points.

A minimax over the table itself, so that every house rule counts as it is played: points, ties,
sweeps, tutes, and what is sung or kept.  Meant for the last two or three tricks.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola.kernels.cantes import answer_window, window_seat, window_suits
from analyzer.games.cuatrola.kernels.play import lay_card, legal_cards, take_trick
from analyzer.games.cuatrola.kernels.score import hand_score
from analyzer.games.cuatrola.kernels.table import (
    ACTIVE,
    COUNT,
    INFO,
    SETS,
    SILENT,
    hand_over,
    seat_to_play,
)
from analyzer.kernels.bits import ONE, ZERO, popcount
from analyzer.kernels.jit import kernel

DEPTH = 48
"""Decisions of a hand at most, those with one choice included."""
_BEST, _LOW, _HIGH, _SEAT, _KIND = 0, 1, 2, 3, 4
_FRAME = 5
_CARDS, _CANTE = 0, 1


@kernel
def new_endgame():
    """Working memory of one thread: a stack of tables, frames, and choices left to try."""
    return (
        np.zeros((DEPTH, SETS), np.uint64),
        np.zeros((DEPTH, INFO), np.int64),
        np.zeros((DEPTH, _FRAME), np.int64),
        np.zeros(DEPTH, np.uint64),
    )


@kernel
def settle(rules, sets, info):
    """Gather a trick that is complete; *modified in place*."""
    if info[COUNT] == popcount(np.uint64(info[ACTIVE])):
        take_trick(rules, sets, info)


@kernel
def _open_frame(rules, sets, info, frame):
    """Who decides, and between what: the choices as a set; *modified in place*."""
    suits = window_suits(rules, sets, info)
    if suits != 0:
        frame[_KIND] = _CANTE
        frame[_SEAT] = window_seat(info)
        return np.uint64(suits | (1 << SILENT))
    frame[_KIND] = _CARDS
    frame[_SEAT] = seat_to_play(info)
    return legal_cards(frame[_SEAT], sets, info)


@kernel
def best_score(rules, sets, info, low, high, memory):
    """Match points of pair 0 minus those of pair 1 when all play their best from here.

    Exact within ``low`` to ``high``, the least and most that can come of it; of an answer
    outside only the side is known.  The table is left as it is.
    """
    all_sets, all_info, frames, left = memory
    all_sets[0] = sets
    all_info[0] = info
    if hand_over(info):
        return hand_score(info, rules)
    depth = 0
    left[0] = _open_frame(rules, all_sets[0], all_info[0], frames[0])
    frames[0, _LOW] = low
    frames[0, _HIGH] = high
    frames[0, _BEST] = high + 1 if frames[0, _SEAT] & 1 else low - 1
    while True:
        if left[depth] == ZERO or frames[depth, _LOW] >= frames[depth, _HIGH]:
            value = frames[depth, _BEST]
            depth -= 1
            if depth < 0:
                return value
            _take_value(value, frames[depth])
            continue
        choice = left[depth] & (~left[depth] + ONE)
        left[depth] &= left[depth] - ONE
        after = depth + 1
        all_sets[after] = all_sets[depth]
        all_info[after] = all_info[depth]
        if frames[depth, _KIND] == _CANTE:
            answer_window(popcount(choice - ONE), rules, all_sets[after], all_info[after])
        else:
            lay_card(frames[depth, _SEAT], choice, all_sets[after], all_info[after])
            settle(rules, all_sets[after], all_info[after])
        if hand_over(all_info[after]):
            _take_value(hand_score(all_info[after], rules), frames[depth])
            continue
        left[after] = _open_frame(rules, all_sets[after], all_info[after], frames[after])
        frames[after, _LOW] = frames[depth, _LOW]
        frames[after, _HIGH] = frames[depth, _HIGH]
        frames[after, _BEST] = high + 1 if frames[after, _SEAT] & 1 else low - 1
        depth = after


@kernel
def _take_value(value, frame):
    """What a choice is worth, known to the frame that made it; *modified in place*."""
    if frame[_SEAT] & 1 == 0:
        frame[_BEST] = max(frame[_BEST], value)
        frame[_LOW] = max(frame[_LOW], value)
    else:
        frame[_BEST] = min(frame[_BEST], value)
        frame[_HIGH] = min(frame[_HIGH], value)
