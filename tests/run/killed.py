"""Runs a command again and again, killing it at random moments, until it was killed often enough.

Usage: python -m tests.run.killed KILLS SHORTEST LONGEST WORDS...

The command runs in forks of this process, so that nothing is imported or compiled twice; each is
killed (SIGKILL) after SHORTEST to LONGEST seconds, KILLS times; then it is left to end.  Prints
how often it was killed and the exit status of the last.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time

from analyzer.cli import main
from analyzer.run import checkpoint
from analyzer.run.identity import program


def once(words: list[str]) -> int:
    """The command in a fork; its process."""
    child = os.fork()
    if child == 0:
        # A thread that the kill leaves in the middle of things is what this is about.
        status = 1
        try:
            status = main(words)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    return child


def ended(child: int, seconds: float) -> int | None:
    """The exit status, or ``None`` when the process was still running and was killed."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return None if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    wanted, shortest, longest = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    checkpoint.EVERY, checkpoint.SHARE = 0.0, 1e9
    program()  # what is read once is the same for all, whatever happens to the files meanwhile
    chance = random.Random(1)
    kills = 0
    while True:
        left = chance.uniform(shortest, longest) if kills < wanted else 600.0
        status = ended(once(sys.argv[4:]), left)
        if status is not None:
            break
        kills += 1
    print(kills, status)
