"""The expert: sees nothing hidden, imagines what fits, keeps the rules, solves what is known."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from analyzer.games.base import OddsQuestion, Plan
from analyzer.games.cruce import codes
from analyzer.games.cruce.dealt import Dealt, deal_random
from analyzer.games.cruce.game import GAME
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.expert import new_mind, think
from analyzer.games.cruce.kernels.follow import simple_card
from analyzer.games.cruce.kernels.hand import set_contracts
from analyzer.games.cruce.kernels.imagine import imagine, look, new_view
from analyzer.games.cruce.kernels.rounds import play_hands
from analyzer.games.cruce.kernels.steps import begin_round, step
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels.bits import ONE, ZERO, suit_mask
from analyzer.players.sampling import open_thoughts
from tests.games.cruce import replay
from tests.games.cruce.test_kernels_follow_the_book import ALONE
from tests.reference import cruce as book

EXPERT = codes.level_code("expert:3")
FORMS = [{}, {"players": 3}, {"players": 2}, {"players": 2, "two_player_hand": 8}]


def traces_of(
    rules: CruceRules, dealt: Dealt, levels: list[int], contract: int = 2
) -> tuple[np.ndarray, np.ndarray]:
    """Outcomes and traces of contracts of seat 0, played for ``contract`` big points."""
    n, packed = len(dealt), codes.kernel_rules(rules)
    asks, level = np.array([[0, contract, 0, -1]]), np.array([levels])
    shown, traces = np.zeros(n, np.uint64), np.zeros((n, codes.SIZE, at.TRACE), np.uint64)
    outcomes = np.zeros((n, places.OUTCOME), np.int64)
    results = np.zeros((n, 3, codes.SEATS), np.int64)
    seed = np.uint64(dealt.seed)
    set_contracts(
        seed, 0, dealt.numbers, asks, packed, level, dealt.hands, dealt.packets, dealt.drawn,
        shown, outcomes,
    )  # fmt: skip
    play_hands(
        seed, 0, dealt.numbers, dealt.hands, dealt.drawn, shown, ZERO, packed, level, outcomes,
        results, traces,
    )  # fmt: skip
    return outcomes, traces


def shuffled(rules: CruceRules, dealt: Dealt, seat: int, count: int, draw: random.Random) -> Dealt:
    """The first deal and others of the same number, in which ``seat`` has the same cards."""
    hands = np.repeat(dealt.hands[:1], count, axis=0)
    drawn = np.repeat(dealt.drawn[:1], count, axis=0)
    others = [s for s in range(rules.players) if s != seat]
    own = int(dealt.hands[0, seat])
    cards = [bit for bit in replay.CARD_AT if not own & bit]
    for row in range(1, count):
        draw.shuffle(cards)
        for k, other in enumerate(others):
            size = rules.hand_size
            hands[row, other] = sum(cards[k * size : (k + 1) * size])
        rest = cards[len(others) * rules.hand_size :]
        for k, bit in enumerate(rest):
            drawn[row, 12 - len(rest) + k] = bit
    numbers = np.full(count, dealt.numbers[0])
    zero = np.zeros(count, np.int64)
    return Dealt(dealt.seed, numbers, hands, hands.copy(), drawn, zero)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_what_looks_the_same_is_played_the_same(form: dict[str, Any]) -> None:
    """Deals that differ in hidden cards only, as long as all that the seat saw was the same."""
    rules = CruceRules.make(form | {"double_round": False})
    draw, compared = random.Random(1), 0
    for number in range(6):
        seat = number % rules.players
        levels = [EXPERT if s == seat else codes.RANDOM for s in range(codes.SEATS)]
        first = deal_random(rules, 1, 5 + number)
        _, traces = traces_of(rules, shuffled(rules, first, seat, 60, draw), levels)
        seen: dict[tuple[Any, ...], int] = {}
        for trace in traces:
            history: tuple[Any, ...] = ()
            for card, legal, player, pair, told in trace.tolist():
                if player == seat:
                    assert seen.setdefault((history, legal), card) == card
                    compared += 1
                    history += ((card, legal),)
                history += ((player, card, pair, told),)
    assert compared > 500


class Position:
    """A place in a round that was played, as the kernels have it."""

    def __init__(self, rules: CruceRules, dealt: Dealt, outcome: np.ndarray, trace: np.ndarray):
        self.rules, self.packed = rules, codes.kernel_rules(rules)
        self.trace, self.moves = trace, 0
        self.hands, self.drawn = dealt.hands[0].copy(), dealt.drawn[0]
        self.facts, self.table = np.zeros(at.FACTS, np.uint64), np.zeros(at.TABLE, np.int64)
        self.result = np.zeros((3, 4), np.int64)
        trumps = ZERO
        if rules.trump_by != "first_lead":
            trumps = np.uint64(suit_mask(outcome[places.TRUMP]))
        begin_round(0, trumps, ZERO, 2, self.packed, self.facts, self.table, self.result)

    def go_on(self) -> None:
        card = self.trace[self.moves, at.CARD]
        step(card, self.hands, self.drawn, self.facts, self.table, self.packed, self.result)
        self.moves += 1

    def imagined(self, number: int) -> tuple[float, np.ndarray, np.ndarray, Any]:
        """How many layouts fit, one of them (other hands, stock), and the view it came from."""
        view, hands, drawn = new_view(), np.zeros(4, np.uint64), np.zeros(12, np.uint64)
        seat = self.table[at.SEAT]
        past = self.trace[: self.moves]
        count = look(self.hands[seat], self.facts, self.table, past, view)
        open_thoughts(view[8], np.uint64(3), number, self.moves)
        hands[seat] = self.hands[seat]
        assert imagine(self.table, self.packed, past, view, hands, drawn)
        return count, hands, drawn, view


def check_history(
    rules: CruceRules, position: Position, hands: np.ndarray, drawn: np.ndarray, view: Any
) -> None:
    """Play the round again in the rule book from the hands that the layout says were dealt."""
    seat, players = int(position.table[at.SEAT]), rules.players
    past = [(int(row[at.PLAYER]), replay.card(row[at.CARD])) for row in position.trace]
    past = past[: position.moves]
    dealt = [
        replay.cards(hands[s]) + [card for player, card in past if player == s]
        for s in range(players)
    ]
    stock = [replay.card(bit) for bit in drawn if bit]
    draws: dict[int, list[str]] = {}
    if position.table[at.STOCK_LEFT]:
        other, filled = 1 - seat, zip(view[6], view[7], strict=True)
        slots = [(int(time), replay.card(bit)) for time, bit in filled if bit][
            : rules.hand_size + position.moves // 2
        ]
        dealt[other] = [card for time, card in slots if time == 0]
        draws[other] = [card for time, card in sorted(slots, key=lambda s: s[0]) if time]
        assert not set(stock) & set(dealt[other])
        draws.pop(seat, None)
    assert not any(book.calls_double(rules, dealt[s]) for s in range(players) if s != seat)
    held = [list(cards) for cards in dealt]
    done: set[str] = set()
    trick: list[str] = []
    trump = None
    if rules.trump_by != "first_lead":
        trump = book.SUITS[(int(position.facts[at.TRUMPS]).bit_length() - 1) // 16]
    for i, (player, card) in enumerate(past):
        free = position.rules.stock_size > 2 * (i // players) and players == 2
        if player != seat:
            legal = book.legal_cards(
                held[player], trick, trump, must_beat=rules.must_beat, free=free,
                lead_trump=i == 0 and trump is not None,
            )  # fmt: skip
            assert card in legal
            told = book.announces(rules, held[player], card, not trick, done)
            assert told == bool(position.trace[i, at.TOLD])
        if position.trace[i, at.TOLD]:
            done.add(card[0])
        trump = trump or card[0]
        if card in held[player]:
            held[player].remove(card)
        trick.append(card)
        if len(trick) == players:
            trick = []
            for other, cards in draws.items():
                if free:
                    held[other].append(cards.pop(0))


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"must_beat": True},
        {"double_weak_hand": True},
        {"announce_trigger": "pair_card_lead"},
        {"announce_trigger": "suit_lead"},
        {"announce_trigger": "pair_card_played"},
        {"trump_by": "named"},
    ],
    ids=str,
)
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_layouts_fit_the_history(form: dict[str, Any], change: dict[str, Any]) -> None:
    rules = CruceRules.make(form | change)
    checked = 0
    for number in range(8):
        dealt = deal_random(rules, 1, 100 + number)
        levels = [codes.SIMPLE if s % 2 else codes.RANDOM for s in range(codes.SEATS)]
        outcomes, traces = traces_of(rules, dealt, levels)
        position = Position(rules, dealt, outcomes[0], traces[0])
        for move in range(codes.SIZE):
            if move and position.table[at.STOCK_LEFT] + (rules.players > 2):
                for _ in range(3):
                    _, hands, drawn, view = position.imagined(97 * number + _)
                    check_history(rules, position, hands, drawn, view)
                    checked += 1
            position.go_on()
    assert checked > 100


def test_without_a_layout_that_fits_the_card_is_that_of_simple() -> None:
    """Seat 1 has shown all nines and nobody called a double round: no deal can have been so."""
    quiet = CruceRules(double_round=False)
    loud = codes.kernel_rules(CruceRules(double_round=True, double_four_nines=True))
    nines = sum(bit for bit in replay.CARD_AT if replay.card(bit)[1] == "9")
    compared = 0
    for number in range(20):
        dealt = deal_random(quiet, 1, 900 + number)
        cards = [bit for bit in replay.CARD_AT if not nines & bit]
        random.Random(number).shuffle(cards)
        parts = cards[:6], cards[6:8], cards[8:14], cards[14:20]
        dealt.hands[0] = [
            sum(part) + (nines if seat == 1 else 0) for seat, part in enumerate(parts)
        ]
        outcomes, traces = traces_of(quiet, dealt, [codes.RANDOM] * 4)
        position = Position(quiet, dealt, outcomes[0], traces[0])
        for _ in range(codes.SIZE):
            seat, past = position.table[at.SEAT], position.trace[: position.moves]
            shown = sum(int(row[at.CARD]) for row in past if row[at.PLAYER] == 1)
            hand, legal = position.hands[seat], position.trace[position.moves, at.LEGAL]
            if seat != 1 and shown & nines == nines and legal & (legal - ONE):
                state = position.facts, position.table, loud
                found = think(
                    hand, legal, 3, *state, position.result, past,
                    np.array([3, number], np.uint64), new_mind(),
                )  # fmt: skip
                assert found == simple_card(hand, legal, *state)
                compared += 1
            position.go_on()
    assert compared > 5


def test_layouts_of_an_endgame_are_uniform() -> None:
    """Three players with a few cards each: every layout that fits comes equally often."""
    rules = CruceRules(players=3, double_round=False)
    dealt = deal_random(rules, 1, 4)
    outcomes, traces = traces_of(rules, dealt, [codes.SIMPLE] * 4)
    position = Position(rules, dealt, outcomes[0], traces[0])
    while position.moves < 15:
        position.go_on()
    found: dict[bytes, int] = {}
    for number in range(3000):
        count, hands, _, _ = position.imagined(number)
        found[hands.tobytes()] = found.get(hands.tobytes(), 0) + 1
    assert len(found) <= count
    expected = 3000 / len(found)
    chi2 = sum((times - expected) ** 2 / expected for times in found.values())
    free = len(found) - 1
    assert chi2 < free + 5 * (2 * free) ** 0.5 + 5


@pytest.mark.parametrize("players", [4, 3, 2])
@pytest.mark.parametrize("change", [{}, *ALONE], ids=str)
def test_every_house_rule_alone(change: dict[str, object], players: int) -> None:
    """Replayed decision by decision by the rule book, as for the other levels."""
    rules = CruceRules.make({"players": players} | change)
    replay.check(rules, 3, (codes.level_code("expert:2"),) * 4, seed=5)


@pytest.mark.parametrize("players", [4, 3, 2])
def test_a_deal_is_played_the_same_in_any_batch(players: int) -> None:
    rules = CruceRules(players=players)
    levels = (EXPERT, codes.SIMPLE, EXPERT, codes.RANDOM)
    together = replay.play(rules, 6, levels)
    for i in range(6):
        alone = replay.play(rules, 1, levels, first=i)
        for whole, part in zip(together, alone, strict=True):
            assert np.array_equal(whole[i], part[0])


@cache
def minimax(
    hands: tuple[frozenset[str], ...], leader: int, trick: tuple[str, ...], done: frozenset[str],
    trump: str, rules: CruceRules, side: int,
) -> int:  # fmt: skip
    """Most points from here on that a side makes against best play, by trying everything."""
    players = rules.players
    seat = (leader + len(trick)) % players
    hand = hands[seat]
    if not hand:
        return 0
    values = []
    for card in book.legal_cards(sorted(hand), trick, trump, must_beat=rules.must_beat):
        gain, told = 0, done
        if book.announces(rules, sorted(hand), card, not trick, set(done)):
            told = done | {card[0]}
            if book.side_of(rules, seat) == side:
                gain = 40 if card[0] == trump else 20
        left = (*hands[:seat], hand - {card}, *hands[seat + 1 :])
        now, first = (*trick, card), leader
        if len(now) == players:
            first = (leader + book.trick_winner(now, trump)) % players
            if book.side_of(rules, first) == side:
                gain += book.points_of(now)
            now = ()
        values.append(gain + minimax(left, first, now, told, trump, rules, side))
    return (max if book.side_of(rules, seat) == side else min)(values)


@pytest.mark.parametrize("change", [{"players": 2}, {"players": 2, "must_beat": True}, {}])
def test_what_is_known_is_played_perfectly(change: dict[str, Any]) -> None:
    """Every choice whose seat can work out all hands keeps the value that plain minimax finds."""
    rules = CruceRules.make(change | {"double_round": False})
    solved = 0
    for number in range(12 if rules.players == 2 else 40):
        dealt = deal_random(rules, 1, 300 + number)
        outcomes, traces = traces_of(rules, dealt, [EXPERT] * 4)
        position = Position(rules, dealt, outcomes[0], traces[0])
        trump = book.SUITS[outcomes[0, places.TRUMP]]
        for move in range(codes.SIZE):
            played, seat = int(position.table[at.PLAYED]), int(position.table[at.SEAT])
            near = move >= codes.SIZE - (9 if rules.players == 2 else 8)
            if near and position.imagined(0)[0] == 1.0:
                hands = tuple(frozenset(replay.cards(h)) for h in position.hands)
                leader = (seat - played) % rules.players
                trick = tuple(replay.card(c) for c in traces[0, move - played : move, at.CARD])
                suits = int(position.table[at.ANNOUNCED])
                done = frozenset(s for i, s in enumerate(book.SUITS) if suits >> i & 1)
                side = book.side_of(rules, seat)
                before = position.result[:2].sum(axis=0)
                value = minimax(hands, leader, trick, done, trump, rules, side)
                position.go_on()
                after = position.result[:2].sum(axis=0)
                own = [s for s in range(rules.players) if book.side_of(rules, s) == side]
                gain = int((after - before)[own].sum())
                hands = tuple(frozenset(replay.cards(h)) for h in position.hands)
                suits = int(position.table[at.ANNOUNCED])
                done = frozenset(s for i, s in enumerate(book.SUITS) if suits >> i & 1)
                seat, played = int(position.table[at.SEAT]), int(position.table[at.PLAYED])
                now = tuple(
                    replay.card(c) for c in traces[0, move + 1 - played : move + 1, at.CARD]
                )
                rest = minimax(
                    hands, (seat - played) % rules.players, now, done, trump, rules, side
                )
                assert gain + rest == value
                solved += 1
            else:
                position.go_on()
    assert solved > 15


def asked(text: str, *plays: str, **extras: str) -> Plan:
    rules = CruceRules(players=2 if len(text.split()) == 4 else 4)
    return GAME.odds(rules, OddsQuestion(text, plays, extras))


def trial(plan: Plan, first: int, count: int) -> np.ndarray:
    return plan.compute(1, first, count, plan.workspace()).outcomes


def test_experts_play_the_contending_contracts_only() -> None:
    plan = asked("SAT HK", "simple", "expert:2").prepare(trial)
    contracts = {
        (c.choice["bid"], c.choice["trump"])
        for c in plan.columns
        if c.play == "expert:2" and c.measure == "score" and c.choice["bid"] != "pass"
    }
    # Three cards of the second packet stand for one contract.
    assert 4 <= len(contracts) <= 12
    assert len({(bid, str(trump).split()[0]) for bid, trump in contracts}) == 4
    assert (2, "own") in contracts
    assert plan.advise_play == "expert:2"
    passes = [c.measure for c in plan.columns if c.choice == {"bid": "pass"}]
    assert passes.count("call") == 2
    whole, parts = trial(plan, 0, 6), [trial(plan, first, 2) for first in (0, 2, 4)]
    assert np.array_equal(whole, np.concatenate(parts))


def test_without_a_level_two_players_have_no_open_limit() -> None:
    hidden = asked("SA HK DQ CJ,T,9", *GAME.default_plays)
    assert {c.play for c in hidden.columns} == {"expert"}
    limit = asked("SAT HK", *GAME.default_plays)
    assert {c.play for c in limit.columns} == {"open", "expert"}


def test_experts_beat_simple_players() -> None:
    """On the same deals with sides exchanged; the margin found on more deals is 0.2 and above."""
    table, scores = GAME.table(CruceRules(players=3)), []
    for seat in range(3):
        plays = ["simple"] * 3
        plays[seat] = "expert:8"
        found = table.deals(9, 0, 250, plays, table.workspace(plays))["score"]
        assert (found.sum(axis=1) == 0).all()
        scores.append(found[:, seat] / table.scale)
    mean = np.mean(scores, axis=0)
    assert mean.mean() > 2 * mean.std() / len(mean) ** 0.5
