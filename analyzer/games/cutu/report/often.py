"""How often: contracts as they are bid, tricks by trumps, what seat, lead and deal are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.games.chapters import Block, Col, Figure, Number, Table, Text
from analyzer.games.cutu.duties import CARDS, SEATS
from analyzer.games.cutu.match import LARGEST_TARGET, match_table
from analyzer.games.cutu.report.data import (
    budget,
    deals,
    enough,
    hands,
    histogram,
    level,
    rules_of,
)
from analyzer.games.cutu.report.words import at_level
from analyzer.games.cutu.study import DealStudy
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

FROM_TRUMPS, TO_TRUMPS = 3, 6
_KEY_BID = 5
_HARDLY = 0.005
_EXPERTS = 40
"""One deal of so many of the budget is played by experts."""


def how_often(studio: Studio) -> Sequence[Block]:
    """Contracts, tricks, levels, seats."""
    played = contracts(studio)
    return [
        Text(_summary(studio, played)),
        _contracts(studio, played),
        _tricks(studio),
        _levels(studio),
        Text(_position_text(studio)),
        _seats(studio, played),
    ]


def contracts(studio: Studio) -> pd.DataFrame:
    """Deals as bid, with what the declarers made of them."""
    frame = deals(studio)
    ours = frame["holder"] % 2 == 0
    net = np.where(ours, 1, -1) * (frame["first_side"] - frame["second_side"])
    played = frame["holder"] >= 0
    return frame.assign(
        played=played,
        made=played & (frame["tricks"] >= frame["bid"]),
        net=np.where(played, net, 0),
        slam=played & (frame["tricks"] == CARDS),
        against=played & (frame["tricks"] == 0),
    )


def _summary(studio: Studio, frame: pd.DataFrame) -> str:
    say = studio.say
    played = frame[frame["played"]]
    usual = int(played["bid"].mode().iloc[0])
    share = studio.rate(played["bid"] == usual)
    made = studio.rate(played["made"])
    slam = studio.rate(played["slam"] | played["against"])
    net = studio.mean(played["net"])
    passed = studio.rate(~frame["played"])
    rare = passed.high < _HARDLY
    redeal = say(
        "Four passes hardly ever happen"
        if rare
        else f"All four pass in {say.number(passed)} of deals",
        "Patru pasuri aproape că nu se văd"
        if rare
        else f"Toți patru spun pas în {say.number(passed)} din mâini",
    )
    return say(
        f"**The usual contract is {usual}** ({say.number(share)} of deals), and {say.number(made)} of all "
        f"contracts are made. Declaring brings {say.number(net, signed=True)} points a deal. "
        f"{redeal}; a cuțu happens in {say.number(slam)}.",
        f"**Contractul obișnuit este {usual}** ({say.number(share)} din mâini), iar {say.number(made)} din "
        f"toate contractele se fac. Cine joacă contractul câștigă {say.number(net, signed=True)} puncte pe "
        f"mână. {redeal}; un cuțu se întâmplă în {say.number(slam)}.",
    )  # fmt: skip


def _contracts(studio: Studio, frame: pd.DataFrame) -> Table:
    import pandas as pd

    say = studio.say
    rows = []
    for bid, part in frame[frame["played"]].groupby("bid"):
        row: dict[str, Any] = {"bid": f"{bid:.0f}", "n": len(part)}
        for key, x in {
            "share": studio.rate(frame["bid"] == bid),
            "made": studio.rate(part["made"]),
            "net": studio.mean(part["net"]),
            "slam": studio.rate(part["slam"]),
            "against": studio.rate(part["against"]),
        }.items():
            row |= {key: x.value, f"{key}_low": x.low, f"{key}_high": x.high}
        rows.append(row)
    heads = {
        "share": say("of deals", "din mâini"),
        "made": say("made", "făcut"),
        "net": say("points", "puncte"),
        "slam": say("cuțu made", "cuțu făcut"),
        "against": say("cuțu suffered", "cuțu primit"),
    }
    cols = [Col("bid", say("contract", "contract"))]
    for key, head in heads.items():
        kind = "number" if key == "net" else "percent"
        cols.append(Col(key, head, kind, f"{key}_low", f"{key}_high", signed=key == "net"))
    return Table(
        "contracts",
        say(
            f"Contracts as they are bid, {at_level(studio)}",
            f"Contractele așa cum se licitează, {at_level(studio)}",
        ),
        pd.DataFrame(rows),
        cols,
        note=say(
            "Calls by the bidding model (docs/cutu.md). Points: the declarers' minus the defenders'.",
            "Licitație după modelul programului (docs/cutu.md). Puncte: ale echipei cu contractul "
            "minus ale apărării.",
        ),
    )


def _tricks(studio: Studio) -> Figure:
    import pandas as pd

    say, frame = studio.say, hands(studio)
    shares = histogram(frame, "own")
    rows = []
    for trumps in range(FROM_TRUMPS, TO_TRUMPS + 1):
        part = shares[frame["trumps"].to_numpy() == trumps]
        if len(part) < enough(frame, 30):
            continue
        for t in range(CARDS + 1):
            x = studio.chance(part[:, t])
            rows.append(
                {"trumps": str(trumps), "tricks": t, "value": x.value}
                | {"low": x.low, "high": x.high}
            )
    drawn = pd.DataFrame(rows)
    most = drawn.loc[drawn.groupby("trumps")["value"].idxmax()]
    told = say.all_of([f"{row.trumps}: {row.tricks}" for row in most.itertuples()])
    return Figure(
        key="tricks-by-trumps",
        kind="line",
        caption=say(
            f"Tricks of the side, by the declarer's trumps, {at_level(studio)}",
            f"Levatele echipei, după atuurile celui care joacă, {at_level(studio)}",
        ),
        alt=say(
            f"One hill of shares a number of trumps; most frequent tricks by trumps: {told}.",
            f"Câte un deal de frecvențe pentru fiecare număr de atuuri; cele mai dese levate după "
            f"atuuri: {told}.",
        ),
        frame=drawn,
        x="tricks",
        series="trumps",
        series_label=say("trumps held", "atuuri în mână"),
        x_label=say("tricks taken with the partner", "levate luate cu partenerul"),
        value_label=say("share of deals", "parte din mâini"),
        percent=True,
        note=say(
            "Random hands of the declarer; trump is the suit with most expected tricks.",
            "Mâini la întâmplare; atu este culoarea care promite cele mai multe levate.",
        ),
    )


def level_odds(studio: Studio) -> pd.DataFrame:
    """Contracts of 5 over random hands, at the levels simple, expert and open."""
    few = studio.odds(
        "base-expert",
        plays=("expert",),
        deals=max(50, studio.deals // _EXPERTS),
        bids=str(_KEY_BID),
    )
    many = studio.odds(
        "base", plays=("simple", "open"), deals=max(100, studio.deals // 4), bids=str(_KEY_BID)
    )
    import pandas as pd

    return pd.concat([many, few], ignore_index=True)


def _levels(studio: Studio) -> Figure:
    say, frame = studio.say, level_odds(studio)
    rows = frame[frame["measure"] == "success"]
    short = {
        "best": say("longest suit", "culoarea lungă"),
        "own": say("best suit", "cea mai bună"),
        "NT": say("no trump", "fără atu"),
    }
    rows = rows.assign(words=[short[trump] for trump in rows["trump"]])
    order = {"simple": 0, "expert": 1, "open": 2}
    rows = rows.sort_values("play", key=lambda names: names.map(order), kind="stable")
    low, high = (say.percent(x, 0) for x in (rows["value"].min(), rows["value"].max()))
    return Figure(
        key="levels",
        kind="bars",
        caption=say(
            f"Making {_KEY_BID} with a random hand, by trump and level of play",
            f"Un contract de {_KEY_BID} cu o mână la întâmplare, după atu și nivelul de joc",
        ),
        alt=say(
            f"Groups of bars, one group a way to choose trump, one bar a level, from {low} to {high}.",
            "Grupuri de bare, câte unul pentru fiecare fel de a alege atuul, o bară pe nivel, de la "
            f"{low} la {high}.",
        ),
        frame=rows,
        x="words",
        series="play",
        series_label=say("level of play", "nivelul de joc"),
        x_label=say("trump", "atu"),
        value_label=say("contracts made", "contracte făcute"),
        percent=True,
        note=say(
            "Best suit: with most expected tricks. open: best play by all four with the cards face up. "
            "expert: fewer deals.",
            "Cea mai bună: cea care promite cele mai multe levate. open: jocul cel mai bun al tuturor, cu "
            "cărțile pe față. expert: mai puține mâini.",
        ),
    )


def study(studio: Studio) -> pd.DataFrame:
    """Standard contracts and what the lead is worth (``DealStudy``)."""
    play = "simple" if level(studio) == "open" else level(studio)
    return studio.estimates("study", DealStudy(rules_of(studio), play), budget(studio, 1.0))


def _position_text(studio: Studio) -> str:
    say, rules = studio.say, rules_of(studio)
    lead = first_number(study(studio), measure="lead")
    frame = deals(studio)
    first = studio.mean(frame["first_side"] - frame["second_side"])
    text = say(
        f"**The lead is worth {say.number(lead, signed=True)} points** in a contract of 5 (the declarer "
        f"leads, against the next seat leading). The side that speaks first gains "
        f"{say.number(first, signed=True)} points a deal, which is what the deal costs the dealer's side.",
        f"**Ieșirea valorează {say.number(lead, signed=True)} puncte** la un contract de 5 (iese cine joacă, "
        f"față de ieșirea locului următor). Echipa care vorbește prima câștigă "
        f"{say.number(first, signed=True)} puncte pe mână: atât costă împărțitul.",
    )  # fmt: skip
    if rules.target > LARGEST_TARGET:
        return text
    chance = float(match_table(rules).chance(np.array([0]), np.array([0]), True)[0])
    told = say.number(Number(chance, chance, chance, percent=True))
    return text + say(
        f" Over a match to {rules.target} that side wins {told}: the deal goes round.",
        f" Într-o partidă până la {rules.target}, echipa aceasta câștigă în {told}: împărțitul se rotește.",
    )  # fmt: skip


def _seats(studio: Studio, frame: pd.DataFrame) -> Table:
    import pandas as pd

    say = studio.say
    rows = []
    for seat in range(SEATS):
        own = frame[frame["holder"] == seat]
        sign = 1 if seat % 2 == 0 else -1
        row: dict[str, Any] = {"seat": seat_name(studio, seat)}
        for key, x in {
            "declares": studio.rate(frame["holder"] == seat),
            "made": studio.rate(own["made"]) if len(own) else Number(0, 0, 1, percent=True),
            "net": studio.mean(own["net"]) if len(own) else Number(0, 0, 0),
            "side": studio.mean(sign * (frame["first_side"] - frame["second_side"])),
        }.items():
            row |= {key: x.value, f"{key}_low": x.low, f"{key}_high": x.high}
        rows.append(row)
    heads = {
        "declares": say("plays the contract", "joacă contractul"),
        "made": say("makes it", "îl face"),
        "net": say("points when declaring", "puncte când joacă"),
        "side": say("points of the side, all deals", "punctele echipei, toate mâinile"),
    }
    cols = [Col("seat", say("seat", "locul"))]
    for key, head in heads.items():
        rate = key in ("declares", "made")
        kind = "percent" if rate else "number"
        cols.append(Col(key, head, kind, f"{key}_low", f"{key}_high", signed=not rate))
    return Table(
        "seats",
        say(f"What a seat is worth, {at_level(studio)}", f"Cât face un loc, {at_level(studio)}"),
        pd.DataFrame(rows),
        cols,
    )


def seat_name(studio: Studio, seat: int) -> str:
    """A seat from 1; the fourth deals."""
    if seat == SEATS - 1:
        return studio.say(f"{seat + 1} (deals)", f"{seat + 1} (împarte)")
    return str(seat + 1)
