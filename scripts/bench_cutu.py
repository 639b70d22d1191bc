"""Section of scripts/bench for Cuțu: playouts a second on one thread, the deal included."""

from __future__ import annotations

import time

import numpy as np

RUNS = 5
DEALS = {"random": 200_000, "simple": 10_000}


def bench_cutu() -> None:
    """Deal and play out in one strain, in processor seconds of one thread."""
    from analyzer.games.cutu.duties import CARDS, NO_TRUMP, RANKS, SEATS, duties
    from analyzer.games.cutu.play import RANDOM, SIMPLE, play_hands
    from analyzer.games.cutu.rules import CutuRules
    from analyzer.kernels.deal import deal_hands
    from analyzer.kernels.layouts import Layouts
    from analyzer.kernels.philox import PURPOSE_DEAL

    print("Cuțu, playouts with their deals, one thread, a processor second")
    plan = Layouts.build(CARDS * SEATS, [CARDS] * SEATS).plan
    seat, bits = np.zeros(1, np.int64), duties(CutuRules())
    for name, level in (("random", RANDOM), ("simple", SIMPLE)):
        for strain, label in ((3, "spades"), (NO_TRUMP, "no trump")):
            best = np.inf
            for deals in (10, *[DEALS[name]] * RUNS):
                hands = np.empty((deals, SEATS), np.uint64)
                tricks = np.empty((deals, 1), np.int64)
                levels, strains = np.full(SEATS, level), np.array([[strain]])
                start = time.process_time()
                deal_hands(np.uint64(1), PURPOSE_DEAL, 0, plan, RANKS, hands)
                play_hands(1, 0, hands, seat, seat, strains, bits, levels, tricks)
                if deals > 10:
                    best = min(best, (time.process_time() - start) / deals)
            per_card = best * 1e6 / (CARDS * SEATS)
            print(f"  {name}, {label}: {1 / best:,.0f} ({per_card:.3f} microseconds a card)")
