"""How one deal of Cuțu went: the calls, the trump and every card, as the plans play it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32, format_card, format_deal
from analyzer.errors import QuestionError
from analyzer.games.base import Choice, Plan
from analyzer.games.cutu.base_plan import BasePlan
from analyzer.games.cutu.calls import PASS
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, RANKS, SEATS, first_leader
from analyzer.games.cutu.hand_plan import HandPlan
from analyzer.games.cutu.hand_question import HandQuestion
from analyzer.games.cutu.kernels.auction import UNASKED
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.plans import LEVELS, STRAINS, CutuPlan, letter
from analyzer.games.cutu.play import play_hands
from analyzer.games.cutu.rounds import play_rounds
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import FIRST_BID
from analyzer.games.cutu.thinking import Contracts, think_hands
from analyzer.games.trace import Step, Trace
from analyzer.kernels.bits import suit_mask
from analyzer.kernels.trick import beats

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Played:
    """A contract played out: ``log`` int64 [32] are bit indices of the cards in their order."""

    declarer: int
    leader: int
    strain: int
    log: Ints


def call_steps(calls: Sequence[int], first: int = 0) -> Iterator[Step]:
    """Calls by index from a seat on, those that were made."""
    for seat in range(first, SEATS):
        if calls[seat] != UNASKED:
            bid = int(calls[seat])
            yield Step(seat, "call", str(bid + FIRST_BID - 1) if bid else "pas")


def play_steps(played: Played) -> Iterator[Step]:
    """The trump, the cards, and who takes each trick."""
    yield Step(played.declarer, "trump", letter(played.strain))
    leader = played.leader
    trump = np.uint64(0 if played.strain == NO_TRUMP else suit_mask(played.strain))
    for trick in range(CARDS):
        best, winner, suit = np.uint64(0), leader, np.uint64(0)
        for k in range(SEATS):
            place = int(played.log[SEATS * trick + k])
            seat, card = (leader + k) % SEATS, np.uint64(1) << np.uint64(place)
            number = (place >> 4) * RANKS + (place & 15)
            yield Step(seat, "play", format_card(number, PACK_32, unicode=False))
            if k == 0:
                suit = np.uint64(suit_mask(place >> 4))
            if k == 0 or beats(card, best, suit, trump):
                best, winner = card, seat
        yield Step(winner, "takes", "")
        leader = winner


class _Recorder(CutuPlan):
    """A plan of a single deal that writes down the cards of every contract it plays.

    ``played`` has a list for each time that contracts were played.
    """

    played: list[list[Played]]

    def tricks(
        self,
        play: str,
        seed: int,
        first: int,
        hands: NDArray[np.uint64],
        declarers: Ints,
        strains: Ints,
        solver: OpenSolver | None,
    ) -> Ints:
        """The tricks, with the cards written down."""
        found = super().tricks(play, seed, first, hands, declarers, strains, solver)
        declarer = int(declarers[0])
        leader = first_leader(self.rules, declarer)
        log = np.empty((1, strains.shape[1], CARDS * SEATS), np.int64)
        if play == "open":
            assert solver is not None
            for s, strain in enumerate(strains[0]):
                log[0, s] = solver.line(hands[0], leader, int(strain), self._duties)
        else:
            leaders, levels = np.array([leader]), np.full(SEATS, LEVELS[play], np.int64)
            play_hands(
                seed,
                first,
                hands,
                declarers,
                leaders,
                strains,
                self._duties,
                levels,
                np.empty_like(found),
                log,
            )
        self.played.append(
            [Played(declarer, leader, int(x), log[0, s]) for s, x in enumerate(strains[0])]
        )
        return found

    def expert_tricks(
        self,
        play: str,
        seed: int,
        deals: Ints,
        hands: NDArray[np.uint64],
        contracts: Contracts,
        solver: OpenSolver | None,
    ) -> Ints:
        """The tricks of experts, with the cards written down."""
        assert solver is not None
        log = np.empty((len(hands), CARDS * SEATS), np.int64)
        plays = [play] * SEATS
        found = think_hands(self.rules, seed, deals, hands, contracts, plays, solver.arena, log)
        who = int(contracts.declarers[0])
        leader = first_leader(self.rules, who)
        self.played.append([Played(who, leader, int(contracts.strains[0]), log[0])])
        return found

    def results(self, seed: int, number: int, play: str, choice: Choice) -> dict[str, float]:
        """The outcomes of a deal by measure, in units; the deal is played."""
        outcomes = self.compute(seed, number, 1, self.workspace()).outcomes[0]
        return {
            c.measure: int(x) / c.scale
            for c, x in zip(self.columns, outcomes, strict=True)
            if c.play == play and dict(c.choice) == dict(choice) and not c.hidden
        }


@dataclass(frozen=True)
class _End:
    """How the auction ended: calls int64 [4], and what was played if not by the asker."""

    calls: Ints
    holder: int
    played: Played | None


class _HandRecorder(_Recorder, HandPlan):
    """A hand's plan that writes down what it plays; ``ends`` are the auctions by call asked."""

    def __init__(self, rules: CutuRules, question: HandQuestion, play: str, choice: Choice) -> None:
        self.played, self.ends = [], dict[int, _End]()
        wanted = [
            (c.bid, STRAINS[c.source])
            for c in HandPlan(rules, question, (play,)).contracts
            if dict(c.choice) == dict(choice)
        ]
        HandPlan.__init__(self, rules, question, (play,), wanted)

    def _others(self, play: str, deals: Any, ends: Ints, made: Ints) -> Ints:
        before = len(self.played)
        found = super()._others(play, deals, ends, made)
        other = self.played[-1][0] if len(self.played) > before else None
        self.ends[int(made[0, self.seat])] = _End(made[0], int(ends[0, 0]), other)
        return found

    def own(self, play: str, choice: Choice) -> Played | None:
        """The asker's contract; none after pas."""
        for contract in self.contracts:
            if dict(contract.choice) == dict(choice):
                return self.played[0][0 if play in self.thinking else contract.source]
        return None


class _BaseRecorder(_Recorder, BasePlan):
    """A plan of base rates that writes down what it plays."""

    def __init__(self, rules: CutuRules, seat: int, bids: Sequence[int], play: str) -> None:
        self.played = []
        BasePlan.__init__(self, rules, seat, bids, (play,))


def trace_hand(
    plan: HandPlan, question: HandQuestion, seed: int, number: int, play: str, choice: Choice
) -> Trace:
    """A deal after one call of the asker: the auction to its end, and the contract it ends in.

    Where somebody else bid higher, the asker's own contract follows, as it goes if it is played:
    ``call`` is the worth of the first, ``score`` and the rest are about the second.
    """
    recorder = _HandRecorder(plan.rules, question, play, choice)
    results = _checked(recorder.results(seed, number, play, choice), play, choice)
    bid = choice["bid"]
    end = recorder.ends[bid - FIRST_BID + 1 if isinstance(bid, int) else PASS]
    own = recorder.own(play, choice)
    steps = list(call_steps(end.calls.tolist()))
    if end.played is not None:
        steps += play_steps(end.played)
    if own is not None:
        if end.holder != plan.seat:
            steps.append(Step(plan.seat, "if played", f"{bid} {letter(own.strain)}"))
        steps += play_steps(own)
    return Trace(_shown(plan, seed, number), tuple(steps), results)


def trace_base(plan: BasePlan, seed: int, number: int, play: str, choice: Choice) -> Trace:
    """A contract of base rates: no auction, the seat asked plays it."""
    bids = sorted({contract.bid for contract in plan.contracts})
    recorder = _BaseRecorder(plan.rules, plan.seat, bids, play)
    results = _checked(recorder.results(seed, number, play, choice), play, choice)
    at, contract = next(
        (i, c) for i, c in enumerate(recorder.contracts) if dict(c.choice) == dict(choice)
    )
    played = recorder.played
    own = played[at][0] if play in recorder.thinking else played[0][contract.source]
    steps = (Step(plan.seat, "call", str(contract.bid)), *play_steps(own))
    return Trace(_shown(plan, seed, number), steps, results)


def trace_round(
    rules: CutuRules,
    seed: int,
    number: int,
    hands: NDArray[np.uint64],
    plays: Sequence[str],
    arena: NDArray[np.uint64],
) -> tuple[Step, ...]:
    """A deal from its first call, ``hands`` uint64 [1, 4], as ``rounds.play_rounds`` plays it."""
    log, calls = np.empty((1, CARDS * SEATS), np.int64), np.empty((1, SEATS), np.int64)
    found = play_rounds(rules, seed, number, hands, plays, arena, log=log, calls=calls)
    steps = list(call_steps(calls[0].tolist()))
    declarer = int(found.declarers[0])
    if declarer >= 0:
        leader = first_leader(rules, declarer)
        steps += play_steps(Played(declarer, leader, int(found.strains[0]), log[0]))
    return tuple(steps)


def _checked(results: dict[str, float], play: str, choice: Choice) -> dict[str, float]:
    if not results:
        named = ",".join(f"{key}={value}" for key, value in choice.items())
        raise QuestionError(f"choice {named}: not one of this question at {play} play")
    return results


def _shown(plan: Plan, seed: int, number: int) -> dict[str, str]:
    return {"deal": format_deal(plan.deals(seed, number, 1).owners[0], PACK_32, SEATS)}
