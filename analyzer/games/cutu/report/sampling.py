"""What the samples of Cuțu's report share: deals played at one level, one row a deal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32
from analyzer.games.cutu.bidding import bidding_model
from analyzer.games.cutu.duties import CARDS, SEATS
from analyzer.games.cutu.hand_plan import calling_level
from analyzer.games.cutu.kernels.auction import FREE_NT
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.plans import CutuPlan
from analyzer.games.cutu.rounds import points_of
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import DECLARERS, DEFENDERS
from analyzer.kernels.layouts import Layouts

Ints = NDArray[np.int64]


class CutuSample(CutuPlan):
    """Deals of Cuțu looked at one by one: ``columns`` are features and outcomes."""

    advise = None

    def __init__(self, rules: CutuRules, play: str, name: str) -> None:
        super().__init__(rules, (play,), Layouts.build(PACK_32.size, [CARDS] * SEATS), 0)
        self.name, self._play = name, play
        self._model = bidding_model(rules, calling_level(play))
        self._paid = points_of(rules)
        self.question = {"sample": name, "play": play}

    def title(self, symbols: bool) -> str:
        """The name."""
        return self.name

    def taken(
        self,
        seed: int,
        first: int,
        hands: NDArray[np.uint64],
        seat: int,
        strains: Ints,
        solver: OpenSolver | None,
    ) -> Ints:
        """Tricks of the side of ``seat`` as declarer, int64 [n, S]; ``strains`` likewise."""
        declarers = np.full(len(hands), seat)
        return self.tricks(self._play, seed, first, hands, declarers, strains, solver)

    def points(self, ends: Ints, tricks: Ints) -> Ints:
        """Points of the sides of seats 0 and 1, int64 [n, 2]; none where all passed.

        ``ends`` int64 [n, 3]: holder, call and offer at the end of the auction; ``tricks`` int64
        [n, 4, 3] by declarer and offer.
        """
        holder, call, offer = ends.T
        every = np.arange(len(ends))
        found = tricks[every, np.maximum(holder, 0), offer]
        paid = self._paid[(offer == FREE_NT).astype(int), np.maximum(call - 1, 0), found]
        points = np.zeros((len(ends), 2), np.int64)
        points[every, holder % 2] = paid[:, DECLARERS]
        points[every, 1 - holder % 2] = paid[:, DEFENDERS]
        points[holder < 0] = 0
        return points
