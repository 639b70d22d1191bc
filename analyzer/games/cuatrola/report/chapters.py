"""Which chapters there are, in their order."""

from __future__ import annotations

from analyzer.games.cuatrola.report.calling import when_to_declare
from analyzer.games.cuatrola.report.cards import what_cards_are_worth
from analyzer.games.cuatrola.report.often import how_often
from analyzer.games.cuatrola.report.rare import rare_events
from analyzer.games.cuatrola.report.samples import calls_at
from analyzer.games.cuatrola.report.scores import the_match
from analyzer.games.cuatrola.report.thumbs import rules_of_thumb
from analyzer.games.cuatrola.report.tips import tips
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.studio import ChapterMaker

_ALL = (
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


def chapters(rules: CuatrolaRules) -> tuple[ChapterMaker, ...]:
    """All chapters; only the first where nothing may be declared."""
    return _ALL if len(calls_at(rules)) > 1 else _ALL[:1]
