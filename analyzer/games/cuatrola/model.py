"""The fitted model of declarations, as it is stored: data/models/cuatrola/calls.json."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
from numpy.typing import NDArray

from analyzer.resources import data_path

FILE = "calls.json"


@cache
def model_weights() -> NDArray[np.int64]:
    """Weights in thousandths, level by level, row by row: what ``codes.MODEL`` describes."""
    stored = json.loads(data_path("models", "cuatrola", FILE).read_text(encoding="utf-8"))
    return np.concatenate(
        [np.array(stored["levels"][level]["weights"], np.int64).ravel() for level in LEVELS]
    )


LEVELS = ("simple", "expert")
"""Levels that declare by a model of their own."""
