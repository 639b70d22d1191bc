"""Speed of the double dummy of card-point games, for ``scripts/bench points``.

Random whole deals, every seat's hand and the trump drawn by NumPy; deals a processor second of
one thread, the median of five runs. Beside each figure stands that of a C prototype, written
for this comparison with exact keys and run on another machine.
"""

from __future__ import annotations

import time

import numpy as np

from analyzer.kernels import points_batch, trick
from analyzer.kernels import points_rules as rules_at

DEALS = 1000
ROUNDS = 5
BIDS = (33, 66, 99, 132)
BEAT = trick.MUST_OVERTRUMP | trick.BEAT_LED | trick.BEAT_TRUMP_LEAD


def cruce(must_beat: bool, trigger: int) -> np.ndarray:
    """Rules of Cruce: card points 9 J Q K 10 A."""
    return rules_at.pack_points(
        (0, 2, 3, 4, 10, 11),
        duties=trick.MUST_TRUMP | trick.UNDERTRUMP | (BEAT if must_beat else 0),
        announce=trigger,
        pair=(2, 3),
    )


def cuatrola() -> np.ndarray:
    """Rules of Cuatrola under the defaults."""
    return rules_at.pack_points(
        (2, 3, 4, 10, 11),
        duties=trick.MUST_TRUMP | BEAT,
        announce=rules_at.ONE_PER_TRICK,
        pair=(1, 2),
        difference=True,
        last_trick=10,
    )


def deals(seats: int, cards: int, active: int, side: int, n: int) -> tuple[np.ndarray, ...]:
    """Arguments of the batches for ``n`` random deals, trump by deal, seat 0 on lead."""
    owners = np.tile(np.repeat(np.arange(seats, dtype=np.uint8), cards // seats), (n, 1))
    rng = np.random.default_rng(1)
    same = np.ones(n, np.int64)
    return (
        rng.permuted(owners, axis=1),
        active * same,
        side * same,
        rng.integers(0, 4, n),
        0 * same,
        0 * same,
        np.full((n, 4), 255, np.uint8),
    )


def _rate(question: tuple[np.ndarray, ...], rules: np.ndarray, goals: tuple[int, ...]) -> str:
    """Exact values for no goals, else answers, and the nodes of each."""
    arena = points_batch.new_arena()
    n = len(question[0])
    found = np.zeros(n, np.int64 if not goals else np.bool_)
    rates = []
    for _ in range(ROUNDS + 1):  # the first run compiles
        nodes = points_batch.nodes_visited(arena)
        start = time.thread_time()
        if not goals:
            points_batch.values(*question, rules, arena, found)
        for goal in goals:
            points_batch.answers(*question, np.full(n, goal), rules, arena, found)
        count = n * max(len(goals), 1)
        rates.append(count / (time.thread_time() - start))
        nodes = (points_batch.nodes_visited(arena) - nodes) / count
    return f"{np.median(rates[1:]):10.0f}{nodes:8.0f}"


def bench_points() -> None:
    """Print the table."""
    four, three = deals(4, 24, 0b1111, 0b0101, DEALS), deals(3, 24, 0b111, 0b001, DEALS // 4)
    normal, solo = (deals(4, 20, active, side, 4 * DEALS) for active, side in ((15, 5), (11, 1)))
    plain = cruce(False, rules_at.FIRST_PLAYED)
    classic = cruce(True, rules_at.PAIR_CARD_LEAD)
    print("double dummy for card points, one thread, deals a processor second; nodes a deal")
    print(f"{'question':42}{'here':>10}{'nodes':>8}   C prototype")
    for title, question, rules, goals, other in (
        ("Cruce, 4 players: points", four, plain, (), "1200 to 1650"),
        ("Cruce, 4 players: at least 33 66 99 132", four, plain, BIDS, "5400 to 6700"),
        ("Cruce, 4 players, classic: points", four, classic, (), ""),
        ("Cruce, 4 players, classic: at least ...", four, classic, BIDS, ""),
        ("Cruce, 3 players: points", three, plain, (), ""),
        ("Cruce, 3 players: at least ...", three, plain, BIDS, ""),
        ("Cuatrola, normal: points", normal, cuatrola(), (), "2800"),
        ("Cuatrola, normal: at least 0", normal, cuatrola(), (0,), "37000"),
        ("Cuatrola, solo: points", solo, cuatrola(), (), "10000"),
        ("Cuatrola, solo: at least 0", solo, cuatrola(), (0,), "139000"),
    ):
        print(f"{title:42}{_rate(question, rules, goals)}   {other}", flush=True)
