"""One hand of Cuatrola in progress, as two arrays that kernels modify in place.

``sets`` uint64 [SETS] holds card sets, ``info`` int64 [INFO] numbers.  Apart from ``HANDS`` and
the random stream, all of it is seen by everybody: what a player's kernel is given is these
public places and the player's own hand.  Seats are 0 to 3 in playing order; seat 3 deals, seat
0 is mano, partners are 0/2 and 1/3.

``log`` uint64 [LOG, 2] has a row for every decision: what could be chosen, and what was: a call
(bits of the calls, the call), a suit to sing (bits of the suits, the suit or ``SILENT``), a
card (card set, card).  The first ``info[FORCED]`` decisions are read from it instead of made.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.kernels.bits import ONE, ZERO, lowest, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import pick_fast, step_fast, word_fast

PACK = np.uint64(0x001F001F001F001F)
PAIRS = np.uint64(0x0006000600060006)
"""Caballo and rey of every suit."""
REYES = np.uint64(0x0004000400040004)
CABALLOS = np.uint64(0x0002000200020002)
_SOTAS = np.uint64(0x0001000100010001)
_TRESES = np.uint64(0x0008000800080008)
_ASES = np.uint64(0x0010001000100010)

HANDS = 0
"""Cards held by each seat, four places; private."""
ABSENT = 4
"""Cards that a seat has shown not to hold, four places."""
SHOWN = 8
"""Cards that everybody knows a seat to hold (the turned card, a pair sung), four places."""
QUIET = 12
"""Pairs, as card sets, that a seat let pass when it might have sung them, four places."""
SPENT = 16
"""Cards that each seat has played, four places."""
PLAYED = 20
"""All cards played, those of the present trick included."""
OPENING = 21
"""First card of the trick."""
BEST = 22
"""Card that wins the trick so far."""
BEST_LED = 23
"""Highest card of the suit led in the trick."""
TRUMPS = 24
"""All places of the trump suit."""
TURNED = 25
"""The dealer's card that was shown for trump."""
FAST = 26
"""State of the hand's random stream; private."""
SETS = 27

CONTRACT = 0
DECLARER = 1
"""Seat of the declarer; -1 in a normal hand."""
TRUMP = 2
ACTIVE = 3
"""Bits of the seats that play."""
LEADER = 4
COUNT = 5
"""Cards played to the trick."""
BEST_SEAT = 6
TRICK_POINTS = 7
TRICK = 8
"""Number of the trick, 0 to 4."""
SUNG = 9
"""Bits of the suits sung."""
POINTS = 10
"""Points of each pair (0/2, 1/3) with last trick and cantes, two places."""
CANTES = 12
"""Points sung by each pair, two places."""
TRICKS = 14
"""Tricks of each seat, four places."""
LAST = 18
"""Seat that won the last trick played."""
TUTE = 19
"""Pair that won by four kings or horses; -1."""
WINDOW = 20
"""Whose turn it is to sing after a trick: ``CLOSED`` (nobody's), the winner, the partner."""
AT = 21
"""Rows of the log in use."""
FORCED = 22
"""Decisions to be read from the log."""
DUTIES = 23
CALLED = 24
"""What each seat called, plus one; 0 where that is no evidence of its hand; four places."""
SCORES = 28
"""Match points of the pairs when they called, two places."""
INFO = 30

CLOSED, WINNER_SINGS, PARTNER_SINGS = 0, 1, 2

LOG = 64
SILENT = 4
"""Choice of who could sing and does not."""


@kernel
def card_points(cards):
    """Card points of a set (sota 2, caballo 3, rey 4, tres 10, as 11)."""
    return (
        2 * popcount(cards & _SOTAS)
        + 3 * popcount(cards & CABALLOS)
        + 4 * popcount(cards & REYES)
        + 10 * popcount(cards & _TRESES)
        + 11 * popcount(cards & _ASES)
    )


@kernel
def suit_of(card):
    """Suit of one card, 0 to 3."""
    return lowest(card) >> 4


@kernel
def suit_set(card):
    """All places of the suit of one card."""
    return suit_mask(lowest(card) >> 4)


@kernel
def higher_than(card):
    """All places above one card, in its suit and later ones."""
    return ~(card | (card - ONE))


@kernel
def pick(sets, n):
    """A uniform whole number from 0 to n - 1 from the hand's stream (*modified in place*)."""
    sets[FAST] = step_fast(sets[FAST])
    return pick_fast(word_fast(sets[FAST]), n)


@kernel
def forced(info):
    """Whether the next decision is read from the log; if so, it stands in the next row."""
    return info[AT] < info[FORCED]


@kernel
def log_choice(info, log):
    """The call or suit that the next row of the log has for a forced decision."""
    return np.int64(log[info[AT], 1])


@kernel
def record(info, log, options, choice):
    """Write a decision to the log, which moves on."""
    row = info[AT]
    if row < log.shape[0]:
        log[row, 0] = np.uint64(options)
        log[row, 1] = np.uint64(choice)
    info[AT] = row + 1


@kernel
def start_hand(contract, declarer, turned, duties, soloist_leads, sets, info):
    """Ready the table for the first lead; the hands are in place and the log is untouched.

    ``turned`` is the dealer's shown card (a set of one).  The idle partner's cards stay where
    they are and are never looked at (rulebook, section 4).  Mano leads, or the next seat that
    plays (section 5); ``soloist_leads``: the declarer.
    """
    for i in range(ABSENT, TRUMPS):
        sets[i] = ZERO
    for i in range(AT):
        info[i] = 0
    trump = suit_of(turned)
    sets[TRUMPS] = suit_mask(trump)
    sets[SHOWN + 3] = turned
    sets[TURNED] = turned
    info[CONTRACT] = contract
    info[DECLARER] = declarer if contract > 0 else -1
    info[TRUMP] = trump
    info[DUTIES] = duties
    info[TUTE] = -1
    info[LAST] = -1
    info[ACTIVE] = 15
    leader = 0
    if contract > 0:
        info[ACTIVE] = 15 ^ (1 << (declarer ^ 2))
        if soloist_leads:
            leader = declarer
        elif declarer == 2:
            leader = 1
    info[LEADER] = leader


@kernel
def seat_to_play(info):
    """The seat whose turn it is to play a card."""
    seat = info[LEADER]
    for _ in range(info[COUNT]):
        seat = next_active(seat, info[ACTIVE])
    return seat


@kernel
def hand_over(info):
    """Whether the hand has ended: all cards are played, or a tute has won it."""
    return info[TRICK] == codes.HAND or info[TUTE] >= 0


@kernel
def next_active(seat, active):
    """The seat that plays after ``seat``."""
    seat = (seat + 1) & 3
    while (active >> seat) & 1 == 0:
        seat = (seat + 1) & 3
    return seat
