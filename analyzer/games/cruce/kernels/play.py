"""The tricks of a round of Cruce, from the first lead on (rulebook, sections 5 to 7)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.bidding import choose_trump
from analyzer.games.cruce.kernels.cards import PAIRS, rank_points
from analyzer.games.cruce.kernels.simple import choose_card
from analyzer.kernels.bits import ZERO, lowest, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import step_fast, word_fast
from analyzer.kernels.trick import beats, legal_follow
from analyzer.players.chance import random_card
from analyzer.players.view import shown_absent

CARDS, ANNOUNCES, TRICKS = 0, 1, 2
"""Rows of the result of a round: card points, announcement points, tricks, by seat."""


@kernel
def _legal(hand, lead_trump, facts, table, rules):
    """Cards that the seat to act may play (rulebook, section 6)."""
    if table[at.PLAYED] == 0:
        trumps = hand & facts[at.TRUMPS]
        return trumps if lead_trump and trumps != ZERO else hand
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
def _choose(hand, legal, level, first_lead, facts, table, rules, fast):
    """The card that a seat of a level plays; ``fast`` uint64 [1] moves on when used."""
    if level == codes.SIMPLE:
        if first_lead:
            # Any suit may be led and becomes trump: first the suit, then the card.
            trumps = suit_mask(choose_trump(hand, rules))
            legal &= trumps
            facts[at.TRUMPS] = trumps
        if popcount(legal) == 1:
            return legal
        return choose_card(hand, legal, facts, table)
    if popcount(legal) == 1:
        return legal
    fast[0] = step_fast(fast[0])
    return random_card(legal, word_fast(fast[0]))


@kernel
def _announces(hand, card, table):
    """Whether playing ``card`` from ``hand`` (with it) announces its suit's pair (section 7)."""
    trigger = table[at.TRIGGER]
    if trigger < 0:
        return False
    suit = lowest(card) >> 4
    pair = PAIRS & suit_mask(suit)
    if hand & pair != pair or (table[at.ANNOUNCED] >> suit) & 1:
        return False
    if trigger == codes.SUIT_LEAD or trigger == codes.PAIR_CARD_LEAD:
        if table[at.PLAYED] > 0:
            return False
    return trigger == codes.FIRST_PLAYED or trigger == codes.SUIT_LEAD or card & pair != ZERO


@kernel
def _put(seat, card, hand, facts, table, rules, result):
    """Lay ``card`` from ``hand`` on the table: what it shows, announces and wins."""
    led = suit_mask(lowest(card) >> 4)
    if table[at.PLAYED] == 0:
        facts[at.LED] = led
        if facts[at.TRUMPS] == ZERO:
            facts[at.TRUMPS] = led
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
    if _announces(hand, card, table):
        trump = card & facts[at.TRUMPS] != ZERO
        result[ANNOUNCES, seat] += codes.TRUMP_PAIR if trump else codes.PLAIN_PAIR
        table[at.ANNOUNCED] |= 1 << (lowest(card) >> 4)
        facts[at.SHOWN + seat] |= PAIRS & led
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
def play_tricks(
    hands, drawn, leader, trumps, shown, opening, rules, levels, fast, facts, table, result, trace
):
    """Play a round from the first lead to the last trick.

    Parameters: ``hands`` uint64 [4], *played to the end in place*; ``drawn`` uint64 [12], the
    stock (its last cards, as many as ``rules`` say); ``leader`` the declarer; ``trumps`` mask of
    the trump suit, of which the first lead must then be if one is held, or empty when that lead
    makes trump; ``shown`` card of the declarer that all have seen, or empty; ``opening`` the
    first lead, or empty when the declarer chooses it; ``rules`` int64 as
    :func:`analyzer.games.cruce.codes.kernel_rules`; ``levels`` int64 [4] by seat; ``fast``
    uint64 [1], a fast stream; ``facts``, ``table`` work space
    (:mod:`analyzer.games.cruce.kernels.table`); ``result`` int64 [3, 4], the rows ``CARDS``,
    ``ANNOUNCES``, ``TRICKS``; ``trace`` uint64 [24, 2], each card played and what was legal.
    The last four are *modified in place*.  Returns the number of cards played.
    """
    players = rules[codes.PLAYERS]
    named = trumps != ZERO
    facts[:] = ZERO
    table[:] = 0
    result[:] = 0
    facts[at.TRUMPS] = trumps
    facts[at.SHOWN + leader] = shown
    table[at.PLAYERS] = players
    table[at.STOCK_LEFT] = rules[codes.STOCK]
    table[at.TRIGGER] = rules[codes.TRIGGER] if rules[codes.ANNOUNCEMENTS] else -1
    moves = 0
    while hands[leader] != ZERO:
        table[at.PLAYED] = 0
        table[at.WORTH] = 0
        seat = leader
        for _ in range(players):
            hand = hands[seat]
            table[at.SEAT] = seat
            legal = _legal(hand, named and moves == 0, facts, table, rules)
            first_lead = facts[at.TRUMPS] == ZERO
            trace[moves, 1] = legal
            card = opening
            if moves > 0 or opening == ZERO:
                card = _choose(hand, legal, levels[seat], first_lead, facts, table, rules, fast)
            trace[moves, 0] = card
            _put(seat, card, hand, facts, table, rules, result)
            hands[seat] = hand ^ card
            moves += 1
            seat += 1
            if seat == players:
                seat = 0
        leader = table[at.WINNER]
        result[CARDS, leader] += table[at.WORTH]
        result[TRICKS, leader] += 1
        if table[at.STOCK_LEFT] > 0:
            _draw(hands, drawn, leader, table)
    return moves
