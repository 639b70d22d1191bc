"""The one place where the version stands; the build and ``analyzer --version`` read it."""

from __future__ import annotations

__version__ = "0.1.0"
