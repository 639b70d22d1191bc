"""What variants of Cuccù are compared by: effects by formula and by the rule book in Python."""

from __future__ import annotations

import random
from math import comb
from typing import Any

import numpy as np
import pytest

from analyzer.api import compare
from analyzer.games.base import SKILL
from analyzer.games.cuccu.game import GAME
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.policy import read_thresholds
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.values import match_table
from analyzer.report.comparison import Comparison, each_variant
from tests.reference import cuccu as reference

STANDARD = CuccuRules()
SIMPLE = reference.simple({n: row[:n].tolist() for n, row in enumerate(read_thresholds()) if n > 1})
FOOL = reference.FOOL
Found = dict[tuple[Any, ...], np.ndarray]


def measured(
    rules: CuccuRules, count: int, plan: int = 0, keep: bool = False, play: str = "simple"
) -> Found:
    """Outcomes in units by measure and choice; with ``keep`` nobody asks, ever."""
    study = GAME.study(rules, play)[plan]
    table, words = study.workspace()
    if keep:
        table[t.SCRIPTED] = 1
        table[t.FORCED : t.FORCED + t.DRAWS] = 2
    outcomes = study.compute(5, 0, count, (table, words)).outcomes
    for column, found in zip(study.columns, outcomes.T, strict=True):
        assert column.spread is None or np.ptp(found) <= column.spread
        assert not column.rate or set(np.unique(found)) <= {0, 1}
    return {
        (c.measure, *c.choice.values()): outcomes[:, i] / c.scale
        for i, c in enumerate(study.columns)
    }


def difference(found: Comparison, measure: str, *choice: str) -> Any:
    return next(
        d
        for d in found.differences
        if d.column.measure == measure and tuple(d.column.choice.values()) == choice
    )


def error(*samples: np.ndarray) -> float:
    """Standard error of the difference of the means of separate samples."""
    return float(sum(x.var() / len(x) for x in samples)) ** 0.5


def rounds(rules: CuccuRules, count: int, seed: int) -> tuple[np.ndarray, list[reference.Round]]:
    """Lives lost, less gained, by seat, and the rounds, played by the rule book."""
    rng = random.Random(seed)
    played = []
    for _ in range(count):
        pack = [card for card in range(20) for _ in range(2) if rules.pack == 40 or card > 0]
        rng.shuffle(pack)
        lives = [rules.lives] * rules.players
        played.append(reference.Round(rules.settings(), lives, pack[1:], pack[:1], SIMPLE))
        played[-1].play()
    return np.array([np.subtract(r.lost, r.gained) for r in played]), played


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
def test_equal_rules_differ_by_exactly_nothing(play: str) -> None:
    found = compare([STANDARD, CuccuRules()], play=play, deals=300, seed=1)
    assert len(found.differences) > 30
    for d in found.differences:
        assert (d.difference, d.low, d.high, d.paired) == (0, 0, 0, True)


def test_a_tie_by_formula() -> None:
    """When nobody asks, 2974/2405 of four players lose (`docs/rulebooks/cuccu.md`, section 12).

    With ``earliest`` one of the lowest does, and whoever holds the only fool: no four cards are
    all fools and cuckoos but two of each, when the earlier fool loses.
    """
    count = 100_000
    one_fool = 2 * comb(38, 3) / comb(40, 4)
    base = measured(STANDARD, count, keep=True)
    earliest = measured(CuccuRules(tie="earliest"), count, keep=True)
    for found, losers in ((base, 2974 / 2405), (earliest, 1 + one_fool)):
        lost = 4 * found["points",]
        assert lost.mean() == pytest.approx(losers, abs=4 * error(lost))
        assert (lost == found["charged",]).all()
        assert not found["requests",].any()
    fewer = 4 * (base["points",] - earliest["points",])
    assert fewer.min() == 0
    assert fewer.mean() == pytest.approx(2974 / 2405 - 1 - one_fool, abs=4 * error(fewer))
    # Deals by number of losers, section 12: two or more in 20,938 of 91,390.
    shared = base["shared_loss",]
    assert shared.mean() == pytest.approx(20_938 / 91_390, abs=4 * error(shared))


def test_showdowns_of_two_by_formula() -> None:
    """Nobody asks and both have one life: all is lost when both lose, 91 of 780 deals."""
    found = measured(CuccuRules(players=2), 100_000, keep=True)
    zero = found["all_zero", "two"]
    assert zero.mean() == pytest.approx(91 / 780, abs=4 * error(zero))
    # Cards are alike for both seats: dealing is worth nothing.
    assert found["dealing",].mean() == pytest.approx(0, abs=4 * error(found["dealing",]))
    both = found["both_fools",]
    assert both.mean() == pytest.approx(1 / 780, abs=4 * error(both))


@pytest.mark.parametrize(
    ("changes", "measure"),
    [
        ({"fool_received": "out"}, ("points",)),
        ({"dealer_draw": "as_asked"}, ("points", "dealer")),
        ({"cat": "no_undo"}, ("slam_any",)),
        ({"inn": "skip"}, ("points", "first")),
    ],
)
def test_effects_agree_with_the_rule_book_on_other_cards(
    changes: dict[str, str], measure: tuple[str, ...]
) -> None:
    """Paired differences against separate rounds of the plain reference, shuffled elsewhere."""
    variant = STANDARD.with_changes(**changes)
    found = difference(compare([STANDARD, variant], deals=40_000, seed=2), *measure)
    assert found.paired
    views = {
        ("points",): lambda lost: lost.mean(axis=1),
        ("points", "dealer"): lambda lost: lost[:, -1],
        ("points", "first"): lambda lost: lost[:, 0],
        ("slam_any",): lambda lost: (lost >= 2).any(axis=1),
    }
    base, other = (
        views[measure](rounds(rules, 12_000, seed)[0])
        for rules, seed in ((STANDARD, 10), (variant, 11))
    )
    paired = (found.high - found.low) / 2 / 1.96
    apart = (error(base, other) ** 2 + paired**2) ** 0.5
    assert found.difference == pytest.approx(other.mean() - base.mean(), abs=4 * apart)
    assert found.base_value == pytest.approx(base.mean(), abs=5 * error(base))


def test_what_cards_do_agrees_with_the_rule_book() -> None:
    """Rates and counts of one round, from the events of the reference."""
    found = measured(STANDARD, 60_000)
    lost, played = rounds(STANDARD, 12_000, 3)
    events = [[event[0] for event in r.log] for r in played]
    refused = [[event[3] for event in r.log if event[0] == "refuse"] for r in played]
    penalties = np.array([sum(c != reference.CUCKOO for c in cards) for cards in refused])
    fools = np.array([r.card.count(FOOL) for r in played])
    expected = {
        ("penalties",): penalties,
        ("charged",): lost.sum(axis=1) - penalties,
        ("cuckoo_acts",): np.array([reference.CUCKOO in cards for cards in refused]),
        ("hunter_acts",): np.array([reference.HUNTER in cards for cards in refused]),
        ("cat_acts",): np.array([reference.CAT in cards for cards in refused]),
        ("horse_acts",): np.array(["skip" in names for names in events]),
        ("inn_acts",): np.array(["inn" in names for names in events]),
        ("inn_covers",): np.array([len(r.covers) > 0 for r in played]),
        ("both_fools",): fools == 2,
        # A single fool always loses, two only when all others are cuckoos (section 8).
        ("fool_loses",): fools == 1,
        ("dealing",): lost[:, :-1].mean(axis=1) - lost[:, -1],
        ("lead",): lost[:, 1:].mean(axis=1) - lost[:, 0],
        ("points", "middle"): lost[:, 1:-1].mean(axis=1),
    }
    for key, values in expected.items():
        close = 4.5 * error(values, found[key])
        assert found[key].mean() == pytest.approx(values.mean(), abs=close), key


def match(rules: CuccuRules, rng: random.Random) -> tuple[int, float, float, float, bool]:
    """Rounds, dealer's share, leaders' share, rounds to the first out, joint win, by the book."""
    places = rules.players
    lives, dealer, winners = [rules.lives] * places, places - 1, list[int]()
    leaders: list[int] = []
    count = first_out = 0
    while not winners:
        order = [(dealer + 1 + i) % places for i in range(places)]
        order = [p for p in order if lives[p] > 0]
        pack = [card for card in range(20) for _ in range(2)]
        rng.shuffle(pack)
        start = [lives[p] for p in order]
        game = reference.Round(rules.settings(), start, pack[1:], pack[:1], SIMPLE)
        game.play()
        after = [0] * places
        for p, left in zip(order, game.lives, strict=True):
            after[p] = left
        count += 1
        if not first_out and any(after) and sum(map(bool, after)) < len(order):
            first_out = count
        lives, dealer, winners = reference.settle(rules.settings(), lives, after, dealer)
        if not leaders and not winners and 2 * sum(lives) <= places * rules.lives:
            leaders = [p for p in range(places) if lives[p] == max(lives)]
    leaders = leaders or winners
    share = sum(p in winners for p in leaders) / len(winners) / len(leaders)
    dealt = (places - 1 in winners) / len(winners)
    return count, dealt, share, first_out or count, len(winners) > 1


@pytest.mark.parametrize(
    "changes", [{}, {"players": 3, "lives": 2, "all_zero": "joint_win"}, {"lives": 5}]
)
def test_matches_agree_with_the_rule_book_on_other_cards(changes: dict[str, Any]) -> None:
    rules = CuccuRules.make(changes)
    rng = random.Random(8)
    expected = np.array([match(rules, rng) for _ in range(1_500)], float)
    found = measured(rules, 20_000, plan=1)
    keys = (("rounds",), ("match", "dealer"), ("leader_wins",), ("first_out",), ("joint",))
    for key, values in zip(keys, expected.T, strict=True):
        close = 4.5 * error(values, found[key])
        assert found[key].mean() == pytest.approx(values.mean(), abs=close), key
    assert found["joint",].any() == (rules.all_zero == "joint_win")
    assert found["reset",].mean() >= found["joint",].mean()


def test_shares_of_the_win_agree_with_the_counted_table() -> None:
    """Against the Markov chain over lives, whose rounds are enumerated and not dealt."""
    for rules in (CuccuRules(players=2), CuccuRules(players=3, lives=2, tie="earliest")):
        worth = match_table(rules, "simple").of((rules.lives,) * rules.players)
        found = measured(rules, 60_000, plan=1)
        for seat, place in (("first", 0), ("dealer", -1)):
            share = found["match", seat]
            assert share.mean() == pytest.approx(worth[place], abs=4 * error(share))


def test_when_cards_are_dealt_changes_nothing() -> None:
    """Nobody looks before being asked, so the same cards come to the same seats."""
    found = compare([STANDARD, CuccuRules(dealing="all_first")], deals=2_000, seed=4)
    for d in found.differences:
        assert d.difference == 0
        assert d.low <= 0 <= d.high


def test_lives_change_the_match_and_not_its_first_round() -> None:
    found = compare([STANDARD, CuccuRules(lives=6)], deals=2_000, seed=4)
    assert difference(found, "points").difference == 0
    assert difference(found, "all_zero", "two").difference == 0
    assert difference(found, "rounds").clear
    one = measured(CuccuRules(players=2, lives=1), 2_000, plan=1)
    # Two players with a life each: the match lasts until a round takes one of them only.
    assert (one["rounds",] == one["first_out",]).all()
    assert (one["match", "first"] + one["match", "dealer"] == 1).all()


def seats_exchanged(rules: CuccuRules, count: int, rng: random.Random) -> np.ndarray:
    """By the rule book: scores of simple and of random seats, seated alternately, [2, D, P]."""

    def alternate(simple_seats: int) -> reference.Decide:
        def decide(kind: str, seat: int, game: reference.Round) -> bool:
            if seat % 2 == simple_seats:
                return SIMPLE(kind, seat, game)
            return rng.random() < 0.5

        return decide

    scores = np.zeros((2, count, rules.players))
    lives = [rules.lives] * rules.players
    for i in range(count):
        pack = [card for card in range(20) for _ in range(2)]
        rng.shuffle(pack)
        for turn in range(2):
            game = reference.Round(
                rules.settings(), list(lives), pack[1:], pack[:1], alternate(turn)
            )
            game.play()
            net = np.subtract(game.gained, game.lost)
            scores[0, i, turn::2], scores[1, i, 1 - turn :: 2] = net[turn::2], net[1 - turn :: 2]
    return scores


@pytest.mark.parametrize("players", [4, 5])
def test_skill_is_that_of_simple_play_among_random_players(players: int) -> None:
    """The rule book's scores on other cards, and the definition of the share on them."""
    rules = CuccuRules(players=players)
    found = measured(rules, 20_000)
    x, y = seats_exchanged(rules, 4_000, random.Random(4))
    expected = ((x - y).sum(axis=1), (x + y).sum(axis=1), players * (x * x + y * y).sum(axis=1))
    for name, values in zip(SKILL, expected, strict=True):
        close = 4.5 * error(values, found[name,])
        assert found[name,].mean() == pytest.approx(values.mean(), abs=close), name
    assert found["skill_gap",].mean() > 4 * error(found["skill_gap",])
    share = GAME.study(rules, "simple")[0].derived[0].value
    by_definition = ((x.mean() - y.mean()) / 2) ** 2 / np.concatenate([x, y]).var()
    assert share(np.array([v.mean() for v in expected])) == pytest.approx(by_definition)
    # It does not depend on the level that is compared.
    other = measured(rules, 500, play="random")
    assert all((other[name,] == found[name,][:500]).all() for name in SKILL)


def test_other_packs_and_players_are_compared_on_rounds_of_their_own() -> None:
    variants = [CuccuRules(pack=38), CuccuRules(players=2), CuccuRules(lives=1)]
    found = compare([STANDARD, *variants], deals=400, seed=6)
    assert {d.variant for d in found.differences if not d.paired} == {0, 1}
    assert any("deals of their own" in note for note in found.notes)
    assert any("thresholds" in note or "rank from which" in note for note in found.notes)
    # Between the first seat and the dealer nobody sits.
    two = {(d.column.measure, *d.column.choice.values()) for d in found.differences if d.variant}
    assert ("points", "dealer") in two


def test_every_value_of_every_rule_is_a_variant() -> None:
    names = {variant.name.split("=")[0] for variant in each_variant(STANDARD)}
    assert names == set(CuccuRules.rules())


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
def test_any_split_gives_the_same(play: str) -> None:
    for plan in GAME.study(CuccuRules(players=5, all_zero="joint_win"), play):
        space = plan.workspace()
        whole = plan.compute(2, 0, 300, space).outcomes
        parts = [plan.compute(2, first, 100, space).outcomes for first in (0, 100, 200)]
        assert (np.concatenate(parts) == whole).all()
        shown = [c for c in plan.columns if not c.hidden] + [one.column for one in plan.derived]
        assert set(plan.meanings) == {c.measure for c in shown}
