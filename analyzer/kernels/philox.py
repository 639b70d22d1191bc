"""Counter-based random numbers: Philox4x64-10 (Salmon et al., SC 2011, "As easy as 1, 2, 3").

The stream of a deal is a pure function of (seed, deal number, purpose): the key is
(seed, purpose), the counter (block, deal, 0, 0).  Nothing is carried from deal to deal, so
batches, threads and workers cannot matter, and streams cannot overlap.

A stream is a ``uint64`` array of :data:`STATE` words that a kernel allocates once
(:func:`new_stream`) and rewinds for every deal (:func:`open_stream`).  ``numpy.random.Philox``
with the same key gives the same words: NumPy steps its counter before each block, so block
``b`` here is the first block of a NumPy generator whose counter is ``(b, deal, 0, 0)`` minus
one.  A seed and a deal number name at most 2**128 deals, fewer than the 52! orders of a
52-card pack; that is irrelevant for estimates.

Random play needs many small choices and no proof of independence beyond its key: it uses
SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) started from a word of the deal's own Philox
stream (:func:`open_fast`).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from analyzer.kernels.jit import kernel

PURPOSE_DEAL = 0
"""Layout of the cards."""
PURPOSE_PLAY = 16
"""Random choices in play; ``PURPOSE_PLAY + seat`` where seats need streams of their own."""
PURPOSE_INNER = 64
"""Layouts that a player imagines inside a decision."""
PURPOSE_MATCH = 96
"""What is drawn once a match or a hand outside the pack: first dealer, exchange direction."""
PURPOSE_BOOTSTRAP = 128
"""Resampling of results."""

STATE = 9
"""Words of a stream: seed, purpose, deal, next block, a buffer of four, words used of it."""

_M0 = np.uint64(0xD2E7470EE14C6C93)
_M1 = np.uint64(0xCA5A826395121157)
_W0 = np.uint64(0x9E3779B97F4A7C15)
_W1 = np.uint64(0xBB67AE8584CAA73B)
_MIX0 = np.uint64(0xBF58476D1CE4E5B9)
_MIX1 = np.uint64(0x94D049BB133111EB)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_FOUR = np.uint64(4)
_ROUNDS = 10
_LIMIT = np.uint64(1 << 60)


def high_word(a, b):
    """Upper 64 bits of the product of two words."""
    return np.uint64((int(a) * int(b)) >> 64)


@intrinsic
def _high_word(typingctx, a, b):
    def codegen(context, builder, signature, args):
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), codegen


_wide_high: Any = _high_word


@overload(high_word, inline="always")
def _high_word_compiled(a, b):
    return lambda a, b: _wide_high(np.uint64(a), np.uint64(b))


@kernel
def philox_block(key0, key1, c0, c1, c2, c3):
    """The four output words of one Philox4x64-10 block."""
    for _ in range(_ROUNDS):
        h0, l0 = high_word(_M0, c0), _M0 * c0
        h1, l1 = high_word(_M1, c2), _M1 * c2
        c0, c1, c2, c3 = h1 ^ c1 ^ key0, l1, h0 ^ c3 ^ key1, l0
        key0 += _W0
        key1 += _W1
    return c0, c1, c2, c3


@kernel
def new_stream():
    """An unopened stream (``uint64[STATE]``)."""
    return np.zeros(STATE, np.uint64)


@kernel
def open_stream(state, seed, purpose, deal):
    """Set ``state`` to the beginning of the stream of (seed, purpose, deal); modified in place."""
    state[0] = np.uint64(seed)
    state[1] = np.uint64(purpose)
    state[2] = np.uint64(deal)
    state[3] = _ZERO
    state[8] = _FOUR


@kernel
def next_word(state):
    """The next 64 random bits of a stream, which moves on (*modified in place*)."""
    used = state[8]
    if used == _FOUR:
        state[4], state[5], state[6], state[7] = philox_block(
            state[0], state[1], state[3], state[2], _ZERO, _ZERO
        )
        state[3] += _ONE
        used = _ZERO
    state[8] = used + _ONE
    return state[np.int64(used) + 4]


@kernel
def below(state, n):
    """A uniform whole number from 0 to n - 1, without bias (Lemire's method); ``int64``."""
    bound = np.uint64(n)
    word = next_word(state)
    low = word * bound
    if low < bound:
        threshold = (_ZERO - bound) % bound
        while low < threshold:
            word = next_word(state)
            low = word * bound
    return np.int64(high_word(word, bound))


@kernel
def uniform(state):
    """A uniform double in [0, 1) with 53 random bits."""
    return np.float64(next_word(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@kernel
def shuffle_tail(state, cards, first, stop, last):
    """Draw places ``first`` to ``stop - 1`` of ``cards[first:last]`` (Fisher-Yates); in place.

    Afterwards those places hold a uniform ordered sample of the range, and the rest of the
    range what was not drawn.  Many bounded draws are taken from one word, with a single
    rejection test for the group (Brackett-Rozinsky and Lemire, "Batched ranged random
    integer generation", 2024), so that the draws stay exactly uniform.
    """
    i = first
    while i < stop:
        group = i
        product = _ONE
        while group < stop and product * np.uint64(last - group) < _LIMIT:
            product *= np.uint64(last - group)
            group += 1
        while True:
            word = next_word(state)
            rest = word
            for j in range(i, group):
                rest *= np.uint64(last - j)
            if rest >= product or rest >= (_ZERO - product) % product:
                break
        for j in range(i, group):
            span = np.uint64(last - j)
            k = j + np.int64(high_word(word, span))
            word *= span
            cards[j], cards[k] = cards[k], cards[j]
        i = group


@kernel
def open_fast(state, seed, purpose, deal):
    """Start state (``uint64``) of a fast stream, keyed by the deal's Philox stream.

    ``state`` is a stream to work with; it is left open at its second word.
    """
    open_stream(state, seed, purpose, deal)
    return next_word(state)


@kernel
def step_fast(fast):
    """Advance a fast stream: its next state, to be given to :func:`word_fast`."""
    return fast + _W0


@kernel
def word_fast(fast):
    """The 64 random bits that belong to a state of a fast stream (SplitMix64)."""
    word = (fast ^ (fast >> np.uint64(30))) * _MIX0
    word = (word ^ (word >> np.uint64(27))) * _MIX1
    return word ^ (word >> np.uint64(31))


@kernel
def pick_fast(word, n):
    """A whole number from 0 to n - 1 for n up to 64; its bias, below 2**-57, is ignored."""
    return np.int64(high_word(word, np.uint64(n)))
