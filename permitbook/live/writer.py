"""Writing into the workbook that is open in Excel.

What is to be written is worked out by the Editor of files, on a copy of the workbook as it stands: so formulas,
merged cells, protected sheets, total rows and tables are judged by the same code, in the same words. Then only what
differs is carried over to Excel, a rectangle of cells at a time. Each call can be made again without harm, and so
can the whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from permitbook.errors import WorkbookError
from permitbook.live.patience import ExcelBusy, ExcelRefused
from permitbook.live.strokes import Stroke, strokes
from permitbook.workbook.difference import differences
from permitbook.workbook.edit import Editor

if TYPE_CHECKING:
    from permitbook.live.book import LiveBook
    from permitbook.workbook.applying import NotWritten
    from permitbook.workbook.cells import CellValue

BUSY = "Excel is busy: finish editing the cell, or close the dialog that is open, and try again."
_QUIET: dict[str, object] = {"screen_updating": False, "enable_events": False, "calculation": "manual"}
"""How Excel is set while it is written to: no flicker, none of the clerk's own macros, formulas reckoned once."""
_MOST_NAMED = 12


class LiveWriter:
    """What is to stand in the open workbook; rows and columns are counted from 1.

    A protected sheet is refused whatever the settings say: Excel lets nobody write there but who unprotects it.
    """

    def __init__(self, book: LiveBook, *, letters: bool) -> None:
        self._book, self._letters = book, letters
        self._before = book.read.package
        self._editor = Editor(Path(book.name), self._before)
        self._patiently = book.patiently
        self._sheet = ""

    @property
    def sheet_names(self) -> list[str]:
        """The sheets in their order."""
        return self._editor.sheet_names

    def set_cells(self, sheet: str, cells: Mapping[tuple[int, int], CellValue]) -> None:
        """Let cells hold values, by row and column; None empties a cell. Formulas that stand there stay."""
        self._editor.set_cells(sheet, cells)

    def set_rows(
        self,
        sheet: str,
        first_row: int,
        rows: Sequence[Mapping[int, CellValue]],
        clear_to: int | None = None,
        columns: Collection[int] = (),
    ) -> None:
        """Let the rows of a computed sheet be these, and empty what stood below; its table ends with the last."""
        self._editor.set_rows(sheet, first_row, rows, clear_to, columns)

    def append_rows(self, sheet: str, header_row: int, rows: Sequence[Mapping[int, CellValue]]) -> int:
        """Add rows below the last row of data, looking like it; the row in which the first of them stands."""
        return self._editor.append_rows(sheet, header_row, rows)

    @property
    def changed(self) -> bool:
        """Something stands otherwise in the workbook than is wanted."""
        return self._editor.changed and self._editor.wanted is not self._before

    @property
    def not_written(self) -> list[NotWritten]:
        """The cells that keep what they hold, and why."""
        return self._editor.not_written

    @property
    def hidden_rows(self) -> dict[str, int]:
        """How many rows of a computed sheet a filter hides although something stands in them now, by sheet."""
        return self._editor.hidden_rows

    def save(self, backup: bool = False) -> None:
        """Let it stand in the open workbook; where letters hang on it, the workbook is saved too.

        With `backup` the file as it was saved last then stays beside it. Raises WorkbookError, with what was written
        and what was not, when Excel stays busy or turns something down.
        """
        wanted = self._editor.wanted
        todo = [stroke for change in differences(self._before, wanted) for stroke in strokes(change)]
        done: list[Stroke] = []
        try:
            with self._quiet():
                for stroke in todo:
                    self._progress(stroke)
                    self._patiently(partial(stroke.on, self._book.book))
                    done.append(stroke)
        except ExcelBusy as error:
            raise WorkbookError(f"{BUSY} {_told(done, todo)}") from error
        except ExcelRefused as error:
            raise WorkbookError(f"Excel did not write {todo[len(done)]}: {error}. {_told(done, todo)}") from error
        self._before = wanted
        if self._letters:
            self._book.save(backup=backup)

    def _progress(self, stroke: Stroke) -> None:
        if self._book.window and stroke.sheet != self._sheet:
            self._sheet = stroke.sheet
            self._book.window.progress(f"Writing {stroke.sheet} …")

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """Excel set to be written to, and set back as it was, whatever happens."""
        app = self._book.book.app
        before: dict[str, object] = {}
        try:
            for name, value in _QUIET.items():
                before[name] = self._patiently(partial(getattr, app, name))
                self._patiently(partial(setattr, app, name, value))
            yield
        finally:
            for name, value in reversed(before.items()):
                with suppress(ExcelBusy, ExcelRefused):
                    self._patiently(partial(setattr, app, name, value))


def _told(done: Sequence[Stroke], todo: Sequence[Stroke]) -> str:
    """What was written and what was not, in words."""
    if not done:
        return "Nothing was written."
    return f"Written: {_named(done)}; not written: {_named(todo[len(done) :])}."


def _named(strokes: Sequence[Stroke]) -> str:
    names = list(dict.fromkeys(str(each) for each in strokes if each.fills)) or ["no cell yet"]
    more = f" and {len(names) - _MOST_NAMED} more places" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more
