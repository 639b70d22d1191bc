"""``analyzer deal GAME``: deals of a seed, to look at or to feed to other programs."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cli.arguments import (
    FORMATS,
    Parser,
    Problems,
    add_output,
    add_rules,
    add_seed,
    output_path,
)
from analyzer.cli.listing import Listing, listed
from analyzer.cli.output import deliver, note
from analyzer.cli.question import load_rules

_MOST = 1_000_000


def main(words: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser("deal", "Deal hands: deal number K of a seed is always the same.")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--number", metavar="K", help="number of the first deal (default 0)")
    parser.add_argument("--count", metavar="N", help="how many deals (default 1)")
    add_seed(parser)
    add_rules(parser)
    add_output(parser)
    args = parser.read(words)
    problems = Problems()
    path = output_path(problems, args.output)
    form = problems.one_of("--format", args.format, FORMATS)
    seed = problems.whole("--seed", args.seed, 0, 2**64 - 1)
    number = problems.whole("--number", args.number, 0, 2**63 - 1) or 0
    count = problems.whole("--count", args.count, 1, _MOST)
    rules = problems.attempt(lambda: load_rules(args))
    problems.settle()
    from analyzer.api import check_seed
    from analyzer.games import load_game

    game = load_game(args.game)
    seed = check_seed(seed)
    deals = game.deal(rules, 1 if count is None else count, seed, number)
    shown = [game.show_deal(rules, deals, i) for i in range(len(deals))]
    names = tuple(dict.fromkeys(name for row in shown for name in row))
    rows = [(number + i, *(row.get(name) for name in names)) for i, row in enumerate(shown)]
    head = {
        "command": "deal",
        "game": game.name,
        "rules": {"preset": rules.preset, "changed": rules.changed(), "digest": rules.digest},
        "seed": seed,
    }
    if form == "table":
        # Bare notation, one deal a line, so that it can be piped into solve.
        text = "\n".join(
            "  ".join([str(row["deal"]), *(f"{k}={v}" for k, v in row.items() if k != "deal")])
            for row in shown
        )
    else:
        text = listed(Listing(("number", *names), rows), form, head, "deals")
    if args.seed is None and form != "json":
        note(f"analyzer: seed {seed}", args.quiet)
    deliver(text, path)
    return 0
