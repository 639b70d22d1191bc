"""Cupe with OpenSpiel's ISMCTS bot at the table, where ``open_spiel`` is installed.

The bot searches one tree over what its seat knows (Cowling, Powley and Whitehouse 2012) with
uniformly random playouts; it sees OpenSpiel's own state of the hand, which is kept beside ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_52
from analyzer.errors import QuestionError
from analyzer.games.cupe.kernels import expert_batch as k
from analyzer.games.cupe.kernels.batch import OUTCOMES, write_end, write_start
from analyzer.games.cupe.kernels.exchange import exchange_step
from analyzer.games.cupe.kernels.expert import new_thoughts
from analyzer.games.cupe.kernels.expert_gift import ready_table
from analyzer.games.cupe.kernels.legality import LIMITS, set_limits
from analyzer.games.cupe.kernels.moves import put_card, seat_to_act
from analyzer.games.cupe.kernels.play import TRICKS
from analyzer.games.cupe.kernels.scores import score_hand
from analyzer.games.cupe.kernels.table import NUMBER, TABLE
from analyzer.games.cupe.play import (
    CARDS,
    SEATS,
    layout_counts,
    layouts,
    level_codes,
    seat_minds,
    seat_styles,
)
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.table import CupeTable, measured
from analyzer.games.trace import Trace
from analyzer.kernels.philox import PURPOSE_PLAY, new_stream, open_fast

Ints = NDArray[np.int64]

NAME = "openspiel"
SIMULATIONS = 100
"""Simulations a decision of the plain ``openspiel``."""
LEAST_SIMULATIONS, MOST_SIMULATIONS = 2, 1_000_000
"""After a single simulation the bot has visited no card, and ends with an error."""
UCT = 10.0
"""Exploration constant; returns are 26 minus the points of a hand."""
SECONDS_A_SIMULATION = 80e-6
_DECISIONS = 12
_GIVEN = 3
_OPTIONS: Mapping[str, tuple[str, Mapping[Any, Any]]] = {
    "no_pts_on_first_trick": ("first_trick_points", {"forbidden": True, "allowed": False}),
    "can_lead_any_club": ("open_with", {"two_of_clubs": False, "any_club": True}),
    "must_break_hearts": ("lead_barred", {"hearts": True, "none": False}),
    "qs_breaks_hearts": ("breakers", {"points": True, "hearts": False}),
    "can_lead_hearts_instead_of_qs": ("only_barred_left", {"any": True, "queen_forced": False}),
    "jd_bonus": ("bonus_card", {"jack_diamonds": True, "none": False}),
    "avoid_all_tricks_bonus": ("no_trick_bonus", {0: False, -5: True}),
}
"""OpenSpiel's options: the house rule that each stands for, and its values."""
_FIXED = {"exchange_count": _GIVEN, "exchange_high_spades": True, "values": "one", "slam": "add"}
"""House rules that OpenSpiel does not know: the only value it plays by."""


def shared_options(rules: CupeRules) -> dict[str, bool]:
    """OpenSpiel's options for these rules; a QuestionError for rules that it cannot play."""
    found, problems = {}, []
    for option, (key, values) in _OPTIONS.items():
        value = getattr(rules, key)
        if value in values:
            found[option] = values[value]
        else:
            problems.append(_unknown(key, value, list(values)))
    fixed = dict(_FIXED)
    if rules.bonus_card != "none":
        fixed |= {"bonus_points": -10, "slam_needs_bonus": False}
    for key, value in fixed.items():
        if getattr(rules, key) != value:
            problems.append(_unknown(key, getattr(rules, key), [value]))
    if problems:
        raise QuestionError([*problems, "--vs openspiel: expected --rules openspiel or the like"])
    return found


def _unknown(key: str, value: object, known: Sequence[object]) -> str:
    return f"OpenSpiel does not play {key} = {value}: expected {' or '.join(map(str, known))}"


def simulations_of(play: str) -> int:
    """Simulations a decision of ``openspiel`` or ``openspiel:N``; 0 for a level of our own."""
    if play == NAME:
        return SIMULATIONS
    found = re.fullmatch(NAME + r":(\d{1,7})", play)
    return int(found[1]) if found else 0


def check_rival(name: str) -> None:
    """A QuestionError for a player that is not known here, or not installed."""
    if not LEAST_SIMULATIONS <= simulations_of(name) <= MOST_SIMULATIONS:
        raise QuestionError(
            f"--vs {name}: expected openspiel, or openspiel:N with N simulations a decision, "
            f"from {LEAST_SIMULATIONS} to {MOST_SIMULATIONS}"
        )
    try:
        import_module("pyspiel")
    except ImportError:
        raise QuestionError(
            f"--vs {name}: OpenSpiel is not installed, expected the extra openspiel "
            "(pip install 'folk-card-analyzer[openspiel]')"
        ) from None


class OpenSpielTable(CupeTable):
    """A table at which levels of our own and OpenSpiel's bot play single hands."""

    plays_matches = False

    def __init__(self, rules: CupeRules, name: str = NAME) -> None:
        check_rival(name)
        super().__init__(rules)
        self._options = shared_options(rules)
        self.notes = (
            f"{name}: OpenSpiel's ISMCTS bot, {simulations_of(name)} simulations a decision with "
            "random playouts; it plays single hands, and not the same every time.",
        )

    def deals(
        self, seed: int, first: int, count: int, plays: Sequence[str], workspace: None
    ) -> dict[str, Ints]:
        """Hands with any mix of levels, ``openspiel`` and ``openspiel:N`` among them.

        The cards are those of the deal; the bot's choices are not quite reproducible, for the
        order of its tables differs from run to run.
        """
        if not any(simulations_of(play) for play in plays):
            return super().deals(seed, first, count, plays, workspace)
        hands = np.empty((count, OUTCOMES), np.int64)
        for i in range(count):
            hand = _Hand(self.rules, self._options, seed, first + i, plays)
            hands[i] = hand.play()
        return measured(hands)

    def trace(self, seed: int, number: int, plays: Sequence[str]) -> Trace:
        """A hand card by card, without the bot: it does not play the same every time."""
        if any(simulations_of(play) for play in plays):
            raise QuestionError(f"{NAME}: its hands are not reproducible, they cannot be shown")
        return super().trace(seed, number, plays)

    def seconds(self, play: str) -> float:
        """About a dozen decisions a hand."""
        simulations = simulations_of(play)
        return simulations * SECONDS_A_SIMULATION * _DECISIONS or super().seconds(play)


def versus_openspiel(
    rules: CupeRules, play: str, seed: int, first: int, count: int, simulations: int
) -> dict[str, Ints]:
    """A level of our own in two seats against the bot in the other two, with the times of both.

    Deals ``first`` to ``first + count - 1`` are each played twice: our level sits in seats 1 and 3,
    then in seats 2 and 4.  Arrays are int64 [count, 2], our level and the bot, summed over the
    four hands that each plays of a deal: ``score`` (in thirds, the two sum to zero), ``points``,
    ``slam``, and ``nanoseconds`` thought over ``decisions`` with a choice.
    """
    name = f"{NAME}:{simulations}"
    check_rival(name)
    options = shared_options(rules)
    found = {
        measure: np.zeros((count, 2), np.int64)
        for measure in ("score", "points", "slam", "nanoseconds", "decisions")
    }
    for i in range(count):
        for turn in (0, 1):
            plays = [play if seat % 2 == turn else name for seat in range(SEATS)]
            hand = _Hand(rules, options, seed, first + i, plays)
            results = {m: v[0] for m, v in measured(hand.play()[None]).items()}
            results["nanoseconds"] = (1e9 * hand.seconds).astype(np.int64)
            results["decisions"] = hand.decisions
            for measure, values in found.items():
                for seat in range(SEATS):
                    values[i, 0 if seat % 2 == turn else 1] += results[measure][seat]
    return found


class _Hand:
    """One hand in our arrays and in OpenSpiel's state, side by side."""

    def __init__(
        self,
        rules: CupeRules,
        options: Mapping[str, bool],
        seed: int,
        deal: int,
        plays: Sequence[str],
    ) -> None:
        spiel = import_module("pyspiel")
        self._game = spiel.load_game("hearts", dict(options))
        self._simulations = [simulations_of(play) for play in plays]
        self._bots = {
            seat: spiel.ISMCTSBot(
                _bot_seed(seed, deal, seat),
                spiel.RandomRolloutEvaluator(1, _bot_seed(seed, deal, seat + SEATS)),
                UCT,
                simulations,
                -1,
                spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
                False,
                False,
            )
            for seat, simulations in enumerate(self._simulations)
            if simulations
        }
        own = ["simple" if s else play for s, play in zip(self._simulations, plays, strict=True)]
        self._levels, self._layouts = level_codes(own), layout_counts(own)
        self._thoughts = new_thoughts(k.GIFT_ROOM * max(1, int(self._layouts.max())))
        self._packed = rules.packed()
        self._limits = np.zeros(LIMITS, np.uint64)
        set_limits(self._packed, self._limits)
        self._seed, self._deal = np.uint64(seed), deal
        stream = new_stream()
        self._step = int(exchange_step(stream, self._seed, deal, deal, self._packed))
        self._fast = np.uint64(open_fast(stream, self._seed, PURPOSE_PLAY, deal))
        owners = layouts().deal(1, seed, deal)[0]
        self._cards = [np.flatnonzero(owners == seat).tolist() for seat in range(SEATS)]
        self._totals = np.zeros(SEATS, np.int64)
        self.seconds = np.zeros(SEATS)
        """Seconds that each seat thought ..."""
        self.decisions = np.zeros(SEATS, np.int64)
        """... and how often it had a choice."""

    def play(self) -> Ints:
        """The outcome, int64 [OUTCOMES]."""
        table, state = self._exchanged()
        outcome = np.empty(OUTCOMES, np.int64)
        write_start(table, outcome)
        while table[NUMBER] < TRICKS:
            seat = int(seat_to_act(table))
            actions = state.legal_actions()
            start = perf_counter()
            if seat in self._bots:
                action = self._bots[seat].step(state) if len(actions) > 1 else actions[0]
                card = np.uint64(1 << PACK_52.bit(_card(action)))
            else:
                card = self._own_card(table)
                action = _action(*PACK_52.numbers(int(card)))
            self._note(seat, perf_counter() - start, int(len(actions) > 1))
            put_card(table, card, self._limits)
            state.apply_action(action)
        scores = np.zeros(SEATS, np.int64)
        shooter = score_hand(table, self._packed, self._totals, scores)
        write_end(table, shooter, scores, outcome)
        return outcome

    def _note(self, seat: int, seconds: float, decisions: int) -> None:
        if decisions:
            self.seconds[seat] += seconds
            self.decisions[seat] += decisions

    def _own_card(self, table: NDArray[np.uint64]) -> np.uint64:
        """The card of a level of our own."""
        card, fast = k.choose_card(
            table, self._levels, self._layouts, self._totals, seat_styles(), seat_minds(),
            self._limits, self._packed, self._seed, self._deal, self._fast, self._thoughts,
        )  # fmt: skip
        self._fast = np.uint64(fast)
        return np.uint64(card)

    def _exchanged(self) -> tuple[NDArray[np.uint64], Any]:
        """The table and OpenSpiel's state, ready for the first trick."""
        hands = np.array([PACK_52.card_set(cards) for cards in self._cards], np.uint64)
        given = np.zeros(SEATS, np.uint64)
        if self._step:
            for seat, bot in self._bots.items():
                start = perf_counter()
                given[seat] = PACK_52.card_set([_card(a) for a in self._bot_gift(seat, bot)])
                self._note(seat, perf_counter() - start, _GIVEN)
        cost, pick = np.zeros((SEATS, 7)), np.zeros((SEATS, 7), np.uint64)
        fast = k.choose_gifts(
            hands, given, self._step, 0, self._levels, self._layouts, self._totals,
            seat_styles(), seat_minds(), self._limits, self._packed, self._seed, self._deal,
            self._fast, cost, pick, self._thoughts,
        )  # fmt: skip
        self._fast = np.uint64(fast)
        state = self._dealt(0)
        for seat in range(SEATS):
            for card in PACK_52.numbers(int(given[seat])):
                state.apply_action(_action(card))
        table = np.zeros(TABLE, np.uint64)
        ready_table(table, hands, given, self._step, 0, self._packed)
        return table, state

    def _dealt(self, turn: int) -> Any:
        """OpenSpiel's state after the deal; seat ``turn`` sits first in it."""
        state = self._game.new_initial_state()
        state.apply_action(self._step)
        for i in range(CARDS):
            for seat in range(SEATS):
                state.apply_action(_action(self._cards[(seat + turn) % SEATS][i]))
        return state

    def _bot_gift(self, seat: int, bot: Any) -> list[int]:
        """What a bot gives, as actions.

        OpenSpiel lets the seats give one after the other and crashes when a bot is asked after
        the one that gives to it; turned round the table so that it gives first, it knows the
        same and is safe.
        """
        state = self._dealt(seat)
        gift = []
        for _ in range(_GIVEN):
            gift.append(bot.step(state))
            state.apply_action(gift[-1])
        return gift


def _bot_seed(seed: int, deal: int, seat: int) -> int:
    """A seed of 31 bits for one bot's hand."""
    return int(np.random.SeedSequence((seed, deal, seat)).generate_state(1)[0] >> 1)


def _action(card: int) -> int:
    """OpenSpiel numbers cards by rank first; suits in our order."""
    return card % CARDS * SEATS + card // CARDS


def _card(action: int) -> int:
    return action % SEATS * CARDS + action // SEATS
