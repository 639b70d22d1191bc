"""A toy table for tests of tournaments: luck by seat, skill by level, results known by formula."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.table import SHARE, Table

SKILL = {"random": 0, "simple": 2, "expert": 5, "expert:7": 7}
PARTNERS, THREE, FOUR, TWO = (0, 1, 0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1)


def draw(seed: int, deal: int, what: int, most: int) -> int:
    """A whole number below ``most``, a pure function of the others."""
    word = np.random.Philox(key=seed, counter=[deal, what, 0, 0]).random_raw()
    return int(word % most)


class ToyTable(Table):
    """Points are luck of the seat (0 to 9), skill of the level, and a level's luck of the deal.

    The last is 1 or -1.  A slam is luck below the level's skill; whoever is most skilled wins
    matches.
    """

    def __init__(self, sides: Sequence[int]) -> None:
        self.measures = {"score": False, "slam": True, "points": False}
        self.meanings = {"slam": "luck below skill"}
        self.sides = tuple(sides)
        names = set(sides)
        self._names = sorted(names)
        self.scale = len(names) - 1

    def workspace(self, plays: Sequence[str]) -> list[str]:
        return list(plays)

    def deals(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: Any
    ) -> dict[str, NDArray[np.int64]]:
        seats = len(self.sides)
        luck = np.array(
            [[draw(seed, first + i, s, 10) for s in range(seats)] for i in range(count)]
        )
        mood = [
            [2 * draw(seed, first + i, 100 + SKILL[play], 2) - 1 for play in plays]
            for i in range(count)
        ]
        skill = np.array([SKILL[play] for play in plays])
        points = luck + skill + np.array(mood)
        of_side = np.stack(
            [points[:, np.array(self.sides) == name].sum(axis=1) for name in self._names], axis=1
        )
        own = of_side[:, list(self.sides)]
        total = of_side.sum(axis=1, keepdims=True)
        return {
            "score": self.scale * own - (total - own),
            "slam": (luck < skill).astype(np.int64),
            "points": points,
        }

    def matches(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: Any
    ) -> NDArray[np.int64]:
        skill = np.array([SKILL[play] for play in plays])
        winners = {side for side, own in zip(self.sides, skill, strict=True) if own == skill.max()}
        shares = [SHARE // len(winners) if side in winners else 0 for side in self.sides]
        return np.tile(np.array(shares, np.int64), (count, 1))

    def seconds(self, play: str) -> float:
        return 1e-5


class PressingTable(ToyTable):
    """The toy; Ctrl-C is pressed in its ninth run of deals: with two threads a batch is in."""

    def __init__(self, sides: Sequence[int]) -> None:
        super().__init__(sides)
        self.runs = count(1)

    def deals(self, *args: Any, **kwargs: Any) -> dict[str, NDArray[np.int64]]:
        if next(self.runs) == 9:
            signal.raise_signal(signal.SIGINT)
        return super().deals(*args, **kwargs)
