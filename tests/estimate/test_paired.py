"""Paired differences: exact zero for equals, intervals by formula, Holm's adjustment."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analyzer.estimate.answer import Method, compared_columns
from analyzer.estimate.paired import (
    Difference,
    PairedPlan,
    holm,
    paired_differences,
    unpaired_differences,
)
from analyzer.estimate.tally import Tally
from analyzer.games.base import SKILL, Batch, Column, skill_columns, skill_share
from tests.toy import Toy


class Shifted(Toy):
    """The toy with every score one point higher and successes as they were."""

    def compute(self, seed: int, first: int, count: int, workspace: object) -> Batch:
        outcomes = super().compute(seed, first, count, workspace).outcomes.copy()
        outcomes[:, 1::2] += 1
        return Batch(outcomes)


def _differences(plan: PairedPlan, deals: int = 2_000) -> list[Difference]:
    batch = plan.compute(3, 0, deals, plan.workspace())
    return paired_differences(plan, Tally.of(batch), Method())


def test_a_variant_equal_to_the_base_differs_by_exactly_nothing() -> None:
    for d in _differences(PairedPlan(Toy(), [Toy()], [True])):
        assert (d.difference, d.low, d.high) == (0, 0, 0)
        assert d.p == 1
        assert not d.clear


def test_rules_that_only_never_differed_keep_room_for_what_was_not_seen() -> None:
    found = _differences(PairedPlan(Toy(), [Toy()], [False]))
    assert all(d.difference == 0 < d.high for d in found)


def test_a_constant_shift_is_found_exactly_whatever_the_noise() -> None:
    for d in _differences(PairedPlan(Toy(), [Shifted()])):
        expected = 1 if d.column.measure == "score" else 0
        assert d.difference == pytest.approx(expected)
        assert d.value - d.base_value == pytest.approx(expected)
        assert d.paired


def test_pairing_saves_what_the_variances_say() -> None:
    class Other(Toy):
        """Choice 1 plays like choice 2 of the base."""

        def compute(self, seed: int, first: int, count: int, workspace: object) -> Batch:
            outcomes = super().compute(seed, first, count, workspace).outcomes.copy()
            outcomes[:, :2] = outcomes[:, 2:4]
            return Batch(outcomes)

    plan = PairedPlan(Toy(), [Other()])
    deals = 2_000
    found = next(d for d in _differences(plan, deals) if d.column.measure == "score")
    base = Toy().compute(3, 0, deals, None).outcomes
    a, b = base[:, 1], base[:, 3]
    difference = b - a
    assert found.difference == pytest.approx(difference.mean())
    error = difference.std(ddof=1) / deals**0.5
    assert found.high - found.low == pytest.approx(2 * stats.norm.ppf(0.975) * error)
    saved = (a.var(ddof=1) + b.var(ddof=1)) / difference.var(ddof=1)
    assert found.saved == pytest.approx(saved)
    assert found.p == pytest.approx(2 * stats.norm.sf(abs(difference.mean()) / error))


def test_unpaired_differences_add_both_errors() -> None:
    base, other = Toy(), Toy()
    ours = Tally.of(base.compute(1, 0, 1_500, None))
    theirs = Tally.of(other.compute(2, 0, 1_500, None))
    found = unpaired_differences(0, base, ours, other, theirs, Method())
    d = next(d for d in found if d.column.measure == "score")
    error = ((ours.variance(1) + theirs.variance(1)) / 1_500) ** 0.5
    assert d.high - d.low == pytest.approx(2 * stats.norm.ppf(0.975) * error)
    assert not d.paired


def test_holm_by_hand() -> None:
    # Holm 1979 with p = 0.01, 0.02, 0.03, 0.4: 4 p, 3 p, 2 p, p, kept from falling.
    column = Column({}, "simple", "score", False)
    differences = [
        Difference(0, column, 0, 0, 0, 0, 0, 10, True, None, p) for p in (0.03, 0.01, 0.4, 0.02)
    ]
    adjusted = [d.adjusted for d in holm(differences)]
    assert adjusted == pytest.approx([0.06, 0.04, 0.4, 0.06])


def test_plans_with_different_scales_are_not_compared() -> None:
    class Scaled(Toy):
        def __init__(self) -> None:
            super().__init__()
            self.columns = tuple(
                Column(c.choice, c.play, c.measure, c.rate, 2, c.spread) for c in self.columns
            )

    with pytest.raises(ValueError, match="two scales"):
        PairedPlan(Toy(), [Scaled()])


def test_batches_do_not_matter() -> None:
    plan = PairedPlan(Toy(), [Shifted()])
    space = plan.workspace()
    whole = plan.compute(3, 0, 50, space).outcomes
    parts = [plan.compute(3, first, 25, space).outcomes for first in (0, 25)]
    assert (np.concatenate(parts) == whole).all()


class Skilled(Toy):
    """The toy with scores of a better and a worse player: x and y of two dice a deal."""

    def __init__(self, gain: int) -> None:
        super().__init__()
        self.gain = gain
        self.columns = tuple(Column({}, "simple", name, False, hidden=True) for name in SKILL)
        self.derived = (skill_share("simple"),)

    def scores(self, seed: int, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        raw = [
            np.random.Philox(key=seed, counter=first + i).random_raw(2) % 7 for i in range(count)
        ]
        dice = np.array(raw).astype(np.int64)
        return dice[:, 0] + self.gain, dice[:, 1]

    def compute(self, seed: int, first: int, count: int, workspace: object) -> Batch:
        found = skill_columns(*self.scores(seed, first, count))
        return Batch(np.stack([found[name,] for name in SKILL], axis=1))


def test_share_of_skill_is_the_variance_between_over_the_variance_of_all() -> None:
    """By definition on the deals themselves, and its error by resampling deals."""
    deals = 1_200
    base, other = Skilled(1), Skilled(3)
    plan = PairedPlan(base, [other])
    batch = plan.compute(5, 0, deals, plan.workspace())
    (found,) = paired_differences(plan, Tally.of(batch, compared_columns(plan)), Method())
    shares = []
    for one in (base, other):
        x, y = one.scores(5, 0, deals)
        every = np.concatenate([x, y])
        shares.append(((x.mean() - y.mean()) / 2) ** 2 / every.var())
    assert found.base_value == pytest.approx(shares[0])
    assert found.value == pytest.approx(shares[1])
    rng = np.random.default_rng(1)
    resampled = []
    x, y = base.scores(5, 0, deals)
    for _ in range(600):
        pick = rng.integers(0, deals, deals)
        ends = []
        for gain in (0, 2):
            a, b = x[pick] + gain, y[pick]
            ends.append(((a.mean() - b.mean()) / 2) ** 2 / np.concatenate([a, b]).var())
        resampled.append(ends[1] - ends[0])
    error = (found.high - found.low) / 2 / stats.norm.ppf(0.975)
    assert error == pytest.approx(np.std(resampled), rel=0.15)


def test_share_of_skill_of_equal_rules_differs_by_exactly_nothing() -> None:
    plan = PairedPlan(Skilled(1), [Skilled(1)], [True])
    batch = plan.compute(5, 0, 500, plan.workspace())
    (found,) = paired_differences(plan, Tally.of(batch, compared_columns(plan)), Method())
    assert (found.difference, found.low, found.high) == (0, 0, 0)
