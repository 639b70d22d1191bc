"""What plans about a hand of Cupe share: one seat's ways to go, measured on the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch, Choice, Column, Deals, Plan
from analyzer.games.cupe import trace
from analyzer.games.cupe.base_plan import points_range
from analyzer.games.cupe.kernels import choices as k
from analyzer.games.cupe.kernels.expert_choices import play_expert_choices
from analyzer.games.cupe.kernels.rest import POOL
from analyzer.games.cupe.kernels.slam_search import COUNTERS, ENTRY
from analyzer.games.cupe.match import LONGEST, MATCH_SCALE, TIMES, MatchModel, match_model
from analyzer.games.cupe.play import LEVELS, SEATS
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import LAYOUTS, mind, seconds_of, style
from analyzer.games.levels import EXPERT, layouts_of, named_level
from analyzer.games.trace import Trace
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL, PURPOSE_INNER, PURPOSE_MATCH, PURPOSE_PLAY

Ints = NDArray[np.int64]

OPEN = "open"
REPORTED = np.array([PURPOSE_DEAL, PURPOSE_PLAY, PURPOSE_MATCH + 1], np.int64)
"""Streams of the deals that are reported."""
TRIED = np.array([PURPOSE_INNER, PURPOSE_INNER + 1, PURPOSE_INNER + 2], np.int64)
"""Streams of the deals on which candidates are tried."""
MADE = "score_made"
"""Hidden measure: the score where the slam is made, else 0."""
PLACES = ("slam_left", "slam_across", "slam_right")
"""Slams of the others, in playing order from the asking seat."""
_OTHERS = SEATS - 1
_MEMORY = 1 << 16


@dataclass(frozen=True)
class Situation:
    """What is the same for all ways to go.

    ``seat`` asks; seat i gives to seat i + ``step`` (0: no exchange); ``layouts`` is what is
    known of the hands, before the exchange where there is one; ``fixed`` the gifts of other
    seats that are known; ``totals`` the match so far, own total first.
    """

    seat: int
    step: int
    layouts: Layouts
    fixed: tuple[int, ...] = (0,) * SEATS
    totals: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Way:
    """One way to go: a choice, the cards given with it, and the weights it is played with."""

    choice: Choice
    gift: int = 0
    style: NDArray[np.float64] | None = None
    plays: tuple[str, ...] | None = None
    """The levels at which it means anything; all when not given."""
    mind: NDArray[np.float64] | None = None
    """How the asking seat thinks where it is an expert."""

    def at(self, play: str) -> bool:
        """Whether the way means anything at a level of play."""
        return self.plays is None or named_level(play) in self.plays


class ChoicePlan(Plan):
    """Measures every way to go on the same deals, at every level of play."""

    tie_break = "take whichever you like"

    def __init__(
        self,
        rules: CupeRules,
        situation: Situation,
        ways: Sequence[Way],
        plays: Sequence[str],
        purposes: Ints = REPORTED,
    ) -> None:
        self.rules = rules
        self.situation = situation
        self.plays = tuple(plays)
        self.ways = tuple(ways)
        self.purposes = purposes
        self._packed = rules.packed()
        self.model: MatchModel | None = None
        played = [play for play in self.plays if play != OPEN]
        self.advise = "score" if played else None
        self.advise_play = (played or self.plays)[-1]
        if situation.totals is not None:
            self.model = match_model(rules)
            if played:
                self.advise, self.negligible = "match", 0.001
        self._by_play = {play: [w for w in self.ways if w.at(play)] for play in self.plays}
        self.columns = tuple(
            column
            for way in self.ways
            for play in self.plays
            if way in self._by_play[play]
            for column in self._columns(way.choice, play)
        )

    def _columns(self, choice: Choice, play: str) -> Iterable[Column]:
        if play == OPEN:
            yield Column(choice, play, "slam", True)
            return
        width = points_range(self.rules)
        yield Column(choice, play, "score", False, _OTHERS, spread=2 * _OTHERS * width)
        if self.model is not None:
            yield Column(choice, play, "match", False, MATCH_SCALE, MATCH_SCALE, chance=True)
        yield Column(choice, play, "points", False, spread=width)
        yield Column(choice, play, "others", False, _OTHERS, spread=_OTHERS * width)
        for measure in ("slam", "slam_against", "slam_any", *PLACES, "queen", "clean"):
            yield Column(choice, play, measure, True)
        yield Column(choice, play, MADE, False, _OTHERS, spread=2 * _OTHERS * width, hidden=True)

    def workspace(self) -> tuple[NDArray[np.uint64], Ints] | None:
        """The memory of a search, where the level ``open`` is asked for."""
        if OPEN not in self.plays:
            return None
        return np.zeros((_MEMORY, ENTRY), np.uint64), np.zeros(COUNTERS, np.int64)

    def cost(self) -> float:
        """Every way at every level."""
        return sum(seconds_of(play) * len(ways) for play, ways in self._by_play.items())

    def title(self, symbols: bool) -> str:
        """Nothing of its own."""
        return "a hand"

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Play or solve every way on each deal."""
        found: dict[tuple[int, str, str], Ints] = {}
        for play, ways in self._by_play.items():
            if play == OPEN:
                solved = self._solved(seed, first, count, ways, workspace)
                found |= {(id(w), play, "slam"): solved[:, c] for c, w in enumerate(ways)}
                continue
            results = self._played(seed, first, count, play, ways)
            for c, way in enumerate(ways):
                measured = _measures(results[:, c])
                found |= {(id(way), play, name): values for name, values in measured.items()}
        keys = [
            (id(way), play, column.measure)
            for way in self.ways
            for play in self.plays
            if way in self._by_play[play]
            for column in self._columns(way.choice, play)
        ]
        return Batch(np.stack([found[key] for key in keys], axis=1))

    def _played(self, seed: int, first: int, count: int, play: str, ways: Sequence[Way]) -> Ints:
        asked, usual = self.situation, style()
        totals = self.totals_by_seat()
        results = np.zeros((count, len(ways), k.RESULTS), np.int64)
        pool = np.zeros((1, POOL), np.int64) if self.model is None else self.model.pool
        times = 0 if self.model is None else TIMES
        known = (
            np.uint64(seed),
            first,
            self.purposes,
            asked.layouts.plan,
            asked.seat,
            asked.step,
            np.array(asked.fixed, np.uint64),
            np.array([way.gift for way in ways], np.uint64),
        )
        end = self._packed, totals, pool, LONGEST, times, results
        if named_level(play) == EXPERT:
            thinking = mind()
            own_minds = np.stack([thinking if way.mind is None else way.mind for way in ways])
            layouts = layouts_of(play, LAYOUTS)
            play_expert_choices(*known, layouts, usual, thinking, own_minds, *end)
        else:
            own_styles = np.stack([usual if way.style is None else way.style for way in ways])
            k.play_choices(*known, LEVELS[play], usual, own_styles, *end)
        return results

    def totals_by_seat(self) -> Ints:
        """The match so far, int64 [4] by seat; 0 all where nothing was said."""
        asked, totals = self.situation, np.zeros(SEATS, np.int64)
        if asked.totals is not None:
            totals[(asked.seat + np.arange(SEATS)) % SEATS] = asked.totals
        return totals

    def deals(self, seed: int, first: int, count: int) -> Deals:
        """Hands before the exchange, or as they stand where nothing is given any more."""
        return trace.question_deals(self, seed, first, count)

    def trace(self, seed: int, number: int, play: str, choice: Choice) -> Trace:
        """A hand after one choice, card by card."""
        way = trace.chosen_way(self, play, choice)
        shown, result = trace.trace_way(self, seed, number, play, way)
        found = _measures(result[None, :])
        results = {
            column.measure: int(found[column.measure][0]) / column.scale
            for column in self._columns(way.choice, play)
            if not column.hidden
        }
        return replace(shown, results=results)

    def _solved(
        self, seed: int, first: int, count: int, ways: Sequence[Way], workspace: Any
    ) -> Ints:
        memory, counters = workspace
        asked = self.situation
        results = np.zeros((count, len(ways)), np.int64)
        k.solve_choices(
            np.uint64(seed),
            first,
            self.purposes,
            asked.layouts.plan,
            asked.seat,
            asked.step,
            np.array(asked.fixed, np.uint64),
            np.array([way.gift for way in ways], np.uint64),
            style(),
            self._packed,
            memory,
            counters,
            results,
        )
        return results


def _measures(results: Ints) -> dict[str, Ints]:
    """Outcomes of one way by measure, from results int64 [n, RESULTS]."""
    own, everybody, shooter = results[:, k.OWN], results[:, k.ALL], results[:, k.SHOOTER]
    score = everybody - SEATS * own
    found: dict[str, NDArray[Any]] = {
        "score": score,
        "match": results[:, k.MATCH],
        "points": own,
        "others": everybody - own,
        "slam": shooter == 0,
        "slam_against": shooter > 0,
        "slam_any": shooter >= 0,
        "queen": results[:, k.QUEEN_TAKEN],
        "clean": results[:, k.CLEAN],
        MADE: np.where(shooter == 0, score, 0),
    }
    found |= {name: shooter == place for place, name in enumerate(PLACES, 1)}
    return {name: values.astype(np.int64) for name, values in found.items()}
