"""House rules of Cuccù."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from analyzer.games.rules import Rules, choice, number

_SEED = "source text"
_PAGAT = "pagat (Campli)"


@dataclass(frozen=True)
class CuccuRules(Rules):
    """House rules of Cuccù; the defaults follow the source text, the game of Campli."""

    game: ClassVar[str] = "cuccu"

    players: int = number(
        4, low=2, high=20, meaning="how many players sit down", origin=f"{_SEED}; others: {_PAGAT}"
    )
    lives: int = number(
        3,
        low=1,
        high=9,
        meaning="with how many lives every player starts",
        origin=f"{_SEED}; others: pagat (Cuckoo), house rules",
    )
    pack: int = choice(
        40,
        38,
        meaning="cards in the pack; 38: without the lions",
        origin=f"{_SEED}; 38: the first known packs (1717)",
    )
    tie: str = choice(
        "all_lose",
        "earliest",
        "pairs_safe",
        meaning="who loses a life when several hold the lowest card: all of them, only the "
        "earliest in turn order, or none of them but the lowest card that is held once",
        origin=f"{_SEED}; earliest: Lu Stù; pairs_safe: a US report in pagat (Cuckoo)",
    )
    single_fool: str = choice(
        "ties_lowest",
        "fixed_lowest",
        meaning="a fool alone loses together with the lowest card; fixed_lowest: the same, and "
        "whoever is dealt a fool knocks, so that everybody knows where it is",
        origin=f"{_SEED}; fixed_lowest: pagat (Gnav)",
    )
    two_fools: str = choice(
        "fourteen_half",
        "gain_life",
        meaning="two living fools: both count 14½, or each holder gains a life while the lowest "
        "other card still loses one",
        origin=f"{_SEED}; gain_life: Lu Stù",
    )
    cat: str = choice(
        "undo_chain",
        "undo_all",
        "no_undo",
        meaning="which swaps a cat undoes besides the asker's life: those of the running chain, "
        "all of this round, or none",
        origin=f"{_SEED}; undo_all: pagat (Gnav); no_undo: ours",
    )
    inn: str = choice(
        "payment",
        "skip",
        meaning="what an inn does: stop the request and bargain about the 0, or be passed over "
        "like a horse",
        origin=f"{_SEED}; skip: pagat (Gnav)",
    )
    cuckoo: str = choice(
        "refuses",
        "stops_play",
        meaning="what a cuckoo that is asked does: refuse, or end all exchanging at once",
        origin=f"{_SEED}; stops_play: pagat (Gnav)",
    )
    dealer_draw: str = choice(
        "no_effect",
        "as_asked",
        meaning="whether a special card that the dealer draws from the pack acts as if it had "
        "been asked for it",
        origin=f"{_SEED}; as_asked: pagat (Gnav)",
    )
    mid_round_zero: str = choice(
        "dead_card",
        "out_at_once",
        meaning="the last life lost before the showdown: the card is dead and the round goes on, "
        "or the last player with lives wins at once",
        origin=f"{_SEED}; out_at_once: Lu Stù",
    )
    all_zero: str = choice(
        "reset",
        "replay",
        "joint_win",
        meaning="when nobody has a life left: all players come back with all their lives, the "
        "round does not count and is dealt again, or those who played it win jointly",
        origin=f"{_SEED}; replay: braillespiel, pagat (Cuckoo); joint_win: pagat (Cuckoo)",
    )
    dealing: str = choice(
        "as_you_go",
        "all_first",
        meaning="when cards are dealt: each seat's when its turn comes or it is asked, or one to "
        "everybody before the first decision",
        origin=f"{_SEED}; all_first: pagat (Gnav)",
        inert=(
            "nobody decides before being asked, and fools are not announced",
            lambda r: r.single_fool == "ties_lowest",
        ),
    )
    refuser_turn: str = choice(
        "yes",
        "no",
        meaning="whether a player whose cuckoo, hunter or cat refused still decides",
        origin=f"ours, implied by {_PAGAT}; no: pagat (Gnav)",
    )
    fool_received: str = choice(
        "nothing",
        "out",
        meaning="who receives a fool in a swap: plays on, or loses a life and is out of the round",
        origin=f"{_SEED}; out: the Japanese game",
    )
