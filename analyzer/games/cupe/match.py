"""Probability of winning a match of Cupe from any totals.

Four totals make too many states for a table.  What is worked out once per rule set is a pool
of hands as simple players play them; a match is continued by drawing hands from the pool,
each turned round the table at random, until it is over.  Players do not look at the totals,
so apart from the pool's size this is the match itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.games.cupe.kernels.batch import SHOOTER
from analyzer.games.cupe.kernels.rest import POOL, chances
from analyzer.games.cupe.kernels.scores import WHOLE_WIN, match_over
from analyzer.games.cupe.play import SEATS, play_hands
from analyzer.games.cupe.rules import CupeRules
from analyzer.kernels.philox import PURPOSE_BOOTSTRAP, new_stream, open_fast

HANDS = 1 << 14
"""Hands of the pool, a power of two."""
TIMES = 64
"""How often the match is continued after each hand."""
MATCH_SCALE = WHOLE_WIN * TIMES
"""Outcomes of a match probability: twelfths of a win, of all continuations."""
LONGEST = 1_000
"""Hands after which the totals decide."""
LARGEST_END = 1_000
"""Match ends above this take too many hands."""
_SEED = 7


@dataclass(frozen=True)
class MatchModel:
    """What a match is continued with: ``pool`` int64 [HANDS, 5], see the kernels."""

    rules: CupeRules
    pool: NDArray[np.int64]

    def chance(
        self, totals: NDArray[np.int64], seat: int = 0, times: int = 4096, seed: int = 1
    ) -> NDArray[np.float64]:
        """A seat's chance of winning from each row of ``totals`` int64 [n, 4] before a hand.

        Estimated from ``times`` continuations, the same for all rows; a shared win counts as
        its share.
        """
        found = np.empty(len(totals), np.int64)
        fast = open_fast(new_stream(), np.uint64(seed), PURPOSE_BOOTSTRAP, 0)
        rules = self.rules.packed()
        chances(totals, seat, self.pool, rules, LONGEST, times, np.uint64(fast), found)
        return found / (WHOLE_WIN * times)


@lru_cache(maxsize=8)
def match_model(rules: CupeRules) -> MatchModel:
    """The pool for these rules; a QuestionError for an end that is too far away."""
    if rules.end_at > LARGEST_END:
        raise QuestionError(
            f"--score with end_at = {rules.end_at}: expected an end_at of {LARGEST_END} or less"
        )
    # Play does not depend on how a slam is counted: the pool has it added, and the totals
    # of the match decide later on.
    added = rules if rules.slam == "none" else rules.with_changes(slam="add")
    hands = play_hands(added, ["simple"] * SEATS, HANDS, _SEED)
    pool = np.empty((HANDS, POOL), np.int64)
    pool[:, :SEATS] = hands[:, :SEATS]
    pool[:, SEATS] = -1 if rules.slam == "none" else hands[:, SHOOTER]
    return MatchModel(rules, pool)


def parse_score(text: str, rules: CupeRules) -> tuple[int, ...]:
    """Own total and the others' in playing order, such as ``90,20,80,85``."""
    words = [word for word in re.split(r"[\s,;/:]+", text.strip()) if word]
    if len(words) != SEATS or not all(re.fullmatch(r"[-−]?\d{1,5}", word) for word in words):
        raise QuestionError(
            f"--score {text!r}: expected four totals, own first and then in playing order, "
            "such as 90,20,80,85"
        )
    totals = tuple(int(word.replace("−", "-")) for word in words)
    if match_over(np.array(totals, np.int64), rules.packed()):
        verb = "reached" if rules.limit_mode == "reach" else "exceeded"
        raise QuestionError(
            f"--score {text}: the match is over once {rules.end_at} is {verb}, "
            "expected lower totals"
        )
    return totals
