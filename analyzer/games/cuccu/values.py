"""What lives are worth: the probability of winning the match, from an exact table.

A match is a Markov chain over the lives of all places, in turn order with the dealer last.  The
distribution of a round's losses comes from enumerating every round (up to four players) or from
a large sample (five); the chain itself, with the deal moving on and all coming back when nobody
has a life left, is solved to rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import lcm

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuccu.kernels.count import BASE, count_round, sample_round
from analyzer.games.cuccu.kernels.table import new_table, new_words
from analyzer.games.cuccu.policy import LEVEL_CODES, TELLS_APART, policy
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.resources import data_path

TABLES_FILE = "tables.npz"
LARGEST = 5
"""Players up to which matches have a table."""
MOST_STATES = 12_000
SAMPLE = 300_000
SAMPLE_SEED = 77
_SWEEPS = 10_000
_SETTLED = 1e-15

Floats = NDArray[np.float64]
Lives = tuple[int, ...]


@dataclass(frozen=True)
class Ends:
    """How a round of ``n`` players ends.

    ``losses`` int64 [ends, n] with their probabilities ``chances`` float64 [ends]; ``zero`` is
    the probability that nobody has a life left and the round is played again.
    """

    losses: NDArray[np.int64]
    chances: Floats
    zero: float


def whole_win(players: int) -> int:
    """The whole number that stands for a whole win: up to 16 winners share it exactly.

    >>> whole_win(4), whole_win(20)
    (12, 720720)
    """
    return lcm(*range(1, min(players, 16) + 1))


def has_table(rules: CuccuRules) -> bool:
    """Whether matches under these rules have a table: few players, and lives never grow."""
    states = rules.lives * (rules.lives + 1) ** (rules.players - 1)
    return rules.players <= LARGEST and rules.two_fools != "gain_life" and states <= MOST_STATES


def is_counted(n: int, play: str) -> bool:
    """Whether a round of ``n`` players is enumerated, not sampled, when no table is stored."""
    return n <= 3 or (n == 4 and play == "simple")


def round_ends(
    rules: CuccuRules,
    play: str,
    lives: Lives,
    players: NDArray[np.int32],
    sample: int | None = SAMPLE,
) -> Ends:
    """How a round ends for players with these lives; ``sample=None`` enumerates it anyway."""
    n = len(lives)
    table = new_table(rules.packed())
    chances = np.zeros(BASE**n + 1)
    start = np.array(lives, np.int64)
    level = LEVEL_CODES[play]
    if sample is None or is_counted(n, play):
        count_round(table, players, start, level, chances)
    else:
        sample_round(table, new_words(), players, start, level, SAMPLE_SEED, sample, chances)
    zero, chances[-1] = float(chances[-1]), 0.0
    codes = np.flatnonzero(chances)
    return Ends(losses(codes, n), chances[codes], zero)


def losses(codes: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """Lives lost, less those gained, by the codes of ends: int64 [codes, n]."""
    lost: NDArray[np.int64] = _digits(codes, BASE, n) - 1
    return lost


def _digits(codes: NDArray[np.int64], base: int, n: int) -> NDArray[np.int64]:
    """Digits of some codes, int64 [codes, n], the first seat's first."""
    return codes[:, None] // base ** np.arange(n - 1, -1, -1) % base


def _codes(lives: NDArray[np.int64], base: int) -> NDArray[np.int64]:
    """The code of each row of lives."""
    codes: NDArray[np.int64] = lives @ base ** np.arange(lives.shape[1] - 1, -1, -1)
    return codes


class MatchTable:
    """Probabilities of winning a match, for every lives of its places.

    ``value`` float64 [base**P, P]: by the code of the lives, dealer last, and place.  A joint win
    of k players counts 1/k for each.
    """

    def __init__(self, rules: CuccuRules, value: Floats) -> None:
        self.rules = rules
        self.places = rules.players
        self.base = rules.lives + 1
        self.value = value

    def after(self, before: Lives) -> Floats:
        """Worth of the lives after a round played from ``before``: float64 [base**P, P]."""
        places, base = self.places, self.base
        lives = _digits(np.arange(base**places), base, places)
        alive = (lives > 0).sum(axis=1)
        by = np.argmax(lives > 0, axis=1) + 1
        turned = np.take_along_axis(lives, (np.arange(places) + by[:, None]) % places, axis=1)
        place = (np.arange(places) - by[:, None]) % places
        worth: Floats = np.take_along_axis(self.value[_codes(turned, base)], place, axis=1)
        worth[alive == 1] = lives[alive == 1] > 0
        worth[0] = self.all_zero(before)
        return worth

    def all_zero(self, before: Lives) -> Floats:
        """Worth of a round, played from ``before``, that leaves nobody a life: float64 [P]."""
        played = np.array(before) > 0
        if self.rules.all_zero == "joint_win":
            shares: Floats = played / played.sum()
            return shares
        if self.rules.all_zero == "replay":
            worth: Floats = self.value[_codes(np.array([before]), self.base)[0]]
            return worth
        start = np.full((1, self.places), self.rules.lives)
        worth = self.value[_codes(start, self.base)[0]]
        return np.roll(worth, 1)

    def of(self, lives: Lives) -> Floats:
        """Probability of winning of each place; the last place with lives deals."""
        places = self.places
        by = max(p for p in range(places) if lives[p] > 0) + 1
        turned = [lives[(p + by) % places] for p in range(places)]
        worth: Floats = np.roll(self.value[_codes(np.array([turned]), self.base)[0]], by)
        return worth


def states(rules: CuccuRules) -> list[Lives]:
    """All lives of the places, dealer last, with which a round can start."""
    found = product(range(rules.lives + 1), repeat=rules.players)
    return [lives for lives in found if lives[-1] > 0 and sum(x > 0 for x in lives) > 1]


def solve_table(
    rules: CuccuRules,
    play: str,
    players: NDArray[np.int32],
    sample: int | None = SAMPLE,
    start: Floats | None = None,
) -> MatchTable:
    """The table of matches under these rules at a level of play, computed from scratch."""
    base, places = rules.lives + 1, rules.players
    first = np.zeros((base**places, places)) if start is None else start.copy()
    table = MatchTable(rules, first)
    known: dict[Lives, Ends] = {}
    moves = []
    for lives in states(rules):
        living = [p for p in range(places) if lives[p] > 0]
        alike = tuple(min(lives[p], _tells_apart(play, len(living))) for p in living)
        if alike not in known:
            known[alike] = round_ends(rules, play, alike, players, sample)
        after = np.zeros((len(known[alike].chances), places), np.int64)
        after[:, living] = np.maximum(0, np.array(lives)[living] - known[alike].losses)
        code = int(_codes(np.array([lives]), base)[0])
        moves.append((code, lives, _codes(after, base), known[alike]))
    _iterate(table, moves)
    return table


def _tells_apart(play: str, n: int) -> int:
    """How many lives make a difference to a round: the last one, and what a strategy sees."""
    return TELLS_APART.get(n, 2) if play == "expert" else 2


def _iterate(table: MatchTable, moves: list[tuple[int, Lives, NDArray[np.int64], Ends]]) -> None:
    """Sweep over all states until no value changes; every sweep uses the values of the last."""
    rows = np.array([code for code, _, _, _ in moves])
    index = np.concatenate([np.full(len(ends.chances), i) for i, (*_, ends) in enumerate(moves)])
    codes = np.concatenate([after for _, _, after, _ in moves])
    chances = np.concatenate([ends.chances for *_, ends in moves])
    zero = np.array([ends.zero for *_, ends in moves])[:, None]
    joint = table.rules.all_zero == "joint_win"
    played = np.array([lives for _, lives, _, _ in moves]) > 0
    shared = played / played.sum(axis=1, keepdims=True)
    for _ in range(_SWEEPS):
        after = table.after(moves[0][1])
        worth = after[codes]
        if joint:
            worth[codes == 0] = shared[index[codes == 0]]
        new = np.stack(
            [np.bincount(index, chances * worth[:, p], len(rows)) for p in range(table.places)],
            axis=1,
        )
        new += zero * table.value[rows]
        change = float(np.abs(new - table.value[rows]).max())
        table.value[rows] = new
        if change < _SETTLED:
            return


@lru_cache(maxsize=16)
def match_table(rules: CuccuRules, play: str) -> MatchTable:
    """The table of matches under these rules: the stored one, or computed now."""
    path = data_path("models", "cuccu", TABLES_FILE)
    name = f"{rules.digest}_{play}"
    if path.exists():
        with np.load(path) as stored:
            if name in stored:
                return MatchTable(rules, stored[name])
    return solve_table(rules, play, policy())
