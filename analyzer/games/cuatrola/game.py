"""Cuatrola as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_20, format_card, parse_cards, parse_seat, parse_trump
from analyzer.errors import QuestionError
from analyzer.games.base import Deals, Game, OddsQuestion, Plan, SolveQuestion
from analyzer.games.cuatrola import codes, deals
from analyzer.games.cuatrola.odds import EXAMPLES, FLAGS, OPTIONS, odds_plan
from analyzer.games.cuatrola.open import OpenSolver
from analyzer.games.cuatrola.players import LAYOUTS
from analyzer.games.cuatrola.positions import Position
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.cuatrola.study import studies
from analyzer.games.cuatrola.table import CuatrolaTable
from analyzer.games.rules import Rules
from analyzer.games.table import Table
from analyzer.games.typed import read

if TYPE_CHECKING:
    from analyzer.games.studio import ChapterMaker


class Cuatrola(Game):
    """Cuatrola, 20 Spanish cards, two pairs; a declarer plays without the partner."""

    name = "cuatrola"
    title = "Cuatrola"
    decision = "whether to pass or declare solo, cuatro or quinta"
    rules = CuatrolaRules
    levels = ("random", "simple", "expert", "open")
    default_plays = ("open", "expert")
    layouts = LAYOUTS
    pack_text = "20 Spanish cards: sota, caballo, rey, tres, as"
    players_text = "4 players in two pairs, 3 of them in a contract"
    unit = "match points"
    solve_unit = "value"
    odds_options: ClassVar[dict[str, str]] = OPTIONS
    odds_flags = FLAGS
    odds_examples = EXAMPLES

    def deal(self, rules: Rules, n: int, seed: int, first: int = 0) -> Deals:
        """Five cards to each of four seats; the dealer's last card is turned."""
        return deals.deal_cards(n, seed, first)

    def show_deal(
        self, rules: Rules, deals_: Deals, i: int, unicode: bool = True
    ) -> dict[str, Any]:
        """The deal notation and the turned card."""
        return deals.show(deals_, i, unicode)

    def read_deal(self, rules: Rules, text: str) -> Deals:
        """A full deal or an endgame, with ``turned=CARD`` after it or without."""
        return deals.read(text)

    def show_card(self, card: int, symbols: bool) -> str:
        """Suit and rank."""
        return format_card(card, PACK_20, unicode=symbols)

    def odds(self, rules: Rules, question: OddsQuestion) -> Plan:
        """Odds of every call with a hand, or base rates of every contract by every seat."""
        assert isinstance(rules, CuatrolaRules)
        return odds_plan(rules, question)

    def study(self, rules: Rules, play: str) -> list[Plan]:
        """Whole deals and matches, at a level that plays card by card."""
        assert isinstance(rules, CuatrolaRules)
        if play == "open":
            raise QuestionError(
                "level open: whole deals are played card by card, expected random, simple or expert"
            )
        return studies(rules, play)

    def table(self, rules: Rules) -> Table:
        """Every seat at a level of its own."""
        assert isinstance(rules, CuatrolaRules)
        return CuatrolaTable(rules)

    def chapters(self, rules: Rules) -> Sequence[ChapterMaker]:
        """How often, cards, declarations, the match, rules of thumb, rare events, advice."""
        from analyzer.games.cuatrola.report.chapters import chapters  # when asked: pandas is slow

        assert isinstance(rules, CuatrolaRules)
        return chapters(rules)

    def solve(self, rules: Rules, deals_: Deals, question: SolveQuestion) -> NDArray[np.int64]:
        """Normal hand, solo: own points minus the others'; cuatro, quinta: declarer's tricks."""
        position = Position.read(deals_, question)
        solver = _solver(rules)
        if question.at_least is None:
            return solver.values(position)
        return solver.reaches(position, question.at_least)

    def solve_leads(
        self, rules: Rules, deals_: Deals, i: int, question: SolveQuestion
    ) -> dict[int, int]:
        """Value after each card that may be played, best for the player to act first."""
        position = Position.read(one_deal(deals_, i), question)
        found = _solver(rules).card_values(position)
        own = bool(position.seating.side >> position.to_act & 1)
        order = sorted(found, key=lambda card: (-found[card] if own else found[card], card))
        return {card: found[card] for card in order}

    def solve_line(
        self, rules: Rules, deals_: Deals, i: int, question: SolveQuestion
    ) -> list[tuple[int, int]]:
        """A line of best play."""
        position = Position.read(one_deal(deals_, i), question)
        return [(int(position.owners[0, card]), card) for card in _solver(rules).line(position)]

    def solve_questions(
        self, rules: Rules, at_least: int | None, **texts: str | None
    ) -> list[SolveQuestion]:
        """One question; a contract that is not named is the normal hand, mano leads."""
        problems: list[str] = []
        if texts.get("announced") is not None:
            problems.append(f"--announced {texts['announced']}: not an option of Cuatrola")

        contract = _contract(texts.get("contract"), problems)
        declarer = read(texts.get("declarer"), parse_seat, problems, "--declarer: ")
        if contract not in (None, "normal") and texts.get("declarer") is None:
            problems.append(f"--contract {contract}: expected --declarer too, 1 to 4")
        leader = read(texts.get("leader"), parse_seat, problems, "--leader: ")
        trump = read(texts.get("trump"), _trump_letter, problems, "--trump: ")
        trick = read(texts.get("trick"), _cards, problems, "--trick: ")
        sung = read(texts.get("sung"), _suits, problems, "--sung: ")
        if problems:
            raise QuestionError(problems)
        if leader is None:
            leader = _first_leader(rules, contract, declarer)
        return [
            SolveQuestion(
                trump=trump,
                leader=leader,
                contract=contract,
                declarer=declarer,
                trick=trick or (),
                sung=sung or (),
                at_least=at_least,
            )
        ]

    def show_question(self, question: SolveQuestion) -> dict[str, Any]:
        """Contract, declarer, trump and leader."""
        shown: dict[str, Any] = {"contract": question.contract or "normal"}
        if question.declarer is not None:
            shown["declarer"] = question.declarer + 1
        shown["trump"] = question.trump or "turned"
        shown["leader"] = question.leader + 1
        if question.sung:
            shown["sung"] = "".join(question.sung)
        if question.at_least is not None:
            shown["at_least"] = question.at_least
        return shown


def one_deal(deals_: Deals, i: int) -> Deals:
    """Deal ``i`` alone."""
    turned = None if deals_.turned is None else deals_.turned[i : i + 1]
    return Deals(deals_.game, deals_.owners[i : i + 1], turned=turned)


def _solver(rules: Rules) -> OpenSolver:
    assert isinstance(rules, CuatrolaRules)
    return OpenSolver(rules)


def _contract(text: str | None, problems: list[str]) -> str | None:
    if text is None:
        return None
    word = text.strip().lower()
    if word not in codes.CONTRACTS:
        problems.append(f"--contract {text}: expected " + ", ".join(codes.CONTRACTS))
        return None
    return word


def _first_leader(rules: Rules, contract: str | None, declarer: int | None) -> int:
    """Who leads when nobody is named: mano, or a declarer whom the house lets lead."""
    assert isinstance(rules, CuatrolaRules)
    soloist = rules.contract_lead == "soloist" and contract not in (None, "normal")
    return declarer if soloist and declarer is not None else 0


def _trump_letter(text: str) -> str:
    suit = parse_trump(text, PACK_20, no_trump=False)
    assert suit is not None
    return PACK_20.suits[suit]


def _cards(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text, PACK_20))


def _suits(text: str) -> tuple[str, ...]:
    """Suits that were sung, such as ``O,B`` or ``OB``."""
    words = text.replace(",", " ").split()
    if len(words) == 1 and all(letter in PACK_20.suits for letter in words[0].upper()):
        words = list(words[0])
    return tuple(_trump_letter(word) for word in words)


GAME = Cuatrola()
"""The game's entry in the registry."""
