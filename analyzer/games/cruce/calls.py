"""Calls of the auction as text: who has spoken, and what may still be bid."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError, fold
from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import auction as kernels
from analyzer.games.cruce.rules import CruceRules

_PASS_WORDS = ("pas", "pass", "p", "-", "0")
_BID = re.compile(r"(\d{1,9})(?:[c/](\d{1,9}))?")
_CARD_WORDS = re.compile(r"\s*(?:pe\s+|card\s*)(?=\d)")


@dataclass(frozen=True)
class Auction:
    """Calls so far, from the first speaker on, and the state they lead to.

    ``calls`` and ``state`` are those of :mod:`analyzer.games.cruce.kernels.auction`.
    """

    rules: CruceRules
    calls: tuple[int, ...] = ()

    @property
    def state(self) -> NDArray[np.int64]:
        """The kernels' state after these calls, int64 [STATE]."""
        packed = codes.kernel_rules(self.rules)
        state = np.zeros(kernels.STATE, np.int64)
        kernels.begin(packed, state)
        for call in self.calls:
            kernels.make_call(state, call, packed)
        return state

    @property
    def over(self) -> bool:
        """Whether nobody is left to speak."""
        return bool(self.state[kernels.OVER])

    @property
    def seat(self) -> int:
        """The seat whose turn it is, 0-based; the declarer's when it is over."""
        state = self.state
        if not state[kernels.OVER]:
            return int(state[kernels.SEAT])
        return int(kernels.settled(state, codes.kernel_rules(self.rules))[0])

    @property
    def level(self) -> int:
        """The highest bid so far, 0 when nobody has bid."""
        return int(self.state[kernels.LEVEL])

    @property
    def mode(self) -> int:
        """0, or k where the highest bid leaves trump to the k-th card."""
        return int(self.state[kernels.MODE])

    def bids(self) -> tuple[int, ...]:
        """Bids that the next speaker may make."""
        return tuple(range(self.level + 1, self.rules.highest_bid + 1))

    def expected(self) -> str:
        """The calls that the next speaker may make, in words."""
        words = ", ".join(["pas", *(str(bid) for bid in self.bids())])
        if self.rules.has_pe_carte:
            words += f" (pe carte: {self.bids()[-1]}c1 to {self.bids()[-1]}c{cards(self.rules)})"
        return words

    def __str__(self) -> str:
        return " ".join(show_call(call) for call in self.calls)


def cards(rules: CruceRules) -> int:
    """Cards of a second packet, among which *pe carte* may choose."""
    return 12 // rules.players


def show_call(call: int) -> str:
    """A call as it is typed: ``pas``, ``2``, or ``2c1`` for *pe carte*."""
    bid, mode = divmod(call, kernels.BID)
    if bid == 0:
        return "pas"
    return f"{bid}c{mode}" if mode else str(bid)


def parse_calls(text: str, rules: CruceRules) -> Auction:
    """Read calls such as ``pas 2 3c1``, from the first speaker on (rulebook, section 4).

    Raises
    ------
    QuestionError
        For a word that is no call, a bid that is not above the earlier ones, or a call after
        the end of the auction.
    """
    auction = Auction(rules)
    words = re.findall(r"[^\s,;]+", _CARD_WORDS.sub("c", text))
    for i, word in enumerate(words, 1):
        if auction.over:
            raise QuestionError(f"call {i}, {word}: the auction is over after {auction}")
        call = _read_call(word)
        bid, mode = divmod(call, kernels.BID)
        fits = call == kernels.PASS or bid in auction.bids()
        if mode and not (rules.has_pe_carte and mode <= cards(rules)):
            fits = False
        if call < 0 or not fits:
            raise QuestionError(f"call {i}, {word!r}: expected {auction.expected()}")
        auction = Auction(rules, (*auction.calls, call))
    return auction


def _read_call(word: str) -> int:
    """A call as the kernels know it, or -1."""
    if fold(word) in _PASS_WORDS:
        return kernels.PASS
    found = _BID.fullmatch(fold(word))
    if found is None or not 1 <= int(found[1]) < kernels.BID:
        return -1
    mode = int(found[2] or 0)
    if found[2] is not None and not 1 <= mode < kernels.BID:
        return -1
    return kernels.BID * int(found[1]) + mode
