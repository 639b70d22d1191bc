"""Text as people type and paste it, brought to one spelling before it is read."""

from __future__ import annotations

import re
import unicodedata

_INVISIBLE = re.compile("[\ufe00-\ufe0f\u20e3\U000e0100-\U000e01ef]")
"""Variation selectors, which turn a suit sign into an emoji and back, and the keycap frame."""


def clean(text: str) -> str:
    """Text without invisible characters, with plain spaces, hyphens and full stops.

    Zero-width characters and variation selectors go, every kind of space becomes a space,
    every kind of dash a hyphen, and the ellipsis that word processors make the three dots it was.
    """
    kept = []
    for char in _INVISIBLE.sub("", text):
        category = unicodedata.category(char)
        if category == "Cf":
            continue
        if char.isspace():
            kept.append(" ")
        elif category == "Pd" or char == "\N{MINUS SIGN}":
            kept.append("-")
        elif char == "\N{HORIZONTAL ELLIPSIS}":
            kept.append("...")
        else:
            kept.append(char)
    return "".join(kept).strip()


def tidy(text: str) -> str:
    """A text that was understood, as it may be shown: cleaned, on one line, single spaces."""
    return " ".join(clean(text).split())


def plain(word: str) -> str:
    """Full-width and styled characters as ordinary ones; case and accents stay."""
    return unicodedata.normalize("NFKC", word)


def quoted(word: str, limit: int = 40) -> str:
    """The word as a message shows it: on one line, unprintable characters escaped, not too long."""
    shown = word if len(word) <= limit else word[: limit - 3] + "..."
    escaped = (char if char.isprintable() else ascii(char)[1:-1] for char in shown)
    return "'" + "".join(escaped) + "'"


def listed(choices: list[str]) -> str:
    """``S, H, D or C``."""
    return " or ".join([", ".join(choices[:-1]), choices[-1]]) if len(choices) > 1 else choices[0]
