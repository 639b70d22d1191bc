"""The weights of the player `simple`, by moment and consideration, each with its name.

They were fitted by ``scripts/fit-cutu-play`` (policy iteration: cards are valued by playing
the same deals on with the player at hand, and the weights fitted to those values) and are
stored in ``data/models/cutu/simple.json``, in thousandths of a trick.
"""

from __future__ import annotations

import json
from functools import cache

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cutu.kernels.simple import CONSIDERATIONS, MOMENTS
from analyzer.resources import data_path

UNIT = 1000
"""Stored weights are whole thousandths of a trick."""

MOMENT_NAMES = (
    "no trump, first lead",
    "no trump, lead with 5 to 7 cards",
    "no trump, lead with up to 4 cards",
    "declarer leads, 6 to 8 cards",
    "declarer leads, up to 5 cards",
    "defender before the declarer leads, 6 to 8 cards",
    "defender before the declarer leads, up to 5 cards",
    "declarer's partner leads, 6 to 8 cards",
    "declarer's partner leads, up to 5 cards",
    "defender after the declarer leads, 6 to 8 cards",
    "defender after the declarer leads, up to 5 cards",
    "no trump, second hand follows",
    "no trump, third hand follows",
    "no trump, fourth hand follows",
    "trump, second hand follows",
    "trump, third hand follows",
    "trump, fourth hand follows",
    "no trump, void in the suit led",
    "void in the suit led, trumps only",
    "void in the suit led, free choice",
)
"""Moments of the play, in the order of the kernel's rows."""

CONSIDERATION_NAMES = (
    "chance that the side wins the trick",
    "... with this card",
    "... with this card, times sure winners left",
    "chance that the side wins the trick, by cards left",
    "... with this card, by cards left",
    "winners of the suit in the next round",
    "winners of the suit one round later",
    "winners of the suit two rounds later",
    "winners of the suit after that",
    "chance that winners of the suit are ruffed",
    "lower cards of the suit unseen",
    "higher cards of the suit unseen",
    "a trump",
    "winning trumps in the next round",
    "winning trumps later",
    "lower trumps unseen",
    "higher trumps unseen",
    "trumps left",
    "a ruff",
    "a ruff, times the opponents' trumps",
    "last card of the suit",
    "last card of the suit, times own trumps",
    "length of the suit",
    "cards of the suit unseen",
    "declarer leads a trump",
    "a trump led, times the opponents' trumps",
    "a trump led, times sure winners in other suits",
    "a suit that the partner has led",
    "a suit that an opponent has led",
    "a side suit led through the declarer",
    "a side suit led up to the declarer",
    "chance that an opponent ruffs the lead",
    "chance that the partner ruffs the lead",
    "a suit led in which only one card is higher",
    "winners of the suit in the next round, by cards left",
    "winners of the suit one round later, by cards left",
    "a sure winner of its suit played",
    "a sure winner of its suit played, by cards left",
    "overtakes the partner",
    "a discard",
    "the next lower card is held too",
    "sure winners of the suit led",
    "chance that the side wins the trick, times the opponents' trumps",
    "... with this card, times the opponents' trumps",
    "chance that the partner holds the highest card",
    "chance that both opponents are void in the suit led",
    "a sure winner of its suit discarded",
)
"""What speaks for or against a card, in the order of the kernel's columns."""


@cache
def simple_weights() -> NDArray[np.float64]:
    """Weights of the player, float64 [MOMENTS, CONSIDERATIONS]; not to be modified."""
    text = data_path("models", "cutu", "simple.json").read_text(encoding="utf-8")
    stored = json.loads(text)["thousandths"]
    weights = np.zeros((MOMENTS, CONSIDERATIONS))
    for m, moment in enumerate(MOMENT_NAMES):
        for c, consideration in enumerate(CONSIDERATION_NAMES):
            weights[m, c] = stored[moment].get(consideration, 0) / UNIT
    weights.setflags(write=False)
    return weights
