"""How one hand of Cupe went: what was given, every card, and who took each trick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import OUT_OF_PLAY, PACK_52, format_card, format_deal
from analyzer.errors import QuestionError
from analyzer.games.base import Choice, Deals
from analyzer.games.cupe.kernels import logged
from analyzer.games.cupe.kernels.batch import OUTCOMES
from analyzer.games.cupe.kernels.choices import RESULTS
from analyzer.games.cupe.kernels.play import suit_of
from analyzer.games.cupe.kernels.rest import POOL
from analyzer.games.cupe.match import LONGEST, TIMES
from analyzer.games.cupe.play import (
    LEVELS,
    SEATS,
    layout_counts,
    layouts,
    level_codes,
    seat_minds,
    seat_styles,
)
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import LAYOUTS
from analyzer.games.levels import EXPERT, layouts_of, named_level
from analyzer.games.trace import Step, Trace
from analyzer.kernels.bits import ZERO
from analyzer.kernels.trick import beats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games.cupe.choice_plan import ChoicePlan, Way

Ints = NDArray[np.int64]
Cards = NDArray[np.uint64]

_PLAYS = 52


def trace_table(
    rules: CupeRules, seed: int, number: int, plays: Sequence[str]
) -> tuple[dict[str, str], tuple[Step, ...], Ints]:
    """Deal ``number`` of a seed: its notation, its steps, and its outcome int64 [OUTCOMES]."""
    hands, given = np.zeros(SEATS, np.uint64), np.zeros(SEATS, np.uint64)
    log, outcome = np.zeros((_PLAYS, 2), np.int64), np.zeros(OUTCOMES, np.int64)
    logged.log_hand(
        np.uint64(seed),
        number,
        layouts().plan,
        np.zeros(SEATS, np.int64),
        level_codes(plays),
        layout_counts(plays),
        seat_styles(),
        seat_minds(),
        rules.packed(),
        hands,
        given,
        log,
        outcome,
    )
    return _shown(hands), tuple(_steps(given, log)), outcome


def trace_way(plan: ChoicePlan, seed: int, number: int, play: str, way: Way) -> tuple[Trace, Ints]:
    """A deal of a question after one choice, without results; and its result int64 [RESULTS]."""
    if named_level(play) not in LEVELS:
        raise QuestionError(
            f"--trace {play}: no cards are played at this level, expected random, simple or expert"
        )
    asked, model = plan.situation, plan.model
    # At other levels the others' gifts do not depend on the choice.
    first = next(w for w in plan.ways if w.at(play))
    styles, minds = seat_styles(), seat_minds()
    if way.style is not None and named_level(play) != EXPERT:
        styles[asked.seat] = way.style
    if way.mind is not None:
        minds[asked.seat] = way.mind
    dealt, given = np.zeros(SEATS, np.uint64), np.zeros(SEATS, np.uint64)
    log, result = np.zeros((_PLAYS, 2), np.int64), np.zeros(RESULTS, np.int64)
    logged.log_choice(
        np.uint64(seed),
        number,
        plan.purposes,
        asked.layouts.plan,
        asked.seat,
        asked.step,
        np.array(asked.fixed, np.uint64),
        np.uint64(first.gift),
        np.uint64(way.gift),
        LEVELS[named_level(play)],
        layouts_of(play, LAYOUTS),
        styles,
        minds,
        plan.rules.packed(),
        plan.totals_by_seat(),
        np.zeros((1, POOL), np.int64) if model is None else model.pool,
        LONGEST,
        0 if model is None else TIMES,
        dealt,
        given,
        log,
        result,
    )
    return Trace(_shown(dealt), tuple(_steps(given, log)), {}), result


def chosen_way(plan: ChoicePlan, play: str, choice: Choice) -> Way:
    """The way that a choice names at a level of play."""
    for way in plan.ways:
        if dict(way.choice) == dict(choice) and way.at(play):
            return way
    named = ", ".join(f"{key}={value}" for key, value in choice.items()) or "none"
    raise QuestionError(f"--choice {named}: not a choice of this question at {play} play")


def question_deals(plan: ChoicePlan, seed: int, first: int, count: int) -> Deals:
    """The deals of a question: before the exchange, where there is one to come or known."""
    purpose = int(plan.purposes[0])
    owners = plan.situation.layouts.deal(count, seed, first, purpose)
    return Deals("cupe", owners, seed, first)


def _shown(hands: Cards) -> dict[str, str]:
    owners = np.full(PACK_52.size, OUT_OF_PLAY, np.uint8)
    for seat, hand in enumerate(hands):
        owners[list(PACK_52.numbers(int(hand)))] = seat
    return {"deal": format_deal(owners, PACK_52, SEATS)}


def _steps(given: Cards, log: Ints) -> Iterator[Step]:
    """What every seat gave, then the thirteen tricks."""
    for seat, gift in enumerate(given):
        if gift:
            yield Step(seat, "exchange", " ".join(map(_card, PACK_52.numbers(int(gift)))))
    for trick in log.reshape(-1, SEATS, 2):
        led = best = ZERO
        taker = int(trick[0, 0])
        for seat, place in trick.tolist():
            card = np.uint64(1) << np.uint64(place)
            yield Step(seat, "play", _card((place >> 4) * 13 + (place & 15)))
            if led == ZERO:
                led, best = np.uint64(suit_of(card)), card
            elif beats(card, best, led, ZERO):
                best, taker = card, seat
        yield Step(taker, "takes", "")


def _card(number: int) -> str:
    return format_card(number, PACK_52, unicode=False)
