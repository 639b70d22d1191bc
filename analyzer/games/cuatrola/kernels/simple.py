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

_COMING = 5
"""Points that a player still to follow brings, about."""
_TRICK_WORTH = 22
"""What winning a later trick instead of losing it is worth, about, in points."""
_CONTRACT_WORTH = 24
"""Worth of a trick where only tricks count."""
_DRAW = 12
"""Worth of taking the trumps out of the others' hands, for a declarer."""
_LAST_WINDOW = 2
"""Tricks 0 to 2 are followed by a window for singing (rulebook, section 6)."""
_BY_TRUMPS_ABOVE = (980, 560, 360, 260)
_BY_PLAIN_ABOVE = (620, 200, 60, 30)


@kernel
def _later(card, outside, trumps, info):
    """Chance that a card wins a later trick, by the number of higher cards still ``outside``."""
    if info[TRICK] == codes.HAND - 1:
        return 0
    above = popcount(outside & suit_set(card) & higher_than(card))
    if above > 3:
        above = 3
    if card & trumps != ZERO:
        return _BY_TRUMPS_ABOVE[above]
    if outside & trumps == ZERO:
        return _BY_TRUMPS_ABOVE[above]
    return _BY_PLAIN_ABOVE[above]


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
def _song_prospects(hand, card, chance, info):
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
    return worth * chance // 2 - lost * (ONE_IN // 2)


@kernel
def _worth(card, hand, seat, outside, cantes, sets, info):
    """Worth of playing ``card``, in points times ``ONE_IN``."""
    trumps = sets[TRUMPS]
    chance = _side_wins(card, seat, outside, sets, info)
    later = _later(card, outside, trumps, info)
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
    if info[CONTRACT] > codes.SOLO:
        return 2 * chance * _CONTRACT_WORTH - later * _CONTRACT_WORTH - card_points(card) + draws
    coming = popcount(info[ACTIVE]) - 1 - info[COUNT]
    stake = info[TRICK_POINTS] + card_points(card) + _COMING * coming
    if info[TRICK] == codes.HAND - 1:
        stake += codes.LAST_TRICK
    worth = (2 * chance - ONE_IN) * stake - later * _TRICK_WORTH + draws
    if cantes:
        worth += _song_prospects(hand, card, chance, info)
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
