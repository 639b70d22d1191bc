"""The round of declarations (rulebook, section 4) by players who call by the model."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.calling import best_call
from analyzer.games.cuatrola.kernels.cantes import nth_suit
from analyzer.games.cuatrola.kernels.features import FEATURES
from analyzer.games.cuatrola.kernels.table import (
    CALLED,
    forced,
    log_choice,
    pick,
    record,
)
from analyzer.kernels.bits import popcount
from analyzer.kernels.jit import kernel


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
def closed(contract, rules):
    """Whether nobody speaks any more because ``contract`` was declared (section 4)."""
    return contract > codes.NORMAL and rules[codes.OVERCALL] == codes.FIRST_CLOSES


@kernel
def declare(hands, turned, scores, rules, levels, sets, info, log):
    """One round of declarations from mano on: contract and declarer (-1 when all pass).

    ``hands`` uint64 [4 or more] are those of the seats, ``turned`` the dealer's shown card;
    ``scores`` int64 [2] are the match points of the pairs 0/2 and 1/3.  The random stream of
    ``sets``, ``info`` (what was called) and ``log`` move on (*modified in place*).
    """
    contract = codes.NORMAL
    declarer = -1
    x = np.zeros(FEATURES, np.int64)
    for seat in range(codes.SEATS):
        calls = allowed_calls(contract, scores[seat & 1], rules)
        if calls == 1:
            call = codes.NORMAL
        elif forced(info):
            call = log_choice(info, log)
        elif levels[seat] == codes.RANDOM:
            call = nth_suit(calls, pick(sets, popcount(np.uint64(calls))))
        else:
            call = best_call(
                hands[seat], turned, seat, calls, contract, declarer, scores, levels[seat], rules, x
            )
        record(info, log, calls, call)
        info[CALLED + seat] = call + 1
        if call > contract:
            contract = call
            declarer = seat
        if closed(contract, rules):
            break
    return contract, declarer
