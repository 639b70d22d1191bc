"""The simple player: a sound club player who counts cards.

It looks at its own hand and at what everybody has seen, and gives every legal card a worth:
the points of the trick times the chance that its own side wins it, less what the card is good
for later.  From that follow the habits of section 14 of the rulebook: take with the cheapest
card, put points on a trick that the partner wins, throw low cards, lead side cards that nobody
can beat, keep aces and trumps that will win, keep a pair that can still be sung.  A declarer
leads sure trumps while others may hold some.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.chances import ONE_IN, beat_chances
from analyzer.games.cuatrola.kernels.table import (
    ABSENT,
    ACTIVE,
    BEST,
    BEST_SEAT,
    CONTRACT,
    COUNT,
    DECLARER,
    OPENING,
    PACK,
    PAIRS,
    PLAYED,
    SHOWN,
    SUNG,
    TRICK,
    TRICK_POINTS,
    TRUMP,
    TRUMPS,
    card_points,
    higher_than,
    next_active,
    suit_of,
    suit_set,
)
from analyzer.kernels.bits import ONE, ZERO, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.trick import beats

_NORMAL, _SOLOIST, _AGAINST_SOLO, _DECLARER, _AGAINST = range(5)
"""Parts a player may have: the last two in a cuatro or quinta, where only tricks count."""
_COMING, _STAKE, _LATER, _CARD, _PAIR_KEPT, _PAIR_GIVEN, _TRUMPS_ABOVE, _PLAIN_ABOVE = (
    0, 1, 2, 3, 4, 5, 6, 10,
)  # fmt: skip
_HABITS = np.array(
    [
        [2, 6, 46, 40, 50, 50, 980, 560, 360, 260, 420, 200, 20, 150],
        [2, 0, 46, 0, 50, 50, 980, 710, 360, 260, 620, 200, 60, 30],
        [-1, -6, 46, 0, 50, 20, 980, 560, 360, 260, 220, 200, 60, 30],
        [0, 0, 24, 0, 0, 0, 980, 560, 360, 260, 420, 200, 60, 30],
        [0, 0, 36, 0, 0, 0, 980, 710, 360, 260, 620, 100, 60, 30],
    ],
    np.int64,
)
"""Habits by part, found by search on duplicate deals: points that a player still to follow
brings; added to what a trick is worth; what winning a later trick is worth; percent of a card's
own points won by playing it; percent of a pair's points that keeping it, or giving it up, counts;
and in 1024ths the chance that a card wins a later trick by the number of higher cards outside,
0 to 3 or more: a trump (or any card when no trumps are outside), a plain card."""
_CONTRACT_WORTH = 24
"""Worth of a trick where only tricks count."""
_DRAW = 12
"""Worth of taking the trumps out of the others' hands, for a declarer."""
_LAST_WINDOW = 2
"""Tricks 0 to 2 are followed by a window for singing (rulebook, section 6)."""


@kernel
def _part(seat, info):
    """The player's part, a row of the habits."""
    if info[CONTRACT] == codes.NORMAL:
        return _NORMAL
    if info[CONTRACT] == codes.SOLO:
        return _SOLOIST if info[DECLARER] == seat else _AGAINST_SOLO
    return _DECLARER if info[DECLARER] == seat else _AGAINST


@kernel
def _later(card, outside, trumps, part, info):
    """Chance that a card wins a later trick, by the number of higher cards still ``outside``."""
    if info[TRICK] == codes.HAND - 1:
        return 0
    above = popcount(outside & suit_set(card) & higher_than(card))
    if above > 3:
        above = 3
    if card & trumps != ZERO or outside & trumps == ZERO:
        return _HABITS[part, _TRUMPS_ABOVE + above]
    return _HABITS[part, _PLAIN_ABOVE + above]


@kernel
def _side_wins(card, seat, outside, sets, info):
    """Chance that the seat's side wins the trick if the seat plays ``card``.

    The best card of the suit led goes to one player only, so the chances to beat with it add
    up; ruffs come on top.
    """
    active = info[ACTIVE]
    trumps = sets[TRUMPS]
    best = card
    led = suit_set(card)
    holds = ONE_IN
    if info[COUNT] > 0:
        led = suit_set(sets[OPENING])
        if not beats(card, sets[BEST], led, trumps):
            best = sets[BEST]
            holds = ONE_IN if (info[BEST_SEAT] ^ seat) & 1 == 0 else 0
    unknown = outside & ~(sets[SHOWN] | sets[SHOWN + 1] | sets[SHOWN + 2] | sets[SHOWN + 3])
    other = seat
    follow_own = 0
    follow_all = 0
    no_ruff_own = ONE_IN
    no_ruff_other = ONE_IN
    for _ in range(popcount(active) - 1 - info[COUNT]):
        other = next_active(other, active)
        sure = sets[SHOWN + other]
        drawn = codes.HAND - info[TRICK] - popcount(sure)
        beat, ruff = beat_chances(unknown & ~sets[ABSENT + other], sure, drawn, best, led, trumps)
        follow_all += beat
        if (other ^ seat) & 1 == 0:
            follow_own += beat
            no_ruff_own = no_ruff_own * (ONE_IN - ruff) // ONE_IN
        else:
            no_ruff_other = no_ruff_other * (ONE_IN - ruff) // ONE_IN
    chance = holds
    if follow_all > 0:
        beaten = min(follow_all, ONE_IN)
        chance = (ONE_IN - beaten) * holds // ONE_IN + beaten * follow_own // follow_all
    chance = chance * no_ruff_own // ONE_IN * no_ruff_other // ONE_IN
    return chance + (ONE_IN - no_ruff_own) * (ONE_IN + no_ruff_other) // (2 * ONE_IN)


@kernel
def _pair_worth(hand, card, info):
    """Points of the pair in the card's suit that the hand may still sing, else 0."""
    suit = suit_of(card)
    pair = PAIRS & suit_mask(suit)
    if hand & pair != pair or (info[SUNG] >> suit) & 1 != 0:
        return 0
    return codes.TRUMP_PAIR if suit == info[TRUMP] else codes.PLAIN_PAIR


@kernel
def _song_prospects(hand, card, chance, part, info):
    """What playing the card does to the points that the hand may still sing.

    Winning the trick opens a window for the pairs left; a card of a pair gives it up.
    """
    if info[TRICK] > _LAST_WINDOW:
        return 0
    worth = 0
    rest = hand & PAIRS & ~card
    for suit in range(4):
        one = rest & suit_mask(suit)
        if one & (one - ONE) != ZERO:
            worth = max(worth, _pair_worth(hand, one & (~one + ONE), info))
    lost = _pair_worth(hand, card, info) if card & PAIRS != ZERO else 0
    kept = worth * chance * _HABITS[part, _PAIR_KEPT] // 100
    return kept - lost * ONE_IN * _HABITS[part, _PAIR_GIVEN] // 100


@kernel
def _worth(card, hand, seat, outside, cantes, sets, info):
    """Worth of playing ``card``, in points times ``ONE_IN``."""
    trumps = sets[TRUMPS]
    chance = _side_wins(card, seat, outside, sets, info)
    part = _part(seat, info)
    later = _later(card, outside, trumps, part, info)
    declares = info[DECLARER] == seat
    draws = 0
    if (
        declares
        and info[COUNT] == 0
        and card & trumps != ZERO
        and chance == ONE_IN
        and outside & trumps != ZERO
    ):
        draws = _DRAW * ONE_IN
    lost = later * _HABITS[part, _LATER]
    if info[CONTRACT] > codes.SOLO:
        return 2 * chance * _CONTRACT_WORTH - lost - card_points(card) + draws
    coming = popcount(info[ACTIVE]) - 1 - info[COUNT]
    stake = info[TRICK_POINTS] + card_points(card) + _HABITS[part, _STAKE]
    stake += _HABITS[part, _COMING] * coming
    if info[TRICK] == codes.HAND - 1:
        stake += codes.LAST_TRICK
    worth = (2 * chance - ONE_IN) * stake - lost + draws
    worth += card_points(card) * _HABITS[part, _CARD] * ONE_IN // 100
    if cantes:
        worth += _song_prospects(hand, card, chance, part, info)
    return worth


@kernel
def simple_card(hand, legal, seat, cantes, sets, info):
    """The card of a non-empty legal set that the simple player plays.

    ``hand`` is the seat's own hand, ``cantes`` says whether there is singing; of ``sets`` and
    ``info`` only the public places are read.  Of equal worth, the lower card is played.
    """
    outside = PACK & ~hand & ~sets[PLAYED]
    for other in range(4):
        if (info[ACTIVE] >> other) & 1 == 0:
            outside &= ~sets[SHOWN + other]
    chosen = ZERO
    most = 0
    while legal != ZERO:
        card = legal & (~legal + ONE)
        legal &= legal - ONE
        worth = _worth(card, hand, seat, outside, cantes, sets, info)
        if chosen == ZERO or worth > most:
            chosen = card
            most = worth
    return chosen
