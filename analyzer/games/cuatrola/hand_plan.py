"""What a hand of Cuatrola should declare: every contract, and a hand that all pass.

By default all layouts are counted.  Random play takes chances and is sampled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_20, format_card, format_hand
from analyzer.games.base import Batch, Choice, Column, Deals, Plan, Trial
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.base_plan import BIDS, MOST_POINTS
from analyzer.games.cuatrola.calls import can_overcall
from analyzer.games.cuatrola.count import CountedLayouts, count_seen
from analyzer.games.cuatrola.hand_question import HandQuestion
from analyzer.games.cuatrola.hand_results import (
    POINTS,
    SCORE,
    SLAM,
    SLAM_AGAINST,
    TRICKS,
    Results,
    calling_level,
)
from analyzer.games.cuatrola.kernels.auction import closed
from analyzer.games.cuatrola.kernels.hand import exchange_hands, finish_declarations
from analyzer.games.cuatrola.match import MatchTable, match_table
from analyzer.games.cuatrola.open import OpenSolver
from analyzer.games.cuatrola.players import Players, hand_seconds
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.cuatrola.trace import (
    call_steps,
    choice_results,
    deals_of,
    play_acts,
    shown_deal,
)
from analyzer.games.levels import EXPERT, named_level
from analyzer.games.trace import Trace
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL

MATCH_SCALE = 40_000
"""Match probabilities are rounded to 1/40,000 a deal, so that sums stay exact."""
OPEN_SECONDS = 50e-6
"""Rough seconds that a layout takes double dummy, on one core."""
TRIALS = 300
"""Layouts on which quick players choose the calls that slow ones then play."""
TRIAL_DEALS = 1 << 48
"""Number of the first layout of the trials: none of those that are reported."""
CONTENDERS = 3
BEHIND = 4.0
"""Standard errors behind the best, on the trials, from which a call is out of contention."""
THEN = "auction"
_DEALER = codes.SEATS - 1
_RESULT_OF = {
    "score": SCORE,
    "slam": SLAM,
    "slam_against": SLAM_AGAINST,
    "points": POINTS,
    "tricks": TRICKS,
}


@dataclass(frozen=True)
class _Row:
    """A choice as it is measured: the contract called, and whether others still speak after.

    ``levels`` are those (of the declarations) at which it is measured: where others speak, those
    at which they might declare.
    """

    call: int
    speaks_on: bool
    choice: Choice
    levels: frozenset[int]


class HandPlan(Plan):
    """Measures every call that is open to a hand."""

    advise = "score"
    expert_deals = 1000

    def __init__(
        self,
        rules: CuatrolaRules,
        question: HandQuestion,
        plays: Sequence[str],
        contenders: Sequence[int] | None = None,
    ) -> None:
        """``contenders`` are the calls that experts play; all where not given."""
        self.rules = rules
        self.plays = tuple(plays)
        self.advise_play = self.plays[-1]
        self._contenders = contenders
        self._shown = question
        self._asked = question = question.canonical()
        self._pair = question.seat & 1
        self._trump = question.turned // codes.RANKS
        self._turned = PACK_20.card_set([question.turned])
        score = question.score or (0, 0)
        self._scores = np.array(score if self._pair == 0 else score[::-1], np.int64)
        self._table: MatchTable | None = None
        self._wins: NDArray[np.float64] | None = None
        if question.score is not None:
            self._table = match_table(rules)
            self._wins = self._table.wins
            self.advise = "match"
            self.negligible = 0.001
        self._packed = codes.kernel_rules(rules, self._wins)
        self._layouts = Layouts.build(
            codes.SIZE, (5, 5, 5, 4, 1), question.placed(), question.known.barred
        )
        self._exchanges = np.arange(codes.SEATS)[None, :]
        self._unit = 1
        if not question.sample and "random" not in self.plays:
            counted = self._count()
            # Numbers of few layouts are held beside those of all: in the same units.
            self._unit = len(counted.exchanges)
            if not self._slow:
                self._exchanges, self.exact = counted.exchanges, len(counted)
        self.calls = question.calls.allowed(rules, score[0])
        self._rows = list(self._all_rows())
        level = calling_level(self.advise_play)
        goes_on = {row.call for row in self._rows if row.speaks_on and level in row.levels}
        self._competing = [
            row.choice
            for row in self._rows
            if level in row.levels and row.speaks_on == (row.call in goes_on)
        ]
        self._makers = [
            (row, column) for play in self.plays for row in self._rows
            if calling_level(play) in row.levels
            if play not in self._slow or contenders is None or row.call in contenders
            for column in self._row_columns(row, play)
        ]  # fmt: skip
        self.columns = tuple(column for _, column in self._makers)
        self.question = self._shown_question()
        self.notes = tuple(self._remarks())

    @property
    def _slow(self) -> list[str]:
        return [play for play in self.plays if named_level(play) == EXPERT]

    def _count(self) -> CountedLayouts:
        asked = self._asked
        known = asked.known
        return count_seen(asked.hand, asked.seat, asked.turned, known.cards, known.barred)

    # What is asked.

    def _all_rows(self) -> Iterator[_Row]:
        levels = frozenset(calling_level(play) for play in self.plays)
        for call in self.calls:
            choice: Choice = {"contract": BIDS[call]}
            yield _Row(call, False, choice, levels)
            going_on = frozenset(level for level in levels if self._may_go_on(call, level))
            if going_on:
                yield _Row(call, True, {**choice, "then": THEN}, going_on)

    def prepare(self, trial: Trial) -> Plan:
        """Experts play the calls that quick players find worth considering."""
        if not self._slow or self._contenders is not None or len(self.calls) < 2:
            return self
        question = replace(self._shown, sample=True)
        quick = HandPlan(self.rules, question, ["simple"])
        found = trial(quick, TRIAL_DEALS, TRIALS).astype(np.float64)
        at = {
            str(column.choice["contract"]): found[:, i]
            for i, column in enumerate(quick.columns)
            if column.measure == self.advise and quick.competes(column)
        }
        values = np.stack([at[BIDS[call]] for call in self.calls], axis=1)
        return HandPlan(self.rules, self._shown, self.plays, _contending(self.calls, values))

    def _may_go_on(self, call: int, level: int) -> bool:
        """Whether, by the model, a seat still to speak might declare above this call."""
        asked = self._asked
        barred = asked.known.barred
        placed = asked.placed()
        standing = (call or asked.calls.standing, asked.seat if call else asked.calls.holder)
        for seat in range(asked.seat + 1, codes.SEATS):
            places = {seat, codes.SEATS} if seat == _DEALER else {seat}
            fixed = PACK_20.card_set(c for c, place in placed.items() if place in places)
            pool = tuple(
                PACK_20.card_set([c])
                for c in range(codes.SIZE)
                if c not in placed and seat not in barred.get(c, ())
            )
            if can_overcall(
                self._packed, seat, self._turned, fixed, pool, standing, self._scores, level
            ):
                return True
        return False

    def _row_columns(self, row: _Row, play: str) -> Iterator[Column]:
        unit = self._unit
        most = max(int(self._packed[codes.VALUES + c]) for c in range(1, len(codes.CONTRACTS)))
        most = max(most, int(self._packed[codes.SWEEP]))

        def share(measure: str) -> Column:
            # A mean over exchanged suits is no yes or no any more.
            once = unit == 1
            return Column(row.choice, play, measure, once, unit, unit, chance=not once)

        def column(measure: str, spread: int) -> Column:
            return Column(row.choice, play, measure, False, scale=unit, spread=spread * unit)

        if row.call and not row.speaks_on:
            yield share("success")
        yield column("score", 2 * most)
        if self._table is not None:
            scale = MATCH_SCALE * unit
            yield Column(row.choice, play, "match", False, scale, scale, chance=True)
        yield share("slam")
        yield share("slam_against")
        if play != "open":
            yield column("points", MOST_POINTS)
            yield column("tricks", codes.HAND)
        if row.speaks_on and play == self.advise_play:
            for name in codes.CONTRACTS[row.call or self._asked.calls.standing :]:
                yield share(name)

    def _shown_question(self) -> dict[str, Any]:
        asked = self._shown
        return {
            "hand": format_hand(PACK_20.card_set(asked.hand), PACK_20),
            "seat": asked.seat + 1,
            "turned": format_card(asked.turned, PACK_20, unicode=False),
            "calls": str(asked.calls),
            "choices": [BIDS[call] for call in self.calls],
            "score": None if asked.score is None else list(asked.score),
            "known": asked.known.text,
        }

    def _remarks(self) -> Iterator[str]:
        calls = self._asked.calls
        if calls.standing:
            yield (f"pass: all pass, and seat {calls.holder + 1} plays its {BIDS[calls.standing]}.")
        else:
            yield "pass: all pass, and a normal hand is played."
        if any(row.speaks_on for row in self._rows):
            yield (
                "auction: the seats still to speak declare by the model of their level (simple "
                "at open), and what comes of it is played; normal, solo, cuatro, quinta: how often "
                "each of these is."
            )
        if len(self.calls) > 1:
            goal = "the chance to win the match" if self._table is not None else "the score"
            yield f"needs: the success rate from which declaring gives {goal} that passing gives."
        if self._asked.score is None:
            yield "Asked at 0-0 (--score 8-7 gives the match points, own first)."
        if calls.calls:
            if self._slow:
                yield "Experts weigh the calls as evidence of the cards; other levels do not."
            else:
                yield "The calls so far limit the choices and are not taken as evidence."
        if "open" in self.plays:
            yield "open: each number is the best play for its own measure."

    def title(self, symbols: bool) -> str:
        """The hand, the seat, the turned card, the calls and the score."""
        return self._shown.title(symbols)

    # Advice.

    def competes(self, column: Column) -> bool:
        """What a call leads to with the auction going on, where it can go on."""
        return column.choice in self._competing

    def prefer(self, choice: Choice) -> float:
        """Among equals the highest contract: it leaves the others least room."""
        return float(BIDS.index(str(choice["contract"])))

    def derive(
        self, values: Sequence[tuple[float, float, float]]
    ) -> list[tuple[Column, tuple[float, float, float]]]:
        """``needs``: the success rate at which declaring is worth as much as passing.

        Both with the declarations that follow: what an overcall changes is no matter of the
        contract's success.
        """
        measure = "match" if self._table is not None else "score"
        found = {
            (column.play, row.call, row.speaks_on): value
            for (row, column), value in zip(self._makers, values, strict=True)
            if column.measure == measure
        }
        rows = []
        for play in self.plays:
            passing = found.get((play, codes.NORMAL, True), found.get((play, codes.NORMAL, False)))
            for call in self.calls[1:]:
                if (play, call, False) not in found or passing is None:
                    continue
                made, failed = self._edges(call)
                if made <= failed:
                    continue
                played = found[play, call, False][0]
                overcalls = found.get((play, call, True), (played,))[0] - played
                low, value, high = (
                    min(1.0, max(0.0, (worth - overcalls - failed) / (made - failed)))
                    for worth in (passing[1], passing[0], passing[2])
                )
                column = Column({"contract": BIDS[call]}, play, "needs", False, chance=True)
                rows.append((column, (value, low, high)))
        return rows

    def _edges(self, call: int) -> tuple[float, float]:
        """What the contract is worth made and failed: match points, or chances of the match."""
        value = int(self._packed[codes.VALUES + call])
        if self._table is None:
            return float(value), float(-value)
        made, failed = self._chances(np.array([value, -value])) / MATCH_SCALE
        return float(made), float(failed)

    # Single deals: random layouts, as with sample, for counting has no order of its own.

    def sampled(self, play: str) -> HandPlan:
        """The same question at one level, about random layouts."""
        return HandPlan(self.rules, replace(self._shown, sample=True), [play])

    def deals(self, seed: int, first: int, count: int) -> Deals:
        """Random layouts: those that are counted with ``sample``."""
        hands, _ = self.sampled("simple")._hands(seed, first, count)
        suits = np.array(self._shown.suit_order(), np.int64)
        exchange_hands(hands.copy(), suits, hands)
        turned = np.full(count, PACK_20.card_set([self._shown.turned]), np.uint64)
        return deals_of(hands, turned, seed, first)

    def trace(self, seed: int, number: int, play: str, choice: Choice) -> Trace:
        """One of :meth:`deals` after a call, with what the others said."""
        plan = self.sampled(play)
        hands, _ = plan._hands(seed, number, 1)
        called, contract, declarer = plan._ending(hands, plan._row_of(choice), play)
        acts = play_acts(
            Players.all_at(play), seed, number, hands[0], self._turned, contract, declarer,
            self._packed, called, self._scores, self._shown.suit_order(),
        )  # fmt: skip
        steps = (*call_steps(called), *acts.steps)
        results = choice_results(plan, seed, number, choice)
        return Trace(shown_deal(self.deals(seed, number, 1)), steps, results)

    def _row_of(self, choice: Choice) -> _Row:
        return next(row for row in self._rows if dict(row.choice) == dict(choice))

    def _ending(
        self, hands: NDArray[np.uint64], row: _Row, play: str
    ) -> tuple[tuple[int, ...], int, int]:
        """What everybody called, plus one, in one layout; the contract and its declarer."""
        standing = (self._asked.calls.standing, self._asked.calls.holder)
        contract = (row.call, self._asked.seat) if row.call else standing
        called = self._called(row.call)
        if not row.speaks_on:
            return called, *contract
        ends = np.empty((1, 2 + codes.SEATS), np.int64)
        before = self._asked.seat + 1
        finish_declarations(
            hands, np.uint64(self._turned), before, *contract, self._scores, calling_level(play),
            self._packed, ends,
        )  # fmt: skip
        end = [int(value) for value in ends[0]]
        return (*called[:before], *end[2 + before :]), end[0], end[1]

    # Outcomes.

    def workspace(self) -> OpenSolver | None:
        """A solver of one's own, where the level ``open`` is asked for."""
        return OpenSolver(self.rules) if "open" in self.plays else None

    def cost(self) -> float:
        """Rough seconds a layout."""
        hands = len(self._rows)
        return len(self._exchanges) * sum(
            OPEN_SECONDS if play == "open" else hands * hand_seconds(play) for play in self.plays
        )

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Every call on the same layouts; equivalent layouts are played once double dummy.

        The simple player takes the lower of two cards of equal worth, so that exchanged suits
        may be played differently: then all exchanges are played.
        """
        hands, weights = self._hands(seed, first, count)
        outcomes = np.zeros((count, len(self.columns)), np.int64)
        image = np.empty_like(hands)
        for g, exchange in enumerate(self._exchanges):
            exchange_hands(hands, exchange, image)
            for play in self.plays:
                if play == "open" and g > 0:
                    continue
                results = Results(
                    self.rules, self._packed, self._scores, play, self._asked.seat, self._turned,
                    self._trump, image, seed, first, workspace,
                )  # fmt: skip
                times = self._unit if play == "open" else self._unit // len(self._exchanges)
                self._add(results, times, outcomes)
        return Batch(outcomes, weights)

    def _hands(
        self, seed: int, first: int, count: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64] | None]:
        if self.exact is not None:
            counted = self._count()
            rows = slice(first, first + count)
            return counted.hands[rows], counted.weights[rows]
        places = np.zeros((count, codes.SEATS + 1), np.uint64)
        plan = self._layouts.plan
        deal_hands(np.uint64(seed), PURPOSE_DEAL, first, plan, codes.RANKS, places)
        sampled = places[:, : codes.SEATS].copy()
        sampled[:, _DEALER] |= places[:, codes.SEATS]
        return sampled, None

    def _add(self, results: Results, times: int, outcomes: NDArray[np.int64]) -> None:
        """Add the outcomes of one level, ``times`` over, to the columns (*in place*)."""
        for row in self._rows:
            own = [(i, c) for i, (maker, c) in enumerate(self._makers)
                   if maker is row and c.play == results.play]  # fmt: skip
            if not own:
                continue
            standing, holder = self._asked.calls.standing, self._asked.calls.holder
            contract = (row.call, self._asked.seat) if row.call else (standing, holder)
            contracts = np.full(len(outcomes), contract[0])
            if not row.speaks_on:
                found = results.of(*contract, self._called(row.call))
            else:
                ends = np.empty((len(outcomes), 2 + codes.SEATS), np.int64)
                finish_declarations(
                    results.hands, np.uint64(self._turned), self._asked.seat + 1, *contract,
                    self._scores, results.level, self._packed, ends,
                )  # fmt: skip
                before = self._asked.seat + 1
                ends[:, 2 : 2 + before] = self._called(row.call)[:before]
                contracts = ends[:, 0]
                found = results.each(ends)
            for i, column in own:
                outcomes[:, i] += times * self._values(column.measure, contracts, found)

    def _called(self, call: int) -> tuple[int, ...]:
        """What everybody has heard when this call is the last that counts: calls plus one."""
        calls = (*self._asked.calls.calls, call)
        silent = 0 if closed(max(calls), self._packed) else codes.NORMAL + 1
        return tuple(c + 1 for c in calls) + (silent,) * (codes.SEATS - len(calls))

    def _values(
        self, measure: str, contracts: NDArray[np.int64], found: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        if measure in _RESULT_OF:
            return np.asarray(found[:, _RESULT_OF[measure]])
        if measure == "success":
            return (found[:, SCORE] > 0).astype(np.int64)
        if measure == "match":
            return self._chances(found[:, SCORE])
        return np.asarray(contracts == codes.CONTRACTS.index(measure), np.int64)

    def _chances(self, score: NDArray[np.int64]) -> NDArray[np.int64]:
        """Probability of winning the match after these match points, times MATCH_SCALE."""
        assert self._table is not None
        assert self._asked.score is not None
        own, other = self._asked.score
        # The deal moves on a seat: the pair of seats 2 and 4 is mano next.
        chance = self._table.chance(
            own + np.maximum(score, 0), other + np.maximum(-score, 0), self._pair == 1
        )
        scaled: NDArray[np.int64] = np.rint(chance * MATCH_SCALE).astype(np.int64)
        return scaled


def _contending(calls: Sequence[int], values: NDArray[np.float64]) -> list[int]:
    """Calls near the best of trials, ``values`` float64 [n, calls]; passing is always one."""
    means = values.mean(axis=0)
    order = np.argsort(-means, kind="stable")
    gaps = values[:, order[0], None] - values
    errors = gaps.std(axis=0, ddof=1) / len(values) ** 0.5
    near = [i for i in order[:CONTENDERS] if gaps[:, i].mean() <= BEHIND * errors[i]]
    return sorted({calls[i] for i in near} | {codes.NORMAL})
