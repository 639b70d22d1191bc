"""What a hand of Cruce should call, or lead once it is whole: every bid, trump and first lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_24, format_hand
from analyzer.errors import QuestionError
from analyzer.games.base import Batch, Choice, Column, Plan, Trial
from analyzer.games.cruce import codes
from analyzer.games.cruce.base_plan import MOST_BIG, seconds_of, slams
from analyzer.games.cruce.bidding import bidding_model
from analyzer.games.cruce.contending import TRIALS, TRIALS_FROM, contenders
from analyzer.games.cruce.deals import CruceDeals
from analyzer.games.cruce.dealt import Dealt, Played, deal_known, makes, seat_layouts
from analyzer.games.cruce.hand_question import HandQuestion, Lead, Trump
from analyzer.games.cruce.hand_results import Results, open_points
from analyzer.games.cruce.hand_trace import choice_steps
from analyzer.games.cruce.hand_words import remarks
from analyzer.games.cruce.kernels.auction import BID, PASS
from analyzer.games.cruce.kernels.hand import ALWAYS, PLAYED
from analyzer.games.cruce.match import MatchTable, match_table
from analyzer.games.cruce.open import OpenSolver
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.cruce.trace import check_play, choice_results, deals_of, shown_deal
from analyzer.games.levels import EXPERT, named_level
from analyzer.games.needs import needed_rate
from analyzer.games.trace import Trace

WEIGHT = 1000
"""Weight of the layout that fits the calls best; others are rounded fractions of it."""
MATCH_SCALE = 4000
"""Match probabilities are rounded to 1/4000 a deal, so that sums stay exact."""
MADE = "score_made"
"""Hidden measure: the score where the contract is made, else 0."""
PASSED: Choice = {"bid": "pass"}
MOST_POINTS = 220
_TRIAL = 50
"""Deals on which a question is tried: whether any is played without a double round."""

Ints = NDArray[np.int64]
Reader = Callable[["Table"], Ints]


class Table:
    """One batch of deals at one level, as the columns read it."""

    def __init__(self, dealt: Dealt, results: Results | None, points: dict[str, Ints]) -> None:
        self.dealt = dealt
        self._results = results
        self.points = points
        """At level ``open``: points of the asker's side by source of trump."""

    @property
    def results(self) -> Results:
        """Playouts."""
        assert self._results is not None
        return self._results


class HandPlan(Plan):
    """Measures every bid with every trump, and every first lead of a whole hand."""

    tie_break = "the highest bid leaves the others least room"

    def __init__(
        self,
        rules: CruceRules,
        question: HandQuestion,
        plays: Sequence[str],
        contending: frozenset[tuple[int, str]] | None = None,
    ) -> None:
        self.rules = rules
        self.plays = tuple(plays)
        self._contending = contending
        if rules.players == 2 or question.whole:
            # More cards to think about, or every first lead: so that an answer takes no longer.
            self.expert_deals = 300
        self._asked = question
        self._sides = rules.sides
        self._side = question.seat % self._sides
        self._scale = self._sides - 1
        self._packed = codes.kernel_rules(rules)
        self._model = bidding_model(rules)
        known = dict.fromkeys(PACK_24.numbers(question.hand), question.seat)
        self._layouts = seat_layouts(rules, known | question.known.cards, question.known.barred)
        self._match: MatchTable | None = None if question.score is None else match_table(rules)
        self._calls = np.array(question.auction.calls, np.int64)
        self._weigh = question.use_calls and len(self._calls) > 0
        self._bound = 1.0
        if self._weigh:
            self._bound = self._model.likelihood_bound(self._calls, question.seat)
        self._answers = self._own_calls()
        if (self._deal(0, 0, _TRIAL).doubled == ALWAYS).any():
            raise QuestionError(
                "with these cards a double round is called and the cards are dealt again; "
                "--set double_round=false plays on"
            )
        self._choose_advice()
        makers = [
            (play, column, reader) for play in self.plays for column, reader in self._rows(play)
        ]
        # A pass stands first, also where the first level has no rows for it.
        self._makers = sorted(makers, key=lambda maker: maker[1].choice != PASSED)
        self.columns = tuple(column for _, column, _ in self._makers)
        self.question = {
            "hand": format_hand(question.hand, PACK_24),
            "seat": question.seat + 1,
            "calls": str(question.auction),
            "bids": list(question.bids),
            "score": None if question.score is None else list(question.score),
            "known": question.known.text,
            "calls_as_evidence": self._weigh,
        }
        self.notes = tuple(remarks(rules, question, self.plays, self._weigh))

    def _own_calls(self) -> tuple[int, ...]:
        """The calls whose consequences are followed; each card of pe carte is as good as c1."""
        asked = self._asked
        if not asked.bidding:
            return ()
        modes = sorted({min(trump.mode, 1) for trump in asked.trumps})
        return (PASS, *(BID * bid + mode for bid in asked.bids for mode in modes))

    def _choose_advice(self) -> None:
        playouts = [play for play in self.plays if play != "open"]
        experts = [play for play in playouts if named_level(play) == EXPERT]
        self.advise_play = (experts or playouts or list(self.plays))[-1]
        self.advise = None
        if playouts:
            self.advise = "call" if self._asked.bidding else "score"
            if self._match is not None:
                self.advise, self.negligible = "match", 0.001

    # What is measured.

    def _rows(self, play: str) -> Iterator[tuple[Column, Reader]]:
        asked = self._asked
        if asked.bidding and play != "open":
            yield from self._pass_rows(play)
        for bid in asked.bids:
            for trump in asked.trumps:
                if not self._contends(play, bid, trump):
                    continue
                choice: Choice = {"bid": bid, "trump": trump.name}
                yield from self._contract_rows(play, choice, bid, trump)
                if asked.bidding and play != "open":
                    call = BID * bid + min(trump.mode, 1)
                    yield from self._call_rows(play, choice, call, trump)
        for trump in asked.trumps:
            if named_level(play) == EXPERT and not self._leads_at_expert(trump):
                continue
            yield from self._trump_rows(play, {"trump": trump.name}, trump, None)
            for lead in asked.leads if play != "open" else ():
                if lead.trump == trump:
                    choice = {"trump": trump.name, "lead": lead.name}
                    yield from self._trump_rows(play, choice, trump, lead)

    def _contends(self, play: str, bid: int, trump: Trump) -> bool:
        """Whether a contract is worth the time of experts, who play the best ones only."""
        if self._contending is None or named_level(play) != EXPERT:
            return True
        return (bid, trump.source) in self._contending

    def _leads_at_expert(self, trump: Trump) -> bool:
        """Whether experts play a trump for what it brings: they must know the contract."""
        bids = self._asked.bids
        return len(bids) == 1 and self._contends(EXPERT, bids[0], trump)

    def _stake(self, trump: Trump | None) -> int:
        """The largest stake: double rounds do not count here."""
        return self.rules.blind_multiplier if trump is None or trump.mode else 1

    def _pass_rows(self, play: str) -> Iterator[tuple[Column, Reader]]:
        spread = self._stake(None) * (MOST_BIG + self.rules.highest_bid)

        def ended(table: Table) -> Played:
            return table.results.called(PASS, None)[0]

        def flags(which: str) -> Reader:
            def read(table: Table) -> Ints:
                played, again = table.results.called(PASS, None)
                return np.where(again, 0, self._slam(played, which))

            return read

        wide = 2 * self._scale * spread
        yield (
            Column(PASSED, play, "score", False, self._scale, wide),
            lambda table: self._net(ended(table)),
        )
        yield from self._call_rows(play, PASSED, PASS, None)
        for which in slams(self.rules):
            yield Column(PASSED, play, which, True, spread=1), flags(which)
        yield from self._big_points(play, PASSED, spread, ended)

    def _contract_rows(
        self, play: str, choice: Choice, bid: int, trump: Trump
    ) -> Iterator[tuple[Column, Reader]]:
        def made(table: Table) -> Ints:
            return makes(self._points(table, trump, bid), bid).astype(np.int64)

        yield Column(choice, play, "success", True, spread=1), made
        if play == "open":
            return

        def played(table: Table) -> Played:
            return table.results.contract(trump, bid)

        def score(table: Table) -> Ints:
            return self._net(played(table))

        spread = self._stake(trump) * (MOST_BIG + bid)
        wide = 2 * self._scale * spread
        yield Column(choice, play, "score", False, self._scale, wide), score
        yield (
            Column(choice, play, MADE, False, self._scale, wide, hidden=True),
            lambda table: score(table) * made(table),
        )
        for which in slams(self.rules):
            yield (
                Column(choice, play, which, True, spread=1),
                self._slam_reader(played, which),
            )
        yield from self._big_points(play, choice, spread, played)
        if self._match is not None and not self._asked.bidding:
            yield (
                self._match_column(choice, play),
                lambda table: self._chances(played(table), np.zeros(len(table.dealt), bool)),
            )

    def _big_points(
        self, play: str, choice: Choice, spread: int, played: Callable[[Table], Played]
    ) -> Iterator[tuple[Column, Reader]]:
        """Big points of the own side, and the mean of the others'."""
        yield (
            Column(choice, play, "points", False, 1, spread),
            lambda table: played(table).deltas[:, self._side],
        )
        yield (
            Column(choice, play, "points_against", False, self._scale, self._scale * spread),
            lambda table: played(table).deltas[:, self._others()].sum(axis=1),
        )

    def _call_rows(
        self, play: str, choice: Choice, call: int, trump: Trump | None
    ) -> Iterator[tuple[Column, Reader]]:
        wide = 2 * self._scale * self._stake(None) * (MOST_BIG + self.rules.highest_bid)
        yield (
            Column(choice, play, "call", False, self._scale, wide),
            lambda table: self._net(table.results.called(call, trump)[0]),
        )
        if self._match is not None:
            yield (
                self._match_column(choice, play),
                lambda table: self._chances(*table.results.called(call, trump)),
            )

    def _trump_rows(
        self, play: str, choice: Choice, trump: Trump, lead: Lead | None
    ) -> Iterator[tuple[Column, Reader]]:
        """How many points a trump makes, whatever was bid, with the best or a given first lead."""

        def played(table: Table) -> Played:
            bid = self._asked.bids[0]
            return table.results.own(trump, bid) if lead is None else table.results.led(lead, bid)

        def points(table: Table) -> Ints:
            if lead is None:
                return self._points(table, trump, self._asked.bids[0])
            return played(table).points[:, self._side]

        def reaches(least: int) -> Reader:
            return lambda table: (points(table) >= least).astype(np.int64)

        for bid in range(1, MOST_BIG + 1):
            column = Column(choice, play, f"reach_{bid}", True, spread=1)
            yield column, reaches(codes.BIG_POINT * bid)
        yield Column(choice, play, "small_points", False, 1, MOST_POINTS), points
        if play == "open":
            return
        yield (
            Column(choice, play, "announcements", False, 1, 100),
            lambda table: played(table).announced[:, self._side],
        )
        if self.rules.has_double_round:
            yield (
                Column(choice, play, "double_round", True, spread=1),
                lambda table: (table.dealt.doubled != PLAYED).astype(np.int64),
            )

    # How it is measured.

    def _match_column(self, choice: Choice, play: str) -> Column:
        return Column(choice, play, "match", False, MATCH_SCALE, MATCH_SCALE, chance=True)

    def _others(self) -> list[int]:
        return [side for side in range(self._sides) if side != self._side]

    def _points(self, table: Table, trump: Trump, bid: int) -> Ints:
        """Points of the asker's side, announcements included."""
        if table.points:
            return table.points[trump.source]
        return table.results.own(trump, bid).points[:, self._side]

    def _net(self, played: Played) -> Ints:
        """Big points of the own side beyond the mean of the others, times the scale."""
        deltas = played.deltas
        theirs = deltas[:, self._others()].sum(axis=1)
        return np.asarray(self._scale * deltas[:, self._side] - theirs)

    def _slam_reader(self, played: Callable[[Table], Played], which: str) -> Reader:
        return lambda table: self._slam(played(table), which)

    def _slam(self, played: Played, which: str) -> Ints:
        tricks = played.won
        total = tricks.sum(axis=1)
        sides = {
            "slam": [self._side],
            "slam_against": self._others(),
            "slam_any": [self._side, *self._others()],
        }[which]
        found = np.stack([tricks[:, side] == total for side in sides]).any(axis=0)
        return np.asarray(found, np.int64)

    def _chances(self, played: Played, again: NDArray[np.bool_]) -> Ints:
        """Chances of the match after these rounds, or at the same score dealt anew."""
        assert self._match is not None
        totals = self._totals() + played.deltas
        chance = self._match.chance(totals, self._side)
        if again.any():
            chance = np.where(again, self._match.chance(totals, self._side, moved=False), chance)
        return np.asarray(np.rint(chance * MATCH_SCALE), np.int64)

    def _totals(self) -> Ints:
        """The score by side, int64 [4]."""
        score = self._asked.score or ()
        totals = np.zeros(codes.SEATS, np.int64)
        totals[: len(score)] = score if len(score) == 3 or self._side == 0 else score[::-1]
        return totals

    def _deal(self, seed: int, first: int, count: int) -> Dealt:
        asked = self._asked
        packet = 0 if asked.whole else asked.hand
        return deal_known(self._packed, self._layouts, count, seed, first, asked.seat, packet)

    def deals(self, seed: int, first: int, count: int) -> CruceDeals:
        """Deals with the hand; with calls as evidence, each weighs by how likely they are in it."""
        dealt = self._deal(seed, first, count)
        return deals_of(self.rules, dealt.hands, dealt.drawn, seed, first)

    def trace(self, seed: int, number: int, play: str, choice: Choice) -> Trace:
        """One of :meth:`deals`: the contract of a choice, or what a pass leads to."""
        check_play(play)
        dealt = self._deal(seed, number, 1)
        seen = dealt.packets if self.rules.has_two_packets else dealt.hands
        bins, model = self._model.offers(seen), bidding_model(self.rules, play)
        steps = choice_steps(self._asked, dealt, model, bins, play, choice)
        results = choice_results(self, seed, number, play, choice)
        return Trace(shown_deal(self.rules, dealt.hands, dealt.drawn), tuple(steps), results)

    def workspace(self) -> OpenSolver | None:
        """A solver of one's own, where the level ``open`` is asked for."""
        return OpenSolver() if "open" in self.plays else None

    def cost(self) -> float:
        """Own trumps and leads, and about two contracts of others."""
        sources = {trump.source for trump in self._asked.trumps}
        contracts = len(sources) + len(list(self._asked.leads)) + 2
        return contracts * sum(seconds_of(play, self.rules) for play in self.plays)

    def compute(self, seed: int, first: int, count: int, workspace: OpenSolver | None) -> Batch:
        """Play every own contract and lead, and what each call would lead to."""
        dealt = self._deal(seed, first, count)
        seen = dealt.packets if self.rules.has_two_packets else dealt.hands
        bins = self._model.offers(seen)
        outcomes = np.empty((count, len(self.columns)), np.int64)
        for play in self.plays:
            table = self._table(play, dealt, self._ends(play, seed, dealt, bins), workspace)
            for i, (level, _, reader) in enumerate(self._makers):
                if level == play:
                    outcomes[:, i] = reader(table)
        return Batch(outcomes, self._weights(bins) if self._weigh else None)

    def _calls_of(self, play: str) -> tuple[int, ...]:
        """The own calls that are followed at a level: those of contending contracts, and a pass."""
        if self._contending is None or named_level(play) != EXPERT:
            return self._answers
        bids = {bid for bid, _ in self._contending}
        return tuple(call for call in self._answers if call == PASS or call // BID in bids)

    def _ends(self, play: str, seed: int, dealt: Dealt, bins: Ints) -> Ints:
        """How the auction ends after each own call, as players of a level go on."""
        calls = self._calls_of(play)
        if not calls or play == "open":
            return np.zeros((len(dealt), len(calls), 2), np.int64)
        model = bidding_model(self.rules, play)
        state = self._asked.auction.state
        return model.continue_after(seed, dealt.numbers, state, np.array(calls), bins)

    def _table(self, play: str, dealt: Dealt, ends: Ints, solver: OpenSolver | None) -> Table:
        if play != "open":
            made = Results(
                self.rules, self._packed, dealt, play, self._asked.seat, ends, self._calls_of(play)
            )
            return Table(dealt, made, {})
        assert solver is not None
        points: dict[str, Ints] = {}
        for trump in self._asked.trumps:
            if trump.source not in points:
                points[trump.source] = open_points(
                    self.rules, self._packed, dealt, self._asked.seat, trump, solver
                )
        return Table(dealt, None, points)

    def _weights(self, bins: Ints) -> Ints:
        likely = self._model.likelihood(self._calls, bins, self._asked.seat) / self._bound
        return np.maximum(1, np.rint(WEIGHT * likely)).astype(np.int64)

    def prepare(self, trial: Trial) -> Plan:
        """With experts: the plan whose experts play the contracts that ``simple`` finds best."""
        if self._contending is not None or not any(
            named_level(play) == EXPERT for play in self.plays
        ):
            return self
        quick = HandPlan(self.rules, self._asked, ("simple",))
        outcomes = trial(quick, TRIALS_FROM, TRIALS)
        best = contenders(self._asked, quick.columns, quick.advise, outcomes)
        return HandPlan(self.rules, self._asked, self.plays, best)

    # What is said.

    def derive(
        self, values: Sequence[tuple[float, float, float]]
    ) -> list[tuple[Column, tuple[float, float, float]]]:
        """``needs``: the success rate at which a contract is worth as much as passing."""
        found = {
            (column.play, column.measure, tuple(column.choice.items())): value
            for column, value in zip(self.columns, values, strict=True)
        }
        rows = []
        for play in self.plays:
            worth = found.get((play, "score", tuple(PASSED.items())))
            for bid in self._asked.bids if worth is not None else ():
                for trump in self._asked.trumps:
                    choice: Choice = {"bid": bid, "trump": trump.name}
                    if (play, "success", tuple(choice.items())) not in found:
                        continue
                    success, score, made, against = (
                        found[play, measure, tuple(choice.items())][0]
                        for measure in ("success", "score", MADE, "points_against")
                    )
                    stake = self._stake(trump)
                    edges = (stake * bid - against, -stake * bid - against)
                    assert worth is not None
                    needs = needed_rate(success, score, made, worth, edges)
                    if needs is not None:
                        rows.append((Column(choice, play, "needs", False, chance=True), needs))
        return rows

    def title(self, symbols: bool) -> str:
        """The hand, the calls and the score."""
        return self._asked.title(symbols)

    def listed(self, choice: Choice) -> bool:
        """Pe carte by the first card stands for every card."""
        names = {trump.name: trump.source for trump in self._asked.trumps}
        trump = choice.get("trump")
        return trump not in names or names[trump] == trump

    def prefer(self, choice: Choice) -> float:
        """Among equals the highest bid, with trump from the hand."""
        bid = choice.get("bid")
        blind = str(choice.get("trump", "")).startswith("card")
        return float(bid) - blind / 2 if isinstance(bid, int) else 0.0
