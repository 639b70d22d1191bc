"""Compiled play of Cuțu: whole deals, one after the other, at the levels random and simple.

Letters: ``D`` deals, ``S`` strains.  A strain is a trump suit 0 to 3 or -1, no trump.  Hands
are card sets, ``uint64`` [4] by seat; seats 0/2 and 1/3 are partners.  The result of a deal is
the number of tricks of the declarer's side.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ZERO, lowest, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import PURPOSE_PLAY, new_stream, open_fast, step_fast, word_fast
from analyzer.kernels.trick import beats, legal_follow
from analyzer.players.chance import random_card

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
        legal = hands[leader]
        card = legal
        if popcount(legal) > 1:
            fast = step_fast(fast)
            card = random_card(legal, word_fast(fast))
        hands[leader] ^= card
        led_mask = suit_mask(lowest(card) >> 4)
        opening = card
        best = card
        winner = leader
        for k in range(1, 4):
            seat = (leader + k) & 3
            partner_wins = winner == seat ^ 2
            legal = legal_follow(
                hands[seat], led_mask, trump_mask, opening, best, best, partner_wins, duties
            )
            card = legal
            if popcount(legal) > 1:
                fast = step_fast(fast)
                card = random_card(legal, word_fast(fast))
            hands[seat] ^= card
            if beats(card, best, led_mask, trump_mask):
                best = card
                winner = seat
        leader = winner
        tricks += 1 - ((winner ^ declarer) & 1)
    return tricks


@kernel
def play_hands(seed, first, hands, declarers, leaders, strains, duties, levels, tricks):
    """Play deals ``first`` to ``first + D - 1`` of ``seed`` in each strain.

    Parameters: ``hands`` uint64 [D, 4]; ``declarers`` and ``leaders`` int64 [D] or [1];
    ``strains`` int64 [D, S] or [1, S]; ``duties`` int; ``levels`` int64 [4], ``RANDOM`` or
    ``SIMPLE`` by seat; ``tricks`` int64 [D, S], the result (*modified in place*).
    Random choices depend on seed, deal number, strain and what was played before only.
    """
    stream = new_stream()
    work = np.zeros(4, np.uint64)
    for d in range(hands.shape[0]):
        declarer = declarers[d if declarers.shape[0] > 1 else 0]
        leader = leaders[d if leaders.shape[0] > 1 else 0]
        row = d if strains.shape[0] > 1 else 0
        fast = open_fast(stream, seed, PURPOSE_PLAY, first + d)
        for s in range(strains.shape[1]):
            strain = strains[row, s]
            work[:] = hands[d]
            tricks[d, s] = play_random(
                work, declarer, leader, strain_trumps(strain), duties, strain_stream(fast, strain)
            )
