"""The places of a round's outcome, int64 [:data:`OUTCOME`]."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

DECLARER = 0
CONTRACT = 1
MODE = 2
"""0: trump from the hand; k: the k-th card of the declarer's second packet."""
TRUMP = 3
"""Trump suit, or -1 until the first lead makes trump."""
STAKE = 4
"""Stake of the round played: of its double rounds, and of *pe carte*."""
DOUBLES = 5
"""Double rounds called before the round played."""
DEALT = 6
"""Deals until the round was played."""
POINTS = 7
"""Four places: card points with announcements, by side."""
DELTAS = 11
"""Four places: big points gained or lost, by side."""
WON = 15
"""Four places: tricks, by side."""
ANNOUNCED = 19
"""Four places: announcement points made, by side."""
OUTCOME = 23
"""Places of a round's outcome."""
