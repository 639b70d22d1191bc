"""Advice on the play of cards, tried: playing for the contract only, taking the partner's trick."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch
from analyzer.games.cutu.duties import CARDS, SEATS, first_leader
from analyzer.games.cutu.kernels.auction import FREE_NT
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.plans import play_seconds
from analyzer.games.cutu.play import SIMPLE, play_hands
from analyzer.games.cutu.report.sampling import CutuSample
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import DECLARERS, DEFENDERS, FIRST_BID
from analyzer.games.cutu.thinking import Contracts, think_hands
from analyzer.games.studio import feature
from analyzer.kernels.bits import suit_mask
from analyzer.kernels.trick import beats

Ints = NDArray[np.int64]

PLACES = (2, 3)
"""Third and fourth to play: the partner has played before."""


class SafetySample(CutuSample):
    """Deals as bid, the declarers experts: who play for points, or for the contract only.

    Columns ``points`` and ``contract``: the declarers' points minus the defenders', who are
    simple players; 0 where all passed.
    """

    def __init__(self, rules: CutuRules) -> None:
        super().__init__(rules, "expert", "safety")
        self.columns = (feature("points"), feature("contract"))

    def cost(self) -> float:
        """Two contracts, half of the seats experts."""
        return play_seconds(self._play)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Both ways on the same deals."""
        hands = self.deal(seed, first, count)
        strains, bins = self._model.offers(hands)
        made = np.empty((count, SEATS), np.int64)
        holder, call, offer = self._model.whole_auctions(seed, first, bins, made).T
        found = np.zeros((count, 2), np.int64)
        for side in (0, 1):
            rows = np.flatnonzero((holder >= 0) & (holder % 2 == side))
            if len(rows) == 0:
                continue
            who, bids = holder[rows], call[rows] - 1 + FIRST_BID
            paid = self._paid[(offer[rows] == FREE_NT).astype(int), call[rows] - 1]
            net = paid[..., DECLARERS] - paid[..., DEFENDERS]
            reached = np.arange(CARDS + 1)[None, :] >= bids[:, None]
            plays = ["expert" if seat % 2 == side else "simple" for seat in range(SEATS)]
            for way, worths in enumerate((net, reached)):
                contracts = Contracts(
                    who,
                    strains[rows, who, offer[rows]],
                    bids,
                    made[rows],
                    worths.astype(np.float64),
                )
                assert workspace is not None
                tricks = think_hands(
                    self.rules,
                    seed,
                    first + rows,
                    hands[rows],
                    contracts,
                    plays,
                    workspace.arena,
                )
                found[rows, way] = net[np.arange(len(rows)), tricks]
        return Batch(found)


class PartnerSample(CutuSample):
    """Positions in which a player may take the trick that the partner is winning, or leave it.

    Columns for each of :data:`PLACES`: ``met_<place>`` 1 where the deal has one, ``gain_<place>``
    the tricks that leaving it wins over taking it, by best play of all four with the cards face
    up (the first such position of a deal, in the play of simple players).
    """

    def __init__(self, rules: CutuRules) -> None:
        super().__init__(rules, "open", "partner")
        names = [f"{name}_{place}" for place in PLACES for name in ("met", "gain")]
        self.columns = tuple(feature(name) for name in names)

    def cost(self) -> float:
        """Two positions solved, and cards gone through one by one."""
        return 2e-3

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a deal."""
        assert isinstance(workspace, OpenSolver)
        hands = self.deal(seed, first, count)
        strains, bins = self._model.offers(hands)
        holder, _, offer = self._model.whole_auctions(seed, first, bins).T
        who = np.maximum(holder, 0)
        strain = strains[np.arange(count), who, offer][:, None]
        log = np.empty((count, 1, CARDS * SEATS), np.int64)
        leaders = np.array([first_leader(self.rules, seat) for seat in range(SEATS)])[who]
        play_hands(
            np.uint64(seed),
            first,
            hands,
            who,
            leaders,
            strain,
            self._duties,
            np.full(SEATS, SIMPLE),
            np.empty((count, 1), np.int64),
            log,
        )
        found = np.zeros((count, len(self.columns)), np.int64)
        for d in range(count):
            for p, place in enumerate(PLACES):
                gain = self._first(
                    workspace, hands[d], int(leaders[d]), int(strain[d, 0]), log[d, 0], place
                )
                if gain is not None:
                    found[d, 2 * p : 2 * p + 2] = 1, gain
        return Batch(found)

    def _first(
        self,
        solver: OpenSolver,
        hands: NDArray[np.uint64],
        leader: int,
        strain: int,
        log: Ints,
        place: int,
    ) -> int | None:
        """Gain of leaving the partner's trick in the first position that offers the choice."""
        left = hands.copy()
        trump = np.uint64(suit_mask(strain) if strain >= 0 else 0)
        for trick in range(CARDS - 1):
            cards = [int(card) for card in log[4 * trick : 4 * trick + 4]]
            bits = [np.uint64(1) << np.uint64(card) for card in cards]
            suit = np.uint64(suit_mask(cards[0] >> 4))
            best, winner = bits[0], 0
            for k in range(1, SEATS):
                if k == place and winner == k - 2:
                    gain = self._gain(solver, left, leader, strain, cards[:k], best, suit, trump)
                    if gain is not None:
                        return gain
                if beats(bits[k], best, suit, trump):
                    best, winner = bits[k], k
            for k in range(SEATS):
                left[(leader + k) % SEATS] ^= bits[k]
            leader = (leader + winner) % SEATS
        return None

    def _gain(
        self,
        solver: OpenSolver,
        left: NDArray[np.uint64],
        leader: int,
        strain: int,
        played: list[int],
        best: np.uint64,
        suit: np.uint64,
        trump: np.uint64,
    ) -> int | None:
        place = len(played)
        now = left.copy()
        for k, card in enumerate(played):
            now[(leader + k) % SEATS] ^= np.uint64(1) << np.uint64(card)
        values = solver.card_values(now[None], leader, strain, self._duties, tuple(played))[0]
        legal = np.flatnonzero(values >= 0)
        takes = np.array(
            [bool(beats(np.uint64(1) << np.uint64(c), best, suit, trump)) for c in legal]
        )
        if takes.all() or not takes.any():
            return None
        # Values are tricks of the leader's side; the fourth player is on the other.
        own = values[legal] if place % 2 == 0 else -values[legal]
        return int(own[~takes].max() - own[takes].max())
