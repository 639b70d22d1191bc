"""Batches of deals on the threads of this process, merged into one tally.

Every deal is a pure function of the plan, the seed and its number, and sums are exact, so
the result does not depend on the number of threads or on the size of the batches.  Batches
are added in the order of their deals: whatever ends the run, the tally holds the deals from
0 to ``rows - 1`` and a run of that many deals gives the same numbers.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import inf
from types import FrameType
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.estimate import intervals
from analyzer.estimate.answer import Estimate, Method, compared_columns, estimates
from analyzer.estimate.tally import Tally
from analyzer.games.base import Batch, Plan

BATCH_SECONDS = 0.2
"""What a batch should take on one core: short enough for a quick Ctrl-C."""
LARGEST_BATCH = 1 << 17
FIRST_LOOK = 500
"""Deals after which a run for a given precision looks at its intervals the first time."""
MOST_DEALS = 20_000_000
"""Where a run for a given precision ends without having reached it."""

_T = TypeVar("_T")

Progress = Callable[[int, int | None], None]
"""Called with the deals done and the deals wanted (``None``: not known)."""


@dataclass(frozen=True)
class Target:
    """When to stop: after ``deals``, or when the intervals are within ``precision``."""

    deals: int | None = None
    precision: float | None = None


@dataclass(frozen=True)
class Run:
    """What a run found: its tally, the method of its intervals, and how it ended.

    ``plan`` is the plan that was run: the one asked for, as it was prepared.
    """

    plan: Plan
    tally: Tally
    method: Method
    seconds: float
    interrupted: bool = False
    reached: bool = True
    """Whether the precision asked for was reached."""


def default_workers() -> int:
    """Number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    plan: Plan,
    seed: int,
    target: Target,
    workers: int | None = None,
    progress: Progress | None = None,
    confidence: float = 0.95,
) -> Run:
    """Compute a plan until its target is reached or Ctrl-C is pressed.

    Parameters
    ----------
    plan, seed
        What to measure, and the seed of its deals.
    target
        When to stop; of no account for a plan that counts every layout.
    workers
        Threads; all processors when not given.
    progress
        Called between batches, in this thread.
    confidence
        Level of the intervals, between 0 and 1.

    Returns
    -------
    What the deals done so far say.  A count of every layout that Ctrl-C ended has no deals: part
    of it says nothing about all.
    """
    start = time.perf_counter()
    workers = workers or default_workers()
    method = Method(_interval(plan, target), confidence)
    tally = Tally.empty(len(plan.columns))
    interrupted, reached = False, True
    with CtrlC() as ctrl_c:
        try:
            plan = _prepared(plan, seed, workers, ctrl_c, progress)
            compared = compared_columns(plan)
            tally = Tally.empty(len(plan.columns), compared)
            with _Runner(
                plan, seed, workers, ctrl_c, partial(Tally.of, compared=compared)
            ) as runner:
                for stop, wanted in _looks(plan, target):
                    for batch in runner.batches(tally.rows, stop):
                        tally.add(batch)
                        if progress is not None:
                            progress(tally.rows, wanted)
                    if target.precision is not None and plan.exact is None:
                        found = estimates(plan.columns, tally, method)
                        reached = _precise(found, target.precision)
                        if reached:
                            break
        except _StopRunning:
            interrupted = True
            if plan.exact is not None:
                # The layouts counted first are no random sample of them all.
                tally = Tally.empty(len(plan.columns), tally.compared)
    return Run(plan, tally, method, time.perf_counter() - start, interrupted, reached)


def _prepared(
    plan: Plan, seed: int, workers: int, ctrl_c: CtrlC, progress: Progress | None
) -> Plan:
    """The plan after its trials, which run on the same threads."""

    def trial(asked: Plan, first: int, count: int) -> NDArray[np.int64]:
        parts = []
        with _Runner(asked, seed, workers, ctrl_c, _outcomes) as runner:
            for outcomes in runner.batches(first, first + count):
                parts.append(outcomes)
                if progress is not None:
                    progress(0, None)
        return np.concatenate(parts)

    return plan.prepare(trial)


def _outcomes(batch: Batch) -> NDArray[np.int64]:
    return batch.outcomes


def _interval(plan: Plan, target: Target) -> str:
    if plan.exact is not None:
        return intervals.EXACT
    return intervals.FIXED if target.precision is None else intervals.SEQUENCE


def _looks(plan: Plan, target: Target) -> Iterator[tuple[int, int | None]]:
    """Numbers of deals at which the run may end, and the number that is wanted in all."""
    if plan.exact is not None:
        yield plan.exact, plan.exact
    elif target.precision is None:
        assert target.deals is not None
        yield target.deals, target.deals
    else:
        look = FIRST_LOOK
        most = min(target.deals or MOST_DEALS, MOST_DEALS)
        while look < most:
            yield look, None
            look += max(FIRST_LOOK, look // 8)
        yield most, most


def _precise(found: list[Estimate], precision: float) -> bool:
    rates = [e for e in found if e.column.measure == "success"]
    rates = rates or [e for e in found if e.column.measure == "slam"]
    rates = rates or [e for e in found if e.column.rate] or found
    return max((e.half for e in rates), default=inf) <= precision


class _StopRunning(Exception):
    """Ctrl-C was pressed while a batch was being waited for."""


class CtrlC:
    """Notes Ctrl-C instead of raising at any place; a second Ctrl-C raises at once.

    Outside the main thread, where no handler can be set, Ctrl-C is left alone.
    """

    def __init__(self) -> None:
        self.pressed = False
        self._main = threading.current_thread() is threading.main_thread()
        self._before: Any = None

    def __enter__(self) -> CtrlC:
        if self._main:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._main:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True


class _Runner(Generic[_T]):
    """A thread pool that computes ranges of deals; batch sizes follow the measured speed.

    ``make`` turns a batch into what is handed on, within the thread that computed it.
    """

    def __init__(
        self, plan: Plan, seed: int, workers: int, ctrl_c: CtrlC, make: Callable[[Batch], _T]
    ) -> None:
        self._plan = plan
        self._make = make
        self._seed = seed
        self._workers = workers
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="deals")
        self._local = threading.local()
        self._size = max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / 8 / max(plan.cost(), 1e-9))))
        self._ctrl_c = ctrl_c

    def __enter__(self) -> _Runner[_T]:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _compute(self, first: int, count: int) -> tuple[_T, float]:
        if self._ctrl_c.pressed:
            return self._make(Batch(np.empty((0, len(self._plan.columns)), np.int64))), inf
        if not hasattr(self._local, "workspace"):
            self._local.workspace = self._plan.workspace()
        workspace: Any = self._local.workspace
        start = time.perf_counter()
        made = self._make(self._plan.compute(self._seed, first, count, workspace))
        return made, (time.perf_counter() - start) / count

    def batches(self, first: int, stop: int) -> Iterator[_T]:
        """What is made of the deals from ``first`` to ``stop - 1``, in order."""
        pending: deque[tuple[int, Future[tuple[_T, float]]]] = deque()
        while first < stop or pending:
            while first < stop and len(pending) < 2 * self._workers:
                share = -(-(stop - first) // self._workers)
                count = min(self._size, max(1, share))
                pending.append((count, self._pool.submit(self._compute, first, count)))
                first += count
            _, future = pending.popleft()
            made, seconds = self._wait(future)
            if seconds > 0:
                fitting = int(BATCH_SECONDS / seconds)
                self._size = max(1, min(LARGEST_BATCH, 4 * self._size, fitting))
            yield made

    def _wait(self, future: Future[tuple[_T, float]]) -> tuple[_T, float]:
        """The result, in short waits so that Ctrl-C is noticed on every platform."""
        while True:
            if self._ctrl_c.pressed:
                raise _StopRunning
            try:
                return future.result(timeout=0.1)
            except TimeoutError:
                if future.done():
                    return future.result()
