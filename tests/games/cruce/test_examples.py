"""Every worked example of the rule book, by the kernels and by the plain-Python book."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import score as score_kernels
from analyzer.games.cruce.kernels import steps
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels.bits import suit_mask
from tests.games.cruce.replay import CARD_AT, cards
from tests.reference import cruce as book

BIT_OF = {name: bit for bit, name in CARD_AT.items()}


def mask(names: str) -> np.uint64:
    return np.uint64(sum(BIT_OF[name] for name in names.split()))


def legal(rules: CruceRules, trump: str, table_cards: str, hand: str, stock: int = 0) -> str:
    """Legal cards by kernel and by book, which must agree."""
    facts = np.zeros(at.FACTS, np.uint64)
    table = np.zeros(at.TABLE, np.int64)
    result = np.zeros((3, 4), np.int64)
    packed = codes.kernel_rules(rules)
    facts[at.TRUMPS] = suit_mask(book.SUITS.index(trump))
    table[at.PLAYERS] = rules.players
    table[at.TRIGGER] = -1
    table[at.STOCK_LEFT] = stock
    for seat, name in enumerate(table_cards.split()):
        table[at.SEAT] = seat
        steps.put(mask(name), mask(name), facts, table, packed, result)
    found = cards(steps.legal_cards(mask(hand), facts, table, packed))
    told = book.legal_cards(
        hand.split(), table_cards.split(), trump, must_beat=rules.must_beat, free=stock > 0
    )
    assert found == sorted(told)
    return " ".join(found)


# Rule book, section 6: trump hearts, ♣K led; what may be played without and with must_beat.
@pytest.mark.parametrize(
    ("played", "hand", "off", "on"),
    [
        ("", "CA C9 HJ", "C9 CA", "CA"),
        ("HQ", "CA C9 HJ", "C9 CA", "C9 CA"),
        ("HQ", "H9 HT SA", "H9 HT", "HT"),
        ("HA", "H9 HT SA", "H9 HT", "H9 HT"),
        ("", "SA D9", "D9 SA", "D9 SA"),
        ("HQ", "SA D9", "D9 SA", "D9 SA"),
        ("HQ HA", "SA D9", "D9 SA", "D9 SA"),
    ],
)
def test_examples_of_following(played: str, hand: str, off: str, on: str) -> None:
    assert legal(CruceRules(), "H", f"CK {played}", hand) == off
    assert legal(CruceRules(must_beat=True), "H", f"CK {played}", hand) == on


# "Hands with known answers", case 3: trump diamonds, last player, void in the suit led.
@pytest.mark.parametrize(
    ("hand", "off", "on"),
    [("DA D9 SJ", "D9 DA", "DA"), ("DK D9 SJ", "D9 DK", "D9 DK")],
)
def test_one_trick_in_three_games(hand: str, off: str, on: str) -> None:
    assert legal(CruceRules(), "D", "C9 DJ DT", hand) == off
    assert legal(CruceRules(must_beat=True), "D", "C9 DJ DT", hand) == on


def test_trump_led_must_be_beaten_too() -> None:
    # Section 6: with L = T the branch "L is not T and a trump lies" does not apply.
    assert legal(CruceRules(must_beat=True), "H", "HQ", "HA H9 SA") == "HA"
    assert legal(CruceRules(must_beat=True), "H", "HQ HT", "HK H9 SA") == "H9 HK"


def test_two_players_play_freely_while_there_is_a_stock() -> None:
    two = CruceRules(players=2, must_beat=True)
    assert legal(two, "H", "CK", "CA C9 HJ S9", stock=2) == "C9 CA HJ S9"
    assert legal(two, "H", "CK", "CA C9 HJ S9") == "CA"


# Section 9: form, bid, side, card points, announcements, stake, big points gained or lost.
SCORES = [
    (4, 3, 0, (62, 58), (40, 0), 1, (3, 1)),
    (4, 2, 0, (65, 55), (0, 20), 1, (-2, 2)),
    (4, 1, 0, (91, 29), (60, 0), 1, (4, 0)),
    (4, 3, 0, (85, 35), (0, 0), 2, (-6, 2)),
    (3, 2, 0, (71, 33, 16), (0, 0, 20), 1, (2, 1, 1)),
    (2, 4, 0, (92, 28), (40, 0), 1, (4, 0)),
    (4, 0, 0, (30, 90), (0, 0), 1, (0, 2)),
    (4, 2, 0, (66, 54), (0, 0), 4, (8, 4)),
]


@pytest.mark.parametrize("example", SCORES)
def test_scores_of_section_9(example: tuple) -> None:
    players, bid, side, card_points, announced, stake, expected = example
    rules = CruceRules(players=players)
    assert sum(card_points) == 120
    totals = [c + a for c, a in zip(card_points, announced, strict=True)]
    assert tuple(book.score(rules, totals, bid, side, stake)) == expected
    packed = codes.kernel_rules(rules)
    # One seat of each side takes its tricks; with four players the second holds none.
    result = np.zeros((3, 4), np.int64)
    result[0, : len(totals)] = card_points
    result[1, : len(totals)] = announced
    result[2, : len(totals)] = 1
    points, tricks, deltas = np.zeros((3, 4), np.int64)
    score_kernels.side_totals(result, packed, points, tricks)
    assert points.tolist()[: len(totals)] == totals
    score_kernels.score_round(points, bid, side, stake, packed, deltas)
    assert tuple(deltas[: len(totals)].tolist()) == expected


def test_made_pays_the_bid_only() -> None:
    # Example 1 under the variant of section 9: A made 3 with 102 points; B keeps its own.
    rules = CruceRules(made_pays="bid_only")
    assert book.score(rules, [151, 29], 1, 0, 2) == [2, 0]
    deltas = np.zeros(4, np.int64)
    packed = codes.kernel_rules(rules)
    score_kernels.score_round(np.array([151, 29, 0, 0]), 1, 0, 2, packed, deltas)
    assert deltas.tolist() == [2, 0, 0, 0]


def test_announcements_that_need_a_trick() -> None:
    rules = CruceRules(announce_needs_trick=True)
    result = np.array([[120, 0, 0, 0], [0, 20, 0, 0], [6, 0, 0, 0]])
    points, tricks = np.zeros((2, 4), np.int64)
    score_kernels.side_totals(result, codes.kernel_rules(rules), points, tricks)
    assert points.tolist() == [120, 0, 0, 0]
    score_kernels.side_totals(result, codes.kernel_rules(CruceRules()), points, tricks)
    assert points.tolist() == [120, 20, 0, 0]


# Section 10: totals, and the winner or None while the match goes on.
@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((20, 17), None),
        ((21, 19), 0),
        ((21, 20), None),
        ((22, 21), None),
        ((23, 23), None),
        ((24, 22), 0),
        ((21, 19, 5), 0),
        ((22, 21, 8), None),
        ((5, 19, 21), 2),
    ],
)
def test_ends_of_section_10(totals: tuple[int, ...], winner: int | None) -> None:
    check_end(CruceRules(players={2: 4, 3: 3}[len(totals)]), totals, winner)


@pytest.mark.parametrize(
    ("totals", "winner"),
    [((21, 20), 0), ((22, 21), 0), ((22, 23), 1), ((21, 21), None), ((20, 3), None)],
)
def test_without_the_lead_of_two_the_higher_wins(
    totals: tuple[int, ...], winner: int | None
) -> None:
    check_end(CruceRules(lead_of_two=False), totals, winner)


def check_end(rules: CruceRules, totals: tuple[int, ...], winner: int | None) -> None:
    assert book.winner_of_match(rules, totals) == winner
    row = np.array([*totals, 0, 0][:4])
    found = int(score_kernels.match_winner(row, codes.kernel_rules(rules)))
    assert found == (-1 if winner is None else winner)


@pytest.mark.parametrize("target", [21, 15, 11, 6])
@pytest.mark.parametrize("lead", [True, False])
def test_all_ends_near_the_target(target: int, lead: bool) -> None:
    for players, sides in ((4, 2), (3, 3), (2, 2)):
        rules = CruceRules(players=players, target=target, lead_of_two=lead)
        near = range(target - 3, target + 4)
        for totals in np.stack(np.meshgrid(*[near] * sides), -1).reshape(-1, sides).tolist():
            check_end(rules, tuple(totals), book.winner_of_match(rules, totals))


# Section 8: stakes with n declarers, capped.
@pytest.mark.parametrize(
    ("stake", "callers", "cap", "after"),
    [(1, 1, 8, 2), (1, 2, 8, 4), (2, 1, 8, 4), (4, 2, 8, 8), (8, 1, 8, 8), (1, 3, 4, 4),
     (1, 1, 1, 1), (2, 1, 2, 2)],
)  # fmt: skip
def test_stakes_of_double_rounds(stake: int, callers: int, cap: int, after: int) -> None:
    rules = CruceRules(double_cap=cap)
    assert book.stake_after(rules, stake, callers) == after
    assert score_kernels.raised_stake(stake, callers, codes.kernel_rules(rules)) == after


@pytest.mark.parametrize(
    ("hand", "players", "changes", "calls"),
    [
        ("C9 D9 H9 S9 CA SA", 4, {}, True),
        ("C9 D9 H9 S9 CA SA", 4, {"double_round": False}, False),
        ("C9 D9 H9 S9 CA SA", 4, {"double_four_nines": False}, False),
        ("C9 D9 H9 SJ CJ CQ", 4, {}, False),
        ("C9 D9 H9 SJ CJ CK", 4, {"double_weak_hand": True}, True),  # 8 points
        ("C9 D9 SJ HJ CJ CK", 4, {"double_weak_hand": True}, True),  # 10 points
        ("C9 D9 SJ HJ CQ CK", 4, {"double_weak_hand": True}, False),  # 11 points
        ("C9 D9 SJ HJ CQ CK DK S9", 3, {"double_weak_hand": True}, True),  # 15 points
        ("C9 D9 SJ HJ CQ CK DK SJ", 3, {}, False),
        ("C9 D9 SQ HJ CQ CK DK S9", 3, {"double_weak_hand": True}, False),  # 16 points
        ("C9 D9 SJ HJ CJ CK", 2, {"double_weak_hand": True}, True),
        ("C9 D9 H9 CQ SJ HJ DJ CJ", 2, {"double_weak_hand": True, "two_player_hand": 8}, True),
    ],
)
def test_conditions_of_section_8(hand: str, players: int, changes: dict, calls: bool) -> None:
    rules = CruceRules.make({"players": players} | changes)
    assert book.calls_double(rules, hand.split()) == calls
    held = np.zeros(4, np.uint64)
    held[1] = mask(hand)
    held[[0, *range(2, players)]] = mask("CA DA")
    callers = score_kernels.double_callers(held, codes.kernel_rules(rules))
    assert callers == int(calls)


@pytest.mark.parametrize("trigger", ["first_played", "suit_lead", "pair_card_lead",
                                     "pair_card_played"])  # fmt: skip
@pytest.mark.parametrize("leading", [True, False])
@pytest.mark.parametrize("card", ["CA", "CK", "CQ", "C9", "D9"])
@pytest.mark.parametrize("held", ["CA CK CQ C9 D9", "CA CK C9 D9"])
@pytest.mark.parametrize("done", [False, True])
def test_triggers_of_section_7(
    trigger: str, leading: bool, card: str, held: str, done: bool
) -> None:
    if card not in held.split():
        return
    rules = CruceRules(announce_trigger=trigger)
    facts = np.zeros(at.FACTS, np.uint64)
    table = np.zeros(at.TABLE, np.int64)
    result = np.zeros((3, 4), np.int64)
    packed = codes.kernel_rules(rules)
    facts[at.TRUMPS] = suit_mask(0)
    table[at.TRIGGER] = packed[codes.TRIGGER]
    table[at.ANNOUNCED] = int(done)
    if not leading:
        steps.put(mask("SA"), mask("SA"), facts, table, packed, result)
    table[at.SEAT] = 1
    steps.put(mask(card), mask(held), facts, table, packed, result)
    told = book.announces(rules, held.split(), card, leading, {"C"} if done else set())
    assert result[1].tolist() == [0, 40 if told else 0, 0, 0]
    pair = "CK" in held and "CQ" in held
    wanted = {
        "first_played": True,
        "suit_lead": leading,
        "pair_card_lead": leading and card in ("CK", "CQ"),
        "pair_card_played": card in ("CK", "CQ"),
    }[trigger]
    assert told == (pair and not done and card != "D9" and wanted)
