"""Strategy analyser for folk card games: odds of every choice, under your own house rules.

>>> import analyzer
>>> rules = analyzer.load_rules("cutu", must_overtrump=False)
>>> len(analyzer.deal(rules, n=3, seed=1))
3
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.errors import QuestionError
from analyzer.version import __version__

if TYPE_CHECKING:
    from analyzer.api import bid_odds, compare, deal, load_rules, solve, tournament
    from analyzer.report.pages.ask import report

__all__ = [
    "QuestionError",
    "__version__",
    "bid_odds",
    "compare",
    "deal",
    "load_rules",
    "report",
    "solve",
    "tournament",
]


def __getattr__(name: str) -> Any:
    """Import the parts of the interface when they are first used: numba and pandas are slow."""
    if name == "report":
        from importlib import import_module

        # The package is the function: see there.
        return import_module("analyzer.report")
    if name in __all__:
        from analyzer import api

        return getattr(api, name)
    raise AttributeError(f"module 'analyzer' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
