"""Whole deals and matches of Cuțu with a level for every seat, and experts in the questions."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.api import bid_odds
from analyzer.errors import QuestionError
from analyzer.games import load_game
from analyzer.games.cutu.bidding import bidding_model, seated
from analyzer.games.cutu.rounds import play_rounds
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.study import DealStudy, MatchStudy
from analyzer.games.cutu.table import CutuTable
from analyzer.games.table import SHARE
from tests.games.cutu.test_play import deal
from tests.reference import cutu as reference

RULES = CutuRules()
TABLE = CutuTable(RULES)
MIXED = ["expert:3", "simple", "expert:2", "random"]
HAND = "♠AKJ97 ♥A ♦K8"


def test_deals_are_scored_as_the_rule_book_has_it() -> None:
    found = TABLE.deals(3, 0, 200, ["simple", "random"] * 2, TABLE.workspace(["simple"]))
    hands = TABLE._hands(3, 0, 0, 200)
    rounds = play_rounds(RULES, 3, 0, hands, ["simple", "random"] * 2, TABLE.workspace([]))
    assert len(set(rounds.bids.tolist())) > 2
    for d in range(200):
        who, bid, tricks = rounds.declarers[d], int(rounds.bids[d]), int(rounds.tricks[d])
        expected = (0, 0)
        if who >= 0:
            own, other = reference.score(RULES, bid, tricks, "S")
            expected = (own, other) if who % 2 == 0 else (other, own)
            assert found["declares"][d].tolist() == [int(s % 2 == who % 2) for s in range(4)]
            assert found["makes"][d, who] == (tricks >= bid)
            assert found["slam"][d, who] == (tricks == 8)
        assert tuple(rounds.points[d].tolist()) == expected
        net = expected[0] - expected[1]
        assert found["score"][d].tolist() == [net, -net, net, -net]


def test_deals_as_bid_agree_with_the_study_of_the_rules() -> None:
    """Two ways through the code for the same deals: a table of one level, and the study."""
    study = DealStudy(RULES, "simple")
    outcomes = study.compute(6, 0, 300, study.workspace()).outcomes
    column = {c.measure: i for i, c in enumerate(study.columns) if not c.choice}
    found = play_rounds(
        RULES, 6, 0, TABLE._hands(6, 0, 0, 300), ["simple"] * 4, TABLE.workspace([])
    )
    assert (outcomes[:, column["level"]] == found.bids).all()
    assert (outcomes[:, column["points"]] == found.points.sum(axis=1)).all()
    assert (outcomes[:, column["all_pass"]] == (found.declarers < 0)).all()


def test_batches_do_not_matter() -> None:
    space = TABLE.workspace(MIXED)
    whole = TABLE.deals(8, 0, 9, MIXED, space)
    parts = [TABLE.deals(8, *part, MIXED, space) for part in ((0, 1), (1, 4), (5, 4))]
    for measure, values in whole.items():
        assert (np.concatenate([part[measure] for part in parts]) == values).all()
    matches = TABLE.matches(8, 0, 6, ["simple", "random"] * 2, space)
    parts = [TABLE.matches(8, *part, ["simple", "random"] * 2, space) for part in ((0, 2), (2, 4))]
    assert (np.concatenate(parts) == matches).all()


def test_matches_are_won_by_one_side_and_more_often_by_the_better() -> None:
    shares = TABLE.matches(2, 0, 100, ["random", "simple"] * 2, TABLE.workspace([]))
    assert set(np.unique(shares)) <= {0, SHARE}
    assert (shares[:, 0] + shares[:, 1] == SHARE).all()
    assert (shares[:, :2] == shares[:, 2:]).all()
    # By chance 100 matches give 65 or more to a side three times in a thousand.
    assert shares[:, 1].mean() >= 0.65 * SHARE


def test_experts_play_matches() -> None:
    short = CutuTable(CutuRules(target=12))
    shares = short.matches(4, 0, 2, ["expert:2", "simple"] * 2, short.workspace(["expert:2"]))
    assert (shares.sum(axis=1) == 2 * SHARE).all()


def test_every_seat_calls_as_its_own_level() -> None:
    levels = ("random", "simple", "expert", "simple")
    models = [bidding_model(RULES, level) for level in levels]
    mixed = seated(models)
    for seat, model in enumerate(models):
        assert (mixed.table[seat] == model.table[seat]).all()
        assert (mixed.promises[seat] == model.promise).all()
    # Random players make fewer of their contracts: the same hand promises them less.
    assert (models[0].promise[0, 8:12, 1] < models[1].promise[0, 8:12, 1]).all()


def test_odds_at_expert_measure_the_calls_that_contend() -> None:
    odds = bid_odds(RULES, HAND, play=["simple", "expert:2"], deals=12, seed=1)
    frame = odds.frame
    expert = frame[(frame.play == "expert:2") & (frame.measure == "score")]
    simple = frame[(frame.play == "simple") & (frame.measure == "score")]
    assert 3 <= len(expert) <= 5 < len(simple)
    assert "pass" in set(expert.bid)
    assert odds.advice is not None
    assert odds.advice.play == "expert:2"
    assert odds.advice.choice["trump"] in ("S", "NT")
    again = bid_odds(RULES, HAND, play=["simple", "expert:2"], deals=12, seed=1, workers=1)
    assert again.frame.equals(frame)


def test_odds_at_expert_with_calls_and_score() -> None:
    odds = bid_odds(
        RULES, HAND, play="expert:2", deals=6, seed=2, calls="pas 5", score="62-71", bids="6,7"
    )
    rows = odds.frame[odds.frame.measure == "match"]
    assert len(rows) >= 2
    assert rows.value.between(0, 1).all()


def test_a_seat_may_be_asked_without_calls() -> None:
    odds = bid_odds(RULES, HAND, play="expert:2", deals=4, seed=2, seat="3", bids="5")
    assert "pass" in set(odds.frame.bid)


def test_base_rates_and_studies_at_expert() -> None:
    odds = bid_odds(RULES, play="expert:2", deals=6, seed=1, bids="5")
    assert len(odds.frame[odds.frame.measure == "success"]) == 3
    deals = DealStudy(RULES, "expert:2")
    batch = deals.compute(1, 0, 3, deals.workspace()).outcomes
    again = deals.compute(1, 1, 2, deals.workspace()).outcomes
    assert (batch[1:] == again).all()
    study = MatchStudy(CutuRules(target=10), "expert:2")
    assert study.compute(1, 0, 1, study.workspace()).outcomes[0, 0] >= 1


def test_number_of_layouts_is_checked() -> None:
    game = load_game("cutu")
    assert game.check_plays(["expert:24"]) == ("expert",)
    with pytest.raises(QuestionError, match="number of layouts"):
        game.check_plays(["expert:0"])


def test_deals_of_the_tests_are_those_of_the_table() -> None:
    assert (deal(3)[0] == CutuTable(RULES)._hands(31, 0, 0, 3)[0]).all()


def test_matches_of_the_largest_seed() -> None:
    """The hands of a match are played by the seeds that follow, which begin again at 0."""
    plays = ["simple", "random"] * 2
    assert TABLE.matches(2**64 - 1, 0, 2, plays, TABLE.workspace([])).sum() == 4 * SHARE
    study = MatchStudy(RULES, "simple")
    assert len(study.compute(2**64 - 1, 0, 2, study.workspace()).outcomes) == 2
