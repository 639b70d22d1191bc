"""Probability of winning a match of Cruce from any score.

A table holds the chance of every side by the scores of all sides, in the order of their seats
in the round to come: the deal moves by one seat, so the side of the second seat is first in the
next round.  It is solved from how often a round, bid by the bidding model and played at level
``simple``, ends with which big points, double rounds and their stakes included.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels.match import chances_after, solve_match
from analyzer.games.cruce.kernels.score import match_winner
from analyzer.games.cruce.rounds import AUCTION, Table, Workspace
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.typed import parse_scores
from analyzer.resources import data_path

ROUNDS = 50_000
"""Rounds simulated for rules whose results are not stored."""
SPARE = {2: (24, 8), 3: (9, 3)}
"""By sides: scores of a table below zero, and above the target."""
RARE = 1e-4
"""With three sides, results less likely than this are left out."""
_SEED = 7
_BATCH = 20_000

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class MatchTable:
    """``wins`` float64 [S, S, S or 1, sides]: chances of the sides, by scores from floor on."""

    rules: CruceRules
    packed: Ints
    floor: int
    wins: NDArray[np.float64]

    def chance(self, totals: Ints, side: int, moved: bool = True) -> NDArray[np.float64]:
        """Chance of ``side`` after a round that left ``totals`` int64 [D, 4], float64 [D].

        Sides are numbered as in that round; ``moved`` is whether the deal has moved on since.
        """
        found = np.empty(len(totals))
        sides = self.wins.shape[3]
        chances_after(totals, sides, side, int(moved), self.packed, self.floor, self.wins, found)
        return found


def round_rules(rules: CruceRules) -> CruceRules:
    """These rules without what the results of a round do not depend on: the match's end."""
    plain = CruceRules()
    return rules.with_changes(target=plain.target, lead_of_two=plain.lead_of_two)


def simulate_outcomes(rules: CruceRules, n: int) -> tuple[Ints, Ints]:
    """What rounds bring the sides: different rows int64 [K, sides], and how many rounds each."""
    sides = rules.sides
    table, workspace = Table(rules), Workspace()
    asks, levels = np.array([AUCTION], np.int64), np.full((1, codes.SEATS), codes.SIMPLE)
    found = []
    for first in range(0, n, _BATCH):
        numbers = np.arange(first, min(n, first + _BATCH))
        outcomes = table.play(_SEED, numbers, asks, levels, workspace)
        found.append(outcomes[:, places.DELTAS : places.DELTAS + sides])
    rows, counts = np.unique(np.concatenate(found), axis=0, return_counts=True)
    return rows, counts


def _outcomes(rules: CruceRules) -> tuple[Ints, Ints]:
    path = data_path("models", "cruce", "rounds.npz")
    if path.exists():
        with np.load(path) as stored:
            if rules.digest in stored:
                found = stored[rules.digest].astype(np.int64)
                return found[:, :-1], found[:, -1]
    return simulate_outcomes(rules, ROUNDS)


@lru_cache(maxsize=16)
def match_table(rules: CruceRules) -> MatchTable:
    """The table for these rules."""
    deltas, counts = _outcomes(round_rules(rules))
    chances = counts / counts.sum()
    sides = deltas.shape[1]
    if sides == 3:
        kept = chances >= RARE
        deltas, chances = deltas[kept], chances[kept] / chances[kept].sum()
    below, above = SPARE[sides]
    size = rules.target + below + above
    wins = np.full((size, size, size if sides == 3 else 1, sides), 1 / sides)
    packed = codes.kernel_rules(rules)
    solve_match(np.ascontiguousarray(deltas), chances, sides, packed, -below, wins)
    return MatchTable(rules, packed, -below, wins)


def parse_score(text: str, rules: CruceRules) -> tuple[int, ...]:
    """Scores such as ``12-15``, own first; with three players those of seats 1, 2 and 3.

    Raises
    ------
    QuestionError
        For another number of scores, or scores at which the match is over.
    """
    sides, wanted = 2, "own score and theirs, such as 12-15"
    if rules.players == 3:
        sides, wanted = 3, "the scores of seats 1, 2 and 3, such as 12-15-9"
    scores = parse_scores(text, sides, wanted)
    totals = np.zeros(codes.SEATS, np.int64)
    totals[:sides] = scores
    if match_winner(totals, codes.kernel_rules(rules)) >= 0:
        raise QuestionError(
            f"--score {text}: the match is over at {rules.target}, expected lower scores"
        )
    return scores
