"""Cuccù as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from analyzer.cards import parse_seat
from analyzer.cards.cuccu import RANKS, format_card, parse_cards
from analyzer.errors import QuestionError
from analyzer.games.base import Deals, Game, OddsQuestion, Plan
from analyzer.games.cuccu.deals import deal_cards, show
from analyzer.games.cuccu.odds import OPTIONS, odds_plan
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.study import studies
from analyzer.games.cuccu.table import CuccuTable
from analyzer.games.rules import Rules
from analyzer.games.table import Table

if TYPE_CHECKING:
    from analyzer.games.studio import ChapterMaker

_OUT = 255


class Cuccu(Game):
    """Cuccù, 40 cards, every player alone."""

    name = "cuccu"
    title = "Cuccù"
    decision = "keep the card or ask the next seat for its card; the inn's questions"
    rules = CuccuRules
    levels = ("random", "simple", "expert")
    default_plays = ("simple", "expert")
    report_play = "expert"
    pack_text = "40 cards, 20 ranks twice"
    players_text = "2 to 20 players, each alone"
    unit = "lives"
    level_meanings: ClassVar[dict[str, str]] = {
        "simple": "simple: asks below a threshold fitted by seat and number of players",
        "expert": "expert: computed mixed play that hardly gains by deviating (docs/cuccu.md)",
    }
    odds_options: ClassVar[dict[str, str]] = OPTIONS
    odds_examples = ("VI --seat 2 --players 4 --lives 3,3,2,1", "VI --seat 2 --asked 1 --gave II")

    def deal(self, rules: Rules, n: int, seed: int, first: int = 0) -> Deals:
        """One card to each seat; the stock from the bottom card to the top card."""
        assert isinstance(rules, CuccuRules)
        return deal_cards(rules, n, seed, first)

    def show_deal(self, rules: Rules, deals: Deals, i: int, unicode: bool = True) -> dict[str, Any]:
        """The seats' cards in turn order, the dealer's last, and both ends of the pack."""
        return show(deals, i)

    def read_deal(self, rules: Rules, text: str) -> Deals:
        """One card a seat, seat 1 first, such as ``1:II VI 0 VIII``."""
        assert isinstance(rules, CuccuRules)
        first, colon, cards = text.partition(":")
        if colon and parse_seat(first, rules.players, "first seat") > 0:
            raise QuestionError(f"first seat {first.strip()}: expected the cards from seat 1 on")
        ranks = parse_cards(cards if colon else text, rules.players)
        if rules.pack < 2 * RANKS and 0 in ranks:
            raise QuestionError("lion: the pack of 38 cards has none")
        owners = np.full((1, 2 * RANKS), _OUT, np.uint8)
        for seat, rank in enumerate(ranks):
            owners[0, rank if owners[0, rank] == _OUT else rank + RANKS] = seat
        return Deals(self.name, owners)

    def show_card(self, card: int, symbols: bool) -> str:
        """The printed form."""
        return format_card(card % RANKS)

    def odds(self, rules: Rules, question: OddsQuestion) -> Plan:
        """Odds of both answers to a decision, or base rates."""
        assert isinstance(rules, CuccuRules)
        return odds_plan(rules, question, self.check_plays(question.plays))

    def study(self, rules: Rules, play: str) -> list[Plan]:
        """Whole rounds, and whole matches."""
        assert isinstance(rules, CuccuRules)
        return studies(rules, play)

    def deal_key(self, rules: Rules) -> tuple[object, ...]:
        """The pack and the players; who is dealt which card depends on nothing else."""
        assert isinstance(rules, CuccuRules)
        return rules.pack, rules.players

    def chapters(self, rules: Rules) -> Sequence[ChapterMaker]:
        """Seats, thresholds, special cards, matches, rules of thumb."""
        from analyzer.games.cuccu.report.chapters import CHAPTERS

        return CHAPTERS

    def table(self, rules: Rules) -> Table:
        """Rounds and matches with a level for every player."""
        assert isinstance(rules, CuccuRules)
        return CuccuTable(rules)


GAME = Cuccu()
