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
CONSIDERATIONS = 47

_CHANCE = 0
_TRUMP_CHANCE = 32
_HAS_TRUMP = 64
_VOID = 68
X = 72
WORK = X + CONSIDERATIONS
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
def note_voids(led_mask, hand, seat, place, table, work):
    """Chances that the seats still to play are void in the suit led."""
    suit = table[UNPLAYED] & ~hand & led_mask
    for i in range(1, 4 - place):
        work[_VOID + i] = _lacks(suit, seat, i, table, work, _CHANCE)


@kernel
def prepare(hand, seat, place, trump_mask, declarer, table, work):
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
        note_voids(led_mask, hand, seat, place, table, work)
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
            work[X + 5 + min(k, 3)] += sign
            work[X + 9] += sign * danger * (1.0 - _FOLLOW_TWICE[held, k])
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


@kernel
def _consider_side(card, hand, place, follows, trump_mask, left, against, unseen, work):
    """What a card of a side suit costs: winners, guards and length given up; in place."""
    suit = lowest(card) >> 4
    own = suit_cards(hand, suit)
    out = suit_cards(unseen, suit)
    rank = suit_cards(card, suit)
    higher = out & ~(rank | (rank - ONE))
    after = out
    if place == 0:
        # Three others follow: one with the next higher card, else with their lowest.
        others = 3
        if higher != ZERO:
            after ^= lowest_bit(higher)
            others = 2
        for _ in range(others):
            after &= after - ONE if after != ZERO else ZERO
    danger = min(1.0, against * 0.5)
    _run(own ^ rank, after, danger, 1.0, work)
    _run(own, out, danger, -1.0, work)
    work[X + 10] = popcount(out & (rank - ONE))
    work[X + 11] = popcount(higher)
    if own == rank:
        work[X + 20] = 1.0
        work[X + 21] = popcount(hand & trump_mask)
    work[X + 22] = popcount(own)
    work[X + 23] = popcount(out)
    work[X + 34] = work[X + 5] * left
    work[X + 35] = work[X + 6] * left
    if place > 0 and not follows:
        work[X + 39] = 1.0
        if higher == ZERO:
            work[X + 46] = 1.0


@kernel
def _consider_trump(card, hand, seat, place, follows, trump_mask, declarer, against, unseen, work):
    """What a trump costs, and what drawing trumps or a ruff brings; in place."""
    suit = lowest(card) >> 4
    own = suit_cards(hand, suit)
    out = suit_cards(unseen, suit)
    rank = suit_cards(card, suit)
    higher = out & ~(rank | (rank - ONE))
    after = out
    if place == 0:
        others = 3
        if higher != ZERO:
            after ^= lowest_bit(higher)
            others = 2
        for _ in range(others):
            after &= after - ONE if after != ZERO else ZERO
    _run(own ^ rank, after, 0.0, 1.0, work)
    _run(own, out, 0.0, -1.0, work)
    work[X + 12] = 1.0
    work[X + 13] = work[X + 5]
    work[X + 14] = work[X + 6] + work[X + 7] + work[X + 8]
    for i in range(5, 10):
        work[X + i] = 0.0
    work[X + 15] = popcount(out & (rank - ONE))
    work[X + 16] = popcount(higher)
    work[X + 17] = popcount(own ^ rank)
    if place == 0:
        if seat == declarer:
            work[X + 24] = 1.0
        work[X + 25] = against
        work[X + 26] = _all_masters(hand, unseen, trump_mask)
    elif not follows:
        work[X + 18] = 1.0
        work[X + 19] = against


@kernel
def _consider_lead(card, hand, seat, trump_mask, declarer, stay, aid, unseen, work):
    """What matters for a lead only; in place."""
    suit = lowest(card) >> 4
    own = suit_cards(hand, suit)
    out = suit_cards(unseen, suit)
    if suit_mask(suit) != trump_mask and trump_mask != ZERO:
        if declarer == (seat + 1) & 3:
            work[X + 29] = 1.0
        if declarer == (seat + 3) & 3:
            work[X + 30] = 1.0
        work[X + 31] = 1.0 - stay
        work[X + 32] = aid
    top = highest_bit(own)
    if own != top and popcount(out & ~(top | (top - ONE))) == 1:
        work[X + 33] = 1.0
    work[X + 41] = _masters(own, out)
    if trump_mask != ZERO:
        work[X + 45] = work[_VOID + 1] * work[_VOID + 3]


@kernel
def consider(card, hand, seat, place, best, winner, trump_mask, declarer, against, table, work):
    """Put what speaks for ``card`` into ``work[X:]``, in place; ``against`` of ``prepare``."""
    for i in range(CONSIDERATIONS):
        work[X + i] = 0.0
    unseen = table[UNPLAYED] & ~hand
    mask = suit_mask(lowest(card) >> 4)
    led_mask = mask if place == 0 else suit_mask(lowest(table[TRICK]) >> 4)
    partner_wins = place > 0 and winner == seat ^ 2
    mine = place == 0 or beats(card, best, led_mask, trump_mask)
    chance, partner, stay, aid = _trick_chance(
        card if mine else best,
        mine or partner_wins,
        unseen,
        led_mask,
        trump_mask,
        seat,
        place,
        table,
        work,
    )
    left = np.float64(popcount(hand)) * 0.125
    work[X] = chance
    work[X + 3] = chance * left
    work[X + 42] = chance * against
    work[X + 44] = partner
    if mine:
        work[X + 1] = chance
        work[X + 2] = chance * _all_masters(hand ^ card, unseen, ZERO)
        work[X + 4] = chance * left
        work[X + 43] = chance * against
        if unseen & mask & ~(card | (card - ONE)) == ZERO:
            work[X + 36] = 1.0
            work[X + 37] = left
        if partner_wins:
            work[X + 38] = 1.0
    follows = mask == led_mask
    if mask == trump_mask:
        _consider_trump(
            card, hand, seat, place, follows, trump_mask, declarer, against, unseen, work
        )
    else:
        _consider_side(card, hand, place, follows, trump_mask, left, against, unseen, work)
    below = hand & mask & (card - ONE)
    if below != ZERO:
        next_ = highest_bit(below)
        if unseen & mask & (card - ONE) & ~(next_ | (next_ - ONE)) == ZERO:
            work[X + 40] = 1.0
    if place == 0 or not follows:
        if table[LED + (seat ^ 2)] & mask != ZERO:
            work[X + 27] = 1.0
        if (table[LED + ((seat + 1) & 3)] | table[LED + ((seat + 3) & 3)]) & mask != ZERO:
            work[X + 28] = 1.0
    if place == 0:
        _consider_lead(card, hand, seat, trump_mask, declarer, stay, aid, unseen, work)


@kernel
def moment(legal, seat, place, trump_mask, declarer, table):
    """The moment of the play, 0 to ``MOMENTS - 1``, that decides which weights count."""
    if place == 0:
        cards = popcount(legal)
        if trump_mask == ZERO:
            return 0 if cards == 8 else (1 if cards > 4 else 2)
        return 3 + 2 * ((declarer - seat) & 3) + (1 if cards < 6 else 0)
    if legal & suit_mask(lowest(table[TRICK]) >> 4) == ZERO:
        if trump_mask == ZERO:
            return 17
        return 18 if legal & ~trump_mask == ZERO else 19
    return (11 if trump_mask == ZERO else 14) + place - 1


@kernel
def choose(hand, legal, seat, place, best, winner, trump_mask, declarer, table, weights, work):
    """The card of ``legal`` that the player `simple` plays, as a set of one card.

    Parameters: ``hand`` and ``legal`` card sets, ``legal`` not empty; ``seat`` 0 to 3;
    ``place`` cards already on the table, of which ``best``, ``winner``'s, wins so far (neither
    matters for a lead); ``declarer`` a seat; ``table`` uint64 [TABLE] of
    :mod:`analyzer.players.view`; ``weights`` float64 [MOMENTS, CONSIDERATIONS]; ``work``
    float64 [WORK], overwritten.  Of cards with equal sums the lowest bit is played.
    """
    if legal & (legal - ONE) == ZERO:
        return legal
    against = prepare(hand, seat, place, trump_mask, declarer, table, work)
    row = moment(legal, seat, place, trump_mask, declarer, table)
    top = -np.inf
    answer = ZERO
    while legal != ZERO:
        card = lowest_bit(legal)
        legal ^= card
        if place == 0:
            note_voids(suit_mask(lowest(card) >> 4), hand, seat, place, table, work)
        consider(card, hand, seat, place, best, winner, trump_mask, declarer, against, table, work)
        total = 0.0
        for i in range(CONSIDERATIONS):
            total += work[X + i] * weights[row, i]
        if total > top + _EPSILON:
            top = total
            answer = card
    return answer
