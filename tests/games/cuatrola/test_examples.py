"""Every worked example of the rulebook (section 10), by the book in Python and by the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from unittest import mock

import numpy as np
import pytest

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels import batch
from analyzer.games.cuatrola.kernels.auction import allowed_calls
from analyzer.games.cuatrola.kernels.cantes import singable
from analyzer.games.cuatrola.kernels.table import SILENT
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.kernels.bits import suit_mask
from analyzer.kernels.trick import beats, legal_follow
from tests.games.cuatrola.replay import (
    BITS,
    card_set,
    cards_of,
    check,
    places_of,
    run_kernel,
)
from tests.reference import cuatrola as book

STANDARD = CuatrolaRules()
SING = {suit: number for number, suit in enumerate("OCEB")}


def kernel_legal(rules: CuatrolaRules, hand: str, table: str, trump: str) -> list[str]:
    """Legal cards by the shared rule book of the kernels."""
    trick = [card_set([card]) for card in table.split()]
    led = suit_mask(BITS[table.split()[0]] >> 4)
    trumps = suit_mask("OCEB".index(trump))
    best = best_led = trick[0]
    for card in trick[1:]:
        if beats(card, best, led, trumps):
            best = card
        if card & led and card > best_led:
            best_led = card
    return cards_of(
        legal_follow(
            card_set(hand), led, trumps, trick[0], best_led, best, False, codes.duties(rules)
        )
    )


# 10.1 (trump copas), and cases.md 3 (trump oros): one trick, several duties.
LEGAL = [
    ("C", "HO", "AO SO 3C RE AB", "AO", {}),
    ("C", "HO AO", "3O RO SC", "3O RO", {}),
    ("C", "SO", "SC 3C AE RB", "SC 3C", {}),
    ("C", "SO SC", "AO HO AC", "AO HO", {}),
    ("C", "SO 3C AO", "AC RC AB SE", "AC", {}),
    ("C", "SO 3C AO", "RC SC AB SE", "RC SC AB SE", {}),
    ("C", "RC", "3C SC AO", "3C", {}),
    ("C", "RC", "HC SC AO", "HC SC", {}),
    ("C", "RC", "AO AB SE", "AO AB SE", {}),
    ("C", "SO 3O", "AO HO", "AO", {}),
    ("C", "SO 3O", "AO HO", "AO HO", {"beat_what": "opening_card"}),
    ("O", "SC HO 3O", "AO SO AE", "AO", {}),
    ("O", "SC HO 3O", "RO SO AE", "RO SO AE", {}),
    ("O", "SC HO 3O", "RO SO AE", "RO SO", {"cannot_overruff": "must_trump"}),
    # Section 13: any trump on a trump lead; the led suit is still to be beaten after a ruff.
    ("C", "RC", "3C SC AO", "3C SC", {"trump_lead": "any_trump"}),
    ("C", "SO SC", "AO SO AC", "AO SO", {}),
    ("C", "HO SC", "AO SO AC", "AO", {"beat_after_ruff": True}),
]


@pytest.mark.parametrize(("trump", "table", "hand", "legal", "changes"), LEGAL)
def test_legal_cards(
    trump: str, table: str, hand: str, legal: str, changes: dict[str, object]
) -> None:
    rules = CuatrolaRules.make(changes)
    expected = sorted(legal.split())
    assert sorted(book.legal_cards(rules, hand.split(), table.split(), trump)) == expected
    assert sorted(kernel_legal(rules, hand, table, trump)) == expected


def play(
    rules: CuatrolaRules,
    hands: Sequence[str],
    turned: str,
    script: str,
    contract: int = codes.NORMAL,
    declarer: int = -1,
) -> dict[str, object]:
    """Play cards in order; ``*O`` sings oros, ``*-`` keeps silent."""
    forced = [
        (SILENT if word[1] == "-" else SING[word[1]]) if word[0] == "*" else 1 << BITS[word]
        for word in script.split()
    ]
    places = places_of(hands, turned)
    played = run_kernel(rules, places, contract, declarer, forced=forced)
    assert played.rows == len(forced)
    check(rules, places, played, contract, declarer)
    result = played.result
    return {
        "points": tuple(result[batch.PAIR_POINTS : batch.PAIR_POINTS + 2].tolist()),
        "cantes": tuple(result[batch.PAIR_CANTES : batch.PAIR_CANTES + 2].tolist()),
        "tricks": tuple(result[batch.SEAT_TRICKS : batch.SEAT_TRICKS + 4].tolist()),
        "score": int(result[batch.SCORE]),
    }


def test_normal_hand_with_a_forty() -> None:
    # 10.2: 81 : 89, of which 40 sung; P2 and P4 score 1.
    found = play(
        STANDARD,
        ["3C SC RE AB SB", "RO SO SE RB HB", "AO AC 3E HE 3B", "3O HO RC HC AE"],
        "RC",
        "RE SE 3E AE *C HC 3C HB AC HE RC AB RO HO SC SO AO SB RB 3B 3O",
    )
    # P2 holds RB HB too, but the pair has sung on trick 1, and HB is gone in trick 2.
    assert found == {
        "points": (81, 89),
        "cantes": (0, 40),
        "tricks": (1, 0, 2, 2),
        "score": -1,
    }


TIE = (
    ["RO AC 3C RC AE", "HO AB 3B RB HB", "3O 3E HE SE SB", "AO SO HC SC RE"],
    "SO",
    "AE HO 3E RE *B RB SB AO 3C HC AC AB 3O SE SO RO 3B RC HB HE SC",
)


@pytest.mark.parametrize(("tie", "score"), [("mano", 1), ("nobody", 0), ("last_trick", 1)])
def test_tie_in_a_normal_hand(tie: str, score: int) -> None:
    # 10.3: 75 : 75; mano's pair scores 1, and has won the last trick (P1, 12 + 10).
    found = play(STANDARD.with_changes(tie_normal=tie), *TIE)
    assert found["points"] == (75, 75)
    assert found["score"] == score


@pytest.mark.parametrize(("tie", "score"), [("mano", 2), ("declarer_fails", -2)])
def test_tie_in_a_solo(tie: str, score: int) -> None:
    # 10.4: 43 : 43 of 86; P1's pair is mano.  P3 is idle with 44 points.
    found = play(
        STANDARD.with_changes(tie_solo=tie),
        ["HO 3C HC 3E SE", "RO AC HE HB SB", "3O SO AE AB 3B", "AO RC SC RE RB"],
        "RE",
        "SE HE RE AO HO RO SC HC AC HB RB 3E 3C SB RC",
        codes.SOLO,
        0,
    )
    assert found["points"] == (43, 43)
    assert found["score"] == score


def test_cuatro_on_lead() -> None:
    # 10.5: four tricks, 82 : 27, and nothing but the tricks counts.
    found = play(
        STANDARD,
        ["AO 3O RO AC SE", "HO 3C AE AB SB", "HC RC HE HB 3B", "SO SC 3E RE RB"],
        "SO",
        "AO HO SO 3O SB RB RO AB RE AC 3C SC SE AE 3E",
        codes.CUATRO,
        0,
    )
    assert found["tricks"] == (4, 1, 0, 0)
    assert found["score"] == 4
    assert found["cantes"] == (0, 0)


def test_match_points_and_the_cap() -> None:
    # 10.6 and 10.7, hand by hand: which contracts the score allows.
    rules = codes.kernel_rules(STANDARD)
    expected = {0: "1111", 6: "1111", 7: "1110", 8: "1100", 9: "1100", 10: "1000"}
    for score, calls in expected.items():
        bits = sum(1 << i for i, allowed in enumerate(calls) if allowed == "1")
        assert allowed_calls(0, score, rules) == bits
        assert len(book.allowed_calls(STANDARD, "normal", score)) == calls.count("1")
    free = STANDARD.with_changes(cap="off")
    assert allowed_calls(0, 10, codes.kernel_rules(free)) == 0b1111
    assert allowed_calls(codes.CUATRO, 0, rules) == 0b1001


def winner_of(start: tuple[int, int], contract: str, declarer: int, made: bool) -> list[int]:
    """Scores after one hand of the book's match whose contract is made or not."""

    class Stop(Exception):
        pass

    class Decided(book.Hand):
        def play(self) -> book.Hand:
            return self

        def match_points(self) -> tuple[int, int]:
            own = declarer % 2
            worth = book.value_of(self.rules, contract)
            return (own if made else 1 - own), worth

    def policy(kind: str, seat: int, options: list[str]) -> str:
        return contract if seat == declarer else "normal"

    deals = iter([([[], [], [], []], "AO")])
    # The cards do not matter here.
    with mock.patch.object(book, "Hand", Decided):
        scores, hands = book.play_match(STANDARD, deals, policy, start)
    assert hands == 1
    return scores


def test_the_match_ends_as_in_the_examples() -> None:
    # 10.6: X 6 : 1, quinta won: 11 : 1.  10.7: Y's cuatro fails at 8 : 7, X wins with 12;
    # Y's solo fails at 10 : 9, X wins with 12; solo won at 9 makes 11.
    assert winner_of((6, 1), "quinta", 0, made=True) == [11, 1]
    assert winner_of((8, 7), "cuatro", 1, made=False) == [12, 7]
    assert winner_of((10, 9), "solo", 1, made=False) == [12, 9]
    assert winner_of((9, 0), "solo", 2, made=True) == [11, 0]


def test_what_may_be_sung() -> None:
    # 10.8: RB HB and RO HO, trump oros: either, but 40 first where the house says so.
    hand = card_set("RB HB RO HO")
    assert singable(hand, 0, 0, False) == 0b1001
    assert singable(hand, 0, 0, True) == 0b0001
    assert singable(hand, 0b0001, 0, True) == 0b1000
    assert singable(card_set("HB RO HO AE"), 0, 0, False) == 0b0001


SINGER = ["AC AE SB SO SE", "RB HB RO HO 3E", "SC 3C HC 3B AB", "AO 3O HE RC RE"]


@pytest.mark.parametrize(
    ("cantes", "script", "sung"),
    [
        # P4 ruffs trick 1 with AO; P2 sings 40 or 20, then the other after trick 2.
        ("one_per_trick", "SO HO HC AO", None),
        ("one_per_trick", "SE 3E SC RE *B", 20),
        ("one_per_trick", "SE 3E SC RE *O", 40),
        ("several", "SE 3E SC RE *O *B", 60),
        ("several", "SE 3E SC RE *B *-", 20),
    ],
)
def test_one_cante_for_each_trick_won(cantes: str, script: str, sung: int | None) -> None:
    # 10.8, with the first trick won by P2 (3E over SE); the rest is played at random.
    rules = STANDARD.with_changes(cantes=cantes)
    places = places_of(SINGER, "AO")
    forced = [
        (SILENT if word[1] == "-" else SING[word[1]]) if word[0] == "*" else 1 << BITS[word]
        for word in script.split()
    ]
    played = run_kernel(rules, places, codes.NORMAL, -1, forced=forced)
    check(rules, places, played, codes.NORMAL, -1)
    if sung is None:
        return
    assert played.result[batch.PAIR_CANTES + 1] >= sung
    # After a silence, or one cante, the next decision is a card of the winner.
    following = int(played.log[len(forced), 0])
    if cantes == "one_per_trick" or "*-" in script or sung == 60:
        assert following == int(card_set(SINGER[1]) ^ card_set(["3E"]))


def test_nobody_sings_in_a_cuatro() -> None:
    places = places_of(SINGER, "AO")
    for fast in range(50):
        played = run_kernel(STANDARD, places, codes.CUATRO, 1, fast=fast)
        assert not played.result[batch.PAIR_CANTES : batch.PAIR_CANTES + 2].any()


def test_random_play_leaves_singing_to_chance() -> None:
    # A right, not a duty (section 6): random play takes it or leaves it.
    places = places_of(SINGER, "AO")
    forced = [1 << BITS[card] for card in ["SE", "3E", "SC", "RE"]]
    choices = {
        int(run_kernel(STANDARD, places, codes.NORMAL, -1, fast=f, forced=forced).log[4, 1])
        for f in range(60)
    }
    assert choices == {SING["O"], SING["B"], SILENT}
    assert np.uint64(0b1001) == run_kernel(STANDARD, places, 0, -1, forced=forced).log[4, 0]
