"""Ctrl-C that ends a run between two batches, with what was done so far in hand."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any


class StopRunning(Exception):
    """Ctrl-C was pressed while a batch was being waited for."""


class CtrlC:
    """Notes Ctrl-C instead of raising at any place; a second Ctrl-C raises at once.

    Outside the main thread, where no handler can be set, Ctrl-C is left alone.
    """

    def __init__(self) -> None:
        self.pressed = False
        self._main = threading.current_thread() is threading.main_thread()
        self._before: Any = None

    def __enter__(self) -> CtrlC:
        if self._main:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._main:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True
