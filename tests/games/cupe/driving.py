"""Kernels and the reference of Cupe side by side: conversions, and hands played by both."""

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels import table as t
from analyzer.games.cupe.kernels.exchange import exchange_step, random_gift, simple_gift
from analyzer.games.cupe.kernels.legality import (
    LIMITS,
    legal_to_follow,
    legal_to_lead,
    set_limits,
)
from analyzer.games.cupe.kernels.play import suit_of
from analyzer.games.cupe.kernels.simple import simple_card
from analyzer.games.cupe.styles import style
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_PLAY, new_stream, open_fast, step_fast, word_fast
from analyzer.players.chance import random_card
from tests.reference import cupe as reference

RANDOM, SIMPLE = 0, 1
LAYOUTS = Layouts.build(52, (13,) * 4)


def bit(card):
    number = reference.PACK.index(card)
    return np.uint64(1 << (16 * (number // 13) + number % 13))


def bits(cards):
    return np.uint64(sum(int(bit(card)) for card in cards))


def suit(card):
    """Mask of the suit of a card's text."""
    return np.uint64(suit_of(bit(card)))


def cards_of(mask):
    return {card for card in reference.PACK if int(mask) & int(bit(card))}


def hands_of_deal(owners):
    return [{reference.PACK[c] for c in np.flatnonzero(owners == seat)} for seat in range(4)]


def limits_of(rules):
    limits = np.zeros(LIMITS, np.uint64)
    set_limits(rules.packed(), limits)
    return limits


class Driver:
    """Plays one hand in the reference with the cards that the kernels' players choose.

    At every decision the legal cards of both are compared.
    """

    def __init__(self, rules, seed, deal, levels, hand_number=None, exchanged=False):
        self.rules, self.packed, self.limits = rules, rules.packed(), limits_of(rules)
        self.levels, self.style = levels, style()
        self.decisions = 0
        number = deal if hand_number is None else hand_number
        state = new_stream()
        step = int(exchange_step(state, np.uint64(seed), deal, number, self.packed))
        if exchanged:
            step = 0
        drawn = step if rules.exchange == "random" else 0
        assert step == reference.direction(rules, number, drawn) or exchanged
        self.fast = np.uint64(open_fast(state, np.uint64(seed), PURPOSE_PLAY, deal))
        dealt = hands_of_deal(LAYOUTS.deal(1, seed, deal)[0])
        self.gifts = [set() for _ in range(4)] if step == 0 else self._gifts(dealt)
        self.step = step
        hands = reference.after_exchange(dealt, self.gifts, step)
        first = 0 if hand_number is None else hand_number % 4
        opener = reference.opener(rules, hands, first)
        self.hand = reference.Hand(rules, hands, opener)
        self.voids = [0] * 4
        self.played = set()

    def _gifts(self, dealt):
        gifts = []
        for seat in range(4):
            if self.levels[seat] == RANDOM:
                gift, fast = random_gift(bits(dealt[seat]), self.packed, self.fast)
                self.fast = np.uint64(fast)
            else:
                work = np.zeros((4, 7)), np.zeros((4, 7), np.uint64)
                gift = simple_gift(bits(dealt[seat]), self.packed, self.style, *work)
            gift = cards_of(gift)
            assert len(gift) == self.rules.exchange_count
            assert gift <= reference.may_be_given(self.rules, dealt[seat])
            gifts.append(gift)
        return gifts

    def table(self):
        """The kernels' table of the present position."""
        hand, table = self.hand, np.zeros(t.TABLE, np.uint64)
        for seat in range(4):
            table[t.HANDS + seat] = bits(hand.hands[seat])
            table[t.TAKEN + seat] = bits(hand.taken[seat])
            table[t.VOIDS + seat] = np.uint64(self.voids[seat])
            table[t.GAVE + seat] = bits(self.gifts[seat])
            table[t.GOT + (seat + self.step) % 4] = bits(self.gifts[seat])
        for k, card in enumerate(hand.trick):
            table[t.TRICK + (hand.leader + k) % 4] = bit(card)
        table[t.PLAYED] = bits(self.played)
        table[t.LEADER], table[t.COUNT] = hand.leader, len(hand.trick)
        table[t.NUMBER], table[t.BROKEN] = hand.number - 1, hand.broken
        table[t.STEP] = self.step
        return table

    def _choose(self, legal):
        hand, seat, trick = self.hand, self.hand.turn, self.hand.trick
        legal = np.uint64(legal)
        if len(cards_of(legal)) == 1:
            return legal
        if self.levels[seat] == RANDOM:
            self.fast = np.uint64(step_fast(self.fast))
            return random_card(legal, np.uint64(word_fast(self.fast)))
        led, best, taker = np.uint64(0), np.uint64(0), hand.leader
        if trick:
            led = suit(trick[0])
            taker = reference.winner(hand.leader, trick)
            best = bit(trick[(taker - hand.leader) % 4])
        return simple_card(
            self.table(), seat, legal, len(trick), led, best, taker, bits(trick),
            self.limits, self.packed, self.style,
        )  # fmt: skip

    def step_on(self):
        hand, seat = self.hand, self.hand.turn
        own, first = bits(hand.hands[seat]), hand.number == 1
        if hand.trick:
            legal = legal_to_follow(own, suit(hand.trick[0]), first, self.limits)
        else:
            legal = legal_to_lead(own, first, hand.broken, self.limits)
        assert cards_of(legal) == hand.legal()
        self.decisions += 1
        (card,) = cards_of(self._choose(legal))
        if hand.trick and card[1] != hand.trick[0][1]:
            self.voids[seat] |= int(suit(hand.trick[0]))
        self.played.add(card)
        hand.play(card)

    def play_out(self):
        while not self.hand.over:
            self.step_on()
        return self.hand.taken
