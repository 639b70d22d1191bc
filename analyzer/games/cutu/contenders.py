"""Which contracts of a hand are worth the time of experts: those that do best at simple play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.games.base import Trial
from analyzer.games.cutu.plans import STRAINS

if TYPE_CHECKING:
    from analyzer.games.cutu.hand_plan import HandPlan

TRIALS = 1_000
"""Deals of a trial."""
ELSEWHERE = 1 << 40
"""Number of the first deal of a trial: no deal of the answer is among them."""
KEPT = 2
"""Contracts kept by each measure of the advice, of different trumps."""


def contenders(plan: HandPlan, trial: Trial) -> tuple[tuple[int, int], ...]:
    """Bids and strains of the best contracts by each measure that the plan advises by.

    ``plan`` is one at the level simple whose outcomes add up to what is compared.
    """
    means = trial(plan, ELSEWHERE, TRIALS).mean(axis=0)
    values = {
        (column.measure, *column.choice.values()): mean
        for column, mean in zip(plan.columns, means, strict=True)
    }
    chosen: dict[tuple[int, int], None] = {}
    for measure in filter(None, (plan.advise, *plan.also_advise)):
        ranked = sorted(
            plan.contracts,
            key=lambda c: (values[measure, *c.choice.values()], plan.prefer(c.choice)),
            reverse=True,
        )
        trumps: set[int] = set()
        for contract in ranked:
            if len(trumps) < KEPT and contract.source not in trumps:
                trumps.add(contract.source)
                chosen[contract.bid, STRAINS[contract.source]] = None
    return tuple(chosen)
