"""The expert of Cupe: legal, fair, consistent, and perfect once all is known."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyzer.games.base import OddsQuestion
from analyzer.games.cupe.game import GAME
from analyzer.games.cupe.kernels import table as t
from analyzer.games.cupe.kernels.endgame import ENDGAME_TRICKS, endgame_values
from analyzer.games.cupe.kernels.exchange import likely_gifts
from analyzer.games.cupe.kernels.expert_gift import expert_gift
from analyzer.games.cupe.kernels.moves import put_card
from analyzer.games.cupe.play import play_hands, play_matches, seat_minds, seat_styles
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import style
from tests.games.cupe.driving import bit, bits, cards_of, limits_of
from tests.games.cupe.seats import NOBODY, THOUGHTS, Seats
from tests.games.cupe.variants import ALONE, PRESETS, combination, named
from tests.reference import cupe as reference

STANDARD = CupeRules()
FEW = "expert:4"
SURE_SLAM = "♣A ♥AKQJT9876543"


@pytest.mark.parametrize("rules", ALONE + PRESETS, ids=named)
def test_the_cards_of_a_hand_are_legal_under_every_house_rule(rules):
    seats = Seats(rules, seed=5)
    while not seats.hand.over:
        # The reference refuses a card that is not legal.
        assert seats.legal() == seats.hand.legal()
        if len(seats.hand.legal()) == 1 or seats.hand.number % 2 == 0:
            seats.play_random(1)
        else:
            seats.play(seats.expert(layouts=2))
    taken = [cards_of(cards) for cards in seats.table[t.TAKEN : t.TAKEN + 4]]
    assert taken == seats.hand.taken


def test_what_is_given_may_be_given_under_every_house_rule():
    cost, pick = np.zeros((4, 7)), np.zeros((4, 7), np.uint64)
    for rules in [*ALONE, *PRESETS]:
        hand = Seats(rules, seed=8).start[0]
        chosen = expert_gift(
            bits(hand), 0, 1, 0, 2, NOBODY, seat_styles(), seat_minds()[0], limits_of(rules),
            rules.packed(), np.uint64(1), 2, cost, pick, THOUGHTS,
        )  # fmt: skip
        gift = cards_of(chosen)
        assert len(gift) == rules.exchange_count
        assert gift <= reference.may_be_given(rules, hand)


def test_likely_gifts_are_different_and_in_order_of_danger():
    cost, pick = np.zeros((4, 7)), np.zeros((4, 7), np.uint64)
    gifts, dangers = np.zeros(12, np.uint64), np.zeros(24)
    hand = Seats(STANDARD, seed=2).start[1]
    found = likely_gifts(bits(hand), STANDARD.packed(), style(), cost, pick, gifts, dangers)
    assert found == 12
    assert len(set(gifts.tolist())) == 12
    assert (np.diff(dangers[:12]) >= 0).all()
    assert all(len(cards_of(gift) & hand) == 3 for gift in gifts)


@pytest.mark.parametrize("seed", range(40))
def test_no_hidden_card_is_seen(seed):
    seats = Seats(combination(seed) if seed % 2 else STANDARD, seed)
    seats.play_random(seed % 13 + seed)
    while not seats.hand.over and len(seats.hand.legal()) < 2:
        seats.play_random(1)
    if seats.hand.over:
        return
    own = seats.hand.turn
    expected = seats.expert()
    for _ in range(3):
        other = seats.table.copy()
        hidden = [card for s in range(4) if s != own for card in sorted(seats.hand.hands[s])]
        seats.rng.shuffle(hidden)
        for s in range(4):
            if s != own:
                count = len(seats.hand.hands[s])
                other[t.HANDS + s] = bits(hidden[:count])
                del hidden[:count]
                # What others gave each other is hidden too.
                other[t.GAVE + s] = other[t.GOT + s] = bits(seats.rng.sample(reference.PACK, 3))
        assert seats.expert(other) == expected


@pytest.mark.parametrize("seed", range(30))
def test_layouts_fit_the_cards_played_and_those_given(seed):
    seats = Seats(combination(seed) if seed % 3 else STANDARD, seed)
    for cards in (1, 5, 11, 10, 12):
        seats.play_random(cards)
        ways, drawn = seats.layouts(5)
        assert ways >= 1
        assert all(seats.fits(layout) for layout in drawn)


@pytest.mark.parametrize("seed", range(12))
def test_all_layouts_that_fit_are_imagined(seed):
    """Counted by the rule book: every way to hand out the last unseen cards is replayed."""
    seats = Seats(combination(seed) if seed % 2 else STANDARD, seed)
    seats.play_random(44 + seed % 3)
    own = seats.hand.turn
    others = [s for s in range(4) if s != own]
    unseen = sorted(set().union(*(seats.hand.hands[s] for s in others)))
    a, b, _ = (len(seats.hand.hands[s]) for s in others)
    fitting = 0
    for first in itertools.combinations(unseen, a):
        left = [card for card in unseen if card not in first]
        for second in itertools.combinations(left, b):
            layout = [set() for _ in range(4)]
            layout[others[0]], layout[others[1]] = set(first), set(second)
            layout[others[2]] = set(left) - set(second)
            fitting += seats.fits(layout)
    assert seats.layouts(0)[0] == fitting >= 1


def test_who_leads_a_barred_card_shows_what_he_has():
    rules = CupeRules.load("openspiel")
    seats = Seats(rules, 1)
    leader, seat = seats.hand.turn, (seats.hand.turn + 1) % 4
    seats.table[t.NUMBER] = 5
    seats.table[t.HANDS + leader] = bits(["3H", "4H"])
    seats.table[t.HANDS + seat] = bits(["2H", "5D"])
    put_card(seats.table, bit("3H"), seats.limits)
    absent = cards_of(seats.table[t.ABSENT + leader])
    assert absent == set(reference.PACK) - reference.HEARTS


# Endgames, against every player doing the best for himself, in plain Python.


def best_for_each(rules, hands, leader, trick, broken, taken, number):
    """Points times three of each seat relative to the others, lowest card first among equals."""
    hand = reference.Hand(rules, hands, leader)
    hand.trick, hand.broken, hand.number = list(trick), broken, number
    hand.taken = [set(cards) for cards in taken]
    if hand.over:
        points = reference.score(rules, hand.taken, [0] * 4)
        return [sum(points) - 4 * own for own in points]
    turn, best = hand.turn, None
    for card in sorted(hand.legal(), key=reference.PACK.index):
        after = after_card(rules, hand, card)
        if best is None or after[turn] > best[turn]:
            best = after
    return best


def after_card(rules, hand, card):
    following = reference.Hand(rules, hand.hands, hand.leader)
    following.trick, following.broken = list(hand.trick), hand.broken
    following.number, following.taken = hand.number, [set(cards) for cards in hand.taken]
    following.play(card)
    return best_for_each(
        rules, following.hands, following.leader, following.trick, following.broken,
        following.taken, following.number,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(24))
def test_a_known_endgame_is_played_perfectly(seed):
    rules = combination(seed) if seed % 2 else STANDARD
    seats = Seats(rules, seed)
    seats.play_random(4 * ENDGAME_TRICKS + seed % 4)
    seat = seats.hand.turn
    values = {card: after_card(rules, seats.hand, card)[seat] for card in seats.hand.legal()}
    for card, value in values.items():
        assert value == endgame_values(
            seats.table, seat, bit(card), NOBODY, seats.limits, seats.packed
        )
    # All others have shown which cards they cannot hold, so that one layout is left.
    for other in range(4):
        if other != seat:
            held = seats.table[t.HANDS + other]
            seats.table[t.ABSENT + other] |= np.uint64(0xFFFFFFFFFFFFFFFF) & ~held
    if len(values) > 1:
        assert values[seats.expert()] == max(values.values())


# Whole hands.


def test_the_same_bits_for_any_split_into_batches():
    plays = [FEW, "simple", "expert:3", "random"]
    rules = STANDARD.with_changes(exchange="random")
    whole = play_hands(rules, plays, 6, seed=4)
    parts = [play_hands(rules, plays, n, 4, first) for first, n in ((0, 1), (1, 3), (4, 2))]
    assert np.array_equal(whole, np.concatenate(parts))
    assert not np.array_equal(whole, play_hands(rules, plays, 6, seed=5))


def test_seats_without_experts_play_as_they_do_elsewhere():
    """One expert changes his own hand's deals, not what the others are dealt and give."""
    plays = ["simple", "simple", "random", "random"]
    hands = play_hands(STANDARD.with_changes(slam="none"), plays, 30, seed=2)
    assert (hands[:, :4].sum(axis=1) == 26).all()


def test_matches_are_played_to_their_end():
    rules = STANDARD.with_changes(end_at=26)
    found = play_matches(rules, ["expert:1", "simple", "random", "simple"], 3, seed=1)
    again = play_matches(rules, ["expert:1", "simple", "random", "simple"], 2, seed=1, first=1)
    assert (found.totals.max(axis=1) > 26).all()
    assert np.array_equal(found.totals[1:], again.totals)
    lowest = found.totals == found.totals.min(axis=1, keepdims=True)
    assert np.array_equal(found.winners, lowest)


def test_an_expert_beats_simple_players():
    """No number is known beforehand: the expert is to gain, clearly, where simple ones do not."""
    gains = []
    for seat in range(4):
        plays = ["simple"] * 4
        plays[seat] = "expert:16"
        points = play_hands(STANDARD, plays, 80, seed=3)[:, :4]
        gains.append((points.sum(axis=1) - 4 * points[:, seat]) / 3)
    gain = np.mean(gains, axis=0)
    assert gain.mean() > 2 * gain.std(ddof=1) / len(gain) ** 0.5


def test_a_sure_slam_is_made_and_can_be_ducked():
    asked = OddsQuestion(SURE_SLAM, (FEW,), {"after_exchange": "yes"})
    plan = GAME.odds(STANDARD, asked)
    rows = plan.compute(1, 0, 12, plan.workspace()).outcomes
    rate = {
        c.choice["plan"]: rows[:, i].mean()
        for i, c in enumerate(plan.columns)
        if c.measure == "slam"
    }
    assert rate["slam"] == rate["usual"] == 1.0
    score = {
        c.choice["plan"]: rows[:, i] for i, c in enumerate(plan.columns) if c.measure == "score"
    }
    # Each of the others has 26 points more: three times that in thirds.
    assert (score["slam"] == 78).all()


def test_the_exchange_is_measured_at_expert_play_for_the_best_of_the_race():
    asked = OddsQuestion("♠AQ7 ♥KT2 ♦J9863 ♣A4", ("simple", FEW), {"budget": "3000"})
    plan = GAME.odds(STANDARD, asked)
    ready = plan.prepare(lambda p, first, n: p.compute(7, first, n, p.workspace()).outcomes)
    scored = [c for c in ready.columns if c.measure == "score"]
    assert sum(c.play == FEW for c in scored) == 4
    assert sum(c.play == "simple" for c in scored) == 10
    rows = ready.compute(1, 0, 3, ready.workspace()).outcomes
    again = ready.compute(1, 2, 1, ready.workspace()).outcomes
    assert np.array_equal(rows[2:], again)


def test_studies_and_base_rates_at_expert_play():
    for plan in GAME.study(STANDARD.with_changes(end_at=26), "expert:1"):
        rows = plan.compute(1, 0, 2, plan.workspace()).outcomes
        assert np.array_equal(rows[1:], plan.compute(1, 1, 1, plan.workspace()).outcomes)
    plan = GAME.odds(STANDARD, OddsQuestion(None, ("expert:1",)))
    rows = plan.compute(1, 0, 3, plan.workspace()).outcomes
    points, slam = (
        next(i for i, c in enumerate(plan.columns) if c.measure == m)
        for m in ("points", "slam_any")
    )
    # The sum over four seats: 26, or 78 with a slam added.
    assert np.array_equal(rows[:, points], 26 + 52 * rows[:, slam])


def test_more_layouts_are_named_in_the_level():
    assert GAME.check_plays(["expert:32"]) == ("expert",)
    assert GAME.check_plays([FEW, "simple"]) == (FEW, "simple")
