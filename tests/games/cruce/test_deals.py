"""Deals of Cruce: the same under every variant, and their notation there and back."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.games.cruce.game import GAME
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.rules import Rules
from analyzer.kernels.bits import NO_CARD
from tests.games.cruce import replay


def test_the_same_deals_under_every_variant() -> None:
    for players in (4, 3, 2):
        base = GAME.deal(CruceRules(players=players), 50, 9, 3)
        for key, rule in CruceRules.rules().items():
            for value in rule.choices[1:]:
                if key in ("players", "two_player_hand"):
                    continue
                other = GAME.deal(CruceRules.make({"players": players, key: value}), 50, 9, 3)
                np.testing.assert_array_equal(base.owners, other.owners)


def test_hands_of_eight_are_those_of_six_and_the_next_of_the_stock() -> None:
    six = GAME.deal(CruceRules(players=2), 20, 1)
    eight = GAME.deal(CruceRules(players=2, two_player_hand=8), 20, 1)
    assert six.stock is not None
    assert eight.stock is not None
    for i in range(20):
        for k, card in enumerate(six.stock[i, :4]):
            assert eight.owners[i, card] == k % 2
        np.testing.assert_array_equal(eight.stock[i], six.stock[i, 4:])


@pytest.mark.parametrize("changes", [
    {}, {"players": 3}, {"players": 2}, {"players": 2, "two_player_hand": 8},
    {"deal": "all_at_once"}, {"players": 3, "deal": "all_at_once"},
])  # fmt: skip
def test_deals_are_those_that_are_played(changes: dict[str, object]) -> None:
    """The deals shown are what the compiled rounds deal, as the book reads the layout."""
    rules = CruceRules.make(changes)
    deals = GAME.deal(rules, 10, 5, 100)
    for i in range(10):
        told = next(replay.deals(rules, 5, 100 + i))
        for seat in range(rules.players):
            held = [replay.book.PACK[c] for c in np.flatnonzero(deals.owners[i] == seat)]
            assert sorted(held) == sorted(told.whole(seat))
            if rules.has_two_packets:
                names = [replay.book.PACK[c] for c in deals.second[i, seat]]
                assert names == told.second[seat]
                assert {deals.packets[i, c] for c in deals.second[i, seat]} == {1}
        if rules.players == 2:
            assert [replay.book.PACK[c] for c in deals.stock[i]] == told.stock
            assert (deals.owners[i] == NO_CARD).sum() == len(told.stock)


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("changes", [
    {}, {"players": 3}, {"players": 2}, {"players": 2, "two_player_hand": 8},
    {"deal": "all_at_once"},
])  # fmt: skip
def test_the_notation_there_and_back(changes: dict[str, object], unicode: bool) -> None:
    rules = CruceRules.make(changes)
    deals = GAME.deal(rules, 5, 2)
    for i in range(5):
        shown = GAME.show_deal(rules, deals, i, unicode)
        text = "  ".join(
            value if key == "deal" else f"{key}={value}" for key, value in shown.items()
        )
        again = GAME.read_deal(rules, text)
        np.testing.assert_array_equal(again.owners[0], deals.owners[i])
        for name in ("packets", "stock", "second"):
            left, right = getattr(deals, name), getattr(again, name)
            assert (left is None) == (right is None)
            if left is not None:
                np.testing.assert_array_equal(left[i], right[0])
        assert GAME.show_deal(rules, again, 0, unicode) == shown


def problems(rules: Rules, text: str) -> str:
    with pytest.raises(QuestionError) as caught:
        GAME.read_deal(rules, text)
    return str(caught.value)


def test_deals_that_cannot_be_read() -> None:
    four, two = CruceRules(), CruceRules(players=2)
    hands = "N:A... K... Q... J..."
    assert "3 hands in the deal: expected 4" in problems(four, "N:A... K... Q...")
    assert "the 8 of spades is not in the 24-card pack" in problems(four, "N:8... K... Q... J...")
    assert "only the game of two players has one" in problems(four, hands + " stock=S9")
    assert "in the hand of seat 1 too" in problems(two, "N:A... K... stock=SA")
    assert "expected 4 packets of 3 cards" in problems(four, hands + " second=SA/SK/SQ/SJ")
    assert "not in the hand of seat 2" in problems(four, hands + " second=SA/SQ/SQ/SJ")
    assert "dealt at once" in problems(two, "N:A... K... second=SA/SK")
