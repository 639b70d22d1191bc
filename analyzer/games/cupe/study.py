"""Whole hands and whole matches of Cupe, measured: what variants of the rules are compared by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import SKILL, Batch, Choice, Column, Plan, skill_columns, skill_share
from analyzer.games.cupe.base_plan import points_range
from analyzer.games.cupe.kernels import batch
from analyzer.games.cupe.kernels.scores import WHOLE_WIN
from analyzer.games.cupe.play import SEATS, Matches, layouts, play_hands, play_matches
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import seconds_of

Ints = NDArray[np.int64]

DIRECTIONS = ("right", "left", "across", "none")
_OTHERS = SEATS - 1
_QUEEN = 3 * 13 + 10
"""Card number of the queen of spades."""
_MANY_HANDS = 60
"""Hands beyond which hardly any match goes."""
_PLAYING = (
    "Players give and play by the variant's rules with one set of weights, in which points count "
    "as shares of all points; they do not look at the totals of the match."
)


class DealStudy(Plan):
    """One hand, from the shuffle to the score, with all four at one level of play."""

    advise = None
    advise_play = "simple"
    meanings: ClassVar[Mapping[str, str]] = {
        "points": "mean points of a player in a hand; without a bonus for cards or tricks that is "
        "V/4 + slam_any x V/2 when slams are added, V the points in the pack",
        "apart": "mean of the most minus the least points of a hand",
        "slam_any": "share of hands in which one player takes all cards of a slam; with an "
        "exchange named, in that direction on the same deals",
        "clean": "share of players who take no point card",
        "queen": "share of hands in which who holds the queen of spades after the exchange takes "
        "it; with an exchange named, in that direction on the same deals",
        "queen_dealt": "share of hands in which who was dealt the queen of spades takes it",
        "opener": "mean points of the player who opens minus the mean of the others'",
        "first_seat": "mean points of the seat after the dealer minus the mean of the others'",
        "gift": "mean points that seat 1 gains on the others' mean by choosing what to give "
        "instead of giving at random",
        "skill_share": "share of the variance of seat 1's points minus the others' mean explained "
        "by whether it is simple among random players or random among simple ones: (A/2)^2 / V, "
        "A the mean gain of exchanging them",
    }

    def __init__(self, rules: CupeRules, play: str) -> None:
        self.rules = rules
        self._play = play
        self._layouts = layouts()
        width = points_range(rules)
        columns = [
            Column({}, play, "points", False, SEATS, spread=SEATS * width),
            Column({}, play, "apart", False, spread=width),
            Column({}, play, "slam_any", True, spread=1),
            Column({}, play, "clean", False, SEATS, spread=SEATS, chance=True),
            Column({}, play, "queen", True, spread=1),
            Column({}, play, "queen_dealt", True, spread=1),
            Column({}, play, "opener", False, _OTHERS, spread=2 * _OTHERS * width),
            Column({}, play, "first_seat", False, _OTHERS, spread=2 * _OTHERS * width),
        ]
        for name in DIRECTIONS:
            choice: Choice = {"exchange": name}
            columns += [
                Column(choice, play, measure, True, spread=1) for measure in ("slam_any", "queen")
            ]
        if play == "simple":
            columns.append(Column({}, play, "gift", False, _OTHERS, spread=4 * _OTHERS * width))
        columns += [Column({}, play, measure, False, hidden=True) for measure in SKILL]
        self.columns = tuple(columns)
        self.derived = (skill_share(play),)
        self.question = {"play": play}
        self.notes = (_PLAYING,)

    def workspace(self) -> None:
        """Nothing is kept."""

    def cost(self) -> float:
        """The hand, the directions, a gift at random and the duplicate."""
        return 7 * seconds_of(self._play)

    def title(self, symbols: bool) -> str:
        """Whole hands."""
        return "whole hands"

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Every column of each deal."""

        def hands(rules: CupeRules, plays: Sequence[str]) -> Ints:
            return play_hands(rules, plays, count, seed, first, known=self._layouts)

        alike = [self._play] * SEATS
        base = hands(self.rules, alike)
        dealt = self._layouts.deal(count, seed, first)[:, _QUEEN]
        found: dict[tuple[Any, ...], Ints] = _of_hand(base, dealt)
        for name in DIRECTIONS:
            there = base
            if name != self.rules.exchange:
                there = hands(self.rules.with_changes(exchange=name), alike)
            found["slam_any", name] = (there[:, batch.SHOOTER] >= 0).astype(np.int64)
            found["queen", name] = _kept(there)
        if self._play == "simple":
            blind = hands(self.rules, ["random gift", *alike[1:]])
            found["gift",] = _behind(blind, 0) - _behind(base, 0)
        strong = hands(self.rules, ["simple", "random", "random", "random"])
        weak = hands(self.rules, ["random", "simple", "simple", "simple"])
        found |= skill_columns(-_behind(strong, 0), -_behind(weak, 0))
        columns = [found[(c.measure, *c.choice.values())] for c in self.columns]
        return Batch(np.stack(columns, axis=1))


def _of_hand(hands: Ints, dealt: NDArray[np.uint8]) -> dict[tuple[Any, ...], Ints]:
    """What belongs to the hand as it is played; ``dealt`` the seat dealt the queen."""
    points = hands[:, :SEATS]
    clean = hands[:, batch.CLEAN_SEATS, None] >> np.arange(SEATS) & 1
    return {
        ("points",): points.sum(axis=1),
        ("apart",): points.max(axis=1) - points.min(axis=1),
        ("slam_any",): (hands[:, batch.SHOOTER] >= 0).astype(np.int64),
        ("clean",): clean.sum(axis=1),
        ("queen",): _kept(hands),
        ("queen_dealt",): (hands[:, batch.QUEEN_TAKER] == dealt).astype(np.int64),
        ("opener",): _behind(hands, hands[:, batch.OPENED]),
        ("first_seat",): _behind(hands, 0),
    }


def _kept(hands: Ints) -> Ints:
    """Whether who held the queen of spades after the exchange took it."""
    kept: Ints = (hands[:, batch.QUEEN_TAKER] == hands[:, batch.QUEEN_HELD]).astype(np.int64)
    return kept


def _behind(hands: Ints, seat: int | Ints) -> Ints:
    """Points of a seat minus the mean of the others', in thirds."""
    points = hands[:, :SEATS]
    own = points[np.arange(len(points)), seat]
    behind: Ints = SEATS * own - points.sum(axis=1)
    return behind


class MatchStudy(Plan):
    """One match, hand by hand, to its end."""

    advise = None
    advise_play = "simple"
    unit_of_plan = "match"
    meanings: ClassVar[Mapping[str, str]] = {
        "deals": "mean number of hands of a match",
        "first_wins": "chance that the seat after the first dealer wins the match (a shared win "
        "counts as its share)",
        "leader_wins": "chance that who has the lowest total when somebody first reaches half of "
        "the end wins the match (the mean of those tied)",
        "lead": "mean of the highest minus the lowest total at the end",
    }

    def __init__(self, rules: CupeRules, play: str) -> None:
        self.rules = rules
        self._play = play
        self.columns = (
            Column({}, play, "deals", False, spread=_MANY_HANDS),
            Column({}, play, "first_wins", False, WHOLE_WIN, spread=WHOLE_WIN, chance=True),
            Column({}, play, "leader_wins", False, WHOLE_WIN**2, WHOLE_WIN**2, chance=True),
            Column({}, play, "lead", False, spread=2 * rules.end_at + points_range(rules)),
        )
        self.question = {"play": play}
        self.notes = (_PLAYING,)

    def workspace(self) -> None:
        """Nothing is kept."""

    def cost(self) -> float:
        """About eleven hands a match to 100."""
        return 11 * seconds_of(self._play) * max(1.0, self.rules.end_at / 100)

    def title(self, symbols: bool) -> str:
        """Whole matches."""
        return "whole matches"

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Play the matches from 0."""
        found = play_matches(self.rules, [self._play] * SEATS, count, seed, first)
        wanted = 2 if self.rules.winners == "two_lowest" else 1
        wins = _wins(found, wanted)
        leaders = found.ahead.sum(axis=1)
        leading = (wins * found.ahead).sum(axis=1) * (WHOLE_WIN // leaders)
        totals = found.totals
        return Batch(
            np.stack(
                [
                    found.hands,
                    wins[:, 0],
                    leading,
                    totals.max(axis=1) - totals.min(axis=1),
                ],
                axis=1,
            )
        )


def _wins(found: Matches, wanted: int) -> Ints:
    """Each seat's part of a win, in twelfths: int64 [n, 4]."""
    winners = found.winners.sum(axis=1, keepdims=True)
    wins: Ints = found.winners * (WHOLE_WIN * wanted // winners)
    return wins


def studies(rules: CupeRules, play: str) -> list[Plan]:
    """The two plans: hands, then matches."""
    return [DealStudy(rules, play), MatchStudy(rules, play)]
