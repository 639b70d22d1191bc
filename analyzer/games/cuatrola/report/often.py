"""How often: what is declared and made, who wins, points, tricks and cantes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.games.chapters import Block, Col, Figure, Number, Table, Text
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.report.data import SIMPLE, declared, rules_of
from analyzer.games.cuatrola.report.words import seat_name
from analyzer.games.cuatrola.study import studies
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

_OPEN_SHARE, _MATCH_SHARE = 4, 10
_EXPERT_FROM = 5000
"""Budget from which each contract is played by experts too: some half a minute of one core."""
_BIN = 10


def how_often(studio: Studio) -> Sequence[Block]:
    """Deals as declared, contracts by seat and level, normal hands, matches."""
    frame = declared(studio)
    study = studio.estimates("study", studies(rules_of(studio), SIMPLE)[0])
    odds = _odds(studio)
    by_contract: list[Block] = []
    if (odds["measure"] == "success").any():
        by_contract = [_success(studio, odds), _levels(studio, odds)]
    return [
        Text(_summary(studio, frame)),
        _contracts(studio),
        Text(_position(studio, frame, study)),
        *by_contract,
        _points(studio, frame),
        _tricks(studio, frame),
        _facts(studio, frame, study),
        _matches(studio),
    ]


def _odds(studio: Studio) -> pd.DataFrame:
    import pandas as pd

    parts = [
        studio.odds("base", plays=(SIMPLE,)),
        studio.odds("base open", plays=("open",), deals=max(100, studio.deals // _OPEN_SHARE)),
    ]
    if studio.deals >= _EXPERT_FROM:
        parts.append(studio.odds("base expert", plays=("expert",)))
    return pd.concat(parts, ignore_index=True)


def _summary(studio: Studio, frame: pd.DataFrame) -> str:
    say = studio.say
    passed = studio.rate(frame["contract"] == codes.NORMAL)
    score = studio.mean(frame["score"])
    better = say("the dealer's pair", "perechea celui care împarte")
    if score.positive:
        better = say("mano's pair", "perechea lui mano")
    return say(
        f"**In {say.number(passed)} of deals nobody declares.** Over all deals {better} comes out ahead: "
        f"mano's pair scores {say.number(score, signed=True)} match points a deal, at `simple` play.",
        f"**În {say.number(passed)} din mâini nu declară nimeni.** Peste toate mâinile, {better} iese "
        f"înainte: perechea lui mano face {say.number(score, signed=True)} puncte de partidă pe mână, "
        "la nivelul `simple`.",
    )


def _contracts(studio: Studio) -> Table:
    import pandas as pd

    say = studio.say
    rows = []
    for play in (SIMPLE, "expert"):
        frame = declared(studio, play)
        for contract, name in enumerate(codes.CONTRACTS):
            own = frame[frame["contract"] == contract]
            if own.empty:
                continue
            share = studio.rate(frame["contract"] == contract)
            # Of a normal hand: mano's pair.
            sign = own["declarer"].map(lambda d: 1 if d in (0, 2) or d < 0 else -1)
            made, worth = studio.rate(own["score"] * sign > 0), studio.mean(own["score"] * sign)
            rows.append(
                {"play": f"`{play}`", "contract": say("all pass", "toți paso") if not contract else name}
                | _columns("share", share) | _columns("made", made) | _columns("worth", worth)
                | {"n": len(own)}
            )  # fmt: skip
    return Table(
        "declared",
        say("Deals as declared, at 0 to 0", "Mâini așa cum se declară, la 0 la 0"),
        pd.DataFrame(rows),
        [
            Col("play", say("level", "nivel")),
            Col("contract", "contract"),
            Col("share", say("of deals", "din mâini"), "percent", "share_low", "share_high"),
            Col("made", say("made", "făcut"), "percent", "made_low", "made_high"),
            Col("worth", say("declaring pair, match points", "perechea care declară, puncte de partidă"),
                "number", "worth_low", "worth_high", signed=True),
            Col("n", say("deals", "mâini"), "count"),
        ],
        note=say("All pass: won by, and worth to, mano's pair.",
                 "Toți paso: câștigat de perechea lui mano, și cât îi aduce."),
    )  # fmt: skip


def _columns(name: str, x: Number) -> dict[str, float]:
    return {name: x.value, f"{name}_low": x.low, f"{name}_high": x.high}


def _position(studio: Studio, frame: pd.DataFrame, study: pd.DataFrame) -> str:
    say = studio.say
    lead = first_number(study, measure="lead")
    normal = studio.rate(frame.loc[frame["contract"] == codes.NORMAL, "score"] > 0)
    return say(
        f"**The turned card is worth more than the lead.** The dealer always holds a trump; mano's pair "
        f"wins {say.number(normal)} of the hands that all pass. With the same cards, leading first is worth "
        f"{say.number(lead, signed=True)} match points in a normal hand.",
        f"**Cartea întoarsă face mai mult decât ieșirea.** Cine împarte are mereu un atu; perechea lui mano "
        f"câștigă {say.number(normal)} din mâinile în care toți spun paso. Cu aceleași cărți, a ieși primul "
        f"face {say.number(lead, signed=True)} puncte de partidă într-o mână fără declarație.",
    ) if normal.value < 0.5 else say(
        f"Mano's pair wins {say.number(normal)} of the hands that all pass; with the same cards, leading first "
        f"is worth {say.number(lead, signed=True)} match points in a normal hand.",
        f"Perechea lui mano câștigă {say.number(normal)} din mâinile în care toți spun paso; cu aceleași cărți, "
        f"a ieși primul face {say.number(lead, signed=True)} puncte de partidă într-o mână fără declarație.",
    )  # fmt: skip


def _success(studio: Studio, odds: pd.DataFrame) -> Figure:
    say = studio.say
    rows = odds[(odds["measure"] == "success") & (odds["play"] == SIMPLE)]
    rows = rows.assign(place=[seat_name(say, int(s) - 1) for s in rows["seat"]])
    rows = rows.sort_values(["seat"], kind="stable")
    most = rows["place"].iloc[int(rows["value"].to_numpy().argmax())]
    return Figure(
        key="success-by-seat",
        kind="bars",
        caption=say("Contracts made with any five cards, by seat (`simple`)",
                    "Contracte făcute cu orice cinci cărți, pe locuri (`simple`)"),
        alt=say(
            f"Bars for each seat and contract; the highest stands at seat {most}.",
            f"Bare pentru fiecare loc și contract; cea mai înaltă e la locul {most}.",
        ),
        frame=rows,
        x="place",
        series="contract",
        series_label="contract",
        x_label=say("seat, in turn order", "locul, în ordinea jocului"),
        value_label=say("deals in which the contract is made", "mâini în care contractul se face"),
        percent=True,
    )  # fmt: skip


def _levels(studio: Studio, odds: pd.DataFrame) -> Table:
    import pandas as pd

    say = studio.say
    plays = list(dict.fromkeys(odds["play"]))
    rows = []
    keys = odds[odds["measure"] == "success"][["contract", "seat"]].drop_duplicates()
    for contract, seat in keys.itertuples(index=False):
        row: dict[str, object] = {"contract": contract, "seat": seat_name(say, int(seat) - 1)}
        for play in plays:
            row |= _columns(
                play,
                first_number(
                    odds, True, measure="success", play=play, contract=contract, seat=seat
                ),
            )
        rows.append(row)
    cols = [Col("contract", "contract"), Col("seat", say("seat", "locul"))]
    cols += [Col(play, play, "percent", f"{play}_low", f"{play}_high") for play in plays]
    return Table(
        "success-by-level",
        say("The same by level of play", "La fel, pe niveluri de joc"),
        pd.DataFrame(rows),
        cols,
        note=say("open: all cards face up, the limit of the cards.",
                 "open: toate cărțile pe față, limita cărților."),
    )  # fmt: skip


def _points(studio: Studio, frame: pd.DataFrame) -> Figure:
    import pandas as pd

    say = studio.say
    normal = frame[frame["contract"] == codes.NORMAL]
    rows = []
    for pair, name in enumerate(
        (say("mano's", "a lui mano"), say("dealer's", "a celui care împarte"))
    ):
        points = normal[f"points_{pair}"]
        for low in range(0, int(points.max()) + 1, _BIN):
            x = studio.rate((points >= low) & (points < low + _BIN))
            rows.append(
                {
                    "pair": name,
                    "points": low + _BIN / 2,
                    "value": x.value,
                    "low": x.low,
                    "high": x.high,
                }
            )
    return Figure(
        key="points",
        kind="line",
        caption=say("Points of a pair in a normal hand, with cantes (`simple`)",
                    "Punctele unei perechi într-o mână fără declarație, cu cantes (`simple`)"),
        alt=say("Two broad hills around half of the points; the dealer's pair lies to the right.",
                "Două dealuri largi în jurul jumătății punctelor; perechea celui care împarte e mai la dreapta."),
        frame=pd.DataFrame(rows),
        x="points",
        series="pair",
        series_label=say("pair", "perechea"),
        x_label=say("points, middle of a span of ten", "puncte, mijlocul unui interval de zece"),
        value_label=say("normal hands", "mâini fără declarație"),
        percent=True,
    )  # fmt: skip


def _tricks(studio: Studio, frame: pd.DataFrame) -> Figure:
    import pandas as pd

    say = studio.say
    normal = frame[frame["contract"] == codes.NORMAL]
    rows = []
    for pair, name in enumerate(
        (say("mano's", "a lui mano"), say("dealer's", "a celui care împarte"))
    ):
        for tricks in range(codes.HAND + 1):
            x = studio.rate(normal[f"tricks_{pair}"] == tricks)
            rows.append(
                {"pair": name, "tricks": tricks, "value": x.value, "low": x.low, "high": x.high}
            )
    return Figure(
        key="tricks",
        kind="bars",
        caption=say("Tricks of a pair in a normal hand (`simple`)",
                    "Levatele unei perechi într-o mână fără declarație (`simple`)"),
        alt=say("Bars for none to five tricks, highest for two and three.",
                "Bare de la nicio levată la cinci, cele mai înalte la două și trei."),
        frame=pd.DataFrame(rows),
        x="tricks",
        series="pair",
        series_label=say("pair", "perechea"),
        x_label=say("tricks", "levate"),
        value_label=say("normal hands", "mâini fără declarație"),
        percent=True,
    )  # fmt: skip


def _facts(studio: Studio, frame: pd.DataFrame, study: pd.DataFrame) -> Table:
    import pandas as pd

    say = studio.say
    normal = frame[frame["contract"] == codes.NORMAL]
    swept = (normal["tricks_0"] == codes.HAND) | (normal["tricks_1"] == codes.HAND)
    facts = [
        (say("something is sung", "se cântă ceva"), first_number(study, True, measure="sung")),
        (say("the pair with fewer points in tricks wins by cantes",
             "câștigă, prin cantes, perechea cu mai puține puncte în levate"),
         first_number(study, True, measure="turned_by_cantes")),
        (say("a tie (mano's pair wins it by the usual rule)",
             "egalitate (de obicei câștigă perechea lui mano)"),
         first_number(study, True, measure="tied")),
        (say("a pair takes all five tricks", "o pereche ia toate cele cinci levate"), studio.rate(swept)),
    ]  # fmt: skip
    rows = [{"fact": name} | _columns("value", x) for name, x in facts]
    return Table(
        "normal-hands",
        say("In a normal hand (`simple`)", "Într-o mână fără declarație (`simple`)"),
        pd.DataFrame(rows),
        [
            Col("fact", say("what happens", "ce se întâmplă")),
            Col("value", say("normal hands", "mâini"), "percent", "value_low", "value_high"),
        ],
    )


def _matches(studio: Studio) -> Text:
    say = studio.say
    plan = studies(rules_of(studio), SIMPLE)[1]
    found = studio.estimates("matches", plan, max(100, studio.deals // _MATCH_SHARE))
    hands = first_number(found, measure="deals")
    wins = first_number(found, True, measure="first_wins")
    return Text(
        say(
            f"A match takes {say.number(hands)} deals; the pair of the first mano wins {say.number(wins)} of "
            "matches (`simple`).",
            f"O partidă ține {say.number(hands)} mâini; perechea primului mano câștigă {say.number(wins)} din "
            "partide (`simple`).",
        )
    )
