"""House rules of Cuțu as the duties of who follows to a trick, and who leads first."""

from __future__ import annotations

from analyzer.games.cutu.rules import CutuRules
from analyzer.kernels import trick

SEATS = 4
CARDS = 8
"""Cards of a hand, and tricks of a deal."""
RANKS = 8
NO_TRUMP = -1
"""The strain without trump; the others are the suits clubs, diamonds, hearts, spades = 0..3."""


def duties(rules: CutuRules) -> int:
    """Duty bits of :mod:`analyzer.kernels.trick` (rulebook, section 5; switches: options).

    >>> duties(CutuRules()) == trick.MUST_TRUMP | trick.MUST_OVERTRUMP
    True
    >>> duties(CutuRules(must_trump=False))
    0
    """
    if not rules.must_trump:
        return 0
    bits = trick.MUST_TRUMP
    if rules.must_overtrump:
        bits |= trick.MUST_OVERTRUMP
        if rules.undertrump == "trump":
            bits |= trick.UNDERTRUMP
    if rules.partner_exempt:
        bits |= trick.PARTNER_EXEMPT
    return bits


def first_leader(rules: CutuRules, declarer: int) -> int:
    """The seat that leads to the first trick; seat 3 deals, so seat 0 is at its left.

    >>> [first_leader(CutuRules(first_lead=who), 2)
    ...  for who in ("declarer", "left_of_dealer", "left_of_declarer")]
    [2, 0, 3]
    """
    if rules.first_lead == "left_of_dealer":
        return 0
    if rules.first_lead == "left_of_declarer":
        return (declarer + 1) % SEATS
    return declarer
