"""One deal of a given hand, card by card: the contract of a choice, or what a pass led to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.base import Choice
from analyzer.games.cruce import codes
from analyzer.games.cruce.bidding import PURPOSE_CALLS, BiddingModel
from analyzer.games.cruce.calls import show_call
from analyzer.games.cruce.dealt import Dealt
from analyzer.games.cruce.hand_question import HandQuestion, Trump
from analyzer.games.cruce.kernels import auction as kernels
from analyzer.games.cruce.kernels.bidding import CALLS
from analyzer.games.cruce.kernels.cards import SECOND
from analyzer.games.cruce.kernels.rounds import CHOSEN
from analyzer.games.cruce.kernels.table import TRACE
from analyzer.games.cruce.trace import play_steps
from analyzer.games.levels import EXPERT, named_level
from analyzer.games.trace import Step
from analyzer.kernels.bits import ONE, ZERO
from analyzer.kernels.philox import open_fast

Ints = NDArray[np.int64]


def choice_steps(
    asked: HandQuestion, dealt: Dealt, model: BiddingModel, bins: Ints, play: str, choice: Choice
) -> list[Step]:
    """The calls, and the contract as it is played for the choice: one deal at one level.

    ``model`` is how players of the level call; ``bins`` int64 [1, 4] are the offers of their hands.
    """
    calls = list(asked.auction.calls)
    bid, trump = choice.get("bid"), _trump(asked, choice)
    declarer, mode = asked.seat, min(trump.mode, 1)
    contract = asked.bids[0] if bid is None else bid
    if bid == "pass":
        told, declarer, call = calls_after(asked, dealt, model, bins)
        calls += told
        contract, mode = call // kernels.BID, call % kernels.BID
    elif asked.bidding:
        calls.append(kernels.BID * int(contract) + mode)
    steps = _call_steps(asked, calls)
    own = declarer == asked.seat and bid != "pass"
    suit = trump.suit if own else CHOSEN
    records = np.zeros((1, codes.SIZE, TRACE), np.uint64)
    # Experts play for the contract, others play all alike.
    target = int(contract) if named_level(play) == EXPERT else 0
    ask = np.array([[declarer, target, mode, suit]])
    level, opening = codes.level_code(play), _opening(asked, choice)
    played = dealt.play(ask, level, codes.kernel_rules(asked.rules), opening, records)
    drawn = dealt.drawn[0].tolist()
    shown = drawn[declarer * (SECOND // asked.rules.players) + mode - 1] if mode else 0
    return steps + play_steps(asked.rules, played.outcomes[0], shown, drawn, records[0])


def calls_after(
    asked: HandQuestion, dealt: Dealt, model: BiddingModel, bins: Ints
) -> tuple[list[int], int, int]:
    """A pass and the calls after it; the declarer and the call that won."""
    state, packed = asked.auction.state, codes.kernel_rules(asked.rules)
    fast = np.zeros(1, np.uint64)
    scratch, chances = np.zeros(16, np.uint64), np.zeros(CALLS)
    number = int(dealt.numbers[0])
    fast[0] = open_fast(scratch, np.uint64(dealt.seed), PURPOSE_CALLS, number)
    told = [kernels.PASS]
    kernels.make_call(state, kernels.PASS, packed)
    while not state[kernels.OVER]:
        offer = bins[0, state[kernels.SEAT]]
        call = int(kernels.drawn_call(state, offer, model.table, packed, fast, chances))
        told.append(call)
        kernels.make_call(state, call, packed)
    declarer, call = kernels.settled(state, packed)
    return told, int(declarer), int(call)


def _trump(asked: HandQuestion, choice: Choice) -> Trump:
    """The trump named in a choice; the first one where none is."""
    named = {trump.name: trump for trump in asked.trumps}
    return named.get(str(choice.get("trump")), asked.trumps[0])


def _opening(asked: HandQuestion, choice: Choice) -> np.uint64:
    """The first lead of a choice, or none: the player chooses."""
    for lead in asked.leads:
        if lead.name == choice.get("lead") and lead.trump.name == choice.get("trump"):
            return ONE << np.uint64(16 * (lead.card // codes.RANKS) + lead.card % codes.RANKS)
    return ZERO


def _call_steps(asked: HandQuestion, calls: list[int]) -> list[Step]:
    state, packed = np.zeros(kernels.STATE, np.int64), codes.kernel_rules(asked.rules)
    kernels.begin(packed, state)
    steps = []
    for call in calls:
        steps.append(Step(int(state[kernels.SEAT]), "call", show_call(call)))
        kernels.make_call(state, call, packed)
    return steps
