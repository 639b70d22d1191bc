"""The scripts that set up the environment: what they say, and that they cost nothing later."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts are for bash")


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """A checkout whose environment is in place, in a folder with a space in its name.

    Its package only prints its arguments and the folder it was called from.
    """
    root = tmp_path / "a checkout"
    shutil.copytree(CHECKOUT / "scripts", root / "scripts")
    shutil.copytree(CHECKOUT / "requirements", root / "requirements")
    package = root / "analyzer"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text("import os, sys\nprint(sys.argv[1:], os.getcwd())\n")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", root / ".venv"], check=True)
    packages = root / ".venv" / Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    (packages / "analyzer-checkout.pth").write_text(f"{root}\n")
    stamp(root, "dev")
    return root


def stamp(root: Path, kind: str) -> None:
    lock = (root / "requirements" / f"{kind}.lock").read_bytes()
    sums = subprocess.run(["cksum"], input=lock, capture_output=True, check=True).stdout.decode()
    (root / ".venv" / "analyzer.stamp").write_text(f"{kind} {sums.strip()} {root}\n")


def call(command: Path, *arguments: str, cwd: Path, **variables: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [command, *arguments],
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def test_run_passes_arguments_and_folder_on(ready: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "analyzer.py").write_text("raise SystemExit('the wrong analyzer')\n")
    status, out, err = call(ready / "scripts" / "run", "a", "b  c", "♠A", cwd=elsewhere)
    assert (status, err) == (0, "")
    assert out == f"['a', 'b  c', '♠A'] {elsewhere}\n"


def test_run_works_through_a_symbolic_link(ready: Path, tmp_path: Path) -> None:
    link = tmp_path / "folk"
    link.symlink_to(ready / "scripts" / "run")
    assert call(link, "x", cwd=tmp_path) == (0, f"['x'] {tmp_path}\n", "")


@pytest.mark.alone
def test_run_adds_less_than_two_seconds_when_all_is_in_place(ready: Path, tmp_path: Path) -> None:
    began = time.perf_counter()
    assert call(ready / "scripts" / "run", cwd=tmp_path)[0] == 0
    assert time.perf_counter() - began < 2.0


@pytest.mark.parametrize("kind", ["run", "dev"])
def test_a_changed_lock_file_is_noticed(ready: Path, tmp_path: Path, kind: str) -> None:
    stamp(ready, kind)
    lock = ready / "requirements" / f"{kind}.lock"
    lock.write_text(lock.read_text() + "# changed\n")
    # This environment has no pip, so that the attempt to install ends at once, and says so.
    status, out, err = call(ready / "scripts" / "run", cwd=tmp_path)
    assert (status, out) == (1, "")
    assert f"installing what requirements/{kind}.lock lists" in err
    assert "the installation failed" in err.splitlines()[-1]
    # Half an installation must not pass for a whole one the next time.
    assert not (ready / ".venv" / "analyzer.stamp").exists()


def test_a_moved_checkout_is_noticed(ready: Path, tmp_path: Path) -> None:
    moved = ready.rename(tmp_path / "moved")
    assert "installing" in call(moved / "scripts" / "run", cwd=tmp_path)[2]


def test_an_environment_for_running_is_not_enough_for_tests(ready: Path, tmp_path: Path) -> None:
    stamp(ready, "run")
    assert "requirements/dev.lock" in call(ready / "scripts" / "test", cwd=tmp_path)[2]


def test_no_recent_python_is_one_clear_line(ready: Path, tmp_path: Path) -> None:
    shutil.rmtree(ready / ".venv")
    old = tmp_path / "old"
    old.mkdir()
    for name in ("python", "python3", *(f"python3.{minor}" for minor in range(11, 16))):
        (old / name).write_text("#!/bin/sh\nexit 1\n")  # as any Python before 3.11 answers
        (old / name).chmod(0o755)
    status, out, err = call(
        ready / "scripts" / "run", cwd=tmp_path, PATH=f"{old}:{os.environ['PATH']}"
    )
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("scripts/run: Python 3.11 or newer is needed")
