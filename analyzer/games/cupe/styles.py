"""What the simple player of Cupe weighs, and how much; and how the expert thinks.

The weights were found by playing variants of them against each other on duplicate deals, one
seat against three.  More daring ones win a little more from players like these, whose grand
slams then come in 28 of 100 hands; these keep to the 16 to 22 of published strong programs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cupe.kernels import expert as x
from analyzer.games.cupe.kernels import judgement as j
from analyzer.games.levels import layouts_of

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


LAYOUTS = 32
"""Layouts that the level ``expert`` imagines for a card."""
EXPERT = {
    x.STRAY: 0.05,
    x.PRIOR: 0.5,
    x.DROP: 2.0,
    x.BATCH: 8,
    x.SHOOT: 0.5,
    x.SHOOT_LOSERS: 1.0,
    x.SUSPECT: 0.5,
    x.GIFTS: 6,
    x.GIFT_LAYOUTS: 1.0,
    x.OWN_AIM: 0.0,
    x.GOAL: 0.0,
}


def mind(changes: dict[int, float] | None = None) -> NDArray[np.float64]:
    """How the expert thinks, as kernels read it, float64 [MIND]."""
    values = EXPERT | (changes or {})
    return np.array([values[i] for i in range(x.MIND)], np.float64)


SECONDS = {"random": 2e-6, "simple": 14e-6, "open": 150e-6}
"""Rough seconds that a hand takes on one core, all four at a level."""
SECONDS_A_LAYOUT = 0.6e-3
"""The same for each layout that experts imagine for a card."""


def seconds_of(play: str) -> float:
    """Rough seconds that a hand takes on one core, all four at one level."""
    return SECONDS_A_LAYOUT * layouts_of(play, LAYOUTS) or SECONDS[play]
