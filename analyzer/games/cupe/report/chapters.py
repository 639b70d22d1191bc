"""Which chapters there are, in their order."""

from __future__ import annotations

from analyzer.games.cupe.report.cards import what_cards_are_worth
from analyzer.games.cupe.report.give import the_queen, what_to_give
from analyzer.games.cupe.report.match import late_in_the_match
from analyzer.games.cupe.report.often import how_often
from analyzer.games.cupe.report.slams import when_a_slam_pays
from analyzer.games.cupe.report.thumbs import rules_of_thumb
from analyzer.games.cupe.report.tips import tips
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.studio import ChapterMaker

_OFTEN = ChapterMaker("often", ("How often", "Cât de des"), how_often)
_GIVE = ChapterMaker("give", ("What to give", "Ce se pasează"), what_to_give)
_QUEEN = ChapterMaker("queen", ("The queen of spades", "Dama de pică"), the_queen)
_CARDS = ChapterMaker(
    "cards", ("What my cards are worth", "Cât fac cărțile mele"), what_cards_are_worth
)
_SLAM = ChapterMaker(
    "slam", ("When a grand slam pays", "Când merită Grand Slam-ul"), when_a_slam_pays
)
_MATCH = ChapterMaker("match", ("Late in the match", "Spre sfârșitul partidei"), late_in_the_match)
_THUMB = ChapterMaker("thumb", ("Rules of thumb", "Reguli practice"), rules_of_thumb)
_TIPS = ChapterMaker("tips", ("Advice tested", "Sfaturi verificate"), tips)


def chapters(rules: CupeRules) -> tuple[ChapterMaker, ...]:
    """What there is to say under these rules: some have no exchange, some no slam."""
    found = [_OFTEN]
    if rules.exchange != "none":
        found += [_GIVE, *([_QUEEN] if rules.exchange_high_spades else []), _CARDS]
    if rules.slam != "none":
        found.append(_SLAM)
    return (*found, _MATCH, _THUMB, _TIPS)
