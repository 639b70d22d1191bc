"""What the compiled play of Cuatrola reads: the packed house rules, and what follows from them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuatrola.model import model_weights
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.kernels import trick

RANKS = 5
SIZE = 20
"""Cards of the pack: sota, caballo, rey, tres, as in playing strength, four suits."""
POINTS = (2, 3, 4, 10, 11)
"""Card points by rank; 120 in the pack (rulebook, section 2)."""
LAST_TRICK = 10
"""Points for the last trick (rulebook, section 2)."""
CABALLO, REY = 1, 2
"""Ranks of the pair that is sung."""
PLAIN_PAIR, TRUMP_PAIR = 20, 40
"""Points of a cante (rulebook, section 6)."""
SEATS = 4
HAND = 5
"""Cards of a hand, and tricks."""
CUATRO_TRICKS = 4

NORMAL, SOLO, CUATRO, QUINTA = 0, 1, 2, 3
"""Contracts in the order of their rank; ``NORMAL`` is the hand that nobody declared."""
CONTRACTS = ("normal", "solo", "cuatro", "quinta")
"""Names of the contracts by code."""

TARGET = CuatrolaRules.index("target")
CAP = CuatrolaRules.index("cap")
VALUES = CuatrolaRules.index("solo_value") - SOLO
"""The value of contract ``c`` stands at ``VALUES + c``."""
OVERCALL = CuatrolaRules.index("overcall")
TIE_NORMAL = CuatrolaRules.index("tie_normal")
TIE_SOLO = CuatrolaRules.index("tie_solo")
SWEEP = CuatrolaRules.index("sweep_points")
CANTES = CuatrolaRules.index("cantes")
FORTY_FIRST = CuatrolaRules.index("forty_first")
CONTRACT_LEAD = CuatrolaRules.index("contract_lead")
TUTE_WINS = CuatrolaRules.index("tute_wins")
DUTIES = len(CuatrolaRules.rules())
"""Duty bits of :mod:`analyzer.kernels.trick`."""

MODEL = DUTIES + 1
"""The model of declarations: a table of weights for each level from ``SIMPLE`` on."""
MODEL_LEVELS = 2
MODEL_ROWS = 11
FEATURES = 36
OTHERS_ROWS, PARTNER_ROWS, LATER_ROW = 3, 6, 10
"""Rows: a normal hand won, contracts 1 to 3 made by oneself, by an opponent (after
``OTHERS_ROWS``), by the partner; what others may still declare, in match points."""
MATCH = MODEL + MODEL_LEVELS * MODEL_ROWS * FEATURES
"""1 where a match table follows: then calls are worth chances to win the match."""
WINS = MATCH + 1
WON = 1_000_000
"""A match that is sure, as the table's entries count."""

CAP_EXACT = CuatrolaRules.code("cap", "exact")
FIRST_CLOSES = CuatrolaRules.code("overcall", "first_closes")
TIE_MANO = CuatrolaRules.code("tie_normal", "mano")
TIE_NOBODY = CuatrolaRules.code("tie_normal", "nobody")
DECLARER_FAILS = CuatrolaRules.code("tie_solo", "declarer_fails")
SEVERAL = CuatrolaRules.code("cantes", "several")
WINNER_ONLY = CuatrolaRules.code("cantes", "winner_only")
NO_CANTES = CuatrolaRules.code("cantes", "off")
SOLOIST = CuatrolaRules.code("contract_lead", "soloist")

RANDOM, SIMPLE, EXPERT = 0, 1, 2
"""Levels of play, as the kernels know them."""


def duties(rules: CuatrolaRules) -> int:
    """Duty bits of who follows to a trick (rulebook, section 5.1; switches: section 13).

    >>> duties(CuatrolaRules()) == (trick.MUST_TRUMP | trick.MUST_OVERTRUMP | trick.BEAT_LED
    ...                             | trick.BEAT_TRUMP_LEAD)
    True
    """
    bits = trick.MUST_TRUMP | trick.MUST_OVERTRUMP | trick.BEAT_LED
    if rules.trump_lead == "must_beat":
        bits |= trick.BEAT_TRUMP_LEAD
    if rules.beat_after_ruff:
        bits |= trick.BEAT_AFTER_RUFF
    if rules.beat_what == "opening_card":
        bits |= trick.BEAT_OPENING
    if rules.cannot_overruff == "must_trump":
        bits |= trick.UNDERTRUMP
    return bits


def plain_rules(rules: CuatrolaRules) -> NDArray[np.int64]:
    """House rules without what players make of them: packed, then the duties."""
    return np.concatenate([rules.packed(), np.array([duties(rules)], np.int64)])


def kernel_rules(
    rules: CuatrolaRules, wins: NDArray[np.float64] | None = None
) -> NDArray[np.int64]:
    """House rules as the kernels read them: packed, duties, model of declarations, match table.

    ``wins`` float64 [target, target] are the chances of mano's pair, where calls are to be made
    for the match.
    """
    parts = [plain_rules(rules), model_weights()]
    if wins is None:
        parts.append(np.zeros(1, np.int64))
    else:
        parts += [np.ones(1, np.int64), np.rint(wins.ravel() * WON).astype(np.int64)]
    return np.concatenate(parts)
