"""What the README and the pages of the games show is what the program prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from analyzer.games.cuccu.report import chapters
from tests.cli.command import good

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
SHOWN = re.findall(r"```\n\$ scripts/run ([^\n]+)\n(.*?)```", TEXT, re.DOTALL)
PAGES = [
    (page.name, command.replace("\\\n", " "), shown)
    for page in sorted((ROOT / "docs").glob("*.md"))
    for command, shown in re.findall(
        r"```\n\$ analyzer ((?:[^\n]*\\\n)*[^\n]+)\n(.*?)```",
        page.read_text(encoding="utf-8"),
        re.DOTALL,
    )
]
COMMANDS = re.findall(r"^scripts/run ([^\n]+)$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_shown_output_is_real(command: str, shown: str) -> None:
    assert good(*shlex.split(command), "--quiet") == shown


@pytest.mark.parametrize(("page", "command", "shown"), PAGES)
def test_output_shown_on_the_pages_is_real(page: str, command: str, shown: str) -> None:
    assert good(*shlex.split(command), "--quiet") == shown


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = shlex.split(command)
    if words[0] == "report":
        # The first chapter stands for all: the others count deals for half a minute.
        monkeypatch.setattr(chapters, "CHAPTERS", chapters.CHAPTERS[:1])
        words += ["--deals", "50", "--output", str(tmp_path)]
    if words[0] == "bid-odds" and words[1] != "cuccu":
        words += ["--deals", "50"]
    if words[0] == "compare":
        words += ["--deals", "20"]
        # Every value of every rule would take a minute: one stands for all.
        words = ["--variant=overtricks=0" if word == "--each" else word for word in words]
    if words[0] == "tournament":
        words += ["--deals", "10", "--matches", "1"]
    words = [str(tmp_path / word) if word.endswith(".svg") else word for word in words]
    if "our_table.toml" in words:
        (tmp_path / "our_table.toml").write_text("must_overtrump = false\n")
        words = [str(tmp_path / word) if word.endswith(".toml") else word for word in words]
    if words != ["--help"]:
        words.append("--quiet")
    assert good(*words)
