"""What the expert of Cupe gives: likely exchanges are raced in imagined layouts."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.exchange import (
    aim_gift,
    hand_over,
    likely_gifts,
    simple_gift,
)
from analyzer.games.cupe.kernels.expert import (
    BATCH,
    CANDIDATES,
    DROP,
    GIFT_LAYOUTS,
    GIFTS,
    IMAGINED,
    PLAYED_ON,
    PRIOR,
    RACED,
    STRAY,
    paired_gap,
    race_on,
    worth_of,
)
from analyzer.games.cupe.kernels.legality import PACK
from analyzer.games.cupe.kernels.rollout import roll_out, stray_limit
from analyzer.games.cupe.kernels.scores import has_slam, score_hand
from analyzer.games.cupe.kernels.table import GAVE, GOT, HANDS, start_hand
from analyzer.games.cupe.rules import CupeRules
from analyzer.kernels.bits import ZERO
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import next_word
from analyzer.players.sampling import open_thoughts, prepare_layouts, sample_layout

_COUNT = CupeRules.index("exchange_count")
_CARDS = 52
_HAND = 13


@kernel
def ready_table(table, hands, given, step, first, rules):
    """A new hand on the ``table`` (in place): exchanged, before the first trick."""
    for seat in range(4):
        table[HANDS + seat] = hands[seat]
        table[GAVE + seat] = given[seat]
        table[GOT + seat] = ZERO
    hand_over(table, step)
    start_hand(table, first, rules)


@kernel
def _gift_candidates(hand, rules, style, mind, cost, pick, gifts, dangers):
    """Exchanges to race into ``gifts`` (in place), the simple player's first; their number."""
    usual = simple_gift(hand, rules, style, cost, pick)
    found = likely_gifts(
        hand, rules, style, cost, pick, gifts[: np.int64(mind[GIFTS])], dangers
    )  # fmt: skip
    place = found
    for i in range(found):
        if gifts[i] == usual:
            place = i
    for i in range(place, 0, -1):
        gifts[i] = gifts[i - 1]
    gifts[0] = usual
    found = max(found, place + 1)
    if has_slam(rules):
        shooting, _ = aim_gift(hand, PACK & ~hand, rules[_COUNT], rules, style)
        for i in range(found):
            if gifts[i] == shooting:
                return found
        gifts[found] = shooting
        found += 1
    return found


@kernel
def expert_gift(
    hand, seat, step, first, count, totals, styles, mind, limits, rules, seed, deal, cost, pick,
    thoughts,
):  # fmt: skip
    """The cards that the expert in ``seat`` gives from ``hand`` to seat + ``step``.

    ``first`` is the seat after the dealer; the other parameters are those of
    :func:`analyzer.games.cupe.kernels.expert.expert_card` and, *modified in place*,
    :func:`analyzer.games.cupe.kernels.exchange.simple_gift`.  The others are taken to give as
    simple players do.
    """
    sampling, stream, needs, may, hands = thoughts[IMAGINED]
    tables, _, scores = thoughts[PLAYED_ON]
    gifts, values, alive = thoughts[RACED]
    dangers = np.zeros(CANDIDATES, np.float64)
    given = np.zeros(4, np.uint64)
    candidates = _gift_candidates(hand, rules, styles[seat], mind, cost, pick, gifts, dangers)
    if candidates == 1:
        return gifts[0]
    for other in range(4):
        needs[other] = 0 if other == seat else _HAND
        may[other] = ZERO if other == seat else PACK & ~hand
    prepare_layouts(PACK & ~hand, needs, may, sampling)
    open_thoughts(stream, seed, deal, _CARDS + seat)
    stray = stray_limit(mind[STRAY])
    batch = np.int64(mind[BATCH])
    layouts = min(np.int64(count * mind[GIFT_LAYOUTS]), values.shape[1])
    alive[:candidates] = True
    now = tables[1]
    best = 0
    done = 0
    while done < layouts:
        sample_layout(stream, sampling, hands)
        fast = next_word(stream)
        hands[seat] = hand
        for other in range(4):
            if other != seat:
                given[other] = simple_gift(hands[other], rules, styles[other], cost, pick)
        for c in range(candidates):
            if alive[c]:
                given[seat] = gifts[c]
                ready_table(now, hands, given, step, first, rules)
                roll_out(now, styles, stray, -1, limits, rules, fast)
                score_hand(now, rules, totals, scores)
                values[c, done] = worth_of(scores, seat)
        done += 1
        if done % batch == 0 or done == layouts:
            best, left = race_on(values, alive, candidates, done, mind[DROP])
            if left == 1:
                break
    if best != 0 and alive[0]:
        gap, error = paired_gap(values, best, 0, done)
        if gap < mind[PRIOR] * error:
            return gifts[0]
    return gifts[best]
