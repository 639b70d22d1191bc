"""Double-dummy values of Cuatrola: the searches with the game's seats, sides and rules.

Normal hands and solos are searched for points, cuatros and quintas for tricks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_20
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.kernels.layouts import owners_batch
from analyzer.games.cuatrola.positions import Position, Seating
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.kernels import points_batch, points_lines, points_rules, search_arena
from analyzer.kernels.bits import NO_CARD
from analyzer.kernels.search import reach_batch, solve_batch
from analyzer.kernels.search_lines import best_line, values_batch

TUTE = 240
"""What a tute adds to the points that are left: more than a hand can bring (130 + 100 sung)."""
_MASKS = np.array([0xFFFF << 16 * suit for suit in range(4)], np.uint64)
_ANNOUNCE = {
    "one_per_trick": points_rules.ONE_PER_TRICK,
    "several": points_rules.SEVERAL,
    "winner_only": points_rules.WINNER_ONLY,
    "off": points_rules.NONE,
}
_BITS = 64
_LINE = 32
_TABLE = 3
"""Cards on the table at most, as the trick search takes them."""


def point_rules(rules: CuatrolaRules, break_ties: bool = False) -> NDArray[np.int64]:
    """House rules as the points search reads them; the value is own points minus the others'.

    ``break_ties`` doubles all points and adds one for the last trick, so that its winner has
    the better of equal points.
    """
    scale = 2 if break_ties else 1
    return points_rules.pack_points(
        [scale * points for points in codes.POINTS],
        duties=codes.duties(rules),
        announce=_ANNOUNCE[rules.cantes],
        plain_value=scale * codes.PLAIN_PAIR,
        trump_value=scale * codes.TRUMP_PAIR,
        pair=(codes.CABALLO, codes.REY),
        difference=True,
        last_trick=scale * codes.LAST_TRICK + (1 if break_ties else 0),
        trump_first=rules.forty_first,
        tute=scale * TUTE if rules.tute_wins else 0,
    )


class OpenSolver:
    """The searches under one set of house rules, with scratch memory for one thread."""

    def __init__(self, rules: CuatrolaRules) -> None:
        self._duties = codes.duties(rules)
        self._points = point_rules(rules)
        self._decided = point_rules(rules, break_ties=True)
        self._arena = search_arena.new_arena()
        self._points_arena = points_batch.new_arena()

    def values(self, position: Position) -> NDArray[np.int64]:
        """Value of each position, int64 [n]: a difference of points, or the declarer's tricks."""
        if position.seating.contract <= codes.SOLO:
            out = np.empty(len(position.owners), np.int64)
            question = self._point_question(position)
            points_batch.values(*[*question, self._points, self._points_arena, out])
            return out
        found = np.empty(len(position.owners), np.int64)
        solve_batch(*[self._arena, *self._trick_question(position), found])
        return found if self._leads(position) else position.tricks - found

    def reaches(self, position: Position, least: int) -> NDArray[np.int64]:
        """1 where the value is ``least`` or more, else 0, int64 [n]."""
        n = len(position.owners)
        if position.seating.contract <= codes.SOLO:
            return self._points_reach(self._point_question(position), least, self._points)
        out = np.empty(n, np.int64)
        if self._leads(position):
            wanted = np.full(n, least, np.int64)
        else:
            wanted = position.tricks - least + 1
        wanted = np.clip(wanted, 0, position.tricks + 1)
        reach_batch(*[self._arena, *self._trick_question(position), wanted, out])
        return out if self._leads(position) else 1 - out

    def makes(
        self, hands: NDArray[np.uint64], trumps: NDArray[np.int64], seating: Seating,
        leader: int, least: int, break_ties: bool = False,
    ) -> NDArray[np.int64]:  # fmt: skip
        """Whether whole deals, ``hands`` uint64 [n, 4], are worth ``least``: 1 or 0, int64 [n].

        The side that counts is that of the seating.  ``break_ties`` counts points as
        :func:`point_rules` does.
        """
        n = len(hands)
        if seating.contract <= codes.SOLO:
            owners = np.empty((n, codes.SIZE), np.uint8)
            owners_batch(hands, owners)
            question = _question(owners, trumps, seating, leader, 0, ())
            rules = self._decided if break_ties else self._points
            return self._points_reach(question, least, rules)
        return self.sweeps(hands, trumps, seating, leader, least)

    def sweeps(
        self, hands: NDArray[np.uint64], trumps: NDArray[np.int64], seating: Seating,
        leader: int, tricks: int,
    ) -> NDArray[np.int64]:  # fmt: skip
        """Whether the side takes ``tricks`` of whole deals, in any contract: 1 or 0, int64 [n]."""
        n = len(hands)
        own = bool(seating.side >> leader & 1)
        wanted = tricks if own else codes.HAND - tricks + 1
        out = np.empty(n, np.int64)
        reach_batch(
            self._arena,
            hands,
            seating.order,
            np.int64(seating.side),
            _MASKS[trumps],
            np.full(n, leader, np.int64),
            self._duties,
            np.zeros((n, _TABLE), np.uint64),
            np.full(n, wanted, np.int64),
            out,
        )
        return out if own else 1 - out

    def card_values(self, position: Position) -> dict[int, int]:
        """Value of the first position after each card that may be played, by card number."""
        if position.seating.contract <= codes.SOLO:
            points = np.empty((len(position.owners), codes.SIZE), np.int64)
            question = self._point_question(position)
            points_lines.move_values(*[*question, self._points, self._points_arena, points])
            return {c: int(v) for c, v in enumerate(points[0]) if v != points_batch.NO_VALUE}
        tricks = np.empty((len(position.owners), _BITS), np.int64)
        values_batch(*[self._arena, *self._trick_question(position), tricks])
        found = {PACK_20.number_at(bit): int(won) for bit, won in enumerate(tricks[0]) if won >= 0}
        if self._leads(position):
            return found
        return {card: int(position.tricks[0]) - won for card, won in found.items()}

    def line(self, position: Position) -> list[int]:
        """Cards, by number, of one line of best play of the first position."""
        if position.seating.contract <= codes.SOLO:
            steps = np.empty((points_lines.STEPS, 3), np.int64)
            arguments = [part[0] for part in self._point_question(position)]
            rows = points_lines.best_line(*[*arguments, self._points, self._points_arena, steps])
            return [int(row[2]) for row in steps[:rows] if row[0] == points_lines.CARD_PLAYED]
        cards = np.empty(_LINE, np.int64)
        hands, order, sides, trump, leader, duties, played = self._trick_question(position)
        arguments = [hands[0], order, sides, trump[0], leader[0], duties, played[0]]
        rows = best_line(*[self._arena, *arguments, cards])
        return [PACK_20.number_at(int(bit)) for bit in cards[:rows]]

    def _leads(self, position: Position) -> bool:
        return bool(position.seating.side >> position.leader & 1)

    def _points_reach(
        self, question: tuple[Any, ...], least: int, rules: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        n = len(question[0])
        out = np.empty(n, np.bool_)
        wanted = np.full(n, least, np.int64)
        points_batch.answers(*[*question, wanted, rules, self._points_arena, out])
        return out.astype(np.int64)

    def _point_question(self, position: Position) -> tuple[Any, ...]:
        return _question(
            position.owners,
            position.trumps,
            position.seating,
            position.leader,
            position.sung,
            position.trick,
        )

    def _trick_question(self, position: Position) -> tuple[Any, ...]:
        n = len(position.owners)
        played = np.zeros((n, _TABLE), np.uint64)
        for i, card in enumerate(position.trick):
            played[:, i] = PACK_20.card_set([card])
        return (
            position.hands,
            position.seating.order,
            np.int64(position.seating.side),
            _MASKS[position.trumps],
            np.full(n, position.leader, np.int64),
            self._duties,
            played,
        )


def _question(
    owners: NDArray[np.uint8],
    trumps: NDArray[np.int64],
    seating: Seating,
    leader: int,
    sung: int,
    trick: tuple[int, ...],
) -> tuple[Any, ...]:
    """The arguments of the points search up to the trick."""
    n = len(owners)
    table = np.full((n, codes.SEATS), NO_CARD, np.uint8)
    table[:, : len(trick)] = trick
    return (
        owners,
        np.full(n, seating.active, np.int64),
        np.full(n, seating.side, np.int64),
        trumps,
        np.full(n, leader, np.int64),
        np.full(n, sung, np.int64),
        table,
    )
