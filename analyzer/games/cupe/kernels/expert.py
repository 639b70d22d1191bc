"""The expert player of Cupe: every card is tried in layouts that fit what its seat has seen.

A card is worth what the hand ends with, on average over the layouts, when simple players who
now and then stray play on from it.  All cards are tried in the same layouts with the same
random numbers; who is clearly behind leaves.  One more candidate is the plan to take all
points: it is followed where most layouts reach the slam.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cupe.kernels.endgame import ENDGAME_TRICKS, endgame_values
from analyzer.games.cupe.kernels.judgement import AIM, AIM_MORE, STYLE
from analyzer.games.cupe.kernels.legality import HEARTS, PACK, POINTS, QUEEN
from analyzer.games.cupe.kernels.moves import put_card, seen_from
from analyzer.games.cupe.kernels.play import suit_of, trick_so_far
from analyzer.games.cupe.kernels.rollout import roll_out, stray_limit
from analyzer.games.cupe.kernels.scores import (
    bonus_card,
    has_slam,
    score_hand,
    slam_cards,
    value_of,
)
from analyzer.games.cupe.kernels.simple import hand_losers, simple_card, slam_card
from analyzer.games.cupe.kernels.table import (
    COUNT,
    GAVE,
    GOT,
    HANDS,
    NUMBER,
    PLAYED,
    STEP,
    TABLE,
    TAKEN,
)
from analyzer.kernels.bits import ONE, ZERO, lowest_bit, popcount
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import new_stream, next_word
from analyzer.players.sampling import new_sampling, open_thoughts, prepare_layouts, sample_layout

STRAY = 0
"""Chance that a player of a playout plays any card."""
PRIOR = 1
"""Standard errors by which another card must be ahead of the simple player's."""
DROP = 2
"""Standard errors behind with which a card leaves."""
BATCH = 3
"""Layouts between two looks."""
SHOOT = 4
"""Share of the layouts that must reach the slam for the plan to be followed."""
SHOOT_LOSERS = 5
"""Losers with which the plan is looked at, more than with which the simple player tries."""
SUSPECT = 6
"""Share of the layouts in which who has all points so far is taken to try the slam."""
GIFTS = 7
"""Exchanges that are raced."""
GIFT_LAYOUTS = 8
"""Layouts for the exchange, for each layout of a card."""
OWN_AIM = 9
"""Losers more (or fewer) with which the own seat tries slams in playouts of single cards."""
GOAL = 10
"""What the player is after: the score, or one of the following."""
DUCK = 1.0
"""Never to take all points: a slam of his own counts as the points it is made of."""
SLAM = 2.0
"""To take all points as long as that can be, whatever it costs."""
MIND = 11

CANDIDATES = 24
IMAGINED = 0
"""Places of an expert's work space: what layouts are drawn with ..."""
PLAYED_ON = 1
"""... tables that are played on, ..."""
RACED = 2
"""... and candidates with what they are worth."""
_STATES = 14 * 14
_ALWAYS = 1.0e9
_POINT_CARDS = 14.0


@kernel
def new_thoughts(layouts):
    """Work space of experts who imagine up to ``layouts`` layouts, one for each thread."""
    imagined = (
        new_sampling(_STATES),
        new_stream(),
        np.zeros(4, np.int64),
        np.zeros(4, np.uint64),
        np.zeros(4, np.uint64),
    )
    played = (
        np.zeros((2, TABLE), np.uint64),
        np.zeros((4, STYLE), np.float64),
        np.zeros(4, np.int64),
    )
    raced = (
        np.zeros(CANDIDATES, np.uint64),
        np.zeros((CANDIDATES, max(layouts, 1)), np.float64),
        np.zeros(CANDIDATES, np.bool_),
    )
    return imagined, played, raced


@kernel
def distinct_cards(legal, hand, gone, rules, own, cards):
    """One of each group of touching cards into ``cards`` (in place); their number.

    Between the cards of a group there is none that another player may still play; cards that
    count differently are never of one group.  A group with the card ``own`` is stood for by it.
    """
    special = QUEEN | bonus_card(rules)
    if value_of(HEARTS, rules) != 13:
        special |= HEARTS
    number = 0
    left = legal
    while left != ZERO:
        card = lowest_bit(left)
        left ^= card
        cards[number] = card
        if card & special == ZERO:
            following = card << ONE
            while following & suit_of(card) & PACK != ZERO:
                if following & special != ZERO:
                    break
                if following & hand != ZERO:
                    left &= ~following
                    if following == own:
                        cards[number] = own
                elif following & gone == ZERO:
                    break
                following <<= ONE
        number += 1
    return number


@kernel
def race_on(values, alive, candidates, done, drop):
    """Drop who is clearly behind the best after ``done`` layouts; (best, number alive).

    ``values`` float64 [C, N]; ``alive`` bool [C] *modified in place*.
    """
    best = -1
    most = 0.0
    for c in range(candidates):
        if alive[c]:
            mean = 0.0
            for i in range(done):
                mean += values[c, i]
            if best < 0 or mean > most:
                best = c
                most = mean
    left = 1
    for c in range(candidates):
        if alive[c] and c != best:
            gap, error = paired_gap(values, best, c, done)
            if gap > 0.0 and gap > drop * error:
                alive[c] = False
            else:
                left += 1
    return best, left


@kernel
def paired_gap(values, a, b, done):
    """Mean of a - b over the layouts and its standard error."""
    total = 0.0
    squares = 0.0
    for i in range(done):
        gap = values[a, i] - values[b, i]
        total += gap
        squares += gap * gap
    mean = total / done
    spread = squares / done - mean * mean
    if done < 2 or spread <= 0.0:
        return mean, 0.0
    return mean, np.sqrt(spread / (done - 1))


@kernel
def _may_shoot(table, seat, rules):
    """Whether a slam of ``seat`` is still possible."""
    if not has_slam(rules):
        return False
    needed = slam_cards(rules)
    for other in range(4):
        if other != seat and table[TAKEN + other] & needed != ZERO:
            return False
    return True


@kernel
def _suspect(table, seat, rules):
    """The other seat that alone has taken points, or -1."""
    if not has_slam(rules):
        return -1
    found = -1
    for other in range(4):
        if table[TAKEN + other] & POINTS != ZERO:
            if found >= 0 or other == seat:
                return -1
            found = other
    return found


@kernel
def worth_of(scores, seat):
    """The others' points minus own, three times the mean of their differences."""
    return np.float64(scores[0] + scores[1] + scores[2] + scores[3] - 4 * scores[seat])


@kernel
def _goal_worth(scores, seat, shooter, goal, rules):
    """What a finished hand is worth to a player with a goal."""
    worth = worth_of(scores, seat)
    if shooter == seat and goal == DUCK:
        return -3.0 * value_of(POINTS, rules)
    if shooter == seat and goal == SLAM:
        return worth + _ALWAYS
    return worth


@kernel
def expert_card(
    table, seat, legal, count, totals, styles, mind, limits, rules, seed, deal, thoughts
):
    """The card of the expert.

    Parameters
    ----------
    table
        Only what ``seat`` sees is read; restored on return.
    legal : int
        The set to choose from, two cards or more.
    count : int
        Layouts to imagine.
    totals : int64 [4]
        The match so far.
    styles, mind : float64 [4, STYLE], float64 [MIND]
        What simple players weigh, and how the expert thinks.
    seed, deal
        Name the stream of the decision, with the number of cards played.
    thoughts
        From :func:`new_thoughts`, *modified in place*.
    """
    sampling, stream, needs, may, hands = thoughts[IMAGINED]
    cards = thoughts[RACED][0]
    known = thoughts[PLAYED_ON][0][0]
    mine = thoughts[PLAYED_ON][1][seat]
    mine[:] = styles[seat]
    mine[AIM] += mind[OWN_AIM]
    led, best, taker, trick = trick_so_far(table)
    k = np.int64(table[COUNT])
    hand = table[HANDS + seat]
    gone = table[PLAYED] & ~trick
    usual = simple_card(table, seat, legal, k, led, best, taker, trick, limits, rules, mine)
    candidates = distinct_cards(legal, hand, gone, rules, usual, cards)
    unseen = PACK & ~table[PLAYED] & ~hand
    shoot = -1
    if _may_shoot(table, seat, rules):
        share = popcount(table[TAKEN + seat] & POINTS) / _POINT_CARDS
        losers = hand_losers(hand, unseen, mine)
        bar = styles[seat, AIM] + styles[seat, AIM_MORE] * share + mind[SHOOT_LOSERS]
        if mind[GOAL] == SLAM:
            mine[AIM] = _ALWAYS
            usual = slam_card(hand, legal, unseen, k, led, best, mine)
            candidates = distinct_cards(legal, hand, gone, rules, usual, cards)
        elif mind[GOAL] != DUCK and losers <= bar:
            shoot = candidates
            cards[shoot] = slam_card(hand, legal, unseen, k, led, best, mine)
            candidates += 1
    if candidates == 1:
        return cards[0]
    seen_from(table, seat, needs, may)
    ways = prepare_layouts(unseen, needs, may, sampling)
    open_thoughts(stream, seed, deal, popcount(table[PLAYED]))
    known[:] = table
    for other in range(4):
        if other != seat:
            known[GAVE + other] = ZERO
            known[GOT + other] = ZERO
    # Who gave the asking seat its cards knows them, and so does the asking seat.
    if known[STEP] != ZERO:
        known[GAVE + ((seat - np.int64(known[STEP])) & 3)] = known[GOT + seat]
        known[GOT + ((seat + np.int64(known[STEP])) & 3)] = known[GAVE + seat]
    if ways == 1.0 and table[NUMBER] >= np.uint64(ENDGAME_TRICKS) and mind[GOAL] == 0.0:
        sample_layout(stream, sampling, hands)
        for other in range(4):
            if other != seat:
                known[HANDS + other] = hands[other]
        return _exact_card(
            known, seat, usual, candidates if shoot < 0 else shoot, totals, limits, rules, cards
        )
    return _raced_card(
        table, seat, usual, candidates, shoot, count, totals, styles, mind, limits, rules, thoughts
    )


@kernel
def _exact_card(known, seat, usual, candidates, totals, limits, rules, cards):
    """The best card of a known layout; the simple player's where it is as good."""
    choice = usual
    most = endgame_values(known, seat, usual, totals, limits, rules)
    for c in range(candidates):
        if cards[c] != usual:
            value = endgame_values(known, seat, cards[c], totals, limits, rules)
            if value > most:
                most = value
                choice = cards[c]
    return choice


@kernel
def _raced_card(
    table, seat, usual, candidates, shoot, count, totals, styles, mind, limits, rules, thoughts
):
    """The best card over imagined layouts."""
    sampling, stream, _, _, hands = thoughts[IMAGINED]
    tables, own_styles, scores = thoughts[PLAYED_ON]
    cards, values, alive = thoughts[RACED]
    known = tables[0]
    now = tables[1]
    own_aim = own_styles[seat, AIM]
    stray = stray_limit(mind[STRAY])
    suspect = _suspect(table, seat, rules)
    suspecting = np.int64(mind[SUSPECT] * 65536.0)
    batch = np.int64(mind[BATCH])
    made = 0
    own = 0
    cards_only = candidates if shoot < 0 else shoot
    for c in range(candidates):
        alive[c] = True
        if cards[c] == usual and c < cards_only:
            own = c
    done = 0
    best = own
    while done < count:
        sample_layout(stream, sampling, hands)
        fast = next_word(stream)
        for other in range(4):
            own_styles[other] = styles[other]
            if other != seat:
                known[HANDS + other] = hands[other]
        if suspect >= 0 and np.int64(fast & np.uint64(0xFFFF)) < suspecting:
            own_styles[suspect, AIM] = _ALWAYS
        for c in range(candidates):
            if not alive[c]:
                continue
            now[:] = known
            put_card(now, cards[c], limits)
            if c == shoot:
                own_styles[seat, AIM] = _ALWAYS
            else:
                own_styles[seat, AIM] = own_aim
            roll_out(now, own_styles, stray, seat if c == shoot else -1, limits, rules, fast)
            shooter = score_hand(now, rules, totals, scores)
            values[c, done] = _goal_worth(scores, seat, shooter, mind[GOAL], rules)
            if c == shoot and shooter == seat:
                made += 1
        done += 1
        if done % batch == 0 or done == count:
            best, left = race_on(values, alive, cards_only, done, mind[DROP])
            if shoot >= 0 and alive[shoot]:
                gap, error = paired_gap(values, shoot, best, done)
                alive[shoot] = made >= 0.5 * mind[SHOOT] * done and gap > -mind[DROP] * error
            if left == 1 and (shoot < 0 or not alive[shoot]):
                break
    if shoot >= 0 and alive[shoot] and made >= mind[SHOOT] * done:
        gap, error = paired_gap(values, shoot, best, done)
        if gap > 0.0:
            return cards[shoot]
    if best != own and alive[own]:
        gap, error = paired_gap(values, best, own, done)
        if gap < mind[PRIOR] * error:
            return usual
    return cards[best]
