"""What to give in Cupe: the hands played, the race before them, and what is reported."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from analyzer.cards import PACK_52, parse_hand
from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion
from analyzer.games.cupe.choice_plan import REPORTED, TRIED
from analyzer.games.cupe.exchange_plan import BUDGET, EACH, ExchangePlan, gifts
from analyzer.games.cupe.game import GAME
from analyzer.games.cupe.hand_question import STEPS
from analyzer.games.cupe.rules import CYCLES, CupeRules
from analyzer.games.cupe.slam import SlamSolver
from analyzer.games.race import Race
from analyzer.run.runs import Target, run
from tests.games.cupe import driving
from tests.games.cupe.driving import Driver, cards_of
from tests.games.cupe.test_against_book import book_outcome
from tests.games.cupe.variants import PRESETS, named
from tests.reference import cupe as reference

STANDARD = CupeRules()
HAND = "♠AQ7 ♥KT2 ♦J9863 ♣A4"
STRONG = "♠AK ♥AKQJ9 ♦AQ3 ♣AKQ"


def asked(rules=STANDARD, hand=HAND, plays=("simple",), **extras):
    return GAME.odds(rules, OddsQuestion(hand, plays, extras))


def measuring(rules=STANDARD, hand=HAND, plays=("simple",), give=("AS QS KH",), **extras):
    """A plan of the exchanges named, as if a race had picked them."""
    plan = asked(rules, hand, plays, **extras)
    picked = [parse_hand(text, PACK_52, rules.exchange_count) for text in give]
    return ExchangePlan(rules, plan._asked, plays, picked, Race((), 0, 0, True))


def columns(plan, outcomes):
    """Outcomes in units by exchange, level and measure."""
    return {
        (column.choice["give"], column.play, column.measure): outcomes[:, i] / column.scale
        for i, column in enumerate(plan.columns)
    }


def computed(plan, n, seed=1, first=0):
    return plan.compute(seed, first, n, plan.workspace()).outcomes


class Giving(Driver):
    """Plays a hand in the rule book in which one seat gives what it is told to."""

    def __init__(self, *args, own, gift, step, level):
        self.own, self.gift, self.told, self.level = own, gift, step, level
        super().__init__(*args)

    def _gifts(self, dealt):
        gifts = []
        for seat in range(4):
            if seat == self.own:
                gifts.append(cards_of(self.gift))
                continue
            gifts.append(self._gift(dealt[seat]))
        return gifts

    def _gift(self, hand):
        if self.level == driving.RANDOM:
            gift, fast = driving.random_gift(driving.bits(hand), self.packed, self.fast)
            self.fast = np.uint64(fast)
            return cards_of(gift)
        work = np.zeros((4, 7)), np.zeros((4, 7), np.uint64)
        return cards_of(driving.simple_gift(driving.bits(hand), self.packed, self.style, *work))


DIRECTIONS = ("right", "left", "across")


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_hands_are_played_as_the_rule_book_has_them(monkeypatch, direction, level):
    rules = STANDARD.with_changes(exchange=direction)
    plays = (("random", "simple")[level],)
    give = ("AS QS KH", "9D 8D 6D")
    plan = measuring(rules, plays=plays, give=give, seat="3")
    found = columns(plan, computed(plan, 12, seed=5))
    monkeypatch.setattr(driving, "LAYOUTS", plan.situation.layouts)
    own = 2
    for way in plan.ways:
        choice = way.choice["give"]
        for deal in range(12):
            driver = Giving(
                rules, 5, deal, [level] * 4, own=own, gift=way.gift, step=STEPS[direction],
                level=level,
            )  # fmt: skip
            *points, shooter, queen, clean = book_outcome(rules, driver.play_out())
            others = [points[(own + k) % 4] for k in (1, 2, 3)]
            expected = {
                "points": points[own],
                "others": sum(others) / 3,
                "score": sum(others) / 3 - points[own],
                "slam": shooter == own,
                "slam_left": shooter == 3,
                "slam_across": shooter == 0,
                "slam_right": shooter == 1,
                "slam_against": shooter not in (-1, own),
                "slam_any": shooter != -1,
                "queen": queen == own,
                "clean": clean >> own & 1,
            }
            for measure, value in expected.items():
                assert found[choice, plays[0], measure][deal] == pytest.approx(float(value)), (
                    measure
                )


def test_every_exchange_that_the_rules_allow_is_raced():
    hand = parse_hand("♠AKQ2 ♥AKQ ♦AKQ ♣AKQ", PACK_52, 13)
    assert len(gifts(hand, STANDARD)) == comb(13, 3) == 286
    assert len(gifts(hand, STANDARD.with_changes(exchange_count=1))) == 13
    barred = gifts(hand, STANDARD.with_changes(exchange_high_spades=False))
    assert len(barred) == comb(10, 3)
    high = parse_hand("AS KS QS", PACK_52, 3)
    assert not any(gift & high for gift in barred)
    assert asked().budget == BUDGET
    assert asked(STANDARD.with_changes(exchange_count=6)).budget == EACH * comb(13, 6)
    assert asked(budget="5000").budget == 5000


def test_the_race_finds_what_is_good_and_reports_ten_and_those_named():
    found = run(asked(budget="20000", give="2H 6D 4C; AS QS KH"), 1, Target(deals=300), 2)
    plan = found.plan
    given = list(dict.fromkeys(column.choice["give"] for column in plan.columns))
    assert 11 <= len(given) <= 12
    assert "♥2 ♦6 ♣4" in given
    assert "♠AQ ♥K" in given
    # Ace and queen of spades are bad to keep with one more spade.
    assert all("♠" in choice and "Q" in choice for choice in given[:3])
    assert found.tally.rows == 300


def test_the_same_numbers_on_any_number_of_threads_and_for_any_split():
    one, three = (run(asked(budget="6000"), 7, Target(deals=200), workers) for workers in (1, 3))
    assert one.plan.columns == three.plan.columns
    assert list(one.tally.sums) == list(three.tally.sums)
    plan = measuring(plays=("random", "simple"))
    whole = computed(plan, 40)
    parts = [computed(plan, n, first=first) for first, n in ((0, 7), (7, 1), (8, 32))]
    assert np.array_equal(whole, np.concatenate(parts))
    assert not np.array_equal(whole, computed(plan, 40, seed=2))


def test_what_is_reported_does_not_depend_on_the_race():
    # The same exchange on the same deals, whatever else is measured and however it was picked.
    alone = columns(measuring(), computed(measuring(), 50))
    found = run(asked(budget="2000", give="AS QS KH"), 1, Target(deals=50), 1)
    means = {
        (c.choice["give"], c.measure): found.tally.mean(i) / c.scale
        for i, c in enumerate(found.plan.columns)
    }
    for measure in ("score", "points", "slam_any", "queen", "clean"):
        expected = alone["♠AQ ♥K", "simple", measure].mean()
        assert means["♠AQ ♥K", measure] == pytest.approx(expected)
    # The race has deals of its own.
    assert not set(REPORTED) & set(TRIED)


def test_estimates_of_the_picked_are_not_too_good():
    # A race on few deals picks the lucky; measured anew, their mean is that of long runs.
    gaps = []
    long_run = {}
    for seed in range(12):
        found = run(asked(budget="1500"), seed, Target(deals=200), 1)
        column = found.plan.columns[0]
        choice = column.choice["give"]
        if choice not in long_run:
            plan = measuring(give=(choice,))
            long_run[choice] = columns(plan, computed(plan, 3000, seed=1000))[
                choice, "simple", "score"
            ]
        gaps.append(found.tally.mean(0) / column.scale - long_run[choice].mean())
    deviation = next(iter(long_run.values())).std() / 200**0.5
    assert abs(np.mean(gaps)) < 4 * deviation / len(gaps) ** 0.5 + 0.2


def test_points_of_all_four_follow_from_the_slams():
    # Rulebook, section 4: 26 points in a hand, 78 with a slam.
    plan = measuring(plays=("random", "simple"), give=("AS QS KH", "9D 8D 6D"))
    found = columns(plan, computed(plan, 300))
    for way in plan.ways:
        for play in plan.plays:
            total = 3 * found[way.choice["give"], play, "others"]
            total = total + found[way.choice["give"], play, "points"]
            slam = found[way.choice["give"], play, "slam_any"]
            assert total == pytest.approx(26 + 52 * slam)


def test_clubs_and_diamonds_are_alike_where_no_club_opens():
    # With the seat after the dealer to open, and no bonus card, the two suits have the same rules.
    rules = CupeRules.load("peppa_torino")
    one = measuring(rules, "♠AQ7 ♥KT2 ♦J9863 ♣A4", ("random",), ("AS AC 4C",))
    other = measuring(rules, "♠AQ7 ♥KT2 ♣J9863 ♦A4", ("random",), ("AS AD 4D",))
    n = 40_000
    a, b = (columns(plan, computed(plan, n)) for plan in (one, other))
    for measure in ("score", "slam_against", "queen", "clean"):
        x, y = a["♠A ♣A4", "random", measure], b["♠A ♦A4", "random", measure]
        error = ((x.var() + y.var()) / n) ** 0.5
        assert abs(x.mean() - y.mean()) < 4 * error, measure


def test_seats_are_alike_where_the_two_of_clubs_opens():
    n = 2_000
    scores = []
    for seat in "13":
        plan = measuring(seat=seat)
        scores.append(columns(plan, computed(plan, n, seed=int(seat)))["♠AQ ♥K", "simple", "score"])
    error = (sum(s.var() for s in scores) / n) ** 0.5
    assert abs(scores[0].mean() - scores[1].mean()) < 4 * error


def test_the_slam_at_open_is_that_of_the_solver():
    plan = measuring(hand=STRONG, plays=("open",), give=("3D QD QC",))
    found = computed(plan, 16)[:, 0]
    assert [(c.measure, c.play) for c in plan.columns] == [("slam", "open")]
    assert plan.advise is None
    solver = SlamSolver(STANDARD)
    gift = cards_of(plan.ways[0].gift)
    for deal in range(16):
        dealt = driving.hands_of_deal(plan.situation.layouts.deal(1, 1, deal)[0])
        work = np.zeros((4, 7)), np.zeros((4, 7), np.uint64)
        given = [gift] + [
            cards_of(
                driving.simple_gift(driving.bits(hand), STANDARD.packed(), driving.style(), *work)
            )
            for hand in dealt[1:]
        ]
        hands = reference.after_exchange(dealt, given, 3)
        owners = np.empty(52, np.uint8)
        for seat, hand in enumerate(hands):
            owners[[reference.PACK.index(card) for card in hand]] = seat
        (question,) = GAME.solve_questions(STANDARD, None, declarer="1")
        assert found[deal] == solver.solve(owners[None], question)[0]
    assert 0 < found.sum() < 16


def test_the_direction_follows_the_rules():
    assert asked().question["direction"] == "right"
    assert asked(CupeRules.load("windows")).question["direction"] == "left"
    assert asked(CupeRules.load("windows"), direction="across").question["direction"] == "across"
    assert asked(CupeRules.load("openspiel"), direction="right").question["direction"] == "right"
    # No cards are given in the fourth hand of the cycle: the hand as it stands.
    assert asked(CupeRules.load("windows"), direction="none").question["after_exchange"] is False


@pytest.mark.parametrize("rules", PRESETS, ids=named)
def test_every_preset_answers(rules):
    found = run(asked(rules, budget="1000", score="10,20,30,40"), 1, Target(deals=20), 1)
    measures = {column.measure for column in found.plan.columns}
    assert {"score", "match", "slam", "slam_against", "queen", "clean"} <= measures
    assert all(len(c.choice["give"].replace(" ", "")) >= 4 for c in found.plan.columns)
    for i, column in enumerate(found.plan.columns):
        if column.chance or column.rate:
            assert 0 <= found.tally.mean(i) <= column.scale
    assert len(CYCLES[rules.exchange]) == 1 or any("direction" in n for n in found.plan.notes)


def test_known_cards_lie_where_they_are_said_to():
    plan = asked(known="2:KS; 3:-H")
    owners = plan.situation.layouts.deal(50, 1)
    assert (owners[:, PACK_52.numbers(parse_hand("KS", PACK_52, 1))] == 1).all()
    assert not (owners[:, 26:39] == 2).any()


@pytest.mark.parametrize(
    ("hand", "extras", "told"),
    [
        ("♠A", {}, "expected 13"),
        (HAND, {"give": "AS"}, "--give"),
        (HAND, {"give": "AS KS QS"}, "K of spades: not in the hand"),
        (HAND, {"give": " ; "}, "--give: expected cards"),
        (HAND, {"direction": "left"}, "--direction left: expected right"),
        (HAND, {"budget": "many"}, "--budget many"),
        (HAND, {"budget": "10"}, "--budget 10"),
        (HAND, {"gave": "2C 3C 5C", "received": "AS QS 7S"}, "--gave: expected --after-exchange"),
        (HAND, {"score": "1,2,3"}, "--score"),
        (HAND, {"known": "1:KS"}, "the asker's own"),
        (HAND, {"seat": "7"}, "seat"),
        (HAND, {"trump": "S"}, "--trump: not an option"),
    ],
)
def test_questions_that_cannot_be_answered(hand, extras, told):
    with pytest.raises(QuestionError, match=told):
        asked(hand=hand, **extras)


def test_all_problems_are_told_at_once():
    with pytest.raises(QuestionError) as error:
        asked(hand="♠A", give="AS", direction="up", budget="x", score="1", seat="9", known="5:AS")
    assert len(error.value.problems) >= 7


def test_high_spades_may_not_be_given_where_the_rules_say_so():
    rules = STANDARD.with_changes(exchange_high_spades=False)
    with pytest.raises(QuestionError, match="may not be given"):
        asked(rules, give="AS QS KH")
