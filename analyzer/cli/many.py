"""Many ``bid-odds`` questions in one run: a file with one a line, one line of answer each."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.cli.files import read_lines
from analyzer.cli.listing import Listing
from analyzer.errors import QuestionError, nearest

if TYPE_CHECKING:
    from analyzer.api import Question
    from analyzer.games.base import Game
    from analyzer.games.rules import Rules
    from analyzer.report.odds import Odds

HELP = 'questions, one a line: HAND --calls "pas 5", or CSV with a column hand; - is stdin'
COLUMNS = (
    "line",
    "question",
    "best",
    "play",
    "measure",
    "value",
    "margin",
    "margin_low",
    "margin_high",
    "verdict",
    "deals",
)
_HAND = "hand"
_LONGEST = 27
"""Characters of a question on a console."""


def read_questions(
    game: Game,
    rules: Rules,
    file: str,
    plays: Sequence[str],
    common: Mapping[str, str],
) -> list[tuple[int, str, Question]]:
    """Line number, text and question of every line; ``common`` options hold for all lines.

    Raises
    ------
    QuestionError
        When the file cannot be read, or with everything wrong in any line.
    """
    from analyzer.api import ask_odds

    problems: list[str] = []
    found = []
    for number, text, fields in _lines(game, read_lines(file), problems):
        hand = fields.pop(_HAND, "").strip()
        try:
            if not hand:
                raise QuestionError("expected a hand")
            extras = dict(common) | {k: v for k, v in fields.items() if v.strip()}
            found.append((number, text, ask_odds(rules, hand, plays, **extras)))
        except QuestionError as error:
            problems += [f"line {number}: {problem}" for problem in error.problems]
    if not found and not problems:
        problems.append(f"--file {file}: holds no question")
    if problems:
        raise QuestionError(problems)
    return found


def answers(found: Sequence[tuple[int, str, Odds]]) -> Listing:
    """The advice of every answer, a row each."""
    return Listing(COLUMNS, [_answer(number, text, odds) for number, text, odds in found])


def answers_in_short(found: Sequence[tuple[int, str, Odds]]) -> Listing:
    """The same for a console: margins with their interval, questions cut to fit a line."""
    rows = []
    for number, text, odds in found:
        if len(text) > _LONGEST:
            text = text[: _LONGEST - 3] + "..."
        _, _, best, play, measure, value, margin, low, high, verdict, _ = _answer(
            number, text, odds
        )
        between = "" if low is None else f"{margin:.3f} ({low:.3f} to {high:.3f})"
        rows.append((number, text, best, play, measure, value, between, verdict))
    return Listing(("line", "question", *COLUMNS[2:6], "margin", "verdict"), rows)


def _answer(number: int, text: str, odds: Odds) -> list[Any]:
    advice, deals = odds.advice, odds.run.tally.rows
    if advice is None:
        return [number, text, *[None] * (len(COLUMNS) - 4), "none", deals]
    numbers = (advice.value, advice.margin, advice.margin_low, advice.margin_high)
    rounded = [None if x is None else round(x, 4) for x in numbers]
    best = " ".join(str(part) for part in advice.choice.values())
    return [number, text, best, advice.play, advice.measure, *rounded, advice.verdict, deals]


def _lines(
    game: Game, rows: Sequence[tuple[int, str]], problems: list[str]
) -> Iterator[tuple[int, str, dict[str, str]]]:
    """Number, text, and fields by option name with ``hand`` among them."""
    if not rows:
        return
    known = {_HAND, *(name.replace("-", "_") for name in game.odds_options)}
    head = [name.strip().lower().replace("-", "_") for name in next(csv.reader([rows[0][1]]))]
    if _HAND in head:
        unknown = [name for name in head if name not in known]
        if unknown:
            problems += [f"line {rows[0][0]}: {_unknown(name, known)}" for name in unknown]
            return
        for number, line in rows[1:]:
            values = next(csv.reader(io.StringIO(line)))
            if len(values) > len(head):
                problems.append(f"line {number}: {len(values)} fields, expected {len(head)}")
                continue
            yield number, line, dict(zip(head, values, strict=False))
        return
    for number, line in rows:
        try:
            yield number, line, _options(game, shlex.split(line), known)
        except QuestionError as error:
            problems += [f"line {number}: {problem}" for problem in error.problems]
        except ValueError as error:
            problems.append(f"line {number}: {str(error).lower()}, expected closed quotes")


def _options(game: Game, words: list[str], known: set[str]) -> dict[str, str]:
    """Fields of a line written like the command: hand and options of the game."""
    flags = {name.replace("-", "_") for name in game.odds_flags}
    fields: dict[str, str] = {}
    hand = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("--"):
            hand.append(word)
            continue
        name, equals, value = word[2:].partition("=")
        key = name.lower().replace("-", "_")
        if key not in known or key == _HAND:
            raise QuestionError(_unknown(name, known - {_HAND}))
        if key in flags:
            value = "yes"
        elif not equals:
            value = next(rest, "")
        if not value:
            raise QuestionError(f"--{name}: expected a value")
        fields[key] = value
    return fields | {_HAND: " ".join(hand)}


def _unknown(name: str, known: set[str]) -> str:
    guess = nearest(name, sorted(known))
    hint = f"did you mean {guess}?" if guess else "expected one of " + ", ".join(sorted(known))
    return f"no option {name!r} in a question: {hint}"
