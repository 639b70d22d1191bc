"""What variants are compared by: no effect where there is none, known effects, adding up."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer.errors import QuestionError
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.deals import deal_places, seat_hands
from analyzer.games.cuatrola.game import GAME
from analyzer.games.cuatrola.kernels import batch
from analyzer.games.cuatrola.players import Players
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.report.comparison import Comparison, Variant, compare_rules

STANDARD = CuatrolaRules()
DEALS = 2_000


def columns(rules: CuatrolaRules, play: str = "simple", seed: int = 3) -> dict[Any, np.ndarray]:
    """Outcomes of the study of deals by measure and contract."""
    plan = GAME.study(rules, play)[0]
    outcomes = plan.compute(seed, 0, DEALS, plan.workspace()).outcomes
    for column, found in zip(plan.columns, outcomes.T, strict=True):
        assert column.spread is None or np.ptp(found) <= column.spread
        if column.rate:
            assert set(np.unique(found)) <= {0, 1}
    return {(c.measure, *c.choice.values()): outcomes[:, i] for i, c in enumerate(plan.columns)}


def compared(changes: dict[str, object]) -> Comparison:
    variant = Variant("variant", STANDARD.with_changes(**changes))
    return compare_rules(GAME, Variant("standard", STANDARD), [variant], "simple", DEALS, 3)


def difference(found: Comparison, measure: str, contract: str | None = None) -> Any:
    return next(
        d
        for d in found.differences
        if d.column.measure == measure and d.column.choice.get("contract") == contract
    )


def test_equal_rules_differ_by_exactly_nothing() -> None:
    for d in compared({}).differences:
        assert (d.difference, d.low, d.high) == (0, 0, 0)


def test_effects_by_formula() -> None:
    found = compared({"solo_value": 3})
    base = columns(STANDARD)
    # A solo pays its value for success and for failure (rulebook, section 7).
    success = base["success", "solo"].mean()
    assert difference(found, "score", "solo").difference == pytest.approx(2 * success - 1)
    assert difference(found, "success", "solo").difference == 0
    # A normal hand swept pays one point more; who declares does not reckon with it.
    found = compared({"sweep_points": 2})
    played = np.empty((DEALS, 1, batch.RESULTS), np.int64)
    batch.play_hands(
        np.uint64(3), 0, deal_places(DEALS, 3), np.array([batch.AUCTION]), np.array([-1]),
        np.zeros(2, np.int64), codes.kernel_rules(STANDARD), np.ones(4, np.int64), played,
    )  # fmt: skip
    contract = played[:, 0, batch.PLAYED_CONTRACT]
    tricks = played[:, 0, batch.SEAT_TRICKS : batch.SEAT_TRICKS + 4]
    pairs = tricks[:, :2] + tricks[:, 2:]
    swept = (contract == codes.NORMAL) & (pairs.max(axis=1) == codes.HAND)
    assert difference(found, "points").difference == pytest.approx(swept.mean())


def test_no_cantes_no_songs() -> None:
    off = columns(STANDARD.with_changes(cantes="off"))
    assert not off["cantes",].any()
    assert not off["sung",].any()
    assert not off["turned_by_cantes",].any()


def test_measures_add_up() -> None:
    for play in ("simple", "random"):
        found = columns(STANDARD, play)
        played = sum(found[name,] for name in ("all_pass", "solo", "cuatro", "quinta"))
        assert (played == 1).all()
        # Whoever declares makes the contract or pays for it.
        assert (np.sign(found["declaring",]) == 2 * found["made",] - 1 + found["all_pass",]).all()
        assert (np.abs(found["mano",]) == found["points",]).all()
        values = 2 * found["solo",] + 4 * found["cuatro",] + 5 * found["quinta",]
        assert (found["points",] == values + found["all_pass",]).all()
        for name, value in (("solo", 2), ("cuatro", 4), ("quinta", 5)):
            assert (found["score", name] == value * (2 * found["success", name] - 1)).all()


def test_the_lead_changes_nothing_but_the_first_card() -> None:
    # Led by seat 1, the hand is the normal hand that the other kernel plays.
    places = deal_places(400, 8)
    rules = codes.kernel_rules(STANDARD)
    for level in (codes.RANDOM, codes.SIMPLE):
        levels = np.full(4, level, np.int64)
        whole = np.empty((400, 1, batch.RESULTS), np.int64)
        batch.play_hands(
            np.uint64(8), 0, places, np.array([0]), np.array([-1]), np.zeros(2, np.int64),
            rules, levels, whole,
        )  # fmt: skip
        players = Players(levels, np.zeros(4, np.int64))
        hands, turned = seat_hands(places)
        normal = np.zeros(400, np.int64)
        question = (8, np.arange(400), hands, turned, normal, normal - 1, rules)
        assert (players.play(*question, leader=0) == whole[:, 0]).all()
        led = players.play(*question, leader=1)
        assert (led[:, batch.PAIR_POINTS : batch.PAIR_POINTS + 2].sum(axis=1) >= 130).all()
        assert (led != whole[:, 0]).any()


def test_whole_matches() -> None:
    plan = GAME.study(STANDARD, "simple")[1]
    assert plan.unit_of_plan == "match"
    outcomes = plan.compute(1, 0, 2_000, plan.workspace()).outcomes
    found = {c.measure: outcomes[:, i] for i, c in enumerate(plan.columns)}
    # At least 11 points in steps of 5 at most, at most 21 hands of one point (section 8).
    assert found["deals"].min() >= 3
    assert found["deals"].max() <= 21
    assert 0.5 < found["leader_wins"].mean() < 1
    # Without the cap the last contract made may also pass the target (section 8).
    free = GAME.study(STANDARD.with_changes(cap="off"), "simple")[1]
    more = free.compute(1, 0, 2_000, free.workspace()).outcomes[:, 3].mean()
    assert more > found["overshoot"].mean() > 0


def test_any_split_gives_the_same() -> None:
    for plan in GAME.study(STANDARD, "random"):
        whole = plan.compute(2, 0, 300, plan.workspace()).outcomes
        parts = [plan.compute(2, first, 100, plan.workspace()).outcomes for first in (0, 100, 200)]
        assert (np.concatenate(parts) == whole).all()
        shown = {c.measure for c in plan.columns if not c.hidden}
        assert set(plan.meanings) >= shown - {"cuatro", "quinta"}


def test_open_play_is_no_study() -> None:
    with pytest.raises(QuestionError, match="card by card"):
        GAME.study(STANDARD, "open")


def test_a_variant_from_python() -> None:
    rules = [analyzer.load_rules("cuatrola"), analyzer.load_rules("cuatrola", quinta_value=0)]
    found = analyzer.compare(rules, deals=300, seed=1)
    # No quinta, no row of it.
    assert not any(d.column.choice.get("contract") == "quinta" for d in found.differences)
    assert difference(found, "quinta").value == 0
