"""Whole deals of Cuțu as they are bid and played, with a level of play for every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cutu.bidding import BiddingModel, bidding_model, seated
from analyzer.games.cutu.duties import SEATS
from analyzer.games.cutu.kernels.auction import FREE_NT
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import DECLARERS, DEFENDERS, FIRST_BID, score_table
from analyzer.games.cutu.thinking import Contracts, think_hands
from analyzer.games.levels import named_level

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Rounds:
    """Results of ``n`` deals, int64 [n] each.

    ``declarers`` (-1 where all passed), ``bids`` (0 where all passed), ``strains`` (-1 no trump),
    ``tricks`` of the declarers' side, and ``points`` int64 [n, 2] of the sides of seats 0 and 1.
    """

    declarers: Ints
    bids: Ints
    strains: Ints
    tricks: Ints
    points: Ints


@lru_cache(maxsize=64)
def seats_model(rules: CutuRules, levels: tuple[str, ...]) -> BiddingModel:
    """The model by which seats of these levels call, each as its own level has it."""
    return seated([bidding_model(rules, level) for level in levels])


def points_of(rules: CutuRules) -> Ints:
    """Points int64 [2 kinds, 5 bids, 9 tricks, 2: declarers, defenders]; kind 1 is no trump."""
    return np.stack([score_table(rules, no_trump) for no_trump in (False, True)])


def play_rounds(
    rules: CutuRules,
    seed: int,
    first: int,
    hands: NDArray[np.uint64],
    plays: Sequence[str],
    arena: NDArray[np.uint64],
    rows: Ints | None = None,
    log: Ints | None = None,
    calls: Ints | None = None,
) -> Rounds:
    """Bid and play deals ``first`` to ``first + n - 1`` of ``seed``, hands uint64 [n, 4].

    ``plays`` names a level by seat, ``arena`` is a thread's scratch memory.  Deals that are not
    among ``rows`` (default: all) count as passed.  ``log`` int64 [n, k] and ``calls`` int64 [n, 4]
    are filled when given: bit indices of the cards played, and calls by index (-1 not asked).
    """
    n = len(hands)
    model = seats_model(rules, tuple(named_level(play) for play in plays))
    strains, bins = model.offers(hands)
    made = np.empty((n, SEATS), np.int64) if calls is None else calls
    holders, called, offers = model.whole_auctions(seed, first, bins, made).T
    bid = np.flatnonzero(holders >= 0)
    if rows is not None:
        bid = np.intersect1d(bid, rows)
    declarers, trumps = np.full(n, -1), np.full(n, -1)
    bids, tricks = np.zeros(n, np.int64), np.zeros(n, np.int64)
    points = np.zeros((n, 2), np.int64)
    if len(bid) == 0:
        return Rounds(declarers, bids, trumps, tricks, points)
    who, kinds = holders[bid], (offers[bid] == FREE_NT).astype(int)
    paid = points_of(rules)[kinds, called[bid] - 1]
    contracts = Contracts(
        who,
        strains[bid, who, offers[bid]],
        called[bid] - 1 + FIRST_BID,
        made[bid],
        (paid[..., DECLARERS] - paid[..., DEFENDERS]).astype(np.float64),
    )
    cards = np.empty((len(bid), 0 if log is None else log.shape[1]), np.int64)
    found = think_hands(rules, seed, first + bid, hands[bid], contracts, plays, arena, cards)
    if log is not None:
        log[bid] = cards
    declarers[bid], bids[bid], tricks[bid] = who, contracts.bids, found
    trumps[bid] = contracts.strains
    won = paid[np.arange(len(bid)), found]
    side = who % 2
    points[bid, side] = won[:, DECLARERS]
    points[bid, 1 - side] = won[:, DEFENDERS]
    return Rounds(declarers, bids, trumps, tricks, points)
