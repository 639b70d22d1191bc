"""Term tables: words by language, from ``data/terms``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from analyzer.resources import data_path

REPORT = "report"


@cache
def terms(name: str, lang: str) -> Mapping[str, Any]:
    """The words of one table in one language; a game that has no table has no words."""
    path = data_path("terms", f"{name}.toml")
    if not path.exists():
        return {}
    found: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")).get(lang, {})
    return found


def word(key: str, lang: str, **values: object) -> str:
    """A text of every report, with ``{name}`` replaced by values."""
    text: str = terms(REPORT, lang)[key]
    return text.format(**values) if values else text


def measure_name(game: str, lang: str, measure: str) -> str:
    """A measure in words: the game's own, the report's, or its key without underscores."""
    for table in (terms(game, lang), terms("measures", lang)):
        found = table.get("measures", table).get(measure)
        if isinstance(found, str):
            return found
    return measure.replace("_", " ")


def rule_meaning(game: str, lang: str, key: str, usual: str) -> str:
    """What a house rule means; as the program says it when there is no translation."""
    found: str = terms(game, lang).get("rules", {}).get(key, usual)
    return found
