"""Cupe as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_52, format_card, format_deal, parse_cards, parse_deal, parse_seat
from analyzer.errors import QuestionError
from analyzer.games.base import Deals, Game, OddsQuestion, Plan, SolveQuestion
from analyzer.games.cupe.choice_plan import OPEN
from analyzer.games.cupe.hand_question import FLAGS, OPTIONS
from analyzer.games.cupe.odds import odds_plan
from analyzer.games.cupe.play import SEATS, layouts
from analyzer.games.cupe.positions import OPENER, check_question, read_position
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.slam import SlamSolver
from analyzer.games.cupe.study import studies
from analyzer.games.cupe.styles import LAYOUTS
from analyzer.games.cupe.table import CupeTable
from analyzer.games.rules import Rules
from analyzer.games.studio import ChapterMaker
from analyzer.games.table import Table


class Cupe(Game):
    """Cupe (Hearts), 52 cards, four players, each for himself."""

    name = "cupe"
    title = "Cupe"
    decision = "which three cards to give, and whether to try the grand slam"
    rules = CupeRules
    levels = ("random", "simple", "expert", "open")
    default_plays = ("expert",)
    layouts = LAYOUTS
    pack_text = "52 cards, 2 to A"
    players_text = "4 players, each for himself"
    unit = "points"
    solve_unit = "1 if the declarer can take all point cards, else 0"
    odds_options: ClassVar[dict[str, str]] = OPTIONS
    odds_flags = FLAGS
    odds_examples = (
        '"♠AQ7 ♥KT2 ♦J9863 ♣A4"',
        '--after-exchange "♠AKQ2 ♥AKQJT98 ♦A ♣A" --gave "4C 6D 7D" --received "AD 8H 2S" '
        "--score 60,20,80,45",
    )

    def deal(self, rules: Rules, n: int, seed: int, first: int = 0) -> Deals:
        """Thirteen cards to each of four seats, before the exchange."""
        return Deals(self.name, layouts().deal(n, seed, first), seed, first)

    def show_deal(self, rules: Rules, deals: Deals, i: int, unicode: bool = True) -> dict[str, Any]:
        """The deal notation."""
        return {"deal": format_deal(deals.owners[i], PACK_52, SEATS)}

    def read_deal(self, rules: Rules, text: str) -> Deals:
        """A full deal, or an endgame with fewer cards."""
        owners, _ = parse_deal(text, PACK_52, SEATS)
        return Deals(self.name, owners[None, :])

    def show_card(self, card: int, symbols: bool) -> str:
        """Suit and rank."""
        return format_card(card, PACK_52, unicode=symbols)

    def odds(self, rules: Rules, question: OddsQuestion) -> Plan:
        """What to give or how to play with a hand; base rates without one."""
        return odds_plan(_own(rules), question, self.check_plays(question.plays))

    def study(self, rules: Rules, play: str) -> list[Plan]:
        """Whole hands and matches, at a level that plays card by card."""
        if play == OPEN:
            raise QuestionError(
                "level open: whole hands are played card by card, expected random, simple or expert"
            )
        return studies(_own(rules), play)

    def table(self, rules: Rules) -> Table:
        """Hands and matches with a level for each seat."""
        return CupeTable(_own(rules))

    def rival(self, rules: Rules, name: str) -> Table:
        """Single hands with OpenSpiel's bot at the table."""
        from analyzer.games.cupe.openspiel import OpenSpielTable

        return OpenSpielTable(_own(rules), name)

    def chapters(self, rules: Rules) -> Sequence[ChapterMaker]:
        """Points, the exchange, the slam, the match, rules of thumb, and advice tested."""
        from analyzer.games.cupe.report.chapters import chapters  # pandas is slow to import

        return chapters(_own(rules))

    def solve(self, rules: Rules, deals: Deals, question: SolveQuestion) -> NDArray[np.int64]:
        """1 where the declarer can take all point cards against three who stop him together."""
        return SlamSolver(_own(rules)).solve(deals.owners, question)

    def solve_leads(
        self, rules: Rules, deals: Deals, i: int, question: SolveQuestion
    ) -> dict[int, int]:
        """The same after each legal card of the player to act, best for that player first."""
        declarer = check_question(question)
        position = read_position(_own(rules), deals.owners[i], question)
        found = SlamSolver(_own(rules)).after(position, declarer)
        wanted = int((position.leader + len(position.played)) % SEATS == declarer)
        order = sorted(found, key=lambda card: (found[card] != wanted, -card))
        return {card: found[card] for card in order}

    def solve_line(
        self, rules: Rules, deals: Deals, i: int, question: SolveQuestion
    ) -> list[tuple[int, int]]:
        """A line in which the declarer and the others do what they can."""
        declarer = check_question(question)
        position = read_position(_own(rules), deals.owners[i], question)
        return SlamSolver(_own(rules)).line(position, declarer)

    def solve_questions(
        self, rules: Rules, at_least: int | None, **texts: str | None
    ) -> list[SolveQuestion]:
        """Every declarer that was not given; the leader may be left out at a hand's start."""
        problems = [
            f"--{name} {texts[name]}: not an option of {self.title}"
            for name in ("trump", "contract", "announced", "sung")
            if texts.get(name) is not None
        ]
        declarers = list(range(SEATS))
        leader = OPENER
        trick: tuple[int, ...] = ()
        try:
            if (text := texts.get("declarer")) is not None:
                declarers = [parse_seat(text, SEATS, "declarer")]
            if (text := texts.get("leader")) is not None:
                leader = parse_seat(text, SEATS, "leader")
            if (text := texts.get("trick")) is not None:
                trick = tuple(parse_cards(text, PACK_52))
        except QuestionError as error:
            problems += error.problems
        if problems:
            raise QuestionError(problems)
        return [
            SolveQuestion(None, leader, declarer=declarer, trick=trick, at_least=at_least)
            for declarer in declarers
        ]

    def show_question(self, question: SolveQuestion) -> dict[str, Any]:
        """The declarer, and the leader where one was named."""
        shown: dict[str, Any] = {}
        if question.declarer is not None:
            shown["declarer"] = question.declarer + 1
        if question.leader != OPENER:
            shown["leader"] = question.leader + 1
        if question.at_least is not None:
            shown["at_least"] = question.at_least
        return shown


def _own(rules: Rules) -> CupeRules:
    assert isinstance(rules, CupeRules)
    return rules


GAME = Cupe()
