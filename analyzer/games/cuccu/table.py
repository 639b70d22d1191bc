"""Cuccù with a level of play for every seat: what tournaments need of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuccu.deals import deal_cards, show
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.levels import level_matches, level_rounds
from analyzer.games.cuccu.policy import LEVEL_CODES, policy
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.tables import seed_bits
from analyzer.games.cuccu.trace import trace_round
from analyzer.games.levels import named_level
from analyzer.games.table import SHARE, Table
from analyzer.games.trace import Trace

_MEASURES = {"score": False, "lose_life": True, "slam": True}
_MEANINGS = {
    "lose_life": "at least one life lost in the round",
    "slam": "two lives or more lost in one round",
}
_SECONDS = 1e-7
"""Of one player in one round on one core."""


class CuccuTable(Table):
    """Rounds in which everybody starts with all lives, and whole matches, every player alone.

    A score is the mean of the lives that the others lost, less one's own; lives gained count
    against those lost.
    """

    measures = _MEASURES
    meanings = _MEANINGS

    def __init__(self, rules: CuccuRules) -> None:
        self.rules = rules
        self.sides = tuple(range(rules.players))
        self.scale = rules.players - 1

    def workspace(self, plays: Sequence[str]) -> Any:
        """A table and a stream."""
        return t.new_table(self.rules.packed()), t.new_words()

    def deals(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: Any
    ) -> dict[str, NDArray[np.int64]]:
        """One round a deal, the last seat deals."""
        table, words = workspace
        places = len(self.sides)
        lost, net = np.empty((2, count, places), np.int64)
        level_rounds(
            table,
            words,
            policy(),
            self.rules.lives,
            _codes(plays),
            seed_bits(seed),
            first,
            lost,
            net,
        )
        score = net.sum(axis=1, keepdims=True) - places * net
        return {
            "score": score,
            "lose_life": (lost >= 1).astype(np.int64),
            "slam": (lost >= 2).astype(np.int64),
        }

    def matches(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: Any
    ) -> NDArray[np.int64]:
        """From all lives to the last player; the last seat deals the first round."""
        table, words = workspace
        shares = np.empty((count, len(self.sides)), np.int64)
        level_matches(
            table,
            words,
            policy(),
            self.rules.lives,
            _codes(plays),
            SHARE,
            seed_bits(seed),
            first,
            shares,
        )
        return shares

    def trace(self, seed: int, number: int, plays: Sequence[str]) -> Trace:
        """A round: cards dealt, answers, swaps, what was shown, lives."""
        steps, lost, net = trace_round(self.rules, seed, number, plays)
        places = len(self.sides)
        scores = (net.sum() - places * net) / self.scale
        results = {
            f"{name} {seat + 1}": float(value[seat])
            for name, value in (("score", scores), ("lose_life", lost >= 1), ("slam", lost >= 2))
            for seat in range(places)
        }
        return Trace(show(deal_cards(self.rules, 1, seed, number), 0), steps, results)

    def seconds(self, play: str) -> float:
        """The same for every level: experts look their answers up."""
        return _SECONDS


def _codes(plays: Sequence[str]) -> NDArray[np.int64]:
    return np.array([LEVEL_CODES[named_level(play)] for play in plays], np.int64)
