"""A decision with a card in hand: both answers, counted exactly or on the same sampled rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from threading import Lock
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.games.base import Batch, Choice, Column, Deals, Plan
from analyzer.games.cuccu.kernels import batch
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.count import BASE, count_round
from analyzer.games.cuccu.policy import LEVEL_CODES, policy
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.situation import ANSWERS, TRIED, Script
from analyzer.games.cuccu.tables import scripted_table, seed_bits
from analyzer.games.cuccu.values import (
    LARGEST,
    MatchTable,
    has_table,
    losses,
    match_table,
    whole_win,
)
from analyzer.games.trace import Trace

_MOST_ROWS = 70_000
_LARGEST_OUTCOME = 5
"""No measure leaves -5 to 5."""
_ROOM = 2**22 - 1
"""What outcomes times weights must stay below, for exact sums."""
_NO_DEALS = (
    "a card in hand is answered by counting every round that fits, or by rounds sought among many: "
    "leave the card out to see numbered rounds"
)
MEASURES = ("lose_life", "slam", "points", "score", "match")
_MOST_COUNTED = {"random": 4, "simple": LARGEST, "expert": LARGEST}

Ints = NDArray[np.int64]


class HandPlan(Plan):
    """Keep or ask, or the inn's questions: what each answer leads to.

    ``lives`` by place, the dealer last; ``me`` the place that decides; ``script`` what is known.
    Up to five players every round is counted; above, rounds that fit what was seen are sampled
    and the match is played on.
    """

    advise = "match"
    negligible = 0.002
    meanings: ClassVar[Mapping[str, str]] = {
        "lose_life": "at least one life lost in this round",
        "slam": "two lives or more lost in this round",
        "points": "lives lost in this round",
        "score": "the others' mean of lives lost, less one's own",
        "match": "winning the match from here",
    }

    def __init__(
        self,
        rules: CuccuRules,
        plays: Sequence[str],
        lives: tuple[int, ...],
        me: int,
        script: Script,
        question: Mapping[str, Any],
    ) -> None:
        self.rules, self.plays, self.lives, self.me, self.script = rules, plays, lives, me, script
        self.living = [p for p, left in enumerate(lives) if left > 0]
        self.others = len(self.living) - 1
        self.answers = ANSWERS[script.kind]
        self.question = {**question, "decision": " or ".join(self.answers)}
        self.advise_play = plays[-1]
        self._whole = whole_win(rules.players) if rules.all_zero == "joint_win" else 1
        counted = has_table(rules) and all(
            len(self.living) <= _MOST_COUNTED[play] for play in plays
        )
        self._lock = Lock()
        self._exact_values: NDArray[np.float64] | None = None
        self.exact, self._weight, self._scale = None, 1, 1
        if counted:
            self._spread_rows()
        self.columns = tuple(
            self._column(answer, play, measure)
            for play in plays
            for answer in self.answers
            for measure in MEASURES
        )
        self.notes = tuple(self._notes())

    def _spread_rows(self) -> None:
        """Exact values are sums over rows of whole numbers, each for equally many layouts."""
        size = self.rules.pack - len(self.script.fixed)
        unknown = len(self.living) - len(self.script.fixed) + 1
        layouts = prod(range(size - unknown + 1, size + 1))
        divisors = (w for w in range(1, layouts + 1) if layouts % w == 0)
        self._weight = next(w for w in divisors if layouts // w <= _MOST_ROWS)
        self._scale = _ROOM // (_LARGEST_OUTCOME * self._weight)
        self.exact = layouts // self._weight

    def _column(self, answer: str, play: str, measure: str) -> Column:
        rate = measure in ("lose_life", "slam", "match")
        if self.exact is not None:
            return Column({"answer": answer}, play, measure, False, self._scale, chance=rate)
        if measure == "match" and self._whole > 1:
            return Column({"answer": answer}, play, measure, False, self._whole, chance=True)
        scale = self.others if measure == "score" else 1
        spread = {"points": 4, "score": 8 * self.others}.get(measure)
        return Column({"answer": answer}, play, measure, rate, scale, spread=spread)

    def _notes(self) -> list[str]:
        notes = ["The other seats, and one's own later answers, are played at the level named."]
        if not self.script.answers and self.me != self.living[0]:
            notes.append("Seats before yours: kept.")
        elif "asked" not in self.question and self.me != self.living[0]:
            notes.append("Seats before yours kept; tell with --asked, --shown and --gave if not.")
        if self.exact is not None and len(self.living) == LARGEST:
            notes.append("Match: what lives are worth is known to about 0.0005 with five players.")
        if "expert" in self.plays and len(self.living) > LARGEST:
            notes.append("Above five players experts follow the thresholds of simple play.")
        return notes

    def title(self, symbols: bool) -> str:
        """The card and the seat."""
        return f"{self.question['hand']}, seat {self.question['seat']}"

    def prefer(self, choice: Choice) -> float:
        """Among equals, keep: the rest of the table learns nothing."""
        return 1.0 if choice["answer"] == self.answers[0] else 0.0

    def workspace(self) -> Any:
        """A table with the script, and a stream."""
        return scripted_table(self.rules, self.script), t.new_words()

    def cost(self) -> float:
        """Rough seconds a deal on one core."""
        if self.exact is not None:
            return 1.0
        matches = 3e-6 * len(self.living) * sum(self.lives)
        return len(self.plays) * (5e-6 + matches)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """The exact row, or sampled rows with the match played on."""
        table, words = workspace
        if self.exact is not None:
            return self._exact_rows(table, first, count)
        blocks, fits = [], np.ones(count, bool)
        for play in self.plays:
            out = np.zeros((count, 2, batch.DECISION), np.int64)
            batch.sample_decision(
                table, words, policy(), np.array(self.lives, np.int64), self.me,
                len(self.script.answers), LEVEL_CODES[play], True, self._whole,
                seed_bits(seed), first, out,
            )  # fmt: skip
            fits &= out[:, 0, batch.FAILED] == 0
            blocks += [self._measures(out[:, reply]) for reply in range(2)]
        if not fits.any():
            raise QuestionError(
                "what was seen hardly ever happens: no round that fits it was found in "
                f"{batch.MOST_TRIES:,} tries"
            )
        return Batch(np.hstack(blocks), None if fits.all() else fits.astype(np.int64))

    def _measures(self, rows: Ints) -> Ints:
        net = rows[:, batch.NET]
        return np.stack(
            [
                rows[:, batch.LOST] >= 1,
                rows[:, batch.LOST] >= 2,
                net,
                rows[:, batch.OTHERS_NET] - self.others * net,
                rows[:, batch.WON],
            ],
            axis=1,
        ).astype(np.int64)

    def deals(self, seed: int, first: int, count: int) -> Deals:
        """None: a QuestionError that says what can be shown instead."""
        raise QuestionError(_NO_DEALS)

    def trace(self, seed: int, number: int, play: str, choice: Choice) -> Trace:
        """None: a QuestionError that says what can be shown instead."""
        raise QuestionError(_NO_DEALS)

    def _exact_rows(self, table: Ints, first: int, count: int) -> Batch:
        """Rows ``first`` on: whole numbers whose sum over all rows is the exact value."""
        with self._lock:
            if self._exact_values is None:
                self._exact_values = self._counted(table)
        steps = np.arange(first, first + count + 1)[:, None] * self._scale
        outcomes = np.diff(np.rint(steps * self._exact_values), axis=0).astype(np.int64)
        return Batch(outcomes, np.full(count, self._weight, np.int64))

    def _counted(self, table: Ints) -> NDArray[np.float64]:
        """The exact value of every column."""
        n = len(self.living)
        row: list[float] = []
        for play in self.plays:
            worth = self._worth(match_table(self.rules, play))
            for reply in range(2):
                chances = np.zeros(BASE**n + 1)
                table[t.FORCED + len(self.script.answers)] = TRIED + reply
                lives = np.array([self.lives[p] for p in self.living], np.int64)
                count_round(table, policy(), lives, LEVEL_CODES[play], chances)
                row += self._values(chances, worth)
        return np.array(row)

    def _worth(self, matches: MatchTable) -> NDArray[np.float64]:
        """My chance of winning by the code of the lives after the round, and when replayed."""
        worth = matches.after(self.lives)[:, self.me]
        return np.append(worth, matches.all_zero(self.lives)[self.me])

    def _values(self, chances: NDArray[np.float64], worth: NDArray[np.float64]) -> list[float]:
        """The measures of one answer, from the chances of every end of the round."""
        n = len(self.living)
        replayed = chances[-1]
        total = chances.sum()
        codes = np.flatnonzero(chances[:-1])
        part = chances[codes]
        lost = losses(codes, n)
        after = np.zeros((len(codes), self.rules.players), np.int64)
        after[:, self.living] = np.array(self.lives)[self.living] - lost
        base = self.rules.lives + 1
        index = after @ base ** np.arange(self.rules.players - 1, -1, -1)
        seat = self.living.index(self.me)
        own = lost[:, seat]
        others = (lost.sum(axis=1) - own) / self.others
        sums = [
            part @ (own >= 1),
            part @ (own >= 2),
            part @ own,
            part @ (others - own),
            part @ worth[index] + replayed * worth[-1],
        ]
        return [float(value / total) for value in sums]
