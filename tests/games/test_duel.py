"""Duels of two levels on duplicate deals, at a table whose results are known by formula."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from analyzer.estimate.answer import estimates
from analyzer.games.duel import Duel, DuelPlan, MatchDuelPlan, even_share, seatings
from analyzer.run.runs import Target, run
from tests.toy_table import FOUR, PARTNERS, SKILL, THREE, TWO, PressingTable, ToyTable

ALL = [PARTNERS, THREE, FOUR, TWO, tuple(range(7))]
PAIRS = [("expert", "simple"), ("random", "expert:7")]


def outcomes(plan: Duel, count: int = 40, first: int = 0) -> dict[tuple[str, str], np.ndarray]:
    """Outcomes in units, by measure and by whose they are."""
    found = plan.compute(3, first, count, plan.workspace()).outcomes
    for column, values in zip(plan.columns, found.T, strict=True):
        assert np.abs(values).max(initial=0) < 2**22
        assert column.spread is None or np.ptp(values) <= column.spread
    return {
        (c.measure, str(c.choice["of"])): found[:, i] / c.scale for i, c in enumerate(plan.columns)
    }


def test_partners_exchange_sides_and_others_take_every_seat_alone() -> None:
    plays = {s.plays for s in seatings("a", "b", PARTNERS)}
    assert plays == {("a", "b", "a", "b"), ("b", "a", "b", "a")}
    assert {s.plays for s in seatings("a", "b", TWO)} == {("a", "b"), ("b", "a")}
    plays = {s.plays for s in seatings("a", "b", FOUR)}
    expected = [p for p in product("ab", repeat=4) if p.count("a") in (1, 3)]
    assert plays == set(expected)
    assert len(seatings("a", "b", FOUR)) == 8


@pytest.mark.parametrize("sides", ALL)
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_luck_of_the_seats_cancels_and_the_skill_is_left(
    sides: tuple[int, ...], a: str, b: str
) -> None:
    # Every seat is taken by both levels equally often: what is left of a deal's points is the
    # difference of skill and of the levels' luck (1 or -1), for each member of a side.
    table = ToyTable(sides)
    members = sides.count(0)
    found = outcomes(DuelPlan(table, a, b))
    gap = found["score", "difference"] - members * (SKILL[a] - SKILL[b])
    assert set(np.unique(np.round(gap, 9))) <= {-2 * members, 0, 2 * members}
    assert np.ptp(gap) > 0
    assert found["points", "difference"] * members == pytest.approx(found["score", "difference"])


@pytest.mark.parametrize("sides", ALL)
def test_rates_are_means_over_the_seats_of_a_level(sides: tuple[int, ...]) -> None:
    # Luck is one of 0 to 9, so that a level's slams come in skill of ten cases.
    plan = DuelPlan(ToyTable(sides), "expert", "simple")
    found = outcomes(plan, 200)
    assert found["slam", "first"].mean() == pytest.approx(0.5, abs=0.1)
    assert found["slam", "second"].mean() == pytest.approx(0.2, abs=0.08)
    gap = found["slam", "first"] - found["slam", "second"]
    assert found["slam", "difference"] == pytest.approx(gap)
    chances = {c.choice["of"]: c.percent for c in plan.columns if c.measure == "slam"}
    assert chances == {"first": True, "second": True, "difference": False}


@pytest.mark.parametrize(
    ("sides", "won", "lost"),
    [(PARTNERS, 1, 0), (TWO, 1, 0), (THREE, (1 + 1 / 2) / 2, 0), (FOUR, (1 + 1 / 3) / 2, 0)],
)
def test_matches_are_shared_by_those_who_win_them(
    sides: tuple[int, ...], won: float, lost: float
) -> None:
    # The better level wins alone against all, or shares with all its like against one.
    found = outcomes(MatchDuelPlan(ToyTable(sides), "expert", "simple"))
    assert found["match", "first"] == pytest.approx(won)
    assert found["match", "second"] == pytest.approx(lost)
    assert found["match", "difference"] == pytest.approx(won - lost)
    even = outcomes(MatchDuelPlan(ToyTable(sides), "simple", "simple"))
    assert even["match", "first"] == pytest.approx(even_share(sides))


@pytest.mark.parametrize("sides", ALL)
@pytest.mark.parametrize("kind", [DuelPlan, MatchDuelPlan])
def test_exchanging_the_levels_turns_the_sign_of_every_deal(
    sides: tuple[int, ...], kind: type[Duel]
) -> None:
    table = ToyTable(sides)
    one, other = (outcomes(kind(table, a, b)) for a, b in (PAIRS[0], PAIRS[0][::-1]))
    for measure, of in one:
        if of == "difference":
            assert one[measure, of].tolist() == (-other[measure, of]).tolist()
        else:
            swapped = {"first": "second", "second": "first"}[of]
            assert one[measure, of].tolist() == other[measure, swapped].tolist()


@pytest.mark.parametrize("sides", ALL)
@pytest.mark.parametrize("kind", [DuelPlan, MatchDuelPlan])
def test_a_level_against_itself_differs_by_exactly_nothing(
    sides: tuple[int, ...], kind: type[Duel]
) -> None:
    found = outcomes(kind(ToyTable(sides), "simple", "simple"))
    for (_, of), values in found.items():
        if of == "difference":
            assert not values.any()


def test_any_split_into_batches_gives_the_same_deals() -> None:
    plan = DuelPlan(ToyTable(THREE), *PAIRS[0])
    whole = plan.compute(3, 0, 30, plan.workspace()).outcomes
    parts = [
        plan.compute(3, first, count, plan.workspace()).outcomes
        for first, count in ((0, 1), (1, 12), (13, 17))
    ]
    assert np.array_equal(whole, np.concatenate(parts))


def test_threads_do_not_matter() -> None:
    plan = DuelPlan(ToyTable(THREE), *PAIRS[0])
    one = run(plan, 5, Target(201), workers=1).tally
    three = run(plan, 5, Target(201), workers=3).tally
    assert (list(one.sums), list(one.squares)) == (list(three.sums), list(three.squares))


def test_ctrl_c_keeps_the_first_deals() -> None:
    found = run(DuelPlan(PressingTable(PARTNERS), *PAIRS[0]), 9, Target(10_000_000), workers=2)
    assert found.interrupted
    assert 0 < found.tally.rows < 10_000_000
    again = run(DuelPlan(ToyTable(PARTNERS), *PAIRS[0]), 9, Target(found.tally.rows), workers=1)
    assert list(again.tally.sums) == list(found.tally.sums)


def test_intervals_hold_the_known_difference() -> None:
    # By formula: 2 members of a side times 5 - 2, in units of points.
    held = 0
    for seed in range(40):
        found = run(DuelPlan(ToyTable(PARTNERS), *PAIRS[0]), seed, Target(30), workers=1)
        gap = estimates(found.plan.columns, found.tally, found.method)[0]
        held += gap.low <= 6 <= gap.high
    assert held >= 34
