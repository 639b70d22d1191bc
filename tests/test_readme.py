"""What the README shows is what the program prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command import good

README = Path(__file__).resolve().parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
SHOWN = re.findall(r"```\n\$ scripts/run ([^\n]+)\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = re.findall(r"^scripts/run ([^\n]+)$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_shown_output_is_real(command: str, shown: str) -> None:
    assert good(*shlex.split(command), "--quiet") == shown


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command: str, tmp_path: Path) -> None:
    words = shlex.split(command)
    if words[0] == "bid-odds" and words[1] not in ("cuatrola", "cuccu"):
        words += ["--deals", "50"]
    if words[0] == "compare":
        words += ["--deals", "20"]
        # Every value of every rule would take a minute: one stands for all.
        words = ["--variant=overtricks=0" if word == "--each" else word for word in words]
    words = [str(tmp_path / word) if word.endswith(".svg") else word for word in words]
    if "our_table.toml" in words:
        (tmp_path / "our_table.toml").write_text("must_overtrump = false\n")
        words = [str(tmp_path / word) if word.endswith(".toml") else word for word in words]
    if words != ["--help"]:
        words.append("--quiet")
    assert good(*words)
