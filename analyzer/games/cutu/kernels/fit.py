"""What the fit of the player `simple` computes: values of cards by playing on, and duels.

Letters: ``D`` deals, ``S`` strains, ``M`` moments, ``C`` considerations.  The declarer is seat
0 throughout.  Used by ``scripts/fit-cutu-play`` only.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cutu.kernels.play import strain_trumps
from analyzer.games.cutu.kernels.simple import (
    CONSIDERATIONS,
    WORK,
    X,
    choose,
    consider,
    moment,
    note_voids,
    prepare,
)
from analyzer.kernels.bits import ZERO, lowest, lowest_bit, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import (
    PURPOSE_PLAY,
    below,
    new_stream,
    next_word,
    open_stream,
    uniform,
)
from analyzer.kernels.trick import beats, legal_follow
from analyzer.players.chance import random_card
from analyzer.players.view import TABLE, TRICK, note_card, open_table

_HANDS = TABLE
_STATE = TABLE + 4
"""A position: the table, then the four hands; uint64 [_STATE]."""


@kernel
def _lay(position, seat, place, card, best, winner, trump_mask, duties):
    """Play a card in a position (in place); the new best card and its player."""
    led_mask = suit_mask(lowest(card if place == 0 else position[TRICK]) >> 4)
    partner_wins = place > 0 and winner == seat ^ 2
    position[_HANDS + seat] ^= card
    note_card(
        position[:TABLE],
        seat,
        place,
        card,
        led_mask,
        trump_mask,
        best,
        best,
        partner_wins,
        duties,
    )
    if place == 0 or beats(card, best, led_mask, trump_mask):
        return card, seat
    return best, winner


@kernel
def _legal(position, seat, place, best, winner, trump_mask, duties):
    hand = position[_HANDS + seat]
    if place == 0:
        return hand
    led_mask = suit_mask(lowest(position[TRICK]) >> 4)
    return legal_follow(hand, led_mask, trump_mask, best, best, best, winner == seat ^ 2, duties)


@kernel
def _finish(position, leader, place, best, winner, trump_mask, duties, own, other, work):
    """Play a position to its end (in place): tricks that seat 0's side takes in it.

    ``own`` are the weights of seats 0 and 2, ``other`` those of seats 1 and 3.
    """
    tricks = 0
    while place > 0 or position[_HANDS + leader] != ZERO:
        while place < 4:
            seat = (leader + place) & 3
            legal = _legal(position, seat, place, best, winner, trump_mask, duties)
            card = choose(
                position[_HANDS + seat],
                legal,
                seat,
                place,
                best,
                winner,
                trump_mask,
                0,
                position[:TABLE],
                own if seat & 1 == 0 else other,
                work,
            )
            best, winner = _lay(position, seat, place, card, best, winner, trump_mask, duties)
            place += 1
        leader = winner
        place = 0
        tricks += 1 - (winner & 1)
    return tricks


@kernel
def _start(position, hands):
    open_table(position[:TABLE], hands[0] | hands[1] | hands[2] | hands[3])
    position[_HANDS:] = hands


@kernel
def duel(hands, strains, duties, own, other, tricks):
    """Tricks of seat 0's side when it plays by ``own`` and the other by ``other`` weights.

    ``hands`` uint64 [D, 4]; ``strains`` int64 [D, S]; weights float64 [M, C]; ``tricks``
    int64 [D, S], the result (*modified in place*).
    """
    position = np.zeros(_STATE, np.uint64)
    work = np.zeros(WORK, np.float64)
    for d in range(hands.shape[0]):
        for s in range(strains.shape[1]):
            _start(position, hands[d])
            trump_mask = strain_trumps(strains[d, s])
            tricks[d, s] = _finish(position, 0, 0, ZERO, 0, trump_mask, duties, own, other, work)


@kernel
def _try_cards(
    position, spare, legal, leader, place, best, winner, trump_mask, duties, weights, work, x, y
):
    """Considerations and value of every legal card into ``x`` [8, C] and ``y`` [8]; in place."""
    seat = (leader + place) & 3
    hand = position[_HANDS + seat]
    i = 0
    while legal != ZERO:
        card = lowest_bit(legal)
        legal ^= card
        table = position[:TABLE]
        against = prepare(hand, seat, place, trump_mask, 0, table, work)
        if place == 0:
            note_voids(suit_mask(lowest(card) >> 4), hand, seat, place, table, work)
        consider(card, hand, seat, place, best, winner, trump_mask, 0, against, table, work)
        x[i] = work[X : X + CONSIDERATIONS]
        spare[:] = position
        then, holder = _lay(spare, seat, place, card, best, winner, trump_mask, duties)
        tricks = _finish(
            spare, leader, place + 1, then, holder, trump_mask, duties, weights, weights, work
        )
        y[i] = tricks if seat & 1 == 0 else -tricks
        i += 1
    return i


@kernel
def _accumulate(x, y, n, products, values):
    """Add the cross products of n cards around their means; ``products``, ``values`` in place."""
    mean = 0.0
    for i in range(n):
        mean += y[i] / n
    for c in range(CONSIDERATIONS):
        centre = 0.0
        for i in range(n):
            centre += x[i, c] / n
        for i in range(n):
            x[i, c] -= centre
    for i in range(n):
        for c in range(CONSIDERATIONS):
            if x[i, c] != 0.0:
                values[c] += x[i, c] * (y[i] - mean)
                for e in range(CONSIDERATIONS):
                    products[c, e] += x[i, c] * x[i, e]


@kernel
def gather(seed, first, hands, strains, duties, weights, tried, stray, products, values, counts):
    """Normal equations of the next weights, by moment.

    ``hands`` uint64 [D, 4]; ``strains`` int64 [D, S]; ``duties`` int64 [D]; ``weights`` float64
    [M, C]; ``tried`` share of decisions at which all cards are tried, ``stray`` share of cards
    played at random; ``products`` float64 [M, C, C], ``values`` [M, C] and ``counts`` int64 [M]
    are added to (*modified in place*).  One deal in eight is led by a random seat.
    """
    stream = new_stream()
    position = np.zeros(_STATE, np.uint64)
    spare = np.zeros(_STATE, np.uint64)
    work = np.zeros(WORK, np.float64)
    x = np.zeros((8, CONSIDERATIONS))
    y = np.zeros(8)
    for d in range(hands.shape[0]):
        open_stream(stream, seed, PURPOSE_PLAY, first + d)
        for s in range(strains.shape[1]):
            trump_mask = strain_trumps(strains[d, s])
            leader = below(stream, 4) if below(stream, 8) == 0 else 0
            _start(position, hands[d])
            while position[_HANDS + leader] != ZERO:
                best = ZERO
                winner = leader
                for place in range(4):
                    seat = (leader + place) & 3
                    legal = _legal(position, seat, place, best, winner, trump_mask, duties[d])
                    if popcount(legal) > 1 and uniform(stream) < tried:
                        row = moment(legal, seat, place, trump_mask, 0, position[:TABLE])
                        n = _try_cards(
                            position,
                            spare,
                            legal,
                            leader,
                            place,
                            best,
                            winner,
                            trump_mask,
                            duties[d],
                            weights,
                            work,
                            x,
                            y,
                        )
                        _accumulate(x, y, n, products[row], values[row])
                        counts[row] += 1
                    if uniform(stream) < stray:
                        card = random_card(legal, next_word(stream))
                    else:
                        card = choose(
                            position[_HANDS + seat],
                            legal,
                            seat,
                            place,
                            best,
                            winner,
                            trump_mask,
                            0,
                            position[:TABLE],
                            weights,
                            work,
                        )
                    best, winner = _lay(
                        position, seat, place, card, best, winner, trump_mask, duties[d]
                    )
                leader = winner
