"""How often: points of a hand, grand slams by level and exchange, the place at the table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.games.chapters import Block, Col, Figure, Number, Table, Text
from analyzer.games.cupe.kernels.legality import POINTS
from analyzer.games.cupe.kernels.scores import value_of
from analyzer.games.cupe.play import SEATS
from analyzer.games.cupe.report.samples import WAYS
from analyzer.games.cupe.report.words import own_rules, played, rate, table_hands
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.studio import Studio
from analyzer.resources import data_path

if TYPE_CHECKING:
    import pandas as pd

LEVELS = ("random", "simple", "expert")
_ENDS = (0, 1, 4, 7, 10, 13, 16, 20, 26)
"""Where groups of points begin, of 26."""
PUBLISHED = (
    ("random", "right", 0.01193, "14,000,000"),
    ("strong", "cycle", 0.1575, "1,600"),
)
"""Slams that others found (docs/cupe.md): random play under the standard rules, and two strong
public programs under the rules of Windows."""


def how_often(studio: Studio) -> Sequence[Block]:
    """Points, slams and places."""
    frames = {play: table_hands(studio, play) for play in LEVELS}
    return [
        Text(_summary(studio, frames)),
        _points(studio, frames),
        _slams(studio, frames),
        *_compared(studio, frames),
        Text(_queen(studio, frames)),
        _places(studio, frames["simple"]),
    ]


def everything(rules: CupeRules) -> int:
    """Points in the pack."""
    return int(value_of(POINTS, rules.packed()))


def mean_points(studio: Studio, rows: pd.DataFrame) -> Number:
    """Mean points of a player, over the four at the table."""
    return studio.mean(rows[[f"points_{p}" for p in range(SEATS)]].mean(axis=1))


def slam_rate(studio: Studio, rows: pd.DataFrame) -> Number:
    """How often anybody makes the grand slam."""
    return studio.rate(rows["shooter"] >= 0)


def clean_rate(studio: Studio, rows: pd.DataFrame) -> Number:
    """How often a player takes no point card."""
    return rate(studio.mean(rows["clean"] / SEATS))


def _summary(studio: Studio, frames: dict[str, pd.DataFrame]) -> str:
    say = studio.say
    slam = say.number(slam_rate(studio, frames["simple"]))
    best = say.number(slam_rate(studio, frames["expert"]))
    none = say.number(slam_rates(studio, frames["simple"])["none"])
    clean = say.number(clean_rate(studio, frames["simple"]))
    points = say.number(mean_points(studio, frames["simple"]))
    return say(
        f"**Somebody makes the grand slam in {slam} of hands** among simple players, {best} among "
        f"experts; without any exchange simple players make it in {none}. A player takes {points} "
        f"points a hand, and no point card at all in {clean} of hands.",
        f"**Cineva face Grand Slam în {slam} din mâini** între jucători simpli și în {best} între "
        f"experți; fără pasarea cărților, jucătorii simpli îl fac în {none}. Un jucător ia {points} "
        f"puncte pe mână, iar în {clean} din mâini nu ia nicio carte cu punctaj.",
    )  # fmt: skip


def _points(studio: Studio, frames: dict[str, pd.DataFrame]) -> Figure:
    import pandas as pd

    say = studio.say
    total = everything(own_rules(studio))
    starts = sorted({round(end * total / 26) for end in _ENDS})
    rows: list[dict[str, Any]] = []
    for play in ("simple", "expert"):
        points = frames[play][[f"points_{p}" for p in range(SEATS)]].to_numpy()
        for i, start in enumerate(starts):
            last = i == len(starts) - 1
            # Points below zero (bonuses, slams deducted) go with the first group.
            low = -np.inf if i == 0 else start
            high = np.inf if last else starts[i + 1]
            x = studio.chance(((points >= low) & (points < high)).mean(axis=1))
            end = total if last else starts[i + 1] - 1
            name = str(start) if start == end else f"{start}–{end}"
            rows.append(
                {
                    "points": name,
                    "play": play,
                    "value": x.value,
                    "low": x.low,
                    "high": x.high,
                }
            )
    return Figure(
        key="points-a-hand",
        kind="bars",
        caption=say("Points of a player in a hand", "Punctele unui jucător într-o mână"),
        alt=say(
            "Bars by groups of points: most often nothing or a few, then a hump where the queen of "
            "spades is, and all points after somebody's grand slam.",
            "Bare pe grupe de puncte: cel mai des nimic sau puține, apoi o cocoașă unde este dama "
            "de pică, și toate punctele după Grand Slam-ul altcuiva.",
        ),
        frame=pd.DataFrame(rows),
        x="points",
        series="play",
        series_label=say("level of play", "nivelul de joc"),
        x_label=say("points in the hand", "puncte în mână"),
        value_label=say("players", "jucători"),
        percent=True,
        note=played(say, "simple", len(frames["simple"])) + " " + played(say, "expert", len(frames["expert"])),
    )  # fmt: skip


def slam_rates(studio: Studio, frame: pd.DataFrame) -> dict[str, Number]:
    """How often anybody makes the slam, by direction of the exchange, that of the rules first."""
    found = {own_rules(studio).exchange: slam_rate(studio, frame)}
    ways = [way for way in WAYS if f"slam_{way}" in frame.columns]
    return found | {way: studio.rate(frame[f"slam_{way}"] > 0) for way in ways}


def _slams(studio: Studio, frames: dict[str, pd.DataFrame]) -> Figure:
    import pandas as pd

    say = studio.say
    words = {
        "right": say("to the right", "spre dreapta"),
        "left": say("to the left", "spre stânga"),
        "across": say("across", "în față"),
        "none": say("no exchange", "fără pasare"),
    }
    order = [own_rules(studio).exchange, *WAYS]
    rows = [
        {"way": words.get(way, way), "place": order.index(way), "play": play}
        | {"value": x.value, "low": x.low, "high": x.high}
        for play, frame in frames.items()
        for way, x in slam_rates(studio, frame).items()
    ]
    return Figure(
        key="slams-by-level",
        kind="bars",
        caption=say("Hands with a grand slam, by direction of the exchange", "Mâini cu Grand Slam, după direcția pasării"),
        alt=say(
            "Bars: grand slams by direction of the exchange and level of play, the fewest without one.",
            "Bare: Grand Slam-uri după direcția pasării și nivelul de joc, cele mai puține fără pasare.",
        ),
        frame=pd.DataFrame(rows).sort_values("place", kind="stable"),
        x="way",
        series="play",
        series_label=say("level of play", "nivelul de joc"),
        x_label=say("cards are given", "cărțile se pasează"),
        value_label=say("hands with a slam", "mâini cu Grand Slam"),
        percent=True,
        note=say(
            "Choosing what to give makes slams: unguarded cards go, and long suits stay.",
            "Slam-urile vin din alegerea cărților pasate: cele nepăzite pleacă, culorile lungi rămân.",
        ),
    )  # fmt: skip


def _compared(studio: Studio, frames: dict[str, pd.DataFrame]) -> list[Block]:
    """Own rates beside published ones and those of long runs: for the standard rules only."""
    import pandas as pd

    say, rules = studio.say, own_rules(studio)
    if rules.digest != CupeRules().digest:
        return []
    kept = json.loads((data_path("models", "cupe") / "strength.json").read_text(encoding="utf-8"))
    rows = []
    for play, frame in frames.items():
        x = slam_rate(studio, frame)
        rows.append(_rate_row(play, "right", x, say.count(len(frame)), say("here", "aici")))
    for name, found in kept["slams"].items():
        play, _, way = name.partition(", exchange ")
        value, low, high = (end / 100 for end in found["percent"])
        x = Number(value, low, high, found["hands"], percent=True)
        rows.append(
            _rate_row(
                play, way, x, say.count(found["hands"]), say("longer run", "rulare mai lungă")
            )
        )
    for play, way, value, hands in PUBLISHED:
        count = int(hands.replace(",", ""))
        half = 1.96 * (value * (1 - value) / count) ** 0.5
        who = say("two strong programs", "două programe puternice") if play == "strong" else play
        x = Number(value, value - half, value + half, count, percent=True)
        rows.append(_rate_row(who, way, x, say.count(count), say("published", "publicat")))
    return [
        Table(
            "slams-compared",
            say("Grand slams here and elsewhere", "Grand Slam-uri aici și în alte părți"),
            pd.DataFrame(rows),
            [
                Col("play", say("players", "jucători")),
                Col("way", say("exchange", "pasarea")),
                Col("value", say("hands with a slam", "mâini cu Grand Slam"), "percent", "low", "high"),
                Col("hands", say("hands", "mâini")),
                Col("where", say("where", "unde")),
            ],
            note=say(
                "Longer runs: docs/cupe.md. Published: the programs played the rules of Windows, left, right, across and none in turn.",
                "Rulări mai lungi: docs/cupe.md. Publicat: programele au jucat după regulile Windows, pe rând spre stânga, dreapta, în față și fără.",
            ),
        )
    ]  # fmt: skip


def _rate_row(play: str, way: str, x: Number, hands: str, where: str) -> dict[str, Any]:
    ends = {"value": x.value, "low": x.low, "high": x.high}
    return {"play": play, "way": way, **ends, "hands": hands, "where": where}


def _queen(studio: Studio, frames: dict[str, pd.DataFrame]) -> str:
    say = studio.say
    kept = [
        say.number(studio.rate(frames[play]["holder"] == frames[play]["taker"])) for play in LEVELS
    ]
    return say(
        f"Who holds the queen of spades after the exchange takes her himself in {kept[1]} of hands "
        f"at `simple`, {kept[2]} at `expert` and {kept[0]} at `random` play.",
        f"Cine are dama de pică după pasare o ia chiar el în {kept[1]} din mâini la nivelul "
        f"`simple`, {kept[2]} la `expert` și {kept[0]} la `random`.",
    )


def _places(studio: Studio, frame: pd.DataFrame) -> Figure:
    import pandas as pd

    say = studio.say
    points = frame[[f"points_{p}" for p in range(SEATS)]].to_numpy()
    names = [
        say("opens the hand", "deschide mâna"),
        say("plays second", "joacă al doilea"),
        say("plays third", "joacă al treilea"),
        say("plays fourth", "joacă al patrulea"),
    ]
    rows = []
    for place, name in enumerate(names):
        others = (points.sum(axis=1) - points[:, place]) / (SEATS - 1)
        x = studio.mean(others - points[:, place])
        rows.append({"place": name, "value": x.value, "low": x.low, "high": x.high})
    return Figure(
        key="place",
        kind="forest",
        caption=say("What the place in the first trick is worth", "Cât face locul din prima levată"),
        alt=say(
            "Four dots with intervals: score of the opener and of those after him.",
            "Patru puncte cu intervale: scorul celui care deschide și al celor de după el.",
        ),
        frame=pd.DataFrame(rows),
        x="place",
        x_label=say("place in the first trick", "locul din prima levată"),
        value_label=say("score (others' mean points less own)", "scor (punctele celorlalți minus ale sale)"),
        signed=True,
        zero=0.0,
        note=played(say, "simple", len(frame)),
    )  # fmt: skip
