"""What the simple player of Cupe weighs, and how much."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cupe.kernels import judgement as j

SIMPLE = {
    j.SIDE: 1.5,
    j.HEART: 1.5,
    j.CATCH: 2.88,
    j.OWN_QUEEN: 7.2,
    j.KEEP_QUEEN: 2.5,
    j.STUCK: 0.072,
    j.VOID: 2.0,
    j.SINGLE: 1.0,
    j.DOUBLE: 0.24,
    j.ROUND: 3.75,
    j.DUCK: 0.2,
    j.DUMP: 1.5,
    j.DUMP_QUEEN: 0.45,
    j.FLUSH: 2.25,
    j.LEAD: 0.18,
    j.THREAT: 0.9,
    j.STOPPER: 0.75,
    j.AIM: 1.5,
    j.AIM_MORE: 4.5,
    j.AIM_GIVE: 1.5,
    j.HEART_LOSER: 2.0,
    j.HEART_RANK: 0.03,
    j.THREAT_FROM: 0.525,
}


def style(changes: dict[int, float] | None = None) -> NDArray[np.float64]:
    """The weights of the simple player as kernels read them, float64 [STYLE]."""
    values = SIMPLE | (changes or {})
    return np.array([values[i] for i in range(j.STYLE)], np.float64)
