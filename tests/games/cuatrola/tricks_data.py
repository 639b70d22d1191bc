"""Deals of cuatros and quintas with the declarer's tricks, computed by the plain search.

``tests/data/cuatrola_tricks.npz`` is written by ``scripts/check-cuatrola --tricks``: 500 deals
with a random declarer and leader, half of them under the standard rules and half under random
duties.  One number, the declarer's tricks, answers both contracts.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuatrola.rules import CuatrolaRules
from tests.reference import cuatrola as book

PATH = Path(__file__).resolve().parents[2] / "data" / "cuatrola_tricks.npz"
DEALS = 500
DUTIES = ("beat_after_ruff", "cannot_overruff", "trump_lead", "beat_what")
"""House rules that decide what is legal, in the order of the bits of ``duties``."""


def rules_of(duties: int) -> CuatrolaRules:
    """The rules in which bit i switches the i-th duty from its default."""
    known = CuatrolaRules.rules()
    return CuatrolaRules.make(
        {key: known[key].choices[duties >> i & 1] for i, key in enumerate(DUTIES)}
    )


def number_of(card: str) -> int:
    """Card number of a card in the rule book's spelling."""
    return 5 * book.SUITS.index(card[1]) + book.RANKS.index(card[0])


def plain_tricks(
    owners: NDArray[np.uint8], turned: int, declarer: int, leader: int, duties: int
) -> int:
    """The plain search on one deal."""
    hands = [[c for c in book.PACK if owners[number_of(c)] == seat] for seat in range(4)]
    trump = book.SUITS[turned // 5]
    return book.declarer_tricks(rules_of(duties), hands, trump, declarer, leader)


def write(deals: int) -> None:
    """Compute and store ``deals`` deals, from NumPy's own generator."""
    rng = np.random.default_rng(20)
    owners = np.array([rng.permutation(np.repeat(np.arange(4), 5)) for _ in range(deals)])
    owners = owners.astype(np.uint8)
    turned = np.array([rng.choice(np.flatnonzero(row == 3)) for row in owners], np.uint8)
    declarers = rng.integers(0, 4, deals)
    leaders = np.array(
        [rng.choice([s for s in range(4) if s != (d + 2) % 4]) for d in declarers], np.int64
    )
    duties = np.where(np.arange(deals) % 2 == 0, 0, rng.integers(0, 16, deals))
    tricks = np.array(
        [
            plain_tricks(*row)
            for row in zip(
                owners, turned.tolist(), declarers.tolist(), leaders.tolist(), duties.tolist(),
                strict=True,
            )
        ],
        np.int64,
    )  # fmt: skip
    np.savez_compressed(
        PATH,
        owners=owners,
        turned=turned,
        declarers=declarers,
        leaders=leaders,
        duties=duties,
        tricks=tricks,
    )
