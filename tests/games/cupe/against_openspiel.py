"""Hands of OpenSpiel's hearts, followed by the kernels of Cupe decision by decision."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field

import numpy as np

from analyzer.games.cupe.kernels import scores
from analyzer.games.cupe.kernels import table as t
from analyzer.games.cupe.kernels.exchange import hand_over
from analyzer.games.cupe.kernels.legality import BREAKERS, legal_to_follow, legal_to_lead
from analyzer.games.cupe.rules import CupeRules
from tests.games.cupe.driving import bits, limits_of, suit

RANKS = "23456789TJQKA"
# OpenSpiel numbers cards rank * 4 + suit, suits in the order clubs, diamonds, hearts, spades.
CARDS = [rank + suit for rank in RANKS for suit in "CDHS"]

PLAY_OPTIONS = {
    "no_pts_on_first_trick": lambda on: {"first_trick_points": "forbidden" if on else "allowed"},
    "can_lead_any_club": lambda on: {"open_with": "any_club" if on else "two_of_clubs"},
    "must_break_hearts": lambda on: {"lead_barred": "hearts" if on else "none"},
    "qs_breaks_hearts": lambda on: {"breakers": "points" if on else "hearts"},
    "can_lead_hearts_instead_of_qs": lambda on: {
        "only_barred_left": "any" if on else "queen_forced"
    },
}
SCORE_OPTIONS = {
    "jd_bonus": lambda on: {"bonus_card": "jack_diamonds" if on else "none"},
    "avoid_all_tricks_bonus": lambda on: {"no_trick_bonus": -5 if on else 0},
}
COMBINATIONS = [
    dict(zip(PLAY_OPTIONS, chosen, strict=True))
    for chosen in itertools.product((False, True), repeat=len(PLAY_OPTIONS))
]


def rules_of(options):
    """Our house rules for OpenSpiel's options, from its preset."""
    changes = {}
    for name, on in options.items():
        changes |= (PLAY_OPTIONS | SCORE_OPTIONS)[name](on)
    return CupeRules.load("openspiel", changes)


@dataclass
class Comparison:
    decisions: int = 0
    scores: int = 0
    slams: int = 0
    legal_differences: int = 0
    score_differences: int = 0
    examples: list = field(default_factory=list)


def compare_hand(game, rules, rng, into: Comparison):
    """One random hand: direction, deal, exchange and 52 plays drawn from ``rng``."""
    limits, packed = limits_of(rules), rules.packed()
    state = game.new_initial_state()
    step = rng.randrange(4)
    state.apply_action(step)
    table = np.zeros(t.TABLE, np.uint64)
    hands = [set() for _ in range(4)]
    deck = list(range(52))
    rng.shuffle(deck)
    for i, number in enumerate(deck):
        hands[i % 4].add(CARDS[number])
        state.apply_action(number)
    for seat in range(4):
        table[t.HANDS + seat] = bits(hands[seat])
    if step:
        for seat in range(4):
            gift = rng.sample(sorted(hands[seat]), 3)
            table[t.GAVE + seat] = bits(gift)
            for card in gift:
                state.apply_action(CARDS.index(card))
        hand_over(table, step)
    t.start_hand(table, 0, packed)
    _play(state, table, limits, packed, rng, into)


def _play(state, table, limits, packed, rng, into):
    leader, broken = int(table[t.LEADER]), False
    for number in range(13):
        trick = []
        for k in range(4):
            seat = (leader + k) % 4
            hand, first = table[t.HANDS + seat], number == 0
            if trick:
                ours = legal_to_follow(hand, suit(trick[0]), first, limits)
            else:
                ours = legal_to_lead(hand, first, broken, limits)
            actions = state.legal_actions()
            into.decisions += 1
            if state.current_player() != seat or int(ours) != int(bits(CARDS[a] for a in actions)):
                into.legal_differences += 1
                into.examples.append(str(state))
            action = rng.choice(actions)
            trick.append(CARDS[action])
            table[t.HANDS + seat] ^= bits(trick[-1:])
            state.apply_action(action)
        broken = broken or bool(bits(trick) & limits[BREAKERS])
        best = max((c for c in trick if c[1] == trick[0][1]), key=lambda c: RANKS.index(c[0]))
        leader = (leader + trick.index(best)) % 4
        table[t.TAKEN + leader] |= bits(trick)
    points = np.zeros(4, np.int64)
    into.slams += scores.score_hand(table, packed, np.zeros(4, np.int64), points) >= 0
    into.scores += 1
    # Its returns are 26 minus the points of the hand.
    if [26 - p for p in points] != state.returns():
        into.score_differences += 1
        into.examples.append(str(state))


def compare(pyspiel, hands, seed):
    """``hands`` random hands under each of the 32 combinations; score options drawn by hand."""
    into = Comparison()
    rng = random.Random(seed)
    for options in COMBINATIONS:
        for _ in range(hands):
            chosen = options | {name: rng.random() < 0.5 for name in SCORE_OPTIONS}
            game = pyspiel.load_game("hearts", chosen)
            compare_hand(game, rules_of(chosen), rng, into)
    return into
