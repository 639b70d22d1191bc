"""Levels of play: what a seat may look at, habits of a sound player, matches, batches."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.deals import LAYOUTS, deal_places
from analyzer.games.cuatrola.kernels import batch, thinking
from analyzer.games.cuatrola.rules import CuatrolaRules
from tests.games.cuatrola.replay import (
    BITS,
    LogReader,
    Played,
    cards_of,
    mixed,
    places_of,
    run_kernel,
)
from tests.reference import cuatrola as book

STANDARD = CuatrolaRules()
SIMPLE = (1, 1, 1, 1)
NO_POINTS = np.zeros(2, np.int64)


def play_all(
    rules: CuatrolaRules, levels: list[int], n: int, contract: int, declarer: int, seed: int = 3
) -> np.ndarray:
    out = np.zeros((n, 1, batch.RESULTS), np.int64)
    batch.play_batch(
        np.uint64(seed), 0, LAYOUTS.plan, np.array([contract]), np.array([declarer]), NO_POINTS,
        codes.kernel_rules(rules), np.array(levels), out,
    )  # fmt: skip
    return out[:, 0]


def decisions(places: np.ndarray, played: Played, declarer: int) -> list[tuple[int, list[int]]]:
    """For each card of a hand without singing: its row, and what each seat held before it."""
    left = [int(places[seat]) | (int(places[4]) if seat == 3 else 0) for seat in range(4)]
    found = []
    for row in range(played.rows):
        card = int(played.log[row, 1])
        seat = next(s for s in range(4) if left[s] & card)
        found.append((row, list(left)))
        left[seat] &= ~card
    return found


@pytest.mark.parametrize("declarer", [-1, 0, 1, 2, 3])
def test_a_simple_player_sees_its_own_seat_only(declarer: int) -> None:
    """The other hands are exchanged for others that fit everything seen: the same card comes.

    What is seen: own hand, cards played, the turned card.  The other seats' cards are dealt
    anew, and the same first decisions are forced; when they are still legal there, the next
    choice of the seat to play must be the same.
    """
    rng = np.random.default_rng(declarer + 1)
    rules = STANDARD.with_changes(cantes="off")
    contract = codes.NORMAL if declarer < 0 else 1 + declarer % 3
    tried = 0
    for places in deal_places(150, 40 + declarer):
        played = run_kernel(rules, places, contract, declarer, SIMPLE)
        rows = decisions(places, played, declarer)
        row, held = rows[rng.integers(len(rows))]
        options = int(played.log[row, 0])
        if options.bit_count() < 2:
            continue
        me = next(s for s in range(4) if held[s] & options)
        turned = int(places[4])
        others = [s for s in range(4) if s != me]
        known = {s: (turned if s == 3 and held[3] & turned else 0) for s in others}
        pool = [b for s in others for b in range(64) if (held[s] & ~known[s]) >> b & 1]
        shuffled = [pool[i] for i in rng.permutation(len(pool))]
        changed = places.copy()
        for s in others:
            need = int(held[s]).bit_count() - known[s].bit_count()
            new = sum(1 << shuffled.pop() for _ in range(need)) | known[s]
            spent = (int(places[s]) | (turned if s == 3 else 0)) & ~held[s]
            changed[s] = np.uint64((new | spent) & ~(turned if s == 3 else 0))
        forced = [int(word) for word in played.log[:row, 1]]
        again = run_kernel(rules, changed, contract, declarer, SIMPLE, forced=forced)
        if any(played.log[i, 1] & ~again.log[i, 0] for i in range(row)):
            continue  # a card played would not have been legal from that hand
        # The public conclusions must be equal too; they follow from the same cards played.
        assert again.log[row, 0] == played.log[row, 0]
        assert again.log[row, 1] == played.log[row, 1], cards_of(options)
        tried += 1
    assert tried > 20


def first_card(hands: list[str], turned: str, contract: int, declarer: int, *forced: str) -> str:
    """The next card of simple players after some cards."""
    script = [1 << BITS[card] for card in forced]
    played = run_kernel(
        STANDARD, places_of(hands, turned), contract, declarer, SIMPLE, forced=script
    )
    return cards_of(int(played.log[len(script), 1]))[0]


def test_habits() -> None:
    # Section 14.  A declarer with sure trumps draws trumps.
    hands = ["AO 3O RO AC SE", "HO 3C AE AB SB", "HC RC HE HB 3B", "SO SC 3E RE RB"]
    assert first_card(hands, "SO", codes.CUATRO, 0)[1] == "O"
    # Without a sure card mano leads low, not a loose tres.
    hands = ["3C SE SB HE HB", "AC AE AB AO RO", "3O 3E RE SC RB", "SO HO HC RC 3B"]
    assert first_card(hands, "SO", codes.NORMAL, -1)[0] in "SH"
    # Points go on a trick that the partner wins: P3 cannot follow and has no trump.
    hands = ["AC SC SE SB HE", "SO RC 3B AB HB", "3E AE RE HC RB", "HO 3O AO RO 3C"]
    assert first_card(hands, "HO", codes.NORMAL, -1, "AC", "RC") == "HC"
    hands = ["AC SC SE SB HE", "SO RC 3B AB HB", "3E AE RE 3C RB", "HO 3O AO RO HC"]
    assert first_card(hands, "HO", codes.NORMAL, -1, "AC", "RC") == "3C"


@pytest.mark.parametrize("contract", [codes.NORMAL, codes.SOLO, codes.CUATRO, codes.QUINTA])
def test_simple_beats_random_on_the_same_deals(contract: int) -> None:
    declarer = -1 if contract == codes.NORMAL else 0
    n = 20_000
    for_pair = play_all(STANDARD, [1, 0, 1, 0], n, contract, declarer)[:, batch.SCORE]
    against = play_all(STANDARD, [0, 1, 0, 1], n, contract, declarer)[:, batch.SCORE]
    gain = (for_pair - against).astype(float)
    assert gain.mean() > 5 * gain.std() / np.sqrt(n)


def test_totals_of_a_normal_hand() -> None:
    # Section 11: the two pairs' totals add up to 130 and the cantes.
    for levels in ([0, 0, 0, 0], [1, 1, 1, 1]):
        found = play_all(STANDARD, levels, 5_000, codes.NORMAL, -1)
        cantes = found[:, batch.PAIR_CANTES : batch.PAIR_CANTES + 2].sum(axis=1)
        points = found[:, batch.PAIR_POINTS : batch.PAIR_POINTS + 2].sum(axis=1)
        assert (points == 130 + cantes).all()
        assert cantes.max() >= 60
        assert (found[:, batch.SEAT_TRICKS : batch.SEAT_TRICKS + 4].sum(axis=1) == 5).all()


@pytest.mark.parametrize("changes", [{}, {"contract_lead": "soloist"}, {"cantes": "several"}])
def test_any_batches_give_the_same_numbers(changes: dict[str, object]) -> None:
    rules = codes.kernel_rules(STANDARD.with_changes(**changes))
    contracts, declarers = np.array([-1, 0, 1, 3]), np.array([-1, -1, 2, 3])
    levels = np.array([0, 1, 0, 1])

    def run(first: int, n: int, pick: slice = slice(None)) -> tuple[np.ndarray, np.ndarray]:
        out = np.zeros((n, len(contracts[pick]), batch.RESULTS), np.int64)
        batch.play_batch(
            np.uint64(9), first, LAYOUTS.plan, contracts[pick], declarers[pick], NO_POINTS, rules,
            levels, out,
        )  # fmt: skip
        matches = np.zeros((n, thinking.MATCH_RESULTS), np.int64)
        thinking.play_matches(
            np.uint64(9),
            first,
            LAYOUTS.plan,
            NO_POINTS,
            rules,
            levels,
            np.zeros(4, np.int64),
            matches,
        )
        return out, matches

    whole = run(0, 60)
    parts = [run(0, 1), run(1, 20), run(21, 39)]
    for i in range(2):
        assert (whole[i] == np.concatenate([part[i] for part in parts])).all()
    # ... and the answer to one question does not depend on the others.
    assert (run(0, 60, slice(2, 3))[0] == whole[0][:, 2:3]).all()


def test_matches_against_the_book() -> None:
    """Hand by hand through the log of each hand, with the scores the book keeps."""
    rng = np.random.default_rng(21)
    for number in range(40):
        rules = CuatrolaRules.make(mixed(rng))
        places = iter(deal_places(2_000, 500 + number))
        scores = [0, 0]
        hand = 0
        while max(scores) < rules.target:
            row = next(places)
            seen = [scores[hand % 2], scores[(hand + 1) % 2]]
            played = run_kernel(
                rules, row, batch.AUCTION, -1, [number % 2] * 4, seen, int(rng.integers(1 << 60))
            )
            points = int(played.result[batch.SCORE])
            scores[(hand + (points < 0)) % 2] += abs(points)
            policy = LogReader(played.log)
            hands = [cards_of(row[seat]) for seat in range(4)]
            turned = cards_of(row[4])[0]
            hands[3] = [*hands[3], turned]
            # One hand of the book's match, from the same score and the same rotation.
            contract, declarer = book.declare(rules, seen, policy)
            end = book.Hand(rules, hands, turned[1], contract, declarer, policy).play()
            pair, worth = end.match_points()
            assert (worth if pair == 0 else -worth) == points
            hand += 1


def test_a_match_ends_at_its_target() -> None:
    for preset, target in (("standard", 11), ("to21", 21), ("online", 11)):
        rules = CuatrolaRules.load(preset)
        found = np.zeros((400, thinking.MATCH_RESULTS), np.int64)
        thinking.play_matches(
            np.uint64(4), 0, LAYOUTS.plan, NO_POINTS, codes.kernel_rules(rules),
            np.ones(4, np.int64), np.zeros(4, np.int64), found,
        )  # fmt: skip
        ends = found[:, thinking.MATCH_SCORES : thinking.MATCH_SCORES + 2]
        assert (ends.max(axis=1) >= target).all()
        assert (ends.min(axis=1) < target).all()
        assert ((ends[:, 0] > ends[:, 1]) == found[:, thinking.MATCH_WON]).all()
        # Section 8: only a contract of the others takes a pair past 11, by at most 4 or 5 - 1.
        assert ends.max() <= target + 4


def test_a_start_one_point_short() -> None:
    # At 10 : 10 nobody may declare; the first normal hand ends the match.
    found = np.zeros((300, thinking.MATCH_RESULTS), np.int64)
    thinking.play_matches(
        np.uint64(4), 0, LAYOUTS.plan, np.array([10, 10]), codes.kernel_rules(STANDARD),
        np.ones(4, np.int64), np.zeros(4, np.int64), found,
    )  # fmt: skip
    assert (found[:, thinking.MATCH_HANDS] == 1).all()
    assert (found[:, thinking.MATCH_SCORES : thinking.MATCH_SCORES + 2].sum(axis=1) == 21).all()
