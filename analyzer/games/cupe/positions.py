"""Questions about open deals of Cupe, checked and turned into what the slam search takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_52, card_words
from analyzer.errors import QuestionError
from analyzer.games.base import SolveQuestion
from analyzer.games.cupe.rules import CupeRules
from analyzer.kernels.bits import NO_CARD

SEATS = 4
OPENER = -1
"""Leader of a question: whoever opens the hand by the rules."""
_TWO_OF_CLUBS = 0


@dataclass(frozen=True)
class Position:
    """One open position: hands uint64 [4] without the cards of the trick, and who led it.

    ``played`` uint64 [count], the trick so far; ``out`` the cards that are out of play.
    """

    hands: NDArray[np.uint64]
    leader: int
    played: NDArray[np.uint64]
    out: int

    @property
    def first(self) -> bool:
        """Whether this is the first trick of the hand."""
        return self.out == 0


def check_question(question: SolveQuestion) -> int:
    """The declarer of a question; a QuestionError for what Cupe has no use for."""
    problems = [
        f"{name}: not a question of Cupe"
        for name in ("trump", "contract", "announced", "sung")
        if getattr(question, name)
    ]
    if question.declarer is None:
        problems.append("no declarer: expected the seat that tries to take all point cards")
    for name, low in (("declarer", 0), ("leader", OPENER)):
        seat = getattr(question, name)
        if seat is not None and not low <= seat < SEATS:
            problems.append(f"{name} {seat}: expected a seat from 0 to {SEATS - 1}")
    if question.at_least is not None and question.at_least not in (0, 1):
        problems.append(f"at_least {question.at_least}: expected 0 or 1")
    if problems or question.declarer is None:
        raise QuestionError(problems)
    return question.declarer


def read_position(rules: CupeRules, owners: NDArray[np.uint8], question: SolveQuestion) -> Position:
    """The position of one deal, owners uint8 [52].

    Cards of the trick may be out of play or still with the seats that played them.  At the
    start of a hand that the 2 of clubs opens, its holder leads, and ``leader`` may be left
    at 0.

    Raises
    ------
    QuestionError
        When the trick or the numbers of cards cannot be, or somebody else is to open.
    """
    if owners.shape != (PACK_52.size,):
        raise QuestionError(f"owners of {owners.size} cards: expected {PACK_52.size}")
    if np.any((owners >= SEATS) & (owners != NO_CARD)):
        raise QuestionError(f"owners: expected seats from 0 to {SEATS - 1}, or 255")
    leader = _leader(rules, owners, question)
    trick = question.trick
    if len(set(trick)) < len(trick) or len(trick) >= SEATS:
        raise QuestionError(f"trick of {len(trick)} cards: expected up to 3 different cards")
    held = owners.copy()
    for k, card in enumerate(trick):
        seat = (leader + k) % SEATS
        if held[card] not in (NO_CARD, seat):
            raise QuestionError(
                f"trick: the {card_words(card, PACK_52)} lies with seat {held[card] + 1}, "
                f"but seat {seat + 1} played it"
            )
        held[card] = NO_CARD
    hands = [PACK_52.card_set(np.flatnonzero(held == seat).tolist()) for seat in range(SEATS)]
    counts = [hands[(leader + k) % SEATS].bit_count() + (k < len(trick)) for k in range(SEATS)]
    if len(set(counts)) > 1:
        told = ", ".join(str(hand.bit_count()) for hand in hands)
        raise QuestionError(f"hands of {told} cards: expected the same number before the trick")
    played = [PACK_52.bit(card) for card in trick]
    everything = sum(hands) | sum(1 << bit for bit in played)
    return Position(
        np.array(hands, np.uint64),
        leader,
        np.array([1 << bit for bit in played], np.uint64),
        PACK_52.full & ~everything,
    )


def _leader(rules: CupeRules, owners: NDArray[np.uint8], question: SolveQuestion) -> int:
    """Who leads, or led: at the start of a hand that follows from the rules."""
    opening = not question.trick and not np.any(owners == NO_CARD)
    if opening and rules.open_with != "after_dealer":
        holder = int(owners[_TWO_OF_CLUBS])
        if question.leader not in (OPENER, 0, holder):
            raise QuestionError(
                f"leader: seat {holder + 1} opens the hand, for it holds the 2 of clubs"
            )
        return holder
    if question.leader == OPENER and not opening:
        raise QuestionError("no leader: expected the seat that leads, or led the cards of trick")
    return max(question.leader, 0)
