"""Which cards may be played to a trick and which card wins it: one rule book for all games.

The duties of a player who follows are switches of one bit each; a game translates its
house rules into such a set once per rule set.  The sources of each duty are the games'
rule books; the combinations here are the union of what Cuțu, Cupe, Cruce and Cuatrola ask.

Cards are single bits (``uint64``), suits are masks of sixteen bits; a contract without
trump has the empty mask.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.kernels.bits import ONE, ZERO
from analyzer.kernels.jit import kernel

MUST_TRUMP = 1
"""Who lacks the suit led must play a trump if holding one."""
MUST_OVERTRUMP = 2
"""... and one above the highest trump in the trick, when able."""
UNDERTRUMP = 4
"""Who must overtrump and cannot must still play a trump; without this bit anything goes."""
PARTNER_EXEMPT = 8
"""No duty to trump or overtrump while the partner's card is winning."""
BEAT_LED = 16
"""Who follows suit must play higher than the best card of that suit so far, when able."""
BEAT_TRUMP_LEAD = 32
"""... also when trump was led."""
BEAT_AFTER_RUFF = 64
"""... also after the trick was ruffed, when the led suit cannot win any more."""
BEAT_OPENING = 128
"""... but it is enough to beat the card that opened the trick."""


@kernel
def legal_follow(hand, led_mask, trump_mask, opening, best_led, best, partner_wins, duties):
    """Cards of ``hand`` that may be played to a trick already opened.

    ``opening`` is the first card, ``best_led`` the highest card of the suit led,
    ``best`` the card that wins so far; ``partner_wins`` says whether ``best`` is the
    partner's.  A non-empty hand gives a non-empty subset of it.
    """
    follow = hand & led_mask
    if follow != ZERO:
        if duties & BEAT_LED == 0:
            return follow
        if led_mask == trump_mask:
            if duties & BEAT_TRUMP_LEAD == 0:
                return follow
        elif best & trump_mask != ZERO and duties & BEAT_AFTER_RUFF == 0:
            return follow
        beaten = opening if duties & BEAT_OPENING != 0 else best_led
        higher = follow & ~(beaten | (beaten - ONE))
        return higher if higher != ZERO else follow
    trumps = hand & trump_mask
    if trumps == ZERO or duties & MUST_TRUMP == 0:
        return hand
    if duties & PARTNER_EXEMPT != 0 and partner_wins:
        return hand
    if best & trump_mask == ZERO or duties & MUST_OVERTRUMP == 0:
        return trumps
    higher = trumps & ~(best | (best - ONE))
    if higher != ZERO:
        return higher
    return trumps if duties & UNDERTRUMP != 0 else hand


@kernel
def beats(card, best, led_mask, trump_mask):
    """Whether ``card``, just played, wins over ``best``, the winning card so far."""
    if card & trump_mask != ZERO:
        return best & trump_mask == ZERO or card > best
    return best & trump_mask == ZERO and card & led_mask != ZERO and card > best
