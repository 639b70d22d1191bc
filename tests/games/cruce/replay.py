"""Rounds played by the kernels, played again by the plain-Python rule book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from analyzer.games.cruce.codes import kernel_rules
from analyzer.games.cruce.kernels import rounds as kernels
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels.deal import deal_one
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL, new_stream, open_stream
from tests.reference import cruce as book

AUCTION = (0, kernels.AUCTION, 0, kernels.CHOSEN)
CALLS = 2048


def layouts(rules: CruceRules, known: dict[int, int] | None = None) -> Layouts:
    """First packets, then twelve cards one by one: independent of the package's own plan."""
    players = rules.players
    return Layouts.build(24, [12 // players] * players + [1] * 12, known)


def play(
    rules: CruceRules,
    count: int,
    levels: tuple[int, ...] = (0, 0, 0, 0),
    ask: tuple[int, ...] = AUCTION,
    seed: int = 1,
    first: int = 0,
    known: dict[int, int] | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Outcomes [D, OUTCOME], calls [D, C] and traces [D, 24, 2] of the kernels."""
    outcomes = np.zeros((count, 1, kernels.OUTCOME), np.int64)
    calls = np.zeros((count, CALLS), np.int64)
    traces = np.zeros((count, 24, 2), np.uint64)
    kernels.play_rounds(
        np.uint64(seed),
        first,
        layouts(rules, known).plan,
        layouts(rules).plan,
        np.array([ask]),
        kernel_rules(rules),
        np.array(levels),
        kernels.new_desk(),
        outcomes,
        calls,
        traces,
    )
    return outcomes[:, 0], calls, traces


def card(bit: Any) -> str:
    index = int(bit).bit_length() - 1
    return book.SUITS[index >> 4] + book.RANKS[index & 15]


def cards(mask: Any) -> list[str]:
    return [card(1 << i) for i in range(64) if int(mask) >> i & 1]


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
    rules: CruceRules, seed: int, number: int, known: dict[int, int] | None = None
) -> Iterator[book.Dealt]:
    """The deals of one round, one after the other from the same stream."""
    state = new_stream()
    open_stream(state, np.uint64(seed), PURPOSE_DEAL, number)
    places = np.zeros(24, np.uint8)
    plan = layouts(rules, known).plan
    while True:
        work = np.zeros(24, np.int64), np.zeros(plan[3].shape[0], np.int64)
        deal_one(state, plan, work[0], work[1], places)
        yield dealt_of(rules, places)
        plan = layouts(rules).plan


class Replay:
    """Answers as the kernel did; an answer or a choice that differs is an error."""

    def __init__(self, outcome: np.ndarray, calls: np.ndarray, trace: np.ndarray) -> None:
        self.trump = book.SUITS[outcome[kernels.TRUMP]]
        self.calls = [divmod(int(c), 8) for c in calls[1 : calls[0] + 1]]
        self.trace = list(trace)

    def __call__(self, what: str, seat: int, options: list[Any]) -> Any:
        if what == "name":
            return self.trump
        if what == "call":
            call = self.calls.pop(0)
            assert call in options
            return call
        played, legal = self.trace.pop(0)
        assert sorted(cards(legal)) == options
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
        row[kernels.DECLARER],
        row[kernels.CONTRACT],
        row[kernels.MODE],
        book.SUITS[row[kernels.TRUMP]],
        row[kernels.STAKE],
        row[kernels.DOUBLES],
        row[kernels.DEALT],
        by_side(kernels.POINTS),
        by_side(kernels.DELTAS),
        by_side(kernels.WON),
        by_side(kernels.ANNOUNCED),
    )
