"""What only one game's questions can be told: options that exist once the game is known."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.errors import QuestionError

if TYPE_CHECKING:
    from analyzer.cli.arguments import Parser
    from analyzer.games.base import Game


def add_known(parser: Parser, game: Game | None) -> None:
    """The options by which a question of ``game`` says what else is known."""
    if game is None or not game.odds_options:
        return
    group = parser.add_argument_group(f"what is known in {game.title}")
    for name, text in game.odds_options.items():
        if name in game.odds_flags:
            group.add_argument(f"--{name}", action="store_const", const="yes", help=text)
        else:
            group.add_argument(f"--{name}", metavar=name.upper(), help=text)


def extras(game: Game, args: Namespace) -> dict[str, str]:
    """Those options that were given, by their names in Python."""
    keys = [name.replace("-", "_") for name in game.odds_options]
    return {key: value for key in keys if (value := getattr(args, key)) is not None}


def named_game(words: Sequence[str], plain: Parser) -> Game | None:
    """The game, wherever it stands among the words, so that its own options can be read.

    Of a word that follows one of the common options with a value, those of ``plain``, that is
    the value.
    """
    from analyzer.games import load_game

    valued = plain.valued_options()
    pairs = zip(["", *words], words, strict=False)
    named = [word for before, word in pairs if before not in valued and not word.startswith("-")]
    for word in named:
        try:
            return load_game(word)
        except QuestionError:
            continue
    if named:
        load_game(named[0])
    return None
