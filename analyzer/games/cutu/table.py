"""A table of Cuțu at which every seat calls and plays at a level of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32, format_deal
from analyzer.games.cutu.duties import CARDS, RANKS, SEATS
from analyzer.games.cutu.plans import play_seconds
from analyzer.games.cutu.rounds import play_rounds
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.table import SHARE, Table
from analyzer.games.trace import Trace
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL
from analyzer.kernels.search_arena import new_arena

Ints = NDArray[np.int64]
PURPOSE_MATCH_DEAL = 1000
"""Purpose of the first deal of a match; the next deal of the same match has the next purpose."""
MOST_DEALS = 400
"""Deals after which a match is given up (scores that never rise)."""


class CutuTable(Table):
    """Two teams; seat 0 speaks first, in a match in its first deal.

    Calls are made by expected score, in matches too.
    """

    sides = (0, 1, 0, 1)
    measures: Mapping[str, bool] = MappingProxyType(
        {"score": False, "declares": True, "makes": True, "slam": True}
    )
    meanings: Mapping[str, str] = MappingProxyType(
        {
            "declares": "share of deals in which the side plays the contract",
            "makes": "share of deals in which the side plays a contract and makes it",
            "slam": "share of deals in which the side takes all tricks",
        }
    )

    def __init__(self, rules: CutuRules) -> None:
        self.rules = rules
        self._layouts = Layouts.build(PACK_32.size, [CARDS] * SEATS)
        self._plan = self._layouts.plan

    def workspace(self, plays: Sequence[str]) -> NDArray[np.uint64]:
        """The memory of a double-dummy search, which experts use."""
        return new_arena()

    def seconds(self, play: str) -> float:
        """A seat's quarter of a contract."""
        return play_seconds(play) / SEATS

    def deals(
        self,
        seed: int,
        first: int,
        count: int,
        plays: Sequence[str],
        workspace: NDArray[np.uint64],
    ) -> dict[str, Ints]:
        """Deals from the shuffle to the score; four passes score 0."""
        hands = self._hands(seed, PURPOSE_DEAL, first, count)
        found = play_rounds(self.rules, seed, first, hands, plays, workspace)
        seats = np.arange(SEATS)
        points = found.points[:, seats % 2]
        played = found.declarers[:, None] >= 0
        ours = played & (found.declarers[:, None] % 2 == seats % 2)
        tricks = np.where(ours, found.tricks[:, None], CARDS - found.tricks[:, None])
        return {
            "score": points - found.points[:, 1 - seats % 2],
            "declares": ours.astype(np.int64),
            "makes": (ours & (tricks >= found.bids[:, None])).astype(np.int64),
            "slam": (played & (tricks == CARDS)).astype(np.int64),
        }

    def matches(
        self,
        seed: int,
        first: int,
        count: int,
        plays: Sequence[str],
        workspace: NDArray[np.uint64],
    ) -> Ints:
        """Matches from 0; the turn to speak first moves on, after four passes by the rules."""
        scores = np.zeros((count, 2), np.int64)
        speaks = np.zeros(count, np.int64)
        going = np.ones(count, bool)
        for k in range(MOST_DEALS):
            hands = self._hands(seed, PURPOSE_MATCH_DEAL + k, first, count)
            passed = np.zeros(count, bool)
            for speaker in np.unique(speaks[going]):
                rows = np.flatnonzero(going & (speaks == speaker))
                turned = [plays[(speaker + i) % SEATS] for i in range(SEATS)]
                now = (seed + k) % 2**64
                found = play_rounds(self.rules, now, first, hands, turned, workspace, rows)
                gains = found.points[rows]
                scores[rows, speaker % 2] += gains[:, 0]
                scores[rows, 1 - speaker % 2] += gains[:, 1]
                passed[rows] = found.declarers[rows] < 0
            moves = going & (~passed | (self.rules.redeal_dealer == "next"))
            speaks = np.where(moves, (speaks + 1) % SEATS, speaks)
            going &= scores.max(axis=1) < self.rules.target
            if not going.any():
                break
        sides = np.array(self.sides)
        ahead = scores[:, sides] - scores[:, 1 - sides]
        shares: Ints = np.where(ahead > 0, SHARE, np.where(ahead < 0, 0, SHARE // 2))
        return shares

    def trace(self, seed: int, number: int, plays: Sequence[str]) -> Trace:
        """Deal ``number`` of :meth:`deals`, with every call and card."""
        from analyzer.games.cutu.trace import trace_round  # it needs the plans, a table does not

        space = self.workspace(plays)
        found = self.deals(seed, number, 1, plays, space)
        results = {
            f"{measure} {side + 1}": float(values[0, side])
            for measure, values in found.items()
            for side in sorted(set(self.sides))
        }
        hands = self._hands(seed, PURPOSE_DEAL, number, 1)
        steps = trace_round(self.rules, seed, number, hands, plays, space)
        owners = self._layouts.deal(1, seed, number)[0]
        return Trace({"deal": format_deal(owners, PACK_32, SEATS)}, steps, results)

    def _hands(self, seed: int, purpose: int, first: int, count: int) -> NDArray[np.uint64]:
        hands = np.empty((count, SEATS), np.uint64)
        deal_hands(np.uint64(seed), purpose, first, self._plan, RANKS, hands)
        return hands
