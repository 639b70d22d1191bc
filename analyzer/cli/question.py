"""What several commands read from their arguments once the game is known."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyzer.cli.problems import Problems
from analyzer.errors import QuestionError

if TYPE_CHECKING:
    from analyzer.games.base import Game
    from analyzer.games.rules import Rules


def load_rules(args: Namespace) -> Rules:
    """The house rules that ``--rules``, ``--set`` and ``--players`` describe."""
    from analyzer.games import load_game
    from analyzer.games.rules import parse_changes

    game = load_game(args.game)
    settings = list(args.settings)
    if args.players is not None:
        if "players" not in game.rules.rules():
            raise QuestionError(
                f"--players {args.players}: {game.title} is always for {game.players_text}"
            )
        settings.append(f"players={args.players}")
    return game.rules.load(args.rules, parse_changes(settings))


def levels(args: Namespace, game: Game, usual: Sequence[str], problems: Problems) -> list[str]:
    """The levels of ``--play``, their experts with as many layouts as ``--layouts`` says.

    Nothing when neither was given: ``usual`` are the levels that play then.
    """
    from analyzer.games.levels import EXPERT, MOST_LAYOUTS, with_layouts

    plays = [] if args.play is None else [word.strip() for word in args.play.split(",")]
    layouts = problems.whole("--layouts", args.layouts, 1, MOST_LAYOUTS)
    if layouts is None:
        return plays
    plays = plays or list(usual)
    if not game.layouts:
        problems.found.append(f"--layouts {layouts}: no expert of {game.title} imagines layouts")
    elif EXPERT not in plays:
        named = any(play.startswith(f"{EXPERT}:") for play in plays)
        problems.found.append(
            f"--layouts {layouts}: --play names a number of layouts too, expected one of the two"
            if named
            else f"--layouts {layouts}: no expert is asked for, expected --play {EXPERT}"
        )
    else:
        plays = [with_layouts(play, layouts) for play in plays]
    return plays


def rules_file(args: Namespace) -> str | None:
    """The file of house rules that the command reads, if it reads one."""
    from analyzer.games.rules import is_rules_file

    text: str = args.rules
    return text if is_rules_file(text) else None


def json_head(command: str, rules: Rules) -> dict[str, Any]:
    """What every JSON answer about a game begins with."""
    return {"command": command, "game": rules.game, "rules": rules.named()}
