"""The Board sheet: the cells of its fixed ranges, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from permitbook.desk import open_without_log
from permitbook.errors import Problem
from permitbook.periods import show_moment, show_time
from permitbook.summary.month import SPANS, Month
from permitbook.workbook.areas import Area, area
from permitbook.workbook.board_layout import BY_MONTH, COMING_LINES, COMING_PLACES, MONTH_CELL, blocks
from permitbook.workbook.layout import Sheet
from permitbook.workbook.opened import OpenBook, opened
from permitbook.workbook.outline import outline

if TYPE_CHECKING:
    from permitbook.ordinance import Ordinance
    from permitbook.summary.frames import Frames
    from permitbook.summary.make import Summary
    from permitbook.workbook.cells import CellValue
    from permitbook.workbook.package import Package
    from permitbook.workbook.reader import Book

BOARD = Sheet.BOARD.value
Grid = list[list["CellValue"]]
_NAMED = re.compile(r"^'?Board'?!(\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?)$")


def write_board_sheet(
    book: Path | OpenBook, summary: Summary, *, keep_later: bool = False
) -> tuple[bool, list[Problem]]:
    """Puts the month into the Board sheet of its one workbook: whether anything changed, and what kept its cells.

    Nothing is written when the sheet shows it already, nor, with `keep_later`, when it shows a later month. Raises
    WorkbookError when the workbook cannot be written.
    """
    from permitbook.checking import not_written
    from permitbook.writing import append_history

    book = opened(book)
    desk = open_without_log(book.read)
    areas = named_areas(book.read.package)
    grids = board_grids(desk.law, summary.frames, summary.month, show_moment(summary.digests[0].as_of))
    lacking = [each for each, grid in grids.items() if not _fits(areas.get(each), grid)]
    if lacking:
        message = f"its ranges {', '.join(lacking)} are not as they were made, so the month was not written into it."
        return False, [Problem(BOARD, "", "", message)]
    later = _shown(book.read, areas[MONTH_CELL]) if keep_later else None
    if later and later > summary.month:
        message = (
            f"it goes on showing {later.name}; an earlier month takes its place only without a folder for the files."
        )
        return False, [Problem(BOARD, "", "", message, level="note")]
    settings = desk.office.settings
    writer = book.writer(settings)
    for name, grid in grids.items():
        writer.set_cells(BOARD, dict(_cells(areas[name], grid)))
    changed = writer.changed
    if changed:
        did = f"summary of {summary.month.name} put on Board"
        append_history(writer, desk, at=summary.digests[0].as_of, did=did)
        writer.save(backup=bool(settings.keep_backup))
    return changed, list(not_written(writer))


def _shown(read: Book, place: Area) -> Month | None:
    """The month that the sheet shows."""
    return Month.named(str(read.value(BOARD, place.first_row, place.first_column) or ""))


def named_areas(package: Package) -> dict[str, Area]:
    """The named ranges that lie on the Board sheet."""
    part = package.workbook_part()
    xml = package.part(part)
    found = {}
    for each in outline(xml, package.title):
        if each.path == "workbook/definedNames/definedName":
            told = _NAMED.match(xml[each.opened : each.closing].decode("utf-8", "replace"))
            if told:
                found[each.attributes.get("name", "")] = area(told[1])
    return found


def _fits(place: Area | None, grid: Grid) -> bool:
    if place is None:
        return False
    size = place.last_row - place.first_row + 1, place.last_column - place.first_column + 1
    return size == (len(grid), len(grid[0]))


def _cells(place: Area, grid: Grid) -> Iterator[tuple[tuple[int, int], CellValue]]:
    for row, values in enumerate(grid, place.first_row):
        for column, value in enumerate(values, place.first_column):
            yield (row, column), value


def board_grids(law: Ordinance, frames: Frames, month: Month, as_of: str) -> dict[str, Grid]:
    """What each named range holds, row by row; a length or a share of nothing is an empty cell."""
    lines = {name: len(block.lines) for name, block in blocks(law).items()}
    made: dict[str, Grid] = {
        MONTH_CELL: [[f"{month.name}, as of {as_of}"]],
        "board_counts": _grid(frames["volume"], SPANS),
        **_months(frames["months"], month),
        "board_timeliness": _grid(_of_month(frames["clocks"]), ("on_time", "late", "not_done", "not_used")),
        "board_days": _turned(frames["days_to_decide"], ("decided", "median", "percentile_90", "longest")),
        "board_coming": _coming(frames["coming"]),
    }
    if lines["fees"]:
        heads = ("due_cents", "paid_cents", "owing_cents", "waived")
        made["board_fees"] = _grid(_of_month(frames["fee_totals"]), heads)
    return made


def _of_month(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame["span"] == "month"]


def _grid(frame: pd.DataFrame, columns: Sequence[str]) -> Grid:
    rows = frame[list(columns)].itertuples(index=False, name=None)
    return [[_value(name, each) for name, each in zip(columns, row, strict=True)] for row in rows]


def _turned(frame: pd.DataFrame, lines: Sequence[str]) -> Grid:
    return [[_value(name, each) for each in frame[name]] for name in lines]


def _value(name: str, value: Any) -> CellValue:
    if value is None or value is pd.NA:
        return None
    number = value.item() if hasattr(value, "item") else value
    if name.endswith("_cents"):
        return Decimal(number).scaleb(-2)
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _months(frame: pd.DataFrame, until: Month) -> dict[str, Grid]:
    """Months after the one asked for are left empty."""
    months = [Month.read(each) for each in frame["month"]]
    counts = [
        [int(each) if month <= until else None for month, each in zip(months, frame[name], strict=True)]
        for name in BY_MONTH
    ]
    return {"board_months_heads": [[each.short for each in months]], "board_months": counts}  # type: ignore[dict-item]


def _coming(frame: pd.DataFrame) -> Grid:
    """The first events, and in the last line how many more there are."""
    wide = 13
    grid: Grid = [[None] * wide for _ in range(COMING_LINES + 1)]
    for line, event in zip(grid, frame.head(COMING_LINES).to_dict("records"), strict=False):
        for place, value in zip(COMING_PLACES, _event(event), strict=True):
            line[place] = value
    if len(frame) > COMING_LINES:
        grid[-1][0] = f"and {len(frame) - COMING_LINES} more"
    return grid


def _event(it: Mapping[Any, Any]) -> tuple[CellValue, ...]:
    start = show_time(time.fromisoformat(it["start"])) if it["start"] else None
    where, who = clipped(it["where"], 30), clipped(it["organization"], 30)
    return it["application_no"], it["on"], start, it["form"], where or None, who or None, it["status"]


def clipped(text: str, most: int) -> str:
    """A text no longer than its place."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
