"""Which move the search of card-point games tries next, and which it need not try."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels import points_rules as rules_at
from analyzer.kernels.bits import ONE, ZERO, highest, lowest
from analyzer.kernels.inline import spliced
from analyzer.kernels.points_position import (
    BEST,
    COUNT,
    CUTS,
    HANDS,
    HELD,
    HINT,
    LIVE,
    MOVES,
    NEED,
    NEXT,
    OPENING,
    ORDER,
    PLAYED,
    SEAT,
    SEEN,
    SIDE,
    STAGE,
    SUIT,
    TRICK,
    TRIED,
    TRUMP,
    TURN,
    VALUE,
    holder_after,
    suit_set,
)

NO_HINT = 63


@spliced
def _can_beat(hand, best, led_mask, trump_mask):
    """Whether some card of ``hand`` could win over ``best`` when it is its turn."""
    follow = hand & led_mask
    if follow != ZERO:
        return (best & trump_mask == ZERO or led_mask == trump_mask) and follow > best
    trumps = hand & trump_mask
    return trumps != ZERO and (best & trump_mask == ZERO or trumps > best)


@spliced
def _certain(winner_own, best, led_mask, trump_mask, seat, later, info, masks):
    """Whether the side that holds the trick with ``best`` is sure of it.

    ``later`` players still follow after ``seat``.
    """
    side = info[SIDE]
    for _ in range(later):
        seat = info[NEXT + seat]
        if (side >> seat) & 1 != winner_own and _can_beat(
            masks[HANDS + seat], best, led_mask, trump_mask
        ):
            return False
    return True


@spliced
def cut_place(b, ints, masks):
    """Where the card that last cut off a like node stands in ``info``."""
    place = (ints[b + SEAT] * 4 + ints[b + PLAYED]) << 5
    if ints[b + PLAYED] != 0:
        place |= highest(masks[b + BEST]) & 31
    return CUTS + place


@spliced
def _score(index, b, own, later, trump_mask, info, ints, masks):
    """Rough promise of a card, above 0: sure tricks with many points, then cheap cards."""
    card = ONE << np.uint64(index)
    worth = info[rules_at.POINTS + (index & 7)]
    seat = ints[b + SEAT]
    led_mask = suit_set(index)
    if ints[b + PLAYED] != 0:
        led_mask = suit_set(highest(masks[b + OPENING]))
    best, winner = holder_after(b, card, trump_mask, ints, masks)
    if (info[SIDE] >> winner) & 1 != own:
        return 1000 - worth
    sure = _certain(own, best, led_mask, trump_mask, seat, later, info, masks)
    if winner == seat:
        return 2100 + worth if sure else 2000 - worth
    return 2110 + worth if sure else 2010 - worth


@spliced
def _sort_moves(b, info, ints, masks):
    """Order the moves left by score, best first: insertion into at most 8 places."""
    own = (info[SIDE] >> ints[b + SEAT]) & 1
    later = info[COUNT] - 1 - ints[b + PLAYED]
    trump_mask = SUIT << np.uint64(8 * info[TRUMP])
    total = 0
    rest = masks[b + MOVES]
    while rest != ZERO:
        index = lowest(rest)
        rest &= rest - ONE
        score = _score(index, b, own, later, trump_mask, info, ints, masks)
        packed = np.uint64((score << 5) | index)
        at = b + ORDER + total
        while at > b + ORDER and masks[at - 1] < packed:
            masks[at] = masks[at - 1]
            at -= 1
        masks[at] = packed
        total += 1
    ints[b + TURN] = b + ORDER


@spliced
def next_move(b, info, ints, masks):
    """The next card to try, taken from the moves of the frame, which must have one."""
    moves = masks[b + MOVES]
    if ints[b + STAGE] == 0:
        ints[b + STAGE] = 1
        hint = ints[b + HINT]
        if hint == NO_HINT:
            hint = info[cut_place(b, ints, masks)]
        card = (ONE << np.uint64(hint)) & moves
        if card != ZERO or moves & (moves - ONE) == ZERO:
            masks[b + MOVES] = moves & ~card if card != ZERO else ZERO
            return card if card != ZERO else moves
    if ints[b + STAGE] == 1:
        ints[b + STAGE] = 2
        _sort_moves(b, info, ints, masks)
    turn = ints[b + TURN]
    ints[b + TURN] = turn + 1
    card = ONE << (masks[turn] & np.uint64(31))
    masks[b + MOVES] = moves & ~card
    return card


@spliced
def _alike(card, index, b, info, ints, masks):
    """Cards already tried that could be exchanged for ``card`` in every later trick.

    No foreign card ranks between them; while a pair can still score, its two cards are
    exchangeable with each other only, and the rest of the suit among itself.
    """
    suit = index >> 3
    mask = suit_set(index)
    group = masks[b + TRIED] & mask
    if group == ZERO:
        return group
    foreign = ((masks[b + HELD] & ~masks[HANDS + ints[b + SEAT]]) | masks[b + TRICK]) & mask
    above = foreign & ~(card | (card - ONE))
    below = foreign & (card - ONE)
    if above != ZERO:
        group &= (above & (~above + ONE)) - ONE
    if below != ZERO:
        group &= ~((ONE << np.uint64(highest(below))) - ONE)
    if (ints[b + LIVE] >> suit) & 1 != 0:
        pair = np.uint64(info[rules_at.PAIR]) << np.uint64(suit << 3)
        group &= pair if card & pair != ZERO else ~pair
    return group


@spliced
def neighbour_settles(b, d, card, info, ints, masks):
    """Whether a card tried before shows that ``card`` cannot change the answer.

    Every later trick can be mirrored with the two cards exchanged, so the one gains at
    most the difference of their points over the other.  Where it is certain which side
    wins the trick in progress, that side does best with the dearer of the two and the
    other side with the cheaper.  ``VALUE`` of the frame takes the bound in.
    """
    index = highest(card)
    group = _alike(card, index, b, info, ints, masks)
    if group == ZERO:
        return False
    side = info[SIDE]
    seat = ints[b + SEAT]
    own = (side >> seat) & 1
    trump_mask = SUIT << np.uint64(8 * info[TRUMP])
    led_mask = suit_set(index)
    if ints[b + PLAYED] != 0:
        led_mask = suit_set(highest(masks[b + OPENING]))
    best, winner = holder_after(b, card, trump_mask, ints, masks)
    winner_own = (side >> winner) & 1
    later = info[COUNT] - 1 - ints[b + PLAYED]
    sure = _certain(winner_own, best, led_mask, trump_mask, seat, later, info, masks)
    worth = info[rules_at.POINTS + (index & 7)]
    while group != ZERO:
        other = lowest(group)
        group &= group - ONE
        more = worth - info[rules_at.POINTS + (other & 7)]
        slack = 0 if sure and (more < 0) == (winner_own == own) else abs(more)
        seen = ints[SEEN + d * 32 + other]
        if own != 0 and seen + slack < ints[b + NEED]:
            ints[b + VALUE] = max(ints[b + VALUE], seen + slack)
            return True
        if own == 0 and seen - slack >= ints[b + NEED]:
            ints[b + VALUE] = min(ints[b + VALUE], seen - slack)
            return True
    return False
