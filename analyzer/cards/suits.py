"""Suits, trumps and seats on the command line."""

from __future__ import annotations

from analyzer.cards.packs import Pack
from analyzer.cards.text import clean, listed, plain, quoted
from analyzer.errors import QuestionError, fold, nearest

SEAT_LETTERS = "NESW"
NO_TRUMP = "NT"

_NO_TRUMP_WORDS = frozenset(
    {"nt", "n", "notrump", "notrumps", "none", "fa", "faraatu", "faraatuu", "faratromf", "sinatu",
     "sintriunfo", "sansatout"}
)  # fmt: skip
_SEAT_NAMES = {
    "north": 0, "nord": 0, "norte": 0, "east": 1, "est": 1, "este": 1,
    "south": 2, "sud": 2, "sur": 2, "west": 3, "vest": 3, "oeste": 3, "ovest": 3,
}  # fmt: skip


def parse_suit(text: str, pack: Pack, what: str = "suit") -> int:
    """Suit number 0 to 3 of a letter, sign or name; QuestionError otherwise.

    Examples
    --------
    >>> from analyzer.cards import PACK_20, PACK_32
    >>> [parse_suit(word, PACK_32) for word in ("S", "♥", "caro", "Treflă")]
    [3, 2, 1, 0]
    >>> parse_suit("oros", PACK_20)
    0
    """
    suit = _suit(text, pack)
    if suit is None:
        raise QuestionError(_no_suit(text, pack, what, [pack.suits[i] for i in pack.order]))
    return suit


def parse_trump(text: str, pack: Pack, no_trump: bool = True) -> int | None:
    """Suit number of the trump, or None for no trump; QuestionError otherwise.

    ``no_trump`` tells whether the game knows contracts without trump.

    Examples
    --------
    >>> from analyzer.cards import PACK_32
    >>> parse_trump("pică", PACK_32), parse_trump("NT", PACK_32), parse_trump("fără atu", PACK_32)
    (3, None, None)
    """
    joined = "".join(char for char in fold(clean(text)) if char not in " -_")
    if no_trump and joined in _NO_TRUMP_WORDS:
        return None
    suit = _suit(text, pack)
    if suit is None:
        choices = [pack.suits[i] for i in pack.order] + [NO_TRUMP] * no_trump
        raise QuestionError(_no_suit(text, pack, "trump", choices))
    return suit


def format_trump(trump: int | None, pack: Pack) -> str:
    """The letter of JSON and the command line: ``S``, ``NT``, ``O``."""
    return NO_TRUMP if trump is None else pack.suits[trump]


def parse_seat(text: str, players: int = 4, what: str = "seat") -> int:
    """Seat, 0-based in the order of play, of ``1`` (or N), ``2`` (E), ``3`` (S), ``4`` (W).

    Examples
    --------
    >>> parse_seat("1"), parse_seat("w"), parse_seat("10", players=10)
    (0, 3, 9)
    """
    word = plain(clean(text)).casefold()
    seats = {str(seat + 1): seat for seat in range(players)}
    letters = SEAT_LETTERS[:players] if players <= len(SEAT_LETTERS) else ""
    seats |= {letter.lower(): seat for seat, letter in enumerate(letters)}
    seats |= {name: seat for name, seat in _SEAT_NAMES.items() if seat < len(letters)}
    if word not in seats:
        last = f"1 to {players}" + (f", or {listed(list(letters))}" if letters else "")
        raise QuestionError(f"{what} {quoted(text)}: expected {last}")
    return seats[word]


def format_seat(seat: int) -> str:
    """``1`` for the seat that acts first, and so on."""
    return str(seat + 1)


def _suit(text: str, pack: Pack) -> int | None:
    word = plain(clean(text)).casefold()
    alphabet = pack.alphabet
    known = alphabet.suit_letters.get(word, alphabet.suit_signs.get(word))
    return alphabet.suit_names.get(fold(word)) if known is None else known


def _no_suit(text: str, pack: Pack, what: str, choices: list[str]) -> str:
    names = [*pack.suit_names, *pack.alphabet.suit_names]
    meant = nearest(clean(text), names) if len(clean(text)) > 2 else None
    hint = "" if meant is None else f"; did you mean '{meant}'?"
    return f"{what} {quoted(text)}: expected {listed(choices)}{hint}"
