"""A new workbook for one municipality: every sheet, in order, as bytes.

The same municipality, years, day and rows make the same bytes. XlsxWriter writes it; no Excel is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING

from permitbook.rawzip import pack, package_bytes, read_package
from permitbook.workbook.conf import CONF
from permitbook.workbook.layout import (
    OFFICE_SHEETS,
    SHEETS,
    WORKBOOK_CODE,
    Sheet,
    sheet_code,
    table_name,
    takes_rows,
)
from permitbook.workbook.ribbon import PARTS, relationships, ribbon

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook

    from permitbook.office import Settings
    from permitbook.ordinance import Ordinance

_ROOT = "_rels/.rels"
MACROS = "vbaProject.bin"
_TABS: dict[str, str] = {Sheet.TODAY: "#9C1C1C", Sheet.APPLICATIONS: "#1F4E79"}
_WORK_TAB, _OFFICE_TAB = "#0B5A60", "#9AA5B1"


def build_workbook(
    law: Ordinance,
    years: Sequence[int],
    *,
    as_of: date,
    rows: Mapping[str, Sequence[object]] | None = None,
    settings: Settings | None = None,
    interpreter: Mapping[str, str] | None = None,
) -> bytes:
    """A clerk's workbook with the holidays of the years, ready for the first application.

    `rows` gives the rows of any table by its sheet, as records of `tables` and `application`, in place of those the
    sheet would start with; `settings` stand in place of their defaults. `interpreter` tells xlwings which Python to
    run, by its own names. Raises ValueError for rows of a sheet that has no table.
    """
    from xlsxwriter.workbook import Workbook

    from permitbook.workbook.build_rows import starting_rows

    homeless = sorted(set(rows or {}) - {each for each in SHEETS if each != Sheet.SETTINGS and takes_rows(each)})
    if homeless:
        raise ValueError(f"No table of the workbook takes the rows of {', '.join(homeless)}.")
    out = BytesIO()
    book = Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    try:
        named = f"Parade and event permits: {law.municipality}"
        book.set_properties({"title": named, "created": datetime.combine(as_of, time())})
        _write(book, law, years, as_of, {**starting_rows(law, years), **(rows or {})}, settings)
        _add_macros(book, {**CONF, **(interpreter or {})})
    finally:
        book.close()
    return finished(out.getvalue())


def _write(
    book: Workbook,
    law: Ordinance,
    years: Sequence[int],
    as_of: date,
    rows: Mapping[str, Sequence[object]],
    settings: Settings | None,
) -> None:
    """Every sheet in its order."""
    from permitbook.workbook.build_board import write_board
    from permitbook.workbook.build_office import ReadingsSheet, SettingsSheet
    from permitbook.workbook.build_pages import write_form, write_help, write_today_title
    from permitbook.workbook.build_rows import settings_of
    from permitbook.workbook.build_tables import Build, TableSheet

    build = Build.of(book, law)
    sheets = {name: book.add_worksheet(name) for name in SHEETS}
    for name, sheet in sheets.items():
        sheet.set_tab_color(_TABS.get(name, _OFFICE_TAB if name in OFFICE_SHEETS else _WORK_TAB))
        if name == Sheet.SETTINGS:
            SettingsSheet(build, sheet, settings_of(law, settings)).write()
        elif name == Sheet.READINGS:
            ReadingsSheet(build, sheet, rows[Sheet.READINGS]).write()
        elif takes_rows(name):
            TableSheet(build, sheet, name, rows.get(name, ())).write()
    write_today_title(build, sheets[Sheet.TODAY])
    write_board(build, sheets[Sheet.BOARD])
    write_form(build, sheets[Sheet.FORM])
    write_help(build, sheets[Sheet.HELP], years, as_of)
    build.lists.write(sheets[Sheet.CONF])
    sheets[Sheet.CONF].hide()
    book.define_name("closures", f"={table_name(Sheet.CLOSURES)}[Date]")


def _add_macros(book: Workbook, conf: Mapping[str, str]) -> None:
    """The macros, the names of what they belong to, and what xlwings is told."""
    for row, (key, value) in enumerate(conf.items()):
        book.get_worksheet_by_name(Sheet.CONF).write_row(row, 0, [key, value])
    book.add_vba_project(BytesIO(macros()), is_stream=True)
    book.set_vba_name(WORKBOOK_CODE)
    for name in SHEETS:
        book.get_worksheet_by_name(name).set_vba_name(sheet_code(name))


def macros() -> bytes:
    """The macros of every workbook, compiled."""
    return resources.files("permitbook.vba").joinpath(MACROS).read_bytes()


def finished(package: bytes) -> bytes:
    """The workbook with its ribbon, the parts in the order of their names."""
    from permitbook.buttons import BUTTONS

    members = read_package(package)
    root = members[_ROOT].read().decode()
    root = root.replace("</Relationships>", f"{relationships(PARTS)}</Relationships>")
    members[_ROOT] = pack(_ROOT, root.encode())
    for part in PARTS:
        members[part] = pack(part, ribbon(part, BUTTONS))
    return package_bytes(members[name] for name in sorted(members))
