"""Endgames of Cupe for the slam search, and what the reference says of them."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from analyzer.games.base import SolveQuestion
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.slam import SlamSolver
from tests.reference import cupe as reference

VARIANTS = [
    {},
    {"bonus_card": "jack_diamonds", "slam_needs_bonus": True},
    {"lead_barred": "hearts", "breakers": "hearts"},
    {"lead_barred": "hearts", "only_barred_left": "queen_forced"},
    {"lead_barred": "none"},
]


@dataclass
class Endgame:
    rules: CupeRules
    hands: list
    declarer: int
    leader: int
    trick: list
    """Cards of the present trick, no longer in the hands."""
    out: set

    @property
    def needed(self):
        bonus = {reference.BONUS[self.rules.bonus_card]} if self.rules.slam_needs_bonus else set()
        return set(reference.POINTS) | bonus

    def broken(self, trick):
        return any(reference.breaks(self.rules, card) for card in self.out | set(trick))

    def plain(self):
        """The reference's answer."""
        return reference.can_slam(
            self.hands,
            self.declarer,
            self.leader,
            self.trick,
            self.needed & self.out,
            self.needed,
            rules=self.rules,
            broken=self.broken(self.trick),
        )

    def owners(self):
        owners = np.full(52, 255, np.uint8)
        for seat, hand in enumerate(self.hands):
            for card in hand:
                owners[reference.PACK.index(card)] = seat
        return owners

    def question(self):
        trick = tuple(reference.PACK.index(card) for card in self.trick)
        return SolveQuestion(leader=self.leader, declarer=self.declarer, trick=trick)

    def answer(self, solver: SlamSolver):
        """The search's answer."""
        return int(solver.solve(self.owners()[None], self.question())[0])


def endgame(seed, cards):
    """An endgame of ``cards`` cards a seat: often many points, often a strong declarer."""
    rng = random.Random(seed)
    rules = CupeRules.make(VARIANTS[rng.choice([0, 0, 0, 1, 2, 3, 4])])
    pack = list(reference.PACK)
    rng.shuffle(pack)
    if rng.random() < 0.5:
        points = rng.randint(0, 14)
        wanted = [card for card in pack if card in reference.POINTS][:points]
        pack = wanted + [card for card in pack if card not in wanted]
    deck = pack[: 4 * cards]
    declarer, leader = rng.randrange(4), rng.randrange(4)
    if rng.random() < 0.6:
        deck.sort(key=lambda card: -reference.strength(card) - 2 * rng.random())
    else:
        rng.shuffle(deck)
    rest = deck[cards:]
    rng.shuffle(rest)
    hands = [set(rest[i * cards : (i + 1) * cards]) for i in range(3)]
    hands.insert(declarer, set(deck[:cards]))
    game = Endgame(rules, hands, declarer, leader, [], set(pack) - set(deck))
    for k in range(rng.randrange(4)):
        hand = hands[(leader + k) % 4]
        legal = reference.legal(rules, hand, game.trick, 13, game.broken(game.trick))
        card = rng.choice(sorted(legal))
        hand.remove(card)
        game.trick.append(card)
    return game


def solvers():
    """A solver for each variant, made on demand."""
    known = {}

    def of(rules):
        return known.setdefault(rules.digest, SlamSolver(rules, 1 << 14))

    return of
