"""Runs the kernels of Cuatrola and the rule book side by side, decision by decision.

The kernels leave a log of every decision, the options and the choice.  The rule book plays the
same cards: at each of its decisions its options must be those of the log, and it takes the
log's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.deals import deal_places
from analyzer.games.cuatrola.kernels import batch
from analyzer.games.cuatrola.kernels.table import LOG, SILENT
from analyzer.games.cuatrola.rules import CuatrolaRules
from tests.reference import cuatrola as book

BITS = {card: 16 * book.SUITS.index(card[1]) + book.RANKS.index(card[0]) for card in book.PACK}
CARDS = {bit: card for card, bit in BITS.items()}
NO_SCORE = (0, 0)
QUESTIONS = [(batch.AUCTION, -1), (0, -1), *((c, d) for c in (1, 2, 3) for d in range(4))]


def card_set(cards: str | Sequence[str]) -> np.uint64:
    """Card set of cards in the rule book's spelling."""
    words = cards.split() if isinstance(cards, str) else cards
    return np.uint64(sum(1 << BITS[card] for card in words))


def cards_of(cards: int) -> list[str]:
    """The cards of a set, ascending."""
    return [CARDS[bit] for bit in range(64) if int(cards) >> bit & 1]


def places_of(hands: Sequence[str | Sequence[str]], turned: str) -> NDArray[np.uint64]:
    """A layout as the kernels take it: four hands, the turned card apart from the dealer's."""
    places = [card_set(hand) for hand in hands]
    places[3] ^= card_set([turned])
    return np.array([*places, card_set([turned])], np.uint64)


@dataclass
class Played:
    """What the kernels made of one layout."""

    log: NDArray[np.uint64]
    rows: int
    result: NDArray[np.int64]


def run_kernel(
    rules: CuatrolaRules,
    places: NDArray[np.uint64],
    contract: int,
    declarer: int,
    levels: Sequence[int] = (0, 0, 0, 0),
    scores: Sequence[int] = NO_SCORE,
    fast: int = 1,
    forced: Sequence[int] = (),
) -> Played:
    """Play a layout; ``forced`` are the first decisions, as the log has them."""
    log = np.zeros((LOG, 2), np.uint64)
    log[: len(forced), 1] = np.array(forced, np.uint64)
    out = np.zeros(batch.RESULTS, np.int64)
    rows = batch.play_logged(
        places,
        contract,
        declarer,
        np.array(scores, np.int64),
        codes.kernel_rules(rules),
        np.array(levels, np.int64),
        np.uint64(fast),
        len(forced),
        log,
        out,
    )
    assert rows <= LOG
    return Played(log, rows, out)


class LogReader:
    """A policy for the rule book that reads the kernels' log and checks the options."""

    def __init__(self, log: NDArray[np.uint64]) -> None:
        self.log = log
        self.at = 0

    def __call__(self, kind: str, seat: int, options: list[Any]) -> Any:
        offered, chosen = (int(word) for word in self.log[self.at])
        self.at += 1
        if kind == "card":
            assert card_set(options) == offered, (self.at, seat, options, cards_of(offered))
            return CARDS[chosen.bit_length() - 1]
        if kind == "call":
            assert sum(1 << book.CONTRACTS.index(call) for call in options) == offered
            return book.CONTRACTS[chosen]
        suits = [suit for suit in options if suit != book.SILENT]
        assert sum(1 << book.SUITS.index(suit) for suit in suits) == offered
        return book.SILENT if chosen == SILENT else book.SUITS[chosen]


def check(
    rules: CuatrolaRules,
    places: NDArray[np.uint64],
    played: Played,
    contract: int,
    declarer: int,
    scores: Sequence[int] = NO_SCORE,
) -> None:
    """The rule book must see the same options and reach the same results."""
    policy = LogReader(played.log)
    hands = [cards_of(places[seat]) for seat in range(4)]
    turned = cards_of(places[4])[0]
    hands[3] = hands[3] + [turned]
    if contract == batch.AUCTION:
        name, who = book.declare(rules, scores, policy)
    else:
        name, who = book.CONTRACTS[contract], declarer if contract else None
    hand = book.Hand(rules, hands, turned[1], name, who, policy).play()
    pair, points = hand.match_points()
    assert policy.at == played.rows
    expected = {
        batch.SCORE: points if pair == 0 else -points,
        batch.PLAYED_CONTRACT: book.CONTRACTS.index(name),
        batch.PLAYED_DECLARER: -1 if who is None else who,
        batch.TUTE_PAIR: -1 if hand.tute is None else hand.tute,
    }
    for i in range(2):
        expected[batch.PAIR_POINTS + i] = hand.points[i]
        expected[batch.PAIR_CANTES + i] = hand.cantes[i]
    for seat in range(4):
        expected[batch.SEAT_TRICKS + seat] = hand.tricks[seat]
    assert {place: int(played.result[place]) for place in expected} == expected


def mixed(rng: np.random.Generator) -> dict[str, object]:
    """Every rule at a random value."""
    return {
        key: rule.choices[rng.integers(len(rule.choices))]
        if rule.choices
        else int(rng.integers(0, 7))
        for key, rule in CuatrolaRules.rules().items()
    }


def compare(rules: CuatrolaRules, deals: int, seed: int) -> None:
    """Play ``deals`` deals at random and at mixed levels; each question on each deal."""
    rng = np.random.default_rng(seed)
    places = deal_places(deals, seed)
    for d in range(deals):
        levels = [[0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 1, 0]][d % 3]
        for contract, declarer in QUESTIONS[d % 2 :: 2]:
            scores = rng.integers(0, rules.target, 2).tolist()
            word = int(rng.integers(1 << 62))
            played = run_kernel(rules, places[d], contract, declarer, levels, scores, word)
            check(rules, places[d], played, contract, declarer, scores)
