"""Section of scripts/bench for Cuccù: rounds a second on one thread, by level and players."""

from __future__ import annotations

import time

import numpy as np

ROUNDS = 300_000
RUNS = 5


def bench_cuccu() -> None:
    """Whole rounds, from the shuffle to the showdown, in processor seconds of one thread."""
    from analyzer.games.cuccu.kernels import table as t
    from analyzer.games.cuccu.kernels.count import BASE, sample_round
    from analyzer.games.cuccu.policy import LEVEL_CODES, policy
    from analyzer.games.cuccu.rules import CuccuRules

    print("Cuccù, rounds from the shuffle to the showdown, one thread, a processor second")
    for n, play in ((4, "simple"), (4, "random"), (4, "expert"), (2, "simple"), (5, "simple")):
        table = t.new_table(CuccuRules.make({"players": n}).packed())
        words, lives, ends = t.new_words(), np.full(n, 3, np.int64), np.zeros(BASE**n + 1)
        best = np.inf
        for count in (1, *[ROUNDS] * RUNS):
            start = time.process_time()
            sample_round(table, words, policy(), lives, LEVEL_CODES[play], 1, count, ends)
            if count > 1:
                best = min(best, time.process_time() - start)
        print(f"  {n} players, {play}: {ROUNDS / best:,.0f}")
