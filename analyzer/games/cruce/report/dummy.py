"""What leads are worth with the cards face up: the first one, and whether trumps are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.games.base import Batch
from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.cards import owners_of_hands
from analyzer.games.cruce.open import OpenSolver, Position, side_of
from analyzer.games.cruce.report.features import Ints, best_suits
from analyzer.games.cruce.report.hands import leads_of
from analyzer.games.cruce.rounds import Table, Workspace, contract
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.studio import SamplePlan, feature
from analyzer.kernels.bits import NO_CARD

NONE = -1
"""For what a hand does not have."""


class FaceUpPlan(SamplePlan):
    """Leads of the first speaker, cards face up, in its best suit.

    ``best`` points of its side with the best first lead, ``lead_highest``, ``lead_lowest``,
    ``lead_king``, ``lead_queen``; and where it wins the first trick, played by simple players,
    and holds trumps and other cards: ``draw`` points with the best trump led next, ``side`` with
    the best other card, ``out`` trumps that opponents hold then, ``mine`` its own.
    """

    NAMES = ("best", "lead_highest", "lead_lowest", "lead_king", "lead_queen", "draw", "side")

    def __init__(self, rules: CruceRules) -> None:
        self.rules = rules
        self._table = Table(rules)
        names = (*self.NAMES, "out", "mine")
        super().__init__("face up", "open", [feature(name) for name in names])

    def workspace(self) -> tuple[Workspace, OpenSolver]:
        """Arrays and a solver."""
        return Workspace(), OpenSolver()

    def cost(self) -> float:
        """Two searches that value every card."""
        return 4e-3

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Deal, search; play the first trick, search again."""
        own, solver = workspace
        own.keep_records(count)
        seat = self.rules.first_seat
        levels = np.full((1, codes.SEATS), codes.SIMPLE, np.int64)
        asks = np.array([contract(seat, 2)])
        outcomes = self._table.play(seed, np.arange(first, first + count), asks, levels, own)
        hands = own.hands[:count]
        owners = np.empty((count, codes.SIZE), np.uint8)
        owners_of_hands(hands, owners)
        best = best_suits(hands[:, seat], self._table.packed)
        rows = np.full((count, len(self.columns)), NONE, np.int64)
        for i in range(count):
            position = Position(self.rules, owners[i : i + 1], int(best[i]), seat, (), 0, True)
            values = solver.card_values(position)
            trumps = {c: v for c, v in values.items() if c // codes.RANKS == best[i]}
            rows[i, 0] = max(trumps.values())
            for name, bit in leads_of(int(hands[i, seat]), int(best[i])).items():
                if bit:
                    index = bit.bit_length() - 1
                    card = codes.RANKS * (index >> 4) + (index & 15)
                    rows[i, self.NAMES.index(f"lead_{name}")] = values[card]
            trump = int(outcomes[i, places.TRUMP])
            rows[i, 5:] = self._second_lead(own.traces[i], owners[i], trump, solver)
        return Batch(rows)

    def _second_lead(
        self,
        trace: np.ndarray[Any, Any],
        owners: np.ndarray[Any, Any],
        trump: int,
        solver: OpenSolver,
    ) -> tuple[int, ...]:
        players, seat = self.rules.players, self.rules.first_seat
        if int(trace[players, at.PLAYER]) != seat:
            return (NONE,) * 4
        left, announced = owners.copy(), 0
        for move in trace[:players]:
            index = int(move[at.CARD]).bit_length() - 1
            left[codes.RANKS * (index >> 4) + (index & 15)] = NO_CARD
            if move[at.TOLD]:
                announced |= 1 << (index >> 4)
        values = solver.card_values(
            Position(self.rules, left[None, :], trump, seat, (), announced, False)
        )
        drawn = [v for card, v in values.items() if card // codes.RANKS == trump]
        other = [v for card, v in values.items() if card // codes.RANKS != trump]
        if not drawn or not other:
            return (NONE,) * 4
        held: Ints = left[codes.RANKS * trump : codes.RANKS * (trump + 1)].astype(np.int64)
        side = side_of(players, seat)
        theirs = sum(1 for owner in held.tolist() if owner < players and not side >> owner & 1)
        return max(drawn), max(other), theirs, int((held == seat).sum())
