"""The table of one round: who sits there, what lies where, and where chance comes from.

A table is one ``int64`` array, so that a kernel passes one thing on and not twenty; the
constants of this module name its places.  Fields of seats are runs of 20 places, seats in turn
order with the dealer last: ``table[CARD + s]``.  A second array, ``words`` uint64 [WORDS], is the
random stream.  A thread allocates both once (:func:`new_table`, :func:`new_words`), and every
round modifies them in place.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuccu.rules import CuccuRules
from analyzer.kernels.bits import lowest
from analyzer.kernels.jit import inlined, kernel
from analyzer.kernels.philox import (
    PURPOSE_DEAL,
    PURPOSE_PLAY,
    STATE,
    high_word,
    next_word,
    open_stream,
    philox_block,
    pick_fast,
    word_fast,
)

SEATS = 20
RANKS = 20
SIZE_MOST = 40
DRAWS = 96
"""More than the draws, and more than the decisions, of any round."""

CARD, LIVES, LOST, GAINED, PAYER, OUT, KNOWN, LEVEL, KEY, CHARGE, GIVER, TAKER = range(
    0, 12 * SEATS, SEATS
)
"""By seat: rank held (-1: none yet), lives, lives lost and gained, innkeeper who covers it (-1),
out of the round, rank that everybody knows (-1), level of play, what is compared and lives to
take at the showdown; by swap of the round: who gave, who took.  The last ``CHAIN`` swaps are the
running chain."""

LEFT = 12 * SEATS
FULL = LEFT + RANKS
"""By rank, when all rounds are enumerated: copies not drawn yet, and copies in the pack."""
PACK = FULL + RANKS
"""Place 0 is the top card, places 1, 2, ... the bottom cards in the order they are dealt; a card
is ``20 * copy + rank``."""
FRESH = PACK + SIZE_MOST
"""The pack before the shuffle, without the cards that are scripted."""
FIXED, ALLOWED, FORCED, OPTIONS, PART, WHOLE, NODE, WHO, SAID = range(
    FRESH + SIZE_MOST, FRESH + SIZE_MOST + 9 * DRAWS, DRAWS
)
"""By draw: rank known in advance (-1), ranks that it may have (bits); by decision: answer known
in advance (:data:`FREE`, or 0, 1 where it was seen, or 2, 3 for 0, 1 where it is being tried);
by step of an enumerated path: options left (bits, the lowest is taken), probability as a fraction;
by decision: the node it was taken at (-1: none), ``3 * seat + kind``, and the answer."""

EVENT = FRESH + SIZE_MOST + 9 * DRAWS
"""What happened in the round, in order, for those who want to read it: see :func:`happened`."""
EVENTS_MOST = 512
"""More than the events of any round."""
_INFO = EVENT + EVENTS_MOST
(
    N,
    MODE,
    SIZE,
    SCRIPTED,
    BOTTOM,
    COPIES,
    LENGTH,
    RANKS_LEFT,
    SEED,
    NUMBER,
    BASE,
    DRAW,
    DECISION,
    DEPTH,
    FAILED,
    SWAPS,
    CHAIN,
    RECEIVED,
    NOVEL,
    KEPT,
    OVER,
    ALL_ZERO,
    PENDING,
    SKIPPED,
    BY_CUCKOO,
    BY_HUNTER,
    BY_CAT,
    BY_INN,
    COVERS,
    PAID,
    ASKED,
    DREW,
    EVENTS,
) = range(_INFO, _INFO + 33)
"""Counters and switches; ``PENDING``: the dealer's draw is still to come (when all rounds are
enumerated).  Those from ``DRAW`` on are cleared before every round."""
RULE = _INFO + 33
"""The packed house rules: ``table[RULE + TIE]`` and so on."""
PLACES = RULE + len(CuccuRules.rules())
WORDS = STATE
"""Words of a random stream."""

DEALT, COUNTED = 0, 1
"""Values of ``MODE``: cards come from the shuffled pack, or every possibility in turn."""

FREE = -1
ANY = (1 << RANKS) - 1

CHANCES = 240
"""Probabilities of answers are whole 240ths."""
SLIP = 2
"""An answer that was seen has at least this chance: a player may err, so nothing that was seen
is impossible."""

NOUGHT = 3
INN, CAT, HORSE, HUNTER, CUCKOO, FOOL = 14, 15, 16, 17, 18, 19

TIE = CuccuRules.index("tie")
SINGLE_FOOL = CuccuRules.index("single_fool")
TWO_FOOLS = CuccuRules.index("two_fools")
CAT_UNDO = CuccuRules.index("cat")
INN_MODE = CuccuRules.index("inn")
CUCKOO_MODE = CuccuRules.index("cuckoo")
DEALER_DRAW = CuccuRules.index("dealer_draw")
MID_ROUND_ZERO = CuccuRules.index("mid_round_zero")
ALL_ZERO_RULE = CuccuRules.index("all_zero")
DEALING = CuccuRules.index("dealing")
REFUSER_TURN = CuccuRules.index("refuser_turn")
FOOL_RECEIVED = CuccuRules.index("fool_received")
LIVES_RULE = CuccuRules.index("lives")
PACK_RULE = CuccuRules.index("pack")

EARLIEST = CuccuRules.code("tie", "earliest")
PAIRS_SAFE = CuccuRules.code("tie", "pairs_safe")
FIXED_LOWEST = CuccuRules.code("single_fool", "fixed_lowest")
GAIN_LIFE = CuccuRules.code("two_fools", "gain_life")
UNDO_CHAIN = CuccuRules.code("cat", "undo_chain")
UNDO_ALL = CuccuRules.code("cat", "undo_all")
SKIP_INN = CuccuRules.code("inn", "skip")
STOPS_PLAY = CuccuRules.code("cuckoo", "stops_play")
AS_ASKED = CuccuRules.code("dealer_draw", "as_asked")
OUT_AT_ONCE = CuccuRules.code("mid_round_zero", "out_at_once")
REPLAY = CuccuRules.code("all_zero", "replay")
JOINT_WIN = CuccuRules.code("all_zero", "joint_win")
ALL_FIRST = CuccuRules.code("dealing", "all_first")
NO_TURN = CuccuRules.code("refuser_turn", "no")
FOOL_OUT = CuccuRules.code("fool_received", "out")

_GROUP = 10
"""Cards drawn at a time; 40 * 39 * ... * 31 stays below the limit of one random word."""
_PASSED_OVER = 4
"""Horses and inns that a dealer may draw under ``dealer_draw = as_asked`` before a card that
counts."""
_STEP = np.uint64(0x9E3779B97F4A7C15)
_ZERO = np.uint64(0)


DEALT_TO, ANSWERED, SHOWN, SWAPPED, SENT_HOME, LIFE_LOST, FROM_TOP, DREW_CARD = range(8)
"""What an event is: see :func:`happened`."""


@inlined
def happened(table, what, a, b):
    """Note an event: 8 bits each for what it was and for its two numbers. In place.

    A card dealt to a seat (seat, rank); an answer (``3 * seat + kind``, said); a card shown to
    all (seat, rank); a swap, or one undone (who asked, who was asked); a life lost before the
    showdown (seat); the asker's card set aside for the top card (seat, rank); the dealer's
    card changed for one of the pack (seat, rank).
    """
    event = table[EVENTS]
    table[EVENT + event] = what | a << 8 | b << 16
    table[EVENTS] = event + 1


@kernel
def new_words():
    """An unopened stream."""
    return np.zeros(WORDS, np.uint64)


@kernel
def new_table(rules):
    """A table for a game under packed house rules; nothing is scripted."""
    table = np.zeros(PLACES, np.int64)
    for i in range(rules.shape[0]):
        table[RULE + i] = rules[i]
    size = rules[PACK_RULE]
    at = FRESH
    for card in range(SIZE_MOST):
        if size == SIZE_MOST or card % RANKS != 0:
            table[at] = card
            at += 1
    table[SIZE] = size
    table[FIXED:ALLOWED] = -1
    table[ALLOWED:FORCED] = ANY
    table[FORCED:OPTIONS] = FREE
    return table


@inlined
def clear_round(table, n):
    """Nobody among the first ``n`` seats has a card; lives and levels stay. In place."""
    for s in range(n):
        table[CARD + s] = -1
        table[LOST + s] = 0
        table[GAINED + s] = 0
        table[PAYER + s] = -1
        table[OUT + s] = 0
        table[KNOWN + s] = -1
    for i in range(DRAW, RULE):
        table[i] = 0
    table[N] = n


@kernel
def shuffle_round(table, words, seed, number):
    """The pack of round ``number`` of ``seed``, as far as the seats set need it. In place."""
    for i in range(SIZE_MOST):
        table[PACK + i] = table[FRESH + i]
    table[MODE] = DEALT
    table[SEED] = seed
    table[NUMBER] = number
    table[BOTTOM] = 1
    open_stream(words, seed, PURPOSE_DEAL, number)
    draws = table[N] + 2
    if table[RULE + DEALER_DRAW] == AS_ASKED:
        draws += _PASSED_OVER
    draws = min(draws, table[SIZE])
    for at in range(0, draws, _GROUP):
        _draw_group(table, words, at, draws)


@kernel
def _draw_group(table, words, at, draws):
    """Draw places ``at`` to ``at + 9`` of the pack, those from ``draws`` on left out. In place.

    One random word serves all ten, with one rejection test, so that the draws are uniform
    (see :func:`analyzer.kernels.philox.shuffle_tail`); and how many of them are wanted
    changes nothing in the others.
    """
    size = table[SIZE]
    stop = min(at + _GROUP, size)
    product = np.uint64(1)
    for place in range(at, stop):
        product *= np.uint64(size - place)
    while True:
        word = next_word(words)
        rest = word * product
        if rest >= product or rest >= (_ZERO - product) % product:
            break
    for place in range(at, min(stop, draws)):
        span = np.uint64(size - place)
        other = PACK + place + np.int64(high_word(word, span))
        word *= span
        table[PACK + place], table[other] = table[other], table[PACK + place]


@inlined
def take(table, top):
    """Rank of the next card from the bottom, or of the top card (at most once a round)."""
    draw = table[DRAW]
    table[DRAW] = draw + 1
    scripted = table[SCRIPTED]
    if scripted and table[FIXED + draw] >= 0:
        return table[FIXED + draw]
    if table[MODE] == COUNTED:
        return _count_card(table, table[ALLOWED + draw])
    at = 0
    if not top:
        at = table[BOTTOM]
        table[BOTTOM] = at + 1
    card = table[PACK + at]
    rank = card - RANKS if card >= RANKS else card
    if scripted and not (table[ALLOWED + draw] >> rank) & 1:
        table[FAILED] = 1
    return rank


@kernel
def _option(table, options):
    """Which of the possibilities, bits of ``options``, this path takes at its present depth."""
    depth = table[DEPTH]
    table[DEPTH] = depth + 1
    if depth >= table[LENGTH]:
        table[OPTIONS + depth] = options
        table[LENGTH] = depth + 1
    return lowest(np.uint64(table[OPTIONS + depth]))


@kernel
def _weigh(table, part, whole):
    """The probability of the option just taken."""
    table[PART + table[DEPTH] - 1] = part
    table[WHOLE + table[DEPTH] - 1] = whole


@kernel
def _count_card(table, allowed):
    options = table[RANKS_LEFT] & allowed
    if options == 0:
        _option(table, 1)
        _weigh(table, 0, 1)
        table[FAILED] = 1
        return 0
    rank = _option(table, options)
    copies = table[LEFT + rank]
    _weigh(table, copies, table[COPIES])
    table[LEFT + rank] = copies - 1
    if copies == 1:
        table[RANKS_LEFT] ^= 1 << rank
    table[COPIES] -= 1
    return rank


@inlined
def answer(table, chances, kind, s):
    """The answer, 0 or 1, to a decision that is answered 1 in ``chances`` of 240 cases.

    ``kind`` (0 to 2) and seat ``s`` name the random number used, so that two courses of the
    same round agree wherever they meet the same question.
    """
    decision = table[DECISION]
    table[DECISION] = decision + 1
    if table[SCRIPTED] and table[FORCED + decision] != FREE:
        said = _forced_answer(table, table[FORCED + decision], chances, kind, s)
    elif chances <= 0:
        said = 0
    elif chances >= CHANCES:
        said = 1
    elif table[MODE] == COUNTED:
        said = _option(table, 3)
        _weigh(table, chances if said else CHANCES - chances, CHANCES)
    else:
        said = 1 if _random_240(table, kind, s) < chances else 0
    table[WHO + decision] = 3 * s + kind
    table[SAID + decision] = said
    happened(table, ANSWERED, 3 * s + kind, said)
    return said


@kernel
def _forced_answer(table, forced, chances, kind, s):
    if forced >= 2:
        return forced - 2
    share = max(chances if forced == 1 else CHANCES - chances, SLIP)
    if table[MODE] == COUNTED:
        _option(table, 1)
        _weigh(table, share, CHANCES)
    elif share < CHANCES and _random_240(table, kind, s) >= share:
        table[FAILED] = 1
    return forced


@kernel
def _chance_word(seed, number, kind, s):
    start, _, _, _ = philox_block(
        np.uint64(seed), np.uint64(PURPOSE_PLAY), _ZERO, np.uint64(number), _ZERO, _ZERO
    )
    return word_fast(start + _STEP * np.uint64(3 * s + kind + 1))


@kernel
def _random_240(table, kind, s):
    return pick_fast(_chance_word(table[SEED], table[NUMBER], kind, s), CHANCES)


@kernel
def first_path(table):
    """Start to enumerate: the next round takes the first possibility everywhere. In place."""
    table[MODE] = COUNTED
    table[LENGTH] = 0
    for rank in range(RANKS):
        table[FULL + rank] = 0
    for i in range(table[SIZE]):
        table[FULL + table[FRESH + i] % RANKS] += 1


@kernel
def start_path(table):
    """Before each enumerated round: every card of the pack is to be drawn. In place."""
    table[COPIES] = table[SIZE]
    ranks = 0
    for rank in range(RANKS):
        table[LEFT + rank] = table[FULL + rank]
        if table[FULL + rank] > 0:
            ranks |= 1 << rank
    table[RANKS_LEFT] = ranks


@kernel
def path_chance(table):
    """The probability of the round just enumerated, up to a draw that is pending."""
    chance = 1.0
    for depth in range(table[DEPTH]):
        chance *= table[PART + depth] / table[WHOLE + depth]
    return chance


@kernel
def next_path(table):
    """Move on to the next possibility; false when all have been enumerated. In place."""
    depth = table[LENGTH]
    while depth > 0:
        left = table[OPTIONS + depth - 1]
        left &= left - 1
        table[OPTIONS + depth - 1] = left
        if left:
            break
        depth -= 1
    table[LENGTH] = depth
    return depth > 0
