"""The player simple: what it sees, what a sound club player does, and how strong it is."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyzer.games.cutu.kernels.colour import best_colours
from analyzer.games.cutu.kernels.simple import CONSIDERATIONS, MOMENTS
from analyzer.games.cutu.play import RANDOM, SIMPLE
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.simple import (
    CONSIDERATION_NAMES,
    MOMENT_NAMES,
    simple_weights,
)
from analyzer.resources import data_path
from tests.games.cutu.helpers import simple_card
from tests.games.cutu.test_play import deal, play

FREE = CutuRules(must_trump=False)


def test_weights_are_stored_by_the_names_that_the_kernel_uses() -> None:
    stored = json.loads(data_path("models", "cutu", "simple.json").read_text(encoding="utf-8"))
    assert len(set(MOMENT_NAMES)) == MOMENTS
    assert len(set(CONSIDERATION_NAMES)) == CONSIDERATIONS
    assert set(stored["thousandths"]) == set(MOMENT_NAMES)
    assert set().union(*stored["thousandths"].values()) == set(CONSIDERATION_NAMES)
    weights = simple_weights()
    assert weights.shape == (MOMENTS, CONSIDERATIONS)
    assert not weights.flags.writeable
    filled = sum(len(row) for row in stored["thousandths"].values())
    assert np.count_nonzero(weights) == filled


def test_first_cards_depend_on_what_their_players_see_only() -> None:
    # One hand (and the card led) fixed, everything else dealt anew: the same card every time.
    own = ["SK", "S8", "H9", "H7", "DQ", "DT", "CA", "C8"]
    for strains in ((-1,), (0,), (3,)):
        leads = play(deal(50, known=dict.fromkeys(own, 0)), FREE, [SIMPLE] * 4, 0, strains)[1]
        assert len(set(leads[:, 0, 0].tolist())) == 1
        second = ["SA", "SQ", "HA", "HJ", "DA", "D9", "CK", "C9"]
        both = dict.fromkeys(own, 0) | dict.fromkeys(second, 1)
        log = play(deal(50, known=both), FREE, [SIMPLE] * 4, 0, strains)[1]
        assert len({tuple(cards) for cards in log[:, 0, :2].tolist()}) == 1


@pytest.mark.parametrize(
    ("why", "expected", "hand", "trick", "options"),
    [
        (
            "no trump: cashes the top of a solid suit",
            "SA SK SQ SJ",
            "SA SK SQ SJ HJ H8 D9 C8",
            "",
            {},
        ),
        (
            "declarer with the top trumps draws them",
            "SA SK SQ SJ ST",
            "SA SK SQ SJ ST HA DA CA",
            "",
            {"trump": "S"},
        ),
        (
            "no trump is left outside: no more trumps, winners instead",
            "HA HK",
            "SK HA HK D7",
            "",
            {"trump": "S", "before": ["0 SA S7 S8 S9", "0 SJ D8 C7 ST", "0 SQ D9 C8 DT"]},
        ),
        (
            "third hand does not overtake the partner's ace",
            "S8",
            "SK S8 H7 H9 D7 DJ C7 CK",
            "SA S7",
            {"seat": 2},
        ),
        (
            "third hand plays high on the partner's low card",
            "SK",
            "SK S8 H7 H9 D7 DJ C7 CJ",
            "S7 S9",
            {"seat": 2, "declarer": 1},
        ),
        (
            "fourth hand wins as cheaply as it can",
            "SJ",
            "SA SJ S8 H7 H9 D7 DJ C7",
            "S9 ST S7",
            {"seat": 3},
        ),
        (
            "fourth hand leaves the trick to the partner",
            "S8",
            "SA SJ S8 H7 H9 D7 DJ C7",
            "S9 SK S7",
            {"seat": 3},
        ),
        (
            "second hand plays low from king and small",
            "S7",
            "SK S7 H7 H9 D7 DJ C7 CQ",
            "S9",
            {"seat": 1},
        ),
        (
            "a discard leaves the guard of the king",
            "C8 C9 CJ D7 D8 DJ",
            "HK H7 D8 D7 C8 C9 CJ DJ",
            "S9 ST SA",
            {"seat": 3},
        ),
        (
            "ruffs a trick that the other side wins, with a low trump",
            "H7",
            "H7 H9 D8 D7 C8 C9 CJ DJ",
            "SA S9 S8",
            {"seat": 3, "trump": "H", "rules": FREE},
        ),
        (
            "does not ruff the partner's winner",
            "C8 C9 CJ D7 D8 DJ",
            "H7 H9 D8 D7 C8 C9 CJ DJ",
            "S9 SA ST",
            {"seat": 3, "trump": "H", "rules": FREE},
        ),
        (
            "overruffs as cheaply as it can",
            "HJ",
            "H9 HJ HA D7 C8 C9 CJ DJ",
            "SA S9 HT",
            {"seat": 3, "trump": "H", "declarer": 1, "rules": FREE},
        ),
    ],
)
def test_sound_play(
    why: str, expected: str, hand: str, trick: str, options: dict[str, object]
) -> None:
    # Maxims that the issue and every primer of trick-taking games name.
    assert simple_card(hand, trick, **options) in expected.split(), why


def test_simple_beats_random_on_either_side() -> None:
    # The same deals: more tricks as declarers, fewer left to the declarers as defenders.
    # A level of play that only shuffles its cards would gain nothing; this one gains half a
    # trick and more, here asked for at five standard errors of the paired differences.
    n = 3000
    hands = deal(n)
    best = np.zeros(n, np.int64)
    best_colours(hands, np.zeros(1, np.int64), best)
    for rules in (CutuRules(), FREE):
        base, _ = play(hands, rules, [RANDOM] * 4)
        for levels, sign in (([SIMPLE, RANDOM] * 2, 1), ([RANDOM, SIMPLE] * 2, -1)):
            tricks, _ = play(hands, rules, levels)
            gain = sign * (tricks - base)
            assert (gain.mean(axis=0) - 5 * gain.std(axis=0) / n**0.5 > 0.25).all()
