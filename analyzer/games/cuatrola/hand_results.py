"""What given layouts are worth for one pair: played card by card, or with all cards face up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.base_plan import LEVELS
from analyzer.games.cuatrola.kernels import batch
from analyzer.games.cuatrola.kernels.hand import play_each
from analyzer.games.cuatrola.open import OpenSolver
from analyzer.games.cuatrola.outcomes import OpenOutcome, contract_outcomes, open_outcome
from analyzer.games.cuatrola.rules import CuatrolaRules

Ints: TypeAlias = NDArray[np.int64]

SCORE, SLAM, SLAM_AGAINST, POINTS, TRICKS = range(5)
"""Columns of a result: match points, own minus the others'; 1 where the own pair, or the other,
takes all five tricks; the own pair's card points with cantes, and tricks (both 0 at ``open``)."""
COLUMNS = 5

Contract: TypeAlias = tuple[int, int]
"""Contract code and declarer; ``(NORMAL, -1)`` is the hand that all pass."""


@dataclass(frozen=True)
class Results:
    """Results of layouts for the pair of ``seat``; every method gives int64 [n, COLUMNS].

    ``hands`` uint64 [n, 4] by seat, layouts ``first`` and following of ``seed``; ``turned`` is
    the dealer's shown card as a set of one, ``trump`` its suit.
    """

    rules: CuatrolaRules
    play: str
    seat: int
    turned: int
    trump: int
    hands: NDArray[np.uint64]
    seed: int
    first: int
    solver: OpenSolver | None
    _found: dict[Contract, Ints] = field(default_factory=dict)

    def of(self, contract: int, declarer: int) -> Ints:
        """The same contract in every layout."""
        key = (contract, declarer)
        if key not in self._found:
            if self.play != "open":
                self._found[key] = self._played(np.arange(len(self.hands)), key)
            else:
                self._solve(key)
        return self._found[key]

    def each(self, contracts: Ints, declarers: Ints) -> Ints:
        """A contract of its own in every layout, ``contracts`` and ``declarers`` int64 [n]."""
        out = np.zeros((len(self.hands), COLUMNS), np.int64)
        for contract, declarer in np.unique(np.stack([contracts, declarers], 1), axis=0).tolist():
            rows = np.flatnonzero((contracts == contract) & (declarers == declarer))
            key = (contract, declarer)
            if key in self._found:
                out[rows] = self._found[key][rows]
            elif self.play == "open":
                out[rows] = self._solved(rows, contract, declarer)
            elif self.play == "random":
                # Chance must not depend on which other layouts are played: all of them are.
                out[rows] = self.of(contract, declarer)[rows]
            else:
                out[rows] = self._played(rows, key)
        return out

    def _played(self, rows: NDArray[np.intp], key: Contract) -> Ints:
        contract, declarer = key
        found = np.empty((len(rows), batch.RESULTS), np.int64)
        play_each(
            np.uint64(self.seed),
            self.first,
            self.hands[rows],
            np.uint64(self.turned),
            np.full(len(rows), contract, np.int64),
            np.full(len(rows), declarer, np.int64),
            codes.kernel_rules(self.rules),
            np.full(codes.SEATS, LEVELS[self.play], np.int64),
            found,
        )
        pair = self.seat & 1
        tricks = found[:, batch.SEAT_TRICKS : batch.SEAT_TRICKS + codes.SEATS]
        own = tricks[:, pair] + tricks[:, pair + 2]
        return np.stack(
            [
                found[:, batch.SCORE] * (1 - 2 * pair),
                (own == codes.HAND).astype(np.int64),
                (own == 0).astype(np.int64),
                found[:, batch.PAIR_POINTS + pair],
                own,
            ],
            axis=1,
        )

    def _solve(self, key: Contract) -> None:
        rows = np.arange(len(self.hands))
        contract, declarer = key
        if contract == codes.NORMAL:
            self._found[key] = self._solved(rows, contract, declarer)
            return
        # The contracts of one seat share their questions.
        packed = codes.kernel_rules(self.rules)
        all_three = [
            c for c in (codes.SOLO, codes.CUATRO, codes.QUINTA) if packed[codes.VALUES + c]
        ]
        wanted = all_three if declarer == self.seat else [contract]
        for found, outcome in self._outcomes(rows, wanted, declarer).items():
            self._found[found, declarer] = self._signed(outcome, declarer)

    def _solved(self, rows: NDArray[np.intp], contract: int, declarer: int) -> Ints:
        if contract != codes.NORMAL:
            outcome = self._outcomes(rows, [contract], declarer)[contract]
            return self._signed(outcome, declarer)
        assert self.solver is not None
        trumps = np.full(len(rows), self.trump, np.int64)
        outcome = open_outcome(
            self.rules, self.solver, self.hands[rows], trumps, codes.NORMAL, self.seat
        )
        return self._signed(outcome, self.seat)

    def _outcomes(
        self, rows: NDArray[np.intp], contracts: list[int], declarer: int
    ) -> dict[int, OpenOutcome]:
        assert self.solver is not None
        trumps = np.full(len(rows), self.trump, np.int64)
        return contract_outcomes(
            self.rules, self.solver, self.hands[rows], trumps, contracts, declarer
        )

    def _signed(self, outcome: OpenOutcome, asker: int) -> Ints:
        own = asker % 2 == self.seat % 2
        slam, against = outcome.slam, outcome.slam_against
        none = np.zeros(len(slam), np.int64)
        return np.stack(
            [
                outcome.score if own else -outcome.score,
                slam if own else against,
                against if own else slam,
                none,
                none,
            ],
            axis=1,
        )
