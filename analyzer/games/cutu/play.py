"""Play of Cuțu in batches, at the levels random and simple.

Letters: ``D`` deals, ``S`` strains.  A strain is a trump suit 0 to 3 or -1, no trump.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cutu.kernels.play import RANDOM, SIMPLE, play_batch
from analyzer.games.cutu.simple import simple_weights

__all__ = ["RANDOM", "SIMPLE", "play_hands"]


def play_hands(
    seed: int | np.uint64,
    first: int,
    hands: NDArray[np.uint64],
    declarers: NDArray[np.int64],
    leaders: NDArray[np.int64],
    strains: NDArray[np.int64],
    duties: int,
    levels: NDArray[np.int64],
    tricks: NDArray[np.int64],
    log: NDArray[np.int64] | None = None,
) -> None:
    """Play deals ``first`` to ``first + D - 1`` of ``seed`` in each strain.

    Parameters
    ----------
    seed, first
        Name the random choices: they depend on seed, deal number, strain and what was played
        before only, so batches may be split at will.
    hands
        uint64 [D, 4], card sets by seat.
    declarers, leaders
        int64 [D] or [1], seats; the leader is the seat that leads to the first trick.
    strains
        int64 [D, S] or [1, S], -1 to 3.
    duties
        Duty bits of :func:`analyzer.games.cutu.duties.duties`.
    levels
        int64 [4], ``RANDOM`` or ``SIMPLE`` by seat.
    tricks
        int64 [D, S], the tricks of the declarers' side: the result, *modified in place*.
    log
        int64 [D, S, n], *modified in place* when given: bit indices of the first n cards in
        the order of play.
    """
    if log is None:
        log = np.empty((len(hands), strains.shape[1], 0), np.int64)
    play_batch(
        np.uint64(seed),
        first,
        hands,
        declarers,
        leaders,
        strains,
        duties,
        levels,
        simple_weights(),
        tricks,
        log,
    )
