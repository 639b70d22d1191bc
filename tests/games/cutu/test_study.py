"""What variants of Cuțu are compared by: effects known by formula, by rule, by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.api import compare
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import score
from analyzer.games.cutu.study import DealStudy, MatchStudy
from analyzer.report.comparison import Comparison, each_variant

BASE = CutuRules()


def _row(found: Comparison, measure: str, **choice: int | str):
    return next(
        d
        for d in found.differences
        if d.column.measure == measure and dict(d.column.choice) == choice
    )


def test_the_slam_factor_changes_scores_by_the_formula() -> None:
    """A slam pays 8 more with factor 3 than with 2 (8 tricks times 3 or 2), a cuțu against 4."""
    deals = 1_000
    found = compare([BASE, CutuRules(cutu_factor=3)], deals=deals, seed=4)
    study = DealStudy(BASE, "simple")
    hands_tricks = _tricks(study, deals, 4)
    slams = (hands_tricks == 8).mean()
    against = (hands_tricks == 0).mean()
    d = _row(found, "score", bid=5, trump="own")
    gain_slam = score(CutuRules(cutu_factor=3), 5, 8)[0] - score(BASE, 5, 8)[0]
    assert gain_slam == 8
    assert d.difference == pytest.approx(8 * slams - 4 * against)
    assert _row(found, "success", bid=5, trump="own").difference == 0


def _tricks(study: DealStudy, deals: int, seed: int) -> np.ndarray:
    """Tricks of 5 with own trump, found again from the score: it is one to one in tricks."""
    index = next(
        i
        for i, c in enumerate(study.columns)
        if c.measure == "score" and dict(c.choice) == {"bid": 5, "trump": "own"}
    )
    scores = study.compute(seed, 0, deals, None).outcomes[:, index]
    by_score = {int(np.subtract(*score(BASE, 5, t))): t for t in range(9)}
    # Without overtricks being alike, -5 stands for 4 tricks only, -6 for 3, and so on.
    assert len(by_score) == 9
    return np.array([by_score[int(s)] for s in scores])


def test_a_variant_compared_with_itself_is_exactly_zero() -> None:
    found = compare([BASE, CutuRules()], deals=200, seed=1)
    assert found.differences
    for d in found.differences:
        assert (d.difference, d.low, d.high) == (0, 0, 0)


def test_the_effect_of_no_duty_to_trump_agrees_with_separate_runs() -> None:
    """Paired on 1,500 deals against two independent studies on other deals."""
    whist = CutuRules(must_trump=False, must_overtrump=False)
    found = _row(compare([BASE, whist], deals=1_500, seed=2), "score", bid=5, trump="own")
    values = []
    for rules, seed in ((BASE, 100), (whist, 200)):
        study = DealStudy(rules, "simple")
        index = next(
            i
            for i, c in enumerate(study.columns)
            if c.measure == "score" and dict(c.choice) == {"bid": 5, "trump": "own"}
        )
        values.append(study.compute(seed, 0, 4_000, None).outcomes[:, index])
    apart = values[1].mean() - values[0].mean()
    error = (values[0].var() / 4_000 + values[1].var() / 4_000) ** 0.5
    paired = (found.high - found.low) / 2 / 1.96
    assert found.difference == pytest.approx(apart, abs=4 * (error**2 + paired**2) ** 0.5)


def test_every_value_of_every_rule_is_a_variant() -> None:
    names = {variant.name for variant in each_variant(BASE)}
    assert {"cutu_factor=3", "cutu_factor=1", "must_trump=false", "target=50"} <= names
    assert {name.split("=")[0] for name in names} == set(CutuRules.rules())
    assert "cutu_factor=2" not in names


def test_matches_end_and_count_what_they_should() -> None:
    study = MatchStudy(CutuRules(target=20), "simple")
    outcomes = study.compute(3, 0, 60, None).outcomes
    assert (outcomes[:, 0] >= 2).all()  # nobody gains 20 in a deal: 16 is the most
    assert set(np.unique(outcomes[:, 1:])) <= {0, 1}


def test_studies_do_not_depend_on_batches() -> None:
    for study in (DealStudy(BASE, "simple"), MatchStudy(CutuRules(target=20), "random")):
        whole = study.compute(5, 0, 12, None).outcomes
        parts = [study.compute(5, first, 6, None).outcomes for first in (0, 6)]
        assert (np.concatenate(parts) == whole).all()
