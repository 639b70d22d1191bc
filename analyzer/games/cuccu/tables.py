"""Tables for the kernels: a pack under house rules, and what a script tells of it."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.cuccu import COPIES, RANKS
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.situation import Script

Table = NDArray[np.int64]


def seed_bits(seed: int) -> int:
    """A seed as the kernels take it: its 64 bits as a signed number.

    >>> seed_bits(7), seed_bits(2**64 - 1)
    (7, -1)
    """
    return seed - 2**64 if seed >= 2**63 else seed


def scripted_table(rules: CuccuRules, script: Script) -> Table:
    """A table on which the round goes as the script tells, up to its decision.

    Cards that are known are not in the pack: only the others are shuffled.
    """
    table: Table = t.new_table(rules.packed())
    known = Counter(script.fixed.values())
    fresh = [
        RANKS * copy + rank
        for copy in range(COPIES)
        for rank in range(RANKS)
        if (rules.pack == t.SIZE_MOST or rank > 0) and copy < COPIES - known[rank]
    ]
    table[t.FRESH : t.FRESH + len(fresh)] = fresh
    table[t.SIZE] = len(fresh)
    for draw, rank in script.fixed.items():
        table[t.FIXED + draw] = rank
    for draw, ranks in script.allowed.items():
        table[t.ALLOWED + draw] = ranks
    for decision, answer in enumerate(script.answers):
        table[t.FORCED + decision] = answer
    table[t.SCRIPTED] = 1
    return table
