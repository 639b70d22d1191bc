"""Which cards may be played: rulebook table, reference and kernels under every house rule."""

from __future__ import annotations

import random

import pytest

from analyzer.games.cutu.duties import duties, first_leader
from analyzer.games.cutu.kernels.play import strain_trumps
from analyzer.games.cutu.rules import CutuRules
from analyzer.kernels.bits import ZERO, lowest_bit
from tests.games.cutu.helpers import (
    bit,
    card_set,
    kernel_legal,
    legality_rules,
    names,
    random_endgame,
)
from tests.reference import cutu as reference

# Rulebook, section 5: trump hearts, ♣K led; what follows the king, the hand, the legal cards.
RULEBOOK = [
    ("", "CA C7 HJ", "CA C7", "H"),
    ("", "H7 HA S9", "H7 HA", "H"),
    ("HT", "H7 HA S9", "HA", "H"),
    ("HK", "H7 HT S9", "H7 HT S9", "H"),
    ("HT C8", "HJ S9", "HJ", "H"),  # the ten is the partner's
    ("HT", "C7 HA", "C7", "H"),
    ("HT", "S9 DA", "S9 DA", "H"),
    ("", "S9 DA", "S9 DA", "H"),
    ("", "HA S9", "HA S9", None),
]
# cases.md, 3: trump diamonds, the last player to act, ♣7 ♦J ♦T on the table.
CASES = [
    ("DA D9 ST", {}, "DA"),
    ("DA D9 ST", {"partner_exempt": True}, "DA D9 ST"),
    ("DA D9 ST", {"must_overtrump": False}, "DA D9"),
    ("D9 D7 ST", {}, "D9 D7 ST"),
    ("D9 D7 ST", {"undertrump": "trump"}, "D9 D7"),
    ("DA D9 ST", {"must_trump": False}, "DA D9 ST"),  # options.md: anything may be played
]


def check(rules: CutuRules, trick: list[str], hand: str, legal: str, trump: str | None) -> None:
    hands = [[], [], [], []]
    hands[len(trick)] = hand.split()
    play = reference.Play(rules, hands, 0, trump, 0, trick)
    assert sorted(play.legal()) == sorted(legal.split())
    assert sorted(kernel_legal(play)) == sorted(legal.split())


@pytest.mark.parametrize(("after", "hand", "legal", "trump"), RULEBOOK)
def test_table_of_the_rulebook(after: str, hand: str, legal: str, trump: str | None) -> None:
    check(CutuRules(), ["CK", *after.split()], hand, legal, trump)


@pytest.mark.parametrize(("hand", "changes", "legal"), CASES)
def test_known_cases(hand: str, changes: dict[str, object], legal: str) -> None:
    check(CutuRules.make(changes), ["C7", "DJ", "DT"], hand, legal, "D")


def test_rules_of_legality_are_told_apart() -> None:
    # must_trump off makes the rest inert; without must_overtrump there is no undertrump.
    assert len({duties(rules) for rules in legality_rules()}) == 1 + 2 * (1 + 2)


@pytest.mark.parametrize(
    ("first_lead", "leaders"),
    [
        ("declarer", [0, 1, 2, 3]),
        ("left_of_dealer", [0, 0, 0, 0]),
        ("left_of_declarer", [1, 2, 3, 0]),
    ],
)
def test_first_leader(first_lead: str, leaders: list[int]) -> None:
    rules = CutuRules(first_lead=first_lead)
    # Seat 3 deals; the reference takes any dealer.
    assert [first_leader(rules, declarer) for declarer in range(4)] == leaders
    assert [reference.first_leader(rules, 3, declarer) for declarer in range(4)] == leaders


def _kernel_lines(play: reference.Play) -> int:
    """Lines of a position, counted with the kernels' legality and the reference's tricks."""
    if play.finished:
        return 1
    total = 0
    for card in kernel_legal(play):
        after = play.copy()
        after.play(card)
        total += _kernel_lines(after)
    return total


def test_number_of_lines_of_endgames() -> None:
    # Perft: every line of 2- and 3-card endgames, under every combination of duties.
    rng = random.Random(7)
    short_pack = [s + r for s in "CDH" for r in "9JKA"]
    for rules in legality_rules():
        for cards, pack in ((2, reference.PACK), (2, short_pack), (3, short_pack)):
            play = random_endgame(rng, rules, cards, pack)
            assert _kernel_lines(play) == reference.count_lines(play)


def test_lines_depend_on_the_rules() -> None:
    # Counted by hand: trump hearts, clubs led; seat 1 holds ♥9 ♠7, the others ♣ then ♦.
    hands = [["C7", "D7"], ["H9", "S7"], ["C8", "D8"], ["C9", "D9"]]
    lines = {}
    for must_trump in (True, False):
        rules = CutuRules(must_trump=must_trump)
        play = reference.Play(rules, [list(hand) for hand in hands], 0, "H", 0)
        lines[must_trump] = reference.count_lines(play)
    # Each first card of seat 0 leaves seat 1 one card (♥9) or two; nobody else has a choice.
    assert lines == {True: 2, False: 4}


def test_masks_of_the_helpers() -> None:
    assert bit("C7") == 0
    assert bit("SA") == 55
    assert names(card_set(["SA", "D9"])) == ["D9", "SA"]
    assert strain_trumps(-1) == ZERO
    assert lowest_bit(card_set(["SA", "D9"])) == card_set(["D9"])
