"""The plain-Python rule book itself: auction, trump, deals in a row, matches."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from analyzer.games.cutu.kernels.colour import best_colour
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import score
from tests.games.cutu.helpers import card_set
from tests.reference import cutu as reference


@pytest.mark.parametrize(
    ("lowest_bid", "calls", "allowed"),
    [
        (4, [], [0, 4, 5, 6, 7, 8]),  # rulebook, section 3
        (5, [], [0, 5, 6, 7, 8]),
        (4, [0, 5], [0, 6, 7, 8]),  # strictly higher, the partner's bid too
        (5, [0, 0], [0, 5, 6, 7, 8]),
        (4, [4, 0, 7], [0, 8]),
        (4, [8], [0]),  # after 8 nobody can bid
    ],
)
def test_calls(lowest_bid: int, calls: list[int], allowed: list[int]) -> None:
    assert reference.allowed_calls(CutuRules(lowest_bid=lowest_bid), calls) == allowed


def test_who_declares_and_who_deals_again() -> None:
    # The player at the dealer's left speaks first; the highest bid declares.
    assert reference.declarer_of(3, [0, 4, 5, 0]) == (2, 5)
    assert reference.declarer_of(1, [6, 0, 0, 0]) == (2, 6)
    assert reference.declarer_of(0, [0, 0, 0, 7]) == (0, 7)
    assert reference.declarer_of(2, [0, 0, 0, 0]) is None
    assert reference.dealer_after_passes(CutuRules(), 3) == 3
    assert reference.dealer_after_passes(CutuRules(redeal_dealer="next"), 3) == 0


def test_trump_that_may_be_named() -> None:
    hand = [
        "SK",
        "S9",
        "S8",
        "HA",
        "HJ",
        "H7",
        "DQ",
        "CT",
    ]  # rulebook, section 4: best colour hearts
    assert reference.allowed_trumps(CutuRules(), 4, hand) == ["H"]
    assert reference.allowed_trumps(CutuRules(four_is_free=True), 4, hand) == [*"CDHS", None]
    assert reference.allowed_trumps(CutuRules(), 5, hand) == [*"CDHS", None]


def test_best_colour_of_kernel_and_reference() -> None:
    rng = random.Random(3)
    for _ in range(3000):
        hand = rng.sample(reference.PACK, 8)
        suit = best_colour(card_set(hand))
        assert reference.SUITS[suit] == reference.best_colour(hand)


def test_illegal_cards_are_refused() -> None:
    play = reference.Play(CutuRules(), [["C7"], ["C8", "H7"], ["C9"], ["CT"]], 0, None, 0)
    play.play("C7")
    with pytest.raises(AssertionError, match="H7 is not one of"):
        play.play("H7")


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"target": 21, "redeal_dealer": "next"},
        {"target": 50, "four_is_free": True, "no_trump_factor": 2, "first_lead": "left_of_dealer"},
    ],
)
def test_matches_go_on_to_the_target(changes: dict[str, object]) -> None:
    rules = CutuRules.make(changes)
    rng = random.Random(4)

    def policy(options: list[object]) -> object:
        # Random cards, but nobody bids above 4: random bids sink both sides for ever.
        if options[0] != reference.PASS:
            return rng.choice(options)
        return rng.choice(options[:2]) if options[1] == 4 else reference.PASS

    for _ in range(10):
        start = rng.randrange(4)
        team, totals, hands = reference.play_match(rules, rng.shuffle, start, policy)
        assert totals[team] >= rules.target > totals[1 - team]
        before_last = [sum(hand.points[side] for hand in hands[:-1]) for side in (0, 1)]
        assert max(before_last) < rules.target
        for hand in hands:
            own = hand.points[hand.declarer % 2]
            assert (own > 0) == (hand.tricks >= hand.bid)
            expected = score(rules, hand.bid, hand.tricks, hand.trump is None)
            assert (own, hand.points[1 - hand.declarer % 2]) == expected
        if rules.redeal_dealer == "same":
            # The deal moves one seat after each hand played, and only then.
            assert [hand.dealer for hand in hands] == [(start + i) % 4 for i in range(len(hands))]


def test_four_passes_deal_again_with_the_next_dealer_under_the_house_rule() -> None:
    # A policy that passes four times, then bids 8 and plays on.
    for who, dealer in (("same", 2), ("next", 3)):
        passes = iter([0, 0, 0, 0, 8, 0, 0, 0])
        rng = random.Random(1)

        def policy(options: list[object], passes: Iterator[int] = passes) -> object:
            return next(passes, options[0])

        hand = reference.play_hand(CutuRules(redeal_dealer=who), rng.shuffle, 2, policy)
        assert hand.dealer == dealer
        assert (hand.declarer, hand.bid) == ((dealer + 1) % 4, 8)
