"""Hands and matches of Cupe played out, on arrays: the shells of the batch kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_52
from analyzer.errors import QuestionError
from analyzer.games.cupe.kernels import batch, expert_batch
from analyzer.games.cupe.kernels.play import EXPERT, RANDOM, SIMPLE
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import LAYOUTS, mind, style
from analyzer.games.known import Known
from analyzer.games.levels import layouts_of as imagined
from analyzer.games.levels import named_level
from analyzer.kernels.layouts import Layouts

SEATS = 4
CARDS = 13
"""Cards of a hand."""
LEVELS = {
    "random": RANDOM,
    "simple": SIMPLE,
    "expert": EXPERT,
    "random gift": batch.RANDOM_GIFT,
}
"""Levels of play, as the kernels know them; and simple play after giving cards at random."""


def layouts(known: dict[int, int] | None = None) -> Layouts:
    """All deals in which each card number of ``known`` lies with its seat."""
    return Layouts.build(PACK_52.size, [CARDS] * SEATS, known)


def layouts_of(hand: int, seat: int, known: Known, given: int = 0, giver: int = 0) -> Layouts:
    """All deals in which ``seat`` holds the card set ``hand``, and ``giver`` also ``given``.

    Raises
    ------
    QuestionError
        When no deal fits what is known.
    """
    placed = dict.fromkeys(PACK_52.numbers(hand), seat)
    placed |= dict.fromkeys(PACK_52.numbers(given), giver) | known.cards
    return Layouts.build(PACK_52.size, [CARDS] * SEATS, placed, known.barred)


def play_hands(
    rules: CupeRules,
    plays: Sequence[str],
    n: int,
    seed: int,
    first: int = 0,
    *,
    totals: Sequence[int] = (0, 0, 0, 0),
    known: Layouts | None = None,
    after_exchange: bool = False,
) -> NDArray[np.int64]:
    """Play deals ``first`` to ``first + n - 1`` of ``seed``.

    Parameters
    ----------
    plays
        The level of each of the four seats.
    totals
        The match so far, by seat; decides between adding and subtracting a slam.
    known
        What is known of the four hands; anything by default.
    after_exchange
        The hands are those after the exchange.

    Returns
    -------
    ndarray
        int64 [n, 9]: points of each seat, then the seat that made the grand slam (or -1), the
        one that took the queen of spades, those that took no point (as bits), the one that
        opened, and the one that held the queen then.  In a cycle of exchanges a deal's direction
        follows from its number, so that a run of deals has all of them in equal parts.
    """
    outcomes = np.empty((n, batch.OUTCOMES), np.int64)
    levels, thought = level_codes(plays), layout_counts(plays)
    asked = np.uint64(seed), first, (known or layouts()).plan, after_exchange
    now = np.array(totals, np.int64)
    if thought.any():
        expert_batch.play_expert_hands(
            *asked, now, levels, thought, seat_styles(), seat_minds(), rules.packed(), outcomes
        )
    else:
        batch.play_hands(*asked, now, levels, seat_styles(), rules.packed(), outcomes)
    return outcomes


@dataclass(frozen=True)
class Matches:
    """Matches played to their end.

    By match: ``totals`` int64 [n, 4], ``hands`` int64 [n], ``winners`` bool [n, 4], and
    ``ahead`` bool [n, 4]: who had the lowest total when one first reached half of the end.
    """

    totals: NDArray[np.int64]
    hands: NDArray[np.int64]
    winners: NDArray[np.bool_]
    ahead: NDArray[np.bool_]

    def shares(self) -> NDArray[np.float64]:
        """Each seat's share of the win, float64 [n, 4]: tied winners share it."""
        shares: NDArray[np.float64] = self.winners / self.winners.sum(axis=1, keepdims=True)
        return shares


def play_matches(
    rules: CupeRules,
    plays: Sequence[str],
    n: int,
    seed: int,
    first: int = 0,
    *,
    totals: Sequence[int] = (0, 0, 0, 0),
    most: int = batch.HANDS_A_MATCH,
) -> Matches:
    """Play matches ``first`` to ``first + n - 1`` of ``seed`` to their end.

    Seat 3 deals the first hand.  ``plays`` and ``totals`` as for :func:`play_hands`; ``most``
    is the largest number of hands.

    Raises
    ------
    QuestionError
        When a match is not over after ``most`` hands.
    """
    most = min(most, batch.HANDS_A_MATCH)
    scores = np.tile(np.array(totals, np.int64), (n, 1))
    hands, winners, ahead = (np.empty(n, np.int64) for _ in range(3))
    levels, thought = level_codes(plays), layout_counts(plays)
    asked = np.uint64(seed), first, layouts().plan, most
    found = scores, hands, winners, ahead
    if thought.any():
        expert_batch.play_expert_matches(
            *asked, levels, thought, seat_styles(), seat_minds(), rules.packed(), *found
        )
    else:
        batch.play_matches(*asked, levels, seat_styles(), rules.packed(), *found)
    if not winners.all():
        raise QuestionError(f"a match was not over after {most} hands: set a lower end_at")
    return Matches(scores, hands, _seats(winners), _seats(ahead))


def _seats(bits: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Seats of bits int64 [n]: bool [n, 4]."""
    return (bits[:, None] >> np.arange(SEATS) & 1).astype(np.bool_)


def level_codes(plays: Sequence[str]) -> NDArray[np.int64]:
    """Levels of play as the kernels know them, int64 [seats]."""
    return np.array([LEVELS[named_level(play)] for play in plays], np.int64)


def layout_counts(plays: Sequence[str]) -> NDArray[np.int64]:
    """Layouts that each level imagines for a card, 0 for those that imagine none."""
    return np.array([imagined(play, LAYOUTS) for play in plays], np.int64)


def seat_minds() -> NDArray[np.float64]:
    """How the expert of each seat thinks, float64 [4, MIND]."""
    return np.tile(mind(), (SEATS, 1))


def seat_styles() -> NDArray[np.float64]:
    """What the simple player of each seat weighs, float64 [4, STYLE]."""
    return np.tile(style(), (SEATS, 1))
