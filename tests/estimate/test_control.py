"""Few slow deals helped by many quick ones: promises kept on models whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.estimate.answer import Method, advise, compared_columns, estimates
from analyzer.estimate.control import Controlled, controls
from analyzer.estimate.tally import Tally
from analyzer.games.base import Batch, Column
from tests.toy import Toy

FEW, MANY = 300, 4000
QUICK = tuple(
    Column({"bid": bid}, "simple", measure, measure == "success", spread=spread)
    for bid in (1, 2)
    for measure, spread in (("success", 1), ("score", 6))
)
SLOW = tuple(Column(c.choice, "expert", c.measure, c.rate, spread=c.spread) for c in QUICK)


class Slow(Toy):
    """The quick columns, then the same at the level expert."""

    advise_play = "expert"

    def __init__(self) -> None:
        super().__init__()
        self.columns = (*QUICK, *SLOW)


def outcomes(rng, n):
    """Made contracts follow a common strength: by construction P(made) is 1/4 and 1/2 when

    played quickly, 5/16 and 9/16 when played slowly; scores are 3 when made, else -1.
    """
    strength = rng.random(n)
    quick = [strength < 1 / 4, strength < 1 / 2]
    # Slow play makes the same contracts, and 1/12 or 1/8 of the others.
    lucky = rng.random(n)
    slow = [quick[0] | (lucky < 1 / 12), quick[1] | (lucky < 1 / 8)]
    columns = [c for made in (*quick, *slow) for c in (made, np.where(made, 3, -1))]
    return np.stack([c.astype(np.int64) for c in columns], axis=1)


TRUTH = {("expert", 1): 5 / 16, ("expert", 2): 9 / 16, ("simple", 1): 1 / 4, ("simple", 2): 1 / 2}


def tallies(rng, weights=None):
    plan = Slow()
    compared = compared_columns(plan)
    x = outcomes(rng, MANY)
    w = None if weights is None else weights(rng, MANY)
    few = Batch(x[:FEW], None if w is None else w[:FEW])
    many = Batch(x[:, : len(QUICK)], w)
    return Controlled(plan.columns, Tally.of(few, compared), Tally.of(many), QUICK)


def test_each_slow_column_is_paired_with_the_quick_ones_of_its_choice_and_measure():
    assert controls((*QUICK, *SLOW)) == {4: (0,), 5: (1,), 6: (2,), 7: (3,)}


@pytest.mark.parametrize("weights", [None, lambda rng, n: rng.integers(1, 4, n)])
def test_intervals_hold_the_truth_and_are_narrower(weights):
    rng = np.random.default_rng(2)
    runs, held, gap_held, narrower = 1500, np.zeros(8), 0, np.zeros(8)
    for _ in range(runs):
        means = tallies(rng, weights)
        plain = Method()
        for i, e in enumerate(estimates((*QUICK, *SLOW), means, plain)):
            p = TRUTH[e.column.play, e.column.choice["bid"]]
            truth = p if e.column.measure == "success" else 4 * p - 1
            held[i] += e.low <= truth <= e.high
            alone = plain.of(e.column, means.few, i)[1]
            narrower[i] += e.high - e.low < 0.8 * (alone.high - alone.low)
        found = advise(Slow(), means, plain)
        gap_held += found.margin_low <= 4 * (9 - 5) / 16 <= found.margin_high
    # 95 % of 1500 runs: a binomial standard deviation is 0.56 %.
    assert (held / runs > 0.935).all()
    assert (held / runs < 0.985).all()
    assert 0.93 < gap_held / runs < 0.985
    assert (narrower[4:] / runs > 0.95).all()


def test_layouts_all_counted_leave_only_what_quick_play_does_not_explain():
    rng = np.random.default_rng(4)
    held = 0
    for _ in range(800):
        few = Tally.of(Batch(outcomes(rng, FEW)), compared_columns(Slow()))
        # Sixteen layouts that have the true shares of quick play.
        strength = (np.arange(16) + 0.5) / 16
        made = [strength < 1 / 4, strength < 1 / 2]
        every = np.stack([c for m in made for c in (m * 1, np.where(m, 3, -1))], axis=1)
        means = Controlled((*QUICK, *SLOW), few, Tally.of(Batch(every)), QUICK, exact=True)
        found = estimates((*QUICK, *SLOW), means, Method())
        assert [e.value for e in found[:4]] == [1 / 4, 0, 1 / 2, 1]
        assert all(e.low == e.value == e.high and e.n == 16 for e in found[:4])
        held += found[4].low <= 5 / 16 <= found[4].high
    assert 0.92 < held / 800 < 0.985


def test_what_hardly_ever_happened_is_not_adjusted():
    few = np.zeros((FEW, 8), np.int64)
    few[:5] = 1
    means = Controlled(
        (*QUICK, *SLOW),
        Tally.of(Batch(few), compared_columns(Slow())),
        Tally.of(Batch(np.zeros((MANY, 4), np.int64))),
        QUICK,
    )
    assert means.mean(4) == 5 / FEW
    assert means.effective_of(4) == FEW
