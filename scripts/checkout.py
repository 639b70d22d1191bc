"""Imported first by the Python scripts here: they run in the checkout's environment.

A script started with another Python starts again with that of ``.venv``, where there is one; the
package and the tests can be imported from the checkout.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_PYTHON = ROOT / ".venv" / "bin" / "python"
_STARTED = Path(sys.argv[0]).resolve().parent == ROOT / "scripts"
"""Whether a script was started, and not imported by a test."""

if _STARTED and _PYTHON.exists() and Path(sys.prefix).resolve() != (ROOT / ".venv").resolve():
    os.execv(_PYTHON, [str(_PYTHON), *sys.argv])
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


def show_help() -> None:
    """End with the script's own description where ``--help`` is asked for."""
    if {"-h", "--help"} & set(sys.argv[1:]):
        print((sys.modules["__main__"].__doc__ or "").strip())
        sys.exit(0)


def number(place: int, default: float) -> float:
    """The number that is word ``place`` of the command, or ``default`` without it."""
    show_help()
    if len(sys.argv) <= place:
        return default
    try:
        return float(sys.argv[place])
    except ValueError:
        print(f"{Path(sys.argv[0]).name}: {sys.argv[place]!r}: expected a number", file=sys.stderr)
        sys.exit(2)
