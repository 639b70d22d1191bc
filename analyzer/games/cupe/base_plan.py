"""Base rates of Cupe: what happens over random hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.games.base import Batch, Column, Plan
from analyzer.games.cupe.kernels.batch import QUEEN_TAKER, SHOOTER
from analyzer.games.cupe.kernels.legality import POINTS
from analyzer.games.cupe.kernels.scores import value_of
from analyzer.games.cupe.play import SEATS, layouts, play_hands
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import seconds_of

_OTHERS = SEATS - 1


def points_range(rules: CupeRules) -> int:
    """The largest difference that one hand can make to a seat's points."""
    most = int(value_of(POINTS, rules.packed()))
    low = most if rules.slam in ("subtract", "auto", "lead_auto") else 0
    bonus = -rules.bonus_points if rules.bonus_card != "none" else 0
    return most + low + bonus - rules.no_trick_bonus


class BaseRates(Plan):
    """Points, slams and the queen over random hands, all four seats playing alike.

    Without a seat, ``points`` is the mean of the four seats, so that it and ``slam_any`` obey
    the identity V/4 + V/2 x slam_any exactly in every sample; the other measures are those of
    seat 1.
    """

    advise = None

    def __init__(self, rules: CupeRules, plays: Sequence[str], seat: int | None) -> None:
        self.rules = rules
        self.plays = tuple(plays)
        self.advise_play = self.plays[-1]
        self._seat = 0 if seat is None else seat
        self._mean = seat is None
        self._layouts = layouts()
        width = points_range(rules)
        columns: list[Column] = []
        for play in self.plays:
            columns += self._columns(play, width)
        self.columns = tuple(columns)
        self.question = {"hand": None, "seat": self._seat + 1}
        notes = []
        if self._mean:
            notes.append("Points: the mean of the four seats; the other rows are those of seat 1.")
        if rules.exchange.startswith("cycle"):
            notes.append("The directions of the exchange take turns from deal to deal.")
        self.notes = tuple(notes)

    def _columns(self, play: str, width: int) -> list[Column]:
        scale = SEATS if self._mean else 1
        return [
            Column({}, play, "points", False, scale, spread=scale * width),
            Column({}, play, "score", False, _OTHERS, spread=2 * _OTHERS * width),
            Column({}, play, "slam", True),
            Column({}, play, "slam_against", True),
            Column({}, play, "slam_any", True),
            Column({}, play, "queen", True),
        ]

    def title(self, symbols: bool) -> str:
        """Base rates."""
        return "random hands" if self._mean else f"random hands of seat {self._seat + 1}"

    def workspace(self) -> None:
        """Nothing: the kernels bring their own."""

    def cost(self) -> float:
        """Rough seconds a deal."""
        return sum(seconds_of(play) for play in self.plays)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Play the deals at every level."""
        blocks = []
        own = self._seat
        for play in self.plays:
            hands = play_hands(self.rules, [play] * SEATS, count, seed, first, known=self._layouts)
            points, shooter = hands[:, :SEATS], hands[:, SHOOTER]
            total = points.sum(axis=1)
            blocks += [
                total if self._mean else points[:, own],
                total - SEATS * points[:, own],
                (shooter == own).astype(np.int64),
                ((shooter >= 0) & (shooter != own)).astype(np.int64),
                (shooter >= 0).astype(np.int64),
                (hands[:, QUEEN_TAKER] == own).astype(np.int64),
            ]
        return Batch(np.stack(blocks, axis=1))
