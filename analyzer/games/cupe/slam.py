"""``solve cupe``: a player who wants all point cards against three who stop him together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_52
from analyzer.games.base import SolveQuestion
from analyzer.games.cupe.kernels.legality import BREAKERS, LIMITS, set_limits
from analyzer.games.cupe.kernels.play import suit_of
from analyzer.games.cupe.kernels.scores import slam_cards
from analyzer.games.cupe.kernels.slam_search import COUNTERS, ENTRY, can_slam, legal_now
from analyzer.games.cupe.positions import SEATS, Position, check_question, read_position
from analyzer.games.cupe.rules import CupeRules

MEMORY = 1 << 18
"""Entries of the search's memory (40 bytes each)."""


class SlamSolver:
    """Answers questions under one set of rules; keeps what it found out between them.

    ``counters`` int64: positions searched, answers found in the memory.
    """

    def __init__(self, rules: CupeRules, memory: int = MEMORY) -> None:
        packed = rules.packed()
        self.rules = rules
        self.limits = np.zeros(LIMITS, np.uint64)
        set_limits(packed, self.limits)
        self.needed = np.uint64(slam_cards(packed))
        self.memory = np.zeros((memory, ENTRY), np.uint64)
        self.counters = np.zeros(COUNTERS, np.int64)

    def _state(self, position: Position) -> tuple[bool, bool]:
        """First trick or not, and whether a breaking card was played in an earlier trick."""
        return position.first, bool(position.out & int(self.limits[BREAKERS]))

    def can(self, position: Position, declarer: int) -> int:
        """1 if ``declarer`` can take all cards of a slam that are in play, else 0."""
        first, broken = self._state(position)
        found: int = can_slam(
            position.hands,
            declarer,
            position.leader,
            position.played,
            first,
            broken,
            self.needed,
            self.limits,
            self.memory,
            self.counters,
        )
        return found

    def solve(self, owners: NDArray[np.uint8], question: SolveQuestion) -> NDArray[np.int64]:
        """The answer for each deal, owners uint8 [n, 52]: int64 [n], 1 or 0."""
        declarer = check_question(question)
        values = np.empty(len(owners), np.int64)
        for i, deal in enumerate(owners):
            values[i] = self.can(read_position(self.rules, deal, question), declarer)
        if question.at_least == 0:
            values[:] = 1
        return values

    def after(self, position: Position, declarer: int) -> dict[int, int]:
        """The answer after each legal card of the player to act, by card number."""
        if int(position.hands.max()) == 0:
            return {}
        first, broken = self._state(position)
        seat = (position.leader + len(position.played)) % SEATS
        legal = int(legal_now(position.hands[seat], position.played, first, broken, self.limits))
        return {
            card: self._played(position, seat, card, declarer)
            for card in reversed(PACK_52.numbers(legal))
        }

    def _played(self, position: Position, seat: int, card: int, declarer: int) -> int:
        child, lost = self.play(position, seat, card, declarer)
        return 0 if lost else self.can(child, declarer)

    def play(
        self, position: Position, seat: int, card: int, declarer: int
    ) -> tuple[Position, bool]:
        """The position after a card, and whether it gave a needed card to somebody else."""
        bit = np.uint64(1 << PACK_52.bit(card))
        hands = position.hands.copy()
        hands[seat] &= ~bit
        played = np.append(position.played, bit)
        if len(played) < SEATS:
            return Position(hands, position.leader, played, position.out), False
        led = int(suit_of(played[0]))
        follow = [int(card) & led for card in played]
        taker = (position.leader + follow.index(max(follow))) % SEATS
        trick = int(np.bitwise_or.reduce(played))
        lost = taker != declarer and bool(trick & int(self.needed))
        out = position.out | trick
        return Position(hands, taker, np.zeros(0, np.uint64), out), lost

    def line(self, position: Position, declarer: int) -> list[tuple[int, int]]:
        """Seats and cards of a line in which both sides do what they can."""
        found = []
        lost = False
        while int(position.hands.max()) > 0:
            seat = (position.leader + len(position.played)) % SEATS
            values = self.after(position, declarer)
            wanted = 1 if seat == declarer else 0
            card = next((c for c, value in values.items() if value == wanted), next(iter(values)))
            found.append((seat, card))
            position, now = self.play(position, seat, card, declarer)
            lost = lost or now
        return found
