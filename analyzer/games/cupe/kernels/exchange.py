"""The exchange of Cupe: its direction, what may be given, and how it is carried out."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.judgement import AIM_GIVE, suit_danger, suit_losers
from analyzer.games.cupe.kernels.legality import PACK
from analyzer.games.cupe.kernels.scores import has_slam
from analyzer.games.cupe.kernels.table import GAVE, GOT, HANDS, STEP
from analyzer.games.cupe.rules import CYCLES, CupeRules
from analyzer.kernels.bits import ZERO, highest_bit, lowest, lowest_bit, popcount, suit_cards
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import PURPOSE_MATCH, below, open_stream, step_fast, word_fast
from analyzer.players.chance import random_card

_FAR = 1.0e9
_EXCHANGE = CupeRules.index("exchange")
_RANDOM = CupeRules.code("exchange", "random")
_COUNT = CupeRules.index("exchange_count")
_HIGH_SPADES = CupeRules.index("exchange_high_spades")
_TOP_SPADES = np.uint64(0b111 << (48 + 10))
_LENGTHS = np.array([len(steps) for steps in CYCLES.values()], np.int64)
_STEPS = np.array(
    [[steps[i % len(steps)] if steps else 0 for i in range(4)] for steps in CYCLES.values()],
    np.int64,
)


@kernel
def exchange_step(state, seed, deal, hand_number, rules):
    """Direction of the exchange of a hand: seat i gives to seat i + step, 0 is none.

    A random direction comes from the stream of (seed, deal); ``state`` is a stream to work
    with (*modified in place*).
    """
    which = rules[_EXCHANGE]
    if which == _RANDOM:
        open_stream(state, seed, PURPOSE_MATCH, deal)
        return below(state, 4)
    return _STEPS[which, hand_number % _LENGTHS[which]]


@kernel
def giveable(hand, rules):
    """Cards of ``hand`` that may be given."""
    return hand if rules[_HIGH_SPADES] != 0 else hand & ~_TOP_SPADES


@kernel
def random_gift(hand, rules, fast):
    """A uniform choice of the cards to give, and the fast stream after it."""
    left = giveable(hand, rules)
    gift = ZERO
    for _ in range(rules[_COUNT]):
        fast = step_fast(fast)
        card = random_card(left, word_fast(fast))
        left ^= card
        gift |= card
    return gift, fast


@kernel
def hand_over(table, step):
    """Carry out the exchange: the gifts stand in GAVE; hands and GOT *modified in place*."""
    table[STEP] = np.uint64(step)
    for seat in range(4):
        table[HANDS + seat] &= ~table[GAVE + seat]
    for seat in range(4):
        to = (seat + step) & 3
        table[GOT + to] = table[GAVE + seat]
        table[HANDS + to] |= table[GAVE + seat]


@kernel
def aim_gift(hand, unseen, count, rules, style):
    """Cards to give by who wants all points, and the losers that he is left with."""
    left = giveable(hand, rules)
    gift = ZERO
    for _ in range(count):
        choice = ZERO
        least = _FAR
        cards = left
        while cards != ZERO:
            card = lowest_bit(cards)
            cards ^= card
            suit = lowest(card) >> 4
            mine = suit_cards(hand & ~gift, suit)
            theirs = suit_cards(unseen, suit)
            rank = suit_cards(card, suit)
            cost = suit_losers(mine ^ rank, theirs, suit, style)
            cost -= suit_losers(mine, theirs, suit, style)
            cost += 0.02 * lowest(rank) + 0.05 * popcount(mine)
            if cost < least:
                least = cost
                choice = card
        gift |= choice
        left ^= choice
    losers = 0.0
    for suit in range(4):
        losers += suit_losers(
            suit_cards(hand & ~gift, suit), suit_cards(unseen | gift, suit), suit, style
        )
    return gift, losers


@kernel
def _removal(mine, may_go, j, variant):
    """``j`` cards to give from a suit: from the top, or (variant 1) from below the top card."""
    gift = ZERO
    cards = mine & may_go
    if variant == 1:
        cards ^= highest_bit(cards)
    for _ in range(j):
        card = highest_bit(cards)
        gift |= card
        cards ^= card
    return gift


@kernel
def simple_gift(hand, rules, style, cost, pick):
    """Cards that the simple player gives: those without which the hand is least dangerous.

    ``cost`` float64 [4, 7] and ``pick`` uint64 [4, 7] are work space (*modified in place*):
    danger of each suit after the best removal of j cards, and that removal.
    """
    count = rules[_COUNT]
    unseen = PACK & ~hand
    if has_slam(rules):
        gift, losers = aim_gift(hand, unseen, count, rules, style)
        if losers <= style[AIM_GIVE]:
            return gift
    judge_removals(hand, rules, style, cost, pick)
    least = _FAR
    gift = ZERO
    for a in range(count + 1):
        for b in range(count + 1 - a):
            for c in range(count + 1 - a - b):
                d = count - a - b - c
                total = cost[0, a] + cost[1, b] + cost[2, c] + cost[3, d]
                if total < least:
                    least = total
                    gift = pick[0, a] | pick[1, b] | pick[2, c] | pick[3, d]
    return gift


@kernel
def judge_removals(hand, rules, style, cost, pick):
    """The best removal of each number of cards from each suit, and the danger it leaves.

    ``cost`` float64 [4, 7] and ``pick`` uint64 [4, 7] are *modified in place*; an impossible
    removal costs as much as nothing ever does.
    """
    unseen = PACK & ~hand
    allowed = giveable(hand, rules)
    for suit in range(4):
        mine = suit_cards(hand, suit)
        theirs = suit_cards(unseen, suit)
        may_go = suit_cards(allowed, suit)
        for j in range(rules[_COUNT] + 1):
            cost[suit, j] = _FAR
            for variant in range(2):
                if popcount(may_go) < j + variant or (variant == 1 and j == 0):
                    continue
                gift = _removal(mine, may_go, j, variant)
                danger = suit_danger(mine ^ gift, theirs | gift, suit, style)
                if danger < cost[suit, j]:
                    cost[suit, j] = danger
                    pick[suit, j] = gift << np.uint64(16 * suit)


@kernel
def likely_gifts(hand, rules, style, cost, pick, gifts, dangers):
    """The least dangerous ways to give into ``gifts`` uint64 [G] (in place); their number.

    Each takes the best removal of some number of cards from each suit.  ``dangers`` float64
    [G], ``cost`` and ``pick`` are work space (*modified in place*).
    """
    count = rules[_COUNT]
    judge_removals(hand, rules, style, cost, pick)
    found = 0
    for a in range(count + 1):
        for b in range(count + 1 - a):
            for c in range(count + 1 - a - b):
                d = count - a - b - c
                total = cost[0, a] + cost[1, b] + cost[2, c] + cost[3, d]
                if total >= _FAR:
                    continue
                place = found
                while place > 0 and dangers[place - 1] > total:
                    place -= 1
                if place >= gifts.shape[0]:
                    continue
                found = min(found + 1, gifts.shape[0])
                for i in range(found - 1, place, -1):
                    dangers[i] = dangers[i - 1]
                    gifts[i] = gifts[i - 1]
                dangers[place] = total
                gifts[place] = pick[0, a] | pick[1, b] | pick[2, c] | pick[3, d]
    return found
