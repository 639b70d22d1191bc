"""Many questions from a file: one line of answer each, all mistakes named by their line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.command import call

RUN = ("--play", "random", "--deals", "300", "--seed", "1")
TEXT = """# hands of Tuesday
♠AKJ97 ♥A ♦K8
♠AKJ97 ♥A ♦K8 --calls "pas 5" --score 62-71

AKJ97.A.K8. --bids 7,8 --ignore-calls
"""


def _file(tmp_path: Path, text: str, name: str = "questions.txt") -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_each_line_gets_the_advice_it_would_get_alone(tmp_path: Path) -> None:
    file = _file(tmp_path, TEXT)
    found = call("bid-odds", "cutu", "--file", file, *RUN, "--format", "json")
    assert found.status == 0
    rows = json.loads(found.out)["rows"]
    assert [row["line"] for row in rows] == [2, 3, 5]
    for row, more in zip(
        rows, ([], ["--calls", "pas 5", "--score", "62-71"], ["--bids", "7,8"]), strict=True
    ):
        words = ("bid-odds", "cutu", "♠AKJ97 ♥A ♦K8", *more, *RUN, "--format", "json")
        alone = json.loads(call(*words).out)["advice"]
        assert row["best"] == " ".join(str(v) for v in alone["choice"].values())
        assert row["value"] == pytest.approx(alone["value"], abs=1e-4)
        assert row["measure"] == alone["measure"]


def test_csv_questions_are_the_same_questions(tmp_path: Path) -> None:
    text = 'hand,calls,score\n"♠AKJ97 ♥A ♦K8",,\n"♠AKJ97 ♥A ♦K8",pas 5,62-71\n'
    found = call(
        "bid-odds", "cutu", "--file", _file(tmp_path, text), *RUN, "--format", "csv", "--quiet"
    )
    rows = list(csv.DictReader(io.StringIO(found.out)))
    plain = call(
        "bid-odds", "cutu", "--file", _file(tmp_path, TEXT, "b"), *RUN, "--format", "csv", "--quiet"
    )
    others = list(csv.DictReader(io.StringIO(plain.out)))
    for mine, other in zip(rows, others, strict=False):
        assert mine["best"] == other["best"]
        assert mine["value"] == other["value"]


def test_a_table_has_one_line_for_each_question(tmp_path: Path) -> None:
    found = call("bid-odds", "cutu", "--file", _file(tmp_path, TEXT), *RUN)
    lines = found.out.splitlines()
    assert len(lines) == 2 + 3
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("♠AKJ97 ♥A ♦K\n", "line 1: 7 cards"),
        ("♠AKJ97 ♥A ♦K8 --cals 5\n", "line 1: no option 'cals' in a question: did you mean calls?"),
        ("♠AKJ97 ♥A ♦K8 --calls\n", "line 1: --calls: expected a value"),
        ('♠AKJ97 ♥A ♦K8 --calls "5\n', "line 1: no closing quotation, expected closed quotes"),
        ("hand,cols\n♠AKJ97 ♥A ♦K8,5\n", "line 1: no option 'cols' in a question"),
        ("hand,calls\n♠AKJ97 ♥A ♦K8,5,6\n", "line 2: 3 fields, expected 2"),
        ("--calls 5\n", "line 1: expected a hand"),
        ("# nothing\n", "holds no question"),
    ],
)
def test_mistakes_are_named_by_line_before_anything_runs(
    tmp_path: Path, text: str, message: str
) -> None:
    found = call("bid-odds", "cutu", "--file", _file(tmp_path, text), *RUN)
    assert found.status == 2
    assert found.out == ""
    assert message in found.err


def test_a_hand_and_a_file_are_one_too_many(tmp_path: Path) -> None:
    file = _file(tmp_path, TEXT)
    found = call("bid-odds", "cutu", "♠AKJ97 ♥A ♦K8", "--file", file)
    assert found.status == 2
    assert "a hand or --file, not both" in found.err


@pytest.mark.parametrize("locale", ["utf-8", "ascii", "latin-1"])
def test_standard_input_is_utf_8_whatever_the_locale(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, locale: str
) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(TEXT.encode()), encoding=locale)
    monkeypatch.setattr("sys.stdin", stdin)
    words = ("bid-odds", "cutu", *RUN, "--format", "csv", "--file")
    assert call(*words, "-").out == call(*words, _file(tmp_path, TEXT)).out


def test_a_file_that_is_not_there() -> None:
    found = call("bid-odds", "cutu", "--file", "no/such/file")
    assert found.status == 2
    assert "cannot be read" in found.err
