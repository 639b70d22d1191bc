"""What is known about a deal, turned into the arrays that the dealing kernels take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.kernels import deal
from analyzer.kernels.bits import NO_CARD
from analyzer.kernels.philox import PURPOSE_DEAL

Plan = tuple[
    NDArray[np.uint8],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.float64],
]


@dataclass(frozen=True)
class Layouts:
    """All layouts of a pack that are consistent with what is known.

    Parameters
    ----------
    size
        Cards in the pack; cards are numbered ``suit * ranks + rank``.
    needs
        How many cards each place gets in all, known ones included.  What the places do not
        need is out of play and must be named in ``known`` with the owner 255.
    known
        Card number -> place (or 255, out of play).
    barred
        Card number -> places where the card does not lie (a seat that showed a void, say).

    Raises
    ------
    QuestionError
        When no layout fits, or the numbers of cards do not add up.
    """

    size: int
    needs: tuple[int, ...]
    known: Mapping[int, int]
    barred: Mapping[int, Sequence[int]]

    @classmethod
    def build(
        cls,
        size: int,
        needs: Sequence[int],
        known: Mapping[int, int] | None = None,
        barred: Mapping[int, Sequence[int]] | None = None,
    ) -> Layouts:
        """Check what is known and make a :class:`Layouts`; parameters as there."""
        layouts = cls(size, tuple(needs), dict(known or {}), dict(barred or {}))
        layouts.plan  # noqa: B018  (raises when nothing fits)
        return layouts

    @cached_property
    def _open_needs(self) -> list[int]:
        left = list(self.needs)
        for place in self.known.values():
            if place != NO_CARD:
                left[place] -= 1
        if min(left) < 0:
            raise QuestionError("more cards are known to lie in one place than it can hold")
        if sum(left) != self.size - len(self.known):
            raise QuestionError(
                f"{self.size - len(self.known)} cards are unknown but {sum(left)} are needed"
            )
        return left

    @cached_property
    def plan(self) -> Plan:
        """Arrays for the kernels: fixed owners [K], unknown cards [U] (barred ones first),

        allowed places of the barred cards as bits [B], needs [P], strides [P] and ways
        [B + 1, states]: the number of layouts left when the first cards have been placed
        and the needs are those of the state.
        """
        fixed = np.full(self.size, NO_CARD, np.uint8)
        for card, place in self.known.items():
            fixed[card] = place
        everywhere = (1 << len(self.needs)) - 1
        allowed = {
            card: everywhere & ~sum(1 << place for place in set(places))
            for card, places in self.barred.items()
            if card not in self.known
        }
        for card, place in self.known.items():
            if place in self.barred.get(card, ()):
                raise QuestionError("a card is said to lie in a place and not to lie there")
        narrow = sorted(
            (card for card, mask in allowed.items() if mask != everywhere),
            key=lambda card: (allowed[card].bit_count(), allowed[card], card),
        )
        rest = [c for c in range(self.size) if c not in self.known and c not in set(narrow)]
        needs = np.array(self._open_needs, np.int64)
        strides, ways = _count_ways(self._open_needs, [allowed[c] for c in narrow], len(rest))
        start = int((needs * strides).sum())
        if ways[0, start] == 0:
            raise QuestionError("no layout of the cards is consistent with what is known")
        return (
            fixed,
            np.array(narrow + rest, np.int64),
            np.array([allowed[c] for c in narrow], np.int64),
            needs,
            strides,
            ways,
        )

    @property
    def count(self) -> float:
        """Number of layouts (exact below 2**53)."""
        _, _, _, needs, strides, ways = self.plan
        return float(ways[0, int((needs * strides).sum())])

    def deal(
        self, n: int, seed: int, first: int = 0, purpose: int = PURPOSE_DEAL
    ) -> NDArray[np.uint8]:
        """Deals ``first`` to ``first + n - 1`` of ``seed``: owners, uint8 [n, K]."""
        owners = np.empty((n, self.size), np.uint8)
        deal.deal_batch(np.uint64(seed), purpose, first, self.plan, owners)
        return owners


def _count_ways(
    needs: list[int], allowed: list[int], free: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Strides [P] of the states and the number of completions [B + 1, states]."""
    shape = [need + 1 for need in needs]
    strides = np.array([int(np.prod(shape[p + 1 :])) for p in range(len(shape))], np.int64)
    states = int(np.prod(shape)) if allowed else 1
    if not allowed:
        return np.zeros(len(needs), np.int64), np.array([[float(_multinomial(needs))]])
    ways = np.zeros((len(allowed) + 1, states))
    for state, left in enumerate(np.ndindex(*shape)):
        if sum(left) == free:
            ways[len(allowed), state] = float(_multinomial(left))
    places = np.indices(shape).reshape(len(needs), states)
    for i in range(len(allowed) - 1, -1, -1):
        for p in range(len(needs)):
            if allowed[i] >> p & 1:
                fits = np.flatnonzero(places[p] > 0)
                ways[i, fits] += ways[i + 1, fits - strides[p]]
    return strides, ways


def _multinomial(needs: Sequence[int]) -> int:
    total, ways = 0, 1
    for need in needs:
        total += need
        ways *= comb(total, need)
    return ways
