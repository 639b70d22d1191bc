"""How often contracts are made, how many points there are, and what rounds look like as bid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analyzer.games.chapters import Block, Col, Figure, Number, Table, Text
from analyzer.games.cruce import codes
from analyzer.games.cruce.base_plan import CARD, OWN
from analyzer.games.cruce.report.data import contracts, expert, own_rules, quick, rounds
from analyzer.games.cruce.report.words import seat_name
from analyzer.games.cruce.study import studies
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

_BIN = 11
"""Small points of a bar: three of them make a big point."""
_LEAST = 20


def how_often(studio: Studio) -> Sequence[Block]:
    """Contracts over random hands, points, rounds as bid, and what speaking first is worth."""
    odds = base_odds(studio)
    return [
        Text(_summary(studio, odds)),
        _made(studio, odds),
        _points(studio),
        _as_bid(studio),
        _seats(studio),
        Text(_position(studio)),
    ]


def base_odds(studio: Studio) -> pd.DataFrame:
    """Base rates of contracts by level: quick play, experts, and double dummy where there is any."""
    import pandas as pd

    plays = tuple(dict.fromkeys((quick(studio), expert(studio))))
    found = [studio.odds("base", plays=plays)]
    if own_rules(studio).players > 2:
        deals = max(200, studio.deals // 8)
        found.append(studio.odds("base open", plays=("open",), deals=deals))
    return pd.concat(found, ignore_index=True)


def success(odds: pd.DataFrame, play: str, bid: int, trump: str = OWN) -> Number:
    """How often a contract over random hands is made."""
    return first_number(odds, True, play=play, measure="success", bid=bid, trump=trump)


def _summary(studio: Studio, odds: pd.DataFrame) -> str:
    say, rules = studio.say, own_rules(studio)
    play, best = quick(studio), expert(studio)
    top = min(3, rules.highest_bid)
    rates = [success(odds, play, bid) for bid in range(1, top + 1)]
    told = ", ".join(f"{bid}: {say.number(rate)}" for bid, rate in enumerate(rates, 1))
    two, points = success(odds, best, 2), studio.mean(contracts(studio)["made"])
    usual = max(
        (bid for bid in range(1, rules.highest_bid + 1) if success(odds, play, bid).value > 0.5),
        default=0,
    )
    return say(
        f"**A random hand makes {usual} more often than not.** The first speaker, with trump from the "
        f"hand, makes {told}; at `{best}` play 2 is made in {say.number(two)}. Its side takes "
        f"{say.number(points)} small points on average, announcements included.",
        f"**O mână oarecare face {usual} mai des decât nu.** Cel care vorbește primul, cu atu din mână, "
        f"face {told}; la nivelul `{best}`, 2 se face în {say.number(two)}. Partea lui ia în medie "
        f"{say.number(points)} puncte mici, cu tot cu anunțuri.",
    )  # fmt: skip


def _made(studio: Studio, odds: pd.DataFrame) -> Figure:
    import pandas as pd

    say, rules = studio.say, own_rules(studio)
    rows = odds[odds["measure"] == "success"]
    own = rows[rows["trump"] == OWN]
    parts = [own.assign(series=[f"{play}" for play in own["play"]])]
    if rules.has_pe_carte:
        card = rows[(rows["trump"] == CARD) & (rows["play"] == quick(studio))]
        parts.append(card.assign(series=f"{quick(studio)}, pe carte"))
    frame = pd.concat(parts, ignore_index=True)
    one, three = success(odds, quick(studio), 1), success(odds, quick(studio), 3)
    return Figure(
        key="contracts",
        kind="line",
        caption=say(
            "Making a contract over random hands, by level of play",
            "Contracte făcute cu mâini oarecare, după nivelul de joc",
        ),
        alt=say(
            f"Falling lines: {say.percent(one.value, 0)} for 1, {say.percent(three.value, 0)} for 3.",
            f"Linii care coboară: {say.percent(one.value, 0)} la 1, {say.percent(three.value, 0)} la 3.",
        ),
        frame=frame,
        x="bid",
        series="series",
        series_label=say("level of play", "nivelul de joc"),
        x_label=say("contract, big points", "contract, puncte mari"),
        value_label=say("made", "făcut"),
        percent=True,
        note=say(
            "`open` is best play by all with the cards face up: the limit that the cards set.",
            "`open` este cel mai bun joc al tuturor cu cărțile pe față: limita pe care o pun cărțile.",
        ) if rules.players > 2 else "",
    )  # fmt: skip


def _points(studio: Studio) -> Figure:
    import pandas as pd

    say, rows = studio.say, contracts(studio)
    sides = own_rules(studio).sides
    named = [(say("declarer's side", "partea declarantului"), rows["made"])]
    if sides == 2:
        named.append((say("the other side", "cealaltă parte"), rows["theirs"]))
    found = []
    for name, values in named:
        big = (values // codes.BIG_POINT).astype(int)
        for count in range(int(big.max()) + 1):
            x = studio.rate(big == count)
            found.append(
                {"side": name, "big": str(count), "value": x.value, "low": x.low, "high": x.high}
            )
    likely = int(np.bincount((rows["made"] // codes.BIG_POINT).astype(int)).argmax())
    return Figure(
        key="big-points",
        kind="bars",
        caption=say(
            f"Big points in a round of the first speaker's contract, {quick(studio)} play",
            f"Puncte mari într-o rundă jucată de cel care vorbește primul, nivel {quick(studio)}",
        ),
        alt=say(
            f"Bars; the declarer's side makes {likely} most often.",
            f"Bare; partea declarantului face cel mai des {likely}.",
        ),
        frame=pd.DataFrame(found),
        x="big",
        series="side",
        series_label=say("side", "partea"),
        x_label=say("big points made", "puncte mari făcute"),
        value_label=say("share of rounds", "partea rundelor"),
        percent=True,
    )


def _as_bid(studio: Studio) -> Table:
    import pandas as pd

    say = studio.say
    found: list[dict[str, object]] = []
    for play in dict.fromkeys((quick(studio), expert(studio))):
        rows = rounds(studio, play)
        for contract in sorted(rows["contract"].astype(int).unique().tolist()):
            part = rows[rows["contract"] == contract]
            if len(part) < _LEAST:
                continue
            share, made = studio.rate(rows["contract"] == contract), studio.rate(part["made"] > 0)
            score = studio.mean(part["score"])
            row: dict[str, object] = {"play": f"`{play}`", "contract": str(contract)}
            found.append(
                row | _parts("share", share) | _parts("made", made) | _parts("score", score)
            )
    return Table(
        "as-bid",
        say("Contracts as players bid them", "Contracte așa cum se licitează"),
        pd.DataFrame(found),
        [
            Col("play", say("level", "nivelul")),
            Col("contract", say("contract", "contractul")),
            Col("share", say("of rounds", "din runde"), "percent", "share_low", "share_high"),
            Col("made", say("made", "făcut"), "percent", "made_low", "made_high"),
            Col(
                "score",
                say("declarer's score", "scorul declarantului"),
                "number",
                "score_low",
                "score_high",
                signed=True,
            ),
        ],
        note=say(
            "The score is the declarer's big points less the mean of the others'; 0 is played when all "
            "pass. Players err on purpose in one call of fifty, which is where high bids come from.",
            "Scorul este punctele mari ale declarantului minus media celorlalți; 0 se joacă când toți "
            "zic pas. Jucătorii licitează la întâmplare o dată din cincizeci: de acolo vin licitațiile mari.",
        ),
    )  # fmt: skip


def _parts(name: str, x: Number) -> dict[str, object]:
    return {name: x.value, f"{name}_low": x.low, f"{name}_high": x.high}


def _seats(studio: Studio) -> Table:
    import pandas as pd

    say, rules = studio.say, own_rules(studio)
    rows = rounds(studio, quick(studio))
    found = []
    for seat in range(rules.players):
        seat = (seat + rules.first_seat) % rules.players
        part = rows[rows["declarer"] == seat]
        if len(part) < _LEAST:
            continue
        row: dict[str, object] = {"seat": seat_name(say, seat, rules)}
        found.append(
            row
            | _parts("share", studio.rate(rows["declarer"] == seat))
            | _parts("bid", studio.mean(part["contract"]))
            | _parts("made", studio.rate(part["made"] > 0))
            | _parts("score", studio.mean(part["score"]))
        )
    return Table(
        "seats",
        say(
            f"Who declares, {quick(studio)} play",
            f"Cine ajunge declarant, nivel {quick(studio)}",
        ),
        pd.DataFrame(found),
        [
            Col("seat", say("place in the auction", "locul la licitație")),
            Col("share", say("declares", "e declarant"), "percent", "share_low", "share_high"),
            Col("bid", say("mean bid", "licitația medie"), "number", "bid_low", "bid_high"),
            Col("made", say("made", "făcut"), "percent", "made_low", "made_high"),
            Col("score", say("score", "scorul"), "number", "score_low", "score_high", signed=True),
        ],
    )


def _position(studio: Studio) -> str:
    say, rules = studio.say, own_rules(studio)
    deals, matches = studies(rules, quick(studio))
    lead = first_number(
        studio.estimates("study", deals, max(200, studio.deals // 4)), measure="lead"
    )
    played = studio.estimates("matches", matches, max(100, studio.deals // 20))
    wins = first_number(played, True, measure="first_wins")
    length = first_number(played, measure="rounds")
    share = studio.say.percent(1 / rules.sides, 0)
    return say(
        f"Leading the first trick, with the same trump, is worth {say.number(lead, signed=True)} small "
        f"points over the next seat's leading. Speaking first in the first round wins "
        f"{say.number(wins)} of matches (an even share is {share}); a match takes "
        f"{say.number(length)} rounds.",
        f"Ieșirea la prima levată, cu același atu, face {say.number(lead, signed=True)} puncte mici față "
        f"de ieșirea locului următor. Cine vorbește primul în prima rundă câștigă {say.number(wins)} "
        f"din partide (partea egală e {share}); o partidă ține {say.number(length)} runde.",
    )  # fmt: skip
