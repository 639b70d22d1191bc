"""A question about a hand of Cuțu: the hand, the calls, and what else is known."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.cards import PACK_32, format_hand
from analyzer.games.cutu.calls import Auction
from analyzer.games.known import Known


@dataclass(frozen=True)
class HandQuestion:
    """A hand, the calls before it, and what to take into account.

    ``hand`` a card set; ``seat`` 0-based; ``bids`` those asked about; ``use_calls`` whether the
    calls are evidence; ``auction_known`` whether calls or seat were told at all; ``score`` own
    and theirs.
    """

    hand: int
    auction: Auction
    seat: int
    bids: tuple[int, ...]
    known: Known = field(default_factory=Known)
    use_calls: bool = True
    auction_known: bool = False
    score: tuple[int, int] | None = None

    def title(self, symbols: bool) -> str:
        """The hand, the calls, facts and the score."""
        text = format_hand(self.hand, PACK_32, unicode=symbols)
        if self.auction.calls:
            text += f", after {self.auction}"
        if self.known.text:
            text += f", known {self.known.text}"
        if self.score is not None:
            text += ", at {}-{}".format(*self.score)
        return text
