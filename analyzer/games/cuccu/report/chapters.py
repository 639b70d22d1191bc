"""Which chapters there are, in their order."""

from __future__ import annotations

from analyzer.games.cuccu.report.cards import what_cards_are_worth
from analyzer.games.cuccu.report.match import the_match
from analyzer.games.cuccu.report.often import how_often
from analyzer.games.cuccu.report.thresholds import when_to_ask
from analyzer.games.cuccu.report.thumbs import rules_of_thumb
from analyzer.games.cuccu.report.tips import tips
from analyzer.games.studio import ChapterMaker

CHAPTERS = (
    ChapterMaker("often", ("How often", "Cât de des"), how_often),
    ChapterMaker("ask", ("When to ask", "Când se cere"), when_to_ask),
    ChapterMaker("cards", ("What cards are worth", "Cât fac cărțile"), what_cards_are_worth),
    ChapterMaker("thumb", ("Rules of thumb", "Reguli practice"), rules_of_thumb),
    ChapterMaker("tips", ("Advice tested", "Sfaturi verificate"), tips),
    ChapterMaker("match", ("The match", "Partida"), the_match),
)
