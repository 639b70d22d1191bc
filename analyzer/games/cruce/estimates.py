"""How many points a hand promises a declarer: the fitted weights, as the kernels read them.

``data/models/cruce/estimates.json`` has a fit for every number of players and of cards seen,
and for every way in which a pair can be announced; ``scripts/fit-cruce`` rebuilds it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cruce.rules import CruceRules
from analyzer.resources import data_path

UNIT = 1000
"""Weights and points are kept as whole thousandths."""
COUNTS = 8
"""Weights of a fit: one; trumps, their points, pair of trumps; aces, tens, pairs and void suits
beside them."""
BLIND = COUNTS
"""What a trump left to a card of the second packet is worth beside the average suit."""
TOTAL = COUNTS + 1
"""Mean points of all sides together."""
LOW = COUNTS + 2
HIGH = COUNTS + 3
"""Between which points of the best suit nearly all hands lie."""
ROW = COUNTS + 4
"""Places of a fit in the packed rules."""


def family(rules: CruceRules) -> str:
    """Which fit serves the rules of announcing: ``played``, ``lead`` or ``none``."""
    if not rules.announcements:
        return "none"
    return "lead" if rules.announce_trigger in ("suit_lead", "pair_card_lead") else "played"


def cards_seen(rules: CruceRules) -> int:
    """Cards that a player has seen when it bids."""
    return 12 // rules.players if rules.has_two_packets else rules.hand_size


@lru_cache(maxsize=1)
def _stored() -> dict[str, Any]:
    path = data_path("models", "cruce", "estimates.json")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def estimate_rows(rules: CruceRules) -> NDArray[np.int64]:
    """The fit for the cards seen in the auction, then that for a whole hand: int64 [2 * ROW]."""
    fits = _stored()["fits"]
    rows = [
        fits[f"{family(rules)}/{rules.players}/{cards}"]["thousandths"]
        for cards in (cards_seen(rules), rules.hand_size)
    ]
    return np.array(rows, np.int64).ravel()


def forget() -> None:
    """Read the stored fits again when they are next wanted."""
    _stored.cache_clear()
