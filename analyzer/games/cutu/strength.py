"""How many tricks a hand promises in each strain, from its own cards only.

A table model: every suit of a hand adds a number looked up by its length and its top four
ranks, in one table for the trump suit, one for side suits by the length of the trump suit,
and one for all suits at no trump.  ``scripts/fit-cutu`` fits the tables to simulated
deals and stores them, with the quality of the fit, in ``data/models/cutu/strength.json``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cutu.duties import duties
from analyzer.games.cutu.kernels.strength import SIZE, choose_suits
from analyzer.games.cutu.rules import CutuRules
from analyzer.resources import data_path

UNIT = 1000
"""Tables hold thousandths of a trick, so that choices are the same on every machine."""


@dataclass(frozen=True)
class TrumpChooser:
    """Names trump from the declarer's own hand."""

    model: NDArray[np.int64]

    @classmethod
    def load(cls, rules: CutuRules) -> TrumpChooser:
        """The stored model for the duties of these rules: compulsory trumping, or none."""
        name = "whist" if duties(rules) == 0 else "standard"
        text = data_path("models", "cutu", "strength.json").read_text(encoding="utf-8")
        stored = json.loads(text)["models"][name]["thousandths"]
        model = np.zeros(SIZE, np.int64)
        for cell, value in stored.items():
            model[int(cell)] = value
        return cls(model)

    def choose(self, hands: NDArray[np.uint64], seat: int, strains: NDArray[np.int64]) -> None:
        """Trump suits for the hands of ``seat`` into ``strains`` int64 [n]."""
        choose_suits(hands, seat, self.model, strains)
