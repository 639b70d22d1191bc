"""Whole rounds of the kernels, replayed decision by decision by the plain-Python rule book."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.rounds import (
    AUCTION,
    MATCH_DEALS,
    ROUND_LIMIT,
    Table,
    Workspace,
    contract,
    play_matches,
)
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels.philox import PURPOSE_MATCH, below, new_stream, open_stream
from tests.games.cruce import replay
from tests.reference import cruce as book

RANDOM, SIMPLE, WILD = codes.RANDOM, codes.SIMPLE, codes.WILD
ALONE = [
    {key: value}
    for key, rule in CruceRules.rules().items()
    for value in rule.choices[1:]
    if key != "players"
]
LEVELS = [(WILD,) * 4, (SIMPLE,) * 4, (WILD, SIMPLE, RANDOM, WILD)]


@pytest.mark.parametrize("players", [4, 3, 2])
@pytest.mark.parametrize("change", [{}, *ALONE], ids=str)
def test_every_house_rule_alone(change: dict[str, object], players: int) -> None:
    rules = CruceRules.make({"players": players} | change)
    for number, levels in enumerate(LEVELS):
        replay.check(rules, 500 if number == 0 else 150, levels, seed=11 + number)


def combination(number: int) -> CruceRules:
    """House rules, all drawn at random; a third of the combinations for each form."""
    draw = random.Random(number)
    values = {key: draw.choice(rule.choices) for key, rule in CruceRules.rules().items()}
    return CruceRules.make(values | {"players": (4, 3, 2)[number % 3]})


@pytest.mark.parametrize("block", range(6))
def test_random_combinations(block: int) -> None:
    for number in range(40 * block, 40 * block + 40):
        rules = combination(number)
        replay.check(rules, 12, LEVELS[number % 2], seed=number)
        replay.check(rules, 6, LEVELS[2], seed=number, first=10**9)


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("card", [0, 1, 3])
def test_given_contracts(players: int, card: int) -> None:
    """Without an auction: any declarer, from the hand and pe carte."""
    rules = CruceRules(players=players, double_weak_hand=True)
    for declarer in range(players):
        ask = contract(declarer, 2, card=card)
        replay.check(rules, 60, (WILD,) * 4, seed=declarer, ask=ask)


def split(start: int, *sizes: int) -> list[np.ndarray]:
    ends = np.cumsum(sizes) + start
    return [np.arange(end - size, end) for end, size in zip(ends, sizes, strict=True)]


@pytest.mark.parametrize("players", [4, 3, 2])
def test_any_split_into_batches_gives_the_same_rounds(players: int) -> None:
    rules = CruceRules(players=players, all_pass="redeal", double_weak_hand=True)
    table = Table(rules, None, replay.MODELS[players])
    asks, levels = np.array([AUCTION]), np.array([[WILD, SIMPLE, RANDOM, WILD]])
    workspace = Workspace()
    whole = table.play(7, np.arange(40, 140), asks, levels, workspace)
    parts = [table.play(7, numbers, asks, levels, workspace) for numbers in split(40, 1, 30, 69)]
    np.testing.assert_array_equal(whole, np.concatenate(parts))


@pytest.mark.parametrize("players", [4, 3, 2])
def test_any_split_into_batches_gives_the_same_matches(players: int) -> None:
    rules = CruceRules(players=players)
    levels = np.array([SIMPLE, RANDOM, SIMPLE, RANDOM])
    whole = play_matches(rules, 30, 5, levels)
    parts = [play_matches(rules, n, 5, levels, first) for first, n in ((0, 1), (1, 20), (21, 9))]
    for name in ("totals", "rounds", "winners"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        np.testing.assert_array_equal(getattr(whole, name), joined)
    assert (whole.winners >= 0).all()


@pytest.mark.parametrize("changes", [
    {}, {"players": 3}, {"players": 2}, {"target": 6, "lead_of_two": False},
    {"first_speaker": "before_dealer", "players": 3, "all_pass": "redeal"},
])  # fmt: skip
def test_matches_go_as_the_book_says(changes: dict[str, object]) -> None:
    """Dealer, seats, totals and end of whole matches, added up in plain Python."""
    rules = CruceRules.make(changes)
    players = rules.players
    levels = [SIMPLE, RANDOM, SIMPLE, SIMPLE]
    seed, count = 3, 4
    matches = play_matches(rules, count, seed, np.array(levels))
    for match in range(count):
        stream = new_stream()
        open_stream(stream, np.uint64(seed), PURPOSE_MATCH, match)
        dealer = int(below(stream, players))
        totals = [0] * (2 if players == 4 else players)
        rounds = 0
        while book.winner_of_match(rules, totals) is None:
            seated = [(dealer + 1 + seat) % players for seat in range(players)]
            told = round_of_match(rules, seed, match * ROUND_LIMIT + rounds, levels, seated)
            for seat, player in enumerate(seated[: len(told.deltas)]):
                totals[player % len(totals)] += told.deltas[book.side_of(rules, seat)]
            dealer = (dealer + 1) % players
            rounds += 1
        assert matches.rounds[match] == rounds
        assert matches.totals[match, : len(totals)].tolist() == totals
        assert matches.winners[match] == book.winner_of_match(rules, totals)


def round_of_match(
    rules: CruceRules, seed: int, number: int, levels: list[int], seated: list[int]
) -> book.Round:
    workspace = Workspace()
    workspace.keep_records(1, replay.CALLS)
    sitting = [levels[player] for player in seated] + [0] * (4 - len(seated))
    outcomes = Table(rules).play(
        seed, np.array([number]), np.array([AUCTION]), np.array([sitting]), workspace, MATCH_DEALS
    )
    policy = replay.Replay(outcomes[0], workspace.calls[0], workspace.traces[0])
    told = book.play_round(rules, replay.deals(rules, seed, number, MATCH_DEALS), policy)
    assert told.deltas == outcomes[0, places.DELTAS : places.DELTAS + len(told.deltas)].tolist()
    return told


def test_a_match_without_end_is_given_up() -> None:
    found = play_matches(CruceRules(), 2, 1, np.full(4, WILD), limit=3)
    assert found.winners.tolist() == [-1, -1]
    assert found.rounds.tolist() == [3, 3]


def plays(rules: CruceRules, level: int, count: int) -> np.ndarray:
    asks, levels = np.array([AUCTION]), np.full((1, 4), level)
    table = Table(rules, None, replay.MODELS[rules.players])
    return table.play(2, np.arange(count), asks, levels, Workspace())


@pytest.mark.parametrize("change", ALONE, ids=str)
def test_every_value_changes_something_where_it_is_not_inert(change: dict[str, object]) -> None:
    """The design: an option that is listed and does nothing is a bug."""
    (key,) = change
    needed = {
        "blind_multiplier": {},
        "two_player_hand": {"players": 2},
        "double_cap": {"double_weak_hand": True},
        "double_round": {"double_weak_hand": True},
    }.get(key, {})
    base = CruceRules.make(needed)
    changed = CruceRules.make(needed | change)
    assert key not in changed.inert()
    if key in ("target", "lead_of_two"):
        levels = np.full(4, SIMPLE)
        totals = [play_matches(rules, 400, 1, levels).totals for rules in (base, changed)]
        assert not np.array_equal(*totals)
        return
    # Whoever plays a card of a pair's suit before the pair plays one of the pair later, so
    # pair_card_played announces the same pairs, but later, which only players who watch notice.
    level = SIMPLE if change == {"announce_trigger": "pair_card_played"} else WILD
    # A stake of eight takes three double rounds on end.
    count = 60_000 if key == "double_cap" else 1500
    assert not np.array_equal(plays(base, level, count), plays(changed, level, count))
