"""Numbers and dates as each language writes them (Romanian: decimal comma, space before %)."""

from __future__ import annotations

from datetime import date
from math import inf

import pytest

from analyzer.games.chapters import Number
from analyzer.games.speech import Speech

EN, RO = Speech("en"), Speech("ro")


def estimate(value: float, half: float, percent: bool = False) -> Number:
    return Number(value, value - half, value + half, 1000, percent)


@pytest.mark.parametrize(
    ("x", "signed", "english", "romanian"),
    [
        (estimate(0.6134, 0.0098, True), False, "61.3% ±1.0", "61,3\u00a0% ±1,0"),
        (estimate(0.052, 0.004, True), True, "+5.2\u00a0pp ±0.4", "+5,2\u00a0pp ±0,4"),
        (estimate(-1234.5, 40), False, "−1,234 ±40", "−1.234 ±40"),
        (estimate(0.25, 0.0, True), False, "25%", "25\u00a0%"),
        (estimate(0.123456, 0.0, True), False, "12.35%", "12,35\u00a0%"),
        (estimate(0.00012345, 0.0, True), False, "0.012%", "0,012\u00a0%"),
        (Number(0.0, 0.0, 0.00384, 1000, True), False, "<0.4%", "<0,4\u00a0%"),
        (Number(1.0, 0.99616, 1.0, 1000, True), False, ">99.6%", ">99,6\u00a0%"),
        (Number(0.001, 0.0002, 0.0056, 1000, True), False, "0.02–0.56%", "0,02–0,56\u00a0%"),
        # A cost in percent may be below zero, which a rate is not.
        (estimate(0.001, 0.004, True), False, "0.1% ±0.4", "0,1\u00a0% ±0,4"),
        (Number(2.0, -inf, inf), False, "2 ±?", "2 ±?"),
    ],
)
def test_estimates(x: Number, signed: bool, english: str, romanian: str) -> None:
    assert EN.number(x, signed) == english
    assert RO.number(x, signed) == romanian


def test_intervals_in_a_sentence() -> None:
    x = estimate(0.6134, 0.0098, True)
    assert EN.interval(x) == "61.3% (60.4 to 62.3)"
    assert RO.interval(x) == "61,3\u00a0% (60,4–62,3)"


def test_words_lists_and_dates() -> None:
    assert (EN("yes", "da"), RO("yes", "da")) == ("yes", "da")
    assert EN.all_of(["a", "b", "c"]) == "a, b and c"
    assert RO.one_of(["a", "b"]) == "a sau b"
    assert RO.all_of([]) == ""
    assert EN.date(date(2026, 11, 30)) == "30 November 2026"
    assert RO.date(date(2026, 1, 2)) == "2 ianuarie 2026"
