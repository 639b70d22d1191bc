"""Deals that are given, and contracts played on them at a level that is a playout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels.cards import SECOND
from analyzer.games.cruce.kernels.hand import deal_seen, score_again, set_contracts
from analyzer.games.cruce.kernels.rounds import play_hands, score_rounds
from analyzer.games.cruce.kernels.table import TRACE
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels.bits import ZERO
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


def makes(points: Ints, bid: Ints | int) -> NDArray[np.bool_]:
    """Where a side with so many points, announcements included, makes a bid of big points.

    Rulebook, section 9; :func:`analyzer.games.cruce.kernels.score.score_round` pays by the same.
    """
    return points >= codes.BIG_POINT * bid


@dataclass(frozen=True)
class Played:
    """Outcomes of contracts, int64 [D, OUTCOME]; places as in ``kernels.outcome``."""

    outcomes: Ints

    def _by_side(self, start: int) -> Ints:
        return self.outcomes[:, start : start + codes.SEATS]

    @property
    def points(self) -> Ints:
        """Card points with announcements, by side: int64 [D, 4]."""
        return self._by_side(places.POINTS)

    @property
    def deltas(self) -> Ints:
        """Big points gained or lost, by side: int64 [D, 4]."""
        return self._by_side(places.DELTAS)

    @property
    def won(self) -> Ints:
        """Tricks, by side: int64 [D, 4]."""
        return self._by_side(places.WON)

    @property
    def announced(self) -> Ints:
        """Announcement points, by side: int64 [D, 4]."""
        return self._by_side(places.ANNOUNCED)

    def scored_as(self, contracts: Ints | int, packed: Ints) -> Played:
        """The same rounds as if their contracts had been others (a number, or int64 [D])."""
        outcomes = self.outcomes.copy()
        outcomes[:, places.CONTRACT] = contracts
        score_again(outcomes, packed)
        return Played(outcomes)


@dataclass(frozen=True)
class Dealt:
    """Deals ``first`` to ``first + D - 1`` of a seed.

    ``hands``, ``packets`` uint64 [D, 4]: whole hands and what was dealt before the auction;
    ``drawn`` uint64 [D, 12]: second packets card by card, seat after seat, or the stock at the
    end; ``doubled`` int64 [D]: whether a layout that calls a double round was passed over.
    """

    seed: int
    numbers: Ints
    hands: Words
    packets: Words
    drawn: Words
    doubled: Ints

    def __len__(self) -> int:
        return len(self.numbers)

    def take(self, rows: Ints) -> Dealt:
        """Some of the deals."""
        return Dealt(
            self.seed,
            self.numbers[rows],
            self.hands[rows],
            self.packets[rows],
            self.drawn[rows],
            self.doubled[rows],
        )

    def play(
        self,
        asks: Ints,
        level: int | Sequence[int],
        packed: Ints,
        opening: np.uint64 = ZERO,
        records: Words | None = None,
    ) -> Played:
        """Play contracts, at stake 1 but for *pe carte*, and score them.

        ``asks`` int64 [D or 1, 4] rows of :func:`analyzer.games.cruce.rounds.contract`;
        ``level`` of all seats, or of each; ``opening`` the card led first, or none; ``records``
        uint64 [D, 24, TRACE] gets every card played (*modified in place*).
        """
        n = len(self)
        levels = np.empty((1, codes.SEATS), np.int64)
        levels[0] = level
        shown = np.zeros(n, np.uint64)
        outcomes = np.zeros((n, places.OUTCOME), np.int64)
        results = np.zeros((n, 3, codes.SEATS), np.int64)
        traces = np.zeros((1, codes.SIZE, TRACE), np.uint64) if records is None else records
        seed = np.uint64(self.seed)
        set_contracts(
            seed, PURPOSE_DEAL, self.numbers, asks, packed, levels, self.hands, self.packets,
            self.drawn, shown, outcomes,
        )  # fmt: skip
        play_hands(
            seed, PURPOSE_DEAL, self.numbers, self.hands, self.drawn, shown, opening, packed,
            levels, outcomes, results, traces,
        )  # fmt: skip
        score_rounds(results, packed, outcomes)
        return Played(outcomes)


def seat_layouts(
    rules: CruceRules,
    known: Mapping[int, int] | None = None,
    barred: Mapping[int, Sequence[int]] | None = None,
) -> Layouts:
    """Layouts with a place for each seat's whole hand, and one for the stock.

    ``known`` card number -> seat; ``barred`` card number -> seats where it does not lie.
    """
    needs = [rules.hand_size] * rules.players + [rules.stock_size]
    return Layouts.build(codes.SIZE, needs, known, barred)


def deal_known(
    packed: Ints,
    layouts: Layouts,
    n: int,
    seed: int,
    first: int = 0,
    seat: int = -1,
    packet: int = 0,
) -> Dealt:
    """Deals that fit what a seat knows and in which nobody calls a double round.

    ``packet`` is the first packet of ``seat`` as a card set, where the seat knows that only.
    """
    dealt = Dealt(
        seed,
        np.arange(first, first + n),
        np.empty((n, codes.SEATS), np.uint64),
        np.empty((n, codes.SEATS), np.uint64),
        np.empty((n, SECOND), np.uint64),
        np.empty(n, np.int64),
    )
    deal_seen(
        np.uint64(seed), PURPOSE_DEAL, first, layouts.plan, seat, np.uint64(packet), packed,
        dealt.hands, dealt.packets, dealt.drawn, dealt.doubled,
    )  # fmt: skip
    return dealt


def deal_random(rules: CruceRules, n: int, seed: int, packed: Ints | None = None) -> Dealt:
    """Random deals, in which nobody calls a double round."""
    read = codes.kernel_rules(rules) if packed is None else packed
    return deal_known(read, seat_layouts(rules), n, seed)
