"""A hand of Cupe on the kernels' table and in the reference, card by card, with experts."""

from __future__ import annotations

import random

import numpy as np

from analyzer.games.cupe.kernels import table as t
from analyzer.games.cupe.kernels.expert import IMAGINED, expert_card, new_thoughts
from analyzer.games.cupe.kernels.expert_gift import ready_table
from analyzer.games.cupe.kernels.moves import legal_cards, put_card, seen_from
from analyzer.games.cupe.kernels.play import trick_so_far
from analyzer.games.cupe.play import seat_minds, seat_styles
from analyzer.players.sampling import prepare_layouts, sample_layout
from tests.games.cupe.driving import bit, bits, cards_of, limits_of
from tests.reference import cupe as reference

LAYOUTS = 6
THOUGHTS = new_thoughts(4 * LAYOUTS)
NOBODY = np.zeros(4, np.int64)


class Seats:
    """One hand: the exchange is random; cards are played by :meth:`play`."""

    def __init__(self, rules, seed):
        self.rules, self.packed, self.limits = rules, rules.packed(), limits_of(rules)
        self.rng = random.Random(seed)
        self.seed = seed
        pack = list(reference.PACK)
        self.rng.shuffle(pack)
        dealt = [set(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
        self.step = reference.direction(rules, seed, self.rng.randrange(4))
        self.gifts = [set() for _ in range(4)]
        if self.step:
            for seat in range(4):
                may = sorted(reference.may_be_given(rules, dealt[seat]))
                self.gifts[seat] = set(self.rng.sample(may, rules.exchange_count))
        self.start = reference.after_exchange(dealt, self.gifts, self.step)
        self.hand = reference.Hand(rules, self.start, reference.opener(rules, self.start, seed))
        self.log = []
        self.table = np.zeros(t.TABLE, np.uint64)
        hands = np.array([bits(cards) for cards in dealt], np.uint64)
        given = np.array([bits(gift) for gift in self.gifts], np.uint64)
        ready_table(self.table, hands, given, self.step, seed % 4, self.packed)

    def legal(self):
        led = np.uint64(trick_so_far(self.table)[0])
        return cards_of(legal_cards(self.table, led, self.limits))

    def expert(self, table=None, layouts=LAYOUTS):
        """The expert's card at this decision, from ``table`` where it is not the real one."""
        shown = self.table if table is None else table
        legal = bits(self.hand.legal())
        chosen = expert_card(
            shown, self.hand.turn, legal, layouts, NOBODY, seat_styles(), seat_minds()[0],
            self.limits, self.packed, np.uint64(self.seed), 3, THOUGHTS,
        )  # fmt: skip
        (card,) = cards_of(chosen)
        return card

    def play(self, card):
        self.log.append((self.hand.turn, card))
        self.hand.play(card)
        put_card(self.table, bit(card), self.limits)

    def play_random(self, cards):
        """So many random cards, or to the end."""
        while cards > 0 and not self.hand.over:
            self.play(self.rng.choice(sorted(self.hand.legal())))
            cards -= 1

    def layouts(self, count):
        """How many layouts fit what the seat to act knows, and ``count`` of them drawn."""
        sampling, stream, needs, may, hands = THOUGHTS[IMAGINED]
        unseen = np.uint64(seen_from(self.table, self.hand.turn, needs, may))
        ways = prepare_layouts(unseen, needs, may, sampling)
        drawn = []
        for _ in range(count):
            sample_layout(stream, sampling, hands)
            drawn.append([cards_of(cards) for cards in hands])
        return ways, drawn

    def fits(self, layout):
        """Whether others could hold ``layout`` now: the cards played, replayed by the rule book."""
        own = self.hand.turn
        held = [
            set(self.hand.hands[own]) if seat == own else set(layout[seat]) for seat in range(4)
        ]
        if any(len(held[seat]) != len(self.hand.hands[seat]) for seat in range(4)):
            return False
        for seat, card in self.log:
            held[seat].add(card)
        receiver = (own + self.step) % 4
        if self.step and not self.gifts[own] <= held[receiver]:
            return False
        first = reference.opener(self.rules, held, self.seed)
        if self.log and first != self.log[0][0]:
            return False
        replay = reference.Hand(self.rules, held, first)
        for seat, card in self.log:
            if replay.turn != seat or card not in replay.legal():
                return False
            replay.play(card)
        return True
