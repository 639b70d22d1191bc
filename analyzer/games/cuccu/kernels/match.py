"""Rounds at a match table, and whole matches (`docs/rulebooks/cuccu.md`, sections 3, 7 and 9).

Letters: ``P`` places of the match, in turn order with the present dealer last; players who are
out keep their place.  ``match`` is an int64 array [5 P]: lives, levels of play, the seat of each
place in the present round (-1: out), winners (0 or 1), and work space.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.round import play_round
from analyzer.kernels.jit import kernel

ROUND = 40
"""Round ``r`` of match ``i`` is round number ``i + (r << ROUND)`` of the seed."""
MOST_ROUNDS = 1 << 14
"""A match that is not over by then has no winner; none that was seen came near."""


@kernel
def seat_players(table, match, places):
    """Seat the players with lives for a round; returns their number. In place."""
    n = 0
    for place in range(places):
        match[2 * places + place] = -1
        if match[place] > 0:
            match[2 * places + place] = n
            table[t.LIVES + n] = match[place]
            table[t.LEVEL + n] = match[places + place]
            n += 1
    t.clear_round(table, n)
    return n


@kernel
def take_lives(table, match, places):
    """Lives after a round that was played; returns how many players have some. In place."""
    alive = 0
    for place in range(places):
        seat = match[2 * places + place]
        if seat >= 0:
            match[place] = table[t.LIVES + seat]
            if match[place] > 0:
                alive += 1
    return alive


@kernel
def _rotate(match, places):
    """The deal passes to the next place with lives, which becomes the last place. In place."""
    by = 0
    while match[by] == 0:
        by += 1
    by += 1
    for row in range(4):
        for place in range(places):
            match[4 * places + place] = match[row * places + place]
        for place in range(places):
            match[row * places + place] = match[4 * places + (place + by) % places]
    return by


@kernel
def settle(table, match, places, alive):
    """What follows a round: true when the match is over; else the next dealer is in place.

    Winners are marked in row 3 of ``match``.  Returns (over, places the deal moved by).
    """
    winners = 3 * places
    if alive == 1:
        for place in range(places):
            match[winners + place] = 1 if match[place] > 0 else 0
        return True, 0
    if table[t.ALL_ZERO]:
        rule = table[t.RULE + t.ALL_ZERO_RULE]
        if rule == t.REPLAY:
            return False, 0
        if rule == t.JOINT_WIN:
            for place in range(places):
                match[winners + place] = 1 if match[2 * places + place] >= 0 else 0
            return True, 0
        for place in range(places):
            match[place] = table[t.RULE + t.LIVES_RULE]
    return False, _rotate(match, places)


@kernel
def play_match(table, words, policy, match, places, seed, number, first):
    """Play a match on from round ``first``; returns (rounds, all-zero rounds, turns). In place.

    ``turns`` is by how many places the seats were turned: who began at place ``p`` is at place
    ``(p - turns) % places`` at the end.
    """
    turned = 0
    zeros = 0
    for r in range(first, MOST_ROUNDS):
        seat_players(table, match, places)
        t.shuffle_round(table, words, seed, number + (r << ROUND))
        play_round(table, policy)
        alive = take_lives(table, match, places)
        zeros += table[t.ALL_ZERO]
        over, by = settle(table, match, places, alive)
        turned = (turned + by) % places
        if over:
            return r + 1 - first, zeros, turned
    return MOST_ROUNDS - first, zeros, turned
