"""Hands of Cupe shown card by card: legal by the rule book, and those that are counted."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyzer.api import ask_odds
from analyzer.cards import PACK_52, parse_deal
from analyzer.errors import QuestionError
from analyzer.games.cupe.game import GAME
from analyzer.games.cupe.rules import CupeRules
from tests.cli.command import good
from tests.games.cupe.variants import ALONE, PRESETS, named
from tests.reference import cupe as reference

STANDARD = CupeRules()
GIVE = "♠AQ7 ♥KT2 ♦J9863 ♣A4"
STAND = "♠AKQ2 ♥AKQJT98 ♦A ♣A"
KNOWN = {"after_exchange": "yes", "gave": "4C 6D 7D", "received": "AD 8H 2S"}


def hands_of(text):
    owners, _ = parse_deal(text, PACK_52, 4)
    return [{reference.PACK[c] for c in np.flatnonzero(owners == seat)} for seat in range(4)]


def cards(text):
    """Cards as the reference writes them: rank, then suit."""
    return {(word[1:] + word[0]).upper() for word in text.split()}


def replayed(rules, trace, step):
    """What each seat took: gifts and cards are checked by the rule book's reference."""
    dealt = hands_of(trace.deal["deal"])
    gifts = [set() for _ in range(4)]
    for act in trace.steps:
        if act.act == "exchange":
            gifts[act.seat] = cards(act.text)
            assert len(gifts[act.seat]) == rules.exchange_count
            assert gifts[act.seat] <= reference.may_be_given(rules, dealt[act.seat])
    assert (step == 0) == (not any(gifts))
    hands = reference.after_exchange(dealt, gifts, step)
    hand = reference.Hand(rules, hands, reference.opener(rules, hands, 0))
    for act in trace.steps:
        if act.act == "play":
            assert act.seat == hand.turn
            hand.play(*cards(act.text))
        elif act.act == "takes":
            assert not hand.trick
            assert act.seat == hand.leader
    assert hand.over
    return hand.taken


@pytest.mark.parametrize(
    ("plays", "count"),
    [
        (["simple"] * 4, 100),
        (["random"] * 4, 100),
        (["expert:2"] * 4, 100),
        (["expert:2", "random", "simple", "expert:3"], 100),
    ],
)
def test_a_trace_is_the_deal_of_the_table(plays, count):
    table = GAME.table(STANDARD)
    found = table.deals(3, 0, count, plays, None)
    dealt = GAME.deal(STANDARD, count, 3)
    for number in range(count):
        trace = table.trace(3, number, plays)
        assert trace.deal == GAME.show_deal(STANDARD, dealt, number, unicode=False)
        taken = replayed(STANDARD, trace, 3)
        for seat in range(4):
            for name, values in found.items():
                scale = table.scale if name == "score" else 1
                assert trace.results[f"{name} {seat + 1}"] == values[number, seat] / scale
            assert trace.results[f"queen {seat + 1}"] == ("QS" in taken[seat])
            assert trace.results[f"clean {seat + 1}"] == (not taken[seat] & reference.POINTS)


@pytest.mark.parametrize("rules", ALONE + PRESETS, ids=named)
def test_traces_are_legal_under_every_house_rule(rules):
    plays = ["simple", "random", "simple", "random"]
    table = GAME.table(rules)
    for number in range(4):
        trace = table.trace(8, number, plays)
        step = reference.direction(rules, number, 0)
        if rules.exchange == "random":
            step = next((s for s in range(4) if _fits(rules, trace, s)), None)
            assert step is not None
        replayed(rules, trace, step)
        points = table.deals(8, number, 1, plays, None)["points"][0]
        assert [trace.results[f"points {seat + 1}"] for seat in range(4)] == points.tolist()


def _fits(rules, trace, step):
    try:
        replayed(rules, trace, step)
    except (AssertionError, KeyError):
        return False
    return True


@pytest.mark.parametrize(
    ("hand", "known", "plays"),
    [
        (GIVE, {"give": "QS AS KH; AC 4C QS"}, ["simple", "random", "expert:2"]),
        (STAND, KNOWN, ["simple", "expert:2"]),
        (STAND, {"after_exchange": "yes"}, ["random", "simple", "expert:2"]),
        (GIVE, {"give": "QS AS KH", "score": "60,20,80,45"}, ["simple"]),
    ],
)
def test_a_trace_of_a_hand_is_the_deal_that_is_computed(hand, known, plays):
    asked = ask_odds(STANDARD, hand, plays, **known)
    plan = asked.plan
    outcomes = plan.compute(11, 0, 10, plan.workspace()).outcomes
    dealt = plan.deals(11, 0, 10)
    own = hands_of(GAME.show_deal(STANDARD, dealt, 0)["deal"])[0]
    step = 3 if "give" in known or "gave" in known else 0
    assert len(own & {"AS", "QS"}) == 2
    choices = {(c.play, tuple(c.choice.items())): c.choice for c in plan.columns}
    for (play, _), choice in choices.items():
        for number in range(10):
            trace = plan.trace(11, number, play, choice)
            assert trace.deal == GAME.show_deal(STANDARD, dealt, number, unicode=False)
            replayed(STANDARD, trace, step)
            expected = {
                c.measure: outcomes[number, i] / c.scale
                for i, c in enumerate(plan.columns)
                if c.play == play and c.choice == choice and not c.hidden
            }
            assert trace.results == expected


def test_what_was_given_and_received_is_in_the_trace():
    plan = ask_odds(STANDARD, STAND, ["simple"], **KNOWN).plan
    gifts = {
        act.seat: cards(act.text)
        for act in plan.trace(2, 5, "simple", {"plan": "slam"}).steps
        if act.act == "exchange"
    }
    assert gifts[0] == {"4C", "6D", "7D"}
    assert gifts[1] == {"AD", "8H", "2S"}


def test_levels_without_cards_and_unknown_choices_are_refused():
    plan = ask_odds(STANDARD, STAND, ["open", "simple"], **KNOWN).plan
    with pytest.raises(QuestionError, match="no cards are played at this level"):
        plan.trace(1, 0, "open", {"plan": "slam"})
    with pytest.raises(QuestionError, match="not a choice"):
        plan.trace(1, 0, "simple", {"plan": "wait"})


def test_traces_from_the_command_line():
    shown = good("deal", "cupe", "--seed", "7", "--number", "2", "--trace", "simple")
    assert "exchange" in shown
    assert "takes" in shown
    text = good(
        "deal", "cupe", GIVE, "--give", "QS AS KH", "--seed", "7", "--trace", "simple",
        "--format", "json",
    )  # fmt: skip
    found = json.loads(text)
    assert sum(row["act"] == "play" for row in found["rows"]) == 52
    assert "score" in found["deals"][0]["results"]
