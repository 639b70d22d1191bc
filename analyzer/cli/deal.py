"""``analyzer deal GAME``: deals of a seed, to look at, to replay or to feed to other programs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyzer.cli.arguments import FORMATS, Parser, add_output, add_rules, add_seed
from analyzer.cli.files import deliver, output_path
from analyzer.cli.known import add_known, extras, named_game
from analyzer.cli.listing import Listing, listed
from analyzer.cli.output import Look, look, note
from analyzer.cli.progress import compiling
from analyzer.cli.question import json_head, load_rules, rules_file
from analyzer.errors import QuestionError

if TYPE_CHECKING:
    from analyzer.games.base import Choice, Deals, Game, Plan
    from analyzer.games.rules import Rules
    from analyzer.games.trace import Trace

_MOST = 1_000_000
_MOST_TRACES = 1000
_LAST = 2**62
_EXAMPLES = """for example:
  analyzer deal cutu --seed 7 --count 3
  analyzer deal cutu --seed 7 --number 2 --trace simple
  analyzer deal cutu sAKJ97 hA dK8 --seed 7 --trace simple --choice bid=5,trump=S"""


def parser(game: Game | None = None) -> Parser:
    """The options of the command, with those that only ``game`` takes."""
    made = Parser(
        "deal",
        "Deal hands: deal number K of a seed is always the same.  With a hand, or anything else\n"
        "that bid-odds can be told, these are the deals of that bid-odds question.",
        {"GAME": "the game", "[HAND...]": "own cards, in any notation; may be quoted or not"},
        epilog=_EXAMPLES,
    )
    add_known(made, game)
    group = made.add_argument_group("deals")
    add_seed(group)
    group.add_argument("--number", metavar="K", help="number of the first deal (default 0)")
    group.add_argument("--count", metavar="N", help="how many deals (default 1)")
    group.add_argument(
        "--trace",
        metavar="LEVEL[,LEVEL...]",
        help="show how each deal is played at a level, or at one for each seat, card by card",
    )
    group.add_argument(
        "--choice",
        metavar="NAME=VALUE,...",
        help="the choice that is made, such as bid=5,trump=S: needed for --trace with a hand, "
        "unless the question has only one",
    )
    add_rules(made)
    add_output(made)
    return made


def main(words: Sequence[str]) -> int:
    """Run the command."""
    game = named_game(words, parser())
    args, problems = parser(game).read(words)
    path = output_path(problems, args.output, inputs=[rules_file(args)])
    form = problems.one_of("--format", args.format, FORMATS)
    seed = problems.whole("--seed", args.seed, 0, 2**64 - 1)
    number = problems.whole("--number", args.number, 0, _LAST) or 0
    most = _MOST if args.trace is None else _MOST_TRACES
    count = problems.whole("--count", args.count, 1, most) or 1
    rules = problems.attempt(lambda: load_rules(args))
    plan = None
    if game is not None and rules is not None and not args.unknown:
        plan = problems.attempt(lambda: _plan(game, rules, args))
    choice = None
    if args.choice is not None and (args.trace is None or (plan is None and not problems.found)):
        problems.found.append("--choice: expected a hand and --trace with it")
    elif plan is not None and args.trace is not None:
        choice = problems.attempt(lambda: _choice(plan, args.choice))
    levels = None
    if game is not None and rules is not None and args.trace is not None:
        levels = problems.attempt(lambda: _levels(game, rules, args.trace, plan is not None))
    problems.settle()
    from analyzer.api import check_seed

    assert game is not None
    assert rules is not None
    seed = check_seed(seed)
    head = json_head("deal", rules) | {"seed": seed}
    if plan is not None:
        head["question"] = dict(plan.question)
    if levels is None:
        deals = (
            game.deal(rules, count, seed, number)
            if plan is None
            else plan.deals(seed, number, count)
        )
        text = _deals_text(game, rules, deals, number, form, head)
    else:
        with compiling(game.name, "trace", args.quiet):
            traces = [
                game.table(rules).trace(seed, number + i, levels)
                if plan is None
                else plan.trace(seed, number + i, levels[0], choice or {})
                for i in range(count)
            ]
        head |= {"plays": list(levels), "choice": choice}
        text = _traces_text(traces, number, form, head, look(path))
    if args.seed is None and form != "json":
        note(f"seed {seed}", args.quiet)
    deliver(text, path)
    return 0


def _plan(game: Game, rules: Rules, args: Namespace) -> Plan | None:
    """The question whose deals are wanted; ``None`` where nothing is known."""
    known = extras(game, args)
    if not args.hand and not known:
        return None
    from analyzer.api import ask_odds

    # Several levels are a mistake of their own.
    plays = [] if args.trace is None or "," in args.trace else [args.trace.strip()]
    return ask_odds(rules, " ".join(args.hand) if args.hand else None, plays, **known).plan


def _levels(game: Game, rules: Rules, text: str, one: bool) -> list[str]:
    """A level for every seat; only one is asked for where the deals are those of a question."""
    words = [word.strip() for word in text.split(",")]
    for word in words:
        game.check_plays([word])
    if one:
        if len(words) > 1:
            raise QuestionError(f"--trace {text}: expected one level of play with a hand")
        return words
    if "open" in words:
        raise QuestionError("--trace open: see analyzer solve --line for a line of best play")
    seats = len(game.table(rules).sides)
    if len(words) not in (1, seats):
        raise QuestionError(f"--trace {text}: expected one level of play, or {seats}")
    return words * seats if len(words) == 1 else words


def _choice(plan: Plan, text: str | None) -> Choice:
    """The choice named, as the question has it."""
    choices = list({tuple(c.choice.items()): c.choice for c in plan.columns}.values())
    named = {_named(choice): choice for choice in choices}
    if not choices:
        raise QuestionError(
            "--trace: what is chosen must be among what is known of this question, such as "
            "--give in Cupe"
        )
    if text is None:
        if len(choices) == 1:
            return choices[0]
        raise QuestionError(f"--trace with a hand: expected --choice and one of {_listed(named)}")
    wanted = ",".join(part.strip().casefold() for part in text.split(","))
    for name, choice in named.items():
        if name.casefold() == wanted:
            return choice
    raise QuestionError(f"--choice {text!r}: expected one of {_listed(named)}")


def _named(choice: Choice) -> str:
    return ",".join(f"{key}={value}" for key, value in choice.items())


def _listed(named: dict[str, Choice]) -> str:
    shown = list(named)[:8]
    return "; ".join(shown) + ("" if len(named) == len(shown) else "; ...")


def _deals_text(
    game: Game, rules: Rules, deals: Deals, number: int, form: str, head: dict[str, Any]
) -> str:
    shown = [game.show_deal(rules, deals, i) for i in range(len(deals))]
    if form == "table":
        # Bare notation, one deal a line, so that it can be piped into solve.
        return "\n".join(_deal_line(row) for row in shown)
    names = tuple(dict.fromkeys(name for row in shown for name in row))
    rows = [(number + i, *(row.get(name) for name in names)) for i, row in enumerate(shown)]
    return listed(Listing(("number", *names), rows), form, head, "deals")


def _deal_line(row: Any) -> str:
    return "  ".join([str(row["deal"]), *(f"{k}={v}" for k, v in row.items() if k != "deal")])


def _traces_text(
    traces: Sequence[Trace], number: int, form: str, head: dict[str, Any], shown: Look
) -> str:
    if form == "table":
        parts = [_trace_text(trace, number + i, shown) for i, trace in enumerate(traces)]
        return "\n\n".join(parts)
    rows = [
        (number + i, None if step.seat is None else step.seat + 1, step.act, step.text)
        for i, trace in enumerate(traces)
        for step in trace.steps
    ]
    head["deals"] = [
        {"number": number + i, **trace.deal, "results": dict(trace.results)}
        for i, trace in enumerate(traces)
    ]
    return listed(Listing(("number", "seat", "act", "text"), rows), form, head)


def _trace_text(trace: Trace, number: int, shown: Look) -> str:
    """A deal for the reader: every act on a line, a trick's cards on one."""
    lines = [f"Deal {number}: {_deal_line(trace.deal)}"]
    cards: list[str] = []
    for step in trace.steps:
        who = "" if step.seat is None else f"seat {step.seat + 1} "
        if step.act == "play":
            cards.append(f"{'' if step.seat is None else step.seat + 1}:{step.text}")
            continue
        if cards:
            lines.append("  " + "  ".join(cards))
            cards = []
        if step.act == "takes":
            lines[-1] += f"   {who}takes" + (f" {step.text}" if step.text else "")
        else:
            lines.append(f"{who}{step.act}: {step.text}")
    if cards:
        lines.append("  " + "  ".join(cards))
    results = ", ".join(f"{name.replace('_', ' ')} {v:g}" for name, v in trace.results.items())
    return shown.spell("\n".join([*lines, f"Results: {results}"]))
