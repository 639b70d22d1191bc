"""Base rates of Cruce: contracts over random hands of a declarer.

The first speaker declares.  Trump ``own`` is the suit that it chooses from the cards it sees
(at level ``random`` any), ``card`` is *pe carte*: the suit of a card of its second packet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.games.base import Batch, Choice, Column, Plan
from analyzer.games.cruce import codes
from analyzer.games.cruce.calls import show_call
from analyzer.games.cruce.deals import CruceDeals
from analyzer.games.cruce.dealt import makes
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels.auction import BID
from analyzer.games.cruce.kernels.bidding import choose_trumps
from analyzer.games.cruce.kernels.cards import owners_of_hands
from analyzer.games.cruce.kernels.score import score_batch
from analyzer.games.cruce.open import OpenSolver
from analyzer.games.cruce.rounds import Ints, Table, Workspace, contract
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.cruce.trace import (
    check_play,
    choice_results,
    deals_of,
    play_steps,
    recorder,
    shown_deal,
)
from analyzer.games.levels import EXPERT, layouts_of, named_level
from analyzer.games.trace import Step, Trace

OWN, CARD = "own", "card"
"""Trumps of base rates: chosen from the hand, or *pe carte*."""
SECONDS = {"random": 5e-6, "simple": 12e-6, "open": 700e-6}
"""Rough seconds that one trump of one deal takes on one core."""
THINKING = {4: 110e-6, 3: 100e-6, 2: 360e-6}
"""Rough seconds that every layout an expert imagines adds to a deal, by players."""
MOST_BIG = 6
"""Big points that a side can make at most: 220 points (rulebook, section 4)."""

_MOST_POINTS = 220
_RATES = ("success", "slam", "slam_against", "slam_any", "double_round")

Reader = Callable[["Played"], Ints]


def seconds_of(play: str, rules: CruceRules) -> float:
    """Rough seconds that one contract of one deal takes at a level on one core."""
    layouts = layouts_of(play, codes.LAYOUTS)
    return layouts * THINKING[rules.players] if layouts else SECONDS[play]


def slams(rules: CruceRules) -> tuple[str, ...]:
    """Measures of a side that takes every trick; ``slam_any`` where every player is alone."""
    both = ("slam", "slam_against")
    return (*both, "slam_any") if rules.sides == rules.players else both


@dataclass(frozen=True)
class Played:
    """Deals played with one trump at one level.

    ``outcomes`` int64 [D, OUTCOME]; ``deltas`` int64 [B, D, 4], big points by side for every bid.
    """

    outcomes: Ints
    deltas: Ints


@dataclass
class Desk:
    """What one thread works with."""

    workspace: Workspace
    solver: OpenSolver | None


class BasePlan(Plan):
    """Contracts over random hands, each deal played once for every trump and level."""

    advise = None

    def __init__(self, rules: CruceRules, plays: Sequence[str]) -> None:
        self.rules = rules
        self.plays = tuple(plays)
        self.advise_play = self.plays[-1]
        self._table = Table(rules)
        self._bids = tuple(range(1, rules.highest_bid + 1))
        self._trumps = (OWN, CARD) if rules.has_pe_carte else (OWN,)
        self._seat = rules.first_seat
        self._sides = rules.sides
        self._side = self._seat % self._sides
        self._readers: list[tuple[tuple[str, str, int], Reader]] = []
        columns: list[Column] = []
        for index, bid in enumerate(self._bids):
            for trump in self._trumps:
                columns += self._contract({"bid": bid, "trump": trump}, index, bid, trump)
        self.columns = tuple(columns)
        self.question = {"hand": None, "seat": self._seat + 1, "bids": list(self._bids)}
        self.notes = tuple(self._remarks())

    def _remarks(self) -> Iterable[str]:
        yield "Trump own: the suit that the declarer chooses from the cards it sees."
        if self.rules.has_pe_carte:
            yield "Trump card: pe carte, the suit of a card of the declarer's second packet."
        if self.rules.has_double_round:
            yield (
                "Where a double round is called the deal is dealt again, and the rates are those "
                "of the round finally played; scores count its stake."
            )

    def _contract(self, choice: Choice, index: int, bid: int, trump: str) -> Iterable[Column]:
        """Columns of a contract at every level of play."""
        side, others = self._side, [s for s in range(self._sides) if s != self._side]
        stakes = self.rules.double_cap if self.rules.has_double_round else 1
        stakes *= self.rules.blind_multiplier if trump == CARD else 1
        scale = len(others)

        def score(played: Played) -> Ints:
            deltas = played.deltas[index]
            margin: Ints = scale * deltas[:, side] - deltas[:, others].sum(axis=1)
            return margin

        def won(played: Played, which: Sequence[int]) -> Ints:
            tricks = played.outcomes[:, places.WON : places.WON + 4]
            all_of_them: Ints = (tricks[:, which].sum(axis=1) == tricks.sum(axis=1)).astype(
                np.int64
            )
            return all_of_them

        def points(played: Played) -> Ints:
            return played.outcomes[:, places.POINTS + side]

        measures: dict[str, tuple[Reader, int, int]] = {
            "success": (lambda p: makes(points(p), bid).astype(np.int64), 1, 1),
            "score": (score, scale, scale * stakes * (2 * MOST_BIG + bid)),
            "points": (lambda p: p.deltas[index][:, side], 1, stakes * (MOST_BIG + bid)),
            "slam": (lambda p: won(p, [side]), 1, 1),
            "slam_against": (lambda p: _any(won(p, [s]) for s in others), 1, 1),
            "slam_any": (lambda p: _any(won(p, [s]) for s in (side, *others)), 1, 1),
            "small_points": (points, 1, _MOST_POINTS),
            "announcements": (lambda p: p.outcomes[:, places.ANNOUNCED + side], 1, 100),
            "double_round": (lambda p: (p.outcomes[:, places.DOUBLES] > 0).astype(np.int64), 1, 1),
        }
        if "slam_any" not in slams(self.rules):
            del measures["slam_any"]
        for measure, (reader, unit, spread) in measures.items():
            for play in self.plays:
                # Double dummy gives the side's points, not what else happens on the way.
                if play != "open" or measure in ("success", "small_points"):
                    # Experts play for the contract, so each is played by itself.
                    asked = bid if named_level(play) == EXPERT else 0
                    self._readers.append(((play, trump, asked), reader))
                    yield Column(choice, play, measure, measure in _RATES, unit, spread)

    def workspace(self) -> Desk:
        """Arrays, and a solver where the level ``open`` is asked for."""
        return Desk(Workspace(), OpenSolver() if "open" in self.plays else None)

    def cost(self) -> float:
        """Rough seconds a deal."""
        each = {key: seconds_of(key[0], self.rules) for key, _ in self._readers}
        return sum(each.values())

    def title(self, symbols: bool) -> str:
        """Base rates."""
        return "random hands of the declarer"

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Play the deals with every trump at every level."""
        numbers = np.arange(first, first + count)
        wanted = dict.fromkeys(key for key, _ in self._readers)
        played = {key: self._play(*key, seed, numbers, workspace) for key in wanted}
        outcomes = np.empty((count, len(self.columns)), np.int64)
        for i, (key, reader) in enumerate(self._readers):
            outcomes[:, i] = reader(played[key])
        return Batch(outcomes)

    def _play(
        self, play: str, trump: str, bid: int, seed: int, numbers: Ints, desk: Desk
    ) -> Played:
        ask = np.array([contract(self._seat, bid, card=1 if trump == CARD else 0)])
        level = codes.level_code("simple" if play == "open" else play)
        levels = np.full((1, codes.SEATS), level, np.int64)
        if play == "open":
            outcomes = self._table.deal(seed, numbers, ask, levels, desk.workspace)
            assert desk.solver is not None
            hands = desk.workspace.hands[: len(numbers)]
            declarers, suits = outcomes[:, places.DECLARER], outcomes[:, places.TRUMP]
            choose_trumps(hands, declarers, self._table.packed, suits)
            owners = np.empty((len(numbers), codes.SIZE), np.uint8)
            owners_of_hands(hands, owners)
            outcomes[:, places.POINTS + self._side] = desk.solver.declarer_points(
                self.rules, owners, declarers.copy(), suits.copy()
            )
            return Played(outcomes, np.empty((0, 0, 0), np.int64))
        outcomes = self._table.play(seed, numbers, ask, levels, desk.workspace)
        deltas = np.empty((len(self._bids), len(numbers), codes.SEATS), np.int64)
        score_batch(outcomes, np.array(self._bids), self._table.packed, deltas)
        return Played(outcomes, deltas)

    def deals(self, seed: int, first: int, count: int) -> CruceDeals:
        """The deals as they are played: after a double round those dealt anew."""
        desk, numbers = Workspace(), np.arange(first, first + count)
        self._table.deal(seed, numbers, np.array([contract(self._seat, 0)]), _SIMPLE, desk)
        return deals_of(self.rules, desk.hands[:count], desk.drawn[:count], seed, first)

    def trace(self, seed: int, number: int, play: str, choice: Choice) -> Trace:
        """One of :meth:`deals`, with a contract of the first speaker."""
        check_play(play)
        bid, card = int(choice["bid"]), choice["trump"] == CARD
        kept = recorder()
        asked = bid if named_level(play) == EXPERT else 0
        levels = np.full((1, codes.SEATS), codes.level_code(play), np.int64)
        ask = np.array([contract(self._seat, asked, card=int(card))])
        outcome = self._table.play(seed, np.array([number]), ask, levels, kept)[0]
        said = Step(self._seat, "call", show_call(BID * bid + int(card)))
        played = play_steps(
            self.rules, outcome, int(kept.shown[0]), kept.drawn[0].tolist(), kept.traces[0]
        )
        results = choice_results(self, seed, number, play, choice)
        deal = shown_deal(self.rules, kept.hands[:1], kept.drawn[:1])
        return Trace(deal, (said, *played), results)


_SIMPLE = np.full((1, codes.SEATS), codes.SIMPLE, np.int64)


def _any(flags: Iterable[Ints]) -> Ints:
    found: Ints = np.stack(list(flags)).max(axis=0)
    return found
