"""A table of Cupe at which every seat gives and plays at a level of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cupe.kernels.batch import CLEAN_SEATS, QUEEN_TAKER, SHOOTER
from analyzer.games.cupe.play import SEATS, play_hands, play_matches
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import seconds_of
from analyzer.games.cupe.trace import trace_table
from analyzer.games.table import SHARE, Table
from analyzer.games.trace import Trace

Ints = NDArray[np.int64]


class CupeTable(Table):
    """Four players, each for himself."""

    sides = (0, 1, 2, 3)
    scale = SEATS - 1
    measures: Mapping[str, bool] = MappingProxyType(
        {
            "score": False,
            "points": False,
            "slam": True,
            "queen": True,
            "clean": True,
        }
    )
    meanings: Mapping[str, str] = MappingProxyType(
        {
            "score": "the mean of the others' points minus own points",
            "queen": "how often a player takes the queen of spades",
            "clean": "how often a player takes no point card",
        }
    )

    def __init__(self, rules: CupeRules) -> None:
        self.rules = rules

    def workspace(self, plays: Sequence[str]) -> None:
        """Nothing: the kernels bring their own."""

    def deals(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: None
    ) -> dict[str, Ints]:
        """Hands from the shuffle to the score, at a match of 0 all."""
        return measured(play_hands(self.rules, plays, count, seed, first))

    def trace(self, seed: int, number: int, plays: Sequence[str]) -> Trace:
        """One hand: what was given, every card, and the measures of each seat."""
        shown, steps, outcome = trace_table(self.rules, seed, number, plays)
        found = measured(outcome[None, :])
        results = {
            f"{name} {seat + 1}": int(values[0, seat]) / (self.scale if name == "score" else 1)
            for name, values in found.items()
            for seat in range(SEATS)
        }
        return Trace(shown, steps, results)

    def matches(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: None
    ) -> Ints:
        """Whole matches from 0; players do not look at the totals but to tell how a slam counts."""
        winners = play_matches(self.rules, plays, count, seed, first).winners
        shares: Ints = winners * (SHARE // winners.sum(axis=1, keepdims=True))
        return shares

    def seconds(self, play: str) -> float:
        """A seat's quarter of a hand."""
        return seconds_of(play) / SEATS


def measured(hands: Ints) -> dict[str, Ints]:
    """Measures of a table by seat, int64 [n, 4], of hands int64 [n, OUTCOMES]."""
    points = hands[:, :SEATS]
    seats = np.arange(SEATS)
    return {
        "score": points.sum(axis=1, keepdims=True) - SEATS * points,
        "points": points,
        "slam": (hands[:, SHOOTER, None] == seats).astype(np.int64),
        "queen": (hands[:, QUEEN_TAKER, None] == seats).astype(np.int64),
        "clean": hands[:, CLEAN_SEATS, None] >> seats & 1,
    }
