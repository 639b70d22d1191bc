"""Deals of Cuțu with experts at the table, in batches; the compiled work is in ``kernels``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cutu.bidding import HEAT, NOISE, BiddingModel, bidding_model
from analyzer.games.cutu.duties import SEATS, duties, first_leader
from analyzer.games.cutu.kernels.play import RANDOM, SIMPLE
from analyzer.games.cutu.kernels.thinking import EXPERT, think_batch
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.simple import simple_weights
from analyzer.games.levels import layouts_of, named_level

LAYOUTS = 24
"""Layouts a decision of the level expert: about 10 ms a deal on one core."""
LEVELS = {"random": RANDOM, "simple": SIMPLE, "expert": EXPERT}
"""Levels of play that play card by card, as the kernels know them."""
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Contracts:
    """Contracts of deals, one each; ``n`` deals.

    ``declarers``, ``strains`` (-1 no trump) and ``bids`` (4 to 8) int64 [n]; ``calls`` int64
    [n, 4] by index, as far as they are known, else -1; ``worths`` float64 [n, 9]: what the deal
    is worth to the declarer's side by its tricks; ``leaders`` int64 [n] of the first trick, where
    the house rules do not tell.
    """

    declarers: Ints
    strains: Ints
    bids: Ints
    calls: Ints
    worths: NDArray[np.float64]
    leaders: Ints | None = None


def think_hands(
    rules: CutuRules,
    seed: int,
    deals: Ints,
    hands: NDArray[np.uint64],
    contracts: Contracts,
    plays: Sequence[str],
    arena: NDArray[np.uint64],
    log: Ints | None = None,
    model: BiddingModel | None = None,
) -> Ints:
    """Tricks of the declarers' side, int64 [n], when each seat plays at the level named for it.

    Parameters
    ----------
    seed, deals
        Name the random choices, int64 [n] deal numbers: with the contract and what was played
        before they decide everything, so batches may be split at will.
    hands
        uint64 [n, 4].
    plays
        A level by seat: ``random``, ``simple``, ``expert`` or ``expert:N``.
    arena
        Scratch memory of :func:`analyzer.kernels.search_arena.new_arena`, one for each thread.
    log
        int64 [n, k], *modified in place* when given: bit indices of the first k cards played.
    model
        By what experts understand calls: the bidding model of their level when not given.
    """
    model = model or bidding_model(rules, "expert")
    who, leaders = contracts.declarers, contracts.leaders
    if leaders is None:
        leaders = np.array([first_leader(rules, seat) for seat in range(SEATS)])[who]
    packed = np.stack([who, leaders, contracts.strains, contracts.bids - 4], axis=1)
    tricks = np.empty(len(hands), np.int64)
    think_batch(
        np.uint64(seed),
        deals,
        hands,
        packed,
        contracts.calls,
        contracts.worths,
        model.table,
        model.promise,
        model.strength,
        model.first,
        HEAT,
        NOISE,
        int(model.forced_four),
        duties(rules),
        np.array([LEVELS[named_level(play)] for play in plays]),
        np.array([layouts_of(play, LAYOUTS) for play in plays]),
        simple_weights(),
        arena,
        tricks,
        np.empty((len(hands), 0), np.int64) if log is None else log,
    )
    return tricks
