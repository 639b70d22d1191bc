"""What one seat knows of the others' cards, and the layouts that fit it.

Certain are the own hand, the cards played and what they showed, the turned card and the pairs
sung.  Likely is what follows from habits: a seat that sang nothing held no pair, a seat that
passed had no hand to declare on, a declarer had one.  Players may err, so that a layout which
contradicts a habit counts for less and is not ruled out.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.auction import allowed_calls
from analyzer.games.cuatrola.kernels.calling import best_call
from analyzer.games.cuatrola.kernels.features import FEATURES
from analyzer.games.cuatrola.kernels.table import (
    ABSENT,
    CALLED,
    HANDS,
    PACK,
    PAIRS,
    PLAYED,
    QUIET,
    SCORES,
    SHOWN,
    SPENT,
    TURNED,
)
from analyzer.kernels.bits import ZERO, lowest_bit, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import below
from analyzer.players.sampling import new_sampling, prepare_layouts, sample_layout

STATES = 36
"""Two of three hands unseen, of up to five cards."""
SURE = 64
"""Weight of a layout that contradicts no habit; each that it contradicts quarters it."""
_LAPSE = 2
_TRIES = 12
"""Layouts drawn at most for one that is used."""
_UNSEEN = 20


@kernel
def new_view():
    """Working memory of one thread."""
    return (
        new_sampling(STATES),
        np.zeros(codes.SEATS, np.int64),
        np.zeros(codes.SEATS, np.uint64),
        np.zeros(_UNSEEN, np.uint64),
        np.full(_UNSEEN + 1, -1, np.int64),
        np.zeros(codes.SEATS, np.int64),
        np.zeros(FEATURES, np.int64),
    )


@kernel
def view_from(seat, sets, view):
    """Number of layouts that fit what the seat knows, which are then ready to be drawn.

    Of ``sets`` only the public places and the seat's own hand are read; ``view`` is *modified
    in place*.
    """
    sampling, needs, may, cards, place, left, _ = view
    unseen = PACK & ~sets[HANDS + seat] & ~sets[PLAYED]
    for other in range(codes.SEATS):
        if other != seat:
            unseen &= ~sets[SHOWN + other]
    for other in range(codes.SEATS):
        held = codes.HAND - popcount(sets[SPENT + other])
        needs[other] = 0 if other == seat else held - popcount(sets[SHOWN + other])
        left[other] = needs[other]
        may[other] = ~sets[ABSENT + other]
    rest = unseen
    count = 0
    while rest != ZERO:
        cards[count] = lowest_bit(rest)
        rest ^= cards[count]
        count += 1
    place[0] = -1
    return prepare_layouts(unseen, needs, may, sampling)


@kernel
def add_known(seat, sets, hands):
    """Add to the cards drawn those that everybody knows, and the own hand; *in place*."""
    for other in range(codes.SEATS):
        hands[other] |= sets[HANDS + seat] if other == seat else sets[SHOWN + other]


@kernel
def next_layout(started, view, hands):
    """The next of all layouts into ``hands`` uint64 [4] (in place), False after the last one."""
    _, needs, may, cards, place, left, _ = view
    count = 0
    for other in range(codes.SEATS):
        hands[other] = ZERO
        count += needs[other]
    if count == 0:
        return not started
    i = count - 1 if started else 0
    if started:
        left[place[i]] += 1
    while True:
        p = place[i] + 1
        while p < codes.SEATS and (left[p] == 0 or may[p] & cards[i] == ZERO):
            p += 1
        if p == codes.SEATS:
            place[i] = -1
            i -= 1
            if i < 0:
                return False
            left[place[i]] += 1
            continue
        place[i] = p
        left[p] -= 1
        if i == count - 1:
            break
        i += 1
        place[i] = -1
    for i in range(count):
        hands[place[i]] |= cards[i]
    return True


@kernel
def calls_missed(seat, hands, rules, sets, info, x):
    """How many of the other seats would, by the model, have called otherwise with these hands.

    ``x`` is scratch for the features (*modified in place*).
    """
    missed = 0
    standing = codes.NORMAL
    holder = -1
    scores = info[SCORES : SCORES + 2]
    for other in range(codes.SEATS):
        call = info[CALLED + other] - 1
        if call >= 0 and other != seat:
            calls = allowed_calls(standing, scores[other & 1], rules)
            dealt = hands[other] | sets[SPENT + other]
            if calls != 1 and call != best_call(
                dealt, sets[TURNED], other, calls, standing, holder, scores, codes.EXPERT, rules, x
            ):
                missed += 1
        if call > standing:
            standing = call
            holder = other
    return missed


@kernel
def likeliness(seat, hands, rules, sets, info, x):
    """Weight of a layout, ``hands`` uint64 [4], by the habits of the other seats: 1 to SURE."""
    weight = SURE
    for other in range(codes.SEATS):
        if other == seat:
            continue
        for suit in range(4):
            pair = PAIRS & suit_mask(suit)
            if sets[QUIET + other] & pair == pair and hands[other] & pair == pair:
                weight >>= _LAPSE
    for _ in range(calls_missed(seat, hands, rules, sets, info, x)):
        weight >>= _LAPSE
    return max(weight, 1)


@kernel
def draw_layout(seat, rules, sets, info, stream, view, hands):
    """Draw a layout by its likeliness into ``hands`` uint64 [4] (*in place*)."""
    for _ in range(_TRIES):
        sample_layout(stream, view[0], hands)
        add_known(seat, sets, hands)
        weight = likeliness(seat, hands, rules, sets, info, view[-1])
        if weight >= SURE or below(stream, SURE) < weight:
            return
