"""Samples of the report: single hands, deals as declared, and decisions tried both ways."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Batch, Column
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.base_plan import BIDS
from analyzer.games.cuatrola.calls import Declarations
from analyzer.games.cuatrola.deals import deal_places, seat_hands
from analyzer.games.cuatrola.kernels import batch
from analyzer.games.cuatrola.kernels.calling import POINT
from analyzer.games.cuatrola.match import match_table
from analyzer.games.cuatrola.players import Players, hand_seconds
from analyzer.games.cuatrola.report.features import (
    FEATURES,
    features,
    lengths,
    suit_ranks,
    sure_trumps,
    trumps_of,
)
from analyzer.games.cuatrola.report.kernels import try_cards, try_hands, try_songs
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.studio import SamplePlan, feature

Ints = NDArray[np.int64]

LAYOUTS = 12
"""Layouts of each half: one half measures a hand, the other picks for it."""
TURNED = "turned_rank"
"""Rank of the turned card, 0 sota to 4 as."""


def calls_at(rules: CuatrolaRules, own: int = 0) -> tuple[int, ...]:
    """What a pair with ``own`` match points may declare when all have passed, paso first."""
    return Declarations().allowed(rules, own)


class HandSample(SamplePlan):
    """Hands of one seat after the seats before have passed, in many layouts, simple play.

    Columns: :data:`features.FEATURES`, :data:`TURNED`; for each call ``call_C_a`` and
    ``call_C_b``, its worth with what others declare after it, from two independent halves of
    the layouts (match points, or with ``score`` the chance to win the match); from both halves
    ``made_C``, the share made, of ``pass`` the share of normal hands won, and ``led_C`` where the
    seat leads; ``tricks`` of the declarer in a solo; ``unfit``, the share of layouts in which a
    seat before would have declared, as none was found in which all passed.
    """

    def __init__(
        self, rules: CuatrolaRules, seat: int, score: tuple[int, int] | None = None
    ) -> None:
        self._seat = seat
        self._calls = calls_at(rules, 0 if score is None else score[0])
        wins = None if score is None else match_table(rules).wins
        self._packed = codes.kernel_rules(rules, wins)
        points = score or (0, 0)
        self._scores = np.array(points if seat % 2 == 0 else points[::-1], np.int64)
        scale = POINT if score is None else codes.WON
        names = [BIDS[call] for call in self._calls]
        both = 2 * LAYOUTS
        columns = [feature(name) for name in (*FEATURES, TURNED)]
        for half in "ab":
            columns += [_scaled(f"call_{name}_{half}", scale) for name in names]
        columns.append(_scaled("tricks", both))
        columns += [_scaled(f"made_{name}", both) for name in names]
        columns += [_scaled(f"led_{name}", both) for name in names[1:]]
        columns.append(_scaled("unfit", both))
        title = f"hands of seat {seat + 1}"
        super().__init__(title if score is None else f"{title} at {score}", "simple", columns)
        self.question = {"sample": self.name, "layouts": LAYOUTS}

    def cost(self) -> float:
        """Every call in every layout, and with the own lead."""
        return 2 * LAYOUTS * 2.5 * len(self._calls) * hand_seconds("simple")

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a hand."""
        places = deal_places(count, seed, first)
        hands, turned = seat_hands(places)
        trumps = trumps_of(turned)
        size = len(self._calls)
        worths = np.empty((count, 2, size), np.int64)
        counts = np.empty((count, 3 + 2 * size), np.int64)
        try_hands(
            np.uint64(seed), first, places, self._seat, LAYOUTS, np.array(self._calls, np.int64),
            self._scores, self._packed, worths, counts,
        )  # fmt: skip
        own = features(hands[:, self._seat], trumps)
        parts = [own[name] for name in FEATURES]
        parts.append(turned_ranks(turned, trumps))
        means = np.rint(worths / LAYOUTS).astype(np.int64)
        parts += [means[:, half, c] for half in range(2) for c in range(size)]
        parts += [counts[:, 1], counts[:, 0]]
        parts += [counts[:, 2 + c] for c in range(1, size)]
        parts += [counts[:, 2 + size + c] for c in range(1, size)]
        parts.append(counts[:, 2 + 2 * size])
        return Batch(np.stack(parts, axis=1))


def _scaled(name: str, scale: int) -> Column:
    return Column({}, "simple", name, False, scale)


def turned_ranks(turned: NDArray[np.uint64], trumps: Ints) -> Ints:
    """Rank of the turned card of each deal."""
    ranks = suit_ranks(turned)[np.arange(len(turned)), trumps]
    return np.log2(ranks).astype(np.int64)


class DeclaredSample(SamplePlan):
    """Deals as declared at 0 to 0 and played, one row a deal.

    Columns: ``contract`` and ``declarer`` (-1 all passed), ``score`` of mano's pair,
    ``points_p`` with ``cantes_p`` and ``tricks_p`` of pair p; ``against``, trumps in the longer
    hand of the declarer's two opponents.
    """

    _NAMES = (
        "contract", "declarer", "score", "points_0", "points_1", "cantes_0", "cantes_1", "tricks_0",
        "tricks_1", "against",
    )  # fmt: skip

    def __init__(self, rules: CuatrolaRules, play: str) -> None:
        super().__init__("deals as declared", play, [feature(name) for name in self._NAMES])
        self._players = Players.all_at(play)
        self._packed = codes.kernel_rules(rules)

    def cost(self) -> float:
        """One hand."""
        return hand_seconds(self.advise_play)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a deal."""
        places = deal_places(count, seed, first)
        hands, turned = seat_hands(places)
        trumps = trumps_of(turned)
        found = self._players.play_places(seed, first, places, [(batch.AUCTION, -1)], self._packed)[
            :, 0
        ]
        declarer = found[:, batch.PLAYED_DECLARER]
        tricks = found[:, batch.SEAT_TRICKS : batch.SEAT_TRICKS + codes.SEATS]
        every, who = np.arange(count), np.maximum(declarer, 0)
        against = [features(hands[every, (who + turn) % codes.SEATS], trumps) for turn in (1, 3)]
        parts = [found[:, batch.PLAYED_CONTRACT], declarer, found[:, batch.SCORE]]
        parts += [found[:, batch.PAIR_POINTS + pair] for pair in range(2)]
        parts += [found[:, batch.PAIR_CANTES + pair] for pair in range(2)]
        parts += [tricks[:, pair] + tricks[:, pair + 2] for pair in range(2)]
        parts.append(np.maximum(against[0]["trumps"], against[1]["trumps"]))
        return Batch(np.stack(parts, axis=1))


class LeadSample(SamplePlan):
    """Mano's leads to the first trick: each kind of card, and what it brings mano's pair.

    Columns: ``contract`` 0 or the one that mano's hand declares, and for each of
    :data:`LEADS` the score after it in the normal hand (``normal_K``), or in the contract that
    is declared (``own_K``); :data:`NO_CARD` where there is no such card.
    """

    def __init__(self, rules: CuatrolaRules) -> None:
        names = ["contract", "sure", *(f"{n}_{k}" for n in ("normal", "own") for k in LEADS)]
        super().__init__("leads", "simple", [feature(name) for name in names])
        self._packed = codes.kernel_rules(rules)
        self._players = Players.all_at("simple")

    def cost(self) -> float:
        """Five leads in two kinds of hand."""
        return 11 * hand_seconds("simple")

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a deal."""
        places = deal_places(count, seed, first)
        hands, turned = seat_hands(places)
        trumps = trumps_of(turned)
        found = self._players.play_places(seed, first, places, [(batch.AUCTION, -1)], self._packed)[
            :, 0
        ]
        mine = found[:, batch.PLAYED_DECLARER] == 0
        contract = np.where(mine, found[:, batch.PLAYED_CONTRACT], codes.NORMAL)
        cards, results = tried_cards(hands, turned, codes.NORMAL, -1, 0, self._packed)[:2]
        kinds = lead_cards(hands[:, 0], trumps)
        parts = [contract, sure_trumps(hands[:, 0], trumps)]
        parts += [result_of(cards, results, kinds[kind]) for kind in LEADS]
        own = np.full_like(results, NO_CARD)
        own_cards = np.zeros_like(cards)
        for declared in (codes.SOLO, codes.CUATRO, codes.QUINTA):
            rows = np.flatnonzero(contract == declared)
            if len(rows):
                own_cards[rows], own[rows], _ = tried_cards(
                    hands[rows], turned[rows], declared, 0, 0, self._packed
                )
        parts += [result_of(own_cards, own, kinds[kind]) for kind in LEADS]
        return Batch(np.stack(parts, axis=1))


NO_CARD = -99
"""Result of a card that is not there."""
LEADS = ("trump", "as", "tres", "low", "best_side")
"""The highest trump; a side as; a side tres without its as; the lowest side card below the tres,
of the longest such suit; the highest-ranking side card."""


def lead_cards(hands: NDArray[np.uint64], trumps: Ints) -> dict[str, NDArray[np.uint64]]:
    """The card of each kind of lead, uint64 [n], 0 where there is none."""
    ranks = suit_ranks(hands)
    every = np.arange(len(hands))
    sides = ranks.copy()
    sides[every, trumps] = 0
    suits = np.arange(4)

    def card(suit: Ints, rank: Ints, there: Any) -> NDArray[np.uint64]:
        bits = np.uint64(1) << (16 * suit + np.maximum(rank, 0)).astype(np.uint64)
        return np.where(there, bits, np.uint64(0))

    own = ranks[every, trumps]
    top = np.floor(np.log2(np.maximum(own, 1))).astype(np.int64)
    ases = sides >> 4 & 1
    treses = (sides >> 3 & 1) & (1 - ases)
    small = sides & 7
    lowest = np.where(small > 0, np.bitwise_count((small & -small) - 1).astype(np.int64), 9)
    # Lowest rank first, of equal ones from the longer suit.
    order = lowest * 8 - lengths(sides)
    low_suit = order.argmin(axis=1)
    best_rank = np.floor(np.log2(np.maximum(sides, 1))).astype(np.int64)
    best_suit = np.where(sides > 0, best_rank, -1).argmax(axis=1)
    some = np.asarray(suits[ases.argmax(axis=1)]), np.asarray(suits[treses.argmax(axis=1)])
    fours, threes = np.full(len(hands), 4), np.full(len(hands), 3)
    return {
        "trump": card(trumps, top, own > 0),
        "as": card(some[0], fours, ases.any(axis=1)),
        "tres": card(some[1], threes, treses.any(axis=1)),
        "low": card(low_suit, lowest[every, low_suit], (small > 0).any(axis=1)),
        "best_side": card(best_suit, best_rank[every, best_suit], (sides > 0).any(axis=1)),
    }


def tried_cards(
    hands: NDArray[np.uint64],
    turned: NDArray[np.uint64],
    contract: int,
    declarer: int,
    before: int,
    packed: Ints,
) -> tuple[NDArray[np.uint64], Ints, NDArray[np.uint64]]:
    """Legal cards, results and state as :func:`kernels.try_cards` gives them."""
    n = len(hands)
    cards = np.empty((n, codes.HAND), np.uint64)
    results = np.empty((n, codes.HAND), np.int64)
    state = np.empty((n, 3), np.uint64)
    try_cards(hands, turned, contract, declarer, before, packed, cards, results, state)
    return cards, results, state


def result_of(cards: NDArray[np.uint64], results: Ints, wanted: NDArray[np.uint64]) -> Ints:
    """The result of one card of each row, :data:`NO_CARD` where it is not among ``cards``."""
    same = (cards == wanted[:, None]) & (wanted[:, None] != 0)
    return np.where(same.any(axis=1), results[np.arange(len(cards)), same.argmax(axis=1)], NO_CARD)


class AnswerSample(SamplePlan):
    """The last player of the first trick of a normal hand: cheap or dear.

    Columns: ``partner``, whether the partner holds the trick; ``winners`` and ``losers``, legal
    cards that win or do not; ``cheap_win``, ``dear_win``, ``cheap_loss``, ``dear_loss``: the score
    after the lowest and the highest of them by points (:data:`NO_CARD`).  Then the first pair that
    may be sung: ``song`` its points (0), ``after`` which trick, ``sung`` and ``silent`` the score.
    """

    _NAMES = (
        "partner", "winners", "losers", "cheap_win", "dear_win", "cheap_loss", "dear_loss", "song",
        "after", "sung", "silent",
    )  # fmt: skip

    def __init__(self, rules: CuatrolaRules) -> None:
        super().__init__("answers", "simple", [feature(name) for name in self._NAMES])
        self._packed = codes.kernel_rules(rules)

    def cost(self) -> float:
        """Up to seven hands."""
        return 5 * hand_seconds("simple")

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """One row a deal."""
        hands, turned = seat_hands(deal_places(count, seed, first))
        trumps = trumps_of(turned)
        cards, results, state = tried_cards(hands, turned, codes.NORMAL, -1, 3, self._packed)
        there = cards != 0
        wins = there & self._beats(cards, state[:, 2], trumps)
        loses = there & ~wins
        points = card_values(cards)
        parts = [
            (state[:, 1] == 1).astype(np.int64),
            wins.sum(axis=1),
            loses.sum(axis=1),
        ]
        for some in (wins, loses):
            for sign in (1, -1):
                order = np.where(some, sign * points, 99).argmin(axis=1)
                found = results[np.arange(count), order]
                parts.append(np.where(some.any(axis=1), found, NO_CARD))
        songs = np.empty((count, 4), np.int64)
        try_songs(hands, turned, self._packed, songs)
        parts += list(songs.T)
        return Batch(np.stack(parts, axis=1))

    @staticmethod
    def _beats(
        cards: NDArray[np.uint64], best: NDArray[np.uint64], trumps: Ints
    ) -> NDArray[np.bool_]:
        """Whether each card beats the best one so far (rulebook, section 5.2)."""
        suit, rank = _places(cards)
        best_suit, best_rank = _places(best[:, None])
        ruffs = (suit == trumps[:, None]) & (best_suit != trumps[:, None])
        return np.asarray(((suit == best_suit) & (rank > best_rank)) | ruffs, np.bool_)


def _places(cards: NDArray[np.uint64]) -> tuple[Ints, Ints]:
    """Suit and rank of single cards; of no card, suit 0 and rank 0."""
    place = np.bitwise_count(np.maximum(cards, np.uint64(1)) - np.uint64(1)).astype(np.int64)
    return place >> 4, place & 15


def card_values(cards: NDArray[np.uint64]) -> Ints:
    """Card points of single cards, trumps or not; of equal ones the trump is not told apart."""
    return np.array(codes.POINTS, np.int64)[_places(cards)[1]]
