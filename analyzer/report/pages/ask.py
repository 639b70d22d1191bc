"""``analyzer.report``: the question of a strategy report, from Python."""

from __future__ import annotations

from pathlib import Path
from typing import SupportsIndex

from analyzer.errors import QuestionError, whole_number
from analyzer.games import load_game
from analyzer.games.rules import Rules
from analyzer.games.speech import LANGUAGES
from analyzer.report.pages.build import (
    DEFAULT_DEALS,
    DEFAULT_SEED,
    Wanted,
    Watch,
    build,
    silent,
    store_in,
    write,
)
from analyzer.report.pages.model import Report
from analyzer.run.service import Service

LEAST_DEALS = 50
_SEED_LIMIT = 2**64


def report_question(
    rules: Rules,
    play: str | None = None,
    deals: SupportsIndex | None = None,
    seed: SupportsIndex | None = None,
    lang: str = "en",
    workers: SupportsIndex | Service | None = None,
) -> Wanted:
    """A report that can be built; arguments as for :func:`report`.

    Raises
    ------
    QuestionError
        With everything that is wrong.
    """
    game = load_game(rules.game)
    problems: list[str] = []
    found = Wanted(
        game,
        rules,
        play or game.report_play,
        whole_number("deals", DEFAULT_DEALS if deals is None else deals, LEAST_DEALS, problems),
        whole_number("seed", DEFAULT_SEED if seed is None else seed, 0, problems),
        lang,
        workers
        if workers is None or isinstance(workers, Service)
        else whole_number("workers", workers, 1, problems),
    )
    if found.seed >= _SEED_LIMIT:
        problems.append(f"seed = {found.seed}: expected a whole number from 0 to 2**64 - 1")
    if lang not in LANGUAGES:
        problems.append(f"language {lang!r}: expected {' or '.join(LANGUAGES)}")
    try:
        plays = game.check_plays([found.play])
        game.chapters(rules)
    except QuestionError as error:
        problems += error.problems
        plays = ()
    if problems:
        raise QuestionError(problems)
    return Wanted(game, rules, plays[0], found.deals, found.seed, lang, found.workers)


def report(
    game: str | Rules,
    play: str | None = None,
    deals: SupportsIndex | None = None,
    seed: SupportsIndex | None = None,
    lang: str = "en",
    output: str | Path = "reports",
    pdf: bool = False,
    workers: SupportsIndex | Service | None = None,
    watch: Watch = silent,
) -> Report:
    """Write a strategy report of a game, or of rules, into the folder ``output``.

    Parameters
    ----------
    game
        A game's name, for its standard rules, or rules from :func:`analyzer.load_rules`.
    play
        One level of play, the game's usual one when not given.
    deals
        Budget: deals for a question of usual size, 50 or more, 20,000 when not given.
    seed
        1 when not given; the same seed gives the same pages.
    lang
        ``en`` or ``ro``.
    output
        Folder of ``<game>.html``, ``<game>.md`` and the folder ``<game>`` with plots and CSV
        files; it is made if its parent is there.
    pdf
        ``<game>.pdf`` too; needs the extra ``pdf``.
    workers
        Threads, all processors when not given; or a :class:`analyzer.run.service.Service`.
    watch
        Called with each chapter's title; gives a context with a function that shows progress.

    Returns
    -------
    Report
        Its ``figures`` and ``tables`` have the frames behind the page.  After Ctrl-C the pages
        have the chapters that were finished, and the same call goes on from there.

    Raises
    ------
    QuestionError
        For a question that cannot be answered as put.
    """
    rules = load_game(game).rules.load() if isinstance(game, str) else game
    wanted = report_question(rules, play, deals, seed, lang, workers)
    if pdf:
        from analyzer.report.pages.pdf import check_pdf

        check_pdf()
    folder = Path(output)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise QuestionError(f"output = {folder}: cannot be made ({error.strerror})") from None
    found = build(wanted, store_in(folder, wanted.game), watch)
    write(found, folder, pdf)
    return found
