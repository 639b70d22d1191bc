"""The p-value of a difference against SciPy, and that it agrees with the interval."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analyzer.estimate.answer import Method, compared_columns
from analyzer.estimate.paired import PairedPlan, paired_differences
from analyzer.estimate.tally import Tally
from tests.toy import Toy


class Lucky(Toy):
    """The toy with the second choice's results under the name of the first."""

    def compute(self, seed, first, count, workspace):
        batch = super().compute(seed, first, count, workspace)
        batch.outcomes[:, :2] = batch.outcomes[:, 2:4]
        return batch


@pytest.mark.parametrize("deals", [12, 300, 1_500])
def test_p_values_are_those_of_the_intervals_distribution(deals: int) -> None:
    plan = PairedPlan(Toy(), [Lucky()])
    batch = plan.compute(4, 0, deals, plan.workspace())
    found = paired_differences(plan, Tally.of(batch, compared_columns(plan)), Method())
    d = next(d for d in found if d.column.measure == "score" and d.saved is not None)
    base = Toy().compute(4, 0, deals, None).outcomes
    difference = base[:, 3] - base[:, 1]
    t = difference.mean() / (difference.std(ddof=1) / np.sqrt(deals))
    tail = stats.t.sf(abs(t), deals - 1) if deals < 1_000 else stats.norm.sf(abs(t))
    assert d.p == pytest.approx(2 * tail)
    assert (d.p < 0.05) == (d.low > 0 or d.high < 0)
