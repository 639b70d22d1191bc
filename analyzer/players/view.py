"""What a card played shows to everybody: the cards its player cannot hold.

A card that was played was legal, so every duty tells something: who does not follow is void,
who does not trump where that is a duty has no trump, who does not overtrump has no higher one.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.kernels.bits import ONE, ZERO
from analyzer.kernels.jit import kernel
from analyzer.kernels.trick import (
    BEAT_AFTER_RUFF,
    BEAT_LED,
    BEAT_OPENING,
    BEAT_TRUMP_LEAD,
    MUST_OVERTRUMP,
    MUST_TRUMP,
    PARTNER_EXEMPT,
    UNDERTRUMP,
)


@kernel
def shown_absent(card, led_mask, trump_mask, opening, best_led, best, partner_wins, duties):
    """Cards that a player who followed with ``card`` cannot hold beside it.

    The other parameters are those of :func:`analyzer.kernels.trick.legal_follow` at that
    moment: a hand with ``card`` made ``card`` legal exactly if it held none of the result.
    """
    if card & led_mask != ZERO:
        if duties & BEAT_LED == 0:
            return ZERO
        if led_mask == trump_mask:
            if duties & BEAT_TRUMP_LEAD == 0:
                return ZERO
        elif best & trump_mask != ZERO and duties & BEAT_AFTER_RUFF == 0:
            return ZERO
        beaten = opening if duties & BEAT_OPENING != 0 else best_led
        return ZERO if card > beaten else led_mask & ~(beaten | (beaten - ONE))
    absent = led_mask
    if duties & MUST_TRUMP == 0 or (duties & PARTNER_EXEMPT != 0 and partner_wins):
        return absent
    is_trump = card & trump_mask != ZERO
    if best & trump_mask == ZERO or duties & MUST_OVERTRUMP == 0:
        return absent if is_trump else absent | trump_mask
    if is_trump:
        return absent if card > best else absent | (trump_mask & ~(best | (best - ONE)))
    if duties & UNDERTRUMP != 0:
        return absent | trump_mask
    return absent | (trump_mask & ~(best | (best - ONE)))


MAY = 0
"""Place of the first of four sets in a table: the cards that each seat may still hold."""
UNPLAYED = 4
"""Place of the set of cards that nobody has played."""
LED = 5
"""Place of the first of four sets: the suits that each seat has led, as suit masks."""
TRICK = 9
"""Place of the first of the cards of the present trick, in playing order."""
TABLE = 13
"""Words of a table."""


@kernel
def open_table(table, pack):
    """Before the first card: everybody may hold anything of ``pack``; modified in place."""
    table[:] = ZERO
    for place in range(MAY, UNPLAYED + 1):
        table[place] = pack


@kernel
def note_card(table, seat, place, card, led_mask, trump_mask, best_led, best, partner_wins, duties):
    """Record that ``seat`` played ``card`` as number ``place`` (0 to 3) of the trick.

    ``table`` uint64 [TABLE], *modified in place*, holds what everybody at the table has seen.
    For a card led, ``led_mask`` is its suit and the parameters after ``trump_mask`` do not
    matter; otherwise they are those of :func:`shown_absent`.
    """
    table[UNPLAYED] ^= card
    table[TRICK + place] = card
    if place == 0:
        table[LED + seat] |= led_mask
    else:
        table[MAY + seat] &= ~shown_absent(
            card, led_mask, trump_mask, table[TRICK], best_led, best, partner_wins, duties
        )
    for other in range(4):
        table[MAY + other] &= ~card
