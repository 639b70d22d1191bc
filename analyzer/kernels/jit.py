"""The one decorator of all compiled code, and where its machine code is cached.

numba's own cache notices a change of the file a kernel stands in, not of the files it
calls into, and fails at import where no folder is writable.  So the cache lives in a
folder named after a digest of all sources of this package and the version of numba, in
the user's cache folder, else in the temporary folder, else nowhere.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

_F = TypeVar("_F", bound=Callable[..., Any])
_PACKAGE = Path(__file__).resolve().parent.parent


def source_digest() -> str:
    """Digest of every Python source of the package and of numba's version (16 hex digits)."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
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


def _choose_cache() -> Path | None:
    digest = source_digest()
    for base in _candidates():
        folder = base / digest
        if _writable(folder):
            return folder
    return None


CACHE_DIR: Path | None = _choose_cache()
if CACHE_DIR is not None:
    # Setting the environment variable after numba's import has no effect; this has.
    numba.config.CACHE_DIR = str(CACHE_DIR)


def is_warm() -> bool:
    """Whether an earlier run has already left compiled code in the cache folder."""
    return CACHE_DIR is not None and any(CACHE_DIR.rglob("*.nbc"))


def kernel(function: _F) -> _F:
    """Compile ``function`` on first use: cached on disk, without the interpreter lock.

    Kernels take and return integers, ``uint64`` card sets and arrays only.  They do not
    recurse and take no functions: both break numba's on-disk cache.
    """
    compiled: _F = numba.njit(function, cache=CACHE_DIR is not None, nogil=True)
    return compiled
