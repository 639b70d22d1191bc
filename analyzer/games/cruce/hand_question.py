"""A hand of Cruce, what is known beside it, and the trumps and leads that may be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from analyzer.cards import PACK_24, format_card, format_hand, format_trump
from analyzer.games.cruce.base_plan import CARD, OWN
from analyzer.games.cruce.calls import Auction, cards
from analyzer.games.cruce.kernels.rounds import CHOSEN
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.known import Known

SUITS = (3, 2, 1, 0)
"""Suits in the order of tables: ♠ ♥ ♦ ♣."""


@dataclass(frozen=True)
class Trump:
    """A way to make trump: its name in choices, and what the kernels are asked.

    ``mode`` 0, or k for the k-th card of the second packet; ``suit`` a suit or ``CHOSEN``.
    Every k is as good as the first: ``source`` is the name of what is played for it.
    """

    name: str
    mode: int
    suit: int
    source: str


@dataclass(frozen=True)
class Lead:
    """A first lead with its trump."""

    trump: Trump
    card: int

    @property
    def name(self) -> str:
        """The card as it stands in choices."""
        return format_card(self.card, PACK_24, unicode=False)


@dataclass(frozen=True)
class HandQuestion:
    """A hand (the first packet, or all of it), the calls made, and what to take into account.

    ``hand`` a card set; ``score`` own and theirs, or that of seats 1 to 3.
    """

    rules: CruceRules
    hand: int
    auction: Auction
    bids: tuple[int, ...]
    known: Known = field(default_factory=Known)
    use_calls: bool = True
    score: tuple[int, ...] | None = None

    @property
    def seat(self) -> int:
        """The asker's seat, 0-based."""
        return self.auction.seat

    @property
    def whole(self) -> bool:
        """Whether all cards of the hand are known."""
        return self.hand.bit_count() == self.rules.hand_size

    @property
    def bidding(self) -> bool:
        """Whether the question is what to call: the auction comes after the cards known."""
        return not (self.whole and self.rules.has_two_packets)

    @cached_property
    def trumps(self) -> tuple[Trump, ...]:
        """The ways to make trump that are open."""
        rules = self.rules
        if not self.whole and rules.trump_by != "named_on_first_packet":
            found = [Trump(OWN, 0, CHOSEN, OWN)]
        else:
            # A suit that is named need not be held; a suit that is led must be.
            found = [
                Trump(name := format_trump(suit, PACK_24), 0, suit, name)
                for suit in SUITS
                if rules.trump_by != "first_lead" or self.hand >> 16 * suit & 63
            ]
        if self.bidding and rules.has_pe_carte:
            found += [
                Trump(f"{CARD} {k}", k, CHOSEN, f"{CARD} 1") for k in range(1, cards(rules) + 1)
            ]
        return tuple(found)

    @property
    def leads(self) -> Iterator[Lead]:
        """First leads with a whole hand, trump by trump."""
        if not self.whole:
            return
        for trump in self.trumps:
            held = sorted(PACK_24.numbers(self.hand), reverse=True)
            of_suit = [card for card in held if PACK_24.suit_and_rank(card)[0] == trump.suit]
            for card in of_suit or held:
                yield Lead(trump, card)

    def title(self, symbols: bool) -> str:
        """The hand, the calls, facts and the score."""
        text = format_hand(self.hand, PACK_24, unicode=symbols)
        if self.auction.calls:
            text += f", after {self.auction}"
        if self.known.text:
            text += f", known {self.known.text}"
        if self.score is not None:
            text += ", at " + "-".join(str(score) for score in self.score)
        return text
