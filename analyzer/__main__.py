"""``python -m analyzer`` is the ``analyzer`` command."""

from __future__ import annotations

from analyzer.cli import script

if __name__ == "__main__":
    script()
