"""House rules of Cuțu."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from analyzer.games.rules import Rules, choice, number, switch

_SEED = "source text"
_WHIST = "source text; off: whist and bridge"


@dataclass(frozen=True)
class CutuRules(Rules):
    """House rules of Cuțu; the defaults follow the one source text of the game."""

    game: ClassVar[str] = "cutu"

    lowest_bid: int = choice(
        4, 5, meaning="the lowest number of tricks that may be bid", origin=f"{_SEED}; 5: ours"
    )
    redeal_dealer: str = choice(
        "same",
        "next",
        meaning="who deals again after four passes: the same dealer or the next seat",
        origin="the source is silent; both ours",
    )
    four_is_free: bool = switch(
        False,
        "whether a bid of 4 may choose its trump too, instead of the best colour",
        f"{_SEED}; on: ours",
        inert=("no bid of 4 with lowest_bid = 5", lambda r: r.lowest_bid == 5),
    )
    must_trump: bool = switch(
        True,
        "whether a player without the suit led must play a trump; false: anything may be played",
        _WHIST,
    )
    must_overtrump: bool = switch(
        True,
        "whether the trump played on a trumped trick must be higher when able; false: any trump",
        _WHIST,
        inert=("no trump need be played with must_trump = false", lambda r: not r.must_trump),
    )
    undertrump: str = choice(
        "free",
        "trump",
        meaning="what a player who must overtrump and cannot may play: anything, or still a trump",
        origin=f"{_SEED}; trump: a source of Cruce",
        inert=(
            "nobody must overtrump",
            lambda r: not r.must_trump or not r.must_overtrump,
        ),
    )
    partner_exempt: bool = switch(
        False,
        "whether there is no duty to trump or overtrump while the partner's card is winning",
        f"{_SEED}, which names no exemption; on: contrée",
        inert=("no trump need be played with must_trump = false", lambda r: not r.must_trump),
    )
    first_lead: str = choice(
        "declarer",
        "left_of_dealer",
        "left_of_declarer",
        meaning="who leads to the first trick",
        origin=f"{_SEED}; others: whist, bridge",
    )
    no_trump_factor: int = choice(
        1,
        2,
        meaning="what both sides' points of a no-trump hand are multiplied by",
        origin=f"{_SEED}; 2: bid whist",
    )
    cutu_factor: int = choice(
        2,
        1,
        3,
        meaning="what a side's positive points are multiplied by when the other takes no trick",
        origin=f"{_SEED}; others: ours",
    )
    overtricks: int = choice(
        1,
        0,
        meaning="points for each trick above the bid",
        origin=f"{_SEED}; 0: the bid-only rule of a source of Cruce",
    )
    failed_contract: str = choice(
        "bid",
        "bid_and_undertricks",
        meaning="what a failed contract costs: the bid, or the bid and 1 for each trick short",
        origin=f"{_SEED}; and undertricks: bridge",
    )
    defence_points: str = choice(
        "over_four",
        "none",
        "undertricks",
        meaning="points of the defenders: each trick over 4, none, or each trick declarer is short",
        origin=f"{_SEED}; others: ours",
    )
    target: int = number(
        100, low=1, meaning="points that win the match", origin=f"{_SEED}; others: ours"
    )
