"""Packs of cards: their suits and ranks, and the three ways to number a card.

A card has a *number*, ``suit * ranks + rank`` (0 to ``size - 1``, the index into an owners
array), and a *bit*, ``16 * suit + rank`` (its place in a card set). A card set is a plain
``int`` here and a ``uint64`` in the kernels. Rank 0 is the weakest in playing strength.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

SUIT_SHIFT = 16
OUT_OF_PLAY = 255
"""Owner of a card that nobody holds."""


@dataclass(frozen=True)
class Alphabet:
    """How suits and ranks may be spelled; keys are folded (no case; names without accents).

    One letter may be both a suit and a rank (``dual``): D is diamonds and the Romanian *damă*,
    C is *copas* and *caballo*. ``dual_is_usual`` tells whether the printed form uses it as a rank.
    """

    suit_letters: Mapping[str, int]
    suit_signs: Mapping[str, int]
    suit_names: Mapping[str, int]
    rank_letters: Mapping[str, str]
    rank_names: Mapping[str, str]
    pattern: str
    """Regular expression that cuts a word into letters, signs and numbers."""
    dual_is_usual: bool
    evidence: frozenset[str]
    """French: ranks that show a Romanian text. Spanish: other spellings of the dual rank."""
    dual_hint: str


_FRENCH = Alphabet(
    suit_letters={"c": 0, "d": 1, "h": 2, "s": 3},
    suit_signs={
        "♣": 0, "♧": 0, "♦": 1, "♢": 1, "♥": 2, "♡": 2, "❤": 2, "♠": 3, "♤": 3,
    },
    suit_names={
        "club": 0, "clubs": 0, "trefla": 0, "trefle": 0,
        "diamond": 1, "diamonds": 1, "caro": 1, "romb": 1, "romburi": 1,
        "heart": 2, "hearts": 2, "cupa": 2, "cupe": 2, "inima": 2, "inimi": 2,
        "spade": 3, "spades": 3, "pica": 3, "pici": 3,
    },
    rank_letters={
        **{rank: rank for rank in "23456789"}, "10": "T",
        "t": "T", "j": "J", "q": "Q", "k": "K", "a": "A", "v": "J", "d": "Q", "r": "K",
    },
    rank_names={
        "ten": "T", "zece": "T", "jack": "J", "valet": "J", "queen": "Q", "dama": "Q",
        "king": "K", "rege": "K", "popa": "K", "ace": "A", "as": "A",
    },
    pattern=r"10|.",
    dual_is_usual=False,
    evidence=frozenset("rv"),
    dual_hint="write Q for the queen, and a suit apart from the one before, as in 'sA d9'",
)  # fmt: skip

_SPANISH = Alphabet(
    suit_letters={"o": 0, "c": 1, "e": 2, "b": 3},
    suit_signs={},
    suit_names={
        "oro": 0, "oros": 0, "copa": 1, "copas": 1,
        "espada": 2, "espadas": 2, "basto": 3, "bastos": 3,
    },
    rank_letters={
        **{rank: rank for rank in "2456789"},
        "s": "S", "10": "S", "c": "C", "h": "C", "11": "C", "r": "R", "12": "R",
        "3": "3", "a": "A", "1": "A",
    },
    rank_names={"sota": "S", "caballo": "C", "rey": "R", "tres": "3", "as": "A"},
    pattern=r"\d+|.",
    dual_is_usual=True,
    evidence=frozenset({"h", "11"}),
    dual_hint="write H for the caballo, or join suit and ranks, as in 'oA3 cR'",
)  # fmt: skip


@dataclass(frozen=True)
class Pack:
    """A pack whose cards have a suit and a rank, two cards never being the same.

    Attributes
    ----------
    name
        What messages call it.
    suits, signs, suit_names
        Four suits by suit number: the letters of JSON and the command line, what is printed
        in front of the ranks, and English or Spanish names.
    ranks
        One character a rank, from the weakest to the strongest in play.
    order
        Suit numbers in the order in which a hand is written.

    Examples
    --------
    >>> PACK_32.size, PACK_32.number(suit=3, rank=7), PACK_32.bit(31), PACK_32.number_at(55)
    (32, 31, 55, 31)
    """

    name: str
    suits: str
    signs: tuple[str, str, str, str]
    suit_names: tuple[str, str, str, str]
    ranks: str
    order: tuple[int, int, int, int]
    alphabet: Alphabet = field(repr=False, compare=False)

    @cached_property
    def size(self) -> int:
        """Number of cards."""
        return len(self.suits) * len(self.ranks)

    @cached_property
    def full(self) -> int:
        """The card set of the whole pack."""
        return self.card_set(range(self.size))

    def number(self, suit: int, rank: int) -> int:
        """Number of the card, ``suit * ranks + rank``."""
        return suit * len(self.ranks) + rank

    def suit_and_rank(self, number: int) -> tuple[int, int]:
        """Suit (0 to 3) and rank (0 is the weakest) of a card number."""
        if not 0 <= number < self.size:
            raise ValueError(f"card number {number}: {self.name} has 0 to {self.size - 1}")
        return divmod(number, len(self.ranks))

    def bit(self, number: int) -> int:
        """Bit index, ``16 * suit + rank``, of a card number."""
        suit, rank = self.suit_and_rank(number)
        return SUIT_SHIFT * suit + rank

    def number_at(self, bit: int) -> int:
        """Card number of a bit index; ValueError where the pack has no card."""
        suit, rank = divmod(bit, SUIT_SHIFT)
        if not (0 <= suit < len(self.suits) and rank < len(self.ranks)):
            raise ValueError(f"bit {bit} is no card of {self.name}")
        return self.number(suit, rank)

    def card_set(self, numbers: Iterable[int]) -> int:
        """Card set of some card numbers."""
        cards = 0
        for number in numbers:
            cards |= 1 << self.bit(number)
        return cards

    def numbers(self, cards: int) -> list[int]:
        """Card numbers of a card set, ascending; ValueError if one is not in the pack."""
        found = []
        while cards:
            lowest = cards & -cards
            found.append(self.number_at(lowest.bit_length() - 1))
            cards ^= lowest
        return found


def _french(name: str, ranks: str) -> Pack:
    return Pack(
        name=name,
        suits="CDHS",
        signs=("♣", "♦", "♥", "♠"),
        suit_names=("clubs", "diamonds", "hearts", "spades"),
        ranks=ranks,
        order=(3, 2, 1, 0),
        alphabet=_FRENCH,
    )


PACK_32 = _french("the 32-card pack", "789TJQKA")
"""Cuțu."""
PACK_52 = _french("the 52-card pack", "23456789TJQKA")
"""Cupe."""
PACK_24 = _french("the 24-card pack", "9JQKTA")
"""Cruce: the ten ranks above the king."""
PACK_20 = Pack(
    name="the 20-card Spanish pack",
    suits="OCEB",
    signs=("o", "c", "e", "b"),
    suit_names=("oros", "copas", "espadas", "bastos"),
    ranks="SCR3A",
    order=(0, 1, 2, 3),
    alphabet=_SPANISH,
)
"""Cuatrola: sota, caballo, rey, tres, as."""
