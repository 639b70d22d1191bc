"""Numbers of the strategy report, against plain Python, formulas and other parts of the program."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from analyzer.games import load_game
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.base_plan import BasePlan
from analyzer.games.cuatrola.deals import deal_places, seat_hands
from analyzer.games.cuatrola.kernels import batch
from analyzer.games.cuatrola.players import Players
from analyzer.games.cuatrola.report.data import best_calls, count_of
from analyzer.games.cuatrola.report.features import features, sure_trumps, trumps_of
from analyzer.games.cuatrola.report.samples import (
    LAYOUTS,
    LEADS,
    NO_CARD,
    AnswerSample,
    DeclaredSample,
    HandSample,
    LeadSample,
    lead_cards,
    tried_cards,
)
from analyzer.games.cuatrola.report.thumbs import expected_tricks
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.speech import Speech
from analyzer.games.studio import PointCount, SamplePlan, sample_name
from analyzer.report.pages.desk import Desk
from analyzer.report.pages.store import Store
from tests.games.cuatrola.replay import cards_of

STANDARD = CuatrolaRules()
PACKED = codes.kernel_rules(STANDARD)
RANKS = "SHR3A"


def frame_of(plan: SamplePlan, count: int, seed: int = 4) -> pd.DataFrame:
    scales = np.array([column.scale for column in plan.columns])
    found = plan.compute(seed, 0, count, plan.workspace()).outcomes
    return pd.DataFrame(found / scales, columns=[sample_name(c) for c in plan.columns])


def dealt(count: int, seed: int = 4) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    hands, turned = seat_hands(deal_places(count, seed))
    return hands, turned, trumps_of(turned)


def by_suit(hand: int) -> dict[str, list[str]]:
    cards = cards_of(int(hand))
    return {suit: [card[0] for card in cards if card[1] == suit] for suit in "OCEB"}


def test_features_are_counted_as_by_hand() -> None:
    hands, _, trumps = dealt(300)
    found, sure = features(hands[:, 1], trumps), sure_trumps(hands[:, 1], trumps)
    for i in range(len(hands)):
        suits = by_suit(hands[i, 1])
        own = suits.pop("OCEB"[trumps[i]])
        sides = list(suits.values())
        expected = {
            "trumps": len(own),
            "trump_as": own.count("A"),
            "trump_tres": own.count("3"),
            "trump_rey": own.count("R"),
            "side_as": sum(ranks.count("A") for ranks in sides),
            "side_tres": sum(ranks.count("3") for ranks in sides),
            "voids": sides.count([]),
            "trump_pair": int({"R", "H"} <= set(own)),
            "side_pairs": sum({"R", "H"} <= set(ranks) for ranks in sides),
        }
        assert {name: int(values[i]) for name, values in found.items()} == expected
        held = "".join("x" if rank in own else "-" for rank in reversed(RANKS))
        assert sure[i] == held.index("-") if "-" in held else 5


def test_leads_are_the_cards_they_are_called() -> None:
    hands, _, trumps = dealt(300)
    found = lead_cards(hands[:, 0], trumps)
    for i in range(len(hands)):
        suits = by_suit(hands[i, 0])
        trump = "OCEB"[trumps[i]]
        sides = {suit: ranks for suit, ranks in suits.items() if suit != trump}
        card = {kind: next(iter(cards_of(int(found[kind][i]))), None) for kind in LEADS}
        own = sorted(suits[trump], key=RANKS.index)
        assert card["trump"] == (own[-1] + trump if own else None)
        assert (card["as"] is None) == (not any("A" in ranks for ranks in sides.values()))
        loose = [suit for suit, ranks in sides.items() if "3" in ranks and "A" not in ranks]
        assert card["tres"] is None if not loose else card["tres"] in [f"3{s}" for s in loose]
        low = [r for ranks in sides.values() for r in ranks if r in "SHR"]
        assert (card["low"] or "-")[0] == min(low, key=RANKS.index, default="-")
        best = [r for ranks in sides.values() for r in ranks]
        assert (card["best_side"] or "-")[0] == max(best, key=RANKS.index, default="-")


@pytest.mark.parametrize("seat", [0, 3])
def test_hands_have_the_trumps_of_the_rule_book(seat: int) -> None:
    """Rule book, section 11: trumps held by who does not deal, and by the dealer."""
    rates = [[0.2583, 0.4696, 0.2348, 0.0361], [0, 0.3522, 0.4696, 0.1625]][seat == 3]
    n = 3000
    held = Counter(frame_of(HandSample(STANDARD, seat), n)["trumps"])
    for trumps, rate in enumerate(rates):
        error = (rate * (1 - rate) / n) ** 0.5
        assert abs(held[trumps] / n - rate) <= 4.5 * error + 1e-12


def test_mean_of_a_sample_of_hands_is_the_base_rate() -> None:
    """Mano, before whom nobody spoke: contracts made as on random deals, other layouts or not."""
    frame = frame_of(HandSample(STANDARD, 0), 2500)
    plan = BasePlan(STANDARD, [0], ["simple"])
    found = plan.compute(9, 0, 20000, None).outcomes
    for i, column in enumerate(plan.columns):
        if column.measure == "success":
            own = frame[f"made_{column.choice['contract']}"]
            error = (own.var() / len(own) + found[:, i].var() / len(found)) ** 0.5
            assert abs(own.mean() - found[:, i].mean()) < 4.5 * error


def test_the_last_speaker_s_worth_is_what_is_made() -> None:
    """After the dealer nobody speaks: worth = value * (made - lost), in every hand."""
    frame = frame_of(HandSample(STANDARD, 3), 400)
    for name, value in (("solo", 2), ("cuatro", 4), ("quinta", 5)):
        worth = (frame[f"call_{name}_a"] + frame[f"call_{name}_b"]) / 2
        assert np.allclose(worth, value * (2 * frame[f"made_{name}"] - 1), atol=0.002)
    worth = (frame["call_pass_a"] + frame["call_pass_b"]) / 2
    assert np.allclose(worth, 2 * frame["made_pass"] - 1, atol=0.002)
    assert LAYOUTS > 1


def test_layouts_that_fit_no_three_passes_are_counted() -> None:
    """Where a solo takes a pair from 0 to 10 of 11, hardly anybody passes at 0 to 0."""
    assert (frame_of(HandSample(STANDARD, 3), 200)["unfit"] == 0).all()
    dear = STANDARD.with_changes(solo_value=10)
    share = frame_of(HandSample(dear, 3, (0, 0)), 10)["unfit"]
    assert 0.5 < share.mean() <= 1


def test_chances_of_the_match_lie_between_zero_and_one() -> None:
    frame = frame_of(HandSample(STANDARD, 3, (9, 10)), 200)
    columns = [str(name) for name in frame if str(name).startswith("call_")]
    assert {name.split("_")[1] for name in columns} == {"pass", "solo"}
    assert (frame[columns] >= 0).all().all()
    assert (frame[columns] <= 1).all().all()
    # At 9 to 10 a solo decides the match: its worth is the rate at which it is made.
    worth = (frame["call_solo_a"] + frame["call_solo_b"]) / 2
    assert np.allclose(worth, frame["made_solo"], atol=1e-5)


def test_a_declared_deal_is_the_table_s() -> None:
    frame = frame_of(DeclaredSample(STANDARD, "simple"), 500)
    found = load_game("cuatrola").table(STANDARD).deals(4, 0, 500, ["simple"] * 4, None)
    assert (frame["score"] == found["score"][:, 0]).all()
    assert ((frame["declarer"] >= 0) == (found["declares"].max(axis=1) == 1)).all()
    normal = frame[frame["contract"] == 0]
    total = normal["points_0"] + normal["points_1"]
    assert (total == 130 + normal["cantes_0"] + normal["cantes_1"]).all()
    assert (normal["tricks_0"] + normal["tricks_1"] == 5).all()


def test_a_tried_card_that_would_be_played_changes_nothing() -> None:
    """The simple player's own card is among those tried, so its result is among theirs."""
    hands, turned, _ = dealt(300)
    n = len(hands)
    for before in (0, 3):
        cards, results, state = tried_cards(hands, turned, 0, -1, before, PACKED)
        played = Players.all_at("simple").play(
            4, np.arange(n), hands, turned, np.zeros(n, np.int64), np.full(n, -1), PACKED
        )
        sign = np.where(state[:, 0] % 2 == 0, 1, -1)
        own = (results == (played[:, batch.SCORE] * sign)[:, None]) & (cards > 0)
        assert own.any(axis=1).all()
        assert (np.bitwise_or.reduce(cards, axis=1) & ~hands[:, before] == 0).all()


def test_leads_and_answers_are_scores() -> None:
    frame = frame_of(LeadSample(STANDARD), 400)
    columns = [str(name) for name in frame if str(name).startswith("normal_")]
    assert set(np.unique(frame[columns])) <= {-1, 1, NO_CARD}
    frame = frame_of(AnswerSample(STANDARD), 400)
    assert set(np.unique(frame["song"])) <= {0, 20, 40}
    assert (frame["winners"] + frame["losers"]).between(1, 5).all()
    assert ((frame["winners"] == 0) == (frame["cheap_win"] == NO_CARD)).all()


def test_costs_against_plain_means() -> None:
    desk = Desk(
        load_game("cuatrola"), STANDARD, "simple", 100, 1, Speech("en"), Store(None), workers=1
    )
    frame = frame_of(HandSample(STANDARD, 0), 300).assign(lead=1.0)
    names = ("pass", "solo", "cuatro", "quinta")
    a = {name: f"call_{name}_a" for name in names}
    b = {name: f"call_{name}_b" for name in names}
    expected, best = 0.0, []
    for _, row in frame.iterrows():
        judged = [float(row[b[name]]) for name in names]
        best.append(names[judged.index(max(judged))])
        expected += (row[a[best[-1]]] - row[a["pass"]]) / len(frame)
    assert [names[i] for i in best_calls(frame, names)] == best
    cost = desk.cost(frame, ["pass"] * len(frame), a, b)
    assert cost.value == pytest.approx(expected)
    count = PointCount({"trumps": 3, "lead": 2}, 5, "solo", "pass", desk.mean([0, 1]))
    assert (count_of(frame, count) == 3 * frame["trumps"] + 2).all()
    hand = pd.DataFrame({"trumps": [3.0], "side_as": [1.0], "side_tres": [1.0]})
    assert expected_tricks(hand)[0] == pytest.approx(3 * 0.9 + 0.55 + 0.4)
