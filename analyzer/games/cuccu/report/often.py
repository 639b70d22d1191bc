"""How often: what a round costs each seat, and how often the special cards act."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.games.chapters import Block, Figure, Text
from analyzer.games.studio import Studio, first_number


def how_often(studio: Studio) -> Sequence[Block]:
    """The seats of a first round."""
    say = studio.say
    odds = studio.odds("base")
    seats = odds[odds["measure"] == "lose_life"].copy()
    first = first_number(odds, percent=True, measure="lose_life", seat=1)
    return [
        Text(
            say(
                f"The first seat loses a life in {say.number(first)} of rounds.",
                f"Primul loc pierde o viață în {say.number(first)} din runde.",
            )
        ),
        Figure(
            key="seats",
            kind="bars",
            caption=say("Losing a life, by seat", "Pierderea unei vieți, pe locuri"),
            alt="x",
            frame=seats,
            x="seat",
            x_label=say("seat", "locul"),
            value_label=say("loses a life", "pierde o viață"),
            percent=True,
        ),
    ]
