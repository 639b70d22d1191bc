"""The steps of a round of Cruce: what is legal, what a card does, who wins the trick.

Rulebook, sections 5 to 7.  Arrays as in :mod:`analyzer.games.cruce.kernels.table`.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.cards import PAIRS, rank_points
from analyzer.kernels.bits import ZERO, lowest, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.trick import beats, legal_follow
from analyzer.players.view import shown_absent

CARDS, ANNOUNCES, TRICKS = 0, 1, 2
"""Rows of the result of a round: card points, announcement points, tricks, by seat."""


@kernel
def begin_round(leader, trumps, shown, contract, rules, facts, table, result):
    """Before the first lead; ``facts``, ``table`` and ``result`` are *modified in place*.

    ``trumps`` mask of the trump suit, of which the first lead must then be if one is held, or
    empty when that lead makes trump; ``shown`` card of the declarer that all have seen, or empty.
    """
    facts[:] = ZERO
    table[:] = 0
    result[:] = 0
    facts[at.TRUMPS] = trumps
    facts[at.SHOWN + leader] = shown
    table[at.PLAYERS] = rules[codes.PLAYERS]
    table[at.SEAT] = leader
    table[at.STOCK_LEFT] = rules[codes.STOCK]
    table[at.TRIGGER] = rules[codes.TRIGGER] if rules[codes.ANNOUNCEMENTS] else -1
    table[at.DECLARER] = leader
    table[at.CONTRACT] = contract
    table[at.NAMED] = 1 if trumps != ZERO else 0


@kernel
def _must_lead_trump(facts, table):
    """Whether a lead is the first of a round whose trump was named: a trump, if one is held."""
    return table[at.NAMED] != 0 and facts[at.SEEN] == ZERO


@kernel
def legal_cards(hand, facts, table, rules):
    """Cards that the seat to act may play (rulebook, section 6)."""
    if table[at.PLAYED] == 0:
        trumps = hand & facts[at.TRUMPS]
        return trumps if trumps != ZERO and _must_lead_trump(facts, table) else hand
    if table[at.STOCK_LEFT] > 0:
        return hand
    return legal_follow(
        hand,
        facts[at.LED],
        facts[at.TRUMPS],
        facts[at.OPENING],
        facts[at.BEST_LED],
        facts[at.BEST],
        False,
        rules[codes.DUTIES],
    )


@kernel
def may_announce(card, table):
    """The pair that playing ``card`` announces if it is held (section 7), or none."""
    trigger = table[at.TRIGGER]
    suit = lowest(card) >> 4
    if trigger < 0 or (table[at.ANNOUNCED] >> suit) & 1:
        return ZERO
    if trigger == codes.SUIT_LEAD or trigger == codes.PAIR_CARD_LEAD:
        if table[at.PLAYED] > 0:
            return ZERO
    if trigger == codes.FIRST_PLAYED or trigger == codes.SUIT_LEAD or card & PAIRS != ZERO:
        return PAIRS & suit_mask(suit)
    return ZERO


@kernel
def _show(card, facts, table, rules):
    """What a card tells about the hand it came from: cards that its player does not hold."""
    seat = table[at.SEAT]
    if table[at.PLAYED] == 0:
        if card & facts[at.TRUMPS] == ZERO and _must_lead_trump(facts, table):
            facts[at.ABSENT + seat] |= facts[at.TRUMPS]
    elif table[at.STOCK_LEFT] == 0:
        facts[at.ABSENT + seat] |= shown_absent(
            card,
            facts[at.LED],
            facts[at.TRUMPS],
            facts[at.OPENING],
            facts[at.BEST_LED],
            facts[at.BEST],
            False,
            rules[codes.DUTIES],
        )


@kernel
def put(card, hand, facts, table, rules, result):
    """The seat to act lays ``card`` from ``hand`` on the table: what it shows, announces, wins."""
    seat = table[at.SEAT]
    led = suit_mask(lowest(card) >> 4)
    if table[at.PLAYED] == 0:
        facts[at.LED] = led
    _show(card, facts, table, rules)
    if facts[at.TRUMPS] == ZERO:
        facts[at.TRUMPS] = led
    pair = may_announce(card, table)
    if pair != ZERO and hand & pair == pair:
        trump = card & facts[at.TRUMPS] != ZERO
        result[ANNOUNCES, seat] += codes.TRUMP_PAIR if trump else codes.PLAIN_PAIR
        table[at.ANNOUNCED] |= 1 << (lowest(card) >> 4)
        facts[at.SHOWN + seat] |= pair
    if table[at.PLAYED] == 0:
        facts[at.OPENING] = card
        facts[at.BEST_LED] = card
        facts[at.BEST] = card
        table[at.WINNER] = seat
    else:
        if card & facts[at.LED] != ZERO and card > facts[at.BEST_LED]:
            facts[at.BEST_LED] = card
        if beats(card, facts[at.BEST], facts[at.LED], facts[at.TRUMPS]):
            facts[at.BEST] = card
            table[at.WINNER] = seat
    facts[at.SEEN] |= card
    table[at.PLAYED] += 1
    table[at.WORTH] += rank_points(lowest(card) & 15)


@kernel
def _draw(hands, drawn, winner, table):
    """Each of two players draws a card from the stock, the trick's winner first."""
    top = drawn.shape[0] - table[at.STOCK_LEFT]
    hands[winner] |= drawn[top]
    hands[1 - winner] |= drawn[top + 1]
    table[at.STOCK_LEFT] -= 2


@kernel
def step(card, hands, drawn, facts, table, rules, result):
    """The seat to act plays ``card``; a full trick is taken in, and the next seat is to act.

    ``hands`` uint64 [4]; ``drawn`` uint64 [12], the stock (its last cards, as many as are left);
    all but ``drawn`` and ``rules`` are *modified in place*.
    """
    seat = table[at.SEAT]
    hand = hands[seat]
    put(card, hand, facts, table, rules, result)
    hands[seat] = hand ^ card
    if table[at.PLAYED] < table[at.PLAYERS]:
        table[at.SEAT] = seat + 1 if seat + 1 < table[at.PLAYERS] else 0
        return
    winner = table[at.WINNER]
    result[CARDS, winner] += table[at.WORTH]
    result[TRICKS, winner] += 1
    if table[at.STOCK_LEFT] > 0:
        _draw(hands, drawn, winner, table)
    table[at.SEAT] = winner
    table[at.PLAYED] = 0
    table[at.WORTH] = 0
