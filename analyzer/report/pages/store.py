"""Results on disk, so that a report that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.run.atomic import write_whole

if TYPE_CHECKING:
    import pandas as pd

_MIXED, _TEXT = "mixed:", "text:"
"""Before the names of columns of any values, and of columns of texts."""
_UNREADABLE = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)


class Store:
    """Frames by what they were computed from, one file each; without a folder in memory only.

    A file is written whole or not at all; one that cannot be read counts as absent.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._found: dict[str, pd.DataFrame] = {}

    def get(self, parts: Mapping[str, Any]) -> pd.DataFrame | None:
        """The frame kept for these parts, if any."""
        name = _name(parts)
        if name not in self._found and self._folder is not None:
            with (
                suppress(*_UNREADABLE),
                (self._folder / name).open("rb") as file,
                np.load(file, allow_pickle=False) as stored,
            ):
                self._found[name] = _unpacked(stored)
        return self._found.get(name)

    def put(self, parts: Mapping[str, Any], frame: pd.DataFrame) -> None:
        """Keep a frame, which is not to be modified; in memory if the folder cannot be written."""
        name = _name(parts)
        self._found[name] = frame
        if self._folder is None:
            return

        def save(part: Path) -> None:
            with part.open("wb") as file:
                np.savez_compressed(file, allow_pickle=False, **_packed(frame))

        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._folder / name, save, synced=False)


def _name(parts: Mapping[str, Any]) -> str:
    text = json.dumps(parts, sort_keys=True, default=str)
    return f"{hashlib.sha256(text.encode()).hexdigest()[:20]}.npz"


def _packed(frame: pd.DataFrame) -> dict[str, Any]:
    """Arrays by column: numbers as they are, everything else as JSON texts."""
    packed: dict[str, Any] = {"order": np.array([str(name) for name in frame.columns])}
    for name in frame.columns:
        column = frame[name]
        if column.dtype.kind in "iufb":
            packed[str(name)] = column.to_numpy()
        else:
            kind = _MIXED if column.dtype == object else _TEXT
            packed[kind + str(name)] = np.array([json.dumps(_plain(v)) for v in column])
    return packed


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _unpacked(stored: Any) -> pd.DataFrame:
    import pandas as pd

    columns = {}
    for name in stored["order"].tolist():
        if name in stored:
            columns[name] = pd.Series(stored[name])
        else:
            kind, dtype = (_MIXED, object) if _MIXED + name in stored else (_TEXT, str)
            texts = stored[kind + name].tolist()
            columns[name] = pd.Series([json.loads(text) for text in texts], dtype=dtype)
    return pd.DataFrame(columns)
