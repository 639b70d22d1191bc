"""The decorators of compiled code, and where its machine code is cached.

numba's own cache notices a change of the file a kernel stands in, not of the files it
calls into, and fails at import where no folder is writable.  So the machine code of a
module lives in a folder named after a digest of that module and all modules of this
package it imports, directly or not, and of numba's version: below the user's cache folder,
else the temporary folder, else nowhere.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba

_F = TypeVar("_F", bound=Callable[..., Any])
_PACKAGE = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(
    r"^\s*(?:from (analyzer[\w.]*) import (\([^)]*\)|[^\n(]*)|import (analyzer[\w.]*))", re.M
)


@cache
def _imports(path: Path) -> frozenset[Path]:
    """Files of this package that the file imports."""
    names = set()
    for module, parts, plain in _IMPORT.findall(path.read_text(encoding="utf-8")):
        names.add(module or plain)
        names |= {f"{module}.{part}" for part in re.findall(r"\w+", parts)} if module else set()
    found = set()
    for name in names:
        target = _PACKAGE.parent.joinpath(*name.split("."))
        found |= {p for p in (target.with_suffix(".py"), target / "__init__.py") if p.is_file()}
    return frozenset(found)


@cache
def source_digest(path: Path) -> str:
    """Digest of a source file, of all it imports from this package, and of numba's version."""
    seen, left = {path}, [path]
    while left:
        fresh = _imports(left.pop()) - seen
        seen |= fresh
        left += fresh
    digest = hashlib.sha256(numba.__version__.encode())
    for file in sorted(seen):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _candidates() -> list[Path]:
    named = os.environ.get("ANALYZER_CACHE_DIR")
    if named:
        return [Path(named)]
    home = os.environ.get("XDG_CACHE_HOME")
    folders = [Path(home) / "analyzer"] if home else []
    try:
        folders.append(Path.home() / ".cache" / "analyzer")
    except RuntimeError:  # no home folder is known
        pass
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folders.append(Path(tempfile.gettempdir()) / f"analyzer-cache-{user}")
    return folders


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


CACHE_DIR: Path | None = next((folder for folder in _candidates() if _writable(folder)), None)
"""Where machine code is kept between runs; ``None`` when no folder is writable."""


def marker(module: str, what: str) -> Path | None:
    """A file whose presence says that ``what`` was compiled for a module as it is now."""
    path = Path(sys.modules[module].__file__ or "")
    return None if CACHE_DIR is None else CACHE_DIR / source_digest(path) / f"ready-{what}"


def kernel(function: _F) -> _F:
    """Compile ``function`` on first use: cached on disk, without the interpreter lock.

    Kernels take and return integers, ``uint64`` card sets and arrays only.  They do not
    recurse and take no functions: both break numba's on-disk cache.
    """
    return _compiled(function)


def inlined(function: _F) -> _F:
    """A :func:`kernel` whose machine code is copied into all callers: small steps of hot loops.

    A call costs about as much as ten additions, more with several arrays as arguments.
    """
    return _compiled(function, forceinline=True)


def _compiled(function: _F, forceinline: bool = False) -> _F:
    path = Path(function.__code__.co_filename).resolve()
    cached = CACHE_DIR is not None and path.is_relative_to(_PACKAGE)
    if cached:
        # Read when a function is decorated; the environment variable is read only at import.
        numba.config.CACHE_DIR = str(CACHE_DIR / source_digest(path))  # type: ignore[operator,attr-defined]
    compiled: _F = numba.njit(function, cache=cached, nogil=True, forceinline=forceinline)
    return compiled
