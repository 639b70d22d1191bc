"""Random hands of the first speaker, each with many layouts of the other cards.

The numbers of one hand are sums over its layouts, so they say what the hand is worth, not what
one deal happened to give.  Layouts come in two halves: rules of thumb are judged by one half
and scored by the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch, Column
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, RANKS, SEATS
from analyzer.games.cutu.kernels.auction import BEST, CALLS, FREE_NT, OFFERS, SUIT
from analyzer.games.cutu.match import LARGEST_TARGET, MatchTable, match_table
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.plans import play_seconds
from analyzer.games.cutu.report.features import (
    FEATURES,
    features,
    lengths,
    of_suit,
    strongest,
    suit_ranks,
)
from analyzer.games.cutu.report.sampling import CutuSample
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.studio import feature
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts

Ints = NDArray[np.int64]

ROLES = ("best", "own", "high", "NT")
"""Trumps of a hand: best colour, most expected tricks, strongest top cards, none."""
HALVES = ("a", "b")
LAYOUTS = 32
"""Layouts of each half."""
MATCH_SCALE = 4000
PURPOSE_OTHERS = 1500
"""Random stream of the cards of the others."""
OWN = (
    *FEATURES,
    "best_length",
    "best_ace",
    "best_king",
    "high_length",
    "gap",
    "own_is_best",
    "high_is_best",
    "bin",
)
"""Features of the hand: of the trump of role own, of the other suits, and the model's bin."""
_REST = SEATS * CARDS - CARDS
_OTHERS = SEATS - 1


def scores_near_the_end(target: int) -> tuple[tuple[int, int], ...]:
    """Scores, own and theirs, at which calls are compared."""
    near, close = max(0, target - 8), max(0, target - 4)
    behind = max(0, target - 40)
    return ((0, 0), (near, near), (near, behind), (behind, near), (close, close), (behind, close))


def score_name(score: tuple[int, int]) -> str:
    """A score as part of a column's name."""
    return "{}-{}".format(*score)


@dataclass(frozen=True)
class _Asked:
    """Layouts of a batch with everybody's offers, and the first seat's tricks by role."""

    seed: int
    first: int
    hands: NDArray[np.uint64]
    strains: Ints
    bins: Ints
    tricks: Ints
    solver: OpenSolver | None


class HandSample(CutuSample):
    """Hands of seat 1, who speaks first and has heard nothing.

    Columns: :data:`OWN`; ``hist_<role>_<tricks>_<half>``, how many layouts gave so many tricks;
    ``call_<call>_<half>``, mean points of the own side minus the other's after a call (0 pas, 1
    to 5 the bids 4 to 8); ``win_<score>_<call>``, mean chance of the match over both halves.
    """

    def __init__(self, rules: CutuRules, play: str) -> None:
        super().__init__(rules, play, "hands")
        self._table: MatchTable | None = None
        self.scores: tuple[tuple[int, int], ...] = ()
        if rules.target <= LARGEST_TARGET:
            self._table = match_table(rules)
            self.scores = scores_near_the_end(rules.target)
        columns = [feature(name) for name in OWN]
        for role in ROLES:
            for tricks in range(CARDS + 1):
                columns += [feature(f"hist_{role}_{tricks}_{half}") for half in HALVES]
        for call in range(CALLS):
            for half in HALVES:
                columns.append(Column({}, play, f"call_{call}_{half}", False, LAYOUTS))
        for score in self.scores:
            for call in range(CALLS):
                name = f"win_{score_name(score)}_{call}"
                scale = MATCH_SCALE * LAYOUTS * len(HALVES)
                columns.append(Column({}, play, name, False, scale))
        self.columns = tuple(columns)
        self._rest = Layouts.build(_REST, [CARDS] * _OTHERS)

    def cost(self) -> float:
        """Own trumps and about four contracts of others, in every layout."""
        return len(HALVES) * LAYOUTS * (len(ROLES) + 4) * play_seconds(self._play)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Features and sums over the layouts of each hand."""
        own = self.deal(seed, first, count)[:, 0]
        each = len(HALVES) * LAYOUTS
        hands = self.around(seed, first, own)
        strains, bins = self._model.offers(hands)
        ranks = suit_ranks(own)
        suits = {"best": strains[::each, 0, BEST], "own": strains[::each, 0, SUIT]}
        suits["high"] = strongest(ranks)
        found = self._features(ranks, suits, bins[::each, 0])
        trumps = np.stack([*suits.values(), np.full(count, NO_TRUMP)], axis=1)
        tricks = self.taken(seed, first * each, hands, 0, np.repeat(trumps, each, 0), workspace)
        for r, role in enumerate(ROLES):
            for t in range(CARDS + 1):
                hits = (tricks[:, r] == t).reshape(count, len(HALVES), LAYOUTS).sum(axis=2)
                for h, half in enumerate(HALVES):
                    found[f"hist_{role}_{t}_{half}"] = hits[:, h]
        asked = _Asked(seed, first * each, hands, strains, bins, tricks, workspace)
        found |= self._calls(asked, count)
        return Batch(np.stack([found[c.measure] for c in self.columns], axis=1))

    def around(self, seed: int, first: int, own: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Hands of all seats, uint64 [count * layouts, 4]; the other cards dealt at random."""
        each = len(HALVES) * LAYOUTS
        others = np.empty((len(own) * each, _OTHERS), np.uint64)
        deal_hands(np.uint64(seed), PURPOSE_OTHERS, first * each, self._rest.plan, RANKS, others)
        bits = np.array([16 * (c // RANKS) + c % RANKS for c in range(SEATS * CARDS)], np.uint64)
        free = (own[:, None] >> bits & np.uint64(1)) == 0
        left = np.nonzero(free)[1].reshape(len(own), _REST)
        cards = np.repeat(np.uint64(1) << bits[left], each, axis=0)
        hands = np.zeros((len(others), SEATS), np.uint64)
        hands[:, 0] = np.repeat(own, each)
        for i in range(_REST):
            there = others >> bits[i] & np.uint64(1)
            hands[:, 1:] |= there * cards[:, i : i + 1]
        return hands

    def _features(self, ranks: Ints, suits: dict[str, Ints], bins: Ints) -> dict[str, Ints]:
        length = lengths(ranks)
        best = features(ranks, suits["best"])
        longest = of_suit(length, suits["best"])
        return features(ranks, suits["own"]) | {
            "best_length": longest,
            "best_ace": best["trump_ace"],
            "best_king": best["trump_king"],
            "high_length": of_suit(length, suits["high"]),
            "gap": longest - of_suit(length, suits["high"]),
            "own_is_best": (suits["own"] == suits["best"]).astype(np.int64),
            "high_is_best": (suits["high"] == suits["best"]).astype(np.int64),
            "bin": np.maximum(bins[:, SUIT], bins[:, FREE_NT]),
        }

    def _calls(self, asked: _Asked, count: int) -> dict[str, Ints]:
        """Sums of what every call leads to, in points and in chances of the match."""
        n = len(asked.hands)
        ends = self._model.continue_after(asked.seed, asked.first, asked.bins, 0, -1, 0)
        tricks = np.zeros((n, SEATS, OFFERS), np.int64)
        tricks[:, 0] = asked.tricks[:, [ROLES.index("best"), ROLES.index("own"), -1]]
        every = np.arange(n)
        for seat in range(1, SEATS):
            for offer in range(OFFERS):
                wanted = ((ends[..., 0] == seat) & (ends[..., 2] == offer)).any(axis=1)
                # Random play depends on the place of a deal in the batch: then none is left out.
                rows = every if self._play == "random" else np.flatnonzero(wanted)
                if len(rows) == 0:
                    continue
                strain = asked.strains[rows, seat, offer][:, None]
                tricks[rows, seat, offer] = self.taken(
                    asked.seed, asked.first, asked.hands[rows], seat, strain, asked.solver
                )[:, 0]
        found: dict[str, Ints] = {}
        for call in range(CALLS):
            points = self.points(ends[:, call], tricks)
            passed = ends[:, call, 0] < 0
            net = (points[:, 0] - points[:, 1]).reshape(count, len(HALVES), LAYOUTS).sum(axis=2)
            for h, half in enumerate(HALVES):
                found[f"call_{call}_{half}"] = net[:, h]
            for score in self.scores:
                chance = self._chances(score, points, passed)
                found[f"win_{score_name(score)}_{call}"] = chance.reshape(count, -1).sum(axis=1)
        return found

    def _chances(self, score: tuple[int, int], points: Ints, passed: NDArray[np.bool_]) -> Ints:
        assert self._table is not None
        own, other = score[0] + points[:, 0], score[1] + points[:, 1]
        chance = self._table.chance(own, other, False)
        if self.rules.redeal_dealer == "same":
            chance = np.where(passed, self._table.chance(own, other, True), chance)
        return np.rint(chance * MATCH_SCALE).astype(np.int64)
