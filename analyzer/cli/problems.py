"""Values of options read one by one, with all that is wrong collected to be reported at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from analyzer.errors import QuestionError, nearest

MOST = 10**12
"""The largest whole number of an option that has no other end, such as a number of deals."""
_MOST_COMPLAINTS = 20
_T = TypeVar("_T")


def first_of(problems: Sequence[str]) -> list[str]:
    """Different problems of the lines of a file; of very many only the first."""
    found = list(dict.fromkeys(problems))
    left = len(found) - _MOST_COMPLAINTS
    return [*found[:-left], f"and {left:,} more problems of this kind"] if left > 0 else found


def shown(text: str) -> str:
    """A value as an error message repeats it: visible also when it is empty or blank."""
    return text if text.strip() else repr(text)


class Problems:
    """Collects the problems of several options, to report them all at once."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def whole(self, name: str, text: str | None, low: int, high: int = MOST) -> int | None:
        """A whole number from ``low`` to ``high``, or ``None`` when the option was not given."""
        if text is None:
            return None
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            self.found.append(f"{name} {shown(text)}: expected a whole number from {low} to {high}")
            return None
        return value

    def share(self, name: str, text: str | None) -> float | None:
        """A number between 0 and 1, ends excluded, or ``None`` when the option was not given."""
        if text is None:
            return None
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 < value < 1:
            self.found.append(
                f"{name} {shown(text)}: expected a number between 0 and 1, such as 0.01"
            )
            return None
        return value

    def one_of(self, name: str, text: str, choices: Sequence[str]) -> str:
        """One of a few words; in any case, as long as it is clear."""
        word = text.strip().lower()
        if word in choices:
            return word
        guess = nearest(word, choices)
        hint = f"did you mean {guess}?" if guess else "expected " + ", ".join(choices)
        self.found.append(f"{name} {shown(text)}: {hint}")
        return choices[0]

    def attempt(self, function: Callable[[], _T]) -> _T | None:
        """The function's result; its problems are collected and give ``None``."""
        try:
            return function()
        except QuestionError as error:
            self.found.extend(error.problems)
            return None

    def settle(self) -> None:
        """Raise when there are problems."""
        if self.found:
            raise QuestionError(dict.fromkeys(self.found))
