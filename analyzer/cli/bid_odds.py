"""``analyzer bid-odds GAME [HAND]``: the main job."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.arguments import (
    FORMATS,
    Parser,
    Problems,
    add_output,
    add_rules,
    add_run,
    output_path,
)
from analyzer.cli.output import compile_note, compiled, deliver, note, progress_bar, use_symbols
from analyzer.cli.question import load_rules
from analyzer.errors import QuestionError

if TYPE_CHECKING:
    from analyzer.games.base import Game
    from analyzer.report.odds import Odds

_DESCRIPTION = "Odds of every choice of a game's decision with a hand; base rates without one."


def main(words: Sequence[str]) -> int:
    """Run the command."""
    game = _named_game(words)
    parser = _parser(game)
    args = parser.read(words)
    if not args.game:
        raise QuestionError("bid-odds: expected a game, such as bid-odds cutu")
    problems = Problems()
    path = output_path(problems, args.output)
    form = problems.one_of("--format", args.format, FORMATS)
    deals = problems.whole("--deals", args.deals, 1)
    precision = problems.share("--precision", args.precision)
    seed = problems.whole("--seed", args.seed, 0, 2**64 - 1)
    workers = problems.whole("--workers", args.workers, 1, 1024)
    rules = problems.attempt(lambda: load_rules(args))
    problems.settle()
    from analyzer.api import bid_odds

    assert game is not None
    extras = {
        name.replace("-", "_"): value
        for name in game.odds_options
        if (value := getattr(args, name.replace("-", "_"))) is not None
    }
    marker = compile_note(game.name, "bid-odds", args.quiet)
    with progress_bar(f"{game.title}: deals", args.quiet) as progress:
        odds = bid_odds(
            rules,
            hand=" ".join(args.hand) if args.hand else None,
            play=[word.strip() for word in args.play.split(",")] if args.play else (),
            deals=deals,
            precision=precision,
            seed=seed,
            workers=workers,
            progress=progress,
            **extras,
        )
    compiled(marker)
    return _finish(odds, args, form, path)


def _finish(odds: Odds, args: Namespace, form: str, path: Path | None) -> int:
    deliver(_text(odds, form, path), path)
    if args.seed is None and not odds.exact and form == "csv":
        note(f"analyzer: seed {odds.seed}", args.quiet)
    if odds.run.interrupted:
        note(f"analyzer: interrupted after {odds.run.tally.rows:,} deals", args.quiet)
        return 130
    if not odds.run.reached:
        rows = odds.run.tally.rows
        note(f"analyzer: the precision was not reached within {rows:,} deals", args.quiet)
    return 0


def _named_game(words: Sequence[str]) -> Game | None:
    """The game, wherever it stands among the words, so that its own options can be read."""
    from analyzer.games import load_game

    first = next((word for word in words if not word.startswith("-")), None)
    if first is None:
        return None
    for word in words:
        try:
            return load_game(word)
        except QuestionError:
            continue
    return load_game(first)


def _parser(game: Game | None) -> Parser:
    epilog = None
    if game is not None and game.odds_examples:
        lines = (f"  analyzer bid-odds {game.name} {example}" for example in game.odds_examples)
        epilog = "\n".join(["for example:", *lines])
    title = _DESCRIPTION if game is None else f"{_DESCRIPTION}\n{game.title}: {game.decision}"
    parser = Parser("bid-odds", title, epilog=epilog)
    parser.add_argument("game", metavar="GAME", nargs="?")
    parser.add_argument("hand", metavar="HAND", nargs="*", help="own cards, in any notation")
    if game is not None and game.odds_options:
        group = parser.add_argument_group(f"what is known in {game.title}")
        for name, text in game.odds_options.items():
            if name in game.odds_flags:
                group.add_argument(f"--{name}", action="store_const", const="yes", help=text)
            else:
                group.add_argument(f"--{name}", metavar=name.upper(), help=text)
    add_rules(parser)
    add_run(parser)
    add_output(parser)
    return parser


def _text(odds: Odds, form: str, path: Path | None) -> str:
    from analyzer.cli.listing import to_json
    from analyzer.report import tables

    if form == "json":
        return to_json(odds.to_dict())
    if form == "csv":
        text: str = odds.frame.to_csv(index=False, lineterminator="\n")
        return text
    symbols = path is not None or use_symbols(sys.stdout)
    return tables.render(odds, symbols, tables.markdown if form == "markdown" else tables.plain)
