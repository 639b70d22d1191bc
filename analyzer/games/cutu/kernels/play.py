"""Compiled play of Cuțu: whole deals, one after the other, at the levels random and simple.

Letters: ``D`` deals, ``S`` strains.  A strain is a trump suit 0 to 3 or -1, no trump.  Hands
are card sets, ``uint64`` [4] by seat; seats 0/2 and 1/3 are partners.  The result of a deal is
the number of tricks of the declarer's side.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cutu.kernels.simple import WORK, choose
from analyzer.kernels.bits import ZERO, lowest, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import PURPOSE_PLAY, new_stream, open_fast, step_fast, word_fast
from analyzer.kernels.trick import beats, legal_follow
from analyzer.players.chance import random_card
from analyzer.players.view import TABLE, note_card, open_table

RANDOM, SIMPLE = 0, 1
"""Levels of play, as the kernels know them."""

_STRAIN_STEP = np.uint64(0xD1B54A32D192ED03)


@kernel
def strain_trumps(strain):
    """The trump suit's mask; empty at no trump (-1)."""
    return ZERO if strain < 0 else suit_mask(strain)


@kernel
def strain_stream(fast, strain):
    """Fast stream of one strain of a deal: the same whichever other strains are asked for."""
    return word_fast(fast + _STRAIN_STEP * np.uint64(strain + 2))


@kernel
def play_random(hands, declarer, leader, trump_mask, duties, fast):
    """Tricks of the declarer's side when every seat plays a uniform legal card.

    ``hands`` uint64 [4] are *played to the end in place*; ``fast`` is a fast stream.
    """
    tricks = 0
    while hands[leader] != ZERO:
        best = ZERO
        winner = leader
        led_mask = ZERO
        for k in range(4):
            seat = (leader + k) & 3
            legal = hands[seat]
            if k > 0:
                legal = legal_follow(
                    legal, led_mask, trump_mask, best, best, best, winner == seat ^ 2, duties
                )
            card = legal
            if popcount(legal) > 1:
                fast = step_fast(fast)
                card = random_card(legal, word_fast(fast))
            hands[seat] ^= card
            if k == 0:
                led_mask = suit_mask(lowest(card) >> 4)
            if k == 0 or beats(card, best, led_mask, trump_mask):
                best = card
                winner = seat
        leader = winner
        tricks += 1 - ((winner ^ declarer) & 1)
    return tricks


@kernel
def play_seats(
    hands, declarer, leader, trump_mask, duties, levels, weights, table, work, fast, log
):
    """Tricks of the declarer's side when each seat plays at a level of its own.

    ``hands`` uint64 [4] are *played to the end in place*; ``levels`` int64 [4]; ``weights``,
    ``table`` and ``work`` are those of :func:`analyzer.games.cutu.kernels.simple.choose`, the
    last two overwritten; ``log`` int64 [n]: the bit index of each card in the order of play,
    as far as there are places for it (*modified in place*).
    """
    open_table(table, hands[0] | hands[1] | hands[2] | hands[3])
    tricks = 0
    played = 0
    while hands[leader] != ZERO:
        best = ZERO
        winner = leader
        led_mask = ZERO
        for k in range(4):
            seat = (leader + k) & 3
            hand = hands[seat]
            partner_wins = k > 0 and winner == seat ^ 2
            legal = hand
            if k > 0:
                legal = legal_follow(
                    hand, led_mask, trump_mask, best, best, best, partner_wins, duties
                )
            if levels[seat] == SIMPLE:
                card = choose(
                    hand, legal, seat, k, best, winner, trump_mask, declarer, table, weights, work
                )
            else:
                card = legal
                if popcount(legal) > 1:
                    fast = step_fast(fast)
                    card = random_card(legal, word_fast(fast))
            hands[seat] = hand ^ card
            if k == 0:
                led_mask = suit_mask(lowest(card) >> 4)
            note_card(table, seat, k, card, led_mask, trump_mask, best, best, partner_wins, duties)
            if k == 0 or beats(card, best, led_mask, trump_mask):
                best = card
                winner = seat
            if played < log.shape[0]:
                log[played] = lowest(card)
                played += 1
        leader = winner
        tricks += 1 - ((winner ^ declarer) & 1)
    return tricks


@kernel
def play_batch(
    seed, first, hands, declarers, leaders, strains, duties, levels, weights, tricks, log
):
    """Play deals ``first`` to ``first + D - 1`` of ``seed`` in each strain.

    Parameters as :func:`analyzer.games.cutu.play.play_hands`; ``weights`` of the level simple;
    ``log`` int64 [D, S, n], the cards played of each deal (*modified in place*); n may be 0.
    """
    stream = new_stream()
    hand_work = np.zeros(4, np.uint64)
    table = np.zeros(TABLE, np.uint64)
    work = np.zeros(WORK, np.float64)
    all_random = log.shape[2] == 0
    for seat in range(4):
        all_random = all_random and levels[seat] == RANDOM
    for d in range(hands.shape[0]):
        declarer = declarers[d if declarers.shape[0] > 1 else 0]
        leader = leaders[d if leaders.shape[0] > 1 else 0]
        row = d if strains.shape[0] > 1 else 0
        start = open_fast(stream, seed, PURPOSE_PLAY, first + d)
        for s in range(strains.shape[1]):
            trump_mask = strain_trumps(strains[row, s])
            fast = strain_stream(start, strains[row, s])
            hand_work[:] = hands[d]
            if all_random:
                tricks[d, s] = play_random(hand_work, declarer, leader, trump_mask, duties, fast)
            else:
                tricks[d, s] = play_seats(
                    hand_work,
                    declarer,
                    leader,
                    trump_mask,
                    duties,
                    levels,
                    weights,
                    table,
                    work,
                    fast,
                    log[d, s],
                )
