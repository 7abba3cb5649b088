"""A long sheet is read by its distinct cells; the same sheet read as a whole holds the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from permitbook.application import Application
from permitbook.errors import WorkbookError
from permitbook.ordinances import KEYS
from permitbook.schema import Column, Kind, columns
from permitbook.workbook import reader
from permitbook.workbook.distinct import DistinctCells, Unusual
from permitbook.workbook.reader import Book, read_book
from permitbook.workbook.table import Table
from tests.bench.logs import log_of, write_book
from tests.hand_made import FILES, SHARED, STYLES, package, sheet, spelled

COLUMNS = [Column(f"c{at}", f"Head {at}", Kind.TEXT if at % 2 else Kind.DATE) for at in range(1, 5)]
HEADS = "".join(f'<c r="{"ABCD"[at]}1" t="inlineStr"><is><t>Head {at + 1}</t></is></c>' for at in range(4))
DATE, BOLD, TIME = 1, 2, 3
"""The formats of the hand-made workbooks."""


def read(path: Path, name: str, asked: list[Column], *, apart: bool) -> Table | str:
    """A sheet as it is read when every sheet, or none, is long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "LONG", 0 if apart else 1 << 60)
        try:
            return read_book(path).table(name, asked, everything=True)
        except WorkbookError as error:
            return str(error)


def both(path: Path, name: str, asked: list[Column]) -> tuple[object, object]:
    """What is read by distinct cells and what is read as a whole, with the kinds of the values."""
    made = []
    for apart in (True, False):
        table = read(path, name, asked, apart=apart)
        if isinstance(table, str):
            made.append((table, None))
        else:
            held = [(row.number, [(key, type(raw), raw) for key, raw in row.cells.items()]) for row in table.rows]
            told = table.heads, table.unknown, table.next_row, table.problems
            made.append((held, told))
    return made[0], made[1]


@pytest.mark.parametrize("path", sorted(FILES.glob("*.xls?")), ids=lambda path: path.name)
def test_a_sample_is_the_same_either_way(path: Path) -> None:
    try:
        book = read_book(path)
    except WorkbookError:
        return
    for name in book.sheets:
        apart, whole = both(path, name, list(columns(Application)))
        assert apart == whole


def written(path: Path, rows: str, *, after: str = "") -> Path:
    xml = sheet(f'<row r="1">{HEADS}</row>{rows}', after=after)
    path.write_bytes(package({"Log": xml}, parts={"xl/styles.xml": STYLES, "xl/sharedStrings.xml": SHARED}))
    return path


CELLS = st.sampled_from(
    [
        '<v>12</v>', '<v>46277</v>', '<v>-3</v>', '<v>0.5</v>', '<v>46277.4375</v>', '<v>3</v>', '<v>1E3</v>', "",
        "<f>A1+1</f>", "<f>A1</f><v>7</v>", "<f>A1</f><v>-7</v>", "<f>A1</f><v></v>", "<v/>",
    ]
)  # fmt: skip
TEXTS = st.sampled_from(
    [
        ' t="s"><v>0</v>', ' t="s"><v>1</v>', ' t="s"><v>2</v>', ' t="s"><v>3</v>', ' t="b"><v>1</v>',
        ' t="e"><v>#REF!</v>',
        ' t="inlineStr"><is><t>1000" wide, 2000" long</t></is>', ' t="inlineStr"><is><t>&lt;c r="B1000" </t></is>',
        ' t="inlineStr"><is><r><rPr><color rgb="FF0000"/></rPr><t>rich</t></r></is>', ' t="str"><f>A1</f><v>text</v>',
        ' t="str"><f>A1</f><v></v>', ' t="e"><f>A1</f><v>#N/A</v>', ' t="d"><v>2026-09-12</v>',
        ' t="inlineStr"><is><t/></is>',
        ' t="inlineStr"><is><t xml:space="preserve"> total </t></is>',
    ]
)  # fmt: skip
STYLED = st.sampled_from(["", ' s="1"', ' s="2"', ' s="3"'])
ONE = st.one_of(st.tuples(STYLED, CELLS.map(lambda held: f">{held}")), st.tuples(STYLED, TEXTS)).map("".join)
FILLED = st.dictionaries(st.sampled_from("ABCDF"), st.one_of(ONE, ONE, st.just(' s="1"/')), max_size=5)
ROWS = st.dictionaries(st.sampled_from([2, 3, 12, 999, 1000, 1001, 2000]), FILLED, max_size=6)


def rows_of(made: dict[int, dict[str, str]]) -> str:
    lines = []
    for number, cells in sorted(made.items()):
        inner = [
            f'<c r="{name}{number}"{held}{">" if held.endswith("/") else "</c>"}'
            for name, held in sorted(cells.items())
        ]
        lines.append(f'<row r="{number}" spans="1:4">{"".join(inner)}</row>' if inner else f'<row r="{number}"/>')
    return "".join(lines)


@settings(deadline=None, max_examples=150)
@given(ROWS, st.sampled_from(["", '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>']))
@example({1000: {"A": ' t="inlineStr"><is><t>1000" wide, 2000" long</t></is>', "B": "><v>3</v>"}}, "")
def test_a_sheet_of_any_cells_is_the_same_either_way(
    tmp_path_factory: pytest.TempPathFactory, made: dict[int, dict[str, str]], after: str
) -> None:
    path = written(tmp_path_factory.mktemp("log") / "log.xlsx", rows_of(made), after=after)
    apart, whole = both(path, "Log", COLUMNS)
    assert apart == whole


PLAIN = rows_of(
    {2: {"A": ' t="s"><v>0</v>', "B": ' s="1"><v>46277</v>'}, 3: {"A": ' t="s"><v>0</v>', "B": ' s="3"><v>0.5</v>'}}
)


@pytest.mark.parametrize("spelling", sorted(spelled(sheet(PLAIN))))
def test_a_sheet_in_any_spelling_is_the_same_either_way(tmp_path: Path, spelling: str) -> None:
    xml = spelled(sheet(f'<row r="1">{HEADS}</row>{PLAIN}'))[spelling]
    path = tmp_path / "log.xlsx"
    path.write_bytes(package({"Log": xml}, parts={"xl/styles.xml": STYLES, "xl/sharedStrings.xml": SHARED}))
    apart, whole = both(path, "Log", COLUMNS)
    assert apart == whole


ODD = {
    "a cell without an address": '<row r="2"><c><v>1</v></c></row>',
    "a second cell without an address": '<row r="2"><c r="A2"><v>1</v></c><c s="1"><v>2</v></c></row>',
    "a row without a number": '<row><c r="A2"><v>1</v></c></row>',
    "a cell of another row": '<row r="2"><c r="A3"><v>1</v></c></row>',
    "a cell of another row in a high one": '<row r="2000"><c r="A2000"><v>1</v></c><c r="B12000"><v>1</v></c></row>',
    "rows out of order": '<row r="3"><c r="A3"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>',
    "a row twice": '<row r="2"><c r="A2"><v>1</v></c></row><row r="2"><c r="B2"><v>1</v></c></row>',
    "a comment": '<row r="2"><!-- --><c r="A2"><v>1</v></c></row>',
    "a comment in a cell": '<row r="2"><c r="A2"><!-- --><v>1</v></c></row>',
    "something between rows": '<row r="2"><c r="A2"><v>1</v></c></row> <row r="3"/>',
    "a row that does not end": '<row r="2"><c r="A2"><v>1</v></c>',
    "a row in a row": '<row r="2"><c r="A2"><v>1</v></c><row r="3"><c r="A3"><v>1</v></c></row></row>',
    "cells far apart": '<row r="2"><c r="A2"><v>1</v></c></row><row r="1000000"><c r="XFD1000000"><v>1</v></c></row>',
    "a column that no sheet has": '<row r="2"><c r="XFE2"><v>1</v></c></row>',
    "a row that no sheet has": '<row r="1048577"><c r="A1048577"><v>1</v></c></row>',
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_not_spelled_plainly_is_read_as_a_whole(tmp_path: Path, name: str) -> None:
    with pytest.raises(Unusual):
        DistinctCells(sheet(ODD[name]).encode())
    path = written(tmp_path / "log.xlsx", ODD[name])
    apart, whole = both(path, "Log", COLUMNS)
    assert apart == whole


UNSOUND = {
    "a cell with a prefix": '<row r="2"><c r="A2"><v>1</v></c><x:c r="B2"><x:v>2</x:v></x:c></row>',
    "a cell that does not end": '<row r="2"><c r="A2"><v>1</v></row><row r="3"><c r="B3"><v>2</v></c></row>',
    "a cell that ends twice": '<row r="2"><c r="A2"><v>1</v></c></c></row><row r="3"><c r="B3"><v>2</v></c></row>',
    "a tag in a tag": '<row r="2"><c r="A2" t="s"><v>1</v></c><<c r="C2"><v>2</v></c></row>',
    "an end of all rows with a prefix": '<row r="2"><c r="A2"><v>1</v></c></x:sheetData><c r="B2"><v>2</v></c></row>',
}


@pytest.mark.parametrize("name", UNSOUND)
def test_a_cell_that_would_run_into_others_is_read_where_it_stands(tmp_path: Path, name: str) -> None:
    with pytest.raises(Unusual):
        DistinctCells(sheet(UNSOUND[name]).encode()).sheet()
    apart, whole = both(written(tmp_path / "log.xlsx", UNSOUND[name]), "Log", COLUMNS)
    assert apart == whole


FOUND_AS_A_WHOLE = {
    "a heading that is an error": '<row r="2"><c r="A2"><v>1</v></c></row>',
    "a text with signs to pronounce it, and an attribute that is seldom seen":
        '<row r="2"><c r="A2" t="inlineStr" x="1"><is><t>abc</t><rPh sb="0" eb="1"><t>z</t></rPh></is></c></row>',
    "a line break in two signs, and an attribute that is seldom seen":
        '<row r="2"><c r="A2" t="inlineStr" x="1"><is><t>a&#13;&#10;b</t></is></c></row>',
    "an error without a code before a number": '<row r="2"><c r="A2" t="e"/><c r="B2"><v>46277</v></c></row>',
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND_AS_A_WHOLE)
def test_what_is_seldom_seen_is_the_same_either_way(tmp_path: Path, name: str) -> None:
    heads = HEADS + '<c r="E1" t="e"><v>#REF!</v></c>'
    path = tmp_path / "log.xlsx"
    xml = sheet(f'<row r="1">{heads}</row>{FOUND_AS_A_WHOLE[name]}')
    path.write_bytes(package({"Log": xml}, parts={"xl/styles.xml": STYLES, "xl/sharedStrings.xml": SHARED}))
    apart, whole = both(path, "Log", COLUMNS)
    assert apart == whole


def test_a_sheet_in_another_encoding_is_read_as_a_whole() -> None:
    xml = sheet(f'<row r="1">{HEADS}</row>').partition("?>")[2] or sheet(f'<row r="1">{HEADS}</row>')
    DistinctCells(b'<?xml version="1.0" encoding="UTF-8"?>' + xml.encode())
    with pytest.raises(Unusual):
        DistinctCells(b'<?xml version="1.0" encoding="windows-1252"?>' + xml.encode())


def test_each_distinct_cell_stands_once_in_the_second_sheet() -> None:
    rows = {number: {"A": ' t="s"><v>0</v>', "B": f"><v>{number % 2}</v>"} for number in range(1_000, 1_200)}
    cells = DistinctCells(sheet(rows_of(rows)).encode())
    second = cells.sheet()
    assert [second.count(each) for each in (b' t="s"><v>0</v></c>', b"><v>1</v></c>")] == [1, 1]


def test_a_text_is_as_long_as_often_as_it_is_repeated() -> None:
    rows = {number: {"A": ' t="s"><v>0</v>', "C": ' t="s"><v>1</v>'} for number in range(1_000, 1_200)}
    cells = DistinctCells(sheet(rows_of(rows)).encode())
    second = [line.count('t="s"') and line for line in cells.sheet().decode().split("<c ")[1:]]
    raws = ["Main St" if line and "<v>0<" in line else "x" if line else None for line in second]
    assert cells.text(cells.in_order([raws])) == 200 * len("Main St") + 200 * len("x")


@pytest.mark.parametrize("key", KEYS)
def test_a_long_log_is_read_by_its_distinct_cells(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.xlsm"
    write_book(path, log_of(key, 200))
    apart, whole = both(path, "Applications", list(columns(Application)))
    assert apart == whole
    monkeypatch.setattr(reader, "LONG", 0)
    monkeypatch.setattr(Book, "_workbook", property(lambda self: pytest.fail("a sheet was read as a whole")))
    assert len(read_book(path).table("Applications", columns(Application)).rows) == 200
