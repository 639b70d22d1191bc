"""The Python interface: what it says to numbers that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

import analyzer
from analyzer import QuestionError

LARGEST_SEED = 2**64 - 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"deals": 0}, "deals = 0: expected a whole number from 2"),
        ({"deals": 1.5}, "deals = 1.5: expected a whole number from 2"),
        ({"workers": 0}, "workers = 0: expected a whole number from 1"),
        ({"seed": -1}, "seed = -1: expected"),
        ({"names": ["one"]}, "1 names: expected one for each of 2 rule sets"),
        ({"play": "best"}, "level of play 'best': expected"),
    ],
)
def test_compare_says_what_it_expected(wrong: dict[str, Any], told: str) -> None:
    rules = [analyzer.load_rules("cutu"), analyzer.load_rules("cutu", cutu_factor=3)]
    with pytest.raises(QuestionError) as caught:
        analyzer.compare(rules, **wrong)
    (problem,) = caught.value.problems
    assert problem.startswith(told)


def test_compare_tells_all_problems_at_once() -> None:
    rules = [analyzer.load_rules("cutu"), analyzer.load_rules("cupe")]
    with pytest.raises(QuestionError) as caught:
        analyzer.compare(rules, deals=0, workers=0, seed=-1)
    assert len(caught.value.problems) == 4


def test_the_largest_seed_has_deals_for_variants_with_other_players_too() -> None:
    rules = [analyzer.load_rules("cruce"), analyzer.load_rules("cruce", players=3)]
    found = analyzer.compare(rules, deals=20, seed=LARGEST_SEED)
    assert found.seed == LARGEST_SEED
    assert not any(d.paired for d in found.differences)
