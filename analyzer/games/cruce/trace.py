"""How one deal of Cruce went, act by act, from the records of the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_24, format_card
from analyzer.errors import QuestionError
from analyzer.games.base import Choice, Plan
from analyzer.games.cruce import codes
from analyzer.games.cruce.calls import show_call
from analyzer.games.cruce.deals import CruceDeals, show
from analyzer.games.cruce.kernels import auction as kernels
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.cards import SECOND, owners_of_hands
from analyzer.games.cruce.rounds import Workspace
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.trace import Step
from analyzer.kernels.bits import NO_CARD

KEPT_CALLS = 1024
"""Calls that are kept of a deal to be shown: rounds may be dealt and bid again."""

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


def recorder() -> Workspace:
    """Arrays for one round whose calls and cards are kept."""
    workspace = Workspace()
    workspace.keep_records(1, KEPT_CALLS)
    return workspace


def number_of(bit: int) -> int:
    """The card number of a card given as a set."""
    index = bit.bit_length() - 1
    return codes.RANKS * (index >> 4) + (index & 15)


def card_text(bit: int) -> str:
    """One card, given as a set, in the notation that is read back."""
    return format_card(number_of(bit), PACK_24, unicode=False)


def deals_of(
    rules: CruceRules, hands: Words, drawn: Words, seed: int | None = None, first: int = 0
) -> CruceDeals:
    """Whole hands uint64 [n, 4] and single cards uint64 [n, 12] of the kernels, as deals."""
    owners = np.empty((len(hands), codes.SIZE), np.uint8)
    owners_of_hands(hands, owners)
    cards = np.array([[number_of(bit) for bit in row] for row in drawn.tolist()], np.uint8)
    packets = np.where(owners == NO_CARD, NO_CARD, 0).astype(np.uint8)
    if rules.players == 2:
        stock = cards[:, SECOND - rules.stock_size :]
        return CruceDeals(rules.game, owners, seed, first, packets=packets, stock=stock)
    if not rules.has_two_packets:
        return CruceDeals(rules.game, owners, seed, first, packets=packets)
    np.put_along_axis(packets, cards.astype(np.int64), 1, axis=1)
    second = cards.reshape(len(hands), rules.players, SECOND // rules.players)
    return CruceDeals(rules.game, owners, seed, first, packets=packets, second=second)


def shown_deal(rules: CruceRules, hands: Words, drawn: Words) -> Mapping[str, Any]:
    """The first of some deals as :meth:`Game.show_deal` gives it, with letters of suits."""
    return show(rules, deals_of(rules, hands, drawn), 0, False)


def call_steps(rules: CruceRules, calls: Sequence[int], doubles: int, stake: int) -> list[Step]:
    """Calls one after the other; a new auction after each deal that was dealt again."""
    packed = codes.kernel_rules(rules)
    state = np.zeros(kernels.STATE, np.int64)
    steps: list[Step] = []
    kernels.begin(packed, state)
    for i, call in enumerate(calls):
        steps.append(Step(int(state[kernels.SEAT]), "call", show_call(call)))
        kernels.make_call(state, call, packed)
        if state[kernels.OVER] and i + 1 < len(calls):
            steps.append(Step(None, "call", "dealt again"))
            kernels.begin(packed, state)
    if doubles:
        steps.append(Step(None, "call", f"double round, stake {stake}"))
    return steps


def play_steps(
    rules: CruceRules, outcome: Ints, shown: int, drawn: Sequence[int], records: Words
) -> list[Step]:
    """Trump, cards, pairs announced, cards drawn, and who took which points.

    ``shown`` the card that made trump, or 0; ``records`` uint64 [24, TRACE] of the kernels.
    """
    trump, declarer = int(outcome[places.TRUMP]), int(outcome[places.DECLARER])
    made = PACK_24.suits[trump] + (f" by {card_text(shown)}" if shown else "")
    steps = [Step(declarer, "trump", made)]
    trick: list[tuple[int, int]] = []
    stock = list(drawn[SECOND - rules.stock_size :]) if rules.players == 2 else []
    for record in records:
        card, seat = int(record[at.CARD]), int(record[at.PLAYER])
        if card == 0:
            break
        if record[at.TOLD]:
            suit = number_of(card) // codes.RANKS
            worth = codes.TRUMP_PAIR if suit == trump else codes.PLAIN_PAIR
            steps.append(Step(seat, "announce", f"{worth} {PACK_24.suits[suit]}"))
        steps.append(Step(seat, "play", card_text(card)))
        trick.append((seat, card))
        if len(trick) == rules.players:
            winner = _winner(trick, trump)
            points = sum(codes.POINTS[number_of(c) % codes.RANKS] for _, c in trick)
            steps.append(Step(winner, "takes", str(points)))
            drawers = (winner, 1 - winner) if stock else ()
            steps += [Step(drawer, "draw", card_text(stock.pop(0))) for drawer in drawers]
            trick = []
    return steps


def _winner(trick: Sequence[tuple[int, int]], trump: int) -> int:
    """The highest trump, else the highest card of the suit led (rulebook, section 6)."""
    led = number_of(trick[0][1]) // codes.RANKS

    def strength(played: tuple[int, int]) -> int:
        suit, rank = divmod(number_of(played[1]), codes.RANKS)
        return rank + 100 * (suit == trump) if suit in (trump, led) else -1

    return max(trick, key=strength)[0]


def side_results(
    rules: CruceRules, found: Mapping[str, Ints], scale: int, sides: Sequence[int]
) -> dict[str, float]:
    """Measures of a table's deal by side, in units: ``score 1``."""
    return {
        f"{measure} {side + 1}": float(values[0, list(sides).index(side)])
        / (scale if measure == "score" else 1)
        for measure, values in found.items()
        for side in range(rules.sides)
    }


def choice_results(
    plan: Plan, seed: int, number: int, play: str, choice: Choice
) -> dict[str, float]:
    """Outcomes of one deal that a plan counts for a choice at a level, in units, by measure."""
    outcomes = plan.compute(seed, number, 1, plan.workspace()).outcomes[0]
    return {
        column.measure: float(value) / column.scale
        for column, value in zip(plan.columns, outcomes, strict=True)
        if column.play == play and dict(column.choice) == dict(choice) and not column.hidden
    }


def check_play(play: str) -> None:
    """A QuestionError for the level at which no cards are played."""
    if play == "open":
        raise QuestionError("--trace open: see analyzer solve --line for a line of best play")
