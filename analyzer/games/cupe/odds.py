"""``bid-odds cupe``: from the question as typed to the plan that answers it."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion, Plan
from analyzer.games.cupe.base_plan import BaseRates
from analyzer.games.cupe.choice_plan import OPEN
from analyzer.games.cupe.exchange_plan import ExchangePlan
from analyzer.games.cupe.hand_question import OPTIONS, Reader
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.stand_plan import StandPlan


def odds_plan(rules: CupeRules, question: OddsQuestion, plays: Sequence[str]) -> Plan:
    """The plan that answers a question; a QuestionError for one that cannot be answered."""
    known = {name.replace("-", "_") for name in OPTIONS}
    reader = Reader(rules, dict(question.extras))
    reader.problems += [
        f"--{name}: not an option of bid-odds cupe" for name in question.extras if name not in known
    ]
    if question.hand is None:
        seat = reader.seat()
        reader.problems += [
            f"--{name.replace('_', '-')}: expected a hand too, base rates have none"
            for name in question.extras
            if name in known and name != "seat"
        ]
        if OPEN in plays:
            reader.problems.append(
                "--play open: in Cupe only a hand's slam is solved for, give a hand or leave it out"
            )
        _check(reader)
        return BaseRates(rules, plays, seat)
    asked = reader.question(question.hand)
    _check(reader)
    if asked.after or asked.step == 0:
        return StandPlan(rules, asked, plays)
    return ExchangePlan(rules, asked, plays)


def _check(reader: Reader) -> None:
    if reader.problems:
        raise QuestionError(reader.problems)
