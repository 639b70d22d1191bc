"""The round of declarations (rulebook, section 4) and a simple player's calls."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.cantes import nth_suit
from analyzer.games.cuatrola.kernels.table import (
    CALLED,
    call_seen,
    forced,
    log_choice,
    pick,
    record,
    suit_of,
)
from analyzer.kernels.bits import popcount, suit_cards
from analyzer.kernels.jit import kernel

# Hundredths of a trick that a card of each rank adds for a player alone against two, and what
# the seat adds: fitted by least squares to playouts of simple players (200,000 deals).
_TRUMP_TRICKS = (60, 64, 73, 91, 144)
_SIDE_TRICKS = (-27, -24, -19, 0, 48)
_TRES_WITH_AS = -20
_SEAT = (77, 88, 76, 88)
_ON_LEAD = 10
"""For the seats that do not lead anyway, where the declarer does."""
_NEEDED = (0, 300, 365, 460)
"""Hundredths of a trick from which a simple player declares each contract."""


@kernel
def allowed_calls(standing, score, rules):
    """Contracts that may be declared, as bits; bit 0, paso, is always among them.

    ``standing`` is the highest contract so far, ``score`` the own pair's match points: the
    exact cap keeps a pair from passing the target by itself (section 4).
    """
    calls = 1
    for contract in range(max(standing, 0) + 1, codes.QUINTA + 1):
        value = rules[codes.VALUES + contract]
        fits = rules[codes.CAP] != codes.CAP_EXACT or score + value <= rules[codes.TARGET]
        if value > 0 and fits:
            calls |= 1 << contract
    return calls


@kernel
def estimated_tricks(hand, trump, seat, soloist_leads):
    """Hundredths of a trick that the hand of ``seat`` takes alone against two, roughly.

    ``soloist_leads``: the declarer leads to the first trick, whatever the seat.
    """
    tricks = _SEAT[seat]
    if soloist_leads and seat != 0:
        tricks += _ON_LEAD
    for suit in range(4):
        ranks = np.int64(suit_cards(hand, suit))
        for rank in range(codes.RANKS):
            if (ranks >> rank) & 1 != 0:
                tricks += _TRUMP_TRICKS[rank] if suit == trump else _SIDE_TRICKS[rank]
        if suit != trump and (ranks >> 3) & 3 == 3:
            tricks += _TRES_WITH_AS
    return tricks


@kernel
def simple_call(hand, trump, seat, calls, rules):
    """The highest allowed contract for which the hand seems strong enough, else paso."""
    soloist_leads = rules[codes.CONTRACT_LEAD] == codes.SOLOIST
    tricks = estimated_tricks(hand, trump, seat, soloist_leads)
    for contract in range(codes.QUINTA, codes.NORMAL, -1):
        if (calls >> contract) & 1 != 0 and tricks >= _NEEDED[contract]:
            return contract
    return codes.NORMAL


@kernel
def declare(hands, turned, scores, rules, levels, sets, info, log):
    """One round of declarations from mano on: contract and declarer (-1 when all pass).

    ``hands`` uint64 [4 or more] are those of the seats, ``turned`` the dealer's shown card;
    ``scores`` int64 [2] are the match points of the pairs 0/2 and 1/3.  The random stream of
    ``sets``, ``info[AT]`` and ``log`` move on (*modified in place*).
    """
    contract = codes.NORMAL
    declarer = -1
    trump = suit_of(turned)
    info[CALLED : CALLED + codes.SEATS] = 0
    for seat in range(codes.SEATS):
        calls = allowed_calls(contract, scores[seat & 1], rules)
        if calls == 1:
            call = codes.NORMAL
        elif forced(info):
            call = log_choice(info, log)
        elif levels[seat] == codes.RANDOM:
            call = nth_suit(calls, pick(sets, popcount(np.uint64(calls))))
        else:
            call = simple_call(hands[seat], trump, seat, calls, rules)
        record(info, log, calls, call)
        info[CALLED + seat] = call_seen(calls, call)
        if call > contract:
            contract = call
            declarer = seat
            if rules[codes.OVERCALL] == codes.FIRST_CLOSES:
                break
    return contract, declarer
