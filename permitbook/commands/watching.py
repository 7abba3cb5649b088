"""How far long work has come, shown to those who wait at a terminal.

Nothing is shown of work that is done within a second, nor where standard error is no terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING

from permitbook.progress import heard_by

if TYPE_CHECKING:
    from rich.progress import Progress

SOON = 1.0
"""Seconds before anything is shown."""


@contextmanager
def watched() -> Iterator[None]:
    """While this lasts, progress is shown on standard error; afterwards no trace of it is left.

    Where it is told to someone already, as from the ribbon, or no one watches, nothing changes.
    """
    if not sys.stderr.isatty():
        yield
        return
    watcher = _Watcher()
    try:
        with heard_by(watcher.hear):
            yield
    finally:
        watcher.close()


class _Watcher:
    """Shows what is being done, from a second after it was first told."""

    def __init__(self) -> None:
        self._told = ""
        self._timer: Timer | None = None
        self._shown: Progress | None = None
        self._lock = Lock()
        self._is_over = False

    def hear(self, text: str) -> None:
        with self._lock:
            self._told = text
            if self._shown is not None:
                self._shown.update(self._shown.task_ids[0], description=text, refresh=True)
        if self._timer is None:
            self._timer = Timer(SOON, self._show)
            self._timer.daemon = True
            self._timer.start()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
        console = Console(stderr=True)
        with self._lock:
            if self._is_over:
                return
            self._shown = Progress(
                *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
            )
            self._shown.add_task(self._told, total=None)
            self._shown.start()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._is_over = True
            if self._shown is not None:
                self._shown.stop()
