"""Intervals against SciPy, and their coverage measured where the truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special, stats

from analyzer.estimate import intervals, quantiles

CONFIDENCE = 0.95


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_normal_quantile_is_scipys(confidence: float) -> None:
    expected = stats.norm.ppf(0.5 + confidence / 2)
    assert quantiles.normal(confidence) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("freedom", [1, 2, 3, 9, 57, 998])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_student_quantile_is_scipys(freedom: int, confidence: float) -> None:
    expected = stats.t.ppf(0.5 + confidence / 2, freedom)
    assert quantiles.student(confidence, freedom) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("a", "b", "x"), [(0.5, 0.5, 0.3), (2.0, 7.5, 0.9), (400.0, 0.5, 0.99)])
def test_incomplete_beta_is_scipys(a: float, b: float, x: float) -> None:
    assert quantiles.incomplete_beta(a, b, x) == pytest.approx(special.betainc(a, b, x), rel=1e-10)


@pytest.mark.parametrize(
    ("successes", "n"), [(0, 1), (1, 1), (0, 50), (3, 17), (500, 1000), (10_000, 10_000)]
)
def test_wilson_is_scipys(successes: int, n: int) -> None:
    expected = stats.binomtest(successes, n).proportion_ci(CONFIDENCE, method="wilson")
    found = intervals.wilson(successes, n, CONFIDENCE)
    assert found.low == pytest.approx(expected.low, abs=1e-12)
    assert found.high == pytest.approx(expected.high, abs=1e-12)


def test_mean_uses_student_below_a_thousand_deals_and_normal_from_there() -> None:
    small = intervals.mean(3.0, 4.0, 16, CONFIDENCE)
    assert small.half == pytest.approx(stats.t.ppf(0.975, 15) * 2 / 4)
    large = intervals.mean(3.0, 4.0, 10_000, CONFIDENCE)
    assert large.half == pytest.approx(stats.norm.ppf(0.975) * 2 / 100)


def test_outcomes_that_never_varied_do_not_claim_certainty() -> None:
    # Wilson's limit for "never in n deals" is z^2 / (n + z^2); an unseen outcome may be 5 off.
    z2 = stats.norm.ppf(0.975) ** 2
    found = intervals.mean(2.0, 0.0, 100, CONFIDENCE, spread=5)
    assert found.high == pytest.approx(2 + 5 * z2 / (100 + z2))
    assert found.low == pytest.approx(2 - 5 * z2 / (100 + z2))


def _binomial_floor(runs: int, share: float) -> int:
    """The count that a coverage of ``share`` would fall below once in 10,000 experiments."""
    return int(stats.binom.ppf(1e-4, runs, share))


@pytest.mark.parametrize(("p", "n"), [(0.5, 400), (0.1, 400), (0.01, 2_000)])
def test_wilson_covers_the_truth_as_often_as_it_says(p: float, n: int) -> None:
    runs = 4_000
    draws = np.random.default_rng(7).binomial(n, p, runs)
    covered = sum(
        found.low <= p <= found.high
        for found in (intervals.wilson(int(k), n, CONFIDENCE) for k in draws)
    )
    # Wilson's coverage is computed exactly here, and is about 95 %: binomial probabilities
    # of the counts whose interval holds p.
    counts = np.arange(n + 1)
    inside = [
        found.low <= p <= found.high
        for found in (intervals.wilson(int(k), n, CONFIDENCE) for k in counts)
    ]
    exact = float(stats.binom.pmf(counts, n, p)[np.array(inside)].sum())
    assert exact == pytest.approx(CONFIDENCE, abs=0.012)
    assert covered >= _binomial_floor(runs, exact)


def test_mean_interval_covers_the_truth_as_often_as_it_says() -> None:
    # Scores of a bid of 5 made in two deals of three: 7 or -5, mean 3.
    runs, n = 3_000, 1_500
    made = np.random.default_rng(11).binomial(n, 2 / 3, runs)
    covered = 0
    for k in made:
        total, squares = 7 * k - 5 * (n - k), 49 * k + 25 * (n - k)
        variance = (squares - total * total / n) / (n - 1)
        found = intervals.mean(total / n, variance, n, CONFIDENCE)
        covered += found.low <= 3 <= found.high
    assert covered >= _binomial_floor(runs, CONFIDENCE - 0.005)
    assert covered <= stats.binom.ppf(1 - 1e-4, runs, CONFIDENCE + 0.005)


@pytest.mark.parametrize("p", [0.5, 0.03])
def test_proportion_sequence_holds_the_truth_at_every_look(p: float) -> None:
    # Ville's inequality: the truth leaves the sequence at any time in at most 5 % of the runs.
    runs, n = 600, 3_000
    draws = np.random.default_rng(5).random((runs, n)) < p
    counts = draws.cumsum(axis=1)
    looks = range(49, n, 50)
    lost = 0
    for row in counts:
        sets = (intervals.proportion_sequence(int(row[i]), i + 1, CONFIDENCE) for i in looks)
        lost += any(not found.low <= p <= found.high for found in sets)
    assert lost <= stats.binom.ppf(1 - 1e-4, runs, 1 - CONFIDENCE)


def test_mean_sequence_holds_the_truth_at_every_look() -> None:
    # The same scores as above; the sequence is asymptotic, so it is watched from 500 deals on.
    runs, n = 600, 6_000
    scores = np.where(np.random.default_rng(3).random((runs, n)) < 2 / 3, 7.0, -5.0)
    sums, squares = scores.cumsum(axis=1), (scores**2).cumsum(axis=1)
    lost = 0
    for i in range(runs):
        for k in range(499, n, 100):
            m = k + 1
            variance = (squares[i, k] - sums[i, k] ** 2 / m) / (m - 1)
            found = intervals.mean_sequence(sums[i, k] / m, variance, m, CONFIDENCE)
            if not found.low <= 3 <= found.high:
                lost += 1
                break
    assert lost <= stats.binom.ppf(1 - 1e-4, runs, 1 - CONFIDENCE)


def test_sequences_are_wider_than_intervals_for_a_fixed_number() -> None:
    fixed = intervals.wilson(300, 1_000, CONFIDENCE)
    watched = intervals.proportion_sequence(300, 1_000, CONFIDENCE)
    assert watched.low < fixed.low < 0.3 < fixed.high < watched.high
