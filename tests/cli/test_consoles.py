"""Consoles: without Unicode, without colour, terminals, closed pipes, full disks, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import analyzer
from analyzer.cli.output import plain_text
from analyzer.cli.progress import progress_text
from tests.cli.command import CHECKOUT, HAND, finished, good, started

pty = pytest.importorskip("pty", reason="terminals of Unix")

ODDS = (
    "bid-odds", "cutu", HAND, "--play", "random", "--deals", "200", "--seed", "7", "--workers", "1",
)  # fmt: skip
WIDTH = 100
SUIT_SIGNS = "♠♥♦♣"


def test_help_and_version_on_any_console() -> None:
    for encoding in ("utf-8", "ascii", "latin-1"):
        for words in ((), ("--help",), ("-h",), ("help",)):
            text = good(*words, encoding=encoding)
            assert text.startswith("usage: analyzer COMMAND")
            assert max(map(len, text.splitlines())) <= WIDTH
        assert good("--version", encoding=encoding) == f"analyzer {analyzer.__version__}\n"
        for command in ("games", "rules", "deal", "solve", "bid-odds"):
            text = good(command, "--help", encoding=encoding)
            assert text.startswith(f"usage: analyzer {command}")
            assert good("help", command, encoding=encoding) == text
    assert "Cutu" in good("bid-odds", "cutu", "--help", encoding="ascii")


def test_help_loads_nothing_slow() -> None:
    program = (
        "import sys\n"
        "from analyzer.cli import main\n"
        "assert main(sys.argv[1:]) == 0\n"
        "slow = {'numba', 'numpy', 'pandas', 'matplotlib', 'scipy', 'rich', 'pyarrow'}\n"
        "print(sorted(slow & set(sys.modules)), file=sys.stderr)\n"
    )
    for words in (["--help"], ["--version"], ["rules", "--help"], ["bid-odds", "--help"]):
        done = subprocess.run(
            [sys.executable, "-c", program, *words], cwd=CHECKOUT, capture_output=True, check=True
        )
        assert done.stderr == b"[]\n"


@pytest.mark.parametrize(
    "variables",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"TERM": "dumb"},
        {"NO_COLOR": "1"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": None},
    ],
)
def test_processes_on_poor_consoles(variables: dict[str, str | None]) -> None:
    status, out, err = finished(ODDS, **variables)
    assert (status, err) == (0, b"")
    assert b"\x1b" not in out
    assert not any(sign.encode() in out for sign in SUIT_SIGNS)
    text = out.decode()
    assert re.search(r"^Cu[tț]u: sAKJ97 hA dK8$", text, re.MULTILINE)
    # Nothing is lost: apart from the spelling of signs it is what a pipe gets.
    spelled = text.replace("+-", "±").replace("Cutu", "Cuțu").replace("–", "-")
    assert _words(spelled) == _words(good(*ODDS).replace("–", "-"))


def _words(text: str) -> list[str]:
    return [word for word in text.split() if set(word) != {"-"}]


def test_a_closed_pipe_is_quiet() -> None:
    words = ["deal", "cutu", "--seed", "7", "--count", "3000"]
    process = started(words)
    assert process.stdout is not None
    assert process.stderr is not None
    first = process.stdout.readline()
    process.stdout.close()
    assert first.startswith(b"N:")
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_told() -> None:
    command = [sys.executable, "-m", "analyzer", "rules", "cutu"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, cwd=CHECKOUT, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        b"analyzer: the result cannot be printed (No space left on device)"
    ]


def test_ctrl_c_prints_what_is_known() -> None:
    words = ["bid-odds", "cutu", HAND, "--play", "random", "--deals", "1000000000", "--seed", "7"]
    good(*words[:3], "--play", "random", "--deals", "10", "--seed", "7")  # compiles
    # On a busy machine the first seconds may pass before the run has begun.
    for wait in (3, 6, 12, 24):
        process = started([*words, "--format", "json"])
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 130
        if out:
            break
    answer = json.loads(out.decode())
    assert answer["method"]["interrupted"] is True
    deals = answer["method"]["deals"]
    assert re.fullmatch(
        rf"(analyzer: compiling.*\n)?analyzer: interrupted after {deals:,} deals\n", err.decode()
    )
    if deals:
        again = json.loads(
            good(*words[:-4], "--deals", str(deals), "--seed", "7", "--format", "json")
        )
        assert again["rows"] == answer["rows"]


def on_terminal(*words: str, **variables: str) -> tuple[int, str, str]:
    """Exit status, and what a terminal as stdout and another one as stderr receive."""
    terminals = [pty.openpty(), pty.openpty()]
    changed = {**os.environ, "TERM": "xterm", "PYTHONPATH": str(CHECKOUT), **variables}
    if "NO_COLOR" not in variables:
        changed.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "analyzer", *words],
        cwd=CHECKOUT,
        env=changed,
        stdout=terminals[0][1],
        stderr=terminals[1][1],
    )
    for _, inner in terminals:
        os.close(inner)
    received = {outer: b"" for outer, _ in terminals}
    waiting = set(received)
    while waiting:
        for outer in select.select(list(waiting), [], [], 120)[0]:
            try:
                data = os.read(outer, 1 << 16)
            except OSError:  # how Linux says that the other end is closed
                data = b""
            received[outer] += data
            if not data:
                waiting.remove(outer)
                os.close(outer)
    out, err = received.values()
    return process.wait(timeout=60), out.decode(), err.decode()


def test_a_unicode_terminal_gets_suit_signs() -> None:
    status, out, _ = on_terminal(*ODDS, PYTHONIOENCODING="utf-8")
    assert status == 0
    assert "♠AKJ97 ♥A ♦K8" in out
    assert "\x1b" not in out
    assert out.replace("\r\n", "\n").split() != good(*ODDS).split()
    letters = plain_text(out.replace("\r\n", "\n"), "ascii")
    for line in ("5     S", "5     NT"):
        assert line in letters


@pytest.mark.parametrize(
    "variables", [{"TERM": "dumb"}, {"NO_COLOR": "1"}, {"PYTHONIOENCODING": "ascii"}]
)
def test_a_poor_terminal_gets_letters(variables: dict[str, str]) -> None:
    status, out, err = on_terminal(*ODDS, **{"PYTHONIOENCODING": "utf-8", **variables})
    assert status == 0
    assert "sAKJ97 hA dK8" in out
    assert "\x1b" not in out + err
    assert not set(out) & set(SUIT_SIGNS)


def test_the_progress_line_is_drawn_and_wiped() -> None:
    # Some seconds of work, so that the line is drawn several times.
    words = ("bid-odds", "cutu", HAND, "--play", "random", "--deals", "30000", "--seed", "7")
    status, _, err = on_terminal(*words, PYTHONIOENCODING="utf-8")
    assert status == 0
    shown = [part for part in err.split("\r") if "of 30,000 deals" in part]
    assert shown
    assert re.match(r"Cuțu \[#*\.*\] [\d,]+ of 30,000 deals, \d+ (s|min|h) left", shown[0])
    last = err.rstrip("\r\n").split("\r")[-1]
    assert last.strip() == ""
    assert "\x1b" not in err
    words = (*words[:-4], "--deals", "2000")
    assert on_terminal(*words, "--quiet")[2] == ""
    assert on_terminal(*words, TERM="dumb")[2] == ""


@pytest.mark.parametrize("seconds", [0.0, 0.4, 99.0, 5_000.0, 1e6])
@pytest.mark.parametrize(("done", "wanted"), [(0, 10), (1, 10**12), (10**12, 10**12), (5, None)])
def test_the_progress_line_fits(done: int, wanted: int | None, seconds: float) -> None:
    assert len(progress_text("Cuatrola", done, wanted, seconds)) < 80
