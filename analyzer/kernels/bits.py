"""Operations on card sets: one card is one bit of a ``uint64``, ``16 * suit + rank``.

All masks and shifts stay ``uint64`` with typed constants: numba turns ``uint64`` mixed
with ``int64`` into ``int64``, NumPy into ``float64``.  Every function works compiled and,
with ``NUMBA_DISABLE_JIT=1``, as plain Python.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic, overload

from analyzer.kernels.jit import kernel

SUIT_SHIFT = 16
RANK_MASK = np.uint64(0xFFFF)
ZERO = np.uint64(0)
ONE = np.uint64(1)
NO_CARD = 255
"""Sentinel where a card number or an owner is expected: none, or out of play."""


def popcount(cards):
    """Number of cards in the set (0 to 64), ``int64``."""
    return int(cards).bit_count()


def lowest(cards):
    """Bit index of the lowest card of a non-empty set, ``int64``; 64 for the empty set."""
    cards = int(cards)
    return (cards & -cards).bit_length() - 1 if cards else 64


def highest(cards):
    """Bit index of the highest card of a non-empty set, ``int64``; -1 for the empty set."""
    return int(cards).bit_length() - 1


def _unary(name: str, emit) -> Any:
    def declare(typingctx, cards):
        def codegen(context, builder, signature: Signature, args):
            return emit(builder, args[0])

        return types.int64(types.uint64), codegen

    declare.__name__ = name
    return intrinsic(declare)


_ctpop = _unary("_ctpop", lambda builder, value: builder.ctpop(value))
_cttz = _unary("_cttz", lambda builder, value: builder.cttz(value, ir.Constant(ir.IntType(1), 0)))
_ctlz = _unary("_ctlz", lambda builder, value: builder.ctlz(value, ir.Constant(ir.IntType(1), 0)))


@overload(popcount, inline="always")
def _popcount(cards):
    return lambda cards: _ctpop(np.uint64(cards))


@overload(lowest, inline="always")
def _lowest(cards):
    return lambda cards: _cttz(np.uint64(cards))


@overload(highest, inline="always")
def _highest(cards):
    return lambda cards: np.int64(63) - _ctlz(np.uint64(cards))


@kernel
def card_bit(index):
    """The set of the one card with bit index ``16 * suit + rank``."""
    return ONE << np.uint64(index)


@kernel
def suit_cards(cards, suit):
    """The ranks (16 bits) of the cards of ``suit`` in the set."""
    return (cards >> np.uint64(SUIT_SHIFT * suit)) & RANK_MASK


@kernel
def suit_mask(suit):
    """All sixteen places of ``suit``."""
    return RANK_MASK << np.uint64(SUIT_SHIFT * suit)


@kernel
def lowest_bit(cards):
    """The set of the lowest card; empty for the empty set."""
    return cards & (~cards + ONE)


@kernel
def highest_bit(cards):
    """The set of the highest card; empty for the empty set."""
    return ZERO if cards == ZERO else ONE << np.uint64(highest(cards))
