"""The one exception a user is meant to see, and the search for the word they probably meant."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from operator import index
from typing import SupportsIndex


class QuestionError(ValueError):
    """A question that cannot be answered as put.

    The command line prints each problem on a line of its own and ends with status 2.

    Parameters
    ----------
    problems
        One line, or several: each names what was given and what was expected. Line breaks inside
        a problem become spaces, so that one problem is always one line.

    Examples
    --------
    >>> error = QuestionError(["bid 9: expected 4 to 8", "trump 'X': expected S, H, D, C or NT"])
    >>> error.problems[0]
    'bid 9: expected 4 to 8'
    >>> print(error)
    bid 9: expected 4 to 8
    trump 'X': expected S, H, D, C or NT
    """

    problems: tuple[str, ...]

    def __init__(self, problems: str | Iterable[str]) -> None:
        given = (problems,) if isinstance(problems, str) else tuple(problems)
        self.problems = tuple(" ".join(line.split()) for line in given)
        if not any(self.problems):
            raise AssertionError("a QuestionError needs at least one problem")
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(self.problems)


def whole_number(name: str, value: SupportsIndex, low: int, problems: list[str]) -> int:
    """The value as an ``int``; ``problems`` gets one when it is none, or below ``low``.

    Examples
    --------
    >>> problems = []
    >>> whole_number("deals", 0, 1, problems), problems
    (1, ['deals = 0: expected a whole number from 1'])
    """
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if number < low:
        problems.append(f"{name} = {value!r}: expected a whole number from {low}")
        return low
    return number


def fold(text: str) -> str:
    """Text without case, accents or surrounding space: ``Cuțu`` and ``CUTU`` become ``cutu``.

    Examples
    --------
    >>> fold(" Pică "), fold("Cuccù")
    ('pica', 'cuccu')
    """
    decomposed = unicodedata.normalize("NFKD", text)
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return plain.casefold().strip()


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that looks most like ``word``, or None when none is near.

    Accents and case do not count. Equal likeness goes to the choice that comes first.

    Examples
    --------
    >>> nearest("Cruche", ["cutu", "cruce", "cupe"])
    'cruce'
    >>> nearest("bridge", ["cutu", "cruce", "cupe"]) is None
    True
    """
    by_fold: dict[str, str] = {}
    for choice in choices:
        by_fold.setdefault(fold(choice), choice)
    found = difflib.get_close_matches(fold(word), list(by_fold), n=1, cutoff=0.6)
    return by_fold[found[0]] if found else None
