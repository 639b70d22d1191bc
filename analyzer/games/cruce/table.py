"""Tournaments of Cruce: deals and matches with a level of play for every seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cruce import codes
from analyzer.games.cruce.base_plan import seconds_of
from analyzer.games.cruce.dealt import Played, makes
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.rounds import AUCTION, Workspace, play_matches
from analyzer.games.cruce.rounds import Table as Rounds
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.cruce.trace import (
    call_steps,
    play_steps,
    recorder,
    shown_deal,
    side_results,
)
from analyzer.games.table import SHARE, Table
from analyzer.games.trace import Trace

Ints = NDArray[np.int64]


class CruceTable(Table):
    """Two pairs, three or two players, each seat at a level of its own; seat 1 speaks first.

    Every seat calls by its own level's model, for big points, in deals and in matches.
    """

    measures: Mapping[str, bool] = MappingProxyType(
        {"score": False, "points": False, "declares": True, "makes": True, "slam": True}
    )
    meanings: Mapping[str, str] = MappingProxyType(
        {
            "points": "mean small points of the side, announcements included",
            "declares": "share of deals in which the side plays a contract that somebody bid",
            "makes": "share of deals in which the side plays such a contract and makes it",
            "slam": "share of deals in which the side takes every trick",
        }
    )

    def __init__(self, rules: CruceRules) -> None:
        self.rules = rules
        self.sides = tuple(seat % rules.sides for seat in range(rules.players))
        self.scale = rules.sides - 1
        self._rounds = Rounds(rules)

    def workspace(self, plays: Sequence[str]) -> Workspace:
        """Arrays for rounds."""
        return Workspace()

    def seconds(self, play: str) -> float:
        """A deal with such players only, shared among them."""
        return seconds_of(play, self.rules) / self.rules.players

    def deals(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: Any
    ) -> dict[str, Ints]:
        """Rounds bid and played, double rounds included; by measure, int64 [count, seats]."""
        numbers = np.arange(first, first + count)
        asks = np.array([AUCTION], np.int64)
        outcomes = self._rounds.play(seed, numbers, asks, _levels(plays)[None, :], workspace)
        played = Played(outcomes)
        own = played.deltas[:, self.sides]
        total = played.deltas[:, : self.rules.sides].sum(axis=1, keepdims=True)
        declarer = outcomes[:, places.DECLARER] % self.rules.sides
        contract = outcomes[:, places.CONTRACT]
        declares = (declarer[:, None] == np.array(self.sides)) & (contract[:, None] > 0)
        points = played.points[:, self.sides]
        tricks = played.won[:, self.sides]
        found = {
            "score": (self.scale + 1) * own - total,
            "points": points,
            "declares": declares,
            "makes": declares & makes(points, contract[:, None]),
            "slam": tricks == played.won.sum(axis=1, keepdims=True),
        }
        return {name: np.asarray(value, np.int64) for name, value in found.items()}

    def trace(self, seed: int, number: int, plays: Sequence[str]) -> Trace:
        """Deal ``number`` of :meth:`deals`, with every call, card and pair announced."""
        kept = recorder()
        found = self.deals(seed, number, 1, plays, kept)
        levels, asks = _levels(plays)[None, :], np.array([AUCTION], np.int64)
        outcome = self._rounds.play(seed, np.array([number]), asks, levels, kept)[0]
        calls = kept.calls[0, 1 : 1 + int(kept.calls[0, 0])].tolist()
        doubles, stake = int(outcome[places.DOUBLES]), int(outcome[places.STAKE])
        steps = call_steps(self.rules, calls, doubles, stake)
        steps += play_steps(
            self.rules, outcome, int(kept.shown[0]), kept.drawn[0].tolist(), kept.traces[0]
        )
        results = side_results(self.rules, found, self.scale, self.sides)
        return Trace(shown_deal(self.rules, kept.hands[:1], kept.drawn[:1]), tuple(steps), results)

    def matches(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: Any
    ) -> Ints:
        """Matches from a random dealer on; one given up as endless is shared by all."""
        found = play_matches(self.rules, count, seed, _levels(plays), first)
        won = found.winners[:, None] == np.array(self.sides)
        endless = found.winners[:, None] < 0
        return np.where(endless, SHARE // self.rules.sides, SHARE * won).astype(np.int64)


def _levels(plays: Sequence[str]) -> Ints:
    levels = np.zeros(codes.SEATS, np.int64)
    levels[: len(plays)] = [codes.level_code(play) for play in plays]
    return levels
