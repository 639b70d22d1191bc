"""The workspace of a double-dummy search: one flat ``uint64`` array, one for each thread.

Everything the search writes lives here, so searches in different threads never share
state.  Nothing is cleared between deals: the transposition table is emptied by moving to
the next generation, and only when the rules of play change or it is full.

Sections, in words: the frames of the cards being tried, those of the tricks, the hands
and the rules of the present search, counters, a small static table of ranks, remembered
cut-off cards, and the transposition table (slots for keys, a pool of entries).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.jit import kernel

_U = np.uint64

# One frame for each card: the move being tried and what is known before it.
FRAME_WORDS = _U(16)
SEAT = _U(0)
PENDING = _U(1)  # cards still to be tried
QUEUE = _U(2)  # bit indices + 1 of the cards to try first, a byte each
CARD = _U(3)  # card being tried
TRICK_CARDS = _U(4)  # cards played to the trick before this one
BEST = _U(5)  # the winning card before this one
BEST_SEAT = _U(6)
LED = _U(7)  # mask of the suit led
RANKS = _U(8)  # ranks that mattered to the moves refuted so far
LEGAL_RANKS = _U(9)  # ranks that decided what was legal
WIN_RANK = _U(10)  # the card that won the completed trick by rank
HASH = _U(11)  # where the cut-off card of this situation is remembered

# One frame for each trick, at its start.
TRICKS = _U(33 * 16)
TRICK_WORDS = _U(8)
IN_PLAY = _U(0)
OWNERS = _U(1)  # owner codes by relative rank, two bits a card, highest card first
KEY = _U(2)  # suit lengths by seat, four bits each
NEED = _U(3)  # tricks the first side still needs

HANDS = _U(608)
PARTNERS = _U(612)  # by seat: another seat of the same side, 4 for none
RIVALS = _U(632)  # by seat: the first seat of the other side
SIDE = _U(616)  # bit set of the seats of the first side
SEATS = _U(617)
TRUMP = _U(618)
DUTIES = _U(619)
LENGTH = _U(620)  # tricks from the root of the search
RULES = _U(621)  # what the entries of the table were proved under
TRICK_NODES = _U(622)
CARD_NODES = _U(623)
GENERATION = _U(624)
USED_SLOTS = _U(625)
USED_ENTRIES = _U(626)
SLOT_MASK = _U(627)
POOL_START = _U(628)
POOL_SIZE = _U(629)
SLOT_SHIFT = _U(630)
TRUMP_CODE = _U(631)

NTH = _U(640)
"""For each of 256 sets of ranks: the index of its n-th highest rank in byte n-1."""
CUTOFFS = _U(640 + 256)
CUTOFF_BITS = 11
SLOTS = _U(640 + 256 + (1 << CUTOFF_BITS))
ENTRY_WORDS = _U(4)


def new_arena(slot_bits: int = 12) -> np.ndarray:
    """Workspace for one thread: a one-dimensional ``uint64`` array.

    ``slot_bits`` sets the size of the transposition table: ``2**slot_bits`` keys and four
    times as many entries of 32 bytes (the default takes about 0.6 MB).
    """
    slots = 1 << slot_bits
    pool = 4 * slots
    start = int(SLOTS) + 2 * slots
    arena = np.zeros(start + pool * int(ENTRY_WORDS), np.uint64)
    arena[SLOT_MASK] = slots - 1
    arena[SLOT_SHIFT] = 64 - slot_bits
    arena[POOL_START] = start
    arena[POOL_SIZE] = pool
    arena[GENERATION] = 1
    arena[RULES] = np.iinfo(np.uint64).max
    for ranks in range(256):
        held = [rank for rank in range(7, -1, -1) if ranks >> rank & 1]
        arena[int(NTH) + ranks] = sum(rank << 8 * n for n, rank in enumerate(held))
    return arena


@kernel
def forget(arena):
    """Empty the transposition table."""
    arena[GENERATION] += _U(1)
    arena[USED_SLOTS] = _U(0)
    arena[USED_ENTRIES] = _U(0)
