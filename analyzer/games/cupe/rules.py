"""House rules of Cupe (Hearts)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from analyzer.games.rules import Rules, choice, number, switch

_SEED = "source text"

CYCLES = {
    "right": (3,),
    "left": (1,),
    "across": (2,),
    "none": (0,),
    "cycle_lran": (1, 3, 2, 0),
    "cycle_larn": (1, 2, 3, 0),
    "cycle_rlna": (3, 1, 0, 2),
    "cycle_lra": (1, 3, 2),
    "random": (),
}
"""Directions of the exchange, hand after hand: seat i gives to seat i + d; 0 is no exchange."""


@dataclass(frozen=True)
class CupeRules(Rules):
    """House rules of Cupe; the defaults follow the source text of the game."""

    game: ClassVar[str] = "cupe"

    exchange: str = choice(
        *CYCLES,
        meaning="to whom cards are given, hand after hand: one direction, a cycle of left (l), "
        "right (r), across (a) and none (n), or drawn for each hand",
        origin=f"{_SEED}; cycle_lran: Windows; larn: GNOME; rlna: Peppa of Rome; "
        "lra: tournament rules; random: OpenSpiel",
    )
    exchange_count: int = number(
        3,
        low=1,
        high=6,
        meaning="how many cards each player gives",
        origin=f"{_SEED}; others: WillowPatch",
        inert=("no cards are given with exchange = none", lambda r: r.exchange == "none"),
    )
    exchange_high_spades: bool = switch(
        True,
        "whether the ace, king and queen of spades may be given",
        f"{_SEED}, which bars nothing; off: t_games",
        inert=("no cards are given with exchange = none", lambda r: r.exchange == "none"),
    )
    open_with: str = choice(
        "two_of_clubs",
        "any_club",
        "after_dealer",
        meaning="who opens the first trick with what: the holder of the 2 of clubs with that "
        "card, or with any club; or the seat after the dealer with any card",
        origin=f"{_SEED}; any club: OpenSpiel; after the dealer: Peppa of Turin",
    )
    first_trick_points: str = choice(
        "forbidden",
        "allowed",
        "hearts_forbidden",
        "queen_forbidden",
        meaning="which point cards may not be played to the first trick by who need not follow "
        "suit, unless nothing else is held",
        origin=f"{_SEED}; allowed: Peppa of Turin; one kind only: xinxin",
    )
    lead_barred: str = choice(
        "points",
        "hearts",
        "none",
        meaning="what may not be led before a breaking card was played, unless nothing else is "
        "held; points: hearts and the queen of spades",
        origin=f"{_SEED}; hearts: Windows, OpenSpiel; none: Peppa of Turin",
    )
    breakers: str = choice(
        "points",
        "hearts",
        meaning="the cards that end the bar on leads once one was played",
        origin=f"{_SEED}; hearts: Windows",
        inert=("nothing is barred with lead_barred = none", lambda r: r.lead_barred == "none"),
    )
    only_barred_left: str = choice(
        "any",
        "queen_forced",
        meaning="what is led before the break by who holds point cards only: any of them, or "
        "the queen of spades if held",
        origin="Hearts League; queen_forced: OpenSpiel",
        inert=("nothing is barred with lead_barred = none", lambda r: r.lead_barred == "none"),
    )
    values: str = choice(
        "one",
        "face",
        "spot",
        meaning="what point cards count: hearts 1 and queen 13; hearts A 5, K 4, Q 3, J 2, "
        "others 1 and queen 13; hearts 2 to 14 and queen 25",
        origin=f"{_SEED}; face: its house scoring, Peppa of Turin; spot: GNOME",
    )
    bonus_card: str = choice(
        "none",
        "jack_diamonds",
        "ten_diamonds",
        meaning="a card that is good to take",
        origin=f"{_SEED}, which has none; others: Omnibus Hearts",
    )
    bonus_points: int = choice(
        -10,
        -5,
        -11,
        meaning="points of the bonus card",
        origin="OpenSpiel, xinxin; -5: TricksterBots; -11: WillowPatch",
        inert=("no bonus_card", lambda r: r.bonus_card == "none"),
    )
    no_trick_bonus: int = choice(
        0,
        -5,
        meaning="points for taking no trick, in a hand without slam",
        origin=f"{_SEED}; -5: OpenSpiel, xinxin",
    )
    slam: str = choice(
        "add",
        "subtract",
        "auto",
        "lead_auto",
        "none",
        meaning="what the player gets who takes all point cards: the others' points; his own "
        "deducted; auto: add, unless that ends the match, then subtract; lead_auto: add, unless "
        "he would then not be leading, then subtract; none: points count as taken",
        origin=f"{_SEED}; subtract: GNOME; auto: t_games; lead_auto: Deep-CFR Hearts; none: xinxin",
    )
    slam_needs_bonus: bool = switch(
        False,
        "whether a slam needs the bonus card too",
        f"{_SEED}; on: xinxin",
        inert=(
            "no bonus_card, or no slam",
            lambda r: r.bonus_card == "none" or r.slam == "none",
        ),
    )
    end_at: int = number(
        100, low=1, meaning="total that ends the match", origin=f"{_SEED}; 500: GNOME with spot"
    )
    limit_mode: str = choice(
        "exceed",
        "reach",
        meaning="whether a total must exceed or only reach end_at to end the match",
        origin=f"{_SEED}; reach: Windows and most others",
    )
    tie: str = choice(
        "shared",
        "play_on",
        meaning="players tied for winning: they share the win, or hands go on until it is clear",
        origin="Deep-CFR Hearts; play_on: H. Shim's Hearts; the source text is silent",
    )
    winners: str = choice(
        "lowest",
        "two_lowest",
        meaning="who wins the match: the lowest total, or the two lowest",
        origin=f"{_SEED}; two_lowest: Peppa of Turin",
    )
