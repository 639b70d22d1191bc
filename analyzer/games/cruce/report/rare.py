"""Rare events: every trick, five and six big points, double rounds."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import pandas as pd

from analyzer.games.chapters import Block, Bullets, Col, Figure, Table, Text
from analyzer.games.cruce import codes
from analyzer.games.cruce.report.data import contracts, expert, least, own_rules, quick, rounds
from analyzer.games.studio import Studio

_LEAST = 15


def rare_events(studio: Studio) -> Sequence[Block]:
    """How often a side takes every trick, with which hands; large scores; double rounds."""
    return [Text(_summary(studio)), _events(studio), _slam_heat(studio), *_double(studio)]


def four_nines(players: int, cards: int) -> float:
    """That one of the players is dealt all four nines; no two of them can be."""
    return players * comb(20, cards - 4) / comb(24, cards)


def _summary(studio: Studio) -> str:
    say, rules, rows = studio.say, own_rules(studio), contracts(studio)
    slam, against = studio.rate(rows["slam"] > 0), studio.rate(rows["slam_against"] > 0)
    strong = rows[(rows["whole_trumps"] >= 3) & (rows["whole_all_aces"] >= 2)]
    told = say.number(studio.rate(strong["slam"] > 0)) if len(strong) >= _LEAST else "?"
    nothing = say(
        "Every trick pays nothing by itself" if not rules.announce_needs_trick
        else "Every trick also voids the others' announcements",
        "Toate levatele nu aduc nimic în plus" if not rules.announce_needs_trick
        else "Toate levatele anulează și anunțurile celorlalți",
    )  # fmt: skip
    return say(
        f"The first speaker's side takes every trick in {say.number(slam)} of deals, and none in "
        f"{say.number(against)}. With three trumps and two aces in the whole hand it takes every trick in "
        f"{told}. {nothing}: it is not worth a risk of its own.",
        f"Partea celui care vorbește primul ia toate levatele în {say.number(slam)} din împărțiri și niciuna "
        f"în {say.number(against)}. Cu trei atuuri și doi ași în mâna întreagă le ia pe toate în {told}. "
        f"{nothing}: nu merită niciun risc anume.",
    )  # fmt: skip


def _events(studio: Studio) -> Table:
    say, found = studio.say, []
    bids = (4, 5, 6)
    for play in dict.fromkeys((quick(studio), expert(studio))):
        rows = rounds(studio, play)
        events = {
            say("declarer's side takes every trick", "partea declarantului ia toate levatele"): rows["slam"] > 0,
            say("the declarer's side takes none", "partea declarantului nu ia nicio levată"): rows["slam_against"] > 0,
        } | {
            say(f"declarer's side makes {bid} or more", f"partea declarantului face {bid} sau mai mult"):
            rows["declarer_points"] >= codes.BIG_POINT * bid
            for bid in bids
        }  # fmt: skip
        for name, which in events.items():
            x = studio.rate(which)
            found.append(
                {"play": f"`{play}`", "event": name, "value": x.value, "low": x.low, "high": x.high}
            )
    return Table(
        "rare-events",
        say("Rare events, in rounds as they are bid", "Întâmplări rare, în runde așa cum se licitează"),
        pd.DataFrame(found),
        [
            Col("event", say("event", "întâmplarea")),
            Col("play", say("level", "nivelul")),
            Col("value", say("how often", "cât de des"), "percent", "low", "high"),
        ],
    )  # fmt: skip


def _slam_heat(studio: Studio) -> Figure:
    say, rows = studio.say, contracts(studio)
    frame = rows.assign(
        held=rows["whole_trumps"].astype(int),
        honours=rows["whole_all_aces"].astype(int),
        five=(rows["made"] >= 4 * codes.BIG_POINT).astype(float),
    )
    slams = own_rules(studio).players == 4
    value = "slam" if slams else "five"
    found = studio.groups(
        frame, ["held", "honours"], value, percent=True, least=least(rows, _LEAST)
    )
    high = say.percent(float(found["value"].max()), 0)
    caption = (
        say(
            f"Every trick by trumps and aces of the whole hand, {quick(studio)} play",
            f"Toate levatele, după atuurile și așii mâinii întregi, nivel {quick(studio)}",
        )
        if slams
        else say(
            f"Four big points or more by trumps and aces of the whole hand, {quick(studio)} play",
            f"Patru puncte mari sau mai mult, după atuurile și așii mâinii întregi, nivel {quick(studio)}",
        )
    )
    return Figure(
        key="large-hands",
        kind="heat",
        caption=caption,
        alt=say(
            f"A grid of rates up to {high}, trumps across and aces up.",
            f"Un tabel colorat de rate până la {high}, cu atuurile pe orizontală și așii pe verticală.",
        ),
        frame=found,
        x="held",
        series="honours",
        x_label=say("trumps held", "atuuri în mână"),
        series_label=say("aces, trump's too", "ași, și cel de atu"),
        value_label=say("share of deals", "partea împărțirilor"),
        percent=True,
    )


def _double(studio: Studio) -> list[Block]:
    say, rules = studio.say, own_rules(studio)
    if not rules.has_double_round:
        return []
    x = studio.rate(rounds(studio, quick(studio))["doubles"] > 0)
    told = [
        say(
            f"A round is dealt again at a doubled stake in {say.number(x)} of rounds, once or more.",
            f"O rundă se împarte din nou la miză dublă în {say.number(x)} din runde, o dată sau mai mult.",
        )
    ]
    if rules.double_four_nines:
        chance = say.percent(four_nines(rules.players, rules.hand_size), 2)
        told.append(
            say(
                f"Four nines lie in one hand in {chance} of deals.",
                f"Patru nouari sunt într-o singură mână în {chance} din împărțiri.",
            )
        )
    return [Bullets(told)]
