"""Rounds played on by the level ``simple``: its card at any place, and a round to its end."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.bidding import choose_trump
from analyzer.games.cruce.kernels.simple import choose_card
from analyzer.games.cruce.kernels.steps import legal_cards, step
from analyzer.kernels.bits import ONE, ZERO, suit_mask
from analyzer.kernels.jit import kernel


@kernel
def simple_card(hand, legal, facts, table, rules):
    """The card that the seat to act plays at level ``simple``; ``facts`` are left as they are."""
    if facts[at.TRUMPS] != ZERO:
        if legal & (legal - ONE) == ZERO:
            return legal
        return choose_card(hand, legal, facts, table)
    # Any suit may be led and becomes trump: first the suit, then the card.
    trumps = suit_mask(choose_trump(hand, rules))
    legal &= trumps
    if legal & (legal - ONE) == ZERO:
        return legal
    facts[at.TRUMPS] = trumps
    card = choose_card(hand, legal, facts, table)
    facts[at.TRUMPS] = ZERO
    return card


@kernel
def play_on(hands, drawn, facts, table, rules, result):
    """Everybody plays on at level ``simple`` to the last trick; arrays as in ``steps.step``."""
    while hands[table[at.SEAT]] != ZERO:
        hand = hands[table[at.SEAT]]
        legal = legal_cards(hand, facts, table, rules)
        card = simple_card(hand, legal, facts, table, rules)
        step(card, hands, drawn, facts, table, rules, result)
