"""Whole deals and whole matches of Cuțu, measured: what variants of the rules are compared by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32
from analyzer.games.base import SKILL, Batch, Choice, Column, Plan, skill_columns, skill_share
from analyzer.games.cutu.base_plan import TRUMPS
from analyzer.games.cutu.bidding import bidding_model
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, SEATS, duties, first_leader
from analyzer.games.cutu.kernels.auction import FREE_NT, UNASKED
from analyzer.games.cutu.kernels.colour import best_colours
from analyzer.games.cutu.kernels.thinking import EXPERT
from analyzer.games.cutu.plans import play_seconds
from analyzer.games.cutu.play import RANDOM, SIMPLE, play_hands
from analyzer.games.cutu.rounds import play_rounds
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import DECLARERS, DEFENDERS, FIRST_BID, score_table
from analyzer.games.cutu.strength import TrumpChooser
from analyzer.games.cutu.table import MOST_DEALS, PURPOSE_MATCH_DEAL
from analyzer.games.cutu.thinking import LEVELS, Contracts, think_hands
from analyzer.games.levels import named_level
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL
from analyzer.kernels.search_arena import new_arena

CONTRACTS = ((4, "best"), (5, "best"), (5, "own"), (5, "NT"), (6, "own"))
"""Standard contracts: bid, and how trump is chosen."""
_CALLING = (
    "Players call by the bidding model learned for each variant's scoring; legality variants "
    "use the nearer of two stored samples (compulsory trumping, or whist)."
)


@dataclass(frozen=True)
class _Deals:
    """Deals of a batch, hands uint64 [n, 4], with the levels int64 [4] of the seats."""

    seed: int
    first: int
    hands: NDArray[np.uint64]
    levels: NDArray[np.int64]
    arena: NDArray[np.uint64] | None


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
        self._level = LEVELS[named_level(play)]
        self._model = bidding_model(rules, named_level(play))
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

    def workspace(self) -> NDArray[np.uint64] | None:
        """The memory of a double-dummy search, for experts."""
        return new_arena() if self._level == EXPERT else None

    def cost(self) -> float:
        """Seven playouts a deal."""
        return 7 * play_seconds(self._play)

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
        deals = _Deals(seed, first, hands, levels, workspace)
        tricks = self._standard(deals, strains, own_lead)
        found: dict[tuple[Any, ...], NDArray[np.int64]] = {}
        for bid, trump in CONTRACTS:
            taken = tricks[bid, trump]
            found["success", bid, trump] = (taken >= bid).astype(np.int64)
            found["score", bid, trump] = self._net(bid, trump == "NT", taken)
        own = strains[:, 1:2]
        led = [self._contract(deals, 5, own, np.array([leader])) for leader in (0, 1)]
        found["lead",] = self._net(5, False, led[0]) - self._net(5, False, led[1])
        found["trump_choice",] = found["score", 5, "own"] - found["score", 5, "best"]
        found["no_trump",] = found["score", 5, "NT"] - found["score", 5, "own"]
        found |= self._skill(seed, first, hands, seat, own_lead, own)
        found |= self._as_bid(deals)
        outcomes = np.stack([found[(c.measure, *c.choice.values())] for c in self.columns], axis=1)
        return Batch(outcomes)

    def _standard(
        self, deals: _Deals, strains: NDArray[np.int64], leaders: NDArray[np.int64]
    ) -> dict[tuple[int, str], NDArray[np.int64]]:
        """Tricks of the first seat in the standard contracts, int64 [n] each."""
        if self._level == EXPERT:
            return {
                (bid, trump): self._contract(deals, bid, strains[:, [TRUMPS.index(trump)]], leaders)
                for bid, trump in CONTRACTS
            }
        seat = np.zeros(1, np.int64)
        found = self._tricks(
            deals.seed, deals.first, deals.hands, seat, leaders, strains, deals.levels
        )
        return {(bid, trump): found[:, TRUMPS.index(trump)] for bid, trump in CONTRACTS}

    def _contract(
        self,
        deals: _Deals,
        bid: int,
        strains: NDArray[np.int64],
        leaders: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Tricks of the first seat in a contract, int64 [n]; ``strains`` int64 [n, 1]."""
        if self._level != EXPERT:
            seat = np.zeros(1, np.int64)
            return self._tricks(
                deals.seed, deals.first, deals.hands, seat, leaders, strains, deals.levels
            )[:, 0]
        n = len(deals.hands)
        calls = np.full(SEATS, UNASKED)
        calls[0] = bid - FIRST_BID + 1
        points = self._scores[(strains[:, 0] == NO_TRUMP).astype(int), bid - FIRST_BID]
        contracts = Contracts(
            np.zeros(n, np.int64),
            np.ascontiguousarray(strains[:, 0]),
            np.full(n, bid),
            np.tile(calls, (n, 1)),
            (points[..., DECLARERS] - points[..., DEFENDERS]).astype(np.float64),
            np.broadcast_to(leaders, n).copy(),
        )
        assert deals.arena is not None
        numbers = deals.first + np.arange(n)
        plays = [self._play] * SEATS
        return think_hands(
            self.rules, deals.seed, numbers, deals.hands, contracts, plays, deals.arena
        )

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

    def _as_bid(self, deals: _Deals) -> dict[tuple[Any, ...], NDArray[np.int64]]:
        """What the auction of the bidding model leads to."""
        holder, level, tricks, points = self._round(deals)
        played = holder >= 0
        side = holder % 2
        rows = np.arange(len(holder))
        slam = (tricks == 0) | (tricks == CARDS)
        gains = points[rows, side] - points[rows, 1 - side]
        return {
            ("declaring",): np.where(played, gains, 0),
            ("points",): points.sum(axis=1),
            ("level",): level,
            ("all_pass",): (~played).astype(np.int64),
            ("slam_any",): (slam & played).astype(np.int64),
        }

    def _round(
        self, deals: _Deals, going: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.int64], ...]:
        """Deals as bid: declarers (-1 all passed), bids, tricks, points int64 [n, 2] by side."""
        hands = deals.hands
        rows = None if going is None else np.flatnonzero(going)
        if self._level == EXPERT:
            assert deals.arena is not None
            plays = [self._play] * SEATS
            found = play_rounds(
                self.rules, deals.seed, deals.first, hands, plays, deals.arena, rows
            )
            return found.declarers, found.bids, found.tricks, found.points
        strains, bins = self._model.offers(hands)
        holder, call, offer = self._model.whole_auctions(deals.seed, deals.first, bins).T
        played = holder >= 0
        # Random play depends on the place of a deal in the batch: then none is left out.
        every = np.arange(len(hands))
        chosen = every if self._level == RANDOM or rows is None else rows[played[rows]]
        who = np.where(played, holder, 0)
        leaders = np.array([first_leader(self.rules, s) for s in range(SEATS)])[who]
        strain = strains[every, who, offer][:, None]
        tricks = np.zeros(len(hands), np.int64)
        if len(chosen):
            tricks[chosen] = self._tricks(
                deals.seed,
                deals.first,
                hands[chosen],
                who[chosen],
                leaders[chosen],
                strain[chosen],
                deals.levels,
            )[:, 0]
        paid = self._scores[(offer == FREE_NT).astype(int), np.maximum(call - 1, 0), tricks]
        points = np.zeros((len(hands), 2), np.int64)
        points[every, who % 2] = paid[:, DECLARERS]
        points[every, 1 - who % 2] = paid[:, DEFENDERS]
        points[~played] = 0
        return holder, np.where(played, call + FIRST_BID - 1, 0), tricks, points


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
        return 40 * play_seconds(self._play)

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
            deals_now = _Deals((seed + k) % 2**64, first, hands, levels, workspace)
            holder, _, _, gains = self._round(deals_now, going)
            passed = holder < 0
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


def studies(rules: CutuRules, play: str) -> list[Plan]:
    """The two plans: deals, then matches."""
    return [DealStudy(rules, play), MatchStudy(rules, play)]
