"""The expert: imagines layouts that fit what its seat knows, and tries every choice in them.

Each choice is played on by simple players in the same layouts, the last tricks with all cards
known, and is worth the match points that come of it.  The simple player's choice stands unless
another is better by more than chance may explain.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.cantes import answer_window
from analyzer.games.cuatrola.kernels.endgame import best_score, new_endgame, settle
from analyzer.games.cuatrola.kernels.play import lay_card, play_tricks
from analyzer.games.cuatrola.kernels.score import hand_score
from analyzer.games.cuatrola.kernels.seen import (
    SURE,
    add_known,
    draw_layout,
    likeliness,
    new_view,
    next_layout,
    view_from,
)
from analyzer.games.cuatrola.kernels.table import (
    AT,
    CONTRACT,
    FAST,
    FORCED,
    HANDS,
    INFO,
    LOG,
    PACK,
    PLAYED,
    SETS,
    TRICK,
    WINDOW,
    suit_of,
)
from analyzer.kernels.bits import ONE, ZERO, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import new_stream
from analyzer.players.sampling import open_thoughts

_CHOICES = 8
_GAIN, _SQUARES = 0, 1
_AHEAD = 1.0
"""Standard errors by which a choice must be better than the usual one to be preferred."""
_BEHIND = 2.0
"""Standard errors by which a worse choice is given up, at the first look or a later one."""
_FIRST_LOOK = 16
_LOOK = 8
_KNOWN_FROM = 3
"""From this trick on (0 is the first) layouts are played out with all cards known."""


@kernel
def new_mind():
    """Working memory of one expert, one for each thread."""
    return (
        new_stream(),
        new_view(),
        new_endgame(),
        np.zeros(SETS, np.uint64),
        np.zeros(INFO, np.int64),
        np.zeros((LOG, 2), np.uint64),
        np.zeros(codes.SEATS, np.uint64),
        np.zeros(_CHOICES, np.uint64),
        np.zeros((_CHOICES, 2), np.float64),
        np.full(codes.SEATS, codes.SIMPLE, np.int64),
    )


@kernel
def try_choice(choice, seat, hands, rules, sets, info, mind):
    """What a choice is worth to the seat's pair in one layout."""
    _, _, endgame, s, i, log, _, _, _, simple = mind
    s[:] = sets
    i[:] = info
    i[FORCED] = 0
    i[AT] = 0
    s[FAST] = ZERO
    for other in range(codes.SEATS):
        s[HANDS + other] = hands[other]
    if info[WINDOW] != 0:
        answer_window(popcount(choice - ONE), rules, s, i)
    else:
        lay_card(seat, choice, s, i)
        settle(rules, s, i)
    if info[TRICK] >= _KNOWN_FROM:
        most = rules[codes.SWEEP if i[CONTRACT] == codes.NORMAL else codes.VALUES + i[CONTRACT]]
        score = best_score(rules, s, i, -most, most, endgame)
    else:
        play_tricks(rules, simple, s, i, log)
        score = hand_score(i, rules)
    return score if seat & 1 == 0 else -score


@kernel
def list_choices(options, usual, seat, sets, info, found):
    """Choices that differ, the usual one first, into ``found`` (in place); returns their number.

    Where only tricks count, cards with none unseen between them are one choice.
    """
    found[0] = usual
    count = 1
    left = options & ~usual
    tricks = info[WINDOW] == 0 and info[CONTRACT] > codes.SOLO
    gone = sets[PLAYED]
    outside = PACK & ~sets[HANDS + seat] & ~gone
    while left != ZERO:
        choice = left & (~left + ONE)
        left &= left - ONE
        same = False
        if tricks:
            for k in range(count):
                other = found[k]
                between = (max(choice, other) - ONE) & ~(min(choice, other) - ONE)
                if suit_of(other) == suit_of(choice) and between & outside == ZERO:
                    same = True
        if not same:
            found[count] = choice
            count += 1
    return count


@kernel
def _error(k, drawn, sums):
    """Standard error of the mean gain of choice ``k`` over the usual one."""
    mean = sums[k, _GAIN] / drawn
    return (max(sums[k, _SQUARES] / drawn - mean * mean, 0.0) / drawn) ** 0.5


@kernel
def _drop_losers(count, drawn, found, sums):
    """Strike choices that are clearly worse than the usual one (*in place*); how many are left."""
    k = 1
    while k < count:
        if sums[k, _GAIN] < -_BEHIND * _error(k, drawn, sums) * drawn:
            count -= 1
            found[k] = found[count]
            sums[k] = sums[count]
        else:
            k += 1
    return count


@kernel
def _compare(count, weight, seat, rules, sets, info, mind):
    """Add one layout to what each choice gains over the usual one (*in place*)."""
    hands, found, sums = mind[6], mind[7], mind[8]
    base = try_choice(found[0], seat, hands, rules, sets, info, mind)
    for k in range(1, count):
        gain = float(try_choice(found[k], seat, hands, rules, sets, info, mind) - base)
        sums[k, _GAIN] += weight * gain
        sums[k, _SQUARES] += weight * gain * gain


@kernel
def _compare_in_all(count, seat, rules, sets, info, mind):
    """Compare the choices in every layout that fits, weighted by its likeliness (*in place*)."""
    view, hands = mind[1], mind[6]
    started = False
    while next_layout(started, view, hands):
        started = True
        add_known(seat, sets, hands)
        weight = likeliness(seat, hands, rules, sets, info, view[-1]) / SURE
        _compare(count, weight, seat, rules, sets, info, mind)


@kernel
def expert_choice(options, usual, seat, layouts, seed, deal, rules, sets, info, mind):
    """The choice of the expert among ``options``: cards, or suits to sing as bits.

    ``usual`` is the simple player's choice.  Of ``sets`` only the public places and the seat's
    own hand are read.  Where no more than ``layouts`` fit, all of them are tried.
    """
    stream, view, hands, found, sums = mind[0], mind[1], mind[6], mind[7], mind[8]
    count = list_choices(options, usual, seat, sets, info, found)
    if count == 1:
        return usual
    sums[:] = 0.0
    needed = 0.0
    drawn = 0
    if view_from(seat, sets, view) <= layouts:
        _compare_in_all(count, seat, rules, sets, info, mind)
    else:
        needed = _AHEAD
        open_thoughts(stream, seed, deal, 4 * popcount(sets[PLAYED]) + info[WINDOW])
        while drawn < layouts and count > 1:
            draw_layout(seat, rules, sets, info, stream, view, hands)
            _compare(count, 1.0, seat, rules, sets, info, mind)
            drawn += 1
            if drawn >= _FIRST_LOOK and drawn % _LOOK == 0:
                count = _drop_losers(count, drawn, found, sums)
    chosen = usual
    most = 0.0
    for k in range(1, count):
        gain = sums[k, _GAIN]
        if gain > most and (needed == 0.0 or gain > needed * _error(k, drawn, sums) * drawn):
            most = gain
            chosen = found[k]
    return chosen
