"""What several commands read from their arguments once the game is known."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from analyzer.errors import QuestionError

if TYPE_CHECKING:
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


def rules_file(args: Namespace) -> str | None:
    """The file of house rules that the command reads, if it reads one."""
    from analyzer.games.rules import is_rules_file

    text: str = args.rules
    return text if is_rules_file(text) else None


def json_head(command: str, rules: Rules) -> dict[str, Any]:
    """What every JSON answer about a game begins with."""
    return {"command": command, "game": rules.game, "rules": rules.named()}
