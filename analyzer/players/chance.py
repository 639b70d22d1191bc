"""Random play: a uniform choice from the legal cards."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.kernels.bits import ONE, lowest_bit, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import pick_fast


@kernel
def random_card(legal, word):
    """One card of the non-empty set ``legal``, uniform when the 64 bits ``word`` are."""
    for _ in range(pick_fast(word, popcount(legal))):
        legal &= legal - ONE
    return lowest_bit(legal)
