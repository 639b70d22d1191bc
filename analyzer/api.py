"""The Python interface: rules, deals, solving, odds.  The command line does nothing more."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.games import load_game
from analyzer.games.base import Deals, OddsQuestion, SolveQuestion
from analyzer.games.rules import Rules
from analyzer.report.odds import Odds
from analyzer.run.threads import Progress, Target, run

DEFAULT_DEALS = 10_000
SEED_LIMIT = 2**64


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
    """
    problems = []
    if n < 1:
        problems.append(f"n = {n}: expected a whole number from 1")
    if first < 0:
        problems.append(f"first = {first}: expected a whole number from 0")
    if problems:
        raise QuestionError(problems)
    return load_game(rules.game).deal(rules, n, check_seed(seed), first)


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
        Cuțu: tricks of the leader's side; other games: see the rule books.  With ``at_least``,
        1 where the value reaches it, else 0.
    """
    game = load_game(rules.game)
    if not isinstance(deals, Deals):
        deals = Deals(rules.game, np.atleast_2d(np.asarray(deals)).astype(np.uint8))
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
    workers: int | None = None,
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
        Number of deals, 10,000 when neither this nor ``precision`` is given.
    precision
        Stop when the half-width of every ``success`` interval (or ``slam`` where there is no
        success) is at most this; intervals are then a confidence sequence.  With ``deals`` too,
        that many deals are the most.
    seed, workers
        Seed (drawn when not given) and threads (all processors when not given); the numbers do
        not depend on the threads.
    progress
        Called with (deals done, deals wanted or ``None``).
    **extras
        What else is known, by the names of the command line's options: ``calls="pas 5"``.

    Raises
    ------
    QuestionError
        For a question that cannot be answered as put.
    """
    game = load_game(rules.game)
    problems = []
    if deals is not None and deals < 1:
        problems.append(f"deals = {deals}: expected a whole number from 1")
    if precision is not None and not 0 < precision < 1:
        problems.append(f"precision = {precision}: expected a number between 0 and 1, such as 0.01")
    if workers is not None and workers < 1:
        problems.append(f"workers = {workers}: expected a whole number from 1")
    if problems:
        raise QuestionError(problems)
    plays = game.check_plays([play] if isinstance(play, str) else list(play))
    known = {key: str(value) for key, value in extras.items()}
    plan = game.odds(rules, OddsQuestion(hand, plays, known))
    seed = check_seed(seed)
    if deals is None and precision is None:
        deals = DEFAULT_DEALS
    found = run(plan, seed, Target(deals, precision), workers, progress)
    return Odds(game, rules, plan, found, seed, plays)


def check_seed(seed: int | None) -> int:
    """The seed given, or one drawn at random (of 32 bits, so that it can be typed)."""
    if seed is None:
        return secrets.randbelow(2**32)
    if not 0 <= seed < SEED_LIMIT:
        raise QuestionError(f"seed = {seed}: expected a whole number from 0 to 2**64 - 1")
    return seed
