"""Which trump, which first lead, and whether trumps are drawn."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analyzer.games.chapters import Block, Figure, Number, Text
from analyzer.games.cruce.report.data import contracts, face_up, leads, own_rules, quick
from analyzer.games.studio import Studio

LEADS = ("highest", "lowest", "king", "queen")


def which_trump(studio: Studio) -> Sequence[Block]:
    """Ways to pick trump against the program's, leads against the player's own, drawing trumps."""
    rules = own_rules(studio)
    blocks: list[Block] = [Text(_summary(studio)), _picks(studio), _leads(studio)]
    if rules.players > 2:
        blocks += _drawing(studio)
    return blocks


def pick_gain(studio: Studio, pick: str) -> Number:
    """Small points that picking trump in this way brings over the program's choice."""
    rows = contracts(studio)
    return studio.mean(rows[f"trump_{pick}"] - rows["trump_best"])


def lead_gain(studio: Studio, lead: str) -> Number | None:
    """Small points that a first lead brings over the level's own choice, same trump."""
    rows = leads(studio)
    gains = (rows[f"lead_{lead}"] - rows["lead_own"]).dropna()
    return studio.mean(gains) if len(gains) >= 10 else None


def open_lead_gain(studio: Studio, lead: str) -> Number | None:
    """The same with the cards face up, over the best lead of trump."""
    rows = face_up(studio)
    held = rows[f"lead_{lead}"] >= 0
    gains = rows.loc[held, f"lead_{lead}"] - rows.loc[held, "best"]
    return studio.mean(gains) if len(gains) >= 10 else None


def drawing_gain(studio: Studio, least: int = 1) -> Number | None:
    """Points of leading a trump second over the best other card, so many of theirs being out."""
    rows = face_up(studio)
    known = rows[(rows["draw"] >= 0) & (rows["out"] >= least)]
    return studio.mean(known["draw"] - known["side"]) if len(known) >= 10 else None


def names(studio: Studio) -> dict[str, str]:
    """Ways to pick trump in words."""
    say = studio.say
    return {
        "paired": say("the suit of a K-Q, else the longest", "culoarea cu K-Q, altfel cea mai lungă"),
        "longest": say("the longest suit", "cea mai lungă culoare"),
        "richest": say("the suit with most card points", "culoarea cu cele mai multe puncte"),
    }  # fmt: skip


def lead_names(studio: Studio) -> dict[str, str]:
    """First leads in words."""
    say = studio.say
    return {
        "highest": say("the highest trump", "cel mai mare atu"),
        "lowest": say("the lowest trump", "cel mai mic atu"),
        "king": say("the king of the pair", "pătrarul perechii"),
        "queen": say("the queen of the pair", "treiarul perechii"),
    }


def _summary(studio: Studio) -> str:
    say = studio.say
    gains = {pick: pick_gain(studio, pick) for pick in names(studio)}
    best = max(gains, key=lambda pick: gains[pick].value)
    return say(
        f"**Make trump of {names(studio)[best]}.** Against the program's weighing of every card that "
        f"is {say.number(gains[best], signed=True)} small points a deal; the longest suit alone "
        f"{say.number(gains['longest'], signed=True)}, the suit with most points "
        f"{say.number(gains['richest'], signed=True)}.",
        f"**Fă atu din {names(studio)[best]}.** Față de cântărirea tuturor cărților de către program e "
        f"{say.number(gains[best], signed=True)} puncte mici pe mână; doar cea mai lungă culoare "
        f"{say.number(gains['longest'], signed=True)}, culoarea cu cele mai multe puncte "
        f"{say.number(gains['richest'], signed=True)}.",
    )  # fmt: skip


def _picks(studio: Studio) -> Figure:
    say = studio.say
    rows = []
    for pick, words in names(studio).items():
        x = pick_gain(studio, pick)
        rows.append({"pick": words, "value": x.value, "low": x.low, "high": x.high})
    return Figure(
        key="trump-picks",
        kind="forest",
        caption=say(
            f"Picking trump by a rule, with the whole hand, {quick(studio)} play",
            f"Alegerea atuului după o regulă, cu mâna întreagă, nivel {quick(studio)}",
        ),
        alt=say(
            "Dots with intervals: what three rules gain or lose.",
            "Puncte cu intervale: ce câștigă sau pierd trei reguli.",
        ),
        frame=pd.DataFrame(rows),
        x="pick",
        x_label=say("rule", "regula"),
        value_label=say(
            "small points, over the program's choice", "puncte mici, față de alegerea programului"
        ),
        signed=True,
        zero=0.0,
    )


def _leads(studio: Studio) -> Figure:
    say, rules = studio.say, own_rules(studio)
    level = say(f"{quick(studio)}, over its own choice", f"{quick(studio)}, față de alegerea sa")
    best = say("open, over the best trump", "open, față de cel mai bun atu")
    rows = []
    for lead, words in lead_names(studio).items():
        found = [(level, lead_gain(studio, lead))]
        if rules.players > 2:
            found.append((best, open_lead_gain(studio, lead)))
        rows += [
            {"lead": words, "level": name, "value": x.value, "low": x.low, "high": x.high}
            for name, x in found
            if x is not None
        ]
    return Figure(
        key="first-leads",
        kind="forest",
        caption=say("The first lead, in the suit made trump", "Prima ieșire, în culoarea de atu"),
        alt=say(
            "Dots with intervals: what some first leads lose, by level of play.",
            "Puncte cu intervale: ce pierd câteva prime ieșiri, după nivelul de joc.",
        ),
        frame=pd.DataFrame(rows),
        x="lead",
        series="level",
        series_label=say("level of play", "nivelul de joc"),
        x_label=say("first lead", "prima ieșire"),
        value_label=say("small points of the declarer's side", "puncte mici ale părții declarantului"),
        signed=True,
        zero=0.0,
    )  # fmt: skip


def _drawing(studio: Studio) -> list[Block]:
    say = studio.say
    rows = face_up(studio)
    known = rows[rows["draw"] >= 0]
    known = known.assign(out=known["out"].astype(int), gain=known["draw"] - known["side"])
    found = studio.groups(known, "out", "gain", least=8)
    gain = drawing_gain(studio)
    if found.empty or gain is None:
        return []
    lead = say(
        "loses" if gain.negative else "gains" if gain.positive else "changes nothing sure:",
        "pierde" if gain.negative else "câștigă" if gain.positive else "nu schimbă sigur nimic:",
    )
    return [
        Text(
            say(
                f"**Drawing trumps {lead}** {say.number(gain, signed=True)} small points when the declarer, "
                "having won the first trick, leads his best trump rather than his best other card while "
                "opponents still hold trumps, with the cards face up from then on.",
                f"**A scoate atuurile {lead}** {say.number(gain, signed=True)} puncte mici când declarantul, "
                "după ce a luat prima levată, iese cu cel mai bun atu în loc de cea mai bună altă carte cât "
                "adversarii mai au atuuri, cu cărțile pe față de acolo încolo.",
            )
        ),
        Figure(
            key="drawing-trumps",
            kind="forest",
            caption=say(
                "Leading a trump to the second trick, over the best other card, open play",
                "Ieșirea cu atu la a doua levată, față de cea mai bună altă carte, nivel open",
            ),
            alt=say(
                "Dots with intervals by the number of trumps that opponents hold.",
                "Puncte cu intervale după câte atuuri au adversarii.",
            ),
            frame=found.assign(out=[str(out) for out in found["out"]]),
            x="out",
            x_label=say("trumps that opponents hold", "atuuri la adversari"),
            value_label=say("small points of the declarer's side", "puncte mici ale părții declarantului"),
            signed=True,
            zero=0.0,
        ),
    ]  # fmt: skip
