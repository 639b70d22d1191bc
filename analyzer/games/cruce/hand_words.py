"""What is said beside the numbers of a hand of Cruce."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.games.cruce.contending import CONTENDERS
from analyzer.games.cruce.hand_question import HandQuestion
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.levels import EXPERT, named_level


def remarks(
    rules: CruceRules, asked: HandQuestion, plays: Sequence[str], weigh: bool
) -> Iterator[str]:
    """Notes on the rows of a question; ``weigh`` whether the calls are taken as evidence."""
    playouts = any(play != "open" for play in plays)
    if asked.bidding and playouts:
        yield (
            "call: the value of the call, with the players still to speak answering as the "
            "bidding model has it; score: of the contract, if it is played; needs: the "
            "success rate at which the contract is worth as much as passing."
        )
    yield (
        "reach_n: the side makes 33 n points or more, announcements included, whatever was bid"
        + (
            "; points and points_against: big points of the own side and of the others."
            if playouts
            else "."
        )
    )
    if not asked.whole and any(trump.suit < 0 and not trump.mode for trump in asked.trumps):
        yield "Trump own: chosen once the whole hand is seen, and only from it."
    if any(trump.mode for trump in asked.trumps):
        yield (
            "Trump card 1: pe carte, the first card of the own second packet; every other card "
            "of it has the same odds."
        )
    if asked.whole and playouts:
        yield "A row without a lead: the first lead that the level of play chooses."
    if rules.has_double_round:
        yield (
            "double_round: chance that somebody calls a double round with the cards dealt; "
            "it voids every call alike, so all other numbers are those of deals without one."
        )
    if weigh:
        yield (
            "Layouts are weighted by how likely the numbers called are under the bidding "
            "model (--ignore-calls switches that off)."
        )
    elif asked.auction.calls:
        yield "The calls so far limit the bids and are not taken as evidence."
    if asked.bidding and any(named_level(play) == EXPERT for play in plays):
        yield (
            f"expert: the {CONTENDERS} contracts that simple play finds best, each played for its "
            "own bid; reach_n and small points need a single bid."
        )
    if "open" in plays:
        yield "open gives the points of the own side only, so it has no score."
