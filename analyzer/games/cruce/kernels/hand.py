"""Deals that fit what a player knows, and contracts played on them.

Letters: ``D`` deals, ``C`` places of an outcome (:mod:`analyzer.games.cruce.kernels.outcome`).
A layout here has a place for each seat's whole hand and one for the stock; packets, and the
order of what is dealt card by card, are drawn after it.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels.cards import SECOND
from analyzer.games.cruce.kernels.outcome import (
    CONTRACT,
    DEALT,
    DECLARER,
    DELTAS,
    MODE,
    POINTS,
    STAKE,
)
from analyzer.games.cruce.kernels.rounds import PURPOSE_BID, settle_trump
from analyzer.games.cruce.kernels.score import double_callers, score_round, sides
from analyzer.kernels.bits import ONE, ZERO
from analyzer.kernels.deal import deal_one
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import new_stream, open_fast, open_stream, shuffle_tail

TRIES = 1000
"""Layouts of a deal that are tried until one calls no double round."""
PLAYED, DOUBLED, ALWAYS = 0, 1, 2
"""Whether the first layout of a deal called no double round, or did, or every layout tried."""


@kernel
def _hand_out(places, seat, packet, rules, stream, cards, hands, packets, drawn):
    """Split a layout into packets and order what comes card by card; ``cards`` int64 [24]."""
    players = rules[codes.PLAYERS]
    half = SECOND // players
    hands[:] = ZERO
    packets[:] = ZERO
    drawn[:] = ZERO
    for place in range(players + 1):
        held = 0
        ahead = 0
        for card in range(codes.SIZE):
            if places[card] == place:
                cards[held] = 16 * (card // codes.RANKS) + card % codes.RANKS
                if place == seat and (packet >> np.uint64(cards[held])) & ONE != ZERO:
                    # Cards of the asker's own first packet come first.
                    cards[held], cards[ahead] = cards[ahead], cards[held]
                    ahead += 1
                held += 1
        shuffle_tail(stream, cards, ahead, held, held)
        for i in range(held):
            bit = ONE << np.uint64(cards[i])
            if place == players:
                drawn[SECOND - held + i] = bit
            else:
                hands[place] |= bit
                if players == 2 or i < half:
                    packets[place] |= bit
                else:
                    drawn[place * half + i - half] = bit


@kernel
def deal_seen(seed, purpose, first, plan, seat, packet, rules, hands, packets, drawn, doubled):
    """Deals ``first`` to ``first + D - 1`` in which nobody calls a double round.

    Parameters: ``plan`` arrays of :class:`analyzer.kernels.layouts.Layouts` with a place for
    each seat's hand and one for the stock; ``seat`` the asker and ``packet`` its first packet,
    where that is known; ``rules`` int64.  Results (*modified in place*): ``hands``, ``packets``
    uint64 [D, 4]; ``drawn`` uint64 [D, 12], second packets card by card, or the stock at the end;
    ``doubled`` int64 [D]: ``PLAYED``, ``DOUBLED`` or ``ALWAYS``.
    """
    stream = new_stream()
    cards = np.zeros(codes.SIZE, np.int64)
    needs = np.zeros(plan[3].shape[0], np.int64)
    places = np.zeros(codes.SIZE, np.uint8)
    for d in range(hands.shape[0]):
        open_stream(stream, seed, purpose, first + d)
        doubled[d] = ALWAYS
        for attempt in range(TRIES):
            deal_one(stream, plan, cards, needs, places)
            _hand_out(places, seat, packet, rules, stream, cards, hands[d], packets[d], drawn[d])
            if double_callers(hands[d], rules) == 0:
                doubled[d] = PLAYED if attempt == 0 else DOUBLED
                break


@kernel
def set_contracts(
    seed, purpose, numbers, asks, rules, levels, hands, packets, drawn, shown, outcomes
):
    """Declarer, contract, trump and stake of deals that are there already.

    ``asks`` int64 [D or 1, 4] as in :func:`analyzer.games.cruce.kernels.rounds.deal_rounds`
    (no auction); ``shown`` uint64 [D] and ``outcomes`` int64 [D, C] are *modified in place*.
    """
    other = new_stream()
    fast = np.zeros(1, np.uint64)
    for d in range(numbers.shape[0]):
        ask = asks[d if asks.shape[0] > 1 else 0]
        fast[0] = open_fast(other, seed, purpose + PURPOSE_BID, numbers[d])
        outcome = outcomes[d]
        outcome[:] = 0
        outcome[DECLARER] = ask[0]
        outcome[CONTRACT] = ask[1]
        outcome[MODE] = ask[2]
        outcome[STAKE] = 1
        outcome[DEALT] = 1
        shown[d] = settle_trump(
            ask, rules, levels[0], packets[d], hands[d], drawn[d], fast, outcome
        )


@kernel
def score_again(outcomes, rules):
    """The deltas of ``outcomes`` int64 [D, C] from their points, contract and stake (in place)."""
    count = sides(rules)
    for d in range(outcomes.shape[0]):
        outcome = outcomes[d]
        score_round(
            outcome[POINTS : POINTS + 4],
            outcome[CONTRACT],
            outcome[DECLARER] % count,
            outcome[STAKE],
            rules,
            outcome[DELTAS : DELTAS + 4],
        )
