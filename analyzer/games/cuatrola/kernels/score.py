"""Match points of a hand (rulebook, section 7)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.table import (
    CONTRACT,
    DECLARER,
    LAST,
    POINTS,
    TRICKS,
    TUTE,
)
from analyzer.kernels.jit import kernel


@kernel
def _solo_made(own, other, pair, rules):
    """Whether the declarer of a solo wins it; on equal points mano's pair (0) does."""
    if own != other:
        return own > other
    return rules[codes.TIE_SOLO] != codes.DECLARER_FAILS and pair == 0


@kernel
def _normal_winner(info, rules):
    """The pair that wins a normal hand, or -1 for nobody."""
    if info[POINTS] != info[POINTS + 1]:
        return 0 if info[POINTS] > info[POINTS + 1] else 1
    if rules[codes.TIE_NORMAL] == codes.TIE_MANO:
        return 0
    return -1 if rules[codes.TIE_NORMAL] == codes.TIE_NOBODY else info[LAST] & 1


@kernel
def hand_score(info, rules):
    """Match points of pair 0 (seats 0 and 2) minus those of pair 1; one of them is zero."""
    contract = info[CONTRACT]
    if contract == codes.NORMAL:
        if info[TUTE] >= 0:
            return 1 - 2 * info[TUTE]
        winner = _normal_winner(info, rules)
        if winner < 0:
            return 0
        swept = info[TRICKS + winner] + info[TRICKS + winner + 2] == codes.HAND
        points = rules[codes.SWEEP] if swept else 1
        return points if winner == 0 else -points
    declarer = info[DECLARER]
    pair = declarer & 1
    if contract == codes.SOLO:
        if info[TUTE] >= 0:
            made = info[TUTE] == pair
        else:
            made = _solo_made(info[POINTS + pair], info[POINTS + 1 - pair], pair, rules)
    else:
        needed = codes.HAND if contract == codes.QUINTA else codes.CUATRO_TRICKS
        made = info[TRICKS + declarer] >= needed
    value = rules[codes.VALUES + contract]
    return value if made == (pair == 0) else -value
