"""``bid-odds cuccu``: from the question as typed to the plan that answers it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from analyzer.cards import tidy
from analyzer.cards.cuccu import INN, RANKS, format_card, parse_card
from analyzer.errors import QuestionError, fold
from analyzer.games.base import OddsQuestion, Plan
from analyzer.games.cuccu.base_plan import BasePlan
from analyzer.games.cuccu.hand_plan import HandPlan
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.situation import Seen, Shown, read_script
from analyzer.games.typed import whole

OPTIONS = {
    "seat": "own seat: 1 acts first, the last one deals (default: 1)",
    "lives": "lives at the start of the round, seat 1 first, such as 3,3,2,1; 0 is out",
    "asked": "seats before yours that asked, such as 1,2; the others kept",
    "shown": 'special cards shown by seats that were asked, such as "2 horse, 3 cat"; '
    'an inn with its end: "2 inn stayed", "2 inn covered" or "2 inn declined"; an inn that you '
    'met yourself without one: "3 inn"',
    "gave": "the card you were dealt and had to give when you were asked; the hand is what you "
    "got for it",
}

_OUTCOMES = {
    "stayed": "stayed", "stays": "stayed", "stay": "stayed",
    "covered": "covered", "covers": "covered", "cover": "covered", "accepted": "covered",
    "declined": "declined", "declines": "declined", "decline": "declined", "refused": "declined",
}  # fmt: skip
_GAINED_LIVES = 99
_SPECIAL = range(INN, RANKS)
_T = TypeVar("_T")


@dataclass(frozen=True)
class Sitting:
    """Who sits where: lives by place with the dealer last, and the place of every typed seat."""

    lives: tuple[int, ...]
    turned: int

    @property
    def living(self) -> tuple[int, ...]:
        """Places with lives, in turn order: the seats of the round."""
        return tuple(p for p, lives in enumerate(self.lives) if lives > 0)

    def place(self, seat: int) -> int:
        """Place of a typed seat (0-based)."""
        return (seat - self.turned) % len(self.lives)


@dataclass
class _Reader:
    """Collects problems, so that all are reported at once."""

    problems: list[str] = field(default_factory=list)

    def attempt(self, read: Callable[[], _T], default: _T) -> _T:
        try:
            return read()
        except QuestionError as error:
            self.problems += error.problems
            return default


def odds_plan(rules: CuccuRules, question: OddsQuestion, plays: Sequence[str]) -> Plan:
    """The plan that answers a question; a QuestionError for one that cannot be answered."""
    extras = dict(question.extras)
    reader = _Reader(
        [f"--{name}: not an option of Cuccù" for name in extras if name not in OPTIONS]
    )
    sitting = reader.attempt(
        lambda: read_lives(rules, extras.get("lives")), Sitting((rules.lives,) * rules.players, 0)
    )
    seat = reader.attempt(lambda: _read_seat(rules, extras.get("seat")), None)
    if question.hand is None:
        reader.problems += [
            f"--{name}: expected a card too, base rates have none"
            for name in ("asked", "shown", "gave")
            if name in extras
        ]
        if reader.problems:
            raise QuestionError(reader.problems)
        return BasePlan(rules, plays, sitting.lives, sitting.turned, seat)
    hand = question.hand
    card = reader.attempt(lambda: parse_card(hand), 0)
    mine = sitting.place(seat or 0)
    if not reader.problems and sitting.lives[mine] == 0:
        reader.problems.append(f"--seat {(seat or 0) + 1}: that seat has no lives left")
    seen = reader.attempt(lambda: _read_seen(rules, sitting, card, extras), Seen(card))
    if reader.problems:
        raise QuestionError(reader.problems)
    lives = tuple(sitting.lives[p] for p in sitting.living)
    script = read_script(rules, lives, sitting.living.index(mine), seen)
    asked = {"hand": format_card(card), "seat": (seat or 0) + 1}
    asked["lives"] = [sitting.lives[sitting.place(s)] for s in range(rules.players)]
    told = {name: extras[name] for name in ("asked", "shown", "gave") if name in extras}
    asked |= {name: tidy(text) for name, text in told.items()}
    return HandPlan(rules, plays, sitting.lives, mine, script, asked)


def read_lives(rules: CuccuRules, text: str | None) -> Sitting:
    """Lives by place; the last seat that has some deals and becomes the last place."""
    if text is None:
        return Sitting((rules.lives,) * rules.players, 0)
    words = text.replace(",", " ").split()
    most = _GAINED_LIVES if rules.two_fools == "gain_life" else rules.lives
    wrong = [w for w in words if not 0 <= whole(w) <= most]
    problems = [f"--lives: {w!r} is no number of lives from 0 to {most}" for w in wrong]
    if len(words) != rules.players:
        problems.append(f"--lives: {len(words)} numbers, expected {rules.players}, one a seat")
    if problems:
        raise QuestionError(problems)
    lives = [int(w) for w in words]
    living = [s for s, left in enumerate(lives) if left > 0]
    if len(living) < 2:
        raise QuestionError("--lives: expected at least two seats with lives")
    turned = (living[-1] + 1) % len(lives)
    return Sitting(tuple(lives[turned:] + lives[:turned]), turned)


def _read_seat(rules: CuccuRules, text: str | None) -> int | None:
    if text is None:
        return None
    return _seat_number(rules, text, "--seat")


def _seat_number(rules: CuccuRules, word: str, option: str) -> int:
    word = word.strip()
    if not 1 <= whole(word) <= rules.players:
        raise QuestionError(f"{option} {word}: expected a seat from 1 to {rules.players}")
    return whole(word) - 1


def _read_seen(rules: CuccuRules, sitting: Sitting, card: int, extras: dict[str, str]) -> Seen:
    """What was seen, with typed seats as seats of the round."""
    reader = _Reader()

    def seat_of(word: str, option: str) -> int:
        place = sitting.place(_seat_number(rules, word, option))
        if sitting.lives[place] == 0:
            raise QuestionError(f"{option} {word}: that seat has no lives left")
        return sitting.living.index(place)

    asked: set[int] = set()
    for word in extras.get("asked", "").replace(",", " ").split():
        asked.add(reader.attempt(partial(seat_of, word, "--asked"), 0))
    shown: dict[int, Shown] = {}
    for part in re.split(r"[,;]", extras.get("shown", "")):
        if part.strip():
            seat, what = reader.attempt(partial(_read_shown, part, seat_of), (-1, Shown(INN)))
            if seat >= 0 and shown.setdefault(seat, what) != what:
                reader.problems.append(
                    f"--shown {part.strip()}: another card of that seat is given too"
                )
    gave = None
    if "gave" in extras:
        gave = reader.attempt(lambda: parse_card(extras["gave"]), 0)
    if reader.problems:
        raise QuestionError(reader.problems)
    return Seen(card, frozenset(asked), shown, gave)


def _read_shown(part: str, seat_of: Callable[[str, str], int]) -> tuple[int, Shown]:
    words = part.split()
    outcome = _OUTCOMES.get(fold(words[-1])) if len(words) > 2 else None
    if len(words) < 2:
        raise QuestionError(f"--shown {part.strip()!r}: expected a seat and a card, such as 2 cat")
    seat = seat_of(words[0], "--shown")
    rank = parse_card(" ".join(words[1 : -1 if outcome else None]))
    if rank not in _SPECIAL:
        raise QuestionError(
            f"--shown {part.strip()!r}: expected inn, cat, horse, hunter, cuckoo or fool"
        )
    if outcome is not None and rank != INN:
        raise QuestionError(f"--shown {part.strip()!r}: only an inn is stayed at or covers")
    return seat, Shown(rank, outcome)
