"""The bidding model: chances, auctions, evidence from calls, the value of a call."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analyzer.api import bid_odds
from analyzer.cards import PACK_32, parse_hand
from analyzer.estimate.answer import compared_columns
from analyzer.estimate.tally import Tally
from analyzer.games.cutu.bidding import HEAT, NOISE, BiddingModel, bidding_model, declarer_scores
from analyzer.games.cutu.calls import Auction, parse_calls
from analyzer.games.cutu.hand_plan import PASS, HandPlan
from analyzer.games.cutu.hand_question import HandQuestion
from analyzer.games.cutu.kernels.auction import CALLS, call_chances, finish, state_of
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import score
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts
from analyzer.report.tables import method_sentence

RULES = CutuRules()
HAND = parse_hand("♠AKJ97 ♥A ♦K8", PACK_32)


@pytest.fixture(scope="module")
def model() -> BiddingModel:
    return bidding_model(RULES)


def _tally(plan: HandPlan, deals: int, seed: int = 3) -> Tally:
    batch = plan.compute(seed, 0, deals, plan.workspace())
    return Tally.of(batch, compared_columns(plan))


def _value(plan: HandPlan, tally: Tally, choice: dict[str, int | str], measure: str) -> float:
    index = next(
        i for i, c in enumerate(plan.columns) if c.choice == choice and c.measure == measure
    )
    return tally.mean(index) / plan.columns[index].scale


def _plan(calls: str, bids: tuple[int, ...] = (), ignore: bool = False, play: str = "simple"):
    auction = parse_calls(calls, RULES)
    asked = HandQuestion(
        HAND, auction, auction.seat, bids or auction.bids(RULES), use_calls=not ignore
    )
    return HandPlan(RULES, asked, [play])


@pytest.mark.parametrize(("call", "first"), [(0, 1), (0, 2), (2, 1), (4, 1), (5, 1)])
def test_chances_are_a_soft_choice_among_legal_calls(call: int, first: int) -> None:
    values = np.array([0.5, 1.0, 3.0, -2.0, 0.0, -8.0])
    chances = np.empty(CALLS)
    call_chances(values, call, first, HEAT, NOISE, chances)
    legal = [0, *(c for c in range(1, CALLS) if c > call and c >= first)]
    soft = np.exp(values[legal] / HEAT)
    expected = (1 - NOISE) * soft / soft.sum() + NOISE / len(legal)
    assert chances[legal] == pytest.approx(expected)
    assert chances.sum() == pytest.approx(1)


def test_states_tell_partners_bids_from_opponents() -> None:
    assert state_of(2, -1, 0) == 0
    assert state_of(2, 0, 3) == 3
    assert state_of(2, 1, 3) == 7


def test_promises_are_expected_scores_and_rise_with_strength(model: BiddingModel) -> None:
    scores = declarer_scores(RULES)
    for bid in range(4, 9):
        expected = [np.subtract(*score(RULES, bid, tricks)) for tricks in range(9)]
        assert scores[0, bid - 4].tolist() == expected
    # Bins 4 to 12 hold nearly all hands: more tricks expected, a better contract.
    assert (np.diff(model.promise[0, 4:12, 1]) > 0).all()
    assert model.promise.min() >= scores.min()
    assert model.promise.max() <= scores.max()


def test_strong_hands_bid_and_weak_hands_pass(model: BiddingModel) -> None:
    weak, strong = 3, 13
    assert model.table[0, 0, weak].argmax() == 0
    assert model.table[0, 0, strong].argmax() > 0


def test_other_scoring_gives_another_model() -> None:
    # With no points for tricks above the bid, strong hands bid higher.
    strict = bidding_model(CutuRules(overtricks=0))
    strong = 12
    assert strict.table[3, 0, strong].argmax() > bidding_model(RULES).table[3, 0, strong].argmax()


def test_an_auction_ends_with_a_legal_sequence(model: BiddingModel) -> None:
    hands = np.empty((2_000, 4), np.uint64)
    plan = Layouts.build(32, [8] * 4).plan
    deal_hands(np.uint64(5), 0, 0, plan, 8, hands)
    _, bins = model.offers(hands)
    ends = model.whole_auctions(1, 0, bins)
    assert ((ends[:, 0] == -1) == (ends[:, 1] == 0)).all()
    assert set(np.unique(ends[:, 1])) <= set(range(CALLS))
    assert set(np.unique(ends[:, 2])) <= {0, 1, 2}
    assert (ends[ends[:, 1] == 1, 2] == 0).all()  # a bid of 4 plays its best colour


def test_after_an_eight_nobody_speaks(model: BiddingModel) -> None:
    bins = np.full((4, 3), 15)
    chances = np.empty(CALLS)
    first, seed = model.first, np.uint64(9)
    made = np.zeros(4, np.int64)
    found = finish(1, 0, 5, bins, model.table, first, HEAT, NOISE, seed, chances, made)
    assert tuple(found) == (0, 5)
    assert made.tolist() == [0, -1, -1, -1]


def test_the_last_speaker_and_a_bid_of_eight_are_what_their_contracts_are() -> None:
    last = _plan("pas pas pas")
    tally = _tally(last, 300)
    for bid in (4, 5, 6, 7, 8):
        choice = {"bid": bid, "trump": "S"}
        called = _value(last, tally, choice, "call")
        assert called == _value(last, tally, choice, "score")
    assert _value(last, tally, dict(PASS), "call") == 0  # all passed: dealt again
    opening = _plan("", (8,))
    tally = _tally(opening, 300)
    choice = {"bid": 8, "trump": "S"}
    assert _value(opening, tally, choice, "call") == _value(opening, tally, choice, "score")


def test_calls_as_evidence_agree_with_keeping_only_deals_with_those_calls() -> None:
    """Weighted layouts against rejection: deal, let the model call, keep the matching deals."""
    plan = _plan("pas 5")
    tally = _tally(plan, 20_000)
    model = bidding_model(RULES)
    known = dict.fromkeys(PACK_32.numbers(HAND), 2)
    hands = np.empty((60_000, 4), np.uint64)
    layouts = Layouts.build(32, [8] * 4, known).plan
    deal_hands(np.uint64(77), 0, 0, layouts, 8, hands)
    _, bins = model.offers(hands)
    rng = np.random.default_rng(8)
    chances = np.empty(CALLS)
    keep = np.zeros(len(hands), bool)
    for d in range(len(hands)):
        strength = np.maximum(bins[d, :, 1], bins[d, :, 2])
        call_chances(model.table[0, 0, strength[0]], 0, model.first, HEAT, NOISE, chances)
        if rng.random() < chances[0]:
            call_chances(model.table[1, 0, strength[1]], 0, model.first, HEAT, NOISE, chances)
            keep[d] = rng.random() < chances[2]
    kept = hands[keep]
    assert len(kept) > 1_000
    declarers = np.full(len(kept), 2)
    strains = np.full((len(kept), 1), 3)
    tricks = plan.tricks("simple", 1, 0, kept, declarers, strains, None)[:, 0]
    for bid in (6, 7):
        rate = (tricks >= bid).mean()
        weighted = _value(plan, tally, {"bid": bid, "trump": "S"}, "success")
        # Two independent estimates, four standard errors of their difference.
        error = (rate * (1 - rate) * (1 / len(kept) + 1 / tally.effective)) ** 0.5
        assert weighted == pytest.approx(rate, abs=4 * error)
    assert tally.effective < tally.rows


def test_ignored_calls_leave_all_layouts_equal() -> None:
    plan = _plan("pas 5", ignore=True)
    tally = _tally(plan, 500)
    assert tally.weight == tally.rows == 500


@pytest.mark.parametrize("play", ["simple", "random", "open"])
def test_batches_do_not_matter(play: str) -> None:
    plan = _plan("4", play=play)
    solver = plan.workspace()
    whole = plan.compute(4, 0, 60, solver)
    parts = [plan.compute(4, first, count, solver) for first, count in ((0, 1), (1, 29), (30, 30))]
    assert (np.concatenate([p.outcomes for p in parts]) == whole.outcomes).all()
    assert whole.weights is not None
    assert (np.concatenate([p.weights for p in parts]) == whole.weights).all()


def test_symmetric_hands_get_symmetric_answers() -> None:
    """Hearts and diamonds exchanged in the hand exchange their rows, within four errors."""
    deals = 4_000
    found = []
    for text in ("♠A9 ♥KQJ8 ♦T7", "♠A9 ♥T7 ♦KQJ8"):
        asked = HandQuestion(parse_hand(text, PACK_32), Auction(()), 0, (6,))
        plan = HandPlan(RULES, asked, ["simple"])
        found.append((plan, _tally(plan, deals, seed=len(text) + len(found))))
    for mine, other in (("H", "D"), ("D", "H"), ("S", "S")):
        (a, ta), (b, tb) = found
        p = _value(a, ta, {"bid": 6, "trump": mine}, "success")
        q = _value(b, tb, {"bid": 6, "trump": other}, "success")
        middle = (p + q) / 2
        assert abs(p - q) <= 4 * (2 * middle * (1 - middle) / deals) ** 0.5 + 1e-9


def test_likelihood_is_the_product_of_the_callers_chances(model: BiddingModel) -> None:
    bins = np.random.default_rng(1).integers(0, 16, (50, 4, 3))
    calls = np.array([0, 2, 0])
    likely = model.likelihood(bins, calls)
    chances = np.empty(CALLS)
    for d in range(50):
        strength = bins[d, :, 1:].max(axis=1)
        product = 1.0
        for seat, (state, call) in enumerate([(0, 0), (0, 0), (6, 2)]):
            call_chances(
                model.table[seat, state, strength[seat]], call, model.first, HEAT, NOISE, chances
            )
            product *= chances[calls[seat]]
        assert likely[d] == pytest.approx(product)
    assert (likely <= model.likelihood_bound(calls) + 1e-12).all()


def test_calls_follow_the_models_chances(model: BiddingModel) -> None:
    """How often the first speaker opens at a given strength, against the chance itself."""
    n, strength = 4_000, 9
    bins = np.full((n, 4, 3), strength)
    after = model.continue_after(2, 0, bins, 2, -1, 0)[:, 0]  # seat 2 passes, seat 3 may bid
    chances = np.empty(CALLS)
    call_chances(model.table[3, 0, strength], 0, model.first, HEAT, NOISE, chances)
    counts = np.bincount(after[:, 1], minlength=CALLS)
    shown = chances * n >= 5
    observed = np.append(counts[shown], counts[~shown].sum())
    expected = np.append(chances[shown], chances[~shown].sum()) * n
    used = expected > 0
    assert stats.chisquare(observed[used], expected[used]).pvalue > 1e-4


def test_the_effective_number_of_deals_is_shown() -> None:
    """Kish's number, by formula from the weights; without evidence it is the number itself."""
    rules = CutuRules()
    odds = bid_odds(rules, "♠AKJ97 ♥A ♦K8", play="random", deals=400, seed=3, calls="pas 5")
    weights = odds.plan.compute(3, 0, 400, odds.plan.workspace()).weights
    assert weights is not None
    effective = weights.sum() ** 2 / (weights**2).sum()
    assert odds.method["effective"] == pytest.approx(effective, abs=0.06)
    assert f"400 deals that weigh as much as {effective:,.0f}" in method_sentence(odds)
    plain = bid_odds(rules, "♠AKJ97 ♥A ♦K8", play="random", deals=400, seed=3)
    assert plain.method["effective"] == 400
    assert "weigh" not in method_sentence(plain)
