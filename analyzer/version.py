"""The one place where versions stand; the build and ``analyzer --version`` read the package's."""

from __future__ import annotations

__version__ = "0.1.0"

SCHEMA = "analyzer/1"
"""The form of all JSON answers: its number grows when a key changes its meaning or goes."""
