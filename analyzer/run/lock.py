"""One process at a time: a lock beside a file, free again when its holder dies in any way."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
from pathlib import Path

from analyzer.errors import QuestionError

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_TEXT_AT = 1
"""Where the holder's name begins: Windows lets nobody read the byte that is locked."""


class Lock:
    """A lock file, held until :meth:`release` or the end of the process.

    The lock is the operating system's, not the file's being there: a file that a killed process
    left behind stops nobody.

    Parameters
    ----------
    path
        The lock file; its folder must exist.
    what
        What is locked, for the message, such as ``--output odds.json``.

    Raises
    ------
    QuestionError
        While another process holds it, naming that one.
    """

    def __init__(self, path: Path, what: str) -> None:
        self._path = path
        self._file: int | None = None
        while self._file is None:
            try:
                file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                raise QuestionError(
                    f"{what}: cannot be locked, {path} cannot be written ({error.strerror})"
                ) from None
            try:
                _take(file)
            except (BlockingIOError, PermissionError):
                holder = _holder(file)
                os.close(file)
                raise QuestionError(
                    f"{what}: another run{holder} is writing there; wait for it, or choose another"
                ) from None
            except OSError:
                # A file system without locks: two runs at once cannot be told there.
                self._file = file
                break
            if _same_file(file, path):
                self._file = file
            else:
                # The last holder took the file away between our two steps.
                os.close(file)
        self._sign()

    def _sign(self) -> None:
        assert self._file is not None
        text = json.dumps({"pid": os.getpid(), "host": socket.gethostname()})
        # What it says is for a message only; a full disk must not stop the run here.
        with contextlib.suppress(OSError):
            os.ftruncate(self._file, 0)
            os.write(self._file, b" " * _TEXT_AT + text.encode())

    def release(self) -> None:
        """Give the lock back and take the file away."""
        if self._file is None:
            return
        file, self._file = self._file, None
        if _same_file(file, self._path):
            # On Windows an open file cannot be removed; there it stays, and stops nobody.
            with contextlib.suppress(OSError):
                self._path.unlink()
        os.close(file)


def _same_file(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except OSError:
        return False


def _holder(file: int) -> str:
    """Who holds the lock, as part of a sentence; nothing when it cannot be read."""
    try:
        os.lseek(file, _TEXT_AT, os.SEEK_SET)
        found = json.loads(os.read(file, 1000))
        return f" (process {int(found['pid'])} on {found['host']})"
    except (OSError, ValueError, KeyError, TypeError):
        return ""
