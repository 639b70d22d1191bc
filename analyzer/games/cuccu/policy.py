"""The players' fitted numbers, as the kernels read them (`docs/cuccu.md`)."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuccu.kernels import players
from analyzer.resources import data_path

THRESHOLDS_FILE = "thresholds.csv"
STRATEGIES_FILE = "strategies.npz"
TELLS_APART = {2: 3, 3: 3, 4: 3, 5: 2}
"""By number of players at a table: lives that the strategies tell apart (more count as that)."""

LEVEL_CODES = {"random": players.RANDOM, "simple": players.SIMPLE, "expert": players.EXPERT}


def read_thresholds() -> NDArray[np.int32]:
    """Rank from which a card is kept, int32 [21, 20] by players and seat (first seat first)."""
    rows = np.zeros((21, 20), np.int32)
    text = data_path("models", "cuccu", THRESHOLDS_FILE).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            n, *ranks = (int(word) for word in line.split(","))
            rows[n, :n] = ranks
    return rows


def read_strategies() -> dict[int, NDArray[np.uint8]]:
    """Chances in 240ths of asking, by number of players: uint8 [codes of lives, nodes]."""
    path = data_path("models", "cuccu", STRATEGIES_FILE)
    if not path.exists():
        return {}
    with np.load(path) as stored:
        return {n: stored[f"players{n}"] for n in TELLS_APART if f"players{n}" in stored}


def make_policy(
    thresholds: NDArray[np.int32], strategies: dict[int, NDArray[np.uint8]]
) -> NDArray[np.int32]:
    """One int32 array with everything that the players look up."""
    head = np.zeros(players.STRATEGIES, np.int32)
    head[: players.FIRST] = thresholds.ravel()
    parts = [head]
    at = len(head)
    for n, chances in strategies.items():
        head[players.FIRST + n] = at
        head[players.MOST + n] = TELLS_APART[n]
        parts.append(chances.ravel().astype(np.int32))
        at += chances.size
    return np.concatenate(parts)


@cache
def policy() -> NDArray[np.int32]:
    """The policy that ships with the package; not to be modified.

    It is not marked read-only, which would be another type to compile all kernels for.
    """
    return make_policy(read_thresholds(), read_strategies())
