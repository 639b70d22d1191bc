"""The bidding model of Cruce: what players call, under any house rules.

A hand is summed up by its *offer*: the bin of the points that it expects with its best suit, or
with trump left to a card where that pays (:func:`make_offer`).  What every call is worth, by
place in the speaking order, state of the auction and offer, is learned from a sample of deals
in which every seat once declares its offer at the player's own level: every call is tried on every
deal against players who use the table so far, several sweeps, the last ones averaged.  Players
then make a soft choice: the call with the highest value most of the time (temperature
``HEAT`` big points), any legal call now and then (``NOISE``).

The sample is played under the very house rules asked for.  Tables of the presets are stored;
``scripts/fit-cruce`` rebuilds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cruce import codes
from analyzer.games.cruce.dealt import deal_random
from analyzer.games.cruce.kernels import auction as kernels
from analyzer.games.cruce.kernels.bidding import BINS, CALLS, OFFERS, STATES, make_offers
from analyzer.games.cruce.kernels.learn import explore
from analyzer.games.cruce.kernels.outcome import DECLARER, OUTCOME, POINTS, STAKE
from analyzer.games.cruce.kernels.score import score_batch
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.levels import EXPERT, named_level
from analyzer.resources import data_path

SAMPLE = 8_000
"""Deals of the sample."""
SWEEPS = 8
AVERAGED = 4
"""Sweeps of learning, and how many of the last ones are averaged."""
WANDER = 10
"""Random calls among 64, while learning."""
LEAN = 30.0
"""Deals for which the prior value of a rare cell counts."""
UNIT = 10_000
"""Tables are kept in whole parts of a big point, this many of them."""
_SEED = 2026
PURPOSE_CALLS = 40
"""Random stream of the calls of one deal, when an auction is gone on with."""

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


@dataclass(frozen=True)
class BiddingModel:
    """What calls are worth under some house rules, and what follows from it.

    ``table`` float64 [seats in speaking order, STATES, OFFERS, CALLS], in big points of the own
    side beyond the mean of the others.
    """

    rules: CruceRules
    packed: Ints
    table: NDArray[np.float64]

    def offers(self, seen: Words) -> Ints:
        """Offers of the hands that seats see in the auction, uint64 [D, 4]: int64 [D, 4]."""
        bins = np.zeros((len(seen), codes.SEATS), np.int64)
        make_offers(seen, self.packed, bins)
        return bins

    def continue_after(
        self, seed: int, numbers: Ints, state: Ints, calls: Ints, bins: Ints
    ) -> Ints:
        """Declarer and winning call at the end, after each of ``calls``: int64 [D, calls, 2]."""
        ends = np.zeros((len(numbers), len(calls), 2), np.int64)
        kernels.continuations(
            np.uint64(seed), PURPOSE_CALLS, numbers, state, calls, bins, self.packed, self.table,
            ends,
        )  # fmt: skip
        return ends

    def likelihood(self, calls: Ints, bins: Ints, asker: int) -> NDArray[np.float64]:
        """How likely the calls so far are with these hands, float64 [D]."""
        found = np.empty(len(bins))
        kernels.likelihoods(calls, bins, asker, self.packed, self.table, found)
        return found

    def likelihood_bound(self, calls: Ints, asker: int) -> float:
        """The most that any hands could make it."""
        offers = OFFERS if self.rules.has_pe_carte else BINS
        return float(kernels.largest_likelihood(calls, asker, offers, self.packed, self.table))


def bidding_rules(rules: CruceRules) -> CruceRules:
    """These rules without what bidding does not depend on: double rounds and the match."""
    plain = CruceRules()
    same = {
        key: getattr(plain, key)
        for key in ("double_four_nines", "double_weak_hand", "double_cap", "target", "lead_of_two")
    }
    same |= {key: getattr(plain, key) for key in rules.inert() if key != "double_round"}
    return rules.with_changes(**same, double_round=False)


def bidding_model(rules: CruceRules, play: str = "simple") -> BiddingModel:
    """The model of a level for these rules: stored for the presets, learned on the spot for others.

    Experts are too slow to learn from on the spot: where none is stored they call as ``simple``.
    """
    return _model(bidding_rules(rules), named_level(play))


@lru_cache(maxsize=64)
def _model(rules: CruceRules, play: str) -> BiddingModel:
    table = _stored_table(rules, play)
    if table is None and play == EXPERT:
        return _model(rules, "simple")
    packed = codes.kernel_rules(rules)
    return BiddingModel(rules, packed, learn(rules, packed, play) if table is None else table)


@lru_cache(maxsize=64)
def level_tables(rules: CruceRules, levels: tuple[int, ...]) -> NDArray[np.float64]:
    """Tables of the levels that sit at a table, by their code: float64 [3, ...], others zero."""
    names = ("random", "simple", EXPERT)
    models = {level: bidding_model(rules, names[level]).table for level in levels}
    shape = (rules.players, STATES, OFFERS, CALLS)
    return np.stack([models.get(level, np.zeros(shape)) for level in range(len(names))])


def sample_offers(
    rules: CruceRules, packed: Ints, n: int, seed: int, play: str = "simple"
) -> tuple[Ints, Ints]:
    """Offers int64 [n, 4], and points by side where each seat declares its offer [n, 4, 4].

    Experts, who play for the contract, play for the one that ``simple`` would bid first.
    """
    dealt = deal_random(rules, n, seed)
    bins = np.zeros((n, codes.SEATS), np.int64)
    make_offers(dealt.packets if rules.has_two_packets else dealt.hands, packed, bins)
    points = np.zeros((n, codes.SEATS, codes.SEATS), np.int64)
    for seat in range(rules.players):
        asks = np.zeros((n, 4), np.int64)
        asks[:, 0], asks[:, 2], asks[:, 3] = seat, bins[:, seat] >= BINS, -1
        if named_level(play) == EXPERT:
            first_calls = bidding_model(rules).table[0, 0, :, 1 : 1 + rules.highest_bid]
            asks[:, 1] = 1 + first_calls.argmax(axis=1)[bins[:, seat]]
        points[:, seat] = dealt.play(asks, codes.level_code(play), packed).points
    return bins, points


def learn(
    rules: CruceRules,
    packed: Ints,
    play: str = "simple",
    deals: int = SAMPLE,
    seed: int = _SEED,
) -> NDArray[np.float64]:
    """The table of call values of a level under these rules, to whole parts of :data:`UNIT`."""
    bins, points = sample_offers(rules, packed, deals, seed, play)
    prior = _prior(rules, packed, bins, points)
    table, total = prior.copy(), np.zeros_like(prior)
    for sweep in range(SWEEPS):
        sums, counts = np.zeros_like(prior), np.zeros_like(prior)
        explore(sweep, bins, points, packed, table, WANDER, sums, counts)
        table = (_smooth(sums) + LEAN * prior) / (_smooth(counts) + LEAN)
        if sweep >= SWEEPS - AVERAGED:
            total += table
    return np.asarray(np.rint(total / AVERAGED * UNIT) / UNIT)


def _prior(rules: CruceRules, packed: Ints, bins: Ints, points: Ints) -> NDArray[np.float64]:
    """Values to begin with: of bids as if they were played, of passes a guess by who bid.

    A bid's is its mean score over the sample's deals, for all seats together.
    """
    seats, sides = range(rules.players), rules.sides
    offers = np.concatenate([bins[:, s] for s in seats])
    outcomes = np.zeros((len(offers), OUTCOME), np.int64)
    outcomes[:, DECLARER] = np.repeat(seats, len(bins))
    outcomes[:, STAKE] = np.where(offers >= BINS, rules.blind_multiplier, 1)
    outcomes[:, POINTS : POINTS + codes.SEATS] = np.concatenate([points[:, s] for s in seats])
    deltas = np.zeros((CALLS - 1, len(offers), codes.SEATS), np.int64)
    score_batch(outcomes, np.arange(1, CALLS), packed, deltas)
    own = deltas[:, np.arange(len(offers)), outcomes[:, DECLARER] % sides]
    scores = own - (deltas.sum(axis=2) - own) / (sides - 1)
    counts = _smooth(np.bincount(offers, minlength=OFFERS).astype(np.float64))
    shape = (rules.players, STATES, OFFERS, CALLS)
    prior = np.zeros(shape)
    for call in range(1, CALLS):
        sums = _smooth(np.bincount(offers, scores[call - 1], OFFERS).astype(np.float64))
        prior[..., call] = sums / np.maximum(counts, 1.0)
    for standing in range(1, 6):
        prior[:, standing, :, 0] = 0.3
        prior[:, 5 + standing, :, 0] = -0.3
    return prior


def _smooth(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums to which each bin's neighbours of the same kind of offer add a quarter of theirs.

    ``values`` has the offers in its one axis, or in its third.
    """
    axis = 0 if values.ndim == 1 else 2
    turned = np.moveaxis(values, axis, 0)
    smooth = turned.copy()
    for kind in (slice(0, BINS), slice(BINS, OFFERS)):
        part, found = turned[kind], smooth[kind]
        found[1:] += part[:-1] / 4
        found[:-1] += part[1:] / 4
    return np.ascontiguousarray(np.moveaxis(smooth, 0, axis))


def stored_name(rules: CruceRules, play: str) -> str:
    """The name of a stored table."""
    return rules.digest if play == "simple" else f"{rules.digest}-{play}"


def _stored_table(rules: CruceRules, play: str) -> NDArray[np.float64] | None:
    name = stored_name(rules, play)
    path = data_path("models", "cruce", "calls.npz")
    if not path.exists():
        return None
    with np.load(path) as stored:
        return np.asarray(stored[name] / UNIT) if name in stored else None


def forget() -> None:
    """Make the models anew when they are next wanted."""
    _model.cache_clear()
    level_tables.cache_clear()
