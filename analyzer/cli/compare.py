"""``analyzer compare GAME VARIANT...``: what a house rule changes."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.arguments import FORMATS, Parser, add_output, add_rules, add_run
from analyzer.cli.files import deliver, output_path, plot_path
from analyzer.cli.long_runs import add_long, read_long
from analyzer.cli.output import note, visible
from analyzer.cli.problems import Problems
from analyzer.cli.progress import compiling, progress_bar
from analyzer.cli.question import json_head, levels, load_rules, rules_file
from analyzer.errors import QuestionError

if TYPE_CHECKING:
    from analyzer.games.rules import Rules
    from analyzer.report.comparison import Comparison, Variant

_DESCRIPTION = """What a house rule changes: variants against a base, on the same deals.
The base is the first of several presets or files named, else standard; --set changes it."""
_ARGUMENTS = {
    "GAME": "the game",
    "[VARIANT...]": "presets or TOML files: the base, then variants",
}
_EPILOG = """for example:
  analyzer compare cutu standard partner_exempt
  analyzer compare cutu --variant must_overtrump=false --variant cutu_factor=3,overtricks=0
  analyzer compare cutu --each --plot effects.svg"""
_DEALS, _EACH_DEALS = 10_000, 3_000


def parser() -> Parser:
    """The options of the command."""
    made = Parser("compare", _DESCRIPTION, _ARGUMENTS, epilog=_EPILOG)
    group = made.add_argument_group("variants")
    group.add_argument(
        "--variant",
        dest="changes",
        metavar="NAME=VALUE,...",
        action="append",
        default=[],
        help="a variant: the base with these changes (repeatable)",
    )
    group.add_argument(
        "--each", action="store_true", help="every single value of every house rule as a variant"
    )
    group.add_argument("--plot", metavar="FILE", help="a forest plot of differences, .svg or .png")
    add_rules(made)
    add_run(made, "deals for each rule set (default 10000; 3000 with --each)", precision=False)
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
    seed = problems.whole("--seed", args.seed, 0, 2**64 - 1)
    long = read_long(problems, args, path)
    if args.precision is not None:
        problems.found.append("--precision: compare runs a fixed number of deals, use --deals")
    sets = problems.attempt(lambda: _rule_sets(args, problems))
    play = problems.attempt(lambda: _level(args, problems))
    problems.settle()
    assert sets is not None
    assert play is not None
    from analyzer.games import load_game
    from analyzer.report.comparison import compare_rules, each_variant

    game = load_game(args.game)
    base, variants = sets
    if args.each:
        variants = [*variants, *each_variant(base.rules)]
    default = _EACH_DEALS if args.each else _DEALS
    deals = deals or default
    about = json_head("compare", base.rules) | {
        "plays": [play],
        "variants": {v.name: v.rules.named() for v in variants},
    }
    with long.carried(about, seed) as work:
        with (
            compiling(game.name, "compare", args.quiet),
            progress_bar(game.title, args.quiet) as progress,
        ):
            found = compare_rules(
                game, base, variants, play, deals, work.seed, work.service, progress
            )
        return work.ended(_finish(found, args, form, path, plot))


def _level(args: Namespace, problems: Problems) -> str:
    from analyzer.games import load_game

    game = load_game(args.game)
    plays = levels(args, game, ["simple"], problems)
    if len(plays) > 1:
        raise QuestionError(f"--play {args.play}: compare takes one level of play")
    return game.check_plays(plays or ["simple"])[0]


def _rule_sets(args: Namespace, problems: Problems) -> tuple[Variant, list[Variant]] | None:
    from analyzer.report.comparison import Variant

    names = list(args.variant)
    if names and args.rules != "standard":
        raise QuestionError(f"--rules {args.rules}: name the base first among the variants instead")
    if len(names) == 1 and not args.changes and not args.each:
        # A single one is what is asked about: the base is the standard.
        names = ["standard", *names]
    name = names[0] if names else args.rules
    base: Rules = load_rules(Namespace(**vars(args) | {"rules": name}))
    variants: list[Variant] = []

    def add(label: str, load: Callable[[], Rules]) -> None:
        rules = problems.attempt(load)
        if rules is not None:
            variants.append(Variant(label, rules))

    for other in names[1:]:
        add(visible(other), partial(type(base).load, other))
    for text in args.changes:
        add("".join(text.split()), partial(_changed, base, text))
    if not variants and not args.each and not problems.found:
        raise QuestionError("compare: expected a preset, --variant NAME=VALUE or --each")
    label = ",".join([name, *("".join(text.split()) for text in args.settings)])
    return Variant(visible(label), base), variants


def _changed(base: Rules, text: str) -> Rules:
    from analyzer.games.rules import parse_changes

    return base.with_changes(**parse_changes([text]))


def _finish(
    found: Comparison, args: Namespace, form: str, path: Path | None, plot: Path | None
) -> int:
    from analyzer.cli.listing import to_json
    from analyzer.report import compare_text, tables

    if form == "json":
        text = to_json(found.to_dict())
    elif form == "csv":
        text = found.frame.to_csv(index=False, lineterminator="\n")
    else:
        text = compare_text.render(found, tables.markdown if form == "markdown" else tables.plain)
    deliver(text, path)
    if plot is not None and found.differences:
        from analyzer.report.forest import forest_plot

        forest_plot(found, plot)
    if args.seed is None and form == "csv":
        note(f"seed {found.seed}", args.quiet)
    if found.interrupted:
        note("interrupted: the numbers are those of the deals done", args.quiet)
        return 130
    return 0
