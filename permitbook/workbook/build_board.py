"""The Board sheet of a new workbook: empty ranges that the summary of a month fills, and charts drawn over them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from permitbook.workbook import build_looks as look
from permitbook.workbook.board_layout import (
    ASKED_MONTH,
    BY_MONTH,
    COMING_HEADS,
    COMING_LINES,
    MONTH_CELL,
    MONTHS,
    Block,
    blocks,
    coming_row,
)
from permitbook.workbook.build_entry import absolute
from permitbook.workbook.build_tables import Build, page_setup
from permitbook.workbook.layout import Sheet
from permitbook.workbook.styles import NUMBER_FORMATS, Shows

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

_LABELS, _VALUES = 44, 11.5
_SERIES = ("#1F4E79", "#7FB08A", "#C0504D")
_KEPT = ("#7FB08A", "#E0A030", "#9C1C1C")
_LINE_PIXELS, _COLUMN_PIXELS = 20, 86
ASKED = "Empty: the last full month. For another type it, such as 2026-06, and press Monthly summary."
_CHART_FROM, _CHART_COLUMNS = 6, 7


def write_board(build: Build, sheet: Worksheet) -> None:
    """The board's month as empty, titled ranges of fixed size, each with a name, and its charts."""
    looks, parts = build.looks, blocks(build.law)
    sheet.set_column(0, 0, _LABELS)
    sheet.set_column(1, MONTHS, _VALUES)
    sheet.hide_gridlines(2)
    sheet.set_row(0, 26)
    sheet.write_string(0, 0, f"Parade and event permits: {build.law.municipality}", looks.title())
    sheet.write_string(1, 0, "The summary of a month fills this page.", looks.quiet())
    build.book.define_name(MONTH_CELL, f"={Sheet.BOARD}!{absolute(2, 1)}")
    _write_asked_month(build, sheet)
    for each in parts.values():
        _write_block(build, sheet, each)
    last = _write_coming(build, sheet, coming_row(build.law))
    _chart_months(build, sheet, parts["months"], parts["counts"])
    _chart_clocks(build, sheet, parts["timeliness"])
    page_setup(build, sheet)
    sheet.fit_to_pages(1, 1)
    sheet.print_area(0, 0, last, MONTHS)


def _write_asked_month(build: Build, sheet: Worksheet) -> None:
    """The cell in which another month than the last full one is asked for."""
    row, column = (each - 1 for each in ASKED_MONTH)
    sheet.write_string(row, column - 1, "Month to show:", build.looks.format(font_color=look.QUIET, align="right"))
    typed = build.looks.format(num_format="@", align="center", bg_color=look.WHITE, border=1, border_color=look.LINE)
    sheet.write_blank(row, column, None, typed)
    told = {"validate": "any", "input_title": "Month to show", "input_message": ASKED}
    sheet.data_validation(row, column, row, column, told)


def _write_block(build: Build, sheet: Worksheet, block: Block) -> None:
    """One titled range with its name."""
    looks = build.looks
    ground = {"bold": True, "bg_color": look.OFFICE_GREY, "font_color": look.INK, "bottom": 1}
    head, label = looks.format(**ground, align="right"), looks.format(**ground)
    line: dict[str, Any] = {"bottom": 4, "bottom_color": look.LINE}
    side = looks.format(**line)
    for place in range(block.column, block.first_value + len(block.heads)):
        sheet.write_blank(block.row, place, None, label)
    sheet.write_string(block.row, block.column, block.title, label)
    for place, each in enumerate(block.heads, block.first_value):
        sheet.write_string(block.row, place, each, head) if each else sheet.write_blank(block.row, place, None, head)
    for number, text in enumerate(block.lines, block.row + 1):
        for place in range(block.column, block.first_value):
            sheet.write_blank(number, place, None, side)
        sheet.write_string(number, block.column, text, side)
        for place in range(len(block.heads)):
            shown = NUMBER_FORMATS[Shows.MONEY] if place < block.money else "General"
            cell = looks.format(**line, num_format=shown, align="right")
            sheet.write_blank(number, block.first_value + place, None, cell)
    _name(build, f"board_{block.name}", block.row + 1, block.first_value, block.last_row, len(block.heads))
    if block.heads_too:
        _name(build, f"board_{block.name}_heads", block.row, block.first_value, block.row, len(block.heads))


def _name(build: Build, name: str, row: int, column: int, last_row: int, columns: int) -> None:
    area = f"{absolute(row + 1, column + 1)}:{absolute(last_row + 1, column + columns)}"
    build.book.define_name(name, f"={Sheet.BOARD}!{area}")


def _write_coming(build: Build, sheet: Worksheet, row: int) -> int:
    """The events of the next days; the last row of the sheet."""
    looks = build.looks
    head = looks.format(bold=True, bg_color=look.OFFICE_GREY, font_color=look.INK, bottom=1)
    sheet.write_string(row - 1, 0, "Coming events of the next 60 days", looks.format(bold=True, font_color=look.INK))
    for place in range(MONTHS + 1):
        text = COMING_HEADS[place] if place < len(COMING_HEADS) else ""
        sheet.write_string(row, place, text, head) if text else sheet.write_blank(row, place, None, head)
    for number in range(row + 1, row + COMING_LINES + 2):
        for place in range(MONTHS + 1):
            shown = {"num_format": "d mmm yyyy", "align": "left"} if place == 1 else {}
            sheet.write_blank(number, place, None, looks.format(bottom=4, bottom_color=look.LINE, **shown))
    _name(build, "board_coming", row + 1, 0, row + COMING_LINES + 1, MONTHS + 1)
    return row + COMING_LINES + 1


def _chart_months(build: Build, sheet: Worksheet, months: Block, beside: Block) -> None:
    """Received, granted and denied, month by month, beside the counts."""
    chart = build.book.add_chart({"type": "column"})
    heads = [Sheet.BOARD.value, months.row, months.first_value, months.row, months.first_value + MONTHS - 1]
    for at, (name, colour) in enumerate(zip(BY_MONTH, _SERIES, strict=True), months.row + 1):
        values = [Sheet.BOARD.value, at, months.first_value, at, months.first_value + MONTHS - 1]
        fill = {"color": colour}
        chart.add_series({"name": name, "categories": heads, "values": values, "fill": fill, "gap": 60, "overlap": 0})
    _dress(chart, "Applications, month by month", "One column for each month of the year: received, granted, denied.")
    chart.set_x_axis({"num_font": {"size": 8, "color": look.QUIET}, "line": {"color": look.LINE}})
    chart.set_y_axis(_whole_numbers())
    _place(sheet, chart, beside.row, len(beside.lines) + 1)


def _chart_clocks(build: Build, sheet: Worksheet, clocks: Block) -> None:
    """What was kept, late and not done, for each date that the ordinance sets, line by line beside the numbers."""
    chart = build.book.add_chart({"type": "bar", "subtype": "stacked"})
    lines = (clocks.row + 1, clocks.last_row)
    for at, (name, colour) in enumerate(zip(clocks.heads, _KEPT, strict=False)):
        place = clocks.first_value + at
        values = [Sheet.BOARD.value, lines[0], place, lines[1], place]
        labels = [Sheet.BOARD.value, lines[0], 0, lines[1], 0]
        chart.add_series({"name": name, "categories": labels, "values": values, "fill": {"color": colour}, "gap": 40})
    _dress(chart, "Kept in time, this month", "One bar for each date that fell due: on time, late, not done.")
    chart.set_y_axis(
        {"reverse": True, "visible": True, "num_font": {"size": 7, "color": look.QUIET}, "line": {"color": look.LINE}}
    )
    chart.set_x_axis(_whole_numbers() | {"label_position": "high"})
    _place(sheet, chart, clocks.row, len(clocks.lines) + 1)


def _whole_numbers() -> dict[str, Any]:
    grid = {"visible": True, "line": {"color": look.OFFICE_GREY, "width": 0.75}}
    font = {"size": 8, "color": look.QUIET}
    return {"min": 0, "num_format": "0", "num_font": font, "line": {"none": True}, "major_gridlines": grid}


def _dress(chart: Any, title: str, told: str) -> None:
    chart.set_title({"name": title, "name_font": {"size": 11, "bold": True, "color": look.INK}})
    chart.set_legend({"position": "bottom", "font": {"size": 9, "color": look.INK}})
    chart.set_chartarea({"border": {"color": look.LINE}})
    chart.told = told


def _place(sheet: Worksheet, chart: Any, row: int, lines: int) -> None:
    """Over fixed cells, as high as the lines beside it, with words for those who cannot see it."""
    size = {"width": _CHART_COLUMNS * _COLUMN_PIXELS - 8, "height": lines * _LINE_PIXELS}
    chart.set_size(size)
    sheet.insert_chart(row, _CHART_FROM, chart, {"x_offset": 6, "description": chart.told, "object_position": 1})
