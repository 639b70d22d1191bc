"""Runs: a plan computed batch by batch until its target is reached, merged into one tally.

Every deal is a pure function of the plan, the seed and its number, and sums are exact, so
the result does not depend on who computes the batches or on their size.  Batches are added in
the order of their deals: whatever ends the run, the tally holds the deals from 0 to
``rows - 1``, a run of that many deals gives the same numbers, and one that goes on from there
gives those of an undisturbed run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.estimate import intervals
from analyzer.estimate.answer import Estimate, Method, compared_columns, estimates
from analyzer.estimate.tally import Tally
from analyzer.games.base import Plan
from analyzer.run.batches import Batches, default_workers, make
from analyzer.run.checkpoint import Entry
from analyzer.run.identity import plan_digest
from analyzer.run.interrupt import CtrlC, StopRunning
from analyzer.run.saved import Sink
from analyzer.run.service import Service, Workers

__all__ = ["Progress", "Run", "Target", "Workers", "default_workers", "run"]

FIRST_LOOK = 500
"""Deals after which a run for a given precision looks at its intervals the first time."""
MOST_DEALS = 20_000_000
"""Where a run for a given precision ends without having reached it."""

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


def run(
    plan: Plan,
    seed: int,
    target: Target,
    workers: Workers = None,
    progress: Progress | None = None,
    confidence: float = 0.95,
    name: str = "",
) -> Run:
    """Compute a plan until its target is reached or Ctrl-C is pressed.

    Parameters
    ----------
    plan, seed
        What to measure, and the seed of its deals.
    target
        When to stop; of no account for a plan that counts every layout.
    workers
        Threads, all processors when not given; or a service, which may also keep a checkpoint,
        from which the run then goes on, and save every deal.
    progress
        Called between batches, in this thread.
    confidence
        Level of the intervals, between 0 and 1.
    name
        What the run is called in the checkpoint and among saved deals, where a command has
        several.

    Returns
    -------
    What the deals done so far say.  A count of every layout that Ctrl-C ended has no deals: part
    of it says nothing about all.

    Raises
    ------
    QuestionError
        When the checkpoint or the saved deals belong to another question, when deals can be
        saved no more, and when the workers refuse the work.
    """
    with CtrlC() as ctrl_c:
        return _Work(Service.of(workers), plan, seed, target, confidence, ctrl_c, progress).done(
            name
        )


class _Work:
    """One run under way."""

    def __init__(
        self,
        service: Service,
        plan: Plan,
        seed: int,
        target: Target,
        confidence: float,
        ctrl_c: CtrlC,
        progress: Progress | None,
    ) -> None:
        self._service = service
        self._plan = plan
        self._seed = seed
        self._target = target
        self._method = Method(_interval(plan, target), confidence)
        self._ctrl_c = ctrl_c
        self._progress = progress
        self._tally = Tally.empty(len(plan.columns))
        self._reached = True

    def done(self, name: str) -> Run:
        start = time.perf_counter()
        keeper, name = self._service.keeper, self._service.named(name)
        entry = None
        if keeper is not None:
            entry = keeper.begin(name, self._plan, self._seed, self._target.precision)
        interrupted = False
        try:
            self._plan = self._prepared(entry)
            self._count(name if entry is None else entry.name, entry)
        except StopRunning:
            interrupted = True
            if self._plan.exact is not None:
                # The layouts counted first are no random sample of them all.
                self._tally = Tally.empty(len(self._plan.columns), self._tally.compared)
        seconds = time.perf_counter() - start if entry is None else entry.seconds
        return Run(self._plan, self._tally, self._method, seconds, interrupted, self._reached)

    def _prepared(self, entry: Entry | None) -> Plan:
        """The plan after its trials, which run on the same workers."""

        def trial(asked: Plan, first: int, count: int) -> NDArray[np.int64]:
            def compute() -> NDArray[np.int64]:
                return self._outcomes(asked, first, count)

            if entry is None:
                return compute()
            return entry.trial(f"{plan_digest(asked)} {first} {count}", compute)

        return self._plan.prepare(trial)

    def _outcomes(self, asked: Plan, first: int, count: int) -> NDArray[np.int64]:
        parts = []
        pool = self._service.pool
        with pool.session(asked, self._seed, make(None, True), self._ctrl_c) as session:
            for made in Batches(pool, session, asked, self._ctrl_c).of(first, first + count):
                assert made.outcomes is not None
                parts.append(made.outcomes.astype(np.int64))
                if self._progress is not None:
                    self._progress(0, None)
        return np.concatenate(parts)

    def _count(self, name: str, entry: Entry | None) -> None:
        """Add batches to the tally until the target is reached."""
        plan, service = self._plan, self._service
        compared = compared_columns(plan)
        if entry is None:
            self._tally = Tally.empty(len(plan.columns), compared)
        else:
            self._tally = entry.tally(len(plan.columns), compared)
        sink = None
        if service.saver is not None:
            sink = service.saver.open(name, plan, self._seed, self._tally.rows)
        making = make(compared, sink is not None)
        try:
            with service.pool.session(plan, self._seed, making, self._ctrl_c) as session:
                batches = Batches(service.pool, session, plan, self._ctrl_c)
                for stop, wanted in _looks(plan, self._target):
                    if self._tally.rows < stop:
                        self._add(batches, stop, wanted, entry, sink)
                    if self._tally.rows == stop and self._precise():
                        break
        except (StopRunning, QuestionError):
            # Not after a second Ctrl-C, which may have struck in the middle of an addition.
            if entry is not None:
                entry.write()
            raise
        if entry is not None:
            # A command may have hundreds of short runs: a checkpoint for each would take longer.
            entry.tick()
        if self._tally.rows > stop:
            raise QuestionError(
                f"the checkpoint holds {self._tally.rows:,} deals, more than the {stop:,} asked "
                "for; ask for as many or more, or delete it to begin anew"
            )

    def _add(
        self,
        batches: Batches,
        stop: int,
        wanted: int | None,
        entry: Entry | None,
        sink: Sink | None,
    ) -> None:
        """Add the batches up to deal ``stop``."""
        for made in batches.of(self._tally.rows, stop):
            assert made.tally is not None
            if sink is not None:
                sink.add(made)
            self._tally.add(made.tally)
            if entry is not None:
                entry.tick()
            if self._progress is not None:
                self._progress(self._tally.rows, wanted)

    def _precise(self) -> bool:
        """Whether the run has a precision to reach, and has reached it."""
        if self._target.precision is None or self._plan.exact is not None:
            return False
        found = estimates(self._plan.columns, self._tally, self._method)
        self._reached = _half_width(found) <= self._target.precision
        return self._reached


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


def _half_width(found: list[Estimate]) -> float:
    """The largest half-width among the intervals that a precision is about."""
    rates = [e for e in found if e.column.measure == "success"]
    rates = rates or [e for e in found if e.column.measure == "slam"]
    rates = rates or [e for e in found if e.column.rate] or found
    return max((e.half for e in rates), default=inf)
