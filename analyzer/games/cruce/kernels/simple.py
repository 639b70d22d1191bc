"""The simple player of Cruce: quick estimates of a trick, from what its seat can see.

Every card it may play is worth: the chance that its side wins the trick, times what lies in the
trick and is still to come; what the card announces; less what the card is good for later.  The
chances count the cards not seen yet, the cards that each seat has shown not to hold, and the
cards it is known to hold.  The weights were chosen by playing many deals against each other.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cruce import codes
from analyzer.games.cruce.kernels import table as at
from analyzer.games.cruce.kernels.cards import ALL, PAIRS, rank_points
from analyzer.kernels.bits import ONE, ZERO, lowest, lowest_bit, popcount, suit_mask
from analyzer.kernels.jit import kernel
from analyzer.kernels.trick import beats

TO_COME = 1.0
"""Card points that a seat still to play is expected to add to the side that wins."""
PARTNER_TAKES = 0.2
"""How readily a partner still to play wins a trick that it can win."""
TRUMP_KEEP = 9.0
MASTER_KEEP = 1.0
TEN_KEEP = 4.0
LOW_KEEP = 0.4
PAIR_KEEP = 24.0
STOCK_TRUMP_KEEP = 4.0
"""What cards are good for later: a trump, a master, a ten under its ace, each rank, a pair not
announced; and how much more a trump is while cards can still be drawn."""
TRUMP_SAFE = 1.0
STOCK_MASTER_SAFE = 0.6
"""How much of its own points a trump brings home later, and a master while there is a stock."""


@kernel
def _missing(share, cards):
    """Chance that a seat holds none of ``cards`` unseen cards, each held with ``share``."""
    chance = 1.0
    for _ in range(cards):
        chance *= 1.0 - share
    return chance


@kernel
def _above(card):
    """All bits above a card."""
    return ~(card | (card - ONE))


@kernel
def chance_beaten(seat, best, led, unseen, held, facts, free):
    """Chance that ``seat``, to play yet, can beat ``best`` in a trick of suit ``led``.

    ``unseen`` cards that the player in thought does not know; ``held`` cards in a hand;
    ``free`` whether no suit need be followed.
    """
    trumps = facts[at.TRUMPS]
    others = ZERO
    for other in range(codes.SEATS):
        if other != seat:
            others |= facts[at.SHOWN + other]
    mine = facts[at.SHOWN + seat] & unseen
    can = (unseen & ~facts[at.ABSENT + seat] & ~others) | mine
    total = popcount(can)
    if total == 0:
        return 0.0
    share = min(1.0, held / total)
    higher = can & led & _above(best) if best & led != ZERO else ZERO
    over = can & trumps
    if best & trumps != ZERO:
        over &= _above(best)
    if led == trumps:
        over = ZERO
    if mine & higher != ZERO:
        return 1.0
    if free:
        return 1.0 - _missing(share, popcount(higher | over))
    beaten = 1.0 - _missing(share, popcount(higher))
    if over != ZERO and mine & led == ZERO:
        ruff = 1.0 - _missing(share, popcount(over))
        beaten += _missing(share, popcount(can & led)) * ruff
    return min(1.0, beaten)


@kernel
def _chance_won(card, left, facts, table):
    """Chance that the side of the seat to act wins the trick when it plays ``card``.

    ``left`` cards of the own hand without ``card``.
    """
    players = table[at.PLAYERS]
    seat = table[at.SEAT]
    played = table[at.PLAYED]
    led = suit_mask(lowest(card) >> 4) if played == 0 else facts[at.LED]
    best = facts[at.BEST]
    ours = players == 4 and played > 0 and table[at.WINNER] == seat ^ 2
    if played == 0 or beats(card, best, led, facts[at.TRUMPS]):
        best = card
        ours = True
    unseen = ALL & ~facts[at.SEEN] & ~left & ~card
    held = popcount(left) + 1
    free = table[at.STOCK_LEFT] > 0
    won = 1.0 if ours else 0.0
    for step in range(1, players - played):
        other = seat + step
        if other >= players:
            other -= players
        beaten = chance_beaten(other, best, led, unseen, held, facts, free)
        if players == 4 and other == seat ^ 2:
            won += (1.0 - won) * beaten * PARTNER_TAKES
        elif ours or won > 0.0:
            won *= 1.0 - beaten
    return won


@kernel
def _keep(card, left, unseen, facts, table):
    """What a card is good for later, in points."""
    suit = lowest(card) >> 4
    same = suit_mask(suit)
    rank = lowest(card) & 15
    worth = LOW_KEEP * rank
    master = unseen & same & _above(card) == ZERO
    if card & facts[at.TRUMPS] != ZERO:
        worth += TRUMP_KEEP + TRUMP_SAFE * rank_points(rank)
        if table[at.STOCK_LEFT] > 0:
            worth += STOCK_TRUMP_KEEP
    elif master and popcount(unseen & same) > 0:
        worth += MASTER_KEEP
        if table[at.STOCK_LEFT] > 0:
            worth += STOCK_MASTER_SAFE * rank_points(rank)
    elif rank == 4 and left & same != ZERO and table[at.STOCK_LEFT] == 0:
        worth += TEN_KEEP
    pair = PAIRS & same
    trigger = table[at.TRIGGER]
    if card & pair != ZERO and trigger >= 0 and not (table[at.ANNOUNCED] >> suit) & 1:
        lead = trigger == codes.SUIT_LEAD or trigger == codes.PAIR_CARD_LEAD
        whole = left & pair != ZERO
        if whole and lead and table[at.PLAYED] > 0:
            worth += PAIR_KEEP
        elif table[at.STOCK_LEFT] > 0 and not whole and unseen & pair != ZERO:
            worth += 0.2 * PAIR_KEEP
    return worth


@kernel
def _announced_now(card, left, table):
    """Points that playing ``card`` announces and that could be lost by waiting."""
    trigger = table[at.TRIGGER]
    if table[at.PLAYED] > 0 or (trigger != codes.SUIT_LEAD and trigger != codes.PAIR_CARD_LEAD):
        return 0.0
    suit = lowest(card) >> 4
    pair = PAIRS & suit_mask(suit)
    if (left | card) & pair != pair or (table[at.ANNOUNCED] >> suit) & 1:
        return 0.0
    if trigger == codes.PAIR_CARD_LEAD and card & pair == ZERO:
        return 0.0
    return PAIR_KEEP


@kernel
def choose_card(hand, legal, facts, table):
    """The card that the seat to act plays from ``legal``, a set of two or more cards."""
    waiting = table[at.PLAYERS] - table[at.PLAYED] - 1
    others = 0.5 if table[at.PLAYERS] == 3 else 1.0
    best = -1000.0
    chosen = ZERO
    while legal != ZERO:
        card = lowest_bit(legal)
        legal ^= card
        left = hand ^ card
        unseen = ALL & ~facts[at.SEEN] & ~hand
        won = _chance_won(card, left, facts, table)
        stake = table[at.WORTH] + rank_points(lowest(card) & 15) + TO_COME * waiting
        value = (won - others * (1.0 - won)) * stake
        value += _announced_now(card, left, table) - _keep(card, left, unseen, facts, table)
        if value > best:
            best = value
            chosen = card
    return chosen
