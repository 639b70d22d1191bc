"""Rules of thumb: a count of danger for the exchange, and when to try the slam; what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analyzer.games.chapters import Block, Col, Heading, Number, Rule, Table, Text
from analyzer.games.cupe.report.give import gains
from analyzer.games.cupe.report.hands import SLAM_FEATURES
from analyzer.games.cupe.report.races import (
    CLASS_OF_CARD,
    CLASSES,
    ENOUGH,
    MOST_BELOW,
    RULES,
    SLAM_LOSERS,
    Counts,
    RaceSample,
    cards_below,
)
from analyzer.games.cupe.report.words import (
    exchanges,
    gift_hands,
    gives,
    has_slam,
    hopeful_hands,
    own_rules,
    suits,
)
from analyzer.games.studio import Studio, leaf_texts

if TYPE_CHECKING:
    import pandas as pd

_SHARE, _FEW, _MOST = 100, 20, 400
_LEAST_HANDS = 8
_LEAST = 30
_TRY_LOSERS = 6
_SCORES = {"duck": "duck_a", "slam": "slam_a"}
_JUDGES = {"duck": "duck_b", "slam": "slam_b"}


def rules_of_thumb(studio: Studio) -> Sequence[Block]:
    """The exchange, then the slam."""
    blocks: list[Block] = []
    if gives(studio):
        blocks += _exchange(studio)
    if has_slam(studio):
        blocks += _slam(studio)
    if not blocks:
        say = studio.say
        blocks = [Text(say("Under these rules there is nothing to give and no slam to try.",
                           "Sub aceste reguli nu e nimic de pasat și niciun slam de încercat."))]  # fmt: skip
    return blocks


def danger_counts(studio: Studio) -> Counts:
    """Points of a card by class and lower cards: gains of giving it, in whole points.

    float64 [CLASSES, MOST_BELOW + 1], of what was gained by giving the cards.
    """
    rows = gift_hands(studio)
    table, below = gains(rows), cards_below(suits(rows))
    counts = np.zeros((len(CLASSES), MOST_BELOW + 1))
    for c in range(len(CLASSES)):
        for b in range(MOST_BELOW + 1):
            inside = (CLASS_OF_CARD[None, :] == c) & (below == b) & ~np.isnan(table)
            if inside.sum() >= _LEAST:
                counts[c, b] = np.rint(table[inside].mean())
    return counts + 0.0


def race_hands(studio: Studio) -> pd.DataFrame:
    """Hands whose exchanges were raced, with what the rules score."""
    hands = max(_FEW, min(_MOST, studio.deals // _SHARE))
    hands = max(_LEAST_HANDS, round(hands / exchanges(studio)))
    return studio.sample("race", RaceSample(own_rules(studio), danger_counts(studio)), hands)


def rule_cost(studio: Studio, rule: str) -> Number:
    """What a rule for giving loses a hand against the race."""
    rows = race_hands(studio)
    return studio.mean(rows["race"] - rows[rule])


def _exchange(studio: Studio) -> list[Block]:
    say = studio.say
    rows = race_hands(studio)
    number = own_rules(studio).exchange_count
    costs = {rule: rule_cost(studio, rule) for rule in RULES[1:]}
    unit = say("points a hand", "puncte pe mână")
    with_slam = has_slam(studio)
    texts = {
        "simple": say("Give as the simple player (docs/cupe.md).", "Pasează ca jucătorul simplu (docs/cupe.md)."),
        "count_slam": say(
            f"Give the {number} cards with most danger points; but with at most {say.plain(SLAM_LOSERS)} losers "
            "left keep the high cards for a slam and give losers.",
            f"Pasează cele {number} cărți cu cele mai multe puncte de pericol; dar cu cel mult "
            f"{say.plain(SLAM_LOSERS)} pierzătoare rămase păstrează cărțile mari pentru Grand Slam și pasează pierzătoare.",
        ),
        "count": say(
            f"Give the {number} cards with most danger points.",
            f"Pasează cele {number} cărți cu cele mai multe puncte de pericol.",
        ),
        "queen_first": say(
            f"With fewer than {ENOUGH} spades below her give the queen, king and ace of spades; then the "
            "highest hearts.",
            f"Cu mai puțin de {ENOUGH} pici sub damă pasează dama, popa și asul de pică; apoi cele mai mari cupe.",
        ),
        "highest": say("Give the highest cards.", "Pasează cele mai mari cărți."),
        "hearts": say("Give the highest hearts.", "Pasează cele mai mari cupe."),
        "random": say("Give any cards.", "Pasează orice cărți."),
    }  # fmt: skip
    shown = [rule for rule in RULES[1:] if with_slam or rule != "count_slam"]
    best = "count_slam" if with_slam else "count"
    return [
        Heading(say("The exchange: a count of danger", "Pasarea: puncte de pericol")),
        _count_table(studio),
        Text(
            say(
                f"Costs are against the best of all exchanges of a hand, found by a race at `simple` play and "
                f"measured on other layouts; {say.count(len(rows))} hands.",
                f"Costurile sunt față de cea mai bună dintre toate pasările unei mâini, găsită printr-o "
                f"întrecere la nivelul `simple` și măsurată pe alte repartiții; {say.count(len(rows))} mâini.",
            )
        ),
        *(Rule(texts[rule], costs[rule], unit, highlight=rule == best) for rule in shown),
    ]  # fmt: skip


def _count_table(studio: Studio) -> Table:
    import pandas as pd

    say = studio.say
    counts = danger_counts(studio)
    words = {
        "queen": "Q♠",
        "spade_top": "K♠ A♠",
        "heart_high": "J♥–A♥",
        "heart_middle": "5♥–10♥",
        "heart_low": "2♥–4♥",
        "diamond_high": "8♦–A♦",
        "club_high": "8♣–A♣",
        "plain_middle": "5–7 ♦ ♣",
        "plain_low": "2–4 ♦ ♣",
        "spade_low": "2♠–J♠",
    }
    rows = []
    for c, name in enumerate(CLASSES):
        row: dict[str, object] = {"card": words[name]}
        row |= {f"below_{b}": float(counts[c, b]) for b in range(MOST_BELOW + 1)}
        rows.append(row)
    cols = [Col("card", say("card", "cartea"))]
    cols += [
        Col(f"below_{b}", say(f"{b} lower", f"{b} sub ea") if b < MOST_BELOW else say(f"{b}+ lower", f"{b}+ sub ea"), "number", signed=True)
        for b in range(MOST_BELOW + 1)
    ]  # fmt: skip
    return Table(
        "danger-points",
        say("Danger points of a card, by the lower cards of its suit in hand",
            "Punctele de pericol ale unei cărți, după cărțile mai mici din culoarea ei aflate în mână"),
        pd.DataFrame(rows),
        cols,
        note=say(
            "The points that giving the card gains over keeping it, rounded. Equal points: the higher card goes.",
            "Punctele câștigate pasând cartea față de păstrarea ei, rotunjite. La egalitate pleacă cea mai mare.",
        ),
    )  # fmt: skip


def _slam(studio: Studio) -> list[Block]:
    say = studio.say
    rows = hopeful_hands(studio)
    tree = studio.tree(rows, SLAM_FEATURES, _SCORES, _JUDGES, leaves=5)
    lines = leaf_texts(
        tree,
        say,
        {
            "heart_tops": say("hearts from the ace down without a gap", "cupe de la as în jos fără gol"),
            "hearts": say("hearts", "cupe"),
            "sure": say("cards of all suits from the ace down without a gap", "cărți de la as în jos fără gol, din toate culorile"),
            "longest": say("cards of the longest suit", "cărți în culoarea cea mai lungă"),
            "stops": say("suits held without their ace", "culori ținute fără as"),
        },
        {"duck": say("duck", "ferește-te"), "slam": say("try the slam", "încearcă Grand Slam-ul")},
    )  # fmt: skip
    unit = say("points a hopeful hand", "puncte pe mână cu speranțe")

    def cost(most: float) -> Number:
        picks = ["slam" if x <= most else "duck" for x in rows["losers"]]
        return studio.cost(rows, picks, _SCORES, _JUDGES)

    few = _TRY_LOSERS
    return [
        Heading(say("The grand slam: try or duck", "Grand Slam: încerci sau te ferești")),
        Text(
            say(
                "For hands after the exchange that could take every point at all, at `simple` play; against "
                "the better of trying and ducking, judged on other layouts of the same hand.",
                "Pentru mâinile de după pasare care ar putea lua toate punctele, la nivelul `simple`; față de "
                "mai bunul dintre încercare și ferire, judecat pe alte repartiții ale aceleiași mâini.",
            )
        ),
        Rule(
            say(f"Try the slam with at most {few} losers.", f"Încearcă Grand Slam-ul cu cel mult {few} cărți pierzătoare."),
            cost(few),
            unit,
        ),
        Rule(say("Try it with at most 3 losers.", "Încearcă-l cu cel mult 3 pierzătoare."), cost(3), unit),
        Rule(say("Never try it.", "Nu-l încerca niciodată."), cost(-1), unit),
        Rule(say("Always try it.", "Încearcă-l mereu."), cost(99), unit),
        Rule("; ".join(line[:1].upper() + line[1:] for line in lines) + ".", tree.cost, unit, highlight=True),
    ]  # fmt: skip
