"""The chapters of the report: features and chances by hand, effects and costs by direct means."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from analyzer.cards import PACK_24, parse_hand
from analyzer.games import load_game
from analyzer.games.chapters import Claim, Figure, Rule, Text
from analyzer.games.cruce.codes import kernel_rules
from analyzer.games.cruce.report.chapters import chapters
from analyzer.games.cruce.report.features import features, longest, paired, richest, shapes
from analyzer.games.cruce.report.hands import CallPlan, LeadPlan, leads_of
from analyzer.games.cruce.report.pairs import chance_of_any, chance_of_pair
from analyzer.games.cruce.report.rare import four_nines
from analyzer.games.cruce.report.samples import ContractPlan, RoundPlan
from analyzer.games.cruce.report.thumbs import by_count
from analyzer.games.cruce.report.tips import pick_points_scale, pick_robots
from analyzer.games.cruce.report.words import shape_text
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.speech import Speech
from analyzer.report.pages.desk import Desk
from analyzer.report.pages.store import Store

WORTH = {"9": 0, "J": 2, "Q": 3, "K": 4, "10": 10, "A": 11}
"""Card points (rule book, section 2)."""
RANKS = list(WORTH)
SUITS = range(4)


def rows(plan: Any, count: int, seed: int = 5) -> dict[str, np.ndarray[Any, Any]]:
    found = plan.compute(seed, 0, count, plan.workspace()).outcomes
    return {column.measure: found[:, i] for i, column in enumerate(plan.columns)}


def held(cards: int) -> list[list[str]]:
    """Ranks held in each suit, in plain Python."""
    return [[RANKS[r] for r in range(6) if cards >> 16 * s + r & 1] for s in SUITS]


def test_features_are_what_a_player_counts() -> None:
    rng = np.random.default_rng(3)
    hands = []
    for _ in range(300):
        chosen = rng.choice(24, size=int(rng.choice([3, 4, 6, 8])), replace=False)
        hands.append(sum(1 << 16 * (int(c) // 6) + int(c) % 6 for c in chosen))
    cards = np.array(hands, np.uint64)
    packed = kernel_rules(CruceRules())
    found = features(cards, packed)
    picks = {"longest": longest(cards), "richest": richest(cards), "paired": paired(cards)}
    for i, hand in enumerate(hands):
        suits = held(hand)
        points = [sum(WORTH[r] for r in suit) for suit in suits]
        pairs = [{"K", "Q"} <= set(suit) for suit in suits]
        assert found["points"][i] == sum(points)
        assert found["all_pairs"][i] == sum(pairs)
        assert found["all_aces"][i] == sum("A" in suit for suit in suits)
        assert found["longest"][i] == max(map(len, suits))
        assert found["voids"][i] == sum(not suit for suit in suits)
        assert found["suits"][i] + found["voids"][i] == 4
        assert found["aces"][i] + found["best_ace"][i] == found["all_aces"][i]
        assert found["tens"][i] + found["best_ten"][i] == found["all_tens"][i]
        assert found["pairs"][i] + found["trump_pair"][i] == sum(pairs)
        long, rich, pair = (int(picks[name][i]) for name in ("longest", "richest", "paired"))
        most = max(map(len, suits))
        assert len(suits[long]) == most
        assert points[long] == max(p for p, s in zip(points, suits, strict=True) if len(s) == most)
        assert points[rich] == max(p for p, s in zip(points, suits, strict=True) if s)
        assert pairs[pair] == any(pairs)


def test_exact_chances_by_counting_hands() -> None:
    """Of three cards by going through all hands; of more by the rule book's own figures."""
    pack = [(s, r) for s in SUITS for r in RANKS]
    hands = list(combinations(pack, 3))
    any_pair = sum(any({(s, "K"), (s, "Q")} <= set(h) for s in SUITS) for h in hands)
    assert chance_of_any(3) == pytest.approx(any_pair / len(hands))
    given = sum({(0, "K"), (0, "Q")} <= set(h) for h in hands)
    assert chance_of_pair(3) == pytest.approx(given / len(hands))
    assert [round(100 * chance_of_pair(n), 1) for n in (6, 8)] == [5.4, 10.1]  # section 14
    assert [round(100 * four_nines(p, n), 2) for p, n in ((4, 6), (3, 8), (2, 6))] == [
        0.56, 1.98, 0.28,
    ]  # fmt: skip  # section 8


def test_hands_alike_but_for_their_suits_have_one_shape() -> None:
    texts = ("sKQ hA", "cA dKQ", "hKQ sA")
    cards = np.array([parse_hand(text, PACK_24) for text in texts], np.uint64)
    first, rest = shapes(cards)
    assert len({(int(a), int(b)) for a, b in zip(first, rest, strict=True)}) == 1
    assert shape_text(int(first[0]), int(rest[0])) == "♠KQ\u00a0♥A"


@pytest.mark.parametrize("players", [4, 3, 2])
def test_contracts_are_scored_as_the_book_says(players: int) -> None:
    """Section 9, from points alone, for two sides; three split what the others have."""
    found = rows(ContractPlan(CruceRules(players=players), "simple"), 300)
    total = found["made"] + found["theirs"]
    assert (total == 120 + found["announced"] + found["announced_theirs"]).all()
    if players != 3:
        for bid in range(7):
            made = found["made"] >= 33 * bid
            own = np.where(made, found["made"] // 33, -bid)
            assert (found[f"score_{bid}"] == own - found["theirs"] // 33).all()
    assert (found["slam"] + found["slam_against"] <= 1).all()
    if players > 2:
        # A pair dealt is announced: no card of the suit is played before.
        none = found["pairs_dealt"] == 0
        assert (found["announced"] + found["announced_theirs"])[none].max() == 0
        assert ((found["announced"] + found["announced_theirs"])[~none] > 0).mean() > 0.98


def test_rounds_tell_contracts_and_scores_that_agree() -> None:
    found = rows(RoundPlan(CruceRules(), "simple"), 300)
    made = found["declarer_points"] >= 33 * found["contract"]
    assert (found["made"] == made).all()
    assert set(found["declarer"].tolist()) == {0, 1, 2, 3}


def test_calls_are_the_same_in_any_batch_and_ends_are_right() -> None:
    rules = CruceRules()
    plan = CallPlan(rules, "simple", 3, ((20, 20),))
    whole = plan.compute(9, 0, 4, None).outcomes
    parts = [plan.compute(9, i, 1, None).outcomes for i in range(4)]
    assert (whole == np.concatenate(parts)).all()
    # After three passes the last speaker's bid ends the auction, and all big points made count:
    # deal by deal a bid of 1 is never worse than one of 2.
    import pandas as pd

    frame = plan.means(pd.DataFrame(whole, columns=[c.measure for c in plan.columns]))
    assert (frame["call_1"] >= frame["call_2"] - 1e-9).all()
    assert frame[[f"match_0_{call}" for call in plan.bids]].to_numpy().min() >= 0
    assert frame[[f"match_0_{call}" for call in plan.bids]].to_numpy().max() <= 1.01


def test_leads_are_of_the_trump_suit() -> None:
    hand = parse_hand("sAKQ9 h9 d9", PACK_24)
    spades = {"own": 0, "highest": 1 << 53, "lowest": 1 << 48, "king": 1 << 51, "queen": 1 << 50}
    assert leads_of(hand, 3) == spades
    assert leads_of(hand, 2) == {"own": 0, "highest": 1 << 32, "lowest": 1 << 32}
    found = rows(LeadPlan(CruceRules(), "simple"), 3)
    single = found["trumps"] == 1
    assert (found["lead_own"] == found["lead_highest"])[single].all()


def test_scales_of_the_sources() -> None:
    """Worked out by hand from the rule book's section 14."""
    import pandas as pd

    frame = pd.DataFrame(
        {
            "points": [7, 32, 46],
            "all_pairs": [1, 0, 2],
            "all_aces": [0, 2, 1],
            "all_tens": [0, 1, 2],
        }
        | {"suits": [2, 2, 2], "longest": [2, 3, 4]}
    )
    assert pick_points_scale(frame, 4) == [0, 0, 3]  # 27; 32; 86 and two pairs
    # 10.5 + 25 + 10 = 45.5; 48 + 24 + 10 + 10 = 92; 69 + 50 + 24 + 10 + 20 = 173
    assert pick_robots(frame, 4) == [1, 4, 4]
    assert by_count([0, 3, 5, 9], (2, 5, 9)) == [0, 1, 2, 3]


@pytest.mark.parametrize("changes", [
    {"players": 2, "announcements": False}, {"players": 3, "pe_carte": False, "highest_bid": 4},
], ids=str)  # fmt: skip
def test_chapters_follow_the_rules(changes: dict[str, Any]) -> None:
    keys = [chapter.key for chapter in chapters(CruceRules(**changes))]
    assert "pe-carte" not in keys
    assert ("announcements" in keys) == ("announcements" not in changes)


@pytest.mark.parametrize("lang", ["en", "ro"])
def test_chapters_of_quick_samples(lang: str) -> None:
    """Chapters without experts, at the smallest budget: their blocks, and numbers that agree."""
    game = load_game("cruce")
    desk = Desk(game, CruceRules(), "simple", 300, 2, Speech(lang), Store(None), 1)
    made = {chapter.key: chapter for chapter in chapters(CruceRules())}
    cards = made["cards"].make(desk)
    figures = {block.key: block.frame for block in cards if isinstance(block, Figure)}
    from analyzer.games.cruce.report.data import contracts

    rows_found = contracts(desk)
    cell = figures["hands-promised"].iloc[0]
    part = rows_found[
        (rows_found["trumps"] == cell["held"])
        & (rows_found["all_aces"] + rows_found["all_tens"] == cell["honours"])
    ]
    assert cell["value"] == pytest.approx(part["made"].mean() / 33)
    assert cell["n"] == len(part)
    thumbs = made["thumb"].make(desk)
    assert sum(isinstance(block, Rule) for block in thumbs) == 5
    claims = [block for block in made["tips"].make(desk) if isinstance(block, Claim)]
    assert len(claims) >= 10
    assert any(isinstance(block, Text) for block in thumbs)
