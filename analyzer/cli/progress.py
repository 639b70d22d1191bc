"""What a console shows while a command works: a line with the time left, and one on compiling."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

from analyzer.cli.output import note, plain_text

if TYPE_CHECKING:
    from analyzer.run.runs import Progress

_EVERY = 0.2
"""Seconds between two changes of the line."""
_CELLS = 24
_PATIENCE = 1.0
"""Seconds after which a command that still compiles says so."""


@contextmanager
def progress_bar(title: str, quiet: bool) -> Iterator[Progress | None]:
    """A line with the time left on stderr; nothing when stderr is no terminal.

    It is drawn over itself with carriage returns only, so that any terminal can show it, and
    wiped at the end.
    """
    stream: TextIO | None = sys.stderr
    if quiet or stream is None or not stream.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    line = _Line(stream, title)
    try:
        yield line.show
    finally:
        line.wipe()


class _Line:
    def __init__(self, stream: TextIO, title: str) -> None:
        self._stream = stream
        self._title = title
        self._start = time.monotonic()
        self._last = 0.0
        self._done = 0
        self._length = 0

    def show(self, done: int, wanted: int | None) -> None:
        now = time.monotonic()
        if done < self._done:
            # Another run has begun: the time left goes by its own speed.
            self._start = now
        self._done = done
        if now - self._last < _EVERY:
            return
        self._last = now
        self._draw(progress_text(self._title, done, wanted, now - self._start))

    def wipe(self) -> None:
        if self._length:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()

    def _draw(self, text: str) -> None:
        shown = plain_text(text, self._stream.encoding or "ascii")
        self._stream.write("\r" + shown.ljust(self._length))
        self._stream.flush()
        self._length = len(shown)


def progress_text(title: str, done: int, wanted: int | None, seconds: float) -> str:
    """The line, in 79 columns at the most.

    Examples
    --------
    >>> progress_text("Cutu", 2500, 10000, 1.0)
    'Cutu [######..................] 2,500 of 10,000 deals, 3 s left'
    >>> progress_text("Cutu", 2500, None, 1.0)
    'Cutu 2,500 deals in 1 s'
    """
    if wanted is None or done <= 0:
        return f"{title} {done:,} deals in {_time(seconds)}"
    full = _CELLS * done // wanted
    bar = "#" * full + "." * (_CELLS - full)
    left = _time(seconds / done * (wanted - done))
    return f"{title} [{bar}] {done:,} of {wanted:,} deals, {left} left"[:79]


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h"


@contextmanager
def compiling(game: str, command: str, quiet: bool) -> Iterator[None]:
    """Says, once after an install and when it is felt, that kernels are compiled in the block."""
    from analyzer.kernels.jit import marker as marker_of

    marker = marker_of(f"analyzer.games.{game}.game", command)
    if marker is None or marker.exists():
        yield
        return
    text = f"compiling for {game}, once after an install (up to a minute) ..."
    timer = threading.Timer(_PATIENCE, note, (text, quiet))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    # Only a folder that cannot be written is in the way; then it is said again next time.
    with suppress(OSError):
        marker.parent.mkdir(exist_ok=True)
        marker.touch()
