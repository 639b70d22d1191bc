"""``analyzer bid-odds GAME [HAND]``: the main job."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli import many
from analyzer.cli.arguments import FORMATS, Parser, add_output, add_rules, add_run
from analyzer.cli.files import deliver, output_path
from analyzer.cli.known import add_known, extras, named_game
from analyzer.cli.listing import listed
from analyzer.cli.long_runs import LongRun, add_long, read_long
from analyzer.cli.output import Look, look, note
from analyzer.cli.problems import Problems
from analyzer.cli.progress import compiling, progress_bar
from analyzer.cli.question import json_head, levels, load_rules, rules_file

if TYPE_CHECKING:
    from analyzer.api import Question
    from analyzer.games.base import Game
    from analyzer.games.rules import Rules
    from analyzer.report.odds import Odds

_DESCRIPTION = "Odds of every choice of a game's decision with a hand; base rates without one."
_ARGUMENTS = {"GAME": "the game", "[HAND...]": "own cards, in any notation; may be quoted or not"}


def parser(game: Game | None = None) -> Parser:
    """The options of the command, with those that only ``game`` takes."""
    title = _DESCRIPTION
    examples: tuple[str, ...] = ('cutu "♠AKJ97 ♥A ♦K8"', "cutu --play simple")
    if game is not None:
        title = f"{_DESCRIPTION}\n{game.title}: {game.decision}"
        examples = tuple(f"{game.name} {example}" for example in game.odds_examples) or examples
    epilog = "\n".join(["for example:", *(f"  analyzer bid-odds {line}" for line in examples)])
    if game is None:
        epilog += "\noptions of one game:  analyzer bid-odds GAME --help"
    made = Parser("bid-odds", title, _ARGUMENTS, epilog=epilog)
    add_known(made, game)
    group = made.add_argument_group("many questions")
    group.add_argument("--file", metavar="FILE", help=many.HELP)
    add_rules(made)
    add_run(made, "number of deals (default 10000, of which experts play some hundreds)")
    add_long(made)
    add_output(made)
    return made


def main(words: Sequence[str]) -> int:
    """Run the command."""
    game = named_game(words, parser())
    args, problems = parser(game).read(words)
    path = output_path(problems, args.output, inputs=[rules_file(args), args.file])
    form = problems.one_of("--format", args.format, FORMATS)
    deals = problems.whole("--deals", args.deals, 1)
    precision = problems.share("--precision", args.precision)
    seed = problems.whole("--seed", args.seed, 0, 2**64 - 1)
    long = read_long(problems, args, path)
    if args.file is not None:
        return _answer_file(game, args, problems, path, form, (deals, precision, seed), long)
    question = _question(game, args, problems)
    problems.settle()
    assert game is not None
    assert question is not None
    about = _about(question.rules, question.plays, dict(question.plan.question))
    with long.carried(about, seed) as work:
        with (
            compiling(game.name, "bid-odds", args.quiet),
            progress_bar(game.title, args.quiet) as progress,
        ):
            odds = question.answer(deals, precision, work.seed, work.service, progress)
        return work.ended(_finish(odds, args, form, path))


def _about(rules: Rules, plays: Sequence[str], asked: object) -> dict[str, Any]:
    """What must be the same for the work to be continued."""
    return json_head("bid-odds", rules) | {"plays": list(plays), "question": asked}


def _question(game: Game | None, args: Namespace, problems: Problems) -> Question | None:
    """The question put to the game; ``None`` with problems."""
    rules = problems.attempt(lambda: load_rules(args))
    # What stands beside an unknown option may be its value, and no part of the hand.
    if game is None or rules is None or args.unknown:
        return None
    from analyzer.api import ask_odds

    hand = " ".join(args.hand) if args.hand else None
    plays = levels(args, game, game.default_plays, problems)
    return problems.attempt(lambda: ask_odds(rules, hand, plays, **extras(game, args)))


def _answer_file(
    game: Game | None,
    args: Namespace,
    problems: Problems,
    path: Path | None,
    form: str,
    amounts: tuple[int | None, float | None, int | None],
    long: LongRun,
) -> int:
    """Answer the questions of a file one after the other, and print a line each."""
    from analyzer.run.identity import digest_of

    rules = problems.attempt(lambda: load_rules(args))
    if args.hand:
        problems.found.append("bid-odds: expected a hand or --file, not both")
    found = None
    if game is not None and rules is not None and not problems.found:
        known, plays = extras(game, args), levels(args, game, game.default_plays, problems)
        found = problems.attempt(lambda: many.read_questions(game, rules, args.file, plays, known))
    problems.settle()
    assert game is not None
    assert rules is not None
    assert found is not None
    deals, precision, seed = amounts
    asked = digest_of([[number, dict(q.plan.question), q.plays] for number, _, q in found])
    with long.carried(_about(rules, (), asked), seed) as work:
        done: list[tuple[int, str, Odds]] = []
        interrupted = False
        with (
            compiling(game.name, "bid-odds", args.quiet),
            progress_bar(f"{game.title}, {len(found)} questions", args.quiet) as progress,
        ):
            for number, text, question in found:
                service = work.service.under(f"line-{number}")
                odds = question.answer(deals, precision, work.seed, service, progress)
                interrupted = odds.interrupted
                if odds.run.tally.rows:
                    done.append((number, text, odds))
                if interrupted:
                    break
        head = json_head("bid-odds", rules) | {"seed": work.seed}
        listing = many.answers_in_short(done) if form == "table" else many.answers(done)
        deliver(listed(listing, form, head), path)
        if args.seed is None and form != "json":
            note(f"seed {work.seed}", args.quiet)
        if interrupted:
            note(f"interrupted in question {len(done)} of {len(found)}", args.quiet)
        return work.ended(130 if interrupted else 0)


def _finish(odds: Odds, args: Namespace, form: str, path: Path | None) -> int:
    deliver(_text(odds, form, look(path)), path)
    if args.seed is None and not odds.exact and form == "csv":
        note(f"seed {odds.seed}", args.quiet)
    rows = odds.run.tally.rows
    if odds.interrupted:
        note(f"interrupted after {rows:,} deals", args.quiet)
        return 130
    if not odds.run.reached:
        note(f"the precision was not reached within {rows:,} deals", args.quiet)
    return 0


def _text(odds: Odds, form: str, shown: Look) -> str:
    from analyzer.cli.listing import to_json
    from analyzer.report import tables

    if form == "json":
        return to_json(odds.to_dict())
    if form == "csv":
        text: str = odds.frame.to_csv(index=False, lineterminator="\n")
        return text
    as_table = tables.markdown if form == "markdown" else tables.plain
    return tables.render(odds, shown.symbols, as_table, shown.spell)
