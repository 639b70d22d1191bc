"""Pe carte: what leaving trump to a card costs, and when a doubled stake would pay for it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analyzer.games.chapters import Block, Col, Figure, Number, Table, Text
from analyzer.games.cruce.base_plan import CARD, OWN
from analyzer.games.cruce.report.data import contracts, least, own_rules, quick, with_count
from analyzer.games.cruce.report.often import base_odds, success
from analyzer.games.cruce.report.words import cards_seen
from analyzer.games.studio import Studio

_BIDS = (1, 2, 3)


def pe_carte(studio: Studio) -> Sequence[Block]:
    """Own trump against a card's, at the same and at a doubled stake."""
    return [Text(_summary(studio)), _contracts(studio), _by_count(studio)]


def points_gain(studio: Studio) -> Number:
    """Small points of trump by a card over trump from the hand."""
    rows = contracts(studio)
    return studio.mean(rows["card_made"] - rows["made"])


def doubled(rows: pd.DataFrame, bid: int, multiplier: int) -> pd.Series:
    """Score of *pe carte* where its stake is doubled, whatever these rules pay for it."""
    return rows[f"card_score_{bid}"] * (2 / multiplier)


def best_gain(studio: Studio, double: bool) -> Number:
    """Best bid on a card over the best bid with own trump, each the same for all hands."""
    rows, rules = contracts(studio), own_rules(studio)
    own = max(_BIDS, key=lambda bid: rows[f"score_{bid}"].mean())
    factor = (2 if double else 1) / rules.blind_multiplier
    card = max(_BIDS, key=lambda bid: rows[f"card_score_{bid}"].mean())
    return studio.mean(factor * rows[f"card_score_{card}"] - rows[f"score_{own}"])


def _summary(studio: Studio) -> str:
    say = studio.say
    cost, plain, double = points_gain(studio), best_gain(studio, False), best_gain(studio, True)
    verdict = say(
        "pays" if double.positive else "does not pay" if double.negative else "breaks about even",
        "merită" if double.positive else "nu merită" if double.negative else "e cam la egalitate",
    )
    return say(
        f"**Pe carte costs {say.number(-cost)} small points,** as trump is rarely the best suit: at a plain "
        f"stake {say.number(plain, signed=True)} big points a deal against trump from the hand. At a doubled "
        f"stake (`blind_multiplier = 2`) a low bid on a card {verdict}: {say.number(double, signed=True)}.",
        f"**Pe carte costă {say.number(-cost)} puncte mici,** fiindcă atuul e rar culoarea cea mai bună: la "
        f"miză simplă {say.number(plain, signed=True)} puncte mari pe mână față de atu din mână. La miză dublă "
        f"(`blind_multiplier = 2`) o licitație mică pe carte {verdict}: {say.number(double, signed=True)}.",
    )  # fmt: skip


def _contracts(studio: Studio) -> Table:
    say, odds = studio.say, base_odds(studio)
    rows = []
    for play in dict.fromkeys(odds["play"]):
        for bid in _BIDS:
            row: dict[str, object] = {"play": f"`{play}`", "bid": str(bid)}
            for trump in (OWN, CARD):
                x = success(odds, play, bid, trump)
                row |= {trump: x.value, f"{trump}_low": x.low, f"{trump}_high": x.high}
            rows.append(row)
    return Table(
        "pe-carte",
        say(
            "Contracts made over random hands, trump from the hand and from a card",
            "Contracte făcute cu mâini oarecare, atu din mână și pe carte",
        ),
        pd.DataFrame(rows),
        [
            Col("play", say("level", "nivelul")),
            Col("bid", say("contract", "contractul")),
            Col(OWN, say("trump from the hand", "atu din mână"), "percent", "own_low", "own_high"),
            Col(CARD, "pe carte", "percent", "card_low", "card_high"),
        ],
    )


def _by_count(studio: Studio) -> Figure:
    say, rules = studio.say, own_rules(studio)
    rows = with_count(studio, contracts(studio))
    rows = rows.assign(count=rows["count"].astype(int))
    single = rules.blind_multiplier
    named = [
        (say("2, trump from the hand", "2, atu din mână"), rows["score_2"]),
        (say("2 pe carte", "2 pe carte"), rows["card_score_2"] / single),
        (say("1 pe carte, stake doubled", "1 pe carte, miză dublă"), doubled(rows, 1, single)),
        (say("2 pe carte, stake doubled", "2 pe carte, miză dublă"), doubled(rows, 2, single)),
    ]
    parts = []
    for name, values in named:
        found = studio.groups(rows.assign(score=values), "count", "score", least=least(rows))
        parts.append(found.assign(series=name))
    return Figure(
        key="pe-carte-by-count",
        kind="line",
        caption=say(
            f"Score of a contract by the count of {cards_seen(say, rules)}, {quick(studio)} play",
            f"Scorul unui contract după punctajul pentru {cards_seen(say, rules)}, nivel {quick(studio)}",
        ),
        alt=say(
            "Rising lines: trump from the hand above pe carte at the same stake.",
            "Linii care urcă: atuul din mână peste pe carte la aceeași miză.",
        ),
        frame=pd.concat(parts, ignore_index=True),
        x="count",
        series="series",
        series_label=say("contract", "contractul"),
        x_label=say("count of the cards seen", "punctajul cărților văzute"),
        value_label=say("score, big points", "scorul, puncte mari"),
        signed=True,
        zero=0.0,
        note=say(
            "The count is that of When to bid. The score is own big points less the mean of the others'.",
            "Punctajul este cel de la Când se licitează. Scorul este punctele mari proprii minus media "
            "celorlalți.",
        ),
    )  # fmt: skip
