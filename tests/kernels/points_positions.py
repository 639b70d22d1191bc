"""Random questions to the search of card-point games: asked of the kernels and of the plain one.

A question is one row of integers, so that those answered by the slow plain search can be kept.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.kernels import points_batch, trick
from analyzer.kernels import points_rules as rules_at
from tests.reference.points_search import Cruce, Cuatrola, Hand, Trick, value_first_lead

TRIGGERS = ("first_played", "suit_lead", "pair_card_lead", "pair_card_played")
CANTES = ("off", "one_per_trick", "several", "winner_only")
CRUCE, CUATROLA = 0, 1
RANKS = (6, 5)
PAIRS = ((2, 3), (1, 2))
POINTS = ((0, 2, 3, 4, 10, 11), (2, 3, 4, 10, 11))
FIRST_LEAD = -1
NONE = 255
# Places of ``options``: Cruce, then Cuatrola.
MUST_BEAT, TRIGGER, ANNOUNCEMENTS, NEEDS_TRICK = range(4)
CANTE, FORTY_FIRST, AFTER_RUFF, MUST_TRUMP, ANY_TRUMP, OPENING_CARD, WINDOW = range(7)


@dataclass(frozen=True)
class Question:
    """``game``; ``owners`` by card; seats that play and seats valued; trump or FIRST_LEAD; seat
    that leads or led; suits announced; cards on the table; house rules."""

    game: int
    owners: tuple[int, ...]
    active: tuple[int, ...]
    side: tuple[int, ...]
    trump: int
    leader: int
    announced: tuple[int, ...]
    table: tuple[int, ...]
    options: tuple[int, ...]

    def row(self) -> list[int]:
        owners = [*self.owners, *[NONE] * (24 - len(self.owners))]
        table = [*self.table, *[NONE] * (4 - len(self.table))]
        sets = [sum(1 << x for x in xs) for xs in (self.active, self.side, self.announced)]
        return [self.game, self.trump, self.leader, *sets, *table, *self.options, *owners]

    @classmethod
    def from_row(cls, row: list[int]) -> Question:
        game, trump, leader = row[:3]
        active, side, announced = (tuple(x for x in range(4) if s >> x & 1) for s in row[3:6])
        table = tuple(card for card in row[6:10] if card != NONE)
        owners = tuple(row[17 : 17 + 4 * RANKS[game]])
        return cls(
            game, owners, active, side, trump, leader, announced, table, tuple(row[10:17])
        )  # fmt: skip

    def hands(self) -> dict[int, Hand]:
        ranks = RANKS[self.game]
        return {
            seat: frozenset(
                divmod(c, ranks) for c, owner in enumerate(self.owners) if owner == seat
            )
            for seat in self.active
        }

    def plain_rules(self) -> Any:
        """The plain game under the question's house rules."""
        o = self.options
        if self.game == CRUCE:
            return Cruce(
                self.active, frozenset(self.side), self.trump, bool(o[MUST_BEAT]),
                bool(o[ANNOUNCEMENTS]), TRIGGERS[o[TRIGGER]], bool(o[NEEDS_TRICK]),
            )  # fmt: skip
        return Cuatrola(
            self.active, frozenset(self.side), self.trump, CANTES[o[CANTE]], bool(o[FORTY_FIRST]),
            bool(o[AFTER_RUFF]), "must_trump" if o[MUST_TRUMP] else "any",
            "any_trump" if o[ANY_TRUMP] else "must_beat",
            "opening_card" if o[OPENING_CARD] else "best_so_far",
        )  # fmt: skip

    def plain_value(self) -> int:
        """Value by the plain search: everything tried in endgames, by halving in whole deals."""
        game = self.plain_rules()
        trick: Trick = tuple(divmod(card, RANKS[self.game]) for card in self.table)
        waiting = 0 if self.game == CRUCE and game.needs_trick else None
        window = self.game == CUATROLA and bool(self.options[WINDOW])
        state = game.start(
            self.hands(), self.leader, trick, frozenset(self.announced), waiting, window
        )
        if self.trump == FIRST_LEAD:
            return value_first_lead(game, state)
        if max(map(len, state.hands)) > 4:
            return int(game.value_by_halving(state))
        return int(game.value(state))

    def packed(self) -> np.ndarray:
        """House rules as the kernels take them."""
        o = self.options
        if self.game == CRUCE:
            beat = trick.MUST_OVERTRUMP | trick.BEAT_LED | trick.BEAT_TRUMP_LEAD
            return rules_at.pack_points(
                POINTS[CRUCE],
                duties=trick.MUST_TRUMP | trick.UNDERTRUMP | (beat if o[MUST_BEAT] else 0),
                announce=rules_at.FIRST_PLAYED + o[TRIGGER] if o[ANNOUNCEMENTS] else rules_at.NONE,
                pair=PAIRS[CRUCE],
                needs_trick=bool(o[NEEDS_TRICK]),
            )
        duties = trick.MUST_TRUMP | trick.MUST_OVERTRUMP | trick.BEAT_LED
        duties |= 0 if o[ANY_TRUMP] else trick.BEAT_TRUMP_LEAD
        duties |= trick.BEAT_AFTER_RUFF if o[AFTER_RUFF] else 0
        duties |= trick.UNDERTRUMP if o[MUST_TRUMP] else 0
        duties |= trick.BEAT_OPENING if o[OPENING_CARD] else 0
        return rules_at.pack_points(
            POINTS[CUATROLA],
            duties=duties,
            announce=rules_at.ONE_PER_TRICK - 1 + o[CANTE] if o[CANTE] else rules_at.NONE,
            pair=PAIRS[CUATROLA],
            difference=True,
            last_trick=10,
            trump_first=bool(o[FORTY_FIRST]),
            open_window=bool(o[WINDOW]),
        )

    def arguments(self) -> tuple[np.ndarray, ...]:
        """One row for the batch kernels, up to the trick."""
        sets = [sum(1 << x for x in xs) for xs in (self.active, self.side, self.announced)]
        one = [np.array([x], np.int64) for x in (*sets[:2], self.trump, self.leader, sets[2])]
        table = np.full((1, 4), NONE, np.uint8)
        table[0, : len(self.table)] = self.table
        return (np.array([self.owners], np.uint8), *one, table)

    def value(self, arena: tuple[np.ndarray, ...]) -> int:
        out = np.zeros(1, np.int64)
        points_batch.values(*self.arguments(), self.packed(), arena, out)
        return int(out[0])

    def reaches(self, least: int, arena: tuple[np.ndarray, ...]) -> bool:
        out = np.zeros(1, np.bool_)
        wanted = np.array([least], np.int64)
        points_batch.answers(*self.arguments(), wanted, self.packed(), arena, out)
        return bool(out[0])


def _packs(rng: random.Random, game: int, seats: int, cards: int) -> list[int]:
    """A shuffled pack; often with pairs laid into one hand, or pairs would be rare."""
    ranks = RANKS[game]
    pack = list(range(4 * ranks))
    rng.shuffle(pack)
    if rng.random() < 0.4 or cards < 2:
        return pack
    for suit in rng.sample(range(4), rng.choice((1, 2, 3))):
        at = rng.randrange(seats) * cards + rng.randrange(cards - 1)
        for step, rank in enumerate(PAIRS[game]):
            here = pack.index(suit * ranks + rank)
            pack[here], pack[at + step] = pack[at + step], pack[here]
    return pack


def random_options(rng: random.Random, game: int) -> tuple[int, ...]:
    """Any combination of house rules."""
    flags = [int(rng.random() < 0.5) for _ in range(7)]
    if game == CRUCE:
        return (
            flags[0], rng.randrange(4), int(rng.random() < 0.9), int(rng.random() < 0.3), 0, 0, 0
        )  # fmt: skip
    return (rng.randrange(4), *flags[1:6], int(rng.random() < 0.25))


def random_question(
    rng: random.Random,
    game: int,
    active: tuple[int, ...],
    side: tuple[int, ...],
    leader: int,
    cards: int,
    options: tuple[int, ...],
    begun: int = 0,
    trump: int | None = None,
) -> Question:
    """A random position of ``cards`` cards a hand, ``begun`` of them laid legally on the table."""
    ranks = RANKS[game]
    pack = _packs(rng, game, len(active), cards)
    owners = [NONE] * len(pack)
    for place, card in enumerate(pack[: cards * len(active)]):
        owners[card] = active[place // cards]
    trump = rng.randrange(4) if trump is None else trump
    announced = tuple(suit for suit in range(4) if cards < ranks and rng.random() < 0.15)
    found = Question(game, tuple(owners), active, side, trump, leader, announced, (), options)
    rules = found.plain_rules()
    table: list[int] = []
    hands = found.hands()
    for place in range(begun):
        seat = active[(active.index(leader) + place) % len(active)]
        led = tuple(divmod(card, ranks) for card in table)
        suit, rank = rng.choice(sorted(rules.legal(hands[seat], led) if led else hands[seat]))
        table.append(suit * ranks + rank)
        owners[table[-1]] = NONE
    return Question(
        game, tuple(owners), active, side, trump, leader, announced, tuple(table), options
    )  # fmt: skip


def cruce_endgame(rng: random.Random) -> Question:
    """3 or 4 cards a hand, 2 to 4 players, any rules, often in the middle of a trick."""
    players = rng.choice((4, 4, 3, 2))
    active = tuple(sorted(rng.sample(range(4), players)))
    leader = rng.choice(active)
    side = (leader,) if players < 4 else tuple(sorted((leader, (leader + 2) % 4)))
    begun = min(rng.choice((0, 0, 0, 1, 2, 3)), players - 1)
    trump = FIRST_LEAD if begun == 0 and rng.random() < 0.2 else None
    cards = rng.choice((3, 4))
    return random_question(
        rng, CRUCE, active, side, leader, cards, random_options(rng, CRUCE), begun, trump
    )  # fmt: skip


def cruce_deal(rng: random.Random, players: int) -> Question:
    """A whole deal under any rules; a quarter with the trump made by the first card led."""
    active = tuple(range(players))
    leader = rng.randrange(players)
    side = (leader,) if players < 4 else tuple(sorted((leader, (leader + 2) % 4)))
    cards = 8 if players == 3 else 6
    trump = FIRST_LEAD if players != 3 and rng.random() < 0.25 else None
    options = random_options(rng, CRUCE)
    return random_question(rng, CRUCE, active, side, leader, cards, options, 0, trump)


def cuatrola_question(
    rng: random.Random, solo: bool, cards: int, options: tuple[int, ...], begun: int = 0
) -> Question:
    """A normal hand or a solo; the side valued is the declarer's or that of a random seat."""
    seat = rng.randrange(4)
    active = tuple(s for s in range(4) if not solo or s != (seat + 2) % 4)
    side = (seat,) if solo else tuple(sorted((seat, (seat + 2) % 4)))
    begun = min(begun, len(active) - 1)
    leader = rng.choice(active)
    if begun:
        options = (*options[:WINDOW], 0)
    return random_question(rng, CUATROLA, active, side, leader, cards, options, begun)


CUATROLA_STANDARD = (1, 0, 0, 0, 0, 0, 0)
