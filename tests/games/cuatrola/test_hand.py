"""A given hand: counts made elsewhere, the plain search on whole small cases, the declarations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer.cards import PACK_20, parse_card, parse_cards
from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.count import AllLayouts, count_seen
from analyzer.games.cuatrola.game import GAME
from analyzer.games.cuatrola.hand_plan import HandPlan
from analyzer.games.cuatrola.kernels import batch
from analyzer.games.cuatrola.kernels.calling import best_call
from analyzer.games.cuatrola.kernels.hand import exchange_hands
from analyzer.games.cuatrola.match import match_table
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.report.odds import Odds
from tests.games.cuatrola.replay import CARDS
from tests.games.cuatrola.test_open import plain_points
from tests.reference import cuatrola as book

STANDARD = CuatrolaRules()
SURE = "AO 3O RO HO AC"
"""The first hand of docs/rulebooks/cases.md, section 6: on lead it takes every trick."""
STRONG = "3O RO AC AE HB"
"""The third hand there."""


def ask(hand: str, rules: CuatrolaRules = STANDARD, **extras: object) -> Odds:
    """The answer for seat 1 and the sota of oros turned, unless told otherwise."""
    given = {"play": "open", "turned": "SO", "seed": 1} | extras
    return analyzer.bid_odds(rules, hand, **given)  # type: ignore[arg-type]  # options by name


def values(odds: Odds, measure: str, then: str | None = None) -> dict[str, float]:
    """A measure by contract."""
    found = odds.estimates
    return {
        str(e.column.choice["contract"]): e.value
        for e in found
        if e.column.measure == measure and e.column.choice.get("then") == then
    }


def plan_of(hand: str, play: str = "simple", rules: CuatrolaRules = STANDARD, **extras: str) -> Any:
    plan = GAME.odds(rules, OddsQuestion(hand, tuple(play.split(",")), {"turned": "SO"} | extras))
    assert isinstance(plan, HandPlan)
    return plan


# Counted elsewhere.


@pytest.mark.parametrize(
    ("hand", "solo", "cuatro", "quinta"),
    [(SURE, 252_252, 252_252, 252_252), (STRONG, 195_025, 97_104, 1_260)],
)
def test_contracts_counted(hand: str, solo: int, cuatro: int, quinta: int) -> None:
    # docs/rulebooks/cases.md, section 6.
    odds = ask(hand)
    made = values(odds, "success")
    assert odds.exact
    assert odds.to_dict()["method"]["deals"] == 252_252
    assert {e.n for e in odds.estimates} == {252_252}
    assert made == {
        "solo": pytest.approx(solo / 252_252, abs=1e-12),
        "cuatro": pytest.approx(cuatro / 252_252, abs=1e-12),
        "quinta": pytest.approx(quinta / 252_252, abs=1e-12),
    }
    assert all(e.low == e.value == e.high for e in odds.estimates)


@pytest.mark.slow
def test_the_dealers_contracts_counted() -> None:
    # docs/rulebooks/cases.md, section 6.
    made = values(ask("AO RO HO AC 3E", seat=4, turned="RO"), "success")
    counts = {name: value * 756_756 for name, value in made.items()}
    assert counts == {
        "solo": pytest.approx(735_627),
        "cuatro": pytest.approx(593_230),
        "quinta": pytest.approx(150_297),
    }


@pytest.mark.parametrize(
    ("own", "offered", "sure"),
    [
        (6, ["pass", "solo", "cuatro", "quinta"], "quinta"),
        (7, ["pass", "solo", "cuatro"], "cuatro"),
        (8, ["pass", "solo"], None),
        (9, ["pass", "solo"], "solo"),
        (10, ["pass"], None),
    ],
)
def test_what_the_cap_leaves(own: int, offered: list[str], sure: str | None) -> None:
    # docs/rulebooks/cases.md, section 6; a solo at 9 reaches 11 exactly (rulebook, section 4).
    known = "2:AE AB 3E 3B"
    odds = ask(SURE, score=f"{own}-7", known=known)
    assert list(values(odds, "score")) == offered
    match = values(odds, "match")
    assert [name for name in offered if match[name] == 1 and name != "pass"] == (
        [sure] if sure else []
    )
    if len(offered) == 1:
        assert odds.advice is None
    else:
        assert odds.advice is not None
        assert odds.advice.choice["contract"] == offered[-1]
        assert odds.advice.measure == "match"


def test_contracts_that_cannot_fail_are_worth_what_they_pay() -> None:
    odds = ask(SURE, known="2:AE AB", play=["open", "simple"])
    for e in odds.estimates:
        if e.column.measure == "score":
            pays = {"pass": 1, "solo": 2, "cuatro": 4, "quinta": 5}
            assert e.value == pays[str(e.column.choice["contract"])]
    equal = CuatrolaRules(solo_value=3, cuatro_value=3, quinta_value=3)
    odds = ask(SURE, equal, known="2:AE AB")
    assert odds.advice is not None
    assert odds.advice.verdict == "same"
    assert odds.advice.others == ({"contract": "solo"}, {"contract": "cuatro"})
    assert odds.advice.choice == {"contract": "quinta"}


# Whole small cases, by the plain search.


def layouts_by_hand(hands: list[str], free: str, needs: list[int]) -> Iterator[list[list[str]]]:
    """All ways to fill up the hands (cards by name) from the free cards."""
    given = [hand.split() for hand in hands]
    cards = free.split()
    seats = [seat for seat in range(4) if needs[seat]]
    for one in combinations(cards, needs[seats[0]]):
        rest = [card for card in cards if card not in one]
        for two in combinations(rest, needs[seats[1]]):
            three = [card for card in rest if card not in two]
            filled = [list(hand) for hand in given]
            for seat, more in zip(seats, (one, two, three), strict=True):
                filled[seat] += more
            yield filled


def owners_of(hands: list[list[str]]) -> np.ndarray:
    names = [CARDS[PACK_20.bit(c)] for c in range(20)]
    return np.array(
        [next(s for s in range(4) if names[c] in hands[s]) for c in range(20)], np.uint8
    )


KNOWN = "2:3C 3E 3B RC; 3:RE RB; 4:SC"
GIVEN = [STRONG, "3C 3E 3B RC", "RE RB", "SC SO"]
FREE = "AO HO HC HE SE AB SB"


def test_contracts_of_a_whole_small_case_by_the_plain_search() -> None:
    made = dict.fromkeys(("solo", "cuatro", "quinta"), 0)
    count = 0
    for hands in layouts_by_hand(GIVEN, FREE, [0, 1, 3, 3]):
        count += 1
        tricks = book.declarer_tricks(STANDARD, hands, "O", 0, 0)
        # Equal points are mano's, the declarer's here (rulebook, section 7).
        made["solo"] += plain_points(STANDARD, owners_of(hands), 0, 0, 0) >= 0
        made["cuatro"] += tricks >= 4
        made["quinta"] += tricks == 5
    odds = ask(STRONG, known=KNOWN)
    assert count == 140
    assert {e.n for e in odds.estimates} == {140}
    assert values(odds, "success") == {k: pytest.approx(v / 140) for k, v in made.items()}


def test_passing_on_a_solo_of_another_seat() -> None:
    # Seat 2 has declared: who passes in seat 3 plays against it, mano leads, seat 4 is idle.
    given = [STRONG, "3C 3E 3B RC", "RE RB AB SB AO", "SC SO HE"]
    score = []
    for card in ("HO", "HC", "SE"):
        hands = [hand.split() for hand in given]
        hands[1].append(card)
        hands[3] += sorted({"HO", "HC", "SE"} - {card})
        # Equal points are mano's, who plays against the declarer.
        made = plain_points(STANDARD, owners_of(hands), 0, 1, 0) > 0
        score.append(-2 if made else 2)
    odds = ask(given[2], calls="paso solo", known="1:" + STRONG + "; 2:3C 3E 3B RC; 4:SC HE")
    assert values(odds, "score")["pass"] == pytest.approx(np.mean(score))
    assert list(values(odds, "score")) == ["pass", "cuatro", "quinta"]


def test_a_normal_hand_by_the_plain_search() -> None:
    given = [STRONG, "3C 3E 3B RC", "RE RB AB SB", "SC SO HE AO"]
    score = []
    for card in ("HO", "HC", "SE"):
        hands = [hand.split() for hand in given]
        rest = sorted({"HO", "HC", "SE"} - {card})
        for one, two in (rest, rest[::-1]):
            filled = [hands[0], [*hands[1], card], [*hands[2], one], [*hands[3], two]]
            value = plain_points(STANDARD, owners_of(filled), 0, None, 0)
            score.append(1 if value >= 0 else -1)
    odds = ask(STRONG, known="2:3C 3E 3B RC; 3:RE RB AB SB; 4:SC HE AO")
    assert values(odds, "score")["pass"] == pytest.approx(np.mean(score))


# Layouts that count once.


@pytest.mark.parametrize(
    ("hand", "seat", "turned", "group"),
    [(SURE, 0, "SO", 2), (STRONG, 0, "SO", 2), ("AO 3O RO HO SO", 3, "RO", 6),
     ("AO RO HO AC 3E", 3, "RO", 1)],
)  # fmt: skip
def test_every_layout_is_counted_once(hand: str, seat: int, turned: str, group: int) -> None:
    cards = parse_cards(hand, PACK_20)
    card = parse_card(turned, PACK_20)
    counted = count_seen(cards, seat, card)
    assert counted.total == (756_756 if seat == 3 else 252_252)
    assert len(counted.exchanges) == group
    # Put all images of all representatives together: every layout, as often as the group says.
    images = np.empty((group, *counted.hands.shape), np.uint64)
    for exchange, image in zip(counted.exchanges, images, strict=True):
        exchange_hands(counted.hands, exchange, image)
    flat = images.transpose(1, 0, 2).reshape(-1, 4)[:, :3].copy()
    different = len(np.unique(flat.view([("", np.uint64)] * 3)))
    assert different == counted.total


def test_simple_play_equals_counting_every_layout() -> None:
    # Every layout played by the batch kernel, without equivalence; suits in their fixed order.
    cards = tuple(parse_cards(STRONG, PACK_20))
    layouts = AllLayouts(cards, 0, 0)
    hands = layouts.hands(0, len(layouts))
    third = np.uint64(PACK_20.card_set(parse_cards("AB 3B", PACK_20)))
    second = np.uint64(PACK_20.card_set(parse_cards("RC RE", PACK_20)))
    hands = hands[(hands[:, 2] & third == third) & (hands[:, 1] & second == second)]
    places = np.concatenate([hands, np.full((len(hands), 1), 1, np.uint64)], axis=1)
    out = np.empty((len(hands), 4, batch.RESULTS), np.int64)
    batch.play_hands(
        np.uint64(0), 0, places, np.array([0, 1, 2, 3]), np.array([-1, 0, 0, 0]),
        np.zeros(2, np.int64), codes.kernel_rules(STANDARD), np.ones(4, np.int64), out,
    )  # fmt: skip
    odds = ask(STRONG, play="simple", known="3:AB 3B; 2:RC RE")
    plan = odds.plan
    assert isinstance(plan, HandPlan)
    # 10!/(3! 3! 4!) layouts, and copas and espadas may be exchanged.
    assert len(hands) == 4_200
    assert plan.exact is not None
    assert plan.exact < 2_200
    names = ["pass", "solo", "cuatro", "quinta"]
    score = out[:, :, batch.SCORE].mean(axis=0)
    assert values(odds, "score") == {n: pytest.approx(v) for n, v in zip(names, score, strict=True)}
    points = out[:, :, batch.PAIR_POINTS].mean(axis=0)
    assert values(odds, "points") == {
        n: pytest.approx(v) for n, v in zip(names, points, strict=True)
    }


@pytest.mark.parametrize("play", ["open", "simple"])
def test_suits_may_have_any_name(play: str) -> None:
    # docs/rulebooks/cases.md, section 6: copas and espadas exchanged, the same numbers.
    first = ask("AO 3O RO AC SE", play=play, known="2:3C HE; 3:AB RB; 4:3E SC")
    for hand, known, turned in (
        ("AO 3O RO AE SC", "2:3E HC; 3:AB RB; 4:3C SE", "SO"),
        ("AB 3B RB AO SE", "2:3O HE; 3:AC RC; 4:3E SO", "SB"),
    ):
        again = ask(hand, play=play, known=known, turned=turned)
        assert [e.value for e in again.estimates] == [e.value for e in first.estimates]


def test_batches_do_not_matter() -> None:
    for extras in ({}, {"sample": "yes"}):
        plan = plan_of(STRONG, "open,simple", score="3-4", known="2:RC RE; 3:AB 3B", **extras)
        whole = plan.compute(5, 0, 700, plan.workspace())
        parts = [plan.compute(5, first, 350, plan.workspace()) for first in (0, 350)]
        assert (np.concatenate([p.outcomes for p in parts]) == whole.outcomes).all()


def test_sampled_intervals_hold_the_exact_values() -> None:
    known = "2:RC RE; 3:AB"
    exact = ask(STRONG, play="simple", known=known, score="6-5")
    sampled = ask(STRONG, play="simple", known=known, score="6-5", sample="yes", deals=4_000)
    assert exact.exact
    assert not sampled.exact
    for a, b in zip(exact.estimates, sampled.estimates, strict=True):
        # Twice the half-width: about four standard errors, for 50 numbers at once.
        slack = max(b.high - b.low, 1e-4) / 2
        assert b.low - slack <= a.value <= b.high + slack


def test_random_play_is_sampled() -> None:
    odds = ask(STRONG, play="random", deals=500)
    assert not odds.exact
    assert odds.to_dict()["method"]["deals"] == 500


# The declarations that go on.


def test_the_declarations_go_on_as_the_book_has_them() -> None:
    rng = np.random.default_rng(4)
    overcalled = 0
    for _ in range(60):
        cards = rng.permutation(20)
        names = [CARDS[PACK_20.bit(int(c))] for c in cards]
        hands = [names[0:5], names[5:10], names[10:15], names[15:20]]
        turned = hands[3][4]
        scores = (int(rng.integers(11)), int(rng.integers(11)))
        rules = STANDARD.with_changes(overcall=str(rng.choice(["higher", "first_closes"])))
        known = "; ".join(
            f"{seat + 1}:{' '.join(c for c in hands[seat] if c != turned)}" for seat in (1, 2, 3)
        )
        extras = {"turned": turned, "known": known, "score": f"{scores[0]}-{scores[1]}"}
        plan = GAME.odds(rules, OddsQuestion(" ".join(hands[0]), ("simple",), extras))
        outcomes = plan.compute(0, 0, 1, None).outcomes[0]
        for own in (c for c in ("pass", "solo", "cuatro") if c in plan.question["choices"]):
            contract = declared_by_book(rules, scores, hands, turned, own)
            found = {
                c.measure: outcomes[i] for i, c in enumerate(plan.columns)
                if c.choice == {"contract": own, "then": "auction"} and c.measure in codes.CONTRACTS
            }  # fmt: skip
            if not found:
                assert contract == ("normal" if own == "pass" else own)
                continue
            overcalled += contract != own
            assert [name for name, share in found.items() if share] == [contract]
    assert overcalled > 10


def declared_by_book(
    rules: CuatrolaRules, scores: tuple[int, int], hands: list[list[str]], turned: str, own: str
) -> str:
    """The contract after ``own`` of seat 1 and what simple players call after it."""
    packed = codes.kernel_rules(rules, match_table(rules).wins)
    standing = ["normal", -1]

    def policy(kind: str, seat: int, calls: list[str]) -> str:
        call = "normal" if own == "pass" else own
        if seat > 0:
            bits = sum(1 << codes.CONTRACTS.index(call) for call in calls)
            found = best_call(
                card(hands[seat]), card([turned]), seat, bits,
                codes.CONTRACTS.index(standing[0]), standing[1], np.array(scores), codes.SIMPLE,
                packed, np.zeros(codes.FEATURES, np.int64),
            )  # fmt: skip
            call = codes.CONTRACTS[found]
        if call != "normal":
            standing[:] = [call, seat]
        return call

    return book.declare(rules, scores, policy)[0]


def card(names: list[str]) -> np.uint64:
    return np.uint64(PACK_20.card_set(parse_cards(" ".join(names), PACK_20)))


def test_the_last_to_speak_ends_the_declarations() -> None:
    plan = plan_of("AO RO HO AC 3E", turned="RO")
    assert plan.question["seat"] == 4
    assert not any("then" in c.choice for c in plan.columns)
    # Nobody may declare at 10 to 10 (rulebook, section 4), so nothing goes on.
    plan = plan_of(STRONG, score="10-10")
    assert {tuple(c.choice.items()) for c in plan.columns} == {(("contract", "pass"),)}


def test_the_rate_that_is_needed() -> None:
    # Success pays v, failure costs v: W = p v - (1 - p) v at p = (W + v) / 2 v, where W is what
    # passing is worth; what overcalls change is taken from it.
    known = "2:RC RE; 3:AB 3B"
    odds = ask(STRONG, known=known)
    played = values(odds, "score")
    called = played | values(odds, "score", "auction")
    for name, value in (("solo", 2), ("cuatro", 4), ("quinta", 5)):
        worth = called["pass"] - (called[name] - played[name])
        assert values(odds, "needs")[name] == pytest.approx((worth + value) / (2 * value))
    # With a score: the same of the chances in the table; seat 2's side is mano next.
    odds = ask(STRONG, known=known, score="5-6")
    table = match_table(STANDARD)
    played = values(odds, "match")
    called = played | values(odds, "match", "auction")
    made = table.chance(np.array([7]), np.array([6]), False)[0]
    failed = table.chance(np.array([5]), np.array([8]), False)[0]
    worth = called["pass"] - (called["solo"] - played["solo"])
    expected = (worth - failed) / (made - failed)
    assert values(odds, "needs")["solo"] == pytest.approx(expected, abs=1e-3)


def test_who_has_more_than_is_needed_declares() -> None:
    for hand, turned in ((STRONG, "SO"), ("3C RO AC AE HB", "SC"), ("AO RO SC HE 3B", "HO")):
        known = "2:RC RE" if "RC" not in hand else ""
        odds = ask(hand, play="simple", known=known, turned=turned, score="4-4")
        played = values(odds, "match")
        called = played | values(odds, "match", "auction")
        success, needs = values(odds, "success"), values(odds, "needs")
        for name, rate in success.items():
            better = called[name] > called["pass"] + 1e-4
            worse = called[name] < called["pass"] - 1e-4
            assert better <= (rate > needs[name])
            assert worse <= (rate < needs[name])


# What cannot be asked.


@pytest.mark.parametrize(
    ("hand", "extras", "words"),
    [
        (STRONG, {}, "--turned: expected the dealer's card"),
        (STRONG, {"turned": "XO"}, "--turned"),
        (STRONG, {"turned": "RO", "seat": "1"}, "not of the hand"),
        (STRONG, {"turned": "SO", "seat": "4"}, "expected a card of the hand"),
        (STRONG + " SO", {"turned": "HO"}, "cards"),
        (STRONG, {"turned": "SO", "score": "11-3"}, "the match is over at 11"),
        (STRONG, {"turned": "SO", "score": "3"}, "such as 8-7"),
        (STRONG, {"turned": "SO", "calls": "solo solo"}, "call 2, 'solo': expected paso or cuatro"),
        (STRONG, {"turned": "SO", "calls": "bolo"}, "expected paso or solo or cuatro or quinta"),
        (STRONG, {"turned": "SO", "calls": "p p p p"}, "at most 3"),
        (STRONG, {"turned": "SO", "calls": "cuatro", "score": "2-8"}, "expected paso or solo"),
        (STRONG, {"turned": "SO", "calls": "p", "seat": "3"}, "seat 2 speaks"),
        (STRONG, {"turned": "SO", "known": "2:SO"}, "the turned card lies with the dealer"),
        (STRONG, {"turned": "SO", "known": "4:-O"}, "the turned one"),
        (STRONG, {"turned": "SO", "known": "2:AO; 3:AO"}, "already known elsewhere"),
        (STRONG, {"turned": "SO", "known": "2:-C; 3:-C; 4:-C"}, "no layout"),
        (None, {"turned": "SO", "sample": "yes"}, "expected a hand too"),
    ],
)
def test_questions_that_cannot_be_answered(
    hand: str | None, extras: dict[str, str], words: str
) -> None:
    with pytest.raises(QuestionError, match=words):
        GAME.odds(STANDARD, OddsQuestion(hand, ("simple",), extras))


def test_all_problems_of_a_hand_at_once() -> None:
    extras = {"turned": "SX", "score": "a", "calls": "bolo", "lives": "3", "seat": "7"}
    with pytest.raises(QuestionError) as error:
        GAME.odds(STANDARD, OddsQuestion("AO AO", ("simple",), extras))
    assert len(error.value.problems) == 6


def test_the_first_declaration_may_end_the_round() -> None:
    rules = STANDARD.with_changes(overcall="first_closes")
    with pytest.raises(QuestionError, match="nothing is left to decide"):
        GAME.odds(rules, OddsQuestion(STRONG, ("simple",), {"turned": "SO", "calls": "solo"}))


def test_calls_are_read_in_many_spellings() -> None:
    for text in ("paso solo", "PAS, Solo", "p;solo"):
        plan = plan_of(STRONG, calls=text)
        assert plan.question["calls"] == "paso solo"
        assert plan.question["seat"] == 3
        assert plan.question["choices"] == ["pass", "cuatro", "quinta"]
