"""The auction of Cruce (rulebook, section 4) and the calls of the levels.

A call is one whole number: 0 is a pass, ``8 * n + mode`` a bid of ``n`` big points; mode 0
leaves trump to the bidder's hand, mode ``k`` to the k-th card of its second packet.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels.bidding import simple_bid
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import pick_fast, step_fast, word_fast

PASS = 0
BID = 8
"""What a bid's number of big points is multiplied by in a call."""


@kernel
def first_speaker(rules):
    """The seat that speaks first; the last seat deals."""
    players = rules[codes.PLAYERS]
    if rules[codes.FIRST_SPEAKER] == codes.BEFORE_DEALER:
        return players - 2
    return 0


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
def hold_auction(seen, rules, levels, fast, calls):
    """One auction, from the first call to the last.

    Parameters: ``seen`` uint64 [4], the cards that each seat sees before it speaks; ``rules``,
    ``levels``, ``fast`` as in :func:`analyzer.games.cruce.kernels.play.play_tricks`; ``calls``
    int64 [C], where the calls are written one after the other: place 0 counts them (*modified
    in place*; calls beyond its end are not kept).  Returns the declarer and the call that won;
    after passes only the call is ``PASS`` and the seat the first speaker.
    """
    players = rules[codes.PLAYERS]
    seat = first_speaker(rules)
    declarer = seat
    winning = PASS
    out = 0
    spoken = 0
    while True:
        high = winning // BID
        if levels[seat] == codes.WILD:
            call = random_call(high, rules, fast)
        else:
            call = simple_bid(seen[seat], high, rules)
        calls[0] += 1
        if calls[0] < calls.shape[0]:
            calls[calls[0]] = call
        spoken += 1
        if call == PASS:
            out |= 1 << seat
        else:
            winning = call
            declarer = seat
        if winning // BID == rules[codes.HIGHEST_BID]:
            break
        if rules[codes.AUCTION] != codes.OPEN_AUCTION:
            if spoken == players:
                break
            seat = (seat + 1) % players
            continue
        # Who has passed is out; the auction ends when nobody else is left to speak.
        turn = (seat + 1) % players
        while turn != seat and (out >> turn) & 1:
            turn = (turn + 1) % players
        if turn == seat or (winning != PASS and turn == declarer):
            break
        seat = turn
    return declarer, winning
