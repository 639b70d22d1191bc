"""Tournaments as forest plots: a line for each pair of levels."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.games.duel import MATCH, SCORE
from analyzer.report.forest import CLEAR, OPEN, ZERO, save_plot
from analyzer.report.tournament_text import gap_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from analyzer.report.tournament import Gap, Tournament

_LINE, _HEAD, _WIDTH = 0.34, 1.3, 9.0


def tournament_plot(found: Tournament, path: Path) -> None:
    """Draw the score a deal of every pair and, where matches were played, their shares.

    Raises
    ------
    QuestionError
        When the file cannot be written.
    """
    from matplotlib.figure import Figure

    panels = {SCORE: f"{found.game.unit} a deal", MATCH: "percentage points of matches won"}
    shown = [name for name in panels if any(gap.measure == name for gap in found.gaps)]
    height = _HEAD + _LINE * len(found.pairs)
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    figure.suptitle(
        f"{found.game.title}: by how much the first level is ahead of the second, 95 % intervals",
        fontsize=10,
    )
    for k, name in enumerate(shown):
        axes = figure.add_subplot(1, len(shown), k + 1)
        _draw(axes, [gap for gap in found.gaps if gap.measure == name], panels[name], k == 0)
    save_plot(figure, path)


def _draw(axes: Axes, gaps: list[Gap], unit: str, named: bool) -> None:
    for y, gap in enumerate(reversed(gaps)):
        scale = 100.0 if gap.percent else 1.0
        colour = CLEAR if gap.clear else OPEN
        value = gap.value * scale
        if isfinite(gap.half):
            ends = [gap.low * scale, gap.high * scale]
            axes.plot(ends, [y, y], color=colour, linewidth=1.6, solid_capstyle="butt")
        axes.plot([value], [y], marker="o" if gap.clear else "|", color=colour, markersize=5)
        axes.annotate(
            gap_text(gap),
            (value, y),
            xytext=(0, 5),
            textcoords="offset points",
            ha="center",
            fontsize=7,
        )
    axes.axvline(0, color=ZERO, linewidth=0.8)
    names = [f"{gap.a} v {gap.b}" if named else "" for gap in reversed(gaps)]
    axes.set_yticks(range(len(gaps)), names, fontsize=8)
    axes.set_ylim(-0.6, len(gaps) - 0.3)
    axes.margins(x=0.2)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=8)
    for side in ("top", "left", "right"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel(unit, fontsize=8)
