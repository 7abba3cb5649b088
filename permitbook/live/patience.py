"""Waiting for a busy Excel: while a cell is being edited or a dialog is open, it turns every call away."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")

LIMIT = 30.0
"""Seconds of waiting in all, over everything that one button does."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
_BUSY = frozenset({0x800AC472, 0x80010001, 0x8001010A})
"""Excel edits a cell or shows a dialog; the call was rejected; try again later."""
_INSIDE = 0x80020009
"""Something went wrong inside Excel; the details say what, and where there are none a cell is being edited."""


class ExcelBusy(Exception):
    """Excel has been busy for longer than one can wait."""


class ExcelRefused(Exception):
    """Excel turned something down, and not because it was busy; the words are its own."""


class Patience:
    """Calls Excel, and again after a pause when it is busy; all pauses together have a limit."""

    def __init__(self, sleep: Callable[[float], None] = time.sleep, limit: float = LIMIT) -> None:
        self._sleep, self._left = sleep, limit

    def __call__(self, call: Callable[[], T]) -> T:
        """What the call gives. Raises ExcelBusy or ExcelRefused; other errors are errors of the program."""
        pause = _FIRST_PAUSE
        while True:
            try:
                with rejections_told():
                    return call()
            except Exception as error:
                busy = _is_busy(error)
                if busy is None:
                    raise
                if not busy:
                    raise ExcelRefused(_words(error)) from error
                if self._left <= 0:
                    raise ExcelBusy from error
            pause = min(pause, self._left)
            self._left -= pause
            self._sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


def _is_busy(error: Exception) -> bool | None:
    """Whether Excel says that it is busy; None for an error that is not Excel's.

    On Windows codes come as `hresult` and in the details beside it, on a Mac as `errornumber`.
    """
    if type(error).__name__ == "ExcelBusyError" or (isinstance(error, AttributeError) and _windows() is not None):
        return True  # A call that was turned away can look like a name that is not there.
    code = getattr(error, "hresult", getattr(error, "errornumber", None))
    if not isinstance(code, int):
        return None
    if code & 0xFFFFFFFF != _INSIDE:
        return code & 0xFFFFFFFF in _BUSY
    details = _details(error)
    return not details or (isinstance(details[-1], int) and details[-1] & 0xFFFFFFFF in _BUSY)


def _details(error: Exception) -> tuple[object, ...]:
    """What Excel adds: a number, the program, its words, a help file and topic, and the code of what went wrong."""
    details = error.args[2] if len(error.args) > 2 else None
    return details if isinstance(details, tuple) and len(details) == 6 else ()


def _words(error: Exception) -> str:
    details = _details(error)
    told = (details and details[2]) or (error.args[1] if len(error.args) > 1 else error)
    return " ".join(str(told).split()).rstrip(".")


@contextmanager
def rejections_told() -> Iterator[None]:
    """xlwings repeats a rejected call for ever; while this lasts, it is told at once, and Patience waits instead."""
    windows = _windows()
    if windows is None:
        yield
        return
    before = windows.N_COM_ATTEMPTS
    windows.N_COM_ATTEMPTS = 1
    try:
        yield
    finally:
        windows.N_COM_ATTEMPTS = before


def _windows() -> Any:
    """xlwings' own way to Excel on Windows, where that is in use."""
    return sys.modules.get("xlwings._xlwindows")
