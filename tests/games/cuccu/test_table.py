"""Cuccù with a level for every seat, against the other kernels and the rule book in Python."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analyzer.games.cuccu.game import GAME
from analyzer.games.cuccu.kernels import levels, players
from analyzer.games.cuccu.kernels import match as kernel_match
from analyzer.games.cuccu.kernels import study as kernel
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.policy import TELLS_APART, make_policy, policy, read_thresholds
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.table import SHARE
from tests.games.cuccu.test_match import SEED, THRESHOLDS, VARIED, pack_of
from tests.reference import cuccu as reference

KEEPING = {
    n: np.zeros((TELLS_APART[n] ** n, int(players.nodes_of(n))), np.uint8) for n in TELLS_APART
}
"""Strategies of experts who never ask, and refuse to cover."""


@pytest.mark.parametrize(("n", "lives"), [(2, 1), (3, 3), (5, 2), (8, 3)])
def test_rounds_of_alternating_levels_are_those_of_the_study(n: int, lives: int) -> None:
    rules = CuccuRules.make({"players": n, "lives": lives})
    table = GAME.table(rules)
    better, worse = np.empty((2, 300, n), np.int64)
    arrays = t.new_table(rules.packed()), t.new_words(), policy()
    kernel.exchange_seats(*arrays, lives, SEED, 10, better, worse)
    for start, even in ((0, better), (1, worse)):
        plays = [("simple", "random")[(seat + start) % 2] for seat in range(n)]
        found = table.deals(SEED, 10, 300, plays, table.workspace(plays))
        odd = worse if even is better else better
        gained = np.where(np.arange(n) % 2 == 0, even, odd)
        # A score is one's own gain less the mean of the others'.
        expected = gained - (gained.sum(axis=1, keepdims=True) - gained) / (n - 1)
        assert found["score"] / table.scale == pytest.approx(expected)
        assert not found["score"].sum(axis=1).any()


def test_rates_say_who_lost_lives() -> None:
    rules = CuccuRules()
    table = GAME.table(rules)
    found = table.deals(SEED, 0, 4_000, ["simple"] * 4, table.workspace(["simple"]))
    net = np.rint((found["score"].sum(axis=1, keepdims=True) - found["score"]) / 4)
    assert found["slam"].sum() > 50
    assert (found["slam"] <= found["lose_life"]).all()
    # Who lost less than the mean of the others did not lose two lives.
    assert not found["slam"][net < 0].any()


def by_reference(rules: CuccuRules, number: int, keeps: list[bool]) -> list[int]:
    """Winners of a match in which some players never ask: players by first seat."""
    settings = rules.settings()
    places = rules.players
    lives, dealer = [rules.lives] * places, places - 1
    simple = reference.simple(THRESHOLDS)
    rounds = 0
    while True:
        order = [(dealer + 1 + i) % places for i in range(places)]
        order = [p for p in order if lives[p] > 0]
        pack = pack_of(rules, number + (rounds << kernel_match.ROUND))

        def decide(
            kind: str, seat: int, game: reference.Round, seated: tuple[int, ...] = tuple(order)
        ) -> bool:
            return not keeps[seated[seat]] and simple(kind, seat, game)

        game = reference.Round(settings, [lives[p] for p in order], pack[1:], pack[:1], decide)
        game.play()
        after = [0] * places
        for p, left in zip(order, game.lives, strict=True):
            after[p] = left
        rounds += 1
        lives, dealer, winners = reference.settle(settings, lives, after, dealer)
        if winners:
            return winners


def test_players_keep_their_level_through_a_match() -> None:
    """Experts who never ask among simple players, from the deal to the end, under any rules."""
    rng = random.Random(11)
    never = make_policy(read_thresholds(), KEEPING)
    shared = 0
    for number in range(250):
        settings = {key: rng.choice(values) for key, values in VARIED.items()}
        settings |= {"players": rng.choice([2, 3, 4, 5]), "lives": rng.choice([1, 2, 3])}
        rules = CuccuRules.make(settings)
        keeps = [rng.random() < 0.5 for _ in range(rules.players)]
        codes = np.array([players.EXPERT if k else players.SIMPLE for k in keeps], np.int64)
        shares = np.empty((1, rules.players), np.int64)
        levels.level_matches(
            t.new_table(rules.packed()), t.new_words(), never, rules.lives, codes, SHARE, SEED,
            number, shares,
        )  # fmt: skip
        winners = by_reference(rules, number, keeps)
        shared += len(winners) > 1
        assert np.flatnonzero(shares[0]).tolist() == sorted(winners)
        assert set(shares[0][winners]) == {SHARE // len(winners)}
    assert shared


def test_any_split_into_batches_gives_the_same_numbers() -> None:
    table = GAME.table(CuccuRules())
    plays = ("random", "simple", "expert", "expert")
    space = table.workspace(plays)
    for method in (table.deals, table.matches):
        whole = method(SEED, 0, 50, plays, space)
        first, second = method(SEED, 0, 20, plays, space), method(SEED, 20, 30, plays, space)
        if isinstance(whole, dict):
            for name, values in whole.items():
                assert np.array_equal(values, np.concatenate([first[name], second[name]]))
        else:
            assert np.array_equal(whole, np.concatenate([first, second]))


@pytest.mark.parametrize("seed", [2**63, 2**64 - 1])
def test_every_seed_can_be_played(seed: int) -> None:
    """Kernels take the 64 bits of a seed; 2**63 and above were more than a signed number holds."""
    table, plays = GAME.table(CuccuRules()), ["simple"] * 4
    workspace = table.workspace(plays)
    assert table.deals(seed, 0, 2, plays, workspace)["score"].shape == (2, 4)
    assert (table.matches(seed, 0, 2, plays, workspace).sum(axis=1) > 0).all()
