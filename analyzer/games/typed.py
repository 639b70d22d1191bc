"""Options as typed, read one by one so that all their problems are told at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from analyzer.errors import QuestionError

_MOST_DIGITS = 9
"""Longer numbers are no answers to anything, and Python reads none of thousands of digits."""
_T = TypeVar("_T")


def read(
    text: str | None, parse: Callable[[str], _T], problems: list[str], where: str = ""
) -> _T | None:
    """What a text stands for, or ``None``; its problems join ``problems``, after ``where``.

    >>> problems = []
    >>> read("12", int, problems), read(None, int, problems), problems
    (12, None, [])
    """
    if text is None:
        return None
    try:
        return parse(text)
    except QuestionError as error:
        problems += [where + problem for problem in error.problems]
        return None


def whole(word: str) -> int:
    """The whole number that a word is; -1 for any other word, and for more than nine digits.

    >>> whole("12"), whole("-3"), whole("9" * 5000)
    (12, -1, -1)
    """
    return int(word) if word.isdecimal() and len(word) <= _MOST_DIGITS else -1


def read_bids(
    text: str | None, legal: Sequence[int], calls: str, example: str, problems: list[str]
) -> tuple[int, ...]:
    """The bids that ``--bids`` names, in order and once each, all of them ``legal`` ones.

    Without the option all legal bids; ``calls`` so far, and an ``example`` of the option, are
    for the words of problems.

    >>> problems = []
    >>> read_bids("6,5", (5, 6, 7), "", "5,6", problems), problems
    ((5, 6), [])
    >>> read_bids("4", (5, 6), "pas", "5,6", problems), problems
    ((), ['--bids 4: expected 5, 6 after pas'])
    """
    if text is None:
        return tuple(legal)
    words = text.replace(",", " ").split()
    chosen = {bid for word in words if (bid := whole(word)) in legal}
    wanted = ", ".join(str(bid) for bid in legal) or "none"
    after = f" after {calls}" if calls else ""
    problems += [
        f"--bids {word}: expected {wanted}{after}" for word in words if whole(word) not in chosen
    ]
    if not words:
        problems.append(f"--bids: expected bids such as {example}")
    return tuple(sorted(chosen))


def parse_scores(text: str, count: int, wanted: str, below_zero: bool = True) -> tuple[int, ...]:
    """So many scores with ``-``, ``:``, ``/``, a comma or a space between them.

    Parameters
    ----------
    text
        As typed, such as ``62-71`` or ``-5 : 12``.
    count
        How many scores there are.
    wanted
        What is expected, in words, with an example.
    below_zero
        Whether scores may be below zero.

    Raises
    ------
    QuestionError
        For anything else.

    Examples
    --------
    >>> parse_scores("62-71", 2, "two scores"), parse_scores("-5--12", 2, "two scores")
    ((62, 71), (-5, -12))
    """
    sign = "[-+−]?" if below_zero else ""
    number = rf"\s*({sign}\d{{1,6}})\s*"
    found = re.fullmatch("[-–:/,; ]".join([number] * count), " ".join(text.split()))
    if found is None:
        raise QuestionError(f"--score {text!r}: expected {wanted}")
    return tuple(int(part.replace("−", "-")) for part in found.groups())
