"""The expert player of Cruce: each card it may play, tried in layouts that it imagines.

In every layout each candidate is played and the round is finished by ``simple`` players, who see
no more than their seats do; what counts is the score of the round with the contract as it is.
All candidates are tried in the same layouts.  The card that ``simple`` would play is kept unless
another is better by some standard errors of the difference; who falls behind is dropped.  Once
a seat knows where every card is and there are two sides, the rest is solved.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.cards import SECOND
from analyzer.games.cruce.kernels.endgame import new_endgame, solve
from analyzer.games.cruce.kernels.follow import play_on, simple_card
from analyzer.games.cruce.kernels.imagine import imagine, look, new_view
from analyzer.games.cruce.kernels.score import score_round, side_totals, sides
from analyzer.games.cruce.kernels.steps import step
from analyzer.kernels.bits import ZERO, lowest_bit
from analyzer.kernels.jit import kernel
from analyzer.players.sampling import open_thoughts

BIG = 33
"""What a big point counts in values; a small point of the own side beyond the others' counts 1."""
SMALL = 1
BETTER = 1.0
"""Standard errors by which another card must be better than that of ``simple``."""
BEHIND = 2.0
"""Standard errors behind it with which a card is dropped."""
FIRST_CHECK = 8
"""Layouts after which cards are dropped, and after every doubling."""
MOST = 8
"""Cards in a hand."""


@kernel
def new_mind():
    """What an expert thinks with, one for each thread.

    A view of the table; an imagined layout (hands, stock) and a copy of it that is played;
    copies of facts, table and result; candidates, sums and squares of their gains over the
    first, and whether they are still tried; points, tricks and score by side; memory of a search.
    """
    return (
        new_view(),
        np.zeros(4, np.uint64),
        np.zeros(SECOND, np.uint64),
        np.zeros(4, np.uint64),
        np.zeros(at.FACTS, np.uint64),
        np.zeros(at.TABLE, np.int64),
        np.zeros((3, 4), np.int64),
        np.zeros(MOST, np.uint64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.bool_),
        np.zeros((3, 4), np.int64),
        new_endgame(),
    )


@kernel
def worth(side, table, result, rules, scores):
    """What a finished round is worth to a side; ``scores`` int64 [3, 4] is work space.

    Whole numbers: its score, and a little for small points, which tell how near the next score
    was.
    """
    points, tricks, deltas = scores[0], scores[1], scores[2]
    side_totals(result, rules, points, tricks)
    count = sides(rules)
    score_round(points, table[at.CONTRACT], table[at.DECLARER] % count, 1, rules, deltas)
    value = 0
    for other in range(count):
        share = count - 1 if other == side else -1
        value += share * (BIG * deltas[other] + SMALL * points[other])
    return value


@kernel
def _try_card(card, facts, table, rules, result, mind):
    """The worth of playing ``card`` in the layout imagined, everybody ``simple`` from there."""
    hands, drawn, held, known, numbers, totals = (
        mind[1],
        mind[2],
        mind[3],
        mind[4],
        mind[5],
        mind[6],
    )
    held[:] = hands
    known[:] = facts
    numbers[:] = table
    totals[:, :] = result
    side = table[at.SEAT] % sides(rules)
    step(card, held, drawn, known, numbers, rules, totals)
    play_on(held, drawn, known, numbers, rules, totals)
    return worth(side, numbers, totals, rules, mind[11])


@kernel
def _ahead(total, squares, count):
    """Mean gain over its standard error; a gain that never varied is as clear as can be."""
    mean = total / count
    variance = (squares - mean * total) / (count - 1) if count > 1 else 0.0
    if variance <= 1e-9:
        return 1e9 if mean > 0 else (-1e9 if mean < 0 else 0.0)
    return mean / np.sqrt(variance / count)


@kernel
def _list_cards(first, legal, mind):
    """Candidates, that of ``simple`` first; their number."""
    cards, sums, squares, alive = mind[7], mind[8], mind[9], mind[10]
    cards[0] = first
    count = 1
    left = legal & ~first
    while left != ZERO:
        card = lowest_bit(left)
        left ^= card
        cards[count] = card
        count += 1
    sums[:] = 0
    squares[:] = 0
    alive[:count] = True
    return count


@kernel
def _drop(count, tried, mind):
    """Drop candidates that are clearly worse than the first; how many others are left."""
    sums, squares, alive = mind[8], mind[9], mind[10]
    left = 0
    for c in range(1, count):
        if alive[c] and _ahead(sums[c], squares[c], tried) < -BEHIND:
            alive[c] = False
        if alive[c]:
            left += 1
    return left


@kernel
def think(hand, legal, layouts, facts, table, rules, result, trace, thought, mind):
    """The card that the seat to act plays from ``legal``, of two cards or more.

    ``layouts`` how many to imagine; ``thought`` uint64 [2]: seed and number of the deal, which
    with the number of cards played name the random stream; ``mind`` of :func:`new_mind`.  Only
    layouts that fit are judged by; where none is found the card is that of ``simple``.
    """
    view, cards, sums, squares, alive = mind[0], mind[7], mind[8], mind[9], mind[10]
    first = simple_card(hand, legal, facts, table, rules)
    fitting = look(hand, facts, table, trace, view)
    if fitting == 0.0:
        return first
    open_thoughts(view[8], thought[0], thought[1], trace.shape[0])
    if fitting == 1.0 and table[at.PLAYERS] != 3:
        if not imagine(table, rules, trace, view, mind[1], mind[2]):
            return first
        mind[1][table[at.SEAT]] = hand
        return solve(first, legal, mind[1], facts, table, rules, result, trace, mind[12])
    count = _list_cards(first, legal, mind)
    mind[1][table[at.SEAT]] = hand
    tried = 0
    check = FIRST_CHECK
    wanted = 1 if fitting == 1.0 else layouts
    while tried < wanted and imagine(table, rules, trace, view, mind[1], mind[2]):
        base = _try_card(first, facts, table, rules, result, mind)
        for c in range(1, count):
            if alive[c]:
                gain = _try_card(cards[c], facts, table, rules, result, mind) - base
                sums[c] += gain
                squares[c] += gain * gain
        tried += 1
        if tried == check:
            check *= 2
            if _drop(count, tried, mind) == 0:
                break
    chosen = 0
    for c in range(1, count if tried > 0 else 1):
        if alive[c] and _ahead(sums[c], squares[c], tried) > BETTER:
            if chosen == 0 or sums[c] > sums[chosen]:
                chosen = c
    return cards[chosen]
