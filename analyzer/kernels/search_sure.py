"""Tricks that are certain at the start of a trick, without search.

Each count comes with the cards whose rank it rests on.  The arguments hold for every
combination of duties: no duty takes the highest card of a suit from its holder, a trick
that all players with trumps follow cannot be ruffed, and a partner who would have to ruff
limits a suit as an opponent does.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, RANK_MASK, ZERO, highest, highest_bit, lowest, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.search_arena import DUTIES, HANDS, IN_PLAY, NTH, PARTNERS, RIVALS, TRUMP
from analyzer.kernels.trick import BEAT_LED, MUST_TRUMP

_U = np.uint64
_BYTE = _U(0xFF)
_EIGHT = _U(8)
_NONE = _U(4)


@kernel
def _count(cards):
    return _U(popcount(cards))


@kernel
def top_cards(mine, others):
    """How many of ``mine`` rank above all ``others`` of the suit."""
    if others == ZERO:
        return _count(mine)
    return _count(mine >> _U(highest(others) + 1))


@kernel
def nth_card(arena, suit, n):
    """The n-th highest (n from 1) of eight ranks, as a set of one."""
    return ONE << ((arena[NTH + suit] >> (_EIGHT * (n - ONE))) & _BYTE)


@kernel
def trump_tricks(mine, theirs):
    """Tricks that one hand's trumps take whoever leads, against the other side's trumps.

    Each is played to another trick and loses only to a higher one of theirs, which is gone
    then: what a best pairing of theirs with lower ones of mine leaves over is certain.
    Returns the count and the lowest trump whose rank it rests on.
    """
    left = np.int64(popcount(mine))
    enemies = np.int64(popcount(theirs))
    certain = left - enemies if left > enemies else np.int64(0)
    rank = ZERO
    taken = 0
    spare = 0
    cards = mine | theirs
    while cards != ZERO and left > 0:
        card = highest_bit(cards)
        cards ^= card
        if theirs & card != ZERO:
            spare += 1
            enemies -= 1
        else:
            left -= 1
            if spare > 0:
                spare -= 1
            else:
                taken += 1
        more = left - spare - enemies
        now = taken + more if more > 0 else np.int64(taken)
        if now > certain:
            certain = now
            rank = card
    return _U(certain), rank


@kernel
def _suit_tricks(arena, suit, a, b, longest, own_cap, both_cap, beat):
    """Tricks in one suit: the leader's (holding ``a``), the partner's (``b``) after them.

    The leader cashes what tops the suit jointly with the partner's cards when the partner
    has low cards to follow with, else his own top cards; the partner's come next.  The
    suit lasts ``own_cap`` rounds with the leader on lead, ``both_cap`` in all.  Returns both
    counts, the cards they rest on, and whether the leader can cross in this suit.
    """
    theirs = suit & ~(a | b)
    joint = top_cards(a | b, theirs)
    if joint == ZERO:
        return ZERO, ZERO, ZERO, ZERO, False
    size_a = _count(a)
    size_b = _count(b)
    floor = nth_card(arena, a | b, joint)
    top_a = a & ~(floor - ONE)
    top_b = b & ~(floor - ONE)
    run_a = _count(top_a)
    run_b = _count(top_b)
    smooth = size_b - run_b >= run_a and (not beat or run_b == ZERO)
    if not smooth:
        run_a = top_cards(a, suit & ~a)
        top_a = nth_card(arena, a, run_a) if run_a != ZERO else ZERO
        top_a = a & ~(top_a - ONE) if run_a != ZERO else ZERO
        run_b = top_cards(b, suit & ~b & ~top_a)
        run_b = min(run_b, size_b - min(run_a, size_b))
    longest_a = max(longest, size_b)
    count_a = size_a if run_a >= longest_a else run_a
    count_a = min(count_a, own_cap)
    count_b = run_b
    ranks_b = ZERO
    if run_b != ZERO:
        ranks_b = nth_card(arena, b, run_b)
    longest_b = max(longest, size_a)
    if smooth and run_b != ZERO and run_a + run_b >= longest_b and count_a == run_a:
        count_b = size_b - run_a
        ranks_b = floor
    if both_cap < count_a + count_b:
        count_b = both_cap - min(both_cap, count_a)
        if count_b != ZERO and count_b < run_b:
            ranks_b = nth_card(arena, b, count_b)
    rest_on = min(min(run_a, count_a), longest_a)
    ranks_a = nth_card(arena, a, rest_on) if rest_on != ZERO else ZERO
    if count_b == ZERO:
        return count_a, ZERO, ranks_a, ZERO, False
    return count_a, count_b, ranks_a, ranks_b, size_a > count_a


@kernel
def leader_tricks(arena, frame, leader, tricks, target):
    """Tricks the leader's side is sure of, and the cards they rest on.

    The leader cashes his winners, in trumps first; then, if he has a card of a suit whose
    top card is by now the partner's, he crosses to it and the partner cashes his.  The partner
    is never short of other cards to play meanwhile, because the two counts together are at
    most the number of tricks.  Or they cash winners of the other suits while all follow,
    and one hand's trumps are worth what ``trump_tricks`` says.  The count may stop at
    ``target``, on which fewer cards bear.
    """
    partner = arena[PARTNERS + leader]
    mine = arena[HANDS + leader]
    theirs = arena[HANDS + partner] if partner != _NONE else ZERO
    trump = arena[TRUMP]
    in_play = arena[frame + IN_PLAY]
    rest = in_play & ~mine & ~theirs
    left = arena[HANDS + arena[RIVALS + leader]]
    right = rest & ~left
    duties = arena[DUTIES]
    beat = duties & _U(BEAT_LED) != ZERO
    own = ZERO
    own_ranks = ZERO
    beyond = ZERO
    beyond_ranks = ZERO
    entry = False
    drawn = ZERO
    kept = ZERO
    keeper = ZERO
    if trump & in_play != ZERO:
        base = _U(lowest(trump))
        a = (mine & trump) >> base
        b = (theirs & trump) >> base
        c = (left & trump) >> base
        d = (right & trump) >> base
        kept, kept_rank = trump_tricks(a, c | d)
        keeper = _count(a)
        other, other_rank = trump_tricks(b, c | d)
        if other > kept:
            kept, kept_rank, keeper = other, other_rank, _count(b)
        longest = max(_count(c), _count(d))
        suit = a | b | c | d
        own, beyond, own_ranks, beyond_ranks, entry = _suit_tricks(
            arena, suit, a, b, longest, _EIGHT, _EIGHT, beat
        )
        own_ranks <<= base
        beyond_ranks <<= base
        if kept >= target:
            return kept, kept_rank << base
        if own >= target:
            return own, own_ranks
        if kept > own + (beyond if entry else ZERO):
            own = ZERO
            own_ranks = kept_rank << base
            beyond = ZERO
            beyond_ranks = ZERO
            entry = False
        else:
            kept = ZERO
            keeper = ZERO
            drawn = own
    must = duties & _U(MUST_TRUMP) != ZERO
    left_ruffs = _count(left & trump) > drawn
    right_ruffs = _count(right & trump) > drawn
    partner_ruffs = must and _count(theirs & trump) > drawn
    leader_ruffs = must and _count(mine & trump) > drawn
    for number in range(4):
        base = _U(16 * number)
        suit = (in_play >> base) & RANK_MASK
        a = (mine >> base) & RANK_MASK
        b = (theirs >> base) & RANK_MASK
        if a | b == ZERO or suit << base & trump != ZERO:
            continue
        c = (left >> base) & RANK_MASK
        d = (right >> base) & RANK_MASK
        if c | d > a | b:
            continue
        cap = _EIGHT
        if left_ruffs:
            cap = _count(c)
        if right_ruffs:
            cap = min(cap, _count(d))
        own_cap = min(cap, _count(b)) if partner_ruffs else cap
        both_cap = min(cap, _count(a)) if leader_ruffs else cap
        longest = max(_count(c), _count(d))
        here, there, ranks_a, ranks_b, crosses = _suit_tricks(
            arena, suit, a, b, longest, own_cap, both_cap, beat
        )
        own += here
        own_ranks |= ranks_a << base
        if own + kept >= target and own <= tricks - keeper:
            return own + kept, own_ranks
        beyond += there
        beyond_ranks |= ranks_b << base
        entry = entry or crosses
    if entry:
        own += beyond
        own_ranks |= beyond_ranks
    if kept != ZERO:
        own = min(own, tricks - keeper) + kept
    return min(own, tricks), own_ranks


@kernel
def _own_winners(arena, in_play, hand):
    """Tricks a hand on lead can cash without trumps, and the cards they rest on."""
    count = ZERO
    ranks = ZERO
    for number in range(4):
        base = _U(16 * number)
        suit = (in_play >> base) & RANK_MASK
        held = (hand >> base) & RANK_MASK
        tops = top_cards(held, suit & ~held)
        if tops != ZERO:
            count += tops
            ranks |= nth_card(arena, suit, tops) << base
    return count, ranks


@kernel
def later_tricks(arena, frame, leader, tricks):
    """Tricks that the side not on lead takes sooner or later, and the cards they rest on.

    With trumps: what they are worth in one hand.  Without: if every suit the leader holds is
    headed by an opponent, the one who wins the trick cashes all his top cards.
    """
    trump = arena[TRUMP]
    in_play = arena[frame + IN_PLAY]
    partner = arena[PARTNERS + leader]
    mine = arena[HANDS + leader]
    theirs = arena[HANDS + partner] if partner != _NONE else ZERO
    left = arena[HANDS + arena[RIVALS + leader]]
    right = in_play & ~mine & ~theirs & ~left
    if trump & in_play != ZERO:
        base = _U(lowest(trump))
        enemy = ((mine | theirs) & trump) >> base
        count, rank = trump_tricks((left & trump) >> base, enemy)
        other, other_rank = trump_tricks((right & trump) >> base, enemy)
        if other > count:
            return other, other_rank << base
        return count, rank << base
    tops = ZERO
    for number in range(4):
        base = _U(16 * number)
        if (mine >> base) & RANK_MASK == ZERO:
            continue
        top = ONE << (base + _U(highest((in_play >> base) & RANK_MASK)))
        if top & (mine | theirs) != ZERO:
            return ZERO, ZERO
        tops |= top
    count, ranks = tricks, tops
    if tops & left != ZERO:
        won, cards = _own_winners(arena, in_play, left)
        count = min(count, won)
        ranks |= cards
    if tops & right != ZERO:
        won, cards = _own_winners(arena, in_play, right)
        count = min(count, won)
        ranks |= cards
    if count == ONE:
        ranks = tops
    return count, ranks
