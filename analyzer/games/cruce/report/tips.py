"""The advice and the questions of the sources, one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from analyzer.games.chapters import Block, Claim, Number, Text, verdict_of
from analyzer.games.cruce import codes
from analyzer.games.cruce.report.bid import judged
from analyzer.games.cruce.report.carte import best_gain, points_gain
from analyzer.games.cruce.report.data import bids, calls, contracts, leads, own_rules
from analyzer.games.cruce.report.pairs import chance_of_any, chance_of_pair
from analyzer.games.cruce.report.thumbs import call_name, constant, cost_of
from analyzer.games.cruce.report.trump import drawing_gain, lead_gain, open_lead_gain, pick_gain
from analyzer.games.studio import Studio

Scale = Callable[[pd.DataFrame, int], list[int]]

_RARE = 0.01
_FEW = 20
_HOLDERS = {4: 0.62, 3: 0.76}
"""What the rule book says of deals in which somebody holds a pair."""


def tips(studio: Studio) -> Sequence[Block]:
    """Every tip that these rules have a place for."""
    say = studio.say
    claims: list[Claim | None] = [
        _overtricks(studio),
        _no_more(studio),
        _points_scale(studio),
        _robots(studio),
    ]
    claims += [_longest(studio), _highest(studio), _king_first(studio), _draw(studio)]
    claims += [_carte(studio), _carte_double(studio), _pair_odds(studio), _holders(studio)]
    claims.append(_protect(studio))
    return [
        *(claim for claim in claims if claim is not None),
        Text(
            say(
                "Not tested: whether to announce at once (announcing is automatic here), and bids equal to "
                "the highest one (not allowed).",
                "Neverificate: dacă se anunță imediat (aici anunțul e automat) și licitațiile egale cu cea "
                "mai mare (nepermise).",
            )
        ),
    ]  # fmt: skip


def _source(studio: Studio, text: str, section: int) -> str:
    return f"{text}; " + studio.say(
        f"rule book, section {section}", f"cartea de reguli, secțiunea {section}"
    )


def pick_points_scale(rows: pd.DataFrame, most: int) -> list[int]:
    """Card points and 20 a pair: 33 / 66 / 99 for 1 / 2 / 3, one more with two pairs."""
    worth = rows["points"] + 20 * rows["all_pairs"]
    big = np.minimum(worth // codes.BIG_POINT, 3) + (rows["all_pairs"] >= 2)
    return [int(call) for call in np.minimum(big, most)]


def pick_robots(rows: pd.DataFrame, most: int) -> list[int]:
    """The scale of the robots of cruce-game: 35 / 50 / 65 / 80 for 1 to 4."""
    worth = 1.5 * rows["points"] + 25 * rows["all_pairs"]
    worth += 8 * (rows["all_aces"] + rows["all_tens"]) + 5 * rows["suits"]
    worth += 10 * np.maximum(rows["longest"] - 2, 0)
    return [min(most, sum(x >= end for end in (35, 50, 65, 80))) for x in worth.tolist()]


def _over_constant(studio: Studio, rows: pd.DataFrame, picks: list[int]) -> Number:
    """Big points that a rule brings over the one call that is best for all hands."""
    usual = constant(studio, rows)
    found = rows[[f"call_{call}" for call in bids(studio)]].to_numpy(float)
    return studio.mean(found[np.arange(len(rows)), picks] - rows[f"call_{usual}"].to_numpy(float))


def _kept(studio: Studio, scale: Scale) -> str:
    """How often the whole hand makes what a scale promises: ``1: 95%, 2: 83%``."""
    rows, parts = contracts(studio), []
    names = ("points", "all_pairs", "all_aces", "all_tens", "suits", "longest")
    whole = rows[[f"whole_{name}" for name in names]].set_axis(list(names), axis=1)
    picks = np.array(scale(whole, 4))
    for bid in range(1, 5):
        made = rows.loc[picks == bid, "made"] >= codes.BIG_POINT * bid
        if len(made) >= _FEW:
            parts.append(f"{bid}: {studio.say.number(studio.rate(made))}")
    return ", ".join(parts)


def _scale(studio: Studio, scale: Scale, text: str, source: str) -> Claim:
    say, rows = studio.say, calls(studio, 0)
    promised = _kept(studio, scale)
    picks = scale(rows, max(bids(studio)))
    gain, cost = _over_constant(studio, rows, picks), cost_of(studio, rows, picks)
    usual = call_name(studio, constant(studio, rows))
    mean = say.decimal(sum(picks) / len(picks), 1)
    return Claim(
        text,
        source,
        verdict_of(gain),
        say(
            f"On the cards seen, first to speak, it costs {say.number(cost)} big points a deal against the "
            f"full calculation, and {say.number(gain, signed=True)} against saying {usual} with anything; "
            f"its mean bid is {mean}. Of whole hands it promises what is then made: {promised}.",
            f"Pe cărțile văzute, vorbind primul, costă {say.number(cost)} puncte mari pe mână față de calculul "
            f"complet și {say.number(gain, signed=True)} față de a zice {usual} cu orice; licitația medie e "
            f"{mean}. La mâini întregi, ce promite se face: {promised}.",
        ),
    )  # fmt: skip


def _points_scale(studio: Studio) -> Claim:
    say = studio.say
    return _scale(
        studio,
        pick_points_scale,
        say(
            "Count card points and 20 for each K-Q: bid 1, 2, 3 from 33, 66, 99, one more with two pairs.",
            "Numără punctele cărților și 20 de fiecare K-Q: licitează 1, 2, 3 de la 33, 66, 99, cu unul mai "
            "mult la două perechi.",
        ),
        _source(studio, "cruce-game", 14),
    )  # fmt: skip


def _robots(studio: Studio) -> Claim:
    say = studio.say
    return _scale(
        studio,
        pick_robots,
        say(
            "The robots' scale: 1.5 × points, 25 a pair, 8 an ace or ten, 5 a suit held, 10 a card beyond "
            "two in the longest; bid 1 to 4 from 35, 50, 65, 80.",
            "Scara roboților: 1,5 × puncte, 25 o pereche, 8 un as sau zecar, 5 o culoare, 10 fiecare carte "
            "peste două în cea mai lungă; licitează 1–4 de la 35, 50, 65, 80.",
        ),
        _source(studio, "cruce-game", 14),
    )  # fmt: skip


def _overtricks(studio: Studio) -> Claim:
    say, rows = studio.say, contracts(studio)
    made = rows.loc[rows["made"] >= 2 * codes.BIG_POINT, "made"] // codes.BIG_POINT - 2
    extra = studio.mean(made)
    counts = own_rules(studio).made_pays == "all"
    return Claim(
        say("I bid two and made three: I get three.", "Am licitat doi și am făcut trei: primesc trei."),
        _source(studio, "CruceGame", 14),
        "true" if counts else "false",
        say(
            f"A contract of 2 that is made brings {say.number(extra)} big points above the bid on average; "
            f"under these rules they {'count' if counts else 'do not count'} (`made_pays`).",
            f"Un contract de 2 făcut aduce în medie {say.number(extra)} puncte mari peste licitație; sub aceste "
            f"reguli {'se numără' if counts else 'nu se numără'} (`made_pays`).",
        ),
    )  # fmt: skip


def _no_more(studio: Studio) -> Claim:
    say, rules = studio.say, own_rules(studio)
    rows = calls(studio, rules.players - 1)
    gain = studio.mean(rows["call_1"] - rows["call_2"])
    twos = studio.rate(judged(rows, bids(studio)) >= 2)
    return Claim(
        say(
            "So bid no more than you must to become declarer.",
            "Deci nu licita mai mult decât trebuie ca să fii declarant.",
        ),
        _source(studio, say("follows from the answer above", "decurge din răspunsul de mai sus"), 9),
        verdict_of(gain),
        say(
            f"Last to speak after passes, 1 rather than 2 brings {say.number(gain, signed=True)} big points; 2 "
            f"or more is best with {say.number(twos)} of hands. Early seats bid 2 to shut out the others.",
            f"Ultimul la cuvânt după pasuri, 1 în loc de 2 aduce {say.number(gain, signed=True)} puncte mari; 2 "
            f"sau mai mult e cel mai bine cu {say.number(twos)} din mâini. Primele locuri zic 2 ca să-i închidă "
            "pe ceilalți.",
        ),
    )  # fmt: skip


def _longest(studio: Studio) -> Claim:
    say = studio.say
    rows = contracts(studio)
    over = studio.mean(rows["trump_longest"] - rows["trump_richest"])
    own, pair = pick_gain(studio, "longest"), pick_gain(studio, "paired")
    return Claim(
        say(
            "Make the longest suit trump, ties by card points.",
            "Fă atu din culoarea cea mai lungă, la egalitate după puncte.",
        ),
        _source(studio, "Tromph", 14),
        "depends" if over.positive and own.negative else verdict_of(over),
        say(
            f"It beats the suit with most points by {say.number(over, signed=True)} small points, but against "
            f"weighing all cards it is {say.number(own, signed=True)}. With the suit of a K-Q first: "
            f"{say.number(pair, signed=True)}.",
            f"Bate culoarea cu cele mai multe puncte cu {say.number(over, signed=True)} puncte mici, dar față de "
            f"cântărirea tuturor cărților e {say.number(own, signed=True)}. Întâi culoarea cu K-Q: "
            f"{say.number(pair, signed=True)}.",
        ),
    )  # fmt: skip


def _highest(studio: Studio) -> Claim | None:
    say, rules = studio.say, own_rules(studio)
    gain = lead_gain(studio, "highest")
    if gain is None:
        return None
    faced = open_lead_gain(studio, "highest") if rules.players > 2 else None
    more_en = more_ro = ""
    if faced is not None:
        more_en = f"; with the cards face up it is {say.number(faced, signed=True)} against the best trump"
        more_ro = f"; cu cărțile pe față e {say.number(faced, signed=True)} față de cel mai bun atu"
    return Claim(
        say("Lead the highest card of the trump suit first.", "Ieși întâi cu cea mai mare carte de atu."),
        _source(studio, "Tromph", 14),
        verdict_of(gain),
        say(
            f"Against the player's own choice it brings {say.number(gain, signed=True)} small points{more_en}.",
            f"Față de alegerea jucătorului aduce {say.number(gain, signed=True)} puncte mici{more_ro}.",
        ),
    )  # fmt: skip


def _king_first(studio: Studio) -> Claim | None:
    say = studio.say
    rows = leads(studio)
    gains = (rows["lead_king"] - rows["lead_queen"]).dropna()
    if len(gains) < 10:
        return None
    gain = studio.mean(gains)
    return Claim(
        say("With K-Q of trumps lead the king before the queen.", "Cu K-Q de atu ieși cu pătrarul înaintea treiarului."),
        _source(studio, "cruce-game", 14),
        verdict_of(gain),
        say(
            f"The king first brings {say.number(gain, signed=True)} small points over the queen first.",
            f"Pătrarul întâi aduce {say.number(gain, signed=True)} puncte mici față de treiarul întâi.",
        ),
    )  # fmt: skip


def _draw(studio: Studio) -> Claim | None:
    say = studio.say
    gain = drawing_gain(studio) if own_rules(studio).players > 2 else None
    if gain is None:
        return None
    return Claim(
        say("Draw trumps while opponents hold any.", "Scoate atuurile cât timp adversarii mai au."),
        _source(studio, say("a question to answer", "o întrebare"), 14),
        verdict_of(gain),
        say(
            f"On the second lead, cards face up, a trump brings {say.number(gain, signed=True)} small points "
            "over the best other card: trumps at home take tens and aces that are ruffed later.",
            f"La a doua ieșire, cu cărțile pe față, un atu aduce {say.number(gain, signed=True)} puncte mici față "
            "de cea mai bună altă carte: atuurile păstrate taie mai târziu zecari și ași.",
        )
        if gain.negative
        else say(
            f"On the second lead, cards face up, a trump brings {say.number(gain, signed=True)} small points "
            "over the best other card.",
            f"La a doua ieșire, cu cărțile pe față, un atu aduce {say.number(gain, signed=True)} puncte mici față "
            "de cea mai bună altă carte.",
        ),
    )  # fmt: skip


def _carte(studio: Studio) -> Claim | None:
    say, rules = studio.say, own_rules(studio)
    if not rules.has_pe_carte:
        return None
    plain, points = best_gain(studio, False), points_gain(studio)
    return Claim(
        say(
            "Pe carte at a plain stake gives nothing that the whole hand would not do better.",
            "Pe carte la miză simplă nu dă nimic ce mâna întreagă n-ar face mai bine.",
        ),
        _source(studio, say("known weakness", "slăbiciune cunoscută"), 5),
        verdict_of(-plain),
        say(
            f"The best bid on a card brings {say.number(plain, signed=True)} big points over the best bid with "
            f"trump from the hand; {say.number(points, signed=True)} small points.",
            f"Cea mai bună licitație pe carte aduce {say.number(plain, signed=True)} puncte mari față de cea mai "
            f"bună cu atu din mână; {say.number(points, signed=True)} puncte mici.",
        ),
    )  # fmt: skip


def _carte_double(studio: Studio) -> Claim | None:
    say, rules = studio.say, own_rules(studio)
    if not rules.has_pe_carte:
        return None
    gain = best_gain(studio, True)
    return Claim(
        say(
            "With a doubled stake pe carte becomes sensible.",
            "Cu miză dublă, pe carte capătă sens.",
        ),
        _source(studio, "blind_multiplier", 5),
        verdict_of(gain),
        say(
            f"At a doubled stake the best bid on a card brings {say.number(gain, signed=True)} big points over "
            "the best bid with trump from the hand.",
            f"La miză dublă cea mai bună licitație pe carte aduce {say.number(gain, signed=True)} puncte mari "
            "față de cea mai bună cu atu din mână.",
        ),
    )  # fmt: skip


def _pair_odds(studio: Studio) -> Claim:
    say = studio.say
    six, eight = (say.percent(chance_of_pair(cards), 1) for cards in (6, 8))
    three = say.percent(chance_of_any(3), 1)
    right = [round(100 * x, 1) for x in (chance_of_pair(6), chance_of_pair(8), chance_of_any(3))]
    return Claim(
        say(
            "A given K-Q lies in a hand of six in 5.4 %, of eight in 10.1 %; some pair in three cards in 4.3 %.",
            "O anumită pereche K-Q e într-o mână de șase în 5,4 %, de opt în 10,1 %; vreo pereche în trei cărți "
            "în 4,3 %.",
        ),
        _source(studio, say("figures for bots", "cifre pentru roboți"), 14),
        "true" if right == [5.4, 10.1, 4.3] else "false",
        say(f"Counted exactly: {six}, {eight}, {three}.", f"Numărate exact: {six}, {eight}, {three}."),
    )  # fmt: skip


def _holders(studio: Studio) -> Claim | None:
    say, rules = studio.say, own_rules(studio)
    told = _HOLDERS.get(rules.players)
    if told is None:
        return None
    x = studio.rate(contracts(studio)["holders"] > 0)
    near = x.low - 0.005 <= told <= x.high + 0.005
    return Claim(
        say(
            f"With {rules.players} players somebody is dealt a pair in {say.percent(told, 0)} of deals.",
            f"Cu {rules.players} jucători cineva primește o pereche în {say.percent(told, 0)} din împărțiri.",
        ),
        _source(studio, say("figures for bots", "cifre pentru roboți"), 14),
        "true" if near else "false",
        say(f"Measured: {say.number(x)}.", f"Măsurat: {say.number(x)}."),
    )


def _protect(studio: Studio) -> Claim | None:
    say, rules = studio.say, own_rules(studio)
    if rules.players == 2 or not rules.announcements:
        return None
    rows = contracts(studio)
    one = rows[rows["pairs_dealt"] == 1]
    lost = studio.rate(one["announced"] + one["announced_theirs"] == 0)
    verdict = "false" if lost.high < _RARE else "true" if lost.low > _RARE else "depends"
    return Claim(
        say(
            "A pair must be protected from a lead in its suit.",
            "O pereche trebuie apărată de o ieșire în culoarea ei.",
        ),
        _source(studio, say("a question to answer", "o întrebare"), 14),
        verdict,
        say(
            f"Of pairs dealt, {say.number(lost)} are never announced (`announce_trigger = "
            f"{rules.announce_trigger}`).",
            f"Din perechile împărțite, {say.number(lost)} nu ajung anunțate (`announce_trigger = "
            f"{rules.announce_trigger}`).",
        ),
    )  # fmt: skip
