"""The double-dummy search against DDS, a plain minimax, known hands and its own symmetries."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import analyzer
from analyzer.kernels.search import reach_batch, solve_batch
from analyzer.kernels.search_arena import new_arena
from analyzer.kernels.search_lines import best_line, values_batch
from analyzer.kernels.trick import MUST_OVERTRUMP, MUST_TRUMP
from tests.kernels.search_positions import (
    NO_CARDS,
    PARTNERS_13,
    SEATS,
    hands_of_owners,
    question,
    trump_mask,
)
from tests.reference import search as plain

DATA = Path(__file__).resolve().parent.parent / "data"
STRAINS = (0, 1, 2, 3, None)


@pytest.fixture(scope="module")
def arena() -> np.ndarray:
    return new_arena()


@pytest.fixture(scope="module")
def dds() -> dict[str, np.ndarray]:
    """Values by DDS 2.9.0: see ``dds_8card.source.md``."""
    path = DATA / "dds_8card.npz"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert digest in (DATA / "dds_8card.source.md").read_text()
    with np.load(path) as file:
        return dict(file)


def solve(
    arena: np.ndarray, hands: np.ndarray, trump: int | None, leader: int, duties: int = 0
) -> np.ndarray:
    """Tricks of the leader's side of full deals; hands uint64 [n, 4]."""
    n = len(hands)
    out = np.empty(n, np.int64)
    trumps, leaders = np.full(n, trump_mask(trump)), np.full(n, leader)
    none = np.zeros((n, 3), np.uint64)
    solve_batch(arena, hands, SEATS, PARTNERS_13, trumps, leaders, duties, none, out)
    return out


@pytest.mark.parametrize("kind", ["", "skew_"])
@pytest.mark.parametrize("strain", range(5))
def test_dds_for_every_leader(arena, dds, kind, strain):
    """The remaining deals of the file are checked by ``scripts/check-search``."""
    hands = hands_of_owners(dds[f"{kind}owners"][:250])
    for leader in range(4):
        found = solve(arena, hands, STRAINS[strain], leader)
        np.testing.assert_array_equal(found, dds[f"{kind}tricks_by_leader"][:250, strain, leader])


@pytest.mark.parametrize("kind", ["", "skew_"])
@pytest.mark.parametrize("strain", range(5))
def test_dds_for_every_opening_lead(arena, dds, kind, strain):
    hands = hands_of_owners(dds[f"{kind}owners"][-100:])
    found = np.empty((100, 64), np.int64)
    trumps, leaders = np.full(100, trump_mask(STRAINS[strain])), np.zeros(100, np.int64)
    none = np.zeros((100, 3), np.uint64)
    values_batch(arena, hands, SEATS, PARTNERS_13, trumps, leaders, 0, none, found)
    by_card = found.reshape(100, 4, 16)
    assert (by_card[:, :, 8:] == -1).all()
    np.testing.assert_array_equal(
        by_card[:, :, :8].reshape(100, 32), dds[f"{kind}lead_values"][-100:, strain]
    )


def test_stored_values_of_a_plain_minimax(arena):
    """All endgames of the study, at every combination of duties, in the middle of tricks too.

    Its values were written by ``scripts/check-search --write``, by ``tests/reference``.
    """
    stored = json.loads((DATA / "search_endgames.json").read_text())
    assert len(stored["values"]) == len(plain.study())
    out = np.empty(1, np.int64)
    for number, value in enumerate(stored["values"]):
        solve_batch(arena, *question(plain.endgame(number)), out)
        assert out[0] == value, f"endgame {number}: {plain.endgame(number)}"


def test_a_plain_minimax_played_here(arena):
    """A random part of the same endgames: everything the kernels tell about them."""
    stored = json.loads((DATA / "search_endgames.json").read_text())["values"]
    numbers = [n for n in range(len(stored)) if plain.study()[n][1] < 5]
    for number in random.Random().sample(numbers, 60):
        position = plain.endgame(number)
        assert plain.leader_tricks(position) == stored[number], number
        check_every_answer(arena, position, stored[number])


def check_every_answer(arena: np.ndarray, position: plain.Position, value: int) -> None:
    """Decisions, values of all cards and the line of best play agree with ``value``."""
    asked = question(position)
    out = np.empty(1, np.int64)
    total = len(position.hands[position.leader]) + bool(position.trick)
    for tricks in range(total + 2):
        reach_batch(arena, *asked, np.array([tricks]), out)
        assert out[0] == (value >= tricks)
    leads = position.leader in position.side
    cards = np.empty((1, 64), np.int64)
    values_batch(arena, *asked, cards)
    memo: dict[object, int] = {}
    expected = np.full(64, -1)
    for card in plain.legal(position):
        moved, winner = plain.after(position, card)
        own = (winner in position.side) + plain.side_tricks(moved, memo)
        expected[16 * card[0] + card[1]] = own if leads else total - own
    np.testing.assert_array_equal(cards[0], expected)
    hands, order, side, trump, leader, duties, played = asked
    line = np.empty(32, np.int64)
    count = best_line(arena, hands[0], order, side, trump[0], leader[0], duties, played[0], line)
    won = 0
    for index in line[:count]:
        card = divmod(int(index), 16)
        assert card in plain.legal(position)
        position, winner = plain.after(position, card)
        won += winner is not None and (winner in position.side) == leads
    assert not any(position.hands)
    assert won == value


def random_hands(seed: int, n: int, size: int) -> np.ndarray:
    """Hands uint64 [n, 4] of ``size`` cards from the 32-card pack, by NumPy."""
    rng = np.random.default_rng(seed)
    owners = np.full((n, 32), 255, np.uint8)
    owners[:, : 4 * size] = np.repeat(np.arange(4), size)
    return hands_of_owners(rng.permuted(owners, axis=1))


@pytest.mark.parametrize("duties", [0, 1, 3, 7, 11, 15])
@pytest.mark.parametrize("size", [6, 8])
def test_symmetry(arena, duties, size):
    """Turning the table and renaming the suits change nothing."""
    hands = random_hands(duties, 40, size)
    for trump, leader in itertools.product((0, 2, None), (0, 1)):
        value = solve(arena, hands, trump, leader, duties)
        for turn in range(1, 4):
            turned = np.roll(hands, turn, axis=1).copy()
            found = solve(arena, turned, trump, (leader + turn) % 4, duties)
            np.testing.assert_array_equal(found, value)
        for names in ((1, 2, 3, 0), (3, 1, 0, 2)):
            renamed = np.zeros_like(hands)
            for suit, name in enumerate(names):
                ranks = hands >> np.uint64(16 * suit) & np.uint64(0xFFFF)
                renamed |= ranks << np.uint64(16 * name)
            other = None if trump is None else names[trump]
            np.testing.assert_array_equal(solve(arena, renamed, other, leader, duties), value)


@pytest.mark.parametrize("duties", [0, MUST_TRUMP | MUST_OVERTRUMP])
def test_a_used_table_changes_nothing(arena, duties):
    """Entries of earlier deals and of a table that overflows: the same values as afresh."""
    hands = random_hands(99, 60, 8)
    small = new_arena(6)
    for trump in (1, None):
        value = solve(arena, hands, trump, 2, duties)
        np.testing.assert_array_equal(solve(small, hands, trump, 2, duties), value)
        for deal in range(60):
            fresh = solve(new_arena(), hands[deal : deal + 1], trump, 2, duties)
            assert fresh[0] == value[deal]


def test_eight_voids(arena):
    """The deal of many voids; values by two independent programs that agreed.

    Tricks of the leader's side for leaders 1 to 4, no trump, then clubs to spades.
    """
    high, low = np.uint64(0xF0), np.uint64(0x0F)
    clubs, diamonds, hearts, spades = (np.uint64(16 * suit) for suit in range(4))
    hands = np.array(
        [
            [
                high << hearts | high << diamonds,
                high << spades | high << clubs,
                low << spades | low << hearts,
                low << diamonds | low << clubs,
            ]
        ],
        np.uint64,
    )
    standard = MUST_TRUMP | MUST_OVERTRUMP
    expected = {
        None: ([8, 8, 8, 8], [8, 8, 8, 8]),
        0: ([0, 8, 0, 8], [0, 8, 0, 8]),
        1: ([8, 4, 8, 4], [8, 4, 7, 4]),
        2: ([8, 0, 8, 0], [8, 0, 8, 0]),
        3: ([4, 8, 4, 7], [4, 8, 4, 7]),
    }
    for trump, (by_default, whist) in expected.items():
        found = [solve(arena, hands, trump, leader, standard)[0] for leader in range(4)]
        assert found == by_default
        assert [solve(arena, hands, trump, leader)[0] for leader in range(4)] == whist


def test_hands_that_do_not_fit(arena):
    """Unequal hands, a card twice, ranks beyond eight: -1, no search."""
    out = np.empty(1, np.int64)
    for hands in ([3, 12, 48, 64], [3, 3, 48, 192], [0x300, 12, 48, 192]):
        asked = np.array([hands], np.uint64), SEATS, PARTNERS_13, np.zeros(1, np.uint64)
        solve_batch(arena, *asked, np.zeros(1, np.int64), 0, NO_CARDS[None], out)
        assert out[0] == -1


def test_threads_with_an_arena_each():
    hands = random_hands(5, 200, 8)
    value = solve(new_arena(), hands, 3, 0)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: solve(new_arena(), hands, 3, 0), range(4)):
            np.testing.assert_array_equal(found, value)


def test_two_fresh_processes(tmp_path):
    """The second one runs what the first left in the cache on disk."""
    code = (
        "import numpy as np\n"
        "from analyzer.kernels.search_arena import new_arena\n"
        "from analyzer.kernels.search import solve_batch\n"
        "out = np.empty(1, np.int64); one = np.zeros(1, np.int64)\n"
        "hands = np.array([[0xF, 0xF0, 0xF0000, 0xF00000]], np.uint64)\n"
        "solve_batch(new_arena(), hands, np.arange(4), 5, np.zeros(1, np.uint64), one, 0,"
        " np.zeros((1, 3), np.uint64), out)\n"
        "print(out[0], sum(solve_batch.stats.cache_hits.values()))\n"
    )
    # A copy, so that the cache stays valid while the checkout is being worked on.
    package = Path(analyzer.__file__).parent
    shutil.copytree(package / "kernels", tmp_path / "analyzer" / "kernels")
    (tmp_path / "analyzer" / "__init__.py").touch()
    environment = {**os.environ, "ANALYZER_CACHE_DIR": str(tmp_path / "cache")}
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(2)
    ]
    # Seat 1 holds the high clubs, seat 0 leads the low ones and has nothing else.
    assert [tricks for tricks, _ in runs] == ["0", "0"]
    assert [hits for _, hits in runs] == ["0", "1"]
