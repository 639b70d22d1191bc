"""Deals shown card by card: legal by the rule book in plain Python, and those that are counted."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from analyzer.api import ask_odds
from analyzer.cards import PACK_32, parse_deal
from analyzer.errors import QuestionError
from analyzer.games import load_game
from analyzer.games.base import Choice
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.trace import Step, Trace
from tests.cli.command import bad, good
from tests.games.cutu.helpers import LEGALITY, legality_rules
from tests.reference import cutu as reference

GAME = load_game("cutu")
HAND = "♠AKJ97 ♥A ♦K8"
ASKED: tuple[Choice, ...] = ({"bid": "pass"}, {"bid": 6, "trump": "S"}, {"bid": 7, "trump": "NT"})
ORDER = (*LEGALITY, "first_lead", "lowest_bid", "four_is_free", "no_trump_factor")


def hands_of(trace: Trace) -> list[list[str]]:
    owners, _ = parse_deal(trace.deal["deal"], PACK_32, 4)
    return [[reference.PACK[c] for c in np.flatnonzero(owners == seat)] for seat in range(4)]


def card(step: Step) -> str:
    return step.text.upper()


def replayed(rules: CutuRules, trace: Trace, steps: list[Step], bid: int) -> tuple[int, int, str]:
    """Declarer, tricks and trump of a contract's steps, each card checked to be legal."""
    declarer, trump = steps[0].seat, steps[0].text
    assert declarer is not None
    suit = None if trump == "NT" else trump
    hand = hands_of(trace)[declarer]
    assert suit in reference.allowed_trumps(rules, bid, hand)
    leader = reference.first_leader(rules, 3, declarer)
    play = reference.Play(rules, hands_of(trace), declarer, suit, leader)
    for step in steps[1:]:
        if step.act == "takes":
            assert not play.trick
            assert step.seat == play.leader
        else:
            assert step.seat == play.to_act
            play.play(card(step))
    assert play.finished
    return declarer, play.tricks[0], trump


def called(trace: Trace, before: tuple[int, ...] = ()) -> list[int]:
    """The calls, checked to be allowed."""
    calls: list[int] = []
    for step in trace.steps:
        if step.act == "call":
            call = 0 if step.text == "pas" else int(step.text)
            assert step.seat == len(calls)
            calls.append(call)
    assert tuple(calls[: len(before)]) == before
    return calls


def contracts(trace: Trace) -> list[list[Step]]:
    """The steps of each contract that is played, trump first."""
    starts = [i for i, step in enumerate(trace.steps) if step.act == "trump"]
    return [list(trace.steps[i : i + 1 + 40]) for i in starts]


def rules_at_random(rng: random.Random) -> CutuRules:
    varied = {key: rng.choice(CutuRules.rules()[key].choices) for key in ORDER}
    return CutuRules.make(varied)


@pytest.mark.parametrize(
    ("plays", "count"),
    [
        (["simple"] * 4, 100),
        (["random"] * 4, 100),
        (["expert:2"] * 4, 25),
        (["expert:2", "random", "simple", "expert:3"], 25),
    ],
)
def test_a_trace_is_the_deal_of_the_table(plays: list[str], count: int) -> None:
    table = GAME.table(CutuRules())
    found = table.deals(5, 0, count, plays, table.workspace(plays))
    dealt = GAME.deal(CutuRules(), count, 5)
    for number in range(count):
        trace = table.trace(5, number, plays)
        assert trace.deal == GAME.show_deal(CutuRules(), dealt, number)
        expected = {
            f"{measure} {side + 1}": values[number, side]
            for measure, values in found.items()
            for side in (0, 1)
        }
        assert trace.results == expected
        check_round(CutuRules(), trace)


def check_round(rules: CutuRules, trace: Trace) -> None:
    """Calls, play and score of a whole deal, by the rule book."""
    calls = called(trace)
    for i, call in enumerate(calls):
        assert call in reference.allowed_calls(rules, calls[:i])
    contract = reference.declarer_of(3, calls)
    if contract is None:
        assert not contracts(trace)
        return
    who, bid = contract
    assert len(calls) == 4 or bid == 8
    (steps,) = contracts(trace)
    declarer, tricks, trump = replayed(rules, trace, steps, bid)
    assert declarer == who
    own, other = reference.score(rules, bid, tricks, None if trump == "NT" else trump)
    assert trace.results[f"score {who % 2 + 1}"] == own - other


def test_traces_follow_every_house_rule() -> None:
    rng = random.Random(8)
    for number in range(40):
        rules = rules_at_random(rng)
        play = rng.choice(["random", "simple"])
        check_round(rules, GAME.table(rules).trace(6, number, [play] * 4))
    assert len(legality_rules()) == 16


@pytest.mark.parametrize("play", ["random", "simple", "open", "expert:2"])
@pytest.mark.parametrize("calls", ["", "pas 5"])
def test_a_hand_is_traced_as_it_is_counted(play: str, calls: str) -> None:
    rules, before = CutuRules(), (0, 5) if calls else ()
    plan = ask_odds(rules, HAND, [play], bids="6,7", **({"calls": calls} if calls else {})).plan
    seen = set()
    for number in range(25 if play != "expert:2" else 4):
        outcomes = plan.compute(9, number, 1, plan.workspace()).outcomes[0]
        for choice in ASKED:
            trace = plan.trace(9, number, play, choice)
            expected = {
                c.measure: x / c.scale
                for c, x in zip(plan.columns, outcomes, strict=True)
                if dict(c.choice) == choice and not c.hidden
            }
            assert trace.results == expected
            made = called(trace, before)
            assert made[len(before)] == (0 if choice["bid"] == "pass" else choice["bid"])
            assert hands_of(trace)[len(before)] == sorted(
                ["SA", "SK", "SJ", "S9", "S7", "HA", "DK", "D8"], key=reference.PACK.index
            )
            contract = reference.declarer_of(3, made)
            parts = contracts(trace)
            if contract is None:
                assert not parts
                continue
            who, bid = contract
            declarer, tricks, trump = replayed(rules, trace, parts[0], bid)
            assert declarer == who
            own, other = reference.score(rules, bid, tricks, None if trump == "NT" else trump)
            ours = who % 2 == len(before) % 2
            assert trace.results["call"] == (own - other if ours else other - own)
            if choice["bid"] != "pass":
                seat, tricks, trump = replayed(rules, trace, parts[-1], int(choice["bid"]))
                assert (seat, trump) == (len(before), choice["trump"])
                assert trace.results["tricks"] == tricks
            seen.add((choice["bid"], len(parts)))
    assert play == "expert:2" or {(6, 1), (6, 2)} & seen


@pytest.mark.parametrize("play", ["simple", "open", "expert:2"])
def test_a_base_rate_is_traced_as_it_is_counted(play: str) -> None:
    plan = ask_odds(CutuRules(), None, [play], seat="2", bids="5").plan
    for number in range(5):
        outcomes = plan.compute(4, number, 1, plan.workspace()).outcomes[0]
        for trump in ("best", "own", "NT"):
            choice = {"bid": 5, "trump": trump}
            trace = plan.trace(4, number, play, choice)
            declarer, tricks, _ = replayed(CutuRules(), trace, contracts(trace)[0], 5)
            assert (declarer, tricks) == (1, trace.results["tricks"])
            columns = [(dict(c.choice), c.measure) for c in plan.columns]
            assert outcomes[columns.index((choice, "score"))] == trace.results["score"]


def test_an_unknown_choice_is_told_in_a_line() -> None:
    plan = ask_odds(CutuRules(), HAND, ["simple"], bids="6").plan
    with pytest.raises(QuestionError, match="bid=5,trump=S"):
        plan.trace(1, 0, "simple", {"bid": 5, "trump": "S"})


def test_the_command_shows_deals_card_by_card() -> None:
    text = good("deal", "cutu", "--seed", "7", "--number", "2", "--trace", "simple")
    assert "Deal 2:" in text
    assert text.count(" takes") == 8
    data = json.loads(
        good("deal", "cutu", "sAKJ97", "hA", "dK8", "--seed", "7", "--trace", "simple",
             "--choice", "bid=5,trump=S", "--format", "json")
    )  # fmt: skip
    assert data["deals"][0]["results"]["tricks"] in range(9)
    (told,) = bad("deal", "cutu", "sAKJ97 hA dK8", "--trace", "simple")
    assert "expected --choice and one of" in told
