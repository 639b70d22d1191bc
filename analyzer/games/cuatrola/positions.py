"""What ``solve`` is asked in Cuatrola, checked and ready for the searches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_20, parse_suit
from analyzer.errors import QuestionError
from analyzer.games.base import Deals, SolveQuestion
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.layouts import hands_batch
from analyzer.games.tricks import lay_trick
from analyzer.kernels.bits import NO_CARD

ALL_SEATS = 0b1111


@dataclass(frozen=True)
class Seating:
    """Who plays in a contract, and for which side the value counts.

    ``active`` and ``side`` are sets of seats (4 bits); ``declarer`` is -1 in a normal hand.
    """

    contract: int
    declarer: int
    active: int
    side: int

    @classmethod
    def of(cls, contract: int, declarer: int = -1, leader: int = 0) -> Seating:
        """The seats of a contract; in a normal hand the side is that of ``leader``."""
        if contract == codes.NORMAL:
            return cls(contract, -1, ALL_SEATS, 0b0101 << (leader & 1))
        return cls(contract, declarer, ALL_SEATS ^ 1 << (declarer ^ 2), 1 << declarer)

    @property
    def order(self) -> NDArray[np.int64]:
        """The seats that play, in turn."""
        return np.array([s for s in range(codes.SEATS) if self.active >> s & 1], np.int64)

    def next_to_play(self, seat: int) -> int:
        """``seat`` itself, or the next one that plays (rulebook, section 5)."""
        return seat if self.active >> seat & 1 else (seat + 1) % codes.SEATS

    def after(self, leader: int, played: int) -> int:
        """The seat to act when ``played`` cards lie on the table."""
        order = self.order.tolist()
        return int(order[(order.index(leader) + played) % len(order)])


@dataclass(frozen=True)
class Position:
    """Positions of a run of deals, one question for all.

    ``owners`` uint8 [n, 20]; ``hands`` uint64 [n, 4] without the cards on the table and without
    the idle hand; ``trumps`` int64 [n] suits; ``trick`` card numbers; ``sung`` suits as bits;
    ``tricks`` int64 [n] to be won, that on the table included.
    """

    seating: Seating
    leader: int
    owners: NDArray[np.uint8]
    hands: NDArray[np.uint64]
    trumps: NDArray[np.int64]
    trick: tuple[int, ...]
    sung: int
    tricks: NDArray[np.int64]

    @property
    def to_act(self) -> int:
        """The seat whose turn it is."""
        return self.seating.after(self.leader, len(self.trick))

    @classmethod
    def read(cls, deals: Deals, question: SolveQuestion) -> Position:
        """Check a question against its deals; a QuestionError with all problems."""
        problems: list[str] = []
        if question.announced:
            problems.append("announced: not a question of Cuatrola, where pairs are sung")
        if deals.owners.shape[1] != codes.SIZE:
            problems.append(f"owners of {deals.owners.shape[1]} cards: expected {codes.SIZE}")
        seating = _seating(question, problems)
        trumps = _trumps(deals, question, problems)
        sung = _sung(question, problems)
        if problems or seating is None or trumps is None:
            raise QuestionError(problems)
        leader = seating.next_to_play(question.leader)
        owners = np.ascontiguousarray(deals.owners, np.uint8)
        left, tricks = lay_trick(
            owners, seating.order.tolist(), leader, question.trick, PACK_20, "the hands in play"
        )
        hands = np.empty((len(deals), codes.SEATS), np.uint64)
        hands_batch(left, hands)
        for seat in range(codes.SEATS):
            if not seating.active >> seat & 1:
                hands[:, seat] = 0
        return cls(seating, leader, owners, hands, trumps, question.trick, sung, tricks)


def _seating(question: SolveQuestion, problems: list[str]) -> Seating | None:
    name = question.contract or codes.CONTRACTS[codes.NORMAL]
    before = len(problems)
    if name not in codes.CONTRACTS:
        problems.append(f"contract {name!r}: expected " + ", ".join(codes.CONTRACTS))
    elif name == codes.CONTRACTS[codes.NORMAL]:
        if question.declarer is not None:
            problems.append("declarer: a normal hand has none, expected solo, cuatro or quinta too")
    elif question.declarer is None:
        problems.append(f"contract {name}: expected a declarer too, seat 1 to 4")
    for what, seat in (("leader", question.leader), ("declarer", question.declarer)):
        if seat is not None and not 0 <= seat < codes.SEATS:
            problems.append(f"{what} {seat}: expected a seat from 0 to {codes.SEATS - 1}")
    if len(problems) > before:
        return None
    declarer = -1 if question.declarer is None else question.declarer
    return Seating.of(codes.CONTRACTS.index(name), declarer, question.leader)


def _trumps(deals: Deals, question: SolveQuestion, problems: list[str]) -> NDArray[np.int64] | None:
    """The trump suit of each deal: as asked, else that of the turned card."""
    if question.trump is not None:
        try:
            return np.full(len(deals), parse_suit(question.trump, PACK_20, "trump"), np.int64)
        except QuestionError as error:
            problems += error.problems
            return None
    if deals.turned is None or np.any(deals.turned == NO_CARD):
        problems.append("trump: expected O, C, E or B, or a deal with its turned card")
        return None
    return deals.turned.astype(np.int64) // codes.RANKS


def _sung(question: SolveQuestion, problems: list[str]) -> int:
    sung = 0
    for text in question.sung:
        try:
            sung |= 1 << parse_suit(text, PACK_20, "sung")
        except QuestionError as error:
            problems += error.problems
    return sung
