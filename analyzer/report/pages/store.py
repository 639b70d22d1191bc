"""Results on disk, so that a report that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

_TEXT = "text:"
_UNREADABLE = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)


class Store:
    """Frames by what they were computed from, one file each; ``None`` as folder keeps nothing.

    A file is written whole or not at all; one that cannot be read counts as absent.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, parts: Mapping[str, Any]) -> pd.DataFrame | None:
        """The frame kept for these parts, if any."""
        if self._folder is None:
            return None
        try:
            with np.load(self._path(parts), allow_pickle=False) as stored:
                return _unpacked(stored)
        except _UNREADABLE:
            return None

    def put(self, parts: Mapping[str, Any], frame: pd.DataFrame) -> None:
        """Keep a frame; a folder that cannot be written keeps nothing."""
        if self._folder is None:
            return
        path = self._path(parts)
        part = path.with_name(f".{path.stem}.{os.getpid()}.part")
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            try:
                with part.open("wb") as file:
                    np.savez_compressed(file, allow_pickle=False, **_packed(frame))
                part.replace(path)
            except OSError:
                part.unlink(missing_ok=True)

    def _path(self, parts: Mapping[str, Any]) -> Path:
        assert self._folder is not None
        text = json.dumps(parts, sort_keys=True, default=str)
        return self._folder / f"{hashlib.sha256(text.encode()).hexdigest()[:20]}.npz"


def _packed(frame: pd.DataFrame) -> dict[str, Any]:
    """Arrays by column: numbers as they are, everything else as JSON texts."""
    packed: dict[str, Any] = {"order": np.array([str(name) for name in frame.columns])}
    for name in frame.columns:
        column = frame[name]
        if column.dtype.kind in "iufb":
            packed[str(name)] = column.to_numpy()
        else:
            packed[_TEXT + str(name)] = np.array([json.dumps(_plain(v)) for v in column])
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
            texts = stored[_TEXT + name].tolist()
            columns[name] = pd.Series([json.loads(text) for text in texts], dtype=object)
    return pd.DataFrame(columns)
