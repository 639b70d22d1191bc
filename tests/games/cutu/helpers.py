"""Hands, positions and rule sets that the tests of Cuțu share."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import numpy as np

from analyzer.games.cutu.duties import duties
from analyzer.games.cutu.kernels.play import strain_trumps
from analyzer.games.cutu.kernels.simple import WORK, choose
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.simple import simple_weights
from analyzer.kernels.bits import ZERO
from analyzer.kernels.trick import beats, legal_follow
from analyzer.players.view import TABLE, note_card, open_table
from tests.reference import cutu as reference

LEGALITY = ("must_trump", "must_overtrump", "undertrump", "partner_exempt")
PACK = np.uint64(0x00FF00FF00FF00FF)


def bit(card: str) -> int:
    """Bit index of a card such as ``"SA"``."""
    return 16 * reference.SUITS.index(card[0]) + reference.RANKS.index(card[1])


def name(index: int) -> str:
    """The card with a bit index."""
    return reference.SUITS[index // 16] + reference.RANKS[index % 16]


def card_set(cards: Sequence[str]) -> np.uint64:
    """Set of cards such as ``["SA", "D7"]``."""
    return np.uint64(sum(1 << bit(card) for card in cards))


def names(cards: int) -> list[str]:
    """Cards of a set, lowest bit first."""
    return [name(i) for i in range(64) if int(cards) >> i & 1]


def strain(trump: str | None) -> int:
    """Strain of the kernels."""
    return -1 if trump is None else reference.SUITS.index(trump)


def trumps(suit: str | None) -> np.uint64:
    """All places of a suit, none for no trump, typed for kernels called from Python."""
    return np.uint64(strain_trumps(strain(suit)))


def legality_rules() -> list[CutuRules]:
    """Every combination of the house rules of legality."""
    choices = [CutuRules.rules()[key].choices for key in LEGALITY]
    return [
        CutuRules.make(dict(zip(LEGALITY, values, strict=True)))
        for values in itertools.product(*choices)
    ]


def random_endgame(
    rng: random.Random, rules: CutuRules, cards: int, pack: Sequence[str] = reference.PACK
) -> reference.Play:
    """A position of ``cards`` cards a hand before a trick, any declarer, leader and trump."""
    dealt = rng.sample(list(pack), 4 * cards)
    hands = [dealt[seat * cards : (seat + 1) * cards] for seat in range(4)]
    trump = rng.choice([*reference.SUITS, None])
    return reference.Play(rules, hands, rng.randrange(4), trump, rng.randrange(4))


def kernel_legal(play: reference.Play) -> list[str]:
    """Legal cards of a reference position as the kernels see them."""
    hand = card_set(play.hands[play.to_act])
    if not play.trick:
        return names(hand)
    trump_mask = trumps(play.trump)
    led_mask = trumps(play.trick[0][0])
    best, holder = card_set(play.trick[:1]), 0
    for place, card in enumerate(play.trick[1:], 1):
        if beats(card_set([card]), best, led_mask, trump_mask):
            best, holder = card_set([card]), place
    partner_wins = holder == len(play.trick) - 2
    bits = duties(play.rules)
    return names(legal_follow(hand, led_mask, trump_mask, best, best, best, partner_wins, bits))


def simple_card(
    hand: str,
    trick: str = "",
    *,
    trump: str | None = None,
    seat: int = 0,
    declarer: int = 0,
    before: Sequence[str] = (),
    rules: CutuRules | None = None,
) -> str:
    """The card that `simple` plays.

    ``hand`` and ``trick`` are cards such as ``"SA SK"``; ``before`` are finished tricks, each
    the leader's seat and the four cards, such as ``"0 SA S7 S8 S9"``.
    """
    rules = rules or CutuRules()
    trump_mask = trumps(trump)
    table = np.zeros(TABLE, np.uint64)
    open_table(table, PACK)
    own = hand.split()
    leader = (seat - len(trick.split())) % 4
    best, winner, legal = ZERO, seat, own
    for line in (*before, f"{leader} {trick}"):
        first, *cards = line.split()
        so_far: list[str] = []
        led_mask = trumps(cards[0][0]) if cards else ZERO
        best, winner = ZERO, int(first)
        for place, card in enumerate(cards):
            player = (int(first) + place) % 4
            one = card_set([card])
            with_partner = place > 0 and winner == (player ^ 2)
            note_card(
                table,
                player,
                place,
                one,
                led_mask,
                trump_mask,
                best,
                best,
                with_partner,
                duties(rules),
            )
            so_far.append(card)
            if place == 0 or beats(one, best, led_mask, trump_mask):
                best, winner = one, player
        legal = reference.legal_cards(rules, own, so_far, trump)
    chosen = choose(
        card_set(own),
        card_set(legal),
        seat,
        len(trick.split()),
        best,
        winner,
        trump_mask,
        declarer,
        table,
        simple_weights(),
        np.zeros(WORK),
    )
    return names(chosen)[0]
