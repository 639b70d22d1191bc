"""What the report layer does for the chapters of a game: running plans, keeping results.

A game offers :class:`ChapterMaker` objects (:meth:`analyzer.games.base.Game.chapters`); the
report layer calls each with a :class:`Studio`.  Whatever takes time goes through the studio,
which shows progress, is stopped by Ctrl-C, and keeps results, so that a report can be resumed
and written again in another language at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.games.base import Column, Plan
from analyzer.games.chapters import Block, Number
from analyzer.games.levels import EXPERT, named_level
from analyzer.games.rules import Rules
from analyzer.games.speech import Speech

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike


@dataclass(frozen=True)
class ChapterMaker:
    """A chapter to be: ``title`` in English and Romanian, and what makes its blocks."""

    key: str
    title: tuple[str, str]
    make: Callable[[Studio], Sequence[Block]]


def sample_name(column: Column) -> str:
    """Name of a plan's column in :meth:`Studio.sample`: its measure, then its choice's parts.

    Examples
    --------
    >>> sample_name(Column({"bid": 5, "trump": "S"}, "simple", "score", False))
    'score_5_S'
    """
    return "_".join([column.measure, *(str(part) for part in column.choice.values())])


class SamplePlan(Plan):
    """Deals to be looked at one by one (:meth:`Studio.sample`): features of hands, outcomes.

    A subclass gives :meth:`compute`, and :meth:`workspace` and :meth:`cost` where it has any.
    """

    advise = None

    def __init__(self, name: str, play: str, columns: Sequence[Column]) -> None:
        self.name = name
        self.advise_play = play
        self.columns = tuple(columns)
        self.question = {"sample": name, "play": play}

    def workspace(self) -> Any:
        """Nothing."""
        return None

    def cost(self) -> float:
        """Rough seconds a deal on one core."""
        return 1e-5

    def title(self, symbols: bool) -> str:
        """The name."""
        return self.name


def feature(name: str) -> Column:
    """A column of a :class:`SamplePlan` that says something about the hand or the deal."""
    return Column({}, "", name, False)


@dataclass(frozen=True)
class Leaf:
    """An end of a decision tree: which hands reach it, what they do, and their share.

    ``ranges`` maps a feature to the smallest and largest value seen there (``None``: no end).
    """

    ranges: Mapping[str, tuple[float | None, float | None]]
    choice: str
    share: float


@dataclass(frozen=True)
class Tree:
    """A small decision tree; ``cost`` is what it loses a deal, on hands it was not fitted to."""

    leaves: tuple[Leaf, ...]
    cost: Number


@dataclass(frozen=True)
class PointCount:
    """Points for features; from ``threshold`` on choose ``above``, else ``below``.

    ``cost`` as in :class:`Tree`.
    """

    weights: Mapping[str, int]
    threshold: int
    above: str
    below: str
    cost: Number


class Studio(ABC):
    """Runs what a chapter wants to know, under one set of house rules.

    Attributes
    ----------
    rules, play
        House rules, and the level of play of the report (``--play``).
    deals, seed
        Budget of one question in deals (``--deals``), and the seed of all.
    say
        The language: ``say("English", "Romanian")``, ``say.number(x)``.
    """

    rules: Rules
    play: str
    deals: int
    seed: int
    say: Speech

    @property
    def quick(self) -> str:
        """The level of play for questions about many deals: an expert by sampling is too slow."""
        return "simple" if named_level(self.play) == EXPERT and self.slow_expert else self.play

    slow_expert: bool = False
    """Whether this game's experts imagine layouts, at every decision."""

    @abstractmethod
    def estimates(self, name: str, plan: Plan, deals: int | None = None) -> pd.DataFrame:
        """Estimates of a plan: choice columns, ``play, measure, value, low, high, n``.

        ``name`` is the question's own within the report; ``deals`` the budget when not given.
        """

    @abstractmethod
    def odds(
        self,
        name: str,
        hand: str | None = None,
        plays: Sequence[str] = (),
        deals: int | None = None,
        **extras: str,
    ) -> pd.DataFrame:
        """Estimates of a ``bid-odds`` question, as if typed; at the report's level of play.

        An expert who imagines layouts plays few deals, helped by many of simple players.
        """

    @abstractmethod
    def sample(self, name: str, plan: Plan, deals: int | None = None) -> pd.DataFrame:
        """One row a deal, and a float column for each of the plan's, in units.

        Columns are named by :func:`sample_name`.  A plan may measure features of the hand
        beside outcomes.
        """

    @abstractmethod
    def keep(
        self, name: str, parts: Mapping[str, Any], compute: Callable[[], pd.DataFrame]
    ) -> pd.DataFrame:
        """Any other result, computed once: ``parts`` are the numbers it depends on."""

    @abstractmethod
    def tick(self, done: int, wanted: int) -> None:
        """Show progress of a loop of the chapter's own, ``done`` from 0 to ``wanted``.

        Until it is done, runs within the loop show nothing.
        """

    @abstractmethod
    def mean(self, values: ArrayLike) -> Number:
        """Mean of independent values with its interval."""

    @abstractmethod
    def chance(self, values: ArrayLike) -> Number:
        """Mean of independent probabilities or shares, 0 to 1, with its interval."""

    @abstractmethod
    def rate(self, hits: ArrayLike) -> Number:
        """Share of true values with its interval (Wilson)."""

    @abstractmethod
    def groups(
        self,
        frame: pd.DataFrame,
        by: str | Sequence[str],
        value: str,
        percent: bool = False,
        least: int = 30,
    ) -> pd.DataFrame:
        """Mean of ``value`` in each group of rows: the group's columns, ``value, low, high, n``.

        ``percent``: values are 0 and 1, intervals are Wilson's.  Groups of fewer than ``least``
        rows are left out.
        """

    @abstractmethod
    def effects(self, frame: pd.DataFrame, features: Sequence[str], value: str) -> pd.DataFrame:
        """What one more of each feature is worth, others equal: ``feature, value, low, high, n``.

        Least squares with an intercept; intervals allow for unequal variances (HC1).
        """

    @abstractmethod
    def tree(
        self,
        frame: pd.DataFrame,
        features: Sequence[str],
        scores: Mapping[str, str],
        judges: Mapping[str, str] | None = None,
        leaves: int = 4,
        least: int = 50,
    ) -> Tree:
        """A tree of at most ``leaves`` leaves that picks a choice by features.

        ``scores`` maps each choice to the frame's column of its score; ``judges`` to columns of
        independent estimates by which the full calculation picks (when not given: the scores
        themselves, right if these are exact, else the cost is overstated).  The cost is cross-
        validated over five parts of the rows.
        """

    @abstractmethod
    def points(
        self,
        frame: pd.DataFrame,
        features: Sequence[str],
        scores: Mapping[str, str],
        judges: Mapping[str, str] | None = None,
        most: int = 4,
    ) -> PointCount:
        """Whole points for each feature, up to ``most``, that tell two choices apart.

        The second choice of ``scores`` is for high counts; else as for :meth:`tree`.
        """

    @abstractmethod
    def cost(
        self,
        frame: pd.DataFrame,
        picks: Sequence[str],
        scores: Mapping[str, str],
        judges: Mapping[str, str] | None = None,
    ) -> Number:
        """What a rule loses a row that picks ``picks``, a choice for each; see :meth:`tree`."""


def first_number(frame: pd.DataFrame, percent: bool = False, **where: object) -> Number:
    """The one row of a frame of estimates whose columns have the values given.

    Raises
    ------
    KeyError
        When there is no such row, or several.
    """
    rows = frame
    for key, value in where.items():
        rows = rows[rows[key] == value]
    if len(rows) != 1:
        raise KeyError(f"{len(rows)} rows with {where}")
    row = rows.iloc[0]
    n = int(row["n"]) if "n" in rows.columns else 0
    return Number(float(row["value"]), float(row["low"]), float(row["high"]), n, percent)


def tree_choices(tree: Tree, frame: pd.DataFrame) -> list[str]:
    """What a tree picks for each row that has the values it was fitted to."""
    picks = [""] * len(frame)
    for leaf in tree.leaves:
        inside = [True] * len(frame)
        for name, (low, high) in leaf.ranges.items():
            for i, value in enumerate(frame[name]):
                inside[i] &= (low is None or value >= low) and (high is None or value <= high)
        picks = [leaf.choice if own else pick for own, pick in zip(inside, picks, strict=True)]
    return picks


def leaf_texts(
    tree: Tree, say: Speech, features: Mapping[str, str], choices: Mapping[str, str]
) -> list[str]:
    """A line for each leaf of a tree: ``trumps at least 5, aces at most 1: **bid 6** (12%)``.

    ``features`` and ``choices`` are their words.
    """
    lines = []
    for leaf in tree.leaves:
        parts = [_range(say, features[name], ends) for name, ends in leaf.ranges.items()]
        condition = ", ".join(parts) or say("always", "întotdeauna")
        share = say.percent(leaf.share, 0)
        lines.append(f"{condition}: **{choices[leaf.choice]}** ({share})")
    return lines


def _range(say: Speech, name: str, ends: tuple[float | None, float | None]) -> str:
    low, high = ends
    if low is not None and low == high:
        return f"{name} {say.plain(low)}"
    if low is None:
        assert high is not None
        return f"{name} {say('at most', 'cel mult')} {say.plain(high)}"
    if high is None:
        return f"{name} {say('at least', 'cel puțin')} {say.plain(low)}"
    return f"{name} {say.plain(low)}–{say.plain(high)}"
