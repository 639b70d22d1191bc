"""Which contracts of a hand of Cruce are worth the time of experts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Column
from analyzer.games.cruce.hand_question import HandQuestion

CONTENDERS = 4
"""Contracts that experts play."""
TRIALS = 1000
TRIALS_FROM = 1 << 40
"""Trial deals that choose them, and their first number: far from those of the run."""


def contenders(
    asked: HandQuestion,
    columns: Sequence[Column],
    measure: str | None,
    outcomes: NDArray[np.int64],
) -> frozenset[tuple[int, str]]:
    """The best bids with their sources of trump, by the mean of a measure at level ``simple``."""
    sources = {trump.name: trump.source for trump in asked.trumps}
    worth: dict[tuple[int, str], float] = {}
    for i, column in enumerate(columns):
        bid, trump = column.choice.get("bid"), column.choice.get("trump")
        if column.measure == measure and isinstance(bid, int):
            worth[bid, sources[str(trump)]] = float(outcomes[:, i].mean())
    return frozenset(sorted(worth, key=lambda contract: -worth[contract])[:CONTENDERS])
