"""``analyzer deal GAME``: deals of a seed, to look at or to feed to other programs."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cli.arguments import FORMATS, Parser, add_output, add_rules, add_seed
from analyzer.cli.files import deliver, output_path
from analyzer.cli.listing import Listing, listed
from analyzer.cli.output import note
from analyzer.cli.question import json_head, load_rules, rules_file

_MOST = 1_000_000
_LAST = 2**62


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "deal",
        "Deal hands: deal number K of a seed is always the same.",
        {"GAME": "the game"},
        epilog="for example:\n  analyzer deal cutu --seed 7 --count 3",
    )
    group = made.add_argument_group("deals")
    add_seed(group)
    group.add_argument("--number", metavar="K", help="number of the first deal (default 0)")
    group.add_argument("--count", metavar="N", help="how many deals (default 1)")
    add_rules(made)
    add_output(made)
    return made


def main(words: Sequence[str]) -> int:
    """Run the command."""
    args, problems = parser().read(words)
    path = output_path(problems, args.output, inputs=[rules_file(args)])
    form = problems.one_of("--format", args.format, FORMATS)
    seed = problems.whole("--seed", args.seed, 0, 2**64 - 1)
    number = problems.whole("--number", args.number, 0, _LAST) or 0
    count = problems.whole("--count", args.count, 1, _MOST)
    rules = problems.attempt(lambda: load_rules(args))
    problems.settle()
    from analyzer.api import check_seed
    from analyzer.games import load_game

    assert rules is not None
    game = load_game(args.game)
    seed = check_seed(seed)
    deals = game.deal(rules, 1 if count is None else count, seed, number)
    shown = [game.show_deal(rules, deals, i) for i in range(len(deals))]
    names = tuple(dict.fromkeys(name for row in shown for name in row))
    rows = [(number + i, *(row.get(name) for name in names)) for i, row in enumerate(shown)]
    if form == "table":
        # Bare notation, one deal a line, so that it can be piped into solve.
        text = "\n".join(
            "  ".join([str(row["deal"]), *(f"{k}={v}" for k, v in row.items() if k != "deal")])
            for row in shown
        )
    else:
        head = json_head("deal", rules) | {"seed": seed}
        text = listed(Listing(("number", *names), rows), form, head, "deals")
    if args.seed is None and form != "json":
        note(f"seed {seed}", args.quiet)
    deliver(text, path)
    return 0
