"""The tricks of a round of Cruce, from the first lead on (rulebook, sections 5 to 7)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.expert import think
from analyzer.games.cruce.kernels.follow import simple_card
from analyzer.games.cruce.kernels.steps import legal_cards, may_announce, step
from analyzer.kernels.bits import ZERO, lowest, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import step_fast, word_fast
from analyzer.players.chance import random_card


@kernel
def _choose(hand, legal, level, facts, table, rules, fast, thought, result, trace, mind):
    """The card that a seat of a level plays; ``fast`` uint64 [1] moves on when used."""
    if popcount(legal) == 1:
        return legal
    if level & codes.LEVEL_MASK == codes.EXPERT:
        layouts = level >> codes.LEVEL_BITS
        return think(hand, legal, layouts, facts, table, rules, result, trace, thought, mind)
    if level == codes.SIMPLE:
        return simple_card(hand, legal, facts, table, rules)
    fast[0] = step_fast(fast[0])
    return random_card(legal, word_fast(fast[0]))


@kernel
def play_tricks(
    hands, drawn, opening, rules, levels, fast, thought, facts, table, result, trace, mind
):
    """Play a round that :func:`~.steps.begin_round` began, to the last trick.

    Parameters: ``hands`` uint64 [4], *played to the end in place*; ``drawn`` uint64 [12], the
    stock (its last cards, as many as ``rules`` say); ``opening`` the first lead, or empty when
    the declarer chooses it; ``rules`` int64 as
    :func:`analyzer.games.cruce.codes.kernel_rules`; ``levels`` int64 [4] by seat
    (:func:`analyzer.games.cruce.codes.level_code`); ``fast`` uint64 [1], a fast stream;
    ``thought`` uint64 [2], seed and number of what experts imagine; ``facts``, ``table``,
    ``trace`` as in :mod:`analyzer.games.cruce.kernels.table`; ``result`` int64 [3, 4], rows of
    :mod:`analyzer.games.cruce.kernels.steps`; ``mind`` of
    :func:`analyzer.games.cruce.kernels.expert.new_mind`.  Returns the number of cards played.
    """
    moves = 0
    while hands[table[at.SEAT]] != ZERO:
        seat = table[at.SEAT]
        hand = hands[seat]
        legal = legal_cards(hand, facts, table, rules)
        card = opening
        if moves > 0 or opening == ZERO:
            card = _choose(
                hand, legal, levels[seat], facts, table, rules, fast, thought, result,
                trace[:moves], mind,
            )  # fmt: skip
        pair = may_announce(card, table)
        trace[moves, at.CARD] = card
        trace[moves, at.LEGAL] = legal
        trace[moves, at.PLAYER] = seat
        trace[moves, at.PAIR] = pair
        step(card, hands, drawn, facts, table, rules, result)
        told = pair != ZERO and (table[at.ANNOUNCED] >> (lowest(card) >> 4)) & 1
        trace[moves, at.TOLD] = 1 if told else 0
        moves += 1
    return moves
