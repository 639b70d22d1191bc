"""One round of Cuccù: deal, requests, showdown (`docs/rulebooks/cuccu.md`, sections 4 to 8).

Tables are those of :mod:`analyzer.games.cuccu.kernels.table`, policies those of
:mod:`analyzer.games.cuccu.kernels.players`.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.players import ACCEPT, ASK, COVER, EXPERT, decide, find_strategy
from analyzer.games.cuccu.kernels.showdown import showdown
from analyzer.games.cuccu.kernels.table import happened, take
from analyzer.kernels.jit import inlined, kernel


@inlined
def _deal_to(table, s):
    """Seat ``s`` has a card; under ``fixed_lowest`` it knocks when that is a fool."""
    if table[t.CARD + s] < 0:
        rank = take(table, False)
        table[t.CARD + s] = rank
        happened(table, t.DEALT_TO, s, rank)
        if rank == t.FOOL and table[t.RULE + t.SINGLE_FOOL] == t.FIXED_LOWEST:
            _reveal(table, s)


@inlined
def _reveal(table, s):
    table[t.KNOWN + s] = table[t.CARD + s]
    table[t.NOVEL] = 1
    happened(table, t.SHOWN, s, table[t.CARD + s])


@kernel
def _lose_now(table, s):
    """A life lost before the showdown; perhaps only one player with lives is left."""
    table[t.LIVES + s] -= 1
    table[t.LOST + s] += 1
    happened(table, t.LIFE_LOST, s, 0)
    if table[t.LIVES + s] == 0:
        table[t.NOVEL] = 1
        if table[t.RULE + t.MID_ROUND_ZERO] == t.OUT_AT_ONCE:
            alive = 0
            for other in range(table[t.N]):
                if table[t.LIVES + other] > 0:
                    alive += 1
            if alive <= 1:
                table[t.OVER] = 1


@kernel
def _exchange(table, a, b):
    """Two seats exchange their cards, and what is known of them."""
    table[t.CARD + a], table[t.CARD + b] = table[t.CARD + b], table[t.CARD + a]
    table[t.KNOWN + a], table[t.KNOWN + b] = table[t.KNOWN + b], table[t.KNOWN + a]


@kernel
def _swap(table, giver, taker):
    _exchange(table, giver, taker)
    happened(table, t.SWAPPED, giver, taker)
    table[t.GIVER + table[t.SWAPS]] = giver
    table[t.TAKER + table[t.SWAPS]] = taker
    table[t.SWAPS] += 1
    table[t.CHAIN] += 1
    table[t.RECEIVED] = 1
    table[t.NOVEL] = 1
    if table[t.RULE + t.FOOL_RECEIVED] == t.FOOL_OUT:
        if table[t.CARD + taker] == t.FOOL:
            table[t.OUT + taker] = 1
            _lose_now(table, taker)
        if table[t.CARD + giver] == t.FOOL:
            table[t.OUT + giver] = 1
            _lose_now(table, giver)


@kernel
def _undo(table):
    """The cat sends cards home, the newest swap first."""
    mode = table[t.RULE + t.CAT_UNDO]
    count = table[t.CHAIN] if mode == t.UNDO_CHAIN else table[t.SWAPS] if mode == t.UNDO_ALL else 0
    for i in range(table[t.SWAPS] - 1, table[t.SWAPS] - 1 - count, -1):
        _exchange(table, table[t.GIVER + i], table[t.TAKER + i])
        happened(table, t.SENT_HOME, table[t.GIVER + i], table[t.TAKER + i])
    table[t.SWAPS] -= count


@inlined
def _end_chain(table):
    table[t.CHAIN] = 0
    table[t.RECEIVED] = 0


@kernel
def _refused(table, asker, target):
    """A cuckoo, a hunter or a cat refuses; the seat whose turn comes next."""
    card = table[t.CARD + target]
    _reveal(table, target)
    if card == t.CUCKOO:
        table[t.BY_CUCKOO] += 1
        if table[t.RULE + t.CUCKOO_MODE] == t.STOPS_PLAY:
            table[t.OVER] = 1
    else:
        _lose_now(table, asker)
        if card == t.CAT:
            table[t.BY_CAT] += 1
            _undo(table)
        else:
            table[t.BY_HUNTER] += 1
    _end_chain(table)
    return target + 1 if table[t.RULE + t.REFUSER_TURN] == t.NO_TURN else target


@kernel
def _dealers_horse(table, asker):
    """The asker's card is set aside for the top card of the pack, which nobody else sees."""
    table[t.CARD + asker] = take(table, True)
    happened(table, t.FROM_TOP, asker, table[t.CARD + asker])
    table[t.KNOWN + asker] = -1
    _end_chain(table)


@kernel
def _inn_bargain(table, policy, asker, target):
    """Whether the request ends without a swap: the guest stays, or the innkeeper covers."""
    table[t.BY_INN] += 1
    _reveal(table, target)
    if decide(table, policy, COVER, asker):
        if not decide(table, policy, ACCEPT, target):
            return False
        table[t.PAYER + asker] = target
        table[t.COVERS] += 1
    _end_chain(table)
    return True


@kernel
def _request(table, policy, asker):
    """One request of seat ``asker``; the seat whose turn comes next."""
    table[t.ASKED] += 1
    target = asker + 1
    while True:
        _deal_to(table, target)
        card = table[t.CARD + target]
        if card == t.HORSE or (card == t.INN and table[t.RULE + t.INN_MODE] == t.SKIP_INN):
            table[t.SKIPPED] += 1
            _reveal(table, target)
            if target == table[t.N] - 1:
                _dealers_horse(table, asker)
                return target
            target += 1
            continue
        if card == t.CUCKOO or card == t.HUNTER or card == t.CAT:
            return _refused(table, asker, target)
        if card == t.INN and _inn_bargain(table, policy, asker, target):
            return target
        _swap(table, asker, target)
        return target


@kernel
def _dealer_draws(table, dealer):
    table[t.DREW] += 1
    if table[t.MODE] == t.COUNTED and table[t.RULE + t.DEALER_DRAW] != t.AS_ASKED:
        table[t.PENDING] = 1
        return
    card = take(table, False)
    if table[t.RULE + t.DEALER_DRAW] == t.AS_ASKED:
        while card == t.HORSE or card == t.INN:
            happened(table, t.SHOWN, dealer, card)
            card = take(table, False)
        if card == t.CUCKOO or card == t.HUNTER or card == t.CAT:
            happened(table, t.SHOWN, dealer, card)
        if card == t.CUCKOO:
            return
        if card == t.HUNTER or card == t.CAT:
            _lose_now(table, dealer)
            if card == t.CAT:
                _undo(table)
            return
    happened(table, t.DREW_CARD, dealer, card)
    table[t.CARD + dealer] = card


@inlined
def _turns(table, policy):
    dealer = table[t.N] - 1
    s = 0
    while s <= dealer and not table[t.OVER]:
        if table[t.OUT + s]:
            _end_chain(table)
            s += 1
            continue
        _deal_to(table, s)
        asks = decide(table, policy, ASK, s)
        if s == dealer:
            if asks:
                _dealer_draws(table, dealer)
            return
        if asks:
            # A card that was received in the swap just before carries its chain on.
            table[t.RECEIVED] = 0
            s = _request(table, policy, s)
        else:
            table[t.KEPT] += 1
            _end_chain(table)
            s += 1


@kernel
def play_round(table, policy):
    """Play a round from the deal to the showdown; lives and losses are in ``seat``. In place.

    When all rounds are enumerated the dealer's draw may be left to the caller (``PENDING``), who
    then deals it a card and calls :func:`end_round`: far fewer rounds are played that way.

    Before: ``clear_round``, lives and levels of the seats, and a source of cards
    (``shuffle_round``, or ``start_path``).
    """
    n = table[t.N]
    for s in range(n):
        if table[t.LEVEL + s] == EXPERT:
            find_strategy(table, policy)
            break
    if table[t.RULE + t.DEALING] == t.ALL_FIRST:
        for s in range(n):
            _deal_to(table, s)
    _turns(table, policy)
    if not table[t.PENDING]:
        end_round(table)


@inlined
def end_round(table):
    """The showdown, when there is one, and what it leaves. In place."""
    n = table[t.N]
    alive = 0
    for s in range(n):
        if table[t.LIVES + s] > 0:
            alive += 1
    if not (table[t.OVER] and table[t.RULE + t.MID_ROUND_ZERO] == t.OUT_AT_ONCE and alive == 1):
        for s in range(n):
            _deal_to(table, s)
        showdown(table)
    _note_all_zero(table)


@inlined
def _note_all_zero(table):
    """Under ``replay`` a round that leaves nobody a life is as if it had not been."""
    for s in range(table[t.N]):
        if table[t.LIVES + s] > 0:
            return
    table[t.ALL_ZERO] = 1
    if table[t.RULE + t.ALL_ZERO_RULE] == t.REPLAY:
        for s in range(table[t.N]):
            table[t.LIVES + s] += table[t.LOST + s] - table[t.GAINED + s]
            table[t.LOST + s] = 0
            table[t.GAINED + s] = 0
