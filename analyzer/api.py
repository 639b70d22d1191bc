"""The Python interface: rules, deals, solving, odds.  The command line does nothing more."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError, whole_number
from analyzer.games import load_game
from analyzer.games.base import Deals, Game, OddsQuestion, Plan, SolveQuestion
from analyzer.games.rules import STANDARD, Rules, show
from analyzer.report.comparison import Comparison, Variant, compare_rules
from analyzer.report.helped import helped_odds, slow_play
from analyzer.report.odds import Odds
from analyzer.report.tournament import Tournament, play_tournament, schedule
from analyzer.run.runs import Progress, Target, run
from analyzer.run.service import Service, Workers

DEFAULT_DEALS = 10_000
SEED_LIMIT = 2**64
_OUT = 255
_T = TypeVar("_T")


def load_rules(game: str, preset: str = "standard", **changes: object) -> Rules:
    """House rules of a game: a preset or a TOML file, with some values changed.

    Parameters
    ----------
    game
        ``cutu``, ``cupe``, ``cruce``, ``cuccu`` or ``cuatrola`` (accents and case aside).
    preset
        The name of a preset, or the path of a ``.toml`` file.
    **changes
        House rules by key: ``must_overtrump=False``.

    Raises
    ------
    QuestionError
        For an unknown game, preset or key, and for impossible values, all at once.

    Examples
    --------
    >>> load_rules("cutu", must_overtrump=False).changed()
    {'must_overtrump': False}
    """
    return load_game(game).rules.load(preset, changes)


def deal(rules: Rules, n: int = 1, seed: int | None = None, first: int = 0) -> Deals:
    """Random deals of a game.

    Parameters
    ----------
    rules
        House rules, from :func:`load_rules`.
    n
        How many deals, 1 or more.
    seed
        0 to 2**64 - 1; drawn when not given.  Deal number k of a seed is always the same.
    first
        Number of the first deal.

    Returns
    -------
    Deals
        ``owners`` uint8 [n, pack size], and what the game adds.

    Raises
    ------
    QuestionError
        For a number of deals, a first deal or a seed out of range, all at once.
    """
    problems: list[str] = []
    n = whole_number("n", n, 1, problems)
    first = whole_number("first", first, 0, problems)
    seed = _tried(lambda: check_seed(seed), problems)
    if problems or seed is None:
        raise QuestionError(problems)
    return load_game(rules.game).deal(rules, n, seed, first)


def solve(
    rules: Rules,
    deals: Deals | NDArray[np.integer[Any]],
    trump: str | None = None,
    leader: int = 0,
    contract: str | None = None,
    declarer: int | None = None,
    trick: Sequence[int] = (),
    announced: Sequence[str] = (),
    sung: Sequence[str] = (),
    at_least: int | None = None,
) -> NDArray[np.int64]:
    """Double-dummy values: exact, best play by both sides with all cards face up.

    Parameters
    ----------
    rules
        House rules, from :func:`load_rules`.
    deals
        From :func:`deal`, or a bare owners array, whole numbers [n, pack size] or [pack size]:
        the seat of card ``suit * ranks + rank``, 255 out of play.
    trump
        Suit letter; ``None`` is no trump (Cuțu), the first card led (Cruce), or the turned
        card's suit (Cuatrola).
    leader
        Seat (0-based) that leads, or that led the first card of ``trick``.
    contract, declarer
        Cuatrola: ``normal``, ``solo``, ``cuatro`` or ``quinta`` and who declared; Cupe: the
        player who is to take all point cards.
    trick
        Numbers of the cards already played to the trick.
    announced, sung
        Suits already announced (Cruce) or sung (Cuatrola).
    at_least
        Ask only whether the value reaches this, which is faster.

    Returns
    -------
    int64 [n]
        Cuțu: tricks of the leader's side; other games: :attr:`Game.solve_unit`.  With
        ``at_least``, 1 where the value reaches it, else 0.

    Raises
    ------
    QuestionError
        For deals of another game or with impossible seats, and for a question that the game
        cannot answer.
    """
    game = load_game(rules.game)
    if not isinstance(deals, Deals):
        deals = Deals(rules.game, _owners(deals))
    if deals.game != rules.game:
        raise QuestionError(f"deals of {deals.game} cannot be solved under rules of {rules.game}")
    question = SolveQuestion(
        trump, leader, contract, declarer, tuple(trick), tuple(announced), tuple(sung), at_least
    )
    return game.solve(rules, deals, question)


def bid_odds(
    rules: Rules,
    hand: str | None = None,
    play: str | Sequence[str] = (),
    deals: int | None = None,
    precision: float | None = None,
    seed: int | None = None,
    workers: Workers = None,
    progress: Progress | None = None,
    **extras: object,
) -> Odds:
    """Odds of every choice of the game's decision, with a hand or over random hands.

    Parameters
    ----------
    rules
        House rules, from :func:`load_rules`.
    hand
        In any notation; ``None`` gives base rates over random hands.
    play
        One or several levels of play; the game's default when not given.
    deals
        Number of deals.  When neither this nor ``precision`` is given, 10,000, of which the level
        ``expert`` plays some hundreds that are adjusted by the others.
    precision
        Stop when the half-width of every ``success`` interval (or ``slam`` where there is no
        success) is at most this; intervals are then a confidence sequence.  With ``deals`` too,
        that many deals are the most.
    seed, workers
        Seed (drawn when not given) and threads (all processors when not given), or a
        :class:`analyzer.run.service.Service`; the numbers do not depend on the workers.
    progress
        Called with (deals done, deals wanted or ``None``).
    **extras
        What else is known, by the names of the command line's options: ``calls="pas 5"``.

    Returns
    -------
    Odds
        ``frame`` has a row per choice, level and measure with its 95 % interval; ``advice``
        names the best choice.

    Raises
    ------
    QuestionError
        For a question that cannot be answered as put.
    """
    problems: list[str] = []
    plays = [play] if isinstance(play, str) else list(play)
    question = _tried(lambda: ask_odds(rules, hand, plays, **extras), problems)
    if deals is not None:
        deals = whole_number("deals", deals, 1, problems)
    workers = _workers(workers, problems)
    if precision is not None and not 0 < precision < 1:
        problems.append(f"precision = {precision}: expected a number between 0 and 1, such as 0.01")
    seed = _tried(lambda: check_seed(seed), problems)
    if problems or question is None:
        raise QuestionError(problems)
    return question.answer(deals, precision, seed, workers, progress)


@dataclass(frozen=True)
class Question:
    """A ``bid-odds`` question that was understood, and can be answered."""

    game: Game
    rules: Rules
    plan: Plan
    plays: tuple[str, ...]
    asked: OddsQuestion

    def answer(
        self,
        deals: int | None = None,
        precision: float | None = None,
        seed: int | None = None,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Odds:
        """The odds; arguments as for :func:`bid_odds`."""
        seed = check_seed(seed)
        if deals is None and precision is None:
            slow = slow_play(self.game, self.plays, self.plan)
            if slow is not None:
                asked = replace(self.asked, plays=self.plays)
                return helped_odds(
                    self.game, self.rules, asked, slow, DEFAULT_DEALS, seed, workers, progress
                )
            deals = DEFAULT_DEALS
        found = run(self.plan, seed, Target(deals, precision), workers, progress)
        return Odds(self.game, self.rules, found.plan, found, seed, self.plays)


def ask_odds(rules: Rules, hand: str | None, plays: Sequence[str], **extras: object) -> Question:
    """Put a ``bid-odds`` question without computing anything; arguments as for :func:`bid_odds`.

    Raises
    ------
    QuestionError
        With everything that is wrong with the levels of play, the hand and what else is known.
    """
    game = load_game(rules.game)
    known = {key: str(value) for key, value in extras.items()}
    problems: list[str] = []
    levels = _tried(lambda: game.check_plays(plays), problems)
    asked = OddsQuestion(hand, levels or game.default_plays, known)
    plan = _tried(lambda: game.odds(rules, asked), problems)
    if problems or plan is None:
        raise QuestionError(problems)
    return Question(game, rules, plan, asked.plays, asked)


def compare(
    rules: Sequence[Rules],
    play: str = "simple",
    deals: int | None = None,
    seed: int | None = None,
    workers: Workers = None,
    progress: Progress | None = None,
    names: Sequence[str] | None = None,
) -> Comparison:
    """What house rules change: every other rule set against the first, on the same deals.

    Parameters
    ----------
    rules
        The base, then one or more variants of the same game.
    play
        One level of play.
    deals
        Deals for each rule set, 2 or more, 10,000 when not given; matches are a tenth of that,
        but 200 or more.
    seed, workers, progress
        As for :func:`bid_odds`.
    names
        What to call the rule sets, one name each; their changes when not given.

    Returns
    -------
    Comparison
        ``frame`` has a row per variant and measure: value under both rules, their difference
        with its 95 % interval, adjusted p-value.

    Raises
    ------
    QuestionError
        For fewer than two rule sets, rules of different games, a level that the game does not
        have, and impossible numbers, all at once.
    """
    problems: list[str] = []
    if len(rules) < 2:
        raise QuestionError("compare: expected a base and at least one variant")
    if len({r.game for r in rules}) > 1:
        problems.append("compare: expected rules of one game")
    if names is not None and len(names) != len(rules):
        problems.append(f"{len(names)} names: expected one for each of {len(rules)} rule sets")
    game = load_game(rules[0].game)
    levels = _tried(lambda: game.check_plays([play]), problems)
    deals = whole_number("deals", DEFAULT_DEALS if deals is None else deals, 2, problems)
    workers = _workers(workers, problems)
    seed = _tried(lambda: check_seed(seed), problems)
    if problems or levels is None or seed is None:
        raise QuestionError(problems)
    named = [
        Variant(name, own)
        for name, own in zip(names or [_rules_name(r) for r in rules], rules, strict=True)
    ]
    return compare_rules(game, named[0], named[1:], levels[0], deals, seed, workers, progress)


def tournament(
    rules: Rules,
    play: Sequence[str] = (),
    vs: str | None = None,
    all_pairs: bool = False,
    deals: int | None = None,
    matches: int | None = None,
    seed: int | None = None,
    workers: Workers = None,
    progress: Progress | None = None,
) -> Tournament:
    """Levels of play against each other on duplicate deals.

    Parameters
    ----------
    rules
        House rules, from :func:`load_rules`.
    play
        Levels of play, such as ``["expert", "simple"]`` or ``["expert:40", "expert"]``; each
        plays the next one.  All levels that can sit at a table when not given.
    vs
        A player of another engine that every level plays instead: ``openspiel`` in Cupe.
    all_pairs
        Each level plays every other one.
    deals
        Deals for each pair, 2 or more; when not given 10,000, 1,000 with experts who imagine
        layouts, 100 with a player of another engine.
    matches
        Whole matches for each pair; a tenth of the deals when not given, none when 0.
    seed, workers, progress
        As for :func:`bid_odds`.

    Returns
    -------
    Tournament
        ``frame`` has a row per pair and measure: the difference, first level less second, with
        its 95 % interval.  One observation is a deal with all its seatings.

    Raises
    ------
    QuestionError
        For levels that cannot play and impossible numbers, all at once.
    """
    problems: list[str] = []
    plays = [play] if isinstance(play, str) else list(play)
    asked = _tried(lambda: schedule(rules, plays, vs, all_pairs), problems)
    if deals is not None:
        deals = whole_number("deals", deals, 2, problems)
    if matches is not None:
        matches = whole_number("matches", matches, 0, problems)
        if matches and asked is not None and not asked.table.plays_matches:
            problems.append(f"matches = {matches}: {vs} plays single deals only")
    workers = _workers(workers, problems)
    seed = _tried(lambda: check_seed(seed), problems)
    if problems or asked is None or seed is None:
        raise QuestionError(problems)
    deals = asked.usual_deals if deals is None else deals
    matches = asked.usual_matches(deals) if matches is None else matches
    return play_tournament(asked, deals, matches, seed, workers, progress)


def _rules_name(rules: Rules) -> str:
    changed = ",".join(f"{key}={show(value)}" for key, value in rules.changed().items())
    if rules.preset == STANDARD and changed:
        return changed
    return f"{rules.preset},{changed}" if changed else rules.preset


def check_seed(seed: int | None) -> int:
    """The seed given, or one drawn at random (of 32 bits, so that it can be typed)."""
    if seed is None:
        return secrets.randbelow(2**32)
    problems: list[str] = []
    seed = whole_number("seed", seed, 0, problems)
    if seed >= SEED_LIMIT:
        problems.append(f"seed = {seed}: expected a whole number from 0 to 2**64 - 1")
    if problems:
        raise QuestionError(problems)
    return seed


def _workers(value: Workers, problems: list[str]) -> Workers:
    """A service as it is, or a number of threads; a problem is noted when it is none."""
    if value is None or isinstance(value, Service):
        return value
    return whole_number("workers", value, 1, problems)


def _tried(function: Callable[[], _T], problems: list[str]) -> _T | None:
    """The function's result; its problems are noted and give ``None``."""
    try:
        return function()
    except QuestionError as error:
        problems.extend(error.problems)
        return None


def _owners(deals: object) -> NDArray[np.uint8]:
    """An owners array as uint8 [n, cards]; a QuestionError for anything but seats and 255."""
    owners = np.atleast_2d(np.asarray(deals))
    if owners.ndim != 2 or owners.dtype.kind not in "iu":
        raise QuestionError(
            f"owners of type {owners.dtype} in {owners.ndim} dimensions: "
            "expected whole numbers [n, cards]"
        )
    if owners.size and (owners.min() < 0 or owners.max() > _OUT):
        raise QuestionError("owners: expected seats from 0, and 255 for a card out of play")
    return owners.astype(np.uint8)
