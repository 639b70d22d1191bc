"""Hands after the exchange that could take every point: ducking and trying, on the same layouts.

And single habits of the simple player, each left out in turn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch
from analyzer.games.cupe.choice_plan import ChoicePlan, Situation, Way
from analyzer.games.cupe.kernels import expert as x
from analyzer.games.cupe.kernels import judgement as j
from analyzer.games.cupe.kernels.batch import OUTCOMES, QUEEN_TAKER, SHOOTER
from analyzer.games.cupe.play import SEATS, layouts_of
from analyzer.games.cupe.report import kernels as k
from analyzer.games.cupe.report.hands import (
    SLAM_FEATURES,
    held,
    slam_features,
    suits_of,
)
from analyzer.games.cupe.report.samples import (
    ALWAYS,
    AROUND,
    NEVER,
    SIMPLE,
    UNKNOWN,
    CupeSample,
    relative,
    score_column,
    thirds,
)
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import mind, seconds_of, style
from analyzer.games.known import Known
from analyzer.games.studio import feature

Ints = NDArray[np.int64]

HALVES = ("a", "b")
LAYOUTS = 24
"""Layouts of each half."""
HOPEFUL = 9.0
"""Losers, as the simple player counts them, up to which a try is looked at."""
_PLAUSIBLE = 0.12
"""Share of hands that are hopeful, roughly."""


class TrySample(CupeSample):
    """Hands after the exchange; ``hopeful`` ones are played on many layouts, ducking and trying.

    Layouts are drawn as ``bid-odds --after-exchange --gave --received`` draws them.  Columns:
    features of the hand, ``spade_queen``, ``losers`` in tenths; ``duck_a``, ``duck_b``,
    ``slam_a``, ``slam_b`` mean scores of either half, ``made`` and ``duck_made`` slams in both,
    ``stopped`` those of others when one tried; ``tried_<seat>`` and ``ducked_<seat>`` the points
    of all seats in the first layout, ``tried_made`` whether the slam was made there.
    """

    def __init__(self, rules: CupeRules) -> None:
        super().__init__(rules, "tries")
        names = [*SLAM_FEATURES, "spade_queen", "losers", "hopeful", "tried_made"]
        names += [f"{way}_{seat}" for way in ("tried", "ducked") for seat in range(SEATS)]
        names += ["made", "duck_made", "stopped"]
        scores = [f"{way}_{half}" for way in ("duck", "slam") for half in HALVES]
        self.columns = (
            *(feature(name) for name in names),
            *(score_column(name, LAYOUTS) for name in scores),
        )

    def cost(self) -> float:
        """Both ways in every layout of a hopeful hand."""
        return 20e-6 + _PLAUSIBLE * 2 * len(HALVES) * LAYOUTS * seconds_of(SIMPLE)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a hand."""
        dealt = self.dealt(seed, first, count)
        gifts = self.usual(dealt.reshape(-1)).reshape(count, SEATS)
        giver = relative(self.step)[1]
        own = dealt[:, 0] & ~gifts[:, 0] | (gifts[:, giver] if self.step else np.uint64(0))
        losers = np.empty(count)
        k.losers_of(own, style(), losers)
        suits = suits_of(own)
        found: dict[str, Any] = dict(slam_features(suits))
        found["spade_queen"] = held(suits, 3, 10)
        found["losers"] = np.rint(losers * 10).astype(np.int64)
        hopeful = losers <= HOPEFUL
        found["hopeful"] = hopeful.astype(np.int64)
        rows = np.flatnonzero(hopeful)
        known = np.zeros((len(rows), SEATS), np.uint64)
        known[:, 0] = dealt[rows, 0]
        if self.step:
            known[:, giver] = gifts[rows, giver]
        outcomes = self._tried(seed, first + rows, known, gifts[rows, 0], giver)
        for name, values in _of_tries(outcomes).items():
            column = np.full(count, UNKNOWN)
            column[rows] = values
            found[name] = column
        return self.batch(found)

    def _tried(
        self,
        seed: int,
        numbers: Ints,
        known: NDArray[np.uint64],
        gifts: NDArray[np.uint64],
        giver: int,
    ) -> Ints:
        """Ducking and trying in every layout, int64 [rows, halves, LAYOUTS, 2, OUTCOMES]."""
        times = len(HALVES) * LAYOUTS
        hands = self.around(seed, AROUND, numbers, known, times)
        fixed = np.zeros_like(hands)
        if self.step:
            fixed[:, giver] = np.repeat(known[:, giver], times)
        given = np.repeat(gifts, 2 * times).reshape(-1, 2)
        played = self.played(hands, given, np.stack([NEVER, ALWAYS]), fixed)
        return played.reshape(len(known), len(HALVES), LAYOUTS, 2, OUTCOMES)


def _of_tries(outcomes: Ints) -> dict[str, Ints]:
    """Columns from outcomes int64 [rows, halves, LAYOUTS, 2, OUTCOMES]."""
    score, shooter = thirds(outcomes), outcomes[..., SHOOTER]
    found: dict[str, Ints] = {}
    for w, way in enumerate(("duck", "slam")):
        for h, half in enumerate(HALVES):
            found[f"{way}_{half}"] = score[:, h, :, w].sum(axis=1)
    made = shooter == 0
    found["duck_made"] = made[..., 0].sum(axis=(1, 2))
    found["made"] = made[..., 1].sum(axis=(1, 2))
    found["stopped"] = (shooter[..., 1] > 0).sum(axis=(1, 2))
    found["tried_made"] = made[:, 0, 0, 1].astype(np.int64)
    for seat in range(SEATS):
        found[f"ducked_{seat}"] = outcomes[:, 0, 0, 0, seat]
        found[f"tried_{seat}"] = outcomes[:, 0, 0, 1, seat]
    return found


HABITS: dict[str, dict[int, float]] = {
    "usual": {},
    "never": {j.AIM: -1e9, j.AIM_GIVE: -1e9},
    "no_flush": {j.FLUSH: 0.0},
    "no_stopper": {j.STOPPER: 0.0},
    "no_threat": {j.THREAT: 0.0},
    "no_void": {j.VOID: 0.0, j.SINGLE: 0.0, j.DOUBLE: 0.0},
    "more_void": {j.VOID: 6.0, j.SINGLE: 3.0, j.DOUBLE: 1.0},
    "no_lead": {j.LEAD: 3.0},
}
"""Changes of one seat's weights; the others keep theirs.  ``never`` tries a slam; ``no_flush``:
no low spade is led to drive out the queen; ``no_stopper``: the best heart is not kept against a
slam; ``no_threat``: another's slam is not feared; ``no_void``: short suits are worth nothing,
``more_void``: three times as much; ``no_lead``: the lead is shunned at three points a trick."""
MEASURES = ("score", "slam", "against", "queen")


class HabitSample(CupeSample):
    """Random hands of a seat that plays as usual, and with one habit changed.

    Columns: ``<measure>_<habit>`` for :data:`MEASURES` and :data:`HABITS`.
    """

    def __init__(self, rules: CupeRules) -> None:
        super().__init__(rules, "habits")
        self.columns = tuple(
            score_column(f"{name}_{habit}") if name == "score" else feature(f"{name}_{habit}")
            for habit in HABITS
            for name in MEASURES
        )

    def cost(self) -> float:
        """A hand for each habit."""
        return len(HABITS) * seconds_of(SIMPLE)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a deal."""
        dealt = self.dealt(seed, first, count)
        weights = [style(changes) for changes in HABITS.values()]
        gifts = np.stack([self.usual(dealt[:, 0], own) for own in weights], axis=1)
        outcomes = self.played(dealt, gifts, np.stack(weights))
        score, shooter = thirds(outcomes), outcomes[..., SHOOTER]
        queen = outcomes[..., QUEEN_TAKER] == 0
        found: dict[str, Any] = {}
        for h, habit in enumerate(HABITS):
            found[f"score_{habit}"] = score[:, h]
            found[f"slam_{habit}"] = shooter[:, h] == 0
            found[f"against_{habit}"] = shooter[:, h] > 0
            found[f"queen_{habit}"] = queen[:, h]
        return self.batch(found)


class ExpertTrySample(CupeSample):
    """Hopeful hands, ducked and tried by an expert among experts, on one layout each.

    Columns: ``losers`` in tenths, ``duck`` and ``slam`` scores, ``made`` and ``duck_made``;
    ``hopeful`` 0 for a row for which no such hand was found.
    """

    def __init__(self, rules: CupeRules, play: str) -> None:
        super().__init__(rules, "expert tries", play)
        self.columns = (
            *(feature(name) for name in ("losers", "hopeful", "made", "duck_made")),
            score_column("duck"),
            score_column("slam"),
        )

    def cost(self) -> float:
        """Two hands of experts."""
        return 2 * super().cost()

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a hand: the first hopeful one of those with its numbers."""
        return self.batch(_joined([self._row(seed, first + i) for i in range(count)]))

    def _row(self, seed: int, number: int) -> dict[str, int]:
        giver = relative(self.step)[1]
        dealt = self.dealt(seed, number * _SEARCH, _SEARCH)
        gifts = self.usual(dealt.reshape(-1)).reshape(_SEARCH, SEATS)
        own = dealt[:, 0] & ~gifts[:, 0] | (gifts[:, giver] if self.step else np.uint64(0))
        losers = np.empty(_SEARCH)
        k.losers_of(own, style(), losers)
        hopeful = np.flatnonzero(losers <= HOPEFUL)
        found = {"hopeful": int(len(hopeful) > 0), "losers": 0, "made": 0, "duck_made": 0}
        if not len(hopeful):
            return found | {"duck": 0, "slam": 0}
        row = hopeful[0]
        received = int(gifts[row, giver]) if self.step else 0
        layouts = layouts_of(int(dealt[row, 0]), 0, Known(), received, giver)
        fixed = tuple(received if seat == giver and self.step else 0 for seat in range(SEATS))
        gift = int(gifts[row, 0])
        ways = [
            Way({"plan": name}, gift, mind=mind(changes))
            for name, changes in (
                ("duck", {x.GOAL: x.DUCK, x.OWN_AIM: -1e9}),
                ("slam", {x.GOAL: x.SLAM}),
            )
        ]
        plan = ChoicePlan(self.rules, Situation(0, self.step, layouts, fixed), ways, (self._play,))
        values = plan.compute(seed, number, 1, None).outcomes[0]
        played = {
            (c.choice["plan"], c.measure): v for c, v in zip(plan.columns, values, strict=True)
        }
        return found | {
            "losers": int(np.rint(losers[row] * 10)),
            "duck": int(played["duck", "score"]),
            "slam": int(played["slam", "score"]),
            "made": int(played["slam", "slam"]),
            "duck_made": int(played["duck", "slam"]),
        }


_SEARCH = 32
"""Hands among which a hopeful one is looked for."""


def _joined(rows: list[dict[str, int]]) -> dict[str, Ints]:
    return {name: np.array([row[name] for row in rows], np.int64) for name in rows[0]}
