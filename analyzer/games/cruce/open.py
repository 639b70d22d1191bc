"""Double-dummy values of Cruce: the points search with the game's sides and rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_24, parse_suit
from analyzer.errors import QuestionError
from analyzer.games.base import Deals, SolveQuestion
from analyzer.games.cruce import codes
from analyzer.games.cruce.codes import point_rules
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.tricks import lay_trick
from analyzer.kernels import points_batch, points_lines
from analyzer.kernels.bits import NO_CARD

FIRST_LEAD = -1
"""Instead of a trump suit: the first card led makes trump."""

_Ints = NDArray[np.int64]
_Question = tuple[NDArray[np.uint8], _Ints, _Ints, _Ints, _Ints, _Ints, NDArray[np.uint8]]


def side_of(players: int, seat: int) -> int:
    """Seats of the side of ``seat``, a set of bits: a team of four players, else the seat alone."""
    return 0b0101 << (seat & 1) if players == 4 else 1 << seat


@dataclass(frozen=True)
class Position:
    """Positions of a run of deals, one question for all.

    ``owners`` uint8 [n, 24]; ``trump`` a suit or ``FIRST_LEAD``; ``leader`` a seat; ``trick``
    card numbers on the table; ``announced`` suits as bits; ``whole`` whether all cards are held
    and nothing is led yet.
    """

    rules: CruceRules
    owners: NDArray[np.uint8]
    trump: int
    leader: int
    trick: tuple[int, ...]
    announced: int
    whole: bool

    @classmethod
    def read(cls, rules: CruceRules, deals: Deals, question: SolveQuestion) -> Position:
        """Check a question against its deals; a QuestionError with all problems."""
        problems = [
            f"{name}: not a question of Cruce"
            for name in ("contract", "declarer", "sung")
            if getattr(question, name)
        ]
        players = rules.players
        trump = FIRST_LEAD
        announced = 0
        try:
            if question.trump is not None:
                trump = parse_suit(question.trump, PACK_24, "trump")
        except QuestionError as error:
            problems += error.problems
        for text in question.announced:
            try:
                announced |= 1 << parse_suit(text, PACK_24, "announced")
            except QuestionError as error:
                problems += error.problems
        if not 0 <= question.leader < players:
            problems.append(f"leader {question.leader}: expected a seat from 0 to {players - 1}")
        if deals.owners.shape[1] != codes.SIZE:
            problems.append(f"owners of {deals.owners.shape[1]} cards: expected {codes.SIZE}")
        elif np.any((deals.owners >= players) & (deals.owners != NO_CARD)):
            problems.append(f"owners: expected seats 0 to {players - 1}, or {NO_CARD}")
        if deals.stock is not None and deals.stock.shape[1]:
            problems.append(
                "the stock is not empty: with two players, values are solved for once it is"
            )
        if problems:
            raise QuestionError(problems)
        owners = np.ascontiguousarray(deals.owners, np.uint8)
        lay_trick(owners, range(players), question.leader, question.trick, PACK_24)
        whole = not question.trick and bool((owners != NO_CARD).all())
        return cls(rules, owners, trump, question.leader, question.trick, announced, whole)

    def deal(self, i: int) -> Position:
        """The position of one deal alone."""
        return replace(self, owners=self.owners[i : i + 1])

    @property
    def to_act(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % self.rules.players

    @property
    def packed(self) -> NDArray[np.int64]:
        """House rules for the search.

        Where trump is named, the first card of the round must be a trump (options, trump_by).
        Where the first lead makes it, a trump that is given is taken as made already.
        """
        return point_rules(self.rules, self.whole and self.rules.trump_by != "first_lead")


class OpenSolver:
    """The search with scratch memory for one thread."""

    def __init__(self) -> None:
        self._arena = points_batch.new_arena()

    def values(self, position: Position) -> NDArray[np.int64]:
        """Points, announcements included, of the leader's side, int64 [n]."""
        out = np.empty(len(position.owners), np.int64)
        points_batch.values(*_question(position), position.packed, self._arena, out)
        return out

    def reaches(self, position: Position, least: int) -> NDArray[np.int64]:
        """1 where that is ``least`` or more, else 0, int64 [n]."""
        out = np.empty(len(position.owners), np.bool_)
        wanted = np.full(len(out), least, np.int64)
        points_batch.answers(*_question(position), wanted, position.packed, self._arena, out)
        return out.astype(np.int64)

    def card_values(self, position: Position) -> dict[int, int]:
        """That of the first deal after each card that may be played next, by card number."""
        out = np.empty((1, codes.SIZE), np.int64)
        points_lines.move_values(*_question(position), position.packed, self._arena, out)
        return {
            card: int(value) for card, value in enumerate(out[0]) if value != points_batch.NO_VALUE
        }

    def line(self, position: Position) -> list[tuple[int, int]]:
        """Seats and card numbers of a line of best play of the first deal."""
        owners, active, side, trump, leader, announced, trick = _question(position)
        steps = np.empty((points_lines.STEPS, 3), np.int64)
        count = points_lines.best_line(
            owners[0], int(active[0]), int(side[0]), int(trump[0]), int(leader[0]),
            int(announced[0]), trick[0], position.packed, self._arena, steps,
        )  # fmt: skip
        return [(int(seat), int(card)) for _, seat, card in steps[:count]]

    def declarer_points(
        self,
        rules: CruceRules,
        owners: NDArray[np.uint8],
        declarers: NDArray[np.int64],
        trumps: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Points of each declarer's side, int64 [n], in whole deals that it opens with a trump."""
        n = len(owners)
        players = rules.players
        out = np.empty(n, np.int64)
        points_batch.values(
            owners,
            np.full(n, (1 << players) - 1, np.int64),
            np.array([side_of(players, int(seat)) for seat in declarers], np.int64),
            trumps,
            declarers,
            np.zeros(n, np.int64),
            np.full((n, codes.SEATS), NO_CARD, np.uint8),
            point_rules(rules, lead_trump=True),
            self._arena,
            out,
        )
        return out


def _question(position: Position) -> _Question:
    """The arguments of the points search up to the trick."""
    n = len(position.owners)
    players = position.rules.players
    table = np.full((n, codes.SEATS), NO_CARD, np.uint8)
    table[:, : len(position.trick)] = position.trick
    return (
        position.owners,
        np.full(n, (1 << players) - 1, np.int64),
        np.full(n, side_of(players, position.leader), np.int64),
        np.full(n, position.trump, np.int64),
        np.full(n, position.leader, np.int64),
        np.full(n, position.announced, np.int64),
        table,
    )
