"""Rules for giving cards against the full calculation: a race of all exchanges of a hand."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch
from analyzer.games.cupe.play import CARDS, SEATS
from analyzer.games.cupe.report import kernels as k
from analyzer.games.cupe.report.hands import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    QUEEN,
    QUEEN_OF_SPADES,
    RANKS,
    SPADES,
    SUITS,
    count,
    guards,
    suits_of,
)
from analyzer.games.cupe.report.samples import (
    RACED,
    SIMPLE,
    CupeSample,
    giveable_of,
    score_column,
    thirds,
)
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import seconds_of, style
from analyzer.games.studio import feature

Ints = NDArray[np.int64]
Cards = NDArray[np.uint64]
Counts = NDArray[np.float64]

MEASURED = 384
"""Layouts on which the winner of a race and the rules are measured: none of the race's own."""
_FIRST, _LAST = 8, 4
"""Layouts of the first round, doubled in each; exchanges with which the race ends."""
RULES = (
    "race", "simple", "count_slam", "count", "queen_first", "highest", "hearts", "random",
)  # fmt: skip
"""``race``: the winner; ``simple``: the simple player's; ``count``: most points by the count;
``count_slam``: the same, but the least loss of tricks where at most :data:`SLAM_LOSERS` are left;
``queen_first``: unguarded queen, king and ace of spades, then the highest hearts and others;
``highest``: the highest cards; ``hearts``: the highest hearts; ``random``: any."""
SLAM_LOSERS = 6.0
"""Losers after the exchange, as simple players count them, with which cards are kept for a slam."""
ENOUGH = 3
"""Spades below the queen with which she and those above her are kept."""
MOST_BELOW = 3
"""Lower cards of the suit beyond which their number does not count."""
CLASSES = (
    "queen", "spade_top", "heart_high", "heart_middle", "heart_low", "diamond_high", "club_high",
    "plain_middle", "plain_low", "spade_low",
)  # fmt: skip
"""Cards that a count treats alike: the queen of spades; her king and ace; hearts from the jack,
from 5 to 10, to 4; diamonds and clubs from the 8; both from 5 to 7, to 4; spades below her."""


def _classes() -> Ints:
    found = np.zeros((SUITS, RANKS), np.int64)
    for name, suit, first, end in (
        ("heart_low", HEARTS, 0, 3), ("heart_middle", HEARTS, 3, 9), ("heart_high", HEARTS, 9, 13),
        ("plain_low", CLUBS, 0, 3), ("plain_middle", CLUBS, 3, 6), ("club_high", CLUBS, 6, 13),
        ("plain_low", DIAMONDS, 0, 3), ("plain_middle", DIAMONDS, 3, 6),
        ("diamond_high", DIAMONDS, 6, 13), ("spade_low", SPADES, 0, QUEEN),
        ("queen", SPADES, QUEEN, QUEEN + 1), ("spade_top", SPADES, QUEEN + 1, 13),
    ):  # fmt: skip
        found[suit, first:end] = CLASSES.index(name)
    return found.ravel()


CLASS_OF_CARD = _classes()
"""The class of each card number, int64 [52]."""


class RaceSample(CupeSample):
    """Random hands; the mean score of what each of :data:`RULES` gives, on the same layouts.

    ``counts`` float64 [CLASSES, MOST_BELOW + 1] are points of a card by its class and by the
    lower cards of its suit.
    """

    def __init__(self, rules: CupeRules, counts: Counts) -> None:
        super().__init__(rules, "race")
        self._counts = counts
        self._places = list(combinations(range(CARDS), rules.exchange_count))
        self.columns = (
            *(score_column(name, MEASURED) for name in RULES),
            *(feature(f"same_{name}") for name in RULES),
        )
        self.question = {**self.question, "counts": counts.tolist()}

    def cost(self) -> float:
        """The race's rounds, each with as many hands, and what is measured."""
        rounds = comb(CARDS, self.rules.exchange_count) * _FIRST * 6
        return (rounds + MEASURED * len(RULES)) * seconds_of(SIMPLE)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a hand."""
        dealt = self.dealt(seed, first, count)
        own = np.ascontiguousarray(dealt[:, 0])
        picks = self.picks(own)
        rows = []
        for i in range(count):
            number = first + i
            winner = self._raced(seed, number, int(own[i]))
            gifts = np.concatenate([[winner], picks[i]]).astype(np.uint64)
            hands = self._layouts(seed, RACED + 1, number, int(own[i]), MEASURED)
            played = self.played(hands, np.tile(gifts, (MEASURED, 1)))
            rows.append(np.concatenate([thirds(played).sum(axis=0), gifts == gifts[0]]))
        return Batch(np.array(rows, np.int64).reshape(count, 2 * len(RULES)))

    def picks(self, own: Cards) -> Cards:
        """What every rule but the race gives from hands uint64 [n]: uint64 [n, RULES - 1]."""
        may = giveable_of(own, self._packed)
        number = self.rules.exchange_count
        weights = rule_weights(suits_of(own), self._counts)
        found = {name: _most(own, may, weights[name], number) for name in weights}
        aimed, losers = np.zeros(len(own), np.uint64), np.zeros(len(own))
        k.slam_gifts(own, number, self._packed, style(), aimed, losers)
        found["simple"] = self.usual(own)
        hopeful = (losers <= SLAM_LOSERS) & (self.rules.slam != "none")
        found["count_slam"] = np.where(hopeful, aimed, found["count"])
        return np.stack([found[name] for name in RULES[1:]], axis=1)

    def _layouts(self, seed: int, purpose: int, number: int, own: int, times: int) -> Cards:
        known = np.zeros((1, SEATS), np.uint64)
        known[0, 0] = own
        return self.around(seed, purpose, np.array([number]), known, times)

    def _raced(self, seed: int, number: int, own: int) -> int:
        """The exchange that wins the race: the better half goes on with twice the layouts."""
        may = int(giveable_of(np.array([own], np.uint64), self._packed)[0])
        cards = [1 << b for b in range(64) if may >> b & 1]
        sets = [sum(chosen) for chosen in combinations(cards, self.rules.exchange_count)]
        gifts = np.array(sets, np.uint64)
        times, done = _FIRST, 0
        sums = np.zeros(len(gifts))
        while True:
            # Layouts of a round have numbers of their own.
            key = number * 64 + done
            hands = self._layouts(seed, RACED, key, own, times)
            sums += thirds(self.played(hands, np.tile(gifts, (times, 1)))).sum(axis=0)
            order = np.argsort(-sums, kind="stable")
            if len(gifts) <= _LAST:
                return int(gifts[order[0]])
            keep = np.sort(order[: max(_LAST, len(gifts) // 2)])
            gifts, sums = gifts[keep], sums[keep]
            times, done = 2 * times, done + 1


def rule_weights(suits: Ints, counts: Counts) -> dict[str, Counts]:
    """How much each rule wants to give each of the 52 cards, float64 [n, 52], by rule."""
    n = len(suits)
    ranks, suit = np.tile(np.arange(RANKS), SUITS), np.repeat(np.arange(SUITS), RANKS)
    guarded = guards(suits) >= ENOUGH
    high = np.tile(ranks + 0.1 * suit, (n, 1))
    first = high + 20.0 * (suit == HEARTS)
    first[:, QUEEN_OF_SPADES] += 200.0
    top = (suit == SPADES) & (ranks >= QUEEN)
    first[:, top] += np.where(guarded, -400.0, 100.0)[:, None]
    # A scramble of the cards that has nothing to do with what they are worth.
    scramble = (np.arange(SUITS * RANKS) * 37 + 11) % 53
    shift = (suits * (3, 5, 7, 11)).sum(axis=1) % 53
    return {
        "count": counts[CLASS_OF_CARD[None, :], cards_below(suits)] + 0.01 * ranks,
        "queen_first": first,
        "highest": high,
        "hearts": high + 100.0 * (suit == HEARTS),
        "random": (scramble[None, :] + shift[:, None]) % 53 + 0.0,
    }


def cards_below(suits: Ints) -> Ints:
    """Lower cards of the same suit for each of the 52 cards, :data:`MOST_BELOW` at most."""
    under = (1 << np.tile(np.arange(RANKS), SUITS)) - 1
    return np.minimum(count(np.repeat(suits, RANKS, axis=1) & under), MOST_BELOW)


def _most(own: Cards, may: Cards, weights: Counts, number: int) -> Cards:
    """The cards with most weight: those held that may be given."""
    places = np.array([16 * (card // 13) + card % 13 for card in range(52)], np.uint64)
    there = (own & may)[:, None] >> places & np.uint64(1)
    judged = np.where(there != 0, weights, -np.inf)
    chosen = np.argsort(-judged, axis=1, kind="stable")[:, :number]
    return np.asarray(np.bitwise_or.reduce(np.uint64(1) << places[chosen], axis=1))
