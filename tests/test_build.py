"""The workbook that is made: its sheets, tables, lists, messages, colours and pages."""

import re
import zipfile
from io import BytesIO
from itertools import pairwise

import pytest
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from permitbook.ordinances import ordinance
from permitbook.schema import Column, Kind
from permitbook.workbook.build import build_workbook
from permitbook.workbook.build_entry import YES_NO
from permitbook.workbook.layout import (
    COMPUTED,
    SHEETS,
    application_columns,
    columns_of,
    header_row,
    needs,
    sections,
    table_name,
)
from tests.made_book import (
    EVERY_ORDINANCE,
    LAST_ROW,
    MADE_ON,
    OFFERED,
    TABLES,
    below,
    headings,
    level_of,
    made,
    offered,
    opened,
    part,
    placed,
    sheet_of,
    validation_of,
    validations,
)


@EVERY_ORDINANCE
def test_the_sheets_stand_in_order_and_only_the_last_is_hidden(key: str) -> None:
    book = opened(key)
    assert tuple(book.sheetnames) == SHEETS
    assert [each.title for each in book if each.sheet_state != "visible"] == ["xlwings.conf"]
    assert book.active is not None
    assert book.active.title == "Today"
    assert not any(each.protection.sheet for each in book)


@EVERY_ORDINANCE
@pytest.mark.parametrize("sheet", TABLES)
def test_each_sheet_has_one_table_whose_headings_are_the_columns(key: str, sheet: str) -> None:
    found = sheet_of(key, sheet)
    wanted = [each.heading for each in columns_of(sheet, ordinance(key))]
    row = header_row(sheet)
    [table] = found.tables.values()
    assert table.displayName == table_name(sheet)
    assert [each.name for each in table.tableColumns] == wanted
    assert headings(found, row) == wanted
    first, last = table.ref.split(":")
    assert first == f"A{row}"
    assert re.sub(r"\d", "", last) == get_column_letter(len(wanted))
    assert table.autoFilter is not None
    assert table.tableStyleInfo.showRowStripes


@EVERY_ORDINANCE
def test_the_workbook_says_that_it_can_hold_macros(key: str) -> None:
    types = part(made(key), "[Content_Types].xml")
    assert types.count("application/vnd.ms-excel.sheet.macroEnabled.main+xml") == 1
    assert "spreadsheetml.sheet.main+xml" not in types


@EVERY_ORDINANCE
def test_the_same_wish_makes_the_same_bytes(key: str) -> None:
    again = build_workbook(ordinance(key), (2026, 2027), as_of=MADE_ON)
    assert again == made(key)
    with zipfile.ZipFile(BytesIO(again)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
    assert names == sorted(names)
    assert names[0] == "[Content_Types].xml"
    assert "2026-01-05T00:00:00Z" in part(again, "docProps/core.xml")


@EVERY_ORDINANCE
def test_every_choice_and_every_yes_or_no_is_offered_down_to_the_last_row(key: str) -> None:
    book = opened(key)
    for sheet, place, column in placed(key):
        if column.kind not in OFFERED:
            continue
        for row in (header_row(sheet) + 1, LAST_ROW):
            check = validation_of(sheet_of(key, sheet), place, row)
            assert check is not None, (sheet, column.key)
            assert check.type == "list"
            assert offered(book, check) == (column.choices or YES_NO)
            assert check.errorStyle == "warning"


@EVERY_ORDINANCE
def test_a_selected_cell_tells_what_it_means_and_which_clause_asks_for_it(key: str) -> None:
    law = ordinance(key)
    sheet = sheet_of(key, "Applications")
    asked = needs(law)
    for place, column in enumerate(application_columns(law), 1):
        told = validation_of(sheet, place, 2)
        clauses = [each for each in column.clauses if each.startswith(law.prefix)]
        if told is None:
            assert not column.help
            assert not clauses
            continue
        message = told.prompt or ""
        assert (told.promptTitle or column.heading) == column.heading
        assert all(law.cite(each) in message for each in clauses)
        assert column.key not in asked or asked[column.key].value in message
        assert told.showInputMessage or not message


@EVERY_ORDINANCE
def test_no_message_is_longer_than_excel_allows(key: str) -> None:
    for sheet in opened(key):
        assert isinstance(sheet, Worksheet)
        for each in validations(sheet):
            assert len(each.promptTitle or "") <= 32
            assert len(each.errorTitle or "") <= 32
            assert len(each.prompt or "") <= 255
            assert len(each.error or "") <= 255


def test_a_message_that_is_too_long_keeps_its_citation() -> None:
    from permitbook.workbook.build_entry import message

    law = ordinance("east_troy")
    told = message(Column("x", "X", Kind.TEXT, "word " * 80, clauses=("ET-2-D-1.a",)), law)
    assert len(told) <= 255
    assert told.endswith("...\nSection 2D(1)")


@EVERY_ORDINANCE
def test_computed_columns_say_that_they_are_rewritten(key: str) -> None:
    sheet = sheet_of(key, "Applications")
    first = len(application_columns(ordinance(key))) + 1
    for place, column in enumerate(COMPUTED, first):
        told = validation_of(sheet, place, 2)
        assert told is not None
        assert (told.prompt or "").endswith("Computed; rewritten at each check.")
        head = sheet.cell(1, place)
        assert head.value == column.heading
        assert head.font.italic
        assert below(key, place).fill_type == "solid"


@EVERY_ORDINANCE
def test_headings_are_banded_by_section_and_neighbours_differ_in_brightness(key: str) -> None:
    sheet = sheet_of(key, "Applications")
    grounds: list[str] = []
    place = 0
    for section in sections(ordinance(key)):
        shades = {sheet.cell(1, place + number).fill.fgColor.rgb for number in range(1, len(section.columns) + 1)}
        place += len(section.columns)
        assert len(shades) == 1
        grounds += shades
    brightness = [sum(int(str(each)[at : at + 2], 16) for at in (2, 4, 6)) / 3 for each in grounds]
    assert len(set(grounds)) == len(grounds)
    assert all(abs(one - other) > 60 for one, other in pairwise(brightness))


@EVERY_ORDINANCE
def test_a_required_heading_is_bold_and_underlined_and_no_other_is(key: str) -> None:
    sheet = sheet_of(key, "Applications")
    law = ordinance(key)
    asked = needs(law)
    for place, column in enumerate(application_columns(law), 1):
        font = sheet.cell(1, place).font
        need = asked.get(column.key)
        assert bool(font.b) is (need is not None)
        assert bool(font.u) is (need is not None and need.name != "WHERE_IT_APPLIES")


@EVERY_ORDINANCE
def test_number_and_event_stay_in_sight_and_sections_fold(key: str) -> None:
    sheet = sheet_of(key, "Applications")
    assert sheet.freeze_panes == "C2"
    assert not sheet.sheet_properties.outlinePr.summaryRight
    place = 1
    for section in sections(ordinance(key)):
        levels = [level_of(sheet, place + number) for number in range(len(section.columns))]
        folded = [0, 0] if section.place == 0 else [0] + [1] * (len(levels) - 1)
        assert levels == folded, section.name
        place += len(section.columns)
    assert not any(each.hidden for each in sheet.column_dimensions.values())


@EVERY_ORDINANCE
@pytest.mark.parametrize("sheet", SHEETS[:-1])
def test_each_sheet_is_printed_landscape_one_page_wide_with_its_headings(key: str, sheet: str) -> None:
    found = sheet_of(key, sheet)
    assert found.page_setup.orientation == "landscape"
    assert found.sheet_properties.pageSetUpPr.fitToPage
    assert found.page_setup.fitToWidth in (None, 1)
    assert "&P" in (found.oddFooter.right.text or "")
    if sheet in TABLES:
        row = header_row(sheet)
        assert found.print_title_rows == f"${row}:${row}"
        assert found.freeze_panes is not None
        assert found.freeze_panes[-1] == str(row + 1)


@EVERY_ORDINANCE
def test_the_log_is_printed_in_readable_bands_that_miss_no_column(key: str) -> None:
    sheet = sheet_of(key, "Applications")
    bands = [each.bounds for each in sheet._print_area.sorted()]
    assert [first for first, *_ in bands] == [1, *(last + 1 for _, _, last, _ in bands[:-1])]
    assert bands[-1][2] == len(columns_of("Applications", ordinance(key)))
    assert all(row == LAST_ROW for *_, row in bands)
    assert sheet.print_title_cols == "$A:$B"


@EVERY_ORDINANCE
def test_values_are_shown_in_the_local_form_in_rows_to_come(key: str) -> None:
    shown = {
        Kind.DATE: "ddd d mmm yyyy",
        Kind.DATETIME: "ddd d mmm yyyy, h:mm AM/PM",
        Kind.TIME: "h:mm AM/PM",
        Kind.MONEY: '"$"#,##0.00',
        Kind.TEXT: "@",
        Kind.ROUTE: "@",
        Kind.CHOICE: "General",
    }
    for place, column in enumerate(application_columns(ordinance(key)), 1):
        if column.kind in shown:
            assert below(key, place).number_format == shown[column.kind], column.key


@EVERY_ORDINANCE
@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ("Today", ["overdue", "due soon"]),
        ("Deadlines", ["overdue", "due soon"]),
        ("Findings", ["proved", "needs_judgment", "needs_facts"]),
        ("Conflicts", ["segment", "place", "street"]),
    ],
)
def test_colours_follow_the_words_down_to_the_last_row(key: str, sheet: str, words: list[str]) -> None:
    found = sheet_of(key, sheet)
    told = {
        formula: str(area.sqref)
        for area in found.conditional_formatting
        for rule in area.rules
        for formula in rule.formula
    }
    for word in words:
        assert told[f'"{word}"'].endswith(str(LAST_ROW))


@EVERY_ORDINANCE
def test_an_application_number_used_twice_is_coloured(key: str) -> None:
    [area] = sheet_of(key, "Applications").conditional_formatting
    assert str(area.sqref) == f"A2:A{LAST_ROW}"
    assert [rule.type for rule in area.rules] == ["duplicateValues"]
