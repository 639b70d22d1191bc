"""Names of calls, trumps, features and situations of Cuțu, in the language of the report."""

from __future__ import annotations

from analyzer.games.cutu.report.data import HandCount, level
from analyzer.games.cutu.scoring import FIRST_BID
from analyzer.games.speech import Speech
from analyzer.games.studio import Studio

BOOK = "docs/rulebooks/cutu.md"


def call_name(call: int) -> str:
    """A call by its index: ``pas``, ``4`` to ``8``."""
    return str(FIRST_BID + call - 1) if call else "pas"


def trump_name(say: Speech, role: str) -> str:
    """How trump is chosen."""
    return {
        "best": say("longest suit", "culoarea cea mai lungă"),
        "own": say("best for tricks", "cea mai bună la levate"),
        "high": say("strongest suit", "culoarea cea mai tare"),
        "NT": say("no trump", "fără atu"),
    }[role]


def feature_name(say: Speech, name: str) -> str:
    """A feature of a hand, as one more of it."""
    return {
        "trumps": say("trump", "atu"),
        "trump_ace": say("ace of trumps", "asul de atu"),
        "trump_king": say("king of trumps", "popa de atu"),
        "trump_queen": say("queen of trumps", "dama de atu"),
        "aces": say("side ace", "as lateral"),
        "kings": say("side king", "popă laterală"),
        "voids": say("void side suit", "renonsă"),
        "singles": say("singleton side suit", "singleton"),
    }[name]


def count_text(say: Speech, count: HandCount) -> str:
    """The point count in words: ``2 for every ace, ...``."""
    weights = dict(count.weights)
    by_weight: dict[int, list[str]] = {}
    for one, both in (("trump_ace", "aces"), ("trump_king", "kings")):
        if weights[one] == weights[both] > 0:
            by_weight.setdefault(weights[one], []).append(_all_of(say, both))
            del weights[one], weights[both]
    for name, weight in weights.items():
        if weight > 0:
            by_weight.setdefault(weight, []).append(_each(say, name))
    parts = [
        say(f"**{weight}** for {say.all_of(names)}", f"**{weight}** pentru {say.all_of(names)}")
        for weight, names in sorted(by_weight.items(), reverse=True)
    ]
    return "; ".join(parts)


def _all_of(say: Speech, name: str) -> str:
    return {
        "aces": say("every ace", "fiecare as"),
        "kings": say("every king", "fiecare popă"),
    }[name]


def _each(say: Speech, name: str) -> str:
    return {
        "trumps": say("every trump", "fiecare atu"),
        "trump_ace": say("the ace of trumps", "asul de atu"),
        "trump_king": say("the king of trumps", "popa de atu"),
        "trump_queen": say("the queen of trumps", "dama de atu"),
        "aces": say("every side ace", "fiecare as lateral"),
        "kings": say("every side king", "fiecare popă laterală"),
        "voids": say("every side suit you lack", "fiecare culoare laterală care lipsește"),
        "singles": say("every singleton", "fiecare culoare laterală cu o carte"),
    }[name]


def at_level(studio: Studio) -> str:
    """The level of play of many deals, for captions."""
    return studio.say(f"{level(studio)} play", f"nivel {level(studio)}")


def unit(say: Speech) -> str:
    """Points a deal."""
    return say("points a deal", "puncte pe mână")
