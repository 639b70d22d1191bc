"""Estimates and advice from tallies of known outcomes."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.estimate import intervals
from analyzer.estimate.answer import Method, advise, compared_columns, estimates
from analyzer.estimate.tally import Tally
from analyzer.games.base import Batch
from tests.toy import Toy


def _tally(plan: Toy, outcomes: np.ndarray) -> Tally:
    return Tally.of(Batch(outcomes), compared_columns(plan))


def _scores(plan: Toy, *scores: np.ndarray) -> np.ndarray:
    """Outcomes with the given scores of the three choices; success where positive."""
    columns = []
    for score in scores:
        columns += [(score > 0).astype(np.int64), score]
    return np.stack(columns, axis=1)


def test_estimates_use_the_method_for_rates_and_for_means() -> None:
    plan = Toy()
    batch = plan.compute(3, 0, 5_000, None)
    found = estimates(plan.columns, _tally(plan, batch.outcomes), Method())
    rate, mean = found[0], found[1]
    made = int(batch.outcomes[:, 0].sum())
    wilson = intervals.wilson(made, 5_000, 0.95)
    assert (rate.value, rate.low, rate.high) == (made / 5_000, wilson.low, wilson.high)
    assert mean.value == pytest.approx(batch.outcomes[:, 1].mean())
    assert mean.half == pytest.approx(1.959964 * batch.outcomes[:, 1].std(ddof=1) / 5_000**0.5)


def test_advice_is_clear_when_the_paired_margin_is() -> None:
    plan = Toy()
    noise = np.random.default_rng(1).integers(-50, 50, 2_000)
    advice = advise(plan, _tally(plan, _scores(plan, noise, noise + 1, noise - 1)), Method())
    assert advice is not None
    # Each choice alone is known to ±1.3 points only; the pairs differ by exactly 1 and 2.
    assert advice.verdict == "clear"
    assert (advice.choice, advice.runner_up) == ({"bid": 2}, {"bid": 1})
    assert advice.margin == pytest.approx(1)


def test_advice_prefers_the_higher_bid_among_choices_worth_the_same() -> None:
    plan = Toy()
    noise = np.random.default_rng(1).integers(-5, 6, 3_000)
    advice = advise(plan, _tally(plan, _scores(plan, noise, noise - 4, noise)), Method())
    assert advice is not None
    assert advice.verdict == "same"
    assert advice.choice == {"bid": 3}
    assert advice.others == ({"bid": 1},)
    assert advice.runner_up == {"bid": 2}
    assert advice.margin == pytest.approx(4)


def test_advice_admits_too_little_evidence_and_says_how_much_would_do() -> None:
    plan = Toy()
    rng = np.random.default_rng(4)
    a, b = rng.integers(-5, 6, 400), rng.integers(-5, 6, 400)
    b = b - int(np.round(b.mean() - a.mean()))
    advice = advise(plan, _tally(plan, _scores(plan, a, b, a - 9)), Method())
    assert advice is not None
    assert advice.verdict == "unclear"
    assert advice.margin_low is not None
    assert advice.margin_low <= 0
    assert advice.more_deals is not None
    assert advice.more_deals > 0
    assert {"bid": 3} not in advice.others


def test_identical_outcomes_of_a_few_deals_prove_nothing() -> None:
    plan = Toy()
    same = np.full(50, 3)
    advice = advise(plan, _tally(plan, _scores(plan, same, same, same)), Method())
    assert advice is not None
    assert advice.verdict == "unclear"


def test_exact_counts_need_no_evidence() -> None:
    plan = Toy()
    x = _scores(plan, np.array([1, 2]), np.array([2, 1]), np.array([0, 1]))
    advice = advise(plan, _tally(plan, x), Method(intervals.EXACT))
    assert advice is not None
    assert advice.verdict == "same"
    assert advice.choice == {"bid": 2}
    assert advice.margin == advice.margin_low == advice.margin_high == pytest.approx(1)


def test_nothing_is_advised_from_no_deals() -> None:
    plan = Toy()
    assert advise(plan, Tally.empty(6, compared_columns(plan)), Method()) is None
