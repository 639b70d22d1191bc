"""A question about a hand of Cupe, from the options as typed to what the plans take."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from analyzer.cards import PACK_52, card_words, format_hand, parse_hand, parse_seat
from analyzer.errors import QuestionError
from analyzer.games.cupe.kernels.exchange import giveable
from analyzer.games.cupe.match import parse_score
from analyzer.games.cupe.play import CARDS, SEATS
from analyzer.games.cupe.rules import CYCLES, CupeRules
from analyzer.games.known import HELP, Known, parse_known
from analyzer.games.typed import whole

_T = TypeVar("_T")

OPTIONS = {
    "give": 'measure these cards to give too, such as "QS AS KS"; several with ;',
    "direction": "of the exchange: left, right or across (default: by the rules, the first of a "
    "cycle)",
    "budget": "hands to play in the race among all exchanges (default 150000)",
    "after-exchange": "the hand is the one after the exchange: play it, and try the slam or not",
    "gave": "with --after-exchange: the cards given",
    "received": "with --after-exchange: the cards received",
    "score": "totals so far, own first and then in playing order, such as 90,20,80,85: adds the "
    "chance of winning the match",
    "known": HELP,
    "seat": "own seat, 1 is the seat after the dealer (default: 1; without a hand, points of all)",
}
FLAGS = ("after-exchange",)
STEPS = {"none": 0, "left": 1, "across": 2, "right": 3}
DIRECTIONS = {step: name for name, step in STEPS.items()}
_LEAST_BUDGET = 1_000
_LARGEST_BUDGET = 10**8


@dataclass(frozen=True)
class HandQuestion:
    """What was asked about a hand (all card sets in bits).

    ``step`` is the direction of the exchange, 0 for none; ``after`` whether the exchange is
    over, ``gave`` and ``received`` what is known of it then; ``gives`` exchanges named.
    """

    hand: int
    seat: int = 0
    step: int = 0
    after: bool = False
    gave: int = 0
    received: int = 0
    gives: tuple[int, ...] = ()
    known: Known = field(default_factory=Known)
    totals: tuple[int, ...] | None = None
    budget: int | None = None


class Reader:
    """Reads options one by one; what is wrong with any of them gathers in ``problems``."""

    def __init__(self, rules: CupeRules, options: dict[str, str]) -> None:
        self.rules = rules
        self.options = options
        self.problems: list[str] = []

    def seat(self) -> int | None:
        """The own seat, where it was given."""
        text = self.options.get("seat")
        return None if text is None else self._try(lambda: parse_seat(text, SEATS))

    def question(self, text: str) -> HandQuestion:
        """The whole question; not to be used when there are problems."""
        seat = self.seat() or 0
        hand = self._try(lambda: parse_hand(text, PACK_52, CARDS)) or 0
        after = "after_exchange" in self.options
        step = self._step()
        gave, received = self._exchanged(hand, step, after)
        known_text, score = self.options.get("known"), self.options.get("score")
        cards = PACK_52.numbers(hand)
        known = self._try(lambda: parse_known(known_text, PACK_52, SEATS, seat, cards)) or Known()
        if known_text is not None and gave:
            self.problems.append(
                "--known: not with --gave and --received, whose deals are played from before "
                "the exchange"
            )
        totals = None
        if score is not None:
            totals = self._try(lambda: parse_score(score, self.rules))
        gives = self._gives(hand, after or step == 0)
        budget = self._budget(after or step == 0)
        return HandQuestion(hand, seat, step, after, gave, received, gives, known, totals, budget)

    def _try(self, read: Callable[[], _T]) -> _T | None:
        try:
            return read()
        except QuestionError as error:
            self.problems += error.problems
            return None

    def _step(self) -> int:
        """The direction: the one given, else the rules' only or first one."""
        possible = CYCLES[self.rules.exchange] or tuple(STEPS.values())
        text = self.options.get("direction")
        if text is None:
            # A random direction has no first one: left, as most cycles begin.
            return possible[0] if CYCLES[self.rules.exchange] else STEPS["left"]
        step = STEPS.get(text.strip().lower())
        if step not in possible:
            names = [name for name, step in STEPS.items() if step in possible]
            self.problems.append(
                f"--direction {text}: expected {' or '.join(names)} with exchange = "
                f"{self.rules.exchange}"
            )
            return possible[0]
        return step

    def _set(self, name: str, text: str) -> int:
        """A set of as many cards as are given."""
        count = self.rules.exchange_count
        try:
            cards = parse_hand(text, PACK_52, count)
        except QuestionError as error:
            self.problems += [f"--{name}: {problem}" for problem in error.problems]
            return 0
        barred = cards & ~int(giveable(np.uint64(cards), self.rules.packed()))
        if barred:
            self.problems.append(
                f"--{name}: {_words(barred)} may not be given with exchange_high_spades = false"
            )
        return cards

    def _gives(self, hand: int, over: bool) -> tuple[int, ...]:
        text = self.options.get("give")
        if text is None:
            return ()
        if over:
            self.problems.append("--give: no cards are to be given here, leave it out")
            return ()
        found = []
        for part in re.split(r"[;|\n]", text):
            if not part.strip():
                continue
            cards = self._set("give", part)
            if hand and cards & ~hand:
                self.problems.append(f"--give: {_words(cards & ~hand)}: not in the hand")
            found.append(cards)
        if not found:
            self.problems.append('--give: expected cards such as "QS AS KS"')
        return tuple(dict.fromkeys(found))

    def _exchanged(self, hand: int, step: int, after: bool) -> tuple[int, int]:
        """What was given and received, both or none of them."""
        texts = {name: self.options.get(name) for name in ("gave", "received")}
        told = [name for name, text in texts.items() if text is not None]
        if not told:
            if after and "direction" in self.options:
                self.problems.append("--direction: expected --gave and --received too")
            return 0, 0
        if not after:
            self.problems += [f"--{name}: expected --after-exchange too" for name in told]
        elif step == 0:
            self.problems.append("--gave, --received: no cards are given with this exchange")
        elif len(told) == 1:
            other = "received" if told == ["gave"] else "gave"
            self.problems.append(f"--{told[0]}: expected --{other} too")
        sets = {name: self._set(name, text) for name, text in texts.items() if text is not None}
        gave, received = sets.get("gave", 0), sets.get("received", 0)
        if hand and gave & hand:
            self.problems.append(f"--gave: {_words(gave & hand)}: still in the hand")
        if hand and received & ~hand:
            self.problems.append(f"--received: {_words(received & ~hand)}: not in the hand")
        return gave, received

    def _budget(self, over: bool) -> int | None:
        text = self.options.get("budget")
        if text is None:
            return None
        if over:
            self.problems.append("--budget: there is no race, no cards are to be given here")
            return None
        grouped = re.fullmatch(r"\d{1,3}([ _,.'][0-9]{3})*|\d+", text.strip())
        digits = re.sub(r"\D", "", text) if grouped else ""
        if not _LEAST_BUDGET <= whole(digits) <= _LARGEST_BUDGET:
            self.problems.append(
                f"--budget {text}: expected a whole number from {_LEAST_BUDGET} to "
                f"{_LARGEST_BUDGET}"
            )
            return None
        return int(digits)


def _words(cards: int) -> str:
    return "the " + ", ".join(card_words(card, PACK_52) for card in PACK_52.numbers(cards))


def shown(cards: int, symbols: bool = True) -> str:
    """A set of cards as it is printed."""
    return format_hand(cards, PACK_52, unicode=symbols)
