"""Kernels of the auction: what a hand promises, what players call, how an auction ends.

The bidding model is explained in :mod:`analyzer.games.cutu.bidding`.  Letters: ``D`` deals.

A hand is summed up by three *offers*, contracts it could play: its best colour (forced at 4),
the suit with most expected tricks, and no trump.  Each has an expected number of tricks,
put into one of :data:`BINS` bins.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cutu.duties import NO_TRUMP, SEATS
from analyzer.games.cutu.kernels.colour import best_colour
from analyzer.games.cutu.kernels.strength import expected_tricks
from analyzer.games.cutu.scoring import BIDS, FIRST_BID
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import open_fast, step_fast, word_fast

BEST, SUIT, FREE_NT = 0, 1, 2
"""Offers: the best colour, the suit with most expected tricks, no trump."""
OFFERS = 3
BINS = 16
CALLS = 1 + len(BIDS)
"""Calls by index: 0 pas, then the bids 4 to 8."""
STATES = 9
"""0 nobody has bid; 1 to 4 the partner's bid of 4 to 7 stands; 5 to 8 an opponent's does."""
NOBODY = -1
UNASKED = -1
"""In place of a call: the seat was not asked, or nobody knows what it said."""
PURPOSE_CALLS = 40
"""Random stream of the calls of one deal."""

_LOWEST = 1000
_RANGE = 7000
_LAST_BID = CALLS - 1
_UNIT = 1.0 / 9007199254740992.0


@kernel
def strength_bin(thousandths):
    """Bin of an expected number of tricks, 0 to 15: sixteen equal steps from 1 to 8 tricks."""
    return min(max((thousandths - _LOWEST) * BINS // _RANGE, 0), BINS - 1)


@kernel
def make_offers(hand, model, cells, strains, bins):
    """Strains and bins of a hand's three offers; ``strains``, ``bins`` int64 [3] are filled."""
    strains[BEST] = best_colour(hand)
    strains[FREE_NT] = NO_TRUMP
    strains[SUIT] = 0
    most = np.int64(-1)
    for suit in range(4):
        value = expected_tricks(hand, suit, model, cells)
        if value >= most:
            most = value
            strains[SUIT] = suit
    bins[SUIT] = strength_bin(most)
    bins[BEST] = strength_bin(expected_tricks(hand, strains[BEST], model, cells))
    bins[FREE_NT] = strength_bin(expected_tricks(hand, NO_TRUMP, model, cells))


@kernel
def offers_batch(hands, model, strains, bins):
    """Offers of every seat: ``hands`` uint64 [D, 4]; ``strains``, ``bins`` int64 [D, 4, 3]."""
    cells = np.zeros(4, np.int64)
    for d in range(hands.shape[0]):
        for seat in range(SEATS):
            make_offers(hands[d, seat], model, cells, strains[d, seat], bins[d, seat])


@kernel
def offer_for(bid, bins, promise, forced_four):
    """Which offer a declarer plays at a bid, by its expected score.

    ``promise`` float64 [2 kinds, BINS, 5 bids]: expected score of a suit or no-trump contract.
    """
    index = bid - FIRST_BID
    if bid == FIRST_BID and forced_four:
        return BEST
    if promise[1, bins[FREE_NT], index] > promise[0, bins[SUIT], index]:
        return FREE_NT
    return SUIT


@kernel
def hand_bin(bins):
    """One bin for a hand in the table of call values: that of its best free offer."""
    return max(bins[SUIT], bins[FREE_NT])


@kernel
def state_of(seat, holder, call):
    """State of the auction for a seat: ``holder`` has made the highest ``call`` (0 none)."""
    if call == 0:
        return 0
    return call if (holder ^ seat) & 1 == 0 else 4 + call


@kernel
def best_call(values, call, first):
    """The call with the highest value above ``call``; ``values`` [CALLS], ``first`` lowest bid."""
    chosen = 0
    for other in range(max(call + 1, first), CALLS):
        if values[other] > values[chosen]:
            chosen = other
    return chosen


@kernel
def call_chances(values, call, first, heat, noise, chances):
    """Probability of each call, float64 [CALLS] (filled): soft choice by value, and some noise."""
    top = values[0]
    legal = 1
    for other in range(max(call + 1, first), CALLS):
        top = max(top, values[other])
        legal += 1
    total = 0.0
    for other in range(CALLS):
        if other == 0 or (other > call and other >= first):
            chances[other] = np.exp((values[other] - top) / heat)
            total += chances[other]
        else:
            chances[other] = 0.0
    for other in range(CALLS):
        if chances[other] > 0.0:
            chances[other] = (1.0 - noise) * chances[other] / total + noise / legal


@kernel
def finish(first_seat, holder, call, bins, table, first, heat, noise, fast, chances, made):
    """Let the seats from ``first_seat`` on call as the model has it; (holder, call) at the end.

    ``bins`` int64 [4, 3]; ``table`` float64 [4 seats, STATES, BINS, CALLS]; ``fast`` is a
    fast random stream, or 0 for the call with the highest value at every turn; ``made`` int64
    [4]: the calls of these seats (*modified in place*).
    """
    for seat in range(first_seat, SEATS):
        made[seat] = UNASKED
    for seat in range(first_seat, SEATS):
        if call == _LAST_BID:
            break
        values = table[seat, state_of(seat, holder, call), hand_bin(bins[seat])]
        if fast == 0:
            chosen = best_call(values, call, first)
        else:
            call_chances(values, call, first, heat, noise, chances)
            fast = step_fast(fast)
            target = np.float64(word_fast(fast) >> np.uint64(11)) * _UNIT
            chosen = 0
            for other in range(CALLS):
                if chances[other] > 0.0:
                    chosen = other
                    target -= chances[other]
                    if target < 0.0:
                        break
        made[seat] = chosen
        if chosen > 0:
            holder = seat
            call = chosen
    return holder, call


@kernel
def own_side(seat, holder, points):
    """Points of the declarers minus the defenders', for the side of ``seat``."""
    return points if (holder ^ seat) & 1 == 0 else -points


@kernel
def explore(bins, tricks, scores, promise, table, first, forced_four, wander, sums, counts):
    """One sweep of learning what calls are worth, against players who call by ``table``.

    ``bins`` and ``tricks`` int64 [D, 4, 3] of stored deals; ``scores`` int64 [2 kinds, 5, 9]
    points of the declarers minus the defenders'; ``wander`` float64: how often a seat makes a
    random call on the way, so that rare states are seen.  ``sums`` and ``counts`` float64
    [4, STATES, BINS, CALLS] gain the results of every legal call in every state met.
    """
    chances = np.zeros(CALLS)
    others = np.zeros(SEATS, np.int64)
    stream = np.zeros(16, np.uint64)
    for d in range(bins.shape[0]):
        fast = open_fast(stream, np.uint64(1), np.uint64(PURPOSE_CALLS), np.uint64(d))
        holder = NOBODY
        call = 0
        for seat in range(SEATS):
            if call == _LAST_BID:
                break
            state = state_of(seat, holder, call)
            own = hand_bin(bins[d, seat])
            for mine in range(CALLS):
                if mine > 0 and (mine <= call or mine < first):
                    continue
                after = seat if mine > 0 else holder
                end, bid = finish(
                    seat + 1,
                    after,
                    max(mine, call),
                    bins[d],
                    table,
                    first,
                    1.0,
                    0.0,
                    np.uint64(0),
                    chances,
                    others,
                )
                worth = 0.0
                if bid > 0:
                    level = bid - 1 + FIRST_BID
                    offer = offer_for(level, bins[d, end], promise, forced_four)
                    kind = 1 if offer == FREE_NT else 0
                    points = scores[kind, bid - 1, tricks[d, end, offer]]
                    worth = own_side(seat, end, points)
                sums[seat, state, own, mine] += worth
                counts[seat, state, own, mine] += 1.0
            fast = step_fast(fast)
            word = word_fast(fast)
            if np.float64(word >> np.uint64(11)) * _UNIT < wander:
                # A random legal call, by the low bits that the comparison did not use.
                made = int(word & np.uint64(7)) % CALLS
                made = made if made > call and made >= first else 0
            else:
                made = best_call(table[seat, state, own], call, first)
            if made > 0:
                holder = seat
                call = made


@kernel
def auctions(seed, first_deal, bins, table, promises, first, forced_four, heat, noise, out, made):
    """Whole auctions of deals: ``out`` int64 [D, 3] holder (-1 none), bid index, offer.

    ``promises`` float64 [4 seats, 2, BINS, 5]; ``made`` int64 [D, 4] are the calls.
    """
    chances = np.zeros(CALLS)
    stream = np.zeros(16, np.uint64)
    for d in range(bins.shape[0]):
        fast = open_fast(stream, seed, np.uint64(PURPOSE_CALLS), np.uint64(first_deal + d))
        holder, call = finish(
            0, NOBODY, 0, bins[d], table, first, heat, noise, fast, chances, made[d]
        )
        _settle(holder, call, bins[d], promises, forced_four, out[d])


@kernel
def _settle(holder, call, bins, promises, forced_four, out):
    out[0] = holder
    out[1] = call
    out[2] = 0
    if call > 0:
        out[2] = offer_for(call - 1 + FIRST_BID, bins[holder], promises[holder], forced_four)


@kernel
def continuations(
    seed,
    first_deal,
    bins,
    table,
    promises,
    seat,
    holder,
    call,
    first,
    forced_four,
    heat,
    noise,
    out,
    made,
):
    """How each deal's auction ends after each call of ``seat``.

    ``holder`` and ``call`` are the highest bidder and call so far.  ``out`` int64 [D, CALLS, 3]:
    holder, call and offer at the end; ``made`` int64 [D, CALLS, 4]: the calls from ``seat`` on.
    Calls that are not legal are left as they are.  The random draws of a deal are the same
    after every call.
    """
    chances = np.zeros(CALLS)
    stream = np.zeros(16, np.uint64)
    for d in range(bins.shape[0]):
        fast = open_fast(stream, seed, np.uint64(PURPOSE_CALLS), np.uint64(first_deal + d))
        for mine in range(CALLS):
            if mine > 0 and (mine <= call or mine < first):
                continue
            after = seat if mine > 0 else holder
            end, bid = finish(
                seat + 1,
                after,
                max(mine, call),
                bins[d],
                table,
                first,
                heat,
                noise,
                fast,
                chances,
                made[d, mine],
            )
            made[d, mine, seat] = mine
            _settle(end, bid, bins[d], promises, forced_four, out[d, mine])


@kernel
def likelihoods(bins, calls, table, first, heat, noise, out):
    """How likely the calls made so far are, given the callers' hands; ``out`` float64 [D].

    ``calls`` int64 [k]: call indices of the seats 0 to k - 1.
    """
    chances = np.zeros(CALLS)
    for d in range(bins.shape[0]):
        chance = 1.0
        holder = NOBODY
        call = 0
        for seat in range(calls.shape[0]):
            if call == _LAST_BID:
                break
            values = table[seat, state_of(seat, holder, call), hand_bin(bins[d, seat])]
            call_chances(values, call, first, heat, noise, chances)
            chance *= chances[calls[seat]]
            if calls[seat] > 0:
                holder = seat
                call = calls[seat]
        out[d] = chance
