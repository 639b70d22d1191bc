"""A toy game plan for tests of what is above the games: a coin and a die a deal."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.games.base import Batch, Choice, Column, Plan


class Toy(Plan):
    """Choices with success chance 1/3 and 1/2, scores 3 and -1, or 2 and -2 (means 1/3 and 0)."""

    advise_play = "simple"

    def __init__(self, pause: float = 0.0) -> None:
        self.pause = pause
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
        if self.pause:
            import time

            time.sleep(self.pause)
        rolls = np.empty(count, np.int64)
        for i in range(count):
            rolls[i] = np.random.Philox(key=seed, counter=first + i).random_raw() % 6
        third, half = (rolls < 2).astype(np.int64), (rolls % 2).astype(np.int64)
        # The third choice is the first one under another name.
        columns = []
        for made, win, loss in ((third, 3, -1), (half, 2, -2), (third, 3, -1)):
            columns += [made, np.where(made == 1, win, loss)]
        return Batch(np.stack(columns, axis=1))
