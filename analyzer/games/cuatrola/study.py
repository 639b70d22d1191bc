"""Whole deals and whole matches of Cuatrola: what variants of the rules are compared by."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import SKILL, Batch, Choice, Column, Plan, skill_columns, skill_share
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.base_plan import BIDS
from analyzer.games.cuatrola.deals import LAYOUTS, deal_places, seat_hands
from analyzer.games.cuatrola.kernels import batch, thinking
from analyzer.games.cuatrola.match import match_table
from analyzer.games.cuatrola.players import NO_POINTS, Players, hand_seconds
from analyzer.games.cuatrola.rules import CuatrolaRules

Ints = NDArray[np.int64]

_DECLARING = (
    "Players declare what is worth most to them by fitted chances to make each contract, to win "
    "a hand that all pass, and of what the others may declare; values, cap, lead and singing are "
    "those of each variant, and so is card play."
)
_NORMAL_HAND = (codes.NORMAL, -1)
_MOST_CANTES = 100
_DEALS = 1 << 13
"""Deals behind the table by which players of a match declare."""
_MANY_HANDS = 60
"""Hands beyond which hardly any match goes."""


class DealStudy(Plan):
    """One deal: a normal hand, each contract by mano, and the deal as it is declared."""

    advise = None
    advise_play = "simple"
    meanings: ClassVar[Mapping[str, str]] = {
        "success": "share of deals in which seat 1, whatever it holds, makes this contract",
        "score": "mean match points of seat 1's pair minus the other's in this contract",
        "declaring": "mean match points of the declaring pair minus the other's, deals as "
        "declared, 0 where all pass",
        "points": "mean match points that a deal, as declared, brings to either pair",
        "mano": "mean match points of mano's pair minus the other's, deals as declared",
        "all_pass": "share of deals that all four pass",
        "solo": "share of deals in which a solo is played, as declared; so cuatro and quinta",
        "made": "share of deals in which somebody declares and makes the contract",
        "slam_any": "share of deals, as declared, in which a side takes all five tricks",
        "lead": "score of mano's pair in a normal hand that seat 1 leads, minus that of the same "
        "cards led by seat 2; ties are mano's both times",
        "tied": "share of normal hands with equal points",
        "cantes": "mean points sung by both pairs in a normal hand",
        "sung": "share of normal hands in which something is sung",
        "turned_by_cantes": "share of normal hands that the pair with fewer points in tricks wins",
        "skill_share": "share of the variance of a normal hand's score explained by which pair is "
        "this level (simple, where it is random) and which random: (A/2)^2 / V, A the mean gain "
        "of exchanging them",
    }

    def __init__(self, rules: CuatrolaRules, play: str) -> None:
        self.rules = rules
        self._play = play
        self._packed = codes.kernel_rules(rules)
        self._players = Players.all_at(play)
        self._contracts = [
            c
            for c in (codes.SOLO, codes.CUATRO, codes.QUINTA)
            if self._packed[codes.VALUES + c] > 0
        ]
        values = [int(self._packed[codes.VALUES + c]) for c in self._contracts]
        most = max([int(self._packed[codes.SWEEP]), *values])
        columns: list[Column] = []
        for contract, value in zip(self._contracts, values, strict=True):
            choice: Choice = {"contract": BIDS[contract]}
            columns.append(Column(choice, play, "success", True, spread=1))
            columns.append(Column(choice, play, "score", False, spread=2 * value))
        columns += [
            Column({}, play, measure, False, spread=2 * most)
            for measure in ("declaring", "points", "mano")
        ]
        columns += [
            Column({}, play, measure, True, spread=1)
            for measure in ("all_pass", *codes.CONTRACTS[1:], "made", "slam_any")
        ]
        sweep = int(self._packed[codes.SWEEP])
        columns += [
            Column({}, play, "lead", False, spread=4 * sweep),
            Column({}, play, "tied", True, spread=1),
            Column({}, play, "cantes", False, spread=_MOST_CANTES),
            Column({}, play, "sung", True, spread=1),
            Column({}, play, "turned_by_cantes", True, spread=1),
        ]
        columns += [Column({}, play, measure, False, hidden=True) for measure in SKILL]
        self.columns = tuple(columns)
        self.derived = (skill_share(play),)
        self.question = {"play": play}
        self.notes = (_DECLARING,)

    def workspace(self) -> None:
        """Nothing is kept."""

    def cost(self) -> float:
        """Nine hands a deal or so."""
        return (5 + len(self._contracts)) * hand_seconds(self._play)

    def title(self, symbols: bool) -> str:
        """Whole deals."""
        return "whole deals"

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Every column of each deal."""
        places = deal_places(count, seed, first)
        asked = [_NORMAL_HAND, (batch.AUCTION, -1), *((c, 0) for c in self._contracts)]
        results = self._players.play_places(seed, first, places, asked, self._packed)
        normal, declared = results[:, 0], results[:, 1]
        found: dict[tuple[Any, ...], Ints] = {}
        for i, contract in enumerate(self._contracts, 2):
            score = results[:, i, batch.SCORE]
            found["score", BIDS[contract]] = score
            found["success", BIDS[contract]] = (score > 0).astype(np.int64)
        found |= _as_declared(declared) | self._normal(seed, first, places, normal)
        found |= self._skill(seed, first, places)
        columns = [found[(c.measure, *c.choice.values())] for c in self.columns]
        return Batch(np.stack(columns, axis=1))

    def _normal(
        self, seed: int, first: int, places: NDArray[np.uint64], normal: Ints
    ) -> dict[tuple[Any, ...], Ints]:
        """What belongs to the hand that all pass."""
        hands, turned = seat_hands(places)
        n = len(places)
        other = self._players.play(
            seed, first + np.arange(n), hands, turned, np.full(n, codes.NORMAL), np.full(n, -1),
            self._packed, leader=1,
        )  # fmt: skip
        cantes = normal[:, batch.PAIR_CANTES : batch.PAIR_CANTES + 2]
        points = normal[:, batch.PAIR_POINTS : batch.PAIR_POINTS + 2]
        in_tricks = points - cantes
        ahead = np.sign(in_tricks[:, 0] - in_tricks[:, 1])
        counted = normal[:, batch.TUTE_PAIR] < 0
        sung = cantes.sum(axis=1)
        return {
            ("lead",): normal[:, batch.SCORE] - other[:, batch.SCORE],
            ("tied",): ((points[:, 0] == points[:, 1]) & counted).astype(np.int64),
            ("cantes",): sung,
            ("sung",): (sung > 0).astype(np.int64),
            ("turned_by_cantes",): (
                counted & (sung > 0) & (ahead * np.sign(normal[:, batch.SCORE]) < 0)
            ).astype(np.int64),
        }

    def _skill(
        self, seed: int, first: int, places: NDArray[np.uint64]
    ) -> dict[tuple[Any, ...], Ints]:
        better = "simple" if self._play == "random" else self._play
        scores = [
            Players.of(seats).play_places(seed, first, places, [_NORMAL_HAND], self._packed)
            for seats in ([better, "random"] * 2, ["random", better] * 2)
        ]
        return skill_columns(*(score[:, 0, batch.SCORE] for score in scores))


def _as_declared(declared: Ints) -> dict[tuple[Any, ...], Ints]:
    """What belongs to the deal as it is declared."""
    score = declared[:, batch.SCORE]
    contract = declared[:, batch.PLAYED_CONTRACT]
    declarer = declared[:, batch.PLAYED_DECLARER]
    own = np.where(contract == codes.NORMAL, 0, score * (1 - 2 * (declarer & 1)))
    tricks = declared[:, batch.SEAT_TRICKS : batch.SEAT_TRICKS + codes.SEATS]
    most = (tricks[:, :2] + tricks[:, 2:]).max(axis=1)
    found: dict[tuple[Any, ...], Ints] = {
        ("declaring",): own,
        ("points",): np.abs(score),
        ("mano",): score,
        ("all_pass",): (contract == codes.NORMAL).astype(np.int64),
        ("made",): (own > 0).astype(np.int64),
        ("slam_any",): (most == codes.HAND).astype(np.int64),
    }
    for code in (codes.SOLO, codes.CUATRO, codes.QUINTA):
        found[codes.CONTRACTS[code],] = (contract == code).astype(np.int64)
    return found


class MatchStudy(Plan):
    """One match, hand by hand, to its end; calls are made for the match."""

    advise = None
    advise_play = "simple"
    unit_of_plan = "match"
    meanings: ClassVar[Mapping[str, str]] = {
        "deals": "mean number of hands of a match",
        "first_wins": "share of matches won by the pair that is mano in the first hand",
        "leader_wins": "share of matches won by the pair first to reach half the target",
        "overshoot": "share of matches that end above the target",
    }

    def __init__(self, rules: CuatrolaRules, play: str) -> None:
        self.rules = rules
        self._play = play
        self._players = Players.all_at(play)
        self.columns = (
            Column({}, play, "deals", False, spread=_MANY_HANDS),
            Column({}, play, "first_wins", True, spread=1),
            Column({}, play, "leader_wins", True, spread=1),
            Column({}, play, "overshoot", True, spread=1),
        )
        self.question = {"play": play}
        self.notes = (_DECLARING,)

    def workspace(self) -> None:
        """Nothing is kept."""

    def cost(self) -> float:
        """About ten hands a match."""
        return 10 * hand_seconds(self._play)

    def title(self, symbols: bool) -> str:
        """Whole matches."""
        return "whole matches"

    @cached_property
    def _packed(self) -> NDArray[np.int64]:
        """The rules with the match table, kept: many plans may run side by side."""
        return codes.kernel_rules(self.rules, match_table(self.rules, _DEALS).wins)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Play the matches from 0 to 0."""
        out = np.empty((count, thinking.MATCH_RESULTS), np.int64)
        thinking.play_matches(
            np.uint64(seed), first, LAYOUTS.plan, NO_POINTS, self._packed, self._players.levels,
            self._players.layouts, out,
        )  # fmt: skip
        won = out[:, thinking.MATCH_WON]
        ahead = out[:, thinking.MATCH_AHEAD]
        final = out[:, thinking.MATCH_SCORES : thinking.MATCH_SCORES + 2].max(axis=1)
        return Batch(
            np.stack(
                [
                    out[:, thinking.MATCH_HANDS],
                    won,
                    (won == 1 - ahead).astype(np.int64),
                    (final > self.rules.target).astype(np.int64),
                ],
                axis=1,
            )
        )


def studies(rules: CuatrolaRules, play: str) -> list[Plan]:
    """The two plans: deals, then matches."""
    return [DealStudy(rules, play), MatchStudy(rules, play)]
