"""Whole rounds and whole matches of Cuccù, measured: what variants of the rules are compared by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import SKILL, Batch, Column, Plan, skill_columns, skill_share
from analyzer.games.cuccu.kernels import study as kernel
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.policy import LEVEL_CODES, policy
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.tables import seed_bits

Ints = NDArray[np.int64]

_SIMPLE = (
    "Simple players follow each variant's rules in what they know and whom they count as a rival "
    "(shown cards, known fools, players who are out); the rank from which they keep, by seat and "
    "number of rivals, stays the one fitted for the standard rules."
)
_EXPERT = (
    "Expert strategies were computed for the standard rules and are followed as they are; above "
    "five players experts follow the thresholds of simple play."
)
_NOTES = {"random": (), "simple": (_SIMPLE,), "expert": (_EXPERT,)}
_SEAT_RANGE = 5
"""A round takes at most four lives of a player and gives one at most."""

_RATES = {
    "slam_any": kernel.SLAM_ANY,
    "shared_loss": kernel.SHARED_LOSS,
    "fool_loses": kernel.FOOL_LOSES,
    "both_fools": kernel.BOTH_FOOLS,
    "cuckoo_acts": kernel.CUCKOO_ACTS,
    "hunter_acts": kernel.HUNTER_ACTS,
    "cat_acts": kernel.CAT_ACTS,
    "horse_acts": kernel.HORSE_ACTS,
    "inn_acts": kernel.INN_ACTS,
    "inn_covers": kernel.INN_COVERS,
    "inn_pays": kernel.INN_PAYS,
    "dealer_swaps": kernel.DEALER_SWAPS,
}
_COUNTS = {
    "penalties": kernel.PENALTIES,
    "charged": kernel.CHARGED,
    "requests": kernel.REQUESTS,
}
_FIRST, _MIDDLE, _DEALER = {"seat": "first"}, {"seat": "middle"}, {"seat": "dealer"}
_TWO_LEFT, _THREE_LEFT = {"left": "two"}, {"left": "three"}


class RoundStudy(Plan):
    """One round, from the deal to the showdown: the first of a match, and those of last lives."""

    advise = None
    advise_play = "simple"
    meanings: ClassVar[Mapping[str, str]] = {
        "points": "mean lives that a player loses in the first round of a match, less those "
        "gained; of all players, of the first seat, of those between, of the dealer",
        "dealing": "the others' mean of lives lost less the dealer's; two: when two players are "
        "left on their last life",
        "lead": "the others' mean of lives lost less the first seat's",
        "slam_any": "share of rounds in which somebody loses two lives",
        "penalties": "mean lives a round that cats and hunters who are asked take",
        "charged": "mean lives a round that the showdown takes",
        "shared_loss": "share of rounds in which two players or more pay at the showdown",
        "fool_loses": "share of rounds in which the holder of a fool pays at the showdown",
        "both_fools": "share of rounds that end with both fools in players' hands",
        "cuckoo_acts": "share of rounds in which a cuckoo refuses",
        "hunter_acts": "share of rounds in which a hunter refuses",
        "cat_acts": "share of rounds in which a cat refuses",
        "horse_acts": "share of rounds in which a request passes over a horse (or an inn, where "
        "inns are skipped)",
        "inn_acts": "share of rounds in which an inn stops a request",
        "inn_covers": "share of rounds in which an innkeeper promises to pay",
        "inn_pays": "share of rounds in which an innkeeper pays for a losing nought",
        "dealer_swaps": "share of rounds in which the dealer swaps with the pack",
        "requests": "mean requests a round",
        "all_zero": "share of rounds that leave nobody a life, when the last two, or the last "
        "three, are on their last life",
        "skill_share": "share of the variance of a player's lives lost in a round explained by "
        "who is simple and who random, when they sit alternately: (A/2)^2 / V, A the mean gain of "
        "exchanging them",
    }

    def __init__(self, rules: CuccuRules, play: str) -> None:
        self.rules = rules
        self._play = play
        self._level = LEVEL_CODES[play]
        self.question = {"play": play}
        self.notes = _NOTES[play]
        self.columns = tuple(self._columns(play))
        self.derived = (skill_share(play),)

    def _columns(self, play: str) -> list[Column]:
        players, others = self.rules.players, self.rules.players - 1
        span = _SEAT_RANGE

        def mean(choice: Mapping[str, str], measure: str, scale: int, spread: int) -> Column:
            return Column(choice, play, measure, False, scale, spread)

        found = [mean({}, "points", players, span * players), mean(_FIRST, "points", 1, span)]
        if players > 2:
            found.append(mean(_MIDDLE, "points", players - 2, span * (players - 2)))
        found += [
            mean(_DEALER, "points", 1, span),
            mean({}, "dealing", others, 2 * span * others),
            mean(_TWO_LEFT, "dealing", 1, 2),
            mean({}, "lead", others, 2 * span * others),
        ]
        found += [Column({}, play, name, True, spread=1) for name in _RATES]
        found += [mean({}, name, 1, players + 1) for name in _COUNTS]
        found.append(Column(_TWO_LEFT, play, "all_zero", True, spread=1))
        if players > 2:
            found.append(Column(_THREE_LEFT, play, "all_zero", True, spread=1))
        found += [Column({}, play, name, False, hidden=True) for name in SKILL]
        return found

    def workspace(self) -> Any:
        """A table and a stream."""
        return t.new_table(self.rules.packed()), t.new_words()

    def cost(self) -> float:
        """Five rounds a deal."""
        return 5 * 1e-7 * self.rules.players

    def title(self, symbols: bool) -> str:
        """Whole rounds."""
        return f"whole rounds, {self.rules.players} players"

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Every column of each round."""
        table, words = workspace
        players = self.rules.players
        out = np.zeros((count, players + kernel.ROUND_COLUMNS), np.int64)
        kernel.study_rounds(
            table,
            words,
            policy(),
            players,
            self.rules.lives,
            self._level,
            seed_bits(seed),
            first,
            out,
        )
        lost, rest = out[:, :players], out[:, players:]
        total = lost.sum(axis=1)
        found = [total, lost[:, 0]]
        if players > 2:
            found.append(lost[:, 1:-1].sum(axis=1))
        found += [
            lost[:, -1],
            total - players * lost[:, -1],
            rest[:, kernel.DUEL_DEALING],
            total - players * lost[:, 0],
        ]
        found += [rest[:, at] for at in (*_RATES.values(), *_COUNTS.values())]
        found.append(rest[:, kernel.TWO_AT_ZERO])
        if players > 2:
            found.append(rest[:, kernel.THREE_AT_ZERO])
        found += self._skill(seed, first, count, workspace)
        return Batch(np.stack(found, axis=1))

    def _skill(self, seed: int, first: int, count: int, workspace: Any) -> list[Ints]:
        """The hidden columns of the share of skill, over all P seats: sums, and P times squares.

        So each mean is that of one player's score times P, or P^2 for squares.
        """
        table, words = workspace
        players = self.rules.players
        better, worse = np.empty((2, count, players), np.int64)
        kernel.exchange_seats(
            table, words, policy(), self.rules.lives, seed_bits(seed), first, better, worse
        )
        gap, both, squares = skill_columns(better, worse).values()
        return [gap.sum(axis=1), both.sum(axis=1), players * squares.sum(axis=1)]


class MatchStudy(RoundStudy):
    """One match, round by round, to its end."""

    unit_of_plan = "match"
    meanings: ClassVar[Mapping[str, str]] = {
        "match": "probability of winning the match, for the dealer of its first round and for "
        "who acts first in it; a joint win is shared",
        "rounds": "mean rounds of a match",
        "first_out": "mean rounds until somebody has no life left and others have",
        "reset": "share of matches in which some round leaves nobody a life",
        "joint": "share of matches that several players win together",
        "leader_wins": "probability that who has most lives, when half of all lives are first "
        "gone after a round, wins; of several one is drawn",
    }

    def __init__(self, rules: CuccuRules, play: str) -> None:
        super().__init__(rules, play)
        self.derived = ()

    def _columns(self, play: str) -> list[Column]:
        def share(choice: Mapping[str, str], measure: str) -> Column:
            whole = kernel.WHOLE
            return Column(choice, play, measure, False, whole, spread=whole, chance=True)

        return [
            share(_FIRST, "match"),
            share(_DEALER, "match"),
            Column({}, play, "rounds", False),
            Column({}, play, "first_out", False),
            Column({}, play, "reset", True, spread=1),
            Column({}, play, "joint", True, spread=1),
            share({}, "leader_wins"),
        ]

    def cost(self) -> float:
        """A round for about every life but the winner's."""
        return 1e-7 * self.rules.players**2 * self.rules.lives

    def title(self, symbols: bool) -> str:
        """Whole matches."""
        return f"whole matches, {self.rules.players} players"

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Every column of each match."""
        table, words = workspace
        players = self.rules.players
        out = np.zeros((count, players + kernel.MATCH_COLUMNS), np.int64)
        kernel.study_matches(
            table, words, policy(), self.rules.lives, self._level, seed_bits(seed), first, out
        )
        order = (kernel.ROUNDS, kernel.FIRST_OUT, kernel.RESET, kernel.JOINT, kernel.LEADER_WINS)
        columns = [0, players - 1, *(players + at for at in order)]
        return Batch(out[:, columns])


def studies(rules: CuccuRules, play: str) -> list[Plan]:
    """The two plans: rounds, then matches."""
    return [RoundStudy(rules, play), MatchStudy(rules, play)]
