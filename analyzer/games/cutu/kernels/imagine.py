"""Layouts that an expert of Cuțu imagines: uniform over those that fit, then kept by evidence.

Evidence is what the calls and the trump tell (:mod:`.evidence`), and the cards played: a layout
in which a player would, as `simple`, have played another card is kept less often.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cutu.kernels.evidence import plausibility, tells
from analyzer.games.cutu.kernels.mind import DECLARER, DUTIES, FORCED, PLAYED, SEAT, STRAIN
from analyzer.games.cutu.kernels.play import strain_trumps
from analyzer.games.cutu.kernels.playouts import rivals, same_choice
from analyzer.games.cutu.kernels.simple import choose
from analyzer.kernels.bits import ZERO, lowest, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.philox import uniform
from analyzer.kernels.trick import beats, legal_follow
from analyzer.players.sampling import sample_layout
from analyzer.players.view import note_card, open_table

DOUBT = 0.3
"""Weight of a layout for each card in it that `simple` would not have played."""
TRIES = 30
"""Layouts drawn for one that is kept; the last one is kept anyhow."""
_SEARCHES = 4000


@kernel
def called_so(hands, spot, seen, faith, mind):
    """How plausible the calls and the trump are with these hands of the others, 0 to 1."""
    chance = 1.0
    for seat in range(4):
        if seat != spot[SEAT] and tells(faith.belief[seat]):
            chance *= plausibility(
                hands[seat] | seen.shown[seat],
                spot[STRAIN],
                spot[FORCED] != 0,
                faith.belief[seat],
                faith.promise,
                faith.strength,
                mind.cells,
                mind.strains,
                mind.bins,
            )
    return chance


@kernel
def played_so(layout, spot, seen, bound, mind):
    """Weight of the cards that the others played, had they held this layout; 0 below ``bound``."""
    table, hands = mind.table, mind.hands
    declarer, duties = spot[DECLARER], spot[DUTIES]
    trump_mask = strain_trumps(spot[STRAIN])
    for seat in range(4):
        hands[seat] = layout[seat] | seen.shown[seat]
    open_table(table, hands[0] | hands[1] | hands[2] | hands[3])
    chance = 1.0
    best = ZERO
    winner = 0
    led_mask = ZERO
    for n in range(spot[PLAYED]):
        k = n & 3
        seat = seen.seats[n]
        card = seen.cards[n]
        hand = hands[seat]
        helped = k > 0 and winner == seat ^ 2
        if seat != spot[SEAT]:
            legal = hand
            if k > 0:
                legal = legal_follow(hand, led_mask, trump_mask, best, best, best, helped, duties)
            if legal != card:
                usual = choose(
                    hand,
                    legal,
                    seat,
                    k,
                    best,
                    winner,
                    trump_mask,
                    declarer,
                    table,
                    mind.weights,
                    mind.work,
                )
                if usual != card and not same_choice(usual, card, rivals(hand, k, table)):
                    chance *= DOUBT
                    if chance < bound:
                        return 0.0
        hands[seat] = hand ^ card
        if k == 0:
            led_mask = suit_mask(lowest(card) >> 4)
        note_card(table, seat, k, card, led_mask, trump_mask, best, best, helped, duties)
        if k == 0 or beats(card, best, led_mask, trump_mask):
            best = card
            winner = seat
    return chance


@kernel
def imagine_some(first, stop, hand, spot, seen, faith, mind):
    """Draw layouts into places ``first`` to ``stop - 1`` by rejection; all weigh the same."""
    for i in range(first, stop):
        mind.chances[i] = 1.0
        for _ in range(TRIES):
            layout = mind.layouts[i]
            sample_layout(mind.stream, mind.sampling, layout)
            layout[spot[SEAT]] = hand
            bar = uniform(mind.stream)
            called = called_so(layout, spot, seen, faith, mind)
            if called > bar and called * played_so(layout, spot, seen, bar / called, mind) > bar:
                break


@kernel
def imagine_all(count, hand, spot, seen, faith, mind):
    """Put each of the ``count`` layouts that fit into a place of its own, with its weight."""
    seat = spot[SEAT]
    found = 0
    for _ in range(_SEARCHES):
        if found == count:
            break
        layout = mind.layouts[found]
        sample_layout(mind.stream, mind.sampling, layout)
        layout[seat] = hand
        known = False
        for k in range(found):
            same = True
            for other in range(4):
                same = same and mind.layouts[k, other] == layout[other]
            known = known or same
        if not known:
            chance = called_so(layout, spot, seen, faith, mind)
            mind.chances[found] = chance * played_so(layout, spot, seen, 0.0, mind)
            found += 1
    return found
