"""Files that are there whole or not at all, also after a power cut."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path


def write_whole(path: Path, write: Callable[[Path], object], synced: bool = True) -> None:
    """Have a file written under another name, and give it its own once it is on the disk.

    ``write`` gets the path to write to.  An OSError leaves what was there before.  Many files
    that can be made again need not be ``synced``: they are whole unless the power is cut.
    """
    part = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        write(part)
        if synced:
            _sync(part, os.O_RDWR)
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    if synced:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can be asked for that."""
    with contextlib.suppress(OSError):
        _sync(folder, os.O_RDONLY)


def _sync(path: Path, mode: int) -> None:
    file = os.open(path, mode)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def remove_parts(folder: Path, name: str) -> None:
    """Take away what a killed :func:`write_whole` of a file left in its folder."""
    for part in folder.glob(f".{name[:100]}.*.part"):
        with contextlib.suppress(OSError):
            part.unlink()
