"""The pack of Cuccù: 20 ranks without suits, two copies of each (rulebook, section 2).

A card is its rank index: 0 lion, 1 mask, 2 bucket, 3 nought, 4 to 13 the numbers one to ten,
14 inn, 15 cat, 16 horse, 17 hunter, 18 cuckoo: the order of the key at the showdown. The fool,
19, has no key; it is compared by a rule of its own.
"""

from __future__ import annotations

from collections import Counter

from analyzer.cards.text import clean, listed, quoted
from analyzer.errors import QuestionError, fold, nearest

LION, MASK, BUCKET, ZERO = 0, 1, 2, 3
INN, CAT, HORSE, HUNTER, CUCKOO, FOOL = 14, 15, 16, 17, 18, 19
RANKS = 20
COPIES = 2
SIZE = RANKS * COPIES

KEYS = (*range(-3, 16), None)
"""Number to compare at the showdown, by rank index; the fool has none."""

PRINTED = (
    "lion", "mask", "bucket", "0", "I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "VIIII",
    "X", "XI", "XII", "XIII", "XIIII", "XV", "fool",
)  # fmt: skip
"""The one printed form: numerals as on the cards (additive), names where a card has no numeral."""

NAMES = (
    "lion", "mask", "bucket", "nought", "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "inn", "cat", "horse", "hunter", "cuckoo", "fool",
)  # fmt: skip
"""English names by rank index."""

_OTHER_NAMES = {
    LION: "leone, cacaccio, grattaculo, ffu, lu ffu, lambratt, la lambratt",
    MASK: "mascherone, mmascaraun, lu mmascaraun",
    BUCKET: "pail, secchia, sacchj, la sacchj, callarutt, lu callarutt",
    ZERO: "zero, null, la null, nulla",
    INN: "tavern, osteria, fermatevi alquanto, taverna, la tavern, la cas",
    CAT: "gatto, gnao, gnau, gnaf, la gnaf",
    HORSE: "cavallo, salta, salt, la salt, lu cavall",
    HUNTER: "bragon, bragone, hai pigliato bragon, bum, bbum, lu bbum, tuff, tuffo",
    CUCKOO: "cucco, cuccu, cucu, cill, lu cill",
    FOOL: "jester, matto, matt, lu matt",
}
_SUBTRACTIVE = {7: "IV", 12: "IX", 17: "XIV"}
_LONGEST_NAME = 3


def _spellings() -> dict[tuple[str, ...], int]:
    """Rank index by folded words: printed form, numerals, key, names and ids of the rulebook."""
    found: dict[tuple[str, ...], int] = {}
    for rank, key in enumerate(KEYS):
        texts = [PRINTED[rank], NAMES[rank], *_OTHER_NAMES.get(rank, "").split(",")]
        texts += [_SUBTRACTIVE[rank]] if rank in _SUBTRACTIVE else []
        texts += [] if key is None else [str(key)]
        texts += [f"n{key}"] if key is not None and 1 <= key <= 10 else []
        found |= {tuple(fold(text).split()): rank for text in texts if text.strip()}
    return found


_RANK_OF = _spellings()


def parse_cards(text: str, count: int | None = None) -> list[int]:
    """Rank indices of some cards, in the order given.

    Parameters
    ----------
    text
        Numerals (``XIIII`` or ``XIV``), numbers from -3 to 15, English, Italian or local names,
        with spaces, commas or semicolons between cards.
    count
        How many cards there must be; without it, at least one.

    Raises
    ------
    QuestionError
        With all problems: a word that is no card, more than two copies, a wrong number of cards.

    Examples
    --------
    >>> parse_cards("XV, XIV XIIII la gnaf 0 −1 Matto")
    [18, 17, 17, 15, 3, 2, 19]
    """
    raws = clean(text).replace(",", " ").replace(";", " ").split()
    words = [fold(raw) for raw in raws]
    cards: list[int] = []
    problems: list[str] = []
    at = 0
    while at < len(words):
        for length in range(_LONGEST_NAME, 0, -1):
            rank = _RANK_OF.get(tuple(words[at : at + length]))
            if rank is not None:
                cards.append(rank)
                break
        else:
            length = 1
            problems.append(_no_card(raws[at]))
        at += length
    problems += [
        f"{NAMES[rank]} is given {times} times: the pack has {COPIES}"
        for rank, times in Counter(cards).items()
        if times > COPIES
    ]
    if not problems and count is not None and len(cards) != count:
        many = f"{len(cards)} card{'s' * (len(cards) != 1)}"
        problems.append(f"{many} in {quoted(clean(text))}: expected {count}")
    elif not problems and not cards and count is None:
        problems.append(f"no card is given: expected {_expected()}")
    if problems:
        raise QuestionError(problems)
    return cards


def parse_card(text: str) -> int:
    """Rank index, 0 to 19, of the one card that the text names; errors as for `parse_cards`."""
    return parse_cards(text, count=1)[0]


def format_card(rank: int) -> str:
    """The printed form of a rank index: ``XV``, ``VIIII``, ``0``, ``bucket``."""
    if not 0 <= rank < RANKS:
        raise ValueError(f"rank index {rank}: expected 0 to {RANKS - 1}")
    return PRINTED[rank]


def format_cards(ranks: list[int]) -> str:
    """Printed forms of some rank indices, a space between two."""
    return " ".join(format_card(rank) for rank in ranks)


def _no_card(raw: str) -> str:
    meant = nearest(raw, [" ".join(words) for words in _RANK_OF]) if len(raw) > 3 else None
    hint = "" if meant is None else f"; did you mean '{meant}'?"
    return f"{quoted(raw)} is no card: expected {_expected()}{hint}"


def _expected() -> str:
    return "a numeral I to XV, 0, or " + listed(
        [NAMES[rank] for rank in (BUCKET, MASK, LION, FOOL)]
    )
