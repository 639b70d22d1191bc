"""Forest plots: differences with their intervals, one line each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import QuestionError
from analyzer.report.compare_text import MANY, name_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.report.comparison import Comparison

CLEAR, OPEN, ZERO = "#0072b2", "#8c8c8c", "#444444"
"""Blue and grey of the Okabe-Ito palette: told apart by every kind of colour vision."""
_LINE, _HEAD, _WIDTH = 0.28, 1.1, 9.0
_MOST = 60


def forest_plot(found: Comparison, path: Path) -> None:
    """Draw every measure of a few variants, or the largest effect of each of many.

    Effects are in standard deviations of the measure under the base, so that rates, points and
    deals share an axis; each line is labelled with the difference in its own unit.
    """
    from matplotlib.figure import Figure

    places = _lines(found)
    figure = Figure(figsize=(_WIDTH, _HEAD + _LINE * len(places)), layout="constrained")
    axes = figure.add_subplot()
    _draw(axes, found, places)
    save_plot(figure, path)


def save_plot(figure: Figure, path: Path) -> None:
    """Write a figure as ``.svg`` or ``.png``: the same bytes for the same figure.

    Raises
    ------
    QuestionError
        When the file cannot be written.
    """
    import matplotlib as mpl

    with mpl.rc_context({"svg.hashsalt": "analyzer", "svg.fonttype": "path"}):
        try:
            metadata = {"Date": None} if path.suffix == ".svg" else {}
            figure.savefig(path, dpi=150, metadata=metadata)
        except OSError as error:
            raise QuestionError(f"--plot {path}: cannot be written ({error.strerror})") from None


def _lines(found: Comparison) -> list[int]:
    """Places of the differences to draw, from top to bottom."""
    places = []
    for v in found.ranking:
        mine = found.of_variant(v)
        places += mine[:1] if len(found.variants) > MANY else mine
    return places[:_MOST]


def _draw(axes: Axes, found: Comparison, places: list[int]) -> None:
    from analyzer.report.compare_text import difference_text

    labels, notes = [], []
    for y, i in enumerate(reversed(places)):
        d = found.differences[i]
        unit = found.deviations[i]
        low, high = ((end / unit if unit else 0.0) for end in (d.low, d.high))
        middle = d.difference / unit if unit else 0.0
        colour = CLEAR if d.clear else OPEN
        axes.plot([low, high], [y, y], color=colour, linewidth=1.6, solid_capstyle="butt")
        axes.plot([middle], [y], marker="o" if d.clear else "|", color=colour, markersize=5)
        name = found.variants[d.variant].name
        labels.append(f"{name}: {name_of(d)}" if len(found.variants) > 1 else name_of(d))
        points = " pp" if d.column.percent else ""
        notes.append(f"{difference_text(d)}{points}")
    axes.axvline(0, color=ZERO, linewidth=0.8)
    axes.set_yticks(range(len(labels)), labels, fontsize=8)
    axes.set_ylim(-0.7, len(labels) - 0.3)
    right = axes.secondary_yaxis("right")
    right.set_yticks(range(len(notes)), notes, fontsize=8)
    right.tick_params(length=0)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=8)
    for side in ("top", "left", "right"):
        axes.spines[side].set_visible(False)
    right.spines["right"].set_visible(False)
    axes.set_xlabel(
        "difference from the base, in standard deviations of the measure (95 % interval; "
        "blue: clear after Holm)",
        fontsize=8,
    )
    title = f"{found.game.title}: variants against {found.base.name}, {found.play} play"
    axes.set_title(title, fontsize=10, loc="left")
