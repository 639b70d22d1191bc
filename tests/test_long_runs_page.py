"""The questions that docs/long-runs.md asks of saved deals have the answers it shows."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command import good

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "long-runs.md").read_text(
    encoding="utf-8"
)


def test_saved_deals_answer_the_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (command,) = re.findall(r"^analyzer (.*--save-deals deals)$", PAGE, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    good(*shlex.split(command), "--quiet")
    shown = "\n".join(re.findall(r"^```python\n(>>> .*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    parsed = doctest.DocTestParser().get_doctest(shown, {}, "long-runs.md", None, 0)
    assert doctest.DocTestRunner().run(parsed) == (0, 11)
