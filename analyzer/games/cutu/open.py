"""Double-dummy values of Cuțu: the search with the game's seats, sides and duties."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cutu.duties import CARDS, NO_TRUMP, SEATS
from analyzer.kernels.search import reach_batch, solve_batch
from analyzer.kernels.search_arena import new_arena
from analyzer.kernels.search_lines import best_line, values_batch

ORDER = np.arange(SEATS, dtype=np.int64)
SIDES = np.int64(0b0101)
"""Seats 0 and 2 play against 1 and 3."""
_NO_CARDS = 3
_MASKS = np.array([0, *(0xFFFF << 16 * suit for suit in range(4))], np.uint64)
_BITS = 64


class OpenSolver:
    """The search with scratch memory of its own; one for each thread.

    Arguments of all methods: ``hands`` uint64 [n, 4] card sets by seat; ``leader`` the seat
    that leads, or led the cards of ``played`` (bit indices, at most three); ``strain`` the
    trump suit or -1; ``duties`` bits of :mod:`analyzer.kernels.trick`.
    """

    def __init__(self) -> None:
        self.arena = new_arena()

    def declarer_tricks(
        self,
        hands: NDArray[np.uint64],
        declarer: int,
        leader: int,
        strains: NDArray[np.int64],
        duties: int,
        tricks: NDArray[np.int64],
    ) -> None:
        """Tricks of the declarer's side of whole deals in each strain.

        ``strains`` int64 [n or 1, S]; ``tricks`` int64 [n, S] is filled.
        """
        n = len(hands)
        ours = (declarer - leader) % 2 == 0
        for s in range(strains.shape[1]):
            masks = _MASKS[np.broadcast_to(strains[:, s], n) - NO_TRUMP]
            # Deals with the same trump one after the other share what was proved.
            order = np.argsort(masks, kind="stable")
            found = self._solve(hands[order], leader, masks[order], duties, ())
            tricks[order, s] = found if ours else CARDS - found

    def solve(
        self,
        hands: NDArray[np.uint64],
        leader: int,
        strain: int,
        duties: int,
        played: tuple[int, ...] = (),
    ) -> NDArray[np.int64]:
        """Tricks of the leader's side, int64 [n]; -1 where the hands do not fit the trick."""
        masks = np.full(len(hands), _MASKS[strain - NO_TRUMP])
        return self._solve(hands, leader, masks, duties, played)

    def reaches(
        self,
        hands: NDArray[np.uint64],
        leader: int,
        strain: int,
        duties: int,
        played: tuple[int, ...],
        tricks: int,
    ) -> NDArray[np.int64]:
        """1 where the leader's side takes ``tricks`` or more, else 0; -1 as for :meth:`solve`."""
        n = len(hands)
        out = np.empty(n, np.int64)
        reach_batch(
            self.arena,
            hands,
            ORDER,
            SIDES,
            np.full(n, _MASKS[strain - NO_TRUMP]),
            np.full(n, leader, np.int64),
            duties,
            _played(n, played),
            np.full(n, tricks, np.int64),
            out,
        )
        return out

    def card_values(
        self,
        hands: NDArray[np.uint64],
        leader: int,
        strain: int,
        duties: int,
        played: tuple[int, ...] = (),
    ) -> NDArray[np.int64]:
        """Tricks of the leader's side after each card that may be played next.

        int64 [n, 64] by bit index of the card; -1 for cards that may not be played.
        """
        n = len(hands)
        out = np.empty((n, _BITS), np.int64)
        values_batch(
            self.arena,
            hands,
            ORDER,
            SIDES,
            np.full(n, _MASKS[strain - NO_TRUMP]),
            np.full(n, leader, np.int64),
            duties,
            _played(n, played),
            out,
        )
        return out

    def line(
        self,
        hands: NDArray[np.uint64],
        leader: int,
        strain: int,
        duties: int,
        played: tuple[int, ...] = (),
    ) -> list[int]:
        """Bit indices of the cards of one line of best play of one deal, ``hands`` uint64 [4]."""
        out = np.empty(CARDS * SEATS, np.int64)
        count = best_line(
            self.arena,
            hands,
            ORDER,
            SIDES,
            _MASKS[strain - NO_TRUMP],
            leader,
            duties,
            _played(1, played)[0],
            out,
        )
        return [int(card) for card in out[:count]]

    def _solve(
        self,
        hands: NDArray[np.uint64],
        leader: int,
        masks: NDArray[np.uint64],
        duties: int,
        played: tuple[int, ...],
    ) -> NDArray[np.int64]:
        n = len(hands)
        out = np.empty(n, np.int64)
        leaders = np.full(n, leader, np.int64)
        solve_batch(
            self.arena, hands, ORDER, SIDES, masks, leaders, duties, _played(n, played), out
        )
        return out


def _played(n: int, cards: tuple[int, ...]) -> NDArray[np.uint64]:
    played = np.zeros((n, _NO_CARDS), np.uint64)
    for i, card in enumerate(cards):
        played[:, i] = np.uint64(1) << np.uint64(card)
    return played
