"""Tournaments of Cuatrola: deals and matches with a level of play for every seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.deals import LAYOUTS, deal_places, seat_hands
from analyzer.games.cuatrola.kernels import batch, thinking
from analyzer.games.cuatrola.match import match_table
from analyzer.games.cuatrola.players import NO_POINTS, Players, hand_seconds
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.cuatrola.trace import deals_of, play_acts, shown_deal, side_results
from analyzer.games.table import SHARE, Table
from analyzer.games.trace import Trace


class CuatrolaTable(Table):
    """Two pairs, each seat at a level of its own; single deals are declared at 0 to 0.

    In matches calls are made for the match, by the table of chances that also answers
    ``bid-odds --score``; in single deals for match points.
    """

    sides = (0, 1, 0, 1)
    measures: Mapping[str, bool] = {
        "score": False,
        "declares": True,
        "makes": True,
        "slam": True,
    }
    meanings: Mapping[str, str] = {
        "declares": "share of deals that are played in a contract of the pair",
        "makes": "share of deals in which the pair plays a contract and makes it",
        "slam": "share of deals in which the pair takes all five tricks",
    }

    def __init__(self, rules: CuatrolaRules) -> None:
        self.rules = rules
        self._packed = codes.kernel_rules(rules)

    def workspace(self, plays: Sequence[str]) -> None:
        """Nothing is kept."""

    def seconds(self, play: str) -> float:
        """A quarter of a hand with four such players."""
        return hand_seconds(play) / codes.SEATS

    def deals(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: Any
    ) -> dict[str, NDArray[np.int64]]:
        """Deals declared and played; results by measure, int64 [count, 4]."""
        hands, turned = seat_hands(deal_places(count, seed, first))
        found = Players.of(plays).play(
            seed, first + np.arange(count), hands, turned, np.full(count, batch.AUCTION),
            np.full(count, -1), self._packed,
        )  # fmt: skip
        sign = np.array([1, -1, 1, -1])
        score = found[:, batch.SCORE, None] * sign
        declarer = found[:, batch.PLAYED_DECLARER, None]
        declares = (declarer >= 0) & (declarer % 2 == np.arange(codes.SEATS) % 2)
        tricks = found[:, batch.SEAT_TRICKS : batch.SEAT_TRICKS + codes.SEATS]
        slam = tricks + tricks[:, [2, 3, 0, 1]] == codes.HAND
        return {
            "score": score,
            "declares": declares.astype(np.int64),
            "makes": (declares & (score > 0)).astype(np.int64),
            "slam": slam.astype(np.int64),
        }

    def trace(self, seed: int, number: int, plays: Sequence[str]) -> Trace:
        """Deal ``number`` of :meth:`deals`, with every call, card and pair sung."""
        hands, turned = seat_hands(deal_places(1, seed, number))
        acts = play_acts(
            Players.of(plays), seed, number, hands[0], int(turned[0]), batch.AUCTION, -1,
            self._packed,
        )  # fmt: skip
        results = side_results(self.deals(seed, number, 1, plays, None))
        return Trace(shown_deal(deals_of(hands, turned)), acts.steps, results)

    def matches(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: Any
    ) -> NDArray[np.int64]:
        """Matches from 0 to 0, in the first hand of which seat 1 is mano."""
        players = Players.of(plays)
        out = np.empty((count, thinking.MATCH_RESULTS), np.int64)
        thinking.play_matches(
            np.uint64(seed), first, LAYOUTS.plan, NO_POINTS,
            codes.kernel_rules(self.rules, match_table(self.rules).wins), players.levels,
            players.layouts, out,
        )  # fmt: skip
        won = out[:, thinking.MATCH_WON, None] == np.array([1, 0, 1, 0])
        shares: NDArray[np.int64] = SHARE * won.astype(np.int64)
        return shares
