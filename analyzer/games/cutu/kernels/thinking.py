"""Deals of Cuțu in which every seat plays at a level of its own, experts too.

Letters: ``D`` deals.  Each deal has a contract: declarer, strain and bid, with the calls that led
to it, and what its tricks are worth.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cutu.kernels.auction import CALLS
from analyzer.games.cutu.kernels.evidence import BELIEF, believe
from analyzer.games.cutu.kernels.expert import expert_card
from analyzer.games.cutu.kernels.mind import (
    DECLARER,
    DUTIES,
    FORCED,
    LEADER,
    PLACE,
    PLAYED,
    SEAT,
    SPOT,
    STRAIN,
    TRICKS,
    WINNER,
    Faith,
    new_mind,
    new_seen,
)
from analyzer.games.cutu.kernels.play import RANDOM, strain_stream, strain_trumps
from analyzer.games.cutu.kernels.simple import choose
from analyzer.kernels.bits import ZERO, lowest, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import PURPOSE_PLAY, new_stream, open_fast, step_fast, word_fast
from analyzer.kernels.trick import beats, legal_follow
from analyzer.players.chance import random_card
from analyzer.players.view import note_card, open_table

EXPERT = 2
"""The level expert, as the kernels know it, beside those of :mod:`.play`."""


@kernel
def play_thinking(hands, spot, levels, layouts, faith, worth, seed, deal, fast, seen, mind, log):
    """Tricks of the declarer's side when each seat plays at a level of its own.

    ``hands`` uint64 [4] are *played to the end in place*; ``spot`` names contract and first
    leader; ``levels`` and ``layouts`` int64 [4];
    ``log`` int64 [n]: bit indices of the first n cards played (*modified in place*).
    """
    open_table(seen.table, hands[0] | hands[1] | hands[2] | hands[3])
    seen.shown[:] = ZERO
    declarer, duties, leader = spot[DECLARER], spot[DUTIES], spot[LEADER]
    trump_mask = strain_trumps(spot[STRAIN])
    spot[TRICKS] = 0
    spot[PLAYED] = 0
    while hands[leader] != ZERO:
        best = ZERO
        winner = leader
        led_mask = ZERO
        spot[LEADER] = leader
        for k in range(4):
            seat = (leader + k) & 3
            hand = hands[seat]
            helped = k > 0 and winner == seat ^ 2
            legal = hand
            if k > 0:
                legal = legal_follow(hand, led_mask, trump_mask, best, best, best, helped, duties)
            if levels[seat] == RANDOM:
                card = legal
                if popcount(legal) > 1:
                    fast = step_fast(fast)
                    card = random_card(legal, word_fast(fast))
            else:
                card = choose(
                    hand,
                    legal,
                    seat,
                    k,
                    best,
                    winner,
                    trump_mask,
                    declarer,
                    seen.table,
                    mind.weights,
                    mind.work,
                )
                if levels[seat] == EXPERT:
                    spot[SEAT] = seat
                    spot[PLACE] = k
                    spot[WINNER] = winner
                    card = expert_card(
                        hand,
                        legal,
                        card,
                        best,
                        spot,
                        seen,
                        faith,
                        worth,
                        layouts[seat],
                        seed,
                        deal,
                        mind,
                    )
            hands[seat] = hand ^ card
            if k == 0:
                led_mask = suit_mask(lowest(card) >> 4)
            note_card(seen.table, seat, k, card, led_mask, trump_mask, best, best, helped, duties)
            if k == 0 or beats(card, best, led_mask, trump_mask):
                best = card
                winner = seat
            _record(seat, card, spot, seen, log)
        leader = winner
        spot[TRICKS] += 1 - ((winner ^ declarer) & 1)
    return spot[TRICKS]


@kernel
def _record(seat, card, spot, seen, log):
    """Put the card just played into what the table has seen, and into the log; in place."""
    number = spot[PLAYED]
    seen.shown[seat] |= card
    seen.cards[number] = card
    seen.seats[number] = seat
    if number < log.shape[0]:
        log[number] = lowest(card)
    spot[PLAYED] += 1


@kernel
def think_batch(
    seed,
    deals,
    hands,
    contracts,
    calls,
    worths,
    table,
    promise,
    strength,
    first,
    heat,
    noise,
    forced,
    duties,
    levels,
    layouts,
    weights,
    arena,
    tricks,
    log,
):
    """Play deals of ``seed`` to the end.

    Parameters: ``deals`` int64 [D] their numbers; ``hands`` uint64 [D, 4]; ``contracts`` int64
    [D, 4]: declarer, first leader, strain, index of the bid (0 for 4); ``calls`` int64 [D, 4]
    (-1: not known); ``worths`` float64 [D, 9]; ``table``, ``promise``, ``strength``, ``first``,
    ``heat``, ``noise``, ``forced`` of the bidding model by which experts understand calls;
    ``duties`` bits; ``levels`` and ``layouts`` int64 [4] by seat; ``weights`` of `simple`;
    ``arena`` of the search; ``tricks`` int64 [D] and ``log`` int64 [D, n], the results
    (*modified in place*).
    """
    stream = new_stream()
    hand_work = np.zeros(4, np.uint64)
    chances = np.zeros(CALLS)
    faith = Faith(np.ones((4, BELIEF)), promise, strength)
    mind = new_mind(max(1, layouts.max()), weights, arena)
    seen = new_seen()
    spot = np.zeros(SPOT, np.int64)
    spot[DUTIES] = duties
    spot[FORCED] = forced
    for d in range(hands.shape[0]):
        declarer, leader, strain, bid = contracts[d]
        spot[DECLARER] = declarer
        spot[LEADER] = leader
        spot[STRAIN] = strain
        believe(calls[d], declarer, bid, table, first, heat, noise, chances, faith.belief)
        start = open_fast(stream, seed, PURPOSE_PLAY, deals[d])
        hand_work[:] = hands[d]
        tricks[d] = play_thinking(
            hand_work,
            spot,
            levels,
            layouts,
            faith,
            worths[d],
            seed,
            deals[d],
            strain_stream(start, strain),
            seen,
            mind,
            log[d],
        )
