"""The showdown: who loses a life (`rules/cuccu.md`, section 8)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cuccu.kernels import table as t
from analyzer.kernels.jit import kernel

ALL_LOSE, EARLIEST, PAIRS_SAFE = 0, 1, 2
GAIN_LIFE = 1

FOOL_KEY = 2 * t.HUNTER + 1
"""Two fools together count 14½: between the hunter and the cuckoo, in doubled ranks."""
_NO_KEY = 100


@kernel
def _live(table, s):
    return table[t.LIVES + s] > 0 and not table[t.OUT + s]


@kernel
def _key(table, s, fools, gain):
    """Doubled rank of a live card that can be the lowest; ``_NO_KEY`` for all others."""
    if not _live(table, s):
        return _NO_KEY
    rank = table[t.CARD + s]
    if rank == t.FOOL:
        return FOOL_KEY if fools == 2 and not gain else _NO_KEY
    return _NO_KEY if rank == t.CUCKOO else 2 * rank


@kernel
def _lowest(table, tie, fools, gain):
    """The key that loses, or ``_NO_KEY``."""
    lowest = _NO_KEY
    n = table[t.N]
    for s in range(n):
        key = _key(table, s, fools, gain)
        if key >= lowest:
            continue
        if tie == PAIRS_SAFE:
            same = 0
            for other in range(n):
                if _key(table, other, fools, gain) == key:
                    same += 1
            if same > 1:
                continue
        lowest = key
    return lowest


@kernel
def _charge(table, s):
    """One loss of seat ``s``, or of the innkeeper who covers its nought."""
    payer = table[t.PAYER + s]
    if payer >= 0 and table[t.CARD + s] == t.NOUGHT and table[t.LIVES + payer] > 0:
        table[t.PAID] += 1
        return payer
    return s


@kernel
def showdown(table, rules):
    """Take, and give, the lives of this showdown, all at once. In place."""
    n = table[t.N]
    fools = 0
    for s in range(n):
        table[t.CHARGE + s] = 0
        if table[t.CARD + s] == t.FOOL and _live(table, s):
            fools += 1
    gain = rules[t.TWO_FOOLS] == GAIN_LIFE
    tie = rules[t.TIE]
    lowest = _lowest(table, tie, fools, gain)
    spared = False
    for s in range(n):
        loses = lowest < _NO_KEY and _key(table, s, fools, gain) == lowest and not spared
        if loses and tie == EARLIEST:
            spared = True
        if table[t.CARD + s] == t.FOOL and _live(table, s):
            if fools == 1:
                loses = True
            elif gain:
                table[t.GAINED + s] += 1
        if loses:
            table[t.CHARGE + _charge(table, s)] += 1
    for s in range(n):
        before = table[t.LIVES + s] + table[t.GAINED + s]
        after = max(0, before - table[t.CHARGE + s])
        table[t.LOST + s] += before - after
        table[t.LIVES + s] = after
