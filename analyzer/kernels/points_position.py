"""Positions of card-point games as the search keeps them, and what playing a card does.

Inside the search a card is the bit ``8 * suit + rank`` of a ``uint64``, so that the cards
left are a 32-bit number that can stand in an exact table key.  Values are *own points*:
those of the side that is valued, from here on.  Where a game counts the difference, pairs
count half here and the shells turn ``u`` own points of ``left`` into ``2 * u - left``.

Three arrays hold all:

``info``  int64[INFO], what a deal does not change while it is played: the packed rules,
          card points of rank sets, and the constants of the deal.
``ints``  int64[INTS] and
``masks`` uint64[MASKS], frames of ``WIDTH`` places, one for each card played or pair
          sung; frame 0 is the position asked about.  ``masks`` ends with the four hands.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels import points_rules as rules_at
from analyzer.kernels.bits import ZERO, highest, popcount
from analyzer.kernels.inline import spliced
from analyzer.kernels.jit import kernel
from analyzer.kernels.points_rules import (
    FIRST_PLAYED,
    ONE_PER_TRICK,
    PAIR_CARD_LEAD,
    PAIR_CARD_PLAYED,
    SEVERAL,
    SUIT_LEAD,
    WINNER_ONLY,
)
from analyzer.kernels.trick import beats, legal_follow

SEATS = 4
SUIT = np.uint64(0xFF)
EIGHT = np.uint64(8)

# Places of ``info``: the packed rules stand first, as points_rules names them.
TRUMP = 32
COUNT = 33
"""Seats that play."""
SIDE = 34
"""Seats of the side that is valued, 4 bits."""
OWN_PAIRS = 35
OTHER_PAIRS = 36
PLAIN = 37
TRUMPS = 38
"""Points of a pair as the search counts them."""
TUTE_BONUS = 39
OWN_TUTE = 40
OTHER_TUTE = 41
"""The bonus where some hand of the side starts with all cards of a pair rank, else 0."""
NEXT = 44
HOLDER = 48
"""The seat that holds the pair of each suit, -1 for none."""
GENERATION = 52
TABLE_BITS = 53
NODES = 54
SUMS = 64
CUTS = 320
INFO = CUTS + 512

# Places of a frame in ``ints`` ...
SEAT = 0
PLAYED = 1
"""Cards already in the trick; WINDOW: a pair is to be chosen, the moves are suits."""
BEST_SEAT = 2
TRICK_POINTS = 3
LIVE = 4
"""Suits whose pair is held and may still score, 4 bits."""
PENDING = 5
"""Suits announced that still need a trick."""
WON = 6
LEFT = 7
"""Points left, those of the trick in progress included."""
GAIN = 8
"""Points of the step that led to this frame."""
NEED = 9
VALUE = 10
HINT = 11
STAGE = 12
TURN = 13
SLOT = 14
# ... and in ``masks``.
MOVES = 0
TRIED = 1
CARD = 2
BEST = 3
BEST_LED = 4
OPENING = 5
TRICK = 6
HELD = 7
OWN = 8
"""All cards held, and those of the side that is valued."""
KEY = 9
SUITS = 10
"""Pairs to choose from in a window."""
ORDER = 12
WIDTH = 24
DEPTH = 40
INTS = DEPTH * WIDTH + DEPTH * 32
SEEN = DEPTH * WIDTH
"""Values of the moves tried, 32 places a frame, by bit index."""
HANDS = DEPTH * WIDTH
MASKS = HANDS + SEATS

WINDOW = -1


@spliced
def suit_set(index):
    """All places of the suit of a card, given by its bit index."""
    return SUIT << np.uint64((index >> 3) << 3)


@spliced
def suit_ranks(cards, suit):
    """Ranks of the cards of ``suit``, int64."""
    return np.int64((cards >> np.uint64(8 * suit)) & SUIT)


@spliced
def pairs_value(suits, info):
    """Points of the pairs of a set of suits (4 bits)."""
    value = info[PLAIN] * popcount(suits)
    if (suits >> info[TRUMP]) & 1 != 0:
        value += info[TRUMPS] - info[PLAIN]
    return value


@spliced
def set_points(cards, info):
    """Card points of a card set."""
    total = 0
    for suit in range(4):
        total += info[SUMS + suit_ranks(cards, suit)]
    return total


@spliced
def announces(mode, played, pair_card):
    """Whether playing a card of a suit whose pair is held unannounced scores the pair.

    ``played`` counts the cards already in the trick, ``pair_card`` says whether the card
    is one of the pair.
    """
    if mode == FIRST_PLAYED:
        return True
    if mode == SUIT_LEAD:
        return played == 0
    if mode == PAIR_CARD_LEAD:
        return played == 0 and pair_card
    return mode == PAIR_CARD_PLAYED and pair_card


@spliced
def may_sing(live, winner, info):
    """Suits that the side of ``winner`` may sing after a trick, 4 bits of ``live``.

    More than one means a choice, except under ``SEVERAL``.
    """
    mode = info[rules_at.ANNOUNCE]
    if live == 0 or mode < ONE_PER_TRICK:
        return 0
    side = info[SIDE]
    trump = info[TRUMP]
    found = 0
    for suit in range(SEATS):
        if (live >> suit) & 1 != 0:
            holder = info[HOLDER + suit]
            if holder == winner or (
                mode != WINNER_ONLY and (side >> holder) & 1 == (side >> winner) & 1
            ):
                found |= 1 << suit
    if info[rules_at.TRUMP_FIRST] != 0 and mode != SEVERAL and (found >> trump) & 1 != 0:
        for suit in range(SEATS):
            if suit != trump and info[HOLDER + suit] == info[HOLDER + trump]:
                found &= ~(1 << suit)
    return found


@spliced
def has_tute(cards, pair):
    """Whether the hand holds all four cards of one of the two ranks of a pair."""
    every = np.uint64(0x01010101)
    for rank in range(8):
        if (pair >> rank) & 1 != 0 and (cards >> np.uint64(rank)) & every == every:
            return True
    return False


@spliced
def side_has_tute(winner, info, masks):
    """Whether a player of the side that won a trick ends the hand by four of a pair rank."""
    side = info[SIDE]
    for seat in range(SEATS):
        if info[rules_at.ANNOUNCE] == WINNER_ONLY and seat != winner:
            continue
        if (side >> seat) & 1 == (side >> winner) & 1:
            if has_tute(masks[HANDS + seat], info[rules_at.PAIR]):
                return True
    return False


@spliced
def legal_moves(b, info, ints, masks):
    """Cards that may be played in the frame at ``b``."""
    seat = ints[b + SEAT]
    hand = masks[HANDS + seat]
    if ints[b + PLAYED] == 0:
        return hand
    side = info[SIDE]
    return legal_follow(
        hand,
        suit_set(highest(masks[b + OPENING])),
        SUIT << np.uint64(8 * info[TRUMP]),
        masks[b + OPENING],
        masks[b + BEST_LED],
        masks[b + BEST],
        (side >> ints[b + BEST_SEAT]) & 1 == (side >> seat) & 1,
        info[rules_at.DUTIES],
    )


@spliced
def holder_after(b, card, trump_mask, ints, masks):
    """Winning card and its seat once ``card`` has been added to the trick."""
    seat = ints[b + SEAT]
    if ints[b + PLAYED] == 0:
        return card, seat
    best = masks[b + BEST]
    if beats(card, best, suit_set(highest(masks[b + OPENING])), trump_mask):
        return card, seat
    return best, ints[b + BEST_SEAT]


@spliced
def _announce(b, index, info, ints):
    """Live and pending pairs after the card, and the points it announces."""
    live = ints[b + LIVE]
    pending = ints[b + PENDING]
    seat = ints[b + SEAT]
    suit = index >> 3
    if (live >> suit) & 1 == 0 or info[HOLDER + suit] != seat:
        return live, pending, 0
    gain = 0
    pair_card = (info[rules_at.PAIR] >> (index & 7)) & 1 != 0
    scores = announces(info[rules_at.ANNOUNCE], ints[b + PLAYED], pair_card)
    if scores or pair_card:
        live &= ~(1 << suit)
    if scores and ints[b + WON] == 0:
        pending |= 1 << suit
    elif scores:
        gain = info[TRUMPS] if suit == info[TRUMP] else info[PLAIN]
        if (info[SIDE] >> seat) & 1 == 0:
            gain = -gain
    return live, pending, gain


@spliced
def _complete(b, c, winner, gain, info, ints, masks):
    """Give the trick to ``winner``: points, pairs that waited for it, pairs sung at once.

    Frame ``c`` becomes a lead, or a window where there is a choice of pairs.  True when
    the hand is over early.
    """
    own = (info[SIDE] >> winner) & 1 != 0
    points = ints[c + TRICK_POINTS]
    if masks[c + HELD] == ZERO:
        points += info[rules_at.LAST_TRICK]
    left = ints[b + LEFT] - points
    if own:
        gain += points + pairs_value(ints[c + PENDING], info)
        ints[c + PENDING] = 0
        ints[c + WON] = 1
    ints[c + SEAT] = winner
    ints[c + PLAYED] = 0
    ints[c + BEST_SEAT] = winner
    ints[c + TRICK_POINTS] = 0
    ints[c + LEFT] = left
    masks[c + TRICK] = ZERO
    over = False
    if info[OWN_TUTE] + info[OTHER_TUTE] != 0 and side_has_tute(winner, info, masks):
        gain += left + info[TUTE_BONUS] if own else -info[TUTE_BONUS]
        over = True
    ints[c + GAIN] = gain
    if ints[c + LIVE] != 0:
        open_window(c, info, ints, masks)
    return over


@spliced
def open_window(c, info, ints, masks):
    """Let the side of the seat on lead sing: at once without a choice, else in a window."""
    winner = ints[c + SEAT]
    suits = may_sing(ints[c + LIVE], winner, info)
    if suits & (suits - 1) != 0 and info[rules_at.ANNOUNCE] != SEVERAL:
        ints[c + PLAYED] = WINDOW
        masks[c + SUITS] = np.uint64(suits)
    elif suits != 0:
        value = pairs_value(suits, info)
        ints[c + GAIN] += value if (info[SIDE] >> winner) & 1 != 0 else -value
        ints[c + LIVE] &= ~suits


@spliced
def play_card(b, card, info, ints, masks):
    """Play ``card`` in the frame at ``b``: the next frame becomes what follows.

    All of the next frame but ``NEED`` and the places of the search is written, and the
    hand is changed; True when the hand is over early.
    """
    c = b + WIDTH
    index = highest(card)
    seat = ints[b + SEAT]
    trump_mask = SUIT << np.uint64(8 * info[TRUMP])
    best, winner = holder_after(b, card, trump_mask, ints, masks)
    live, pending, gain = _announce(b, index, info, ints)
    masks[HANDS + seat] &= ~card
    masks[c + HELD] = masks[b + HELD] & ~card
    masks[c + OWN] = masks[b + OWN] & ~card
    ints[c + LIVE] = live
    ints[c + PENDING] = pending
    ints[c + WON] = ints[b + WON]
    played = ints[b + PLAYED] + 1
    if played == 1:
        ints[c + TRICK_POINTS] = info[rules_at.POINTS + (index & 7)]
        masks[c + OPENING] = card
        masks[c + BEST_LED] = card
        masks[c + TRICK] = card
    else:
        ints[c + TRICK_POINTS] = ints[b + TRICK_POINTS] + info[rules_at.POINTS + (index & 7)]
        opening = masks[b + OPENING]
        best_led = masks[b + BEST_LED]
        higher = card & suit_set(highest(opening)) != ZERO and card > best_led
        masks[c + OPENING] = opening
        masks[c + BEST_LED] = card if higher else best_led
        masks[c + TRICK] = masks[b + TRICK] | card
    if played == info[COUNT]:
        return _complete(b, c, winner, gain, info, ints, masks)
    ints[c + SEAT] = info[NEXT + seat]
    ints[c + PLAYED] = played
    ints[c + BEST_SEAT] = winner
    ints[c + LEFT] = ints[b + LEFT]
    ints[c + GAIN] = gain
    masks[c + BEST] = best
    return False


@spliced
def sing(b, suit, info, ints, masks):
    """Sing the pair of ``suit`` in the window at ``b``: the next frame is the lead."""
    c = b + WIDTH
    seat = ints[b + SEAT]
    value = info[TRUMPS] if suit == info[TRUMP] else info[PLAIN]
    ints[c + SEAT] = seat
    ints[c + PLAYED] = 0
    ints[c + BEST_SEAT] = seat
    ints[c + TRICK_POINTS] = 0
    ints[c + LIVE] = ints[b + LIVE] & ~(1 << suit)
    ints[c + PENDING] = ints[b + PENDING]
    ints[c + WON] = ints[b + WON]
    ints[c + LEFT] = ints[b + LEFT]
    ints[c + GAIN] = value if (info[SIDE] >> seat) & 1 != 0 else -value
    masks[c + TRICK] = ZERO
    masks[c + HELD] = masks[b + HELD]
    masks[c + OWN] = masks[b + OWN]


@kernel
def open_lead(info, ints, masks):
    """Let the side on lead in frame 0 sing, as :func:`open_window`."""
    ints[GAIN] = 0
    open_window(0, info, ints, masks)


@kernel
def advance(card, info, ints, masks):
    """Play ``card`` in frame 0, which becomes what follows; ``GAIN`` is the step's.

    True when the hand is over early.
    """
    over = play_card(0, card, info, ints, masks)
    for field in range(WIDTH):
        ints[field] = ints[WIDTH + field]
        masks[field] = masks[WIDTH + field]
    return over


@kernel
def advance_window(suit, info, ints, masks):
    """Sing the pair of ``suit`` in the window of frame 0, which becomes the lead."""
    sing(0, suit, info, ints, masks)
    for field in range(WIDTH):
        ints[field] = ints[WIDTH + field]
        masks[field] = masks[WIDTH + field]


@kernel
def first_legal(info, ints, masks):
    """Cards that may be played in frame 0."""
    return legal_moves(0, info, ints, masks)


@kernel
def points_of(cards, info):
    """Card points of a card set."""
    return set_points(cards, info)


@kernel
def pairs_worth(suits, info):
    """Points of the pairs of a set of suits (4 bits)."""
    return pairs_value(suits, info)
