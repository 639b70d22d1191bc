"""Deals of a given hand played at one level: own contracts, leads, and how auctions end."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cruce import codes
from analyzer.games.cruce.dealt import Dealt, Played
from analyzer.games.cruce.hand_question import Lead, Trump
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels.auction import BID, PASS
from analyzer.games.cruce.kernels.bidding import choose_trumps
from analyzer.games.cruce.kernels.cards import owners_of_hands
from analyzer.games.cruce.kernels.rounds import CHOSEN
from analyzer.games.cruce.open import OpenSolver
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.levels import EXPERT, named_level
from analyzer.kernels.bits import ONE

_SUIT_ENDS = np.array([1 << 16, 1 << 32, 1 << 48], np.uint64)
_T = TypeVar("_T")

Ints = NDArray[np.int64]


@dataclass
class Results:
    """What one batch of deals brings at one playout level; every contract is played once.

    ``seat`` is the asker's.  ``ends`` int64 [D, calls, 2] are the declarer and the winning call
    after each of the asker's ``calls``.
    """

    rules: CruceRules
    packed: Ints
    dealt: Dealt
    play: str
    seat: int
    ends: Ints
    calls: tuple[int, ...]
    _kept: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def side(self) -> int:
        """The asker's side."""
        return self.seat % self.rules.sides

    @property
    def level(self) -> int:
        """The level as the kernels know it."""
        return codes.level_code(self.play)

    def _played_for(self, bid: int) -> int:
        """The contract for which a bid is played: its own by experts, all alike by others."""
        return bid if named_level(self.play) == EXPERT else 0

    def own(self, trump: Trump, bid: int = 0) -> Played:
        """The asker's contract with this trump, as it is played for ``bid``."""
        asked = self._played_for(bid)
        ask = np.array([[self.seat, asked, min(trump.mode, 1), trump.suit]])
        return self._keep(
            (trump.source, "for", asked), lambda: self.dealt.play(ask, self.level, self.packed)
        )

    def led(self, lead: Lead, bid: int = 0) -> Played:
        """The same with a given first lead."""
        bit = ONE << np.uint64(16 * (lead.card // codes.RANKS) + lead.card % codes.RANKS)
        asked = self._played_for(bid)
        ask = np.array([[self.seat, asked, 0, lead.trump.suit]])
        return self._keep((lead, asked), lambda: self.dealt.play(ask, self.level, self.packed, bit))

    def contract(self, trump: Trump, bid: int) -> Played:
        """The asker's contract, played."""
        return self._keep(
            (trump.source, bid), lambda: self.own(trump, bid).scored_as(bid, self.packed)
        )

    def called(self, call: int, trump: Trump | None) -> tuple[Played, NDArray[np.bool_]]:
        """What a call of the asker leads to, and in which deals all pass and cards are redealt.

        With ``trump``, where the asker plays the very bid it made.
        """
        key = ("called", call, "" if trump is None else trump.source)
        return self._keep(key, lambda: self._called(call, trump))

    def _called(self, call: int, trump: Trump | None) -> tuple[Played, NDArray[np.bool_]]:
        declarer, winning = self.ends[:, self.calls.index(call)].T
        outcomes = self._keep("ended", self._ended)[:, self.calls.index(call)].copy()
        if trump is not None:
            mine = (declarer == self.seat) & (winning == call)
            outcomes[mine] = self.own(trump, call // BID).outcomes[mine]
        ended = Played(outcomes).scored_as(winning // BID, self.packed)
        again = (winning == PASS) & (self.rules.all_pass == "redeal")
        ended.outcomes[again, places.DELTAS : places.DELTAS + codes.SEATS] = 0
        return ended, again

    def _ended(self) -> Ints:
        """Rounds after every call as their declarers choose trump: int64 [D, calls, OUTCOME].

        Where the asker plays the very bid it made, nothing is played.
        """
        n = len(self.dealt)
        found = np.zeros((n, len(self.calls), places.OUTCOME), np.int64)
        declarers, winning = self.ends[:, :, 0], self.ends[:, :, 1]
        own = (declarers == self.seat) & (winning == np.array(self.calls)) & (winning != PASS)
        asked = winning if self._played_for(1) else winning % BID
        for declarer in range(self.rules.players):
            for call in np.unique(asked[(declarers == declarer) & ~own]):
                wanted = (declarers == declarer) & (asked == call) & ~own
                rows = np.flatnonzero(wanted.any(axis=1))
                ask = np.array([[declarer, call // BID, call % BID, CHOSEN]])
                played = np.zeros((n, places.OUTCOME), np.int64)
                played[rows] = self.dealt.take(rows).play(ask, self.level, self.packed).outcomes
                deal, place = np.nonzero(wanted)
                found[deal, place] = played[deal]
        return found

    def _keep(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """What ``make`` makes, once."""
        if key not in self._kept:
            self._kept[key] = make()
        kept: _T = self._kept[key]
        return kept


def open_points(
    rules: CruceRules, packed: Ints, dealt: Dealt, seat: int, trump: Trump, solver: OpenSolver
) -> Ints:
    """Points of the asker's side with best play by all, cards face up, after a lead of trump.

    The suit is the given one, that of the shown card, or what the whole hand chooses.
    """
    n = len(dealt)
    suits = np.full(n, trump.suit, np.int64)
    declarers = np.full(n, seat, np.int64)
    if trump.mode > 0:
        shown = dealt.drawn[:, seat * (12 // rules.players)]
        suits[:] = np.searchsorted(_SUIT_ENDS, shown, side="right")
    choose_trumps(dealt.hands, declarers, packed, suits)
    owners = np.empty((n, codes.SIZE), np.uint8)
    owners_of_hands(dealt.hands, owners)
    return solver.declarer_points(rules, owners, declarers, suits)
