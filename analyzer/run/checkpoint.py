"""Checkpoints: the tallies of unfinished work in a file, so that nothing is done twice.

A checkpoint is a text of JSON lines: the question and the program; for every run its name, its
trials and its tally; at the end a SHA-256 of all that stands before.  It is replaced as a
whole, so that a process killed at any moment leaves the last one.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.estimate.tally import Ints, Tally
from analyzer.games.base import Plan
from analyzer.run.atomic import remove_parts, write_whole
from analyzer.run.identity import differing, plan_digest, program
from analyzer.run.lock import Lock

EVERY = 3.0
"""Seconds between two checkpoints ..."""
SHARE = 0.03
"""... or longer, so that writing them takes no more of the time than this."""
SUFFIX = ".checkpoint"
_FORM = "analyzer checkpoint 1"
_SEED = "seed"

Warn = Callable[[str], None]
"""Tells the user about something that does not stop the work."""


@dataclass
class Kept:
    """One run in a checkpoint: its tally, and the outcomes of its trials."""

    digest: str
    precision: float | None
    tally: Tally | None = None
    seconds: float = 0.0
    trials: list[tuple[str, NDArray[np.int64]]] = field(default_factory=list)


class Keeper:
    """Keeps the runs of one command in a checkpoint, held by this process alone.

    Parameters
    ----------
    path
        The checkpoint; a lock stands beside it while the work goes on.
    about
        The question, in JSON's types by the words of a message: what must be the same for work
        to be continued.  House rules and levels of play belong to it, the amount of work not.
    seed
        The seed; ``None`` takes that of the checkpoint, or ``draw()``.
    draw
        Draws a seed.
    warn
        Told once when a checkpoint cannot be written; the work goes on.

    Raises
    ------
    QuestionError
        When another process works there, and for a checkpoint that cannot be read, is damaged,
        or belongs to another question, seed or program.
    """

    def __init__(
        self,
        path: Path,
        about: Mapping[str, Any],
        seed: int | None,
        draw: Callable[[], int],
        warn: Warn = lambda text: None,
        what: str | None = None,
    ) -> None:
        self.path = path
        self.before_writing: Callable[[], None] = lambda: None
        """Called before a checkpoint is written: what it counts must be on the disk by then."""
        self._about = json.loads(json.dumps(about))
        self._warn = warn
        self._warned = False
        self._runs: dict[str, Kept] = {}
        self._lines: dict[str, str] = {}
        self._used: set[str] = set()
        self._changed: set[str] = set()
        self._last = time.monotonic()
        self._cost = 0.0
        self._lock = Lock(path.with_name(path.name + ".lock"), what or str(path))
        try:
            remove_parts(path.parent, path.name)
            self.seed = self._resume(seed, draw)
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> Keeper:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            # What struck in the middle of an addition leaves no tally that can be trusted.
            if self._changed and (error is None or isinstance(error, QuestionError)):
                self.write()
        finally:
            self._lock.release()

    @property
    def resumed(self) -> int:
        """Deals that the checkpoint held when it was opened, in all its runs."""
        return sum(kept.tally.rows for kept in self._runs.values() if kept.tally is not None)

    def begin(self, name: str, plan: Plan, seed: int, precision: float | None) -> Entry:
        """The place of a run in the checkpoint.

        Runs that share a name get numbers, so the runs of a command must come in the same order
        every time.

        Raises
        ------
        QuestionError
            When the checkpoint has another run under this name.
        """
        numbered = (f"{name}-{n}".strip("-") for n in count(2))
        name = next(n for n in chain([name], numbered) if n not in self._used)
        self._used.add(name)
        digest = f"{plan_digest(plan)} {seed}"
        kept = self._runs.setdefault(name, Kept(digest, precision))
        if kept.digest != digest:
            raise self._refusal("belongs to another question")
        if kept.precision != precision:
            asked = "a fixed number of deals" if kept.precision is None else f"{kept.precision}"
            raise self._refusal(f"belongs to a run for --precision {asked}")
        return Entry(self, name, kept)

    def finished(self) -> None:
        """The answer is where it belongs: take the checkpoint away."""
        self._changed.clear()
        self.path.unlink(missing_ok=True)

    def due(self) -> bool:
        """Whether it is time for a checkpoint."""
        return time.monotonic() - self._last >= max(EVERY, self._cost / SHARE)

    def further(self, name: str) -> None:
        """Note that run ``name`` has got further, for the next checkpoint."""
        self._changed.add(name)

    def write(self) -> None:
        """Write the checkpoint now."""
        start = time.monotonic()
        self.before_writing()
        try:
            for name in self._changed:
                self._lines[name] = _encode(name, self._runs[name])
            self._changed.clear()
            body = "".join([self._head(), *self._lines.values()]).encode()
            data = body + json.dumps({"sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n"
            write_whole(self.path, lambda part: _write(part, data))
            self._warned = False
        except OSError as error:
            if not self._warned:
                self._warn(
                    f"no checkpoint can be written to {self.path} ({error.strerror}); "
                    "the work goes on without"
                )
            self._warned = True
        self._last = time.monotonic()
        self._cost = self._last - start

    def _head(self) -> str:
        head = {"form": _FORM, "program": program(), "about": self._about, _SEED: self.seed}
        return json.dumps(head) + "\n"

    def _refusal(self, reason: str) -> QuestionError:
        return QuestionError(f"{self.path}: {reason}; delete it to begin anew")

    def _resume(self, seed: int | None, draw: Callable[[], int]) -> int:
        """Read the checkpoint, if there is one; the seed."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return draw() if seed is None else seed
        except OSError as error:
            raise self._refusal(f"the checkpoint cannot be read ({error.strerror})") from None
        body, _, end = data.rstrip(b"\n").rpartition(b"\n")
        body += b"\n"
        try:
            if json.loads(end)["sha256"] != hashlib.sha256(body).hexdigest():
                raise ValueError
            head, *lines = [json.loads(line) for line in body.splitlines()]
            if head["form"] != _FORM:
                raise self._refusal("the checkpoint has the form of another version")
            self._check(head, seed)
            for line in lines:
                self._runs[line["run"]] = _decode(line)
                self._lines[line["run"]] = json.dumps(line) + "\n"
            return int(head[_SEED])
        except (ValueError, KeyError, TypeError, IndexError) as error:
            if isinstance(error, QuestionError):
                raise
            raise self._refusal("the checkpoint is damaged (its checksum does not fit)") from None

    def _check(self, head: Mapping[str, Any], seed: int | None) -> None:
        other = differing(program(), head["program"])
        if other is not None:
            raise self._refusal(f"made by another version of the program ({other})")
        theirs = head["about"]
        for name in dict.fromkeys([*self._about, *theirs]):
            here, there = self._about.get(name), theirs.get(name)
            if here != there:
                raise self._refusal(
                    f"belongs to another question ({name}: {_short(there)}, here {_short(here)})"
                )
        if seed is not None and seed != head[_SEED]:
            raise self._refusal(f"belongs to another question (seed {head[_SEED]}, here {seed})")


class Entry:
    """The place of one run in a checkpoint."""

    def __init__(self, keeper: Keeper, name: str, kept: Kept) -> None:
        self.name = name
        """What the run is called, unlike any other of its command."""
        self._keeper, self._kept = keeper, kept
        self._trial = 0
        self._before = kept.seconds
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """What the run has taken so far, in all processes that worked on it."""
        return self._before + time.perf_counter() - self._start

    def tally(self, columns: int, compared: list[int]) -> Tally:
        """The tally so far; that of no deals for a run that was not begun."""
        kept = self._kept.tally
        if kept is None:
            kept = self._kept.tally = Tally.empty(columns, compared)
        elif len(kept.sums) != columns or kept.compared != tuple(compared):
            raise self._keeper._refusal("belongs to another question")
        return kept

    def trial(self, asked: str, compute: Callable[[], NDArray[np.int64]]) -> NDArray[np.int64]:
        """Outcomes of the next trial, kept or computed; ``asked`` says what is tried."""
        place, self._trial = self._trial, self._trial + 1
        trials = self._kept.trials
        if place == len(trials):
            trials.append((asked, compute()))
            self.tick()
        elif trials[place][0] != asked:
            raise self._keeper._refusal("belongs to another question")
        return trials[place][1]

    def tick(self) -> None:
        """Write a checkpoint if it is time; called after every batch and at the end."""
        self._kept.seconds = self.seconds
        self._keeper.further(self.name)
        if self._keeper.due():
            self._keeper.write()

    def write(self) -> None:
        """Write a checkpoint now."""
        self._kept.seconds = self.seconds
        self._keeper.further(self.name)
        self._keeper.write()


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def _encode(name: str, kept: Kept) -> str:
    found: dict[str, Any] = {
        "run": name,
        "digest": kept.digest,
        "precision": kept.precision,
        "seconds": kept.seconds,
        "trials": [[asked, _pack(outcomes)] for asked, outcomes in kept.trials],
        "tally": None,
    }
    if kept.tally is not None:
        t = kept.tally
        found["tally"] = {
            "compared": list(t.compared),
            "rows": t.rows,
            "weight": t.weight,
            "weight2": t.weight2,
        } | {key: getattr(t, key).tolist() for key in _SUMS}
    return json.dumps(found) + "\n"


_SUMS = ("sums", "sums2", "squares", "cross")


def _decode(line: Mapping[str, Any]) -> Kept:
    trials = [(str(asked), _unpack(packed)) for asked, packed in line["trials"]]
    kept = Kept(line["digest"], line["precision"], None, line["seconds"], trials)
    t = line["tally"]
    if t is not None:
        size = len(t["compared"])
        sums = {key: _ints(t[key]) for key in _SUMS}
        sums["cross"] = sums["cross"].reshape(size, size)
        kept.tally = Tally(tuple(t["compared"]), t["rows"], t["weight"], t["weight2"], **sums)
    return kept


def _ints(values: list[Any]) -> Ints:
    """Python integers of any size, as a tally has them."""
    return np.array(values, dtype=object)


def _pack(outcomes: NDArray[np.int64]) -> list[Any]:
    raw = zlib.compress(np.ascontiguousarray(outcomes, "<i8").tobytes(), 1)
    return [list(outcomes.shape), base64.b64encode(raw).decode()]


def _unpack(packed: list[Any]) -> NDArray[np.int64]:
    shape, text = packed
    raw = zlib.decompress(base64.b64decode(text))
    return np.frombuffer(raw, "<i8").astype(np.int64).reshape(shape)
