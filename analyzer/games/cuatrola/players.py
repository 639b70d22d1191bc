"""Who sits at the table: a level of play for each seat, and what such seats make of deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.deals import seat_hands
from analyzer.games.cuatrola.kernels import batch, hand, thinking
from analyzer.games.levels import EXPERT, layouts_of, named_level

LAYOUTS = 100
"""Layouts that an expert imagines a decision, unless it is told otherwise."""
LEVELS = {"random": codes.RANDOM, "simple": codes.SIMPLE, EXPERT: codes.EXPERT}
"""Levels that play card by card, as the kernels know them."""
HAND_SECONDS = {"random": 8e-6, "simple": 12e-6}
"""Rough seconds that a hand takes on one core, all seats at that level."""
_LAYOUT_SECONDS = 45e-6
NO_POINTS = np.zeros(2, np.int64)
AS_RULES_SAY = -1
"""Leader of the first trick: whom the house rules name."""


@dataclass(frozen=True)
class Players:
    """Levels and layouts of the four seats, int64 [4] each."""

    levels: NDArray[np.int64]
    layouts: NDArray[np.int64]

    @classmethod
    def of(cls, plays: Sequence[str]) -> Players:
        """One level for each seat; a QuestionError for a level that does not play hands."""
        for play in plays:
            if named_level(play) not in LEVELS:
                raise QuestionError(
                    f"level {play}: whole deals are played card by card, expected "
                    + " or ".join(LEVELS)
                )
        return cls(
            np.array([LEVELS[named_level(play)] for play in plays], np.int64),
            np.array([layouts_of(play, LAYOUTS) for play in plays], np.int64),
        )

    @classmethod
    def all_at(cls, play: str) -> Players:
        """All seats at one level."""
        return cls.of([play] * codes.SEATS)

    def play(
        self,
        seed: int,
        numbers: NDArray[np.int64],
        hands: NDArray[np.uint64],
        turned: NDArray[np.uint64],
        contracts: NDArray[np.int64],
        declarers: NDArray[np.int64],
        packed: NDArray[np.int64],
        called: NDArray[np.int64] | None = None,
        scores: NDArray[np.int64] = NO_POINTS,
        leader: int = AS_RULES_SAY,
    ) -> NDArray[np.int64]:
        """Results of the deals ``numbers`` of ``seed``, int64 [n, batch.RESULTS].

        Parameters
        ----------
        hands, turned
            uint64 [n, 4] by seat, and uint64 [n], the dealer's shown card.
        contracts, declarers
            int64 [n]; ``batch.AUCTION`` leaves it to the declarations at ``scores`` int64 [2].
        packed
            House rules, from :func:`analyzer.games.cuatrola.codes.kernel_rules`.
        called
            int64 [n, 4], calls plus one where they are evidence for experts, else 0.
        leader
            Who leads first.
        """
        out = np.empty((len(hands), batch.RESULTS), np.int64)
        if not np.any(self.levels == codes.EXPERT):
            hand.play_each(
                np.uint64(seed), numbers, hands, turned, contracts, declarers, scores, packed,
                self.levels, leader, out,
            )  # fmt: skip
            return out
        if called is None:
            called = np.zeros((len(hands), codes.SEATS), np.int64)
        thinking.think_each(
            np.uint64(seed), numbers, hands, turned, contracts, declarers, called, scores, packed,
            self.levels, self.layouts, leader, out,
        )  # fmt: skip
        return out

    def play_places(
        self,
        seed: int,
        first: int,
        places: NDArray[np.uint64],
        asked: Sequence[tuple[int, int]],
        packed: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Results of several questions about the same deals, int64 [n, questions, batch.RESULTS].

        ``places`` uint64 [n, 5]; ``asked`` contracts with their declarers; no call is evidence
        but those of ``batch.AUCTION``, made at 0 to 0.
        """
        out = np.empty((len(places), len(asked), batch.RESULTS), np.int64)
        if not np.any(self.levels == codes.EXPERT):
            contracts = np.array([contract for contract, _ in asked], np.int64)
            declarers = np.array([declarer for _, declarer in asked], np.int64)
            batch.play_hands(
                np.uint64(seed), first, places, contracts, declarers, NO_POINTS, packed,
                self.levels, out,
            )  # fmt: skip
            return out
        hands, turned = seat_hands(places)
        numbers = first + np.arange(len(places))
        for question, (contract, declarer) in enumerate(asked):
            contracts = np.full(len(places), contract)
            declarers = np.full(len(places), declarer)
            out[:, question] = self.play(seed, numbers, hands, turned, contracts, declarers, packed)
        return out


def hand_seconds(play: str) -> float:
    """Rough seconds that a hand takes on one core, all seats at one level."""
    if named_level(play) == EXPERT:
        return _LAYOUT_SECONDS * layouts_of(play, LAYOUTS)
    return HAND_SECONDS[play]
