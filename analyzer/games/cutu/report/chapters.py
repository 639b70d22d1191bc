"""Which chapters there are, in their order."""

from __future__ import annotations

from analyzer.games.cutu.report.bidding import when_to_bid
from analyzer.games.cutu.report.cards import what_cards_are_worth
from analyzer.games.cutu.report.often import how_often
from analyzer.games.cutu.report.slams import rare_events
from analyzer.games.cutu.report.thumbs import rules_of_thumb
from analyzer.games.cutu.report.tips import tips
from analyzer.games.cutu.report.trumps import which_trump
from analyzer.games.studio import ChapterMaker

CHAPTERS = (
    ChapterMaker("often", ("How often", "Cât de des"), how_often),
    ChapterMaker("cards", ("What my cards are worth", "Cât fac cărțile mele"), what_cards_are_worth),
    ChapterMaker("trump", ("Which trump", "Ce atu"), which_trump),
    ChapterMaker("bid", ("When to bid", "Când se licitează"), when_to_bid),
    ChapterMaker("thumb", ("Rules of thumb", "Reguli practice"), rules_of_thumb),
    ChapterMaker("tips", ("Advice tested", "Sfaturi verificate"), tips),
    ChapterMaker("cutu", ("Making and stopping a cuțu", "Cum se face și se oprește un cuțu"), rare_events),
)  # fmt: skip
