"""Double rounds, the score of a round and the end of a match (rulebook, sections 8 to 10)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels.cards import NINES, card_points
from analyzer.games.cruce.kernels.outcome import DECLARER, POINTS, STAKE
from analyzer.kernels.bits import popcount
from analyzer.kernels.jit import kernel

_WEAK_SIX = codes.WEAK_POINTS[6]
_WEAK_EIGHT = codes.WEAK_POINTS[8]


@kernel
def sides(rules):
    """Number of sides: two teams, or every player alone."""
    players = rules[codes.PLAYERS]
    return 2 if players == 4 else players


@kernel
def calls_double(hand, rules):
    """Whether a whole hand calls a double round."""
    if not rules[codes.DOUBLE_ROUND]:
        return False
    if rules[codes.FOUR_NINES] and popcount(hand & NINES) == 4:
        return True
    weak = _WEAK_SIX if rules[codes.HAND] == 6 else _WEAK_EIGHT
    return rules[codes.WEAK_HAND] and card_points(hand) <= weak


@kernel
def double_callers(hands, rules):
    """How many seats call a double round with their whole hands, uint64 [4]."""
    callers = 0
    for seat in range(rules[codes.PLAYERS]):
        if calls_double(hands[seat], rules):
            callers += 1
    return callers


@kernel
def raised_stake(stake, callers, rules):
    """The stake after ``callers`` seats called a double round."""
    for _ in range(callers):
        stake *= 2
    return min(stake, rules[codes.DOUBLE_CAP])


@kernel
def side_totals(result, rules, points, tricks):
    """Points with announcements, and tricks, of every side.

    ``result`` int64 [3, 4] by seat (rows card points, announcements, tricks); ``points`` and
    ``tricks`` int64 [4] are results by side (*modified in place*).
    """
    points[:] = 0
    tricks[:] = 0
    count = sides(rules)
    players = rules[codes.PLAYERS]
    for seat in range(players):
        points[seat % count] += result[0, seat]
        tricks[seat % count] += result[2, seat]
    for seat in range(players):
        side = seat % count
        if tricks[side] > 0 or not rules[codes.NEEDS_TRICK]:
            points[side] += result[1, seat]


@kernel
def score_round(points, contract, declarer_side, stake, rules, deltas):
    """Big points that every side gains or loses.

    ``points`` int64 [4] by side; ``deltas`` int64 [4], the result (*modified in place*).
    """
    deltas[:] = 0
    for side in range(sides(rules)):
        deltas[side] = stake * (points[side] // codes.BIG_POINT)
    if points[declarer_side] < codes.BIG_POINT * contract:
        deltas[declarer_side] = -stake * contract
    elif rules[codes.MADE_PAYS] == codes.BID_ONLY:
        deltas[declarer_side] = stake * contract


@kernel
def match_winner(totals, rules):
    """The side that has won the match with ``totals`` int64 [4] by side, or -1: it goes on."""
    best = 0
    count = sides(rules)
    for side in range(1, count):
        if totals[side] > totals[best]:
            best = side
    lead = 1000000
    for side in range(count):
        if side != best:
            lead = min(lead, totals[best] - totals[side])
    needed = 2 if rules[codes.LEAD_OF_TWO] else 1
    return best if totals[best] >= rules[codes.TARGET] and lead >= needed else -1


@kernel
def find_winners(totals, rules, winners):
    """:func:`match_winner` of every row of ``totals`` int64 [M, 4], into ``winners`` int64 [M]."""
    for m in range(totals.shape[0]):
        winners[m] = match_winner(totals[m], rules)


@kernel
def score_batch(outcomes, bids, rules, deltas):
    """:func:`score_round` of rounds as if their contracts had been each of ``bids``.

    ``outcomes`` int64 [D, OUTCOME] of :mod:`analyzer.games.cruce.kernels.rounds`; ``bids`` int64
    [B]; ``deltas`` int64 [B, D, 4], the result (*modified in place*).
    """
    count = sides(rules)
    for b in range(bids.shape[0]):
        for d in range(outcomes.shape[0]):
            outcome = outcomes[d]
            score_round(
                outcome[POINTS : POINTS + 4],
                bids[b],
                outcome[DECLARER] % count,
                outcome[STAKE],
                rules,
                deltas[b, d],
            )
