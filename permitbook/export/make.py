"""The export of a workbook: its tables as CSV, its letters, and the manifest that tells what is there."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from permitbook.desk import now_in, open_desk
from permitbook.errors import Problem, WorkbookError
from permitbook.export.folder import MANIFEST, put_folder
from permitbook.export.privacy import redacted, without_contacts
from permitbook.export.sheets import own_sheets, tables_of
from permitbook.harmless import METHOD, harmless
from permitbook.letters.folder import fingerprint
from permitbook.letters.templates import letters_folder, own_templates
from permitbook.report import plain
from permitbook.workbook.opened import OpenBook, opened

if TYPE_CHECKING:
    from permitbook.desk import Desk
    from permitbook.export.sheets import SheetCopy

KIND = "permitbook export"
LETTERS = "letters"
_AS_WRITTEN = (
    "UTF-8 with its mark, cells parted by commas and in quotation marks, lines ended by CR LF, headings in the first "
    "line. Days are YYYY-MM-DD, moments YYYY-MM-DD HH:MM in the municipality's own time, times HH:MM, as they stood in "
    "the workbook; computed columns are those of its last check."
)


class Exported(Struct, frozen=True):
    """What an export left in its folder; `changed` says that something was written."""

    folder: Path
    manifest: dict[str, Any]
    fingerprint: str
    problems: list[Problem]
    changed: bool


def export_book(
    book: Path | OpenBook, folder: Path, as_of: datetime | None = None, *, redact: bool = False
) -> Exported:
    """Writes everything a workbook holds into a folder, for a request for records.

    With `redact` without people's telephones, e-mail addresses and homes, and without the letters. Raises
    WorkbookError when the workbook cannot be read, or the folder holds anything but an earlier export.
    """
    book = opened(book)
    desk = open_desk(book.read)
    _check_place(folder, book.path)
    tables, left_out = list(tables_of(book.read)), None
    if redact:
        tables, left_out = redacted(tables)
    files: dict[str, bytes | Path] = {each.file: csv_of(each) for each in tables}
    letters = _letters(book.path)
    if not redact:
        files |= dict(letters)
    manifest = {
        "kind": KIND,
        "municipality": desk.law.municipality,
        "ordinance": desk.law.key,
        "as_of": plain(as_of or now_in(desk.law.zone)),
        "workbook": {"name": book.path.name, "sha256": sha256(book.read.package.data).hexdigest()},
        "last_log_entry": _last_entry(desk),
        "written": _AS_WRITTEN,
        "formula_like_text": METHOD,
        "files": [_file(each, files[each.file]) for each in tables],
        "letters": [
            {
                "file": without_contacts(name) if redact else name,
                "sha256": _fingerprint(path),
                "copied": not redact,
            }
            for name, path in letters
        ],
        "own_sheets_not_exported": [without_contacts(each) if redact else each for each in own_sheets(book.read)],
        "redacted": left_out.report() if left_out else None,
    }
    told = (json.dumps(manifest, ensure_ascii=False, indent=2) + "\n").encode()
    changed = put_folder(folder, {**files, MANIFEST: told}, KIND)
    problems = list({str(each): each for table in tables for each in table.problems}.values())
    return Exported(folder, manifest, fingerprint(told), [_noted(each) for each in problems], changed)


def _check_place(folder: Path, book: Path) -> None:
    """The export goes beside the letters, not among them, so that it never holds itself."""
    place, letters = folder.resolve(), letters_folder(book).resolve()
    if place == letters or letters in place.parents:
        raise WorkbookError(f"{folder} lies among the letters of {book.name}; name a folder outside {letters.name}.")


def csv_of(table: SheetCopy) -> bytes:
    """The table as UTF-8 with a mark, so that Excel reads it; text that it could take for a formula is harmless."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow([harmless(each.heading) for each in table.columns])
    for line in table.lines:
        writer.writerow(
            [
                told if isinstance(raw, int | float) and not isinstance(raw, bool) else harmless(told)
                for raw, told in zip(line.raw, line.told, strict=True)
            ]
        )
    return out.getvalue().encode("utf-8-sig")


def _file(table: SheetCopy, content: bytes | Path) -> dict[str, Any]:
    assert isinstance(content, bytes)
    return {
        "file": table.file,
        "sheet": table.name,
        "rows": len(table.lines),
        "columns": len(table.columns),
        "sha256": fingerprint(content),
    }


def _letters(book: Path) -> list[tuple[str, Path]]:
    """The letters beside a workbook, by their place in the export; templates and programs' own files are none."""
    folder, templates = letters_folder(book), own_templates(book)
    return [
        (f"{LETTERS}/{path.relative_to(folder).as_posix()}", path)
        for path in sorted(_files_under(folder))
        if path.is_file() and not path.is_symlink() and templates not in path.parents and not _is_of_a_program(path)
    ]


def _files_under(folder: Path) -> Iterator[Path]:
    """Every file; a folder that may not be read is never passed over as if it were empty."""

    def refuse(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            raise _unread(error) from error

    for place, _, names in os.walk(folder, onerror=refuse):
        yield from (Path(place, each) for each in names)


def _fingerprint(path: Path) -> str:
    try:
        return fingerprint(path.read_bytes())
    except OSError as error:
        raise _unread(error) from error


def _unread(error: OSError) -> WorkbookError:
    return WorkbookError(f"{error.filename} could not be read: {error.strerror or error}. Nothing was exported.")


def _is_of_a_program(path: Path) -> bool:
    """A lock file of Word or LibreOffice, or what a stopped run left behind."""
    return any(part.startswith(("~$", ".")) for part in path.parts[-2:])


def _last_entry(desk: Desk) -> dict[str, Any] | None:
    """The last entry of the history: what the export holds is told by everything up to it."""
    if not desk.history:
        return None
    last = desk.history[-1]
    return {"no": last.no, "at": plain(last.at), "hash": last.hash}


def _noted(problem: Problem) -> Problem:
    """What the copy of a sheet passes over is for information: the workbook itself is told at check."""
    return Problem(
        problem.sheet,
        problem.cell,
        problem.heading,
        problem.message,
        problem.read,
        problem.application_no,
        level="note",
    )
