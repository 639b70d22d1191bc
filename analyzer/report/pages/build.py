"""``report``: a strategy report from its chapters to the files of its pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from analyzer.errors import QuestionError
from analyzer.games.base import Game
from analyzer.games.chapters import Block, Bullets, Chapter, Figure, Rule, Table
from analyzer.games.rules import Rules
from analyzer.games.speech import Speech
from analyzer.games.studio import ChapterMaker
from analyzer.report.pages.common import house_rules, method
from analyzer.report.pages.desk import Desk, Interrupted, sources
from analyzer.report.pages.model import Report, finished
from analyzer.report.pages.store import Store
from analyzer.report.pages.terms import word
from analyzer.run.atomic import write_whole
from analyzer.run.runs import Progress, Workers

DEFAULT_DEALS = 20_000
DEFAULT_SEED = 1
CACHE = ".cache"

Watch = Callable[[str], AbstractContextManager[Progress | None]]
"""Shows the progress of a chapter with this title."""


def silent(_: str) -> AbstractContextManager[Progress | None]:
    """Shows nothing."""
    return nullcontext(None)


@dataclass(frozen=True)
class Wanted:
    """What a report is to be made of: rules, level, budget, seed, language."""

    game: Game
    rules: Rules
    play: str
    deals: int = DEFAULT_DEALS
    seed: int = DEFAULT_SEED
    lang: str = "en"
    workers: Workers = None


def build(wanted: Wanted, store: Store, watch: Watch = silent) -> Report:
    """All chapters; those that were finished when Ctrl-C ended it.

    Raises
    ------
    QuestionError
        For a game without a report, and rules under which it has none.
    """
    say = Speech(wanted.lang)
    makers = wanted.game.chapters(wanted.rules)
    desk = Desk(
        wanted.game,
        wanted.rules,
        wanted.play,
        wanted.deals,
        wanted.seed,
        say,
        store,
        wanted.workers,
    )
    steps = [(m.key, say(*m.title), _maker(m, desk)) for m in makers]
    steps += [
        (key, word(name, wanted.lang), _common(make, desk))
        for key, name, make in (
            ("house-rules", "house_rules", house_rules),
            ("method", "method", method),
        )
    ]
    chapters: list[Chapter] = []
    complete = True
    for number, (key, title, make) in enumerate(steps, 1):
        try:
            with watch(f"{wanted.game.title} {number}/{len(steps)} {title}") as progress:
                desk.show_with(progress)
                chapters.append(finished(key, title, make()))
        except (Interrupted, KeyboardInterrupt):
            complete = False
            # How the numbers were made is told of an unfinished report too.
            chapters.append(finished("method", word("method", wanted.lang), method(desk)))
            break
    chapters[:0] = _summary(chapters, say)
    _check_keys(chapters)
    title = f"{wanted.game.title}: {word('report', wanted.lang).lower()}"
    return Report(wanted.game.name, title, _subtitle(wanted, say), say, tuple(chapters), complete)


def _summary(chapters: Sequence[Chapter], say: Speech) -> list[Chapter]:
    """A first chapter of the rules of thumb worth remembering, where there are any."""
    rules = [
        block
        for chapter in chapters
        for block in chapter.blocks
        if isinstance(block, Rule) and block.highlight
    ]
    costs = word("costs", say.lang)
    items = [f"{rule.text} *({costs} {say.number(rule.cost)} {rule.unit})*" for rule in rules]
    return [Chapter("in-short", word("in_short", say.lang), (Bullets(items),))] if items else []


def _maker(maker: ChapterMaker, desk: Desk) -> Callable[[], Sequence[Block]]:
    return lambda: maker.make(desk)


def _common(make: Callable[[Desk], Sequence[Block]], desk: Desk) -> Callable[[], Sequence[Block]]:
    return lambda: make(desk)


def _subtitle(wanted: Wanted, say: Speech) -> str:
    rules, lang = wanted.rules, wanted.lang
    named = word("rules_text", lang, preset=rules.preset, digest=rules.digest)
    return (
        f"{word('house_rules', lang)}: {named} · {word('level', lang)}: {wanted.play} · "
        f"{word('deals', lang)}: {say.count(wanted.deals)} · {word('seed', lang)}: {wanted.seed}"
    )


def _check_keys(chapters: Sequence[Chapter]) -> None:
    """Names of chapters, figures and tables are those of files and anchors: each only once."""
    blocks = [block for chapter in chapters for block in chapter.blocks]
    keys = [block.key for block in blocks if isinstance(block, Figure | Table)]
    for names in (keys, [chapter.key for chapter in chapters]):
        twice = sorted({key for key in names if names.count(key) > 1})
        if twice:
            raise ValueError(f"keys used twice: {', '.join(twice)}")


def store_in(folder: Path, game: Game) -> Store:
    """The results kept beside reports in a folder, of the program as it is now."""
    return Store(folder / CACHE / f"{game.name}-{sources(game)}")


def write(report: Report, folder: Path, pdf: bool = False) -> list[Path]:
    """Write a report's files into a folder; the pages among them.

    Raises
    ------
    QuestionError
        When a file cannot be written.
    """
    from analyzer.report.pages import html, markdown, plots
    from analyzer.report.pages.model import csv_text

    beside = folder / report.game
    page = html.render(report)
    files: dict[Path, bytes] = {
        folder / f"{report.game}.html": page.encode(),
        folder / f"{report.game}.md": markdown.render(report).encode(),
    }
    pages = list(files)
    for figure in report.figures:
        files[beside / f"{figure.key}.png"] = plots.png(figure, report.say)
    blocks: list[Figure | Table] = [*report.figures, *report.tables]
    for block in blocks:
        files[beside / f"{block.key}.csv"] = csv_text(block).encode()
    if pdf:
        from analyzer.report.pages.pdf import pdf_of

        pages.append(folder / f"{report.game}.pdf")
        files[pages[-1]] = pdf_of(page)
    try:
        beside.mkdir(parents=True, exist_ok=True)
        for path, content in files.items():
            write_whole(path, partial(Path.write_bytes, data=content), synced=False)
    except OSError as error:
        raise QuestionError(f"{folder}: cannot be written ({error.strerror})") from None
    return pages
