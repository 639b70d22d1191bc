"""``analyzer games``: what there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from analyzer.cli.arguments import FORMATS, Parser, add_output
from analyzer.cli.files import deliver, output_path
from analyzer.cli.listing import WIDTH, Listing, listed
from analyzer.cli.output import look

if TYPE_CHECKING:
    from analyzer.games.base import Game


def parser() -> Parser:
    """The options of the command."""
    made = Parser("games", "The games, their packs, players and decisions.", {})
    add_output(made)
    return made


def main(words: Sequence[str]) -> int:
    """Run the command."""
    args, problems = parser().read(words)
    path = output_path(problems, args.output)
    form = problems.one_of("--format", args.format, FORMATS)
    problems.settle()
    from analyzer.games import TITLES, load_game

    games = [load_game(name) for name in TITLES]
    if form == "table":
        text = "\n\n".join(_block(game, look(path).spell) for game in games)
    else:
        names = ("game", "title", "pack", "players", "decision", "levels")
        rows = [
            (g.name, g.title, g.pack_text, g.players_text, g.decision, ", ".join(g.levels))
            for g in games
        ]
        text = listed(Listing(names, rows), form, {"command": "games"}, "games")
    deliver(text, path)
    return 0


def _block(game: Game, spell: Callable[[str], str]) -> str:
    """A game for a reader: its name on the command line, and what can be asked."""
    lines = [spell(f"{game.name}: {game.title}")]
    for name, value in (
        ("pack", game.pack_text),
        ("players", game.players_text),
        ("decision", game.decision),
        ("levels", ", ".join(game.levels)),
    ):
        text = spell(f"    {name:<10}{value}")
        lines += wrap(text, WIDTH, subsequent_indent=" " * 14, drop_whitespace=True)
    return "\n".join(lines)
