"""Base rates of Cuțu: contracts over random hands of a declarer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32
from analyzer.games.base import Batch, Choice, Column
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, SEATS
from analyzer.games.cutu.kernels.auction import UNASKED
from analyzer.games.cutu.kernels.colour import best_colours
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.plans import Contract, CutuPlan, constant, play_seconds
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import FIRST_BID
from analyzer.games.cutu.strength import TrumpChooser
from analyzer.games.cutu.thinking import Contracts
from analyzer.games.trace import Trace
from analyzer.kernels.layouts import Layouts

TRUMPS = ("best", "own", "NT")
"""How trump is chosen: the best colour, what looks best from the own hand, no trump."""


class BasePlan(CutuPlan):
    """Every bid with trump chosen by rule: what contracts make over random hands."""

    advise = None
    expert_deals = 200

    def __init__(
        self, rules: CutuRules, seat: int, bids: Sequence[int], plays: Sequence[str]
    ) -> None:
        super().__init__(rules, plays, Layouts.build(PACK_32.size, [CARDS] * SEATS), seat)
        self._chooser = TrumpChooser.load(rules)
        columns: list[Column] = []
        self._contracts: list[Contract] = []
        self._values: list[tuple[str, Contract, NDArray[np.int64]]] = []
        for bid in bids:
            for source, trump in enumerate(TRUMPS):
                if bid == FIRST_BID and not rules.four_is_free and source > 0:
                    continue
                contract = Contract({"bid": bid, "trump": trump}, bid, trump == "NT", source)
                self._contracts.append(contract)
                for column, values in self.contract_columns(contract, self.plays):
                    columns.append(column)
                    self._values.append((column.play, contract, values))
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
        """Three strains a deal; experts play every contract by itself."""
        slow = sum(play_seconds(play) for play in self.thinking)
        return self.seconds(len(TRUMPS)) + slow * len(self._contracts)

    @property
    def contracts(self) -> Sequence[Contract]:
        """The contracts that are measured."""
        return self._contracts

    def trace(self, seed: int, number: int, play: str, choice: Choice) -> Trace:
        """A contract card by card."""
        from analyzer.games.cutu.trace import trace_base  # it needs the plans

        return trace_base(self, seed, number, play, choice)

    def compute(self, seed: int, first: int, count: int, workspace: OpenSolver | None) -> Batch:
        """Choose trump deal by deal, play, and look up what the tricks are worth."""
        hands = self.deal(seed, first, count)
        strains = np.empty((count, len(TRUMPS)), np.int64)
        best_colours(hands, np.array([self.seat]), strains[:, 0])
        self._chooser.choose(hands, self.seat, strains[:, 1])
        strains[:, 2] = NO_TRUMP
        declarers = constant(count, self.seat)
        tricks: dict[tuple[str, Contract], NDArray[np.int64]] = {}
        for play in self.plays:
            if play in self.thinking:
                for contract in self._contracts:
                    tricks[play, contract] = self._thought(
                        play, seed, first, hands, strains, contract, workspace
                    )
                continue
            found = self.tricks(play, seed, first, hands, declarers, strains, workspace)
            for contract in self._contracts:
                tricks[play, contract] = found[:, contract.source]
        outcomes = np.empty((count, len(self.columns)), np.int64)
        for i, (play, contract, values) in enumerate(self._values):
            outcomes[:, i] = values[tricks[play, contract]]
        return Batch(outcomes)

    def _thought(
        self,
        play: str,
        seed: int,
        first: int,
        hands: NDArray[np.uint64],
        strains: NDArray[np.int64],
        contract: Contract,
        solver: OpenSolver | None,
    ) -> NDArray[np.int64]:
        """Tricks of experts in a contract; the table has heard the declarer's bid only."""
        n = len(hands)
        calls = np.full(SEATS, UNASKED)
        calls[self.seat] = contract.bid - FIRST_BID + 1
        contracts = Contracts(
            constant(n, self.seat),
            np.ascontiguousarray(strains[:, contract.source]),
            constant(n, contract.bid),
            constant(n, calls),
            np.tile(self.net_score(contract).astype(np.float64), (n, 1)),
        )
        numbers = first + np.arange(n)
        return self.expert_tricks(play, seed, numbers, hands, contracts, solver)
