"""House rules of Cruce."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from analyzer.games.rules import Rules, choice, switch

_SEED = "source text"
_TWO = "Cruce online; 8: the same and CruceGame"


def _no_double(rules: CruceRules) -> bool:
    return not rules.double_round


def _no_blind(rules: CruceRules) -> bool:
    return not rules.has_pe_carte


@dataclass(frozen=True)
class CruceRules(Rules):
    """House rules of Cruce; the defaults follow the source text where it speaks.

    No two values exclude each other: what one form of the game has no use for is inert there
    (*pe carte* needs a second packet, which two players do not get).
    """

    game: ClassVar[str] = "cruce"

    players: int = choice(
        4,
        3,
        2,
        meaning="players: 4 in two teams, 3 each alone, 2 with a stock",
        origin=_SEED,
    )
    deal: str = choice(
        "two_packets",
        "all_at_once",
        meaning="whether half of the cards come before the auction and half after it, or all first",
        origin=f"{_SEED}; at once: CruceGame and others",
        inert=("two players get all their cards at once", lambda r: r.players == 2),
    )
    two_player_hand: int = choice(
        6,
        8,
        meaning="cards in a hand of the two-player game; the rest is the stock",
        origin=f"{_SEED}; {_TWO}",
        inert=("there are more than two players", lambda r: r.players != 2),
    )
    highest_bid: int = choice(
        6, 4, meaning="the highest bid", origin="CruceGame; 4: cruce (Go), course assignment"
    )
    auction: str = choice(
        "once",
        "open",
        meaning="one call each, or round and round until the others passed (who passes is out)",
        origin="CruceGame and others; open: cruce-game",
    )
    all_pass: str = choice(
        "contract_zero",
        "redeal",
        meaning="after passes only: the first speaker plays contract 0, or a new deal",
        origin="CruceGame and six others; redeal: cruce-game",
    )
    first_speaker: str = choice(
        "after_dealer",
        "before_dealer",
        meaning="who speaks first: the seat after the dealer, or the one before",
        origin="CruceGame; before: CruceEduardVesea",
        inert=("with two players both are the same seat", lambda r: r.players == 2),
    )
    trump_by: str = choice(
        "first_lead",
        "named",
        "named_on_first_packet",
        meaning="trump is the suit of the first card led, or named with the whole hand, or with "
        "the first packet; once named, the first lead must be a trump if one is held",
        origin=f"{_SEED}; named: two programs; on the first packet: cruce-coach",
    )
    pe_carte: bool = switch(
        True,
        "whether a bid may leave trump to the k-th card of the bidder's own second packet",
        f"{_SEED} (tromf pe neve)",
        inert=("there is no second packet", lambda r: not r.has_two_packets),
    )
    blind_multiplier: int = choice(
        1,
        2,
        meaning="what the stake of a pe carte contract is multiplied by",
        origin="ours; 2: after Rentz",
        inert=("nobody can bid pe carte", _no_blind),
    )
    must_beat: bool = switch(
        False,
        "whether the highest card so far must be beaten when able, in the suit led and in trumps",
        f"{_SEED}, which names no such duty; on: CruceGame, snapszer",
    )
    announcements: bool = switch(
        True, "whether king and queen of a suit are worth 20, in trumps 40", _SEED
    )
    announce_trigger: str = choice(
        "first_played",
        "suit_lead",
        "pair_card_lead",
        "pair_card_played",
        meaning="what announces a pair held: any card of the suit played, any led, king or queen "
        "led, king or queen played",
        origin=f"{_SEED}; pair_card_lead: CruceGame and most others",
        inert=("there are no announcements", lambda r: not r.announcements),
    )
    announce_needs_trick: bool = switch(
        False,
        "whether announcements count only for a side that wins a trick",
        "ours, after Hungarian 66",
        inert=("there are no announcements", lambda r: not r.announcements),
    )
    double_round: bool = switch(
        True,
        "whether certain hands call a new deal at a doubled stake",
        _SEED,
        inert=(
            "no hand qualifies: double_four_nines and double_weak_hand are off",
            lambda r: not (r.double_four_nines or r.double_weak_hand),
        ),
    )
    double_four_nines: bool = switch(
        True,
        "whether all four nines in a hand call a double round",
        "cruce (TypeScript)",
        inert=("double_round is off", _no_double),
    )
    double_weak_hand: bool = switch(
        False,
        "whether a hand of at most 10 card points (15 in 8 cards) calls a double round",
        "ours",
        inert=("double_round is off", _no_double),
    )
    double_cap: int = choice(
        8,
        2,
        4,
        1,
        meaning="the highest stake of double rounds; 1: a new deal at the same stake",
        origin="ours; 1: cruce (TypeScript)",
        inert=("there is no double round", lambda r: not r.has_double_round),
    )
    made_pays: str = choice(
        "all",
        "bid_only",
        meaning="what a contract made pays: every 33 points, or the bid only",
        origin="CruceGame and others; the bid: Tromph",
    )
    target: int = choice(
        21,
        15,
        11,
        6,
        meaning="big points that win the match",
        origin=f"{_SEED}; others: several programs",
    )
    lead_of_two: bool = switch(
        True,
        "whether the winner of the match must lead by two",
        f"{_SEED}; off: several programs",
    )

    @property
    def sides(self) -> int:
        """Number of sides: two teams of four players, else every player alone."""
        return 2 if self.players == 4 else self.players

    @property
    def first_seat(self) -> int:
        """The seat that speaks first, 0-based; the last seat deals."""
        return self.players - 2 if self.first_speaker == "before_dealer" else 0

    @property
    def has_two_packets(self) -> bool:
        """Whether half of the cards are dealt after the auction."""
        return self.players != 2 and self.deal == "two_packets"

    @property
    def has_pe_carte(self) -> bool:
        """Whether a bid may be made *pe carte*."""
        return self.pe_carte and self.has_two_packets

    @property
    def has_double_round(self) -> bool:
        """Whether some hand calls a double round."""
        return self.double_round and (self.double_four_nines or self.double_weak_hand)

    @property
    def hand_size(self) -> int:
        """Cards in a player's hand at the first lead."""
        return {4: 6, 3: 8, 2: self.two_player_hand}[self.players]

    @property
    def stock_size(self) -> int:
        """Cards in the stock at the first lead."""
        return 24 - self.players * self.hand_size
