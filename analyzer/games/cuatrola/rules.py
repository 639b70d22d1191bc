"""House rules of Cuatrola."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from analyzer.games.rules import Rules, choice, number, switch

_SEED = "source text"
_ONLINE = "an online server"
_TABLES = "a browser game with two and four players"
_TUTE = "Tute (pagat.com)"


@dataclass(frozen=True)
class CuatrolaRules(Rules):
    """House rules of Cuatrola; the defaults follow the source text where it speaks.

    No two values exclude each other.
    """

    game: ClassVar[str] = "cuatrola"

    target: int = choice(
        11,
        7,
        21,
        meaning="match points that win the match",
        origin=f"{_SEED}; 7: {_ONLINE}; 21: ludoteka.com, casinoalto.com",
    )
    cap: str = choice(
        "exact",
        "off",
        meaning="exact: nobody may declare a contract whose value takes the own pair past the "
        "target; off: anything may be declared",
        origin=f"{_SEED}; off: {_ONLINE}, {_TABLES}",
    )
    solo_value: int = number(
        2,
        low=0,
        high=99,
        meaning="match points of a solo; 0: there is no solo",
        origin=f"{_SEED}; 0: {_TABLES}, for two players",
    )
    cuatro_value: int = number(
        4,
        low=0,
        high=99,
        meaning="match points of a cuatro; 0: there is no cuatro",
        origin=_SEED,
    )
    quinta_value: int = number(
        5,
        low=0,
        high=99,
        meaning="match points of a quinta; 0: there is no quinta",
        origin=_SEED,
    )
    overcall: str = choice(
        "higher",
        "first_closes",
        meaning="whether a later player may declare a higher contract, or the first declaration "
        "ends the round",
        origin=f"{_TABLES}, {_TUTE}; first_closes: {_ONLINE}",
    )
    tie_normal: str = choice(
        "mano",
        "nobody",
        "last_trick",
        meaning="who wins a normal hand with equal points: mano's pair, nobody, or the pair that "
        "won the last trick",
        origin=f"{_SEED}; nobody: {_ONLINE}, {_TABLES}; last_trick: {_TUTE}",
    )
    tie_solo: str = choice(
        "mano",
        "declarer_fails",
        meaning="who wins a solo with equal points: mano's pair, or the declarer's opponents",
        origin=f"{_SEED}; declarer_fails: {_ONLINE}, {_TABLES}",
    )
    sweep_points: int = choice(
        1,
        2,
        meaning="match points of a normal hand won with all five tricks",
        origin=f"{_SEED}; 2: {_ONLINE}",
    )
    beat_after_ruff: bool = switch(
        False,
        "whether who follows suit must beat the best card of that suit also after a ruff",
        f"{_SEED}; on: {_ONLINE}",
    )
    cannot_overruff: str = choice(
        "any",
        "must_trump",
        meaning="what a player who should ruff higher and cannot may play: any card, or still a "
        "trump",
        origin=f"{_SEED}; must_trump: {_TABLES}",
    )
    trump_lead: str = choice(
        "must_beat",
        "any_trump",
        meaning="what a lead of trumps asks for: a higher trump when able, or any trump",
        origin=f"{_SEED}; any_trump: {_TABLES}",
    )
    beat_what: str = choice(
        "best_so_far",
        "opening_card",
        meaning="which card of the suit led must be beaten: the best so far, or the first one",
        origin=f"{_ONLINE}, {_TABLES}, {_TUTE}; opening_card: {_SEED}, taken literally",
    )
    cantes: str = choice(
        "one_per_trick",
        "several",
        "winner_only",
        "off",
        meaning="what may be sung after a trick: one pair by its winner or the partner, any "
        "number, one by its winner alone, or nothing",
        origin=f"{_SEED}; several: {_ONLINE}; winner_only: {_TUTE}; off: ours",
    )
    forty_first: bool = switch(
        False,
        "whether who holds the pair of trumps must sing it before another pair",
        f"{_SEED}, which names no order; on: {_TUTE}",
        inert=(
            "no pair has to wait for another with cantes = several or off",
            lambda r: r.cantes in ("several", "off"),
        ),
    )
    contract_lead: str = choice(
        "mano",
        "soloist",
        meaning="who leads first in a contract: mano (the next seat if idle), or the declarer",
        origin=f"{_ONLINE}, {_TABLES}; soloist: {_TUTE}",
    )
    tute_wins: bool = switch(
        False,
        "whether four kings or four horses in one hand win a normal hand or a solo outright, once "
        "the own side has won a trick",
        f"{_SEED}, which names no tute; on: a variation of {_TUTE}",
    )
