"""What the plans of Cuțu share: contracts as columns, and deals played at every level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32, format_trump
from analyzer.games.base import Choice, Column, Deals, Plan
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, RANKS, SEATS, duties, first_leader
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.play import RANDOM, SIMPLE, play_hands
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import DECLARERS, DEFENDERS, FIRST_BID, score_table
from analyzer.games.cutu.thinking import LAYOUTS, Contracts, think_hands
from analyzer.games.levels import EXPERT, layouts_of, named_level
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL

LEVELS = {"random": RANDOM, "simple": SIMPLE}
"""Levels of play that are playouts, as the kernels know them."""
STRAINS = (3, 2, 1, 0, NO_TRUMP)
"""Strains in the order of tables: ♠ ♥ ♦ ♣ and no trump."""
SECONDS = {"random": 1.5e-6, "simple": 15e-6, "open": 100e-6}
"""Rough seconds a strain of one deal takes on one core."""
LAYOUT_SECONDS = 0.4e-3
"""The same for each layout that an expert imagines at a decision."""
MADE = "score_made"
"""Hidden measure: the score where the contract is made, else 0."""
RATES = ("success", "slam", "slam_against")


@dataclass(frozen=True, eq=False)
class Contract:
    """A contract of the asking side: a choice, its bid, and its place among the strains played."""

    choice: Choice
    bid: int
    no_trump: bool
    source: int


def play_seconds(play: str) -> float:
    """Rough seconds that a contract of one deal takes at a level on one core."""
    layouts = layouts_of(play, LAYOUTS)
    return LAYOUT_SECONDS * layouts if layouts else SECONDS[play]


def letter(strain: int) -> str:
    """A strain as it stands in choices: ``S H D C`` or ``NT``."""
    return format_trump(None if strain == NO_TRUMP else strain, PACK_32)


class CutuPlan(Plan):
    """Deals of Cuțu that fit what is known, played in some strains at some levels."""

    tie_break = "the highest bid leaves the opponents least room"

    def __init__(self, rules: CutuRules, plays: Sequence[str], layouts: Layouts, seat: int) -> None:
        self.rules = rules
        self.plays = tuple(plays)
        self.advise_play = self.plays[-1]
        self.seat = seat
        self._layouts = layouts
        self._duties = duties(rules)
        self._scores = [score_table(rules, no_trump) for no_trump in (False, True)]

    def workspace(self) -> OpenSolver | None:
        """A solver of one's own, where a level that searches is asked for."""
        searching = {named_level(play) for play in self.plays} & {EXPERT, "open"}
        return OpenSolver() if searching else None

    @property
    def thinking(self) -> tuple[str, ...]:
        """The levels asked for that imagine layouts: experts."""
        return tuple(play for play in self.plays if named_level(play) == EXPERT)

    def expert_tricks(
        self,
        play: str,
        seed: int,
        deals: NDArray[np.int64],
        hands: NDArray[np.uint64],
        contracts: Contracts,
        solver: OpenSolver | None,
    ) -> NDArray[np.int64]:
        """Tricks of the declarers' side, int64 [n], in one contract each, all seats experts."""
        assert solver is not None
        plays = [play] * SEATS
        return think_hands(self.rules, seed, deals, hands, contracts, plays, solver.arena)

    def net_score(self, contract: Contract) -> NDArray[np.int64]:
        """Declarers' points minus the defenders' by tricks of the declarers, int64 [9]."""
        points = self._scores[int(contract.no_trump)][contract.bid - FIRST_BID]
        net: NDArray[np.int64] = points[:, DECLARERS] - points[:, DEFENDERS]
        return net

    def contract_columns(
        self, contract: Contract, plays: Sequence[str]
    ) -> Iterable[tuple[Column, NDArray[np.int64]]]:
        """Columns of a contract for these levels, with their values by tricks, int64 [9]."""
        tricks = np.arange(CARDS + 1)
        score = self.net_score(contract)
        values = {
            "success": (tricks >= contract.bid).astype(np.int64),
            "score": score,
            "slam": (tricks == CARDS).astype(np.int64),
            "slam_against": (tricks == 0).astype(np.int64),
            "tricks": tricks,
            MADE: np.where(tricks >= contract.bid, score, 0),
        }
        for measure, by_tricks in values.items():
            spread = int(by_tricks.max() - by_tricks.min())
            for play in plays:
                column = Column(
                    contract.choice,
                    play,
                    measure,
                    measure in RATES,
                    spread=spread,
                    hidden=measure == MADE,
                )
                yield column, by_tricks

    def deal(self, seed: int, first: int, count: int) -> NDArray[np.uint64]:
        """Hands of deals, uint64 [count, 4]."""
        hands = np.empty((count, SEATS), np.uint64)
        deal_hands(np.uint64(seed), PURPOSE_DEAL, first, self._layouts.plan, RANKS, hands)
        return hands

    def deals(self, seed: int, first: int, count: int) -> Deals:
        """The deals with everybody's cards."""
        return Deals("cutu", self._layouts.deal(count, seed, first), seed, first)

    def tricks(
        self,
        play: str,
        seed: int,
        first: int,
        hands: NDArray[np.uint64],
        declarers: NDArray[np.int64],
        strains: NDArray[np.int64],
        solver: OpenSolver | None,
    ) -> NDArray[np.int64]:
        """Tricks of the declarer's side, int64 [n, S].

        ``declarers`` int64 [n]; ``strains`` int64 [n, S].
        """
        out = np.empty((len(hands), strains.shape[1]), np.int64)
        leaders = np.array([first_leader(self.rules, seat) for seat in range(SEATS)])[declarers]
        if play == "open":
            assert solver is not None
            for seat in np.unique(declarers):
                rows = declarers == seat
                part = np.empty((int(rows.sum()), strains.shape[1]), np.int64)
                leader = first_leader(self.rules, int(seat))
                solver.declarer_tricks(
                    hands[rows], int(seat), leader, strains[rows], self._duties, part
                )
                out[rows] = part
            return out
        levels = np.full(SEATS, LEVELS[play], np.int64)
        play_hands(
            np.uint64(seed), first, hands, declarers, leaders, strains, self._duties, levels, out
        )
        return out

    def seconds(self, strains: float) -> float:
        """Rough seconds a deal takes with that many strains at every quick level."""
        quick = [play for play in self.plays if named_level(play) != EXPERT]
        return strains * sum(play_seconds(play) for play in quick)


def constant(n: int, value: Any) -> NDArray[np.int64]:
    """``value`` (a number or a row) for each of ``n`` deals."""
    return np.broadcast_to(np.asarray(value, np.int64), (n, *np.shape(value))).copy()
