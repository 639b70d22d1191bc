"""What a hand of Cuțu pays (rulebook, section 6)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cutu.duties import CARDS
from analyzer.games.cutu.rules import CutuRules

BIDS = (4, 5, 6, 7, 8)
"""All bids there are; a house rule may forbid the lowest."""
FIRST_BID = BIDS[0]
"""The bid of row 0 of a score table."""
DECLARERS, DEFENDERS = 0, 1
"""Places of the last axis of a score table."""


def score(rules: CutuRules, bid: int, tricks: int, no_trump: bool = False) -> tuple[int, int]:
    """Points of the declarers and of the defenders.

    Parameters
    ----------
    rules
        House rules; those of scoring matter here.
    bid, tricks
        The contract (4 to 8) and the tricks of the declaring side (0 to 8).
    no_trump
        Whether the hand was played without trump, which ``no_trump_factor`` multiplies.

    Examples
    --------
    >>> score(CutuRules(), 5, 7), score(CutuRules(), 4, 8), score(CutuRules(), 7, 0)
    ((7, 0), (16, 0), (-7, 8))
    """
    short = max(0, bid - tricks)
    over = max(0, tricks - bid)
    if short == 0:
        declarers = bid + rules.overtricks * over
    else:
        declarers = -bid - (short if rules.failed_contract == "bid_and_undertricks" else 0)
    defenders = {
        "over_four": max(0, CARDS - tricks - 4),
        "none": 0,
        "undertricks": short,
    }[rules.defence_points]
    if tricks == CARDS and declarers > 0:
        declarers *= rules.cutu_factor
    if tricks == 0:
        defenders *= rules.cutu_factor
    factor = rules.no_trump_factor if no_trump else 1
    return declarers * factor, defenders * factor


def score_table(rules: CutuRules, no_trump: bool = False) -> NDArray[np.int64]:
    """Points by bid - 4, tricks of the declarers, and side: int64 [5 bids, 9 tricks, 2 sides].

    The last axis holds the declarers' points, then the defenders'.
    """
    return np.array(
        [[score(rules, bid, tricks, no_trump) for tricks in range(CARDS + 1)] for bid in BIDS],
        np.int64,
    )
