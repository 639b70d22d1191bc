"""How the expert of Cuțu values a card in one layout: played on by `simple`, the end face up."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cutu.kernels.mind import (
    DECLARER,
    DUTIES,
    LEADER,
    PLACE,
    SEAT,
    STRAIN,
    TRICKS,
    WINNER,
)
from analyzer.games.cutu.kernels.play import strain_trumps
from analyzer.games.cutu.kernels.simple import choose
from analyzer.kernels.bits import ONE, ZERO, highest_bit, lowest, lowest_bit, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.search import solve_batch
from analyzer.kernels.search_lines import values_batch
from analyzer.kernels.trick import beats, legal_follow
from analyzer.players.view import TRICK, UNPLAYED, note_card

SIDES = 0b0101
"""Seats of one side, for the double-dummy search."""
OPEN_END = 3
"""With so many cards a hand, playouts end with the double-dummy value."""


@kernel
def rivals(hand, place, table):
    """Cards that tell a player's cards apart: unplayed ones of the others, and the trick's."""
    others = table[UNPLAYED] & ~hand
    for k in range(place):
        others |= table[TRICK + k]
    return others


@kernel
def same_choice(a, b, others):
    """Whether two cards are one choice: of a suit, with none of the ``others`` between."""
    low = min(a, b)
    high = max(a, b)
    if suit_mask(lowest(low) >> 4) & high == ZERO:
        return False
    return others & (high - ONE) & ~(low - ONE) == ZERO


@kernel
def _face_up_end(hands, leader, declarer, trump_mask, duties, mind):
    """Double-dummy tricks of the declarer's side in the rest."""
    mind.end_hands[0] = hands
    mind.trumps[0] = trump_mask
    mind.leaders[0] = leader
    solve_batch(
        mind.arena,
        mind.end_hands,
        mind.order,
        SIDES,
        mind.trumps[:1],
        mind.leaders[:1],
        duties,
        mind.no_cards,
        mind.end_tricks,
    )
    found = mind.end_tricks[0]
    return found if (leader ^ declarer) & 1 == 0 else popcount(hands[leader]) - found


@kernel
def play_on(declarer, leader, place, best, winner, trump_mask, duties, mind):
    """Tricks of the declarer's side from the present trick on when everybody plays as `simple`.

    ``mind.hands`` and ``mind.table`` are *played on in place*; ``place`` cards lie on the table,
    of which ``best``, ``winner``'s, wins so far.
    """
    hands, table, weights, work = mind.hands, mind.table, mind.weights, mind.work
    tricks = 0
    while place > 0 or hands[leader] != ZERO:
        if place == 0 and popcount(hands[leader]) <= OPEN_END:
            return tricks + _face_up_end(hands, leader, declarer, trump_mask, duties, mind)
        led_mask = ZERO if place == 0 else suit_mask(lowest(table[TRICK]) >> 4)
        while place < 4:
            seat = (leader + place) & 3
            hand = hands[seat]
            helped = place > 0 and winner == seat ^ 2
            legal = hand
            if place > 0:
                legal = legal_follow(hand, led_mask, trump_mask, best, best, best, helped, duties)
            card = lowest_bit(legal)
            if not same_choice(card, highest_bit(legal), rivals(hand, place, table)):
                card = choose(
                    hand,
                    legal,
                    seat,
                    place,
                    best,
                    winner,
                    trump_mask,
                    declarer,
                    table,
                    weights,
                    work,
                )
            hands[seat] = hand ^ card
            if place == 0:
                led_mask = suit_mask(lowest(card) >> 4)
            note_card(table, seat, place, card, led_mask, trump_mask, best, best, helped, duties)
            if place == 0 or beats(card, best, led_mask, trump_mask):
                best = card
                winner = seat
            place += 1
        leader = winner
        place = 0
        tricks += 1 - ((winner ^ declarer) & 1)
    return tricks


@kernel
def tricks_by_playing(card, layout, best, spot, seen, mind):
    """Declarer's tricks of the deal when ``card`` is played in a layout, and all play on."""
    seat, place, leader, winner = spot[SEAT], spot[PLACE], spot[LEADER], spot[WINNER]
    duties = spot[DUTIES]
    trump_mask = strain_trumps(spot[STRAIN])
    table = mind.table
    table[:] = seen.table
    mind.hands[:] = layout
    mind.hands[seat] ^= card
    led_mask = suit_mask(lowest(card if place == 0 else table[TRICK]) >> 4)
    helped = place > 0 and winner == seat ^ 2
    note_card(table, seat, place, card, led_mask, trump_mask, best, best, helped, duties)
    if place == 0 or beats(card, best, led_mask, trump_mask):
        best = card
        winner = seat
    rest = play_on(spot[DECLARER], leader, place + 1, best, winner, trump_mask, duties, mind)
    return spot[TRICKS] + rest


@kernel
def tricks_face_up(first, stop, spot, seen, mind):
    """Double-dummy tricks of the leader's side by bit of the card played, ``mind.tricks``.

    In the layouts ``first`` to ``stop - 1``; the present trick and all later ones count.
    """
    trump_mask = strain_trumps(spot[STRAIN])
    for i in range(first, stop):
        mind.trumps[i] = trump_mask
        mind.leaders[i] = spot[LEADER]
        for k in range(3):
            mind.played[i, k] = seen.table[TRICK + k] if k < spot[PLACE] else ZERO
    values_batch(
        mind.arena,
        mind.layouts[first:stop],
        mind.order,
        SIDES,
        mind.trumps[first:stop],
        mind.leaders[first:stop],
        spot[DUTIES],
        mind.played[first:stop],
        mind.tricks[first:stop],
    )
