"""Cupe against OpenSpiel's hearts: the stored comparison, and a random part of it again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games.cupe.against_openspiel import COMBINATIONS, compare

STORED = Path(__file__).resolve().parents[2] / "data" / "cupe_openspiel.json"


def test_the_stored_comparison_is_large_and_without_differences():
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert stored["combinations"] == len(COMBINATIONS) == 32
    assert stored["decisions"] >= 100_000
    assert stored["scores"] >= 2_000
    assert stored["slams"] > 0
    assert stored["legal_differences"] == stored["score_differences"] == 0


def test_again_under_all_combinations():
    pyspiel = pytest.importorskip("pyspiel")
    result = compare(pyspiel, 2, seed=7)
    assert result.decisions == 32 * 2 * 52
    assert result.examples == []
