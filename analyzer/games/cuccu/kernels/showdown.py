"""The showdown: who loses a life (`docs/rulebooks/cuccu.md`, section 8)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cuccu.kernels import table as t
from analyzer.kernels.jit import inlined

_TWO_FOOLS = 2 * t.HUNTER + 1
"""Two fools together count 14½: between the hunter and the cuckoo, in doubled ranks."""
_A_FOOL = 98
_NO_KEY = 100


@inlined
def _compare(table, gain):
    """Set the keys of all seats: doubled ranks, ``_NO_KEY`` for cards that cannot be lowest.

    Returns the number of live fools.
    """
    fools = 0
    n = table[t.N]
    for s in range(n):
        table[t.CHARGE + s] = 0
        table[t.KEY + s] = _NO_KEY
        if table[t.LIVES + s] > 0 and not table[t.OUT + s]:
            rank = table[t.CARD + s]
            if rank < t.CUCKOO:
                table[t.KEY + s] = 2 * rank
            elif rank == t.FOOL:
                table[t.KEY + s] = _A_FOOL
                fools += 1
    if fools == 2 and not gain:
        for s in range(n):
            if table[t.KEY + s] == _A_FOOL:
                table[t.KEY + s] = _TWO_FOOLS
    return fools


@inlined
def _lowest(table, tie):
    """The key that loses, or ``_NO_KEY``."""
    lowest = _NO_KEY
    n = table[t.N]
    for s in range(n):
        key = table[t.KEY + s]
        if key >= min(lowest, _A_FOOL):
            continue
        if tie == t.PAIRS_SAFE:
            same = 0
            for other in range(n):
                if table[t.KEY + other] == key:
                    same += 1
            if same > 1:
                continue
        lowest = key
    return lowest


@inlined
def _charge(table, s):
    """One loss of seat ``s``, or of the innkeeper who covers its nought."""
    payer = table[t.PAYER + s]
    if payer >= 0 and table[t.CARD + s] == t.NOUGHT and table[t.LIVES + payer] > 0:
        table[t.PAID] += 1
        return payer
    return s


@inlined
def showdown(table):
    """Take, and give, the lives of this showdown, all at once. In place."""
    n = table[t.N]
    gain = table[t.RULE + t.TWO_FOOLS] == t.GAIN_LIFE
    tie = table[t.RULE + t.TIE]
    fools = _compare(table, gain)
    lowest = _lowest(table, tie)
    for s in range(n):
        key = table[t.KEY + s]
        if key == _A_FOOL and fools == 2:
            table[t.GAINED + s] += 1
        elif key == _A_FOOL:
            table[t.CHARGE + _charge(table, s)] += 1
        elif key == lowest and key != _NO_KEY:
            table[t.CHARGE + _charge(table, s)] += 1
            if tie == t.EARLIEST:
                lowest = _NO_KEY
    for s in range(n):
        before = table[t.LIVES + s] + table[t.GAINED + s]
        after = max(0, before - table[t.CHARGE + s])
        table[t.LOST + s] += before - after
        table[t.LIVES + s] = after
