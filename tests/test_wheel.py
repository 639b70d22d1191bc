"""A wheel, installed into an empty environment, is a working ``analyzer`` with its presets."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from analyzer.version import __version__

CHECKOUT = Path(__file__).resolve().parent.parent


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed, run as a stranger to the checkout."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=CHECKOUT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python of a new environment that holds the wheel and sees the libraries of this one.

    A ``.pth`` line lends the libraries, since nothing may be downloaded here.  ``.pth`` files
    that lie in the lent folder itself are not followed, so the checkout stays out of sight.
    """
    folder = tmp_path_factory.mktemp("empty") / "env"
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(
        *(sys.executable, "-m", "pip", "--python", python),
        *("install", "--quiet", "--no-deps", "--no-index", wheel),
        cwd=folder.parent,
    )
    packages = run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder.parent
    )
    lent = Path(packages.strip()) / "lent.pth"
    lent.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


def test_every_shipped_file_is_inside(wheel: Path) -> None:
    # Why equal: what lies under data/ in a checkout is what data_path() finds when installed.
    shipped = {
        path.relative_to(CHECKOUT / "data").as_posix()
        for path in (CHECKOUT / "data").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    prefix = "analyzer/data/"
    inside = zipfile.ZipFile(wheel).namelist()
    assert {name.removeprefix(prefix) for name in inside if name.startswith(prefix)} == shipped
    assert "rules/cutu/standard.toml" in shipped


def test_nothing_but_the_package_is_inside(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"analyzer", f"folk_card_analyzer-{__version__}.dist-info"}


def test_the_installed_copy_is_the_one_that_runs(installed: Path, tmp_path: Path) -> None:
    found = run(installed, "-c", "import analyzer; print(analyzer.__file__)", cwd=tmp_path)
    assert Path(found.strip()).is_relative_to(installed.parent.parent)


def test_the_command_works_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    command = installed.parent / "analyzer"
    assert __version__ in run(command, "--version", cwd=tmp_path)
    rules = run(command, "rules", "cutu", cwd=tmp_path)
    # Keys and presets of the house rules of Cuțu.
    for word in ("must_overtrump", "undertrump", "whist", "partner_exempt"):
        assert word in rules
