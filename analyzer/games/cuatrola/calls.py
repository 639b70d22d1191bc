"""Declarations as text: who has spoken, and what may still be declared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError, fold
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.auction import allowed_calls, closed
from analyzer.games.cuatrola.kernels.hand import any_call
from analyzer.games.cuatrola.rules import CuatrolaRules

NAMES = ("paso", *codes.CONTRACTS[1:])
"""Calls by contract code."""
_WORDS = {
    **dict.fromkeys(("paso", "pas", "pass", "p", "-"), codes.NORMAL),
    **dict.fromkeys(("solo",), codes.SOLO),
    **dict.fromkeys(("cuatro", "cuatrola", "4"), codes.CUATRO),
    **dict.fromkeys(("quinta", "quintola", "5"), codes.QUINTA),
}


@dataclass(frozen=True)
class Declarations:
    """Calls so far from mano on, by contract code; the next seat is to speak."""

    calls: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """The seat whose turn it is, 0-based."""
        return len(self.calls)

    @property
    def standing(self) -> int:
        """The highest contract declared so far."""
        return max(self.calls, default=codes.NORMAL)

    @property
    def holder(self) -> int:
        """Who declared it; -1 where nobody did."""
        return self.calls.index(self.standing) if self.standing else -1

    def allowed(self, rules: CuatrolaRules, score: int) -> tuple[int, ...]:
        """Calls open to the next seat, whose pair has ``score`` match points; paso first."""
        packed = codes.kernel_rules(rules)
        if closed(self.standing, packed):
            return (codes.NORMAL,)
        bits = int(allowed_calls(self.standing, score, packed))
        return tuple(call for call in range(len(NAMES)) if bits >> call & 1)

    def __str__(self) -> str:
        return " ".join(NAMES[call] for call in self.calls)


def parse_calls(text: str, rules: CuatrolaRules, score: tuple[int, int] | None) -> Declarations:
    """Read calls such as ``paso solo``, from mano on (rulebook, section 4).

    ``score`` are the match points of the pair to speak next and of the other (``None``: 0-0).

    Raises
    ------
    QuestionError
        For a word that is no call, a contract that may not be declared there, more calls than
        leave the asker to speak, or a round that is over.
    """
    words = re.findall(r"[^\s,;]+", text)
    if len(words) >= codes.SEATS:
        raise QuestionError(
            f"--calls: {len(words)} calls, expected at most {codes.SEATS - 1}, those before yours"
        )
    points = score or (0, 0)
    so_far = Declarations()
    for word in words:
        own = points[(so_far.seat - len(words)) % 2]
        expected = [NAMES[call] for call in so_far.allowed(rules, own)]
        call = _WORDS.get(fold(word))
        if call is None or NAMES[call] not in expected:
            raise QuestionError(
                f"--calls: call {so_far.seat + 1}, {word!r}: expected " + " or ".join(expected)
            )
        so_far = Declarations((*so_far.calls, call))
    if closed(so_far.standing, codes.kernel_rules(rules)):
        raise QuestionError(
            f"--calls {text!r}: the first declaration ends the round, nothing is left to decide"
        )
    return so_far


def can_overcall(
    packed: NDArray[np.int64],
    seat: int,
    turned: int,
    fixed: int,
    pool: tuple[int, ...],
    standing: tuple[int, int],
    scores: NDArray[np.int64],
    level: int,
) -> bool:
    """Whether a player of a level in ``seat`` would declare above what stands with any hand.

    The hand holds the card set ``fixed`` and is filled from ``pool`` (sets of one card);
    ``turned`` is the dealer's card as a set; ``standing`` contract and declarer; ``scores``
    int64 [2] are the match points of the pairs, ``packed`` the house rules.
    """
    contract, declarer = standing
    if closed(contract, packed):
        return False
    calls = allowed_calls(contract, scores[seat & 1], packed)
    missing = codes.HAND - fixed.bit_count()
    hands = np.array([fixed | sum(cards) for cards in combinations(pool, missing)], np.uint64)
    return bool(
        any_call(hands, np.uint64(turned), seat, calls, contract, declarer, scores, level, packed)
    )
