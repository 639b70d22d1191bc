"""A toy game plan for tests of what is above the games: a coin and a die a deal."""

from __future__ import annotations

import signal
from itertools import count
from typing import Any

import numpy as np

from analyzer.games.base import Batch, Choice, Column, Plan


class Toy(Plan):
    """Choices with success chance 1/3 and 1/2, scores 3 and -1, or 2 and -2 (means 1/3 and 0)."""

    advise_play = "simple"

    def __init__(self) -> None:
        self.question = {"toy": True}
        self.columns = tuple(
            Column({"bid": bid}, "simple", measure, measure == "success", spread=spread)
            for bid in (1, 2, 3)
            for measure, spread in (("success", 1), ("score", 4))
        )

    def workspace(self) -> list[int]:
        return []

    def cost(self) -> float:
        return 1e-5

    def title(self, symbols: bool) -> str:
        return "toy"

    def prefer(self, choice: Choice) -> float:
        return float(choice["bid"])

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        rolls = np.empty(count, np.int64)
        for i in range(count):
            rolls[i] = np.random.Philox(key=seed, counter=first + i).random_raw() % 6
        third, half = (rolls < 2).astype(np.int64), (rolls % 2).astype(np.int64)
        # The third choice is the first one under another name.
        columns = []
        for made, win, loss in ((third, 3, -1), (half, 2, -2), (third, 3, -1)):
            columns += [made, np.where(made == 1, win, loss)]
        return Batch(np.stack(columns, axis=1))


class Pressing(Toy):
    """The toy; Ctrl-C is pressed in its fifth batch.

    Two threads have four batches under way, so that the first one was added by then.
    """

    def __init__(self) -> None:
        super().__init__()
        self.batches = count(1)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        if next(self.batches) == 5:
            signal.raise_signal(signal.SIGINT)
        return super().compute(seed, first, count, workspace)
