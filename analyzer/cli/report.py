"""``analyzer report GAME|all``: strategy reports as pages."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.arguments import Parser, add_rules, add_seed
from analyzer.cli.files import nameable
from analyzer.cli.long_runs import LongRun, add_long, read_long
from analyzer.cli.output import note, write
from analyzer.cli.problems import Problems, shown
from analyzer.cli.progress import compiling, progress_bar
from analyzer.cli.question import json_head, load_rules
from analyzer.errors import QuestionError
from analyzer.games.speech import LANGUAGES

if TYPE_CHECKING:
    from analyzer.report.pages.build import Wanted

ALL = "all"
_DESCRIPTION = """A strategy report: how often, what cards are worth, when to bid, rules of thumb.
Written as GAME.html (one page that needs nothing else) and GAME.md, with plots (PNG) and the
numbers behind them (CSV) in the folder GAME.  A report that was stopped with Ctrl-C goes on where
it was when the command is given again."""
_EPILOG = """for example:
  analyzer report cuccu
  analyzer report all --lang ro --output ~/reports
  analyzer report cutu --set must_overtrump=false --deals 5000"""


def parser() -> Parser:
    """The options of the command."""
    made = Parser("report", _DESCRIPTION, {"GAME|all": "the game, or all"}, epilog=_EPILOG)
    add_rules(made)
    group = made.add_argument_group("computation")
    group.add_argument(
        "--play", metavar="LEVEL", help="level of play (default: simple; Cuccù: expert)"
    )
    group.add_argument(
        "--deals", metavar="N", help="budget: deals for a question of usual size (default 20000)"
    )
    add_seed(group, "the same seed gives the same pages (default 1)")
    group.add_argument("--workers", metavar="N", help="threads (default: all processors)")
    add_long(made, save=False)
    group = made.add_argument_group("output")
    group.add_argument(
        "--lang", metavar="|".join(LANGUAGES), default="en", help="language (default en)"
    )
    group.add_argument(
        "--output", metavar="FOLDER", default="reports", help="folder (default reports)"
    )
    group.add_argument("--pdf", action="store_true", help="GAME.pdf too (needs the extra pdf)")
    group.add_argument("--quiet", action="store_true", help="no progress and no notes on stderr")
    return made


def main(words: Sequence[str]) -> int:
    """Run the command."""
    args, problems = parser().read(words)
    name = getattr(args, "game|all")
    if name is None:
        raise QuestionError("report: expected a game, or all")
    lang = problems.one_of("--lang", args.lang, LANGUAGES)
    deals = problems.whole("--deals", args.deals, 50)
    seed = problems.whole("--seed", args.seed, 0, 2**64 - 1)
    folder = _folder(problems, args.output)
    if args.pdf:
        problems.attempt(_check_pdf)
    asked = problems.attempt(lambda: _asked(args, name, lang, deals, seed))
    long = read_long(problems, args, None)
    problems.settle()
    assert asked is not None
    status = 0
    for wanted in asked:
        status = _one(wanted, folder, args, long)
        if status:
            break
    return status


def _check_pdf() -> None:
    from analyzer.report.pages.pdf import check_pdf

    check_pdf()


def _folder(problems: Problems, text: str) -> Path:
    """The folder to write to; it is made when its parent is there."""
    path, problem = Path(text), None
    try:
        path = path.expanduser()
        if not nameable(text):
            problem = "expected the name of a folder"
        elif path.exists() and not path.is_dir():
            problem = "is a file, expected a folder"
        elif not path.absolute().parent.is_dir():
            problem = f"there is no folder {path.parent}: make it first"
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not the name of a folder"
        problem = f"cannot be used ({reason})"
    if problem:
        problems.found.append(f"--output {shown(text)}: {problem}")
    return path


def _asked(
    args: Namespace, name: str, lang: str, deals: int | None, seed: int | None
) -> list[Wanted]:
    from analyzer.games import TITLES
    from analyzer.report.pages.ask import report_question

    everything = name.lower() == ALL
    if everything and (args.settings or args.players or args.rules != "standard"):
        raise QuestionError("report all: house rules belong to one game, name it")
    play = args.play or None
    return [
        report_question(
            load_rules(Namespace(**vars(args) | {"game": game})), play, deals, seed, lang
        )
        for game in (TITLES if everything else [name])
    ]


def _one(wanted: Wanted, folder: Path, args: Namespace, long: LongRun) -> int:
    from analyzer.report.pages.build import build, store_in
    from analyzer.report.pages.build import write as write_report

    game = wanted.game
    try:
        folder.mkdir(exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not the name of a folder"
        raise QuestionError(f"--output {folder}: cannot be made ({reason})") from None
    about = json_head("report", wanted.rules) | {"plays": [wanted.play]}
    page = folder / f"{game.name}.html"
    with replace(long, output=page).carried(about, wanted.seed) as work:
        wanted = replace(wanted, workers=work.service)
        with compiling(game.name, "report", args.quiet):
            found = build(wanted, store_in(folder, game), partial(progress_bar, quiet=args.quiet))
        for page in write_report(found, folder, args.pdf):
            write(sys.stdout, f"{page}\n")
        if not found.complete:
            text = "interrupted: the pages have what was finished; the same command goes on"
            note(text, args.quiet)
        return work.ended(0 if found.complete else 130)
