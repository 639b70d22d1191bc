"""Commands and options that mean the same everywhere, read without importing anything slow."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from analyzer.cli.output import write
from analyzer.cli.problems import Problems
from analyzer.errors import QuestionError, nearest

FORMATS = ("table", "json", "csv", "markdown")
_WIDTH = 100
_GAME = "cutu, cupe, cruce, cuccu or cuatrola"


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
    Command("compare", "compare", "what a house rule changes: variants on the same deals"),
    Command("report", "report", "a strategy report of a game as pages, plots and tables"),
    Command("tournament", "tournament", "levels of play against each other on duplicate deals"),
)


def overview() -> str:
    """The text of ``analyzer --help``."""
    lines = [
        "usage: analyzer COMMAND [GAME] [options]",
        "",
        "Odds of every bid and choice in Cuțu, Cupe, Cruce, Cuccù and Cuatrola.",
        "",
        "commands:",
        *(f"  {' or '.join((c.name, *c.aliases)):<18}{c.summary}" for c in COMMANDS),
        "",
        'for example:  analyzer bid-odds cutu "♠AKJ97 ♥A ♦K8"',
        "help of a command:  analyzer COMMAND --help;  version:  analyzer --version",
    ]
    return "\n".join(lines) + "\n"


class Parser(argparse.ArgumentParser):
    """Reads the words of a command; all that is wrong ends as :class:`QuestionError` lines.

    Options and other words may come in any order.  ``arguments`` are the words that are no
    options, in their order, with their help; the last one takes all the words that are left if
    its name ends with dots.
    """

    def __init__(
        self, command: str, description: str, arguments: Mapping[str, str], epilog: str = ""
    ) -> None:
        self.command = command
        self.arguments = dict(arguments)
        words = " ".join(arguments)
        usage = f"analyzer {command} {words} [options]".replace("  ", " ")
        named = [f"  {name:<22}{text}" for name, text in arguments.items()]
        super().__init__(
            prog=f"analyzer {command}",
            usage=usage,
            description="\n".join([description, *(["", "arguments:", *named] if named else [])]),
            epilog=epilog or None,
            allow_abbrev=False,
            exit_on_error=False,
            formatter_class=_formatter,
        )
        self.register("action", None, _Once)

    def error(self, message: str) -> NoReturn:
        """Argparse's own complaint, as one line."""
        raise QuestionError(f"{message} (see {self.prog} --help)")

    def print_help(self, file: Any = None) -> None:
        """Print the help text on any console."""
        write(file or sys.stdout, self.format_help())

    def valued_options(self) -> set[str]:
        """The options that are followed by a value."""
        actions = (action for action in self._actions if action.nargs is None)
        return {option for action in actions for option in action.option_strings}

    def described(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """For the documentation: groups of options, each with its value and its help."""
        groups = []
        for group in self._action_groups:
            options = [
                (" ".join([*action.option_strings, *_value_name(action)]), action.help or "")
                for action in group._group_actions
                if action.option_strings
                and action.dest != "help"
                and action.help != argparse.SUPPRESS
            ]
            if options:
                groups.append((group.title or "", options))
        return groups

    def read(self, words: Sequence[str]) -> tuple[argparse.Namespace, Problems]:
        """Options and arguments, and what is wrong with them so far.

        Arguments arrive under their names in small letters: a string or ``None``, or a list.
        ``unknown`` says whether there were options that the command does not have.
        """
        head, tail = list(words), []
        if "--" in head:
            cut = head.index("--")
            head, tail = head[:cut], head[cut + 1 :]
        problems = Problems()
        for word in head:
            # Argparse takes such a value away and hands on an empty list.
            if word.startswith("--") and word.endswith("=--"):
                raise QuestionError(f"{word[:-3]}: expected a value (see {self.prog} --help)")
        try:
            found, rest = self.parse_known_args(head)
        except argparse.ArgumentError as error:
            raise QuestionError(self._complaint(error)) from None
        known = [option for action in self._actions for option in action.option_strings]
        options = [word for word in rest if re.match(r"--?[^\W\d]", word)]
        for word in options:
            name = word.split("=")[0]
            guess = nearest(name.strip("-"), [option.strip("-") for option in known])
            hint = f"did you mean --{guess}?" if guess else f"see {self.prog} --help"
            problems.found.append(f"unknown option {name}: {hint}")
        found.unknown = bool(options)
        plain = [word for word in rest if word not in options] + tail
        for name in self.arguments:
            key = name.strip("[].").lower()
            if name.endswith("...]"):
                setattr(found, key, plain)
                plain = []
            else:
                setattr(found, key, plain.pop(0) if plain else None)
        if not found.unknown:
            # What stands beside an unknown option may be its value.
            problems.found += [
                f"unexpected argument {word!r} (see {self.prog} --help)" for word in plain
            ]
        if "GAME" in self.arguments and found.game is None:
            problems.found.append(f"{self.command}: expected a game, {_GAME}")
            problems.settle()
        return found, problems

    def _complaint(self, error: argparse.ArgumentError) -> str:
        name = error.argument_name
        if "expected one argument" in error.message:
            return f"{name}: expected a value (see {self.prog} --help)"
        if "ignored explicit argument" in error.message:
            return f"{name}: expected no value (see {self.prog} --help)"
        return f"{name}: {error.message}"


def _value_name(action: argparse.Action) -> list[str]:
    return [str(action.metavar)] if action.nargs is None else []


class _Once(argparse.Action):
    """Stores a value; another one for the same option is a problem, not a silent change."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, f"_{self.dest}", values)
        if before != values:
            raise argparse.ArgumentError(self, f"is given twice, as {before} and as {values}")
        setattr(namespace, f"_{self.dest}", values)
        setattr(namespace, self.dest, values)


def _formatter(prog: str) -> argparse.HelpFormatter:
    width = min(_WIDTH, shutil.get_terminal_size().columns) - 2
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=24, width=width)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Options that choose house rules."""
    group = parser.add_argument_group("house rules")
    group.add_argument(
        "--rules",
        metavar="PRESET|FILE.toml",
        default="standard",
        help="a preset or a TOML file of house rules (default standard)",
    )
    group.add_argument(
        "--set",
        dest="settings",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="change one house rule (repeatable); analyzer rules GAME lists them",
    )
    group.add_argument("--players", metavar="N", help="short for --set players=N")


def add_output(parser: argparse.ArgumentParser, formats: Sequence[str] = FORMATS) -> None:
    """Options that say what to print and where."""
    group = parser.add_argument_group("output")
    group.add_argument(
        "--format",
        metavar="|".join(formats),
        default=formats[0],
        help=f"how to print the result (default {formats[0]})",
    )
    group.add_argument(
        "--output", metavar="FILE", help="write the result to a file instead of the console"
    )
    group.add_argument("--quiet", action="store_true", help="no progress and no notes on stderr")


def add_run(parser: argparse.ArgumentParser, deals: str, precision: bool = True) -> None:
    """Options that say how much to compute.

    ``deals`` is the help of ``--deals``; without ``precision`` the command names that option as
    one it does not take, so its help is silent about it.
    """
    group = parser.add_argument_group("computation")
    group.add_argument(
        "--play",
        metavar="LEVEL[,LEVEL...]",
        help="levels of play: random, simple, expert, open (the default depends on the game)",
    )
    group.add_argument(
        "--layouts",
        metavar="N",
        help="layouts that experts imagine at each decision, as in --play expert:N (default: the "
        "game's own number)",
    )
    group.add_argument("--deals", metavar="N", help=deals)
    text = "stop when every success rate is within ±W, such as 0.01; --deals is then a limit"
    group.add_argument("--precision", metavar="W", help=text if precision else argparse.SUPPRESS)
    add_seed(group)
    group.add_argument("--workers", metavar="N", help="threads (default: all processors)")


def add_seed(
    group: Any, text: str = "the same seed gives the same deals (default: drawn, and told)"
) -> None:
    """The seed of the random deals."""
    group.add_argument("--seed", metavar="N", help=text)
