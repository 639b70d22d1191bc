"""The outcomes of single deals, for those who look at more than sums of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Plan
from analyzer.run.batches import Batches, make
from analyzer.run.interrupt import CtrlC, StopRunning
from analyzer.run.runs import Progress
from analyzer.run.service import Service, Workers

MOST_NUMBERS = 100_000_000
"""Outcomes that are kept at the most: rows times columns."""


def collect(
    plan: Plan,
    seed: int,
    deals: int,
    workers: Workers = None,
    progress: Progress | None = None,
) -> NDArray[np.int64] | None:
    """Outcomes of deals 0 to ``deals - 1``, int64 [deals, columns]; ``None`` after Ctrl-C.

    Raises
    ------
    ValueError
        For a plan that weighs its rows, and for more than :data:`MOST_NUMBERS` outcomes.
    """
    if deals * len(plan.columns) > MOST_NUMBERS:
        raise ValueError(f"{deals} deals of {len(plan.columns)} columns are too many to keep")
    parts: list[NDArray[np.int64]] = []
    done = 0
    pool = Service.of(workers).pool
    with CtrlC() as ctrl_c:
        try:
            with pool.session(plan, seed, make(None, keep=True), ctrl_c) as session:
                for made in Batches(pool, session, plan, ctrl_c).of(0, deals):
                    if made.weights is not None or made.outcomes is None:
                        raise ValueError("rows that stand for several layouts are no single deals")
                    parts.append(made.outcomes.astype(np.int64))
                    done += len(made.outcomes)
                    if progress is not None:
                        progress(done, deals)
        except StopRunning:
            return None
    return np.concatenate(parts) if parts else np.empty((0, len(plan.columns)), np.int64)
