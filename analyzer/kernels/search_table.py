"""Transposition table of the double-dummy search: sets of positions, not positions.

Partition search (M. L. Ginsberg, "Partition search", AAAI 1996): an entry belongs to the
seat on lead, the trump and every hand's suit lengths, and says who owns the highest cards
of each suit, down to the lowest rank that mattered in the proof; below it any distribution
with these lengths has the same bounds.  Ranks are relative to the cards still in play, and
nothing of the deal is in the key, so entries serve other deals too.

A suit's owners stand in sixteen bits, two a card, the highest card first.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.kernels.bits import ONE, RANK_MASK, ZERO, lowest, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.search_arena import (
    ENTRY_WORDS,
    GENERATION,
    NTH,
    POOL_SIZE,
    POOL_START,
    SLOT_MASK,
    SLOT_SHIFT,
    SLOTS,
    USED_ENTRIES,
    USED_SLOTS,
    forget,
)

_U = np.uint64
_GOLDEN = _U(0x9E3779B97F4A7C15)
_LOW32 = _U(0xFFFFFFFF)
_BYTE = _U(0xFF)
_TWO = _U(2)
_EIGHT = _U(8)
_SIXTEEN = _U(16)


@kernel
def remove_card(owners, in_play, card):
    """Owner codes after the single card leaves the cards ``in_play``."""
    index = _U(lowest(card))
    base = index & _U(48)
    suit = (in_play >> base) & RANK_MASK
    above = _U(popcount(suit >> (index - base + ONE)))
    below = ((RANK_MASK >> (_TWO * above)) >> _TWO) << base
    here = (RANK_MASK >> (_TWO * above)) << base
    return (owners & ~here) | ((owners & below) << _TWO)


@kernel
def owner_codes(hands, in_play):
    """Owner codes of the four hands (``uint64[4]``), whose union is ``in_play``."""
    codes = ZERO
    for suit in range(4):
        base = _U(16 * suit)
        place = _U(14)
        for rank in range(7, -1, -1):
            bit = ONE << (base + _U(rank))
            if in_play & bit != ZERO:
                for seat in range(1, 4):
                    if hands[seat] & bit != ZERO:
                        codes |= _U(seat) << (base + place)
                place -= _TWO
    return codes


@kernel
def relevant_places(ranks, in_play):
    """Mask over owner codes: all cards of each suit down to the lowest of ``ranks``."""
    mask = ZERO
    while ranks != ZERO:
        index = _U(lowest(ranks))
        base = index & _U(48)
        suit = (in_play >> base) & RANK_MASK
        count = _U(popcount(suit >> (index - base)))
        mask |= (RANK_MASK & ~(RANK_MASK >> (_TWO * count))) << base
        ranks &= ~(RANK_MASK << base)
    return mask


@kernel
def lowest_relevant(arena, mask, in_play):
    """The lowest card that an entry's mask covers in each suit, as a card set."""
    cards = ZERO
    while mask != ZERO:
        base = _U(lowest(mask)) & _U(48)
        count = _U(popcount((mask >> base) & RANK_MASK)) >> ONE
        suit = (in_play >> base) & _BYTE
        rank = (arena[NTH + suit] >> (_EIGHT * (count - ONE))) & _BYTE
        cards |= ONE << (base + rank)
        mask &= ~(RANK_MASK << base)
    return cards


@kernel
def find_slot(arena, key):
    """Index of the key's slot, or of the free slot where it belongs."""
    place = (key * _GOLDEN) >> arena[SLOT_SHIFT]
    generation = arena[GENERATION]
    while True:
        slot = SLOTS + _TWO * place
        if arena[slot + ONE] >> _U(32) != generation or arena[slot] == key:
            return slot
        place = (place + ONE) & arena[SLOT_MASK]


@kernel
def probe(arena, slot, owners, need):
    """Entry that decides whether the first side takes ``need`` tricks: its index, or 0."""
    if arena[slot + ONE] >> _U(32) != arena[GENERATION]:
        return ZERO
    entry = arena[slot + ONE] & _LOW32
    while entry != ZERO:
        if (owners ^ arena[entry + ONE]) & arena[entry] == ZERO:
            bounds = arena[entry + _TWO]
            if bounds & _BYTE >= need or (bounds >> _EIGHT) & _BYTE < need:
                return entry
        entry = arena[entry + _TWO] >> _SIXTEEN
    return ZERO


@kernel
def entry_says_yes(arena, entry, need):
    """Whether a deciding entry's lower bound reaches ``need``."""
    return arena[entry + _TWO] & _BYTE >= need


@kernel
def store(arena, key, owners, mask, low, high):
    """Record that every position matching ``owners`` on ``mask`` has these bounds."""
    if (
        arena[USED_ENTRIES] + ONE >= arena[POOL_SIZE]
        or _U(4) * arena[USED_SLOTS] >= _U(3) * arena[SLOT_MASK]
    ):
        forget(arena)
    slot = find_slot(arena, key)
    head = ZERO
    if arena[slot + ONE] >> _U(32) == arena[GENERATION]:
        head = arena[slot + ONE] & _LOW32
    else:
        arena[slot] = key
        arena[USED_SLOTS] += ONE
    pattern = owners & mask
    entry = head
    while entry != ZERO:
        if arena[entry] == mask and arena[entry + ONE] == pattern:
            bounds = arena[entry + _TWO]
            low = max(low, bounds & _BYTE)
            high = min(high, (bounds >> _EIGHT) & _BYTE)
            arena[entry + _TWO] = (bounds & ~_U(0xFFFF)) | (high << _EIGHT) | low
            return
        entry = arena[entry + _TWO] >> _SIXTEEN
    entry = arena[POOL_START] + arena[USED_ENTRIES] * ENTRY_WORDS
    arena[USED_ENTRIES] += ONE
    arena[entry] = mask
    arena[entry + ONE] = pattern
    arena[entry + _TWO] = (head << _SIXTEEN) | (high << _EIGHT) | low
    arena[slot + ONE] = (arena[GENERATION] << _U(32)) | entry
