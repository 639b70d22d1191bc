"""Can one player take all point cards, all cards face up, against three who stop him together?

An AND/OR search.  The declarer must win every trick that holds a *needed* card; he has
failed when another wins one, and made it when none is left.  Positions between tricks are
remembered by relative ranks, with the declarer as seat 0: an entry holds for every deal
under the same rules, so the memory is never cleared.

Letters: ``H`` = ``uint64 [4]`` hands by seat, ``M`` entries of the memory (a power of two).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.legality import (
    BREAKERS,
    HEARTS,
    LEAD_BARRED,
    legal_to_follow,
    legal_to_lead,
)
from analyzer.games.cupe.kernels.play import suit_of
from analyzer.kernels.bits import (
    ONE,
    ZERO,
    card_bit,
    highest_bit,
    lowest_bit,
    popcount,
    suit_cards,
)
from analyzer.kernels.jit import kernel
from analyzer.kernels.trick import beats

ENTRY = 5
"""Words of an entry: four hands by relative rank, and what else decides the answer."""
NODES = 0
"""Places of the counters: positions searched ..."""
FOUND = 1
"""... and answers found in the memory."""
COUNTERS = 2

_PLIES = 53
_UNKNOWN = -1
_USED = np.uint64(1 << 63)
_YES = np.uint64(1 << 62)
_ANSWER = _USED | _YES
_MIX = np.uint64(0x9E3779B97F4A7C15)
_FOLD = np.uint64(29)


@kernel
def relative(hands, declarer, leader, barred, special, key):
    """The position in relative ranks into ``key`` uint64 [ENTRY] (*modified in place*).

    ``special`` are needed cards outside hearts, whose rank has a meaning of its own.
    """
    key[:] = ZERO
    meta = np.uint64((leader - declarer) & 3)
    if barred:
        meta |= np.uint64(4)
    shift = 3
    for suit in range(4):
        live = suit_cards(hands[0] | hands[1] | hands[2] | hands[3], suit)
        place = 16 * suit
        while live != ZERO:
            card = lowest_bit(live) << np.uint64(16 * suit)
            live &= live - ONE
            for seat in range(4):
                if hands[seat] & card != ZERO:
                    key[(seat - declarer) & 3] |= card_bit(place)
            if card & special != ZERO:
                meta |= np.uint64(place + 1) << np.uint64(shift)
                shift += 7
            place += 1
    key[4] = meta


@kernel
def _slot(key, memory):
    h = key[4]
    for i in range(4):
        h = (h ^ key[i]) * _MIX
        h ^= h >> _FOLD
    return np.int64(h & np.uint64(memory.shape[0] - 1))


@kernel
def _probe(key, memory):
    """The remembered answer (0 or 1) or -1."""
    slot = _slot(key, memory)
    for i in range(4):
        if memory[slot, i] != key[i]:
            return _UNKNOWN
    if memory[slot, 4] & ~_ANSWER != key[4] or memory[slot, 4] & _USED == ZERO:
        return _UNKNOWN
    return 1 if memory[slot, 4] & _YES != ZERO else 0


@kernel
def _remember(key, memory, answer):
    slot = _slot(key, memory)
    for i in range(4):
        memory[slot, i] = key[i]
    memory[slot, 4] = key[4] | _USED | (_YES if answer == 1 else ZERO)


@kernel
def _all_win(hands, declarer):
    """Whether the declarer, on lead, wins every trick: each suit is solid or outlasts all."""
    for suit in range(4):
        mine = suit_cards(hands[declarer], suit)
        others = ZERO
        longest = 0
        for i in range(1, 4):
            held = suit_cards(hands[(declarer + i) & 3], suit)
            others |= held
            longest = max(longest, popcount(held))
        masters = 0
        while mine != ZERO and others & ~(highest_bit(mine) - ONE) == ZERO:
            mine ^= highest_bit(mine)
            masters += 1
        if mine != ZERO and masters < longest:
            return False
    return True


@kernel
def _draws_all(hands, declarer, needed, barred, breakers):
    """Whether the declarer, on lead, takes all needed cards by leading out his best ones.

    In each suit with needed cards his run from the top must be at least as long as the suit
    of every player who holds one: who has to follow gives it up in the end, and what is
    thrown away before goes to the declarer as well.  His own needed cards win in the run, or
    after it when nobody has the suit any more.  While hearts may not be led, a queen of
    spades drawn first must break the bar.
    """
    can_lead = not barred
    for suit in (3, 1, 2):
        wanted = suit_cards(needed, suit)
        mine = suit_cards(hands[declarer], suit)
        others = ZERO
        longest = 0
        drawn = ZERO
        for i in range(1, 4):
            held = suit_cards(hands[(declarer + i) & 3], suit)
            others |= held
            drawn |= held & wanted
            if held & wanted != ZERO or mine & wanted != ZERO:
                longest = max(longest, popcount(held))
        if (mine | others) & wanted == ZERO:
            continue
        if suit == 2 and not can_lead:
            return False
        run = 0
        left = mine
        while left != ZERO and others & ~(highest_bit(left) - ONE) == ZERO:
            left ^= highest_bit(left)
            run += 1
        if run < longest and (drawn != ZERO or left & wanted != ZERO):
            return False
        if drawn << np.uint64(16 * suit) & breakers != ZERO:
            can_lead = True
        elif suit == 3 and barred and mine & wanted != ZERO:
            return False
    return True


@kernel
def _heart_lost(hands, declarer):
    """Whether another player wins a heart: the declarer has hearts, but not the best of all.

    Each of his hearts has to win a heart trick, and the best heart is there to be played to
    the first of them.
    """
    mine = hands[declarer] & HEARTS
    if mine == ZERO:
        return False
    others = ZERO
    for i in range(1, 4):
        others |= hands[(declarer + i) & 3]
    return others & HEARTS > mine


@kernel
def _one_of_equals(cards, hand, live, special):
    """Of touching cards of a hand only the lowest: between them no card is left in play."""
    left = cards
    kept = ZERO
    while left != ZERO:
        card = lowest_bit(left)
        left ^= card
        kept |= card
        if card & special != ZERO:
            continue
        above = suit_of(card) & live & ~(card | (card - ONE))
        while above != ZERO:
            following = lowest_bit(above)
            above ^= following
            if hand & following == ZERO or following & special != ZERO:
                break
            left &= ~following
    return kept


@kernel
def _declarer_moves(hands, declarer, legal, led, best, trick, needed):
    """Legal cards of the declarer that do not lose at once."""
    if led == ZERO:
        others = ZERO
        for i in range(1, 4):
            others |= hands[(declarer + i) & 3]
        kept = legal & ~needed
        cards = legal & needed
        while cards != ZERO:
            card = lowest_bit(cards)
            cards ^= card
            if others & suit_of(card) & ~(card | (card - ONE)) == ZERO:
                kept |= card
        return kept
    over = ZERO
    if legal & led != ZERO:
        over = legal & ~(best | (best - ONE))
    if trick & needed != ZERO:
        return over
    return over | (legal & ~needed)


@kernel
def _pick(todo, declarer_moves, led, best, taker_is_declarer, declarer_hand, trick, needed):
    """The card to try next: what most often settles the matter for who plays it."""
    if led == ZERO:
        if declarer_moves:
            return highest_bit(todo)
        # A needed card, or a suit, that the declarer cannot beat.
        cards = todo & needed
        if cards == ZERO:
            cards = todo
        left = cards
        while left != ZERO:
            card = highest_bit(left)
            if declarer_hand & suit_of(card) & ~(card - ONE) == ZERO:
                return card
            left ^= card
        cards = todo & ~needed
        return lowest_bit(cards) if cards != ZERO else lowest_bit(todo)
    over = todo & led & ~(best | (best - ONE))
    if declarer_moves:
        return lowest_bit(over) if over != ZERO else lowest_bit(todo)
    if over != ZERO and (taker_is_declarer or trick & needed != ZERO):
        return highest_bit(over)
    if not taker_is_declarer and todo & needed != ZERO:
        return lowest_bit(todo & needed)
    cards = todo & ~needed
    return lowest_bit(cards) if cards != ZERO else lowest_bit(todo)


@kernel
def can_slam(hands, declarer, leader, played, first, broken, needed, limits, memory, counters):
    """1 if the declarer can take all ``needed`` cards that are in play, else 0.

    Parameters
    ----------
    hands : H
        Cards held, those of the present trick not among them; restored on return.
    leader : int
        Seat that leads, or led the cards of ``played``.
    played : uint64 [count]
        Cards of the present trick, one bit each, in order.
    first, broken : bool
        Whether this is the first trick of the hand; whether a breaking card was played.
    needed : uint64
        The cards of a slam; those not in play count as taken by the declarer.
    memory : uint64 [M, ENTRY], counters : int64 [COUNTERS]
        *Modified in place*; the memory serves one set of rules.
    """
    todo = np.zeros(_PLIES, np.uint64)
    card_at = np.zeros(_PLIES, np.uint64)
    trick_at = np.zeros(_PLIES, np.uint64)
    best_at = np.zeros(_PLIES, np.uint64)
    led_at = np.zeros(_PLIES, np.uint64)
    broken_at = np.zeros(_PLIES, np.uint64)
    taker_at = np.zeros(_PLIES, np.int64)
    leader_at = np.zeros(_PLIES, np.int64)
    count_at = np.zeros(_PLIES, np.int64)
    key = np.zeros(ENTRY, np.uint64)
    special = needed & ~HEARTS
    hearts_needed = needed & HEARTS == HEARTS
    leader_at[0] = leader
    taker_at[0] = leader
    broken_at[0] = ONE if broken else ZERO
    count_at[0] = played.shape[0]
    for i in range(played.shape[0]):
        card = played[i]
        trick_at[0] |= card
        if i == 0:
            led_at[0] = suit_of(card)
            best_at[0] = card
        elif beats(card, best_at[0], led_at[0], ZERO):
            best_at[0] = card
            taker_at[0] = (leader + i) & 3
        if card & limits[BREAKERS] != ZERO:
            broken_at[0] = ONE
    opening = played.shape[0] if first else -1
    p = 0
    answer = _UNKNOWN
    entering = True
    while True:
        seat = (leader_at[p] + count_at[p]) & 3
        early = first and p + max(opening, 0) < 4
        if entering:
            counters[NODES] += 1
            live = hands[0] | hands[1] | hands[2] | hands[3]
            if count_at[p] == 0:
                if live & needed == ZERO:
                    answer = 1
                elif hearts_needed and _heart_lost(hands, declarer):
                    answer = 0
                elif (
                    seat == declarer
                    and not early
                    and (
                        _all_win(hands, declarer)
                        or _draws_all(
                            hands,
                            declarer,
                            needed,
                            broken_at[p] == ZERO and limits[LEAD_BARRED] != ZERO,
                            limits[BREAKERS],
                        )
                    )
                ):
                    answer = 1
                elif not early:
                    barred = broken_at[p] == ZERO and limits[LEAD_BARRED] != ZERO
                    relative(hands, declarer, seat, barred, special, key)
                    answer = _probe(key, memory)
                    if answer != _UNKNOWN:
                        counters[FOUND] += 1
            if answer == _UNKNOWN:
                if count_at[p] == 0:
                    moves = legal_to_lead(hands[seat], early, broken_at[p] != ZERO, limits)
                else:
                    moves = legal_to_follow(hands[seat], led_at[p], early, limits)
                if seat == declarer:
                    moves = _declarer_moves(
                        hands, declarer, moves, led_at[p], best_at[p], trick_at[p], needed
                    )
                todo[p] = _one_of_equals(moves, hands[seat], live | trick_at[p], special)
        else:
            hands[seat] |= card_at[p]
            if answer != (1 if seat == declarer else 0):
                answer = _UNKNOWN
        if answer == _UNKNOWN and todo[p] == ZERO:
            answer = 0 if seat == declarer else 1
        if answer != _UNKNOWN:
            if not entering and count_at[p] == 0 and not early:
                barred = broken_at[p] == ZERO and limits[LEAD_BARRED] != ZERO
                relative(hands, declarer, seat, barred, special, key)
                _remember(key, memory, answer)
            if p == 0:
                return answer
            p -= 1
            entering = False
            continue
        card = _pick(
            todo[p], seat == declarer, led_at[p], best_at[p], taker_at[p] == declarer,
            hands[declarer], trick_at[p], needed,
        )  # fmt: skip
        todo[p] ^= card
        card_at[p] = card
        hands[seat] ^= card
        trick = trick_at[p] | card
        led = led_at[p]
        best = best_at[p]
        taker = taker_at[p]
        if count_at[p] == 0:
            led = suit_of(card)
            best = card
            taker = seat
        elif beats(card, best, led, ZERO):
            best = card
            taker = seat
        declarer_played = ((declarer - leader_at[p]) & 3) <= count_at[p]
        lost = taker != declarer and declarer_played and trick & needed != ZERO
        if lost:
            answer = 0
            entering = False
            continue
        p += 1
        broken_at[p] = broken_at[p - 1]
        if card & limits[BREAKERS] != ZERO:
            broken_at[p] = ONE
        if count_at[p - 1] == 3:
            leader_at[p] = taker
            count_at[p] = 0
            trick_at[p] = ZERO
            led_at[p] = ZERO
            best_at[p] = ZERO
        else:
            leader_at[p] = leader_at[p - 1]
            count_at[p] = count_at[p - 1] + 1
            trick_at[p] = trick
            led_at[p] = led
            best_at[p] = best
        taker_at[p] = taker
        answer = _UNKNOWN
        entering = True


@kernel
def legal_now(hand, played, first, broken, limits):
    """Legal cards of the player to act, after the cards ``played`` uint64 [count]."""
    if played.shape[0] == 0:
        return legal_to_lead(hand, first, broken, limits)
    return legal_to_follow(hand, suit_of(played[0]), first, limits)
