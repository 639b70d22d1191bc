"""A hand of Cupe after the exchange: known answers, deals from before it, trying the slam."""

from __future__ import annotations

import numpy as np
import pytest

import analyzer
from analyzer.cards import PACK_52, parse_hand
from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion
from analyzer.games.cupe.game import GAME
from analyzer.games.cupe.hand_question import STEPS
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.slam import SlamSolver
from analyzer.games.cupe.stand_plan import DUCK, SLAM, USUAL, StandPlan
from tests.games.cupe import driving
from tests.games.cupe.driving import Driver, cards_of
from tests.games.cupe.test_against_book import book_outcome

STANDARD = CupeRules()
SURE = "♣A ♥AKQJT9876543"
STRONG = "♠AK ♥AKQJ9 ♦AQ3 ♣AKQ"
WEAK = "♠865 ♥543 ♦7642 ♣T53"


def asked(hand, rules=STANDARD, plays=("simple",), **extras):
    return GAME.odds(rules, OddsQuestion(hand, plays, {"after_exchange": "yes", **extras}))


def columns(plan, n, seed=1, first=0):
    outcomes = plan.compute(seed, first, n, plan.workspace()).outcomes
    return {
        (column.choice["plan"], column.play, column.measure): outcomes[:, i] / column.scale
        for i, column in enumerate(plan.columns)
    }


def answer(hand, rules=STANDARD, deals=400, seed=1, play="simple", **extras):
    odds = analyzer.bid_odds(
        rules, hand=hand, play=play, deals=deals, seed=seed, after_exchange=True, **extras
    )
    frame = odds.frame
    return odds, {
        (row.plan, row.play, row.measure): row.value for row in frame.itertuples(index=False)
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_the_hand_that_cannot_miss(seed):
    # oracles, cases.md 4: slam 1, own points 0, others 26, at every level of play.
    odds, found = answer(SURE, play=["random", "simple", "open"], seed=seed)
    for play in ("random", "simple"):
        plans = ("usual",) if play == "random" else ("usual", "duck", "slam")
        for plan in plans:
            assert found[plan, play, "slam"] == 1
            assert found[plan, play, "points"] == 0
            assert found[plan, play, "others"] == 26
            assert found[plan, play, "score"] == 26
            assert found[plan, play, "clean"] == found[plan, play, "slam_against"] == 0
    assert found["slam", "open", "slam"] == 1
    # It cannot fail, so neither plan is called better.
    assert odds.advice.verdict == "same" or odds.advice.margin_low <= 0


@pytest.mark.parametrize("play", ["random", "simple"])
def test_its_chance_of_the_match(play):
    # The same case with totals: added, the slam ends the match with 46 as the lowest total.
    _, added = answer(SURE, play=play, score="90,20,80,85")
    assert added["usual", play, "match"] == 0
    for slam in ("subtract", "auto", "lead_auto"):
        rules = analyzer.load_rules("cupe", slam=slam)
        _, found = answer(SURE, rules, play=play, score="90,20,80,85")
        assert found["usual", play, "match"] > 0


def test_two_plans_that_cannot_fail_are_the_same():
    odds, _ = answer(SURE, deals=2_000)
    assert odds.advice.verdict == "same"
    assert odds.advice.margin == 0


class Exchanged(Driver):
    """Plays a hand in the rule book in which two of the gifts are known."""

    def __init__(self, *args, told):
        self.told = told
        super().__init__(*args)

    def _gifts(self, dealt):
        work = np.zeros((4, 7)), np.zeros((4, 7), np.uint64)
        return [
            self.told.get(seat)
            or cards_of(driving.simple_gift(driving.bits(hand), self.packed, self.style, *work))
            for seat, hand in enumerate(dealt)
        ]


@pytest.mark.parametrize("direction", ["right", "left", "across"])
def test_cards_given_and_received(monkeypatch, direction):
    rules = STANDARD.with_changes(exchange=direction)
    gave, received = "4C 6D 7D", "AD 8H 2S"
    plan = asked("♠AKQ2 ♥AKQJT98 ♦A ♣A", rules, gave=gave, received=received, seat="2")
    found = columns(plan, 12, seed=5)
    layouts = plan.situation.layouts
    # Seat 2 was dealt what it gave, and its giver what it received.
    own, step = 1, STEPS[direction]
    giver, taker = (own - step) % 4, (own + step) % 4
    owners = layouts.deal(20, 5)
    assert (owners[:, PACK_52.numbers(parse_hand(gave, PACK_52, 3))] == own).all()
    assert (owners[:, PACK_52.numbers(parse_hand(received, PACK_52, 3))] == giver).all()
    monkeypatch.setattr(driving, "LAYOUTS", layouts)
    told = {own: set(gave.split()), giver: set(received.split())}
    for deal in range(12):
        driver = Exchanged(rules, 5, deal, [1] * 4, told=told)
        assert driver.hand.hands[own] >= {"2S", "8H", "AD", "KS"}
        assert driver.hand.hands[taker] >= set(gave.split())
        points = book_outcome(rules, driver.play_out())
        assert found["usual", "simple", "points"][deal] == points[own]
        assert found["usual", "simple", "slam"][deal] == (points[4] == own)


def test_trying_and_ducking_are_compared_on_the_same_deals():
    found = columns(asked(STRONG), 1_500)
    slam, duck, usual = (found[plan, "simple", "slam"] for plan in ("slam", "duck", "usual"))
    assert slam.mean() > 0.9 > 0.7 > duck.mean()
    # With such a hand the usual player tries it from the start.
    assert np.array_equal(slam, usual)
    # A hand that can take nothing plays alike whether it tries or not: no slam.
    weak = columns(asked(WEAK), 1_500)
    assert not weak["slam", "simple", "slam"].any()
    assert weak["duck", "simple", "score"].mean() > weak["slam", "simple", "score"].mean()
    assert np.array_equal(weak["duck", "simple", "score"], weak["usual", "simple", "score"])


def test_trying_is_not_better_than_ducking_where_a_slam_is_worth_nothing():
    plan = asked(STRONG, STANDARD.with_changes(slam="none"), plays=("simple", "open"))
    assert {(c.choice["plan"], c.play) for c in plan.columns} == {
        ("usual", "simple"), ("slam", "open"),
    }  # fmt: skip
    found = columns(plan, 50)
    assert found["usual", "simple", "points"].mean() > 10


def test_the_rate_that_trying_needs():
    # By its definition: with that success rate trying scores as much as ducking.
    n = 2_000
    odds, found = answer(STRONG, deals=n)
    by_deal = columns(asked(STRONG), n)
    score, made = by_deal["slam", "simple", "score"], by_deal["slam", "simple", "slam"] == 1
    needs = found["slam", "simple", "needs"]
    mixed = needs * score[made].mean() + (1 - needs) * score[~made].mean()
    assert mixed == pytest.approx(by_deal["duck", "simple", "score"].mean())
    assert odds.advice.choice == SLAM
    assert odds.advice.verdict == "clear"


def test_the_slam_at_open_is_that_of_the_solver():
    plan = asked(STRONG, plays=("open",))
    found = columns(plan, 20)["slam", "open", "slam"]
    owners = plan.situation.layouts.deal(20, 1)
    (question,) = GAME.solve_questions(STANDARD, None, declarer="1")
    assert np.array_equal(found, SlamSolver(STANDARD).solve(owners, question))
    assert 0 < found.sum() < 20


def test_without_an_exchange_only_the_hand_as_it_stands_is_asked():
    rules = STANDARD.with_changes(exchange="none")
    plan = GAME.odds(rules, OddsQuestion(WEAK, ("simple",)))
    assert isinstance(plan, StandPlan)
    assert [way.choice for way in plan.ways] == [DUCK, SLAM, USUAL]
    # Nothing was exchanged in either question: the same deals, the same numbers.
    same = asked(WEAK)
    assert np.array_equal(
        plan.compute(1, 0, 60, None).outcomes, same.compute(1, 0, 60, None).outcomes
    )


def test_the_same_bits_for_any_split():
    plan = asked(STRONG, plays=("random", "simple"), score="10,20,30,40")
    whole = plan.compute(4, 0, 30, None).outcomes
    parts = [plan.compute(4, first, n, None).outcomes for first, n in ((0, 3), (3, 20), (23, 7))]
    assert np.array_equal(whole, np.concatenate(parts))


def test_known_cards_and_suits_not_held():
    plan = asked(WEAK, known="2:QS; 3:-H")
    owners = plan.situation.layouts.deal(40, 1)
    assert (owners[:, 39 + 10] == 1).all()
    assert not (owners[:, 26:39] == 2).any()


@pytest.mark.parametrize(
    ("hand", "extras", "told"),
    [
        (WEAK, {"gave": "AS AH AD"}, "--gave: expected --received too"),
        (WEAK, {"received": "8S 6S 5S"}, "--received: expected --gave too"),
        (WEAK, {"gave": "AS AH AD", "received": "KS 6S 5S"}, "--received: the K of spades: not in"),
        (WEAK, {"gave": "8S AH AD", "received": "6S 5S 3H"}, "--gave: the 8 of spades: still in"),
        (WEAK, {"gave": "AS AH", "received": "8S 6S 5S"}, "--gave: 2 cards"),
        (WEAK, {"give": "8S 6S 5S"}, "--give: no cards are to be given"),
        (WEAK, {"budget": "5000"}, "--budget: there is no race"),
        (WEAK, {"direction": "right"}, "--direction: expected --gave and --received"),
        (
            WEAK,
            {"gave": "AS AH AD", "received": "8S 6S 5S", "known": "2:KC"},
            "--known: not with --gave",
        ),
    ],
)
def test_questions_that_cannot_be_answered(hand, extras, told):
    with pytest.raises(QuestionError, match=told):
        asked(hand, **extras)


def test_no_cards_are_given_without_an_exchange():
    rules = STANDARD.with_changes(exchange="none")
    with pytest.raises(QuestionError, match="no cards are given"):
        asked(WEAK, rules, gave="AS AH AD", received="8S 6S 5S")


def test_facts_that_leave_no_deal():
    with pytest.raises(QuestionError, match="no layout"):
        asked(WEAK, known="2:-S; 3:-S; 4:-S")
