"""What decides whether compiled code is still good: all sources that a kernel may call into."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import analyzer
from analyzer.kernels import jit

PACKAGE = Path(analyzer.__file__).resolve().parent
SOURCES = sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> Iterator[Path]:
    """Files of the package that a source imports, read with Python's own parser."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            if name.split(".")[0] == "analyzer":
                target = PACKAGE.parent.joinpath(*name.split("."))
                for file in (target.with_suffix(".py"), target / "__init__.py"):
                    if file.is_file():
                        yield file


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_import_counts(path: Path) -> None:
    assert set(imported(path)) <= jit._imports(path)
