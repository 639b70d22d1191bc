"""How one deal of Cuatrola went, act by act, from the log of the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_20, format_card
from analyzer.games.base import Choice, Deals, Plan
from analyzer.games.cuatrola import codes, deals
from analyzer.games.cuatrola.calls import NAMES
from analyzer.games.cuatrola.kernels import batch
from analyzer.games.cuatrola.kernels.auction import closed
from analyzer.games.cuatrola.kernels.cantes import answer_window, window_seat, window_suits
from analyzer.games.cuatrola.kernels.hand import exchange_suits
from analyzer.games.cuatrola.kernels.play import lay_card, take_trick
from analyzer.games.cuatrola.kernels.table import (
    ACTIVE,
    COUNT,
    HANDS,
    INFO,
    LAST,
    LOG,
    SETS,
    SILENT,
    TUTE,
    hand_over,
    seat_to_play,
    start_hand,
)
from analyzer.games.cuatrola.kernels.thinking import think_logged
from analyzer.games.cuatrola.players import NO_POINTS, Players
from analyzer.games.trace import Step

Ints = NDArray[np.int64]
_UNHEARD = (0,) * codes.SEATS


@dataclass(frozen=True)
class Acts:
    """A deal that was played: its steps, and its result, int64 [batch.RESULTS]."""

    steps: tuple[Step, ...]
    result: Ints


def play_acts(
    players: Players,
    seed: int,
    number: int,
    hands: NDArray[np.uint64],
    turned: int,
    contract: int,
    declarer: int,
    packed: Ints,
    called: tuple[int, ...] = _UNHEARD,
    scores: Ints = NO_POINTS,
    suits: Sequence[int] = range(4),
) -> Acts:
    """Play deal ``number`` of ``seed`` as :meth:`Players.play` does, and say what happened.

    ``hands`` uint64 [4] by seat; ``turned`` the dealer's card as a set; ``called`` what seats
    called, plus one, where it is evidence; ``contract`` may be ``batch.AUCTION``; ``suits`` are
    the names that the four suits have for the reader.
    """
    log = np.zeros((LOG, 2), np.uint64)
    out = np.empty(batch.RESULTS, np.int64)
    rows = think_logged(
        hands, np.uint64(turned), contract, declarer, np.array(called, np.int64), scores,
        np.uint64(seed), number, packed, players.levels, players.layouts, 0, log, out,
    )  # fmt: skip
    replay = _Replay(hands, turned, out, packed, log[:rows, 1].tolist(), suits)
    return Acts(replay.steps(contract == batch.AUCTION), out)


class _Replay:
    """The acts of a log, in the order in which the kernels made them."""

    def __init__(
        self,
        hands: NDArray[np.uint64],
        turned: int,
        out: Ints,
        packed: Ints,
        log: list[int],
        suits: Sequence[int],
    ) -> None:
        self._hands, self._turned, self._packed = hands, turned, packed
        self._contract = int(out[batch.PLAYED_CONTRACT])
        self._declarer = int(out[batch.PLAYED_DECLARER])
        self._left, self._suits = log, suits

    def steps(self, auction: bool) -> tuple[Step, ...]:
        """Calls, cards, pairs sung, and who took the tricks."""
        found: list[Step] = []
        if auction:
            found += self._calls()
        sets, info = np.zeros(SETS, np.uint64), np.zeros(INFO, np.int64)
        sets[HANDS : HANDS + codes.SEATS] = self._hands
        soloist = self._packed[codes.CONTRACT_LEAD] == codes.SOLOIST
        start_hand(
            self._contract, self._declarer, np.uint64(self._turned), self._packed[codes.DUTIES],
            bool(soloist), sets, info,
        )  # fmt: skip
        size = int(info[ACTIVE]).bit_count()
        while not hand_over(info):
            suits = window_suits(self._packed, sets, info)
            if suits:
                suit, seat = self._next(), int(window_seat(info))
                answer_window(suit, self._packed, sets, info)
                text = "silent" if suit == SILENT else self._pair(suit)
                found.append(Step(seat, "announce", text))
                continue
            seat, card = int(seat_to_play(info)), np.uint64(self._next())
            lay_card(seat, card, sets, info)
            found.append(Step(seat, "play", card_text(renamed(int(card), self._suits))))
            if info[COUNT] == size:
                take_trick(self._packed, sets, info)
                found.append(Step(int(info[LAST]), "takes", ""))
                if info[TUTE] >= 0:
                    found.append(Step(int(info[LAST]), "announce", "tute"))
        return tuple(found)

    def _next(self) -> int:
        return int(self._left.pop(0))

    def _calls(self) -> list[Step]:
        """The declarations: a round, which the first one may close."""
        steps = []
        for seat in range(codes.SEATS):
            call = self._next()
            steps.append(Step(seat, "call", NAMES[call]))
            if closed(call, self._packed):
                break
        return steps

    def _pair(self, suit: int) -> str:
        trump = (self._turned.bit_length() - 1) >> 4
        value = codes.TRUMP_PAIR if suit == trump else codes.PLAIN_PAIR
        return f"{value} {PACK_20.suits[self._suits[suit]]}"


def renamed(cards: int, suits: Sequence[int]) -> int:
    """A card set with other names for its suits: suit ``s`` becomes ``suits[s]``."""
    return int(exchange_suits(np.uint64(cards), np.array(suits, np.int64)))


def call_steps(called: Sequence[int]) -> list[Step]:
    """The declarations, calls plus one by seat; 0 where a seat did not speak."""
    return [Step(seat, "call", NAMES[call - 1]) for seat, call in enumerate(called) if call]


def card_text(card: int) -> str:
    """One card, given as a set, in the notation that is read back."""
    return format_card(PACK_20.numbers(card)[0], PACK_20, unicode=False)


def shown_deal(deals_: Deals) -> Mapping[str, Any]:
    """The first of some deals as :meth:`Game.show_deal` gives it, with letters of suits."""
    return deals.show(deals_, 0, False)


def side_results(found: Mapping[str, Ints]) -> dict[str, float]:
    """Measures of a table's deal by side: ``score 1``."""
    return {
        f"{measure} {side + 1}": float(values[0, side])
        for measure, values in found.items()
        for side in range(2)
    }


def deals_of(
    hands: NDArray[np.uint64], turned: NDArray[np.uint64], seed: int | None = None, first: int = 0
) -> Deals:
    """Card sets by seat, uint64 [n, 4], and the dealer's cards, uint64 [n], as deals."""
    owners = np.zeros((len(hands), codes.SIZE), np.uint8)
    for i, row in enumerate(hands):
        for seat, cards in enumerate(row):
            owners[i, list(PACK_20.numbers(int(cards)))] = seat
    cards = np.array([PACK_20.numbers(int(card))[0] for card in turned], np.uint8)
    return Deals("cuatrola", owners, seed, first, turned=cards)


def choice_results(plan: Plan, seed: int, number: int, choice: Choice) -> dict[str, float]:
    """Outcomes of one deal that a plan counts for a choice, in units, by measure."""
    outcomes = plan.compute(seed, number, 1, plan.workspace()).outcomes[0]
    return {
        column.measure: float(value) / column.scale
        for column, value in zip(plan.columns, outcomes, strict=True)
        if dict(column.choice) == dict(choice)
    }
