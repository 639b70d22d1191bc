"""Rounds played by the kernels, played again by the plain-Python rule book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from analyzer.games.cruce.bidding import bidding_model
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels import rounds as kernels
from analyzer.games.cruce.rounds import AUCTION, Table, Workspace, layouts
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels.deal import deal_one
from analyzer.kernels.philox import PURPOSE_DEAL, new_stream, open_stream
from tests.reference import cruce as book

CALLS = 1024
MODELS = {players: bidding_model(CruceRules(players=players)) for players in (4, 3, 2)}
"""How players call in replays, whatever the rules: a model for each would have to be learned."""
PLANS = {players: layouts(players).plan for players in (4, 3, 2)}


def play(
    rules: CruceRules,
    count: int,
    levels: tuple[int, ...] = (0, 0, 0, 0),
    ask: tuple[int, ...] = AUCTION,
    seed: int = 1,
    first: int = 0,
    known: dict[int, int] | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Outcomes [D, OUTCOME], calls [D, C] and traces [D, 24, TRACE] of the kernels."""
    workspace = Workspace()
    workspace.keep_records(count, CALLS)
    outcomes = Table(rules, known, MODELS[rules.players]).play(
        seed, first + np.arange(count), np.array([ask]), np.array([levels]), workspace
    )
    return outcomes, workspace.calls, workspace.traces


CARD_AT = {
    1 << (16 * s + r): suit + rank
    for s, suit in enumerate(book.SUITS)
    for r, rank in enumerate(book.RANKS)
}


def card(bit: Any) -> str:
    return CARD_AT[int(bit)]


def cards(mask: Any) -> list[str]:
    whole = int(mask)
    assert whole & sum(CARD_AT) == whole
    return sorted(name for bit, name in CARD_AT.items() if whole & bit)


def dealt_of(rules: CruceRules, places: np.ndarray) -> book.Dealt:
    """What a layout gives to whom (rule book, section 3)."""
    players = rules.players
    at: dict[int, list[str]] = {}
    for number, place in enumerate(places):
        at.setdefault(int(place), []).append(book.PACK[number])
    first = [at[seat] for seat in range(players)]
    single = [at[players + i][0] for i in range(12)]
    if players > 2:
        half = 12 // players
        return book.Dealt(first, [single[s * half : (s + 1) * half] for s in range(players)])
    more = 2 * (rules.two_player_hand - 6)
    return book.Dealt(first, [single[0:more:2], single[1:more:2]], single[more:])


def deals(
    rules: CruceRules, seed: int, number: int, purpose: int = PURPOSE_DEAL
) -> Iterator[book.Dealt]:
    """The deals of one round, one after the other from the same stream."""
    state = new_stream()
    open_stream(state, np.uint64(seed), purpose, number)
    places = np.zeros(24, np.uint8)
    plan = PLANS[rules.players]
    cards, needs = np.zeros(24, np.int64), np.zeros(plan[3].shape[0], np.int64)
    while True:
        deal_one(state, plan, cards, needs, places)
        yield dealt_of(rules, places)


class Replay:
    """Answers as the kernel did; an answer or a choice that differs is an error."""

    def __init__(self, outcome: np.ndarray, calls: np.ndarray, trace: np.ndarray) -> None:
        self.trump = book.SUITS[outcome[places.TRUMP]]
        self.calls = [divmod(int(c), 8) for c in calls[1 : calls[0] + 1]]
        self.trace = list(trace)

    def __call__(self, what: str, seat: int, options: list[Any]) -> Any:
        if what == "name":
            return self.trump
        if what == "call":
            call = self.calls.pop(0)
            assert call in options
            return call
        played, legal = self.trace.pop(0)[:2]
        assert cards(legal) == options
        assert card(played) in options
        return card(played)


def check(
    rules: CruceRules,
    count: int,
    levels: tuple[int, ...],
    seed: int = 1,
    ask: tuple[int, ...] = AUCTION,
    first: int = 0,
) -> int:
    """Compare ``count`` rounds; returns the number of single comparisons."""
    outcomes, calls, traces = play(rules, count, levels, ask, seed, first)
    compared = 0
    for i in range(count):
        replay = Replay(outcomes[i], calls[i], traces[i])
        contract = None if ask[1] == kernels.AUCTION else (ask[0], ask[1], ask[2])
        told = book.play_round(rules, deals(rules, seed, first + i), replay, contract)
        assert not replay.calls
        assert not replay.trace
        compared += int(calls[i, 0]) + 24
        assert plain(told) == plain_outcome(outcomes[i], len(told.points)), (rules.changed(), i)
    return compared


def plain(told: book.Round) -> tuple[Any, ...]:
    return (
        told.declarer,
        told.contract,
        told.mode,
        told.trump,
        told.stake,
        told.doubles,
        told.dealt,
        told.points,
        told.deltas,
        told.tricks,
        told.announcements,
    )


def plain_outcome(outcome: np.ndarray, sides: int) -> tuple[Any, ...]:
    row = outcome.tolist()

    def by_side(start: int) -> list[int]:
        assert not any(row[start + sides : start + 4])
        return row[start : start + sides]

    return (
        row[places.DECLARER],
        row[places.CONTRACT],
        row[places.MODE],
        book.SUITS[row[places.TRUMP]],
        row[places.STAKE],
        row[places.DOUBLES],
        row[places.DEALT],
        by_side(places.POINTS),
        by_side(places.DELTAS),
        by_side(places.WON),
        by_side(places.ANNOUNCED),
    )


def packets(order: np.ndarray, players: int) -> list[int]:
    """First packets as card sets, from a permutation of the pack."""
    size = 12 // players
    return [
        sum(1 << (16 * (int(c) // 6) + int(c) % 6) for c in order[s * size : (s + 1) * size])
        for s in range(players)
    ]
