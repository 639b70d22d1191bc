"""Names of cards, contracts and seats: Spanish in every language, as players say them."""

from __future__ import annotations

from analyzer.games.cuatrola import codes
from analyzer.games.speech import Speech

BOOK = "docs/rulebooks/cuatrola.md"
PASO = "paso"


def call_name(call: str) -> str:
    """A call: ``paso``, ``solo``, ``cuatro``, ``quinta``."""
    return PASO if call == "pass" else call


def seat_name(say: Speech, seat: int) -> str:
    """A seat (0-based) in words."""
    if seat == 0:
        return "1 (mano)"
    if seat == codes.SEATS - 1:
        return say("4 (deals)", "4 (împarte)")
    return str(seat + 1)


def feature_name(say: Speech, name: str) -> str:
    """A feature of a hand, as one more of it."""
    return {
        "trumps": say("trump", "atu"),
        "trump_as": say("as of trumps", "as de atu"),
        "trump_tres": say("tres of trumps", "tres de atu"),
        "trump_rey": say("rey of trumps", "rey de atu"),
        "side_as": say("side as", "as lateral"),
        "side_tres": say("side tres", "tres lateral"),
        "voids": say("side suit without a card", "culoare laterală lipsă"),
        "trump_pair": say("rey and caballo of trumps (40)", "rey și caballo de atu (40)"),
        "side_pairs": say("rey and caballo of a side suit (20)", "rey și caballo laterale (20)"),
        "lead": say("the lead (mano)", "ieșirea (mano)"),
    }[name]


def each(say: Speech, name: str) -> str:
    """A feature as something that is counted: ``every trump``."""
    text = feature_name(say, name)
    alone = name in ("trump_as", "trump_tres", "trump_rey", "trump_pair")
    if alone:
        return say(f"the {text}", text)
    if name == "lead":
        return text
    return say(f"every {text}", f"fiecare {text}")


def match_points(say: Speech) -> str:
    """The unit of scores."""
    return say("match points a deal", "puncte de partidă pe mână")
