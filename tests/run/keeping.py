"""Checkpoints for the tests of runs, written after every batch."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from analyzer.run.batches import Threads
from analyzer.run.checkpoint import Keeper
from analyzer.run.runs import Run
from analyzer.run.saved import Saver
from analyzer.run.service import Service

ABOUT = {"command": "test", "rules": {"digest": "abc"}}


def keeper(path: Path, seed: int | None = 5, about: Mapping[str, Any] = ABOUT) -> Keeper:
    return Keeper(path, about, seed, lambda: 77)


def service(kept: Keeper, saver: Saver | None = None) -> Service:
    if saver is not None:
        kept.before_writing = saver.flush
    return Service(Threads(2), kept, saver)


def numbers(found: Run) -> tuple[Any, ...]:
    t = found.tally
    sums = [t.sums.tolist(), t.sums2.tolist(), t.squares.tolist(), t.cross.tolist()]
    return t.rows, t.weight, t.weight2, t.compared, sums, found.reached, found.plan.columns
