"""The games of the house: a registry line for each, imported when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from analyzer.errors import QuestionError, fold, nearest

if TYPE_CHECKING:
    from analyzer.games.base import Game

TITLES = {
    "cutu": "Cuțu",
    "cupe": "Cupe",
    "cruce": "Cruce",
    "cuccu": "Cuccù",
    "cuatrola": "Cuatrola",
}
"""Games by name, in the order they are listed; ``analyzer.games.<name>.game`` has ``GAME``."""

OTHER_NAMES = {"hearts": "cupe", "cucu": "cuccu", "cucco": "cuccu"}


def game_name(text: str) -> str:
    """The name of the game that ``text`` means, accents and case aside.

    Raises
    ------
    QuestionError
        For an unknown game, with the nearest name.
    """
    word = fold(text)
    if word in TITLES:
        return word
    if word in OTHER_NAMES:
        return OTHER_NAMES[word]
    guess = nearest(word, [*TITLES, *OTHER_NAMES])
    hint = (
        f"did you mean {OTHER_NAMES.get(guess, guess)}?"
        if guess
        else "expected " + ", ".join(TITLES)
    )
    raise QuestionError(f"no game {text!r}: {hint}")


def load_game(text: str) -> Game:
    """The game that ``text`` names; raises as :func:`game_name`."""
    game: Game = import_module(f"analyzer.games.{game_name(text)}.game").GAME
    return game
