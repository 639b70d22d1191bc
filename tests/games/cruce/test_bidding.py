"""The bidding model: estimates, chances, auctions gone on with, evidence from calls."""

from __future__ import annotations

import json
from math import sqrt

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.games.cruce import codes
from analyzer.games.cruce.bidding import (
    BiddingModel,
    bidding_model,
    bidding_rules,
    learn,
    sample_offers,
)
from analyzer.games.cruce.calls import Auction, parse_calls
from analyzer.games.cruce.dealt import deal_known, deal_random, seat_layouts
from analyzer.games.cruce.kernels import auction as kernels
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels.bidding import (
    BINS,
    CALLS,
    HEAT,
    NOISE,
    best_call,
    call_chances,
    count,
    expected_points,
)
from analyzer.games.cruce.kernels.rounds import CHOSEN
from analyzer.games.cruce.rounds import AUCTION, Table, Workspace
from analyzer.games.cruce.rules import CruceRules
from analyzer.resources import data_path

RULES = CruceRules(double_round=False)


@pytest.fixture(scope="module")
def model() -> BiddingModel:
    return bidding_model(RULES)


def near(found: np.ndarray, exact: float) -> None:
    """The mean of a sample within 4.5 standard errors of what it should be."""
    error = found.std() / sqrt(len(found)) + 1e-12
    assert abs(found.mean() - exact) < 4.5 * error, (found.mean(), exact, error)


@pytest.mark.parametrize(("high", "highest"), [(0, 6), (2, 6), (5, 6), (1, 4)])
def test_chances_are_a_soft_choice_among_legal_calls(high: int, highest: int) -> None:
    values = np.array([0.1, 0.3, 0.2, -0.4, -1.0, 0.0, -3.0])
    chances = np.empty(CALLS)
    call_chances(values, high, highest, chances)
    legal = [0, *range(high + 1, highest + 1)]
    soft = np.exp(values[legal] / HEAT)
    assert chances[legal] == pytest.approx((1 - NOISE) * soft / soft.sum() + NOISE / len(legal))
    assert chances.sum() == pytest.approx(1)
    assert best_call(values, high, highest) == max(legal, key=lambda call: values[call])


def test_counts_of_a_hand() -> None:
    # Spades K Q 9, hearts A, diamonds 10, by hand: trumps spades, then trumps hearts.
    hand = np.uint64((0b001101 << 48) | (0b100000 << 32) | (0b010000 << 16))
    assert [count(hand, 3, which) for which in range(8)] == [1, 3, 7, 1, 1, 1, 0, 1]
    assert [count(hand, 2, which) for which in range(8)] == [1, 1, 11, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(("players", "cards"), [(4, 6), (4, 3), (3, 8), (2, 6)])
def test_estimates_are_right_on_average_on_other_deals(players: int, cards: int) -> None:
    """Deals of another seed, by the path that deals packets apart: mean error and spread."""
    rules = CruceRules(players=players, double_round=False, trump_by="named")
    quality = json.loads(data_path("models", "cruce", "estimates.json").read_text())["fits"][
        f"played/{players}/{cards}"
    ]["quality"]
    packed, n = codes.kernel_rules(rules), 6_000
    table, workspace = Table(rules), Workspace()
    errors = []
    for suit in range(4):
        asks, levels = np.array([[0, 0, 0, suit]]), np.full((1, 4), codes.SIMPLE)
        outcomes = table.play(99, np.arange(n), asks, levels, workspace)
        hands = workspace.hands[:n, 0].copy()
        held = (hands >> np.uint64(16 * suit)) & np.uint64(63) != 0
        if cards < rules.hand_size:
            drawn = np.bitwise_or.reduce(workspace.drawn[:n, : 12 // players], axis=1)
            hands &= ~drawn
        expected = np.array([expected_points(hand, suit, packed) for hand in hands]) / 1000
        errors.append((outcomes[:, places.POINTS] - expected)[held])
    found = np.concatenate(errors)
    # Four suits of a deal are not independent: the bound is wide by a factor of two.
    assert abs(found.mean()) < 9 * found.std() / sqrt(len(found))
    assert found.std() == pytest.approx(quality["error"], rel=0.04)


def test_choosing_by_the_estimates_gains_points() -> None:
    fits = json.loads(data_path("models", "cruce", "estimates.json").read_text())["fits"]
    assert len(fits) == 18
    for fit in fits.values():
        quality = fit["quality"]
        assert quality["points_random_suit"] + 3 < quality["points_chosen_suit"]
        assert quality["points_chosen_suit"] < quality["points_best_suit_face_up"]
        assert 0 < quality["r2"] < 1


@pytest.mark.parametrize("players", [4, 3, 2])
def test_stored_tables_are_what_learning_gives(players: int) -> None:
    rules = bidding_rules(CruceRules(players=players))
    if players != 2:
        assert rules.digest in np.load(data_path("models", "cruce", "calls.npz"))
    stored = bidding_model(rules)
    np.testing.assert_array_equal(stored.table, learn(rules, stored.packed))


@pytest.mark.parametrize(("players", "bid"), [(4, 1), (4, 2), (3, 2), (2, 2), (2, 3)])
def test_the_last_bid_is_worth_its_contract(players: int, bid: int) -> None:
    """Nobody speaks after the last seat: its bid's value is the mean score, other deals."""
    rules = CruceRules(players=players, double_round=False)
    model = bidding_model(rules)
    bins, points = sample_offers(rules, model.packed, 20_000, 4242)
    last, sides = players - 1, 2 if players == 4 else players
    side = last % sides
    own = points[:, last, side]
    others = np.delete(points[:, last, :sides], side, axis=1) // 33
    score = np.where(own >= 33 * bid, own // 33, -bid) - others.mean(axis=1)
    differences = []
    for offer in range(BINS):
        rows = bins[:, last] == offer
        if rows.sum() > 400:
            # The state met most often: another side has bid one less.
            state = 0 if bid == 1 else 5 + bid - 1
            differences.append(score[rows].mean() - model.table[last, state, offer, bid])
    assert len(differences) > 4
    # Whoever has bid holds more than anybody would, which the plain mean leaves out.
    assert abs(np.mean(differences)) < 0.3
    assert np.abs(differences).max() < 0.7


def auctions(rules: CruceRules, n: int) -> np.ndarray:
    asks, levels = np.array([AUCTION]), np.full((1, 4), codes.SIMPLE)
    return Table(rules).deal(3, np.arange(n), asks, levels, Workspace())


def test_other_scoring_gives_another_model() -> None:
    base = auctions(RULES, 4_000)[:, places.CONTRACT]
    capped = auctions(RULES.with_changes(highest_bid=4), 4_000)[:, places.CONTRACT]
    assert base.max() == 6
    assert capped.max() == 4
    # Where only the bid is paid, a bid of 1 brings at most one big point more than the others'.
    paid = bidding_model(RULES.with_changes(made_pays="bid_only"))
    assert paid.table[3, :, :, 1].max() <= 1
    assert bidding_model(RULES).table[3, :, :, 1].max() > 1
    # A doubled stake makes pe carte worth calling; without it nothing does.
    blind = auctions(RULES.with_changes(blind_multiplier=2), 4_000)[:, places.MODE]
    assert (blind > 0).mean() > 0.2
    assert auctions(RULES, 4_000)[:, places.MODE].max() == 0


def test_bidding_rules_leave_out_what_does_not_matter() -> None:
    assert bidding_rules(CruceRules(target=11, double_weak_hand=True)) == bidding_rules(RULES)
    assert bidding_rules(CruceRules(must_beat=True)) != bidding_rules(RULES)


@pytest.mark.parametrize("rules", [RULES, CruceRules(players=3, auction="open")])
def test_auctions_gone_on_with(rules: CruceRules) -> None:
    """After every call of a seat: legal ends, and the call itself where it is the last."""
    model = bidding_model(rules)
    dealt = deal_random(rules, 500, 8)
    bins = model.offers(dealt.packets)
    calls = np.array([0, 16, 24, 48])
    for text in ("", "pas 1") if rules.players == 4 else ("", "1 pas"):
        auction = parse_calls(text, rules)
        ends = model.continue_after(5, dealt.numbers, auction.state, calls, bins)
        for i, call in enumerate(calls):
            assert (ends[:, i, 1] >= max(call, 8 * auction.level)).all()
        assert (ends[:, 3] == (auction.seat, 48)).all()
    if rules.auction == "once":
        last = parse_calls("pas pas 1", rules)
        ends = model.continue_after(5, dealt.numbers, last.state, calls, bins)
        assert (ends[:, 0] == (2, 8)).all()
        assert (ends[:, 1] == (3, 16)).all()


def test_calls_of_one_seat_are_likely_one_in_all(model: BiddingModel) -> None:
    dealt = deal_random(RULES, 300, 8)
    bins = model.offers(dealt.packets)
    for before in ([], [0], [8]):
        every = [0, *(8 * bid for bid in range(max(before, default=0) // 8 + 1, 7))]
        parts = [model.likelihood(np.array([*before, call]), bins, 3) for call in every]
        whole = model.likelihood(np.array(before, np.int64), bins, 3)
        assert np.sum(parts, axis=0) == pytest.approx(whole)
    calls = np.array([0, 16, 24])
    assert model.likelihood(calls, bins, 3).max() <= model.likelihood_bound(calls, 3) + 1e-12


def test_calls_as_evidence_agree_with_auctions_that_went_so(model: BiddingModel) -> None:
    """Weights by likelihood against deals thrown away unless the calls really came."""
    layouts = seat_layouts(RULES, dict.fromkeys((18, 19, 23), 2))
    packed, n = codes.kernel_rules(RULES), 30_000
    dealt = deal_known(packed, layouts, n, 11, seat=2, packet=0b100011 << 48)
    calls = np.array([0, 16])
    strength = np.bitwise_count(dealt.hands[:, 1] & np.uint64(0x0030003000300030)).astype(float)
    weights = model.likelihood(calls, model.offers(dealt.packets), 2)
    weighted = float((strength * weights).sum() / weights.sum())
    came = []
    state, heard = np.zeros(kernels.STATE, np.int64), np.zeros(8, np.int64)
    levels, tables = np.full(4, codes.SIMPLE), np.stack([model.table] * 3)
    for d in range(n):
        heard[:] = 0
        fast = np.array([d * 7919 + 1], np.uint64)
        kernels.hold_auction(dealt.packets[d], packed, levels, tables, fast, heard, state)
        if heard[1] == 0 and heard[2] == 16:
            came.append(strength[d])
    assert len(came) > 1000
    near(np.array(came), weighted)
    # The evidence matters: the caller holds more aces and tens than anybody would.
    assert weighted > strength.mean() + 0.05


def test_calls_are_read() -> None:
    auction = parse_calls("pas, 2  3c1", CruceRules())
    assert auction.calls == (0, 16, 25)
    assert str(auction) == "pas 2 3c1"
    assert (auction.seat, auction.level, auction.mode, auction.over) == (3, 3, 1, False)
    assert parse_calls("2 pe 1", CruceRules()).calls == (17,)
    assert parse_calls("1 card 3", CruceRules()).calls == (11,)
    assert parse_calls("6", CruceRules()).over
    before = CruceRules(first_speaker="before_dealer")
    assert Auction(before).seat == 2
    assert parse_calls("pas 1", before).seat == 0
    open_ended = CruceRules(auction="open", players=3)
    assert parse_calls("1 pas 2 3 4", open_ended).seat == 0
    assert parse_calls("1 pas 2 pas", open_ended).over


@pytest.mark.parametrize(
    ("text", "changes", "told"),
    [
        ("2 2", {}, "call 2, '2': expected pas, 3, 4, 5, 6"),
        ("7", {}, "call 1, '7': expected pas, 1"),
        ("double", {}, "call 1, 'double'"),
        ("2c4", {}, "call 1, '2c4'"),
        ("2c1", {"players": 2}, "call 1, '2c1'"),
        ("2c1", {"pe_carte": False}, "call 1, '2c1'"),
        ("1 pas pas pas 2", {}, "the auction is over after 1 pas pas pas"),
        ("5", {"highest_bid": 4}, "expected pas, 1, 2, 3, 4"),
    ],
)
def test_calls_that_cannot_be(text: str, changes: dict[str, object], told: str) -> None:
    with pytest.raises(QuestionError, match=told.replace("(", r"\(")):
        parse_calls(text, CruceRules.make(changes))


def test_a_sample_is_made_of_whole_rounds() -> None:
    """Points by side add up to the pack's 120 and the announcements."""
    bins, points = sample_offers(RULES, codes.kernel_rules(RULES), 500, 1)
    total = points.sum(axis=2)
    assert ((total - 120) % 20 == 0).all()
    assert total.min() >= 120
    assert bins.max() < BINS
    played = deal_random(RULES, 500, 1).play(
        np.array([[2, 0, 0, CHOSEN]]), codes.SIMPLE, codes.kernel_rules(RULES)
    )
    np.testing.assert_array_equal(played.points, points[:, 2])
