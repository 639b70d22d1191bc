"""What cards are worth: the points that the cards seen in the auction promise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from analyzer.games.chapters import Block, Col, Figure, Table, Text
from analyzer.games.cruce import codes
from analyzer.games.cruce.report.data import PACKET, contracts, least, own_rules, quick, told
from analyzer.games.cruce.report.words import cards_seen, feature_words, shape_text
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    from analyzer.games.cruce.rules import CruceRules

_SHOWN = 6
_LEAST_SHAPE = 40
_MOST_CARDS = 4
"""Cards up to which there are few enough hands to list."""


def what_cards_are_worth(studio: Studio) -> Sequence[Block]:
    """Points promised by length and honours, marginal values, best and worst hands."""
    rules, rows = own_rules(studio), contracts(studio)
    effects = _effects(studio, rows)
    blocks: list[Block] = [
        Text(_summary(studio, effects)),
        _heat(studio, rows, "promised"),
        _heat(studio, rows, "two"),
    ]
    blocks.append(_marginal(studio, effects))
    if 12 // rules.players <= _MOST_CARDS and rules.has_two_packets:
        blocks += _hands(studio, rules, rows)
    return blocks


def _effects(studio: Studio, rows: pd.DataFrame) -> pd.DataFrame:
    say, rules = studio.say, own_rules(studio)
    whole = rows[[f"whole_{name}" for name in PACKET]].set_axis(list(PACKET), axis=1)
    whole = whole.assign(made=rows["made"])
    sets = [(say("whole hand", "mâna întreagă"), whole)]
    if rules.has_two_packets:
        sets.insert(0, (say("first packet", "primul pachet"), rows))
    parts = []
    for name, frame in sets:
        features = told(frame, PACKET)
        if name != sets[-1][0]:
            features = [feature for feature in features if feature != "voids"]
        found = studio.effects(frame, features, "made")
        words = feature_words(say)
        parts.append(found.assign(cards=name, words=[words[key] for key in found["feature"]]))
    return pd.concat(parts, ignore_index=True)


def _summary(studio: Studio, effects: pd.DataFrame) -> str:
    say = studio.say
    whole = effects[effects["cards"] == effects["cards"].iloc[-1]]
    pair, ace, trump, side = (
        first_number(whole, feature=name) if (whole["feature"] == name).any() else None
        for name in ("trump_pair", "best_ace", "trumps", "aces")
    )
    known = {"K-Q": pair, "A": ace, "+1": trump, "a": side}
    words = {
        "K-Q": say("K-Q of trumps", "K-Q de atu"),
        "A": say("the ace of trumps", "asul de atu"),
        "a": say("an ace beside trumps", "un as în altă culoare"),
        "+1": say("one more trump", "încă un atu"),
    }
    told_all = [
        f"{words[key]} {say.number(x, signed=True)}" for key, x in known.items() if x is not None
    ]
    return say(
        f"**The pair is the hand.** In small points, of the whole hand, other things equal: "
        f"{', '.join(told_all)}. A big point is {codes.BIG_POINT} of them.",
        f"**Perechea face mâna.** În puncte mici, la mâna întreagă, restul fiind la fel: "
        f"{', '.join(told_all)}. Un punct mare înseamnă {codes.BIG_POINT} dintre ele.",
    )


def _heat(studio: Studio, rows: pd.DataFrame, which: str) -> Figure:
    say, rules = studio.say, own_rules(studio)
    seen = cards_seen(say, rules)
    frame = rows.assign(
        honours=(rows["all_aces"] + rows["all_tens"]).astype(int),
        held=rows["trumps"].astype(int),
        promised=rows["made"] / codes.BIG_POINT,
        two=(rows["made"] >= 2 * codes.BIG_POINT).astype(float),
    )
    found = studio.groups(
        frame, ["held", "honours"], which, percent=which == "two", least=least(rows)
    )
    low, high = found["value"].min(), found["value"].max()
    ends = [say.percent(x, 0) if which == "two" else say.decimal(x, 1) for x in (low, high)]
    title = {
        "promised": say(
            f"Big points that {seen} promises, trump from the hand, {quick(studio)} play",
            f"Puncte mari promise de {seen}, atu din mână, nivel {quick(studio)}",
        ),
        "two": say(
            f"Making a contract of 2 by {seen}, {quick(studio)} play",
            f"Contractul de 2 făcut, după {seen}, nivel {quick(studio)}",
        ),
    }
    return Figure(
        key=f"hands-{which}",
        kind="heat",
        caption=title[which],
        alt=say(
            f"A grid from {ends[0]} to {ends[1]}: more with longer suits and with more aces and tens.",
            f"Un tabel colorat de la {ends[0]} la {ends[1]}: mai mult cu culori mai lungi și cu mai mulți "
            "ași și zecari.",
        ),
        frame=found,
        x="held",
        series="honours",
        x_label=say("cards in the best suit", "cărți în cea mai bună culoare"),
        series_label=say("aces and tens, all suits", "ași și zecari, toate culorile"),
        value_label=say("made", "făcut") if which == "two" else say("small points / 33", "puncte mici / 33"),
        percent=which == "two",
    )  # fmt: skip


def _marginal(studio: Studio, effects: pd.DataFrame) -> Figure:
    say = studio.say
    best = effects.sort_values("value").iloc[-1]
    return Figure(
        key="marginal-values",
        kind="forest",
        caption=say(
            f"What one more card or pair is worth to the declarer's side, other things equal, "
            f"{quick(studio)} play",
            f"Cât aduce o carte sau o pereche în plus părții declarantului, restul fiind la fel, nivel "
            f"{quick(studio)}",
        ),
        alt=say(
            f"Dots with intervals; the largest is {best['words']}.",
            f"Puncte cu intervale; cel mai mare: {best['words']}.",
        ),
        frame=effects,
        x="words",
        series="cards",
        series_label=say("cards seen", "cărți văzute"),
        x_label=say("one more", "în plus"),
        value_label=say("small points", "puncte mici"),
        signed=True,
        zero=0.0,
    )  # fmt: skip


def _hands(studio: Studio, rules: CruceRules, rows: pd.DataFrame) -> list[Block]:
    say = studio.say
    parts = []
    fewest = min(_LEAST_SHAPE, max(5, len(rows) // 500))
    for _, part in rows.groupby(["shape", "shape_rest"]):
        first, rest = (int(part[name].iloc[0]) for name in ("shape", "shape_rest"))
        if len(part) >= fewest:
            points = studio.mean(part["made"] / codes.BIG_POINT)
            two, three = (studio.rate(part["made"] >= codes.BIG_POINT * b) for b in (2, 3))
            parts.append(
                {"hand": shape_text(first, rest), "n": len(part)}
                | {"points": points.value, "points_low": points.low, "points_high": points.high}
                | {"two": two.value, "two_low": two.low, "two_high": two.high}
                | {"three": three.value, "three_low": three.low, "three_high": three.high}
            )
    if not parts:
        return []
    frame = pd.DataFrame(parts).sort_values("points", ascending=False, kind="stable")
    shown = pd.concat([frame.head(_SHOWN), frame.tail(_SHOWN)]).drop_duplicates("hand")
    return [
        Table(
            "best-and-worst",
            say(
                f"The best and the worst of {12 // rules.players} cards, {quick(studio)} play",
                f"Cele mai bune și cele mai slabe {12 // rules.players} cărți, nivel {quick(studio)}",
            ),
            shown,
            [
                Col("hand", say("cards", "cărți")),
                Col("points", say("big points promised", "puncte mari promise"), "number", "points_low", "points_high"),
                Col("two", say("makes 2", "face 2"), "percent", "two_low", "two_high"),
                Col("three", say("makes 3", "face 3"), "percent", "three_low", "three_high"),
                Col("n", say("deals", "împărțiri"), "count"),
            ],
            note=say(
                f"Suits may be exchanged. Of hands seen at least {fewest} times; being first or last of many "
                "is partly luck.",
                f"Culorile se pot schimba între ele. Dintre mâini văzute de cel puțin {fewest} ori; a fi prima "
                "sau ultima din multe e și noroc.",
            ),
        )
    ]  # fmt: skip
