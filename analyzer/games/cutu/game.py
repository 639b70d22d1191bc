"""Cuțu as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import (
    PACK_32,
    format_card,
    format_deal,
    parse_cards,
    parse_deal,
    parse_seat,
    parse_trump,
)
from analyzer.errors import QuestionError
from analyzer.games.base import Deals, Game, OddsQuestion, Plan, SolveQuestion
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, RANKS, SEATS, duties
from analyzer.games.cutu.odds import OPTIONS, odds_plan
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.study import studies
from analyzer.games.cutu.table import CutuTable
from analyzer.games.cutu.thinking import LAYOUTS
from analyzer.games.rules import Rules
from analyzer.games.studio import ChapterMaker
from analyzer.games.table import Table
from analyzer.games.tricks import lay_trick
from analyzer.games.typed import read
from analyzer.kernels.deal import hands_of
from analyzer.kernels.layouts import Layouts

_SUITS = ("S", "H", "D", "C")


class Cutu(Game):
    """Cuțu, 32 cards, two teams of two."""

    name = "cutu"
    title = "Cuțu"
    decision = "which bid (pass, 4 to 8) and which trump"
    rules = CutuRules
    levels = ("random", "simple", "expert", "open")
    default_plays = ("open", "expert")
    layouts = LAYOUTS
    pack_text = "32 cards, 7 to A"
    players_text = "4 players in two teams"
    unit = "points"
    solve_unit = "tricks"
    odds_options: ClassVar[dict[str, str]] = OPTIONS
    odds_flags = ("ignore-calls",)
    odds_examples = ('"♠AKJ97 ♥A ♦K8"', '"♠AKJ97 ♥A ♦K8" --calls "pas 5" --score 62-71')

    def deal(self, rules: Rules, n: int, seed: int, first: int = 0) -> Deals:
        """Eight cards to each of four seats."""
        layouts = Layouts.build(PACK_32.size, [CARDS] * SEATS)
        return Deals(self.name, layouts.deal(n, seed, first), seed, first)

    def show_deal(self, rules: Rules, deals: Deals, i: int, unicode: bool = True) -> dict[str, Any]:
        """The deal notation."""
        return {"deal": format_deal(deals.owners[i], PACK_32, SEATS)}

    def read_deal(self, rules: Rules, text: str) -> Deals:
        """A full deal, or an endgame with fewer cards."""
        owners, _ = parse_deal(text, PACK_32, SEATS)
        return Deals(self.name, owners[None, :])

    def show_card(self, card: int, symbols: bool) -> str:
        """Suit and rank."""
        return format_card(card, PACK_32, unicode=symbols)

    def odds(self, rules: Rules, question: OddsQuestion) -> Plan:
        """Odds of every bid and trump, or base rates."""
        assert isinstance(rules, CutuRules)
        return odds_plan(rules, question)

    def study(self, rules: Rules, play: str) -> list[Plan]:
        """Whole deals and matches, at a level that plays card by card."""
        assert isinstance(rules, CutuRules)
        if play == "open":
            raise QuestionError(
                "level open: whole deals are played card by card, expected random, simple or expert"
            )
        return studies(rules, play)

    def table(self, rules: Rules) -> Table:
        """Deals and matches with a level for every seat."""
        assert isinstance(rules, CutuRules)
        return CutuTable(rules)

    def chapters(self, rules: Rules) -> Sequence[ChapterMaker]:
        """The chapters of the strategy report."""
        from analyzer.games.cutu.report.chapters import CHAPTERS  # when asked for: pandas is slow

        return CHAPTERS

    def solve(self, rules: Rules, deals: Deals, question: SolveQuestion) -> NDArray[np.int64]:
        """Tricks of the leader's side."""
        hands, strain, trick = _position(deals, question)
        solver = OpenSolver()
        bits = self._duties(rules)
        if question.at_least is None:
            values = solver.solve(hands, question.leader, strain, bits, trick)
        else:
            least = question.at_least
            values = solver.reaches(hands, question.leader, strain, bits, trick, least)
        return values

    def solve_leads(
        self, rules: Rules, deals: Deals, i: int, question: SolveQuestion
    ) -> dict[int, int]:
        """Tricks of the leader's side after each card, best for the player to act first."""
        hands, strain, trick = _position(deals, question)
        values = OpenSolver().card_values(
            hands[i : i + 1], question.leader, strain, self._duties(rules), trick
        )[0]
        ours = len(trick) % 2 == 0
        found = {
            card: int(values[PACK_32.bit(card)])
            for card in range(PACK_32.size)
            if values[PACK_32.bit(card)] >= 0
        }
        order = sorted(found, key=lambda card: (-found[card] if ours else found[card], -card))
        return {card: found[card] for card in order}

    def solve_line(
        self, rules: Rules, deals: Deals, i: int, question: SolveQuestion
    ) -> list[tuple[int, int]]:
        """A line of best play, seats by the cards' owners."""
        hands, strain, trick = _position(deals, question)
        bits = OpenSolver().line(hands[i], question.leader, strain, self._duties(rules), trick)
        cards = [(bit >> 4) * RANKS + (bit & 15) for bit in bits]
        return [(int(deals.owners[i, card]), card) for card in cards]

    def solve_questions(
        self, rules: Rules, at_least: int | None, **texts: str | None
    ) -> list[SolveQuestion]:
        """Every trump and leader that was not given."""
        problems = [
            f"--{name} {texts[name]}: not an option of {self.title}"
            for name in ("contract", "declarer", "announced", "sung")
            if texts.get(name) is not None
        ]
        given = read(texts.get("trump"), lambda text: (_trump_letter(text),), problems)
        leader = read(texts.get("leader"), lambda text: parse_seat(text, SEATS, "leader"), problems)
        trick = read(texts.get("trick"), lambda text: tuple(parse_cards(text, PACK_32)), problems)
        if trick and texts.get("leader") is None:
            problems.append("--trick: expected --leader too, the seat that led the trick")
        if problems:
            raise QuestionError(problems)
        return [
            SolveQuestion(trump, first, trick=trick or (), at_least=at_least)
            for trump in given or (*_SUITS, None)
            for first in (range(SEATS) if leader is None else (leader,))
        ]

    @staticmethod
    def _duties(rules: Rules) -> int:
        assert isinstance(rules, CutuRules)
        return duties(rules)


def _trump_letter(text: str) -> str | None:
    """A trump as questions have it; ``None`` for no trump."""
    strain = parse_trump(text, PACK_32)
    return None if strain is None else PACK_32.suits[strain]


def _position(
    deals: Deals, question: SolveQuestion
) -> tuple[NDArray[np.uint64], int, tuple[int, ...]]:
    """Hands uint64 [n, 4], strain and bit indices of the trick; a QuestionError otherwise."""
    problems = [
        f"{name}: not a question of Cuțu"
        for name in ("contract", "declarer", "announced", "sung")
        if getattr(question, name)
    ]
    strain = NO_TRUMP
    if question.trump is not None:
        try:
            suit = parse_trump(question.trump, PACK_32)
            strain = NO_TRUMP if suit is None else suit
        except QuestionError as error:
            problems += error.problems
    if not 0 <= question.leader < SEATS:
        problems.append(f"leader {question.leader}: expected a seat from 0 to {SEATS - 1}")
    if deals.owners.shape[1] != PACK_32.size:
        problems.append(f"owners of {deals.owners.shape[1]} cards: expected {PACK_32.size}")
    if problems:
        raise QuestionError(problems)
    left, _ = lay_trick(
        deals.owners, range(SEATS), question.leader, question.trick, PACK_32, "the four hands"
    )
    hands = np.empty((len(deals), SEATS), np.uint64)
    for i in range(len(deals)):
        hands_of(left[i], RANKS, hands[i])
    return hands, strain, tuple(PACK_32.bit(card) for card in question.trick)


GAME = Cutu()
