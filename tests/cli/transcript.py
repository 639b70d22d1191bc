"""Transcripts of commands: how they are listed, made and stored."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.command import call

FOLDER = Path(__file__).parent / "transcripts"


def commands() -> dict[str, str]:
    """Words of a command line by the name of its transcript."""
    lines = (FOLDER / "commands.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines if not line.startswith("#"))
    return {name: words for name, _, words in pairs}


def transcript(words: str) -> str:
    """The command line and what it answers; the time that a run took is left out."""
    done = call(*shlex.split(words))
    out = re.sub(r'"seconds": [0-9.e+-]+', '"seconds": 0', done.out)
    parts = [f"$ analyzer {words}\n", out]
    if done.err:
        parts += ["[stderr]\n", done.err]
    if done.status:
        parts.append(f"[exit status {done.status}]\n")
    return "".join(parts)


def path_of(name: str) -> Path:
    """Where a transcript is stored."""
    return FOLDER / f"{name}.txt"
