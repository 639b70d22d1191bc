"""Numbers of the strategy report, against plain Python, formulas and other parts of the program."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd
import pytest

from analyzer.api import ask_odds
from analyzer.games import load_game
from analyzer.games.chapters import Chapter, Claim, Figure, Rule
from analyzer.games.cutu.report import data
from analyzer.games.cutu.report.bidding import chart_words
from analyzer.games.cutu.report.chapters import CHAPTERS
from analyzer.games.cutu.report.deal_sample import NO_VALUE, DealSample
from analyzer.games.cutu.report.features import features, strongest, suit_ranks
from analyzer.games.cutu.report.hand_sample import LAYOUTS, ROLES, HandSample
from analyzer.games.cutu.report.play_sample import PartnerSample
from analyzer.games.cutu.rounds import play_rounds
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.strength import TrumpChooser
from analyzer.games.cutu.table import CutuTable
from analyzer.games.speech import Speech
from analyzer.games.studio import sample_name
from analyzer.kernels.search_arena import new_arena
from analyzer.report.pages.desk import Desk
from analyzer.report.pages.store import Store
from tests.games.cutu.helpers import names
from tests.reference import cutu as reference

RULES = CutuRules()
HANDS = HandSample(RULES, "simple")


def columns(plan: HandSample | DealSample) -> dict[str, int]:
    return {sample_name(c): i for i, c in enumerate(plan.columns)}


def test_features_are_counted_as_by_hand() -> None:
    hands = HANDS.deal(2, 0, 200)[:, 0]
    trumps = np.empty(len(hands), np.int64)
    TrumpChooser.load(RULES).choose(hands[:, None], 0, trumps)
    found = features(suit_ranks(hands), trumps)
    high = strongest(suit_ranks(hands))
    for i, hand in enumerate(hands):
        cards = names(int(hand))
        by_suit = {s: [c[1] for c in cards if c[0] == s] for s in reference.SUITS}
        own = by_suit.pop(reference.SUITS[trumps[i]])
        side = list(by_suit.values())
        expected = {
            "trumps": len(own),
            "trump_ace": own.count("A"),
            "trump_king": own.count("K"),
            "trump_queen": own.count("Q"),
            "aces": sum(ranks.count("A") for ranks in side),
            "kings": sum(ranks.count("K") for ranks in side),
            "voids": side.count([]),
            "singles": sum(len(ranks) == 1 for ranks in side),
        }
        assert {name: int(values[i]) for name, values in found.items()} == expected
        worth = {
            s: [4 * ("A" in r) + 2 * ("K" in r) + ("Q" in r), len(r)]
            for s in reference.SUITS
            for r in [[c[1] for c in cards if c[0] == s]]
        }
        assert worth[reference.SUITS[high[i]]] == max(worth.values())


def test_layouts_complete_the_pack_evenly() -> None:
    own = HANDS.deal(4, 0, 60)[:, 0]
    hands = HANDS.around(4, 0, own)
    assert (hands[:, 0] == np.repeat(own, 2 * LAYOUTS)).all()
    whole = np.bitwise_or.reduce(hands, axis=1)
    assert (np.bitwise_count(hands) == 8).all()
    assert (whole == whole[0]).all()
    # A card not held is with each of the others in a third of the layouts.
    card = np.uint64(1) << np.uint64(7)
    free = (hands[:, 0] & card) == 0
    shares = [float((hands[free, seat] & card > 0).mean()) for seat in (1, 2, 3)]
    error = math.sqrt(2 / 9 / free.sum())
    assert all(abs(share - 1 / 3) < 4.5 * error for share in shares)


def test_lengths_come_up_as_the_formula_has_it() -> None:
    """Of the 32 choose 8 hands, those whose longest suit has so many cards."""
    where = columns(HANDS)
    rows = HANDS.compute(11, 0, 150, None).outcomes
    longest = rows[:, where["best_length"]]
    total = math.comb(32, 8)
    for length in (3, 4):
        ways = sum(
            math.prod(math.comb(8, n) for n in shape)
            for shape in itertools.product(range(9), repeat=4)
            if sum(shape) == 8 and max(shape) == length
        )
        share = ways / total
        error = math.sqrt(share * (1 - share) / len(rows))
        assert abs(float((longest == length).mean()) - share) < 4 * error


def test_a_hand_is_worth_what_bid_odds_says() -> None:
    """The same hand, with other layouts and through other code."""
    where = columns(HANDS)
    row = HANDS.compute(5, 3, 1, None).outcomes[0]
    hand = " ".join(spelled(int(HANDS.deal(5, 3, 1)[0, 0])))
    plan = ask_odds(RULES, hand, ["simple"], seat="1", bids="4,5,6").plan
    outcomes = plan.compute(1, 0, 3000, plan.workspace()).outcomes
    chosen = {(str(c.choice["bid"]), c.choice.get("trump"), c.measure): i
              for i, c in enumerate(plan.columns)}  # fmt: skip
    for role in ROLES:
        counts = sum(row[[where[f"hist_{role}_{t}_{h}"] for t in range(9)]] for h in "ab")
        assert counts.sum() == 2 * LAYOUTS
    tricks = sum(t * sum(row[where[f"hist_NT_{t}_{h}"]] for h in "ab") for t in range(9)) / (
        2 * LAYOUTS
    )
    told = outcomes[:, chosen["5", "NT", "tricks"]]
    assert abs(tricks - told.mean()) < 4.5 * told.std() / math.sqrt(2 * LAYOUTS)
    passed = sum(row[where[f"call_0_{h}"]] for h in "ab") / (2 * LAYOUTS)
    told = outcomes[:, chosen["pass", None, "call"]]
    assert abs(passed - told.mean()) < 4.5 * told.std() / math.sqrt(2 * LAYOUTS)


def spelled(hand: int) -> list[str]:
    return [card.lower()[0] + card[1] for card in names(hand)]


def test_deals_as_bid_are_those_of_the_table() -> None:
    plan = DealSample(RULES, "simple")
    where = columns(plan)
    rows = plan.compute(7, 0, 300, None).outcomes
    hands = CutuTable(RULES)._hands(7, 0, 0, 300)
    found = play_rounds(RULES, 7, 0, hands, ["simple"] * 4, new_arena())
    assert (rows[:, where["holder"]] == found.declarers).all()
    assert (rows[:, where["bid"]] == found.bids).all()
    assert (rows[:, [where["first_side"], where["second_side"]]] == found.points).all()
    # After the last speaker nobody else calls: what its call led to is what happened.
    for row, points in zip(rows, found.points, strict=True):
        made = int(row[where["made_3"]])
        if made >= 0:
            pair = [row[where[f"{side}_3_{made}"]] for side in ("other", "own")]
            assert pair == points.tolist()
            highest = max(int(row[where[f"made_{seat}"]]) for seat in range(3))
            for call in range(1, 6):
                assert (row[where[f"own_3_{call}"]] == NO_VALUE) == (call <= highest)
        else:
            assert row[where["state_3"]] == -1


def test_thresholds_are_the_best_there_are() -> None:
    rng = np.random.default_rng(1)
    points = rng.integers(0, 6, 80).astype(float)
    values = rng.normal(size=(80, 3)) + points[:, None] * [0.0, 0.3, 0.5]
    edges = data.cuts(points, values)
    ends = [*range(7), math.inf]

    def won(pair: tuple[float, float]) -> float:
        return float(values[np.arange(80), data.picked(points, pair)].sum())

    best = max(won(pair) for pair in itertools.product(ends, repeat=2) if pair[0] <= pair[1])
    assert won((edges[0], edges[1])) == pytest.approx(best)


def test_a_full_calculation_without_noise_is_believed() -> None:
    rng = np.random.default_rng(2)
    rows = pd.DataFrame({"x": rng.normal(size=500)})
    truth = np.stack([np.zeros(500), rng.normal(size=500) + rows["x"]], axis=1)
    assert np.allclose(data.judged(rows, ["x"], truth, truth), truth)
    # Halves that agree in nothing but the feature: only the feature is believed.
    noisy = [truth * 0 + rng.normal(size=(500, 2)) + rows[["x"]].to_numpy() * [0, 1] for _ in "ab"]
    found = data.judged(rows, ["x"], *noisy)[:, 1]
    assert np.corrcoef(found, rows["x"])[0, 1] > 0.9


def test_shares_that_never_varied_have_limits() -> None:
    """Wilson's limit of none in 40: z² / (40 + z²)."""
    desk = Desk(load_game("cutu"), RULES, "simple", 300, 1, Speech("en"), Store(None), 1)
    frame = pd.DataFrame({"g": [0] * 40 + [1] * 40, "x": [0.0] * 40 + [0.0, 1.0] * 20})
    found = data.share_groups(desk, frame, "g", "x")
    limit = 1.959964**2 / (40 + 1.959964**2)
    assert found["high"].to_list()[0] == pytest.approx(limit, abs=1e-6)
    assert found["low"].to_list()[0] == 0.0
    assert 0 < found["low"].to_list()[1] < 0.5 < found["high"].to_list()[1] < 1


def test_words_of_a_chart() -> None:
    say = Speech("en")
    inf = math.inf
    assert chart_words(say, (0, 1, 2, 3), [4.0, 4.0, 12.0]) == {0: "≤3", 2: "4–11", 3: "12+"}
    assert chart_words(say, (0, 3), [inf]) == {0: "always"}
    assert chart_words(say, (0, 2, 3), [5.0, 6.0]) == {0: "≤4", 2: "5", 3: "6+"}


def test_leaving_the_trick_to_the_partner_by_plain_search() -> None:
    """The first positions with three cards or fewer, against a search of every line."""
    plan = PartnerSample(RULES)
    solver = plan.workspace()
    assert solver is not None
    rng = np.random.default_rng(3)
    met = 0
    for _ in range(3000):
        cards = [reference.PACK[i] for i in rng.permutation(32)[:12]]
        hands = [cards[s * 3 : s * 3 + 3] for s in range(4)]
        play = reference.Play(RULES, hands, 0, "H", 0)
        for _ in range(3):
            play.play(play.legal()[0])
        best = reference.winner(play.trick, "H")
        if best != 1:
            continue
        values: dict[bool, list[int]] = {}
        for card in play.legal():
            after = play.copy()
            after.play(card)
            takes = reference.winner([*play.trick, card], "H") == 3
            values.setdefault(takes, []).append(worth(after, 3))
        if len(values) < 2:
            continue
        met += 1
        sets = np.array([sum(1 << bit(c) for c in hand) for hand in play_hands(cards)], np.uint64)
        trick = [bit(c) for c in play.trick]
        top = np.uint64(1 << bit(play.trick[1]))
        suit = np.uint64(0xFFFF << 16 * reference.SUITS.index(play.trick[0][0]))
        gain = plan._gain(solver, sets, 0, 2, trick, top, suit, np.uint64(0xFFFF << 32))
        assert gain == max(values[False]) - max(values[True])
    assert met > 10


def bit(card: str) -> int:
    return 16 * reference.SUITS.index(card[0]) + reference.RANKS.index(card[1])


def play_hands(cards: list[str]) -> list[list[str]]:
    return [cards[s * 3 : s * 3 + 3] for s in range(4)]


def worth(play: reference.Play, seat: int) -> int:
    """Tricks of a seat's side by best play of all, seat 0's side being the declarer's."""
    if play.finished:
        return play.tricks[seat % 2]
    results = []
    for card in play.legal():
        after = play.copy()
        after.play(card)
        results.append(worth(after, seat))
    return max(results) if play.to_act % 2 == seat % 2 else min(results)


@pytest.mark.parametrize(
    ("changes", "lang"),
    [({"lowest_bid": 5, "target": 300, "no_trump_factor": 2}, "en"), ({"must_trump": False}, "ro")],
)
def test_chapters_under_other_rules(changes: dict[str, object], lang: str) -> None:
    rules = CutuRules.make(changes)
    desk = Desk(load_game("cutu"), rules, "simple", 300, 1, Speech(lang), Store(None), 1)
    blocks = [b for m in CHAPTERS for b in Chapter(m.key, m.title[0], tuple(m.make(desk))).blocks]
    figures = [block.key for block in blocks if isinstance(block, Figure)]
    assert len(figures) == len(set(figures)) >= 10
    assert any(isinstance(block, Claim) for block in blocks)
    assert any(isinstance(block, Rule) and block.highlight for block in blocks)
    assert ("at-the-score" in [getattr(b, "key", "") for b in blocks]) == (rules.target < 250)
