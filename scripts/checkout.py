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
