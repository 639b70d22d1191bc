"""``analyzer tournament GAME``: levels of play against each other."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.arguments import FORMATS, Parser, add_output, add_rules, add_run
from analyzer.cli.files import deliver, output_path, plot_path
from analyzer.cli.long_runs import add_long, read_long
from analyzer.cli.output import look, note
from analyzer.cli.problems import Problems
from analyzer.cli.progress import compiling, progress_bar
from analyzer.cli.question import json_head, levels, load_rules, rules_file

if TYPE_CHECKING:
    from analyzer.report.tournament import Schedule, Tournament

_DESCRIPTION = """Levels of play against each other on duplicate deals: sides exchanged, seats in
turn.  Each level of --play plays the next one; the difference is the first's less the second's."""
_ARGUMENTS = {"GAME": "the game"}
_EPILOG = """for example:
  analyzer tournament cutu --play expert,simple
  analyzer tournament cuccu --all-pairs --plot levels.svg
  analyzer tournament cupe --play expert --vs openspiel:100 --rules openspiel"""


def parser() -> Parser:
    """The options of the command."""
    made = Parser("tournament", _DESCRIPTION, _ARGUMENTS, epilog=_EPILOG)
    group = made.add_argument_group("tournament")
    group.add_argument(
        "--all-pairs", action="store_true", help="every level plays every other, not only the next"
    )
    group.add_argument(
        "--matches",
        metavar="N",
        help="whole matches for each pair (default: a tenth of the deals; 0: none)",
    )
    group.add_argument(
        "--vs",
        metavar="PLAYER",
        help="the levels play this player of another engine: openspiel, or openspiel:N with N "
        "simulations a decision (Cupe)",
    )
    group.add_argument("--plot", metavar="FILE", help="a plot of the differences, .svg or .png")
    add_rules(made)
    deals = "deals for each pair (default 10000; experts by layouts 1000; --vs 100)"
    add_run(made, deals, precision=False)
    add_long(made)
    add_output(made)
    return made


def main(words: Sequence[str]) -> int:
    """Run the command."""
    args, problems = parser().read(words)
    path = output_path(problems, args.output, inputs=[rules_file(args)])
    plot = plot_path(problems, args.plot, inputs=[rules_file(args)])
    form = problems.one_of("--format", args.format, FORMATS)
    deals = problems.whole("--deals", args.deals, 2)
    matches = problems.whole("--matches", args.matches, 0)
    seed = problems.whole("--seed", args.seed, 0, 2**64 - 1)
    long = read_long(problems, args, path)
    if args.precision is not None:
        problems.found.append("--precision: a tournament has a fixed number of deals, use --deals")
    asked = _asked(args, problems)
    if asked is not None and matches and not asked.table.plays_matches:
        problems.found.append(f"--matches {matches}: {args.vs} plays single deals only")
    problems.settle()
    assert asked is not None
    from analyzer.report.tournament import play_tournament

    deals = asked.usual_deals if deals is None else deals
    matches = asked.usual_matches(deals) if matches is None else matches
    about = json_head("tournament", asked.rules) | {"pairs": [list(pair) for pair in asked.pairs]}
    with long.carried(about, seed) as work:
        with (
            compiling(asked.game.name, "tournament", args.quiet),
            progress_bar(asked.game.title, args.quiet) as progress,
        ):
            found = play_tournament(asked, deals, matches, work.seed, work.service, progress)
        return work.ended(_finish(found, args, form, path, plot))


def _asked(args: Namespace, problems: Problems) -> Schedule | None:
    """Who plays whom; ``None`` with problems."""
    from analyzer.games import load_game
    from analyzer.report.tournament import schedule, sitting

    rules = problems.attempt(lambda: load_rules(args))
    if rules is None:
        return None
    game = load_game(rules.game)
    plays = levels(args, game, sitting(game), problems)
    return problems.attempt(lambda: schedule(rules, plays, args.vs, args.all_pairs))


def _finish(
    found: Tournament, args: Namespace, form: str, path: Path | None, plot: Path | None
) -> int:
    from analyzer.cli.listing import to_json
    from analyzer.report import tables, tournament_text

    if form == "json":
        text = to_json(found.to_dict())
    elif form == "csv":
        text = found.frame.to_csv(index=False, lineterminator="\n")
    else:
        as_table = tables.markdown if form == "markdown" else tables.plain
        text = tournament_text.render(found, as_table, look(path).spell)
    deliver(text, path)
    if plot is not None and found.gaps:
        from analyzer.report.tournament_plot import tournament_plot

        tournament_plot(found, plot)
    if args.seed is None and form == "csv":
        note(f"seed {found.seed}", args.quiet)
    if found.interrupted:
        note("interrupted: the numbers are those of the deals done", args.quiet)
        return 130
    return 0
