"""Plain lists in every output format: games, house rules, deals, solved values."""

from __future__ import annotations

import csv
import io
import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.version import SCHEMA, __version__

WIDTH = 100
"""Columns of a console that output keeps to."""


@dataclass(frozen=True)
class Listing:
    """Rows of equal length under column names; values are strings, numbers, booleans, None."""

    columns: tuple[str, ...]
    rows: Sequence[Sequence[Any]]


def listed(
    listing: Listing,
    form: str,
    head: Mapping[str, Any],
    rows_key: str = "rows",
    spell: Callable[[str], str] = str,
) -> str:
    """The list as ``table``, ``json``, ``csv`` or ``markdown``; ``head`` opens the JSON object.

    ``spell`` writes a text of the table in the characters that can be shown.
    """
    if form == "json":
        rows = [dict(zip(listing.columns, row, strict=True)) for row in listing.rows]
        return to_json({"schema": SCHEMA, **head, "version": __version__, rows_key: rows})
    if form == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(listing.columns)
        writer.writerows(listing.rows)
        return text.getvalue()
    rows_text = [[_text(value) for value in row] for row in listing.rows]
    if form == "markdown":
        lines = [list(listing.columns), ["---"] * len(listing.columns), *rows_text]
        return "\n".join("| " + " | ".join(c.replace("|", "\\|") for c in r) + " |" for r in lines)
    return _aligned([[spell(text) for text in row] for row in [listing.columns, *rows_text]])


def to_json(value: Mapping[str, Any]) -> str:
    """Strict JSON in ASCII: no NaN, and the same bytes on every console."""
    return json.dumps(value, allow_nan=False, indent=1)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _aligned(lines: list[list[str]]) -> str:
    """Columns of text within the console's width: the widest ones are wrapped."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    while sum(widths) + 2 * (len(widths) - 1) > WIDTH and max(widths) > 16:
        widest = widths.index(max(widths))
        widths[widest] -= 1
    out = []
    for k, line in enumerate(lines):
        cells = [
            textwrap.wrap(text, w, break_long_words=False) or [""]
            for text, w in zip(line, widths, strict=True)
        ]
        for i in range(max(len(cell) for cell in cells)):
            parts = [
                (cell[i] if i < len(cell) else "").ljust(w)
                for cell, w in zip(cells, widths, strict=True)
            ]
            out.append("  ".join(parts).rstrip())
        if k == 0:
            out.append("-" * min(WIDTH, sum(widths) + 2 * (len(widths) - 1)))
    return "\n".join(out)
