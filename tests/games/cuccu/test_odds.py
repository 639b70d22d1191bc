"""Questions about a card: exact values against the rule book in Python, samples, bad input.

Expected numbers come from enumerating every layout with `tests/reference/cuccu.py`.
"""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pytest

import analyzer
from analyzer.cards.cuccu import parse_card, parse_cards
from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion
from analyzer.games.cuccu.game import GAME
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.policy import read_thresholds
from analyzer.games.cuccu.rules import CuccuRules
from tests.reference import cuccu as reference

THRESHOLDS = {n: row[:n].tolist() for n, row in enumerate(read_thresholds()) if n > 1}
SLIP = t.SLIP / t.CHANCES


def ask(hand: str | None, plays=("simple",), settings=None, **extras: str):
    rules = CuccuRules.make(settings or {})
    return GAME.odds(rules, OddsQuestion(hand, plays, extras))


def values(plan, deals: int | None = None) -> dict[tuple[str, str], float]:
    """Value of every column by answer and measure (one level of play)."""
    space = plan.workspace()
    batch = plan.compute(1, 0, plan.exact or deals, space)
    weights = np.ones(len(batch.outcomes)) if batch.weights is None else batch.weights
    means = weights @ batch.outcomes / weights.sum()
    return {
        (c.choice["answer"], c.measure): mean / c.scale
        for c, mean in zip(plan.columns, means, strict=True)
    }


def by_reference(n: int, mine: int, card: int, answer: bool, known: dict[int, int], kept: int):
    """Expected lives lost and chance to lose one: ``known`` cards by draw, ``kept`` seats kept."""
    simple = reference.simple(THRESHOLDS)
    rules = CuccuRules().settings()
    pack = [2 - list(known.values()).count(r) for r in range(20)]
    draws = n + 2
    total = lose = points = 0.0
    for ranks in product(range(20), repeat=draws - len(known) - 1):
        free = iter(ranks)
        cards = [known[d] if d in known else next(free) for d in range(draws - 1)]
        left = list(pack)
        weight = 1.0
        for d, rank in enumerate(cards):
            if d not in known:
                weight *= left[rank]
                left[rank] -= 1
        if weight == 0:
            continue
        factor = [1.0]

        def decide(kind, seat, game, factor=factor):
            if seat == mine and kind == reference.ASK:
                return answer
            if seat < kept and kind == reference.ASK:
                factor[0] *= SLIP if simple(kind, seat, game) else 1.0
                return False
            return simple(kind, seat, game)

        # The top card matters only over the dealer's horse: any card that is left, in turn.
        tops = [r for r in range(20) if left[r]] if cards[n - 1] == reference.HORSE else [0]
        for top in tops:
            game = reference.Round(rules, [3] * n, list(cards), [top], decide)
            factor[0] = 1.0
            game.play()
            share = weight * factor[0] * (left[top] / sum(left) if len(tops) > 1 else 1.0)
            total += share
            lose += share * (game.lost[mine] > 0)
            points += share * game.lost[mine]
    return lose / total, points / total


@pytest.mark.parametrize(
    ("players", "hand", "seat", "known", "kept"),
    [
        (2, "III", 1, {0: "III"}, 0),
        (2, "fool", 1, {0: "fool"}, 0),
        (2, "VII", 2, {1: "VII"}, 1),
        (3, "IIII", 1, {0: "IIII"}, 0),
        (3, "VI", 2, {1: "VI"}, 1),
    ],
)
def test_exact_values_are_those_of_the_rule_book(players, hand, seat, known, kept) -> None:
    plan = ask(hand, settings={"players": players}, seat=str(seat))
    found = values(plan)
    cards = {draw: parse_card(text) for draw, text in known.items()}
    for answer, name in enumerate(("keep", "ask")):
        lose, points = by_reference(players, seat - 1, parse_card(hand), bool(answer), cards, kept)
        assert found[name, "lose_life"] == pytest.approx(lose, abs=2e-8)
        assert found[name, "points"] == pytest.approx(points, abs=2e-8)


def test_layouts_are_counted() -> None:
    """Three unknown hands and the dealer's draw: 39 * 38 * 37 * 36 layouts."""
    plan = ask("VI", seat="2")
    batch = plan.compute(0, 0, plan.exact, plan.workspace())
    assert batch.weights.sum() == prod([39, 38, 37, 36])


SITUATIONS = {
    "nothing seen": ("IIII", {"seat": "2"}),
    "lives": ("IIII", {"seat": "4", "lives": "1,3,2,1"}),
    "received": ("II", {"seat": "3", "asked": "1,2", "gave": "V"}),
    "horse": ("III", {"seat": "3", "asked": "1", "shown": "2 horse", "gave": "I"}),
    "cat": ("III", {"seat": "4", "asked": "1,2", "shown": "3 cat"}),
    "own cat": ("XII", {"seat": "4", "asked": "3", "lives": "2,3,1,3"}),
    "inn covered": ("V", {"seat": "3", "asked": "1", "shown": "2 inn covered"}),
    "cover?": ("0", {"seat": "1", "shown": "2 inn"}),
    "accept?": ("XI", {"seat": "3", "asked": "2"}),
    "dealer's horse": ("XIII", {"seat": "4", "asked": "3"}),
    "out": ("VI", {"seat": "3", "lives": "3,0,3,3"}),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_exact_and_sampled_agree(name) -> None:
    """The counted values lie within 4.5 standard errors of 10,000 sampled rounds and matches."""
    hand, extras = SITUATIONS[name]
    plan = ask(hand, **extras)
    exact = values(plan)
    plan.exact = None
    plan.columns = tuple(
        plan._column(a, "simple", m)
        for a in plan.answers
        for m in ("lose_life", "slam", "points", "score", "match")
    )
    deals = 10_000
    sampled = values(plan, deals)
    for key, value in sampled.items():
        rate = key[1] not in ("points", "score")
        spread = np.sqrt(value * (1 - value) + 1e-4) if rate else 0.8
        assert abs(value - exact[key]) < 4.5 * spread / np.sqrt(deals) + 1e-6, key


def test_decisions_are_recognised() -> None:
    declined = ask("V", seat="4", asked="2", shown="3 inn declined")
    assert declined.script.answers == (0, 1, 1, 0, 0)
    assert ask("0", **SITUATIONS["cover?"][1]).answers == ("stay", "cover")
    assert ask("XI", **SITUATIONS["accept?"][1]).answers == ("decline", "accept")
    assert ask("VI", seat="1").answers == ("keep", "ask")


def test_a_better_card_is_never_given_back() -> None:
    """Seat 1 gave V for II, so a lower card is live: keeping loses nothing."""
    found = values(ask("V", seat="2", asked="1", gave="II"))
    assert found["keep", "lose_life"] == 0
    assert found["keep", "match"] > found["ask", "match"]


def test_asking_for_cover_is_never_worse() -> None:
    for hand in ("0", "III", "fool"):
        found = values(ask(hand, **SITUATIONS["cover?"][1]))
        assert found["cover", "match"] >= found["stay", "match"] - 1e-9


def test_match_probabilities_add_up_over_measures() -> None:
    """Points and score of a two-player round: one's own loss and the difference."""
    found = values(ask("VI", settings={"players": 2}, seat="2"))
    for answer in ("keep", "ask"):
        assert found[answer, "lose_life"] <= found[answer, "points"] + 1e-9
        assert found[answer, "slam"] <= found[answer, "lose_life"]


@pytest.mark.parametrize("plan_of", ["base", "base 7", "hand 7"])
def test_any_batches_give_the_same_outcomes(plan_of) -> None:
    plan = {
        "base": lambda: ask(None, ("random", "simple", "expert")),
        "base 7": lambda: ask(None, settings={"players": 7, "all_zero": "joint_win"}),
        "hand 7": lambda: ask("III", settings={"players": 7}, seat="4", asked="2"),
    }[plan_of]()
    whole = plan.compute(5, 10, 60, plan.workspace()).outcomes
    space = plan.workspace()
    parts = [plan.compute(5, first, n, space).outcomes for first, n in ((47, 23), (10, 37))]
    assert np.array_equal(whole, np.vstack([parts[1], parts[0]]))


def test_exact_rows_may_be_split() -> None:
    plan = ask("VI", seat="2")
    rows = plan.exact
    whole = plan.compute(1, 0, rows, plan.workspace()).outcomes
    parts = [plan.compute(1, a, b - a, plan.workspace()).outcomes for a, b in ((0, 9), (9, rows))]
    assert np.array_equal(whole, np.vstack(parts))


BAD = {
    "unknown card": ("XVI", {}, {}, "no card"),
    "two cards": ("V VI", {}, {}, "expected 1"),
    "third copy": ("XII", {"seat": "4", "asked": "1,2", "shown": "2 cat, 3 cat"}, {}, "3 times"),
    "lions out": ("lion", {}, {"pack": 38}, "has none"),
    "lives count": ("VI", {"lives": "3,3,3"}, {}, "expected 4"),
    "lives range": ("VI", {"lives": "3,3,3,4"}, {}, "from 0 to 3"),
    "lives words": ("VI", {"lives": "3,3,-1,x"}, {}, "from 0 to 3"),
    "one left": ("VI", {"lives": "3,0,0,0"}, {}, "at least two"),
    "seat out": ("VI", {"seat": "2", "lives": "3,0,3,3"}, {}, "no lives left"),
    "asked is out": ("VI", {"seat": "3", "asked": "2", "lives": "3,0,3,3"}, {}, "no lives left"),
    "seat range": ("VI", {"seat": "5"}, {}, "from 1 to 4"),
    "seat word": ("VI", {"seat": "north"}, {}, "from 1 to 4"),
    "no such option": ("VI", {"turned": "AO"}, {}, "not an option"),
    "had to give": ("VI", {"seat": "2", "asked": "1"}, {}, "--gave"),
    "nobody asked": ("VI", {"seat": "2", "gave": "II"}, {}, "nobody asked"),
    "gave a cat": ("VI", {"seat": "2", "asked": "1", "gave": "XII"}, {}, "never given"),
    "later seat": ("VI", {"seat": "2", "asked": "3"}, {}, "no turn"),
    "shown unasked": ("VI", {"seat": "3", "shown": "2 cat"}, {}, "was not asked"),
    "shown nonsense": ("VI", {"seat": "3", "asked": "1", "shown": "cat"}, {}, "a seat and a card"),
    "shown VI": ("VI", {"seat": "3", "asked": "1", "shown": "2 VI"}, {}, "expected inn, cat"),
    "passed over": ("XIII", {"seat": "2", "asked": "1"}, {}, "passed over"),
    "inn unsettled": ("VI", {"seat": "3", "asked": "1", "shown": "2 inn"}, {}, "stayed"),
    "no turn": ("XII", {"seat": "2", "asked": "1"}, {"refuser_turn": "no"}, "passed over"),
    "stopped": ("VI", {"seat": "3", "asked": "1", "shown": "2 cuckoo"},
                {"cuckoo": "stops_play"}, "ended"),
    "round over": ("XII", {"seat": "2", "asked": "1", "lives": "1,3"},
                   {"players": 2, "mid_round_zero": "out_at_once"}, "over"),
    "open": ("VI", {}, {}, "no level"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_questions(name) -> None:
    hand, extras, settings, told = BAD[name]
    plays = ("open",) if name == "open" else ("simple",)
    with pytest.raises(QuestionError) as caught:
        ask(hand, plays, settings, **extras)
    assert told in str(caught.value)


def test_players_out_of_range() -> None:
    for players in (1, 21):
        with pytest.raises(QuestionError, match="from 2 to 20"):
            CuccuRules.make({"players": players})


def test_all_problems_at_once() -> None:
    with pytest.raises(QuestionError) as caught:
        ask("XVI", seat="9", lives="1,2", turned="x")
    assert len(caught.value.problems) == 4


def test_base_rates_refuse_what_needs_a_card() -> None:
    with pytest.raises(QuestionError, match="--gave: expected a card"):
        ask(None, gave="II")


def test_deals_are_the_rounds_that_are_played() -> None:
    """The first cards are the same for any number of players; a text comes back as it was."""
    four, seven = (CuccuRules.make({"players": n}) for n in (4, 7))
    deals, more = GAME.deal(four, 20, 3), GAME.deal(seven, 20, 3)
    for i in range(20):
        text = GAME.show_deal(four, deals, i)["deal"]
        assert GAME.show_deal(seven, more, i)["deal"].startswith(text + " ")
        again = GAME.read_deal(four, text)
        assert GAME.show_deal(four, again, 0)["deal"] == text
        table, words = t.new_table(four.packed()), t.new_words()
        t.clear_round(table, 4)
        t.shuffle_round(table, words, 3, i)
        assert (table[t.PACK + 1 : t.PACK + 5] % 20).tolist() == parse_cards(text[2:])
        cards = [*np.flatnonzero(deals.owners[i] < 255), *deals.stock[i]]
        assert sorted(cards) == list(range(40))


def test_every_card_is_dealt_everywhere_alike() -> None:
    """Counts of card by place: chi squared, scaled for fixed row and column sums."""
    deals = GAME.deal(CuccuRules(), 40_000, 8)
    counts = np.array([[(deals.owners[:, c] == s).sum() for s in range(4)] for c in range(40)])
    expected = len(deals) / 40
    statistic = ((counts - expected) ** 2 / expected).sum() * 39 / 40
    # 4 * 39 degrees of freedom: mean 156, standard deviation 17.7
    assert 156 - 5 * 17.7 < statistic < 156 + 5 * 17.7


def test_a_joint_win_of_many_players_is_shared() -> None:
    """17 players and more: shares of a win stay below what tallies can hold."""
    rules = analyzer.load_rules("cuccu", players=18, all_zero="joint_win")
    odds = analyzer.bid_odds(rules, play="simple", deals=40, seed=1)
    match = odds.frame[odds.frame["measure"] == "match"]
    assert match["value"].sum() == pytest.approx(1, abs=1e-4)
