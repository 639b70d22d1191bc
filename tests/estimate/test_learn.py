"""Trees and point counts find what was put in; least squares against NumPy's; held-out costs."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.estimate import learn
from analyzer.estimate.groups import chance_of, effect_estimates, group_estimates, mean_of, rate_of
from analyzer.estimate.intervals import wilson

RNG = np.random.default_rng(5)


def test_a_tree_finds_a_rule_that_no_single_split_improves() -> None:
    # Choice 1 is right where exactly one of two features is large: each alone says nothing.
    x = RNG.integers(0, 8, (4000, 3)).astype(float)
    right = ((x[:, 0] >= 4) != (x[:, 1] >= 4)).astype(int)
    scores = np.stack([np.where(right == 0, 1.0, -1.0), np.where(right == 1, 1.0, -1.0)], axis=1)
    nodes = learn.fit_tree(x, scores, leaves=4, least=20)
    assert len(nodes) == 4
    assert (learn.tree_picks(nodes, x) == right).all()
    assert sum(node.rows for node in nodes) == 4000


def test_a_tree_of_noise_keeps_to_its_limits() -> None:
    x = RNG.integers(0, 5, (300, 4)).astype(float)
    scores = RNG.normal(size=(300, 3))
    nodes = learn.fit_tree(x, scores, leaves=5, least=40)
    assert 1 <= len(nodes) <= 5
    assert min(node.rows for node in nodes) >= 40
    # Leaves cover all rows, each once.
    inside = [((x > n.bounds[:, 0]) & (x <= n.bounds[:, 1])).all(axis=1) for n in nodes]
    assert (np.sum(inside, axis=0) == 1).all()


def test_neighbours_with_one_choice_are_put_together() -> None:
    x = np.arange(100.0)[:, None]
    scores = np.stack([np.zeros(100), np.where(x[:, 0] < 70, -1.0, 1.0)], axis=1)
    nodes = learn.fit_tree(x, scores, leaves=5, least=1)
    assert [node.choice for node in nodes] == [0, 1]
    assert nodes[0].bounds[0, 1] == 69
    assert nodes[1].first[0] == 70


def test_points_are_those_that_were_put_in() -> None:
    x = RNG.integers(0, 6, (5000, 3)).astype(float)
    gain = 2 * x[:, 0] + x[:, 1] - 7
    scores = np.stack([np.zeros(5000), gain], axis=1)
    count = learn.fit_points(x, scores, most=4)
    weights = count.weights / count.weights[1]
    assert weights.tolist() == [2, 1, 0]
    # A sum of 7 is worth nothing either way.
    assert count.threshold / count.weights[1] in (7, 8)


def test_least_squares_are_numpys_and_their_errors_cover() -> None:
    x = RNG.normal(size=(200, 2))
    values = 1 + x @ np.array([2.0, -1.0]) + RNG.normal(size=200)
    slopes, _ = learn.least_squares(x, values)
    design = np.column_stack([np.ones(200), x])
    np.testing.assert_allclose(slopes, np.linalg.lstsq(design, values, rcond=None)[0])
    hits = 0
    for _ in range(400):
        noise = RNG.normal(size=200) * (0.5 + np.abs(x[:, 0]))
        slopes, errors = learn.least_squares(x, 2 * x[:, 0] + noise)
        hits += abs(slopes[1] - 2) < 1.96 * errors[1]
    # 95 %, with four standard errors of 400 trials.
    assert 0.95 - 0.045 < hits / 400 <= 1


def test_held_out_choices_are_made_without_the_row() -> None:
    # A rule that remembers every row is right on its own rows and guesses on others.
    x = np.arange(400.0)[:, None]
    scores = RNG.normal(size=(400, 2))

    def picks(fitted: np.ndarray, fitted_scores: np.ndarray, new: np.ndarray) -> np.ndarray:
        best = dict(zip(fitted[:, 0], np.argmax(fitted_scores, axis=1), strict=True))
        return np.array([best.get(value, 0) for value in new[:, 0]])

    assert (learn.held_out(x, scores, picks) == 0).all()


def test_groups_are_means_and_rates_with_the_intervals_of_the_house() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"a": [0, 0, 1, 1, 1, 2], "hit": [1, 0, 1, 1, 0, 1]})
    found = group_estimates(frame, ["a"], "hit", percent=True, least=2)
    assert found["a"].tolist() == [0, 1]
    assert found["n"].tolist() == [2, 3]
    interval = wilson(2, 3, 0.95)
    assert found.loc[1, ["low", "high"]].tolist() == [interval.low, interval.high]
    assert rate_of([True, False]).percent
    assert mean_of([1.0, 2.0, 3.0]).value == 2


def test_shares_that_never_varied_are_not_certain() -> None:
    never = wilson(0, 40, 0.95).high
    found = chance_of(np.zeros(40))
    assert (found.value, found.low, found.high) == (0, 0, never)
    found = chance_of(np.ones(40))
    assert (found.low, found.high) == (1 - never, 1)
    shares = np.linspace(0.2, 0.4, 40)
    assert chance_of(shares).half == mean_of(shares).half


def test_effects_are_slopes() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"aces": RNG.integers(0, 4, 500), "kings": RNG.integers(0, 4, 500)})
    frame["score"] = 1.5 * frame["aces"] - 0.5 * frame["kings"]
    found = effect_estimates(frame, ["aces", "kings"], "score")
    np.testing.assert_allclose(found["value"], [1.5, -0.5], atol=1e-9)
    assert (found["low"] <= found["value"]).all()
