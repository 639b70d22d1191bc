"""Probability of winning a match of Cuțu from any score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.games.cutu.bidding import BiddingModel, bidding_model, load_sample, sample_name
from analyzer.games.cutu.kernels.auction import FREE_NT
from analyzer.games.cutu.kernels.match import solve_match
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import DECLARERS, DEFENDERS, score_table
from analyzer.games.typed import parse_scores

LARGEST_TARGET = 250
"""Targets above this have too many scores for a table."""
FLOOR = -60
"""Scores below are counted as this."""
_SEED = 7


@dataclass(frozen=True)
class MatchTable:
    """``wins`` float64 [scores, scores]: chance of the side that speaks first to win the match.

    The first index is that side's score minus :data:`FLOOR`, the second the other side's.
    """

    rules: CutuRules
    wins: NDArray[np.float64]

    def chance(
        self, own: NDArray[np.int64], other: NDArray[np.int64], speaks_first: bool
    ) -> NDArray[np.float64]:
        """Chance of winning at these scores, where ``speaks_first`` tells of the next hand."""
        target = self.rules.target
        a = np.clip(own, FLOOR, target - 1) - FLOOR
        b = np.clip(other, FLOOR, target - 1) - FLOOR
        found = self.wins[a, b] if speaks_first else 1.0 - self.wins[b, a]
        over = (own >= target) | (other >= target)
        ended = np.where(own > other, 1.0, np.where(own < other, 0.0, 0.5))
        return np.where(over, ended, found)


def outcomes(model: BiddingModel) -> tuple[NDArray[np.int64], NDArray[np.float64], float]:
    """Results of a hand, from the stored sample with calls by the bidding model.

    Returns points of the side that speaks first and of the other, int64 [k, 2]; their
    probabilities, float64 [k]; and the probability that all pass.
    """
    rules = model.rules
    sample = load_sample(sample_name(rules, model.level))
    ends = model.whole_auctions(_SEED, 0, sample.bins)
    played = ends[:, 0] >= 0
    deals = np.flatnonzero(played)
    holder, call, offer = ends[played].T
    tricks = sample.tricks[deals, holder, offer]
    tables = np.stack([score_table(rules, no_trump) for no_trump in (False, True)])
    points = tables[(offer == FREE_NT).astype(int), call - 1, tricks]
    ours = holder % 2 == 0
    first = np.where(ours, points[:, DECLARERS], points[:, DEFENDERS])
    second = np.where(ours, points[:, DEFENDERS], points[:, DECLARERS])
    pairs, counts = np.unique(np.stack([first, second], axis=1), axis=0, return_counts=True)
    return pairs, counts / len(ends), 1.0 - len(deals) / len(ends)


@lru_cache(maxsize=8)
def match_table(rules: CutuRules, level: str = "simple") -> MatchTable:
    """The table for these rules and players of one level.

    Raises :class:`QuestionError` for a target that is too far away.
    """
    if rules.target > LARGEST_TARGET:
        raise QuestionError(
            f"--score with target = {rules.target}: expected a target of {LARGEST_TARGET} or less"
        )
    pairs, chances, all_pass = outcomes(bidding_model(rules, level))
    size = rules.target - FLOOR
    wins = np.full((size, size), 0.5)
    solve_match(pairs, chances, all_pass, rules.redeal_dealer == "next", rules.target, FLOOR, wins)
    return MatchTable(rules, wins)


def parse_score(text: str, rules: CutuRules) -> tuple[int, int]:
    """Own score and the other side's, such as ``62-71``; a QuestionError otherwise."""
    own, other = parse_scores(text, 2, "own score and theirs, such as 62-71")
    if max(own, other) >= rules.target:
        raise QuestionError(
            f"--score {text}: the match is over at {rules.target}, expected lower scores"
        )
    return own, other
