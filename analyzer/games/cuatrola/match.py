"""Probability of winning a match of Cuatrola from any score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.deals import deal_places
from analyzer.games.cuatrola.kernels.auction import allowed_calls
from analyzer.games.cuatrola.kernels.match import declared_scores, solve_match
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.typed import parse_scores

DEALS = 1 << 16
"""Deals behind a table: probabilities of a hand's results are then known to about 0.002."""
_SEED = 11
_LOCK = Lock()
"""Threads that ask for the same table wait for it instead of making it twice."""


@dataclass(frozen=True)
class MatchTable:
    """``wins`` float64 [target, target]: chance of mano's pair to win the match.

    The first index is the score of mano's pair, the second that of the other pair.
    """

    rules: CuatrolaRules
    wins: NDArray[np.float64]

    def chance(
        self, own: NDArray[np.int64], other: NDArray[np.int64], mano: bool
    ) -> NDArray[np.float64]:
        """Chance of winning at these scores; ``mano`` tells whether the own pair is mano next."""
        target = self.rules.target
        a, b = np.minimum(own, target - 1), np.minimum(other, target - 1)
        found = self.wins[a, b] if mano else 1.0 - self.wins[b, a]
        return np.where(own >= target, 1.0, np.where(other >= target, 0.0, found))


def score_classes(rules: CuatrolaRules) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Scores at which different contracts may be declared.

    Returns one score of each class, int64 [C, 2], mano's pair first; and the class of every
    pair of scores, int64 [target, target].
    """
    packed = codes.kernel_rules(rules)
    calls = [int(allowed_calls(codes.NORMAL, score, packed)) for score in range(rules.target)]
    found: dict[tuple[int, int], int] = {}
    scores: list[tuple[int, int]] = []
    classes = np.empty((rules.target, rules.target), np.int64)
    for own in range(rules.target):
        for other in range(rules.target):
            key = (calls[own], calls[other])
            if key not in found:
                found[key] = len(scores)
                scores.append((own, other))
            classes[own, other] = found[key]
    return np.array(scores, np.int64), classes


def hand_chances(
    rules: CuatrolaRules, scores: NDArray[np.int64], deals: int = DEALS, seed: int = _SEED
) -> NDArray[np.float64]:
    """How often a hand brings mano's pair how much, float64 [scores, 2 target + 1].

    Column ``target + g`` is for a gain of g match points, the other pair's where negative;
    simple players declare and play ``deals`` random deals at each of ``scores`` int64 [C, 2].
    """
    target = rules.target
    found = np.empty((deals, len(scores)), np.int64)
    declared_scores(deal_places(deals, seed), scores, codes.kernel_rules(rules), found)
    gains = np.clip(found, -target, target) + target
    counts = [np.bincount(column, minlength=2 * target + 1) for column in gains.T]
    return np.array(counts) / deals


def match_table(rules: CuatrolaRules, deals: int = DEALS) -> MatchTable:
    """The table for these rules, made once, from that many deals.

    A few thousand do where players only decide by it what to declare.
    """
    with _LOCK:
        return _made(rules, deals)


@lru_cache(maxsize=8)
def _made(rules: CuatrolaRules, deals: int) -> MatchTable:
    scores, classes = score_classes(rules)
    wins = np.full((rules.target, rules.target), 0.5)
    solve_match(hand_chances(rules, scores, deals), classes, wins)
    return MatchTable(rules, wins)


def parse_score(text: str, rules: CuatrolaRules) -> tuple[int, int]:
    """Own match points and the other pair's, such as ``8-7``; a QuestionError otherwise."""
    own, other = parse_scores(text, 2, "own match points and theirs, such as 8-7", below_zero=False)
    if max(own, other) >= rules.target:
        raise QuestionError(
            f"--score {text}: the match is over at {rules.target}, expected lower scores"
        )
    return own, other
