"""The layout of what the commands print: stored transcripts at fixed seeds and small deals.

They say nothing about the numbers, which are confirmed elsewhere.  After an intended change,
scripts/write-transcripts stores them anew; look at the differences.
"""

from __future__ import annotations

import pytest

from tests.cli.transcript import FOLDER, commands, path_of, transcript


@pytest.mark.parametrize("name", commands())
def test_the_command_answers_as_stored(name: str) -> None:
    words = commands()[name]
    found = transcript(words)
    if "analyzer: compiling" in found:
        found = transcript(words)
    assert found == path_of(name).read_text(encoding="utf-8")


def test_every_stored_transcript_has_its_command() -> None:
    stored = {path.stem for path in FOLDER.glob("*.txt")} - {"commands"}
    assert stored == set(commands())
