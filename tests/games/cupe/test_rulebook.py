"""Worked examples and edge cases of the rule book of Cupe, in the kernels and the reference."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.cupe.kernels import scores
from analyzer.games.cupe.kernels.exchange import hand_over
from analyzer.games.cupe.kernels.legality import legal_to_follow, legal_to_lead
from analyzer.games.cupe.kernels.table import GAVE, GOT, HANDS, LEADER, TABLE, TAKEN, start_hand
from analyzer.games.cupe.rules import CupeRules
from tests.games.cupe.driving import bits, cards_of, limits_of, suit
from tests.reference import cupe as reference

STANDARD = CupeRules()
OPENSPIEL = CupeRules.load("openspiel")
WINDOWS = CupeRules.load("windows")
FREE_QUEEN = OPENSPIEL.with_changes(only_barred_left="any")
A_CARDS = "2H 3H QS"
PLAIN = [A_CARDS, "AH KH 4H 5H 6H", "QH JH TH 9H 8H 7H", ""]
REST = [card for card in reference.PACK if card not in reference.POINTS]


def score(changes, taken, totals=(0, 0, 0, 0)):
    """Points by the kernels and the reference, which must agree."""
    rules = CupeRules.make(changes)
    cards = [set(text.split()) for text in taken]
    given = set().union(*cards)
    # The other cards are spread, so that everybody took a trick.
    for i, card in enumerate(card for card in REST if card not in given):
        cards[i % 4].add(card)
    table, points = np.zeros(TABLE, np.uint64), np.zeros(4, np.int64)
    for seat in range(4):
        table[TAKEN + seat] = bits(cards[seat])
    scores.score_hand(table, rules.packed(), np.array(totals, np.int64), points)
    assert points.tolist() == reference.score(rules, cards, list(totals))
    return points.tolist()


def follow(rules, hand, trick, number=6):
    """Legal cards by both, following ``trick``."""
    cards, led = set(hand.split()), trick.split()
    legal = legal_to_follow(bits(cards), suit(led[0]), number == 1, limits_of(rules))
    assert cards_of(legal) == reference.legal(rules, cards, led, number, False)
    return cards_of(legal)


def lead(rules, hand, broken=False, number=6):
    """Legal leads by both."""
    cards = set(hand.split())
    legal = legal_to_lead(bits(cards), number == 1, broken, limits_of(rules))
    assert cards_of(legal) == reference.legal(rules, cards, [], number, broken)
    return cards_of(legal)


def test_example_1_plain_hand():
    assert score({}, PLAIN) == [15, 5, 6, 0]
    assert score({"values": "face"}, PLAIN) == [15, 12, 9, 0]


def test_example_2_one_heart_short_of_the_slam():
    low = [" ".join(reference.POINTS - {"2H"}), "2H", "", ""]
    high = [" ".join(reference.POINTS - {"AH"}), "AH", "", ""]
    assert score({}, low) == [25, 1, 0, 0]
    assert score({"values": "face"}, low) == [35, 1, 0, 0]
    assert score({}, high) == [25, 1, 0, 0]
    assert score({"values": "face"}, high) == [31, 5, 0, 0]


def test_example_3_slam():
    slam = ["", " ".join(reference.POINTS), "", ""]
    assert score({}, slam) == [26, 0, 26, 26]
    assert score({"values": "face"}, slam) == [36, 0, 36, 36]
    assert score({"slam": "subtract"}, slam) == [0, -26, 0, 0]
    # Section 4: the spot scheme has 129 in all.
    assert score({"values": "spot"}, slam) == [129, 0, 129, 129]


def test_example_4_jack_of_diamonds():
    points = " ".join(reference.POINTS)
    jack = {"bonus_card": "jack_diamonds"}
    assert score(jack, [points, "", "JD", ""]) == [0, 26, 16, 26]
    assert score(jack, [points + " JD", "", "", ""]) == [-10, 26, 26, 26]
    # 3.7: 26 - 10 = 16 points are no slam when a card is missing, whatever the sum.
    short = " ".join(reference.POINTS - {"2H"})
    assert score(jack, [short + " JD", "2H", "", ""]) == [15, 1, 0, 0]
    needed = jack | {"slam_needs_bonus": True}
    assert score(needed, [points, "", "JD", ""]) == [26, 0, -10, 0]
    assert score(needed, [points + " JD", "", "", ""]) == [-10, 26, 26, 26]


def test_example_5_three_hands():
    totals = np.zeros(4, np.int64)
    slam = ["", "", "", ""]
    slam[0] = " ".join(reference.POINTS)
    third = ["QS", "2H 3H 4H", "5H 6H 7H 8H 9H TH JH QH", "KH AH"]
    after = []
    for hand in (PLAIN, slam, third):
        totals += score({}, hand, totals)
        after.append(totals.tolist())
    assert after == [[15, 5, 6, 0], [15, 31, 32, 26], [28, 34, 40, 28]]
    assert winners({}, after[-1]) == {0, 3}


def winners(changes, totals):
    rules = CupeRules.make(changes)
    found = scores.winning_seats(np.array(totals), rules.packed())
    assert {seat for seat in range(4) if found >> seat & 1} == reference.winners(rules, totals)
    return reference.winners(rules, totals)


def over(changes, totals):
    rules = CupeRules.make(changes)
    found = scores.match_over(np.array(totals), rules.packed())
    assert found == reference.match_over(rules, totals)
    return found


def test_example_6_end_and_tie():
    totals = [102, 67, 70, 67]
    assert over({}, totals)
    assert winners({}, totals) == {1, 3}
    assert not over({"tie": "play_on"}, totals)
    # 3.5: with play_on the match ends once somebody is alone lowest.
    assert over({"tie": "play_on"}, [102, 66, 70, 67])


def test_example_7_exactly_100():
    totals = [100, 41, 59, 70]
    assert not over({}, totals)
    assert over({"limit_mode": "reach"}, totals)
    assert winners({"limit_mode": "reach"}, totals) == {1}


SLAM_OF_A = [" ".join(reference.POINTS), "", "", ""]


def test_example_8_a_slam_that_loses():
    before = [90, 20, 80, 85]
    assert score({}, SLAM_OF_A, before) == [0, 26, 26, 26]
    assert over({}, [90, 46, 106, 111])
    assert winners({}, [90, 46, 106, 111]) == {1}
    assert score({"slam": "subtract"}, SLAM_OF_A, before) == [-26, 0, 0, 0]
    assert not over({"slam": "subtract"}, [64, 20, 80, 85])
    assert score({"slam": "auto"}, SLAM_OF_A, before) == [-26, 0, 0, 0]
    assert score({"slam": "lead_auto"}, SLAM_OF_A, before) == [-26, 0, 0, 0]
    # Nobody near the end and A leads: both add. Sharing the lead counts as leading.
    for slam in ("auto", "lead_auto"):
        assert score({"slam": slam}, SLAM_OF_A, [10, 0, 0, 0]) == [0, 26, 26, 26]
    assert score({"slam": "lead_auto"}, SLAM_OF_A, [46, 20, 80, 85]) == [0, 26, 26, 26]
    assert score({"slam": "lead_auto"}, SLAM_OF_A, [47, 20, 80, 85]) == [-26, 0, 0, 0]


def test_example_9_a_slam_that_wins():
    slam = ["", "", "", SLAM_OF_A[0]]
    assert score({}, slam, [60, 70, 95, 40]) == [26, 26, 26, 0]
    assert over({}, [86, 96, 121, 40])
    assert winners({}, [86, 96, 121, 40]) == {3}


def test_example_10_first_trick_without_clubs():
    hand = "AD 9D 3D KH 5H 2H QS JS 7S 4S TD 6D 4D"
    free = {"AD", "9D", "3D", "TD", "6D", "4D", "JS", "7S", "4S"}
    assert follow(STANDARD, hand, "2C", 1) == free
    by = {
        "allowed": set(hand.split()),
        "hearts_forbidden": free | {"QS"},
        "queen_forbidden": free | {"KH", "5H", "2H"},
    }
    for value, legal in by.items():
        assert follow(STANDARD.with_changes(first_trick_points=value), hand, "2C", 1) == legal


def test_example_11_lead_with_nothing_broken():
    assert lead(STANDARD, "KS QS 4H") == {"KS"}
    assert lead(OPENSPIEL, "KS QS 4H") == {"KS", "QS"}
    assert lead(STANDARD, "QS AH 7H 6H") == {"QS", "AH", "7H", "6H"}
    assert lead(OPENSPIEL, "QS AH 7H 6H") == {"QS"}
    assert lead(FREE_QUEEN, "QS AH 7H 6H") == {"QS", "AH", "7H", "6H"}
    for rules in (STANDARD, OPENSPIEL, FREE_QUEEN, WINDOWS):
        assert lead(rules, "AH 7H") == {"AH", "7H"}
    # queen_forced holds where hearts and queen are barred, too.
    assert lead(STANDARD.with_changes(only_barred_left="queen_forced"), "QS AH 7H") == {"QS"}


@pytest.mark.parametrize(
    ("rules", "broken"), [(STANDARD, True), (OPENSPIEL, True), (WINDOWS, False)]
)
def test_example_12_the_queen_fell_before(rules, broken):
    assert reference.breaks(rules, "QS") == broken
    assert lead(rules, "KS 4H", broken) == ({"KS", "4H"} if broken else {"KS"})


def test_example_13_following():
    assert follow(STANDARD, "AS QS 2D", "5S") == {"AS", "QS"}
    assert follow(STANDARD, "QS 2D", "5S") == {"QS"}
    assert follow(STANDARD, "9H 2D", "5S") == {"9H", "2D"}


def exchange(hands, gifts, step):
    table = np.zeros(TABLE, np.uint64)
    for seat in range(4):
        table[HANDS + seat] = bits(hands[seat])
        table[GAVE + seat] = bits(gifts[seat])
    hand_over(table, step)
    after = [cards_of(table[HANDS + seat]) for seat in range(4)]
    assert after == reference.after_exchange(hands, gifts, step)
    return table, after


def test_example_14_exchange():
    hands = [
        {"AS", "KS", "QH", "5D"},
        {"2C", "3C", "4C", "5C"},
        {"2D", "3D", "4D", "6D"},
        {"2S", "3S", "4S", "5S"},
    ]
    gifts = [{"AS", "KS", "QH"}, {"2C", "3C", "4C"}, {"2D", "3D", "4D"}, {"2S", "3S", "4S"}]
    table, after = exchange(hands, gifts, 3)
    assert after[3] == {"AS", "KS", "QH", "5S"}
    assert after[0] == {"2C", "3C", "4C", "5D"}
    assert cards_of(table[GOT + 0]) == gifts[1]
    # The 2 of clubs went to A, who opens now.
    start_hand(table, 0, STANDARD.packed())
    assert table[LEADER] == 0 == reference.opener(STANDARD, after, 0)


def test_example_15_identity():
    # 1,000 hands with 40 slams, scheme one: the average score a seat is 7.02.
    slams, plain = score({}, SLAM_OF_A), score({}, PLAIN)
    assert (40 * sum(slams) + 960 * sum(plain)) / 4000 == pytest.approx(7.02)


def test_3_1_first_trick_with_point_cards_only():
    hand = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS"
    assert follow(STANDARD, hand, "2C", 1) == set(hand.split())


def test_3_4_a_forced_queen_of_spades():
    # Also on a first trick that the seat after the dealer opened with a spade.
    after_dealer = STANDARD.with_changes(open_with="after_dealer")
    assert follow(after_dealer, "QS 2D 3D", "5S", 1) == {"QS"}


def test_who_opens_and_with_what():
    hand = "2C 9C AD KH QS"
    assert lead(STANDARD, hand, number=1) == {"2C"}
    assert lead(STANDARD.with_changes(open_with="any_club"), hand, number=1) == {"2C", "9C"}
    after_dealer = STANDARD.with_changes(open_with="after_dealer")
    assert lead(after_dealer, hand, number=1) == {"2C", "9C", "AD"}
    peppa = CupeRules.load("peppa_torino")
    assert lead(peppa, hand, number=1) == set(hand.split())


def test_no_trick_bonus_is_for_hands_without_a_slam():
    rules = CupeRules.make({"no_trick_bonus": -5})
    rest = set(reference.PACK) - reference.POINTS
    one_idle = [set(reference.POINTS), rest, set(), {"2C"}]
    one_idle[0].remove("2H")
    one_idle[1].add("2H")
    table, points = np.zeros(TABLE, np.uint64), np.zeros(4, np.int64)
    for taken, expected in (
        (one_idle, [25, 1, -5, 0]),
        ([set(reference.POINTS), rest, set(), set()], [0, 26, 26, 26]),
    ):
        for seat in range(4):
            table[TAKEN + seat] = bits(taken[seat])
        scores.score_hand(table, rules.packed(), np.zeros(4, np.int64), points)
        assert points.tolist() == expected == reference.score(rules, taken, [0] * 4)


@pytest.mark.parametrize(
    ("name", "directions"),
    [
        ("right", "rrrrr"),
        ("left", "lllll"),
        ("across", "aaaaa"),
        ("none", "nnnnn"),
        ("cycle_lran", "lranl"),
        ("cycle_larn", "larnl"),
        ("cycle_rlna", "rlnar"),
        ("cycle_lra", "lralr"),
    ],
)
def test_directions_hand_after_hand(name, directions):
    rules = CupeRules.make({"exchange": name})
    steps = [reference.direction(rules, hand, 0) for hand in range(5)]
    assert steps == [{"l": 1, "a": 2, "r": 3, "n": 0}[letter] for letter in directions]
