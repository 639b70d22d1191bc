"""The lock files hold names, versions and hashes, and one environment can serve both."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
PIN = re.compile(r"([a-z0-9-]+)==(\S+?)(?: ; (.+?))? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def pins(kind: str) -> set[tuple[str, str]]:
    text = (CHECKOUT / "requirements" / f"{kind}.lock").read_text(encoding="utf-8")
    return {(found[1], found[2]) for found in map(PIN.fullmatch, text.splitlines()) if found}


def plain(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9_.-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


@pytest.mark.parametrize("kind", ["run", "dev"])
def test_only_names_versions_and_hashes(kind: str) -> None:
    text = (CHECKOUT / "requirements" / f"{kind}.lock").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines
    assert [line for line in lines if not (PIN.fullmatch(line) or HASH.fullmatch(line))] == []


def test_what_runs_is_locked_to_the_same_versions_for_tests() -> None:
    assert pins("run") <= pins("dev")


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *extras["cluster"], *extras["deals"]]
    wanted = {plain(line) for line in lines}
    assert wanted <= {name for name, _ in pins("run")}
    wanted |= {plain(line) for line in (*extras["test"], *extras["dev"])}
    assert wanted - {project["name"]} <= {name for name, _ in pins("dev")}
