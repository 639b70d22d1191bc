"""Scores against the rulebook's complete table and worked examples, and formulas for variants."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import BIDS, score, score_table

# Rulebook, section 6, typed in row by row: (declarers, defenders) for 0 to 8 tricks.
RULEBOOK_TABLE = {
    4: "-4,8 -4,3 -4,2 -4,1 4,0 5,0 6,0 7,0 16,0",
    5: "-5,8 -5,3 -5,2 -5,1 -5,0 5,0 6,0 7,0 16,0",
    6: "-6,8 -6,3 -6,2 -6,1 -6,0 -6,0 6,0 7,0 16,0",
    7: "-7,8 -7,3 -7,2 -7,1 -7,0 -7,0 -7,0 7,0 16,0",
    8: "-8,8 -8,3 -8,2 -8,1 -8,0 -8,0 -8,0 -8,0 16,0",
}
# Rulebook, section 6, worked examples: bid, tricks, declarers, defenders.
RULEBOOK_EXAMPLES = [(5, 7, 7, 0), (6, 5, -6, 0), (4, 3, -4, 1), (4, 8, 16, 0), (7, 0, -7, 8)]
RULEBOOK_EXAMPLES += [(8, 7, -8, 0)]


def test_complete_table_of_the_rulebook() -> None:
    typed = [
        [[int(x) for x in cell.split(",")] for cell in RULEBOOK_TABLE[b].split()] for b in BIDS
    ]
    table = score_table(CutuRules())
    assert table.shape == (5, 9, 2)
    assert table.dtype == np.int64
    assert table.tolist() == typed


@pytest.mark.parametrize(("bid", "tricks", "declarers", "defenders"), RULEBOOK_EXAMPLES)
def test_worked_examples(bid: int, tricks: int, declarers: int, defenders: int) -> None:
    assert score(CutuRules(), bid, tricks) == (declarers, defenders)


def test_only_one_team_gains() -> None:
    # Rulebook, section 6, consequences; true of every variant of the points as well.
    for factor, over, failed, defence in itertools.product(
        (1, 2, 3), (0, 1), ("bid", "bid_and_undertricks"), ("over_four", "none", "undertricks")
    ):
        rules = CutuRules(
            cutu_factor=factor, overtricks=over, failed_contract=failed, defence_points=defence
        )
        table = score_table(rules)
        assert not ((table[..., 0] > 0) & (table[..., 1] > 0)).any()


@pytest.mark.parametrize(("factor", "declarers", "defenders"), [(1, 8, 4), (2, 16, 8), (3, 24, 12)])
def test_cutu_factor(factor: int, declarers: int, defenders: int) -> None:
    # 8 tricks pay 8 before the factor, 8 tricks of the defenders 8 - 4 = 4.
    table = score_table(CutuRules(cutu_factor=factor))
    assert table[:, 8, 0].tolist() == [declarers] * 5
    assert table[:, 0, 1].tolist() == [defenders] * 5
    assert table[:, 0, 0].tolist() == [-4, -5, -6, -7, -8]  # what is lost is never multiplied
    assert np.array_equal(table[:, 1:8], score_table(CutuRules())[:, 1:8])


def test_overtricks_off_pays_the_bid_only() -> None:
    table = score_table(CutuRules(overtricks=0))
    for bid in BIDS:
        assert table[bid - 4, bid:8, 0].tolist() == [bid] * (8 - bid)
        assert table[bid - 4, 8, 0] == 2 * bid  # "positive points are multiplied": the bid's


def test_undertricks_cost_one_each() -> None:
    table = score_table(CutuRules(failed_contract="bid_and_undertricks"))
    for bid in BIDS:
        assert table[bid - 4, :bid, 0].tolist() == [-bid - (bid - t) for t in range(bid)]
        assert np.array_equal(table[bid - 4, bid:], score_table(CutuRules())[bid - 4, bid:])


def test_defence_points() -> None:
    assert not score_table(CutuRules(defence_points="none"))[..., 1].any()
    table = score_table(CutuRules(defence_points="undertricks"))
    for bid in BIDS:
        short = [max(0, bid - t) for t in range(9)]
        assert table[bid - 4, :, 1].tolist() == [2 * short[0], *short[1:]]  # cuțu doubles


def test_no_trump_factor_multiplies_both_sides_of_a_no_trump_hand() -> None:
    rules = CutuRules(no_trump_factor=2, cutu_factor=3, failed_contract="bid_and_undertricks")
    suit = score_table(rules)
    assert np.array_equal(suit, score_table(rules.with_changes(no_trump_factor=1)))
    assert np.array_equal(score_table(rules, no_trump=True), 2 * suit)
    assert np.array_equal(
        score_table(CutuRules(), no_trump=True), score_table(CutuRules(), no_trump=False)
    )
