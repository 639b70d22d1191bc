"""The player `expert` of Cuțu: imagines layouts that fit all it knows, tries its cards in each.

Every card that is a choice of its own is tried in the same layouts (:mod:`.imagine`): early in
the deal it is played on with the player `simple` in all seats, late its double-dummy value is
taken (:mod:`.playouts`).  Values are what the tricks are worth in the contract.  The card of
`simple` stays unless another is better by some standard errors of the paired differences; cards
clearly behind are dropped on the way.

When no more layouts fit than are to be imagined, each is met once and the average is exact; with
one layout left the cards are as good as face up, and double-dummy values are perfect play.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from analyzer.games.cutu.kernels.imagine import imagine_all, imagine_some
from analyzer.games.cutu.kernels.mind import DECLARER, LEADER, PLACE, PLAYED, SEAT, TRICKS
from analyzer.games.cutu.kernels.playouts import (
    rivals,
    same_choice,
    tricks_by_playing,
    tricks_face_up,
)
from analyzer.kernels.bits import ZERO, lowest, lowest_bit, popcount
from analyzer.kernels.jit import kernel
from analyzer.players.sampling import open_thoughts, prepare_layouts
from analyzer.players.view import MAY, UNPLAYED

FACE_UP = 3
"""With so many cards in hand a card is valued by double dummy."""
PROOF = 1.0
"""Standard errors by which a card must be better than that of `simple`, in playouts."""
DROP = 1.0
"""Standard errors behind the card of `simple` at which a card is tried no more."""
BATCH = 4
"""Layouts between two looks at the standing."""
FEW = 100
"""So many layouts are met one by one where no more fit."""
_ONE_LAYOUT = 1.5
_TIE = 1e-9


@kernel
def candidates(hand, legal, prior, place, table, cards):
    """Cards that are choices of their own into ``cards`` uint64 [MOST]; how many there are.

    ``prior`` stands first, for all cards that are the same choice.
    """
    others = rivals(hand, place, table)
    cards[0] = prior
    count = 1
    left = legal
    while left != ZERO:
        card = lowest_bit(left)
        left ^= card
        known = False
        for c in range(count):
            known = known or same_choice(cards[c], card, others)
        if not known:
            cards[count] = card
            count += 1
    return count


@kernel
def _layouts_that_fit(hand, spot, seen, mind):
    """How many layouts fit what was seen; they can then be drawn."""
    for seat in range(4):
        mind.needs[seat] = popcount(hand)
    for k in range(spot[PLACE]):
        mind.needs[(spot[LEADER] + k) & 3] -= 1
    mind.needs[spot[SEAT]] = 0
    unseen = seen.table[UNPLAYED] & ~hand
    return prepare_layouts(unseen, mind.needs, seen.table[MAY : MAY + 4], mind.sampling)


@kernel
def _evaluate(first, stop, alive, face_up, best, spot, seen, worth, mind):
    """Worth of the candidates ``alive`` (bits) in layouts ``first`` to ``stop - 1``."""
    sign = 1.0 if (spot[SEAT] ^ spot[DECLARER]) & 1 == 0 else -1.0
    ours = (spot[LEADER] ^ spot[DECLARER]) & 1 == 0
    if face_up:
        tricks_face_up(first, stop, spot, seen, mind)
    for i in range(first, stop):
        rest = popcount(mind.layouts[i, spot[SEAT]])
        for c in range(mind.cards.shape[0]):
            if (alive >> c) & 1:
                card = mind.cards[c]
                if face_up:
                    led = mind.tricks[i, lowest(card)]
                    tricks = spot[TRICKS] + (led if ours else rest - led)
                else:
                    tricks = tricks_by_playing(card, mind.layouts[i], best, spot, seen, mind)
                mind.values[c, i] = sign * worth[tricks]


@kernel
def _standing(n, card, mind):
    """Mean and standard error of a candidate minus the first, over n weighted layouts."""
    total = 0.0
    mean = 0.0
    for i in range(n):
        total += mind.chances[i]
        mean += mind.chances[i] * (mind.values[card, i] - mind.values[0, i])
    mean /= total
    spread = 0.0
    for i in range(n):
        gap = mind.values[card, i] - mind.values[0, i] - mean
        spread += mind.chances[i] * gap * gap
    return mean, np.sqrt(spread / total / max(n - 1, 1))


@kernel
def expert_card(hand, legal, prior, best, spot, seen, faith, worth, limit, seed, deal, mind):
    """The card of ``legal`` that the expert plays, as a set of one card.

    Parameters: ``hand``, ``legal`` card sets; ``prior`` what `simple` would play; ``best`` the
    card that wins the trick so far; ``spot``, ``seen``, ``faith``, ``mind`` of :mod:`.mind`;
    ``worth`` float64 [9], what the deal is worth to the declarer's side by its tricks, the
    more the better; ``limit`` layouts to imagine at most; ``seed`` and ``deal`` name the stream.
    """
    count = candidates(hand, legal, prior, spot[PLACE], seen.table, mind.cards)
    there = _layouts_that_fit(hand, spot, seen, mind) if count > 1 else 0.0
    if there < 1.0:
        return prior
    open_thoughts(mind.stream, seed, deal, spot[PLAYED])
    every = there <= min(limit, FEW)
    face_up = popcount(hand) <= FACE_UP or there < _ONE_LAYOUT
    total = imagine_all(int(there), hand, spot, seen, faith, mind) if every else limit
    alive = (1 << count) - 1
    done = 0
    top = 0
    while done < total and alive != 1:
        stop = total if every else min(total, done + BATCH)
        if not every:
            imagine_some(done, stop, hand, spot, seen, faith, mind)
        _evaluate(done, stop, alive, face_up, best, spot, seen, worth, mind)
        done = stop
        top = 0
        ahead = _TIE
        for c in range(1, count):
            if (alive >> c) & 1:
                gap, error = _standing(done, c, mind)
                if not every and gap + DROP * error < 0.0:
                    alive &= ~(1 << c)
                proof = 0.0 if every or face_up else PROOF
                if gap - proof * error > ahead:
                    ahead = gap
                    top = c
    return mind.cards[top]
