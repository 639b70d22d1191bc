"""Calls of the auction as text: who has spoken, and what may still be bid."""

from __future__ import annotations

import re
from dataclasses import dataclass

from analyzer.errors import QuestionError, fold
from analyzer.games.cutu.duties import SEATS
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import BIDS
from analyzer.games.typed import whole

PASS = 0
"""The call "pas" among bids 4 to 8."""
_PASS_WORDS = ("pas", "pass", "p", "-", "paso")


@dataclass(frozen=True)
class Auction:
    """Calls so far, in order from the first speaker: 0 for pas, else the bid."""

    calls: tuple[int, ...]

    @property
    def seat(self) -> int:
        """The seat whose turn it is, 0-based."""
        return len(self.calls)

    @property
    def highest(self) -> int:
        """The highest bid so far, 0 when nobody has bid."""
        return max(self.calls, default=PASS)

    def bids(self, rules: CutuRules) -> tuple[int, ...]:
        """Bids that the next speaker may make."""
        return tuple(bid for bid in BIDS if bid >= rules.lowest_bid and bid > self.highest)

    def __str__(self) -> str:
        return " ".join("pas" if call == PASS else str(call) for call in self.calls)


def parse_calls(text: str, rules: CutuRules) -> Auction:
    """Read calls such as ``pas 5``, from the first speaker on (rulebook, section 3).

    Raises
    ------
    QuestionError
        For a word that is no call, a bid that is not above the earlier ones, or more calls
        than leave the asker to speak.
    """
    auction = Auction(())
    words = re.findall(r"[^\s,;]+", text)
    for i, word in enumerate(words, 1):
        call = _read_call(word, i)
        if call != PASS and call not in auction.bids(rules):
            raise QuestionError(f"call {i}, {word}: expected {expected_calls(auction, rules)}")
        auction = Auction((*auction.calls, call))
    if len(words) >= SEATS:
        raise QuestionError(
            f"{len(words)} calls: expected at most {SEATS - 1}, those made before your own"
        )
    return auction


def expected_calls(auction: Auction, rules: CutuRules) -> str:
    """The calls that the next speaker may make, in words."""
    return ", ".join(["pas", *(str(bid) for bid in auction.bids(rules))])


def _read_call(word: str, i: int) -> int:
    if fold(word) in _PASS_WORDS:
        return PASS
    if (bid := whole(word)) in BIDS:
        return bid
    raise QuestionError(f"call {i}, {word!r}: expected pas or a bid from {BIDS[0]} to {BIDS[-1]}")
