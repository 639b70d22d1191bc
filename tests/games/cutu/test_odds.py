"""Odds of Cuțu through the interface: hands with known answers, and answers that must agree.

Cases 1 and 2 stand in docs/rulebooks/cases.md, computed apart from this project in exact fractions.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import pandas as pd
import pytest

import analyzer
from analyzer.cards import PACK_32, parse_hand
from analyzer.kernels.layouts import Layouts
from analyzer.report import tables
from analyzer.report.odds import Odds
from tests.cli.command import good

SEVEN = "♠KQJT987 ♥A"
"""Takes seven tricks with spades for trump, or eight when the partner holds the ace: 1/3."""
ALL_EIGHT = "♠AKQJT987"
HAND = "♠AKJ97 ♥A ♦K8"
DEALS = 600
LAST = {"calls": "pas pas pas", "ignore_calls": "yes"}
"""The asker speaks last, so that what he bids is what is played."""


def ask(hand: str | None, play: str, deals: int = DEALS, **changes: object) -> Odds:
    rules = analyzer.load_rules("cutu", **changes)
    return analyzer.bid_odds(rules, hand, play=play, deals=deals, seed=11)


def value(odds: Odds, bid: int | str, trump: str | None, measure: str) -> float:
    frame = odds.frame
    chosen = frame[(frame["bid"] == bid) & (frame["measure"] == measure)]
    chosen = chosen[chosen["trump"].isna() if trump is None else chosen["trump"] == trump]
    assert len(chosen) == 1
    return float(chosen["value"].iloc[0])


# --- Case 1: one in three


@pytest.mark.parametrize("factor", [2, 3, 1])
def test_one_in_three(factor: int) -> None:
    odds = ask(SEVEN, "open", cutu_factor=factor)
    slam = value(odds, 5, "S", "slam")
    # Four standard errors of a share of 1/3.
    assert abs(slam - 1 / 3) < 4 * sqrt(2 / 9 / DEALS)
    for bid in (5, 6, 7):
        assert value(odds, bid, "S", "success") == 1
        assert value(odds, bid, "S", "slam") == slam
        # Seven tricks pay 7, all eight pay 8 times the factor.
        expected = 7 * (1 - slam) + 8 * factor * slam
        assert value(odds, bid, "S", "score") == pytest.approx(expected, abs=1e-12)
        assert value(odds, bid, "S", "tricks") == pytest.approx(7 + slam, abs=1e-12)
        assert value(odds, bid, "S", "slam_against") == 0
    assert value(odds, 8, "S", "success") == slam
    expected = 8 * factor * slam - 8 * (1 - slam)
    assert value(odds, 8, "S", "score") == pytest.approx(expected, abs=1e-12)


def test_a_success_that_never_failed_is_not_certain() -> None:
    frame = ask(SEVEN, "open").frame
    row = frame[(frame["bid"] == 5) & (frame["trump"] == "S") & (frame["measure"] == "success")]
    # Wilson's lower limit at n of n: n / (n + z²).
    assert row["low"].iloc[0] == pytest.approx(DEALS / (DEALS + 1.959964**2), abs=1e-7)
    assert row["high"].iloc[0] == 1


@pytest.mark.parametrize("known", [{}, LAST])
def test_bids_worth_the_same_are_said_to_be_so_and_the_highest_is_advised(known) -> None:
    rules = analyzer.load_rules("cutu")
    odds = analyzer.bid_odds(rules, SEVEN, play="open", deals=1000, seed=11, **known)
    advice = odds.advice
    assert advice is not None
    assert dict(advice.choice) == {"bid": 7, "trump": "S"}
    assert advice.measure == "score"
    assert advice.verdict == "same"
    same = {(choice["bid"], choice["trump"]) for choice in advice.others}
    # Spades are the best colour too, so that a bid of 4 is one of the equals.
    assert same == {(4, "S"), (5, "S"), (6, "S")}
    text = " ".join(tables.render(odds, False, tables.plain).split())
    assert "7 S is worth " in text
    assert "4 S, 5 S and 6 S the same: the highest bid leaves the opponents least room" in text


def test_as_a_call_the_bid_that_leaves_least_room_is_best() -> None:
    """Bids that cannot fail score the same, but a low one may be overcalled."""
    rules = analyzer.load_rules("cutu")
    odds = analyzer.bid_odds(rules, SEVEN, play="simple", deals=1500, seed=11, calls="pas")
    assert odds.advice is not None
    assert odds.advice.measure == "call"
    assert dict(odds.advice.choice) == {"bid": 7, "trump": "S"}


# --- Certain hands


@pytest.mark.parametrize("play", ["open", "simple", "random"])
def test_all_eight_trumps_take_all_eight_tricks_at_every_level(play: str) -> None:
    odds = ask(ALL_EIGHT, play, deals=100)
    for bid in (4, 5, 6, 7, 8):
        for measure, expected in (("success", 1), ("slam", 1), ("score", 16), ("tricks", 8)):
            assert value(odds, bid, "S", measure) == expected
    assert odds.advice is not None
    assert dict(odds.advice.choice) == {"bid": 8, "trump": "S"}


@pytest.mark.parametrize("play", ["open", "random"])
def test_four_passes_score_nothing(play: str) -> None:
    rules = analyzer.load_rules("cutu")
    odds = analyzer.bid_odds(rules, HAND, play=play, deals=50, seed=1, **LAST)
    for measure in ("score", "call", "slam", "slam_against"):
        assert value(odds, "pass", None, measure) == 0


# --- Choices


def test_a_bid_of_four_has_the_best_colour_for_trump() -> None:
    # docs/rulebooks/cutu.md, section 4: most cards, then the highest card.
    for hand, colour in (("♠K98 ♥AJ7 ♦Q ♣T", "H"), ("♠AQ7 ♥AJT ♦K9", "S"), (HAND, "S")):
        frame = ask(hand, "random", deals=5).frame
        assert set(frame[frame["bid"] == 4]["trump"]) == {colour}
        assert set(frame[frame["bid"] == 5]["trump"]) == {"S", "H", "D", "C", "NT"}
    free = ask(HAND, "random", deals=5, four_is_free=True).frame
    assert set(free[free["bid"] == 4]["trump"]) >= {"S", "H", "D", "C"}
    high = ask(HAND, "random", deals=5, lowest_bid=5).frame
    assert set(high["bid"]) == {"pass", 5, 6, 7, 8}


def test_a_higher_bid_succeeds_less_often_and_takes_the_same_tricks() -> None:
    frame = ask(HAND, "open").frame.dropna(subset=["trump"])
    for _, group in frame[frame["bid"] != 4].groupby("trump"):
        success = group[group["measure"] == "success"].sort_values("bid")["value"].tolist()
        assert success == sorted(success, reverse=True)
        for measure in ("tricks", "slam", "slam_against"):
            assert group[group["measure"] == measure]["value"].nunique() == 1
        # Bid 8 succeeds with all the tricks.
        assert success[-1] == group[group["measure"] == "slam"]["value"].iloc[0]


def test_the_no_trump_factor_doubles_no_trump_and_nothing_else() -> None:
    once, twice = (
        ask(HAND, "random", no_trump_factor=k).frame.query("measure == 'score'") for k in (1, 2)
    )
    both = once.merge(twice, on=["bid", "trump"], suffixes=("", "_twice")).dropna(subset=["trump"])
    assert len(both) == 21
    ratio = both["trump"].map(lambda trump: 2 if trump == "NT" else 1)
    assert np.allclose(both["value_twice"], ratio * both["value"], atol=1e-12)


@pytest.mark.parametrize(
    "changes", [{}, {"overtricks": 0}, {"failed_contract": "bid_and_undertricks"}]
)
def test_scores_follow_from_the_tricks(changes: dict[str, object]) -> None:
    # The tricks of every deal by the solver, scored by hand as docs/rulebooks/cutu.md, section 6,
    # has it.
    rules = analyzer.load_rules("cutu", **changes)
    tricks = analyzer.solve(rules, dealt(HAND, 0, 60), trump="D", leader=0)
    assert {3, 4, 5, 6, 7, 8} <= set(tricks.tolist())
    total = 0
    for t in tricks.tolist():
        if t >= 5:
            own = t if "overtricks" not in changes else 5
            total += 2 * own if t == 8 else own
        else:
            short = 5 - t if "failed_contract" in changes else 0
            defenders = 8 if t == 0 else max(0, 8 - t - 4)
            total -= 5 + short + defenders
    odds = analyzer.bid_odds(rules, HAND, play="open", deals=60, seed=11)
    assert value(odds, 5, "D", "score") == pytest.approx(total / 60, abs=1e-12)


# --- Who leads: the odds against the solver on the same deals


def dealt(hand: str, seat: int, n: int) -> np.ndarray:
    """Owners of the first deals of seed 11 with the hand in a seat, as ``bid_odds`` deals them."""
    numbers = PACK_32.numbers(parse_hand(hand, PACK_32))
    layouts = Layouts.build(PACK_32.size, [8] * 4, dict.fromkeys(numbers, seat))
    return layouts.deal(n, 11, 0)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("first_lead", ["declarer", "left_of_dealer", "left_of_declarer"])
def test_the_first_lead_is_whose_the_rules_say(first_lead: str, seat: int) -> None:
    rules = analyzer.load_rules("cutu", first_lead=first_lead)
    # Seats are numbered from the left of the dealer on.
    leader = {"declarer": seat, "left_of_dealer": 0, "left_of_declarer": (seat + 1) % 4}[first_lead]
    owners = dealt(HAND, seat, 40)
    odds = analyzer.bid_odds(rules, HAND, play="open", deals=40, seed=11, seat=seat + 1)
    for trump in ("S", "H", None):
        tricks = analyzer.solve(rules, owners, trump=trump, leader=leader)
        ours = tricks if (leader - seat) % 2 == 0 else 8 - tricks
        found = value(odds, 5, trump or "NT", "tricks")
        assert found == pytest.approx(ours.mean(), abs=1e-12)
        assert value(odds, 6, trump or "NT", "success") == pytest.approx((ours >= 6).mean())


# --- Base rates


@pytest.mark.parametrize("play", ["random", "open"])
def test_base_rates(play: str) -> None:
    frame = ask(None, play, deals=100).frame
    assert set(frame["bid"]) == {4, 5, 6, 7, 8}
    assert set(frame[frame["bid"] == 4]["trump"]) == {"best"}
    assert set(frame["trump"]) == {"best", "own", "NT"}
    assert {"success", "score", "slam", "slam_against", "tricks"} <= set(frame["measure"])
    for _, group in frame[frame["measure"] == "success"].groupby("trump"):
        values = group.sort_values("bid")["value"].tolist()
        assert values == sorted(values, reverse=True)


def test_the_default_shows_open_and_expert_side_by_side() -> None:
    odds = analyzer.bid_odds(analyzer.load_rules("cutu"), HAND, deals=20, seed=1)
    assert odds.method["plays"] == ["open", "expert"]
    assert set(odds.frame["play"]) == {"open", "expert"}


# --- Case 2: eight voids


EIGHT_VOIDS = "N:.AKQJ.AKQJ. AKQJ...AKQJ T987.T987.. ..T987.T987"
TRICKS = {
    "C": [0, 8, 0, 8], "D": [8, 4, 8, 4], "H": [8, 0, 8, 0], "S": [4, 8, 4, 7],
    "NT": [8, 8, 8, 8],
}  # fmt: skip


@pytest.mark.parametrize("rules", ["standard", "whist"])
@pytest.mark.parametrize(
    "deal", [EIGHT_VOIDS, "N:-.AKQJ.AKQJ.- AKQJ.-.-.AKQJ T987.T987.-.- -.-.T987.T987"]
)
def test_eight_voids(rules: str, deal: str) -> None:
    expected = {trump: list(values) for trump, values in TRICKS.items()}
    if rules == "whist":
        expected["D"][2] = 7
    rows = good("solve", "cutu", deal, "--rules", rules, "--format", "csv").splitlines()
    assert rows[0] == "trump,leader,value"
    found: dict[str, list[int]] = {}
    for row in rows[1:]:
        trump, leader, tricks = row.split(",")
        found.setdefault(trump, []).append(int(tricks))
        assert int(leader) == len(found[trump])
    assert found == expected


# --- Solving through the interface


def test_solve_takes_deals_arrays_and_single_deals() -> None:
    rules = analyzer.load_rules("cutu")
    deals = analyzer.deal(rules, n=12, seed=3)
    values = analyzer.solve(rules, deals, trump="H", leader=1)
    assert values.dtype == np.int64
    assert values.shape == (12,)
    for owners in (deals.owners, deals.owners.astype(np.int32), deals.owners.tolist()):
        assert (analyzer.solve(rules, owners, trump="H", leader=1) == values).all()
    assert analyzer.solve(rules, deals.owners[5], trump="H", leader=1).tolist() == [values[5]]
    later = analyzer.deal(rules, n=4, seed=3, first=5)
    assert (later.owners == deals.owners[5:9]).all()


def test_at_least_asks_whether_the_value_is_reached() -> None:
    rules = analyzer.load_rules("cutu")
    deals = analyzer.deal(rules, n=12, seed=4)
    for trump in (None, "S"):
        values = analyzer.solve(rules, deals, trump=trump)
        for least in (-1, 0, 1, 4, 8, 9):
            found = analyzer.solve(rules, deals, trump=trump, at_least=least)
            assert (found == (values >= least)).all()


@pytest.mark.parametrize("trump", [None, "S"])
def test_the_value_is_that_of_the_best_card_in_the_middle_of_a_trick(trump: str | None) -> None:
    rules = analyzer.load_rules("cutu")
    owners = analyzer.deal(rules, n=6, seed=5).owners.copy()
    # Four tricks in: each seat keeps the first four of its cards.
    for row in owners:
        for seat in range(4):
            row[np.flatnonzero(row == seat)[4:]] = 255
    for row in owners:
        whole = int(analyzer.solve(rules, row, trump=trump, leader=2)[0])
        after = [
            int(analyzer.solve(rules, row, trump=trump, leader=2, trick=[card])[0])
            for card in np.flatnonzero(row == 2)
        ]
        assert max(after) == whole
        # The card led may be out of play already, or still with the seat that led it.
        card = int(np.flatnonzero(row == 2)[0])
        gone = row.copy()
        gone[card] = 255
        again = analyzer.solve(rules, gone, trump=trump, leader=2, trick=[card])
        assert int(again[0]) == after[0]


def test_frames_have_the_promised_columns() -> None:
    frame = ask(HAND, "random", deals=5).frame
    assert list(frame.columns) == ["bid", "trump", "play", "measure", "value", "low", "high", "n"]
    assert isinstance(frame, pd.DataFrame)
    assert (frame["n"] == 5).all()
