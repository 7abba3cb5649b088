"""A workbook that was opened, on disk or in Excel: what stood in it, and where to write."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from permitbook.workbook.reader import Book, read_book

if TYPE_CHECKING:
    from permitbook.office import Settings
    from permitbook.workbook.applying import NotWritten
    from permitbook.workbook.cells import CellValue


class Writer(Protocol):
    """What is to stand in a workbook; rows and columns are counted from 1."""

    @property
    def sheet_names(self) -> list[str]:
        """The sheets in their order."""

    def set_cells(self, sheet: str, cells: Mapping[tuple[int, int], CellValue]) -> None:
        """Let cells hold values, by row and column."""

    def set_rows(
        self,
        sheet: str,
        first_row: int,
        rows: Sequence[Mapping[int, CellValue]],
        clear_to: int | None = None,
        columns: Collection[int] = (),
    ) -> None:
        """Let the rows of a computed sheet be these."""

    def append_rows(self, sheet: str, header_row: int, rows: Sequence[Mapping[int, CellValue]]) -> int:
        """Add rows below the data; the row in which the first stands."""

    @property
    def changed(self) -> bool:
        """Something stands otherwise in the workbook than is wanted."""

    @property
    def not_written(self) -> list[NotWritten]:
        """The cells that keep what they hold, and why."""

    @property
    def hidden_rows(self) -> dict[str, int]:
        """How many rows that hold something a filter hides, by sheet."""

    def save(self, backup: bool = False) -> None:
        """Let it stand in the workbook. Raises WorkbookError when it cannot be written."""


class OpenBook(Protocol):
    """A workbook, whichever way it was opened."""

    @property
    def path(self) -> Path:
        """Where it lies on this computer; its letters lie beside it."""

    @property
    def read(self) -> Book:
        """What stood in it when it was opened."""

    def writer(self, settings: Settings, *, letters: bool = False) -> Writer:
        """Where to write; with `letters`, letters hang on it, so it is saved at once and refuses early if it cannot.

        Raises WorkbookError when the workbook cannot be written.
        """


class FileBook(Struct, frozen=True):
    """A workbook on disk: read whole and closed at once, and replaced in one step."""

    path: Path
    read: Book

    def writer(self, settings: Settings, *, letters: bool = False) -> Writer:
        """An editor of the bytes that were read, so that a save by another in between is noticed."""
        from permitbook.workbook.edit import Editor
        from permitbook.workbook.saving import check_free

        if letters:
            check_free(self.path)
        return Editor(self.path, self.read.package, write_protected=bool(settings.write_protected))


def opened(book: Path | OpenBook) -> OpenBook:
    """A workbook that is open already, or the one at a path. Raises WorkbookError when it cannot be read."""
    return FileBook(book, read_book(book)) if isinstance(book, Path) else book
