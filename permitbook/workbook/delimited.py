"""Text files with one row a line: CSV, and the same with semicolons or tabs."""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from permitbook.errors import Problem, WorkbookError
from permitbook.schema import Column
from permitbook.texts import clip
from permitbook.workbook.gather import gather
from permitbook.workbook.headings import SEARCHED_ROWS, find_headings, with_unknown
from permitbook.workbook.sniff import read_bytes, what_text
from permitbook.workbook.table import LAST_ROW, Raw, Table, address, position

_DELIMITERS = ",;\t"
_LONGEST_CELL = 1 << 20
_MOST_CELLS = 20_000_000
_END = "end"
"""Stands in a line of its own below the last, where a quotation mark left open would swallow it."""


def read_csv(
    path: Path, columns: Sequence[Column], aliases: Mapping[str, str] | None = None, *, everything: bool = False
) -> Table:
    """The rows of a text file under the known headings, in the same shape as those of a sheet.

    UTF-8, with or without its mark; else cp1252, with a note. The cells are parted by the one of comma,
    semicolon and tab that is found most in the first row. Rows are numbered as Excel would show them. `aliases`
    and `everything` as for a sheet. Raises WorkbookError when the file is no text, or has no rows.
    """
    text, note = _text(path)
    lines = _lines(text, path.name)
    headings = find_headings(path.name, lines[:SEARCHED_ROWS], columns, aliases or {}, 1, fallback=True)
    if everything:
        headings, columns = with_unknown(headings, columns)
    read = gather(path.name, lines, headings, columns, plain=True)
    width = max([*read.heads.values(), *(position(cell)[1] for cell, _ in read.unknown)])
    return replace(read, problems=(*note, *_too_wide(path.name, lines, headings.row, width), *read.problems))


def top_of_csv(path: Path) -> list[tuple[int, list[Raw]]]:
    """The first rows of a text file, whatever they hold. Raises WorkbookError as `read_csv` does."""
    return _lines(_text(path)[0], path.name)[:SEARCHED_ROWS]


def _text(path: Path) -> tuple[str, list[Problem]]:
    data = read_bytes(path)
    if stranger := what_text(data):
        raise WorkbookError(f"{path.name} {stranger}.")
    return _decoded(data, path.name)


def _decoded(data: bytes, name: str) -> tuple[str, list[Problem]]:
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return data.decode("utf-16", "replace"), [_note(name, "read as UTF-16 text.")]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252"), [_note(name, "the file is not UTF-8; read as Western European text (cp1252).")]
    except UnicodeDecodeError as error:
        raise WorkbookError(f"{name} is neither UTF-8 nor Western European text; save it as UTF-8.") from error


def _note(name: str, message: str) -> Problem:
    return Problem(sheet=name, cell="", heading="", message=message, level="note")


def _lines(text: str, name: str) -> list[tuple[int, list[Raw]]]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", first)
    delimiter = max(_DELIMITERS, key=bare.count)
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=delimiter)
    lines: list[tuple[int, list[Raw]]] = []
    room = _MOST_CELLS
    try:
        for number, cells in enumerate(reader, 1):
            room -= len(cells)
            if number > LAST_ROW + 1 or room < 0:
                raise WorkbookError(f"{name} is not read: it has more rows or cells than a log can hold; divide it.")
            lines.append((number, list(cells)))
    except csv.Error as error:
        raise WorkbookError(f"{name} cannot be read after row {len(lines)}: {error}.") from error
    number, last = lines.pop()
    if last != [_END]:
        raise WorkbookError(
            f"{name} has a quotation mark in row {number} that is never closed, so all that follows would be one cell; "
            "close it, or write it twice if it belongs to the text, and run again."
        )
    return lines


def _too_wide(name: str, lines: Iterable[tuple[int, Sequence[Raw]]], top: int, width: int) -> Iterator[Problem]:
    """Rows with more cells than there are headings: a comma inside a text that is not in quotes moves all after it."""
    for number, cells in lines:
        if number > top and any(cells[width:]):
            yield Problem(
                sheet=name,
                cell=address(number, width + 1),
                heading="",
                message="more cells than headings; is a text that holds the separator not in quotes?",
                read=clip(str(cells[width])),
            )
