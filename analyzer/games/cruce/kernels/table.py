"""What lies open on the table: the places of the arrays that every player may look at.

``facts`` uint64 [:data:`FACTS`] holds card sets, ``table`` int64 [:data:`TABLE`] numbers, and a
``trace`` uint64 [24, :data:`TRACE`] the cards played.  A player is given these, the result so far
and its own hand, nothing else.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

TRUMPS = 0
"""Mask of the trump suit; empty before the first lead makes trump."""
SEEN = 1
"""Cards played so far in this round."""
LED = 2
"""Mask of the suit led to this trick."""
OPENING = 3
BEST_LED = 4
"""Highest card of the suit led in this trick."""
BEST = 5
"""Card that wins the trick so far."""
ABSENT = 6
"""Four places: cards that each seat has shown not to hold."""
SHOWN = 10
"""Four places: cards that each seat is known to hold or to have held."""
FACTS = 14

PLAYERS = 0
SEAT = 1
"""The seat to act."""
WINNER = 2
"""The seat that wins the trick so far."""
PLAYED = 3
"""Cards in the trick."""
WORTH = 4
"""Card points in the trick."""
STOCK_LEFT = 5
TRIGGER = 6
"""What announces a pair; -1 without announcements."""
ANNOUNCED = 7
"""Suits announced, a bit each."""
DECLARER = 8
CONTRACT = 9
"""Big points that the declarer's side has bid."""
NAMED = 10
"""Whether trump was known before the first lead."""
TABLE = 11

CARD, LEGAL, PLAYER, PAIR, TOLD = 0, 1, 2, 3, 4
"""Columns of a trace, one row a card: the card, what was legal, who played it, the pair that it
would announce if held (or none), and whether it did."""
TRACE = 5
