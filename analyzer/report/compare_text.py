"""Comparisons in tables and words."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import fill

from analyzer.estimate.paired import Difference
from analyzer.report.comparison import Comparison
from analyzer.report.figures import plus_minus, trimmed
from analyzer.report.tables import WIDTH, Table, markdown

_PERCENT = 100.0
MANY = 4
"""Variants above which a table shows each variant's largest effect only."""


def name_of(d: Difference) -> str:
    """A measure with its choice, such as ``success, 5 own``."""
    choice = " ".join(str(value) for value in d.column.choice.values())
    words = d.column.measure.replace("_", " ")
    return f"{words}, {choice}" if choice else words


def _scale(d: Difference) -> float:
    return _PERCENT if d.column.percent else 1.0


def difference_text(d: Difference) -> str:
    """``+0.42 ±0.10``, with percentage points for probabilities; 0 for no difference at all."""
    half = (d.high - d.low) / 2
    if half == 0:
        return trimmed(d.difference * _scale(d))
    text = plus_minus(d.difference, half, _scale(d))
    return text if text.startswith("-") else f"+{text}"


def _value(value: float, d: Difference) -> str:
    text = f"{value * _scale(d):.3g}"
    return f"{text} %" if d.column.percent else text


def comparison_table(found: Comparison) -> Table:
    """All measures of a few variants, or the largest effect of each of many."""
    header = ["", "variant", "measure", "base", "variant's", "difference", "saved"]
    rows = []
    for v in found.ranking:
        places = found.of_variant(v)
        if len(found.variants) > MANY:
            places = places[:1]
        for i in places:
            d = found.differences[i]
            saved = "" if d.saved is None or not d.paired else f"{d.saved:.1f}x"
            rows.append(
                [
                    "*" if d.clear else "",
                    found.variants[v].name,
                    name_of(d),
                    _value(d.base_value, d),
                    _value(d.value, d),
                    difference_text(d),
                    saved if d.paired else "unpaired",
                ]
            )
    return Table([header], rows, 3)


def summary(found: Comparison) -> list[str]:
    """Three sentences: what changes most, what does not change, how sure that is."""
    clear = [i for i, d in enumerate(found.differences) if d.clear]
    lines = []
    if clear:
        top = max(clear, key=lambda i: found.effects[i])
        d = found.differences[top]
        name = found.variants[d.variant].name
        unit = " percentage points" if d.column.percent else ""
        direction = "more" if d.difference > 0 else "less"
        size = f"{abs(d.difference) * _scale(d):.3g}{unit}"
        lines.append(
            f"The largest effect: with {name}, {name_of(d)} is {_value(d.value, d)} instead of "
            f"{_value(d.base_value, d)}, {size} {direction}."
        )
    else:
        lines.append(
            f"No difference from {found.base.name} was found in {len(found.differences)} measures."
        )
    touched = {found.differences[i].variant for i in clear}
    still = [v.name for i, v in enumerate(found.variants) if i not in touched]
    if still:
        lines.append(_no_effect(found, still))
    else:
        count = f"{len(clear)} of {len(found.differences)}"
        lines.append(f"{count} differences are clear after Holm's adjustment.")
    lines.append(
        f"Measured on {found.deals:,} deals at {found.play} play, seed {found.seed}, the same "
        "deals under every variant unless marked."
    )
    return lines


def _no_effect(found: Comparison, still: list[str]) -> str:
    """No effect larger than what the intervals leave room for."""
    names = ", ".join(still[:3]) + (f" and {len(still) - 3} more" if len(still) > 3 else "")
    rooms = [
        max(abs(d.low), abs(d.high)) * _PERCENT
        for d in found.differences
        if found.variants[d.variant].name in still and d.column.percent
    ]
    if not rooms:
        return f"No effect of {names} was found."
    return (
        f"No effect of {names} was found, and none on a rate larger than {max(rooms):.2g} points."
    )


def render(found: Comparison, as_table: Callable[[Table], str]) -> str:
    """The whole comparison as text."""
    rules = found.base.rules
    head = f"{found.game.title}: {len(found.variants)} variants against {found.base.name}"
    about = (
        f"Base rules: {found.base.name} ({rules.digest}). ± is a 95 % interval of the difference, "
        "in percentage points for rates; * marks what is clear after Holm's adjustment; saved is "
        "how many times fewer deals pairing needs."
    )
    parts = [head, fill(about, WIDTH)]
    if found.differences:
        parts.append(as_table(comparison_table(found)))
        shown = {d.column.measure for d in found.differences}
        lines = [f"{name}: {text}." for name, text in found.meanings.items() if name in shown]
        joint = "  \n" if as_table is markdown else "\n"
        parts.append(joint.join(fill(line, WIDTH) for line in [*lines, *found.notes]))
        parts.append(fill(" ".join(found.sentences), WIDTH))
    else:
        parts.append("Nothing was measured before the run was stopped.")
    return "\n\n".join(parts)
