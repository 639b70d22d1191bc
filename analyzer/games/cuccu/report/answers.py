"""Both answers to a decision, in every seat and with every card: what the chapters rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.cards.cuccu import FOOL, LION, format_card
from analyzer.games.base import OddsQuestion
from analyzer.games.chapters import Number
from analyzer.games.cuccu.hand_plan import MEASURES, HandPlan
from analyzer.games.cuccu.odds import odds_plan
from analyzer.games.cuccu.report.words import ORDER
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

MOST_COUNTED = 4
"""Players up to which a decision is counted: with five it would take minutes."""
_SHARE, _LEAST = 4, 100
"""Sampled decisions are many: each gets one of so many deals of the budget."""
_RATES = ("lose_life", "slam", "match")


class _Sampled(HandPlan):
    """The same question, answered by sampled rounds."""

    def _spread_rows(self) -> None:
        """Nothing is counted."""


@dataclass(frozen=True)
class Situation:
    """A decision: the values of its answers by answer and measure, and gains of the second.

    ``exact``: every deal was counted.
    """

    answers: tuple[str, str]
    values: dict[tuple[str, str], Number]
    gains: dict[str, Number]
    exact: bool

    @property
    def best(self) -> str:
        """The answer that wins more matches."""
        return self.answers[1] if self.gains["match"].value > 0 else self.answers[0]

    def worth(self, measure: str) -> Number:
        """A measure when the better answer is given."""
        return self.values[self.best, measure]


def rules_for(studio: Studio, players: int) -> CuccuRules:
    """The report's rules, with another number of players."""
    rules = studio.rules
    assert isinstance(rules, CuccuRules)
    return rules if rules.players == players else rules.with_changes(players=players)


def situation(studio: Studio, rules: CuccuRules, card: int, **known: str) -> Situation:
    """The answers of one decision: ``known`` as for ``bid-odds``, such as ``seat="2"``."""
    question = OddsQuestion(format_card(card), (studio.play,), known)
    plan = odds_plan(rules, question, (studio.play,))
    assert isinstance(plan, HandPlan)
    told = " ".join(f"{key}={value}" for key, value in known.items())
    name = f"{rules.players} players, {format_card(card)}, {told}"
    if plan.exact is not None and len(plan.living) <= MOST_COUNTED:
        return _counted(plan, studio.estimates(name, plan))
    sampled = _Sampled(rules, plan.plays, plan.lives, plan.me, plan.script, plan.question)
    deals = max(_LEAST, studio.deals // _SHARE)
    return _sampled(studio, sampled, studio.sample(name, sampled, deals))


def _counted(plan: HandPlan, frame: pd.DataFrame) -> Situation:
    values = {
        (answer, measure): first_number(frame, measure in _RATES, answer=answer, measure=measure)
        for answer in plan.answers
        for measure in MEASURES
    }
    first, second = plan.answers
    gains = {}
    for measure in MEASURES:
        gain = values[second, measure].value - values[first, measure].value
        gains[measure] = Number(gain, gain, gain, percent=measure in _RATES)
    return Situation((first, second), values, gains, True)


def _sampled(studio: Studio, plan: HandPlan, frame: pd.DataFrame) -> Situation:
    first, second = plan.answers
    values, gains = {}, {}
    for measure in MEASURES:
        rate = measure in _RATES
        for answer in plan.answers:
            column = frame[f"{measure}_{answer}"]
            found = studio.rate(column > 0) if rate else studio.mean(column)
            values[answer, measure] = found
        gain = studio.mean(frame[f"{measure}_{second}"] - frame[f"{measure}_{first}"])
        gains[measure] = Number(gain.value, gain.low, gain.high, gain.n, percent=rate)
    return Situation((first, second), values, gains, False)


def all_answers(studio: Studio, players: int) -> dict[tuple[int, int], Situation]:
    """Keep or ask, by seat (from 1) and card, all lives left and the seats before having kept."""
    rules = rules_for(studio, players)
    cards = [card for card in ORDER if card != LION or rules.pack == 40]
    wanted = [(seat, card) for seat in range(1, players + 1) for card in cards]
    found = {}
    for done, (seat, card) in enumerate(wanted):
        studio.tick(done, len(wanted))
        found[seat, card] = situation(studio, rules, card, seat=str(seat))
    studio.tick(len(wanted), len(wanted))
    return found


def threshold(studio: Studio, players: int, seat: int, lives: Sequence[int]) -> int:
    """The lowest card that is kept, the fool aside, by halving: higher cards are worth more."""
    rules = rules_for(studio, players)
    known = {"seat": str(seat), "lives": ",".join(map(str, lives))}
    low, high = LION + (rules.pack < 40), FOOL - 1
    while low < high:
        middle = (low + high) // 2
        if situation(studio, rules, middle, **known).gains["match"].value > 0:
            low = middle + 1
        else:
            high = middle
    return low


def full_lives(rules: CuccuRules) -> tuple[int, ...]:
    """Everybody with all lives."""
    return (rules.lives,) * rules.players
