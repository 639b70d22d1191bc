"""Deals as they are bid: who declares what, what it brings, and what every call was worth."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch
from analyzer.games.cutu.duties import RANKS, SEATS
from analyzer.games.cutu.kernels.auction import CALLS, FREE_NT, NOBODY, OFFERS, SUIT, UNASKED
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.plans import play_seconds
from analyzer.games.cutu.report.features import FEATURES, features, held, lengths, suit_ranks
from analyzer.games.cutu.report.sampling import CutuSample
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import FIRST_BID
from analyzer.games.studio import feature

Ints = NDArray[np.int64]

PLAYED = ("holder", "bid", "no_trump", "tricks", "first_side", "second_side")
"""Of the contract: declarer's seat (-1 all passed), bid (0), tricks of its side; points by side."""
AGAINST = ("aces_against", "trump_ace_against", "trumps_against", "longest_against")
"""What the defenders hold: aces, the ace of trumps, trumps in all and in the longer hand."""
SIDES = ("own", "other")
"""Whose points a call leads to."""
OTHER_STREAM = 1
"""Added to the seed for the calls after a call that is tried: other draws than before it."""
NO_VALUE = -99
"""In place of the worth of a call that is not legal."""


class DealSample(CutuSample):
    """Whole deals at one level.

    Columns: :data:`PLAYED`, :data:`AGAINST`, and of every seat ``s`` its features
    (``trumps_s`` ...), ``state_s`` of the auction when it spoke (``kernels.auction``; -1 not
    asked), ``made_s`` its call, ``own_s_c`` and ``other_s_c`` the points of its side and of the
    other one after each call.
    """

    def __init__(self, rules: CutuRules, play: str) -> None:
        super().__init__(rules, play, "deals")
        names = [*PLAYED, *AGAINST]
        for seat in range(SEATS):
            names += [f"{name}_{seat}" for name in (*FEATURES, "state", "made")]
            names += [f"{side}_{seat}_{call}" for side in SIDES for call in range(CALLS)]
        self.columns = tuple(feature(name) for name in names)

    def cost(self) -> float:
        """Every offer of every seat."""
        return SEATS * OFFERS * play_seconds(self._play) + 60e-6

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a deal."""
        hands = self.deal(seed, first, count)
        strains, bins = self._model.offers(hands)
        tricks = self._offers(seed, first, hands, strains, workspace)
        made = np.empty((count, SEATS), np.int64)
        ends = self._model.whole_auctions(seed, first, bins, made)
        holder, call, offer = ends.T
        points = self.points(ends, tricks)
        every, who = np.arange(count), np.maximum(holder, 0)
        found = dict(
            zip(
                PLAYED,
                (
                    holder,
                    np.where(holder >= 0, call + FIRST_BID - 1, 0),
                    (offer == FREE_NT).astype(np.int64),
                    tricks[every, who, offer],
                    points[:, 0],
                    points[:, 1],
                ),
                strict=True,
            )
        )
        found |= _against(hands, who, strains[every, who, offer])
        for seat in range(SEATS):
            own = features(suit_ranks(hands[:, seat]), strains[:, seat, SUIT])
            found |= {f"{name}_{seat}": values for name, values in own.items()}
            found |= self._tried(seed + OTHER_STREAM, first, bins, tricks, made, seat)
        return Batch(np.stack([found[c.measure] for c in self.columns], axis=1))

    def _offers(
        self,
        seed: int,
        first: int,
        hands: NDArray[np.uint64],
        strains: Ints,
        solver: OpenSolver | None,
    ) -> Ints:
        """Tricks of every offer of every seat, int64 [n, 4, 3]."""
        return np.stack(
            [self.taken(seed, first, hands, s, strains[:, s], solver) for s in range(SEATS)],
            axis=1,
        )

    def _tried(
        self, seed: int, first: int, bins: Ints, tricks: Ints, made: Ints, seat: int
    ) -> dict[str, Ints]:
        """What each call of a seat would have led to, in the auction as it came to it."""
        n = len(bins)
        called = made[:, :seat]
        highest = called.max(axis=1, initial=0)
        bidder = (
            np.where(highest > 0, (called == highest[:, None]).argmax(axis=1), NOBODY)
            if seat
            else np.full(n, NOBODY)
        )
        asked = made[:, seat] != UNASKED
        state = np.where(asked, np.where((bidder ^ seat) & 1, 4, 0) + highest, UNASKED)
        state[asked & (highest == 0)] = 0
        found = {f"state_{seat}": state, f"made_{seat}": made[:, seat]}
        worth = np.full((n, CALLS, len(SIDES)), NO_VALUE)
        heard = np.stack([bidder, highest], axis=1)
        order = [seat % 2, 1 - seat % 2]
        for holder, call in np.unique(heard[asked], axis=0):
            rows = asked & (heard == (holder, call)).all(axis=1)
            # Draws go by the number of the deal: all are continued, whichever are looked at.
            ends = self._model.continue_after(seed % 2**64, first, bins, seat, holder, call)
            for mine in range(CALLS):
                if mine == 0 or (mine > call and mine >= self._model.first):
                    points = self.points(ends[:, mine], tricks)
                    worth[rows, mine] = points[rows][:, order]
        for k, side in enumerate(SIDES):
            found |= {f"{side}_{seat}_{call}": worth[:, call, k] for call in range(CALLS)}
        return found


def _against(hands: NDArray[np.uint64], declarer: Ints, strain: Ints) -> dict[str, Ints]:
    """What the defenders hold against a contract, by :data:`AGAINST`."""
    every = np.arange(len(hands))
    sides = [(declarer + turn) % SEATS for turn in (1, 3)]
    ranks = [suit_ranks(hands[every, seat]) for seat in sides]
    ace = RANKS - 1
    trump = np.maximum(strain, 0)
    trumps = [np.where(strain >= 0, lengths(r)[every, trump], 0) for r in ranks]
    aces = sum(held(r, ace).sum(axis=1) for r in ranks)
    top = sum(held(r, ace)[every, trump] for r in ranks)
    return {
        "aces_against": np.asarray(aces),
        "trump_ace_against": np.where(strain >= 0, top, 0),
        "trumps_against": trumps[0] + trumps[1],
        "longest_against": np.maximum(*trumps),
    }
