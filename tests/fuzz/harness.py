"""Runs one generated command line, cut short where it would compute, and judges how it ended."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import signal
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from unittest import mock

from tests.cli.command import Done, call

SECONDS = 120
"""A command that has neither ended nor begun to compute by then hangs; kernels may compile."""
LONGEST_LINE = 1000
MOST_LINES = 60


class Computed(Exception):
    """The question was understood, and would now be computed."""


class Hangs(Exception):
    """It took too long."""


@dataclass(frozen=True)
class Case:
    """The words of a command, the files it finds, and what stands on its standard input."""

    words: tuple[str, ...]
    files: tuple[tuple[str, str], ...] = ()
    stdin: str = ""


def run(case: Case) -> Done | None:
    """How the command ended; ``None`` where it came to computing.  Empties the folder first."""
    for entry in Path.cwd().iterdir():
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    for name, content in case.files:
        Path(name).write_bytes(content.encode("utf-8", "surrogatepass"))
    typed = io.TextIOWrapper(io.BytesIO(case.stdin.encode("utf-8", "surrogatepass")))
    try:
        with mock.patch.object(sys, "stdin", typed), deadline(SECONDS):
            return call(*case.words)
    except Computed:
        return None


def check(case: Case) -> None:
    """A result, or status 2 with one clear line a problem; nothing that moves a cursor."""
    done = run(case)
    if done is None:
        return
    assert done.status in (0, 2), f"status {done.status}"
    for line in done.err.splitlines():
        assert line.isprintable(), f"not printable: {line!a}"
    if done.status == 2:
        assert done.out == "", "a result beside a complaint"
        _check_complaint(done.err)
    else:
        assert not done.err or done.err.startswith("analyzer: "), f"stderr {done.err[:200]!a}"
        _check_result(case, done.out)


def refused(case: Case) -> None:
    """The command must not be answered: it holds a word that means nothing."""
    check(case)
    done = run(case)
    assert done is not None, "answered in spite of nonsense"
    assert done.status == 2, "answered in spite of nonsense"


def _check_complaint(err: str) -> None:
    lines = err.split("\n")
    assert lines.pop() == "", "the last line has no end"
    assert lines, "no complaint"
    assert len(lines) <= MOST_LINES, f"{len(lines)} lines"
    assert len(set(lines)) == len(lines), "a complaint twice"
    for line in lines:
        assert line.startswith("analyzer: "), f"stray line {line[:200]!a}"
        assert 18 < len(line) <= LONGEST_LINE, f"{len(line)} characters: {line[:100]!a}"
        for internal in ("Traceback", "Error", "object at 0x", "<class", "Errno"):
            assert internal not in line, f"internals shown: {line[:200]!a}"


def _check_result(case: Case, out: str) -> None:
    assert out.endswith("\n") or any("--output" in word for word in case.words), "nothing printed"
    for char in set(out) - {"\n"}:
        safe = char.isprintable() or unicodedata.category(char) == "Zs"
        assert safe, f"{char!a} goes to the console"
    if out.startswith("{"):
        json.loads(out, parse_constant=_no_constant)
    elif out and any("csv" in word.lower() for word in case.words) and "--help" not in case.words:
        assert len({len(row) for row in csv.reader(io.StringIO(out))}) == 1, "ragged CSV"


def _no_constant(word: str) -> None:
    raise AssertionError(f"{word} is not JSON")


@contextmanager
def deadline(seconds: int) -> Iterator[None]:
    """Raises :class:`Hangs` in the block after so many seconds, where the system can."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def late(number: int, frame: FrameType | None) -> None:
        raise Hangs(f"not done after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def cut_short(folder: Path) -> Iterator[None]:
    """Inside, commands run in ``folder`` and stop where a long computation would begin.

    What is shown of a question is looked at first.  A few deals of random play are computed, so
    that whole answers are seen too.
    """
    from analyzer import api
    from analyzer.report import comparison

    patches: list[Any] = [
        mock.patch.object(api.Question, "answer", _answer(api.Question.answer)),
        mock.patch.object(comparison, "compare_rules", _stop),
        mock.patch.object(api, "compare_rules", _stop),
        mock.patch("analyzer.report.tournament.play_tournament", _stop),
        mock.patch("analyzer.cli.report._one", _stop),
        mock.patch("analyzer.cli.deal.compiling", _stop),
        *_slow(),
    ]
    before = Path.cwd()
    os.chdir(folder)
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in patches:
            patch.stop()
        os.chdir(before)


def _stop(*args: Any, **kwargs: Any) -> Any:
    raise Computed


def _slow() -> Iterator[Any]:
    """Match tables and bidding models, seconds for each set of house rules, and searches."""
    for name in ("cutu.match.outcomes", "cruce.match._outcomes", "cuatrola.match.hand_chances",
                 "cupe.match.play_hands", "cutu.bidding.learn", "cruce.bidding.learn"):  # fmt: skip
        yield mock.patch(f"analyzer.games.{name}", _stop)
    from analyzer.games.cruce.open import OpenSolver as CruceSolver
    from analyzer.games.cuatrola.open import OpenSolver as CuatrolaSolver
    from analyzer.games.cupe.slam import SlamSolver
    from analyzer.games.cutu.open import OpenSolver as CutuSolver

    for solver, methods in (
        (CutuSolver, ("solve", "reaches", "card_values", "line")),
        (CruceSolver, ("values", "reaches", "card_values", "line")),
        (CuatrolaSolver, ("values", "reaches", "card_values", "line")),
        (SlamSolver, ("can", "after", "line")),
    ):
        for method in methods:
            yield mock.patch.object(solver, method, _stop)


def _answer(real: Callable[..., Any]) -> Callable[..., Any]:
    def answer(question: Any, deals: Any = None, precision: Any = None, *rest: Any) -> Any:
        for text in (question.plan.title(False), *_texts(dict(question.plan.question))):
            assert text.isprintable(), f"the question is shown as {text!a}"
        few = deals is not None and deals <= 3 and precision is None
        if question.game.name == "cutu" and question.plays == ("random",) and few:
            return real(question, deals, precision, *rest)
        raise Computed

    return answer


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
