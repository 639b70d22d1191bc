"""Which trump: longest or strongest, no trump, the forced colour at 4 and the free choice at 5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.games.chapters import Block, Bullets, Col, Figure, Heading, Rule, Table, Text
from analyzer.games.cutu.report.cards import KEY_BID
from analyzer.games.cutu.report.data import (
    call_of,
    enough,
    hands,
    judged,
    most_of,
    rules_of,
    score_of,
)
from analyzer.games.cutu.report.features import FEATURES
from analyzer.games.cutu.report.hand_sample import LAYOUTS
from analyzer.games.cutu.report.words import at_level, trump_name, unit
from analyzer.games.cutu.scoring import FIRST_BID
from analyzer.games.studio import Studio, leaf_texts

if TYPE_CHECKING:
    import pandas as pd

CHOICES = ("best", "high", "NT")
_TREE = ("best_length", "gap", "best_ace", "all_aces")


def which_trump(studio: Studio) -> Sequence[Block]:
    """The longest suit against the strongest and none; a tree; 4 against 5."""
    blocks: list[Block] = [Text(_summary(studio)), _by_gap(studio), _no_trump(studio)]
    blocks += _rules(studio)
    rules = rules_of(studio)
    if rules.lowest_bid == FIRST_BID and not rules.four_is_free:
        blocks += _four(studio)
    return blocks


def chosen(studio: Studio) -> pd.DataFrame:
    """Hands with the score of a contract of 5 in every trump, by half and over both."""
    frame, rules = hands(studio), rules_of(studio)
    made = {
        f"{role}_{half or 'all'}": score_of(frame, rules, role, KEY_BID, half)
        for role in (*CHOICES, "own")
        for half in ("a", "b", None)
    }
    judges = judged(
        frame,
        (*FEATURES, "best_length", "high_length", "high_is_best"),
        np.stack([made[f"{role}_a"] for role in CHOICES], axis=1),
        np.stack([made[f"{role}_b"] for role in CHOICES], axis=1),
    )
    return frame.assign(
        **made,
        **{f"{role}_judge": judges[:, c] for c, role in enumerate(CHOICES)},
        all_aces=frame["aces"] + frame["trump_ace"],
    )


def _summary(studio: Studio) -> str:
    say, frame = studio.say, chosen(studio)
    differ = studio.rate(frame["high_is_best"] == 0)
    part = frame[frame["high_is_best"] == 0]
    gain = studio.mean(part["best_all"] - part["high_all"])
    better = studio.rate(frame["NT_all"] > frame["own_all"])
    word = say("longest", "cea mai lungă") if gain.value > 0 else say("strongest", "cea mai tare")
    return say(
        f"**Name the {word} suit when in doubt.** The longest suit is not the one with the best top cards in "
        f"{say.number(differ)} of hands; there the longest is worth {say.number(gain, signed=True)} points a "
        f"deal against the strongest in a contract of {KEY_BID}. No trump looks better than the best suit in "
        f"{say.number(better)} of hands.",
        f"**La îndoială numește culoarea {word}.** Culoarea cea mai lungă nu e cea cu figurile cele mai bune "
        f"în {say.number(differ)} din mâini; acolo cea mai lungă aduce {say.number(gain, signed=True)} puncte "
        f"pe mână față de cea mai tare, la un contract de {KEY_BID}. Fără atu pare mai bine decât cu culoarea "
        f"cea mai bună în {say.number(better)} din mâini.",
    )  # fmt: skip


def _by_gap(studio: Studio) -> Figure:
    say, frame = studio.say, chosen(studio)
    part = frame[frame["high_is_best"] == 0]
    part = part.assign(gain=part["best_all"] - part["high_all"])
    drawn = studio.groups(part, "gap", "gain", least=enough(part, 10))
    return Figure(
        key="longest-or-strongest",
        kind="bars",
        caption=say(
            f"The longest suit for trump instead of the strongest, {at_level(studio)}",
            f"Atu culoarea cea mai lungă, nu cea mai tare, {at_level(studio)}",
        ),
        alt=say(
            "Bars with intervals: points gained by the longer suit, by how many cards longer it is.",
            "Bare cu intervale: punctele câștigate cu culoarea mai lungă, după câte cărți are în plus.",
        ),
        frame=drawn,
        x="gap",
        x_label=say("cards that the longest suit has more", "cărți în plus în culoarea cea mai lungă"),
        value_label=say(f"points a deal in a contract of {KEY_BID}", f"puncte pe mână la un contract de {KEY_BID}"),
        signed=True,
        zero=0.0,
        note=say(
            "Hands whose strongest suit (A 4, K 2, Q 1) is another, shorter one.",
            "Mâini în care culoarea cea mai tare (A 4, K 2, Q 1) e alta, mai scurtă.",
        ),
    )  # fmt: skip


def _no_trump(studio: Studio) -> Figure:
    say, frame = studio.say, chosen(studio)
    part = frame.assign(gain=frame["NT_all"] - frame["own_all"])
    part = part[part["trumps"] <= 6]
    drawn = studio.groups(part, ["trumps", "all_aces"], "gain", least=enough(part, 10))
    best = most_of(drawn)
    top = say.decimal(best["value"], 1, signed=True)
    return Figure(
        key="no-trump",
        kind="heat",
        caption=say(
            f"No trump against the best suit, {at_level(studio)}",
            f"Fără atu față de culoarea cea mai bună, {at_level(studio)}",
        ),
        alt=say(
            f"A grid of gains and losses; the best for no trump is {top} points, with "
            f"{best['trumps']:.0f} cards in the suit and {best['all_aces']:.0f} aces.",
            f"Un tabel colorat de câștiguri și pierderi; cel mai bine pentru fără atu: {top} puncte, cu "
            f"{best['trumps']:.0f} cărți în culoare și {best['all_aces']:.0f} ași.",
        ),
        frame=drawn,
        x="trumps",
        series="all_aces",
        x_label=say("cards in the best suit", "cărți în culoarea cea mai bună"),
        series_label=say("aces in hand", "ași în mână"),
        value_label=say(f"points a deal in a contract of {KEY_BID}", f"puncte pe mână la un contract de {KEY_BID}"),
        signed=True,
        zero=0.0,
    )  # fmt: skip


def _rules(studio: Studio) -> list[Block]:
    say, frame = studio.say, chosen(studio)
    scores = {role: f"{role}_a" for role in CHOICES}
    judges = {role: f"{role}_judge" for role in CHOICES}
    least = max(20, len(frame) // 100)
    tree = studio.tree(frame, _TREE, scores, judges, leaves=3, least=least)
    words = {
        "best_length": say("longest suit (cards)", "culoarea cea mai lungă (cărți)"),
        "gap": say("cards it has more than the strongest", "cărți în plus față de cea mai tare"),
        "best_ace": say("its ace (0 or 1)", "asul ei (0 sau 1)"),
        "all_aces": say("aces in hand", "ași în mână"),
    }
    names = {role: trump_name(say, role) for role in CHOICES}
    longest, strongest = (
        studio.cost(frame, [role] * len(frame), scores, judges) for role in ("best", "high")
    )
    first = say("Trump is always the longest suit (equal: the one with the higher card).",
                "Atu e mereu culoarea cea mai lungă (la egalitate: cea cu cartea mai mare).")  # fmt: skip
    second = say("Trump is always the suit with the best top cards.",
                 "Atu e mereu culoarea cu figurile cele mai bune.")  # fmt: skip
    return [
        Heading(say("Rules for trump", "Reguli pentru atu")),
        Rule(first, longest, unit(say), highlight=True),
        Rule(second, strongest, unit(say)),
        Bullets(leaf_texts(tree, say, words, names)),
        Rule(
            say("Choose trump by the tree above.", "Alege atuul după arborele de mai sus."),
            tree.cost,
            unit(say),
            note=say(
                f"Costs in a contract of {KEY_BID}, {at_level(studio)}, against the full calculation: what "
                f"the whole hand tells, and {LAYOUTS} other layouts of the cards not seen.",
                f"Costuri la un contract de {KEY_BID}, {at_level(studio)}, față de calculul complet: tot ce "
                f"spune mâna, și {LAYOUTS} alte împărțiri ale cărților nevăzute.",
            ),
        ),
    ]


def four_frame(studio: Studio) -> pd.DataFrame:
    """Hands with what 4 and 5 are worth, as contracts and as calls, and what force costs at 4."""
    frame, rules = chosen(studio), rules_of(studio)
    forced = score_of(frame, rules, "best", FIRST_BID)
    free = np.maximum(
        score_of(frame, rules, "own", FIRST_BID, "b")
        > score_of(frame, rules, "best", FIRST_BID, "b"),
        0,
    )
    own = score_of(frame, rules, "own", FIRST_BID)
    return frame.assign(
        forced=forced,
        free=np.where(free > 0, own, forced),
        five=frame["own_all"],
        call_4=call_of(frame, 1),
        call_5=call_of(frame, 2),
        pas=call_of(frame, 0),
    )


def _four(studio: Studio) -> list[Block]:
    import pandas as pd

    say, frame = studio.say, four_frame(studio)
    rows = []
    kinds = {
        say("longest is best", "cea mai lungă e cea mai bună"): frame["own_is_best"] == 1,
        say("another is better", "alta e mai bună"): frame["own_is_best"] == 0,
        say("all hands", "toate mâinile"): frame["own_is_best"] >= 0,
    }
    for words, inside in kinds.items():
        part = frame[inside]
        if len(part) < 5:
            continue
        row: dict[str, Any] = {"hands": words, "n": len(part)}
        for key, x in {
            "share": studio.rate(inside),
            "forced": studio.mean(part["forced"]),
            "lost": studio.mean(score_gain(part, rules_of(studio))),
            "five": studio.mean(part["five"]),
            "call": studio.mean(part["call_5"] - part["call_4"]),
        }.items():
            row |= {key: x.value, f"{key}_low": x.low, f"{key}_high": x.high}
        rows.append(row)
    heads = {
        "share": (say("of hands", "din mâini"), "percent"),
        "forced": (say("4 played, forced", "4 jucat, forțat"), "number"),
        "lost": (say("lost by force", "pierdut prin obligație"), "number"),
        "five": (say("5 played, free", "5 jucat, liber"), "number"),
        "call": (say("calling 5, not 4", "a spune 5, nu 4"), "number"),
    }
    cols = [Col("hands", say("longest suit and best suit", "culoarea lungă și cea bună"))]
    for key, (head, kind) in heads.items():
        cols.append(Col(key, head, kind, f"{key}_low", f"{key}_high", signed=key != "share"))
    total = studio.mean(frame["call_5"] - frame["call_4"])
    lost = studio.mean(score_gain(frame, rules_of(studio)))
    better = "5" if total.value > 0 else "4"
    return [
        Heading(say("Forced at 4, free at 5", "Obligat la 4, liber la 5")),
        Text(
            say(
                f"The forced colour at 4 costs only {say.number(lost)} points a deal: the longest suit mostly "
                f"is the best. If you bid at all, **bid {better}**: as the first call, 5 is worth "
                f"{say.number(total, signed=True)} points against 4, because 4 leaves the others all the room.",
                f"Culoarea obligată la 4 costă doar {say.number(lost)} puncte pe mână: cea mai lungă e de obicei "
                f"și cea mai bună. Dacă licitezi, **spune {better}**: ca primă licitație, 5 aduce "
                f"{say.number(total, signed=True)} puncte față de 4, fiindcă 4 le lasă celorlalți tot locul.",
            )
        ),
        Table(
            "four-or-five",
            say(f"4 or 5, points a deal, {at_level(studio)}", f"4 sau 5, puncte pe mână, {at_level(studio)}"),
            pd.DataFrame(rows),
            cols,
            note=say(
                "Played: the contract, if it is played. Calling: the first call, with the others answering "
                "by the bidding model.",
                "Jucat: contractul, dacă se joacă. A spune: prima licitație, cu ceilalți răspunzând după "
                "modelul de licitație.",
            ),
        ),
    ]  # fmt: skip


def score_gain(frame: pd.DataFrame, rules: Any) -> Any:
    """What a free choice of trump would add to a contract of 4, by halves that do not know it."""
    gains = []
    for judge, scorer in (("a", "b"), ("b", "a")):
        own, best = (score_of(frame, rules, role, FIRST_BID, judge) for role in ("own", "best"))
        gain = [score_of(frame, rules, role, FIRST_BID, scorer) for role in ("own", "best")]
        gains.append(np.where(own > best, gain[0] - gain[1], 0.0))
    return (gains[0] + gains[1]) / 2
