"""A question about one hand of Cuatrola, and the same question with suits renamed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from analyzer.cards import PACK_20, format_card, format_hand
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.calls import Declarations
from analyzer.games.known import Known

_SUITS = 4


@dataclass(frozen=True)
class HandQuestion:
    """A hand (card numbers) in ``seat``, the dealer's ``turned`` card, and what else is known.

    ``calls`` are those before; ``score`` the match points of the own pair and the other;
    ``sample`` asks for random layouts instead of all.
    """

    hand: tuple[int, ...]
    seat: int
    turned: int
    calls: Declarations
    known: Known = field(default_factory=Known)
    score: tuple[int, int] | None = None
    sample: bool = False

    def placed(self) -> dict[int, int]:
        """Card number -> place of a layout: a seat, or 4 for the turned card."""
        placed = dict.fromkeys(self.hand, self.seat) | self.known.cards
        return placed | {self.turned: codes.SEATS}

    def canonical(self) -> HandQuestion:
        """The same question with trump in the first suit and side suits in a fixed order.

        The rules know no order of suits, but a player that takes the lower of two equal cards
        does: with this, questions that differ in the names of suits get the same answer.
        """
        order = self.suit_order()

        def renamed(card: int) -> int:
            return order.index(card // codes.RANKS) * codes.RANKS + card % codes.RANKS

        known = Known(
            {renamed(card): seat for card, seat in self.known.cards.items()},
            {renamed(card): seats for card, seats in self.known.barred.items()},
            self.known.text,
        )
        hand = tuple(sorted(renamed(card) for card in self.hand))
        return replace(self, hand=hand, turned=renamed(self.turned), known=known)

    def suit_order(self) -> list[int]:
        """The suits of this question in the order of :meth:`canonical`."""

        def content(suit: int) -> tuple[object, ...]:
            cards = range(suit * codes.RANKS, (suit + 1) * codes.RANKS)
            held = tuple(card in self.hand for card in cards)
            there = tuple(self.known.cards.get(card, -1) for card in cards)
            away = tuple(tuple(sorted(set(self.known.barred.get(card, ())))) for card in cards)
            return sum(held), held[::-1], there, away

        trump = self.turned // codes.RANKS
        sides = [suit for suit in range(_SUITS) if suit != trump]
        return [trump, *sorted(sides, key=content, reverse=True)]

    def title(self, symbols: bool) -> str:
        """The hand, the seat, the turned card, the calls, what is known, and the score."""
        text = format_hand(PACK_20.card_set(self.hand), PACK_20, unicode=symbols)
        turned = format_card(self.turned, PACK_20, unicode=symbols)
        text += f", seat {self.seat + 1}, {turned} turned"
        if self.calls.standing:
            text += f", after {self.calls}"
        if self.known.text:
            text += f", known {self.known.text}"
        if self.score is not None:
            text += ", at {}-{}".format(*self.score)
        return text
