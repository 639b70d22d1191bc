"""Tallies: exact sums whatever the split, and the moments NumPy finds."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.estimate.tally import Tally
from analyzer.games.base import Batch


def _outcomes(n: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(-16, 17, (n, 5))


def test_any_split_into_batches_gives_the_same_sums() -> None:
    x = _outcomes(1_000)
    whole = Tally.of(Batch(x), (0, 2, 4))
    parts = Tally.empty(5, (0, 2, 4))
    for start, stop in ((0, 1), (1, 400), (400, 1_000)):
        parts.add(Tally.of(Batch(x[start:stop]), (0, 2, 4)))
    assert parts.rows == whole.rows == parts.weight == 1_000
    for name in ("sums", "sums2", "squares", "cross"):
        assert (getattr(parts, name) == getattr(whole, name)).all()


def test_mean_and_variance_are_numpys() -> None:
    x = _outcomes(777)
    tally = Tally.of(Batch(x), (1, 3))
    for column in range(5):
        assert tally.mean(column) == pytest.approx(x[:, column].mean())
        assert tally.variance(column) == pytest.approx(x[:, column].var(ddof=1))
    mean, variance = tally.difference(0, 1)
    difference = x[:, 1] - x[:, 3]
    assert mean == pytest.approx(difference.mean())
    assert variance == pytest.approx(difference.var(ddof=1))


def test_sums_beyond_64_bits_stay_exact() -> None:
    one = Tally.of(Batch(np.full((1, 1), 2**21, np.int64)))
    tally = Tally.empty(1)
    one.squares = one.squares * 2**40
    for _ in range(3):
        tally.add(one)
    assert int(tally.squares[0]) == 3 * 2**82


def test_outcomes_that_could_overflow_are_refused() -> None:
    with pytest.raises(ValueError, match="must stay below"):
        Tally.of(Batch(np.full((1, 1), 2**22, np.int64)))
    with pytest.raises(ValueError, match="must stay below"):
        Tally.of(Batch(np.full((1, 1), 2**12, np.int64), np.array([2**10])))


def test_equal_weights_change_nothing_but_the_number_of_layouts() -> None:
    x = _outcomes(300)
    plain = Tally.of(Batch(x), (0, 1))
    weighted = Tally.of(Batch(x, np.full(300, 7)), (0, 1))
    assert weighted.effective == pytest.approx(300)
    assert weighted.weight == 2_100
    for column in range(5):
        assert weighted.mean(column) == pytest.approx(plain.mean(column))
        assert weighted.variance(column) == pytest.approx(plain.variance(column))
    assert weighted.difference(0, 1)[1] == pytest.approx(plain.difference(0, 1)[1])


def test_weighted_mean_and_effective_size_by_formula() -> None:
    # Kish: (sum w)^2 / sum w^2; ratio estimator of the mean.
    rng = np.random.default_rng(2)
    x, w = _outcomes(500), rng.integers(1, 50, 500)
    tally = Tally.of(Batch(x, w), (0,))
    assert tally.effective == pytest.approx(w.sum() ** 2 / (w * w).sum())
    assert tally.mean(0) == pytest.approx((w * x[:, 0]).sum() / w.sum())
    error = (w**2 * (x[:, 0] - tally.mean(0)) ** 2).sum() / w.sum() ** 2
    assert tally.variance(0) / tally.effective == pytest.approx(error * 500 / 499)


def test_tallies_of_different_plans_are_not_mixed() -> None:
    with pytest.raises(ValueError, match="different plans"):
        Tally.empty(3).add(Tally.empty(4))
