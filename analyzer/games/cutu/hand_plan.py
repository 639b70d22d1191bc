"""What a hand of Cuțu should call: every bid and trump, with the auction going on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32, format_hand
from analyzer.games.base import Batch, Choice, Column, Trial
from analyzer.games.cutu.bidding import bidding_model
from analyzer.games.cutu.contenders import contenders
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, SEATS
from analyzer.games.cutu.hand_question import HandQuestion
from analyzer.games.cutu.kernels.auction import CALLS, FREE_NT, UNASKED
from analyzer.games.cutu.kernels.colour import best_colour
from analyzer.games.cutu.match import MatchTable, match_table
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.plans import (
    MADE,
    STRAINS,
    Contract,
    CutuPlan,
    constant,
    letter,
    play_seconds,
)
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import BIDS, DECLARERS, DEFENDERS, FIRST_BID
from analyzer.games.cutu.thinking import Contracts
from analyzer.games.levels import named_level
from analyzer.games.needs import needed_rate
from analyzer.games.trace import Trace
from analyzer.kernels.layouts import Layouts

WEIGHT = 1000
"""Weight of the layout that fits the calls best; others are rounded fractions of it."""
MATCH_SCALE = 4000
"""Match probabilities are rounded to 1/4000 a deal, so that sums stay exact."""
PASS: Choice = {"bid": "pass"}
_PASSED = 0


@dataclass(frozen=True)
class _Deals:
    """Deals of a batch: hands uint64 [n, 4], strains of everybody's offers int64 [n, 4, 3]."""

    seed: int
    first: int
    hands: NDArray[np.uint64]
    strains: NDArray[np.int64]
    solver: OpenSolver | None


class HandPlan(CutuPlan):
    """Measures every contract of a hand, and every call with the auction going on.

    At the level expert only ``contending`` contracts are measured, by bid and strain; they are
    chosen by trials at the level simple (:mod:`.contenders`), when nobody names them.
    """

    expert_deals = 250

    def __init__(
        self,
        rules: CutuRules,
        question: HandQuestion,
        plays: Sequence[str],
        contending: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        hand, seat = question.hand, question.seat
        placed = dict.fromkeys(PACK_32.numbers(hand), seat) | question.known.cards
        layouts = Layouts.build(PACK_32.size, [CARDS] * SEATS, placed, question.known.barred)
        super().__init__(rules, plays, layouts, seat)
        self._asked = question
        self._contending = contending
        self._model = bidding_model(rules)
        self._models = {play: bidding_model(rules, calling_level(play)) for play in plays}
        self._match: MatchTable | None = None
        # A hand alone asks what its contracts are worth; with the auction known, its calls.
        last = seat == SEATS - 1
        self.advise = "call" if question.auction_known and not last else "score"
        self.also_advise = () if question.auction_known else ("call",)
        if question.score is not None:
            self._match = match_table(rules)
            self.advise, self.also_advise = "match", ("call",)
        calls = question.auction.calls
        self._call = _index(question.auction.highest)
        self._holder = max(
            (s for s in range(len(calls)) if calls[s]), key=calls.__getitem__, default=-1
        )
        self._weigh = question.use_calls and bool(calls)
        self._calls = np.array([_index(call) for call in calls], np.int64)
        self._bound = self._model.likelihood_bound(self._calls) if self._weigh else 1.0
        self._forced = int(best_colour(np.uint64(hand)))
        self._contracts = self._own_contracts()
        self._lay_columns()
        self.question = {
            "hand": format_hand(hand, PACK_32),
            "seat": seat + 1,
            "calls": str(question.auction),
            "bids": list(question.bids),
            "score": None if question.score is None else list(question.score),
            "known": question.known.text,
            "calls_as_evidence": self._weigh,
        }
        self.notes = tuple(self._remarks())

    def _own_contracts(self) -> list[Contract]:
        found = []
        for bid in self._asked.bids:
            free = bid > BIDS[0] or self.rules.four_is_free
            for source, strain in enumerate(STRAINS):
                if free or strain == self._forced:
                    choice: Choice = {"bid": bid, "trump": letter(strain)}
                    found.append(Contract(choice, bid, strain == NO_TRUMP, source))
        return found

    def _lay_columns(self) -> None:
        """Columns by choice, measure and level; ``_makers`` says how each is computed."""
        quick = [play for play in self.plays if play not in self.thinking]
        columns: list[Column] = []
        self._makers: list[tuple[str, str, Contract | None, NDArray[np.int64] | None]] = []
        spread = 2 * max(int(np.abs(table).max()) for table in self._scores)

        def add(column: Column, contract: Contract | None, values: Any = None) -> None:
            columns.append(column)
            self._makers.append((column.play, column.measure, contract, values))

        for play in self.plays:
            for measure in ("score", "call"):
                add(Column(PASS, play, measure, False, spread=spread), None)
            for measure in ("slam", "slam_against"):
                add(Column(PASS, play, measure, True), None)
            if self._match is not None:
                add(_match_column(PASS, play), None)
        for contract in self._contracts:
            plays = self.plays if self.contends(contract) else quick
            for column, values in self.contract_columns(contract, plays):
                add(column, contract, values)
                if column.measure == "score":
                    called = Column(contract.choice, column.play, "call", False, spread=spread)
                    add(called, contract)
                    if self._match is not None:
                        add(_match_column(contract.choice, column.play), contract)
        self.columns = tuple(columns)

    @property
    def contracts(self) -> Sequence[Contract]:
        """Contracts that the asker may play."""
        return self._contracts

    def contends(self, contract: Contract) -> bool:
        """Whether a contract is measured at the level expert too."""
        if self._contending is None:
            return True
        return (contract.bid, STRAINS[contract.source]) in self._contending

    def prepare(self, trial: Trial) -> HandPlan:
        """Choose the contracts that experts play, where there are many."""
        if not self.thinking or self._contending is not None:
            return self
        chosen = contenders(TrialPlan(self.rules, self._asked, ["simple"]), trial)
        return HandPlan(self.rules, self._asked, self.plays, chosen)

    def _remarks(self) -> list[str]:
        remarks = [
            "call: the value of the call, with the players still to speak answering as the "
            "bidding model has it; score: of the contract, if it is played; needs: the success "
            "rate at which the contract is worth as much as passing."
        ]
        if BIDS[0] in self._asked.bids and not self.rules.four_is_free:
            remarks.append(f"A bid of 4 has its best colour for trump: {letter(self._forced)}.")
        if self._contending is not None and self.thinking:
            remarks.append(
                "expert: only the calls that did best in trials at simple play, on other deals."
            )
        if self._weigh:
            remarks.append(
                "Layouts are weighted by how likely the calls so far are under the bidding model "
                "(--ignore-calls switches that off)."
            )
        elif self._asked.auction.calls:
            remarks.append("The calls so far limit the bids and are not taken as evidence.")
        if self.rules.first_lead != "declarer" and not self._asked.auction.calls:
            remarks.append(f"Asked from seat {self.seat + 1}; with this first lead it matters.")
        return remarks

    def title(self, symbols: bool) -> str:
        """The hand, the calls, what is known and the score."""
        return self._asked.title(symbols)

    def cost(self) -> float:
        """Own strains, and about two contracts of others; for experts those that contend."""
        slow = sum(play_seconds(play) for play in self.thinking)
        contending = sum(self.contends(contract) for contract in self._contracts)
        return self.seconds(len(STRAINS) + 2) + slow * (contending + 1.5)

    def prefer(self, choice: Choice) -> float:
        """Among equals the highest bid."""
        bid = choice["bid"]
        return float(bid) if isinstance(bid, int) else 0.0

    def derive(
        self, values: Sequence[tuple[float, float, float]]
    ) -> list[tuple[Column, tuple[float, float, float]]]:
        """``needs``: the success rate at which a contract is worth as much as passing."""
        found = {
            (column.play, column.measure, tuple(column.choice.values())): value
            for column, value in zip(self.columns, values, strict=True)
        }
        rows = []
        for play in self.plays:
            worth = found[play, "score", tuple(PASS.values())]
            for contract in self._contracts:
                key = tuple(contract.choice.values())
                if (play, "success", key) not in found:
                    continue
                success, score, made = (
                    found[play, measure, key][0] for measure in ("success", "score", MADE)
                )
                net = self.net_score(contract)
                edges = (float(net[contract.bid]), float(net[contract.bid - 1]))
                needs = needed_rate(success, score, made, worth, edges)
                if needs is not None:
                    rows.append((Column(contract.choice, play, "needs", False, chance=True), needs))
        return rows

    def compute(self, seed: int, first: int, count: int, workspace: OpenSolver | None) -> Batch:
        """Play every own contract, and what each call would lead to when others speak."""
        hands = self.deal(seed, first, count)
        strains, bins = self._model.offers(hands)
        deals = _Deals(seed, first, hands, strains, workspace)
        outcomes = np.empty((count, len(self.columns)), np.int64)
        for play in self.plays:
            played = [c for c in self._contracts if play not in self.thinking or self.contends(c)]
            own = self._own(play, deals, played)
            made = np.full((count, CALLS, SEATS), UNASKED)
            ends = self._models[play].continue_after(
                seed, first, bins, self.seat, self._holder, self._call, made
            )
            made[:, :, : len(self._calls)] = self._calls
            others = {
                call: self._others(play, deals, ends[:, call], made[:, call])
                for call in {_PASSED, *(_index(c.bid) for c in played)}
            }
            for i, (level, measure, contract, values) in enumerate(self._makers):
                if level == play:
                    outcomes[:, i] = self._value(measure, contract, values, own, ends, others)
        return Batch(outcomes, self._weights(bins) if self._weigh else None)

    def trace(self, seed: int, number: int, play: str, choice: Choice) -> Trace:
        """The auction after a call, and the contracts card by card."""
        from analyzer.games.cutu.trace import trace_hand  # it needs the plans

        return trace_hand(self, self._asked, seed, number, play, choice)

    def _weights(self, bins: NDArray[np.int64]) -> NDArray[np.int64]:
        likely = self._model.likelihood(bins, self._calls) / self._bound
        return np.maximum(1, np.rint(WEIGHT * likely)).astype(np.int64)

    def _own(
        self, play: str, deals: _Deals, contracts: Sequence[Contract]
    ) -> dict[Contract, NDArray[np.int64]]:
        """Tricks in the asker's contracts, int64 [n] each."""
        n = len(deals.hands)
        declarers = constant(n, self.seat)
        if play not in self.thinking:
            found = self.tricks(
                play,
                deals.seed,
                deals.first,
                deals.hands,
                declarers,
                constant(n, STRAINS),
                deals.solver,
            )
            return {contract: found[:, contract.source] for contract in contracts}
        tricks = {}
        heard = np.full(SEATS, UNASKED)
        heard[: len(self._calls)] = self._calls
        for contract in contracts:
            # What the others would say to this call is part of no contract "if it is played".
            heard[self.seat] = _index(contract.bid)
            kinds = constant(n, int(contract.no_trump))
            bids = constant(n, contract.bid)
            asked = Contracts(
                declarers,
                constant(n, STRAINS[contract.source]),
                bids,
                constant(n, heard),
                self._worths(declarers, bids, kinds),
            )
            tricks[contract] = self.expert_tricks(
                play, deals.seed, deals.first + np.arange(n), deals.hands, asked, deals.solver
            )
        return tricks

    def _worths(
        self, declarers: NDArray[np.int64], bids: NDArray[np.int64], kinds: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """What tricks are worth to the declarers' side, float64 [n, 9]: points, or the match."""
        points = np.stack(self._scores)[kinds, bids - FIRST_BID]
        if self._match is None:
            net = points[..., DECLARERS] - points[..., DEFENDERS]
            return np.asarray(net, np.float64)
        ours = (declarers % 2 == self.seat % 2)[:, None]
        own = np.where(ours, points[..., DECLARERS], points[..., DEFENDERS])
        other = np.where(ours, points[..., DEFENDERS], points[..., DECLARERS])
        chances = self._chances(own, other, np.zeros(own.shape, bool)) / MATCH_SCALE
        return np.asarray(np.where(ours, chances, 1.0 - chances), np.float64)

    def _others(
        self, play: str, deals: _Deals, ends: NDArray[np.int64], made: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Results where somebody else plays in the end: int64 [n, 3].

        Points of the asking side, of the other side, and the asking side's tricks (-1 where
        nobody plays or the asker does).
        """
        n = len(deals.hands)
        result = np.zeros((n, 3), np.int64)
        result[:, 2] = -1
        holder, call, offer = ends.T
        mask = (holder >= 0) & (holder != self.seat)
        if not mask.any():
            return result
        # Random play must not depend on which other deals are played: all of them are.
        rows = np.arange(n) if play == "random" else np.flatnonzero(mask)
        who = np.where(mask, holder, 0)[rows]
        strain = deals.strains[rows, who, offer[rows]]
        tricks = np.zeros(n, np.int64)
        if play in self.thinking:
            kinds, bids = (offer[rows] == FREE_NT).astype(int), call[rows] - 1 + FIRST_BID
            worths = self._worths(who, bids, kinds)
            tricks[rows] = self.expert_tricks(
                play,
                deals.seed,
                deals.first + rows,
                deals.hands[rows],
                Contracts(who, strain, bids, made[rows], worths),
                deals.solver,
            )
        else:
            tricks[rows] = self.tricks(
                play,
                deals.seed,
                deals.first,
                deals.hands[rows],
                who,
                strain[:, None],
                deals.solver,
            )[:, 0]
        points = np.stack(self._scores)[(offer == FREE_NT).astype(int), call - 1, tricks]
        ours = holder % 2 == self.seat % 2
        result[:, 0] = np.where(ours, points[:, DECLARERS], points[:, DEFENDERS])
        result[:, 1] = np.where(ours, points[:, DEFENDERS], points[:, DECLARERS])
        result[:, 2] = np.where(ours, tricks, CARDS - tricks)
        result[~mask] = (0, 0, -1)
        return result

    def _value(
        self,
        measure: str,
        contract: Contract | None,
        values: NDArray[np.int64] | None,
        own: dict[Contract, NDArray[np.int64]],
        ends: NDArray[np.int64],
        others: dict[int, NDArray[np.int64]],
    ) -> NDArray[np.int64]:
        """Outcomes of one column, int64 [n]."""
        call = _PASSED if contract is None else _index(contract.bid)
        other = others[call]
        if contract is None:
            if measure in ("score", "call"):
                return np.asarray(other[:, 0] - other[:, 1])
            if measure == "match":
                passed = ends[:, call, 0] < 0
                return self._chances(other[:, 0], other[:, 1], passed)
            slam: NDArray[np.bool_] = other[:, 2] == (CARDS if measure == "slam" else 0)
            return slam.astype(np.int64)
        tricks = own[contract]
        if values is not None:
            looked_up: NDArray[np.int64] = values[tricks]
            return looked_up
        mine = ends[:, call, 0] == self.seat
        points = self._scores[int(contract.no_trump)][contract.bid - FIRST_BID][tricks]
        ours = np.where(mine, points[:, DECLARERS], other[:, 0])
        theirs = np.where(mine, points[:, DEFENDERS], other[:, 1])
        if measure == "call":
            return np.asarray(ours - theirs)
        return self._chances(ours, theirs, np.zeros(len(mine), bool))

    def _chances(
        self, ours: NDArray[np.int64], theirs: NDArray[np.int64], passed: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Probability of winning the match after these results, times MATCH_SCALE."""
        assert self._match is not None
        assert self._asked.score is not None
        own, other = (
            start + gain for start, gain in zip(self._asked.score, (ours, theirs), strict=True)
        )
        now_first = self.seat % 2 == 0
        chance = self._match.chance(own, other, not now_first)
        if passed.any() and self.rules.redeal_dealer == "same":
            chance = np.where(passed, self._match.chance(own, other, now_first), chance)
        scaled: NDArray[np.int64] = np.rint(chance * MATCH_SCALE).astype(np.int64)
        return scaled


class TrialPlan(HandPlan):
    """A hand's plan whose outcomes are multiplied by the weights of their deals, for trials."""

    def compute(self, seed: int, first: int, count: int, workspace: OpenSolver | None) -> Batch:
        """Weighted outcomes."""
        batch = super().compute(seed, first, count, workspace)
        if batch.weights is None:
            return batch
        return Batch(batch.outcomes * batch.weights[:, None])


def calling_level(play: str) -> str:
    """The level whose bidding model serves a level of play: with the cards face up, simple."""
    return "simple" if play == "open" else named_level(play)


def _match_column(choice: Choice, play: str) -> Column:
    return Column(choice, play, "match", False, MATCH_SCALE, MATCH_SCALE, chance=True)


def _index(bid: int) -> int:
    """A call's index: 0 pas, 1 to 5 the bids 4 to 8."""
    assert bid == 0 or FIRST_BID <= bid < FIRST_BID + CALLS
    return 0 if bid == 0 else bid - FIRST_BID + 1
