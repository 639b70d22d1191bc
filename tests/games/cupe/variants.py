"""Variants of Cupe for tests: every house rule alone, and random combinations."""

from __future__ import annotations

import random

from analyzer.games.cupe.rules import CupeRules

NUMBERS = {"exchange_count": (1, 2, 4, 5, 6), "end_at": (1, 26, 40, 500)}


def values(key):
    """Some values of a house rule besides its default (all, where they are few)."""
    return NUMBERS.get(key) or CupeRules.rules()[key].choices[1:]


# A rule that needs another to matter is tried with that one set.
NEEDS = {
    "bonus_points": {"bonus_card": "jack_diamonds"},
    "slam_needs_bonus": {"bonus_card": "ten_diamonds"},
}

ALONE = [
    CupeRules.make({key: value} | NEEDS.get(key, {}))
    for key in CupeRules.rules()
    for value in values(key)
]
PRESETS = [CupeRules.load(name) for name in CupeRules.presets()]


def named(rules):
    """A short name for test output."""
    changes = rules.changed()
    return rules.preset + "".join(f" {key}={value}" for key, value in changes.items())


def combination(seed):
    """Random values of all house rules."""
    rng = random.Random(seed)
    return CupeRules.make(
        {key: rng.choice([rule.default, *values(key)]) for key, rule in CupeRules.rules().items()}
    )
