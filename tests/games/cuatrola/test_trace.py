"""Deals shown card by card: legal by the rule book in plain Python, and those that are counted."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from analyzer.api import ask_odds
from analyzer.cards import PACK_20, parse_card, parse_deal
from analyzer.games import load_game
from analyzer.games.cuatrola.calls import NAMES
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.trace import Step, Trace
from tests.cli.command import good
from tests.games.cuatrola.replay import CARDS, mixed
from tests.reference import cuatrola as book

GAME = load_game("cuatrola")
STANDARD = CuatrolaRules()
HAND, KNOWN = "3B RB AC AE HO", {"seat": "1", "turned": "SB", "sample": ""}


def spelled(text: str) -> str:
    """A card of a trace as the rule book in Python writes it."""
    number = parse_card(text, PACK_20)
    return CARDS[16 * (number // 5) + number % 5]


class Steps:
    """A policy for the rule book that reads a trace: each step must be among its options."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.left = [step for step in steps if step.act != "takes"]

    def __call__(self, kind: str, seat: int, options: list[Any]) -> Any:
        step = self.left.pop(0)
        assert step.seat == seat
        if kind == "card":
            assert step.act == "play"
            found: Any = spelled(step.text)
        elif kind == "call":
            assert step.act == "call"
            found = book.CONTRACTS[NAMES.index(step.text)]
        else:
            assert step.act == "announce"
            found = book.SILENT if step.text == "silent" else step.text.split()[1]
        assert found in options
        return found


def hands_of(trace: Trace) -> list[list[str]]:
    owners, _ = parse_deal(trace.deal["deal"], PACK_20, 4)
    return [
        [CARDS[16 * (int(c) // 5) + int(c) % 5] for c in np.flatnonzero(owners == seat)]
        for seat in range(4)
    ]


def replayed(rules: CuatrolaRules, trace: Trace, scores: tuple[int, int] = (0, 0)) -> book.Hand:
    """The whole deal by the rule book, from the calls on."""
    policy = Steps(trace.steps)
    name, who = book.declare(rules, scores, policy)
    turned = spelled(trace.deal["turned"])
    hand = book.Hand(rules, hands_of(trace), turned[1], name, who, policy).play()
    left = [step for step in policy.left if step.text != "tute"]
    assert not left
    takers = [step.seat for step in trace.steps if step.act == "takes"]
    assert [takers.count(seat) for seat in range(4)] == list(hand.tricks)
    return hand


def score_of(hand: book.Hand) -> int:
    pair, points = hand.match_points()
    return points if pair == 0 else -points


@pytest.mark.parametrize(
    ("plays", "count"),
    [
        (["simple"] * 4, 100),
        (["random"] * 4, 100),
        (["expert:4"] * 4, 25),
        (["expert:4", "random", "simple", "expert:2"], 25),
    ],
)
def test_a_trace_is_the_deal_of_the_table(plays: list[str], count: int) -> None:
    table = GAME.table(STANDARD)
    found = table.deals(5, 0, count, plays, table.workspace(plays))
    dealt = GAME.deal(STANDARD, count, 5)
    for number in range(count):
        trace = table.trace(5, number, plays)
        assert trace.deal == GAME.show_deal(STANDARD, dealt, number)
        assert trace.results == {
            f"{measure} {side + 1}": values[number, side]
            for measure, values in found.items()
            for side in (0, 1)
        }
        assert score_of(replayed(STANDARD, trace)) == trace.results["score 1"]


def test_traces_follow_every_house_rule() -> None:
    rng = np.random.default_rng(8)
    for number in range(60):
        rules = CuatrolaRules.make(mixed(rng))
        play = ["random", "simple"][number % 2]
        trace = GAME.table(rules).trace(6, number, [play] * 4)
        assert score_of(replayed(rules, trace)) == trace.results["score 1"]


@pytest.mark.parametrize("play", ["simple", "random", "expert:4"])
@pytest.mark.parametrize("calls", ["", "paso solo"])
def test_a_hand_is_traced_as_it_is_counted(play: str, calls: str) -> None:
    known = dict(KNOWN, seat="3", calls=calls, score="4-5") if calls else KNOWN
    plan = ask_odds(STANDARD, HAND, [play], **known).plan
    choices = list({tuple(c.choice.items()): c.choice for c in plan.columns}.values())
    assert {"contract": "cuatro"} in choices
    own = {spelled(card) for card in ("b3", "bR", "cA", "eA", "oC")}
    count = 25 if play != "expert:4" else 4
    shown = plan.deals(9, 0, count)
    for number in range(count):
        outcomes = plan.compute(9, number, 1, plan.workspace()).outcomes[0]
        for choice in choices:
            trace = plan.trace(9, number, play, choice)
            expected = {
                column.measure: x / column.scale
                for column, x in zip(plan.columns, outcomes, strict=True)
                if column.choice == choice
            }
            assert trace.results == expected
            assert trace.deal == GAME.show_deal(STANDARD, shown, number)
            seat = 2 if calls else 0
            assert set(hands_of(trace)[seat]) == own
            sign = 1 if seat % 2 == 0 else -1
            hand = replayed(STANDARD, trace, (4, 5) if calls else (0, 0))
            assert sign * score_of(hand) == trace.results["score"]


def test_contracts_on_random_deals_are_traced_as_they_are_counted() -> None:
    plan = ask_odds(STANDARD, None, ["simple"], seat="2").plan
    choices = list({tuple(c.choice.items()): c.choice for c in plan.columns}.values())
    for number in range(20):
        outcomes = plan.compute(3, number, 1, plan.workspace()).outcomes[0]
        for choice in choices:
            trace = plan.trace(3, number, "simple", choice)
            assert trace.results == {
                column.measure: x / column.scale
                for column, x in zip(plan.columns, outcomes, strict=True)
                if column.choice == choice
            }
            policy = Steps(trace.steps)
            name = book.CONTRACTS[NAMES.index(str(choice["contract"]).replace("pass", "paso"))]
            who = 1 if choice["contract"] != "pass" else None
            turned = spelled(trace.deal["turned"])
            hand = book.Hand(STANDARD, hands_of(trace), turned[1], name, who, policy).play()
            assert -score_of(hand) == trace.results["score"]


def test_the_command_line_shows_traces() -> None:
    text = good("deal", "cuatrola", "--seed", "7", "--number", "2", "--trace", "simple")
    assert "seat 3 call: solo" in text
    assert "announce: 20 E" in text
    found = json.loads(
        good(
            "deal", "cuatrola", *HAND.split(), "--seat", "1", "--turned", "SB", "--seed", "7",
            "--trace", "simple", "--choice", "contract=solo", "--format", "json",
        )
    )  # fmt: skip
    assert found["deals"][0]["results"]["tricks"] >= 0
