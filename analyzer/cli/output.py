"""Text on consoles, whatever they can show: without Unicode, without colour, or closed."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_LONGEST = 900
"""Characters of a complaint; of a longer one, which repeats what was typed, both ends are told."""
_PLAIN = {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "±": "+-",
    "×": "x",
    "–": "-",
    "—": "-",
    "−": "-",
    "…": "...",
    "≥": ">=",
    "≤": "<=",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
}


def plain_text(text: str, encoding: str) -> str:
    """The text in characters that ``encoding`` has: signs spelled out, accents dropped.

    Examples
    --------
    >>> plain_text("Cuțu ♠A 61 ±1", "ascii")
    'Cutu SA 61 +-1'
    """
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
            spelled = spelled.encode("ascii", "ignore").decode()
            # A mark that changes the sign before it, such as a variation selector, is no "?".
            out.append(spelled or ("" if unicodedata.category(char) in ("Mn", "Cf") else "?"))
    return "".join(out)


def visible(text: str) -> str:
    """The text on one line of bearable length, without characters that cannot be printed.

    Control characters could move the cursor or change colours, others turn the writing round.

    Examples
    --------
    >>> visible("a" + chr(27) + "[31m")
    'a?[31m'
    >>> len(visible("9" * 100_000))
    905
    """
    if len(text) > _LONGEST:
        text = f"{text[: 2 * _LONGEST // 3]} ... {text[-_LONGEST // 3 :]}"
    return "".join(char if char.isprintable() else "?" for char in text)


def write(stream: IO[str] | None, text: str) -> None:
    """Print to a stream whatever its encoding; a closed one takes nothing."""
    if stream is None:
        return
    stream.write(plain_text(text, getattr(stream, "encoding", None) or "ascii"))
    stream.flush()


def use_symbols(stream: IO[str] | None) -> bool:
    """Whether suits are printed as signs: on a terminal that shows Unicode and styles."""
    if stream is None or not stream.isatty():
        return False
    if "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        return False
    return plain_text("♠", getattr(stream, "encoding", None) or "ascii") == "♠"


@dataclass(frozen=True)
class Look:
    """How text is written where it goes to: with suit ``symbols``, and in which characters.

    ``spell`` is applied before a text is laid out in columns: it may take more of them.
    """

    symbols: bool
    spell: Callable[[str], str]


def look(path: Path | None) -> Look:
    """How text is written to stdout, or to a file: as to a pipe that takes any character."""
    if path is not None:
        return Look(False, str)
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    return Look(use_symbols(sys.stdout), lambda text: plain_text(text, encoding))


def note(text: str, quiet: bool) -> None:
    """A remark on stderr, beside the result."""
    if not quiet:
        write(sys.stderr, f"analyzer: {text}\n")
