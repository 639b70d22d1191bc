"""``analyzer solve GAME [DEAL]``: double-dummy values."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from analyzer.cli.arguments import FORMATS, Parser, add_output, add_rules
from analyzer.cli.files import STDIN, deliver, output_path, read_lines
from analyzer.cli.output import look
from analyzer.cli.problems import Problems, first_of
from analyzer.cli.progress import compiling
from analyzer.cli.question import load_rules, rules_file
from analyzer.errors import QuestionError

if TYPE_CHECKING:
    from analyzer.games.base import Deals, Game, SolveQuestion
    from analyzer.games.rules import Rules

_T = TypeVar("_T")
_EXAMPLE = "N:.AKQJ.AKQJ. AKQJ...AKQJ T987.T987.. ..T987.T987"
_LARGEST = 1000
_ARGUMENTS = {"GAME": "the game", "[DEAL...]": "such as N:AKJ7.T9.K8. ...; may be quoted or not"}
_TEXTS = ("trump", "leader", "contract", "declarer", "trick", "announced", "sung")


@dataclass(frozen=True)
class Line:
    """A deal as text, and where it was read: ``deals.txt line 3: ``, or nothing."""

    where: str
    text: str


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "solve",
        "Double-dummy value of a deal, or of each line of a file: best play by all sides with\n"
        "all cards face up, for the side of the leader (or of the declarer).",
        _ARGUMENTS,
        epilog=f'for example:\n  analyzer solve cutu "{_EXAMPLE}"\n'
        "  analyzer deal cutu --count 5 | analyzer solve cutu --file - --trump NT",
    )
    group = made.add_argument_group("question")
    add = group.add_argument
    add("--file", metavar="FILE", help="a deal a line (# begins a remark); - is standard input")
    add("--trump", metavar="SUIT", help="S H D C (O C E B) or NT; default: all")
    add("--leader", metavar="SEAT", help="who leads, or led the trick, 1 to 4; default: all")
    add("--contract", metavar="NAME", help="Cuatrola: normal, solo, cuatro, quinta")
    add("--declarer", metavar="SEAT", help="Cuatrola, Cupe: who plays alone")
    add("--trick", metavar="CARDS", help="cards already played, led by the leader")
    add("--announced", metavar="SUITS", help="Cruce: suits already announced")
    add("--sung", metavar="SUITS", help="Cuatrola: suits already sung")
    add("--at-least", metavar="K", help="only whether the value reaches K")
    add("--leads", action="store_true", help="the value of every card that may be played")
    add("--line", action="store_true", help="a line of best play")
    add_rules(made)
    add_output(made)
    return made


def main(words: Sequence[str]) -> int:
    """Run the command."""
    args, problems = parser().read(words)
    path = output_path(problems, args.output, inputs=[rules_file(args), args.file])
    form = problems.one_of("--format", args.format, FORMATS)
    at_least = problems.whole("--at-least", args.at_least, -_LARGEST, _LARGEST)
    if args.leads and args.line:
        problems.found.append("--leads, --line: expected one of them, not both")
    if at_least is not None and (args.leads or args.line):
        problems.found.append("--at-least: expected without --leads and --line")
    rules = problems.attempt(lambda: load_rules(args))
    if args.unknown:
        problems.settle()
    if rules is None:
        raise QuestionError(problems.found)
    from analyzer.games import load_game

    game = load_game(args.game)
    lines = problems.attempt(lambda: _lines(args)) or []
    deals = _read_deals(game, rules, lines, problems)
    questions = problems.attempt(lambda: _questions(game, rules, args, at_least)) or []
    problems.settle()
    with compiling(game.name, "solve", args.quiet):
        text = _answer(game, rules, lines, deals, questions, args, form, path)
    deliver(text, path)
    return 0


def _answer(
    game: Game,
    rules: Rules,
    lines: list[Line],
    deals: list[Deals],
    questions: list[SolveQuestion],
    args: Namespace,
    form: str,
    path: Path | None,
) -> str:
    from analyzer.cli import solve_tables
    from analyzer.games.base import join_deals

    if args.leads or args.line:
        question = questions[0]
        found = [
            _placed(line, partial(_details, game, rules, deal, question, args))
            for line, deal in zip(lines, deals, strict=True)
        ]
        return solve_tables.details(
            game, rules, deals, question, found, form, look(path), args.leads
        )
    together = join_deals(deals)
    try:
        asked = [(question, game.solve(rules, together, question)) for question in questions]
    except QuestionError:
        # Which of the deals it is that cannot be solved.
        problems = Problems()
        for line, deal in zip(lines, deals, strict=True):
            for question in questions:
                solve = partial(game.solve, rules, deal, question)
                problems.attempt(partial(_placed, line, solve))
        _settle(problems)
        raise
    return solve_tables.values(game, rules, deals, asked, form, look(path))


def _details(
    game: Game, rules: Rules, deal: Deals, question: SolveQuestion, args: Namespace
) -> list[tuple[int, int]]:
    """Cards with their values, or seats with their cards."""
    if args.leads:
        return list(game.solve_leads(rules, deal, 0, question).items())
    return game.solve_line(rules, deal, 0, question)


def _placed(line: Line, function: Callable[[], _T]) -> _T:
    try:
        return function()
    except QuestionError as error:
        raise QuestionError(line.where + problem for problem in error.problems) from None


def _settle(problems: Problems) -> None:
    """Raise when there are problems; of very many only the first."""
    problems.found = first_of(problems.found)
    problems.settle()


def _lines(args: Namespace) -> list[Line]:
    if args.deal and args.file is not None:
        raise QuestionError("solve: expected a deal or --file, not both")
    if args.deal:
        return [Line("", " ".join(args.deal))]
    if args.file is None:
        raise QuestionError("solve: expected a deal, such as N:AKJ7.T9.K8. ..., or --file FILE")
    name = "standard input" if args.file == STDIN else args.file
    found = [Line(f"{name} line {i}: ", line) for i, line in read_lines(args.file)]
    if not found:
        raise QuestionError(f"--file {args.file}: holds no deal, expected one a line")
    return found


def _read_deals(game: Game, rules: Rules, lines: list[Line], problems: Problems) -> list[Deals]:
    deals = []
    bad = Problems()
    for line in lines:
        read = partial(game.read_deal, rules, line.text)
        deal = bad.attempt(partial(_placed, line, read))
        if deal is not None:
            deals.append(deal)
    problems.attempt(lambda: _settle(bad))
    return deals


def _questions(
    game: Game, rules: Rules, args: Namespace, at_least: int | None
) -> list[SolveQuestion]:
    """One question for every trump and leader asked for."""
    texts = {name: getattr(args, name) for name in _TEXTS}
    found = game.solve_questions(rules, at_least=at_least, **texts)
    if (args.leads or args.line) and len(found) > 1:
        shown = [game.show_question(question) for question in found]
        open_keys = [key for key in shown[0] if len({str(s.get(key)) for s in shown}) > 1]
        option = "--leads" if args.leads else "--line"
        missing = " and ".join(f"--{key}" for key in open_keys)
        raise QuestionError(f"{option}: expected {missing} too, to know which play is meant")
    return found
