"""Levels of play by name: ``random``, ``simple``, ``expert``, ``open``, and how hard experts think.

``expert:40`` is the expert with 40 imagined layouts a decision instead of the game's own number.
"""

from __future__ import annotations

import re

from analyzer.errors import QuestionError

LEVELS = ("random", "simple", "expert", "open")
"""Levels of play, weakest first; ``open`` is double dummy."""
EXPERT = "expert"
MOST_LAYOUTS = 10_000
"""An expert imagines at most so many layouts a decision."""

_WITH_LAYOUTS = re.compile(r"expert:(\d{1,6})")


def named_level(play: str) -> str:
    """The level of a word without its number of layouts: ``expert`` of ``expert:40``."""
    return EXPERT if play.startswith(EXPERT + ":") else play


def layouts_of(play: str, usual: int) -> int:
    """Layouts a decision of a level: ``usual`` for plain ``expert``, 0 for other levels."""
    if named_level(play) != EXPERT:
        return 0
    _, _, number = play.partition(":")
    return int(number) if number else usual


def with_layouts(play: str, layouts: int) -> str:
    """Plain ``expert`` made to imagine that many layouts; any other level as it is."""
    return f"{EXPERT}:{layouts}" if play == EXPERT else play


def check_level(play: str, usual: int) -> str:
    """The level as it is printed; a QuestionError for a number of layouts that is impossible.

    ``usual`` is the game's own number of layouts, 0 for a game whose expert imagines none.
    """
    if not play.startswith(EXPERT + ":"):
        return play
    found = _WITH_LAYOUTS.fullmatch(play)
    if usual == 0:
        raise QuestionError(f"level of play {play!r}: this game's expert imagines no layouts")
    if found is None or not 1 <= int(found[1]) <= MOST_LAYOUTS:
        raise QuestionError(
            f"level of play {play!r}: expected a number of layouts from 1 to {MOST_LAYOUTS}, "
            "such as expert:40"
        )
    return EXPERT if int(found[1]) == usual else f"{EXPERT}:{int(found[1])}"
