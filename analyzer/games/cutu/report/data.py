"""What Cuțu's chapters rest on: hands and deals of the report, and numbers drawn from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.chapters import Number
from analyzer.games.cutu.duties import CARDS, SEATS
from analyzer.games.cutu.plans import SECONDS
from analyzer.games.cutu.report.deal_sample import DealSample
from analyzer.games.cutu.report.features import FEATURES
from analyzer.games.cutu.report.hand_sample import HALVES, LAYOUTS, HandSample
from analyzer.games.cutu.rounds import points_of
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import DECLARERS, DEFENDERS, FIRST_BID
from analyzer.games.levels import EXPERT, named_level
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

MOST_POINTS = 2
"""Points that the best feature of a hand counts in the point count."""
_HANDS, _DEALS, _LEAST = 4, 2, 100
"""Hands get one of so many deals of the budget; deals as bid are cheap, and get so many times it."""


def rules_of(studio: Studio) -> CutuRules:
    """The report's rules."""
    assert isinstance(studio.rules, CutuRules)
    return studio.rules


def level(studio: Studio) -> str:
    """The level at which many deals are played: the report's, or simple in place of an expert."""
    return "simple" if named_level(studio.play) == EXPERT else studio.play


def budget(studio: Studio, share: float) -> int:
    """That share of the budget, less where a level is dearer than simple."""
    dearer = min(1.0, SECONDS["simple"] / SECONDS[level(studio)])
    return max(_LEAST, int(studio.deals * share * dearer))


def hands(studio: Studio) -> pd.DataFrame:
    """Hands of the first speaker (:class:`HandSample`), with their points."""
    plan = HandSample(rules_of(studio), level(studio))
    frame = studio.sample("hands", plan, budget(studio, 1 / _HANDS))
    count = _count(studio, frame)
    tricks = tricks_of(frame, "own")
    return frame.assign(points=count.of(frame), tricks=tricks)


def deals(studio: Studio) -> pd.DataFrame:
    """Deals as bid (:class:`DealSample`), with the points of every seat."""
    plan = DealSample(rules_of(studio), level(studio))
    frame = studio.sample("deals", plan, budget(studio, _DEALS))
    count = point_count(studio)
    return frame.assign(**{f"points_{s}": count.of(frame, f"_{s}") for s in range(SEATS)})


@dataclass(frozen=True)
class HandCount:
    """Points for features, and the tricks that a hand with so many takes: ``base + step * points``."""

    weights: Mapping[str, int]
    base: float
    step: float

    def of(self, frame: pd.DataFrame, suffix: str = "") -> Floats:
        """Points of each row, from its features."""
        total = np.zeros(len(frame))
        for name, weight in self.weights.items():
            total += weight * frame[name + suffix].to_numpy(float)
        return total


def point_count(studio: Studio) -> HandCount:
    """Whole points that follow a hand's tricks with its own trump most closely."""
    plan = HandSample(rules_of(studio), level(studio))
    return _count(studio, studio.sample("hands", plan, budget(studio, 1 / _HANDS)))


def _count(studio: Studio, frame: pd.DataFrame) -> HandCount:
    tricks = tricks_of(frame, "own")
    found = studio.effects(frame[list(FEATURES)].assign(tricks=tricks), FEATURES, "tricks")
    slopes = found["value"].to_numpy(float)
    weights = np.rint(slopes / slopes.max() * MOST_POINTS).astype(int)
    count = HandCount({n: int(w) for n, w in zip(FEATURES, weights, strict=True)}, 0.0, 0.0)
    points = count.of(frame)
    step = float(np.cov(points, tricks)[0, 1] / points.var(ddof=1))
    return HandCount(count.weights, float(tricks.mean() - step * points.mean()), step)


def histogram(frame: pd.DataFrame, role: str, half: str | None = None) -> Floats:
    """Share of layouts by tricks, float64 [rows, 9]: of one half or of all."""
    halves = HALVES if half is None else (half,)
    sums = [
        np.sum([frame[f"hist_{role}_{t}_{h}"].to_numpy(float) for h in halves], axis=0)
        for t in range(CARDS + 1)
    ]
    return np.stack(sums, axis=1) / (LAYOUTS * len(halves))


def tricks_of(frame: pd.DataFrame, role: str) -> Floats:
    """Mean tricks of each hand."""
    return np.asarray(histogram(frame, role) @ np.arange(CARDS + 1))


def net_table(rules: CutuRules, role: str, bid: int) -> NDArray[np.int64]:
    """Declarers' points minus the defenders', by tricks."""
    paid = points_of(rules)[int(role == "NT"), bid - FIRST_BID]
    return np.asarray(paid[:, DECLARERS] - paid[:, DEFENDERS])


def score_of(
    frame: pd.DataFrame, rules: CutuRules, role: str, bid: int, half: str | None = None
) -> Floats:
    """Mean score of each hand in a contract."""
    return np.asarray(histogram(frame, role, half) @ net_table(rules, role, bid))


def made_of(frame: pd.DataFrame, role: str, bid: int) -> Floats:
    """Share of layouts of each hand in which a contract is made."""
    return np.asarray(histogram(frame, role)[:, bid:].sum(axis=1))


def call_of(frame: pd.DataFrame, call: int) -> Floats:
    """Mean worth of a call of each hand, over both halves."""
    return np.asarray(sum(frame[f"call_{call}_{half}"] for half in HALVES) / len(HALVES))


def enough(rows: Sized, most: int) -> int:
    """Rows that a group needs to be shown: ``most``, fewer where there are few rows in all."""
    return max(2, min(most, len(rows) // 25))


def share_groups(
    studio: Studio, frame: pd.DataFrame, by: str | Sequence[str], value: str, least: int = 30
) -> pd.DataFrame:
    """Groups of shares (numbers from 0 to 1), with intervals within these ends."""
    found = studio.groups(frame, by, value, least=least)
    values, low, high = (np.array(found[name], float) for name in ("value", "low", "high"))
    for i in np.flatnonzero(high <= low):
        # All the same: what so many hands tell of a share that never varied.
        limits = studio.rate(np.full(int(found["n"].to_numpy()[i]), values[i] > 0.5))
        low[i], high[i] = limits.low, limits.high
    return found.assign(low=np.maximum(low, 0.0), high=np.minimum(high, 1.0))


def most_of(frame: pd.DataFrame, least: bool = False) -> pd.Series[Any]:
    """The row with the highest (or the least) value."""
    values = frame["value"].to_numpy(float)
    return frame.iloc[int(values.argmin() if least else values.argmax())]


def share_of(studio: Studio, values: Any) -> Number:
    """Mean of shares as a rate."""
    return studio.chance(values)


def judged(frame: pd.DataFrame, names: Sequence[str], scores: Floats, judges: Floats) -> Floats:
    """What the full calculation knows of each choice, float64 [rows, choices].

    ``scores`` and ``judges`` float64 [rows, choices] are means over the two halves of layouts.
    The layouts of a half are few, so they only correct what the features ``names`` of the hand
    tell, as far as the other half agrees with the correction (empirical Bayes).
    """
    x = frame[list(names)].to_numpy(float)
    x = np.column_stack([np.ones(len(x)), x, x**2])
    found = np.zeros(judges.shape)
    for c in range(1, judges.shape[1]):
        gain, other = (part[:, c] - part[:, 0] for part in (judges, scores))
        told = x @ np.linalg.lstsq(x, gain, rcond=None)[0]
        rest = gain - told
        agreed = float(rest @ (other - told)) / max(float(rest @ rest), 1e-9)
        found[:, c] = told + min(max(agreed, 0.0), 1.0) * rest
    return found


def cuts(points: Floats, values: Floats) -> list[float]:
    """Points from which each choice is made, ordered, so that most is won in all.

    ``values`` float64 [rows, choices], a higher choice for higher points; returns for each
    choice after the first the least points (``inf``: never).
    """
    levels = np.unique(points)
    totals = np.stack([values[points == p].sum(axis=0) for p in levels])
    count = totals.shape[1]
    # best[c]: most that levels so far bring when the last one chose c; came[l, c]: from which.
    best = totals[0].copy()
    came = np.zeros(totals.shape, int)
    for row in range(1, len(levels)):
        before = np.empty(count)
        for c in range(count):
            came[row, c] = int(np.argmax(best[: c + 1]))
            before[c] = best[came[row, c]]
        best = before + totals[row]
    chosen = [int(np.argmax(best))]
    for row in range(len(levels) - 1, 0, -1):
        chosen.append(came[row, chosen[-1]])
    picks = np.array(chosen[::-1])
    return [
        float(levels[np.argmax(picks >= c)]) if (picks >= c).any() else float("inf")
        for c in range(1, count)
    ]


def picked(points: Floats, edges: Sequence[float]) -> NDArray[np.int64]:
    """The choice of each row by the edges of :func:`cuts`."""
    return np.asarray((points[:, None] >= np.asarray(edges)[None, :]).sum(axis=1))
