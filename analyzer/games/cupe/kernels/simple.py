"""The simple player of Cupe: the card that seems to cost least, by what its seat sees.

Every legal card is weighed alike, whether it is led, follows or is thrown away: the chance
that it takes the trick times the points expected there, plus the danger of the cards that
remain.  Two plans override this: to take all points, and to stop who seems to do so.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.judgement import (
    AIM,
    AIM_MORE,
    DUCK,
    DUMP,
    DUMP_QUEEN,
    FLUSH,
    HEART_SUIT,
    LEAD,
    SPADE_SUIT,
    STOPPER,
    THREAT,
    THREAT_FROM,
    suit_danger,
    suit_losers,
)
from analyzer.games.cupe.kernels.legality import (
    FIRST_BARRED,
    HEARTS,
    PACK,
    POINTS,
    QUEEN,
)
from analyzer.games.cupe.kernels.scores import BONUS_POINTS, bonus_card, has_slam, value_of
from analyzer.games.cupe.kernels.table import GAVE, HANDS, PLAYED, STEP, TAKEN, VOIDS
from analyzer.kernels.bits import ONE, ZERO, highest_bit, lowest, lowest_bit, popcount, suit_cards
from analyzer.kernels.jit import kernel

_FAR = 1.0e9
_POINT_CARDS = 14
_QUEEN_POINTS = 13.0
_SHARE = 1.0 / 3.0
"""Chance that a given one of three players holds a card of unknown place."""


@kernel
def _chance_void(others):
    """Chance that a given one of three players holds none of ``others`` cards."""
    chance = 1.0
    for _ in range(others):
        chance *= 0.667
    return chance


@kernel
def hand_losers(hand, unseen, style):
    """Tricks that a player who wants all points is likely to lose."""
    total = 0.0
    for suit in range(4):
        total += suit_losers(suit_cards(hand, suit), suit_cards(unseen, suit), suit, style)
    return total


@kernel
def slam_card(hand, legal, unseen, k, led, best, style):
    """The card of a player who wants every point."""
    if k > 0 and legal & led != ZERO:
        over = legal & ~(best | (best - ONE))
        if over == ZERO:
            return lowest_bit(legal)
        if k == 3:
            return lowest_bit(over)
        return highest_bit(over)
    choice = ZERO
    lowest_cost = _FAR
    left = legal
    while left != ZERO:
        card = lowest_bit(left)
        left ^= card
        suit = lowest(card) >> 4
        mine = suit_cards(hand, suit)
        theirs = suit_cards(unseen, suit)
        rank = suit_cards(card, suit)
        higher = popcount(theirs & ~(rank | (rank - ONE)))
        if k == 0:
            cost = 4.0 * higher - 0.5 * popcount(mine) - 0.01 * lowest(rank)
            if suit == HEART_SUIT and higher > 0:
                cost += 20.0
            if higher == 0 and popcount(theirs) == 0:
                cost += 0.5
        else:
            # Throw losers; a point card thrown goes to somebody else.
            cost = 50.0 if card & POINTS != ZERO else 0.0
            cost += suit_losers(mine ^ rank, theirs, suit, style)
            cost -= suit_losers(mine, theirs, suit, style)
            cost += 0.01 * lowest(rank)
        if cost < lowest_cost:
            lowest_cost = cost
            choice = card
    return choice


@kernel
def _threat(share, style):
    """Chance that who has all points taken so far, this share of them, goes on to the slam."""
    more = share - style[THREAT_FROM]
    return style[THREAT] * more * more if more > 0.0 else 0.0


@kernel
def simple_card(table, seat, legal, k, led, best, taker, trick, limits, rules, style):
    """The card of the simple player.

    Parameters: ``table`` as in :mod:`analyzer.games.cupe.kernels.table`; ``legal`` the cards
    to choose from; ``k`` cards played to the trick so far, ``trick`` their set, ``led`` the
    suit's mask, ``best`` the winning card of seat ``taker``; ``style`` float64 [STYLE].
    """
    hand = table[HANDS + seat]
    unseen = PACK & ~table[PLAYED] & ~hand
    unit = value_of(POINTS, rules) / 26.0
    first = table[PLAYED] & ~trick == ZERO
    clean = first and limits[FIRST_BARRED] == POINTS
    own = popcount(table[TAKEN + seat] & POINTS)
    total = 0
    suspect = -1
    for other in range(4):
        points = popcount(table[TAKEN + other] & POINTS)
        total += points
        if points > 0:
            suspect = other if suspect == -1 else 9
    if suspect == seat or suspect == 9:
        suspect = -1
    threats = has_slam(rules)
    share = total / _POINT_CARDS
    if (
        threats
        and own == total
        and hand_losers(hand, unseen, style) <= style[AIM] + style[AIM_MORE] * share
    ):
        return slam_card(hand, legal, unseen, k, led, best, style)

    queen_out = unseen & QUEEN != ZERO
    dump = style[DUMP] if unseen & HEARTS != ZERO else 0.0
    holder = -1
    if queen_out and table[GAVE + seat] & QUEEN != ZERO:
        holder = (seat + np.int64(table[STEP])) & 3
    extra = bonus_card(rules)
    on_table = value_of(trick, rules) / unit
    if trick & extra != ZERO:
        on_table += rules[BONUS_POINTS] / unit
    threatened = threats and suspect >= 0
    danger_now = threatened and taker == suspect and k > 0
    top_heart = highest_bit(hand & HEARTS)

    choice = ZERO
    lowest_cost = _FAR
    judged = -1
    danger = 0.0
    left = legal
    while left != ZERO:
        card = lowest_bit(left)
        left ^= card
        suit = lowest(card) >> 4
        mine = suit_cards(hand, suit)
        theirs = suit_cards(unseen, suit)
        rank = suit_cards(card, suit)
        out = popcount(theirs)
        higher = popcount(theirs & ~(rank | (rank - ONE)))
        if suit != judged:
            judged = suit
            danger = suit_danger(mine, theirs, suit, style)
        cost = suit_danger(mine ^ rank, theirs, suit, style)
        cost -= danger
        wins = 0.0
        pot = on_table + value_of(card, rules) / unit
        if card & extra != ZERO:
            pot += rules[BONUS_POINTS] / unit
            cost += 5.0
        if k == 0 or (card & led != ZERO and card > best):
            wins = 1.0
            void = _chance_void(out)
            for j in range(k + 1, 4):
                player = (seat + j - k) & 3
                lacks = void
                if table[VOIDS + player] & card != ZERO:
                    lacks = 1.0
                if out > 0:
                    wins *= 1.0 - (1.0 - lacks) * (1.0 - style[DUCK]) * higher / out
                if not clean:
                    has_queen = 0.0
                    if queen_out and holder < 0:
                        has_queen = _SHARE
                    elif holder == player:
                        has_queen = 1.0
                    pot += lacks * (dump + _QUEEN_POINTS * style[DUMP_QUEEN] * 3.0 * has_queen)
                    if suit == HEART_SUIT:
                        pot += 1.0 - lacks
                    elif suit == SPADE_SUIT and card > QUEEN:
                        pot += _QUEEN_POINTS * has_queen
            if out == higher and out > 0 and k == 0:
                wins = void * void * void
            cost += wins * (pot + style[LEAD])
        if k == 0 and suit == SPADE_SUIT and queen_out and card < QUEEN:
            cost -= style[FLUSH]
        if threatened:
            stake = 26.0 * _threat(share, style)
            if danger_now and (trick | card) & POINTS != ZERO:
                later = (total + popcount((trick | card) & POINTS)) / _POINT_CARDS
                cost += (1.0 - wins) * 26.0 * _threat(later, style) - wins * stake
            if card == top_heart and wins < 0.5:
                cost += style[STOPPER] * stake
        if cost < lowest_cost:
            lowest_cost = cost
            choice = card
    return choice
