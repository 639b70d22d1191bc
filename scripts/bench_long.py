"""Sections of scripts/bench for long runs: overheads, efficiency, memory, checkpoints."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.api import load_rules
from analyzer.games import load_game
from analyzer.games.base import Batch, Column, OddsQuestion, Plan
from analyzer.kernels.jit import kernel
from analyzer.report.comparison import each_variant
from analyzer.run import batches
from analyzer.run.checkpoint import Keeper
from analyzer.run.runs import Target, run
from analyzer.run.saved import Saver
from analyzer.run.service import Service

MILLION = 1_000_000
COMPARED = 20
"""Columns whose differences are wanted, as of a hand with twenty choices."""


@kernel
def spin(times):
    """Work that takes about a nanosecond a time and cannot be left out."""
    x = 1
    for i in range(times):
        x = (x * 1103515245 + i) % 2147483647
    return x


class Idle(Plan):
    """Outcomes that cost nothing: what remains is the overhead; or ``work`` a deal."""

    advise_play = "simple"

    def __init__(self, columns: int, work: int = 0) -> None:
        self.question = {"idle": True}
        self.work = work
        self.columns = tuple(
            Column({"bid": i}, "simple", "score" if i < COMPARED else "tricks", False, spread=1)
            for i in range(columns)
        )

    def workspace(self) -> None:
        """None is needed."""

    def cost(self) -> float:
        """As if a hundred deals were a batch."""
        return batches.BATCH_SECONDS / 800

    def title(self, symbols: bool) -> str:
        """No question at all."""
        return "idle"

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Zeros."""
        if self.work:
            spin(self.work * count)
        return Batch(np.zeros((count, len(self.columns)), np.int64))


@contextmanager
def batches_of(deals: int) -> Iterator[None]:
    """Batches of so many deals, whatever they cost."""
    before = batches.LARGEST_BATCH
    batches.LARGEST_BATCH = deals
    try:
        yield
    finally:
        batches.LARGEST_BATCH = before


def timed(function: Callable[[], object]) -> tuple[float, float]:
    """Seconds on the clock, and of this process's processors."""
    clock, own = time.perf_counter(), time.process_time()
    function()
    return time.perf_counter() - clock, time.process_time() - own


def memory() -> int:
    """Megabytes that this process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 // 2**20


def bench_long() -> None:
    """Overhead a batch, efficiency, memory, checkpoints and saved deals with threads."""
    print("overhead of a batch (100 deals that cost nothing), milliseconds of processor time")
    for columns in (20, 150):
        with batches_of(100):
            _, own = timed(lambda n=columns: run(Idle(n), 1, Target(100 * 1_000), 1))
        print(f"  threads, {columns} columns: {own:.2f}")
    _efficiency(lambda workers: Service.of(workers))
    _memory()
    _checkpoints()


def bench_cluster() -> None:
    """The same with a local Dask cluster."""
    from analyzer.run.cluster import Cluster

    clock = time.perf_counter()
    with Cluster("local", 1) as one:
        print(f"a local cluster starts in {time.perf_counter() - clock:.1f} s")
        with batches_of(100):
            for columns in (20, 150):
                clock, own = timed(
                    lambda n=columns: run(Idle(n), 1, Target(100 * 300), Service(one))
                )
                print(
                    f"  overhead of a batch, {columns} columns: {clock / 0.3:.1f} ms, of which "
                    f"{own / 0.3:.1f} are processor time of scheduler and client"
                )
        with Cluster("local", 2) as two:
            pools = {1: one, 2: two}
            _efficiency(
                lambda workers: Service(pools[workers]),
                lambda workers: sum(pools[workers].client.run(time.process_time).values()),
            )


def _efficiency(
    service: Callable[[int], Service], theirs: Callable[[int], float] = lambda workers: 0.0
) -> None:
    """Two workers against one, in turn: by the clock, and by the processor time of all.

    ``theirs`` is the processor time of worker processes so far.
    """

    def measured(workers: int) -> tuple[float, float]:
        before = theirs(workers)
        target = Target(12_000 * workers)
        clock, own = timed(lambda: run(plan, 1, target, service(workers)))
        return clock, (own + theirs(workers) - before) / workers

    plan = Idle(20, 20_000)
    clock, spent = [], []
    for _ in range(3):
        (one, all_one), (two, all_two) = measured(1), measured(2)
        clock.append(one / two)
        spent.append(all_one / all_two)
    print(
        f"efficiency of 2 workers: {np.median(clock):.2f} by the clock (on idle processors), "
        f"{np.median(spent):.2f} by processor time"
    )


def _memory() -> None:
    plan = load_game("cuccu").odds(load_rules("cuccu"), OddsQuestion(None, ("simple",)))
    seen: dict[int, int] = {}
    deals = 10 * MILLION

    def look(done: int, wanted: int | None) -> None:
        seen.setdefault(done // MILLION, memory())

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Saver(folder / "deals", {}) as saver, Keeper(folder / "x", {}, 1, lambda: 1) as kept:
            kept.before_writing = saver.flush
            pool = Service.of(1).pool
            _, own = timed(lambda: run(plan, 1, Target(deals), Service(pool, kept), look))
            print(f"Cuccù, {deals:,} deals: {own:.0f} s of processor time, megabytes in memory")
            print(f"  by million {list(seen.values())}")
            seen.clear()
            some, work = deals // 5, Service(pool, kept, saver, "saved")
            _, own = timed(lambda: run(plan, 1, Target(some), work, look))
        size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    print(f"  {some:,} of them saved: {own:.0f} s, {size / some:.1f} bytes a deal, in memory")
    print(f"  by million {list(seen.values())}")


def _checkpoints() -> None:
    rules = load_rules("cutu")
    game = load_game("cutu")
    hand = game.odds(rules, OddsQuestion("♠AKJ97 ♥A ♦K8", ("simple",)))
    variants = len(each_variant(rules)) + 1
    studied = Idle(variants * 2 * len(game.study(rules, "simple")[0].columns))
    studied.advise = None
    for title, plan in (("a hand", hand), ("every house rule", studied)):
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "x"
            with Keeper(path, {}, 1, lambda: 1) as kept:
                run(plan, 1, Target(100), Service(Service.of(1).pool, kept))
                clock, _ = timed(kept.write)
            size = path.stat().st_size
            again, _ = timed(partial(_read, path))
        print(
            f"checkpoint of {title} ({len(plan.columns)} columns): {size / 1000:.0f} kB, written "
            f"in {1000 * clock:.0f} ms, read in {1000 * again:.0f} ms"
        )


def _read(path: Path) -> None:
    with Keeper(path, {}, 1, lambda: 1):
        pass
