"""Reading deals into the working memory of the search of card-point games."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels import points_rules as rules_at
from analyzer.kernels.bits import NO_CARD, ONE, ZERO
from analyzer.kernels.jit import kernel
from analyzer.kernels.points_position import (
    BEST_SEAT,
    COUNT,
    GAIN,
    HANDS,
    HELD,
    HOLDER,
    LEFT,
    LIVE,
    NEXT,
    OTHER_PAIRS,
    OTHER_TUTE,
    OWN,
    OWN_PAIRS,
    OWN_TUTE,
    PENDING,
    PLAIN,
    PLAYED,
    SEAT,
    SEATS,
    SIDE,
    SUMS,
    TRICK,
    TRICK_POINTS,
    TRUMP,
    TRUMPS,
    TUTE_BONUS,
    WON,
    advance,
    has_tute,
    open_lead,
    points_of,
)


@kernel
def take_rules(rules, info):
    """Copy packed rules into ``info``, with the card points of every set of ranks."""
    for place in range(rules_at.SIZE):
        info[place] = rules[place]
    for cards in range(256):
        total = 0
        for rank in range(8):
            if (cards >> rank) & 1 != 0:
                total += rules[rules_at.POINTS + rank]
        info[SUMS + cards] = total
    halves = 2 if rules[rules_at.DIFFERENCE] != 0 else 1
    info[PLAIN] = rules[rules_at.PLAIN_VALUE] // halves
    info[TRUMPS] = rules[rules_at.TRUMP_VALUE] // halves
    info[TUTE_BONUS] = rules[rules_at.TUTE] // halves


@kernel
def index_of(card, ranks):
    """Bit index in the search of the card numbered ``suit * ranks + rank``."""
    return card // ranks * 8 + card % ranks


@kernel
def number_of(index, ranks):
    """Card number of a bit index in the search."""
    return (index >> 3) * ranks + (index & 7)


@kernel
def _deal_hands(owners, active, trick, leader, info, masks):
    """The hands as they were before the trick: cards on the table are given back."""
    ranks = info[rules_at.RANKS]
    for seat in range(SEATS):
        masks[HANDS + seat] = ZERO
    for number in range(owners.size):
        owner = np.int64(owners[number])
        if owner < SEATS and (active >> owner) & 1 != 0:
            masks[HANDS + owner] |= ONE << np.uint64(index_of(number, ranks))
    turn = leader
    for place in range(trick.size):
        if trick[place] == NO_CARD:
            break
        card = ONE << np.uint64(index_of(np.int64(trick[place]), ranks))
        for other in range(SEATS):
            masks[HANDS + other] &= ~card
        masks[HANDS + turn] |= card
        turn = info[NEXT + turn]


@kernel
def _order_seats(active, info):
    """Each active seat's successor in turn, and their number."""
    info[COUNT] = 0
    for seat in range(SEATS):
        if (active >> seat) & 1 != 0:
            info[COUNT] += 1
            after = (seat + 1) % SEATS
            while (active >> after) & 1 == 0:
                after = (after + 1) % SEATS
            info[NEXT + seat] = after


@kernel
def _find_pairs(announced, side, info, ints, masks):
    """Unannounced pairs in one hand that can still score for a side that counts."""
    ints[LIVE] = 0
    info[OWN_PAIRS] = 0
    info[OTHER_PAIRS] = 0
    info[OWN_TUTE] = 0
    info[OTHER_TUTE] = 0
    for seat in range(SEATS):
        hand = masks[HANDS + seat]
        own = (side >> seat) & 1 != 0
        if info[rules_at.TUTE] != 0 and has_tute(hand, info[rules_at.PAIR]):
            info[OWN_TUTE if own else OTHER_TUTE] = info[TUTE_BONUS]
        if info[rules_at.ANNOUNCE] == rules_at.NONE or not (own or info[rules_at.DIFFERENCE] != 0):
            continue
        for suit in range(4):
            pair = np.uint64(info[rules_at.PAIR]) << np.uint64(8 * suit)
            if hand & pair == pair and (announced >> suit) & 1 == 0:
                info[HOLDER + suit] = seat
                ints[LIVE] |= 1 << suit
                info[OWN_PAIRS if own else OTHER_PAIRS] |= 1 << suit


@kernel
def _lay_trick(trick, announced, side, info, ints, masks):
    """Play the cards on the table; what they announced is history, not value."""
    ranks = info[rules_at.RANKS]
    for place in range(trick.size):
        if trick[place] == NO_CARD:
            break
        card = ONE << np.uint64(index_of(np.int64(trick[place]), ranks))
        advance(card, info, ints, masks)
        _find_pairs(announced, side, info, ints, masks)
        ints[PENDING] = 0
    ints[GAIN] = 0


@kernel
def set_up(owners, active, side, trump, leader, announced, trick, info, ints, masks):
    """Make frame 0 of one deal; ``info``, ``ints`` and ``masks`` are modified in place.

    Parameters
    ----------
    owners
        uint8[P], seat of each card, 255 out of play.
    active, side
        Seats that play, seats of the side that is valued: sets of 4 bits.
    trump
        Suit, 0 to 3.
    leader
        Seat that leads or has led the trick.
    announced
        Suits already announced, 4 bits, those announced in this trick included.
    trick
        Cards already played to the trick, fewer than the seats, 255 from the first free
        place.  Whether ``owners`` still shows them makes no difference.
    """
    info[TRUMP] = trump
    info[SIDE] = side
    _order_seats(active, info)
    _deal_hands(owners, active, trick, leader, info, masks)
    held = ZERO
    own = ZERO
    for seat in range(SEATS):
        held |= masks[HANDS + seat]
        if (side >> seat) & 1 != 0:
            own |= masks[HANDS + seat]
    masks[HELD] = held
    masks[OWN] = own
    masks[TRICK] = ZERO
    ints[SEAT] = leader
    ints[PLAYED] = 0
    ints[BEST_SEAT] = leader
    ints[TRICK_POINTS] = 0
    ints[PENDING] = 0
    ints[GAIN] = 0
    ints[WON] = 1
    if info[rules_at.NEEDS_TRICK] != 0 and info[rules_at.HAS_TRICK] == 0:
        ints[WON] = 0
    ints[LEFT] = 0
    if held != ZERO:
        ints[LEFT] = points_of(held, info) + info[rules_at.LAST_TRICK]
    ints[LIVE] = 0
    if trick[0] != NO_CARD:
        _lay_trick(trick, announced, side, info, ints, masks)
    else:
        _find_pairs(announced, side, info, ints, masks)
        if info[rules_at.OPEN_WINDOW] != 0:
            open_lead(info, ints, masks)
