"""Answers as tables of text and Markdown: rows are choices, columns are measures by level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from textwrap import fill

from analyzer.estimate import intervals
from analyzer.estimate.answer import Advice, Estimate
from analyzer.games.base import Choice, Game
from analyzer.games.levels import layouts_of, named_level
from analyzer.games.rules import show
from analyzer.report.figures import cell, number
from analyzer.report.odds import Odds

WIDTH = 100
"""Columns of a console that a table keeps to."""

ORDER = ("success", "needs", "score", "call", "match", "slam", "slam_against", "slam_any", "points")
"""Measures in the order of a table's columns; others follow in the order of the plan."""

TIED = "\x1f"
"""A space at which no line is broken; the sentences of an answer have plain spaces again."""

MANY = 6
"""Choices that a sentence names one by one."""

LEVEL_MEANINGS = {
    "random": "random: any legal card, a lower bound",
    "simple": "simple: what sound club players make of the cards",
    "expert": "expert: players who try each card in {layouts} layouts that fit what they saw",
    "open": "open: best play by all with the cards face up, the limit against best play",
}

CONTRACT_LEAD = "As a contract, if it is played: "
"""The same for the score, where a second sentence is about the call."""
LEADS = {
    "call": "As a call, with the others still to speak: ",
    "match": "For the match: ",
}
"""How a sentence of advice by a measure begins, where it is not the plain score."""

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True)
class Table:
    """A rectangle of text: a header of one or two lines and rows; the first columns are labels."""

    header: list[list[str]]
    rows: list[list[str]]
    labels: int


def label(key: str, value: int | str | None, symbols: bool) -> str:
    """A part of a choice as it stands in a table."""
    if value is None:
        return ""
    if symbols and key == "trump":
        return SYMBOLS.get(str(value), str(value))
    text = str(value).replace("_", " ")
    if not symbols:
        for letter, sign in SYMBOLS.items():
            text = text.replace(sign, letter.lower())
    return text


def describe(choice: Choice, symbols: bool) -> str:
    """A choice in a sentence: ``5 ♠``; its parts are :data:`TIED` together."""
    return TIED.join(label(key, value, symbols) for key, value in choice.items()) or "this choice"


def odds_tables(
    odds: Odds, symbols: bool, width: int = WIDTH, spell: Callable[[str], str] = str
) -> list[Table]:
    """The tables of an answer, each within ``width``, most important measures first.

    ``spell`` writes a text in the characters that can be shown, which may take more of them.
    """
    names = list(dict.fromkeys(e.column.measure for e in odds.estimates))
    names.sort(key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    groups: list[list[str]] = []
    for name in names:
        trial = [*groups[-1], name] if groups else [name]
        if (
            groups
            and _choices(odds, [name]) & _choices(odds, groups[-1])
            and _width(_table(odds, trial, symbols, spell, len(groups) == 1)) <= width
        ):
            groups[-1] = trial
        else:
            groups.append([name])
    return [_table(odds, group, symbols, spell, whole=i == 0) for i, group in enumerate(groups)]


def _choices(odds: Odds, measures: Sequence[str]) -> set[tuple[tuple[str, int | str], ...]]:
    """What has these measures: those without a choice in common stand in tables of their own."""
    return {tuple(e.column.choice.items()) for e in odds.estimates if e.column.measure in measures}


def _table(
    odds: Odds,
    measures: Sequence[str],
    symbols: bool,
    spell: Callable[[str], str],
    whole: bool = False,
) -> Table:
    """Some measures as a table; ``whole`` keeps rows that happen to have the same numbers."""
    found = {_key(e): e for e in odds.estimates if e.column.measure in measures}
    choices = list(
        dict.fromkeys(
            tuple(e.column.choice.items())
            for e in odds.estimates
            if e.column.measure in measures and odds.plan.listed(e.column.choice)
        )
    )
    columns = [
        (measure, play)
        for measure in measures
        for play in odds.plays
        if any((c, play, measure) in found for c in choices)
    ]
    texts = {
        choice: [
            spell(cell(found[choice, play, measure], odds.exact))
            if (choice, play, measure) in found
            else ""
            for measure, play in columns
        ]
        for choice in choices
    }
    needed = _present(odds, choices) if whole else _needed_keys(odds.choice_keys, texts)
    # A part that is the same in every choice, such as the only bid asked for, is told too.
    keys = [key for key in odds.choice_keys if key in needed or _constant(odds, key)]
    marks = _marks(odds.advice)
    rows: dict[tuple[str, ...], list[str]] = {}
    for choice, cells in texts.items():
        shown = tuple(label(key, dict(choice).get(key), symbols) for key in keys)
        if keys and not any(shown):
            # A choice without these parts, such as a pass among trumps, is named in full.
            shown = (describe(dict(choice), symbols).replace(TIED, " "), *shown[1:])
        told = all(key in keys for key, _ in choice)
        mark = marks.get(choice, "") if told else ""
        rows.setdefault(shown, [mark, *shown, *cells])
    unit = {e.column.measure: " %" for e in odds.estimates if e.column.percent}
    tops = [measure.replace("_", " ") + unit.get(measure, "") for measure, _ in columns]
    tops = [top if i == 0 or tops[i - 1] != top else "" for i, top in enumerate(tops)]
    header = [["", *keys, *tops]]
    if len(odds.plays) > 1:
        header.append(["", *([""] * len(keys)), *(play for _, play in columns)])
    return Table(header, list(rows.values()), 1 + len(keys))


def _key(e: Estimate) -> tuple[tuple[tuple[str, int | str], ...], str, str]:
    return tuple(e.column.choice.items()), e.column.play, e.column.measure


def _present(odds: Odds, choices: Sequence[tuple[tuple[str, int | str], ...]]) -> list[str]:
    """The parts that some of these choices have."""
    return [key for key in odds.choice_keys if any(key in dict(choice) for choice in choices)]


def _needed_keys(
    keys: list[str], texts: dict[tuple[tuple[str, int | str], ...], list[str]]
) -> list[str]:
    """The fewest parts of the choice that tell rows with different numbers apart."""
    for size in range(len(keys)):
        for subset in combinations(keys, size):
            seen: dict[tuple[int | str | None, ...], list[str]] = {}
            if all(
                seen.setdefault(tuple(dict(c).get(key) for key in subset), cells) == cells
                for c, cells in texts.items()
            ):
                return list(subset)
    return keys


def _constant(odds: Odds, key: str) -> bool:
    return len({e.column.choice.get(key) for e in odds.estimates}) == 1


def _marks(advice: Advice | None) -> dict[tuple[tuple[str, int | str], ...], str]:
    if advice is None:
        return {}
    other = {"same": "=", "unclear": "?", "clear": ""}[advice.verdict]
    marks = {tuple(choice.items()): other for choice in advice.others}
    return marks | {tuple(advice.choice.items()): "*"}


def _widths(table: Table) -> list[int]:
    lines = [*table.header, *table.rows]
    return [max(len(line[i]) for line in lines) for i in range(len(table.header[0]))]


def _width(table: Table) -> int:
    widths = [w for w in _widths(table) if w]
    return sum(widths) + 2 * (len(widths) - 1)


def plain(table: Table) -> str:
    """The table as aligned text: labels to the left, numbers to the right."""
    widths = _widths(table)
    lines = []
    for line in [*table.header, *table.rows]:
        cells = [
            text.ljust(w) if i < table.labels else text.rjust(w)
            for i, (text, w) in enumerate(zip(line, widths, strict=True))
            if w
        ]
        lines.append("  ".join(cells).rstrip())
        if line is table.header[-1]:
            lines.append("-" * _width(table))
    return "\n".join(lines)


def markdown(table: Table) -> str:
    """The table in Markdown; a header of two lines becomes one."""
    last = ""
    header = []
    for i, top in enumerate(table.header[0]):
        last = top or (last if i >= table.labels else "")
        below = table.header[1][i] if len(table.header) > 1 else ""
        header.append(f"{last} {below}".strip())
    marks = ["---" if i < table.labels else "---:" for i in range(len(header))]
    rows = [[text.replace("|", "\\|") for text in row] for row in table.rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in [header, marks, *rows])


def advice_sentence(odds: Odds, advice: Advice, symbols: bool) -> str:
    """What to do, in words a player understands."""
    best = describe(advice.choice, symbols)
    rate = any(c.percent for c in odds.plan.columns if c.measure == advice.measure)
    unit = "" if rate else f" {odds.game.unit}"
    lead = LEADS.get(advice.measure, "")
    if advice.measure == "score" and "call" in odds.plan.also_advise:
        lead = CONTRACT_LEAD
    names = [describe(choice, symbols) for choice in advice.others]
    if len(names) > MANY:
        names = [*names[: MANY - 1], f"{len(names) - MANY + 1} others"]
    others = listing(names)
    value = number(advice.value, None, None, rate) if odds.exact else _rounded(advice, rate)
    if advice.verdict == "same":
        return (
            f"{lead}{best} is worth {value}{unit} on average at {advice.play} play, "
            f"and {others} the same: {odds.plan.tie_break}."
        )
    margin = number(advice.margin or 0.0, advice.margin_low, advice.margin_high, rate)
    behind = "" if advice.runner_up is None else describe(advice.runner_up, symbols)
    if advice.verdict == "clear":
        return (
            f"{lead or 'Best: '}{best}, worth {value}{unit} on average at {advice.play} play, "
            f"{margin}{unit} more than {behind}."
        )
    more = (
        ""
        if advice.more_deals is None
        else f" About {_round_up(advice.more_deals):,} more deals would."
    )
    return (
        f"{lead}{'n' if lead else 'N'}ot enough evidence: {best} looks best at {value}{unit} "
        f"at {advice.play} play, but this does not separate it from {others}.{more}"
    )


def level_meaning(game: Game, play: str) -> str:
    """A level of play in words, such as ``expert:40: players who try each card in 40 ...``."""
    name = named_level(play)
    text = (LEVEL_MEANINGS | dict(game.level_meanings))[name].removeprefix(name)
    return play + text.format(layouts=layouts_of(play, game.layouts))


def _rounded(advice: Advice, rate: bool) -> str:
    return f"{advice.value * 100:.1f} %" if rate else f"{advice.value:.2f}"


def _round_up(count: int) -> int:
    """A number of deals rounded up to one digit and zeros."""
    unit = int(10 ** (len(str(count)) - 1))
    return -(-count // unit) * unit


def listing(words: Sequence[str]) -> str:
    """Words in a sentence: ``a, b and c``."""
    if len(words) <= 1:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def method_sentence(odds: Odds) -> str:
    """How the numbers were found: deals, seed, intervals."""
    run = odds.run
    if odds.exact:
        return f"Exact: all {run.tally.weight:,} possible layouts counted."
    if run.method.interval == intervals.EXACT:
        return "Stopped before every possible layout was counted."
    level = f"{run.method.confidence * 100:g} %"
    kind = {
        intervals.FIXED: f"± is a {level} interval: Wilson's for rates, normal for means",
        intervals.SEQUENCE: f"± is a {level} confidence sequence, valid whenever it is stopped",
    }[run.method.interval]
    deals = "1 deal" if run.tally.rows == 1 else f"{run.tally.rows:,} deals"
    quick = odds.quick
    if quick is not None and quick.tally.rows:
        few, many = run.tally.rows, quick.tally
        if quick.method.interval == intervals.EXACT:
            return (
                f"Exact but for expert play: all {many.weight:,} possible layouts counted. Expert "
                f"play: {few:,} of them, adjusted by what the other levels make of all, seed "
                f"{odds.seed}; {kind}."
            )
        return (
            f"{many.rows:,} deals, the first {few:,} of them at expert play too and adjusted by "
            f"what the other levels make of all, seed {odds.seed}; {kind}."
        )
    if run.tally.weight2 != run.tally.rows:
        # Weighted by evidence: the intervals are as wide as this many deals make them.
        deals += f" that weigh as much as {run.tally.effective:,.0f}"
    return f"{deals}, seed {odds.seed}; {kind}."


def render(
    odds: Odds,
    symbols: bool,
    as_table: Callable[[Table], str],
    spell: Callable[[str], str] = str,
) -> str:
    """The whole answer as text, with tables drawn by :func:`plain` or :func:`markdown`.

    ``spell`` writes a text in the characters that can be shown.
    """

    def filled(text: str) -> str:
        return fill(spell(text), WIDTH).replace(TIED, " ")

    rules = odds.rules
    changes = ", ".join(f"{key}={show(value)}" for key, value in rules.changed().items())
    head = f"{odds.game.title}: {odds.plan.title(symbols)}"
    about = f"Rules: {rules.preset}{' with ' + changes if changes else ''} ({rules.digest})."
    parts = [filled(head), filled(about + " " + method_sentence(odds))]
    if odds.estimates:
        parts += [as_table(table) for table in odds_tables(odds, symbols, spell=spell)]
        levels = [level_meaning(odds.game, play) for play in odds.plays]
        notes = dict.fromkeys([*(c.note for c in odds.plan.columns if c.note), *odds.plan.notes])
        lines = [*(f"{text}." for text in levels), *notes]
        parts.append(("  \n" if as_table is markdown else "\n").join(filled(x) for x in lines))
        advice = [*([] if odds.advice is None else [odds.advice]), *odds.more_advice]
        parts += [filled(advice_sentence(odds, one, symbols)) for one in advice]
    else:
        parts.append("Nothing was estimated before the run was stopped.")
    return "\n\n".join(parts)
