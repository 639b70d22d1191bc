"""What a game offers to the rest of the house: the contract every game folder fulfils.

A game is one object, :class:`Game`, that turns questions into :class:`Plan` objects.  A plan
says which numbers are wanted (its :class:`Column` list) and computes them for any range of
deals; it knows nothing of threads, tallies or intervals.  Everything above this layer knows
games by this contract only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.games.levels import LEVELS, check_level, named_level
from analyzer.games.rules import Rules
from analyzer.games.table import Table
from analyzer.games.trace import Trace

if TYPE_CHECKING:
    from analyzer.games.studio import ChapterMaker

Choice = Mapping[str, int | str]
"""One possible answer to the decision, by column: ``{"bid": 5, "trump": "S"}``; may be empty."""


@dataclass(frozen=True)
class Column:
    """One number that a plan measures on every deal.

    Outcomes are whole numbers, so that sums are exact and the same for any split into
    batches; ``scale`` turns them into units (a score of thirds of a point has scale 3).
    ``rate`` marks a column whose outcomes are 0 and ``scale`` only: how often something
    happens.  ``chance`` marks one whose outcomes are probabilities, 0 to ``scale``.
    ``spread`` is the range of possible outcomes (largest minus smallest), where it is known:
    it keeps the interval honest when all outcomes seen were the same.
    ``note`` is a short remark for the reader of the row, such as "all pass".  ``hidden``
    columns are no rows of the answer: other numbers are derived from them.
    """

    choice: Choice
    play: str
    measure: str
    rate: bool
    scale: int = 1
    spread: int | None = None
    note: str = ""
    chance: bool = False
    hidden: bool = False

    @property
    def percent(self) -> bool:
        """Whether the value is a probability."""
        return self.rate or self.chance


@dataclass(frozen=True)
class Derived:
    """A measure that is a smooth function of the means of hidden columns, for comparisons.

    ``inputs`` are measures of columns without a choice; ``value`` maps their means, in whole-
    number units, float64 [inputs], to the measure.
    """

    column: Column
    inputs: tuple[str, ...]
    value: Callable[[NDArray[np.float64]], float]


@dataclass(frozen=True)
class Batch:
    """Outcomes of consecutive deals.

    ``outcomes`` int64 [deals, columns]; ``weights`` int64 [deals] says how many equally likely
    layouts each row stands for (exact counting), or is ``None`` when each stands for itself.
    """

    outcomes: NDArray[np.int64]
    weights: NDArray[np.int64] | None = None


Trial = Callable[["Plan", int, int], NDArray[np.int64]]
"""Computes deals ``first`` to ``first + count - 1`` of a plan before the run proper.

Called with the plan, ``first`` and ``count``; gives the outcomes, int64 [count, columns].
"""


def skill_share(play: str) -> Derived:
    """Share of the variance of a deal's score that the seat of the better player explains.

    With x the score of a side when it plays better and y when the other side does, A the mean
    of x - y: (A / 2)^2 over the variance of all scores x and y together.  A study measures the
    hidden columns ``skill_gap`` x - y, ``skill_sum`` x + y and ``skill_squares`` x^2 + y^2.
    """

    def share(means: NDArray[np.float64]) -> float:
        gap, both, squares = means
        variance = squares / 2 - (both / 2) ** 2
        return float((gap / 2) ** 2 / variance) if variance > 0 else 0.0

    column = Column({}, play, "skill_share", False, chance=True)
    return Derived(column, SKILL, share)


SKILL = ("skill_gap", "skill_sum", "skill_squares")
"""Hidden columns of :func:`skill_share`."""


def skill_columns(
    better: NDArray[np.int64], worse: NDArray[np.int64]
) -> dict[tuple[Any, ...], NDArray[np.int64]]:
    """The hidden columns of :func:`skill_share` by measure.

    ``better`` and ``worse`` are a side's scores of each deal when it is, or meets, the better
    player.
    """
    values = (better - worse, better + worse, better * better + worse * worse)
    return {(name,): value for name, value in zip(SKILL, values, strict=True)}


class Plan(ABC):
    """A question, ready to be computed.

    ``columns`` fixes the meaning of the outcomes; ``exact`` is the number of rows that count
    every possible layout, or ``None`` when deals are sampled; ``question`` is the question as
    understood, in canonical form, for the output; ``advise`` names the measure by which the
    choices are compared (``None``: nothing to advise), at the level ``advise_play``; choices
    that differ by less than ``negligible`` units are called the same.  ``notes`` are remarks
    to print.
    """

    columns: tuple[Column, ...]
    question: Mapping[str, Any]
    exact: int | None = None
    expert_deals: int = 400
    """Deals at the level expert when nobody says how many: quicker levels get more, and help."""
    advise: str | None = "score"
    also_advise: tuple[str, ...] = ()
    """Further measures by which a choice is named, in a sentence of its own each."""
    advise_play: str
    negligible: float = 0.02
    derived: tuple[Derived, ...] = ()
    """Measures of a study that follow from means, with errors by the delta method."""
    crossed: tuple[int, ...] = ()
    """Columns whose cross products are wanted besides those of the advice."""
    unit_of_plan: str = "deal"
    """What one row of outcomes is: a deal, or a match."""
    meanings: ClassVar[Mapping[str, str]] = {}
    """Measures whose meaning needs words, each with its formula."""
    tie_break: str = "take whichever you like"
    """What to do among choices worth the same, for the sentence of advice."""
    notes: tuple[str, ...] = ()

    def prepare(self, trial: Trial) -> Plan:
        """The plan to run, asked for once before the batches: this one, or one that trials made.

        A plan that must first pick what is worth measuring tries its candidates here, on deals
        other than those of the run, so that what is then reported is not biased by the picking.
        """
        return self

    @abstractmethod
    def workspace(self) -> Any:
        """Scratch memory for one thread, reused from batch to batch."""

    @abstractmethod
    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Outcomes of deals ``first`` to ``first + count - 1``; a pure function of these.

        Called from several threads at once, each with a workspace of its own; releases the
        interpreter lock in its kernels.
        """

    @abstractmethod
    def cost(self) -> float:
        """Rough seconds a deal on one core, to size the first batches."""

    @abstractmethod
    def title(self, symbols: bool) -> str:
        """The question in a few words, such as the hand; with suit signs or letters."""

    def deals(self, seed: int, first: int, count: int) -> Deals:
        """The deals of the question, ``first`` to ``first + count - 1`` of a seed.

        They are those of which :meth:`compute` gives the outcomes.
        """
        raise QuestionError("the deals of this question cannot be shown one by one")

    def trace(self, seed: int, number: int, play: str, choice: Choice) -> Trace:
        """How deal ``number`` of a seed went at one level after one choice of the question.

        ``results`` are the outcomes that :meth:`compute` gives for it, in units, by measure.
        """
        raise QuestionError("the deals of this question cannot be shown card by card")

    def derive(
        self, values: Sequence[tuple[float, float, float]]
    ) -> list[tuple[Column, tuple[float, float, float]]]:
        """Rows that follow from the others: a column, and its value with the interval's ends.

        ``values`` has value, low and high of every column, in their order.
        """
        return []

    def competes(self, column: Column) -> bool:
        """Whether a column of the advised measure stands for something that can be chosen."""
        return True

    def listed(self, choice: Choice) -> bool:
        """Whether tables show a choice; one sure to equal another need be in the data only."""
        return True

    def prefer(self, choice: Choice) -> float:
        """Among choices worth the same the one with the highest preference is advised."""
        return 0.0


@dataclass(frozen=True)
class Deals:
    """A run of deals of one game.

    ``owners`` uint8 [n, K]: the seat (0-based, in playing order) of card
    ``suit * ranks + rank``; 255 is out of play.  What a game adds: ``packets`` uint8 [n, K],
    the packet in which a card was dealt (0 first, 1 second); ``stock`` uint8 [n, S], the
    stock's cards in the order they are drawn; ``turned`` uint8 [n], the card turned for trump.
    """

    game: str
    owners: NDArray[np.uint8]
    seed: int | None = None
    first: int = 0
    packets: NDArray[np.uint8] | None = None
    stock: NDArray[np.uint8] | None = None
    turned: NDArray[np.uint8] | None = None

    def __len__(self) -> int:
        return len(self.owners)


def join_deals(deals: Sequence[Deals]) -> Deals:
    """Several runs of deals of one game as one."""

    def joined(parts: list[NDArray[np.uint8] | None]) -> NDArray[np.uint8] | None:
        there = [part for part in parts if part is not None]
        return np.concatenate(there) if len(there) == len(parts) else None

    return Deals(
        deals[0].game,
        np.concatenate([d.owners for d in deals]),
        packets=joined([d.packets for d in deals]),
        stock=joined([d.stock for d in deals]),
        turned=joined([d.turned for d in deals]),
    )


@dataclass(frozen=True)
class SolveQuestion:
    """What ``solve`` is asked about each deal; games reject what they have no use for.

    ``trump`` a suit letter, ``None`` for no trump (Cuțu), for "the first lead makes trump"
    (Cruce) or for the turned card's suit (Cuatrola); ``leader`` 0-based seat that leads, or led
    the cards of ``trick``; ``at_least`` asks only whether the value reaches it.
    ``trick`` cards already played (card numbers); ``announced``, ``sung`` suit letters.
    """

    trump: str | None = None
    leader: int = 0
    contract: str | None = None
    declarer: int | None = None
    trick: tuple[int, ...] = ()
    announced: tuple[str, ...] = ()
    sung: tuple[str, ...] = ()
    at_least: int | None = None


@dataclass(frozen=True)
class OddsQuestion:
    """What ``bid-odds`` is asked: a hand (``None``: base rates), levels, and what is known.

    ``extras`` holds the options that only some games take (calls, seat, lives, turned card,
    score, ...), as typed; a game rejects those it does not know.
    """

    hand: str | None = None
    plays: tuple[str, ...] = ()
    extras: Mapping[str, str] = field(default_factory=dict)


class Game(ABC):
    """One game of the house."""

    name: ClassVar[str]
    title: ClassVar[str]
    decision: ClassVar[str]
    """The decision that ``bid-odds`` answers, in one line."""
    rules: ClassVar[type[Rules]]
    levels: ClassVar[tuple[str, ...]]
    """Levels of play that this game has now, weakest first."""
    default_plays: ClassVar[tuple[str, ...]]
    report_play: ClassVar[str] = "simple"
    """The level of play of a strategy report that is asked for without one."""
    pack_text: ClassVar[str]
    """The pack in words, such as "32 cards, 7 to A"."""
    players_text: ClassVar[str]
    unit: ClassVar[str]
    """What ``score`` counts, such as "points"."""
    layouts: ClassVar[int] = 0
    """Layouts a decision that the level ``expert`` imagines; 0 where it imagines none."""
    level_meanings: ClassVar[Mapping[str, str]] = {}
    """Levels of play that mean something of their own in this game, in words."""
    solve_unit: ClassVar[str] = "value"
    """What ``solve`` counts, such as "tricks"."""
    odds_options: ClassVar[Mapping[str, str]] = {}
    """Options that ``bid-odds`` takes for this game only, with their help: ``{"seat": "..."}``."""
    odds_flags: ClassVar[tuple[str, ...]] = ()
    """Names among :attr:`odds_options` that take no value: they arrive as "yes"."""
    odds_examples: ClassVar[tuple[str, ...]] = ()
    """Arguments of worked ``bid-odds`` invocations for the help text."""

    @abstractmethod
    def deal(self, rules: Rules, n: int, seed: int, first: int = 0) -> Deals:
        """Deals ``first`` to ``first + n - 1`` of ``seed``.

        They are the same under every variant with the same pack and number of players.
        """

    @abstractmethod
    def show_deal(self, rules: Rules, deals: Deals, i: int, unicode: bool = True) -> dict[str, Any]:
        """Deal ``i`` for the reader: ``{"deal": "N:...", ...}`` and what the game adds."""

    @abstractmethod
    def read_deal(self, rules: Rules, text: str) -> Deals:
        """One deal from its notation; raises :class:`QuestionError`."""

    @abstractmethod
    def odds(self, rules: Rules, question: OddsQuestion) -> Plan:
        """The plan that answers a ``bid-odds`` question; raises :class:`QuestionError`."""

    def solve(self, rules: Rules, deals: Deals, question: SolveQuestion) -> NDArray[np.int64]:
        """Double-dummy value of each deal, int64 [n] (0 or 1 with ``at_least``)."""
        raise QuestionError(f"{self.title} has no double-dummy values to solve for")

    def solve_leads(
        self, rules: Rules, deals: Deals, i: int, question: SolveQuestion
    ) -> dict[int, int]:
        """Value of deal ``i`` after each card that the player to act may play, by card number."""
        raise QuestionError(f"{self.title} has no double-dummy values to solve for")

    def solve_line(
        self, rules: Rules, deals: Deals, i: int, question: SolveQuestion
    ) -> list[tuple[int, int]]:
        """A line of best play of deal ``i``: (seat, card number) from the player to act on."""
        raise QuestionError(f"{self.title} has no double-dummy values to solve for")

    def solve_questions(
        self, rules: Rules, at_least: int | None, **texts: str | None
    ) -> list[SolveQuestion]:
        """The questions that the options of ``analyzer solve`` stand for.

        ``texts`` are ``trump, leader, contract, declarer, trick, announced, sung`` as typed, or
        ``None``; where a game needs a trump or leader that was not given, one question for each.
        """
        raise QuestionError(f"{self.title} has no double-dummy values to solve for")

    def show_question(self, question: SolveQuestion) -> dict[str, Any]:
        """The parts of a question that matter in this game, for the reader (seats from 1)."""
        shown: dict[str, Any] = {"trump": question.trump or "NT", "leader": question.leader + 1}
        if question.at_least is not None:
            shown["at_least"] = question.at_least
        return shown

    @abstractmethod
    def show_card(self, card: int, symbols: bool) -> str:
        """A card by its number, as it is printed."""

    def study(self, rules: Rules, play: str) -> list[Plan]:
        """Plans that measure whole deals, and whole matches, at one level of play.

        By these variants of the rules are compared; ``unit_of_plan`` of a plan says what one of
        its rows is.  Players know the rules they play under.
        """
        raise QuestionError(f"{self.title} has no variants to compare yet")

    def deal_key(self, rules: Rules) -> tuple[object, ...]:
        """What of the rules decides which cards are dealt: variants that share it are paired."""
        return ()

    def table(self, rules: Rules) -> Table:
        """A table at which every seat plays at a level of its own."""
        raise QuestionError(f"{self.title} has no tournaments yet")

    def rival(self, rules: Rules, name: str) -> Table:
        """A table at which another engine's player may sit too, under the level ``name``.

        ``openspiel:100`` is OpenSpiel's with 100 simulations a decision.  Raises
        :class:`QuestionError` for a player that is unknown or not installed.
        """
        raise QuestionError(f"--vs {name}: no other engine plays {self.title} here")

    def chapters(self, rules: Rules) -> Sequence[ChapterMaker]:
        """The chapters of the game's strategy report under these rules, in their order."""
        raise QuestionError(f"{self.title} has no strategy report yet")

    def check_plays(self, plays: Sequence[str]) -> tuple[str, ...]:
        """The levels asked for, without repeats, or the default; a QuestionError for others."""
        problems: list[str] = []
        found = []
        for play in plays:
            name = named_level(play)
            if name not in LEVELS:
                problems.append(f"level of play {play!r}: expected " + ", ".join(self.levels))
            elif name not in self.levels:
                problems.append(
                    f"{self.title} has no level {name!r}: expected " + ", ".join(self.levels)
                )
            else:
                try:
                    found.append(check_level(play, self.layouts))
                except QuestionError as error:
                    problems.extend(error.problems)
        if problems:
            raise QuestionError(problems)
        return tuple(dict.fromkeys(found)) or self.default_plays
