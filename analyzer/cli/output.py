"""Where text goes: consoles without Unicode or colour, files, progress on stderr."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from analyzer.errors import QuestionError

if TYPE_CHECKING:
    from analyzer.run.threads import Progress

_PLAIN = {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "±": "+-",
    "×": "x",
    "–": "-",
    "—": "-",
    "…": "...",
    "≥": ">=",
    "≤": "<=",
    "’": "'",
}


def plain_text(text: str, encoding: str) -> str:
    """The text in characters that ``encoding`` has: signs spelled out, accents dropped."""
    try:
        text.encode(encoding)
        return text
    except (UnicodeEncodeError, LookupError):
        pass
    out = []
    for char in text:
        try:
            char.encode(encoding)
            out.append(char)
        except (UnicodeEncodeError, LookupError):
            spelled = _PLAIN.get(char) or unicodedata.normalize("NFKD", char)
            out.append(spelled.encode("ascii", "ignore").decode() or "?")
    return "".join(out)


def write(stream: TextIO, text: str) -> None:
    """Print to a stream whatever its encoding."""
    stream.write(plain_text(text, getattr(stream, "encoding", None) or "ascii"))
    stream.flush()


def use_symbols(stream: TextIO) -> bool:
    """Whether suits are printed as signs: on a terminal that shows Unicode and styles."""
    if not stream.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        return False
    return plain_text("♠", stream.encoding or "ascii") == "♠"


def deliver(text: str, path: Path | None) -> None:
    """Print a result, or write it to a file: all of it or, on failure, nothing."""
    if not text.endswith("\n"):
        text += "\n"
    if path is None:
        write(sys.stdout, text)
        return
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise QuestionError(f"--output {path}: cannot be written ({error.strerror})") from None


def note(text: str, quiet: bool) -> None:
    """A remark on stderr."""
    if not quiet:
        write(sys.stderr, f"{text}\n")


@contextmanager
def progress_bar(title: str, quiet: bool) -> Iterator[Progress | None]:
    """A progress bar with the time left on stderr; nothing when stderr is no terminal."""
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=None)

        def show(done: int, wanted: int | None) -> None:
            bar.update(task, completed=done, total=wanted)

        yield show


def compile_note(game: str, command: str, quiet: bool) -> Path | None:
    """Say, once after an install, that kernels are compiled; returns the marker to leave."""
    from analyzer.kernels.jit import marker as marker_of

    marker = marker_of(f"analyzer.games.{game}.game", command)
    if marker is None:
        return None
    if not marker.exists():
        note(f"analyzer: compiling for {game}, once after an install (up to a minute) ...", quiet)
    return marker


def compiled(marker: Path | None) -> None:
    """Remember that the compilation is done."""
    if marker is not None:
        try:
            marker.parent.mkdir(exist_ok=True)
            marker.touch()
        except OSError:
            return
