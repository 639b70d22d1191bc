"""Figures drawn by matplotlib: one drawing, as SVG for pages of two colour schemes or as PNG.

A drawing uses a few key colours.  In the SVG they become CSS variables, so that one plot is
right on light and dark pages and on paper; a PNG keeps them, which suit white paper.
"""

from __future__ import annotations

import io
import re
from itertools import cycle
from textwrap import wrap
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

import numpy as np

from analyzer.games.chapters import Figure, Number

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

    from analyzer.games.speech import Speech

INK, MUTED, GRID = "#1b1b1a", "#5f5f5d", "#d9d9d6"
SERIES = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#997700", "#444455")
"""Told apart by every kind of colour vision (Okabe and Ito; Tol), darkened for white paper."""
VARIABLES = {INK: "--ink", MUTED: "--muted", GRID: "--grid"} | {
    colour: f"--s{i}" for i, colour in enumerate(SERIES, 1)
}
MARKERS, DASHES = ("o", "s", "^", "D", "v", "P"), ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))
_WIDTH, _HEIGHT = 5.2, 3.3
_ROW = 0.3
_FONT = 9.5
_MANY_LETTERS = 44
"""Letters of all labels below an axis from which they are written aslant."""

_LETTERS_ACROSS = 63
"""Letters of all columns of a heat map below which their names are not broken."""

_LETTERS_UP = 34
"""Letters of a line beside an upright axis: more would be higher than the plot."""

_LETTERS_AN_INCH = 13.0
_AROUND = 0.7
"""Inches of a plot above and below its upright axis."""

_STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": _FONT,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "axes.axisbelow": True,
    "svg.fonttype": "path",
    "svg.hashsalt": "analyzer",
    "path.simplify": False,
}


def svg(figure: Figure, say: Speech) -> str:
    """The figure as an inline ``<svg>`` element whose colours are CSS variables."""
    text = _saved(figure, say, "svg").decode("utf-8")
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>", "", text, flags=re.S)
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, f"var({variable})")
    # Names are shared by all elements of a page: each figure's get its own prefix.
    text = re.sub(r'\bid="', f'id="{figure.key}-', text)
    text = re.sub(r'xlink:href="#', f'xlink:href="#{figure.key}-', text)
    text = re.sub(r"url\(#", f"url(#{figure.key}-", text)
    found = re.search(r'viewBox="[^"]*"', text)
    assert found is not None
    label = escape(figure.alt, {'"': "&quot;"})
    head = (
        f'<svg xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg" '
        f'{found[0]} role="img" aria-label="{label}">'
    )
    text = re.sub(r"<svg[^>]*>", lambda _: head, text, count=1)
    return re.sub(r"\n\s*", "\n", text).replace("<defs>\n</defs>\n", "").strip()


def png(figure: Figure, say: Speech) -> bytes:
    """The figure as a PNG on white."""
    return _saved(figure, say, "png")


def _saved(figure: Figure, say: Speech, form: str) -> bytes:
    import matplotlib as mpl
    from matplotlib.figure import Figure as Drawing

    with mpl.rc_context(_STYLE):
        drawing = Drawing(figsize=_size(figure), layout="constrained")
        _KINDS[figure.kind](drawing, figure, say)
        file = io.BytesIO()
        if form == "svg":
            drawing.savefig(file, format="svg", transparent=True, metadata={"Date": None})
        else:
            drawing.savefig(file, format="png", dpi=120, metadata={"Software": None})
    return file.getvalue()


def _size(figure: Figure) -> tuple[float, float]:
    if figure.kind == "forest":
        lines = figure.frame[figure.x].nunique() * (1 if figure.series is None else 1.3)
        return _WIDTH, 0.9 + _ROW * lines
    if figure.kind == "heat":
        assert figure.series is not None
        return _WIDTH, max(2.2, 0.9 + 0.36 * figure.frame[figure.series].nunique())
    return _WIDTH, _HEIGHT


def _axes(drawing: Drawing) -> Axes:
    axes = drawing.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=3, width=0.8)
    return axes


def _ticks(figure: Figure, say: Speech) -> Callable[[float, object], str]:
    scale = 100.0 if figure.percent else 1.0

    def text(value: float, _: object) -> str:
        return say.plain(round(value * scale, 4))

    return text


def _value_axis(axes: Axes, figure: Figure, say: Speech, which: str) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis = axes.yaxis if which == "y" else axes.xaxis
    axis.set_major_formatter(FuncFormatter(_ticks(figure, say)))
    axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    axes.grid(axis=which)  # type: ignore[arg-type]  # the stubs want a literal
    label = _value_label(figure)
    axis.set_label_text("\n".join(wrap(label, _LETTERS_UP)) if which == "y" else label)


def _upright(drawing: Drawing, text: str) -> str:
    """The name of an upright axis in lines no longer than the axis of a low plot is high."""
    high = drawing.get_figheight() - _AROUND
    return "\n".join(wrap(text, max(8, min(_LETTERS_UP, int(_LETTERS_AN_INCH * high)))))


def _value_label(figure: Figure) -> str:
    if not figure.percent:
        return figure.value_label
    return f"{figure.value_label} ({'pp' if figure.signed else '%'})"


def _parts(figure: Figure) -> list[tuple[str, pd.DataFrame]]:
    """The rows of each series with its name, in the frame's order; of all when there is none."""
    if figure.series is None:
        return [("", figure.frame)]
    names = list(dict.fromkeys(figure.frame[figure.series]))
    return [(str(name), figure.frame[figure.frame[figure.series] == name]) for name in names]


def _ends(figure: Figure, rows: pd.DataFrame) -> tuple[Any, Any, Any]:
    values = rows[figure.value].to_numpy(float)
    if figure.exact:
        return values, values, values
    # A limit that is not known cannot be drawn.
    low, high = (rows[name].to_numpy(float) for name in (figure.low, figure.high))
    return (
        values,
        np.where(np.isfinite(low), low, values),
        np.where(np.isfinite(high), high, values),
    )


def _legend(drawing: Drawing, axes: Axes, figure: Figure, parts: int) -> None:
    """Above the axes, where no data can be."""
    if figure.series is None:
        return
    letters = sum(len(name) + 6 for name, _ in _parts(figure))
    columns = parts if letters < 60 else max(1, parts // 2 + parts % 2)
    if letters > 110:
        columns = min(columns, 2)
    handles, labels = axes.get_legend_handles_labels()
    drawing.legend(
        handles, labels, loc="outside upper left", ncols=columns, frameon=False,
        title=figure.series_label or None, alignment="left", columnspacing=1.2, handlelength=2.2,
    )  # fmt: skip


def _line(drawing: Drawing, figure: Figure, say: Speech) -> None:
    axes = _axes(drawing)
    parts = _parts(figure)
    styles = zip(parts, cycle(SERIES), cycle(MARKERS), cycle(DASHES), strict=False)
    for (name, rows), colour, marker, dash in styles:
        values, low, high = _ends(figure, rows)
        x = rows[figure.x].to_numpy(float)
        if not figure.exact:
            axes.fill_between(x, low, high, color=colour, alpha=0.22, linewidth=0)
            axes.vlines(x, low, high, color=colour, linewidth=1.0)
        axes.plot(
            x, values, color=colour, marker=marker, linestyle=dash, markersize=4, linewidth=1.5,
            label=name,
        )  # fmt: skip
    _zero(axes, figure, "h")
    _value_axis(axes, figure, say, "y")
    _number_axis(axes, figure, say)
    _legend(drawing, axes, figure, len(parts))


def _number_axis(axes: Axes, figure: Figure, say: Speech) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    whole = bool((figure.frame[figure.x] % 1 == 0).all())
    axes.xaxis.set_major_locator(MaxNLocator(10, integer=whole))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: say.plain(round(value, 4))))
    axes.set_xlabel(figure.x_label)


def _bars(drawing: Drawing, figure: Figure, say: Speech) -> None:
    axes = _axes(drawing)
    parts = _parts(figure)
    names = list(dict.fromkeys(figure.frame[figure.x]))
    width = 0.8 / len(parts)
    for k, ((name, rows), colour) in enumerate(zip(parts, cycle(SERIES), strict=False)):
        values, low, high = _ends(figure, rows)
        places = np.array([names.index(own) for own in rows[figure.x]])
        at = places + (k - (len(parts) - 1) / 2) * width
        axes.bar(
            at, values, width * 0.92, color=colour, label=name,
        )  # fmt: skip
        if not figure.exact:
            axes.errorbar(
                at, values, [values - low, high - values], fmt="none", ecolor=INK, capsize=2.5,
                elinewidth=1.0,
            )  # fmt: skip
    labels = [_word(name, say) for name in names]
    aslant = sum(len(label) for label in labels) > _MANY_LETTERS
    axes.set_xticks(
        range(len(names)), labels, rotation=35 if aslant else 0, ha="right" if aslant else "center",
        rotation_mode="anchor" if aslant else "default",
    )  # fmt: skip
    axes.tick_params(axis="x", length=0)
    axes.set_xlabel(figure.x_label)
    axes.axhline(0, color=MUTED, linewidth=0.8)
    _zero(axes, figure, "h")
    _value_axis(axes, figure, say, "y")
    _legend(drawing, axes, figure, len(parts))


def _word(value: object, say: Speech) -> str:
    if isinstance(value, int | float | np.integer | np.floating):
        return say.plain(float(value))
    return str(value)


def _zero(axes: Axes, figure: Figure, which: str) -> None:
    if figure.zero is not None:
        draw = axes.axhline if which == "h" else axes.axvline
        draw(figure.zero, color=INK, linewidth=0.9)


def _forest(drawing: Drawing, figure: Figure, say: Speech) -> None:
    axes = _axes(drawing)
    parts = _parts(figure)
    names = list(dict.fromkeys(figure.frame[figure.x]))
    step = 0.5 / len(parts)
    for k, ((name, rows), colour, marker) in enumerate(
        zip(parts, cycle(SERIES), cycle(MARKERS), strict=False)
    ):
        values, low, high = _ends(figure, rows)
        y = np.array([names.index(own) for own in rows[figure.x]])
        y = y + (k - (len(parts) - 1) / 2) * step
        if not figure.exact:
            axes.hlines(y, low, high, color=colour, linewidth=1.8)
        axes.plot(values, y, linestyle="", marker=marker, color=colour, markersize=5, label=name)
    axes.set_yticks(range(len(names)), [_word(name, say) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.set_ylabel(_upright(drawing, figure.x_label))
    axes.spines["left"].set_visible(False)
    _zero(axes, figure, "v")
    _value_axis(axes, figure, say, "x")
    _legend(drawing, axes, figure, len(parts))


def _heat(drawing: Drawing, figure: Figure, say: Speech) -> None:
    from matplotlib import colormaps
    from matplotlib.colors import Normalize
    from matplotlib.patches import Rectangle

    assert figure.series is not None
    axes = _axes(drawing)
    frame = figure.frame
    across, up = _sorted(frame[figure.x]), _sorted(frame[figure.series])
    values = frame[figure.value].to_numpy(float)
    if figure.zero is None:
        colours, scale = colormaps["cividis"], Normalize(values.min(), values.max())
    else:
        reach = max(float(np.abs(values - figure.zero).max()), 1e-9)
        colours = colormaps["PuOr"]
        scale = Normalize(figure.zero - reach, figure.zero + reach)
    small = len(across) > 7
    for _, row in frame.iterrows():
        x, y = across.index(row[figure.x]), up.index(row[figure.series])
        colour = colours(scale(float(row[figure.value])))
        axes.add_patch(Rectangle((x - 0.49, y - 0.47), 0.98, 0.94, color=colour, linewidth=0))
        light = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2] > 0.5
        text = _cell(figure, row, say)
        size = 6.2 if small else 7.6
        ink = "#000000" if light else "#ffffff"
        axes.text(x, y, text, ha="center", va="center", fontsize=size, color=ink, linespacing=1.1)
    axes.set_xlim(-0.6, len(across) - 0.4)
    axes.set_ylim(-0.6, len(up) - 0.4)
    letters = _LETTERS_ACROSS // len(across)
    words = ["\n".join(wrap(_word(value, say), letters)) for value in across]
    crowded = len(across) > 5 and any("\n" in text for text in words)
    axes.set_xticks(range(len(across)), words, fontsize=_FONT - 1.5 if crowded else _FONT)
    axes.set_yticks(range(len(up)), [_word(value, say) for value in up])
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel(figure.x_label)
    axes.set_ylabel(_upright(drawing, figure.series_label))
    axes.set_title(_value_label(figure), fontsize=_FONT, loc="left")


def _sorted(column: pd.Series[Any]) -> list[Any]:
    """Numbers in their order; words in the frame's."""
    values = list(dict.fromkeys(column.tolist()))
    return sorted(values) if all(isinstance(v, int | float) for v in values) else values


def _cell(figure: Figure, row: pd.Series[Any], say: Speech) -> str:
    """Value and, below it, the half-width of its interval."""
    ends = (figure.value,) * 2 if figure.exact else (figure.low, figure.high)
    scale = 100.0 if figure.percent else 1.0
    value, low, high = (float(row[name]) * scale for name in (figure.value, *ends))
    text, _, half = say.number(Number(value, low, high), figure.signed).partition(" ")
    return f"{text}\n{half}" if half else text


_KINDS: dict[str, Callable[[Drawing, Figure, Speech], None]] = {
    "line": _line,
    "bars": _bars,
    "forest": _forest,
    "heat": _heat,
}
