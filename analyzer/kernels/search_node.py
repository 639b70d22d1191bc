"""One card of the double-dummy search: what may be played, what to try, what a failure drops."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, RANK_MASK, ZERO, highest_bit, lowest, lowest_bit
from analyzer.kernels.jit import kernel
from analyzer.kernels.search_arena import (
    BEST,
    BEST_SEAT,
    CARD,
    CARD_NODES,
    CUTOFF_BITS,
    CUTOFFS,
    DUTIES,
    FRAME_WORDS,
    HANDS,
    HASH,
    IN_PLAY,
    LED,
    LEGAL_RANKS,
    NEED,
    PARTNERS,
    PENDING,
    QUEUE,
    RANKS,
    SEAT,
    SEATS,
    SIDE,
    TRICK_CARDS,
    TRICK_WORDS,
    TRUMP,
    WIN_RANK,
)
from analyzer.kernels.search_order import order_follow, order_lead, order_void
from analyzer.kernels.trick import (
    BEAT_AFTER_RUFF,
    BEAT_LED,
    BEAT_OPENING,
    BEAT_TRUMP_LEAD,
    MUST_OVERTRUMP,
    MUST_TRUMP,
    PARTNER_EXEMPT,
    beats,
    legal_follow,
)

_U = np.uint64
_TWO = _U(2)
_BYTE = _U(0xFF)
_EIGHT = _U(8)
_GOLDEN = _U(0x9E3779B97F4A7C15)
_MIX = _U(0xD6E8FEB86659FD93)
GAPS = _U(0xFF00FF00FF00FF00)
"""Places that no card of a suit of eight ranks takes."""


@kernel
def suit_of(card):
    """All places of the suit of a single card."""
    return RANK_MASK << (_U(lowest(card)) & _U(48))


@kernel
def next_seat(arena, seat):
    """The seat that acts after ``seat``."""
    seat += ONE
    return ZERO if seat == arena[SEATS] else seat


@kernel
def _deciding_ranks(arena, hand, led, played, best, best_led, opening, best_seat, seat):
    """Cards on the table whose rank decides which of ``hand`` may follow (see ``trick.py``)."""
    duties = arena[DUTIES]
    trump = arena[TRUMP]
    follow = hand & led
    if follow != ZERO:
        if duties & _U(BEAT_LED) == ZERO or follow & (follow - ONE) == ZERO:
            return ZERO
        if led == trump and duties & _U(BEAT_TRUMP_LEAD) == ZERO:
            return ZERO
        if led != trump and best & trump != ZERO and duties & _U(BEAT_AFTER_RUFF) == ZERO:
            return ZERO
        return opening if duties & _U(BEAT_OPENING) != ZERO else best_led
    if duties & _U(MUST_TRUMP) == ZERO or hand & trump == ZERO or hand & (hand - ONE) == ZERO:
        return ZERO
    ranks = ZERO
    if duties & _U(PARTNER_EXEMPT) != ZERO:
        rivals = played & suit_of(best)
        ranks = best if rivals != best else ZERO
        if best_seat == arena[PARTNERS + seat]:
            return ranks
    if best & trump != ZERO and duties & _U(MUST_OVERTRUMP) != ZERO:
        ranks |= best
    return ranks


@kernel
def _recall(arena, frame, mark, legal):
    """The card that last cut off in this situation, if it is legal, as a queue; else 0."""
    mark *= _GOLDEN
    mark ^= mark >> _U(29)
    mark |= ONE << _U(63)
    arena[frame + HASH] = mark
    word = arena[CUTOFFS + ((mark >> _U(20)) & _U((1 << CUTOFF_BITS) - 1))]
    if (word ^ mark) >> _EIGHT == ZERO:
        code = word & _BYTE
        if (legal >> (code - ONE)) & ONE != ZERO:
            return code
    return ZERO


@kernel
def remember(arena, frame, card):
    """Note that ``card`` settled the situation of ``frame``."""
    mark = arena[frame + HASH]
    if mark != ZERO:
        place = CUTOFFS + ((mark >> _U(20)) & _U((1 << CUTOFF_BITS) - 1))
        arena[place] = (mark & ~_BYTE) | _U(lowest(card) + 1)


@kernel
def open_node(arena, frame, trick, place):
    """Fill the frame of the player to act: legal cards, what decided them, cards to try first."""
    seat = arena[frame + SEAT]
    hand = arena[HANDS + seat]
    trump = arena[TRUMP]
    in_play = arena[trick + IN_PLAY]
    arena[frame + RANKS] = ZERO
    arena[CARD_NODES] += ONE
    if place == ZERO:
        arena[frame + TRICK_CARDS] = ZERO
        arena[frame + LEGAL_RANKS] = ZERO
        arena[frame + PENDING] = hand
        mark = hand * _GOLDEN
        remembered = _recall(arena, frame, mark, hand)
        if remembered != ZERO:
            arena[frame + QUEUE] = remembered
        else:
            arena[frame + QUEUE] = order_lead(arena, in_play, hand, seat, trump)
        return
    led = arena[frame + LED]
    best = arena[frame + BEST]
    best_seat = arena[frame + BEST_SEAT]
    played = arena[frame + TRICK_CARDS]
    opening = arena[frame - place * FRAME_WORDS + CARD]
    best_led = highest_bit(played & led)
    duties = arena[DUTIES]
    helped = best_seat == arena[PARTNERS + seat]
    legal = legal_follow(hand, led, trump, opening, best_led, best, helped, np.int64(duties))
    arena[frame + LEGAL_RANKS] = _deciding_ranks(
        arena, hand, led, played, best, best_led, opening, best_seat, seat
    )
    arena[frame + PENDING] = legal
    if legal & (legal - ONE) == ZERO:
        arena[frame + QUEUE] = ZERO
        arena[frame + HASH] = ZERO
        return
    left = arena[SEATS] - place - ONE
    if legal & led != ZERO:
        mark = (
            ((in_play & led) * _GOLDEN)
            ^ (best * _MIX)
            ^ (hand & led) * _U(0x9E3779B1)
            ^ (seat + (place << _TWO))
        )
    else:
        mark = (hand * _GOLDEN) ^ (best * _MIX) ^ (place + _U(16))
    remembered = _recall(arena, frame, mark, legal)
    if remembered != ZERO:
        arena[frame + QUEUE] = remembered
    elif legal & led != ZERO:
        arena[frame + QUEUE] = order_follow(arena, legal, seat, left, best, best_seat, led, trump)
    else:
        arena[frame + QUEUE] = order_void(arena, legal, seat, left, best, best_seat, trump)


@kernel
def choose(arena, frame):
    """Take the next card to try from the queue, or the lowest one pending."""
    pending = arena[frame + PENDING]
    queue = arena[frame + QUEUE]
    while queue != ZERO:
        card = ONE << ((queue & _BYTE) - ONE)
        queue >>= _EIGHT
        if card & pending != ZERO:
            arena[frame + QUEUE] = queue
            return card
    arena[frame + QUEUE] = ZERO
    return lowest_bit(pending)


@kernel
def refuted(arena, frame, in_play, ranks):
    """After a card failed: add the ranks of its refutation, drop the cards it stands for.

    Cards of the hand with no other card between them are one choice, and so are all cards
    of the suit below the lowest rank that mattered.
    """
    card = arena[frame + CARD]
    hand = arena[HANDS + arena[frame + SEAT]]
    suit = suit_of(card)
    walls = (in_play & ~hand) | GAPS
    run = ~walls & ~(~walls + card)
    wall = highest_bit(walls & (card - ONE))
    below = (card - ONE) & ~(wall | (wall - ONE)) if wall != ZERO else card - ONE
    group = hand & (run | below)
    ranks_here = ranks & suit
    bottom = lowest_bit(ranks_here)
    if ranks_here == ZERO:
        group |= hand & suit
    else:
        if bottom <= highest_bit(group):
            ranks |= lowest_bit(group)
        if card < bottom:
            group |= hand & suit & (bottom - ONE)
    arena[frame + RANKS] |= ranks
    arena[frame + PENDING] &= ~group


@kernel
def play(arena, frame, card, trick, place):
    """Play ``card`` and prepare the next frame; a completed trick opens the next trick."""
    seat = arena[frame + SEAT]
    after = frame + FRAME_WORDS
    arena[frame + CARD] = card
    arena[HANDS + seat] ^= card
    trump = arena[TRUMP]
    if place == ZERO:
        led = suit_of(card)
        best = card
        best_seat = seat
    else:
        led = arena[frame + LED]
        best = arena[frame + BEST]
        best_seat = arena[frame + BEST_SEAT]
        if beats(card, best, led, trump):
            best = card
            best_seat = seat
    played = arena[frame + TRICK_CARDS] | card
    arena[frame + WIN_RANK] = ZERO
    if place + ONE == arena[SEATS]:
        if played & suit_of(best) != best:
            arena[frame + WIN_RANK] = best
        arena[after + SEAT] = best_seat
        later = trick + TRICK_WORDS
        arena[later + IN_PLAY] = arena[trick + IN_PLAY] & ~played
        arena[later + NEED] = arena[trick + NEED] - ((arena[SIDE] >> best_seat) & ONE)
    else:
        arena[after + SEAT] = next_seat(arena, seat)
        arena[after + LED] = led
        arena[after + BEST] = best
        arena[after + BEST_SEAT] = best_seat
        arena[after + TRICK_CARDS] = played
