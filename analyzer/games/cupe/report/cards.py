"""What cards are worth: points by hearts and low cards, and the worth of one more of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.games.chapters import Block, Figure, Text
from analyzer.games.cupe.report.hands import FEATURES, features
from analyzer.games.cupe.report.words import gift_hands, played, suits
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

_LEAST = 25


def what_cards_are_worth(studio: Studio) -> Sequence[Block]:
    """A heat map and the marginal values."""
    say = studio.say
    rows = gift_hands(studio)
    rows = rows.assign(**features(suits(rows)))
    effects = studio.effects(rows, FEATURES, "score")
    low = say.number(first_number(effects, feature="low"), signed=True)
    queen = say.number(first_number(effects, feature="spade_queen"), signed=True)
    guard = say.number(first_number(effects, feature="guards"), signed=True)
    heart = say.number(first_number(effects, feature="hearts"), signed=True)
    return [
        Text(
            say(
                f"**One more card from 2 to 5 is worth {low} points a hand, one more heart {heart}.** "
                f"Being dealt the queen of spades is worth {queen}, and each spade below her or her "
                f"king and ace {guard} back: she can still be given away.",
                f"**Încă o carte de la 2 la 5 face {low} puncte pe mână, încă o cupă {heart}.** Dama de "
                f"pică primită face {queen}, iar fiecare pică sub ea sau sub popă și as {guard}: dama "
                "mai poate fi pasată.",
            )
        ),
        _heat(studio, rows),
        _effects(studio, effects, len(rows)),
    ]  # fmt: skip


def _heat(studio: Studio, rows: pd.DataFrame) -> Figure:
    say = studio.say
    near = rows.assign(
        few=rows["hearts"].clip(1, 6).astype(int), small=rows["low"].clip(1, 7).astype(int)
    )
    frame = studio.groups(near, ["small", "few"], "points", least=_LEAST)
    return Figure(
        key="points-by-hearts-and-low-cards",
        kind="heat",
        caption=say("Points of a hand, by hearts and low cards dealt", "Punctele unei mâini, după cupele și cărțile mici primite"),
        alt=say(
            "A grid of mean points: fewer towards many low cards, whatever the number of hearts.",
            "Un tabel colorat de puncte medii: mai puține spre multe cărți mici, oricâte cupe ar fi.",
        ),
        frame=frame,
        x="few",
        series="small",
        x_label=say("hearts dealt (1: or none, 6: or more)", "cupe primite (1: sau 0, 6: sau peste)"),
        series_label=say("cards from 2 to 5 (1: or none, 7: or more)", "cărți de la 2 la 5 (1: sau 0, 7: sau peste)"),
        value_label=say("points", "puncte"),
        note=played(say, "simple", len(rows)),
    )  # fmt: skip


def _effects(studio: Studio, effects: pd.DataFrame, hands: int) -> Figure:
    say = studio.say
    words = {
        "hearts": say("a heart", "o cupă"),
        "low": say("a card from 2 to 5", "o carte de la 2 la 5"),
        "aces_kings": say("an ace or king outside spades", "un as sau un popă în afara picilor"),
        "void": say("an empty suit outside spades", "o culoare lipsă, alta decât pica"),
        "spade_queen": say("the queen of spades", "dama de pică"),
        "spade_top": say("king or ace of spades", "popa sau asul de pică"),
        "guards": say("a spade below them", "o pică sub ele"),
    }
    frame = effects.assign(words=[words[name] for name in effects["feature"]])
    frame = frame.sort_values("value", ascending=False, kind="stable")
    return Figure(
        key="marginal-values",
        kind="forest",
        caption=say("What one more of each is worth, before the exchange", "Cât face una în plus din fiecare, înainte de pasare"),
        alt=say(
            "Dots with intervals: the worth in points of one more of each kind of card.",
            "Puncte cu intervale: cât face în puncte încă o carte de fiecare fel.",
        ),
        frame=frame,
        x="words",
        x_label=say("one more of", "încă"),
        value_label=say("score (others' mean points less own)", "scor (punctele celorlalți minus ale sale)"),
        signed=True,
        zero=0.0,
        note=played(say, "simple", hands)
        + say(" Other features equal, by least squares.", " Celelalte trăsături egale, prin cele mai mici pătrate."),
    )  # fmt: skip
