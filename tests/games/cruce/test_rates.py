"""Chances that follow from a formula or an independent computation, met by the deals."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest

from analyzer.games.cruce import codes
from analyzer.games.cruce.deals import deal_cards
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels.score import double_callers
from analyzer.games.cruce.rounds import Table, Workspace, contract
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels.bits import NO_CARD
from tests.games.cruce import replay

MANY = 60_000


def near(found: float, exact: float, n: int, spread: float | None = None) -> None:
    """Within 4.5 standard errors: a right program fails once in 150,000 such checks."""
    error = (sqrt(exact * (1 - exact)) if spread is None else spread) / sqrt(n)
    assert abs(found - exact) < 4.5 * error, (found, exact, error)


def dealt_hands(rules: CruceRules, n: int, seed: int = 1) -> np.ndarray:
    workspace = Workspace()
    off = rules.with_changes(double_round=False)
    ask, levels = np.array([contract(0, 0)]), np.zeros((1, 4), np.int64)
    Table(off).deal(seed, np.arange(n), ask, levels, workspace)
    return workspace.hands


def callers(rules: CruceRules, n: int) -> np.ndarray:
    packed = codes.kernel_rules(rules)
    return np.array([double_callers(hands, packed) for hands in dealt_hands(rules, n)])


@pytest.mark.parametrize(
    ("players", "size", "percent"), [(4, 6, "0.56"), (3, 8, "1.98"), (2, 6, "0.28")]
)
def test_four_nines(players: int, size: int, percent: str) -> None:
    # Only one hand can hold them: players * C(20, size - 4) / C(24, size); rule book, section 8.
    exact = Fraction(players * comb(20, size - 4), comb(24, size))
    assert f"{100 * float(exact):.2f}" == percent
    found = callers(CruceRules(players=players), MANY)
    assert found.max() == 1
    near(found.mean(), float(exact), MANY)


def ways_by_points(size: int) -> dict[int, int]:
    """How many hands of ``size`` cards have each number of card points, by counting."""
    ways = {(0, 0): 1}
    for points in (0, 2, 3, 4, 10, 11):
        step: dict[tuple[int, int], int] = {}
        for (held, total), number in ways.items():
            for k in range(5):
                key = (held + k, total + k * points)
                step[key] = step.get(key, 0) + number * comb(4, k)
        ways = step
    return {total: number for (held, total), number in ways.items() if held == size}


# The chance that some player is weak: the rule book's own simulation of 150,000 deals.
@pytest.mark.parametrize(
    ("players", "size", "most", "some"), [(4, 6, 10, 0.037), (3, 8, 15, 0.011), (2, 6, 10, 0.019)]
)
def test_weak_hands(players: int, size: int, most: int, some: float) -> None:
    ways = ways_by_points(size)
    assert sum(ways.values()) == comb(24, size)
    one = sum(number for total, number in ways.items() if total <= most) / comb(24, size)
    rules = CruceRules(players=players, double_four_nines=False, double_weak_hand=True)
    found = callers(rules, MANY)
    # The mean number of weak hands is players times the chance of one of them.
    near(found.mean(), players * one, MANY, spread=sqrt(2 * players * one))
    assert abs((found > 0).mean() - some) < 0.001 + 3 * sqrt(some / MANY)


def pairs_held(owners: np.ndarray) -> np.ndarray:
    """Whether some player holds king and queen of a suit, by deal."""
    queens, kings = owners[:, 2::6], owners[:, 3::6]
    return ((queens == kings) & (queens != NO_CARD)).any(axis=1)


@pytest.mark.parametrize(("players", "percent"), [(4, 62), (3, 76)])
def test_somebody_holds_a_pair(players: int, percent: int) -> None:
    owners = deal_cards(CruceRules(players=players), MANY, 1).owners
    assert abs(100 * pairs_held(owners).mean() - percent) < 1


def test_pairs_in_a_hand_and_in_a_packet() -> None:
    # Rule book, section 14: a given pair in 6 and in 8 cards, some pair in a packet of 3.
    six, eight = comb(22, 4) / comb(24, 6), comb(22, 6) / comb(24, 8)
    packet = 4 * 22 / comb(24, 3)
    assert [f"{100 * x:.1f}" for x in (six, eight, packet)] == ["5.4", "10.1", "4.3"]
    for players, exact in ((4, six), (3, eight)):
        owners = deal_cards(CruceRules(players=players), MANY, 2).owners
        near(((owners[:, 2] == 0) & (owners[:, 3] == 0)).mean(), exact, MANY)
    deals = deal_cards(CruceRules(), MANY, 3)
    first = np.where(deals.packets == 0, deals.owners, NO_CARD)
    in_first = (first[:, 2::6] == 0) & (first[:, 3::6] == 0)
    near(in_first.any(axis=1).mean(), packet, MANY)


def test_the_partner_holds_a_given_pair() -> None:
    # Case 7 of "Hands with known answers": 5/51 when I hold neither card.
    exact = Fraction(comb(16, 4), comb(18, 6))
    assert exact == Fraction(5, 51)
    hand = [replay.book.PACK.index(name) for name in ("SA", "ST", "S9", "HA", "D9", "DJ")]
    known = dict(zip(hand, (0, 0, 0, 4, 5, 6), strict=True))
    places_dealt = replay.layouts(4, known).deal(MANY, 1)
    owners = np.where(places_dealt < 4, places_dealt, (places_dealt.astype(int) - 4) // 3)
    near(((owners[:, 2] == 2) & (owners[:, 3] == 2)).mean(), float(exact), MANY)


ALL_SPADES = dict(zip(range(18, 24), (0, 0, 0, 4, 5, 6), strict=True))


@pytest.mark.parametrize("level", [codes.RANDOM, codes.SIMPLE])
@pytest.mark.parametrize("trigger", CruceRules.rules()["announce_trigger"].choices)
def test_all_six_spades(level: int, trigger: str) -> None:
    """Case 5 of "Hands with known answers", deal by deal: the partner's pairs are all that counts.

    The declarer takes every trick, so success is 1 up to bid 4; under the lead triggers the
    partner never leads.
    """
    rules = CruceRules(double_round=False, announce_trigger=str(trigger))
    n = 8_000
    ask = contract(0, 5, trump=3)
    outcomes, _, _ = replay.play(rules, n, (level,) * 4, ask, known=ALL_SPADES)
    owners = np.where(
        (dealt := replay.layouts(4, ALL_SPADES).deal(n, 1)) < 4, dealt, (dealt.astype(int) - 4) // 3
    )
    held = np.stack([(owners[:, 6 * s + 2] == 2) & (owners[:, 6 * s + 3] == 2) for s in range(3)])
    counted = held.sum(axis=0) if trigger in ("first_played", "pair_card_played") else 0
    points = outcomes[:, places.POINTS]
    np.testing.assert_array_equal(points, 160 + 20 * counted)
    assert (outcomes[:, places.WON] == 6).all()
    if trigger == "first_played":
        near((points >= 165).mean(), 1297 / 4641, n)
        near((points >= 198).mean(), 271 / 18564, n)


def test_the_counts_of_case_5() -> None:
    # Of 18 cards the partner gets 6: count the hands with a pair or more, and with two or more.
    some = sum((-1) ** (k + 1) * comb(3, k) * comb(18 - 2 * k, 6 - 2 * k) for k in (1, 2, 3))
    assert Fraction(some, comb(18, 6)) == Fraction(1297, 4641)
    two = 3 * comb(14, 2) - 2
    assert Fraction(two, comb(18, 6)) == Fraction(271, 18564)


def test_every_card_goes_to_every_place() -> None:
    """4 players: card by place (first packet, second, third card of it, ...), all alike."""
    deals = deal_cards(CruceRules(), MANY, 4)
    counts = np.zeros((24, 4, 2))
    for seat, packet in product(range(4), range(2)):
        counts[:, seat, packet] = ((deals.owners == seat) & (deals.packets == packet)).sum(axis=0)
    assert np.abs(counts / MANY - 1 / 8).max() < 5 * sqrt(7 / 64 / MANY)
    assert deals.second is not None
    where = np.stack([(deals.second[:, 1, 2] == card).mean() for card in range(24)])
    assert np.abs(where - 1 / 24).max() < 5 * sqrt(1 / 24 / MANY)
