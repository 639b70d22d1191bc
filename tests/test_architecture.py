"""What lint-imports checks must cover every game there is."""

from __future__ import annotations

import tomllib
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


def test_every_game_is_kept_independent_of_the_others() -> None:
    # A game is a folder under games/ (docs/architecture.md).
    games = {
        f"analyzer.games.{folder.name}"
        for folder in (CHECKOUT / "analyzer" / "games").iterdir()
        if (folder / "__init__.py").exists()
    }
    tool = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    contracts = {contract["id"]: contract for contract in tool["importlinter"]["contracts"]}
    assert games <= set(contracts["games"]["modules"])
