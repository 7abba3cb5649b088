"""The workbook that is open in Excel, as check, the letters and the summary use any workbook.

Excel saves a copy of the workbook as it stands, with everything typed since it was last saved, and that copy is read
like a file: so what stands in the workbook is read the same way whether it is open or not. See `writer` for how it
is written to.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from permitbook.errors import WorkbookError
from permitbook.live.excel import folder_for_copy, full_name, is_read_only, save_copy
from permitbook.live.patience import ExcelBusy, ExcelRefused, Patience
from permitbook.live.selection import picked_in
from permitbook.live.whereabouts import lies_at, never_saved
from permitbook.live.writer import BUSY, LiveWriter
from permitbook.workbook.reader import Book
from permitbook.workbook.saving import keep_backup
from permitbook.workbook.sniff import open_package

if TYPE_CHECKING:
    import xlwings

    from permitbook.live.window import Window
    from permitbook.office import Settings
    from permitbook.picked import Picked

T = TypeVar("T")


class LiveBook:
    """One open workbook, read once. What it says of progress is shown in the window, where there is one.

    Raises WorkbookError when Excel stays busy or does not hand it over.
    """

    def __init__(self, book: xlwings.Book, window: Window | None = None, patience: Patience | None = None) -> None:
        self.book, self.window = book, window
        self.patiently = patience or Patience()

    @cached_property
    def name(self) -> str:
        """Its name in the title of Excel's window."""
        return self._ask(lambda: str(self.book.name), "name the workbook")

    @cached_property
    def path(self) -> Path:
        """Where it lies on this computer; its letters lie beside it.

        Raises WorkbookError when it was never saved, or lies in the cloud and is not to be found on this computer.
        """
        told = self._ask(lambda: full_name(self.book), "say where the workbook lies")
        return lies_at(told, self._settings.local_folder if "://" in told else None, os.environ)

    @cached_property
    def read(self) -> Book:
        """What stands in it at this moment, saved or not."""
        with folder_for_copy() as folder:
            copy = folder / self.name
            if not copy.suffix:
                raise never_saved(self.name)
            self._ask(lambda: save_copy(self.book, copy), "hand over a copy of the workbook")
            return Book(Path(self.name), open_package(copy))

    def picked(self) -> Picked:
        """What is selected in it. Raises NeedsUser when that are no cells, or too many parts."""
        return self._ask(lambda: picked_in(self.book), "say what is selected")

    @property
    def _settings(self) -> Settings:
        from permitbook.desk import open_settings

        return open_settings(self.read)

    def writer(self, settings: Settings, *, letters: bool = False) -> LiveWriter:
        """Where to write. With `letters` the workbook is saved after it, and refuses now if it cannot be.

        Raises WorkbookError when letters hang on it and it was opened to be read only.
        """
        if letters and self._ask(lambda: is_read_only(self.book), "say whether it can be saved"):
            raise WorkbookError(
                f"{self.name} is open read-only, so it cannot be saved and no letter is made; close it, open it "
                "so that it can be changed, and try again."
            )
        return LiveWriter(self, letters=letters)

    def save(self, *, backup: bool = False) -> None:
        """Has Excel save it; with `backup` the file as it was saved last stays beside it. Raises WorkbookError."""
        if backup:
            keep_backup(self.path)
        try:
            self.patiently(lambda: self.book.save())
        except (ExcelBusy, ExcelRefused) as error:
            raise WorkbookError(
                f"{self.name} could not be saved ({error or 'Excel is busy'}). What was written stands in the open "
                "workbook: save it, or close it without saving, and try again."
            ) from error

    def _ask(self, call: Callable[[], T], what: str) -> T:
        try:
            return self.patiently(call)
        except ExcelBusy as error:
            raise WorkbookError(f"{BUSY} Nothing was written.") from error
        except ExcelRefused as error:
            raise WorkbookError(f"Excel did not {what}: {error}. Nothing was written.") from error
