"""Tournaments in tables and words."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from textwrap import fill

from analyzer.games.duel import MATCH, SCORE
from analyzer.games.levels import named_level
from analyzer.games.rules import Rules, show
from analyzer.report.figures import decimals, fixed, plus_minus, trimmed
from analyzer.report.tables import WIDTH, Table, level_meaning, listing, markdown
from analyzer.report.tournament import Gap, Tournament

_PERCENT = 100.0
SEATINGS = {
    True: "Every deal is played twice, sides exchanged.",
    False: "Every deal is played with each seat in turn as the only one of a level, for both "
    "levels.",
}
"""How deals are repeated: by whether there are two sides."""


def _scale(gap: Gap) -> float:
    return _PERCENT if gap.percent else 1.0


def gap_text(gap: Gap) -> str:
    """``+0.42 ±0.10``, in percentage points for probabilities."""
    value = gap.value * _scale(gap)
    if not isfinite(gap.half):
        return f"{trimmed(value)} ±?"
    if gap.half == 0:
        return trimmed(value)
    text = plus_minus(gap.value, gap.half, _scale(gap))
    return text if text.startswith("-") else f"+{text}"


def _own(value: float | None, gap: Gap) -> str:
    if value is None:
        return ""
    digits = decimals(gap.half * _scale(gap)) if 0 < gap.half < float("inf") else 2
    return fixed(value * _scale(gap), digits) + (" %" if gap.percent else "")


def gap_table(found: Tournament) -> Table:
    """A row for each pair and measure."""
    header = ["", "level", "against", "measure", "level's", "other's", "difference"]
    rows = [
        [
            "*" if gap.clear else "",
            gap.a,
            gap.b,
            measure_name(found, gap),
            _own(gap.a_value, gap),
            _own(gap.b_value, gap),
            gap_text(gap),
        ]
        for gap in found.gaps
    ]
    return Table([header], rows, 4)


def measure_name(found: Tournament, gap: Gap) -> str:
    """A measure as it stands in tables: the score with its unit."""
    unit = f" ({found.game.unit})" if gap.measure == SCORE else ""
    return gap.measure.replace("_", " ") + unit


def summary(found: Tournament) -> list[str]:
    """A sentence for each pair: who is ahead, by how much, and what that is worth in a match."""
    return [text for pair in found.pairs if (text := _sentence(found, found.of_pair(pair)))]


def _sentence(found: Tournament, gaps: list[Gap]) -> str:
    by_measure = {gap.measure: gap for gap in gaps}
    score = by_measure.get(SCORE)
    if score is None:
        return ""
    unit = f"{found.game.unit} a deal"
    ahead, behind = (score.a, score.b) if score.value > 0 else (score.b, score.a)
    if not isfinite(score.half):
        return f"{score.a} and {score.b}: too few deals to say anything."
    digits = decimals(score.half)
    ends = sorted((abs(score.low), abs(score.high)))
    if not score.clear:
        low, high = fixed(score.low, digits), fixed(score.high, digits)
        return (
            f"{score.a} and {score.b} are not told apart: {score.a} makes {low} to {high} {unit} "
            f"more on {score.n:,} deals."
        )
    size = f"{fixed(abs(score.value), digits)} {unit}"
    text = (
        f"{ahead} is ahead of {behind} by {size} "
        f"({fixed(ends[0], digits)} to {fixed(ends[1], digits)})"
    )
    match = by_measure.get(MATCH)
    if match is None or match.a_value is None or match.b_value is None:
        return text + "."
    share = match.a_value if ahead == match.a else match.b_value
    won = f"{_own(share, match)} of matches, where {found.even_share * _PERCENT:.3g} % is an even "
    return text + f" and wins {won}share."


def rules_text(rules: Rules) -> str:
    """Which rules were played: preset, changes and digest."""
    changes = ", ".join(f"{key}={show(value)}" for key, value in rules.changed().items())
    return f"Rules: {rules.preset}{' with ' + changes if changes else ''} ({rules.digest})."


def amounts(found: Tournament) -> str:
    """``1,000 deals and 100 matches, seed 1``."""
    counts = [(found.deals, "deal", "deals"), (found.matches, "match", "matches")]
    words = [f"{n:,} {one if n == 1 else many}" for n, one, many in counts if n]
    return f"{' and '.join(words)} for each pair, seed {found.seed}"


def render(
    found: Tournament, as_table: Callable[[Table], str], spell: Callable[[str], str] = str
) -> str:
    """The whole tournament as text; ``spell`` writes it in the characters that can be shown."""

    def filled(text: str) -> str:
        return fill(spell(text), WIDTH)

    head = f"{found.game.title}: {listing(found.plays)} on the same deals"
    if not found.gaps:
        return "\n\n".join([filled(head), "Nothing was measured before the run was stopped."])
    about = (
        f"{rules_text(found.rules)} {amounts(found)}. {SEATINGS[found.even_share == 0.5]} ± is a "
        "95 % interval of the difference, in percentage points for chances; * marks what is told "
        "from zero."
    )
    parts = [filled(head), filled(about), as_table(gap_table(found))]
    named = [play for play in found.plays if named_level(play) in found.game.levels]
    joint = "  \n" if as_table is markdown else "\n"
    lines = [f"{level_meaning(found.game, play)}." for play in found.plays if play in named]
    lines += [f"{name.replace('_', ' ')}: {text}." for name, text in found.meanings.items()]
    parts.append(joint.join(filled(line) for line in [*lines, *found.notes]))
    parts.append(joint.join(filled(line) for line in found.sentences))
    return "\n\n".join(part for part in parts if part)
