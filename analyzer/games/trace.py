"""How one deal was played, act by act: what ``analyzer deal --trace`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Step:
    """One act: ``seat`` 0-based, or ``None`` for what no seat does; ``text`` the call or card.

    ``act`` is a word: ``play`` for a card played to a trick and ``takes`` for who took it; other
    acts are named as the game names them (``call``, ``exchange``, ``announce``, ``swap``, ...).
    Cards are written with letters of suits; ``text`` is in the notation that is read back.
    """

    seat: int | None
    act: str
    text: str


@dataclass(frozen=True)
class Trace:
    """A deal from its first act to its score.

    ``deal`` is the deal as :meth:`analyzer.games.base.Game.show_deal` gives it; ``results`` the
    measures of the deal, by name, in units: what an outcome of that deal counts.
    """

    deal: Mapping[str, Any]
    steps: tuple[Step, ...]
    results: Mapping[str, float]
