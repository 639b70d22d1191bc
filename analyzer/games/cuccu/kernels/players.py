"""How seats decide: random, simple and expert play (`docs/cuccu.md`).

``policy`` is an int32 array: by players who may lose and seat the rank from which a card is
kept (:data:`THRESHOLD`, 21 rows of 20); by number of players up to 5 where the strategies of
their tables begin (:data:`FIRST`, 0: there are none, and an expert follows the thresholds) and
how many lives these tell apart (:data:`MOST`); then the strategies, chances in 240ths by node.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cuccu.kernels.table import (
    BASE,
    CARD,
    CHANCES,
    CUCKOO,
    DECISION,
    FOOL,
    GIVER,
    KEPT,
    KNOWN,
    LEVEL,
    LIVES,
    NODE,
    NOVEL,
    OUT,
    RANKS,
    RECEIVED,
    SWAPS,
    N,
    answer,
)
from analyzer.kernels.jit import inlined, kernel

RANDOM, SIMPLE, EXPERT = 0, 1, 2
"""Codes of the levels of play."""

ASK, COVER, ACCEPT = 0, 1, 2
"""Kinds of decision: ask (or swap with the pack), ask for cover, accept to cover."""

THRESHOLD = 0
FIRST = THRESHOLD + 21 * 20
MOST = FIRST + 6
STRATEGIES = MOST + 6
LARGEST_TABLE = 5
"""Players at the largest table that has strategies."""

ALWAYS_KEEP = -1
"""Instead of a number of players who may lose: a lower card is known to be live."""
STATUSES = 3
"""A seat has not been asked; was asked and kept its card; received its card in a swap."""
NO_NODE = -1


@kernel
def nodes_of(n):
    """Nodes of the strategy of one table of ``n`` players."""
    return n * n * n * STATUSES * RANKS + n * RANKS + n


@inlined
def find_strategy(table, policy):
    """Set where the strategy of this table begins. In place."""
    n = table[N]
    table[BASE] = NO_NODE
    if n > LARGEST_TABLE or policy[FIRST + n] == 0:
        return
    most = policy[MOST + n]
    code = 0
    for s in range(n):
        code = code * most + min(table[LIVES + s], most) - 1
    table[BASE] = policy[FIRST + n] + code * nodes_of(n)


@inlined
def rivals(table, s, mine):
    """Other live seats whose card may be lower than ``mine``; ``ALWAYS_KEEP`` if one surely is.

    A fool elsewhere is no help: it loses together with the lowest card, not instead of it.
    """
    n = table[N]
    if not table[NOVEL]:
        return n - 1
    partner = table[GIVER + table[SWAPS] - 1] if table[RECEIVED] else -1
    count = 0
    for other in range(n):
        if other == s or table[LIVES + other] <= 0 or table[OUT + other]:
            continue
        known = table[CARD + other] if other == partner else table[KNOWN + other]
        if known < 0:
            count += 1
        elif known < mine and known != FOOL:
            return ALWAYS_KEEP
    return count


@inlined
def _simple_asks(table, policy, s, mine, others):
    """Chances that a simple player asks; the place of the threshold used is noted."""
    if others == ALWAYS_KEEP or mine == CUCKOO:
        return 0
    if others == 0 or mine == FOOL:
        return CHANCES
    place = others if s == table[N] - 1 else min(s, others - 1)
    cell = 20 * (others + 1) + place
    table[NODE + table[DECISION]] = cell * RANKS + mine
    return CHANCES if mine < policy[THRESHOLD + cell] else 0


@kernel
def node_of(table, kind, s, mine, others):
    """The strategy's node of a decision, relative to the strategy of this table."""
    n = table[N]
    if kind == ASK:
        status = 2 if table[RECEIVED] else 1 if table[KNOWN + s] >= 0 else 0
        kept = min(table[KEPT], n - 1)
        return (((s * n + others) * n + kept) * STATUSES + status) * RANKS + mine
    asks = n * n * n * STATUSES * RANKS
    if kind == COVER:
        return asks + s * RANKS + mine
    return asks + n * RANKS + s


@inlined
def decide(table, policy, kind, s):
    """The answer of seat ``s`` to a decision: 1 to ask, to ask for cover, or to accept."""
    mine = table[CARD + s]
    level = table[LEVEL + s]
    if level == RANDOM:
        return answer(table, CHANCES // 2, kind, s)
    others = rivals(table, s, mine) if kind == ASK else 0
    table[NODE + table[DECISION]] = NO_NODE
    if level == EXPERT and table[BASE] != NO_NODE and others != ALWAYS_KEEP:
        node = table[BASE] + node_of(table, kind, s, mine, others)
        table[NODE + table[DECISION]] = node
        return answer(table, policy[node], kind, s)
    if kind != ASK:
        return answer(table, CHANCES, kind, s)
    return answer(table, _simple_asks(table, policy, s, mine, others), kind, s)
