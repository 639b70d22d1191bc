"""Hands tried in many layouts each: what every call, trump and first lead is worth on average.

The layouts of a hand are in two halves that share no deal.  One half tells which choice is best
(``judge_``), the other what each choice brings, so that the best one is not flattered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_24
from analyzer.games.base import Batch
from analyzer.games.cruce import codes
from analyzer.games.cruce.base_plan import OWN, seconds_of
from analyzer.games.cruce.bidding import bidding_model
from analyzer.games.cruce.calls import Auction
from analyzer.games.cruce.dealt import Dealt, deal_known, seat_layouts
from analyzer.games.cruce.hand_question import Trump
from analyzer.games.cruce.hand_results import Results
from analyzer.games.cruce.kernels.auction import BID
from analyzer.games.cruce.kernels.rounds import CHOSEN
from analyzer.games.cruce.match import MatchTable, match_table
from analyzer.games.cruce.report.features import (
    FEATURES,
    Ints,
    Words,
    best_suits,
    features,
)
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.studio import SamplePlan, feature

if TYPE_CHECKING:
    import pandas as pd

LAYOUTS = 256
"""Layouts of a hand whose calls are tried: half of them to judge by."""
LEAD_LAYOUTS = 96
"""Layouts of a hand whose leads are tried."""
MOST_CALL = 4
"""The highest bid that is tried."""
WEIGHT = 200
"""Weight of a layout that fits the passes so far best."""
MATCH_UNIT = 100
"""Chances are rounded to so many parts of a weight."""
_HANDS = 1 << 61
"""Deals from which hands come are those of another seed."""
_NO_LEAD = -1

Floats = NDArray[np.float64]


class _HandsPlan(SamplePlan):
    """A row a hand; results are sums over the layouts of each half."""

    rules: CruceRules

    def _prepare(self, rules: CruceRules, play: str, seat: int, whole: bool) -> None:
        self.rules = rules
        self._play_name, self._level = play, codes.level_code(play)
        self._packed = codes.kernel_rules(rules)
        self._seat, self._side = seat, seat % rules.sides
        self._whole = whole or not rules.has_two_packets
        self._random = seat_layouts(rules)

    def _cards(self, seed: int, first: int, count: int) -> Words:
        """The hands: whole ones or first packets, uint64 [H]."""
        dealt = deal_known(self._packed, self._random, count, seed ^ _HANDS, first)
        held = dealt.hands if self._whole else dealt.packets
        return np.ascontiguousarray(held[:, self._seat])

    def _layouts_of(self, seed: int, number: int, cards: int, count: int = LAYOUTS) -> Dealt:
        known = dict.fromkeys(PACK_24.numbers(cards), self._seat)
        return deal_known(
            self._packed, seat_layouts(self.rules, known), count, seed, number * count,
            self._seat, 0 if self._whole else cards,
        )  # fmt: skip

    def _all_layouts(self, seed: int, first: int, cards: Words) -> Dealt:
        """The layouts of all hands, one hand after the other."""
        parts = [
            self._layouts_of(seed, first + i, int(hand)) for i, hand in enumerate(cards.tolist())
        ]
        return joined(parts)

    def _sums(self, values: Ints) -> tuple[Ints, Ints]:
        """Sums over the halves of each hand's layouts, of int64 [H * LAYOUTS]."""
        halves = values.reshape(-1, 2, LAYOUTS // 2).sum(axis=2)
        return halves[:, 0], halves[:, 1]


def joined(parts: Sequence[Dealt]) -> Dealt:
    """Deals of one seed, put together."""
    return Dealt(
        parts[0].seed,
        np.concatenate([part.numbers for part in parts]),
        np.concatenate([part.hands for part in parts]),
        np.concatenate([part.packets for part in parts]),
        np.concatenate([part.drawn for part in parts]),
        np.concatenate([part.doubled for part in parts]),
    )


class CallPlan(_HandsPlan):
    """What a seat's calls are worth when all before it passed, as players go on.

    ``scores`` are those of matches, own and theirs, at which the chance of winning is asked too.
    """

    def __init__(
        self, rules: CruceRules, play: str, passes: int, scores: Sequence[tuple[int, ...]] = ()
    ) -> None:
        auction = Auction(rules, (0,) * passes)
        self._prepare(rules, play, auction.seat, False)
        self._auction, self._model = auction, bidding_model(rules, play)
        self._scores = tuple(scores)
        self.bids = tuple(range(min(rules.highest_bid, MOST_CALL) + 1))
        self._tables: list[MatchTable] = [match_table(rules)] if scores else []
        names = [*FEATURES, "weight", "judge_weight"]
        for call in self.bids:
            names += [f"call_{call}", f"judge_{call}", f"points_{call}"][: 3 if call == 0 else 2]
            for i in range(len(self._scores)):
                names += [f"match_{i}_{call}", f"judge_match_{i}_{call}"]
        super().__init__(f"calls after {passes}", play, [feature(name) for name in names])
        self.question = dict(self.question) | {
            "passes": passes, "scores": [list(score) for score in self._scores],
            "layouts": LAYOUTS,
        }  # fmt: skip

    def cost(self) -> float:
        """Several contracts in every layout."""
        each = 4 * seconds_of(self._play_name, self.rules) + 3e-6 * len(self._scores)
        return LAYOUTS * each

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Try every call in every layout of the hands."""
        rules, seat = self.rules, self._seat
        cards = self._cards(seed, first, count)
        dealt = self._all_layouts(seed, first, cards)
        seen = dealt.packets if rules.has_two_packets else dealt.hands
        bins = self._model.offers(seen)
        calls = tuple(BID * bid for bid in self.bids)
        ends = self._model.continue_after(
            seed, dealt.numbers, self._auction.state, np.array(calls), bins
        )
        passed = np.array(self._auction.calls, np.int64)
        weights = np.full(len(dealt), WEIGHT, np.int64)
        if len(passed):
            likely = self._model.likelihood(passed, bins, seat)
            likely /= self._model.likelihood_bound(passed, seat)
            weights = np.maximum(1, np.rint(WEIGHT * likely)).astype(np.int64)
        results = Results(rules, self._packed, dealt, self._play_name, seat, ends, calls)
        found = features(cards, self._packed)
        found["weight"], found["judge_weight"] = self._sums(weights)
        trump = Trump(OWN, 0, CHOSEN, OWN)
        own = results.own(trump).points[:, self._side]
        found["points_0"], _ = self._sums(weights * own)
        for bid, call in zip(self.bids, calls, strict=True):
            deltas = results.called(call, trump)[0].deltas
            net = rules.sides * deltas[:, self._side] - deltas.sum(axis=1)
            found[f"call_{bid}"], found[f"judge_{bid}"] = self._sums(weights * net)
            for i, score in enumerate(self._scores):
                chances = self._chances(score, deltas)
                names = (f"match_{i}_{bid}", f"judge_match_{i}_{bid}")
                parts = np.rint(weights * chances * MATCH_UNIT).astype(np.int64)
                found |= dict(zip(names, self._sums(parts), strict=True))
        return Batch(np.stack([found[c.measure] for c in self.columns], 1))

    def _chances(self, score: tuple[int, ...], deltas: Ints) -> Floats:
        """Chances of the match after rounds."""
        totals = deltas.copy()
        for side in range(self.rules.sides):
            totals[:, side] += score[0] if side == self._side else score[1]
        return self._tables[0].chance(totals, self._side)

    def means(self, frame: pd.DataFrame) -> pd.DataFrame:
        """The rows with means in place of sums: scores in big points, chances, small points."""
        made: dict[str, Any] = {name: frame[name] for name in FEATURES}
        scale = self.rules.sides - 1
        made["promised"] = frame["points_0"] / frame["weight"]
        for call in self.bids:
            made[f"call_{call}"] = frame[f"call_{call}"] / frame["weight"] / scale
            made[f"judge_{call}"] = frame[f"judge_{call}"] / frame["judge_weight"] / scale
            for i in range(len(self._scores)):
                own, judge = f"match_{i}_{call}", f"judge_match_{i}_{call}"
                made[own] = frame[own] / frame["weight"] / MATCH_UNIT
                made[judge] = frame[judge] / frame["judge_weight"] / MATCH_UNIT
        import pandas as pd

        return pd.DataFrame(made)


class LeadPlan(_HandsPlan):
    """First leads of the first speaker, whole hand known: points of its side with its best trump.

    Sums over the layouts by lead, :data:`LEADS`; -1 for what is not held.
    """

    LEADS = ("own", "highest", "lowest", "king", "queen")

    def __init__(self, rules: CruceRules, play: str) -> None:
        self._prepare(rules, play, rules.first_seat, True)
        names = [*FEATURES, *(f"lead_{lead}" for lead in self.LEADS)]
        super().__init__("leads", play, [feature(name) for name in names])
        self.question = dict(self.question) | {"layouts": LEAD_LAYOUTS}

    def cost(self) -> float:
        """A contract for each lead in every layout."""
        return LEAD_LAYOUTS * 5 * seconds_of(self._play_name, self.rules)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Play some leads in every layout of the hands."""
        cards = self._cards(seed, first, count)
        best = best_suits(cards, self._packed)
        found: dict[str, Ints] = features(cards, self._packed)
        found |= {f"lead_{lead}": np.full(count, _NO_LEAD) for lead in self.LEADS}
        for i, hand in enumerate(cards.tolist()):
            dealt = self._layouts_of(seed, first + i, hand, LEAD_LAYOUTS)
            for lead, bit in leads_of(hand, int(best[i])).items():
                ask = np.array([[self._seat, 0, 0, best[i]]])
                played = dealt.play(ask, self._level, self._packed, np.uint64(bit))
                found[f"lead_{lead}"][i] = played.points[:, self._side].sum()
        return Batch(np.stack([found[c.measure] for c in self.columns], 1))


def leads_of(hand: int, suit: int) -> dict[str, int]:
    """First leads of a trump suit by name, as one bit; 0 where the player chooses."""
    trumps = hand >> 16 * suit & 63
    found = {"own": 0, "highest": 1 << trumps.bit_length() - 1, "lowest": trumps & -trumps}
    if trumps >> codes.QUEEN & 3 == 3:
        found |= {"king": 1 << codes.KING, "queen": 1 << codes.QUEEN}
    return {name: bit << 16 * suit for name, bit in found.items()}
