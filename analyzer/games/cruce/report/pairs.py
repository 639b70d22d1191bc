"""Announcements: how often they come and what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

from analyzer.games.chapters import Block, Bullets, Figure, Text
from analyzer.games.cruce import codes
from analyzer.games.cruce.report.data import contracts, least, own_rules, quick, rounds
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

_MOST = 80


def chance_of_pair(cards: int) -> float:
    """That a given king and queen both lie in a hand of so many random cards."""
    return comb(22, cards - 2) / comb(24, cards)


def chance_of_any(cards: int) -> float:
    """That a hand of so many random cards holds some king with its queen."""
    signs = {1: 1.0, 2: -1.0, 3: 1.0, 4: -1.0}
    return sum(
        signs[k] * comb(4, k) * comb(24 - 2 * k, cards - 2 * k) / comb(24, cards)
        for k in range(1, min(4, cards // 2) + 1)
    )


def announcements(studio: Studio) -> Sequence[Block]:
    """How often 20 and 40, and how much a pair in hand changes."""
    say, rules = studio.say, own_rules(studio)
    if not rules.announcements:
        return [Text(say("These rules have no announcements.", "Aceste reguli nu au anunțuri."))]
    rows = contracts(studio)
    return [
        Text(_summary(studio, rows)),
        _made(studio, rows),
        _odds(studio, rows),
        _worth(studio, rows),
    ]


def _summary(studio: Studio, rows: pd.DataFrame) -> str:
    say = studio.say
    pair, none = rows[rows["whole_trump_pair"] > 0], rows[rows["whole_trump_pair"] == 0]
    three = [studio.rate(part["made"] >= 3 * codes.BIG_POINT) for part in (pair, none)]
    each = studio.mean(rounds(studio, quick(studio))["announced"])
    return say(
        f"**K-Q of trumps makes the contract of 3:** {say.number(three[0])} of such hands make it, "
        f"{say.number(three[1])} of the others. A round, as it is bid, has {say.number(each)} points "
        f"of announcements, all sides together.",
        f"**K-Q de atu fac contractul de 3:** îl fac {say.number(three[0])} din asemenea mâini și "
        f"{say.number(three[1])} din celelalte. O rundă, așa cum se licitează, are {say.number(each)} "
        f"puncte din anunțuri, la toate părțile.",
    )  # fmt: skip


def _made(studio: Studio, rows: pd.DataFrame) -> Figure:
    import pandas as pd

    say = studio.say
    named = [(say("declarer's side", "partea declarantului"), rows["announced"])]
    others = say("the other side", "cealaltă parte")
    if own_rules(studio).sides > 2:
        others = say("the others together", "ceilalți împreună")
    named.append((others, rows["announced_theirs"]))
    found = []
    for name, values in named:
        for points in range(0, _MOST + 1, codes.PLAIN_PAIR):
            last = points == _MOST
            x = studio.rate(values >= points if last else values == points)
            found.append(
                {"side": name, "points": f"{points}+" if last else str(points)}
                | {"value": x.value, "low": x.low, "high": x.high}
            )
    none = studio.rate(rows["announced"] == 0)
    return Figure(
        key="announcements",
        kind="bars",
        caption=say(
            f"Announcement points of a round of the first speaker's contract, {quick(studio)} play",
            f"Puncte din anunțuri într-o rundă jucată de cel care vorbește primul, nivel {quick(studio)}",
        ),
        alt=say(
            f"Bars; the declarer's side announces nothing in {say.percent(none.value, 0)} of rounds.",
            f"Bare; partea declarantului nu anunță nimic în {say.percent(none.value, 0)} din runde.",
        ),
        frame=pd.DataFrame(found),
        x="points",
        series="side",
        series_label=say("side", "partea"),
        x_label=say("announcement points", "puncte din anunțuri"),
        value_label=say("share of rounds", "partea rundelor"),
        percent=True,
    )  # fmt: skip


def _odds(studio: Studio, rows: pd.DataFrame) -> Bullets:
    """Exact chances of pairs, and one measured."""
    say, rules = studio.say, own_rules(studio)
    seen = 12 // rules.players
    holders = studio.rate(rows["holders"] > 0)
    given = say.percent(chance_of_pair(rules.hand_size), 1)
    items = [
        say(
            f"A given K-Q lies in a given hand of {rules.hand_size} cards in {given} of deals; some K-Q in "
            f"{say.percent(chance_of_any(rules.hand_size), 1)}.",
            f"O anumită pereche K-Q se află într-o anumită mână de {rules.hand_size} cărți în {given} din "
            f"împărțiri; vreuna, în {say.percent(chance_of_any(rules.hand_size), 1)}.",
        ),
        say(
            f"At least one player is dealt a pair in {say.number(holders)} of deals.",
            f"Cel puțin un jucător primește o pereche în {say.number(holders)} din împărțiri.",
        ),
    ]  # fmt: skip
    if rules.has_two_packets:
        comes = say.percent(seen / (24 - seen), 1)
        items.append(
            say(
                f"The first packet holds some pair in {say.percent(chance_of_any(seen), 1)}. With a king or "
                f"queen alone, its partner comes in the second packet in {comes}: do not bid on it.",
                f"Primul pachet are vreo pereche în {say.percent(chance_of_any(seen), 1)}. Cu un pătrar sau "
                f"treiar singur, perechea lui vine în al doilea pachet în {comes}: nu licita pe ea.",
            )
        )  # fmt: skip
    return Bullets(items)


def _worth(studio: Studio, rows: pd.DataFrame) -> Figure:
    import pandas as pd

    say = studio.say
    names = [
        (say("K-Q of trumps in hand", "K-Q de atu în mână"), rows["whole_trump_pair"] > 0),
        (say("another K-Q only", "doar altă pereche K-Q"),
         (rows["whole_trump_pair"] == 0) & (rows["whole_pairs"] > 0)),
        (say("no pair", "nicio pereche"), rows["whole_all_pairs"] == 0),
    ]  # fmt: skip
    found = []
    for name, which in names:
        part = rows.loc[which, "made"]
        for bid in range(1, 7) if len(part) >= least(rows) else ():
            x = studio.rate(part >= codes.BIG_POINT * bid)
            found.append({"pair": name, "bid": bid, "value": x.value, "low": x.low, "high": x.high})
    return Figure(
        key="pairs",
        kind="line",
        caption=say(
            f"Making a contract with and without a pair in the whole hand, {quick(studio)} play",
            f"Contracte făcute cu și fără pereche în mâna întreagă, nivel {quick(studio)}",
        ),
        alt=say(
            "Falling lines; that of hands with the pair of trumps lies about one big point higher.",
            "Linii care coboară; cea a mâinilor cu perechea de atu e mai sus cu vreun punct mare.",
        ),
        frame=pd.DataFrame(found),
        x="bid",
        series="pair",
        series_label=say("hand", "mâna"),
        x_label=say("contract, big points", "contract, puncte mari"),
        value_label=say("made", "făcut"),
        percent=True,
    )
