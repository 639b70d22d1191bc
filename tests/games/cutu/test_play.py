"""Whole deals played by the kernels: every card, winner and score replayed by the rule book."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from analyzer.games.cutu.duties import duties, first_leader
from analyzer.games.cutu.play import RANDOM, SIMPLE, play_hands
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import score_table
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL
from tests.games.cutu.helpers import (
    bit,
    kernel_legal,
    legality_rules,
    name,
    names,
    random_endgame,
)
from tests.reference import cutu as reference

CHECKOUT = Path(__file__).resolve().parents[3]
STRAINS = (0, 1, 2, 3, -1)
SEED = np.uint64(31)


def deal(n: int, first: int = 0, known: dict[str, int] | None = None) -> np.ndarray:
    """Hands uint64 [n, 4]; ``known`` cards lie in the seats given."""
    numbers = {bit(card) // 16 * 8 + bit(card) % 16: seat for card, seat in (known or {}).items()}
    hands = np.zeros((n, 4), np.uint64)
    plan = Layouts.build(32, (8, 8, 8, 8), numbers).plan
    deal_hands(SEED, PURPOSE_DEAL, first, plan, 8, hands)
    return hands


def play(
    hands: np.ndarray,
    rules: CutuRules,
    levels: list[int],
    declarer: int = 0,
    strains: tuple[int, ...] = STRAINS,
    first: int = 0,
    cards: int = 32,
) -> tuple[np.ndarray, np.ndarray]:
    """Tricks [n, strains] and the cards played [n, strains, cards]."""
    tricks = np.zeros((len(hands), len(strains)), np.int64)
    log = np.zeros((*tricks.shape, cards), np.int64)
    play_hands(
        SEED,
        first,
        hands,
        np.array([declarer]),
        np.array([first_leader(rules, declarer)]),
        np.array([strains]),
        duties(rules),
        np.array(levels),
        tricks,
        log,
    )
    return tricks, log


def every_rule_alone() -> list[CutuRules]:
    """The standard rules with each value of each house rule in turn."""
    rules = [CutuRules()]
    for key, rule in CutuRules.rules().items():
        values = rule.choices or (21,)
        rules += [CutuRules.make({key: v}) for v in values if v != rule.default]
    return rules


def random_rules(rng: random.Random) -> CutuRules:
    """Any combination of house rules."""
    known = CutuRules.rules()
    return CutuRules.make({k: rng.choice(r.choices or (r.default,)) for k, r in known.items()})


def replay(
    rules: CutuRules, hands: np.ndarray, declarer: int, strain: int, cards: np.ndarray
) -> int:
    """Play logged cards by the rule book, every legal set compared; the declarers' tricks."""
    trump = None if strain < 0 else reference.SUITS[strain]
    leader = reference.first_leader(rules, 3, declarer)
    position = reference.Play(rules, [names(hand) for hand in hands], declarer, trump, leader)
    for card in cards:
        assert sorted(position.legal()) == sorted(kernel_legal(position))
        position.play(name(int(card)))
    assert position.finished
    return position.tricks[0]


def check_deals(
    rules: CutuRules, n: int, first: int, levels: list[int], rng: random.Random
) -> None:
    hands = deal(n, first)
    declarer = rng.randrange(4)
    tricks, log = play(hands, rules, levels, declarer, first=first)
    tables = [score_table(rules, no_trump=strain < 0) for strain in STRAINS]
    for d in range(n):
        for s, strain in enumerate(STRAINS):
            taken = replay(rules, hands[d], declarer, strain, log[d, s])
            assert tricks[d, s] == taken
            trump = None if strain < 0 else reference.SUITS[strain]
            for bid in range(4, 9):
                expected = reference.score(rules, bid, taken, trump)
                assert tuple(tables[s][bid - 4, taken].tolist()) == expected


@pytest.mark.parametrize("rules", every_rule_alone(), ids=lambda r: str(r.changed()))
def test_each_house_rule_alone_against_the_reference(rules: CutuRules) -> None:
    rng = random.Random(rules.digest)
    for levels in ([RANDOM] * 4, [SIMPLE] * 4, [RANDOM, SIMPLE, SIMPLE, RANDOM]):
        check_deals(rules, 15, rng.randrange(10**6), levels, rng)


def test_combinations_of_house_rules_against_the_reference() -> None:
    rng = random.Random(2)
    for _ in range(60):
        levels = [rng.choice((RANDOM, SIMPLE)) for _ in range(4)]
        check_deals(random_rules(rng), 4, rng.randrange(10**6), levels, rng)


def test_random_play_without_a_log_is_the_same_play() -> None:
    # Two compiled loops serve the level random; they must agree card for card, so by tricks.
    hands = deal(500)
    with_log, _ = play(hands, CutuRules(), [RANDOM] * 4)
    without, _ = play(hands, CutuRules(), [RANDOM] * 4, cards=0)
    assert np.array_equal(with_log, without)


def test_random_play_is_uniform_over_legal_cards() -> None:
    # Endgames of two cards: each line has the product of 1 / legal cards as its probability.
    rng = random.Random(5)
    n = 4000
    for rules in legality_rules()[::3]:
        end = random_endgame(rng, rules, 2)
        expected: dict[tuple[str, ...], float] = {}

        def walk(at: reference.Play, line: tuple[str, ...], chance: float, lines: dict) -> None:
            if at.finished:
                lines[line] = chance
                return
            legal = at.legal()
            for card in legal:
                after = at.copy()
                after.play(card)
                walk(after, (*line, card), chance / len(legal), lines)

        walk(end, (), 1.0, expected)
        hands = np.array([[sum(1 << bit(c) for c in hand) for hand in end.hands]], np.uint64)
        tricks = np.zeros((n, 1), np.int64)
        log = np.zeros((n, 1, 8), np.int64)
        strain = -1 if end.trump is None else reference.SUITS.index(end.trump)
        play_hands(
            SEED,
            0,
            np.repeat(hands, n, axis=0),
            np.array([end.declarer]),
            np.array([end.leader]),
            np.array([[strain]]),
            duties(rules),
            np.zeros(4, np.int64),
            tricks,
            log,
        )
        seen = Counter(tuple(name(int(c)) for c in line[0]) for line in log)
        assert set(seen) <= set(expected)
        for line, chance in expected.items():
            error = (chance * (1 - chance) / n) ** 0.5
            assert abs(seen[line] / n - chance) <= 4.5 * error + 1e-12


@pytest.mark.parametrize("level", [RANDOM, SIMPLE])
def test_the_same_bits_for_any_split_into_batches(level: int) -> None:
    hands = deal(60, first=1000)
    whole, log = play(hands, CutuRules(), [level] * 4, first=1000)
    for size in (1, 7, 60):
        for start in range(0, 60, size):
            part, part_log = play(
                hands[start : start + size], CutuRules(), [level] * 4, first=1000 + start
            )
            assert np.array_equal(part, whole[start : start + size])
            assert np.array_equal(part_log, log[start : start + size])


@pytest.mark.parametrize("level", [RANDOM, SIMPLE])
def test_a_strain_does_not_depend_on_the_others_asked_for(level: int) -> None:
    hands = deal(50)
    whole, _ = play(hands, CutuRules(), [level] * 4)
    for s, strain in enumerate(STRAINS):
        alone, _ = play(hands, CutuRules(), [level] * 4, strains=(strain,))
        assert np.array_equal(alone[:, 0], whole[:, s])


def test_contracts_deal_by_deal() -> None:
    # Arrays of declarers, leaders and strains with a row a deal, against one call a deal.
    n = 40
    hands = deal(n)
    declarers, strains = np.arange(n) % 4, np.stack([np.arange(n) % 5 - 1, np.arange(n) % 4], 1)
    tricks = np.zeros((n, 2), np.int64)
    levels = np.array([SIMPLE, RANDOM, RANDOM, SIMPLE])
    play_hands(SEED, 0, hands, declarers, declarers, strains, 3, levels, tricks)
    for d in range(n):
        one = tuple(int(s) for s in strains[d])
        alone, _ = play(hands[d : d + 1], CutuRules(), list(levels), d % 4, one, first=d)
        assert np.array_equal(alone[0], tricks[d])


@pytest.mark.parametrize("level", [RANDOM, SIMPLE])
@pytest.mark.parametrize("rules", legality_rules(), ids=lambda r: str(r.changed()))
def test_eight_top_trumps_take_eight_tricks(level: int, rules: CutuRules) -> None:
    # Each lead is the highest trump left: certain at every level of play.
    hands = deal(300, known=dict.fromkeys(["SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "S7"], 0))
    tricks, _ = play(hands, rules, [level] * 4, strains=(3,))
    assert (tricks == 8).all()


@pytest.mark.parametrize("rules", legality_rules(), ids=lambda r: str(r.changed()))
def test_simple_loses_no_more_than_the_ace_of_trumps(rules: CutuRules) -> None:
    # cases.md, 1: seven tricks, and eight when the partner holds the bare ace.
    hands = deal(600, known=dict.fromkeys(["SK", "SQ", "SJ", "ST", "S9", "S8", "S7", "HA"], 0))
    tricks, _ = play(hands, rules, [SIMPLE] * 4, strains=(3,))
    with_partner = hands[:, 2] >> np.uint64(bit("SA")) & np.uint64(1)
    assert np.array_equal(tricks[:, 0], 7 + with_partner.astype(np.int64))


_PLAIN = """
import numpy as np
from tests.games.cutu.test_play import deal, play, RANDOM, SIMPLE
from analyzer.games.cutu.rules import CutuRules
for levels in ([RANDOM] * 4, [SIMPLE] * 4):
    for rules in (CutuRules(), CutuRules(partner_exempt=True, undertrump="trump")):
        tricks, log = play(deal(3, 50), rules, levels, 1, first=50)
        print(tricks.tolist(), log.tolist())
"""


def test_compiled_and_plain_python_agree(capsys: pytest.CaptureFixture[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "ignore::RuntimeWarning", "-c", _PLAIN],
        cwd=CHECKOUT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    exec(_PLAIN, {})
    assert capsys.readouterr().out == run.stdout
