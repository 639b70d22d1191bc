"""What the simple player of Cupe weighs, and how much.

The weights were found by playing variants of them against each other on duplicate deals, one
seat against three.  More daring ones win a little more from players like these, whose grand
slams then come in 28 of 100 hands; these keep to the 16 to 22 of published strong programs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cupe.kernels import judgement as j

SIMPLE = {
    j.SIDE: 1.5,
    j.HEART: 4.1,
    j.CATCH: 4.0,
    j.OWN_QUEEN: 7.2,
    j.KEEP_QUEEN: 1.0,
    j.STUCK: 0.025,
    j.VOID: 2.0,
    j.SINGLE: 1.0,
    j.DOUBLE: 0.24,
    j.ROUND: 3.8,
    j.DUCK: 0.2,
    j.DUMP: 1.5,
    j.DUMP_QUEEN: 0.45,
    j.FLUSH: 6.2,
    j.LEAD: 0.13,
    j.THREAT: 2.0,
    j.STOPPER: 0.7,
    j.AIM: 3.0,
    j.AIM_MORE: 4.0,
    j.AIM_GIVE: 4.5,
    j.HEART_LOSER: 3.9,
    j.HEART_RANK: 0.021,
    j.THREAT_FROM: 0.2,
}


def style(changes: dict[int, float] | None = None) -> NDArray[np.float64]:
    """The weights of the simple player as kernels read them, float64 [STYLE]."""
    values = SIMPLE | (changes or {})
    return np.array([values[i] for i in range(j.STYLE)], np.float64)
