"""Double-dummy search for tricks: exact, all cards face up, best play by both sides.

A zero-window search ("does the first side take ``need`` more tricks?") with an explicit
stack, partition search at the start of each trick (``search_table``), certain tricks
(``search_sure``) and remembered cut-off cards.  It serves two sides of three or four active
seats, hands of up to eight cards with eight ranks a suit, any trump or none, and every
set of duties of ``trick.py``.

What a proof rests on is carried as a set of cards: a card in it stands for its rank and
all higher ones of its suit.  A card belongs there when it won a trick against another of
its suit, and also when it decided what was legal: the trump to be overtrumped, the card to
be beaten, the card that made the partner the winner.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, RANK_MASK, ZERO, lowest, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.search_arena import (
    CARD,
    FRAME_WORDS,
    HANDS,
    IN_PLAY,
    KEY,
    LEGAL_RANKS,
    LENGTH,
    NEED,
    OWNERS,
    PENDING,
    RANKS,
    SEAT,
    SEATS,
    SIDE,
    TRICK_NODES,
    TRICK_WORDS,
    TRICKS,
    TRUMP,
    TRUMP_CODE,
    WIN_RANK,
)
from analyzer.kernels.search_node import (
    choose,
    next_seat,
    open_node,
    play,
    refuted,
    remember,
    suit_of,
)
from analyzer.kernels.search_position import set_up
from analyzer.kernels.search_sure import later_tricks, leader_tricks
from analyzer.kernels.search_table import (
    entry_says_yes,
    find_slot,
    lowest_relevant,
    probe,
    relevant_places,
    remove_card,
    store,
)
from analyzer.kernels.trick import beats

_U = np.uint64
_TWO = _U(2)
_THREE = _U(3)
_KEY_LENGTHS = _U(0x00FFFFFFFFFFFFFF)
YES = 1
NO = 0
UNKNOWN = -1


@kernel
def _last_trick(arena, trick, leader):
    """Answer and deciding rank when every hand holds one card."""
    trump = arena[TRUMP]
    card = arena[HANDS + leader]
    led = suit_of(card)
    best = card
    winner = leader
    seat = next_seat(arena, leader)
    while seat != leader:
        card = arena[HANDS + seat]
        if beats(card, best, led, trump):
            best = card
            winner = seat
        seat = next_seat(arena, seat)
    rank = suit_of(best) & arena[trick + IN_PLAY]
    won = (arena[SIDE] >> winner) & ONE
    return won >= arena[trick + NEED], best if rank != best else ZERO


@kernel
def _next_trick(arena, frame, trick):
    """Owner codes and key of the trick that follows ``trick``; ``frame`` is its first card's."""
    in_play = arena[trick + IN_PLAY]
    owners = arena[trick + OWNERS]
    key = arena[trick + KEY]
    for _ in range(arena[SEATS]):
        card = arena[frame + CARD]
        key -= ONE << ((_U(lowest(card)) & _U(48)) + _U(4) * arena[frame + SEAT])
        owners = remove_card(owners, in_play, card)
        in_play ^= card
        frame += FRAME_WORDS
    arena[trick + TRICK_WORDS + OWNERS] = owners
    arena[trick + TRICK_WORDS + KEY] = key


@kernel
def _full_key(arena, lengths, leader):
    """Exact table key: hands are equally long, so two suit lengths are left out of it."""
    return (lengths & _KEY_LENGTHS) | ((leader | (arena[TRUMP_CODE] << _TWO)) << _U(56))


@kernel
def _known(arena, trick, leader, tricks):
    """Answer without play at the start of a trick: (YES, NO or UNKNOWN, deciding ranks)."""
    need = arena[trick + NEED]
    key = _full_key(arena, arena[trick + KEY], leader)
    entry = probe(arena, find_slot(arena, key), arena[trick + OWNERS], need)
    if entry != ZERO:
        ranks = lowest_relevant(arena, arena[entry], arena[trick + IN_PLAY])
        return YES if entry_says_yes(arena, entry, need) else NO, ranks
    first = (arena[SIDE] >> leader) & ONE != ZERO
    target = need if first else tricks - need + ONE
    sure, ranks = leader_tricks(arena, trick, leader, tricks, target)
    if first and sure >= need:
        return YES, ranks
    if not first and tricks - sure < need:
        return NO, ranks
    sure, ranks = later_tricks(arena, trick, leader, tricks)
    if not first and sure >= need:
        return YES, ranks
    if first and tricks - sure < need:
        return NO, ranks
    return UNKNOWN, ZERO


@kernel
def _save(arena, frame, trick, yes, ranks, tricks):
    """Store what was proved about the trick that starts at ``frame``."""
    need = arena[trick + NEED]
    mask = relevant_places(ranks, arena[trick + IN_PLAY])
    key = _full_key(arena, arena[trick + KEY], arena[frame + SEAT])
    low = need if yes else ZERO
    high = tricks if yes else need - ONE
    store(arena, key, arena[trick + OWNERS], mask, low, high)


@kernel
def prove(arena, plies, need):
    """Whether the first side takes ``need`` tricks from the present trick on.

    ``plies`` cards were played (``play``) since the position was set up.
    """
    seats = arena[SEATS]
    number = _U(plies) // seats
    tricks = arena[LENGTH] - number
    if need <= 0:
        return True
    if need > np.int64(tricks):
        return False
    trick = TRICKS + number * TRICK_WORDS
    arena[trick + NEED] = _U(need)
    place = _U(plies) - number * seats
    frame = _U(plies) * FRAME_WORDS
    top = frame
    fresh = plies > 0
    while True:
        answer = UNKNOWN
        ranks = ZERO
        if place == ZERO:
            wanted = arena[trick + NEED]
            if wanted == ZERO:
                answer = YES
            elif wanted > tricks:
                answer = NO
            else:
                arena[TRICK_NODES] += ONE
                leader = arena[frame + SEAT]
                if tricks == ONE:
                    yes, ranks = _last_trick(arena, trick, leader)
                    answer = YES if yes else NO
                else:
                    if fresh:
                        _next_trick(arena, frame - seats * FRAME_WORDS, trick - TRICK_WORDS)
                    answer, ranks = _known(arena, trick, leader, tricks)
        if answer == UNKNOWN:
            open_node(arena, frame, trick, place)
        while True:
            if answer == UNKNOWN and arena[frame + PENDING] != ZERO:
                break
            if answer == UNKNOWN:
                mover = arena[frame + SEAT]
                answer = NO if (arena[SIDE] >> mover) & ONE != ZERO else YES
                ranks = arena[frame + RANKS] | arena[frame + LEGAL_RANKS]
                if place == ZERO:
                    _save(arena, frame, trick, answer == YES, ranks, tricks)
            if frame == top:
                return answer == YES
            frame -= FRAME_WORDS
            if place == ZERO:
                place = seats - ONE
                trick -= TRICK_WORDS
                tricks += ONE
            else:
                place -= ONE
            mover = arena[frame + SEAT]
            card = arena[frame + CARD]
            arena[HANDS + mover] ^= card
            ranks |= arena[frame + WIN_RANK]
            first = (arena[SIDE] >> mover) & ONE != ZERO
            if first == (answer == YES):
                ranks |= arena[frame + LEGAL_RANKS]
                remember(arena, frame, card)
                if place == ZERO:
                    _save(arena, frame, trick, answer == YES, ranks, tricks)
            else:
                refuted(arena, frame, arena[trick + IN_PLAY], ranks)
                answer = UNKNOWN
        card = choose(arena, frame)
        play(arena, frame, card, trick, place)
        frame += FRAME_WORDS
        place += ONE
        fresh = True
        if place == seats:
            place = ZERO
            trick += TRICK_WORDS
            tricks -= ONE


@kernel
def value(arena, plies, low, high, guess):
    """Tricks of the first side from the present trick on, known to be ``low`` to ``high``."""
    want = min(max(guess, low + 1), high)
    while low < high:
        if prove(arena, plies, want):
            low = want
            want = low + 1
        else:
            high = want - 1
            want = high
    return low


@kernel
def first_guess(arena):
    """The number of tricks to ask for first, a linear guess at the first side's tricks.

    Its thousandths of a trick are least-squares weights over the deals of
    ``tests/data/dds_8card.npz``: for the three highest cards of a suit, the difference of
    the sides' longest and of their common trump lengths, and the lead.
    """
    length = np.int64(arena[LENGTH])
    side = arena[SIDE]
    owners = arena[TRICKS + OWNERS]
    in_play = arena[TRICKS + IN_PLAY]
    trump = arena[TRUMP]
    suits = trump & in_play != ZERO
    guess = 500 * length
    lead = 250 if suits else 800
    guess += lead if leader_is_first(arena) else -lead
    for number in range(4):
        base = _U(16 * number)
        suit = (in_play >> base) & RANK_MASK
        if not suits:
            ace, king, queen = 875, 300, 100
        elif suit << base & trump != ZERO:
            ace, king, queen = 820, 410, 150
            guess += _trump_lengths(arena, base)
        else:
            ace, king, queen = 630, 180, 45
        cards = popcount(suit)
        for place, weight in ((14, ace), (12, king), (10, queen)):
            if cards > 7 - place // 2:
                owner = (owners >> (base + _U(place))) & _THREE
                guess += weight if (side >> owner) & ONE != ZERO else -weight
    return (guess + 999) // 1000


@kernel
def _trump_lengths(arena, base):
    """What the lengths of the trumps at ``base`` add to ``first_guess``."""
    ours = np.int64(0)
    theirs = np.int64(0)
    total = np.int64(0)
    for seat in range(4):
        count = np.int64((arena[TRICKS + KEY] >> (base + _U(4 * seat))) & _U(15))
        if (arena[SIDE] >> _U(seat)) & ONE != ZERO:
            ours = max(ours, count)
            total += count
        else:
            theirs = max(theirs, count)
            total -= count
    return 220 * (ours - theirs) + 310 * total


@kernel
def leader_is_first(arena):
    """Whether the leader of the position set up belongs to the first side."""
    return (arena[SIDE] >> arena[SEAT]) & ONE != ZERO


@kernel
def solve_batch(arena, hands, order, sides, trump, leader, duties, played, out):
    """Tricks of the leader's side, exact, for each position; -1 where hands do not fit.

    ``hands`` ``uint64[n, 4]`` by seat; ``order`` ``int64[m]``: the three or four active
    seats in turn order; ``sides``: bit set of the seats of one side; ``trump``
    ``uint64[n]``: mask of the trump suit, 0 for none; ``leader`` ``int64[n]``: the seat
    that leads or led; ``duties``: bits of ``trick.py``; ``played`` ``uint64[n, 3]``: cards
    on the table in the order played, 0 for none (their trick counts); ``out``
    ``int64[n]`` is filled.  The active hands hold the same number of cards at the start of
    the trick, at most eight, of eight ranks.
    """
    for deal in range(hands.shape[0]):
        root = set_up(
            arena, hands[deal], order, sides, trump[deal], duties, leader[deal], played[deal]
        )
        if root < 0:
            out[deal] = -1
            continue
        length = np.int64(arena[LENGTH])
        tricks = value(arena, root, 0, length, first_guess(arena))
        out[deal] = tricks if leader_is_first(arena) else length - tricks


@kernel
def reach_batch(arena, hands, order, sides, trump, leader, duties, played, tricks, out):
    """Whether the leader's side takes at least ``tricks`` (``int64[n]``): 1 or 0; -1 as above."""
    for deal in range(hands.shape[0]):
        root = set_up(
            arena, hands[deal], order, sides, trump[deal], duties, leader[deal], played[deal]
        )
        if root < 0:
            out[deal] = -1
            continue
        if leader_is_first(arena):
            out[deal] = prove(arena, root, tricks[deal])
        else:
            length = np.int64(arena[LENGTH])
            out[deal] = not prove(arena, root, length - tricks[deal] + 1)
