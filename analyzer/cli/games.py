"""``analyzer games``: what there is."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cli.arguments import FORMATS, Parser, add_output
from analyzer.cli.files import deliver, output_path
from analyzer.cli.listing import Listing, listed
from analyzer.cli.output import look


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
    listing = Listing(
        ("game", "title", "pack", "players", "decision", "levels"),
        [
            (g.name, g.title, g.pack_text, g.players_text, g.decision, ", ".join(g.levels))
            for g in games
        ],
    )
    text = listed(listing, form, {"command": "games"}, "games", look(path).spell)
    deliver(text, path)
    return 0
