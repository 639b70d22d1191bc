"""Exact probabilities: the rulebook's tables by enumeration, and matches two ways.

Expected numbers: `docs/rulebooks/cuccu.md`, section 12 (formulas and full enumeration made apart
from this project) and `docs/rulebooks/cases.md`, section 9.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from analyzer.cards.cuccu import CUCKOO, FOOL, parse_card
from analyzer.games.cuccu.kernels import batch, players
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.count import BASE, count_round
from analyzer.games.cuccu.kernels.gains import decision_gains
from analyzer.games.cuccu.kernels.round import play_round
from analyzer.games.cuccu.policy import LEVEL_CODES, policy, read_strategies
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.situation import Script
from analyzer.games.cuccu.tables import scripted_table
from analyzer.games.cuccu.values import losses, match_table, solve_table, states
from tests.reference import cuccu as reference

STANDARD = CuccuRules()
NEVER = 2
"""An answer that is given without telling anything: keep."""


def counted(script: Script, n: int, rules: CuccuRules = STANDARD, play: str = "simple"):
    """Losses of all seats and their exact probabilities."""
    chances = np.zeros(BASE**n + 1)
    table = scripted_table(rules, script)
    count_round(table, policy(), np.full(n, 3, np.int64), LEVEL_CODES[play], chances)
    codes = np.flatnonzero(chances)
    return losses(codes, n), chances[codes]


def all_keep(n: int, fixed: dict[int, int]) -> Script:
    return Script(0, fixed, {}, (NEVER,) * n)


FOOLS = {2: Fraction(1), 3: Fraction(705, 741), 4: Fraction(8437, 9139)}
LOSERS = {2: Fraction(29, 26), 3: Fraction(1458, 1235), 4: Fraction(2974, 2405)}
COUNTS = {
    2: (1, 688, 91),
    3: (0, 8132, 1712, 36),
    4: (0, 70452, 20254, 684, 0),
}


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("rank", range(20))
def test_chance_to_lose_by_rank(n, rank) -> None:
    """Section 12.1: C(39 - 2k, n - 1) / C(39, n - 1), 0 for the cuckoo, its own for the fool."""
    expected = Fraction(comb(39 - 2 * rank, n - 1), comb(39, n - 1)) if rank < CUCKOO else 0
    if rank == FOOL:
        expected = FOOLS[n]
    lost, chances = counted(all_keep(n, {0: rank}), n)
    assert chances @ (lost[:, 0] > 0) == pytest.approx(float(expected), abs=1e-13)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_number_of_losers(n) -> None:
    """Section 12.1: means, and counts of deals, here over all C(40, n) of them."""
    lost, chances = counted(all_keep(n, {}), n)
    assert chances @ lost.sum(axis=1) == pytest.approx(float(LOSERS[n]), abs=1e-11)
    found = [chances @ (lost.sum(axis=1) == k) * comb(40, n) for k in range(len(COUNTS[n]))]
    assert found == pytest.approx(COUNTS[n], abs=1e-7)


def test_number_of_losers_by_the_reference() -> None:
    """The same counts for three players from the rule book in Python."""
    counts = [0] * 4
    for cards in combinations(range(40), 3):
        hand = {s: card % 20 for s, card in enumerate(cards)}
        counts[len(reference.losers_of(hand, STANDARD.settings())[0])] += 1
    assert tuple(counts) == COUNTS[3]


@pytest.mark.parametrize(
    ("n", "card", "expected"),
    [(6, "VI", 17 / 481), (10, "0", 0.18199), (10, "III", 0.02212)],
)
def test_more_players_without_exchanges(n, card, expected) -> None:
    """Cases, section 9; sampled, within 4 standard errors."""
    table = scripted_table(STANDARD, all_keep(n, {0: parse_card(card)}))
    out = np.zeros((200_000, 2, batch.DECISION), np.int64)
    lives = np.full(n, 3, np.int64)
    batch.sample_decision(
        table, t.new_words(), policy(), lives, 0, n, players.SIMPLE, False, 1, 3, 0, out
    )
    share = out[:, 0, batch.LOST].mean()
    assert abs(share - expected) < 4 * np.sqrt(expected * (1 - expected) / len(out)) + 1e-5


@pytest.mark.parametrize(
    ("n", "expected"), [(2, Fraction(4, 39)), (3, Fraction(80, 741)), (4, Fraction(4, 37))]
)
def test_a_life_lost_at_once_by_asking(n, expected) -> None:
    """Section 12.2: cats and hunters, behind any horses, of the 39 cards that are not one's own."""
    table = scripted_table(STANDARD, Script(0, {0: parse_card("VI")}, {}, (3, *[NEVER] * n)))
    chance = 0.0
    t.first_path(table)
    while True:
        table[t.LIVES : t.LIVES + n] = 3
        table[t.LEVEL : t.LEVEL + n] = players.SIMPLE
        t.clear_round(table, n)
        t.start_path(table)
        play_round(table, policy())
        chance += t.path_chance(table) * (table[t.BY_CAT] + table[t.BY_HUNTER])
        if not t.next_path(table):
            break
    assert chance == pytest.approx(float(expected), abs=1e-13)


@pytest.mark.parametrize(("card", "higher"), [("III", 14), ("IIII", 12), ("V", 10), ("VI", 8)])
def test_a_higher_card_after_a_swap(card, higher) -> None:
    """Section 12.2: 2 (13 - k) of the 29 ordinary cards, fools included, are strictly higher."""
    rank = parse_card(card)
    ordinary = [r for r in range(20) for _ in range(2) if r < 14 or r == FOOL]
    ordinary.remove(rank)
    assert (len(ordinary), sum(rank < r < FOOL for r in ordinary)) == (29, higher)


def threshold_policy(n: int, values: list[int]) -> np.ndarray:
    made = np.zeros(players.STRATEGIES, np.int32)
    for rivals in range(1, n):
        # Everybody else left: as in the naive simulation, seats keep their thresholds.
        made[20 * (rivals + 1) : 20 * (rivals + 1) + n] = values
    made[20 * n : 20 * n + n] = values
    return made


@pytest.mark.parametrize(
    ("n", "seat", "low", "high"),
    [
        # flat ranges of section 12.3, as ranks: 0 is 3, I is 4, ..., X is 13
        (4, 0, 4, 6), (4, 1, 5, 7), (4, 2, 5, 7), (4, 3, 7, 10),
        (3, 0, 4, 7), (3, 2, 9, 11), (2, 0, 3, 5), (2, 1, 10, 13),
    ],
)  # fmt: skip
def test_thresholds_of_the_rulebook(n, seat, low, high) -> None:
    """Section 12.3, within its error: the fewest lives are lost in the flat range or beside it."""
    middling = {2: [4, 11], 3: [5, 6, 9], 4: [5, 6, 6, 8]}[n]
    gains = np.zeros((21 * 20 * t.RANKS, 2))
    decision_gains(
        t.new_table(STANDARD.packed()), t.new_words(), threshold_policy(n, middling),
        np.full(n, 3, np.int64), players.SIMPLE, np.zeros(0), 0, 12, 0, 60_000, gains,
    )  # fmt: skip
    by_rank = gains[:, 0].reshape(21, 20, t.RANKS)[n, seat][:18]
    best = int(np.concatenate([[0.0], np.cumsum(by_rank)]).argmax())
    assert low - 1 <= best <= high + 1


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 2},
        {"players": 3},
        {"players": 3, "all_zero": "joint_win", "lives": 1},
        {"players": 3, "all_zero": "replay", "lives": 1},
        {"players": 2, "lives": 5, "tie": "earliest"},
        {"players": 3, "mid_round_zero": "out_at_once", "fool_received": "out", "lives": 2},
    ],
    ids=str,
)
@pytest.mark.parametrize("play", ["random", "simple"])
def test_table_agrees_with_matches_played(settings, play) -> None:
    """Shares of the win, from the table and from 60,000 matches of another seed."""
    rules = CuccuRules.make(settings)
    places = rules.players
    worth = solve_table(rules, play, policy()).of((rules.lives,) * places)
    assert worth.sum() == pytest.approx(1, abs=1e-9)
    out = np.zeros((60_000, 3 * places + batch.RATES), np.int64)
    batch.base_rates(
        t.new_table(rules.packed()), t.new_words(), policy(),
        np.full(places, rules.lives, np.int64), LEVEL_CODES[play], 6, 99, 0, out,
    )  # fmt: skip
    won = out[:, 2 * places : 3 * places].mean(axis=0) / 6
    assert np.abs(won - worth).max() < 4 * 0.5 / np.sqrt(len(out))


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
@pytest.mark.parametrize("places", [2, 3])
def test_stored_tables_are_those_of_the_players(places, play) -> None:
    """Computed anew from thresholds and strategies; every state's shares add up to one."""
    rules = CuccuRules.make({"players": places})
    stored, made = match_table(rules, play), solve_table(rules, play, policy())
    assert np.abs(stored.value - made.value).max() < 1e-9
    for lives in states(rules):
        assert stored.of(lives).sum() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("players_", [4, 5])
def test_stored_tables_of_large_matches(players_) -> None:
    """All levels are there, and shares add up to one."""
    for play in ("random", "simple", "expert"):
        stored = match_table(CuccuRules.make({"players": players_}), play)
        for lives in states(stored.rules)[::7]:
            assert stored.of(lives).sum() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("lives", [(3, 3), (1, 2), (3, 1, 2)])
def test_a_deviating_seat_gains_little_against_experts(lives) -> None:
    """`docs/cuccu.md`: below 0.0003 of a match; measured apart from where answers are chosen."""
    n = len(lives)
    table = match_table(STANDARD, "expert")
    worth = table.after((0,) * (4 - n) + lives)[: table.base**n, 4 - n :]
    found = []
    for first in (0, 10**6):
        gains = np.zeros((len(policy()), 2))
        decision_gains(
            t.new_table(STANDARD.packed()), t.new_words(), policy(), np.array(lives, np.int64),
            players.EXPERT, np.ascontiguousarray(worth).ravel(), table.base, 7, first, 100_000,
            gains,
        )  # fmt: skip
        found.append(gains[:, 0] / 100_000)
    asks = policy() / t.CHANCES
    better = np.where(found[0] > 0, (1 - asks) * found[1], -asks * found[1])
    assert better.sum() < 0.0015 * n


def test_experts_mix() -> None:
    """Some answers are given by chance, at tables of every size."""
    found = read_strategies()
    assert set(found) == {2, 3, 4, 5}
    assert all(((block > 0) & (block < t.CHANCES)).any() for block in found.values())


def test_reference_settles_matches_as_the_table_assumes() -> None:
    """Section 9: who deals next, who comes back, who wins."""
    settings = STANDARD.settings()
    assert reference.settle(settings, [1, 1, 0, 1], [1, 0, 0, 1], 3) == ([1, 0, 0, 1], 0, [])
    assert reference.settle(settings, [1, 1, 0, 1], [0, 0, 0, 0], 1) == ([3] * 4, 2, [])
    assert reference.settle(settings, [1, 1, 0, 1], [0, 2, 0, 0], 1)[2] == [1]
    joint = settings | {"all_zero": "joint_win"}
    assert reference.settle(joint, [1, 1, 0, 1], [0] * 4, 1)[2] == [0, 1, 3]
    replay = settings | {"all_zero": "replay"}
    assert reference.settle(replay, [1, 1, 0, 1], [0] * 4, 1) == ([1, 1, 0, 1], 1, [])
