"""The search of card-point games against plain search, known hands and its own symmetries."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analyzer.kernels import points_batch, points_lines
from analyzer.kernels import points_rules as rules_at
from analyzer.kernels import trick as duty
from tests.kernels.points_positions import (
    CRUCE,
    CUATROLA,
    CUATROLA_STANDARD,
    FIRST_LEAD,
    RANKS,
    WINDOW,
    Question,
    cruce_deal,
    cruce_endgame,
    cuatrola_question,
    random_options,
)
from tests.reference.points_search import winning_place

DATA = Path(__file__).resolve().parent.parent / "data"
KINDS = {
    "cruce_endgames": 2000,
    "cruce_deals_4": 50,
    "cruce_deals_3": 25,
    "cruce_deals_2": 25,
    "cuatrola_normal": 500,
    "cuatrola_solo": 500,
}
SUITS = {suit: number for number, suit in enumerate("OCEB")}
SPANISH = "SHR3A"


@pytest.fixture(scope="module")
def arena() -> tuple[np.ndarray, ...]:
    return points_batch.new_arena(12)


@pytest.fixture(scope="module")
def stored() -> dict[str, np.ndarray]:
    """Values of the plain search: see ``points_search.source.md``."""
    path = DATA / "points_search.npz"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert digest in (DATA / "points_search.source.md").read_text()
    with np.load(path) as file:
        return dict(file)


@pytest.mark.parametrize("kind", KINDS)
def test_every_stored_value(kind: str, stored: dict, arena: tuple) -> None:
    values = stored[f"{kind}_values"].tolist()
    assert len(values) == KINDS[kind]
    for row, value in zip(stored[kind].tolist(), values, strict=True):
        question = Question.from_row(row)
        assert question.value(arena) == value, question
        assert question.reaches(value, arena), question
        assert not question.reaches(value + 1, arena), question


def test_new_endgames_by_plain_search(arena: tuple) -> None:
    """Questions that are not in the file."""
    rng = random.Random(20)
    for _ in range(150):
        question = cruce_endgame(rng)
        assert question.value(arena) == question.plain_value(), question
    for _ in range(150):
        options = random_options(rng, CUATROLA)
        question = cuatrola_question(
            rng, rng.random() < 0.5, rng.choice((3, 4)), options, rng.choice((0, 0, 1, 2, 3))
        )
        assert question.value(arena) == question.plain_value(), question


@pytest.mark.parametrize("kind", KINDS)
def test_stored_values_are_those_of_the_plain_search(kind: str, stored: dict) -> None:
    """A few rows again, so that the file cannot drift from the program that wrote it."""
    rng = random.Random(kind)
    for place in rng.sample(range(KINDS[kind]), 1 if kind[-2:] in ("_3", "_4") else 10):
        value = stored[f"{kind}_values"][place]
        assert Question.from_row(stored[kind][place].tolist()).plain_value() == value


def _renamed(question: Question, suits: list[int]) -> Question:
    """The question with suit ``s`` called ``suits[s]``."""
    ranks = RANKS[question.game]
    owners = [0] * len(question.owners)
    for card, owner in enumerate(question.owners):
        owners[suits[card // ranks] * ranks + card % ranks] = owner
    return replace(
        question,
        owners=tuple(owners),
        trump=question.trump if question.trump == FIRST_LEAD else suits[question.trump],
        announced=tuple(sorted(suits[suit] for suit in question.announced)),
        table=tuple(suits[card // ranks] * ranks + card % ranks for card in question.table),
    )


def _rotated(question: Question, by: int) -> Question:
    """The question with every seat ``by`` places further round the table."""

    def turn(seats: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted((seat + by) % 4 for seat in seats))

    return replace(
        question,
        owners=tuple(o if o == 255 else (o + by) % 4 for o in question.owners),
        active=turn(question.active),
        side=turn(question.side),
        leader=(question.leader + by) % 4,
    )


def test_names_of_suits_and_seats_do_not_matter(arena: tuple) -> None:
    rng = random.Random(3)
    for number in range(120):
        question = _whole_deal(rng, number)
        value = question.value(arena)
        suits = rng.sample(range(4), 4)
        assert _renamed(question, suits).value(arena) == value
        assert _rotated(question, rng.randrange(1, 4)).value(arena) == value


def _whole_deal(rng: random.Random, number: int) -> Question:
    if number % 2:
        return cruce_deal(rng, (4, 3, 2)[number % 3])
    return cuatrola_question(rng, number % 4 == 0, 5, random_options(rng, CUATROLA))


def test_difference_is_the_same_from_both_sides(arena: tuple) -> None:
    """Cuatrola counts own minus other: the other side's value is the negative."""
    rng = random.Random(4)
    for number in range(100):
        question = cuatrola_question(rng, number % 2 == 0, 5, random_options(rng, CUATROLA))
        others = tuple(seat for seat in question.active if seat not in question.side)
        other = replace(question, side=others)
        assert other.value(arena) == -question.value(arena)


def test_every_card_and_the_line_agree_with_the_value(arena: tuple) -> None:
    """The best next card is worth the value, and a line of best play earns it."""
    rng = random.Random(5)
    for number in range(120):
        question = _endgame_or_deal(rng, number)
        value = question.value(arena)
        table = np.zeros((1, len(question.owners)), np.int64)
        points_lines.move_values(*question.arguments(), question.packed(), arena, table)
        shown = table[0][table[0] != points_batch.NO_VALUE]
        place = question.active.index(question.leader) + len(question.table)
        mover = question.active[place % len(question.active)]
        assert (shown.max() if mover in question.side else shown.min()) == value
        assert _points_of_line(question, arena) == value, question


def _endgame_or_deal(rng: random.Random, number: int) -> Question:
    if number % 3 == 0:
        return cruce_endgame(rng)
    if number % 3 == 1:
        return cruce_deal(rng, (4, 3, 2, 4)[number % 4])
    begun = rng.choice((0, 1, 2))
    return cuatrola_question(
        rng, rng.random() < 0.5, rng.choice((3, 4, 5)), random_options(rng, CUATROLA), begun
    )  # fmt: skip


def _points_of_line(question: Question, arena: tuple) -> int:
    """What the line of best play earns, counted by the plain rules."""
    owners, active, side, trump, leader, announced, table = question.arguments()
    steps = np.zeros((points_lines.STEPS, 3), np.int64)
    count = points_lines.best_line(
        owners[0], active[0], side[0], trump[0], leader[0], announced[0], table[0],
        question.packed(), arena, steps,
    )  # fmt: skip
    cards = [divmod(x, RANKS[question.game]) for kind, _, x in steps[:count].tolist() if not kind]
    assert len(cards) == sum(owner != 255 for owner in question.owners)
    if question.trump == FIRST_LEAD:
        question = replace(question, trump=cards[0][0])
    rules = question.plain_rules()
    hands = question.hands()
    trick = [divmod(card, RANKS[question.game]) for card in question.table]
    place = question.active.index(question.leader)
    start, done, total = question.leader, set(question.announced), 0
    waiting = 0 if question.game == CRUCE and rules.needs_trick else None
    for kind, seat, x in steps[:count].tolist():
        sign = 1 if seat in question.side else -1
        if kind == points_lines.PAIR_SUNG:
            assert not trick
            assert {(x, 1), (x, 2)} <= hands[seat]
            assert x not in done
            done.add(x)
            total += sign * (40 if x == question.trump else 20)
            continue
        card = divmod(x, RANKS[question.game])
        assert seat == question.active[(place + len(trick)) % len(question.active)]
        assert card in (rules.legal(hands[seat], tuple(trick)) if trick else hands[seat])
        if question.game == CRUCE and rules.announced_now(hands[seat], card, not trick, done):
            done.add(card[0])
            worth = 40 if card[0] == question.trump else 20
            if seat in question.side and waiting is None:
                total += worth
            elif seat in question.side:
                waiting += worth
        hands[seat] = hands[seat] - {card}
        trick.append(card)
        if len(trick) < len(question.active):
            continue
        place = (place + winning_place(tuple(trick), question.trump)) % len(question.active)
        start = question.active[place]
        points = sum(rules.points[rank] for _, rank in trick)
        points += 10 if question.game == CUATROLA and not any(hands.values()) else 0
        if start in question.side:
            total += points + (waiting or 0)
            waiting = None
        elif question.game == CUATROLA:
            total -= points
        trick = []
    return total


def spanish(trump: str, *hands: str) -> tuple[int, tuple[int, ...]]:
    owners = [255] * 20
    for seat, hand in enumerate(hands):
        for card in hand.split():
            owners[SUITS[card[1]] * 5 + SPANISH.index(card[0])] = seat
    return SUITS[trump], tuple(owners)


def test_open_window_counts_the_song(arena: tuple) -> None:
    """Last trick by ROxHO: the holder of both leads with 40 in the air, sung before the lead.

    Trumps oros; king and horse of trumps against two plain cards: both tricks are 4 + 2 and
    3 + 2 points and 10 for the last, 21; with the song 61.
    """
    trump, owners = spanish("O", "RO HO", "SC SE", "", "")
    base = Question(CUATROLA, owners, (0, 1), (0,), trump, 0, (), (), CUATROLA_STANDARD)
    assert base.value(arena) == 21
    sung = replace(base, options=(*CUATROLA_STANDARD[:WINDOW], 1))
    assert sung.value(arena) == 61
    assert replace(sung, announced=(trump,)).value(arena) == 21


def test_tute_ends_the_hand(arena: tuple) -> None:
    """Four kings in hand when the ace of trumps has won: all that is left, and the bonus.

    Seat 0 leads AO (11) on SO (2), then holds the four kings; left are 4 x 4 and the other
    hand's 3 + 3 + 3 + 2 and the last trick's 10: 37. Value 13 + 37 + 500.
    """
    trump, owners = spanish("O", "AO RO RC RE RB", "SO HC HE HB SB", "", "")
    question = Question(CUATROLA, owners, (0, 1), (0,), trump, 0, (), (), CUATROLA_STANDARD)
    rules = question.packed()
    rules[rules_at.TUTE] = 500
    out = np.zeros(1, np.int64)
    points_batch.values(*question.arguments(), rules, arena, out)
    assert out[0] == 13 + 37 + 500


def test_first_lead_must_be_a_trump(arena: tuple) -> None:
    """Spades trump; seat 0 holds 9S 9H against JS AD.

    Free, 9H forces the jack out and 9S ruffs the ace: 11. A trump led first is lost to the
    jack, and the ace wins: 0.
    """
    game = {"points": (0, 2, 3, 4, 10, 11), "duties": duty.MUST_TRUMP}
    owners = np.full((1, 24), 255, np.uint8)
    owners[0, [18, 12]] = 0
    owners[0, [19, 11]] = 1
    one = np.ones(1, np.int64)
    question = (owners, 3 * one, one, 3 * one, 0 * one, 0 * one, np.full((1, 4), 255, np.uint8))
    found = []
    for forced in (False, True):
        out = np.zeros(1, np.int64)
        rules = rules_at.pack_points(**game, lead_trump=forced)
        points_batch.values(*question, rules, arena, out)
        found.append(int(out[0]))
    assert found == [11, 0]


def test_batches_and_old_tables_change_nothing() -> None:
    """All deals in one batch, in a tiny table, and after other deals: the same values."""
    rng = np.random.default_rng(6)
    n = 60
    owners = np.tile(np.repeat(np.arange(4, dtype=np.uint8), 6), (n, 1))
    owners = rng.permuted(owners, axis=1)
    ones = np.ones(n, np.int64)
    tables = np.full((n, 4), 255, np.uint8)
    question = (owners, 15 * ones, 5 * ones, 2 * ones, 0 * ones, 0 * ones, tables)
    rules = rules_at.pack_points(
        (0, 2, 3, 4, 10, 11), duties=duty.MUST_TRUMP, announce=rules_at.FIRST_PLAYED, pair=(2, 3)
    )
    results = []
    for bits in (4, 14):
        arena = points_batch.new_arena(bits)
        arena[0][points_batch.GENERATION] = points_batch.GENERATIONS - 20
        for _ in range(2):
            out = np.zeros(n, np.int64)
            points_batch.values(*question, rules, arena, out)
            results.append(out.tolist())
    assert results[0] == results[1] == results[2] == results[3]
    backwards = np.zeros(n, np.int64)
    turned = tuple(np.ascontiguousarray(part[::-1]) for part in question)
    points_batch.values(*turned, rules, points_batch.new_arena(14), backwards)
    assert backwards[::-1].tolist() == results[0]


def test_two_fresh_processes_agree() -> None:
    """The second one runs from numba's cache on disk."""
    program = (
        "import random\n"
        "from tests.kernels.points_positions import *\n"
        "arena = points_batch.new_arena()\n"
        "rng = random.Random(1)\n"
        "print([cruce_endgame(rng).value(arena) for _ in range(20)])\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    runs = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=root, env=dict(os.environ, PYTHONPATH=root), capture_output=True, text=True,
            check=True,
        ).stdout
        for _ in range(2)
    ]  # fmt: skip
    assert runs[0] == runs[1] != ""


def test_kernels_know_no_game() -> None:
    """Rules that cannot be searched are refused where they are packed."""
    with pytest.raises(AssertionError, match="even"):
        rules_at.pack_points((0, 1), duties=0, difference=True, plain_value=15)
    with pytest.raises(AssertionError, match="ranks"):
        rules_at.pack_points((), duties=0)
    with pytest.raises(AssertionError, match="one side"):
        rules_at.pack_points((0, 1), duties=0, difference=True, needs_trick=True)


def test_endgame_of_one_card(arena: tuple) -> None:
    """Ace led against the lone ten of the suit: 21 card points."""
    owners = [255] * 24
    owners[5], owners[4] = 0, 1
    question = Question(CRUCE, tuple(owners), (0, 1), (0,), 3, 0, (), (), (0,) * 7)
    assert question.value(arena) == 21
    assert question.value(arena) == question.plain_value()
