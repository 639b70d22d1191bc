"""What a chapter of a strategy report is made of: plain data, to be drawn by the report layer.

A chapter is a sequence of blocks.  Numbers stand in pandas frames and in :class:`Number`; how
they are printed, and in which file they end up, is none of the chapter's business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

_KEY = re.compile(r"[a-z0-9][a-z0-9_-]*")
KINDS = ("line", "bars", "heat", "forest")
VERDICTS = ("true", "false", "depends")


@dataclass(frozen=True)
class Number:
    """An estimate: ``value`` with its 95 % interval, from ``n`` deals.

    ``percent`` marks a probability (a fraction of one).  An exact value has ``low = value =
    high``.
    """

    value: float
    low: float
    high: float
    n: int = 0
    percent: bool = False

    @property
    def half(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    @property
    def positive(self) -> bool:
        """Whether the whole interval is above zero."""
        return self.low > 0

    @property
    def negative(self) -> bool:
        """Whether the whole interval is below zero."""
        return self.high < 0

    def __neg__(self) -> Number:
        return Number(-self.value, -self.high, -self.low, self.n, self.percent)


@dataclass(frozen=True)
class Text:
    """A paragraph: plain words with ``**strong**``, ``*emphasis*`` and `` `code` ``."""

    text: str


@dataclass(frozen=True)
class Bullets:
    """A list of short paragraphs."""

    items: Sequence[str]


@dataclass(frozen=True)
class Heading:
    """A heading within a chapter."""

    text: str


@dataclass(frozen=True)
class Col:
    """A column of a table: the frame's column ``key`` under the words ``head``.

    ``kind`` is ``text``, ``percent`` (a fraction of one), ``number`` or ``count``.  With ``low``
    and ``high``, names of the frame's columns, the cell shows the interval, and the value stops
    at its digits.  ``signed`` writes a plus before positive values.
    """

    key: str
    head: str
    kind: str = "text"
    low: str | None = None
    high: str | None = None
    signed: bool = False


@dataclass(frozen=True)
class Table:
    """Rows of a frame; ``key`` names the CSV file.  ``note`` is small print below."""

    key: str
    caption: str
    frame: pd.DataFrame
    cols: Sequence[Col]
    note: str = ""

    def __post_init__(self) -> None:
        _check_key(self.key)
        wanted = [name for c in self.cols for name in (c.key, c.low, c.high) if name is not None]
        _check_columns(self.key, self.frame, wanted)


@dataclass(frozen=True)
class Figure:
    """A plot and the frame behind it, one row a mark.

    Attributes
    ----------
    key
        Names the files; one of a kind within the report.
    kind
        ``line`` with a band (``x`` a number), ``bars`` with error bars (``x`` in words or
        numbers), ``heat`` map (``x`` and ``series`` are its axes), ``forest`` (``x`` in words,
        from top to bottom, with a line at ``zero``).
    caption, alt
        What the plot shows, and what one would see, in words.
    frame, x, value, low, high, series
        The frame and the names of its columns.  ``series`` are several lines, groups of bars or
        colours.  Values and categories are drawn in the frame's order.
    x_label, value_label, series_label
        Names of the axes, with their units.
    percent, signed
        Values are probabilities, drawn in percent; differences, drawn with their sign (and, of
        probabilities, in percentage points).
    exact
        There is no interval because nothing was sampled; else ``low`` and ``high`` are needed.
    zero
        Where a reference line stands; the middle of a heat map's colours.
    """

    key: str
    kind: str
    caption: str
    alt: str
    frame: pd.DataFrame
    x: str
    x_label: str
    value_label: str
    value: str = "value"
    low: str = "low"
    high: str = "high"
    series: str | None = None
    series_label: str = ""
    percent: bool = False
    signed: bool = False
    exact: bool = False
    zero: float | None = None
    note: str = ""

    def __post_init__(self) -> None:
        _check_key(self.key)
        if self.kind not in KINDS:
            raise ValueError(f"{self.key}: no kind {self.kind!r}, expected one of {KINDS}")
        names = [self.x, self.value, *([self.series] if self.series else [])]
        names += [] if self.exact else [self.low, self.high]
        _check_columns(self.key, self.frame, names)
        words = (self.caption, self.alt, self.x_label, self.value_label)
        if not all(words) or (self.kind == "heat" and not (self.series and self.series_label)):
            raise ValueError(f"{self.key}: a caption, a text instead and names of all axes")
        if self.frame.empty:
            raise ValueError(f"{self.key}: nothing to draw")

    @property
    def columns(self) -> list[str]:
        """The frame's columns that are drawn, in the order of the CSV file."""
        names = [self.series] if self.series else []
        names += [self.x, self.value]
        return names if self.exact else [*names, self.low, self.high]

    def table(self) -> Table:
        """The numbers of the plot as a table."""
        kind = "percent" if self.percent else "number"
        low, high = (None, None) if self.exact else (self.low, self.high)
        cols = [Col(self.series, self.series_label or self.series)] if self.series else []
        cols += [
            Col(self.x, self.x_label),
            Col(self.value, self.value_label, kind, low, high, self.signed),
        ]
        return Table(self.key, self.caption, self.frame[self.columns], cols)


@dataclass(frozen=True)
class Rule:
    """A rule of thumb: what to do, and what it costs against the full calculation.

    ``cost`` is a loss (positive is worse) in ``unit`` a deal.  A ``highlight`` also stands in the
    summary on top of the report, so it must be clear without what surrounds it.
    """

    text: str
    cost: Number
    unit: str
    note: str = ""
    highlight: bool = False


@dataclass(frozen=True)
class Claim:
    """A piece of advice from a source text, tested.

    ``verdict`` is ``true``, ``false`` or ``depends``; ``evidence`` has the numbers.
    """

    text: str
    source: str
    verdict: str
    evidence: str

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"verdict {self.verdict!r}: expected one of {VERDICTS}")


Block = Text | Bullets | Heading | Table | Figure | Rule | Claim


@dataclass(frozen=True)
class Chapter:
    """A titled sequence of blocks."""

    key: str
    title: str
    blocks: tuple[Block, ...]

    def __post_init__(self) -> None:
        _check_key(self.key)


def verdict_of(gain: Number) -> str:
    """Whether following advice is right, from the gain of following it: true, false, depends."""
    if gain.positive:
        return "true"
    return "false" if gain.negative else "depends"


def _check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise ValueError(f"key {key!r}: expected small letters, digits, - and _")


def _check_columns(key: str, frame: pd.DataFrame, names: Sequence[str]) -> None:
    missing = [name for name in names if name not in frame.columns]
    if missing:
        raise ValueError(f"{key}: the frame has no column {', '.join(missing)}")
