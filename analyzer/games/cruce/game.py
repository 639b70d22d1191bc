"""Cruce as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from numpy import int64
from numpy.typing import NDArray

from analyzer.cards import PACK_24, format_card, parse_cards, parse_seat, parse_suit
from analyzer.errors import QuestionError
from analyzer.games.base import Deals, Game, OddsQuestion, Plan, SolveQuestion
from analyzer.games.cruce import codes
from analyzer.games.cruce import deals as cruce_deals
from analyzer.games.cruce.odds import EXAMPLES, FLAGS, OPTIONS, odds_plan
from analyzer.games.cruce.open import OpenSolver, Position, side_of
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.cruce.study import studies
from analyzer.games.cruce.table import CruceTable
from analyzer.games.rules import Rules
from analyzer.games.typed import read

if TYPE_CHECKING:
    from analyzer.games.studio import ChapterMaker

_FIRST_LEAD = "lead"
"""How "the first card led makes trump" is written where a trump is expected."""


class Cruce(Game):
    """Cruce, 24 cards, for four, three or two players."""

    name = "cruce"
    title = "Cruce"
    decision = "which bid (pass, 1 to 6), which trump, or pe carte"
    rules = CruceRules
    levels = ("random", "simple", "expert", "open")
    default_plays = ("open", "expert")
    layouts = codes.LAYOUTS
    pack_text = "24 cards, 9 J Q K 10 A"
    players_text = "4 players in two teams, 3 alone, or 2 with a stock"
    unit = "big points"
    solve_unit = "points"
    odds_options: ClassVar[dict[str, str]] = OPTIONS
    odds_flags = FLAGS
    odds_examples = EXAMPLES

    def deal(self, rules: Rules, n: int, seed: int, first: int = 0) -> Deals:
        """Hands with their packets, or with the stock of two players."""
        return cruce_deals.deal_cards(_own(rules), n, seed, first)

    def show_deal(self, rules: Rules, deals: Deals, i: int, unicode: bool = True) -> dict[str, Any]:
        """The deal notation, then second packets or stock in order."""
        return cruce_deals.show(_own(rules), deals, i, unicode)

    def read_deal(self, rules: Rules, text: str) -> Deals:
        """A full deal, or an endgame with fewer cards."""
        return cruce_deals.read(_own(rules), text)

    def show_card(self, card: int, symbols: bool) -> str:
        """Suit and rank."""
        return format_card(card, PACK_24, unicode=symbols)

    def odds(self, rules: Rules, question: OddsQuestion) -> Plan:
        """A given hand's calls, trumps and leads; base rates without a hand."""
        return odds_plan(_own(rules), question)

    def study(self, rules: Rules, play: str) -> list[Plan]:
        """Whole rounds, and whole matches."""
        if play == "open":
            raise QuestionError(
                "level open: whole rounds are played card by card, "
                "expected random, simple or expert"
            )
        return studies(_own(rules), play)

    def table(self, rules: Rules) -> CruceTable:
        """Deals and matches with a level for every seat."""
        return CruceTable(_own(rules))

    def chapters(self, rules: Rules) -> Sequence[ChapterMaker]:
        """Contracts, bids, cards, announcements, trump, pe carte; rules of thumb; rare events."""
        from analyzer.games.cruce.report.chapters import chapters  # when asked for: pandas is slow

        return chapters(_own(rules))

    def deal_key(self, rules: Rules) -> tuple[object, ...]:
        """The number of players, and of cards in a hand."""
        own = _own(rules)
        return own.players, own.hand_size

    def solve(self, rules: Rules, deals: Deals, question: SolveQuestion) -> NDArray[int64]:
        """Points, announcements included, of the leader's side."""
        position = Position.read(_own(rules), deals, question)
        if question.at_least is None:
            return OpenSolver().values(position)
        return OpenSolver().reaches(position, question.at_least)

    def solve_leads(
        self, rules: Rules, deals: Deals, i: int, question: SolveQuestion
    ) -> dict[int, int]:
        """Points of the leader's side after each card, best for the player to act first."""
        position = Position.read(_own(rules), deals, question).deal(i)
        found = OpenSolver().card_values(position)
        players = position.rules.players
        ours = side_of(players, position.leader) >> position.to_act & 1
        order = sorted(found, key=lambda card: (-found[card] if ours else found[card], -card))
        return {card: found[card] for card in order}

    def solve_line(
        self, rules: Rules, deals: Deals, i: int, question: SolveQuestion
    ) -> list[tuple[int, int]]:
        """A line of best play."""
        return OpenSolver().line(Position.read(_own(rules), deals, question).deal(i))

    def solve_questions(
        self, rules: Rules, at_least: int | None, **texts: str | None
    ) -> list[SolveQuestion]:
        """Every trump, the first lead's too, and every leader that was not given."""
        players = _own(rules).players
        problems = [
            f"--{name} {texts[name]}: not an option of {self.title}"
            for name in ("contract", "declarer", "sung")
            if texts.get(name) is not None
        ]
        given = read(texts.get("trump"), lambda text: (_trump_letter(text),), problems)
        leader = read(
            texts.get("leader"), lambda text: parse_seat(text, players, "leader"), problems
        )
        announced = read(texts.get("announced"), _suit_letters, problems, "--announced: ")
        trick = read(texts.get("trick"), lambda text: tuple(parse_cards(text, PACK_24)), problems)
        if trick and texts.get("leader") is None:
            problems.append("--trick: expected --leader too, the seat that led the trick")
        if problems:
            raise QuestionError(problems)
        return [
            SolveQuestion(
                trump, first, trick=trick or (), announced=announced or (), at_least=at_least
            )
            for trump in given or (None, *PACK_24.suits[::-1])
            for first in (range(players) if leader is None else (leader,))
        ]

    def show_question(self, question: SolveQuestion) -> dict[str, Any]:
        """Trump, leader, and what else was given."""
        shown = super().show_question(question)
        shown["trump"] = question.trump or _FIRST_LEAD
        if question.announced:
            shown["announced"] = " ".join(question.announced)
        return shown


def _trump_letter(text: str) -> str | None:
    """A trump as questions have it; ``None`` where the first lead makes it."""
    if text.strip().lower() == _FIRST_LEAD:
        return None
    return PACK_24.suits[parse_suit(text, PACK_24, "trump")]


def _suit_letters(text: str) -> tuple[str, ...]:
    words = text.replace(",", " ").split()
    return tuple(PACK_24.suits[parse_suit(word, PACK_24)] for word in words)


def _own(rules: Rules) -> CruceRules:
    assert isinstance(rules, CruceRules)
    return rules


GAME = Cruce()
