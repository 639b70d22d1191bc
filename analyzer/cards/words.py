"""Words of a hand: each is cut into letters that may stand for a suit, a rank, or either."""

from __future__ import annotations

import re
from dataclasses import dataclass

from analyzer.cards.packs import Alphabet
from analyzer.cards.text import plain
from analyzer.errors import fold

VOID = "-"
"""Stands where the ranks of a suit without cards would be."""

Reading = list[tuple[int, str]]
"""Suits and ranks that a word may name."""

_CONNECTORS = frozenset({"de", "of"})


@dataclass(frozen=True)
class Atom:
    """One letter, sign or number: what it may stand for, ``None`` where it cannot."""

    raw: str
    text: str
    """The same without case."""
    suit: int | None = None
    rank: str | None = None

    @property
    def dual(self) -> bool:
        """Whether it may be a suit as well as a rank."""
        return self.suit is not None and self.rank is not None

    @property
    def known(self) -> bool:
        """Whether it stands for anything at all."""
        return self.suit is not None or self.rank is not None or self.text == VOID


@dataclass(frozen=True)
class Word:
    """A stretch of text between spaces, commas, semicolons or colons."""

    raw: str
    atoms: tuple[Atom, ...]

    @property
    def is_colon(self) -> bool:
        """A colon, which may follow a suit."""
        return self.raw == ":"

    @property
    def is_connector(self) -> bool:
        """*de* or *of*, as in *rey de copas*."""
        return self.raw.lower() in _CONNECTORS

    @property
    def lone_suit(self) -> int | None:
        """The suit, if the word is a suit sign, letter or name and nothing else."""
        return self.atoms[0].suit if len(self.atoms) == 1 else None

    @property
    def lone_rank(self) -> str | None:
        """The rank, if the word is a rank letter, number or name and nothing else."""
        return self.atoms[0].rank if len(self.atoms) == 1 else None

    @property
    def is_void(self) -> bool:
        """Only hyphens: a suit without cards."""
        return bool(self.atoms) and all(atom.text == VOID for atom in self.atoms)

    @property
    def case_shows_suit(self) -> bool:
        """Whether a letter with two meanings is small among capital ranks, as in ``oA3cR``."""
        small = any(atom.dual and atom.raw.islower() for atom in self.atoms[1:])
        capital = any(atom.rank is not None and atom.raw.isupper() for atom in self.atoms[1:])
        return small and capital

    @property
    def ranks(self) -> list[str] | None:
        """The ranks, if every letter of the word may be one."""
        found = [atom.rank for atom in self.atoms if atom.rank is not None]
        return found if found and len(found) == len(self.atoms) else None


def atoms_of(word: str, alphabet: Alphabet) -> tuple[Atom, ...]:
    """The word cut into letters, signs and numbers; unknown ones stand for nothing."""
    found = []
    for raw in re.findall(alphabet.pattern, plain(word), re.DOTALL):
        token = raw.casefold()
        suit = alphabet.suit_letters.get(token, alphabet.suit_signs.get(token))
        found.append(Atom(raw, token, suit, alphabet.rank_letters.get(token)))
    return tuple(found)


def words_of(text: str, alphabet: Alphabet) -> list[Word]:
    """Words and colons of a cleaned text, in order.

    *as* is the ace of spades or two letters unless *de* or *of* follows, as in *as de oros*.
    """
    raws = re.findall(r":|[^\s,;:]+", text)
    words = []
    for index, raw in enumerate(raws):
        name = fold(raw)
        before_connector = index + 1 < len(raws) and raws[index + 1].lower() in _CONNECTORS
        suit = alphabet.suit_names.get(name)
        rank = alphabet.rank_names.get(name) if name != "as" or before_connector else None
        if suit is not None or rank is not None:
            words.append(Word(raw, (Atom(raw, name, suit, rank),)))
        else:
            words.append(Word(raw, atoms_of(raw, alphabet)))
    return words


def reading_by_suit(atoms: tuple[Atom, ...], dual_is_suit: bool) -> Reading | None:
    """Cards of a word that writes each suit before its ranks: ``♠AKJ7♥T9``, ``sAKJ7``, ``♣-``.

    A void is a suit with the rank ``-``. None if the word cannot be read so. ``dual_is_suit``
    decides what a letter that may be both means after the first rank.
    """
    found: Reading = []
    suit: int | None = None
    complete = False
    for atom in atoms:
        void = bool(found) and complete and found[-1][1] == VOID
        is_rank = atom.rank is not None and not (atom.dual and (suit is None or dual_is_suit))
        if suit is not None and is_rank and atom.rank is not None and not void:
            found.append((suit, atom.rank))
            complete = True
        elif suit is not None and atom.text == VOID and (void or not complete):
            found += [] if void else [(suit, VOID)]
            complete = True
        elif not is_rank and atom.suit is not None and (suit is None or complete):
            suit, complete = atom.suit, False
        else:
            return None
    return found if complete else None


def reading_by_card(atoms: tuple[Atom, ...]) -> Reading | None:
    """Cards of a word that writes the rank before the suit: ``10♥``, ``AsKs``; else None."""
    if len(atoms) % 2:
        return None
    cards: Reading = []
    for first, second in zip(atoms[::2], atoms[1::2], strict=True):
        if first.rank is None or second.suit is None:
            return None
        cards.append((second.suit, first.rank))
    return cards
