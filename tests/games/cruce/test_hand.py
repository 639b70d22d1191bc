"""A given hand of Cruce: known answers, formulas, direct simulation, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from analyzer.cards import PACK_24, parse_hand
from analyzer.errors import QuestionError
from analyzer.estimate.answer import compared_columns
from analyzer.estimate.tally import Tally
from analyzer.games.base import OddsQuestion
from analyzer.games.cruce import codes
from analyzer.games.cruce.dealt import deal_known, seat_layouts
from analyzer.games.cruce.game import GAME
from analyzer.games.cruce.hand_plan import HandPlan
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.rules import CruceRules
from tests.games.cruce import replay

STILL = {"double_round": False}


def ask(hand: str, changes: dict[str, object], plays: tuple[str, ...] = ("simple",), **extras: str):
    plan = GAME.odds(CruceRules.make(changes), OddsQuestion(hand, plays, extras))
    assert isinstance(plan, HandPlan)
    return plan


class Answer:
    """Values of a plan by choice and measure."""

    def __init__(self, plan: HandPlan, deals: int, seed: int = 3) -> None:
        self.plan = plan
        self.batch = plan.compute(seed, 0, deals, plan.workspace())
        self.tally = Tally.of(self.batch, compared_columns(plan))

    def index(self, measure: str, play: str = "simple", **choice: int | str) -> int:
        (found,) = [
            i
            for i, c in enumerate(self.plan.columns)
            if dict(c.choice) == choice and c.measure == measure and c.play == play
        ]
        return found

    def __call__(self, measure: str, play: str = "simple", **choice: int | str) -> float:
        i = self.index(measure, play, **choice)
        return self.tally.mean(i) / self.plan.columns[i].scale

    def error(self, measure: str, play: str = "simple", **choice: int | str) -> float:
        i = self.index(measure, play, **choice)
        return sqrt(self.tally.variance(i) / self.tally.effective) / self.plan.columns[i].scale


def near(found: float, exact: float, n: int) -> None:
    error = sqrt(max(exact * (1 - exact), 1 / n) / n)
    assert abs(found - exact) < 4.5 * error, (found, exact, error)


SPADES = "♠ATKQJ9"


@pytest.mark.parametrize(("play", "deals"), [("random", 6_000), ("simple", 6_000), ("open", 300)])
def test_all_six_spades(play: str, deals: int) -> None:
    """Case 5 of "Hands with known answers": 1297/4641 and 271/18564 by counting."""
    answer = Answer(ask(SPADES, STILL, (play,)), deals)
    trumps = {c.choice["trump"] for c in answer.plan.columns}
    assert trumps == {"S"}
    for bid in range(1, 5):
        assert answer("success", play, bid=bid, trump="S") == 1
    near(answer("success", play, bid=5, trump="S"), 1297 / 4641, deals)
    near(answer("success", play, bid=6, trump="S"), 271 / 18564, deals)
    if play != "open":
        assert answer("slam", play, bid=3, trump="S") == 1
        assert answer("small_points", play, trump="S", lead="sA") >= 160


@pytest.mark.parametrize("trigger", ["suit_lead", "pair_card_lead"])
def test_all_six_spades_where_pairs_must_be_led(trigger: str) -> None:
    """The partner never leads: 160 points, whatever happens."""
    answer = Answer(ask(SPADES, STILL | {"announce_trigger": trigger}), 500)
    for bid in range(1, 7):
        assert answer("success", bid=bid, trump="S") == (bid <= 4)
    assert answer("small_points", trump="S") == 160


def test_the_partner_holds_a_given_pair() -> None:
    """Case 7: 5/51, in the layouts that questions are answered from."""
    rules = CruceRules.make(STILL)
    hand = [PACK_24.numbers(parse_hand("♠AT9 ♥A ♦9J", PACK_24))][0]
    dealt = deal_known(
        codes.kernel_rules(rules), seat_layouts(rules, dict.fromkeys(hand, 0)), 60_000, 1
    )
    pair = np.uint64(0b001100)
    near(float((dealt.hands[:, 2] & pair == pair).mean()), 5 / 51, 60_000)


def test_packets_are_a_fair_half_of_each_hand() -> None:
    """Packets and second packets: every card as often in each, and together the hands."""
    rules = CruceRules.make(STILL)
    packet = parse_hand("♠A ♥T ♦9", PACK_24)
    known = dict.fromkeys(PACK_24.numbers(packet), 1)
    dealt = deal_known(
        codes.kernel_rules(rules), seat_layouts(rules, known), 20_000, 2, 0, 1, packet
    )
    assert (dealt.packets[:, 1] == packet).all()
    for seat in range(4):
        second = np.bitwise_or.reduce(dealt.drawn[:, 3 * seat : 3 * seat + 3], axis=1)
        np.testing.assert_array_equal(dealt.packets[:, seat] | second, dealt.hands[:, seat])
        assert (np.bitwise_count(second) == 3).all()
    # A card not mine: 18 of the 21 unknown cards go to the others, 3 to each packet.
    king = np.uint64(1 << 51)
    near(float((dealt.packets[:, 2] & king > 0).mean()), 3 / 21, 20_000)
    near(float((dealt.drawn[:, 5] == king).mean()), 1 / 21, 20_000)


@pytest.mark.parametrize(
    ("hand", "changes", "known"),
    [
        ("♠AT ♥K", {}, {"SA": 0, "ST": 0, "HK": 0}),
        ("♠AKQ ♥9", {"players": 3}, {"SA": 0, "SK": 0, "SQ": 0, "H9": 0}),
        ("♠AKQ9 ♥AT", {"players": 2}, dict.fromkeys(("SA", "SK", "SQ", "S9", "HA", "HT"), 0)),
    ],
)
def test_contracts_against_direct_simulation(
    hand: str, changes: dict[str, object], known: dict[str, int]
) -> None:
    """Whole rounds dealt packet by packet, with another seed, by the kernels the book checks."""
    changes = changes | STILL
    rules, n = CruceRules.make(changes), 6_000
    answer = Answer(ask(hand, changes), n)
    places_known = {replay.book.PACK.index(name): place for name, place in known.items()}
    trump = "own" if rules.players != 2 else "S"
    suit = -1 if rules.players != 2 else 3
    told, _, _ = replay.play(rules, n, (1,) * 4, (0, 2, 0, suit), seed=77, known=places_known)
    points = told[:, places.POINTS]
    for bid in (1, 2, 3, 4):
        rate = float((points >= 33 * bid).mean())
        found = answer("success", bid=bid, trump=trump)
        spread = sqrt(max(found * (1 - found), 1 / n) * 2 / n)
        assert abs(found - rate) < 4.5 * spread
        assert answer(f"reach_{bid}", trump=trump) == found
    sides = 2 if rules.players == 4 else rules.players
    deltas = told[:, places.DELTAS : places.DELTAS + sides]
    score = deltas[:, 0] - deltas[:, 1:].mean(axis=1)
    error = sqrt(2) * answer.error("score", bid=2, trump=trump)
    assert abs(answer("score", bid=2, trump=trump) - score.mean()) < 4.5 * error
    against = deltas[:, 1:].mean()
    error = sqrt(2) * answer.error("points_against", bid=2, trump=trump)
    assert abs(answer("points_against", bid=2, trump=trump) - against) < 4.5 * error


def test_a_call_against_auctions_held_with_another_seed() -> None:
    """The first speaker bids 2: whole auctions in which it happened to, on other deals."""
    rules, n = CruceRules.make(STILL), 30_000
    answer = Answer(ask("♠AT ♥K", STILL), 6_000)
    known = {replay.book.PACK.index(name): 0 for name in ("SA", "ST", "HK")}
    told, calls, _ = replay.play(rules, n, (1,) * 4, seed=78, known=known)
    for call, choice in ((16, {"bid": 2, "trump": "own"}), (0, {"bid": "pass"})):
        rows = calls[:, 1] == call
        assert rows.sum() > 250
        score = (told[:, places.DELTAS] - told[:, places.DELTAS + 1])[rows]
        error = sqrt(score.var() / len(score) + answer.error("call", **choice) ** 2)
        assert abs(answer("call", **choice) - score.mean()) < 4.5 * error


def test_the_last_speaker_and_the_highest_bid_are_what_their_contracts_are() -> None:
    last = Answer(ask("♠AT ♥K", {}, calls="pas 1 pas"), 300)
    for bid in (2, 3, 6):
        choice = {"bid": bid, "trump": "own"}
        assert last("call", **choice) == last("score", **choice)
    opening = Answer(ask("♠AT ♥K", {"highest_bid": 4}), 300)
    assert opening("call", bid=4, trump="own") == opening("score", bid=4, trump="own")
    assert opening("call", bid=1, trump="own") != opening("score", bid=1, trump="own")


def test_passing_leads_to_contract_nothing_for_the_first_speaker() -> None:
    """Two players: after "pas" the second one's pass makes the first declarer of contract 0.

    Direct simulation of just that, with another seed: everything the other side makes counts.
    """
    hand, n = "♠9 ♥9J ♦9J ♣Q", 6_000
    changes = {"players": 2, **STILL}
    answer = Answer(ask(hand, changes, calls="pas", ignore_calls="yes"), n)
    names = ("S9", "H9", "HJ", "D9", "DJ", "CQ")
    known = {replay.book.PACK.index(name): 1 for name in names}
    told, _, _ = replay.play(
        CruceRules.make(changes), n, (1,) * 4, (0, 0, 0, -1), seed=9, known=known
    )
    score = told[:, places.DELTAS + 1] - told[:, places.DELTAS]
    error = sqrt(score.var() / n + answer.error("call", bid="pass") ** 2)
    assert abs(answer("call", bid="pass") - score.mean()) < 4.5 * error


def test_every_card_of_a_packet_is_as_good() -> None:
    answer = Answer(ask("♠AT ♥K", {}), 200)
    outcomes = answer.batch.outcomes
    for measure in ("success", "score", "call"):
        columns = [answer.index(measure, bid=2, trump=f"card {k}") for k in (1, 2, 3)]
        np.testing.assert_array_equal(outcomes[:, columns[0]], outcomes[:, columns[1]])
        np.testing.assert_array_equal(outcomes[:, columns[0]], outcomes[:, columns[2]])
    assert answer.plan.listed({"bid": 2, "trump": "card 1"})
    assert not answer.plan.listed({"bid": 2, "trump": "card 2"})
    assert answer("success", bid=2, trump="own") > answer("success", bid=2, trump="card 1")


def test_suits_exchanged_give_the_same_odds() -> None:
    first, second = (Answer(ask(h, STILL), 4_000, s) for h, s in (("♠AT ♥K", 1), ("♦AT ♣K", 2)))
    for measure, choice in (("success", {"bid": 2, "trump": "own"}), ("call", {"bid": "pass"})):
        error = sqrt(2) * first.error(measure, **choice)
        assert abs(first(measure, **choice) - second(measure, **choice)) < 4.5 * error


@pytest.mark.parametrize(
    ("hand", "exact"),
    [
        # No nine of one's own: the four lie in one of three hands of 6 among 21 cards.
        ("♠AT ♥K", Fraction(3 * comb(17, 2), comb(21, 6))),
        # Three of one's own: only the own three cards to come can bring the fourth.
        ("♠9 ♥9 ♦9", Fraction(3, 21)),
    ],
)
def test_the_chance_of_a_double_round(hand: str, exact: Fraction) -> None:
    answer = Answer(ask(hand, {}), 8_000)
    near(answer("double_round", trump="own"), float(exact), 8_000)


def test_four_nines_of_ones_own_are_dealt_again() -> None:
    nines = "♠9 ♥9 ♦9 ♣9 ♠AK"
    with pytest.raises(QuestionError, match="a double round is called"):
        ask(nines, {"players": 2})
    ask(nines, {"players": 2, **STILL})


def test_any_split_into_batches_gives_the_same_numbers() -> None:
    plan = ask("♠AKQ ♥9", {"players": 3}, ("random", "simple"), calls="pas 1", score="3-4-5")
    space = plan.workspace()
    whole = plan.compute(5, 0, 90, space)
    parts = [plan.compute(5, first, n, space) for first, n in ((0, 1), (1, 50), (51, 39))]
    np.testing.assert_array_equal(whole.outcomes, np.concatenate([p.outcomes for p in parts]))
    assert whole.weights is not None
    np.testing.assert_array_equal(whole.weights, np.concatenate([p.weights for p in parts]))
    for i, column in enumerate(plan.columns):
        values = whole.outcomes[:, i]
        assert column.spread is not None
        assert values.max() - values.min() <= column.spread, column


def test_a_lead_is_led() -> None:
    """Under pair_card_lead the king of a pair announces at once 40; the ace need not."""
    rules = {"announce_trigger": "pair_card_lead", **STILL}
    answer = Answer(ask("♠AKQ9 ♥AT", rules), 400)
    for lead, sure in (("sK", True), ("sQ", True), ("hA", False)):
        trump = lead[0].upper()
        announced = answer.batch.outcomes[:, answer.index("announcements", trump=trump, lead=lead)]
        assert (announced >= 40).all() == sure
    leads = {c.choice["lead"] for c in answer.plan.columns if "lead" in c.choice}
    assert leads == {"sA", "sK", "sQ", "s9", "hA", "hT"}


def test_trumps_that_may_be_offered() -> None:
    def offered(hand: str, **changes: object) -> list[str]:
        plan = ask(hand, changes | STILL)
        return list(
            dict.fromkeys(str(c.choice["trump"]) for c in plan.columns if "trump" in c.choice)
        )

    assert offered("♠AT ♥K") == ["own", "card 1", "card 2", "card 3"]
    assert offered("♠AT ♥KQ", players=3) == ["own", "card 1", "card 2", "card 3", "card 4"]
    assert offered("♠AT ♥K", pe_carte=False) == ["own"]
    assert offered("♠AT ♥KQ9 ♦9", players=2) == ["S", "H", "D"]
    assert offered("♠ATKQ ♥K9") == ["S", "H"]
    assert offered("♠ATKQ ♥K9", trump_by="named") == ["S", "H", "D", "C"]
    assert offered("♠AT ♥K", trump_by="named_on_first_packet", pe_carte=False) == [
        "S", "H", "D", "C",
    ]  # fmt: skip
    assert offered("♠AT ♥KQ9 ♦9", deal="all_at_once") == ["S", "H", "D"]


def test_facts_about_other_hands() -> None:
    sure = Answer(ask(SPADES, STILL, known="3:HK HQ DK DQ CK CQ"), 200)
    # The partner holds three pairs: 160 + 60.
    assert sure("small_points", trump="S") == 220
    none = Answer(ask(SPADES, STILL, known="3:-H; 3:-D"), 200)
    # Six clubs: one pair.
    assert none("small_points", trump="S") == 180


def test_calls_are_evidence_unless_ignored() -> None:
    weighed = Answer(ask("♠AT ♥K", STILL, calls="2"), 1_500)
    plain = Answer(ask("♠AT ♥K", STILL, calls="2", ignore_calls="yes"), 1_500)
    assert plain.batch.weights is None
    assert weighed.batch.weights is not None
    assert weighed.batch.weights.max() <= 1000
    # An opponent who bid two holds more than anybody: the contract is harder.
    assert weighed("success", bid=3, trump="own") < plain("success", bid=3, trump="own")
    assert list(weighed.plan.question["bids"]) == [3, 4, 5, 6]


def test_of_two_bids_that_cannot_fail_neither_is_called_better() -> None:
    from analyzer.estimate.answer import Method, advise

    plan = ask(SPADES, STILL)
    answer = Answer(plan, 1_500)
    advice = advise(plan, answer.tally, Method())
    assert advice is not None
    assert advice.verdict == "same"
    assert advice.choice == {"bid": 4, "trump": "S"}
    assert len(advice.others) == 3


def test_the_needed_rate_is_where_contract_and_pass_are_worth_the_same() -> None:
    plan = ask("♠AT ♥K", STILL)
    answer = Answer(plan, 3_000)
    values = [(answer.tally.mean(i) / c.scale,) * 3 for i, c in enumerate(plan.columns)]
    rows = {tuple(c.choice.items()): v for c, v in plan.derive(values)}
    needs = rows[(("bid", 2), ("trump", "own"))][0]
    success = answer("success", bid=2, trump="own")
    made = answer("score_made", bid=2, trump="own") / success
    failed = (answer("score", bid=2, trump="own") - made * success) / (1 - success)
    assert needs * made + (1 - needs) * failed == pytest.approx(answer("score", bid="pass"))


@pytest.mark.parametrize(
    ("hand", "changes", "extras", "told"),
    [
        ("♠AT", {}, {}, ["the first packet of 3 cards or the whole hand of 6"]),
        ("♠AT ♥K", {"players": 2}, {}, ["expected the hand of 6 cards with 2 players"]),
        ("♠AT ♥K", {}, {"calls": "9", "score": "x"}, ["--score 'x'", "--calls: call 1"]),
        ("♠AT ♥K", {}, {"calls": "pas pas pas 1"}, ["the auction is over"]),
        (SPADES, {}, {"calls": "pas"}, ["with the whole hand the auction is over"]),
        (SPADES, {}, {"calls": "2c1 pas pas pas"}, ["the shown card has made trump"]),
        ("♠AT ♥K", {}, {"known": "1:HA"}, ["the asker's own"]),
        ("♠AT ♥K", {}, {"bids": "7"}, ["--bids 7: expected 1, 2, 3, 4, 5, 6"]),
        ("♠AT ♥K", {}, {"lives": "3"}, ["--lives: not an option of Cruce"]),
        ("♠AT ♥K", {}, {"score": "21-3"}, ["the match is over at 21"]),
        ("♠AT ♥KQ", {"players": 3}, {"score": "2-3"}, ["the scores of seats 1, 2 and 3"]),
        (None, {}, {"calls": "1", "score": "2-3"}, ["--calls: expected", "--score: expected"]),
    ],
)  # fmt: skip
def test_questions_that_cannot_be_answered(
    hand: str | None, changes: dict[str, object], extras: dict[str, str], told: list[str]
) -> None:
    with pytest.raises(QuestionError) as caught:
        GAME.odds(CruceRules.make(changes), OddsQuestion(hand, ("simple",), extras))
    assert len(caught.value.problems) == len(told)
    for problem, words in zip(caught.value.problems, told, strict=True):
        assert words in problem
