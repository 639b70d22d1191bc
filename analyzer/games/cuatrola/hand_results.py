"""What given layouts are worth for one pair: played card by card, or with all cards face up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels import batch
from analyzer.games.cuatrola.open import OpenSolver
from analyzer.games.cuatrola.outcomes import OpenOutcome, contract_outcomes, open_outcome
from analyzer.games.cuatrola.players import Players
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.levels import EXPERT, named_level

Ints: TypeAlias = NDArray[np.int64]

SCORE, SLAM, SLAM_AGAINST, POINTS, TRICKS = range(5)
"""Columns of a result: match points, own minus the others'; 1 where the own pair, or the other,
takes all five tricks; the own pair's card points with cantes, and tricks (both 0 at ``open``)."""
COLUMNS = 5

Contract: TypeAlias = tuple[int, ...]
"""Contract code and declarer, ``(NORMAL, -1)`` is the hand that all pass; then what each seat
called plus one, 0 where that is no evidence: it matters to experts only."""
_UNHEARD = (0,) * codes.SEATS


def calling_level(play: str) -> int:
    """The level at which others declare: that of ``simple`` where play is open or random."""
    return codes.EXPERT if named_level(play) == EXPERT else codes.SIMPLE


@dataclass(frozen=True)
class Results:
    """Results of layouts for the pair of ``seat``; every method gives int64 [n, COLUMNS].

    ``hands`` uint64 [n, 4] by seat, layouts ``first`` and following of ``seed``; ``turned`` is
    the dealer's shown card as a set of one, ``trump`` its suit; ``packed`` are the house rules
    as the kernels read them, ``scores`` int64 [2] the match points of the pairs.
    """

    rules: CuatrolaRules
    packed: Ints
    scores: Ints
    play: str
    seat: int
    turned: int
    trump: int
    hands: NDArray[np.uint64]
    seed: int
    first: int
    solver: OpenSolver | None
    _found: dict[Contract, Ints] = field(default_factory=dict)

    @property
    def level(self) -> int:
        """The level at which others declare."""
        return calling_level(self.play)

    def of(self, contract: int, declarer: int, called: Contract) -> Ints:
        """The same contract after the same calls in every layout."""
        key = self._key((contract, declarer, *called))
        if key not in self._found:
            if self.play != "open":
                self._found[key] = self._played(np.arange(len(self.hands)), key)
            else:
                self._solve(key)
        return self._found[key]

    def each(self, ends: Ints) -> Ints:
        """A contract of its own in every layout: ``ends`` int64 [n, 6], rows of contracts."""
        out = np.zeros((len(self.hands), COLUMNS), np.int64)
        if self.level != codes.EXPERT:
            ends = ends[:, :2]
        for row in np.unique(ends, axis=0).tolist():
            rows = np.flatnonzero((ends == row).all(axis=1))
            key = self._key(tuple(row))
            if key in self._found:
                out[rows] = self._found[key][rows]
            elif self.play == "open":
                out[rows] = self._solved(rows, *key[:2])
            else:
                out[rows] = self._played(rows, key)
        return out

    def _key(self, contract: Contract) -> Contract:
        return contract if self.level == codes.EXPERT else contract[:2]

    def _played(self, rows: NDArray[np.intp], key: Contract) -> Ints:
        contract, declarer, *called = key
        n = len(rows)
        found = Players.all_at(self.play).play(
            self.seed,
            self.first + rows,
            self.hands[rows],
            np.full(n, self.turned, np.uint64),
            np.full(n, contract, np.int64),
            np.full(n, declarer, np.int64),
            self.packed,
            np.tile(np.array(called or _UNHEARD, np.int64), (n, 1)),
            self.scores,
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
        all_three = [
            c for c in (codes.SOLO, codes.CUATRO, codes.QUINTA) if self.packed[codes.VALUES + c]
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
