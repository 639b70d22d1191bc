"""``analyzer report``: what it complains about before any work, and the files it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

import analyzer
from analyzer.games.cuccu.report.chapters import CHAPTERS
from tests.cli.command import bad, call


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cuccù's report with its first chapter only: the others count for half a minute."""
    monkeypatch.setattr("analyzer.games.cuccu.report.chapters.CHAPTERS", CHAPTERS[:1])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "report: expected a game, or all"),
        (("cucu", "--lang", "it"), "--lang it: expected en, ro"),
        (("cuccu", "--deals", "10"), "--deals 10: expected a whole number from 50"),
        (("cuccu", "--play", "open"), "Cuccù has no level 'open'"),
        (("cuccu", "--play", "simple,expert"), "level of play 'simple,expert'"),
        (("cuccu", "--seed", "-1"), "--seed -1: expected a whole number from 0"),
        (("cuccu", "--set", "livse=2"), "no house rule 'livse' in cuccu: did you mean lives?"),
        (("all", "--set", "lives=2"), "report all: house rules belong to one game, name it"),
        (("cuccu", "--output", "no/such/folder"), "there is no folder no/such: make it first"),
        (("cuccu", "--output", __file__), "is a file, expected a folder"),
        (("cuccu", "--output", " "), "--output ' ': expected the name of a folder"),
        (("cuccu", "--format", "json"), "unknown option --format"),
    ],
)
def test_complaints(words: tuple[str, ...], told: str) -> None:
    (problem,) = bad("report", *words)
    assert told in problem


def test_all_complaints_come_at_once() -> None:
    problems = bad("report", "cuccu", "--lang", "it", "--deals", "x", "--set", "lives=0")
    assert len(problems) == 3


def test_pdf_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.report.pages.pdf.find_spec", lambda name: None)
    (problem,) = bad("report", "cuccu", "--pdf")
    assert "--pdf needs WeasyPrint: install it with" in problem


@pytest.mark.usefixtures("short")
def test_files_are_named_and_the_same_from_python(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    done = call(
        "report", "cuccu", "--deals", "60", "--lang", "ro", "--output", str(folder), "--quiet"
    )
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [str(folder / "cuccu.html"), str(folder / "cuccu.md")]
    page = (folder / "cuccu.html").read_bytes()
    assert 'lang="ro"' in page.decode()
    found = analyzer.report("cuccu", deals=60, lang="ro", output=tmp_path / "again")
    assert (tmp_path / "again" / "cuccu.html").read_bytes() == page
    assert found.complete
    assert "value" in found.figures[0].frame


@pytest.mark.usefixtures("short")
def test_ctrl_c_writes_what_was_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def press(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.report.pages.build.house_rules", press)
    done = call("report", "cuccu", "--deals", "60", "--output", str(tmp_path))
    assert done.status == 130
    assert "the same command goes on" in done.err
    page = (tmp_path / "cuccu.html").read_text(encoding="utf-8")
    assert "This report was stopped before it was complete" in page
    assert 'id="method"' in page


def test_python_tells_all_problems_at_once(tmp_path: Path) -> None:
    with pytest.raises(analyzer.QuestionError) as caught:
        analyzer.report("cuccu", play="best", deals=1, seed=-1, lang="it", output=tmp_path)
    assert len(caught.value.problems) == 4
