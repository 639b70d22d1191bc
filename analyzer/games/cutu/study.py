"""Whole deals and whole matches of Cuțu, measured: what variants of the rules are compared by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32
from analyzer.games.base import SKILL, Batch, Choice, Column, Plan, skill_columns, skill_share
from analyzer.games.cutu.base_plan import TRUMPS
from analyzer.games.cutu.bidding import bidding_model
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, SEATS, duties, first_leader
from analyzer.games.cutu.kernels.auction import FREE_NT
from analyzer.games.cutu.kernels.colour import best_colours
from analyzer.games.cutu.play import RANDOM, SIMPLE, play_hands
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import DECLARERS, DEFENDERS, FIRST_BID, score_table
from analyzer.games.cutu.strength import TrumpChooser
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL

CONTRACTS = ((4, "best"), (5, "best"), (5, "own"), (5, "NT"), (6, "own"))
"""Standard contracts: bid, and how trump is chosen."""
_CALLING = (
    "Players call by the bidding model learned for each variant's scoring; legality variants "
    "use the nearer of two stored samples (compulsory trumping, or whist)."
)
PURPOSE_MATCH_DEAL = 1000
"""Purpose of the first deal of a match; the next deal of the same match has the next purpose."""
MOST_DEALS = 400
"""Deals after which a match is given up (scores that never rise)."""


class DealStudy(Plan):
    """One deal, from the shuffle to the score, in standard contracts and as it is bid."""

    advise = None
    advise_play = "simple"
    meanings: ClassVar[Mapping[str, str]] = {
        "success": "share of deals in which the first seat makes this contract",
        "score": "mean of the declarers' points minus the defenders' in this contract",
        "declaring": "mean points of the side that declares minus the other's, deals as bid",
        "points": "mean points of both sides together, deals as bid",
        "all_pass": "share of deals that all four pass",
        "level": "mean bid of the deals that are played, counted 0 where all pass",
        "slam_any": "share of deals, as bid, in which a side takes no trick",
        "lead": "score of 5 with own trump when the declarer leads, minus that when seat 2 leads",
        "trump_choice": "score of 5 with trump chosen from the hand minus that in the best colour",
        "no_trump": "score of 5 at no trump minus that with trump chosen from the hand",
        "skill_share": "share of the variance of the score of 5 with own trump explained by which "
        "side is simple and which random: (A/2)^2 / V, A the mean gain of exchanging them",
    }

    def __init__(self, rules: CutuRules, play: str) -> None:
        self.rules = rules
        self._play = play
        self._level = {"random": RANDOM, "simple": SIMPLE}[play]
        self._model = bidding_model(rules)
        self._chooser = TrumpChooser.load(rules)
        self._duties = duties(rules)
        self._scores = np.stack([score_table(rules, no_trump) for no_trump in (False, True)])
        self._plan = Layouts.build(PACK_32.size, [CARDS] * SEATS).plan
        spread = 2 * int(np.abs(self._scores).max())
        columns: list[Column] = []
        for bid, trump in CONTRACTS:
            if bid < rules.lowest_bid:
                continue
            choice: Choice = {"bid": bid, "trump": trump}
            columns += [
                Column(choice, play, "success", True, spread=1),
                Column(choice, play, "score", False, spread=spread),
            ]
        for measure in (
            "declaring",
            "points",
            "level",
            "lead",
            "trump_choice",
            "no_trump",
        ):
            columns.append(Column({}, play, measure, False, spread=2 * spread))
        columns += [
            Column({}, play, measure, True, spread=1) for measure in ("all_pass", "slam_any")
        ]
        columns += [Column({}, play, measure, False, hidden=True) for measure in SKILL]
        self.columns = tuple(columns)
        self.derived = (skill_share(play),)
        self.question = {"play": play}
        self.notes = (_CALLING,)

    def workspace(self) -> None:
        """Nothing is kept."""

    def cost(self) -> float:
        """Seven playouts a deal."""
        return 7 * 25e-6

    def title(self, symbols: bool) -> str:
        """Whole deals."""
        return "whole deals"

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Every column of each deal."""
        hands = np.empty((count, SEATS), np.uint64)
        deal_hands(np.uint64(seed), PURPOSE_DEAL, first, self._plan, 8, hands)
        strains = self._strains(hands)
        seat = np.zeros(1, np.int64)
        own_lead = np.array([first_leader(self.rules, 0)])
        levels = np.full(SEATS, self._level, np.int64)
        tricks = self._tricks(seed, first, hands, seat, own_lead, strains, levels)
        found: dict[tuple[Any, ...], NDArray[np.int64]] = {}
        for bid, trump in CONTRACTS:
            taken = tricks[:, TRUMPS.index(trump)]
            found["success", bid, trump] = (taken >= bid).astype(np.int64)
            found["score", bid, trump] = self._net(bid, trump == "NT", taken)
        own = strains[:, 1:2]
        led = [
            self._tricks(seed, first, hands, seat, np.array([leader]), own, levels)[:, 0]
            for leader in (0, 1)
        ]
        found["lead",] = self._net(5, False, led[0]) - self._net(5, False, led[1])
        found["trump_choice",] = found["score", 5, "own"] - found["score", 5, "best"]
        found["no_trump",] = found["score", 5, "NT"] - found["score", 5, "own"]
        found |= self._skill(seed, first, hands, seat, own_lead, own)
        found |= self._as_bid(seed, first, hands, levels)
        outcomes = np.stack([found[(c.measure, *c.choice.values())] for c in self.columns], axis=1)
        return Batch(outcomes)

    def _strains(self, hands: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Best colour, own choice and no trump of the first seat: int64 [n, 3]."""
        strains = np.empty((len(hands), len(TRUMPS)), np.int64)
        best_colours(hands, np.zeros(1, np.int64), strains[:, 0])
        self._chooser.choose(hands, 0, strains[:, 1])
        strains[:, 2] = NO_TRUMP
        return strains

    def _tricks(
        self,
        seed: int,
        first: int,
        hands: NDArray[np.uint64],
        declarers: NDArray[np.int64],
        leaders: NDArray[np.int64],
        strains: NDArray[np.int64],
        levels: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        out = np.empty((len(hands), strains.shape[1]), np.int64)
        play_hands(
            np.uint64(seed), first, hands, declarers, leaders, strains, self._duties, levels, out
        )
        return out

    def _net(self, bid: int, no_trump: bool, tricks: NDArray[np.int64]) -> NDArray[np.int64]:
        points = self._scores[int(no_trump), bid - FIRST_BID, tricks]
        return np.asarray(points[:, DECLARERS] - points[:, DEFENDERS])

    def _skill(
        self,
        seed: int,
        first: int,
        hands: NDArray[np.uint64],
        seat: NDArray[np.int64],
        leader: NDArray[np.int64],
        strains: NDArray[np.int64],
    ) -> dict[tuple[Any, ...], NDArray[np.int64]]:
        """Scores of 5 with own trump when a simple side plays a random one, and the reverse."""
        sides = ([SIMPLE, RANDOM] * 2, [RANDOM, SIMPLE] * 2)
        better, worse = (
            self._net(
                5,
                False,
                self._tricks(seed, first, hands, seat, leader, strains, np.array(levels))[:, 0],
            )
            for levels in sides
        )
        return skill_columns(better, worse)

    def _as_bid(
        self, seed: int, first: int, hands: NDArray[np.uint64], levels: NDArray[np.int64]
    ) -> dict[tuple[Any, ...], NDArray[np.int64]]:
        """What the auction of the bidding model leads to."""
        strains, bins = self._model.offers(hands)
        holder, call, offer = self._model.whole_auctions(seed, first, bins).T
        played = holder >= 0
        who = np.where(played, holder, 0)
        rows = np.arange(len(hands))
        leaders = np.array([first_leader(self.rules, s) for s in range(SEATS)])[who]
        strain = strains[rows, who, offer][:, None]
        tricks = self._tricks(seed, first, hands, who, leaders, strain, levels)[:, 0]
        points = self._scores[(offer == FREE_NT).astype(int), np.maximum(call - 1, 0), tricks]
        slam = (tricks == 0) | (tricks == CARDS)
        return {
            ("declaring",): np.where(played, points[:, DECLARERS] - points[:, DEFENDERS], 0),
            ("points",): np.where(played, points.sum(axis=1), 0),
            ("level",): np.where(played, call + FIRST_BID - 1, 0),
            ("all_pass",): (~played).astype(np.int64),
            ("slam_any",): (slam & played).astype(np.int64),
        }


class MatchStudy(DealStudy):
    """One match, deal by deal, to its end."""

    unit_of_plan = "match"
    meanings: ClassVar[Mapping[str, str]] = {
        "deals": "mean number of deals of a match, passed ones included",
        "first_wins": "share of matches won by the side that speaks first in the first deal",
        "leader_wins": "share of matches won by the side first to reach half the target",
    }

    def __init__(self, rules: CutuRules, play: str) -> None:
        super().__init__(rules, play)
        self.derived = ()
        self.columns = (
            Column({}, play, "deals", False, spread=MOST_DEALS),
            Column({}, play, "first_wins", True, spread=1),
            Column({}, play, "leader_wins", True, spread=1),
        )

    def cost(self) -> float:
        """About forty deals a match."""
        return 40 * 40e-6

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Play the matches side by side, one deal of each at a time."""
        target = self.rules.target
        levels = np.full(SEATS, self._level, np.int64)
        scores = np.zeros((count, 2), np.int64)
        speaks = np.zeros(count, np.int64)
        half = np.full(count, -1)
        deals = np.zeros(count, np.int64)
        hands = np.empty((count, SEATS), np.uint64)
        going = np.ones(count, bool)
        for k in range(MOST_DEALS):
            deal_hands(np.uint64(seed), PURPOSE_MATCH_DEAL + k, first, self._plan, 8, hands)
            gains, passed = self._gains(seed + k, first, hands, levels, going)
            rows = np.flatnonzero(going)
            scores[rows, speaks[rows]] += gains[rows, 0]
            scores[rows, 1 - speaks[rows]] += gains[rows, 1]
            deals[rows] += 1
            moves = ~passed | (self.rules.redeal_dealer == "next")
            speaks = np.where(going & moves, 1 - speaks, speaks)
            ahead = (half < 0) & (2 * scores.max(axis=1) >= target)
            half = np.where(ahead, scores.argmax(axis=1), half)
            going &= scores.max(axis=1) < target
            if not going.any():
                break
        winner = scores.argmax(axis=1)
        return Batch(
            np.stack([deals, (winner == 0).astype(np.int64), (winner == half).astype(np.int64)], 1)
        )

    def _gains(
        self,
        seed: int,
        first: int,
        hands: NDArray[np.uint64],
        levels: NDArray[np.int64],
        going: NDArray[np.bool_],
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Points of the side that speaks first and of the other, int64 [n, 2]; who passed."""
        gains = np.zeros((len(hands), 2), np.int64)
        strains, bins = self._model.offers(hands)
        holder, call, offer = self._model.whole_auctions(seed, first, bins).T
        played = holder >= 0
        # Random play depends on the place of a deal in the batch: then none is left out.
        rows = np.flatnonzero(played & going)
        if self._level == RANDOM:
            rows = np.arange(len(hands))
        if len(rows) == 0:
            return gains, ~played
        who = np.where(played, holder, 0)[rows]
        leaders = np.array([first_leader(self.rules, s) for s in range(SEATS)])[who]
        strain = strains[rows, who, offer[rows]][:, None]
        tricks = self._tricks(seed, first, hands[rows], who, leaders, strain, levels)[:, 0]
        kind = (offer[rows] == FREE_NT).astype(int)
        points = self._scores[kind, np.maximum(call[rows] - 1, 0), tricks]
        side = who % 2
        gains[rows, 0] = np.where(side == 0, points[:, DECLARERS], points[:, DEFENDERS])
        gains[rows, 1] = np.where(side == 0, points[:, DEFENDERS], points[:, DECLARERS])
        gains[~played] = 0
        return gains, ~played


def studies(rules: CutuRules, play: str) -> list[Plan]:
    """The two plans: deals, then matches."""
    return [DealStudy(rules, play), MatchStudy(rules, play)]
