"""Digits that follow the error, limits instead of zeros."""

from __future__ import annotations

from math import inf

import pytest

from analyzer.estimate.answer import Estimate
from analyzer.games.base import Column
from analyzer.report import figures

RATE = Column({}, "simple", "success", True)
MEAN = Column({}, "simple", "score", False)
CHANCE = Column({}, "simple", "match", False, chance=True)


@pytest.mark.parametrize(
    ("value", "half", "expected"),
    [
        (61.34, 0.95, "61.3 ±1.0"),
        (61.34, 0.16, "61.34 ±0.16"),
        (61.34, 2.05, "61.3 ±2.1"),
        (61.34, 5.0, "61 ±5"),
        (61.34, 12.0, "61 ±12"),
        (-0.006, 0.051, "-0.01 ±0.06"),
        (7.0, 0.0, "7"),
        (9.5, 0.1, "9.50 ±0.10"),
    ],
)
def test_a_value_stops_where_its_error_does(value: float, half: float, expected: str) -> None:
    # One significant digit of the half-width, two after a 1 or 2; the half-width rounds up.
    assert figures.plus_minus(value, half) == expected


@pytest.mark.parametrize(
    ("estimate", "expected"),
    [
        (Estimate(RATE, 0.0, 0.0, 0.000384, 10_000), "<0.04"),
        (Estimate(RATE, 1.0, 0.999616, 1.0, 10_000), ">99.96"),
        (Estimate(RATE, 0.0, 0.0, 0.0384, 96), "<4"),
        (Estimate(RATE, 0.613, 0.6035, 0.6225, 10_000), "61.3 ±1.0"),
        (Estimate(RATE, 0.0009, 0.0002, 0.0028, 2_000), "0.02–0.28"),
        (Estimate(MEAN, 3.0, -inf, inf, 1), "3 ±?"),
        (Estimate(MEAN, 0.0, -0.02, 0.02, 100), "0.000 ±0.020"),
        (Estimate(CHANCE, 0.4, 0.396, 0.404, 4_000), "40.0 ±0.4"),
    ],
)
def test_cells_never_claim_certainty(estimate: Estimate, expected: str) -> None:
    assert figures.cell(estimate, exact=False) == expected


def test_exact_values_have_no_error() -> None:
    estimate = Estimate(RATE, 1297 / 4641, 1297 / 4641, 1297 / 4641, 4641)
    assert figures.cell(estimate, exact=True) == "27.9466"
    assert figures.trimmed(16.0) == "16"
    assert figures.trimmed(-0.00001) == "0"


def test_numbers_in_a_sentence() -> None:
    assert figures.number(0.42, 0.31, 0.53, rate=False) == "0.42 (0.31 to 0.53)"
    assert figures.number(0.5, 0.49, 0.51, rate=True) == "50.0 % (49.0 to 51.0)"
    assert figures.number(2.5, None, None, rate=False) == "2.5"
