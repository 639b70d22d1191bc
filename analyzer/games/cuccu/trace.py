"""A round of Cuccù act by act, read from the events that the kernels note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.cuccu import format_card
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.levels import level_rounds
from analyzer.games.cuccu.policy import LEVEL_CODES, policy
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.tables import seed_bits
from analyzer.games.levels import named_level
from analyzer.games.trace import Step

_ANSWERS = (("keep", "ask"), ("no cover", "ask for cover"), ("does not cover", "covers"))
"""By kind of decision and answer."""
_DEALERS = ("keep", "swap with the pack")

Ints = NDArray[np.int64]


def trace_round(
    rules: CuccuRules, seed: int, number: int, plays: Sequence[str]
) -> tuple[tuple[Step, ...], Ints, Ints]:
    """Round ``number`` of a seed: its steps, and what each seat lost, and lost less gained.

    The round is that of :func:`analyzer.games.cuccu.kernels.levels.level_rounds`.
    """
    table = t.new_table(rules.packed())
    lost, net = np.empty((2, 1, len(plays)), np.int64)
    levels = np.array([LEVEL_CODES[named_level(play)] for play in plays], np.int64)
    bits = seed_bits(seed)
    level_rounds(table, t.new_words(), policy(), rules.lives, levels, bits, number, lost, net)
    steps = [*_steps(table), *_showdown(table, lost[0], net[0])]
    return tuple(steps), lost[0], net[0]


def _steps(table: Any) -> Iterator[Step]:
    """The events as steps, up to the showdown."""
    dealer = int(table[t.N]) - 1
    for event in table[t.EVENT : t.EVENT + table[t.EVENTS]]:
        what, a, b = int(event) & 255, int(event) >> 8 & 255, int(event) >> 16
        if what == t.DEALT_TO:
            yield Step(a, "deal", format_card(b))
        elif what == t.ANSWERED:
            seat, kind = divmod(a, 3)
            words = _DEALERS if kind == 0 and seat == dealer else _ANSWERS[kind]
            yield Step(seat, "answer", words[b])
        elif what == t.SHOWN:
            yield Step(a, "shows", format_card(b))
        elif what == t.SWAPPED:
            yield Step(a, "swap", f"with seat {b + 1}")
        elif what == t.SENT_HOME:
            yield Step(a, "swap", f"undone with seat {b + 1}")
        elif what == t.LIFE_LOST:
            yield Step(a, "loses", "a life")
        elif what == t.FROM_TOP:
            yield Step(a, "draw", f"{format_card(b)} from the top")
        else:
            yield Step(a, "draw", format_card(b))


def _showdown(table: Any, lost: Ints, net: Ints) -> Iterator[Step]:
    """The cards that were held in the end, and the lives of the round."""
    for seat in range(len(lost)):
        rank = int(table[t.CARD + seat])
        held = "no card" if rank < 0 else format_card(rank)
        change = "" if net[seat] == 0 else f", {-net[seat]:+d} lives"
        yield Step(seat, "ends with", held + change)
