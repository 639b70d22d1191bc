"""From the words of a hand to its cards; the rules for letters with two meanings are here.

A word is read as suits with their ranks (``♠AKJ7``), as cards (``A♠``, ``AsKs``), or as more
ranks of the suit before it (``♠ A K``). Where two of these are possible and give different
cards, the text must show which is meant (`docs/notation.md`); otherwise it is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cards.packs import Pack
from analyzer.cards.text import listed, quoted
from analyzer.cards.words import (
    VOID,
    Atom,
    Reading,
    Word,
    atoms_of,
    reading_by_card,
    reading_by_suit,
    words_of,
)
from analyzer.errors import nearest


@dataclass(frozen=True)
class NamedCard:
    """A card that the text names; its rank need not be in the pack."""

    suit: int
    rank: str
    word: str


class HandReader:
    """Reads the words of one hand; afterwards ``cards``, ``voids`` and ``problems`` are filled."""

    def __init__(self, text: str, pack: Pack) -> None:
        self.pack = pack
        self.words = words_of(text, pack.alphabet)
        self.cards: list[NamedCard] = []
        self.voids: list[tuple[int, str]] = []
        self.problems: list[str] = []
        self.at = 0
        self.open: int | None = None
        """The suit that further ranks belong to."""
        self.spaced = False
        """Whether the open suit was written apart from its ranks."""
        self.waiting: Word | None = None
        """A suit on its own that has no ranks yet."""
        self.lost = False
        """Whether the last suit could not be read: its ranks are no problem of their own."""
        self._read_style()
        while self.at < len(self.words):
            word = self.words[self.at]
            self.at += 1
            self._read(word)
        self._refuse_waiting()

    def _read_style(self) -> None:
        """What the whole text tells about letters with two meanings."""
        atoms = [atom for word in self.words for atom in word.atoms]
        evidence = any(atom.text in self.pack.alphabet.evidence for atom in atoms)
        signs = any(atom.text in self.pack.alphabet.suit_signs for atom in atoms)
        glued = any(
            atom.suit is not None and not atom.dual and word.atoms[0].suit is not None
            for word in self.words
            for atom in word.atoms[1:]
        )
        colons = self._suits_have_colons()
        if self.pack.alphabet.dual_is_usual:
            self.dual_is_suit, self.dual_is_rank = evidence and not colons, colons
            self.dual_inside_is_rank = True
        else:
            self.dual_is_suit = not evidence and not signs and not colons
            self.dual_is_rank = colons or (evidence and signs)
            self.dual_inside_is_rank = evidence and (signs or not glued)

    def _suits_have_colons(self) -> bool:
        """Whether a colon follows every suit that stands alone, as in ``O: A C  C: R``."""
        following = [*self.words[1:], Word("", ())]
        marked = [
            after.is_colon
            for word, after in zip(self.words, following, strict=False)
            if word.lone_suit is not None and word.lone_rank is None
        ]
        return all(marked) and any(word.is_colon for word in self.words)

    # One word

    def _read(self, word: Word) -> None:
        if word.is_void:
            self._read_void(word)
        elif word.is_colon or word.is_connector:
            self.problems.append(f"{quoted(word.raw)} is out of place: {self._expected()}")
            self._close(lost=True)
        elif not word.atoms or not all(atom.known for atom in word.atoms):
            self._refuse_unknown(word)
        elif len(word.atoms) == 1:
            self._read_single(word, word.atoms[0])
        else:
            self._read_several(word)

    def _read_void(self, word: Word) -> None:
        if self.waiting is None or self.open is None:
            self.problems.append(f"{quoted(word.raw)} is out of place: {self._expected()}")
        else:
            self.voids.append((self.open, self.waiting.raw + word.raw))
        self._close()

    def _read_single(self, word: Word, atom: Atom) -> None:
        suit_after = self._suit_after()
        colon_after = self.at < len(self.words) and self.words[self.at].is_colon
        if atom.rank is not None and suit_after is not None:
            self._refuse_waiting()
            self.cards.append(NamedCard(suit_after, atom.rank, f"{word.raw} {self._skip_suit()}"))
            self._close()
        elif atom.suit is None:
            self._read_more(word, word.ranks or [])
        elif atom.rank is None or colon_after or self.open is None:
            self._open_suit(word, atom.suit)
        elif self.waiting is not None or self.dual_is_rank:
            self._read_more(word, [atom.rank])
        elif self.dual_is_suit:
            self._open_suit(word, atom.suit)
        else:
            self._refuse_ambiguous(word, [(self.open, atom.rank)], [])

    def _read_several(self, word: Word) -> None:
        complete = self._complete_readings(word)
        ranks = word.ranks
        if ranks is not None and self.open is not None and (self.waiting or self.spaced):
            if self.waiting or not complete:
                self._read_more(word, ranks)
            elif self.dual_is_suit:
                self._take(word, complete)
            else:
                self._refuse_ambiguous(word, [(self.open, rank) for rank in ranks], complete[0])
        elif complete:
            self._take(word, complete)
        elif ranks is not None:
            self._read_more(word, ranks)
        else:
            self._refuse_waiting()
            self.problems.append(f"{quoted(word.raw)} cannot be read: {self._expected()}")
            self._close()

    def _complete_readings(self, word: Word) -> list[Reading]:
        """Different readings of a word that names its own suits, those without repeats first."""
        found: list[Reading | None] = []
        if word.atoms[0].suit is not None:
            found.append(reading_by_suit(word.atoms, dual_is_suit=False))
            if not (self.dual_inside_is_rank and found[0]) or word.case_shows_suit:
                found.append(reading_by_suit(word.atoms, dual_is_suit=True))
        found.append(reading_by_card(word.atoms))
        distinct = {frozenset(reading): reading for reading in found if reading}
        without_repeats = [r for r in distinct.values() if len(set(r)) == len(r)]
        return without_repeats or list(distinct.values())

    def _take(self, word: Word, readings: list[Reading]) -> None:
        """Take the only reading of a complete word, or refuse it."""
        self._refuse_waiting()
        if len(readings) > 1:
            self._refuse_ambiguous(word, readings[0], readings[1])
            return
        for suit, rank in readings[0]:
            if rank == VOID:
                self.voids.append((suit, word.raw))
            else:
                self.cards.append(NamedCard(suit, rank, word.raw))
        self._close()
        if word.atoms[0].suit is not None and word.atoms[-1].rank is not None:
            self.open = readings[0][-1][0]

    def _read_more(self, word: Word, ranks: list[str]) -> None:
        """Add ranks to the open suit."""
        if self.open is None:
            if not self.lost:
                self.problems.append(f"{quoted(word.raw)} has no suit: {self._expected()}")
            return
        before = "" if self.waiting is None else self.waiting.raw + " "
        self.cards += [NamedCard(self.open, rank, before + word.raw) for rank in ranks]
        self.waiting, self.spaced = None, True

    # Suits on their own

    def _open_suit(self, word: Word, suit: int) -> None:
        self._refuse_waiting()
        self.open, self.spaced, self.waiting, self.lost = suit, True, word, False
        if self.at < len(self.words) and self.words[self.at].is_colon:
            self.at += 1

    def _close(self, lost: bool = False) -> None:
        self.open, self.spaced, self.waiting, self.lost = None, False, None, lost

    def _suit_after(self) -> int | None:
        """Suit of ``A ♠`` or *rey de copas*, when the next words give one to a single rank."""
        following = self.words[self.at : self.at + 2]
        if len(following) == 2 and following[0].is_connector:
            return following[1].lone_suit
        return following[0].lone_suit if following and self.open is None else None

    def _skip_suit(self) -> str:
        count = 2 if self.words[self.at].is_connector else 1
        self.at += count
        return " ".join(word.raw for word in self.words[self.at - count : self.at])

    # Problems

    def _refuse_waiting(self) -> None:
        if self.waiting is not None:
            raw = self.waiting.raw
            self.problems.append(
                f"{quoted(raw)} has no cards after it: expected ranks, or {quoted(raw + '-')} "
                "for a suit without cards"
            )
            self.waiting = None

    def _refuse_unknown(self, word: Word) -> None:
        self._refuse_waiting()
        names = [*self.pack.alphabet.suit_names, *self.pack.alphabet.rank_names]
        meant = nearest(word.raw, names) if len(word.raw) > 3 else None
        tokens = list(dict.fromkeys(quoted(atom.raw) for atom in word.atoms if not atom.known))
        whole = quoted(word.raw)
        unknown = whole if meant is not None or not tokens else ", ".join(tokens[:4])
        part = "" if unknown == whole else f" in {whole}"
        hint = "" if meant is None else f"; did you mean '{meant}'?"
        self.problems.append(f"unknown {unknown}{part}: expected {self._missing(word)}{hint}")
        self._close(lost=True)

    def _missing(self, word: Word) -> str:
        """What should stand where the word has something unknown."""
        atoms = word.atoms
        if atoms and atoms[0].suit is not None:
            return self._ranks()
        if len(atoms) == 2 and atoms[0].known != atoms[1].known:
            return self._suits() if any(atom.rank for atom in atoms) else self._ranks()
        return f"{self._suits()}; {self._ranks()}"

    def _refuse_ambiguous(self, word: Word, one: Reading, other: Reading) -> None:
        readings = " or ".join(self._spelled(reading) for reading in (one, other) if reading)
        also = "" if other else f" or {self.pack.suit_names[word.atoms[0].suit or 0]}"
        self.problems.append(
            f"{quoted(word.raw)} can be read in two ways, {readings}{also}: "
            f"{self.pack.alphabet.dual_hint}"
        )
        self._close(lost=True)

    def _spelled(self, reading: Reading) -> str:
        """``AK of spades and 9 of hearts``, however long the word."""
        suits = dict.fromkeys(suit for suit, _ in reading)
        return " and ".join(
            "".join(rank for of, rank in reading[:12] if of == suit)
            + f" of {self.pack.suit_names[suit]}"
            for suit in suits
        )

    def _suits(self) -> str:
        return "a suit " + listed([self.pack.suits[suit] for suit in self.pack.order])

    def _ranks(self) -> str:
        return "a rank " + listed(list(reversed(self.pack.ranks)))

    def _expected(self) -> str:
        letter = self.pack.suits[self.pack.order[0]].lower()
        return f"expected a suit and its ranks such as '{letter}A', or a card such as 'A{letter}'"


def read_dots(text: str, pack: Pack) -> tuple[list[NamedCard], list[str]]:
    """Cards and problems of a hand such as ``AKJ7.T9.K8.``: four suits between three dots."""
    parts = text.split(".")
    names = ".".join(pack.suit_names[suit] for suit in pack.order)
    if len(parts) != len(pack.suits):
        found = len(parts) - 1
        return [], [
            f"{quoted(text)} has {found} dot{'s' * (found != 1)}: expected 3, as in {names}"
        ]
    cards: list[NamedCard] = []
    problems: list[str] = []
    for suit, part in zip(pack.order, parts, strict=True):
        pieces = part.replace(",", " ").split()
        atoms = [atom for piece in pieces for atom in atoms_of(piece, pack.alphabet)]
        if all(atom.text == VOID for atom in atoms):
            continue
        for atom in atoms:
            if atom.rank is not None:
                cards.append(NamedCard(suit, atom.rank, part.strip()))
            else:
                problems.append(
                    f"unknown rank {quoted(atom.raw)} in {quoted(text)}: "
                    f"expected {listed(list(reversed(pack.ranks)))} between the dots of {names}"
                )
    return cards, problems
