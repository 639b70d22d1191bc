"""What must be the same for two pieces of work to be parts of one: the question, and the program.

Everything is compared as strict JSON, so that a part that differs can be named.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from analyzer.games.base import Plan
from analyzer.resources import data_path
from analyzer.version import __version__

_PACKAGE = Path(__file__).resolve().parent.parent
_SUFFIXES = (".py", ".toml", ".json", ".npz", ".npy")


@cache
def source_digest() -> str:
    """Digest of all that the numbers depend on: the package's sources, presets and models."""
    total = hashlib.sha256()
    for folder in (_PACKAGE, data_path()):
        files = sorted(
            (path.relative_to(folder).as_posix(), path)
            for path in folder.rglob("*")
            if path.suffix in _SUFFIXES
            # In an installed copy the data lie inside the package: they are read once.
            and (folder != _PACKAGE or "data" not in path.relative_to(folder).parts[:1])
        )
        for name, path in files:
            content = path.read_bytes()
            total.update(f"{name} {len(content)}\n".encode())
            total.update(content)
    return total.hexdigest()[:16]


def program() -> dict[str, str]:
    """Versions that decide the numbers, by what they are called in a message."""
    return {
        "analyzer": __version__,
        "source": source_digest(),
        "numba": str(numba.__version__),
        "numpy": np.__version__,
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
    }


def differing(ours: Mapping[str, str], theirs: Mapping[str, str]) -> str | None:
    """In what two programs differ, as ``numba 0.68.1, here 0.67.0``; ``None`` when they agree."""
    for name, here in ours.items():
        there = theirs.get(name)
        if there != here:
            return f"{name} {there}, here {here}"
    return None


def digest_of(value: object) -> str:
    """Digest of a value made of JSON's types, whatever the order of its keys."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def describe_columns(plan: Plan) -> list[dict[str, Any]]:
    """The columns of a plan in JSON's types."""
    return [asdict(column) | {"choice": dict(column.choice)} for column in plan.columns]


def plan_digest(plan: Plan) -> str:
    """Digest of what a plan measures: the question as understood, and every column.

    House rules are no part of it, since a plan need not know them: whoever runs a plan names
    them beside it.
    """
    kind = type(plan)
    return digest_of(
        {
            "kind": f"{kind.__module__}.{kind.__qualname__}",
            # The plan of a trial may have none: its columns tell what is tried.
            "question": dict(getattr(plan, "question", {})),
            "columns": describe_columns(plan),
            "exact": plan.exact,
            "unit": plan.unit_of_plan,
        }
    )
