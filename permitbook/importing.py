"""Import: rows of another file appended to the log or to one of the office's tables, each once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from permitbook.application import Application
from permitbook.desk import APPLICATIONS, Desk, highest_numbers, now_in, open_desk
from permitbook.errors import Problem, UsageError
from permitbook.incoming import Incoming, read_incoming
from permitbook.mapping import ImportMap, read_map
from permitbook.schema import Column, columns
from permitbook.tables import Closure, Fee, FindingRow, Meeting, Official, OutsideEvent, ReadingRow, SettingRow, Street
from permitbook.values import to_cell
from permitbook.workbook.cells import CellValue
from permitbook.workbook.reader import read_book

if TYPE_CHECKING:
    from permitbook.workbook.edit import Editor

TABLES: dict[str, type[Any]] = {
    APPLICATIONS: Application,
    "Findings": FindingRow,
    "Settings": SettingRow,
    "Officials": Official,
    "Fees": Fee,
    "Closures": Closure,
    "Meetings": Meeting,
    "Streets": Street,
    "Outside Events": OutsideEvent,
    "Readings": ReadingRow,
}
"""The sheets that rows can be brought into."""

KEYS: dict[str, tuple[str, ...]] = {
    "Findings": ("application_no", "clause"),
    "Settings": ("key",),
    "Officials": ("role",),
    "Fees": ("what",),
    "Closures": ("date",),
    "Readings": ("id",),
}
"""Tables in which a row with the same key is brought up to date instead of added again."""

OFFICIALS_OWN = ("application_no", "clause", "found", "by", "on", "reason")
"""The columns of Findings that can be imported: the official's answers, with the key."""


@dataclass(slots=True)
class Imported:
    """What an import did."""

    added: list[str] = field(default_factory=list)
    updated: int = 0
    skipped: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def import_file(
    book: Path, file: Path, sheet: str, source: str | None, map_path: Path | None, as_of: datetime | None
) -> Imported:
    """Appends the rows of a file to a sheet of the workbook, and saves it.

    Raises WorkbookError when either cannot be read or written, UsageError for an unknown sheet or a faulty map.
    """
    from permitbook.workbook.edit import Editor
    from permitbook.writing import append_history

    target = next((name for name in TABLES if name.casefold() == sheet.casefold()), None)
    if target is None:
        raise UsageError(f"Rows can be imported into {', '.join(TABLES)}; not into '{sheet}'.")
    desk = open_desk(read_book(book))
    wanted = [each for each in columns(TABLES[target]) if target != "Findings" or each.key in OFFICIALS_OWN]
    mapped = read_map(map_path, [each.key for each in wanted] + ["end_date"]) if map_path else ImportMap()
    aliases = {"because": "reason"} if target == "Findings" else {}
    arrived = read_incoming(file, source, wanted, mapped, aliases)
    made = Imported(problems=arrived.problems)
    editor = Editor.open(book, write_protected=bool(desk.office.settings.write_protected))
    if target == APPLICATIONS:
        _add_applications(editor, desk, arrived.rows, wanted, made)
    else:
        _add_rows(editor, desk, target, arrived.rows, wanted, made)
    if editor.changed:
        did = f"imported {len(made.added)} rows into {target} from {file.name}, {made.updated} updated"
        append_history(editor, desk, at=as_of or now_in(desk.law.zone), did=did)
        editor.save(backup=bool(desk.office.settings.keep_backup))
    return made


def _add_applications(
    editor: Editor, desk: Desk, rows: Sequence[Incoming], wanted: Sequence[Column], made: Imported
) -> None:
    """New applications below the log; one that is there already is skipped when it is the same, else refused."""
    by_key = {each.key: each for each in wanted}
    known = {each.number.casefold(): each.application for each in desk.logged}
    nameless = {_facts(each.application, by_key) for each in desk.logged}
    highest = highest_numbers(desk)
    heads = desk.heads(APPLICATIONS)
    placed: list[dict[int, CellValue]] = []
    for row in rows:
        number = cast("str | None", row.facts.get("application_no"))
        if number and number.casefold() in known:
            _meet_known(row, number, known[number.casefold()], made)
            continue
        if not number and _incoming_facts(row) in nameless:
            made.skipped.append(f"row {row.row}")
            made.problems.append(_note(row, None, "is in the log already and is not added again"))
            continue
        received = row.facts.get("received_at")
        if not number and isinstance(received, datetime):
            highest[received.year] += 1
            number = f"{desk.law.prefix}-{received.year}-{highest[received.year]:03d}"
            row.facts["application_no"] = number
        if number:
            known[number.casefold()] = Application(**cast("dict[str, Any]", row.facts))
        placed.append(_cells(row, by_key, heads, made))
        made.added.append(number or f"row {row.row}")
    editor.append_rows(APPLICATIONS, desk.header_row(APPLICATIONS), placed)


def _meet_known(row: Incoming, number: str, known: Application, made: Imported) -> None:
    differing = [key for key, value in row.facts.items() if getattr(known, key) != value]
    differing += list(row.as_typed)
    if not differing:
        made.skipped.append(number)
        return
    message = (
        f"application {number} is in the log with other values ({', '.join(differing)}); row {row.row} is refused."
    )
    made.problems.append(Problem(APPLICATIONS, "", "Application No", message, read=number, application_no=number))


def _facts(application: Application, by_key: Mapping[str, Column]) -> frozenset[tuple[str, str]]:
    values = ((key, getattr(application, key)) for key in by_key if key != "application_no")
    return frozenset((key, str(value)) for key, value in values if value is not None)


def _incoming_facts(row: Incoming) -> frozenset[tuple[str, str]]:
    return frozenset((key, str(value)) for key, value in row.facts.items() if value is not None)


def _cells(
    row: Incoming, by_key: Mapping[str, Column], heads: Mapping[str, int], made: Imported
) -> dict[int, CellValue]:
    """The cells of a new row; a fact for which the sheet has no column is told."""
    cells: dict[int, CellValue] = {}
    for key, value in row.facts.items():
        if value is None:
            continue
        if key in heads:
            cells[heads[key]] = cast(CellValue, to_cell(by_key[key], value))
        else:
            made.problems.append(_note(row, by_key[key].heading, "has no column in this workbook and is not imported"))
    for key, typed in row.as_typed.items():
        if key in heads:
            cells[heads[key]] = typed
    return cells


def _note(row: Incoming, heading: str | None, message: str) -> Problem:
    number = cast("str | None", row.facts.get("application_no"))
    return Problem("import", f"row {row.row}", heading or "", message, application_no=number, level="note")


def _add_rows(
    editor: Editor, desk: Desk, sheet: str, rows: Sequence[Incoming], wanted: Sequence[Column], made: Imported
) -> None:
    """New rows below a table; where a row with the same key stands, its cells are brought up to date."""
    by_key = {each.key: each for each in wanted}
    heads = desk.heads(sheet)
    standing = _standing(desk, sheet)
    placed: list[dict[int, CellValue]] = []
    for row in rows:
        cells = _cells(row, by_key, heads, made)
        key = tuple(str(row.facts.get(name) or "").casefold() for name in KEYS.get(sheet, ()))
        if key and "" in key:
            need = ", ".join(by_key[name].heading for name in KEYS[sheet])
            made.problems.append(
                Problem(sheet, "", need, f"row {row.row} of the file needs {need}; it is not imported.")
            )
        elif key and key in standing:
            editor.set_cells(sheet, {(standing[key], column): value for column, value in cells.items()})
            made.updated += 1
        else:
            placed.append(cells)
            made.added.append(" ".join(key) or f"row {row.row}")
    editor.append_rows(sheet, desk.header_row(sheet), placed)


def _standing(desk: Desk, sheet: str) -> dict[tuple[str, ...], int]:
    """The rows that stand in a table, by key."""
    keys = KEYS.get(sheet, ())
    table = desk.tables[sheet]
    by_column = {each.key: each for each in columns(TABLES[sheet])}
    from permitbook.values import read_value

    found: dict[tuple[str, ...], int] = {}
    for row in table.rows if keys else ():
        values = (read_value(by_column[name], row.cells.get(name)).value for name in keys)
        found[tuple(str(value or "").casefold() for value in values)] = row.number
    return found
