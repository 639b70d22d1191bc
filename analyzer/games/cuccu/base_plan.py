"""Base rates: what a round costs each seat, how often the special cards act, who wins matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from analyzer.games.base import Batch, Column, Plan
from analyzer.games.cuccu.kernels import batch
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.policy import LEVEL_CODES, policy
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.tables import seed_bits
from analyzer.games.cuccu.values import LARGEST, has_table, match_table, whole_win

_ROUND_RATES = {
    "cuckoo_acts": batch.CUCKOO_ACTS,
    "hunter_acts": batch.HUNTER_ACTS,
    "cat_acts": batch.CAT_ACTS,
    "horse_acts": batch.HORSE_ACTS,
    "inn_acts": batch.INN_ACTS,
    "inn_covers": batch.INN_COVERS,
    "inn_pays": batch.INN_PAYS,
    "dealer_swaps": batch.DEALER_SWAPS,
    "all_zero": batch.ALL_AT_ZERO,
}


class BasePlan(Plan):
    """One match a row: its first round, with these lives, and how it ends.

    ``lives`` by place, the dealer last; typed seat ``s`` is place ``(s - turned) % P``; ``seat``
    leaves only the rows of that typed seat.
    """

    advise = None
    unit_of_plan = "match"
    meanings: ClassVar[Mapping[str, str]] = {
        "lose_life": "at least one life lost in the first round",
        "slam": "two lives or more lost in one round",
        "points": "lives lost in the first round",
        "score": "the others' mean of lives lost, less one's own; the last seat deals",
        "match": "winning the match",
        "slam_any": "somebody loses two lives in a round",
        "cuckoo_acts": "a cuckoo refuses in a round; likewise the other special cards",
        "inn_covers": "an innkeeper promises to pay",
        "inn_pays": "an innkeeper pays for a losing nought",
        "dealer_swaps": "the dealer swaps with the pack",
        "all_zero": "the round leaves nobody a life",
        "requests": "requests in a round",
        "rounds": "rounds of the match",
        "reset": "some round of the match leaves nobody a life",
    }

    def __init__(
        self,
        rules: CuccuRules,
        plays: Sequence[str],
        lives: tuple[int, ...],
        turned: int = 0,
        seat: int | None = None,
    ) -> None:
        self.rules, self.plays, self.lives = rules, plays, lives
        self.places = len(lives)
        living = [p for p, left in enumerate(lives) if left > 0]
        self.others = len(living) - 1
        order = [((s - turned) % self.places, s + 1) for s in range(self.places)]
        self.seats = [(p, s) for p, s in order if p in living and seat in (None, s - 1)]
        self.advise_play = plays[-1]
        self._whole = whole_win(self.places) if rules.all_zero == "joint_win" else 1
        self._table = has_table(rules)
        self.columns = tuple(column for play in plays for column in self._columns(play))
        self.question = {"hand": None, "lives": [lives[p] for p, _ in order]}
        if seat is not None:
            self.question["seat"] = seat + 1
        self.notes = tuple(self._notes())

    def _columns(self, play: str) -> list[Column]:
        found = []
        for _, seat in self.seats:
            choice = {"seat": seat}
            found += [
                Column(choice, play, "lose_life", True),
                Column(choice, play, "slam", True),
                Column(choice, play, "points", False, spread=4),
                Column(choice, play, "score", False, self.others, spread=8 * self.others),
            ]
            if not self._table:
                rate = self._whole == 1
                found.append(Column(choice, play, "match", rate, self._whole, chance=not rate))
        found.append(Column({}, play, "slam_any", True))
        found += [Column({}, play, name, True) for name in _ROUND_RATES]
        found.append(Column({}, play, "requests", False, spread=self.places))
        found.append(Column({}, play, "rounds", False))
        found.append(Column({}, play, "reset", True))
        return found

    def _notes(self) -> list[str]:
        notes = ["The last seat deals: its score is what dealing is worth."]
        if self._table:
            exact = "exact" if self.places < LARGEST else "known to about 0.0005"
            notes.append(f"Match: from the table of what lives are worth, {exact}.")
        if "expert" in self.plays and self.others + 1 > LARGEST:
            notes.append("Above five players experts follow the thresholds of simple play.")
        return notes

    def title(self, symbols: bool) -> str:
        """Base rates."""
        return f"base rates, {self.others + 1} players"

    def derive(
        self, values: Sequence[tuple[float, float, float]]
    ) -> list[tuple[Column, tuple[float, float, float]]]:
        """The probability of winning the match, from the table."""
        if not self._table:
            return []
        found = []
        for play in self.plays:
            worth = match_table(self.rules, play).of(self.lives)
            for place, seat in self.seats:
                column = Column({"seat": seat}, play, "match", False, chance=True)
                value = float(worth[place])
                found.append((column, (value, value, value)))
        return found

    def workspace(self) -> Any:
        """A table and a stream."""
        return t.new_table(self.rules.packed()), t.new_words()

    def cost(self) -> float:
        """Rough seconds a match on one core."""
        return len(self.plays) * 1e-7 * self.places * (1 + sum(self.lives))

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Play the matches at every level."""
        table, words = workspace
        blocks = []
        for play in self.plays:
            out = np.zeros((count, 3 * self.places + batch.RATES), np.int64)
            batch.base_rates(
                table, words, policy(), np.array(self.lives, np.int64), LEVEL_CODES[play],
                self._whole, seed_bits(seed), first, out,
            )  # fmt: skip
            blocks.append(self._outcomes(out))
        return Batch(np.hstack(blocks))

    def _outcomes(self, out: np.ndarray[Any, np.dtype[np.int64]]) -> Any:
        places = self.places
        lost, net = out[:, :places], out[:, places : 2 * places]
        total = net.sum(axis=1)
        found: list[Any] = []
        for place, _ in self.seats:
            own = net[:, place]
            found += [lost[:, place] >= 1, lost[:, place] >= 2, own]
            found.append(total - own - self.others * own)
            if not self._table:
                found.append(out[:, 2 * places + place])
        found.append((lost >= 2).any(axis=1))
        rest = out[:, 3 * places :]
        found += [rest[:, at] for at in _ROUND_RATES.values()]
        found += [rest[:, at] for at in (batch.REQUESTS, batch.ROUNDS, batch.RESETS)]
        return np.stack(found, axis=1).astype(np.int64)
