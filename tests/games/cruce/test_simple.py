"""The simple player: sound, and blind to what its seat cannot see."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels.auction import STATE, hold_auction
from analyzer.games.cruce.rounds import play_matches
from analyzer.games.cruce.rules import CruceRules
from tests.games.cruce import replay
from tests.games.cruce.replay import book, card, cards, play

RANDOM, SIMPLE = codes.RANDOM, codes.SIMPLE


@pytest.mark.parametrize("changes", [{}, {"players": 3}, {"players": 2}, {"must_beat": True}])
def test_the_first_lead_depends_on_the_own_hand_only(changes: dict[str, object]) -> None:
    rules = CruceRules.make({"double_round": False} | changes)
    size = rules.hand_size
    first = 12 // rules.players
    for seed in range(6):
        hand = np.random.default_rng(seed).choice(24, size, replace=False).tolist()
        own = [0] * first + [rules.players + k for k in range(size - first)]
        known = dict(zip(hand, own, strict=True))
        if rules.players == 2:
            known = dict.fromkeys(hand, 0)
        outcomes, _, traces = play(rules, 60, (SIMPLE,) * 4, (0, 1, 0, -1), known=known)
        assert len(np.unique(traces[:, 0, 0])) == 1
        assert len(np.unique(outcomes[:, places.TRUMP])) == 1


def test_trump_named_on_the_first_packet_depends_on_it_only() -> None:
    rules = CruceRules(double_round=False, trump_by="named_on_first_packet")
    known = dict(zip((2, 3, 17), (0, 0, 0), strict=True))
    outcomes, _, _ = play(rules, 60, (SIMPLE,) * 4, (0, 1, 0, -1), known=known)
    assert len(np.unique(outcomes[:, places.TRUMP])) == 1


@pytest.mark.parametrize("players", [4, 3])
def test_a_bid_depends_on_the_first_packet_and_the_bids_before(players: int) -> None:
    """The same packet and the same draw: the same call, whatever the others hold."""
    rules = CruceRules(players=players)
    packed = codes.kernel_rules(rules)
    model = np.stack([replay.MODELS[players].table] * 3)
    calls, state = np.zeros(64, np.int64), np.zeros(STATE, np.int64)
    for seed in range(6):
        drawn = np.random.default_rng(seed)
        first = set()
        own, *rest = replay.packets(drawn.permutation(24), players)
        for _ in range(20):
            others = replay.packets(drawn.permutation(24), players)[1 : 1 + len(rest)]
            seen = np.array([own, *others] + [0] * (4 - players), np.uint64)
            calls[:] = 0
            fast = np.array([seed], np.uint64)
            hold_auction(seen, packed, np.full(4, SIMPLE), model, fast, calls, state)
            first.add(int(calls[1]))
        assert len(first) == 1


def test_plays_do_not_change_when_hidden_cards_change_places() -> None:
    """Deals that agree in a seat's hand and in what was played agree in what it plays next."""
    rules = CruceRules(double_round=False, announcements=False)
    outcomes, _, traces = play(rules, 30_000, (SIMPLE,) * 4, (0, 1, 0, -1))
    seen: dict[tuple, int] = {}
    repeated = 0
    dealt = replay.layouts(4).deal(30_000, 1).astype(int)
    owners = np.where(dealt < 4, dealt, (dealt - 4) // 3)
    for i in range(len(outcomes)):
        hand = tuple(np.flatnonzero(owners[i] == 1))
        key = (hand, int(traces[i, 0, 0]))
        answer = int(traces[i, 1, 0])
        repeated += key in seen
        assert seen.setdefault(key, answer) == answer
    assert repeated > 50


def margin(players: int, seated: tuple[int, ...], **changes: object) -> tuple[float, float]:
    """Mean points of side 0 beyond the mean of the others, and its standard error."""
    rules = CruceRules.make({"players": players, "double_round": False} | changes)
    n = 6_000
    total = []
    for declarer in range(players):
        outcomes, _, _ = play(rules, n // players, seated, (declarer, 0, 0, -1), seed=declarer)
        sides = 2 if players == 4 else players
        points = outcomes[:, places.POINTS : places.POINTS + sides]
        total.append(points[:, 0] - points[:, 1:].mean(axis=1))
    values = np.concatenate(total)
    return values.mean(), values.std() / sqrt(len(values))


@pytest.mark.parametrize("trigger", ["first_played", "pair_card_lead"])
@pytest.mark.parametrize(("players", "least"), [(4, 20), (3, 16), (2, 45)])
def test_simple_beats_random_by_far(players: int, least: float, trigger: str) -> None:
    # No source has a figure; a player who saved nothing would gain nothing.
    seated = (SIMPLE, RANDOM, SIMPLE if players == 4 else RANDOM, RANDOM)
    mean, error = margin(players, seated, announce_trigger=trigger)
    assert mean - 3 * error > least


def test_simple_wins_matches() -> None:
    found = play_matches(CruceRules(), 200, 1, np.array([SIMPLE, RANDOM, SIMPLE, RANDOM]))
    assert (found.winners == 0).mean() > 0.85


def first_plays(hand: str, table: str, rules: CruceRules, trump: str = "H") -> set[str]:
    """What seat 1 plays with ``hand`` after seat 0 led ``table``, over many layouts."""
    names = [*hand.split(), *table.split()]
    numbers = [book.PACK.index(name) for name in names]
    known = dict(zip(numbers, (1, 1, 1, 7, 8, 9, 0), strict=True))
    ask = (0, 1, 0, book.SUITS.index(trump))
    _, _, traces = play(rules, 400, (SIMPLE,) * 4, ask, known=known)
    led = [i for i in range(400) if card(traces[i, 0, 0]) == table]
    return {card(traces[i, 1, 0]) for i in led}


def test_a_ten_is_not_given_to_the_other_side() -> None:
    rules = CruceRules(double_round=False)
    played = first_plays("HT H9 CA D9 SJ SQ", "HA", rules)
    assert played <= {"H9"}


def test_the_last_trump_is_kept_out_of_a_worthless_trick() -> None:
    """Two players, stock open: nothing is won with a trump that a nine is not worth."""
    rules = CruceRules(players=2, double_round=False)
    hand = [book.PACK.index(name) for name in ("S9", "SA", "ST", "D9", "C9", "HJ")]
    _, _, traces = play(rules, 300, (SIMPLE,) * 4, (1, 1, 0, 3), known=dict.fromkeys(hand, 0))
    for trace in traces:
        led, answer = card(trace[0, 0]), card(trace[1, 0])
        assert set(cards(trace[1, 1])) == {book.PACK[n] for n in hand}
        if led in ("C9", "D9", "H9", "CJ", "DJ"):
            assert answer not in ("SA", "ST")
