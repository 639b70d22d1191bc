"""What a hand of Cuțu should call: every bid and trump, with the auction going on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32, format_hand
from analyzer.games.base import Batch, Choice, Column
from analyzer.games.cutu.bidding import bidding_model
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, SEATS
from analyzer.games.cutu.hand_question import HandQuestion
from analyzer.games.cutu.kernels.auction import CALLS, FREE_NT
from analyzer.games.cutu.kernels.colour import best_colour
from analyzer.games.cutu.match import MatchTable, match_table
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.plans import MADE, STRAINS, Contract, CutuPlan, constant, letter
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import BIDS, DECLARERS, DEFENDERS, FIRST_BID
from analyzer.games.needs import needed_rate
from analyzer.kernels.layouts import Layouts

WEIGHT = 1000
"""Weight of the layout that fits the calls best; others are rounded fractions of it."""
MATCH_SCALE = 4000
"""Match probabilities are rounded to 1/4000 a deal, so that sums stay exact."""
PASS: Choice = {"bid": "pass"}
_PASSED = 0


class HandPlan(CutuPlan):
    """Measures every contract of a hand, and every call with the auction going on."""

    def __init__(self, rules: CutuRules, question: HandQuestion, plays: Sequence[str]) -> None:
        hand, seat = question.hand, question.seat
        placed = dict.fromkeys(PACK_32.numbers(hand), seat) | question.known.cards
        layouts = Layouts.build(PACK_32.size, [CARDS] * SEATS, placed, question.known.barred)
        super().__init__(rules, plays, layouts, seat)
        self._asked = question
        self._model = bidding_model(rules)
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
            for column, values in self.contract_columns(contract):
                add(column, contract, values)
                if column.measure == "score":
                    called = Column(contract.choice, column.play, "call", False, spread=spread)
                    add(called, contract)
                    if self._match is not None:
                        add(_match_column(contract.choice, column.play), contract)
        self.columns = tuple(columns)

    def _remarks(self) -> list[str]:
        remarks = [
            "call: the value of the call, with the players still to speak answering as the "
            "bidding model has it; score: of the contract, if it is played; needs: the success "
            "rate at which the contract is worth as much as passing."
        ]
        if BIDS[0] in self._asked.bids and not self.rules.four_is_free:
            remarks.append(f"A bid of 4 has its best colour for trump: {letter(self._forced)}.")
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
        """Own strains, and about two contracts of others."""
        return self.seconds(len(STRAINS) + 2)

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
        ends = self._model.continue_after(seed, first, bins, self.seat, self._holder, self._call)
        declarers, own_strains = constant(count, self.seat), constant(count, STRAINS)
        outcomes = np.empty((count, len(self.columns)), np.int64)
        for play in self.plays:
            own = self.tricks(play, seed, first, hands, declarers, own_strains, workspace)
            others = {
                call: self._others(play, seed, first, hands, strains, ends[:, call], workspace)
                for call in {_PASSED, *(_index(c.bid) for c in self._contracts)}
            }
            for i, (level, measure, contract, values) in enumerate(self._makers):
                if level == play:
                    outcomes[:, i] = self._value(measure, contract, values, own, ends, others)
        return Batch(outcomes, self._weights(bins) if self._weigh else None)

    def _weights(self, bins: NDArray[np.int64]) -> NDArray[np.int64]:
        likely = self._model.likelihood(bins, self._calls) / self._bound
        return np.maximum(1, np.rint(WEIGHT * likely)).astype(np.int64)

    def _others(
        self,
        play: str,
        seed: int,
        first: int,
        hands: NDArray[np.uint64],
        strains: NDArray[np.int64],
        ends: NDArray[np.int64],
        solver: OpenSolver | None,
    ) -> NDArray[np.int64]:
        """Results where somebody else plays in the end: int64 [n, 3].

        Points of the asking side, of the other side, and the asking side's tricks (-1 where
        nobody plays or the asker does).
        """
        result = np.zeros((len(hands), 3), np.int64)
        result[:, 2] = -1
        holder, call, offer = ends.T
        mask = (holder >= 0) & (holder != self.seat)
        if not mask.any():
            return result
        # Random play must not depend on which other deals are played: all of them are.
        rows = np.arange(len(hands)) if play == "random" else np.flatnonzero(mask)
        who = np.where(mask, holder, 0)[rows]
        strain = strains[rows, who, offer[rows]][:, None]
        tricks = np.zeros(len(hands), np.int64)
        tricks[rows] = self.tricks(play, seed, first, hands[rows], who, strain, solver)[:, 0]
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
        own: NDArray[np.int64],
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
        tricks = own[:, contract.source]
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


def _match_column(choice: Choice, play: str) -> Column:
    return Column(choice, play, "match", False, MATCH_SCALE, MATCH_SCALE, chance=True)


def _index(bid: int) -> int:
    """A call's index: 0 pas, 1 to 5 the bids 4 to 8."""
    assert bid == 0 or FIRST_BID <= bid < FIRST_BID + CALLS
    return 0 if bid == 0 else bid - FIRST_BID + 1
