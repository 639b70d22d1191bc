"""Deals that the chapters look at one by one: contracts of the first speaker, whole rounds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch, Column
from analyzer.games.cruce import codes
from analyzer.games.cruce.base_plan import seconds_of
from analyzer.games.cruce.dealt import Dealt, Played, deal_known, seat_layouts
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels.rounds import CHOSEN
from analyzer.games.cruce.report.features import (
    FEATURES,
    best_suits,
    features,
    longest,
    of_suit,
    paired,
    pairs_of,
    richest,
    shapes,
)
from analyzer.games.cruce.rounds import AUCTION, Table, Workspace
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.studio import SamplePlan, feature

Ints = NDArray[np.int64]

MOST_BID = 6
PICKS = ("best", "longest", "richest", "paired")
"""Ways to pick trump from the whole hand: the program's, and three rules of thumb."""


class ContractPlan(SamplePlan):
    """Contracts of the first speaker on random deals, by the cards it holds.

    Columns: :data:`~.features.FEATURES` of the cards seen in the auction, and ``whole_`` ones of
    the whole hand; ``made`` small points of its side, ``theirs`` those of the others together,
    ``announced`` and ``announced_theirs``, ``slam`` and ``slam_against``; ``score_b`` for
    contracts 0 to 6; the same with ``card_`` before them for *pe carte*; ``trump_`` and a name of
    :data:`PICKS` points with trump picked in that way.
    """

    def __init__(self, rules: CruceRules, play: str) -> None:
        self.rules = rules
        self._level = codes.level_code(play)
        self._packed = codes.kernel_rules(rules)
        self._layouts = seat_layouts(rules)
        self._seat, self._side = rules.first_seat, rules.first_seat % rules.sides
        names = [*FEATURES, *(f"whole_{name}" for name in FEATURES), "holders", "pairs_dealt"]
        names += ["shape", "shape_rest"]
        names += [*self._result_names(""), *(f"trump_{pick}" for pick in PICKS)]
        if rules.has_pe_carte:
            names += self._result_names("card_")
        scale = rules.sides - 1
        columns = [
            Column({}, "", name, False, scale) if "score" in name else feature(name)
            for name in names
        ]
        super().__init__("contracts", play, columns)
        self._play_name = play

    def _result_names(self, before: str) -> list[str]:
        plain = ("made", "theirs", "announced", "announced_theirs", "slam", "slam_against")
        return [before + name for name in (*plain, *(f"score_{b}" for b in range(MOST_BID + 1)))]

    def cost(self) -> float:
        """A contract for each way to pick trump."""
        return 6 * seconds_of(self._play_name, self.rules)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Deal, count what the first speaker holds, play."""
        dealt = deal_known(self._packed, self._layouts, count, seed, first)
        hands, seat = dealt.hands[:, self._seat], self._seat
        seen = dealt.packets[:, seat] if self.rules.has_two_packets else hands
        found = features(seen, self._packed)
        found |= {f"whole_{k}": v for k, v in features(hands, self._packed).items()}
        pairs = pairs_of(dealt.hands[:, : self.rules.players])
        found |= {"holders": (pairs > 0).sum(axis=1), "pairs_dealt": pairs.sum(axis=1)}
        found["shape"], found["shape_rest"] = shapes(seen)
        found |= self._results("", self._play(dealt, CHOSEN, 0))
        if self.rules.has_pe_carte:
            found |= self._results("card_", self._play(dealt, CHOSEN, 1))
        picks = (best_suits(hands, self._packed), longest(hands), richest(hands), paired(hands))
        for name, suits in zip(PICKS, picks, strict=True):
            found[f"trump_{name}"] = self._play(dealt, suits, 0).points[:, self._side]
        return Batch(np.stack([found[c.measure] for c in self.columns], 1))

    def _play(self, dealt: Dealt, suits: Ints | int, card: int) -> Played:
        asks = np.zeros((len(dealt), 4), np.int64)
        asks[:, 0], asks[:, 2], asks[:, 3] = self._seat, card, suits
        return dealt.play(asks, self._level, self._packed)

    def _results(self, before: str, played: Played) -> dict[str, Ints]:
        side, sides = self._side, self.rules.sides
        others = [s for s in range(sides) if s != side]
        tricks = played.won.sum(axis=1)
        found = {
            "made": played.points[:, side],
            "theirs": played.points[:, others].sum(axis=1),
            "announced": played.announced[:, side],
            "announced_theirs": played.announced[:, others].sum(axis=1),
            "slam": (played.won[:, side] == tricks).astype(np.int64),
            "slam_against": (played.won[:, others].max(axis=1) == tricks).astype(np.int64),
        }
        for bid in range(MOST_BID + 1):
            deltas = played.scored_as(bid, self._packed).deltas
            found[f"score_{bid}"] = sides * deltas[:, side] - deltas.sum(axis=1)
        return {before + name: value for name, value in found.items()}


class RoundPlan(SamplePlan):
    """Whole rounds as they are bid, double rounds included."""

    def __init__(self, rules: CruceRules, play: str) -> None:
        self.rules = rules
        self._play_name = play
        self._table = Table(rules)
        scale = rules.sides - 1
        names = ["declarer", "contract", "mode", "doubles", "made", "declarer_points"]
        names += ["all_big", "slam", "slam_against", "announced", "trump_pairs"]
        columns = [feature(name) for name in names]
        super().__init__("rounds", play, [*columns, Column({}, "", "score", False, scale)])

    def workspace(self) -> Workspace:
        """Arrays for rounds."""
        return Workspace()

    def cost(self) -> float:
        """One contract."""
        return seconds_of(self._play_name, self.rules)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Deal, bid, play."""
        levels = np.full((1, codes.SEATS), codes.level_code(self._play_name), np.int64)
        rounds, sides = np.arange(first, first + count), self.rules.sides
        outcomes = self._table.play(seed, rounds, np.array([AUCTION]), levels, workspace)
        played = Played(outcomes)
        declarer, contract = outcomes[:, places.DECLARER], outcomes[:, places.CONTRACT]
        own = (declarer % sides)[:, None]
        tricks = played.won.sum(axis=1)
        mine = np.take_along_axis(played.won, own, axis=1)[:, 0]
        points = np.take_along_axis(played.points, own, axis=1)[:, 0]
        delta = np.take_along_axis(played.deltas, own, axis=1)[:, 0]
        found = {
            "declarer": declarer,
            "contract": contract,
            "mode": outcomes[:, places.MODE],
            "doubles": outcomes[:, places.DOUBLES],
            "made": points >= codes.BIG_POINT * contract,
            "declarer_points": points,
            "all_big": played.deltas.sum(axis=1),
            "slam": mine == tricks,
            "slam_against": (played.won.max(axis=1) == tricks) & (mine < tricks),
            "announced": played.announced.sum(axis=1),
            "trump_pairs": _trump_pairs(workspace.hands[:count], outcomes[:, places.TRUMP]),
            "score": sides * delta - played.deltas.sum(axis=1),
        }
        return Batch(np.stack([found[c.measure].astype(np.int64) for c in self.columns], 1))


def _trump_pairs(hands: NDArray[np.uint64], trumps: Ints) -> Ints:
    """Whether a pair of trumps was dealt to a hand: 0 or 1."""
    return np.asarray(
        sum(pairs_of(of_suit(hands[:, seat], trumps)) for seat in range(codes.SEATS)), np.int64
    )
