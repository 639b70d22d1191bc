"""The plan behind ``bid-odds cuatrola`` without a hand: base rates over random hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch, Choice, Column, Deals, Plan
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.deals import LAYOUTS, deal_cards, deal_places, seat_hands
from analyzer.games.cuatrola.kernels import batch, thinking
from analyzer.games.cuatrola.open import OpenSolver
from analyzer.games.cuatrola.outcomes import open_outcome, trump_suits
from analyzer.games.cuatrola.players import NO_POINTS, Players, hand_seconds
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.cuatrola.trace import choice_results, play_acts, shown_deal
from analyzer.games.levels import named_level
from analyzer.games.trace import Trace

OPEN_SECONDS = 350e-6
"""Rough seconds that all questions about a deal take double dummy, on one core."""
PASS, AUCTION = "pass", "auction"
BIDS = (PASS, *codes.CONTRACTS[1:])
"""Choices by contract code."""
DECLARING = ("simple", "expert")
"""Levels whose declarations are counted."""
MOST_POINTS = 230
"""130 points, and 100 sung in three windows."""


class BasePlan(Plan):
    """Each contract by each seat on random deals, a hand that all pass, and the declarations."""

    advise = None

    def __init__(
        self, rules: CuatrolaRules, seats: Sequence[int] | None, plays: Sequence[str]
    ) -> None:
        self.rules = rules
        self.plays = tuple(plays)
        self.advise_play = self.plays[-1]
        self._only = None if seats is None else list(seats)
        self._kernel_rules = codes.kernel_rules(rules)
        declarers = range(codes.SEATS) if seats is None else seats
        self._asked = [(codes.NORMAL, seat) for seat in ((0, 1) if seats is None else seats)]
        self._asked += [
            (contract, seat)
            for contract in (codes.SOLO, codes.CUATRO, codes.QUINTA)
            for seat in declarers
            if self._kernel_rules[codes.VALUES + contract] > 0
        ]
        columns = [c for play in self.plays for c in self._contract_columns(play)]
        self._declaring = [
            play for play in self.plays if seats is None and named_level(play) in DECLARING
        ]
        columns += [c for play in self._declaring for c in self._auction_columns(play)]
        self.columns = tuple(columns)
        self.question = {"hand": None, "seat": None if seats is None else seats[0] + 1}
        self.notes = self._remarks()

    def _remarks(self) -> tuple[str, ...]:
        notes = ["Seat 1 is mano, seat 4 deals and shows a trump; seats 1 and 3 are a pair."]
        if "open" in self.plays:
            notes.append("open: all cards face up; each row is the best play for its own measure.")
        return tuple(notes)

    def title(self, symbols: bool) -> str:
        """Base rates."""
        return "random hands"

    def workspace(self) -> OpenSolver | None:
        """A solver of one's own, where the level ``open`` is asked for."""
        return OpenSolver(self.rules) if "open" in self.plays else None

    def cost(self) -> float:
        """Rough seconds a deal."""
        hands = len(self._asked) + 1
        return sum(
            OPEN_SECONDS if play == "open" else hands * hand_seconds(play) for play in self.plays
        )

    def deals(self, seed: int, first: int, count: int) -> Deals:
        """Random deals."""
        return deal_cards(count, seed, first)

    def trace(self, seed: int, number: int, play: str, choice: Choice) -> Trace:
        """A contract by a seat, the hand that all pass, or the deal as it is declared."""
        seat = int(choice["seat"]) - 1
        contract = batch.AUCTION
        if choice["contract"] != AUCTION:
            contract = BIDS.index(str(choice["contract"]))
        asked = (contract, seat) if contract > codes.NORMAL else (contract, -1)
        players = Players.all_at(play)
        hands, turned = seat_hands(deal_places(1, seed, number))
        acts = play_acts(
            players, seed, number, hands[0], int(turned[0]), *asked, self._kernel_rules
        )
        plan = BasePlan(self.rules, self._only, (play,))
        results = choice_results(plan, seed, number, choice)
        return Trace(shown_deal(self.deals(seed, number, 1)), acts.steps, results)

    # Columns, in the order in which their outcomes are computed below.

    def _contract_columns(self, play: str) -> Iterator[Column]:
        values = self._kernel_rules
        for contract, seat in self._asked:
            choice: Choice = {"contract": BIDS[contract], "seat": seat + 1}
            most = values[codes.VALUES + contract] if contract else values[codes.SWEEP]
            if contract != codes.NORMAL:
                yield Column(choice, play, "success", True, spread=1)
            yield Column(choice, play, "score", False, spread=2 * int(most))
            yield Column(choice, play, "slam", True, spread=1)
            yield Column(choice, play, "slam_against", True, spread=1)
            if play != "open":
                yield Column(choice, play, "points", False, spread=MOST_POINTS)
                yield Column(choice, play, "tricks", False, spread=codes.HAND)
                sings = contract in (codes.NORMAL, codes.SOLO) and self.rules.cantes != "off"
                yield Column(choice, play, "cantes", False, spread=MOST_POINTS if sings else 0)

    def _auction_columns(self, play: str) -> Iterator[Column]:
        note = f"Declarations of {named_level(play)} players at 0 to 0, for the pair of seat 1."
        choice: Choice = {"contract": AUCTION, "seat": 1}
        values = self._kernel_rules[codes.VALUES + codes.SOLO : codes.VALUES + codes.QUINTA + 1]
        most = max(int(values.max()), int(self._kernel_rules[codes.SWEEP]))
        yield Column(choice, play, "score", False, spread=2 * most, note=note)
        for name in codes.CONTRACTS:
            yield Column(choice, play, name, True, spread=1, note=note)
        yield Column(choice, play, "slam_any", True, spread=1, note=note)
        if play == "simple":
            yield Column(choice, play, "match", True, spread=1, note=note)

    # Outcomes.

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Play every contract at every level on the same deals."""
        places = deal_places(count, seed, first)
        parts: list[NDArray[np.int64]] = []
        for play in self.plays:
            if play == "open":
                assert workspace is not None
                parts += self._open(places, workspace)
            else:
                parts += self._played(play, places, seed, first)
        for play in self._declaring:
            parts += self._auction(play, places, seed, first)
        return Batch(np.stack(parts, axis=1))

    def _played(
        self, play: str, places: NDArray[np.uint64], seed: int, first: int
    ) -> Iterator[NDArray[np.int64]]:
        # A normal hand is the same for every seat that asks.
        asked = [(contract, seat if contract else -1) for contract, seat in self._asked]
        different = list(dict.fromkeys(asked))
        players = Players.all_at(play)
        results = players.play_places(seed, first, places, different, self._kernel_rules)
        for question, (contract, seat) in zip(asked, self._asked, strict=True):
            found = results[:, different.index(question)]
            pair = seat & 1
            score = found[:, batch.SCORE] * (1 - 2 * pair)
            own = found[:, batch.SEAT_TRICKS + pair] + found[:, batch.SEAT_TRICKS + pair + 2]
            other = found[:, batch.SEAT_TRICKS + 1 - pair] + found[:, batch.SEAT_TRICKS + 3 - pair]
            if contract != codes.NORMAL:
                yield (score > 0).astype(np.int64)
            yield score
            yield (own == codes.HAND).astype(np.int64)
            yield (other == codes.HAND).astype(np.int64)
            yield found[:, batch.PAIR_POINTS + pair]
            yield own
            yield found[:, batch.PAIR_CANTES + pair]

    def _auction(
        self, play: str, places: NDArray[np.uint64], seed: int, first: int
    ) -> Iterator[NDArray[np.int64]]:
        players = Players.all_at(play)
        asked = [(batch.AUCTION, -1)]
        found = players.play_places(seed, first, places, asked, self._kernel_rules)[:, 0]
        yield found[:, batch.SCORE]
        for contract in range(len(codes.CONTRACTS)):
            yield (found[:, batch.PLAYED_CONTRACT] == contract).astype(np.int64)
        tricks = found[:, batch.SEAT_TRICKS : batch.SEAT_TRICKS + codes.SEATS]
        pairs = tricks[:, :2] + tricks[:, 2:]
        yield (pairs.max(axis=1) == codes.HAND).astype(np.int64)
        if play == "simple":
            matches = np.empty((len(places), thinking.MATCH_RESULTS), np.int64)
            thinking.play_matches(
                np.uint64(seed), first, LAYOUTS.plan, NO_POINTS, self._kernel_rules,
                players.levels, players.layouts, matches,
            )  # fmt: skip
            yield matches[:, thinking.MATCH_WON]

    def _open(self, places: NDArray[np.uint64], solver: OpenSolver) -> Iterator[NDArray[np.int64]]:
        hands, turned = seat_hands(places)
        trumps = trump_suits(turned)
        for contract, seat in self._asked:
            outcome = open_outcome(self.rules, solver, hands, trumps, contract, seat)
            if contract != codes.NORMAL:
                yield (outcome.score > 0).astype(np.int64)
            yield outcome.score
            yield outcome.slam
            yield outcome.slam_against
