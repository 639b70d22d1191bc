"""Options as typed: what is read, and what problems say."""

from __future__ import annotations

import pytest

from analyzer.errors import QuestionError
from analyzer.games.typed import parse_scores, read, read_bids


def refuse(text: str) -> int:
    raise QuestionError([f"{text!r}: expected a", f"{text!r}: expected b"])


def test_problems_gather_and_nothing_is_read_where_there_are_any() -> None:
    problems = ["earlier"]
    assert read("7", int, problems) == 7
    assert read(None, refuse, problems) is None
    assert read("x", refuse, problems, "--opt: ") is None
    assert problems == ["earlier", "--opt: 'x': expected a", "--opt: 'x': expected b"]


@pytest.mark.parametrize(
    ("text", "bids"),
    [(None, (5, 6, 7)), ("6", (6,)), ("7,5", (5, 7)), (" 5 5 , 6", (5, 6))],
)
def test_bids_come_in_order_and_once(text: str | None, bids: tuple[int, ...]) -> None:
    problems: list[str] = []
    assert read_bids(text, (5, 6, 7), "pas", "5,6", problems) == bids
    assert not problems


def test_each_wrong_bid_is_told_with_those_expected() -> None:
    problems: list[str] = []
    read_bids("4 6 x", (5, 6), "pas 4", "5,6", problems)
    assert problems == [f"--bids {word}: expected 5, 6 after pas 4" for word in ("4", "x")]
    problems.clear()
    read_bids(" , ", (5, 6), "", "5,6", problems)
    read_bids("8", (), "8", "5,6", problems)
    assert problems == ["--bids: expected bids such as 5,6", "--bids 8: expected none after 8"]


@pytest.mark.parametrize("text", ["12-9", "12:9", "12/9", " 12 , 9 ", "12  9", "12–9", "+12;9"])
def test_scores_with_all_separators(text: str) -> None:
    assert parse_scores(text, 2, "two") == (12, 9)


def test_scores_below_zero() -> None:
    assert parse_scores("-5--12", 2, "two") == (-5, -12)
    assert parse_scores("−5 : 3 : −1", 3, "three") == (-5, 3, -1)
    with pytest.raises(QuestionError, match="--score '-5-12': expected two, such as 8-7"):
        parse_scores("-5-12", 2, "two, such as 8-7", below_zero=False)


@pytest.mark.parametrize("text", ["", "12", "1-2-3", "a-b", "1234567-1", "1.5-2"])
def test_what_is_no_pair_of_scores(text: str) -> None:
    with pytest.raises(QuestionError, match="expected two"):
        parse_scores(text, 2, "two")
