"""The auction of Cruce (rulebook, section 4): whose turn it is, what a call does, who wins.

A call is one whole number: 0 is a pass, ``8 * n + mode`` a bid of ``n`` big points; mode 0
leaves trump to the bidder's hand, mode ``k`` to the k-th card of its second packet.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels.bidding import (
    BINS,
    CALLS,
    best_call,
    call_chances,
    draw_call,
    make_offer,
)
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import open_fast, pick_fast, step_fast, word_fast

PASS = 0
BID = 8
"""What a bid's number of big points is multiplied by in a call."""

SEAT, HOLDER, LEVEL, MODE, OUT, SPOKEN, OVER = range(7)
"""Places of an auction's state, int64 [STATE]: the seat to speak, the highest bidder (-1 none)
with its bid and mode, who has passed (bits), how many calls were made, whether it is over."""
STATE = 7


@kernel
def first_speaker(rules):
    """The seat that speaks first; the last seat deals."""
    players = rules[codes.PLAYERS]
    if rules[codes.FIRST_SPEAKER] == codes.BEFORE_DEALER:
        return players - 2
    return 0


@kernel
def begin(rules, state):
    """The state before the first call (*modified in place*)."""
    state[:] = 0
    state[SEAT] = first_speaker(rules)
    state[HOLDER] = -1


@kernel
def make_call(state, call, rules):
    """The seat to speak calls; ``state`` goes on to the next one (*modified in place*)."""
    players = rules[codes.PLAYERS]
    seat = state[SEAT]
    state[SPOKEN] += 1
    if call == PASS:
        state[OUT] |= 1 << seat
    else:
        state[HOLDER] = seat
        state[LEVEL] = call // BID
        state[MODE] = call % BID
    state[OVER] = 1
    if state[LEVEL] == rules[codes.HIGHEST_BID]:
        return
    if rules[codes.AUCTION] != codes.OPEN_AUCTION:
        if state[SPOKEN] < players:
            state[OVER] = 0
            state[SEAT] = (seat + 1) % players
        return
    # Who has passed is out; the auction ends when nobody else is left to speak.
    turn = (seat + 1) % players
    while turn != seat and (state[OUT] >> turn) & 1:
        turn = (turn + 1) % players
    if turn == seat or turn == state[HOLDER]:
        return
    state[OVER] = 0
    state[SEAT] = turn


@kernel
def call_values(state, offer, model, rules):
    """Values of the calls of the seat to speak, whose hand offers ``offer``: float64 [CALLS].

    ``model`` float64 [seats in speaking order, STATES, OFFERS, CALLS].
    """
    players = rules[codes.PLAYERS]
    seat = state[SEAT]
    place = (seat - first_speaker(rules) + players) % players
    where = 0
    if state[HOLDER] >= 0:
        partner = players == 4 and (seat ^ state[HOLDER]) & 1 == 0
        where = state[LEVEL] if partner else 5 + state[LEVEL]
    return model[place, where, offer]


@kernel
def mode_of(offer):
    """Mode of the bids of a hand with this offer."""
    return 1 if offer >= BINS else 0


@kernel
def random_call(high, rules, fast):
    """A pass or a bid above ``high``, then its mode: each uniform among what is allowed."""
    fast[0] = step_fast(fast[0])
    word = word_fast(fast[0])
    step = pick_fast(word, rules[codes.HIGHEST_BID] - high + 1)
    if step == 0:
        return PASS
    mode = 0
    if rules[codes.PE_CARTE]:
        fast[0] = step_fast(fast[0])
        mode = pick_fast(word_fast(fast[0]), 12 // rules[codes.PLAYERS] + 1)
    return BID * (high + step) + mode


@kernel
def drawn_call(state, offer, model, rules, fast, chances):
    """A call of the seat to speak as the bidding model has it."""
    values = call_values(state, offer, model, rules)
    bid = draw_call(values, state[LEVEL], rules[codes.HIGHEST_BID], fast, chances)
    return PASS if bid == 0 else BID * bid + mode_of(offer)


@kernel
def hold_auction(seen, rules, levels, model, fast, calls, state):
    """One auction, from the first call to the last.

    Parameters: ``seen`` uint64 [4], the cards that each seat sees before it speaks; ``rules``,
    ``levels``, ``fast`` as in :func:`analyzer.games.cruce.kernels.play.play_tricks`; ``model``
    float64 [levels, ...], by level as in :func:`call_values`; ``calls`` int64 [C], where the calls
    are written one after the other: place 0 counts them (calls beyond its end are not kept);
    ``state`` int64 [STATE].  The last two are *modified in place*.  Returns the declarer and the
    call that won; after passes only the call is ``PASS`` and the seat the first speaker.
    """
    chances = np.zeros(CALLS)
    begin(rules, state)
    while not state[OVER]:
        seat = state[SEAT]
        if levels[seat] == codes.WILD:
            call = random_call(state[LEVEL], rules, fast)
        else:
            offer = make_offer(seen[seat], rules)
            own = model[levels[seat] & codes.LEVEL_MASK]
            call = drawn_call(state, offer, own, rules, fast, chances)
        calls[0] += 1
        if calls[0] < calls.shape[0]:
            calls[calls[0]] = call
        make_call(state, call, rules)
    return settled(state, rules)


@kernel
def settled(state, rules):
    """Declarer and winning call of an auction that is over."""
    if state[HOLDER] < 0:
        return first_speaker(rules), PASS
    return state[HOLDER], BID * state[LEVEL] + state[MODE]


@kernel
def play_out(state, bins, rules, model):
    """Let the seats go on with the call of the highest value; ``state`` is *modified in place*.

    ``bins`` int64 [4], the offers of the hands.
    """
    while not state[OVER]:
        offer = bins[state[SEAT]]
        values = call_values(state, offer, model, rules)
        bid = best_call(values, state[LEVEL], rules[codes.HIGHEST_BID])
        make_call(state, PASS if bid == 0 else BID * bid + mode_of(offer), rules)


@kernel
def continuations(seed, purpose, numbers, start, calls, bins, rules, model, ends):
    """How each deal's auction ends after each of the calls of the seat to speak.

    ``start`` int64 [STATE] the auction so far; ``calls`` int64 [C]; ``bins`` int64 [D, 4].
    ``ends`` int64 [D, C, 2] are the declarer and the winning call (*modified in place*).  The
    random draws of a deal are the same after every call.
    """
    other = np.zeros(16, np.uint64)
    fast = np.zeros(1, np.uint64)
    chances = np.zeros(CALLS)
    state = np.zeros(STATE, np.int64)
    for d in range(numbers.shape[0]):
        begun = open_fast(other, seed, purpose, numbers[d])
        for c in range(calls.shape[0]):
            fast[0] = begun
            state[:] = start
            make_call(state, calls[c], rules)
            while not state[OVER]:
                offer = bins[d, state[SEAT]]
                make_call(state, drawn_call(state, offer, model, rules, fast, chances), rules)
            ends[d, c, 0], ends[d, c, 1] = settled(state, rules)


@kernel
def likelihoods(calls, bins, asker, rules, model, found):
    """How likely the numbers called so far are with these hands: ``found`` float64 [D] (in place).

    ``calls`` int64 [k] from the first speaker; those of ``asker`` itself are taken as made.
    """
    chances = np.zeros(CALLS)
    state = np.zeros(STATE, np.int64)
    for d in range(bins.shape[0]):
        found[d] = 1.0
        begin(rules, state)
        for call in calls:
            seat = state[SEAT]
            if seat != asker:
                values = call_values(state, bins[d, seat], model, rules)
                call_chances(values, state[LEVEL], rules[codes.HIGHEST_BID], chances)
                found[d] *= chances[call // BID]
            make_call(state, call, rules)


@kernel
def largest_likelihood(calls, asker, offers, rules, model):
    """The most that any hands, of the first ``offers`` offers, could make the calls likely."""
    chances = np.zeros(CALLS)
    state = np.zeros(STATE, np.int64)
    begin(rules, state)
    bound = 1.0
    for call in calls:
        if state[SEAT] != asker:
            best = 0.0
            for offer in range(offers):
                values = call_values(state, offer, model, rules)
                call_chances(values, state[LEVEL], rules[codes.HIGHEST_BID], chances)
                best = max(best, chances[call // BID])
            bound *= best
        make_call(state, call, rules)
    return bound
