"""Every row of the options page works: the values are taken, and each changes some answer.

The table is the page of house rules that the project was given, first value the default, not
read from the code.  "An option that is listed and does nothing is a bug."
"""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import analyzer
from analyzer.games import load_game

YES, NO = (True, False), (False, True)

OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "cutu": {
        "lowest_bid": (4, 5),
        "redeal_dealer": ("same", "next"),
        "four_is_free": NO,
        "must_trump": YES,
        "must_overtrump": YES,
        "undertrump": ("free", "trump"),
        "partner_exempt": NO,
        "first_lead": ("declarer", "left_of_dealer", "left_of_declarer"),
        "no_trump_factor": (1, 2),
        "cutu_factor": (2, 1, 3),
        "overtricks": (1, 0),
        "failed_contract": ("bid", "bid_and_undertricks"),
        "defence_points": ("over_four", "none", "undertricks"),
        "target": (100, 73, 250),
    },
    "cupe": {
        "exchange": (
            "right", "left", "across", "none",
            "cycle_lran", "cycle_larn", "cycle_rlna", "cycle_lra", "random",
        ),
        "exchange_count": (3, 1, 2, 4, 5, 6),
        "exchange_high_spades": YES,
        "open_with": ("two_of_clubs", "any_club", "after_dealer"),
        "first_trick_points": (
            "forbidden", "allowed", "hearts_forbidden", "queen_forbidden",
        ),
        "lead_barred": ("points", "hearts", "none"),
        "breakers": ("points", "hearts"),
        "only_barred_left": ("any", "queen_forced"),
        "values": ("one", "face", "spot"),
        "bonus_card": ("none", "jack_diamonds", "ten_diamonds"),
        "bonus_points": (-10, -5, -11),
        "no_trick_bonus": (0, -5),
        "slam": ("add", "subtract", "auto", "lead_auto", "none"),
        "slam_needs_bonus": NO,
        "end_at": (100, 91, 500),
        "limit_mode": ("exceed", "reach"),
        "tie": ("shared", "play_on"),
        "winners": ("lowest", "two_lowest"),
    },
    "cruce": {
        "players": (4, 3, 2),
        "deal": ("two_packets", "all_at_once"),
        "two_player_hand": (6, 8),
        "highest_bid": (6, 4),
        "auction": ("once", "open"),
        "all_pass": ("contract_zero", "redeal"),
        "first_speaker": ("after_dealer", "before_dealer"),
        "trump_by": ("first_lead", "named", "named_on_first_packet"),
        "pe_carte": YES,
        "blind_multiplier": (1, 2),
        "must_beat": NO,
        "announcements": YES,
        "announce_trigger": (
            "first_played", "suit_lead", "pair_card_lead", "pair_card_played",
        ),
        "announce_needs_trick": NO,
        "double_round": YES,
        "double_four_nines": YES,
        "double_weak_hand": NO,
        "double_cap": (8, 2, 4, 1),
        "made_pays": ("all", "bid_only"),
        "target": (21, 15, 11, 6),
        "lead_of_two": YES,
    },
    "cuatrola": {
        "target": (11, 7, 21),
        "cap": ("exact", "off"),
        "solo_value": (2, 0, 3),
        "cuatro_value": (4, 0, 3),
        "quinta_value": (5, 0, 6),
        "overcall": ("higher", "first_closes"),
        "tie_normal": ("mano", "nobody", "last_trick"),
        "tie_solo": ("mano", "declarer_fails"),
        "sweep_points": (1, 2),
        "beat_after_ruff": NO,
        "cannot_overruff": ("any", "must_trump"),
        "trump_lead": ("must_beat", "any_trump"),
        "beat_what": ("best_so_far", "opening_card"),
        "cantes": ("one_per_trick", "several", "winner_only", "off"),
        "forty_first": NO,
        "contract_lead": ("mano", "soloist"),
        "tute_wins": NO,
    },
    "cuccu": {
        "players": (4, 2, 3, 20),
        "lives": (3, 1, 9),
        "pack": (40, 38),
        "tie": ("all_lose", "earliest", "pairs_safe"),
        "single_fool": ("ties_lowest", "fixed_lowest"),
        "two_fools": ("fourteen_half", "gain_life"),
        "cat": ("undo_chain", "undo_all", "no_undo"),
        "inn": ("payment", "skip"),
        "cuckoo": ("refuses", "stops_play"),
        "dealer_draw": ("no_effect", "as_asked"),
        "mid_round_zero": ("dead_card", "out_at_once"),
        "all_zero": ("reset", "replay", "joint_win"),
        "dealing": ("as_you_go", "all_first"),
        "refuser_turn": ("yes", "no"),
        "fool_received": ("nothing", "out"),
    },
}  # fmt: skip

Ask = dict[str, Any]
WHERE: dict[str, list[tuple[dict[str, Any], Ask]]] = {
    "cutu": [
        ({}, {"play": "random", "deals": 2_000}),
        ({}, {"hand": "♠AKJ97 ♥A ♦K8", "play": "simple", "deals": 300, "score": "62-71"}),
        (
            {},
            {
                "hand": "♠AKJ97 ♥A ♦K8", "play": "simple", "deals": 300, "score": "90-95",
                "calls": "pas pas pas",
            },
        ),
    ],
    "cupe": [
        ({}, {"play": "random", "deals": 8_000}),
        ({"bonus_card": "jack_diamonds"}, {"play": "random", "deals": 5_000}),
        (
            {},
            {
                "hand": "AKQJ.AKQ.AKQ.432", "play": "simple", "deals": 2_000,
                "after_exchange": "yes", "score": "90,20,80,85",
            },
        ),
    ],
    "cruce": [
        ({}, {"play": "random", "deals": 5_000}),
        ({"players": 2}, {"play": "random", "deals": 2_000}),
        ({"double_weak_hand": True}, {"play": "random", "deals": 20_000}),
        ({}, {"hand": "♠AK ♥9", "play": "simple", "deals": 1_000, "score": "3-2"}),
    ],
    "cuatrola": [
        ({}, {"play": "random,simple", "deals": 5_000}),
        ({}, {"play": "open", "deals": 200}),
    ],
    "cuccu": [
        ({"players": 3}, {"play": "random,simple", "deals": 2_000}),
        ({"players": 3, "single_fool": "fixed_lowest"}, {"play": "simple", "deals": 2_000}),
        ({"lives": 1}, {"play": "simple", "deals": 500}),
    ],
}  # fmt: skip
"""House rules and questions under which a rule may show: base rates, a hand in a match."""


def answer(game: str, base: dict[str, Any], ask: Ask) -> pd.DataFrame:
    asked = {**ask, "play": ask["play"].split(",")}
    rules = analyzer.load_rules(game, **base)
    return analyzer.bid_odds(rules, seed=3, workers=1, **asked).frame


@pytest.mark.parametrize("game", OPTIONS)
def test_keys_values_and_defaults_are_those_of_the_page(game: str) -> None:
    assert set(load_game(game).rules.rules()) == set(OPTIONS[game])
    for key, values in OPTIONS[game].items():
        assert getattr(analyzer.load_rules(game), key) == values[0], key
        for value in values:
            assert getattr(analyzer.load_rules(game, **{key: value}), key) == value


@pytest.mark.parametrize("game", OPTIONS)
def test_every_value_changes_some_answer(game: str) -> None:
    before: list[pd.DataFrame | None] = [None] * len(WHERE[game])
    silent = []
    for key, values in OPTIONS[game].items():
        for value in values[1:]:
            if forty_first(key):
                continue
            for i, (base, ask) in enumerate(WHERE[game]):
                known = before[i]
                if known is None:
                    known = before[i] = answer(game, base, ask)
                if key not in base and not known.equals(answer(game, {**base, key: value}, ask)):
                    break
            else:
                silent.append(f"{key} = {value}")
    assert not silent


def forty_first(key: str) -> bool:
    """Changes best play in one deal of thousands: it has a test of its own."""
    return key == "forty_first"


def test_forty_before_twenty_changes_best_play() -> None:
    plain, strict = (analyzer.load_rules("cuatrola", forty_first=value) for value in NO)
    deals = analyzer.deal(plain, n=20_000, seed=2)
    assert (analyzer.solve(plain, deals) != analyzer.solve(strict, deals)).any()
