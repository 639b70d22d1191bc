"""Rounds shown act by act, against the rule book in plain Python given the same answers."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from analyzer.cards.cuccu import parse_card
from analyzer.games import load_game
from analyzer.games.cuccu.deals import deal_packs
from analyzer.games.cuccu.rules import CuccuRules
from tests.cli.command import bad, good
from tests.reference import cuccu as reference

VARIED = {key: rule.choices for key, rule in CuccuRules.rules().items() if rule.choices}
KINDS = {"keep": 0, "ask": 0, "swap with the pack": 0, "no cover": 1, "ask for cover": 1}
YES = {"ask", "swap with the pack", "ask for cover", "covers"}
NAMES = (reference.ASK, reference.COVER, reference.ACCEPT)


def replayed(rules: CuccuRules, seed: int, number: int, trace) -> reference.Round:
    """The round by the rule book; every question must be the trace's next one."""
    given = iter([step for step in trace.steps if step.act == "answer"])

    def decide(kind: str, seat: int, game: reference.Round) -> bool:
        step = next(given)
        assert (step.seat, NAMES[KINDS.get(step.text, 2)]) == (seat, kind)
        return step.text in YES

    pack = [int(card) % 20 for card in deal_packs(rules, 1, seed, number)[0]]
    lives = [rules.lives] * rules.players
    game = reference.Round(rules.settings(), lives, pack[1:], pack[:1], decide)
    game.play()
    assert next(given, None) is None
    return game


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
def test_a_trace_is_the_round_of_the_rule_book(play: str) -> None:
    rng = random.Random(play)
    for number in range(150):
        rules = CuccuRules.make({k: rng.choice(v) for k, v in VARIED.items()} | {"players": 4})
        trace = load_game("cuccu").table(rules).trace(3, number, [play] * 4)
        game = replayed(rules, 3, number, trace)
        ends = [step for step in trace.steps if step.act == "ends with"]
        for step, card in zip(ends, game.card, strict=True):
            held = step.text.split(",")[0]
            # A match that ends within the round leaves seats without a card.
            assert held == "no card" if card is None else parse_card(held) == card
        dealt = [e[1:] for e in game.log if e[0] == "dealt"]
        deals = [(s.seat, parse_card(s.text)) for s in trace.steps if s.act == "deal"]
        assert deals == dealt
        losses = [step.seat for step in trace.steps if step.act == "loses"]
        assert all(game.lost[seat] >= losses.count(seat) for seat in set(losses))


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
def test_results_are_those_of_the_run(play: str) -> None:
    rules = CuccuRules.make({})
    table = load_game("cuccu").table(rules)
    plays = [play, "simple", play, "random"]
    found = table.deals(11, 0, 100, plays, table.workspace(plays))
    for number in range(100):
        results = table.trace(11, number, plays).results
        for name, values in found.items():
            scale = table.scale if name == "score" else 1
            shown = [results[f"{name} {seat + 1}"] for seat in range(4)]
            assert np.allclose(values[number] / scale, shown)


def test_a_choice_that_is_found_by_a_race_must_be_named() -> None:
    (line,) = bad("deal", "cupe", "♠AQ743 ♥K93 ♦AT52 ♣K", "--trace", "simple")
    assert line.startswith("--trace: what is chosen must be among what is known")


def test_the_command_shows_the_deal_that_it_deals() -> None:
    bare = good("deal", "cuccu", "--seed", "7", "--number", "2")
    text = good("deal", "cuccu", "--seed", "7", "--number", "2", "--trace", "simple")
    assert text.startswith(f"Deal 2: {bare.strip()}\n")
    found = json.loads(
        good(
            "deal", "cuccu", "--seed", "7", "--trace", "simple", "--format", "json", "--count", "2"
        )
    )
    assert [deal["number"] for deal in found["deals"]] == [0, 1]
    assert {row["act"] for row in found["rows"]} >= {"deal", "answer", "ends with"}


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["VI"], "leave the card out to see numbered rounds"),
        (["--trace", "open"], "Cuccù has no level 'open'"),
        (["--trace", "simple,simple"], "expected one level of play, or 4"),
        (["--choice", "answer=ask"], "--choice: expected a hand and --trace with it"),
        (["VI", "--trace", "simple"], "expected --choice and one of answer=keep; answer=ask"),
        (["VI", "--trace", "simple", "--choice", "answer=no"], "expected one of answer=keep"),
        (
            ["VI", "--trace", "simple,expert", "--choice", "answer=ask"],
            "expected one level of play with a hand",
        ),
    ],
)
def test_what_cannot_be_shown(options: list[str], problem: str) -> None:
    (line,) = bad("deal", "cuccu", *options)
    assert problem in line
