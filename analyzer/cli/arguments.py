"""Commands and options that mean the same everywhere, read without importing anything slow."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from analyzer.errors import QuestionError, nearest

FORMATS = ("table", "json", "csv", "markdown")


@dataclass(frozen=True)
class Command:
    """A command, the module in ``analyzer.cli`` that runs it, and its line in the overview."""

    name: str
    module: str
    summary: str
    aliases: tuple[str, ...] = ()


COMMANDS = (
    Command("games", "games", "the games, their packs, players and decisions"),
    Command("rules", "rules", "every house rule of a game: value, choices, meaning, origin"),
    Command("deal", "deal", "deal hands, in the deal notation or JSON"),
    Command("solve", "solve", "double-dummy value of deals, opening leads, a line of best play"),
    Command("bid-odds", "bid_odds", "odds of every choice with a hand, or base rates", ("odds",)),
)


def overview() -> str:
    """The text of ``analyzer --help``."""
    lines = [
        "usage: analyzer COMMAND [GAME] [options]",
        "",
        "Odds of every bid and choice in Cuțu, Cupe, Cruce, Cuccù and Cuatrola.",
        "",
        "commands:",
        *(f"  {c.name:<12}{c.summary}" for c in COMMANDS),
        "",
        'for example:  analyzer bid-odds cutu "♠AKJ97 ♥A ♦K8"',
        "help of a command:  analyzer COMMAND --help;  version:  analyzer --version",
    ]
    return "\n".join(lines) + "\n"


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are :class:`QuestionError` lines."""

    def __init__(self, command: str, description: str, **more: Any) -> None:
        super().__init__(
            prog=f"analyzer {command}",
            description=description,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **more,
        )

    def error(self, message: str) -> NoReturn:
        """Argparse's own complaint, as one line."""
        raise QuestionError(f"{message} (see {self.prog} --help)")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse ``words``; names the nearest option for an unknown one."""
        found, extra = self.parse_known_args(words)
        problems = []
        known = [option for action in self._actions for option in action.option_strings]
        for word in extra:
            if word.startswith("--"):
                name = word.split("=")[0]
                guess = nearest(name, known)
                hint = f"did you mean {guess}?" if guess else f"see {self.prog} --help"
                problems.append(f"unknown option {name}: {hint}")
            elif not problems:
                problems.append(f"unexpected argument {word!r} (see {self.prog} --help)")
        if problems:
            raise QuestionError(problems)
        return found


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Options that choose house rules."""
    group = parser.add_argument_group("house rules")
    group.add_argument(
        "--rules", metavar="PRESET|FILE.toml", default="standard", help="a preset or a TOML file"
    )
    group.add_argument(
        "--set",
        dest="settings",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="change one house rule (repeatable)",
    )
    group.add_argument("--players", metavar="N", help="short for --set players=N")


def add_output(parser: argparse.ArgumentParser, formats: Sequence[str] = FORMATS) -> None:
    """Options that say what to print and where."""
    group = parser.add_argument_group("output")
    group.add_argument(
        "--format", metavar="|".join(formats), default=formats[0], help=f"default {formats[0]}"
    )
    group.add_argument("--output", metavar="FILE", help="write the result to a file")
    group.add_argument("--quiet", action="store_true", help="no progress and no notes on stderr")


def add_run(parser: argparse.ArgumentParser) -> None:
    """Options that say how much to compute."""
    group = parser.add_argument_group("computation")
    group.add_argument("--play", metavar="LEVEL[,LEVEL...]", help="random, simple, expert, open")
    group.add_argument("--deals", metavar="N", help="number of deals (default 10000)")
    group.add_argument(
        "--precision", metavar="W", help="stop when every success rate is within ±W, such as 0.01"
    )
    add_seed(group)
    group.add_argument("--workers", metavar="N", help="threads (default: all processors)")


def add_seed(group: Any) -> None:
    """The seed of the random deals."""
    group.add_argument("--seed", metavar="N", help="the same seed gives the same numbers")


class Problems:
    """Collects the problems of several options, to report them all at once."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def whole(self, name: str, text: str | None, low: int, high: int | None = None) -> int | None:
        """A whole number from ``low`` to ``high``, or ``None`` when the option was not given."""
        if text is None:
            return None
        try:
            value = int(text)
        except ValueError:
            value = None
        if value is None or value < low or (high is not None and value > high):
            end = "" if high is None else f" to {high}"
            self.found.append(f"{name} {text}: expected a whole number from {low}{end}")
            return None
        return value

    def share(self, name: str, text: str | None) -> float | None:
        """A number between 0 and 1, ends excluded."""
        if text is None:
            return None
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 < value < 1:
            self.found.append(f"{name} {text}: expected a number between 0 and 1, such as 0.01")
            return None
        return value

    def one_of(self, name: str, text: str, choices: Sequence[str]) -> str:
        """One of a few words."""
        if text in choices:
            return text
        guess = nearest(text, choices)
        hint = f"did you mean {guess}?" if guess else "expected " + ", ".join(choices)
        self.found.append(f"{name} {text}: {hint}")
        return choices[0]

    def attempt(self, function: Callable[[], Any]) -> Any:
        """The function's result; its problems are collected and give ``None``."""
        try:
            return function()
        except QuestionError as error:
            self.found.extend(error.problems)
            return None

    def settle(self) -> None:
        """Raise when there are problems."""
        if self.found:
            raise QuestionError(self.found)


def output_path(problems: Problems, text: str | None) -> Path | None:
    """The file to write to, checked before the work starts."""
    if text is None:
        return None
    import os

    path = Path(text)
    folder = path.parent
    if not text.strip():
        problems.found.append("--output: expected the name of a file")
    elif path.is_dir():
        problems.found.append(f"--output {path}: is a folder, expected a file")
    elif not folder.is_dir():
        problems.found.append(f"--output {path}: there is no folder {folder}")
    elif path.exists() and not os.access(path, os.W_OK):
        problems.found.append(f"--output {path}: cannot be written, expected a writable file")
    elif not path.exists() and not os.access(folder, os.W_OK):
        problems.found.append(f"--output {path}: nothing can be written in folder {folder}")
    return path
