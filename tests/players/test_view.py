"""What a played card shows, against the legality itself on every duty and thousands of hands."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analyzer.kernels import trick
from analyzer.players.view import shown_absent

BITS = [1 << (16 * suit + rank) for suit in range(4) for rank in range(8)]
PLAIN = [0, trick.MUST_TRUMP, trick.MUST_TRUMP | trick.MUST_OVERTRUMP]
DUTIES = [
    base | extra | beat
    for base in PLAIN
    for extra in (0, trick.UNDERTRUMP, trick.PARTNER_EXEMPT)
    for beat in (
        0,
        trick.BEAT_LED,
        trick.BEAT_LED | trick.BEAT_TRUMP_LEAD,
        trick.BEAT_LED | trick.BEAT_AFTER_RUFF | trick.BEAT_OPENING,
    )
]


@pytest.mark.parametrize("duties", DUTIES)
def test_exactly_what_legality_implies(duties: int) -> None:
    # A card is legal from a hand if and only if the hand has nothing that the card rules out.
    rng = random.Random(duties)
    seen = set()
    for _ in range(400):
        cards = rng.sample(BITS, rng.randint(1, 9))
        trump = rng.choice([0, *(0xFFFF << 16 * suit for suit in range(4))])
        on_table, hand = cards[:1], cards[1:]
        if len(hand) > 2 and rng.random() < 0.6:
            on_table, hand = cards[:2], cards[2:]
        opening = on_table[0]
        led = 0xFFFF << 16 * ((opening.bit_length() - 1) // 16)
        best_led = max(card for card in on_table if card & led)
        trumps = [card for card in on_table if card & trump]
        best = max(trumps) if trumps else best_led
        state = [np.uint64(x) for x in (led, trump, opening, best_led, best)]
        partner_wins = rng.random() < 0.5
        legal = int(trick.legal_follow(np.uint64(sum(hand)), *state, partner_wins, duties))
        for card in hand:
            absent = int(shown_absent(np.uint64(card), *state, partner_wins, duties))
            assert (absent & sum(hand) == 0) == bool(card & legal)
            assert not absent & card
            seen.add(bool(absent))
    assert seen == {False, True}
