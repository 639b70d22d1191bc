"""Which cards to give: every exchange is raced on common deals, the best are measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from analyzer.cards import PACK_52
from analyzer.games.base import Batch, Plan, Trial
from analyzer.games.cupe.choice_plan import (
    OPEN,
    TRIED,
    ChoicePlan,
    Situation,
    Way,
)
from analyzer.games.cupe.hand_question import DIRECTIONS, HandQuestion, shown
from analyzer.games.cupe.kernels.exchange import giveable, simple_gift
from analyzer.games.cupe.play import SEATS, layouts_of
from analyzer.games.cupe.rules import CYCLES, CupeRules
from analyzer.games.cupe.styles import style
from analyzer.games.levels import EXPERT, named_level
from analyzer.games.race import Race, race

BEST = 10
"""Exchanges that are measured and reported."""
EXPERT_BEST = 4
"""Of them, those that experts play too."""
BUDGET = 150_000
"""Hands that the race may play ..."""
EACH = 250
"""... or this many for every exchange there is, if that is more."""


class ExchangePlan(ChoicePlan):
    """The exchanges worth reporting: the best of the race, and those named.

    Until it is prepared a plan has no columns; the prepared one knows its ``finalists``.
    """

    tie_break = "give whichever you like"

    def __init__(
        self,
        rules: CupeRules,
        asked: HandQuestion,
        plays: Sequence[str],
        finalists: Sequence[int] = (),
        ran: Race | None = None,
    ) -> None:
        self._asked = asked
        self._ran = ran
        self.gifts = gifts(asked.hand, rules)
        situation = Situation(
            asked.seat,
            asked.step,
            layouts_of(asked.hand, asked.seat, asked.known),
            totals=asked.totals,
        )
        # Before the race only what was named is known: it can be traced.
        super().__init__(rules, situation, _finalists(finalists or asked.gives, asked.gives), plays)
        self.budget = asked.budget or max(BUDGET, EACH * len(self.gifts))
        self.question = {
            "hand": shown(asked.hand),
            "seat": asked.seat + 1,
            "direction": DIRECTIONS[asked.step],
            "give": [shown(gift) for gift in asked.gives],
            "score": None if asked.totals is None else list(asked.totals),
            "known": asked.known.text,
            "budget": self.budget,
        }
        self.notes = tuple(self._remarks())

    @property
    def race_play(self) -> str:
        """The level at which the exchanges are raced: one that is quick."""
        slow = named_level(self.advise_play) in (OPEN, EXPERT)
        return "simple" if slow else self.advise_play

    @property
    def _reported(self) -> int:
        """How many of the best are reported at some level."""
        slow = all(named_level(play) == EXPERT for play in self.plays)
        return EXPERT_BEST if slow else BEST

    def prepare(self, trial: Trial) -> Plan:
        """Race all exchanges and measure the best, and those named."""
        ran = race(trial, self._candidates, len(self.gifts), BEST, self.budget)
        best = [self.gifts[i] for i in ran.order[: self._reported]]
        finalists = [*best, *(gift for gift in self._asked.gives if gift not in best)]
        return ExchangePlan(self.rules, self._asked, self.plays, finalists, ran)

    def _candidates(self, places: Sequence[int]) -> Plan:
        return _Candidates(
            self.rules, self.situation, [self.gifts[i] for i in places], self.race_play
        )

    def _remarks(self) -> list[str]:
        asked = self._asked
        own = simple_gift(
            np.uint64(asked.hand), self.rules.packed(), style(), np.zeros((SEATS, 7)),
            np.zeros((SEATS, 7), np.uint64),
        )  # fmt: skip
        remarks = []
        if self._ran is not None:
            best = min(self._reported, len(self._ran.order))
            some = best > EXPERT_BEST and any(named_level(p) == EXPERT for p in self.plays)
            part = f" ({EXPERT_BEST} of them at expert play)" if some else ""
            remarks.append(
                f"All {len(self.gifts):,} exchanges were raced at {self.race_play} play on other "
                f"deals, {self._ran.playouts:,} hands in all; the best {best} of that race are "
                f"measured here{part}, in its order, on deals of their own."
            )
        remarks.append(f"The simple player would give {shown(int(own), False)}.")
        if len(CYCLES[self.rules.exchange]) != 1:
            remarks.append(
                f"Asked for the exchange to the {DIRECTIONS[asked.step]}; with exchange = "
                f"{self.rules.exchange} use --direction for another."
                if asked.step != 2
                else "Asked for the exchange across."
            )
        remarks += common_remarks(self)
        return remarks

    def title(self, symbols: bool) -> str:
        """The hand, the direction and the score."""
        asked = self._asked
        to = {1: "to the left", 2: "across", 3: "to the right"}[asked.step]
        return f"{shown(asked.hand, symbols)}, {self.rules.exchange_count} cards {to}" + details(
            asked
        )


class _Candidates(ChoicePlan):
    """Exchanges on deals of the race, by the measure that is advised."""

    def __init__(
        self, rules: CupeRules, situation: Situation, candidates: Sequence[int], play: str
    ) -> None:
        super().__init__(rules, situation, _ways(candidates), [play], TRIED)
        self._all = self.columns
        self.columns = tuple(c for c in self._all if c.measure == self.advise)

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Outcomes of the advised measure only."""
        places = [i for i, c in enumerate(self._all) if c.measure == self.advise]
        return Batch(super().compute(seed, first, count, workspace).outcomes[:, places])


def _finalists(candidates: Sequence[int], named: Sequence[int]) -> list[Way]:
    """The best of the race; experts play fewer of them, and those that were named."""
    quick = ("random", "simple", OPEN)
    return [
        replace(way, plays=None if i < EXPERT_BEST or way.gift in named else quick)
        for i, way in enumerate(_ways(candidates))
    ]


def _ways(candidates: Sequence[int]) -> list[Way]:
    return [Way({"give": shown(gift)}, gift) for gift in candidates]


def gifts(hand: int, rules: CupeRules) -> list[int]:
    """Every set of cards that may be given from a hand."""
    cards = PACK_52.numbers(int(giveable(np.uint64(hand), rules.packed())))
    return [PACK_52.card_set(chosen) for chosen in combinations(cards, rules.exchange_count)]


def details(asked: HandQuestion) -> str:
    """What else was said about a hand, for its title."""
    text = f", seat {asked.seat + 1}" if asked.seat else ""
    if asked.known.text:
        text += f", known {asked.known.text}"
    if asked.totals is not None:
        text += ", at " + "-".join(map(str, asked.totals))
    return text


def common_remarks(plan: ChoicePlan) -> list[str]:
    """What the numbers mean and assume, for any question about a hand."""
    remarks = []
    if any(play != OPEN for play in plan.plays):
        remarks.append(
            "score: the mean of the others' points minus own points; others: that mean; queen: "
            "the chance of taking it; clean: of taking no point card; slam left, across, right: "
            "of each other player."
        )
    if OPEN in plan.plays:
        remarks.append(
            "open: the slam only, against three who stop it together and give as simple players."
        )
    if plan.situation.totals is not None:
        remarks.append(
            "match: the rest of the match is put together from hands of simple players; a shared "
            "win counts as its share."
        )
    return remarks
