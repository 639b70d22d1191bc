"""Comparisons of rules: several studies one after the other."""

from __future__ import annotations

from typing import cast

import pytest

import analyzer
from analyzer.games.base import Game, Plan
from analyzer.games.rules import Rules
from analyzer.report.comparison import Comparison, Variant, compare_rules
from tests.toy import Pressing, Toy


class Studied:
    """A game that is studied by two toys; the first of the base may press Ctrl-C."""

    def __init__(self, first: type[Toy], shared: bool) -> None:
        self.first, self.shared = first, shared

    def deal_key(self, rules: Rules) -> tuple[object, ...]:
        return () if self.shared else (rules.digest,)

    def study(self, rules: Rules, play: str) -> list[Plan]:
        matches = Toy()
        matches.unit_of_plan = "match"
        return [self.first() if rules.digest == BASE.digest else Toy(), matches]


BASE = analyzer.load_rules("cutu")
OTHER = analyzer.load_rules("cutu", cutu_factor=3)


def compared(first: type[Toy], shared: bool, deals: int) -> Comparison:
    game = cast(Game, Studied(first, shared))
    variants = [Variant("other", OTHER), Variant("third", OTHER)]
    return compare_rules(game, Variant("base", BASE), variants, "simple", deals, 5, workers=2)


@pytest.mark.parametrize("shared", [True, False])
def test_every_study_of_every_variant_is_measured(shared: bool) -> None:
    # Two variants, two studies, six columns; a tenth as many matches, 200 at the least.
    found = compared(Toy, shared, 3_000)
    assert len(found.differences) == len(found.deviations) == 24
    assert [d.variant for d in found.differences] == 2 * (6 * [0] + 6 * [1])
    assert [d.n for d in found.differences] == 12 * [3_000] + 12 * [300]
    assert {d.paired for d in found.differences} == {shared}
    assert found.deals == 3_000
    # A success of chance 1/3 deviates by sqrt(2) / 3, a score of 3 or -1 by four times that.
    assert found.deviations[0] == pytest.approx(2**0.5 / 3, rel=0.05)
    assert found.deviations[1] == pytest.approx(4 * found.deviations[0])


@pytest.mark.parametrize(("shared", "kept"), [(True, 12), (False, 0)])
def test_ctrl_c_ends_all_studies(shared: bool, kept: int) -> None:
    found = compared(Pressing, shared, 10_000_000)
    assert found.interrupted
    assert 0 < found.deals < 10_000_000
    assert len(found.differences) == kept
