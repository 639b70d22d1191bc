"""Estimates from single rows: of all, of groups of them, and of what features are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.estimate import intervals
from analyzer.estimate.learn import least_squares
from analyzer.estimate.quantiles import normal
from analyzer.games.chapters import Number

if TYPE_CHECKING:
    import pandas as pd

CONFIDENCE = 0.95


def mean_of(values: ArrayLike) -> Number:
    """Mean of independent values, one or more, with its interval."""
    x = np.asarray(values, float)
    variance = float(x.var(ddof=1)) if len(x) > 1 else 0.0
    value = float(x.mean())
    found = intervals.mean(value, variance, len(x), CONFIDENCE)
    return Number(value, found.low, found.high, len(x))


def chance_of(values: ArrayLike) -> Number:
    """Mean of independent probabilities or shares, one or more, with its interval.

    Values that are all the same say no more than a rate of which none, or all, were seen.
    """
    x = np.asarray(values, float)
    variance = float(x.var(ddof=1)) if len(x) > 1 else 0.0
    value = float(x.mean())
    found = intervals.mean(value, variance, len(x), CONFIDENCE, spread=1.0)
    return Number(value, max(0.0, found.low), min(1.0, found.high), len(x), percent=True)


def rate_of(hits: ArrayLike) -> Number:
    """Share of true values, of one or more, with Wilson's interval."""
    x = np.asarray(hits, bool)
    found = intervals.wilson(int(x.sum()), len(x), CONFIDENCE)
    return Number(float(x.mean()), found.low, found.high, len(x), percent=True)


def group_estimates(
    frame: pd.DataFrame, by: Sequence[str], value: str, percent: bool, least: int
) -> pd.DataFrame:
    """Mean of a column in each group: its columns, ``value, low, high, n``, sorted by group.

    Groups of fewer than ``least`` rows are left out.
    """
    import pandas as pd

    rows = []
    for keys, part in frame.groupby(list(by), sort=True):
        if len(part) >= max(1, least):
            values = part[value].to_numpy()
            x = rate_of(values > 0) if percent else mean_of(values)
            own = dict(zip(by, keys, strict=True))
            rows.append(own | {"value": x.value, "low": x.low, "high": x.high, "n": x.n})
    return pd.DataFrame(rows, columns=[*by, "value", "low", "high", "n"])


def effect_estimates(frame: pd.DataFrame, features: Sequence[str], value: str) -> pd.DataFrame:
    """What one more of each feature is worth, others equal: ``feature, value, low, high, n``."""
    import pandas as pd

    x: NDArray[np.float64] = frame[list(features)].to_numpy(float)
    slopes, errors = least_squares(x, frame[value].to_numpy(float))
    half = normal(CONFIDENCE) * errors[1:]
    return pd.DataFrame(
        {
            "feature": list(features),
            "value": slopes[1:],
            "low": slopes[1:] - half,
            "high": slopes[1:] + half,
            "n": len(frame),
        }
    )
