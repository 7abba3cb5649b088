"""What was taken out of a workbook or renamed: results go nowhere, or facts count as blank, and it is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from permitbook.errors import Problem
from permitbook.schema import Record, columns
from permitbook.tables import Closure, Fee, FindingRow, Meeting, Official, OutsideEvent, ReadingRow, RegisterRow, Street
from permitbook.workbook.table import Table

_OFFICE: Mapping[str, type[Any]] = {
    "Officials": Official,
    "Fees": Fee,
    "Closures": Closure,
    "Meetings": Meeting,
    "Streets": Street,
    "Outside Events": OutsideEvent,
    "Readings": ReadingRow,
}
"""The office's own tables, which are read at each check."""

_NEEDED = {
    **{sheet: (columns(kind)[0].key,) for sheet, kind in _OFFICE.items()},
    "Outside Events": ("date",),
    "Meetings": ("date", "board"),
    "Findings": ("application_no", "clause", "found", "by"),
    "Register": ("application_no", "kind", "sent_on"),
}
"""Columns without which the rows of a sheet say nothing."""


def lacking_tables(tables: Mapping[str, Table], sheets: Sequence[str]) -> Iterator[Problem]:
    """The office's sheets, and the columns of what is read there, that are not in the workbook."""
    for sheet in _OFFICE:
        if sheet not in sheets:
            message = "there is no such sheet, so the office counts as having entered nothing there."
            yield Problem(sheet, "", "", message, level="note")
    read: Mapping[str, type[Record]] = {**_OFFICE, "Findings": FindingRow, "Register": RegisterRow}
    for sheet, kind in read.items():
        table = tables.get(sheet)
        for column in columns(kind) if table else ():
            if table and column.key not in table.heads and column.key in _NEEDED[sheet]:
                message = "there is no column with this heading, so nothing in this sheet counts; put it back."
                yield Problem(sheet, f"row {table.header_row}", column.heading, message)
