"""The model of declarations: its features and worths worked out once more in plain Python."""

from __future__ import annotations

import json
from math import exp

import numpy as np
import pytest

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.deals import deal_places, seat_hands
from analyzer.games.cuatrola.kernels.auction import allowed_calls
from analyzer.games.cuatrola.kernels.calling import best_call, worth_of
from analyzer.games.cuatrola.match import match_table
from analyzer.games.cuatrola.model import FILE
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.resources import data_path
from tests.games.cuatrola.replay import cards_of

STANDARD = CuatrolaRules()
STORED = json.loads(data_path("models", "cuatrola", FILE).read_text(encoding="utf-8"))
ROWS = STORED["rows"]
RANKS = "SHR3A"


def features(hand: list[str], turned: str, seat: int, leads: bool, sings: bool) -> list[int]:
    """The features in the order in which analyzer/games/cuatrola/kernels/features.py names them."""
    trump = turned[1]
    trumps = "".join(r for r in RANKS if r + trump in hand)
    sides = ["".join(r for r in RANKS if r + s in hand) for s in "OCEB" if s != trump]
    n = len(trumps)
    ases = sum("A" in side for side in sides)
    x = [1, int(leads), *(int(seat == s) for s in (1, 2, 3))]
    x += [int(r in trumps) for r in RANKS]
    x += [sum(r in side for side in sides) for r in RANKS]
    x += [
        sum("3" in side and "A" in side for side in sides),
        sum("3" in side and "A" not in side and len(side) > 1 for side in sides),
        sum(not side for side in sides),
        sum(len(side) == 1 for side in sides),
        sum(len(side) > 2 for side in sides),
        int(n > 2),
        int(n > 3),
        n * ases,
        int("3A" in trumps),
        int("R3A" in trumps),
    ]
    x += [int(leads and "A" in trumps), leads * ases, leads * n]
    x += [int(sings and "HR" in trumps), sings * sum("HR" in side for side in sides)]
    over = turned[0] if seat != 3 else ""
    x += [int(over == r) for r in RANKS[1:]]
    tops = "".join(r for r in trumps if r in "R3A")
    x += [int(over == "A" and "3" in trumps)]
    x += [int((over == "A" and tops == "R3") or (over == "3" and tops == "RA"))]
    return x


def chance(level: str, row: str, x: list[int]) -> float:
    weights = STORED["levels"][level]["weights"][ROWS.index(row)]
    return 1 / (1 + exp(-sum(w * f for w, f in zip(weights, x, strict=True)) / 1000))


def worths(
    rules: CuatrolaRules, hand: list[str], turned: str, seat: int, standing: int, holder: int,
    level: str,
) -> dict[int, float]:  # fmt: skip
    """What passing and each contract is worth, in match points."""
    sings = rules.cantes != "off"
    soloist = rules.contract_lead == "soloist"
    values = [1, rules.solo_value, rules.cuatro_value, rules.quinta_value]
    found = {}
    if standing == codes.NORMAL:
        x = features(hand, turned, seat, seat == 0, sings)
        later = STORED["levels"][level]["weights"][codes.LATER_ROW]
        found[0] = 2 * chance(level, "normal", x) - 1
        found[0] += sum(w * f for w, f in zip(later, x, strict=True)) / 1000
    else:
        x = features(hand, turned, seat, seat == 0 and not soloist, sings and standing == 1)
        own = holder % 2 == seat % 2
        whose = "partner's " if own else "opponent's "
        made = chance(level, whose + codes.CONTRACTS[standing], x)
        found[0] = (2 * made - 1) * values[standing] * (1 if own else -1)
    for contract in range(max(standing, 0) + 1, 4):
        if values[contract]:
            x = features(hand, turned, seat, seat == 0 or soloist, sings and contract == 1)
            made = chance(level, codes.CONTRACTS[contract], x)
            found[contract] = values[contract] * (2 * made - 1)
    return found


@pytest.mark.parametrize(
    "changes",
    [{}, {"solo_value": 0}, {"contract_lead": "soloist", "cantes": "off"}, {"quinta_value": 99}],
    ids=str,
)
def test_calls_are_those_worth_most(changes: dict[str, object]) -> None:
    rules = STANDARD.with_changes(cap="off", **changes)
    packed = codes.kernel_rules(rules)
    scratch = np.zeros(codes.FEATURES, np.int64)
    declared = 0
    for number, (hands, turned) in enumerate(zip(*seat_hands(deal_places(150, 6)), strict=True)):
        level = ("simple", "expert")[number % 2]
        for seat in range(4):
            for standing, holder in ((0, -1), (1, seat - 1), (1, seat - 2), (2, seat - 1)):
                if standing and holder < 0:
                    continue
                call = best_call(
                    hands[seat], turned, seat, allowed_calls(standing, 0, packed), standing,
                    holder, np.zeros(2, np.int64), 1 + number % 2, packed, scratch,
                )  # fmt: skip
                names = cards_of(int(hands[seat]))
                shown = cards_of(int(turned))[0]
                worth = worths(rules, names, shown, seat, standing, holder, level)
                # Logits are rounded to steps of 0.016, chances by as much as 0.004.
                slack = 0.01 * max(rules.quinta_value, 5)
                assert worth[call] > max(worth.values()) - slack
                declared += call > standing
    assert declared > 10


def test_worth_of_match_points_is_the_match_table() -> None:
    table = match_table(STANDARD)
    packed = codes.kernel_rules(STANDARD, table.wins)
    scores = np.array([8, 6])
    for pair in (0, 1):
        own, other = (8, 6) if pair == 0 else (6, 8)
        for gain in (-5, -2, 1, 2, 5):
            after = np.array([own + max(gain, 0)]), np.array([other + max(-gain, 0)])
            # The deal moves on: pair 1, seats 2 and 4, is mano next (rulebook, section 3).
            expected = table.chance(*after, pair == 1)[0]
            found = worth_of(gain, pair, scores, packed) / codes.WON
            assert found == pytest.approx(expected, abs=1e-6)
    plain = codes.kernel_rules(STANDARD)
    assert [worth_of(g, 0, scores, plain) for g in (-4, 0, 5)] == [-4000, 0, 5000]


def test_the_model_tells_hands_that_were_not_used() -> None:
    # Chances fit the results of hands kept out, and the fit finds the hands that make contracts.
    for level, least in (("simple", 2000), ("expert", 100)):
        quality = STORED["levels"][level]["quality"]
        for name in ("normal", "solo", "cuatro"):
            found = quality[name]
            error = 4 * (0.25 / found["hands"]) ** 0.5
            assert found["hands"] >= least
            assert found["expected"] == pytest.approx(found["rate"], abs=error)
            assert found["area_under_curve"] > (0.7 if name == "normal" else 0.85)
