"""Whole rounds and whole matches of Cruce, measured: what variants of the rules are compared by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import SKILL, Batch, Choice, Column, Plan, skill_columns, skill_share
from analyzer.games.cruce import codes
from analyzer.games.cruce.base_plan import CARD, MOST_BIG, OWN, seconds_of
from analyzer.games.cruce.dealt import Dealt, Played, deal_known, makes, seat_layouts
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels.bidding import longest_suits
from analyzer.games.cruce.kernels.rounds import CHOSEN
from analyzer.games.cruce.rounds import AUCTION, ROUND_LIMIT, Table, Workspace, play_matches
from analyzer.games.cruce.rules import CruceRules

BIDS = (1, 2, 3, 4)
"""Standard contracts, with trump from the hand."""
BLIND_BID = 2
"""The standard contract with trump left to a card, and that of ``skill_share``."""
_CALLING = (
    "Players call by a bidding model learned under each variant's own rules, and play by them; "
    "how the level simple judges its cards in play is the same for all."
)
_DEALT = (
    "Contracts, lead, trump_choice, pe_carte_value and skill_share are measured on deals without "
    "a double round; everything else on rounds from the deal to the score, double rounds included."
)

Ints = NDArray[np.int64]


class DealStudy(Plan):
    """One round: standard contracts of the first speaker, and the round as it is bid."""

    advise = None
    advise_play = "simple"
    meanings: ClassVar[Mapping[str, str]] = {
        "success": "share of deals in which the first speaker's side makes 33 times the bid",
        "score": "mean big points of the declarer's side minus the mean of the others', contract "
        "played",
        "declaring": "mean big points of the declarer's side minus the mean of the others', as bid",
        "points": "mean big points of all sides together, as bid",
        "level": "mean bid of the contracts played, 0 where all pass",
        "made": "share of rounds, as bid, whose contract is made (0 cannot fail)",
        "all_pass": "share of rounds played at contract 0",
        "announcements": "mean announcement points of all sides together, as bid",
        "pe_carte": "share of rounds whose trump is left to a card",
        "double_round": "share of rounds before which a double round is called",
        "slam_any": "share of rounds, as bid, in which a side takes every trick",
        "lead": "mean points of the first speaker's side when it leads, minus when the next seat "
        "leads, same trump",
        "trump_choice": "mean points with trump chosen from the hand minus with the longest suit",
        "pe_carte_value": "mean points with trump left to a card minus with trump from the hand",
        "skill_share": "share of the variance of the score of contract 2 explained by which side "
        "is simple and which random: (A/2)^2 / V, A the mean gain of exchanging them",
    }

    def __init__(self, rules: CruceRules, play: str) -> None:
        self.rules = rules
        self._play_name = play
        self._level = codes.level_code(play)
        self._sides = rules.sides
        self._seat = rules.first_seat
        self._side = self._seat % self._sides
        self._table = Table(rules)
        self._layouts = seat_layouts(rules)
        self.columns = tuple(self._columns(play))
        self.derived = (skill_share(play),)
        self.question = {"play": play}
        self.notes = (_CALLING, _DEALT)

    def _columns(self, play: str) -> list[Column]:
        scale = self._sides - 1
        blind = self.rules.blind_multiplier
        stakes = blind * (self.rules.double_cap if self.rules.has_double_round else 1)
        found = []
        contracts: list[tuple[int, str]] = [(bid, OWN) for bid in BIDS]
        if self.rules.has_pe_carte:
            contracts.append((BLIND_BID, CARD))
        for bid, trump in contracts:
            choice: Choice = {"bid": bid, "trump": trump}
            spread = scale * blind * (2 * MOST_BIG + bid)
            found += [
                Column(choice, play, "success", True, spread=1),
                Column(choice, play, "score", False, scale, spread),
            ]
        wide = 3 * MOST_BIG * stakes
        found += [
            Column({}, play, "declaring", False, scale, scale * wide),
            Column({}, play, "points", False, 1, wide),
            Column({}, play, "level", False, 1, MOST_BIG),
            Column({}, play, "announcements", False, 1, 100),
        ]
        for measure in ("lead", "trump_choice", "pe_carte_value"):
            if measure != "pe_carte_value" or self.rules.has_pe_carte:
                found.append(Column({}, play, measure, False, 1, 440))
        for measure in ("made", "all_pass", "pe_carte", "double_round", "slam_any"):
            found.append(Column({}, play, measure, True, spread=1))
        found += [Column({}, play, measure, False, hidden=True) for measure in SKILL]
        return found

    def workspace(self) -> Workspace:
        """Arrays for rounds as they are bid."""
        return Workspace()

    def cost(self) -> float:
        """Eight playouts a deal, and more in experts' contracts."""
        return 8 * 15e-6 + (4 + len(BIDS)) * seconds_of(self._play_name, self.rules)

    def title(self, symbols: bool) -> str:
        """Whole rounds."""
        return "whole rounds"

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Every column of each round."""
        dealt = deal_known(self._table.packed, self._layouts, count, seed, first)
        found = self._contracts(dealt) | self._as_bid(seed, first, count, workspace)
        return Batch(np.stack([found[(c.measure, *c.choice.values())] for c in self.columns], 1))

    def _play(self, dealt: Dealt, ask: tuple[int, int, int, int | Ints], levels: Any) -> Played:
        asks = np.empty((len(dealt), 4), np.int64)
        for i, value in enumerate(ask):
            asks[:, i] = value
        return dealt.play(asks, levels, self._table.packed)

    def _contracts(self, dealt: Dealt) -> dict[tuple[Any, ...], Ints]:
        """Standard contracts, and what lead, trump and players change in them."""
        seat, level = self._seat, self._level
        own = self._play(dealt, (seat, 0, 0, CHOSEN), level)
        found: dict[tuple[Any, ...], Ints] = {}
        expert = level & codes.LEVEL_MASK == codes.EXPERT
        for bid in BIDS:
            # Experts play for the contract; others play them all alike.
            played = self._play(dealt, (seat, bid, 0, CHOSEN), level) if expert else own
            self._contract(found, played, bid, OWN)
        points = self._points(own)
        suits = own.outcomes[:, places.TRUMP]
        led = [
            self._points(self._play(dealt, (leader, 0, 0, suits), level))
            for leader in (seat, (seat + 1) % self.rules.players)
        ]
        found["lead",] = led[0] - led[1]
        longest = np.empty(len(dealt), np.int64)
        longest_suits(dealt.hands, seat, longest)
        found["trump_choice",] = points - self._points(
            self._play(dealt, (seat, 0, 0, longest), level)
        )
        if self.rules.has_pe_carte:
            card = self._play(dealt, (seat, 0, 1, CHOSEN), level)
            self._contract(found, card, BLIND_BID, CARD)
            found["pe_carte_value",] = self._points(card) - points
        return found | self._skill(dealt)

    def _skill(self, dealt: Dealt) -> dict[tuple[Any, ...], Ints]:
        """Scores of contract 2 by the simple side against random others, and the reverse."""
        scores = []
        for own, other in ((codes.SIMPLE, codes.RANDOM), (codes.RANDOM, codes.SIMPLE)):
            levels = [
                own if seat % self._sides == self._side else other for seat in range(codes.SEATS)
            ]
            played = self._play(dealt, (self._seat, 0, 0, CHOSEN), levels)
            scores.append(self._score(played.scored_as(BLIND_BID, self._table.packed)))
        return skill_columns(*scores)

    def _contract(
        self, found: dict[tuple[Any, ...], Ints], played: Played, bid: int, trump: str
    ) -> None:
        made = makes(self._points(played), bid)
        found["success", bid, trump] = made.astype(np.int64)
        found["score", bid, trump] = self._score(played.scored_as(bid, self._table.packed))

    def _points(self, played: Played) -> Ints:
        return played.points[:, self._side]

    def _score(self, played: Played) -> Ints:
        deltas = played.deltas
        own = deltas[:, self._side]
        return np.asarray(self._sides * own - deltas.sum(axis=1))

    def _as_bid(
        self, seed: int, first: int, count: int, workspace: Workspace
    ) -> dict[tuple[Any, ...], Ints]:
        """What the auction of the bidding model leads to, double rounds included."""
        outcomes = self._table.play(
            seed,
            np.arange(first, first + count),
            np.array([AUCTION], np.int64),
            np.full((1, codes.SEATS), self._level, np.int64),
            workspace,
        )
        played = Played(outcomes)
        declarer = outcomes[:, places.DECLARER] % self._sides
        own = np.take_along_axis(played.deltas, declarer[:, None], axis=1)[:, 0]
        points = np.take_along_axis(played.points, declarer[:, None], axis=1)[:, 0]
        level = outcomes[:, places.CONTRACT]
        tricks = played.won.sum(axis=1)
        flags = {
            "made": makes(points, level),
            "all_pass": level == 0,
            "pe_carte": outcomes[:, places.MODE] > 0,
            "double_round": outcomes[:, places.DOUBLES] > 0,
            "slam_any": played.won.max(axis=1) == tricks,
        }
        return {
            ("declaring",): self._sides * own - played.deltas.sum(axis=1),
            ("points",): played.deltas.sum(axis=1),
            ("level",): level,
            ("announcements",): played.announced.sum(axis=1),
        } | {(name,): flag.astype(np.int64) for name, flag in flags.items()}


class MatchStudy(Plan):
    """One match, round by round, to its end."""

    advise = None
    advise_play = "simple"
    unit_of_plan = "match"
    meanings: ClassVar[Mapping[str, str]] = {
        "rounds": "mean number of rounds of a match, each with its double rounds",
        "first_wins": "share of matches won by the side that speaks first in the first round",
        "leader_wins": "share of matches won by the side first to reach half the target",
    }

    def __init__(self, rules: CruceRules, play: str) -> None:
        self.rules = rules
        self._play_name = play
        self._level = codes.level_code(play)
        self.columns = (
            Column({}, play, "rounds", False, 1, ROUND_LIMIT),
            Column({}, play, "first_wins", True, spread=1),
            Column({}, play, "leader_wins", True, spread=1),
        )
        self.question = {"play": play}
        self.notes = (_CALLING,)

    def workspace(self) -> None:
        """Nothing is kept."""

    def cost(self) -> float:
        """About fifteen rounds a match."""
        return 15 * (15e-6 + seconds_of(self._play_name, self.rules))

    def title(self, symbols: bool) -> str:
        """Whole matches."""
        return "whole matches"

    def compute(self, seed: int, first: int, count: int, workspace: None) -> Batch:
        """Play the matches side by side, one round of each at a time."""
        levels = np.full(codes.SEATS, self._level, np.int64)
        found = play_matches(self.rules, count, seed, levels, first)
        ended = found.winners >= 0
        speaks = found.winners == found.speakers % self.rules.sides
        ahead = found.winners == found.ahead
        return Batch(
            np.stack([found.rounds, (speaks & ended).astype(int), (ahead & ended).astype(int)], 1)
        )


def studies(rules: CruceRules, play: str) -> list[Plan]:
    """The two plans: rounds, then matches."""
    return [DealStudy(rules, play), MatchStudy(rules, play)]
