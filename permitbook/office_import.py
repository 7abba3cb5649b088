"""Rows brought into a table beside the log: the officials' answers, or one of the office's own tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from permitbook.desk import Desk
from permitbook.grouping import Incoming
from permitbook.importing import Imported, cells_of, leave_out_too_long, words
from permitbook.office import Settings
from permitbook.schema import Column, columns
from permitbook.values import read_value, show_value, to_cell
from permitbook.workbook.cells import CellValue
from permitbook.workbook.table import Raw

if TYPE_CHECKING:
    from permitbook.workbook.opened import Writer

KEYS: dict[str, tuple[str, ...]] = {
    "Findings": ("application_no", "clause"),
    "Settings": ("key",),
    "Officials": ("role",),
    "Fees": ("what",),
    "Closures": ("date",),
    "Meetings": ("date", "time", "board"),
    "Streets": ("street", "from_cross", "to_cross"),
    "Outside Events": ("name", "date", "start_time", "place"),
    "Readings": ("id",),
}
"""What names a row: one that is there already is brought up to date and not added again."""

NEEDED: dict[str, tuple[str, ...]] = KEYS | {
    "Meetings": ("date",),
    "Streets": ("street",),
    "Outside Events": ("date",),
}
"""What a row must have to be of use."""

SETTINGS = {each.heading: each for each in columns(Settings)}


class _Standing(Struct, frozen=True):
    """A row that is there: its number on the sheet, none once the file has spoken of it too; and what it says."""

    row: int | None
    said: dict[str, object]


def add_rows(
    writer: Writer, desk: Desk, sheet: str, rows: Sequence[Incoming], wanted: Sequence[Column], made: Imported
) -> None:
    """New rows below a table; where a row with the same key stands, its cells are brought up to date."""
    by_key = {each.key: each for each in wanted}
    heads = desk.heads(sheet)
    standing = _standing(desk, sheet, by_key)
    placed: list[dict[int, CellValue]] = []
    for row in rows:
        leave_out_too_long(row, by_key, made)
        if not _is_usable(row, sheet, by_key, standing, made):
            continue
        said = _said(row)
        key = _key(sheet, said)
        there = standing.get(key)
        name = " ".join(filter(None, key))
        if there is None:
            standing[key] = _Standing(None, said)
            placed.append(cells_of(row, by_key, heads))
            made.added.append(name)
        elif not (differing := [part for part, value in said.items() if there.said.get(part) != value]):
            made.skipped.append(name)
            standing[key] = _Standing(None, there.said)
        elif there.row is None:
            told = " and another ".join(by_key[each].heading for each in differing)
            made.say(row, f"{name} stands in this file already with another {told}; this row is refused.", "problem")
        else:
            # A cell that holds something is not given up for one that cannot be read.
            row.as_typed = {key: raw for key, raw in row.as_typed.items() if there.said.get(key) is None}
            changed = cells_of(row, by_key, heads)
            writer.set_cells(sheet, {(there.row, column): value for column, value in changed.items()})
            standing[key] = _Standing(None, there.said | said)
            made.updated.append(name)
            for each in differing:
                _tell_change(row, name, by_key[each], there.said.get(each), made)
    writer.append_rows(sheet, desk.header_row(sheet), placed)


def _said(row: Incoming) -> dict[str, object]:
    """What a row says, read or as it was typed."""
    facts = {key: value for key, value in row.facts.items() if value is not None}
    return facts | {key: words(raw) for key, raw in row.as_typed.items()}


def _tell_change(row: Incoming, name: str, column: Column, before: object, made: Imported) -> None:
    if before is not None and column.key in row.facts:
        was, now = show_value(column, before), show_value(column, row.facts[column.key])
        made.say(row, f"{name} had '{was}' under {column.heading}, and now has '{now}'.")


def _is_usable(
    row: Incoming, sheet: str, by_key: Mapping[str, Column], standing: Collection[tuple[str, ...]], made: Imported
) -> bool:
    if sheet == "Findings":
        because = row.facts.pop("because", None)
        row.facts.setdefault("reason", because)
    lacking = [by_key[key].heading for key in NEEDED[sheet] if row.facts.get(key) is None and key not in row.as_typed]
    if lacking:
        made.say(row, f"has no {' and no '.join(lacking)} and is not imported.", "problem")
    return not lacking and (sheet != "Settings" or _is_setting(row, standing, made))


def _is_setting(row: Incoming, standing: Collection[tuple[str, ...]], made: Imported) -> bool:
    """Whether a row names a setting that can be brought in; its value becomes what that setting holds."""
    name = str(row.facts["key"]).strip()
    column = SETTINGS.get(name)
    if name == "ordinance" or (column is None and (name.casefold(),) not in standing):
        why = "the ordinance of a workbook stays" if name == "ordinance" else "there is no such setting"
        made.say(row, f"{name} is not imported: {why}.", "problem")
        return False
    if column is None:
        return True
    read = read_value(column, cast(Raw, row.facts.get("value")), plain=True)
    if read.problem:
        made.say(row, f"{name} is not imported: {read.problem}", "problem", "Value")
        return False
    row.facts["value"] = to_cell(column, read.value)
    return True


def _key(sheet: str, said: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(str(said.get(name) or "").strip().casefold() for name in KEYS[sheet])


def _standing(desk: Desk, sheet: str, by_key: Mapping[str, Column]) -> dict[tuple[str, ...], _Standing]:
    """The rows that stand in a table, by key; of several with one key the first."""
    table = desk.tables[sheet]
    found: dict[tuple[str, ...], _Standing] = {}
    for row in table.rows:
        said: dict[str, object] = {}
        for key, raw in row.cells.items():
            column = by_key.get(key)
            setting = SETTINGS.get(str(row.cells.get("key", "")).strip()) if sheet == "Settings" else None
            if column is None:
                continue
            read = read_value(setting if setting and key == "value" else column, raw, date1904=table.date1904)
            value = to_cell(setting, read.value) if setting and key == "value" else read.value
            said[key] = words(raw) if read.problem else value
        found.setdefault(_key(sheet, said), _Standing(row.number, said))
    return found
