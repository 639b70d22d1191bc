"""How often: what a round costs each seat, who wins, and how often special cards act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.games.chapters import Block, Col, Figure, Number, Table, Text
from analyzer.games.cuccu.report.words import ITALIAN, seat_name
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

_ACTS = ("cuckoo_acts", "hunter_acts", "horse_acts", "cat_acts", "inn_acts")
_RARE = ("slam_any", "all_zero", "reset", "inn_covers", "inn_pays", "dealer_swaps")


def how_often(studio: Studio) -> Sequence[Block]:
    """A first round by seat, matches by seat, special cards and rare events."""
    rules = studio.rules
    assert isinstance(rules, CuccuRules)
    others = "simple" if studio.play != "simple" else "random"
    odds = studio.odds("base", plays=(studio.play, others))
    own = odds[odds["play"] == studio.play]
    return [
        Text(_summary(studio, rules, own)),
        _losing(studio, rules, odds),
        _seats(studio, rules, own),
        _special(studio, own),
        _rare(studio, own),
    ]


def _summary(studio: Studio, rules: CuccuRules, own: pd.DataFrame) -> str:
    say = studio.say
    n = rules.players
    seats = [
        (seat, first_number(own, True, measure="lose_life", seat=seat)) for seat in range(1, n + 1)
    ]
    worst = max(seats, key=lambda pair: pair[1].value)
    best = min(seats, key=lambda pair: pair[1].value)
    two = first_number(own, True, measure="slam_any")
    return say(
        f"Of {n} players seat {seat_name(say, best[0], n)} loses a life least often, in "
        f"{say.number(best[1])} of first rounds, and seat {seat_name(say, worst[0], n)} most often, "
        f"in {say.number(worst[1])}. In {say.number(two)} of rounds somebody loses two lives at once.",
        f"Din {n} jucători, locul {seat_name(say, best[0], n)} pierde cel mai rar o viață, în "
        f"{say.number(best[1])} din primele runde, iar locul {seat_name(say, worst[0], n)} cel mai "
        f"des, în {say.number(worst[1])}. În {say.number(two)} din runde cineva pierde două vieți "
        "dintr-odată.",
    )


def _losing(studio: Studio, rules: CuccuRules, odds: pd.DataFrame) -> Figure:
    say = studio.say
    rows = odds[odds["measure"] == "lose_life"]
    rows = rows.assign(
        seat_words=[seat_name(say, int(seat), rules.players) for seat in rows["seat"]]
    )
    return Figure(
        key="losing-by-seat",
        kind="bars",
        caption=say("Losing a life in the first round", "Pierderea unei vieți în prima rundă"),
        alt=say(
            "Bars with error bars: how often each seat loses a life, at two levels of play.",
            "Bare cu intervale: cât de des pierde o viață fiecare loc, la două niveluri de joc.",
        ),
        frame=rows,
        x="seat_words",
        series="play",
        series_label=say("level of play", "nivelul de joc"),
        x_label=say("seat, in turn order", "locul, în ordinea jocului"),
        value_label=say("rounds with a life lost", "runde cu o viață pierdută"),
        percent=True,
    )


def _seats(studio: Studio, rules: CuccuRules, own: pd.DataFrame) -> Table:
    import pandas as pd

    say = studio.say
    rows = []
    for seat in range(1, rules.players + 1):
        row: dict[str, object] = {"seat": seat_name(say, seat, rules.players)}
        for measure in ("slam", "points", "score", "match"):
            x = first_number(own, measure=measure, seat=seat)
            row |= {measure: x.value, f"{measure}_low": x.low, f"{measure}_high": x.high}
        rows.append(row)
    return Table(
        "seats",
        say(f"What a seat is worth, {studio.play} play", f"Cât face un loc, nivel {studio.play}"),
        pd.DataFrame(rows),
        [
            Col("seat", say("seat", "locul")),
            Col("slam", say("two lives lost", "două vieți pierdute"), "percent", "slam_low", "slam_high"),
            Col("points", say("lives lost", "vieți pierdute"), "number", "points_low", "points_high"),
            Col(
                "score",
                say("others' loss less own", "pierderea celorlalți minus a sa"),
                "number",
                "score_low",
                "score_high",
                signed=True,
            ),
            Col("match", say("match won", "partidă câștigată"), "percent", "match_low", "match_high"),
        ],
        note=say(
            "Lives in the first round; the match from its first round on.",
            "Vieți în prima rundă; partida de la prima rundă până la capăt.",
        ),
    )  # fmt: skip


def _special(studio: Studio, own: pd.DataFrame) -> Figure:
    say = studio.say
    names = {f"{key}_acts": rank for key, rank in _RANKS.items()}
    rows = own[own["measure"].isin(_ACTS)]
    rows = rows.assign(card=[ITALIAN[names[measure]] for measure in rows["measure"]])
    rows = rows.sort_values("value", ascending=False, kind="stable")
    return Figure(
        key="special-cards-act",
        kind="forest",
        caption=say("How often a special card stops a request", "Cât de des oprește o cerere o carte specială"),
        alt=say(
            "Dots with intervals: share of rounds in which each special card acts.",
            "Puncte cu intervale: partea rundelor în care lucrează fiecare carte specială.",
        ),
        frame=rows,
        x="card",
        x_label=say("card", "cartea"),
        value_label=say("rounds in which it acts", "runde în care lucrează"),
        percent=True,
    )  # fmt: skip


_RANKS = {"cuckoo": 18, "hunter": 17, "horse": 16, "cat": 15, "inn": 14}


def _rare(studio: Studio, own: pd.DataFrame) -> Table:
    import pandas as pd

    say = studio.say
    words = {
        "slam_any": say("somebody loses two lives in a round", "cineva pierde două vieți într-o rundă"),
        "all_zero": say("the first round leaves nobody a life", "prima rundă nu mai lasă nimănui vieți"),
        "reset": say("some round of the match does", "o rundă din partidă face asta"),
        "inn_covers": say("an innkeeper promises to pay", "un hangiu promite să plătească"),
        "inn_pays": say("an innkeeper pays for a losing 0", "un hangiu plătește pentru un 0 care pierde"),
        "dealer_swaps": say("the dealer swaps with the pack", "cine împarte schimbă cu pachetul"),
    }  # fmt: skip
    rows = []
    for measure in _RARE:
        x: Number = first_number(own, True, measure=measure)
        rows.append({"event": words[measure], "value": x.value, "low": x.low, "high": x.high})
    return Table(
        "rare-events",
        say("Other events, in rounds (the third: in matches)", "Alte întâmplări, pe runde (a treia: pe partide)"),
        pd.DataFrame(rows),
        [
            Col("event", say("event", "întâmplarea")),
            Col("value", say("how often", "cât de des"), "percent", "low", "high"),
        ],
    )  # fmt: skip
