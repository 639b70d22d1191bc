"""The bidding model of Cuțu: what players call, for any scoring.

What a hand promises is summed up in bins of expected tricks (``kernels.auction``).  A stored
sample of deals played out by a level says how many tricks each bin really takes at that level,
for every seat and offer.  From it, for the house rules at hand:

- *promise*: the expected score of a contract by bin and bid;
- *table*: what every call is worth by seat, state of the auction and bin, learned by letting
  every call be tried on every stored deal against players who use the table so far, several
  sweeps, the last ones averaged; rare cells lean on the promise;
- *chances*: players make the call with the highest value most of the time (a soft choice with
  a temperature of :data:`HEAT` points), and any legal call now and then (:data:`NOISE`).

The sample was made under compulsory trumping or under whist play; other switches of legality
are taken from the nearer of the two.  ``scripts/fit-cutu`` rebuilds all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cutu.duties import CARDS, SEATS, duties
from analyzer.games.cutu.kernels.auction import (
    BINS,
    CALLS,
    FREE_NT,
    OFFERS,
    STATES,
    auctions,
    continuations,
    explore,
    likelihoods,
    offers_batch,
)
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import BIDS, DECLARERS, DEFENDERS, FIRST_BID, score_table
from analyzer.games.cutu.strength import TrumpChooser
from analyzer.resources import data_path

HEAT = 0.8
"""Temperature of the soft choice, in points."""
NOISE = 0.02
"""Share of calls made at random."""
SWEEPS = 8
AVERAGED = 4
"""Sweeps of learning, and how many of the last ones are averaged."""
WANDER = 0.15
LEAN = 40.0
"""Deals for which the prior value of a rare cell counts."""


def sample_name(rules: CutuRules, level: str) -> str:
    """Which stored sample serves a level under these rules: compulsory trumping, or whist."""
    return f"{level}-whist" if duties(rules) == 0 else f"{level}-standard"


@dataclass(frozen=True)
class Sample:
    """Stored deals: ``bins`` and ``tricks`` int64 [D, 4 seats, 3 offers]."""

    bins: NDArray[np.int64]
    tricks: NDArray[np.int64]


@lru_cache
def load_sample(name: str) -> Sample:
    """A stored sample, such as ``simple-standard``."""
    with np.load(data_path("models", "cutu", f"auctions-{name}.npz")) as stored:
        return Sample(stored["bins"].astype(np.int64), stored["tricks"].astype(np.int64))


def declarer_scores(rules: CutuRules) -> NDArray[np.int64]:
    """Declarers' points minus the defenders', int64 [2 kinds, 5 bids, 9 tricks]; kind 1 is NT."""
    tables = [score_table(rules, no_trump) for no_trump in (False, True)]
    return np.stack([t[..., DECLARERS] - t[..., DEFENDERS] for t in tables])


@dataclass(frozen=True)
class BiddingModel:
    """Promises and call values under some house rules, and what follows from them."""

    rules: CutuRules
    level: str
    strength: NDArray[np.int64]
    promise: NDArray[np.float64]
    table: NDArray[np.float64]
    promises: NDArray[np.float64]
    """``promise`` of every seat's model, float64 [4, 2 kinds, BINS, 5 bids]."""

    @property
    def first(self) -> int:
        """Index of the lowest call that is a bid."""
        return self.rules.lowest_bid - FIRST_BID + 1

    @property
    def forced_four(self) -> bool:
        """Whether a bid of 4 has its best colour for trump."""
        return not self.rules.four_is_free

    def offers(self, hands: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Strains and bins of every seat's offers: int64 [D, 4, 3] each."""
        shape = (len(hands), SEATS, OFFERS)
        strains, bins = np.empty(shape, np.int64), np.empty(shape, np.int64)
        offers_batch(hands, self.strength, strains, bins)
        return strains, bins

    def continue_after(
        self,
        seed: int,
        first_deal: int,
        bins: NDArray[np.int64],
        seat: int,
        holder: int,
        call: int,
        made: NDArray[np.int64] | None = None,
    ) -> NDArray[np.int64]:
        """Holder, call index and offer at the end, after each call of ``seat``: [D, CALLS, 3].

        ``made`` int64 [D, CALLS, 4], *modified in place* when given: the calls from ``seat`` on.
        """
        out = np.zeros((len(bins), CALLS, 3), np.int64)
        if made is None:
            made = np.empty((len(bins), CALLS, SEATS), np.int64)
        continuations(
            np.uint64(seed),
            first_deal,
            bins,
            self.table,
            self.promises,
            seat,
            holder,
            call,
            self.first,
            self.forced_four,
            HEAT,
            NOISE,
            out,
            made,
        )
        return out

    def whole_auctions(
        self,
        seed: int,
        first_deal: int,
        bins: NDArray[np.int64],
        made: NDArray[np.int64] | None = None,
    ) -> NDArray[np.int64]:
        """Holder (-1 none), call index and offer of each deal: int64 [D, 3].

        ``made`` int64 [D, 4], *modified in place* when given: the calls, -1 where not asked.
        """
        out = np.zeros((len(bins), 3), np.int64)
        if made is None:
            made = np.empty((len(bins), SEATS), np.int64)
        auctions(
            np.uint64(seed),
            first_deal,
            bins,
            self.table,
            self.promises,
            self.first,
            self.forced_four,
            HEAT,
            NOISE,
            out,
            made,
        )
        return out

    def likelihood(self, bins: NDArray[np.int64], calls: NDArray[np.int64]) -> NDArray[np.float64]:
        """How likely these calls are with these hands, float64 [D]."""
        out = np.empty(len(bins))
        likelihoods(bins, calls, self.table, self.first, HEAT, NOISE, out)
        return out

    def likelihood_bound(self, calls: NDArray[np.int64]) -> float:
        """The largest likelihood that any hands could give these calls."""
        bound = 1.0
        for k in range(1, len(calls) + 1):
            # Only the last caller's hand varies: the others' factors divide out.
            bins = np.zeros((BINS, SEATS, OFFERS), np.int64)
            bins[:, k - 1] = np.arange(BINS)[:, None]
            upto = self.likelihood(bins, calls[:k])
            before = self.likelihood(bins, calls[: k - 1])
            bound *= float((upto / before).max())
        return bound


@lru_cache(maxsize=16)
def bidding_model(rules: CutuRules, level: str = "simple") -> BiddingModel:
    """The model of a level for these rules: stored for the presets, else learned on the spot."""
    sample = load_sample(sample_name(rules, level))
    scores = declarer_scores(rules)
    promise = promised(sample, scores)
    table = _stored_table(rules, level)
    if table is None:
        table = learn(rules, sample, scores, promise)
    strength = TrumpChooser.load(rules).model
    return BiddingModel(rules, level, strength, promise, table, np.stack([promise] * SEATS))


def seated(models: Sequence[BiddingModel]) -> BiddingModel:
    """A model by which every seat calls as its own model has it."""
    first = models[0]
    table = np.stack([model.table[seat] for seat, model in enumerate(models)])
    promises = np.stack([model.promise for model in models])
    return BiddingModel(first.rules, first.level, first.strength, first.promise, table, promises)


def promised(sample: Sample, scores: NDArray[np.int64]) -> NDArray[np.float64]:
    """Expected score by kind, bin and bid: what the bin's tricks are worth, smoothed over bins."""
    promise = np.empty((2, BINS, len(BIDS)))
    for kind in range(2):
        offers = [FREE_NT] if kind else [o for o in range(OFFERS) if o != FREE_NT]
        bins = sample.bins[:, :, offers].reshape(-1)
        tricks = sample.tricks[:, :, offers].reshape(-1)
        counts = np.zeros((BINS, CARDS + 1))
        np.add.at(counts, (bins, tricks), 1.0)
        # Neighbouring bins lend some deals to bins that were hardly ever seen.
        lent = counts.copy()
        lent[1:] += counts[:-1] / 20
        lent[:-1] += counts[1:] / 20
        lent += 1e-9 * np.exp(-((np.arange(BINS)[:, None] / 2 - np.arange(CARDS + 1)) ** 2))
        shares = lent / lent.sum(axis=1, keepdims=True)
        promise[kind] = shares @ scores[kind].T
    return promise


def learn(
    rules: CutuRules,
    sample: Sample,
    scores: NDArray[np.int64],
    promise: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Call values, float64 [4 seats, STATES, BINS, CALLS]."""
    shape = (SEATS, STATES, BINS, CALLS)
    prior = np.zeros(shape)
    prior[..., 1:] = promise.max(axis=0)[None, None]
    # Passing: nothing when nobody has bid, else about half of what stands is at stake.
    for call in range(1, 5):
        prior[:, call, :, 0] = (FIRST_BID + call - 1) / 2
        prior[:, 4 + call, :, 0] = -(FIRST_BID + call - 1) / 2
    table = prior.copy()
    total = np.zeros(shape)
    first = rules.lowest_bid - FIRST_BID + 1
    for sweep in range(SWEEPS):
        sums, counts = np.zeros(shape), np.zeros(shape)
        explore(
            sample.bins,
            sample.tricks,
            scores,
            promise,
            table,
            first,
            not rules.four_is_free,
            WANDER,
            sums,
            counts,
        )
        table = (_smooth(sums) + LEAN * prior) / (_smooth(counts) + LEAN)
        if sweep >= SWEEPS - AVERAGED:
            total += table
    return total / AVERAGED


def _smooth(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums to which each bin's neighbours add a quarter of theirs."""
    smooth = values.copy()
    smooth[:, :, 1:] += values[:, :, :-1] / 4
    smooth[:, :, :-1] += values[:, :, 1:] / 4
    return smooth


def _stored_table(rules: CutuRules, level: str) -> NDArray[np.float64] | None:
    path = data_path("models", "cutu", "calls.npz")
    if not path.exists():
        return None
    with np.load(path) as stored:
        name = table_name(rules, level)
        return np.asarray(stored[name], np.float64) if name in stored else None


def table_name(rules: CutuRules, level: str) -> str:
    """The name under which the learned values of a level's calls are stored."""
    return f"{level}-{rules.digest}"
