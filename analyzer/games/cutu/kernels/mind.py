"""What the expert of Cuțu keeps in memory: tuples of arrays, one set for each thread."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from analyzer.games.cutu.kernels.auction import OFFERS
from analyzer.games.cutu.kernels.simple import WORK
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import new_stream
from analyzer.players.sampling import new_sampling
from analyzer.players.view import TABLE

SEAT, PLACE, LEADER, WINNER, DECLARER, STRAIN, DUTIES, FORCED, TRICKS, PLAYED = range(10)
"""Places of a *spot*, int64 [SPOT]: who is to play, in place PLACE of the trick that LEADER led
and WINNER wins so far; the contract's declarer, strain and duties; whether a bid of 4 has its
best colour; tricks of the declarer's side so far, cards played so far."""
SPOT = 10
MOST = 8
"""Cards among which a player may have to choose."""
_STATES = 81


class Faith(NamedTuple):
    """How calls are understood (:mod:`.evidence`).

    ``belief`` float64 [4, BELIEF]; ``promise`` float64 [2, BINS, 5] and ``strength`` int64 of the
    bidding model.
    """

    belief: Any
    promise: Any
    strength: Any


class Seen(NamedTuple):
    """What the table has seen.

    ``table`` uint64 [TABLE] of :mod:`analyzer.players.view`; ``shown`` uint64 [4], the cards
    that each seat has played; ``cards`` uint64 [32] and ``seats`` int64 [32] in the order played.
    """

    table: Any
    shown: Any
    cards: Any
    seats: Any


class Mind(NamedTuple):
    """Scratch memory of a decision; ``N`` layouts.

    ``layouts`` uint64 [N, 4] hands; ``chances`` float64 [N] their weights; ``values`` float64
    [MOST, N] what each candidate is worth in each; ``cards`` uint64 [MOST] the candidates.
    ``weights`` are those of `simple`, ``arena`` that of the double-dummy search.
    """

    stream: Any
    sampling: Any
    layouts: Any
    chances: Any
    values: Any
    cards: Any
    table: Any
    hands: Any
    needs: Any
    order: Any
    tricks: Any
    played: Any
    trumps: Any
    leaders: Any
    cells: Any
    strains: Any
    bins: Any
    end_hands: Any
    end_tricks: Any
    no_cards: Any
    work: Any
    weights: Any
    arena: Any


@kernel
def new_mind(layouts, weights, arena):
    """Memory for up to that many layouts a decision."""
    return Mind(
        new_stream(),
        new_sampling(_STATES),
        np.zeros((layouts, 4), np.uint64),
        np.zeros(layouts, np.float64),
        np.zeros((MOST, layouts), np.float64),
        np.zeros(MOST, np.uint64),
        np.zeros(TABLE, np.uint64),
        np.zeros(4, np.uint64),
        np.zeros(4, np.int64),
        np.arange(4),
        np.zeros((layouts, 64), np.int64),
        np.zeros((layouts, 3), np.uint64),
        np.zeros(layouts, np.uint64),
        np.zeros(layouts, np.int64),
        np.zeros(4, np.int64),
        np.zeros(OFFERS, np.int64),
        np.zeros(OFFERS, np.int64),
        np.zeros((1, 4), np.uint64),
        np.zeros(1, np.int64),
        np.zeros((1, 3), np.uint64),
        np.zeros(WORK, np.float64),
        weights,
        arena,
    )


@kernel
def new_seen():
    """Memory for what the table sees."""
    return Seen(
        np.zeros(TABLE, np.uint64),
        np.zeros(4, np.uint64),
        np.zeros(32, np.uint64),
        np.zeros(32, np.int64),
    )
