"""Tricks that are certain at the start of a trick, without search.

Each count comes with the cards whose rank it rests on.  The arguments hold for every
combination of duties: no duty takes the highest card of a suit from its holder, a trick
that all players with trumps follow cannot be ruffed, and a partner who would have to ruff
limits a suit as an opponent does.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, RANK_MASK, ZERO, highest, lowest, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.search_arena import DUTIES, HANDS, IN_PLAY, NTH, PARTNERS, RIVALS, TRUMP
from analyzer.kernels.trick import MUST_TRUMP

_U = np.uint64
_BYTE = _U(0xFF)
_EIGHT = _U(8)
_FOUR = _U(4)
_NONE = _U(4)


@kernel
def top_cards(mine, others):
    """How many of ``mine`` rank above all ``others`` of the suit."""
    if others == ZERO:
        return _U(popcount(mine))
    return _U(popcount(mine >> _U(highest(others) + 1)))


@kernel
def nth_card(arena, suit, n):
    """The n-th highest (n from 1) of eight ranks, as a set of one."""
    return ONE << ((arena[NTH + suit] >> (_EIGHT * (n - ONE))) & _BYTE)


@kernel
def leader_tricks(arena, frame, leader, tricks):
    """Tricks the leader's side can cash at once, and the cards they rest on.

    The leader cashes the top cards of his own hand, then, if he has a card of a suit
    whose top card is the partner's, crosses to it and the partner cashes the tops of those
    suits.  The partner is never short of other cards to play meanwhile, because the two
    counts together are at most the number of tricks.
    """
    partner = arena[PARTNERS + leader]
    mine = arena[HANDS + leader]
    theirs = arena[HANDS + partner] if partner != _NONE else ZERO
    trump = arena[TRUMP]
    in_play = arena[frame + IN_PLAY]
    rest = in_play & ~mine & ~theirs
    left = arena[HANDS + arena[RIVALS + leader]]
    right = rest & ~left
    drawn = ZERO
    if trump != ZERO:
        base = _U(lowest(trump))
        drawn = top_cards((mine & trump) >> base, (in_play & ~mine & trump) >> base)
    left_ruffs = _U(popcount(left & trump)) > drawn
    right_ruffs = _U(popcount(right & trump)) > drawn
    must = arena[DUTIES] & _U(MUST_TRUMP) != ZERO
    partner_ruffs = must and _U(popcount(theirs & trump)) > drawn
    leader_ruffs = must and _U(popcount(mine & trump)) > drawn
    own = ZERO
    own_ranks = ZERO
    beyond = ZERO
    beyond_ranks = ZERO
    entry = False
    for number in range(4):
        base = _U(16 * number)
        suit = (in_play >> base) & RANK_MASK
        if suit == ZERO:
            continue
        a = (mine >> base) & RANK_MASK
        b = (theirs >> base) & RANK_MASK
        c = (left >> base) & RANK_MASK
        d = (right >> base) & RANK_MASK
        plain = suit << base & trump == ZERO
        longest = max(_U(popcount(c)), _U(popcount(d)))
        cap = _EIGHT
        if plain:
            if left_ruffs:
                cap = _U(popcount(c))
            if right_ruffs:
                cap = min(cap, _U(popcount(d)))
        tops = top_cards(a, suit & ~a)
        if tops != ZERO:
            if plain and partner_ruffs:
                cap = min(cap, _U(popcount(b)))
            needed = max(longest, _U(popcount(b)))
            count = tops
            if tops >= needed:
                count = _U(popcount(a))
                tops = needed
            count = min(count, cap)
            tops = min(tops, cap)
            own += count
            if tops != ZERO:
                own_ranks |= nth_card(arena, suit, tops) << base
            continue
        tops = top_cards(b, suit & ~b)
        if tops != ZERO:
            if plain and leader_ruffs:
                cap = min(cap, _U(popcount(a)))
            needed = max(longest, _U(popcount(a)))
            count = tops
            if tops >= needed:
                count = _U(popcount(b))
                tops = needed
            count = min(count, cap)
            tops = min(tops, cap)
            if count != ZERO:
                beyond += count
                if tops != ZERO:
                    beyond_ranks |= nth_card(arena, suit, tops) << base
                if a != ZERO:
                    entry = True
    if entry:
        own += beyond
        own_ranks |= beyond_ranks
    return min(own, tricks), own_ranks


@kernel
def later_tricks(arena, frame, leader, tricks):
    """Tricks that the side not on lead takes sooner or later, and the cards they rest on.

    With trumps: the highest ones in one hand.  Without: if every suit the leader holds is
    headed by an opponent, one trick, or one for each suit if one opponent heads all.
    """
    trump = arena[TRUMP]
    in_play = arena[frame + IN_PLAY]
    partner = arena[PARTNERS + leader]
    mine = arena[HANDS + leader]
    if trump & in_play != ZERO:
        base = _U(lowest(trump))
        suit = (in_play & trump) >> base
        top = ONE << _U(highest(in_play & trump))
        for seat in range(4):
            hand = arena[HANDS + _U(seat)]
            if hand & top != ZERO:
                if _U(seat) == leader or _U(seat) == partner:
                    return ZERO, ZERO
                held = (hand & trump) >> base
                count = top_cards(held, suit & ~held)
                return count, nth_card(arena, suit, count) << base
        return ZERO, ZERO
    theirs = arena[HANDS + partner] if partner != _NONE else ZERO
    tops = ZERO
    suits = ZERO
    for number in range(4):
        base = _U(16 * number)
        if (mine >> base) & RANK_MASK == ZERO:
            continue
        suit = (in_play >> base) & RANK_MASK
        top = ONE << (base + _U(highest(suit)))
        if top & (mine | theirs) != ZERO:
            return ZERO, ZERO
        tops |= top
        suits += ONE
    for seat in range(4):
        if tops & ~arena[HANDS + _U(seat)] == ZERO:
            return suits, tops
    return ONE, tops
