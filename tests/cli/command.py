"""Runs the command line inside the test process, or as a process of its own."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analyzer.cli import main

CHECKOUT = Path(__file__).resolve().parents[2]
HAND = "♠AKJ97 ♥A ♦K8"
"""The hand of most examples: five spades to the ace and two side tricks."""


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str


class Console(io.TextIOWrapper):
    """A stream of bytes in memory with the encoding of a console or pipe."""

    def __init__(self, encoding: str) -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding=encoding, newline="\n")

    def text(self) -> str:
        self.flush()
        return self.bytes.getvalue().decode(self.encoding)


def call(*words: str, encoding: str = "utf-8") -> Done:
    """Run ``analyzer WORDS``, with stdout and stderr as pipes of this encoding."""
    out, err = Console(encoding), Console(encoding)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    return Done(status, out.text(), err.text())


def good(*words: str, encoding: str = "utf-8") -> str:
    """What the command prints; it must end well."""
    done = call(*words, encoding=encoding)
    assert done.status == 0, done.err
    return done.out


def bad(*words: str) -> list[str]:
    """The complaints about a question that cannot be answered, which must be all there is."""
    done = call(*words)
    assert (done.status, done.out) == (2, ""), done
    # On the first run after an install a note on compiling may stand before the complaint.
    lines = [x for x in done.err.splitlines() if not x.startswith("analyzer: compiling for ")]
    assert lines, "no complaint"
    assert len(set(lines)) == len(lines)
    for line in lines:
        assert line.startswith("analyzer: ")
        assert len(line) > len("analyzer: ") + 8
        assert "Traceback" not in line
        assert line.isprintable()
    return [line.removeprefix("analyzer: ") for line in lines]


def started(
    words: Sequence[str], cwd: Path | None = None, **variables: str | None
) -> subprocess.Popen[bytes]:
    """``analyzer WORDS`` in a process of its own; a variable that is ``None`` is taken away."""
    changed = {**os.environ, "PYTHONPATH": str(CHECKOUT), **variables}
    return subprocess.Popen(
        [sys.executable, "-m", "analyzer", *words],
        cwd=cwd or CHECKOUT,
        env={name: value for name, value in changed.items() if value is not None},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finished(words: Sequence[str], **variables: str | None) -> tuple[int, bytes, bytes]:
    """Exit status, stdout and stderr of a process of its own."""
    process = started(words, **variables)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err
