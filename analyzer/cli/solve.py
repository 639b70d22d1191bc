"""``analyzer solve GAME [DEAL]``: double-dummy values."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli.arguments import FORMATS, Parser, Problems, add_output, add_rules, output_path
from analyzer.cli.listing import Listing, listed
from analyzer.cli.output import compile_note, compiled, deliver, use_symbols
from analyzer.cli.question import load_rules
from analyzer.errors import QuestionError

if TYPE_CHECKING:
    from analyzer.games.base import Deals, Game, SolveQuestion
    from analyzer.games.rules import Rules


_EXAMPLE = "N:.AKQJ.AKQJ. AKQJ...AKQJ T987.T987.. ..T987.T987"


def main(words: Sequence[str]) -> int:
    """Run the command."""
    args = _parser().read(words)
    problems = Problems()
    path = output_path(problems, args.output)
    form = problems.one_of("--format", args.format, FORMATS)
    at_least = problems.whole("--at-least", args.at_least, -1000, 1000)
    rules = problems.attempt(lambda: load_rules(args))
    texts = problems.attempt(lambda: _deal_texts(args))
    problems.settle()
    from analyzer.games import load_game

    game = load_game(args.game)
    deals = _read_deals(game, rules, texts)
    questions = _questions(game, rules, args, at_least)
    marker = compile_note(game.name, "solve", args.quiet)
    symbols = form == "table" and path is None and use_symbols(sys.stdout)
    if args.leads or args.line:
        text = _details(game, rules, deals, questions, args, form, symbols)
    else:
        text = _values(game, rules, texts, deals, questions, form)
    compiled(marker)
    deliver(text, path)
    return 0


def _parser() -> Parser:
    parser = Parser(
        "solve",
        "Double-dummy value of a deal, or of each line of a file: best play by all sides with\n"
        "all cards face up, for the side of the leader (or of the declarer).",
        epilog=f"for example:\n  analyzer solve cutu '{_EXAMPLE}'",
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("deal", metavar="DEAL", nargs="*", help="such as N:AKJ7.T9.K8. ...")
    parser.add_argument("--file", metavar="FILE", help="a deal a line; - reads standard input")
    parser.add_argument("--trump", metavar="SUIT", help="S H D C (O C E B) or NT; default: all")
    parser.add_argument("--leader", metavar="SEAT", help="who leads, 1 to 4; default: all")
    parser.add_argument("--contract", metavar="NAME", help="Cuatrola: normal, solo, cuatro, quinta")
    parser.add_argument("--declarer", metavar="SEAT", help="Cuatrola, Cupe: who plays alone")
    parser.add_argument("--trick", metavar="CARDS", help="cards already played, led by the leader")
    parser.add_argument("--announced", metavar="SUITS", help="Cruce: suits already announced")
    parser.add_argument("--sung", metavar="SUITS", help="Cuatrola: suits already sung")
    parser.add_argument("--at-least", metavar="K", help="only whether the value reaches K")
    parser.add_argument("--leads", action="store_true", help="the value of every card to play")
    parser.add_argument("--line", action="store_true", help="a line of best play")
    add_rules(parser)
    add_output(parser)
    return parser


def _deal_texts(args: Namespace) -> list[str]:
    if args.deal and args.file:
        raise QuestionError("solve: expected a deal or --file, not both")
    if args.deal:
        return [" ".join(args.deal)]
    if not args.file:
        raise QuestionError("solve: expected a deal, such as N:AKJ7.T9.K8. ..., or --file FILE")
    try:
        text = sys.stdin.read() if args.file == "-" else Path(args.file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise QuestionError(f"--file {args.file}: cannot be read ({reason})") from None
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines:
        raise QuestionError(f"--file {args.file}: holds no deal")
    return lines


def _read_deals(game: Game, rules: Rules, texts: list[str]) -> list[Deals]:
    problems: list[str] = []
    deals = []
    for i, text in enumerate(texts, 1):
        where = f"line {i}: " if len(texts) > 1 else ""
        try:
            deals.append(game.read_deal(rules, text))
        except QuestionError as error:
            problems += [where + problem for problem in error.problems]
    if problems:
        raise QuestionError(problems)
    return deals


def _questions(
    game: Game, rules: Rules, args: Namespace, at_least: int | None
) -> list[SolveQuestion]:
    """One question for every trump and leader asked for."""
    found = game.solve_questions(
        rules,
        trump=args.trump,
        leader=args.leader,
        contract=args.contract,
        declarer=args.declarer,
        trick=args.trick,
        announced=args.announced,
        sung=args.sung,
        at_least=at_least,
    )
    if (args.leads or args.line) and len(found) > 1:
        raise QuestionError("--leads and --line: expected --trump and --leader too")
    return found


def _head(game: Game, rules: Rules) -> dict[str, Any]:
    return {
        "command": "solve",
        "game": game.name,
        "rules": {"preset": rules.preset, "changed": rules.changed(), "digest": rules.digest},
    }


def _values(
    game: Game,
    rules: Rules,
    texts: list[str],
    deals: list[Deals],
    questions: list[SolveQuestion],
    form: str,
) -> str:
    from analyzer.games.base import join_deals

    together = join_deals(deals)
    asked = [(game.show_question(q), game.solve(rules, together, q)) for q in questions]
    names = tuple(dict.fromkeys(name for shown, _ in asked for name in shown))
    if form == "table" and len(deals) > 1:
        # One line a deal, the values in the order of the questions.
        heads = [" ".join(str(v) for v in shown.values()) for shown, _ in asked]
        rows: list[list[Any]] = [
            [i + 1, *(int(values[i]) for _, values in asked)] for i in range(len(deals))
        ]
        return listed(Listing(("deal", *heads), rows), form, {})
    if form == "table" and len({len(shown) for shown, _ in asked}) == 1:
        grid = _grid(asked)
        if grid is not None:
            return listed(grid, form, {})
    rows = [
        [*([i + 1] if len(deals) > 1 else []), *(shown.get(name) for name in names), int(values[i])]
        for i in range(len(deals))
        for shown, values in asked
    ]
    columns = (*(("deal",) if len(deals) > 1 else ()), *names, game.solve_unit)
    head = _head(game, rules) | {"deals": texts}
    if form == "json":
        columns = (*columns[:-1], "value")
        head["unit"] = game.solve_unit
    return listed(Listing(columns, rows), form, head)


def _grid(asked: list[tuple[dict[str, Any], Any]]) -> Listing | None:
    """The values of one deal by two parts of the question that vary: rows and columns."""
    parts = {name: list(dict.fromkeys(shown[name] for shown, _ in asked)) for name in asked[0][0]}
    varying = [name for name, values in parts.items() if len(values) > 1]
    if len(varying) != 2:
        return None
    down, across = varying
    found = {(shown[down], shown[across]): int(values[0]) for shown, values in asked}
    heads = [f"{across} {value}" for value in parts[across]]
    rows = [
        [value, *(found.get((value, other)) for other in parts[across])] for value in parts[down]
    ]
    return Listing((down, *heads), rows)


def _details(
    game: Game,
    rules: Rules,
    deals: list[Deals],
    questions: list[SolveQuestion],
    args: Namespace,
    form: str,
    symbols: bool,
) -> str:
    question = questions[0]
    rows: list[list[Any]] = []
    for i, deal in enumerate(deals):
        number = [i + 1] if len(deals) > 1 else []
        if args.leads:
            for card, value in game.solve_leads(rules, deal, 0, question).items():
                rows.append([*number, game.show_card(card, symbols), value])
        else:
            for seat, card in game.solve_line(rules, deal, 0, question):
                rows.append([*number, seat + 1, game.show_card(card, symbols)])
    columns = ("card", game.solve_unit) if args.leads else ("seat", "card")
    head = _head(game, rules) | {"question": game.show_question(question)}
    many = ("deal",) if len(deals) > 1 else ()
    return listed(Listing((*many, *columns), rows), form, head)
