"""Ranges of deals cut into batches, computed by some workers, and handed on in order.

What computes a batch is a :class:`Pool`: the threads of this process, or a cluster.  Batch
sizes follow the measured speed.
"""

from __future__ import annotations

import os
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.estimate.tally import Tally
from analyzer.games.base import Batch, Plan
from analyzer.run.interrupt import CtrlC, StopRunning

BATCH_SECONDS = 0.2
"""What a batch should take on one core: short enough for a quick Ctrl-C."""
LARGEST_BATCH = 1 << 17
"""Deals of a batch at the most, with few columns ..."""
LARGEST_OUTCOMES = 1 << 22
"""... and outcomes of a batch at the most, so that memory is bounded."""


@dataclass(frozen=True)
class Made:
    """What remains of a batch: its ``tally`` or its outcomes, or both, and what it took.

    ``outcomes`` int32 [deals, columns] and ``weights`` as in a batch; ``seconds`` a deal.
    """

    tally: Tally | None
    outcomes: NDArray[np.int32] | None
    weights: NDArray[np.int64] | None
    seconds: float = 0.0


Make = Callable[[Batch], Made]
"""Turns a batch into what is handed on, where it was computed."""


def make(compared: Sequence[int] | None, keep: bool) -> Make:
    """Tallies with products of the ``compared`` columns, and outcomes too if ``keep``.

    Without ``compared`` there is no tally.
    """
    return partial(_make, None if compared is None else tuple(compared), keep)


def _make(compared: tuple[int, ...] | None, keep: bool, batch: Batch) -> Made:
    tally = None if compared is None else Tally.of(batch, compared)
    # No outcome takes more than 32 bits: a tally accepts none.
    return Made(tally, batch.outcomes.astype(np.int32) if keep else None, batch.weights)


def compute(plan: Plan, make: Make, seed: int, first: int, count: int, workspace: Any) -> Made:
    """One batch, timed."""
    start = time.perf_counter()
    made = make(plan.compute(seed, first, count, workspace))
    seconds = (time.perf_counter() - start) / count
    return Made(made.tally, made.outcomes, made.weights, seconds)


class Pending(Protocol):
    """A batch that is being computed."""

    def result(self, timeout: float) -> Made:
        """What was made of it; a :class:`TimeoutError` when that takes longer."""


class Session(ABC):
    """The workers of a pool, given one plan and one seed."""

    @abstractmethod
    def submit(self, first: int, count: int) -> Pending:
        """Have deals ``first`` to ``first + count - 1`` computed."""


class Pool(ABC):
    """Workers that compute batches."""

    batch_seconds: float | None = None
    """What a batch should take; :data:`BATCH_SECONDS` when ``None``."""

    @property
    @abstractmethod
    def width(self) -> int:
        """Batches that are computed at the same time, now."""

    @abstractmethod
    def session(
        self, plan: Plan, seed: int, make: Make, ctrl_c: CtrlC
    ) -> AbstractContextManager[Session]:
        """The workers for a plan; what is still pending at the end is dropped."""


def default_workers() -> int:
    """Number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Threads(Pool):
    """Threads of this process, whose kernels release the interpreter lock."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or default_workers()

    @property
    def width(self) -> int:
        """The number of threads."""
        return self._workers

    def session(self, plan: Plan, seed: int, make: Make, ctrl_c: CtrlC) -> _ThreadSession:
        """A thread pool of its own for every plan."""
        return _ThreadSession(self._workers, plan, seed, make, ctrl_c)


class _ThreadSession(Session, AbstractContextManager["_ThreadSession"]):
    def __init__(self, workers: int, plan: Plan, seed: int, make: Make, ctrl_c: CtrlC) -> None:
        self._plan, self._seed, self._make, self._ctrl_c = plan, seed, make, ctrl_c
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="deals")
        self._local = threading.local()

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def submit(self, first: int, count: int) -> Future[Made]:
        return self._pool.submit(self._compute, first, count)

    def _compute(self, first: int, count: int) -> Made:
        if self._ctrl_c.pressed:
            raise StopRunning
        if not hasattr(self._local, "workspace"):
            self._local.workspace = self._plan.workspace()
        return compute(self._plan, self._make, self._seed, first, count, self._local.workspace)


class Batches:
    """Batches of one plan, in the order of their deals."""

    def __init__(self, pool: Pool, session: Session, plan: Plan, ctrl_c: CtrlC) -> None:
        self._pool, self._session, self._ctrl_c = pool, session, ctrl_c
        self._seconds = BATCH_SECONDS if pool.batch_seconds is None else pool.batch_seconds
        self._largest = max(1, min(LARGEST_BATCH, LARGEST_OUTCOMES // max(1, len(plan.columns))))
        self._size = self._fitting(8 * plan.cost())

    def _fitting(self, seconds: float) -> int:
        return max(1, min(self._largest, int(self._seconds / max(seconds, 1e-9))))

    def of(self, first: int, stop: int) -> Iterator[Made]:
        """What is made of the deals from ``first`` to ``stop - 1``, in order."""
        pending: deque[Pending] = deque()
        while first < stop or pending:
            width = self._pool.width
            while first < stop and len(pending) < 2 * width:
                share = -(-(stop - first) // width)
                count = min(self._size, max(1, share))
                pending.append(self._session.submit(first, count))
                first += count
            made = self._wait(pending.popleft())
            self._size = min(4 * self._size, self._fitting(made.seconds))
            yield made

    def _wait(self, pending: Pending) -> Made:
        """The result, in short waits so that Ctrl-C is noticed on every platform."""
        while True:
            if self._ctrl_c.pressed:
                raise StopRunning
            try:
                return pending.result(timeout=0.1)
            except TimeoutError:
                continue
