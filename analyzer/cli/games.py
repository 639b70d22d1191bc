"""``analyzer games``: what there is."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cli.arguments import Parser, Problems, add_output, output_path
from analyzer.cli.listing import Listing, listed
from analyzer.cli.output import deliver


def main(words: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser("games", "The games, their packs, players and decisions.")
    add_output(parser)
    args = parser.read(words)
    problems = Problems()
    path = output_path(problems, args.output)
    form = problems.one_of("--format", args.format, ("table", "json", "csv", "markdown"))
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
    deliver(listed(listing, form, {"command": "games"}, "games"), path)
    return 0
