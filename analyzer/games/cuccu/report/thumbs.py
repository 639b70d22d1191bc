"""Rules of thumb: how little is lost by simple thresholds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from analyzer.cards.cuccu import FOOL, LION
from analyzer.games.chapters import Block, Bullets, Heading, Number, Rule, Text
from analyzer.games.cuccu.report.answers import Situation, all_answers
from analyzer.games.cuccu.report.thresholds import kept_from
from analyzer.games.cuccu.report.words import card_name, seat_name
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.studio import Studio, leaf_texts, tree_choices

if TYPE_CHECKING:
    import pandas as pd

Answers = dict[tuple[int, int], Situation]
Lowest = Callable[[int], int]
"""The lowest card that a rule keeps in a seat."""

_SCORES = {"keep": "keep", "ask": "ask"}
_TREE = ("card", "behind", "players")
_TABLES = (2, 3, 4)
"""Numbers of players at the tables that the tree is for, besides the report's own."""


def rules_of_thumb(studio: Studio) -> Sequence[Block]:
    """One threshold, a threshold for each seat, and a small tree, with what each loses."""
    say, rules = studio.say, studio.rules
    assert isinstance(rules, CuccuRules)
    answers = all_answers(studio, rules.players)
    own = kept_from(answers, rules.players)
    single = best_single(answers, rules.players)
    dealer = rules.players
    apart = best_single(answers, rules.players - 1)
    seats = ", ".join(
        f"{seat_name(say, seat, rules.players)}: {card_name(card)}" for seat, card in own.items()
    )
    return [
        Text(
            say(
                "A rule's cost is what it loses against the better answer to every first decision, over "
                "all cards and seats alike, the others playing on at the level of the report.",
                "Costul unei reguli este pierderea față de răspunsul mai bun la fiecare primă decizie, "
                "pe toate cărțile și locurile la fel, ceilalți jucând mai departe la nivelul raportului.",
            )
        ),
        _rule(
            studio,
            say(
                f"Keep from {card_name(single)} on, in any seat; ask with anything lower and with the Matto.",
                f"Păstrează de la {card_name(single)} în sus, în orice loc; cere cu orice mai mic și cu Matto.",
            ),
            answers,
            lambda seat: single,
        ),
        _rule(
            studio,
            say(
                f"Before the dealer keep from {card_name(apart)} on, as dealer from {card_name(own[dealer])}.",
                f"Înaintea celui care împarte păstrează de la {card_name(apart)}, ca împărțitor de la "
                f"{card_name(own[dealer])}.",
            ),
            answers,
            lambda seat: own[dealer] if seat == dealer else apart,
        ),
        _rule(
            studio,
            say(f"Keep by seat: {seats}.", f"Păstrează după loc: {seats}."),
            answers,
            own.__getitem__,
        ),
        *_tree(studio, answers, rules),
    ]  # fmt: skip


def best_single(answers: Answers, last: int) -> int:
    """The one threshold for seats 1 to ``last`` that loses least."""
    some = {key: found for key, found in answers.items() if key[0] <= last}
    return min(range(LION, FOOL), key=lambda card: lost(some, lambda _: card, "match").value)


def lost(answers: Answers, lowest: Lowest, measure: str) -> Number:
    """What a rule of thresholds loses a decision, over all its seats and cards alike.

    In lives (``points``), or in the chance of winning (``match``), by which the better answer is
    the one that wins more matches.
    """
    sign = -1 if measure == "points" else 1
    total, variance = 0.0, 0.0
    for (seat, card), found in answers.items():
        asks = card == FOOL or card < lowest(seat)
        if asks != (found.gains["match"].value > 0):
            gain = found.gains[measure]
            total += sign * (-gain.value if asks else gain.value)
            variance += gain.half**2
    count = len(answers)
    half = variance**0.5 / count
    return Number(total / count, total / count - half, total / count + half, percent=sign > 0)


def _rule(studio: Studio, text: str, answers: Answers, lowest: Lowest) -> Rule:
    say = studio.say
    lives = say.number(lost(answers, lowest, "points"))
    return Rule(
        text,
        lost(answers, lowest, "match"),
        say("of the match a decision", "din partidă pe decizie"),
        note=say(f"In lives a round: {lives}.", f"În vieți pe rundă: {lives}."),
        highlight=True,
    )


def _tree(studio: Studio, answers: Answers, rules: CuccuRules) -> list[Block]:
    say = studio.say
    tables = {players: all_answers(studio, players) for players in _TABLES} | {
        rules.players: answers
    }
    rows = answer_rows(tables)
    tree = studio.tree(rows, _TREE, _SCORES, leaves=5, least=3)
    # All decisions there are were fitted: what is lost on them is no estimate.
    cost = studio.cost(rows, tree_choices(tree, rows), _SCORES).value
    lines = leaf_texts(
        tree,
        say,
        {
            "card": say("number of the card (Matto: −4)", "numărul cărții (Matto: −4)"),
            "behind": say("seats behind you", "locuri după tine"),
            "players": say("players", "jucători"),
        },
        {"keep": say("keep", "păstrează"), "ask": say("ask", "cere")},
    )
    return [
        Heading(say("A small tree for tables of any size", "Un arbore mic pentru mese de orice mărime")),
        Bullets(lines),
        Rule(
            say("Follow the tree above.", "Urmează arborele de mai sus."),
            Number(cost, cost, cost, percent=True),
            say("of the match a decision", "din partidă pe decizie"),
            note=say(
                "Over every card and seat at tables of two to four, and at this one.",
                "Peste toate cărțile și locurile la mese de doi până la patru, și la aceasta.",
            ),
        ),
    ]  # fmt: skip


def answer_rows(tables: dict[int, Answers]) -> pd.DataFrame:
    """A row a decision: the card's number (the fool's as −4), seats behind, worth of answers.

    ``tables`` by number of players.
    """
    import pandas as pd

    rows = [
        {
            "card": -4 if card == FOOL else card - 3,
            "behind": players - seat,
            "players": players,
            "keep": found.values["keep", "match"].value,
            "ask": found.values["ask", "match"].value,
        }
        for players, answers in sorted(tables.items())
        for (seat, card), found in answers.items()
    ]
    return pd.DataFrame(rows)
