"""Many ``bid-odds`` questions in one run: a file with one a line, one line of answer each."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.cards import tidy
from analyzer.cli.files import read_lines
from analyzer.cli.listing import Listing
from analyzer.cli.problems import first_of
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
_YES_OR_NO = dict.fromkeys(("yes", "true", "1", "x"), True) | dict.fromkeys(
    ("no", "false", "0", ""), False
)
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
            found.append((number, tidy(text), ask_odds(rules, hand, plays, **extras)))
        except QuestionError as error:
            problems += [f"line {number}: {problem}" for problem in error.problems]
    if not found and not problems:
        problems.append(f"--file {file}: holds no question")
    if problems:
        raise QuestionError(first_of(problems))
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
    known = {_HAND, *(_key(name) for name in game.odds_options)}
    head = [_key(name.strip()) for name in _cells(rows[0][1])]
    if _HAND in head:
        wrong = [_unknown(name, known) for name in head if name not in known]
        wrong += [f"column {name} is there twice" for name in known if head.count(name) > 1]
        if wrong:
            problems += [f"line {rows[0][0]}: {problem}" for problem in wrong]
            return
        rows = rows[1:]
    for number, line in rows:
        try:
            if _HAND in head:
                fields = _fields(game, head, _cells(line))
            else:
                fields = _options(game, shlex.split(line), known)
        except QuestionError as error:
            problems += [f"line {number}: {problem}" for problem in error.problems]
        except ValueError as error:
            problems.append(f"line {number}: {str(error).lower()}, expected closed quotes")
        else:
            yield number, line, fields


def _cells(line: str) -> list[str]:
    try:
        return next(csv.reader(io.StringIO(line)))
    except csv.Error as error:
        raise QuestionError(f"{error}, expected a hand and its options") from None


def _key(name: str) -> str:
    return name.lower().replace("-", "_")


def _fields(game: Game, head: list[str], values: list[str]) -> dict[str, str]:
    """Fields of a line of CSV; one for an option without a value says yes or no."""
    if len(values) > len(head):
        raise QuestionError(f"{len(values)} fields, expected {len(head)}")
    fields = dict(zip(head, values, strict=False))
    for key in (_key(name) for name in game.odds_flags):
        word = fields.get(key, "").strip().lower()
        if word not in _YES_OR_NO:
            raise QuestionError(f"{key} {word!r}: expected yes or no")
        if not _YES_OR_NO[word]:
            fields.pop(key, None)
    return fields


def _options(game: Game, words: list[str], known: set[str]) -> dict[str, str]:
    """Fields of a line written like the command: hand and options of the game."""
    flags = {_key(name) for name in game.odds_flags}
    fields: dict[str, str] = {}
    hand = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("--"):
            hand.append(word)
            continue
        name, equals, value = word[2:].partition("=")
        key = _key(name)
        if key not in known or key == _HAND:
            raise QuestionError(_unknown(name, known - {_HAND}))
        if key in fields:
            raise QuestionError(f"--{name}: is given twice")
        if key in flags:
            if equals:
                raise QuestionError(f"--{name}: expected no value")
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
