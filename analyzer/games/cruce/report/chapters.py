"""Which chapters there are under which rules, in their order."""

from __future__ import annotations

from analyzer.games.cruce.report.bid import when_to_bid
from analyzer.games.cruce.report.cards import what_cards_are_worth
from analyzer.games.cruce.report.carte import pe_carte
from analyzer.games.cruce.report.often import how_often
from analyzer.games.cruce.report.pairs import announcements
from analyzer.games.cruce.report.rare import rare_events
from analyzer.games.cruce.report.thumbs import rules_of_thumb
from analyzer.games.cruce.report.tips import tips
from analyzer.games.cruce.report.trump import which_trump
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.studio import ChapterMaker

_CARTE = ChapterMaker("pe-carte", ("Pe carte", "Pe carte"), pe_carte)
_PAIRS = ChapterMaker("announcements", ("Announcements", "Anunțuri"), announcements)
_ALL = (
    ChapterMaker("often", ("How often", "Cât de des"), how_often),
    ChapterMaker("bid", ("When to bid", "Când se licitează"), when_to_bid),
    ChapterMaker("cards", ("What my cards are worth", "Cât fac cărțile mele"), what_cards_are_worth),
    _PAIRS,
    ChapterMaker("trump", ("Which trump", "Ce atu"), which_trump),
    _CARTE,
    ChapterMaker("thumb", ("Rules of thumb", "Reguli practice"), rules_of_thumb),
    ChapterMaker("tips", ("Advice tested", "Sfaturi verificate"), tips),
    ChapterMaker("rare", ("Rare events", "Întâmplări rare"), rare_events),
)  # fmt: skip


def chapters(rules: CruceRules) -> tuple[ChapterMaker, ...]:
    """The chapters: no *pe carte* without a second packet, no announcements where they are off."""
    absent = [] if rules.has_pe_carte else [_CARTE]
    absent += [] if rules.announcements else [_PAIRS]
    return tuple(chapter for chapter in _ALL if chapter not in absent)
