"""Which chapters there are, in their order."""

from __future__ import annotations

from analyzer.games.cuatrola.report.calling import when_to_declare
from analyzer.games.cuatrola.report.cards import what_cards_are_worth
from analyzer.games.cuatrola.report.often import how_often
from analyzer.games.cuatrola.report.rare import rare_events
from analyzer.games.cuatrola.report.scores import the_match
from analyzer.games.cuatrola.report.thumbs import rules_of_thumb
from analyzer.games.cuatrola.report.tips import tips
from analyzer.games.studio import ChapterMaker

CHAPTERS = (
    ChapterMaker("often", ("How often", "Cât de des"), how_often),
    ChapterMaker(
        "cards", ("What my cards are worth", "Cât fac cărțile mele"), what_cards_are_worth
    ),
    ChapterMaker("declare", ("When to declare", "Când se declară"), when_to_declare),
    ChapterMaker("match", ("Near the end of the match", "Spre sfârșitul partidei"), the_match),
    ChapterMaker("thumb", ("Rules of thumb", "Reguli practice"), rules_of_thumb),
    ChapterMaker("rare", ("Rare events", "Întâmplări rare"), rare_events),
    ChapterMaker("tips", ("Advice tested", "Sfaturi verificate"), tips),
)
