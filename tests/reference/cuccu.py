"""Cuccù in plain Python: one round by the algorithm of `docs/rulebooks/cuccu.md`, sections 4 and 8.

Written to be read beside the rulebook, not to be fast.  Cards are rank indices: 0 lion,
1 mask, 2 bucket, 3 nought, 4..13 the numbers I..X, 14 inn, 15 cat, 16 horse, 17 hunter,
18 cuckoo, 19 fool.  Seats are numbered in turn order; the last one deals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

LION, ZERO, INN, CAT, HORSE, HUNTER, CUCKOO, FOOL = 0, 3, 14, 15, 16, 17, 18, 19
ASK, COVER, ACCEPT = "ask", "cover", "accept"

Decide = Callable[[str, int, "Round"], bool]
"""Answers a question to a seat: ask (or swap with the pack)?  ask for cover?  accept?"""


@dataclass
class Round:
    """One round among the living seats, ``lives`` in turn order, dealer last.

    ``top`` and ``bottom`` are the two ends of the pack: the next card of each is its first.
    """

    rules: dict[str, object]
    lives: list[int]
    bottom: list[int]
    top: list[int]
    decide: Decide
    card: list[int | None] = field(init=False)
    chain: list[tuple[int, int]] = field(default_factory=list)
    swaps: list[tuple[int, int]] = field(default_factory=list)
    covers: dict[int, int] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)
    lost: list[int] = field(init=False)
    gained: list[int] = field(init=False)
    over: bool = False
    log: list[tuple[object, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.card = [None] * len(self.lives)
        self.lost = [0] * len(self.lives)
        self.gained = [0] * len(self.lives)

    @property
    def dealer(self) -> int:
        return len(self.lives) - 1

    def deal_to(self, seat: int) -> int:
        if self.card[seat] is None:
            self.card[seat] = self.bottom.pop(0)
            self.log.append(("dealt", seat, self.card[seat]))
        return self.card[seat]

    def lose_now(self, seat: int) -> None:
        """A life lost to a cat or a hunter, or to a received fool."""
        self.lives[seat] -= 1
        self.lost[seat] += 1
        alive = sum(lives > 0 for lives in self.lives)
        if self.rules["mid_round_zero"] == "out_at_once" and alive == 1:
            self.over = True

    def swap(self, giver: int, taker: int) -> None:
        self.card[giver], self.card[taker] = self.card[taker], self.card[giver]
        self.chain.append((giver, taker))
        self.swaps.append((giver, taker))
        self.log.append(("swap", giver, taker))
        if self.rules["fool_received"] == "out":
            for receiver in (taker, giver):
                if self.card[receiver] == FOOL:
                    self.out.add(receiver)
                    self.lose_now(receiver)

    def undo(self) -> None:
        back = {"undo_chain": self.chain, "undo_all": self.swaps, "no_undo": []}[self.rules["cat"]]
        for giver, taker in reversed(back):
            self.card[giver], self.card[taker] = self.card[taker], self.card[giver]
            self.log.append(("back", giver, taker))
        if self.rules["cat"] == "undo_all":
            self.swaps.clear()

    def play(self) -> None:
        if self.rules["dealing"] == "all_first":
            for seat in range(len(self.lives)):
                self.deal_to(seat)
        i = 0
        while not self.over and i <= self.dealer:
            if i in self.out:
                self.chain.clear()
                i += 1
                continue
            self.deal_to(i)
            if i == self.dealer:
                if self.decide(ASK, i, self):
                    self.dealer_draws()
                break
            if self.decide(ASK, i, self):
                i = self.request(i)
            else:
                self.log.append(("keep", i))
                self.chain.clear()
                i += 1
        alive = sum(lives > 0 for lives in self.lives)
        if self.over and self.rules["mid_round_zero"] == "out_at_once" and alive == 1:
            return
        for seat in range(len(self.lives)):
            self.deal_to(seat)
        self.showdown()

    def request(self, asker: int) -> int:
        """One request; the seat whose turn comes next."""
        target = asker + 1
        refuser_next = 0 if self.rules["refuser_turn"] == "yes" else 1
        while True:
            card = self.deal_to(target)
            if card == HORSE or (card == INN and self.rules["inn"] == "skip"):
                self.log.append(("skip", asker, target, card))
                if target != self.dealer:
                    target += 1
                    continue
                self.card[asker] = self.top.pop(0)
                self.log.append(("drew_top", asker))
                self.chain.clear()
                return target
            if card == CUCKOO:
                self.log.append(("refuse", asker, target, card))
                self.chain.clear()
                if self.rules["cuckoo"] == "stops_play":
                    self.over = True
                return target + refuser_next
            if card in (HUNTER, CAT):
                self.log.append(("refuse", asker, target, card))
                self.lose_now(asker)
                if card == CAT:
                    self.undo()
                self.chain.clear()
                return target + refuser_next
            if card == INN:
                self.log.append(("inn", asker, target, card))
                if not self.decide(COVER, asker, self):
                    self.chain.clear()
                    return target
                if self.decide(ACCEPT, target, self):
                    self.covers[asker] = target
                    self.chain.clear()
                    return target
            self.swap(asker, target)
            return target

    def dealer_draws(self) -> None:
        dealer = self.dealer
        if self.rules["dealer_draw"] == "no_effect":
            self.card[dealer] = self.bottom.pop(0)
            return
        card = self.bottom.pop(0)
        while card in (HORSE, INN):
            card = self.bottom.pop(0)
        if card in (HUNTER, CAT):
            self.lose_now(dealer)
            if card == CAT:
                self.undo()
        elif card != CUCKOO:
            self.card[dealer] = card

    def showdown(self) -> None:
        live = [s for s in range(len(self.lives)) if self.lives[s] > 0 and s not in self.out]
        losers, gainers = losers_of({s: self.card[s] for s in live}, self.rules)
        charge = [0] * len(self.lives)
        for loser in losers:
            keeper = self.covers.get(loser)
            covered = keeper is not None and self.card[loser] == ZERO and self.lives[keeper] > 0
            charge[keeper if covered else loser] += 1
        for seat in gainers:
            self.gained[seat] += 1
        for seat, lives in enumerate(self.lives):
            after = max(0, lives + self.gained[seat] - charge[seat])
            self.lost[seat] += lives + self.gained[seat] - after
            self.lives[seat] = after


def losers_of(cards: dict[int, int], rules: dict[str, object]) -> tuple[set[int], set[int]]:
    """Seats that lose, and seats that gain, a life at a showdown of the live ``cards``."""
    fools = {s for s, card in cards.items() if card == FOOL}
    keys = {s: float(card) for s, card in cards.items() if card not in (FOOL, CUCKOO)}
    gainers: set[int] = set()
    extra: set[int] = set()
    if len(fools) == 2 and rules["two_fools"] == "gain_life":
        gainers = fools
    elif len(fools) == 2:
        keys |= dict.fromkeys(fools, HUNTER + 0.5)
    else:
        extra = fools
    return lowest(keys, rules["tie"]) | extra, gainers


def lowest(keys: dict[int, float], tie: object) -> set[int]:
    """Holders of the lowest key who lose under the tie rule."""
    values = list(keys.values())
    if tie == "pairs_safe":
        values = [value for value in values if values.count(value) == 1]
    holders = [s for s, value in keys.items() if values and value == min(values)]
    return {min(holders)} if tie == "earliest" and holders else set(holders)


def settle(
    rules: dict[str, object], before: list[int], after: list[int], dealer: int
) -> tuple[list[int], int, list[int]]:
    """What follows a round of a match: lives, next dealer and the winners, by seat of the match.

    ``before`` and ``after`` are the lives of all seats, those who were out before included.
    """
    alive = [s for s, lives in enumerate(after) if lives > 0]
    if len(alive) == 1:
        return after, dealer, alive
    lives = after
    if not alive:
        if rules["all_zero"] == "joint_win":
            return after, dealer, [s for s, left in enumerate(before) if left > 0]
        if rules["all_zero"] == "replay":
            return before, dealer, []
        lives = [int(rules["lives"])] * len(after)
    following = (dealer + 1) % len(lives)
    while lives[following] == 0:
        following = (following + 1) % len(lives)
    return lives, following, []


def known_cards(game: Round, seat: int, seen: dict[int, int]) -> dict[int, int]:
    """Cards of other live seats that ``seat`` knows: what everybody saw, and its own partner's."""
    known = dict(seen)
    last = game.log[-1] if game.log else ()
    if last[:1] == ("swap",) and last[2] == seat:
        known[last[1]] = game.card[last[1]]
    live = {s for s, lives in enumerate(game.lives) if lives > 0 and s not in game.out}
    return {s: card for s, card in known.items() if s in live and s != seat}


def public_cards(game: Round) -> dict[int, int]:
    """Cards that everybody knows, by seat, from what was shown and announced so far."""
    known: dict[int, int] = {}
    knocks = game.rules["single_fool"] == "fixed_lowest"
    for event in game.log:
        if event[0] == "dealt" and knocks and event[2] == FOOL:
            known[event[1]] = FOOL
        elif event[0] in ("skip", "refuse", "inn"):
            known[event[2]] = event[3]
        elif event[0] in ("swap", "back"):
            a, b = event[1], event[2]
            cards = {a: known.pop(b, None), b: known.pop(a, None)}
            known |= {s: card for s, card in cards.items() if card is not None}
        elif event[0] == "drew_top":
            known.pop(event[1], None)
    return known


def simple(thresholds: dict[int, list[int]]) -> Decide:
    """The sound club player: thresholds by players who may lose and seat (`docs/cuccu.md`)."""

    def decide(kind: str, seat: int, game: Round) -> bool:
        if kind != ASK:
            return True
        mine = game.card[seat]
        known = known_cards(game, seat, public_cards(game))
        if mine == CUCKOO or any(card < mine for card in known.values() if card != FOOL):
            return False
        live = [s for s, lives in enumerate(game.lives) if lives > 0 and s not in game.out]
        rivals = sum(s != seat and s not in known for s in live)
        if rivals == 0 or mine == FOOL:
            return True
        place = rivals if seat == game.dealer else min(seat, rivals - 1)
        return mine < thresholds[rivals + 1][place]

    return decide
