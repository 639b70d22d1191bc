"""A table at which every seat plays at a level of its own: what tournaments need of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.games.trace import Trace

SHARE = 60
"""A match won alone counts so much; winners who tie share it (2 to 6 winners divide it)."""


class Table(ABC):
    """Plays whole deals and whole matches, from the first card dealt to the score.

    Each seat calls, declares, passes cards and plays at the level named for it; a level that has
    a bidding model of its own bids by it.  Deal ``k`` of a seed has the same cards whoever plays.
    """

    sides: tuple[int, ...]
    """The side of each seat: ``(0, 1, 0, 1)`` for partners, ``(0, 1, 2)`` for three alone."""
    scale: int = 1
    """Score outcomes are in units of 1 / scale."""
    measures: Mapping[str, bool] = {"score": False}
    """Measures of :meth:`deals`, ``score`` first; whether each is a rate (outcomes 0 and 1)."""
    meanings: Mapping[str, str] = {}
    """Measures whose meaning needs words."""
    plays_matches: bool = True
    """Whether :meth:`matches` is there: another engine may know single deals only."""
    notes: tuple[str, ...] = ()
    """Remarks to print below results."""

    @abstractmethod
    def workspace(self, plays: Sequence[str]) -> Any:
        """Scratch memory for one thread on which these levels play."""

    @abstractmethod
    def deals(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: Any
    ) -> dict[str, NDArray[np.int64]]:
        """Results of deals ``first`` to ``first + count - 1`` by measure, int64 [count, seats].

        ``plays`` names a level for every seat.  ``score`` is what a seat's side made of the deal,
        more is better, times :attr:`scale`: own minus the other side's, or own minus the mean of
        the others; over the seats it sums to zero.  Other measures are the seat's own, such as
        ``slam``.  A pure function of its arguments.
        """

    @abstractmethod
    def matches(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: Any
    ) -> NDArray[np.int64]:
        """Shares of whole matches that each seat's side won, int64 [count, seats].

        A side that won alone has :data:`SHARE`; sides that tie share it equally.
        """

    def trace(self, seed: int, number: int, plays: Sequence[str]) -> Trace:
        """How deal ``number`` of a seed went, act by act, with a level for every seat.

        ``results`` has the measures of :meth:`deals` of that deal by side, such as ``score 1``.
        """
        raise QuestionError("deals of this game cannot be shown card by card")

    @abstractmethod
    def seconds(self, play: str) -> float:
        """Rough seconds that one deal costs a seat of this level on one core."""
