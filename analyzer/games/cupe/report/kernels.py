"""Many hands of Cupe in which the first seat goes several ways, each hand with cards of its own.

Letters: ``N`` deals, ``C`` ways to go, ``G`` exchanges.  All four play as simple players.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.batch import write_end, write_start
from analyzer.games.cupe.kernels.choices import lay_table
from analyzer.games.cupe.kernels.exchange import aim_gift, simple_gift
from analyzer.games.cupe.kernels.judgement import STYLE, suit_danger
from analyzer.games.cupe.kernels.legality import LIMITS, PACK, set_limits
from analyzer.games.cupe.kernels.play import SIMPLE, play_on
from analyzer.games.cupe.kernels.scores import score_hand
from analyzer.games.cupe.kernels.simple import hand_losers
from analyzer.games.cupe.kernels.table import TABLE
from analyzer.kernels.bits import ONE, ZERO, popcount, suit_cards
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import below, new_stream, open_stream

_CARDS = 64


@kernel
def usual_gifts(hands, rules, style, gifts):
    """What the simple player gives from each of ``hands`` uint64 [N] into ``gifts`` (in place)."""
    cost = np.zeros((4, 7), np.float64)
    pick = np.zeros((4, 7), np.uint64)
    for i in range(hands.shape[0]):
        gifts[i] = simple_gift(hands[i], rules, style, cost, pick)


@kernel
def slam_gifts(hands, count, rules, style, gifts, losers):
    """What who wants all points gives from each of ``hands``, and the losers that he keeps.

    ``gifts`` uint64 [N] and ``losers`` float64 [N] are *modified in place*.
    """
    for i in range(hands.shape[0]):
        gifts[i], losers[i] = aim_gift(hands[i], PACK & ~hands[i], count, rules, style)


@kernel
def losers_of(hands, style, losers):
    """Tricks that who wants all points is likely to lose, into ``losers`` float64 [N]."""
    for i in range(hands.shape[0]):
        losers[i] = hand_losers(hands[i], PACK & ~hands[i], style)


@kernel
def dangers_left(hands, gifts, style, dangers):
    """Danger of each hand after each exchange, as the simple player sees it.

    ``hands`` uint64 [N], ``gifts`` uint64 [N, G]; ``dangers`` float64 [N, G] *modified in place*.
    """
    for i in range(gifts.shape[0]):
        unseen = PACK & ~hands[i]
        for g in range(gifts.shape[1]):
            total = 0.0
            for suit in range(4):
                gift = suit_cards(gifts[i, g], suit)
                mine = suit_cards(hands[i], suit)
                total += suit_danger(mine ^ gift, suit_cards(unseen, suit) | gift, suit, style)
            dangers[i, g] = total


@kernel
def deal_around(seed, purpose, numbers, known, count, hands):
    """Deal the cards that are not known: ``hands`` uint64 [N * count, 4] *modified in place*.

    ``known`` uint64 [N, 4] holds the cards that lie in each seat; each row, ``numbers`` int64 [N],
    is dealt ``count`` times, each time from a stream of its own.
    """
    state = new_stream()
    cards = np.zeros(_CARDS, np.uint64)
    for i in range(known.shape[0]):
        there = known[i, 0] | known[i, 1] | known[i, 2] | known[i, 3]
        free = 0
        for bit in range(_CARDS):
            card = ONE << np.uint64(bit)
            if PACK & ~there & card != ZERO:
                cards[free] = card
                free += 1
        for j in range(count):
            open_stream(state, seed, purpose, numbers[i] * count + j)
            at = 0
            for seat in range(4):
                hand = known[i, seat]
                for _ in range(13 - popcount(known[i, seat])):
                    other = at + below(state, free - at)
                    cards[at], cards[other] = cards[other], cards[at]
                    hand |= cards[at]
                    at += 1
                hands[i * count + j, seat] = hand


@kernel
def play_ways(dealt, fixed, gifts, step, style, own_styles, rules, outcomes):
    """Play every way of the first seat on every deal into ``outcomes`` [N, C, OUTCOMES].

    Parameters
    ----------
    dealt : uint64 [N, 4]
        Hands before the exchange.
    fixed : uint64 [N, 4]
        What others give, where it is known; the rest give as simple players.
    gifts : uint64 [N, C]
        What the first seat gives; a way without a gift is left out where there is an exchange.
    own_styles : float64 [C, STYLE]
        What the first seat weighs in play; the others weigh ``style``.
    outcomes : int64 [N, C, OUTCOMES]
        As :func:`analyzer.games.cupe.kernels.batch.play_hands` writes them, *modified in place*.
    """
    given = np.zeros(4, np.uint64)
    table = np.zeros(TABLE, np.uint64)
    limits = np.zeros(LIMITS, np.uint64)
    scores = np.zeros(4, np.int64)
    totals = np.zeros(4, np.int64)
    cost = np.zeros((4, 7), np.float64)
    pick = np.zeros((4, 7), np.uint64)
    levels = np.full(4, SIMPLE)
    styles = np.zeros((4, STYLE), np.float64)
    for seat in range(4):
        styles[seat] = style
    set_limits(rules, limits)
    for i in range(gifts.shape[0]):
        for seat in range(1, 4):
            given[seat] = fixed[i, seat]
            if step != 0 and given[seat] == ZERO:
                given[seat] = simple_gift(dealt[i, seat], rules, style, cost, pick)
        for c in range(gifts.shape[1]):
            if step != 0 and gifts[i, c] == ZERO:
                continue
            before = 0
            while gifts[i, before] != gifts[i, c] or np.any(own_styles[before] != own_styles[c]):
                before += 1
            if before < c:
                outcomes[i, c] = outcomes[i, before]
                continue
            lay_table(table, dealt[i], given, 0, gifts[i, c], step, rules)
            write_start(table, outcomes[i, c])
            styles[0] = own_styles[c]
            play_on(table, levels, styles, limits, rules, ZERO)
            shooter = score_hand(table, rules, totals, scores)
            write_end(table, shooter, scores, outcomes[i, c])
