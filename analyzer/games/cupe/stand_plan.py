"""A hand of Cupe as it stands after the exchange: what it is worth, and whether to try the slam."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.games.base import Column
from analyzer.games.cupe.choice_plan import MADE, OPEN, ChoicePlan, Situation, Way
from analyzer.games.cupe.exchange_plan import common_remarks, details
from analyzer.games.cupe.hand_question import DIRECTIONS, HandQuestion, shown
from analyzer.games.cupe.kernels import expert as x
from analyzer.games.cupe.kernels import judgement
from analyzer.games.cupe.play import SEATS, layouts_of
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import mind, style
from analyzer.games.levels import named_level
from analyzer.games.needs import Triple, needed_rate

USUAL, DUCK, SLAM = ({"plan": plan} for plan in ("usual", "duck", "slam"))
_ALWAYS = 1e9
_THINK = ("simple", "expert")
"""Levels that may or may not try a slam."""


class StandPlan(ChoicePlan):
    """Plays a hand as usual, without ever trying the slam, and trying it from the start."""

    tie_break = "do as the cards fall"

    def __init__(self, rules: CupeRules, asked: HandQuestion, plays: Sequence[str]) -> None:
        self._asked = asked
        gift = asked.gave
        ways = [Way(USUAL, gift, plays=("random", *_THINK))]
        if rules.slam != "none":
            duck, shoot = style({judgement.AIM: -_ALWAYS}), style({judgement.AIM: _ALWAYS})
            never = mind({x.GOAL: x.DUCK, x.OWN_AIM: -_ALWAYS})
            always = mind({x.GOAL: x.SLAM})
            ways = [
                Way(DUCK, gift, duck, _THINK, never),
                Way(SLAM, gift, shoot, (*_THINK, OPEN), always),
                *ways,
            ]
        elif OPEN in plays:
            ways.append(Way(SLAM, gift, plays=(OPEN,)))
        super().__init__(rules, self._situation(), ways, plays)
        asked = self._asked
        self.question = {
            "hand": shown(asked.hand),
            "seat": asked.seat + 1,
            "after_exchange": asked.after,
            "direction": DIRECTIONS[asked.step] if asked.gave else None,
            "gave": shown(asked.gave) or None,
            "received": shown(asked.received) or None,
            "score": None if asked.totals is None else list(asked.totals),
            "known": asked.known.text,
        }
        self.notes = tuple(self._remarks())

    def _situation(self) -> Situation:
        """Deals of before the exchange where the cards exchanged are known."""
        asked = self._asked
        if not asked.gave:
            layouts = layouts_of(asked.hand, asked.seat, asked.known)
            return Situation(asked.seat, 0, layouts, totals=asked.totals)
        giver = (asked.seat - asked.step) % SEATS
        before = asked.hand & ~asked.received | asked.gave
        fixed = tuple(asked.received if seat == giver else 0 for seat in range(SEATS))
        layouts = layouts_of(before, asked.seat, asked.known, asked.received, giver)
        return Situation(asked.seat, asked.step, layouts, fixed, asked.totals)

    def competes(self, column: Column) -> bool:
        """To duck or to try; playing as usual is neither."""
        return column.choice != USUAL

    def derive(self, values: Sequence[Triple]) -> list[tuple[Column, Triple]]:
        """``needs``: the rate of success with which trying is worth as much as ducking."""
        found = {
            (column.play, column.measure, column.choice["plan"]): value
            for column, value in zip(self.columns, values, strict=True)
        }
        rows = []
        for play in self.plays:
            if (play, "score", "slam") not in found:
                continue
            rate, score, made = (
                found[play, measure, "slam"][0] for measure in ("slam", "score", MADE)
            )
            worth = found[play, "score", "duck"]
            needs = needed_rate(rate, score, made, worth, (worth[0], worth[0]))
            if needs is not None:
                rows.append((Column(SLAM, play, "needs", False, chance=True), needs))
        return rows

    def _remarks(self) -> list[str]:
        remarks = []
        if self.rules.slam == "none":
            remarks.append("A slam is worth nothing of its own under these rules.")
        elif any(named_level(play) in _THINK for play in self.plays):
            remarks.append(
                "plan duck: never tries the slam; slam: tries it from the first card until "
                "somebody else has a point; usual: tries it when the cards look like it, trick "
                "by trick. needs: the slam rate with which trying scores as much as ducking."
            )
        if self._asked.gave:
            remarks.append(
                "The others' exchange is played as simple players would; that the cards received "
                "were chosen says nothing more about the giver's hand."
            )
        elif self._asked.after:
            remarks.append(
                "Without --gave and --received the others hold any cards, as if nobody had given."
            )
        return remarks + common_remarks(self)

    def title(self, symbols: bool) -> str:
        """The hand, what was exchanged, and the score."""
        asked = self._asked
        text = shown(asked.hand, symbols)
        if asked.gave:
            text += (
                f", gave {shown(asked.gave, symbols)} {DIRECTIONS[asked.step]}, "
                f"received {shown(asked.received, symbols)}"
            )
        elif asked.after:
            text += ", after the exchange"
        else:
            text += ", no exchange"
        return text + details(asked)
