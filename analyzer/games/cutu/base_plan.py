"""Base rates of Cuțu: contracts over random hands of a declarer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32
from analyzer.games.base import Batch, Column
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, SEATS
from analyzer.games.cutu.kernels.colour import best_colours
from analyzer.games.cutu.plans import Contract, CutuPlan, constant
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import FIRST_BID
from analyzer.games.cutu.strength import TrumpChooser
from analyzer.kernels.layouts import Layouts

TRUMPS = ("best", "own", "NT")
"""How trump is chosen: the best colour, what looks best from the own hand, no trump."""


class BasePlan(CutuPlan):
    """Every bid with trump chosen by rule: what contracts make over random hands."""

    advise = None

    def __init__(
        self, rules: CutuRules, seat: int, bids: Sequence[int], plays: Sequence[str]
    ) -> None:
        super().__init__(rules, plays, Layouts.build(PACK_32.size, [CARDS] * SEATS), seat)
        self._chooser = TrumpChooser.load(rules)
        columns: list[Column] = []
        self._values: list[tuple[str, int, NDArray[np.int64]]] = []
        for bid in bids:
            for source, trump in enumerate(TRUMPS):
                if bid == FIRST_BID and not rules.four_is_free and source > 0:
                    continue
                contract = Contract({"bid": bid, "trump": trump}, bid, trump == "NT", source)
                for column, values in self.contract_columns(contract):
                    columns.append(column)
                    self._values.append((column.play, source, values))
        self.columns = tuple(columns)
        self.question = {"hand": None, "seat": seat + 1, "bids": list(bids)}
        self.notes = (
            "Trump best: the declarer's best colour (longest, then highest). Trump own: the suit "
            "that looks best from the declarer's own hand, by a fitted estimate of its tricks.",
        )

    def title(self, symbols: bool) -> str:
        """Base rates."""
        return "random hands of the declarer"

    def cost(self) -> float:
        """Three strains a deal."""
        return self.seconds(len(TRUMPS))

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Choose trump deal by deal, play, and look up what the tricks are worth."""
        hands = self.deal(seed, first, count)
        strains = np.empty((count, len(TRUMPS)), np.int64)
        best_colours(hands, np.array([self.seat]), strains[:, 0])
        self._chooser.choose(hands, self.seat, strains[:, 1])
        strains[:, 2] = NO_TRUMP
        declarers = constant(count, self.seat)
        tricks = {
            play: self.tricks(play, seed, first, hands, declarers, strains, workspace)
            for play in self.plays
        }
        outcomes = np.empty((count, len(self.columns)), np.int64)
        for i, (play, source, values) in enumerate(self._values):
            outcomes[:, i] = values[tricks[play][:, source]]
        return Batch(outcomes)
