"""A finished report: chapters with rounded numbers, and the texts of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import floor, isfinite, log10
from typing import TYPE_CHECKING, Any

from analyzer.games.chapters import Block, Chapter, Col, Figure, Number, Table
from analyzer.games.speech import Speech

if TYPE_CHECKING:
    import pandas as pd

_DIGITS = 6
"""Significant digits that are kept: the same on every processor."""


@dataclass(frozen=True)
class Report:
    """One game's report in one language; ``complete`` unless Ctrl-C ended it."""

    game: str
    title: str
    subtitle: str
    say: Speech
    chapters: tuple[Chapter, ...]
    complete: bool = True

    @property
    def figures(self) -> list[Figure]:
        """All figures, in order."""
        return [block for block in self._blocks() if isinstance(block, Figure)]

    @property
    def tables(self) -> list[Table]:
        """All tables that stand by themselves, in order."""
        return [block for block in self._blocks() if isinstance(block, Table)]

    def _blocks(self) -> Iterator[Block]:
        for chapter in self.chapters:
            yield from chapter.blocks


def finished(key: str, title: str, blocks: Sequence[Block]) -> Chapter:
    """A chapter of these blocks, with all numbers in frames rounded."""
    return Chapter(key, title, tuple(_rounded_block(block) for block in blocks))


def _rounded_block(block: Block) -> Block:
    if isinstance(block, Figure | Table):
        return replace(block, frame=rounded(block.frame))
    return block


def rounded(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with floats of six significant digits and rows numbered from 0."""
    found = frame.reset_index(drop=True)
    for name in found.columns:
        if found[name].dtype.kind == "f":
            found[name] = [round_significant(float(value)) for value in found[name]]
    return found


def round_significant(value: float, digits: int = _DIGITS) -> float:
    """The value to so many significant digits.

    Examples
    --------
    >>> round_significant(0.123456789)
    0.123457
    """
    if value == 0 or not isfinite(value):
        return value
    return round(value, digits - 1 - floor(log10(abs(value))))


def cell_text(row: pd.Series[Any], col: Col, say: Speech) -> str:
    """What stands in one cell of a table."""
    value = row[col.key]
    if col.kind == "text":
        return _words(value, say)
    if value is None or value != value:
        return "–"
    if col.kind == "count":
        return say.count(int(value))
    percent = col.kind == "percent"
    if col.low is None or col.high is None:
        x = Number(float(value), float(value), float(value), 0, percent)
    else:
        x = Number(float(value), float(row[col.low]), float(row[col.high]), 0, percent)
    return say.number(x, col.signed)


def _words(value: Any, say: Speech) -> str:
    if isinstance(value, bool | str) or value is None:
        return "–" if value is None else str(value)
    return say.plain(float(value))


def table_texts(table: Table, say: Speech) -> list[list[str]]:
    """The texts of all cells, row by row."""
    return [[cell_text(row, col, say) for col in table.cols] for _, row in table.frame.iterrows()]


def csv_text(block: Figure | Table) -> str:
    """The numbers behind a figure or table, as CSV."""
    if isinstance(block, Figure):
        names = block.columns
    else:
        parts = [name for c in block.cols for name in (c.key, c.low, c.high) if name]
        names = list(dict.fromkeys(parts))
    return block.frame[names].to_csv(index=False, lineterminator="\n")
