"""The player `simple` of Cuțu: weighs what a club player weighs, card by card.

For every legal card a few dozen considerations are put into numbers (:func:`consider`): the
chance that the side wins the trick, whether the lead is kept, what the card would still be
worth later, guards, trumps left, ruffs, suits led by the partner.  The card with the highest
weighted sum is played.  The weights depend on the moment (:func:`moment`) and come with the
package: :mod:`analyzer.games.cutu.simple` names moments and considerations.

The player sees his own hand and what everybody has seen (a table of
:mod:`analyzer.players.view`): cards played, voids shown, trump, declarer.  Unseen cards are
taken to be spread evenly over the seats that may hold them, trumps a little towards the
declarer.

``work`` is scratch memory, float64 [WORK]; sums are taken in a fixed order, so that choices
are the same compiled and as plain Python.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from math import comb

import numpy as np

from analyzer.kernels.bits import (
    ONE,
    RANK_MASK,
    ZERO,
    highest_bit,
    lowest,
    lowest_bit,
    popcount,
    suit_cards,
    suit_mask,
)
from analyzer.kernels.jit import kernel
from analyzer.kernels.trick import beats
from analyzer.players.view import LED, MAY, TRICK, UNPLAYED

MOMENTS = 20
CONSIDERATIONS = 48

_CHANCE = 0
_TRUMP_CHANCE = 32
_HAS_TRUMP = 64
_VOID = 68
_X = 72
WORK = _X + CONSIDERATIONS
"""Words of scratch memory: chances by pattern of seats, trumps, voids, considerations."""

_DECLARER_BOOST = 1.5
_EPSILON = 1e-9
_FOLLOW_TWICE = np.array(
    [
        [
            sum(comb(m, i) * 2.0 ** (m - i) / 3.0**m for i in range(k + 1, m + 1)) ** 2
            for k in range(9)
        ]
        for m in range(9)
    ]
)
"""Chance that two of three seats both hold more than k of m cards, taken as independent."""


@kernel
def _spread(seat, place, cards, declarer, work):
    """Chances that the next seat, the partner and the last seat hold a card.

    By the pattern of the seats that may hold it (bits 1, 2, 4), each seat weighing as many
    cards as it has left; for trumps the declarer weighs more.
    """
    a = np.float64(cards - (1 if place >= 3 else 0))
    b = np.float64(cards - (1 if place >= 2 else 0))
    c = np.float64(cards - (1 if place >= 1 else 0))
    for at in (_CHANCE, _TRUMP_CHANCE):
        if at == _TRUMP_CHANCE:
            side = (declarer - seat) & 3
            if side == 1:
                a *= _DECLARER_BOOST
            elif side == 2:
                b *= _DECLARER_BOOST
            elif side == 3:
                c *= _DECLARER_BOOST
        for pattern in range(1, 8):
            x = a if pattern & 1 else 0.0
            y = b if pattern & 2 else 0.0
            z = c if pattern & 4 else 0.0
            total = x + y + z
            scale = 1.0 / total if total > 0.0 else 0.0
            work[at + 4 * pattern + 1] = x * scale
            work[at + 4 * pattern + 2] = y * scale
            work[at + 4 * pattern + 3] = z * scale


@kernel
def _pattern(card, seat, table):
    """The seats that may hold a card: bit 1 the next, 2 the partner, 4 the last."""
    pattern = 0
    for i in range(1, 4):
        if table[MAY + ((seat + i) & 3)] & card != ZERO:
            pattern |= 1 << (i - 1)
    return pattern


@kernel
def _lacks(cards, seat, i, table, work, at):
    """Chance that the seat ``i`` places on holds none of the cards."""
    cards &= table[MAY + ((seat + i) & 3)]
    chance = 1.0
    while cards != ZERO:
        card = lowest_bit(cards)
        cards ^= card
        chance *= 1.0 - work[at + 4 * _pattern(card, seat, table) + i]
    return chance


@kernel
def _note_voids(led_mask, hand, seat, place, table, work):
    """Chances that the seats still to play are void in the suit led."""
    suit = table[UNPLAYED] & ~hand & led_mask
    for i in range(1, 4 - place):
        work[_VOID + i] = _lacks(suit, seat, i, table, work, _CHANCE)


@kernel
def _prepare(hand, seat, place, trump_mask, declarer, table, work):
    """Fill the chances that do not depend on the card; returns the opponents' mean trumps."""
    _spread(seat, place, popcount(hand), declarer, work)
    against = 0.0
    if trump_mask != ZERO:
        trumps = table[UNPLAYED] & ~hand & trump_mask
        for i in range(1, 4):
            lacks = _lacks(trumps, seat, i, table, work, _TRUMP_CHANCE)
            work[_HAS_TRUMP + i] = 1.0 - lacks
        while trumps != ZERO:
            card = lowest_bit(trumps)
            trumps ^= card
            row = _TRUMP_CHANCE + 4 * _pattern(card, seat, table)
            against += work[row + 1] + work[row + 3]
    if place > 0:
        led_mask = suit_mask(lowest(table[TRICK]) >> 4)
        _note_voids(led_mask, hand, seat, place, table, work)
    return against


@kernel
def _trick_chance(best, ours, unseen, led_mask, trump_mask, seat, place, table, work):
    """Chances once ``best`` lies on the table as the winning card, ``ours`` or theirs.

    Returns the chance that the side wins the trick; that the partner still to play holds the
    highest card above ``best``; that no opponent still to play ruffs; that the partner does.
    """
    stay = 1.0
    aid = 0.0
    partner = 0.0
    if best & led_mask != ZERO:
        above = unseen & led_mask & ~(best | (best - ONE))
        at = _TRUMP_CHANCE if led_mask == trump_mask else _CHANCE
        open_ = 1.0
        while above != ZERO:
            card = highest_bit(above)
            above ^= card
            row = at + 4 * _pattern(card, seat, table)
            with_partner = work[row + 2] if place < 2 else 0.0
            against = work[row + 1] if place < 3 else 0.0
            if place < 1:
                against += work[row + 3]
            partner += open_ * with_partner
            open_ *= 1.0 - with_partner - against
        chance = partner + (open_ if ours else 0.0)
        if led_mask != trump_mask and trump_mask != ZERO:
            for i in range(1, 4 - place):
                ruffs = work[_VOID + i] * work[_HAS_TRUMP + i]
                if i == 2:
                    aid = ruffs
                else:
                    stay *= 1.0 - ruffs
            chance = stay * (chance + (1.0 - chance) * aid)
        return chance, partner, stay, aid
    above = unseen & trump_mask & ~(best | (best - ONE))
    for i in range(1, 4 - place):
        if work[_VOID + i] > 0.0:
            lacks = _lacks(above, seat, i, table, work, _TRUMP_CHANCE)
            ruffs = work[_VOID + i] * (1.0 - lacks)
            if i == 2:
                aid = ruffs
            else:
                stay *= 1.0 - ruffs
    return (stay if ours else stay * aid), partner, stay, aid


@kernel
def _run(own, unseen, danger, sign, work):
    """Add the rounds that ``own`` ranks win against all ``unseen`` ones, led from the top.

    A card that cannot win guards one that can: it goes under the highest unseen card.  Counts
    go by round, four places; the fifth sums the chance that a winner is ruffed.
    """
    held = popcount(unseen)
    k = 0
    while own != ZERO:
        if own > unseen:
            work[_X + 5 + min(k, 3)] += sign
            work[_X + 9] += sign * danger * (1.0 - _FOLLOW_TWICE[held, k])
            own ^= highest_bit(own)
            unseen &= unseen - ONE if unseen != ZERO else ZERO
        else:
            own &= own - ONE
            unseen ^= highest_bit(unseen)
        unseen &= unseen - ONE if unseen != ZERO else ZERO
        unseen &= unseen - ONE if unseen != ZERO else ZERO
        k += 1


@kernel
def _masters(own, unseen):
    """How many of the ranks are above all unseen ones."""
    count = 0
    while own > unseen:
        own ^= highest_bit(own)
        count += 1
    return count


@kernel
def _all_masters(cards, unseen, without):
    """Sure winners in the suits outside the mask ``without``."""
    count = 0
    for suit in range(4):
        if suit_mask(suit) & without == ZERO:
            count += _masters(suit_cards(cards, suit), suit_cards(unseen, suit))
    return np.float64(count)
