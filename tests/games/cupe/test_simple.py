"""What a sound player of Cupe does: one situation each, seen from one seat."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.cards import PACK_52, parse_cards
from analyzer.games.cupe.kernels import table as t
from analyzer.games.cupe.kernels.batch import SHOOTER
from analyzer.games.cupe.kernels.exchange import simple_gift
from analyzer.games.cupe.kernels.legality import legal_to_follow, legal_to_lead
from analyzer.games.cupe.kernels.simple import simple_card
from analyzer.games.cupe.play import layouts, play_hands
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.styles import style
from tests.games.cupe.driving import bit, bits, cards_of, limits_of, suit
from tests.reference import cupe as reference

STANDARD = CupeRules()
SEAT = 0


# Two others have a heart each, so that no slam is on.
NO_SLAM = ("", "6H", "7H", "")


def card(hand, trick="", taken=NO_SLAM, played="", rules=STANDARD):
    """The card of seat 0: ``played`` are other cards gone, ``taken`` points by seat."""
    own, on_table = hand.split(), trick.split()
    captured = [text.split() for text in taken]
    table = np.zeros(t.TABLE, np.uint64)
    table[t.HANDS + SEAT] = bits(own)
    for seat in range(4):
        table[t.TAKEN + seat] = bits(captured[seat])
    table[t.PLAYED] = bits([*on_table, *played.split(), *set().union(*captured)])
    limits = limits_of(rules)
    k = len(on_table)
    leader = -k % 4
    if on_table:
        led, taker = suit(on_table[0]), reference.winner(leader, on_table)
        best = bit(on_table[(taker - leader) % 4])
        legal = legal_to_follow(bits(own), led, False, limits)
    else:
        led, taker, best = np.uint64(0), 0, np.uint64(0)
        legal = legal_to_lead(bits(own), False, True, limits)
    chosen = simple_card(
        table, SEAT, np.uint64(legal), k, led, best, taker, bits(on_table), limits,
        rules.packed(), style(),
    )  # fmt: skip
    (found,) = cards_of(chosen)
    return found


def gift(hand, rules=STANDARD):
    """The cards that a hand gives."""
    numbers = parse_cards(hand, PACK_52)
    cards = np.uint64(PACK_52.card_set(numbers))
    work = np.zeros((4, 7)), np.zeros((4, 7), np.uint64)
    return cards_of(simple_gift(cards, rules.packed(), style(), *work))


# Some early cards, so that the first trick is over.
EARLY = "2C 9C TC AC"


def test_ducks_a_trick_with_points():
    assert card("AS 2S 5D", "5S QS 7S", played=EARLY) == "2S"
    assert card("KD 4D 2D 9C", "9D 3H TD", played=EARLY) == "4D"


def test_wins_with_the_highest_when_it_must_win():
    assert card("KH QH 3D", "5H 4H JH", played=EARLY) == "KH"
    # ... but never with the queen of spades if another spade wins too.
    assert card("KS QS 3D", "5S 4S JS", played=EARLY) == "KS"


def test_throws_the_queen_of_spades():
    assert card("QS 5C 9H 2H", "AD 3D", played=EARLY) == "QS"
    # ... and under a higher spade.
    assert card("QS 3S 9D", "KS 5S", played=EARLY) == "QS"


def test_throws_high_hearts_before_low_cards():
    assert card("AH KH 3C 2D", "AS 3S 5S", played=EARLY) in {"AH", "KH"}


def test_does_not_lead_into_the_queen_of_spades():
    assert card("AS KS 3D 4D", played=EARLY) in {"3D", "4D"}


def test_keeps_high_spades_back_while_the_queen_is_out():
    assert card("AS 4S 9D 8D", "6S 7S", played=EARLY) == "4S"
    # Last to play and no queen in the trick: the time to be rid of the ace.
    assert card("AS 4S 9D 8D", "6S 7S 9S", played=EARLY) == "AS"


def test_leads_spades_to_drive_out_the_queen():
    assert card("5S 4S KD QD", played=EARLY) in {"5S", "4S"}


def test_gives_away_a_bare_queen_of_spades_and_keeps_a_guarded_one():
    assert "QS" in gift("sQ4 hJ9742 dT87 c753")
    assert "QS" not in gift("sQ97432 hJ42 dT8 c73")


def test_voids_a_suit_in_the_exchange():
    given = gift("sJ7432 h542 dT432 cQ")
    assert "QC" in given
    given = gift("sJ7432 h5432 dK9 c42")
    assert {"KD", "9D"} <= given


def test_does_not_give_what_may_not_be_given():
    rules = STANDARD.with_changes(exchange_high_spades=False)
    assert not gift("sAKQ hJ9742 dT8 c753", rules) & {"AS", "KS", "QS"}


ALL_BUT_FIVE = "QS KH QH JH TH 9H 8H 7H"


def test_stops_another_who_takes_everything():
    # Seat 1 has 20 points and the trick; the ace of hearts takes it from him.
    hand, played = "AH 2H 3D", EARLY
    assert card(hand, "5H 3H 4H", ("", ALL_BUT_FIVE, "", ""), played) == "AH"
    # With the points spread, it ducks.
    spread = ("", "QS KH QH JH", "TH 9H 8H 7H", "")
    assert card(hand, "5H 3H 4H", spread, played) == "2H"


def test_keeps_its_best_heart_against_a_slam():
    taken = ("", "QS KH QH JH TH 9H 8H", "", "")
    assert card("AH 3D 2C", "AS 3S 5S", taken, EARLY) != "AH"


STRONG = "♣AKQ ♥AKQJT9 ♠AKQ ♦A"
GOOD = "♣AKQJ4 ♥AKQJ ♠A2 ♦A3"


def slams(hand, rules=STANDARD, **options):
    """Share of random layouts in which seat 0 makes the slam, all four simple."""
    known = layouts(dict.fromkeys(parse_cards(hand, PACK_52), SEAT))
    found = play_hands(rules, ["simple"] * 4, 2000, seed=3, known=known, **options)
    return float((found[:, SHOOTER] == SEAT).mean())


def test_tries_a_slam_with_a_strong_hand_and_not_where_none_counts():
    assert slams(STRONG, after_exchange=True) > 0.8
    none = STANDARD.with_changes(slam="none")
    assert slams(GOOD, none, after_exchange=True) < slams(GOOD, after_exchange=True) / 2


def test_gives_losers_before_a_slam():
    assert gift("cAKQ hAKQJT9 sA2 d54") == {"2S", "5D", "4D"}


@pytest.mark.parametrize("values", ["face", "spot"])
def test_other_values_change_the_scale_not_the_sense(values):
    rules = STANDARD.with_changes(values=values)
    assert card("AS 2S 5D", "5S QS 7S", played=EARLY, rules=rules) == "2S"
    assert card("QS 5C 9H 2H", "AD 3D", played=EARLY, rules=rules) == "QS"


def test_takes_the_bonus_card():
    rules = STANDARD.with_changes(bonus_card="jack_diamonds")
    assert card("AD 2D 5C", "5D JD 7D", played=EARLY, rules=rules) == "AD"
    assert card("AD 2D 5C", "5D QS 7D", played=EARLY, rules=rules) == "2D"


def test_sees_only_its_own_cards():
    # The same view with the other hands exchanged among the others: the same card.
    rng = np.random.default_rng(5)
    deck = rng.permutation(reference.PACK)
    own = set(deck[:8])
    legal = bits(own)
    chosen = set()
    for _ in range(5):
        table = np.zeros(t.TABLE, np.uint64)
        table[t.PLAYED] = bits(deck[32:])
        table[t.HANDS] = bits(own)
        others = rng.permutation(deck[8:32])
        for seat in (1, 2, 3):
            table[t.HANDS + seat] = bits(others[8 * (seat - 1) : 8 * seat])
            table[t.GAVE + seat] = bits(others[:3])
        none = np.uint64(0)
        limits, packed = limits_of(STANDARD), STANDARD.packed()
        found = simple_card(
            table, 0, legal, 0, none, none, 0, none, limits, packed, style()
        )  # fmt: skip
        chosen.add(int(found))
    assert len(chosen) == 1
