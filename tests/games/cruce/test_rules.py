"""House rules of Cruce: keys and values of the options page, presets, inert rules."""

from __future__ import annotations

import pytest

from analyzer.errors import QuestionError
from analyzer.games.cruce import codes
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels import trick

# The table of the options page, default first.
OPTIONS = {
    "players": (4, 3, 2),
    "deal": ("two_packets", "all_at_once"),
    "two_player_hand": (6, 8),
    "highest_bid": (6, 4),
    "auction": ("once", "open"),
    "all_pass": ("contract_zero", "redeal"),
    "first_speaker": ("after_dealer", "before_dealer"),
    "trump_by": ("first_lead", "named", "named_on_first_packet"),
    "pe_carte": (True, False),
    "blind_multiplier": (1, 2),
    "must_beat": (False, True),
    "announcements": (True, False),
    "announce_trigger": ("first_played", "suit_lead", "pair_card_lead", "pair_card_played"),
    "announce_needs_trick": (False, True),
    "double_round": (True, False),
    "double_four_nines": (True, False),
    "double_weak_hand": (False, True),
    "double_cap": (8, 2, 4, 1),
    "made_pays": ("all", "bid_only"),
    "target": (21, 15, 11, 6),
    "lead_of_two": (True, False),
}


def test_the_keys_and_values_are_those_of_the_options_page() -> None:
    assert {key: rule.choices for key, rule in CruceRules.rules().items()} == OPTIONS


def test_presets() -> None:
    changes = {
        name: {k: v for k, v in CruceRules.load(name).settings().items() if v != OPTIONS[k][0]}
        for name in CruceRules.presets()
    }
    assert changes == {
        "standard": {},
        "classic": {"must_beat": True, "announce_trigger": "pair_card_lead"},
        "short": {"target": 11},
        "two": {"players": 2},
        "three": {"players": 3},
    }


@pytest.mark.parametrize(
    ("changes", "inert"),
    [
        ({}, {"two_player_hand"}),
        (
            {"players": 2},
            {"deal", "first_speaker", "pe_carte", "blind_multiplier"},
        ),
        ({"deal": "all_at_once"}, {"two_player_hand", "pe_carte", "blind_multiplier"}),
        ({"pe_carte": False}, {"two_player_hand", "blind_multiplier"}),
        (
            {"announcements": False},
            {"two_player_hand", "announce_trigger", "announce_needs_trick"},
        ),
        (
            {"double_round": False},
            {"two_player_hand", "double_four_nines", "double_weak_hand", "double_cap"},
        ),
        ({"double_four_nines": False}, {"two_player_hand", "double_round", "double_cap"}),
    ],
)
def test_rules_that_cannot_matter_are_inert(changes: dict[str, object], inert: set[str]) -> None:
    assert set(CruceRules.make(changes).inert()) == inert


def test_impossible_values_are_named_with_their_choices() -> None:
    with pytest.raises(QuestionError) as caught:
        CruceRules.make({"players": 5, "double_cap": 3, "doubel_cap": 8})
    told = str(caught.value)
    assert "players = 5: expected 4, 3 or 2" in told
    assert "double_cap = 3: expected 8, 2, 4 or 1" in told
    assert "did you mean double_cap?" in told


def test_duties_of_both_settings() -> None:
    assert codes.duties(CruceRules()) == trick.MUST_TRUMP | trick.UNDERTRUMP
    assert codes.duties(CruceRules(must_beat=True)) == (
        trick.MUST_TRUMP
        | trick.UNDERTRUMP
        | trick.MUST_OVERTRUMP
        | trick.BEAT_LED
        | trick.BEAT_TRUMP_LEAD
    )
