"""Whole rounds of Cruce, from the shuffle to the score, and matches to their end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cruce import codes
from analyzer.games.cruce.bidding import BiddingModel, level_tables
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels import rounds as kernels
from analyzer.games.cruce.kernels.cards import SECOND
from analyzer.games.cruce.kernels.score import find_winners
from analyzer.games.cruce.kernels.table import TRACE
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels.bits import ZERO
from analyzer.kernels.layouts import Layouts, Plan
from analyzer.kernels.philox import PURPOSE_DEAL, PURPOSE_MATCH, below, new_stream, open_stream

CALLS = 64
"""Calls of an auction that are kept."""
ROUND_LIMIT = 1 << 10
"""Rounds after which a match is given up without a winner."""
MATCH_DEALS = 1 << 10
"""Purpose of the deals of matches, far from those of single rounds."""
AUCTION = (0, kernels.AUCTION, 0, kernels.CHOSEN)
"""Declarer, contract, mode, trump: all from the auction and the declarer's choice."""

NO_MODEL = np.zeros((1, 1, 1, 1, 1))
"""Where there is no auction to hold."""

Ints = NDArray[np.int64]


def layouts(players: int, known: dict[int, int] | None = None) -> Layouts:
    """Layouts of the pack: a place for each first packet, and twelve for single cards.

    Parameters
    ----------
    players
        4, 3 or 2.
    known
        Card number -> place; places are explained in :mod:`analyzer.games.cruce.kernels.cards`.
    """
    return Layouts.build(codes.SIZE, [SECOND // players] * players + [1] * SECOND, known)


def contract(
    declarer: int, bid: int, *, card: int = 0, trump: int | None = None
) -> tuple[int, int, int, int]:
    """What is to be played without an auction.

    Parameters
    ----------
    declarer
        Seat, 0-based.
    bid
        Big points, 0 to 6.
    card
        k for *pe carte* on the k-th card of the declarer's second packet; 0 for none.
    trump
        Suit 0 to 3; without it the declarer chooses as the house rules say.
    """
    return declarer, bid, card, kernels.CHOSEN if trump is None else trump


class Workspace:
    """Arrays of one thread, reused from batch to batch and grown when needed."""

    def __init__(self) -> None:
        self.calls = np.zeros((1, CALLS), np.int64)
        self.traces = np.zeros((1, codes.SIZE, TRACE), np.uint64)
        self._make(0)

    def _make(self, count: int) -> None:
        self.hands = np.zeros((count, codes.SEATS), np.uint64)
        self.drawn = np.zeros((count, SECOND), np.uint64)
        self.shown = np.zeros(count, np.uint64)
        self.results = np.zeros((count, 3, codes.SEATS), np.int64)

    def fit(self, count: int) -> None:
        """Room for ``count`` rounds."""
        if count > len(self.hands):
            self._make(count)

    def keep_records(self, count: int, calls: int = CALLS) -> None:
        """Keep the calls and the plays of each of ``count`` rounds, for tests and examples."""
        self.calls = np.zeros((count, calls), np.int64)
        self.traces = np.zeros((count, codes.SIZE, TRACE), np.uint64)


@dataclass(frozen=True)
class Table:
    """House rules and what is known of the deal, ready for the kernels.

    Parameters
    ----------
    rules
        House rules.
    known
        Card number -> place of the first deal of every round, for a hand that is given.
    bidding
        How players call in auctions; the model for these rules when not given.
    """

    rules: CruceRules
    known: dict[int, int] | None = None
    bidding: BiddingModel | None = None

    @cached_property
    def packed(self) -> Ints:
        """House rules as the kernels read them."""
        return codes.kernel_rules(self.rules)

    @cached_property
    def plans(self) -> tuple[Plan, Plan]:
        """How the first deal of a round is dealt, and how those after it."""
        fresh = layouts(self.rules.players)
        plan = layouts(self.rules.players, self.known) if self.known else fresh
        return plan.plan, fresh.plan

    def _models(self, levels: Ints) -> NDArray[np.float64]:
        """What calls are worth to the levels that sit at the table, by code."""
        if self.bidding is not None:
            return np.stack([self.bidding.table] * codes.WILD)
        here = np.unique(levels[:, : self.rules.players] & codes.LEVEL_MASK).tolist()
        return level_tables(self.rules, tuple(level for level in here if level != codes.WILD))

    def play(
        self,
        seed: int,
        numbers: Ints,
        asks: Ints,
        levels: Ints,
        workspace: Workspace,
        purpose: int = PURPOSE_DEAL,
    ) -> Ints:
        """Play rounds to the score.

        Parameters
        ----------
        seed
            0 to 2**64 - 1.
        numbers
            int64 [D], the deals' numbers.
        asks
            int64 [D or 1, 4], rows of :func:`contract` or :data:`AUCTION`.
        levels
            int64 [D or 1, 4], levels of ``codes`` by seat.
        workspace
            Of this thread.
        purpose
            Of the deals' streams; those of bids and plays follow from it.

        Returns
        -------
        ndarray
            int64 [D, OUTCOME], places as in :mod:`analyzer.games.cruce.kernels.outcome`.
        """
        outcomes = self.deal(seed, numbers, asks, levels, workspace, purpose)
        count = len(numbers)
        hands, drawn = workspace.hands[:count], workspace.drawn[:count]
        shown, results = workspace.shown[:count], workspace.results[:count]
        kernels.play_hands(
            np.uint64(seed), purpose, numbers, hands, drawn, shown, ZERO, self.packed, levels,
            outcomes, results, workspace.traces,
        )  # fmt: skip
        kernels.score_rounds(results, self.packed, outcomes)
        return outcomes

    def deal(
        self,
        seed: int,
        numbers: Ints,
        asks: Ints,
        levels: Ints,
        workspace: Workspace,
        purpose: int = PURPOSE_DEAL,
    ) -> Ints:
        """Deal and bid only: outcomes up to the stake; the workspace holds the hands."""
        plan, fresh = self.plans
        model = NO_MODEL
        if np.any(asks[:, 1] == kernels.AUCTION):
            model = self._models(levels)
        count = len(numbers)
        workspace.fit(count)
        outcomes = np.zeros((count, places.OUTCOME), np.int64)
        kernels.deal_rounds(
            np.uint64(seed), purpose, numbers, plan, fresh, asks, self.packed, levels, model,
            workspace.hands[:count], workspace.drawn[:count], workspace.shown[:count],
            outcomes, workspace.calls,
        )  # fmt: skip
        return outcomes


@dataclass(frozen=True)
class Matches:
    """Results of matches.

    ``totals`` int64 [M, 4] big points by side; ``rounds`` int64 [M]; ``winners`` int64 [M] the
    side that won, or -1 for a match given up after :data:`ROUND_LIMIT` rounds; ``ahead`` int64
    [M] the side first at half of the target, or -1; ``speakers`` int64 [M] the player who
    spoke first in the first round.
    """

    totals: Ints
    rounds: Ints
    winners: Ints
    ahead: Ints
    speakers: Ints


def play_matches(
    rules: CruceRules,
    n: int,
    seed: int,
    levels: Ints,
    first: int = 0,
    limit: int = ROUND_LIMIT,
    start: tuple[int, ...] = (),
    dealer: int | None = None,
) -> Matches:
    """Play matches ``first`` to ``first + n - 1`` of a seed, from a random dealer to their end.

    Parameters
    ----------
    rules, n, seed, first
        House rules and which matches; match ``m`` is the same in any batch.
    levels
        int64 [4], level of each player; player 0 belongs to side 0.
    limit
        Rounds after which a match is given up.
    start, dealer
        Totals to go on from, by side, and the player who deals then; a new match otherwise.

    Notes
    -----
    Player ``p`` sits at seat ``(p - dealer - 1) mod players``; the deal moves on by one player
    after each scored round (rulebook, section 3).  With four players the sides of a round are
    the teams, whose numbers swap when the dealer is even.
    """
    players, sides = rules.players, rules.sides
    table, workspace = Table(rules), Workspace()
    dealers = np.array([_first_dealer(seed, first + m, players) for m in range(n)], np.int64)
    if dealer is not None:
        dealers[:] = dealer
    none = np.full(n, -1, np.int64)
    matches = Matches(
        np.zeros((n, codes.SEATS), np.int64),
        np.zeros(n, np.int64),
        none.copy(),
        none.copy(),
        (dealers + 1 + rules.first_seat) % players,
    )
    matches.totals[:, : len(start)] = start
    asks, seats = np.array([AUCTION], np.int64), np.arange(codes.SEATS)
    going = np.arange(n)
    for r in range(limit):
        if not len(going):
            break
        first_player = (dealers[going] + 1 + r) % players
        seated = levels[(first_player[:, None] + seats) % players]
        numbers = (first + going) * ROUND_LIMIT + r
        outcomes = table.play(seed, numbers, asks, seated, workspace, MATCH_DEALS)
        for side in range(sides):
            place = (first_player + side) % sides
            matches.totals[going, place] += outcomes[:, places.DELTAS + side]
        matches.rounds[going] += 1
        totals = matches.totals[going, :sides]
        half = (2 * totals.max(axis=1) >= rules.target) & (matches.ahead[going] < 0)
        matches.ahead[going[half]] = totals[half].argmax(axis=1)
        won = np.full(len(going), -1, np.int64)
        find_winners(matches.totals[going], table.packed, won)
        matches.winners[going] = won
        going = going[won < 0]
    return matches


def _first_dealer(seed: int, match: int, players: int) -> int:
    stream = new_stream()
    open_stream(stream, np.uint64(seed), PURPOSE_MATCH, match)
    return int(below(stream, players))
