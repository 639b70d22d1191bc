"""Deals shown card by card: played again by the plain rule book, and those that are counted."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from analyzer.api import ask_odds
from analyzer.cards import PACK_24, parse_card, parse_deal
from analyzer.games import load_game
from analyzer.games.cruce.calls import show_call
from analyzer.games.cruce.kernels import auction as kernels
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.trace import Step, Trace
from tests.cli.command import bad, good
from tests.games.cruce.test_kernels_follow_the_book import combination
from tests.reference import cruce as book

GAME = load_game("cruce")


def spelled(text: str) -> str:
    """A card of a trace as the rule book in Python writes it."""
    return book.PACK[parse_card(text, PACK_24)]


def dealt_of(rules: CruceRules, trace: Trace) -> book.Dealt:
    owners, _ = parse_deal(trace.deal["deal"], PACK_24, rules.players)
    hands = [[book.PACK[c] for c in np.flatnonzero(owners == s)] for s in range(rules.players)]
    stock = [spelled(card) for card in trace.deal.get("stock", "").split(",") if card]
    return book.Dealt(hands, [[] for _ in hands], stock)


def replayed(rules: CruceRules, trace: Trace) -> tuple[list[int], list[int], list[int]]:
    """Card points, announcements and tricks by side when the rule book plays these cards."""
    plays = [step for step in trace.steps if step.act == "play"]
    made = next(step for step in trace.steps if step.act == "trump")
    named = " by " in made.text or rules.trump_by != "first_lead"
    left = list(plays)

    def policy(what: str, seat: int, options: list[Any]) -> Any:
        step = left.pop(0)
        assert (what, step.seat) == ("play", seat)
        assert spelled(step.text) in options
        return spelled(step.text)

    assert made.seat is not None
    suit = book.SUITS[PACK_24.suits.index(made.text[0])]
    dealt = dealt_of(rules, trace)
    trump, cards, announced, tricks = book.play_cards(
        rules, dealt, made.seat, suit if named else None, policy
    )
    assert trump == suit
    assert not left
    taken = [0] * len(cards)
    told = [0] * len(cards)
    for step in trace.steps:
        if step.seat is None:
            assert step.act == "call"
            continue
        if step.act == "takes":
            taken[book.side_of(rules, step.seat)] += int(step.text)
        if step.act == "announce":
            told[book.side_of(rules, step.seat)] += int(step.text.split()[0])
    assert (taken, told) == (cards, announced)
    drawn = [spelled(step.text) for step in trace.steps if step.act == "draw"]
    assert drawn == dealt.stock
    return cards, announced, tricks


def check_auction(rules: CruceRules, steps: tuple[Step, ...]) -> None:
    """Calls in turn, each allowed; the last auction makes the declarer."""
    calls = [step for step in steps if step.act == "call" and "round" not in step.text]
    last = max((i for i, step in enumerate(calls) if step.seat is None), default=-1)
    left = calls[last + 1 :]

    def policy(what: str, seat: int, options: list[tuple[int, int]]) -> tuple[int, int]:
        step = left.pop(0)
        assert (what, step.seat) == ("call", seat)
        return next(
            (bid, mode) for bid, mode in options if show_call(kernels.BID * bid + mode) == step.text
        )

    declarer, _ = book.auction(rules, policy)
    assert not left
    assert next(step.seat for step in steps if step.act == "trump") == declarer


@pytest.mark.parametrize("players", [4, 3, 2])
@pytest.mark.parametrize(("play", "count"), [("simple", 100), ("random", 100), ("expert:4", 20)])
def test_a_trace_is_the_deal_of_the_table(players: int, play: str, count: int) -> None:
    rules = CruceRules(players=players)
    table, plays = GAME.table(rules), [play] * players
    found = table.deals(5, 0, count, plays, table.workspace(plays))
    dealt = GAME.deal(rules, count, 5)
    for number in range(count):
        trace = table.trace(5, number, plays)
        again = any("round" in step.text for step in trace.steps if step.act == "call")
        assert again or trace.deal == GAME.show_deal(rules, dealt, number, False)
        for measure, values in found.items():
            for side in range(rules.sides):
                scale = table.scale if measure == "score" else 1
                assert trace.results[f"{measure} {side + 1}"] == values[number, side] / scale
        cards, announced, _ = replayed(rules, trace)
        points = [trace.results[f"points {side + 1}"] for side in range(rules.sides)]
        assert points == [a + b for a, b in zip(cards, announced, strict=True)]
        check_auction(rules, trace.steps)


def test_traces_follow_every_house_rule() -> None:
    # Bidding models of mixed rules would have to be learned: contracts without an auction.
    for number in range(60):
        rules = combination(number)
        play = ["random", "simple"][number % 2]
        plan = ask_odds(rules, None, [play]).plan
        choices = list({tuple(c.choice.items()): c.choice for c in plan.columns}.values())
        choice = choices[number % len(choices)]
        trace = plan.trace(6, number, play, choice)
        cards, announced, tricks = replayed(rules, trace)
        side = rules.first_seat % rules.sides
        pair = announced[side] if tricks[side] or not rules.announce_needs_trick else 0
        assert trace.results["small_points"] == cards[side] + pair


QUESTIONS: list[tuple[dict[str, Any], str, dict[str, str]]] = [
    ({}, "sAT hK", {}),
    ({"trump_by": "named"}, "sAT hK", {"calls": "pas 1", "score": "12-15"}),
    ({"players": 3}, "sAKQ9 hAT d9 cJ", {"calls": "pas 2 pas"}),
    ({"players": 2}, "sAKQ hT d9 cJ", {}),
]


@pytest.mark.parametrize(("changes", "hand", "known"), QUESTIONS, ids=str)
@pytest.mark.parametrize(("play", "count"), [("simple", 12), ("random", 12), ("expert:2", 2)])
def test_a_hand_is_traced_as_it_is_counted(
    changes: dict[str, Any], hand: str, known: dict[str, str], play: str, count: int
) -> None:
    rules = CruceRules(**changes)
    plan = ask_odds(rules, hand, [play], **known).plan
    choices = list({tuple(c.choice.items()): c.choice for c in plan.columns}.values())
    shown = plan.deals(9, 0, count)
    seat = int(plan.question["seat"]) - 1
    for number in range(count):
        outcomes = plan.compute(9, number, 1, plan.workspace()).outcomes[0]
        for choice in choices[:: max(1, len(choices) // 12)]:
            trace = plan.trace(9, number, play, choice)
            assert trace.results == {
                column.measure: value / column.scale
                for column, value in zip(plan.columns, outcomes, strict=True)
                if dict(column.choice) == dict(choice) and not column.hidden
            }
            assert trace.deal == GAME.show_deal(rules, shown, number, False)
            cards, announced, _ = replayed(rules, trace)
            side = seat % rules.sides
            total = cards[side] + announced[side]
            bid = choice.get("bid")
            if "small_points" in trace.results:
                assert trace.results["small_points"] == total
            if isinstance(bid, int):
                assert trace.results["points"] == (total // 33 if total >= 33 * bid else -bid)
            if bid == "pass":
                check_auction(rules, trace.steps)
                assert trace.results["score"] == trace.results["call"]


def test_base_deals_are_those_of_the_game() -> None:
    rules = CruceRules(double_round=False)
    plan = ask_odds(rules, None, ["simple"]).plan
    dealt, shown = GAME.deal(rules, 50, 4), plan.deals(4, 0, 50)
    for i in range(50):
        assert GAME.show_deal(rules, shown, i) == GAME.show_deal(rules, dealt, i)


def test_the_command_line_shows_traces() -> None:
    text = good("deal", "cruce", "--seed", "7", "--number", "2", "--trace", "simple")
    assert "seat 1 trump: " in text
    assert text.count("takes") == 6
    words = ("deal", "cruce", "sAT hK", "--seed", "3", "--trace", "simple")
    found = json.loads(good(*words, "--choice", "bid=2,trump=own", "--format", "json"))
    assert found["deals"][0]["results"]["success"] in (0, 1)
    assert "solve" in " ".join(bad(*words[:-1], "open", "--choice", "bid=2,trump=own"))
