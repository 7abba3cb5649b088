"""New values in a sheet: they read back as they were, in every spelling, and nothing else changes."""

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from permitbook.errors import WorkbookError
from permitbook.workbook.cells import MOST_TEXT, CellValue, CellWriter, Formula, Unwritable
from permitbook.workbook.edits import Body, Edits, Spliced
from permitbook.workbook.held import SharedStrings, cleaned, is_blank, text_of
from permitbook.workbook.outline import changed
from permitbook.workbook.rows import Cell, Sheet
from permitbook.workbook.splice import splice
from permitbook.workbook.styles import NUMBER_FORMATS, Shows, Styles, suits
from permitbook.workbook.table import address
from tests.hand_made import SHARED, STYLES, by_calamine, by_openpyxl, package, sheet, spelled

Cells = Mapping[tuple[int, int], CellValue]

_STYLES = Styles(STYLES.encode(), "styles")
_style = 0
while _style < _STYLES.count:
    for _shows in Shows:
        _STYLES.fit(_style, _shows)
    _style += 1
ALL_STYLES = _STYLES.xml
"""The formats of a workbook in which every format that a value may need is there already."""

ROWS = (
    '<row r="2" spans="1:4"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>46277</v></c><c r="D2" s="2"/></row>'
    '<row r="3" spans="1:4" ht="30" customHeight="1"><c r="A3" t="s"><v>2</v></c><c r="B3"><v>5</v></c></row>'
    '<row r="5" s="2" customFormat="1"/>'
    '<row r="6"><c r="A6" t="inlineStr"><is><t>x</t></is></c><c r="C6" t="b"><v>1</v></c></row>'
)
SHEET = sheet(ROWS, before='<dimension ref="A2:D6"/>')


def edits(cells: Cells, *bodies: Body) -> Edits:
    rows: dict[int, dict[int, CellValue]] = {}
    for (row, column), value in cells.items():
        rows.setdefault(row, {})[column] = value
    return Edits(rows, list(bodies))


def writer(*, from_1904: bool = False, prefix: bytes = b"") -> CellWriter:
    shared = SharedStrings(SHARED.encode(), "strings")
    return CellWriter(Styles(ALL_STYLES, "styles"), shared, from_1904=from_1904, prefix=prefix)


def book(xml: str) -> bytes:
    """A workbook with the sheet in it."""
    return package({"Log": xml}, parts={"xl/styles.xml": ALL_STYLES})


def spliced(xml: str, cells: Cells, *bodies: Body, plain: bool = True, swift: bool = True) -> tuple[str, Spliced]:
    """The sheet with the cells in it, and what was done."""
    there = Sheet(xml.encode(), "Log", plain=plain)
    done = splice(there, edits(cells, *bodies), writer(prefix=there.prefix), swift=swift)
    return b"".join(changed(there.xml, done.changes)).decode(), done


def values(xml: str) -> dict[str, Any]:
    """What openpyxl finds in the sheet."""
    cells = [cell for row in by_openpyxl(book(xml)).iter_rows() for cell in row]
    return {cell.coordinate: getattr(cell.value, "text", cell.value) for cell in cells if cell.value is not None}


BEFORE = {"A2": "Main St", "B2": datetime(2026, 9, 12), "A3": "rich text", "B3": 5, "A6": "x", "C6": True}
WANTED: Cells = {
    (1, 2): "above all",
    (2, 1): "Oak & <Elm>",
    (2, 3): 7,
    (2, 5): "after all",
    (3, 1): None,
    (3, 2): 6.5,
    (4, 4): "between",
    (5, 3): "first in its row",
    (6, 2): False,
    (6, 3): "was yes",
    (9, 1): "below",
}
AFTER = {
    "B1": "above all",
    "A2": "Oak & <Elm>",
    "B2": datetime(2026, 9, 12),
    "C2": 7,
    "E2": "after all",
    "B3": 6.5,
    "D4": "between",
    "C5": "first in its row",
    "A6": "x",
    "B6": False,
    "C6": "was yes",
    "A9": "below",
}


@pytest.mark.parametrize("way", spelled(SHEET))
@pytest.mark.parametrize("plain", [True, False])
def test_values_are_written_in_every_spelling_of_a_sheet(way: str, plain: bool) -> None:
    xml = spelled(SHEET)[way]
    assert values(xml) == BEFORE
    after, done = spliced(xml, WANTED, plain=plain)
    assert values(after) == AFTER
    assert not done.not_written
    again, same = spliced(after, WANTED)
    assert (again, same.changes) == (after, [])


@pytest.mark.parametrize("way", spelled(SHEET))
def test_rows_without_a_new_value_keep_their_bytes(way: str) -> None:
    xml = spelled(SHEET)[way]
    after, _ = spliced(xml, {(3, 2): 6})
    row = re.compile(r"<(?:x:)?row[^>]*r=.[256].*?(?:</(?:x:)?row>|(?<=/)>)", re.DOTALL)
    assert len(row.findall(xml)) >= 3
    assert row.findall(after) == row.findall(xml)
    assert after.partition("sheetData")[0] == xml.partition("sheetData")[0]
    assert after.rpartition("sheetData")[2] == xml.rpartition("sheetData")[2]


def test_rows_and_cells_without_addresses_count_from_the_left_and_the_top() -> None:
    xml = sheet("<row><c><v>1</v></c><c><v>2</v></c></row><row/><row><c><v>3</v></c><c r='D3'><v>4</v></c></row>")
    after, _ = spliced(xml, {(1, 2): 20, (1, 4): 40, (2, 1): 5, (3, 3): 6, (4, 1): 7})
    assert values(after) == {"A1": 1, "B1": 20, "D1": 40, "A2": 5, "A3": 3, "C3": 6, "D3": 4, "A4": 7}


@pytest.mark.parametrize("body", ["<sheetData/>", "<sheetData></sheetData>", "<sheetData />"])
def test_a_sheet_without_rows_gets_its_first(body: str) -> None:
    xml = sheet("").replace("<sheetData></sheetData>", body)
    after, _ = spliced(xml, {(2, 2): "x", (1, 1): 1})
    assert values(after) == {"A1": 1, "B2": "x"}


def test_the_span_of_a_row_takes_in_its_new_cells() -> None:
    after, _ = spliced(SHEET, {(2, 9): 1, (3, 3): 1})
    assert '<row r="2" spans="1:9">' in after
    assert '<row r="3" spans="1:4" ht="30" customHeight="1">' in after


def test_values_that_stand_there_already_are_no_change_in_whatever_form() -> None:
    same: Cells = {
        (2, 1): "Main St",
        (2, 2): date(2026, 9, 12),
        (2, 4): None,
        (3, 1): "rich text",
        (3, 2): 5.0,
        (6, 1): "x",
        (6, 3): True,
        (7, 1): None,
        (2, 7): "",
    }
    for way in spelled(SHEET).values():
        assert spliced(way, same)[1].changes == []


@pytest.mark.parametrize(
    ("held", "value"),
    [
        ('<c r="A1"><v>46277.4166666667</v></c>', datetime(2026, 9, 12, 10)),
        ('<c r="A1"><v>0.416666666666667</v></c>', time(10)),
        ('<c r="A1"><v>1.25E1</v></c>', Decimal("12.50")),
        ('<c r="A1" t="s"><v>3</v></c>', "Line one\r\nLine two"),
        ('<c r="A1" t="s"><v>1</v></c>', " a & b "),
        ('<c r="A1" t="str"><v>a&#10;b</v></c>', "a\nb"),
        ('<c r="A1" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>', "ab"),
        ('<c r="A1" t="inlineStr"><is><t></t></is></c>', None),
        ('<c r="A1" t="str"><v></v></c>', ""),
    ],
)
def test_the_same_value_in_another_form_is_left_as_it_is(held: str, value: CellValue) -> None:
    styled = held.replace('r="A1"', f'r="A1" s="{_style_for(value)}"', 1)
    for swift in (True, False):
        assert spliced(sheet(f'<row r="1">{styled}</row>'), {(1, 1): value}, swift=swift)[1].changes == []


def _style_for(value: CellValue) -> int:
    codes = {datetime: "MOMENT", time: "TIME", Decimal: "MONEY"}
    return writer()._styles.fit(0, Shows[codes[type(value)]]) if type(value) in codes else 0


@pytest.mark.parametrize(
    ("held", "value"),
    [
        ('<c r="A1"><v>5</v></c>', True),
        ('<c r="A1" t="b"><v>1</v></c>', 1),
        ('<c r="A1" t="s"><v>0</v></c>', "Main Street"),
        ('<c r="A1" t="s"><v>99</v></c>', "Main St"),
        ('<c r="A1"><v>5</v></c>', "5"),
        ('<c r="A1" t="str"><v>5</v></c>', 5),
        ('<c r="A1" t="e"><v>#N/A</v></c>', "#N/A"),
        ('<c r="A1" t="e"><v>#N/A</v></c>', None),
        ('<c r="A1"><v>46277</v></c>', date(2026, 9, 12)),
        ('<c r="A1" s="1"><v>46277</v></c>', 46277),
        ('<c r="A1" s="1"><v>46277</v></c>', date(2026, 9, 13)),
    ],
)
def test_a_value_of_another_kind_or_in_a_format_that_hides_it_is_a_change(held: str, value: CellValue) -> None:
    for swift in (True, False):
        after, _ = spliced(sheet(f'<row r="1">{held}</row>'), {(1, 1): value}, swift=swift)
        assert after != sheet(f'<row r="1">{held}</row>')
        assert spliced(after, {(1, 1): value}, swift=swift)[1].changes == []


AWKWARD_TEXTS = [
    '=HYPERLINK("http://example.invalid","x")',
    "+1 555 555 0142",
    "-Parade-",
    "@Home 5K",
    "\t=1+1",
    "\uff1d1+1",
    "  blanks  around  ",
    "two\nlines",
    "a _x000D_ that was typed",
    "_x005F_",
    "__x0041__x0042_",
    "<t>&amp;]]></t>",
    "'\"",
    "00123",
    "1e5",
    "TRUE",
    "#N/A",
    "Ünïcödé 遊行 🎉",
    "\u00a0\u200b",
    "x" * MOST_TEXT,
]


@pytest.mark.parametrize("text", AWKWARD_TEXTS, ids=lambda text: ascii(text)[:40])
def test_text_reads_back_as_it_was_and_stays_text(text: str) -> None:
    after, done = spliced(SHEET, {(2, 1): text, (8, 1): text})
    assert not done.not_written
    assert by_calamine(book(after))[1][0] == by_calamine(book(after))[7][0] == text
    if "_x" not in text:  # openpyxl does not know Excel's marks
        there = by_openpyxl(book(after))
        assert (there["A2"].value, there["A2"].data_type, there["A8"].data_type) == (text, "s", "s")


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=30))
@settings(max_examples=200, deadline=None)
def test_any_text_reads_back_with_blanks_for_what_a_cell_cannot_hold(text: str) -> None:
    xml, _ = spliced(sheet(""), {(1, 1): "mark", (1, 2): text})
    read = by_calamine(book(xml))[0]
    assert [*read, ""][1] == cleaned(text)
    assert spliced(xml, {(1, 2): text})[1].changes == []


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Main\x0bStreet", "Main Street"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("lone \ud800 half", "lone   half"),
        ("\x00\x1f\ufffe\uffff", "    "),
        ("tab\tstays", "tab\tstays"),
    ],
)
def test_a_line_break_is_one_line_feed_and_a_control_character_a_blank(text: str, held: str) -> None:
    assert cleaned(text) == held


SERIALS = [
    (date(1900, 3, 1), "61", None),
    (date(2026, 9, 12), "46277", "44815"),
    (datetime(2026, 9, 12), "46277", "44815"),
    (datetime(2026, 9, 12, 18), "46277.75", "44815.75"),
    (date(1904, 1, 1), "1462", "0"),
    (date(9999, 12, 31), "2958465", "2957003"),
    (time(0), "0.0", "0.0"),
    (time(18), "0.75", "0.75"),
]


@pytest.mark.parametrize(("value", "serial", "from_1904"), SERIALS)
def test_a_date_is_the_number_of_its_day_in_the_workbooks_own_date_system(
    value: date | time, serial: str, from_1904: str | None
) -> None:
    for number, system in ((serial, False), (from_1904, True)):
        if number is not None:
            content = writer(from_1904=system).compose(value, 0).content.decode()
            assert content.removeprefix("<v>").removesuffix("</v>").removesuffix(".0") == number.removesuffix(".0")


@pytest.mark.parametrize(
    ("value", "from_1904", "says"),
    [
        (date(1900, 2, 28), False, "1900-02-28 lies before"),
        (date(1903, 12, 31), True, "1903-12-31 lies before"),
        (float("nan"), False, "no number"),
        (Decimal("Infinity"), False, "no number"),
        ("x" * (MOST_TEXT + 1), False, "longer than the 32,767 characters"),
        ("🎉" * (MOST_TEXT // 2 + 1), False, "longer than the 32,767 characters"),
    ],
)
def test_what_no_cell_can_hold_is_not_written_and_says_why(value: Any, from_1904: bool, says: str) -> None:
    with pytest.raises(Unwritable, match=says):
        writer(from_1904=from_1904).compose(value, 0)
    if not from_1904:
        after, done = spliced(SHEET, {(2, 1): value, (2, 2): date(2026, 9, 13)})
        assert list(done.not_written) == [(2, 1)]
        assert values(after) == BEFORE | {"B2": datetime(2026, 9, 13)}


MERGED = sheet(ROWS, after='<mergeCells count="2"><mergeCell ref="A2:B3"/><mergeCell ref="D5:D6"/></mergeCells>')


@pytest.mark.parametrize("way", ["plain", "prefixed", "pretty"])
def test_only_the_first_cell_of_a_merged_range_is_written(way: str) -> None:
    xml = spelled(MERGED)[way]
    cells: Cells = {(row, column): f"{row}{column}" for row in (2, 3, 4, 5, 6) for column in (1, 2, 4)}
    after, done = spliced(xml, cells)
    assert {address(*cell) for cell in done.not_written} == {"B2", "A3", "B3", "D6"}
    assert "A2:B3" in done.not_written[3, 1]
    assert "D5:D6" in done.not_written[6, 4]
    assert spliced(xml, {(3, 1): None})[1] == Spliced()
    there = values(after)
    assert (there["A2"], there["D5"], there.get("D6")) == ("21", "54", None)


ARRAYS = sheet(
    '<row r="1"><c r="A1"><f t="array" ref="A1:A2">ROW(1:2)</f><v>1</v></c><c r="B1"><f>1+1</f><v>2</v></c>'
    '<c r="C1"><f t="shared" ref="C1:C2" si="0">A1*2</f><v>2</v></c></row>'
    '<row r="2"><c r="A2"><v>2</v></c><c r="B2" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>'
    '<c r="C2"><f t="shared" si="0"/><v>4</v></c></row>'
)


@pytest.mark.parametrize("way", spelled(ARRAYS))
def test_formulas_stay_and_say_so(way: str) -> None:
    xml = spelled(ARRAYS)[way]
    after, done = spliced(xml, {(row, column): "new" for row in (1, 2) for column in (1, 2, 3, 4)})
    assert {address(*cell) for cell in done.not_written} == {"A1", "A2", "B1", "B2", "C1", "C2"}
    assert "A1:A2" in done.not_written[2, 1]
    assert not done.formulas_changed
    assert values(after) == values(xml) | {"D1": "new", "D2": "new"}


def test_in_rows_of_the_programs_own_a_formula_gives_way_but_never_part_of_many() -> None:
    body = Body(1, 2, frozenset((1, 2, 3)))
    after, done = spliced(ARRAYS, {(1, 2): "new"}, body)
    assert {address(*cell) for cell in done.not_written} == {"C1", "C2"}
    assert done.formulas_changed
    assert {name: value for name, value in values(after).items() if name[0] == "B"} == {"B1": "new"}


def test_a_formula_is_written_with_its_result_and_known_again() -> None:
    wanted: Cells = {
        (1, 1): Formula('=IF(1<2,"a&b","")', "a&b"),
        (1, 2): Formula("TODAY()", date(2026, 9, 12)),
        (2, 1): Formula("1=1", True),
        (2, 2): Formula("RAND()"),
    }
    after, done = spliced(sheet(""), wanted)
    assert done.formulas_changed
    there = by_openpyxl(book(after))
    assert [there[name].value for name in ("A1", "B1", "A2", "B2")] == [
        '=IF(1<2,"a&b","")',
        "=TODAY()",
        "=1=1",
        "=RAND()",
    ]
    results = by_calamine(book(after))
    assert results[0][0] == "a&b"
    assert results[1][0] is True
    assert spliced(after, wanted)[1].changes == []
    changed_result, _ = spliced(after, {(1, 1): Formula('IF(1<2,"a&b","")', "c")})
    assert by_calamine(book(changed_result))[0][0] == "c"


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ('<row r="3"/><row r="2"/>', "row 2 stands after row 3"),
        ('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>', "the cells of row 1 are out of order"),
        ('<row r="1"><c r="A1"/><c r="A1"/></row>', "the cells of row 1 are out of order"),
        ('<row r="1"><c r="?"/></row>', r"\? is no cell"),
        ('<row r="1"><d/></row>', "row 1 holds a d"),
    ],
)
def test_a_damaged_sheet_is_refused(rows: str, says: str) -> None:
    for plain in (True, False):
        with pytest.raises(WorkbookError, match=says):
            spliced(sheet(rows), {(1, 1): "x", (9, 1): "x"}, plain=plain, swift=False)


@pytest.mark.parametrize("place", [(0, 1), (1, 0), (1_048_577, 1), (1, 16_385)])
def test_a_place_that_no_sheet_has_is_refused(place: tuple[int, int]) -> None:
    with pytest.raises(WorkbookError, match="has no place for"):
        spliced(SHEET, {place: "x"})


def test_a_body_is_emptied_where_nothing_is_given() -> None:
    after, _ = spliced(SHEET, {(2, 1): "kept"}, Body(2, 1_048_576, frozenset((1, 2))))
    assert values(after) == {"A2": "kept", "C6": True}
    assert 'r="B2" s="1"' in after


# What one way does, the others do too


_TEXTS = st.sampled_from(["", "Main St", "x", "a & b", " a & b ", "rich text", "_x000D_", "two\nlines", "Yes", "5"])
_VALUES = st.one_of(
    st.none(),
    _TEXTS,
    st.booleans(),
    st.integers(-3, 46300),
    st.floats(-2, 2),
    st.dates(date(2026, 1, 1), date(2026, 1, 9)),
    st.datetimes(datetime(2026, 1, 1), datetime(2026, 1, 9)),
    st.times(),
    st.decimals(0, 9, places=2),
    st.builds(Formula, st.sampled_from(["1+1", "A1&B1"]), st.sampled_from([None, 2, "ab"])),
)
_HELD = st.sampled_from(
    [
        "/>",
        "><v>5</v></c>",
        ' t="n"><v>46027.5</v></c>',
        ' t="s"><v>0</v></c>',
        ' t="s"><v>2</v></c>',
        ' t="b"><v>1</v></c>',
        ' t="str"><v>x</v></c>',
        ' t="e"><v>#N/A</v></c>',
        ' t="inlineStr"><is><t>x</t></is></c>',
        ' t="inlineStr"><is><t xml:space="preserve">a &amp; b</t></is></c>',
        ' t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r></is></c>',
        "><f>1+1</f><v>2</v></c>",
        '><f t="shared" si="0"/><v>2</v></c>',
        ' cm="1"><v>5</v></c>',
    ]
)


@st.composite
def _sheets(draw: st.DrawFn) -> str:
    rows = []
    for number in sorted(draw(st.sets(st.integers(1, 6), max_size=5))):
        columns = sorted(draw(st.sets(st.integers(1, 6), max_size=6)))
        cells = [
            f'<c r="{address(number, column)}"' + draw(st.sampled_from(["", ' s="1"', ' s="2"'])) + draw(_HELD)
            for column in columns
        ]
        tag = f'<row r="{number}"' + draw(st.sampled_from(["", ' spans="1:3"', ' s="2" customFormat="1"']))
        rows.append(f"{tag}>{''.join(cells)}</row>" if cells else f"{tag}/>")
    merged = draw(st.sampled_from(["", '<mergeCells><mergeCell ref="B2:C3"/></mergeCells>']))
    xml = sheet("".join(rows), before='<cols><col min="3" max="4" style="2"/></cols>', after=merged)
    ways = spelled(xml)
    return ways[draw(st.sampled_from(["plain", *ways]))]


_CELLS = st.dictionaries(st.tuples(st.integers(1, 7), st.integers(1, 6)), _VALUES, max_size=14)


@given(_sheets(), _CELLS, st.booleans())
@settings(max_examples=400, deadline=None)
def test_the_short_cut_does_what_the_plain_way_does(xml: str, cells: dict[tuple[int, int], Any], ours: bool) -> None:
    bodies = [Body(2, 4, frozenset((2, 3)))] if ours else []
    after, fast = spliced(xml, cells, *bodies)
    for plain in (True, False):
        there, slow = spliced(xml, cells, *bodies, plain=plain, swift=False)
        assert there == after
        assert replace(slow, changes=fast.changes) == fast
    assert spliced(after, cells, *bodies)[1].changes == []


_FEW_VALUES = st.one_of(
    st.none(),
    st.sampled_from(["", "Main St", "a & b", "two\nlines", True, 1, 1.0, 0.5, Decimal("12.50"), time(9, 30)]),
    st.dates(date(2026, 1, 1), date(2026, 1, 3)),
    st.datetimes(datetime(2026, 1, 1), datetime(2026, 1, 2)),
    st.just("x" * (MOST_TEXT + 1)),
    st.just(date(1899, 1, 1)),
)
_KEPT_BY_CLERKS = ["/>", ' s="2"/>', ' s="1"><v>46027</v></c>', ' t="s"><v>0</v></c>', "><f>1+1</f><v>2</v></c>"]


@st.composite
def _long_sheets(draw: st.DrawFn) -> tuple[str, dict[tuple[int, int], Any]]:
    """A sheet that was written before, with a few cells and values that are otherwise since, and what is to stand."""
    columns = draw(st.sampled_from([(1, 2, 3, 4), (2, 3, 5), (4,)]))
    rows = st.tuples(*(_FEW_VALUES for _ in columns))
    kinds = draw(st.lists(rows, min_size=1, max_size=4))
    chosen = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=40))
    first = draw(st.integers(1, 3))
    cells = {(first + no, column): v for no, row in enumerate(chosen) for column, v in zip(columns, row, strict=True)}
    xml, _ = spliced(draw(st.sampled_from([sheet(""), SHEET])), cells)
    if draw(st.booleans()):
        inline = 't="inlineStr"><is><t xml:space="preserve">Main St</t></is>'
        xml = xml.replace(inline, 't="s"><v>0</v>')  # as Excel saves it
    for _ in range(draw(st.integers(0, 3))):
        row, column = first + draw(st.integers(0, len(chosen) - 1)), draw(st.sampled_from(columns))
        cell = f'<c r="{address(row, column)}"'
        held = draw(st.sampled_from(_KEPT_BY_CLERKS))
        if cell in xml:
            xml = re.sub(rf"({cell})[^>]*?(?:/>|>.*?</c>)", rf"\1{held}", xml)
        elif column == columns[-1]:
            xml = re.sub(rf'(<row r="{row}"[^>]*[^/]>.*?)</row>', rf"\1{cell}{held}</row>", xml)
    cells |= draw(st.dictionaries(st.sampled_from(sorted(cells)), _FEW_VALUES, max_size=3))
    return xml, cells


@given(_long_sheets(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_many_rows_at_once_become_what_they_do_one_by_one(
    given: tuple[str, dict[tuple[int, int], Any]], ours: bool
) -> None:
    xml, cells = given
    bodies = [Body(2, 60, frozenset((2, 3)))] if ours else []
    after, fast = spliced(xml, cells, *bodies)
    there, slow = spliced(xml, cells, *bodies, swift=False)
    assert there == after
    assert replace(slow, changes=fast.changes) == fast
    assert spliced(after, cells, *bodies)[1].changes == []


@pytest.mark.parametrize("blank", [1, 2, 3])
def test_what_was_put_into_one_of_many_blank_cells_is_emptied(blank: int) -> None:
    cells: Cells = {(row, column): None if column == blank else "x" for row in range(1, 30) for column in (1, 2, 3)}
    xml, _ = spliced(sheet(""), cells)
    otherwise, _ = spliced(xml, {(25, blank): 5})
    after, done = spliced(otherwise, cells)
    assert values(otherwise) == values(xml) | {address(25, blank): 5}
    assert (values(after), len(done.changes)) == (values(xml), 1)


def test_rows_that_hold_it_already_bring_no_new_format() -> None:
    """A day in a bold cell of its own, and a moment in the next row's plain one, are no reason for a bold moment."""
    styles = Styles(STYLES.encode(), "styles")
    bold, plain = styles.fit(2, Shows.DATE), styles.fit(0, Shows.MOMENT)
    days: Cells = {(row, 1): date(2026, 5, row) for row in range(1, 20)}
    moments: Cells = {(row, 1): datetime(2026, 5, row - 19, 10) for row in range(20, 29)}
    rows = [f'<row r="{row}"><c r="A{row}" s="{bold}"><v>{46142 + row}</v></c></row>' for row, _ in days]
    fraction = 10 / 24
    rows += [
        f'<row r="{row}"><c r="A{row}" s="{plain}"><v>{46142 + row - 19 + fraction!r}</v></c></row>'
        for row, _ in moments
    ]
    there, count = Sheet(sheet("".join(rows)).encode(), "Log"), styles.count
    shared = SharedStrings(SHARED.encode(), "strings")
    done = splice(there, edits({**days, **moments}), CellWriter(styles, shared, from_1904=False), swift=True)
    assert (done.changes, styles.count) == ([], count)


@given(_sheets(), _CELLS)
@settings(max_examples=100, deadline=None)
def test_cells_read_back_as_written_and_all_others_stay(xml: str, cells: dict[tuple[int, int], Any]) -> None:
    after, done = spliced(xml, cells)
    there, before = Sheet(after.encode(), "Log"), Sheet(xml.encode(), "Log")
    now, then = _all_cells(there), _all_cells(before)
    for place, cell in now.items():
        if place not in cells or place in done.not_written:
            assert cell == then[place]
    in_merged = {(2, 3), (3, 2), (3, 3)}
    for place, value in cells.items():
        if place not in done.not_written and (value or place not in in_merged):
            assert _is_held(now.get(place), value)


def _all_cells(there: Sheet) -> dict[tuple[int, int], tuple[int, bytes, bytes]]:
    return {
        (row.number, cell.column): (cell.style, cell.type, cell.content)
        for row in there.rows()
        for cell in there.cells(row)
    }


def _is_held(cell: tuple[int, bytes, bytes] | None, value: CellValue) -> bool:
    if value is None or value == "":
        return cell is None or is_blank(Cell(0, 0, 1, *cell))
    if cell is None:
        return False
    if isinstance(value, str) and cell[1] == b"inlineStr":
        return text_of(cell[2]) == value
    return bool(cell[2])


# Formats


@pytest.mark.parametrize(
    ("code", "shows"),
    [
        ("General", "number"),
        ("0", "number"),
        ("#,##0.00", "number money"),
        ('"$"#,##0.00', "number money"),
        ("[$$-409]#,##0.00_);[Red]\\(#,##0.00\\)", "number money"),
        ("0.0", "number"),
        ("0%", ""),
        ("@", "number"),
        ("m/d/yyyy", "date"),
        ("yyyy\\-mm\\-dd", "date"),
        ('d "h" mmmm', "date"),
        ("[$-409]mmmm\\ d\\,\\ yyyy;@", "date"),
        ("mmm-yy", "date"),
        ("ddd d mmm yyyy, h:mm AM/PM", "moment"),
        ("m/d/yyyy h:mm", "moment"),
        ("h:mm", "time"),
        ("[h]:mm", "time"),
        ("mm:ss.0", "time"),
        ("h:mm AM/PM", "time"),
        ("[Blue]General", "number"),
    ],
)
def test_which_values_a_number_format_shows_rightly(code: str, shows: str) -> None:
    kinds = (Shows.NUMBER, Shows.MONEY, Shows.DATE, Shows.TIME, Shows.MOMENT)
    assert {kind.value for kind in kinds if suits(code, kind)} == set(shows.split())
    assert suits(code, Shows.TEXT)
    assert suits(code, Shows.TRUTH)


def test_our_own_formats_suit_what_they_are_for() -> None:
    assert all(suits(code, shows) for shows, code in NUMBER_FORMATS.items())


def test_a_cell_keeps_its_looks_when_its_number_format_must_change() -> None:
    styles = Styles(STYLES.encode(), "styles")
    twin = styles.fit(2, Shows.DATE)
    assert (twin, styles.fit(2, Shows.DATE), styles.fit(1, Shows.DATE)) == (4, 4, 1)
    assert b'fontId="1"' in styles.xml.split(b"<xf ")[-1]
    assert b'<alignment wrapText="1"/>' in styles.xml.split(b"<xf ")[-1]
    again = Styles(styles.xml, "styles")
    assert again.fit(2, Shows.DATE) == 4


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(list(Shows))), max_size=8))
def test_a_format_is_added_once_and_never_again(wanted: list[tuple[int, Shows]]) -> None:
    styles = Styles(STYLES.encode(), "styles")
    first = [styles.fit(*each) for each in wanted]
    again = Styles(styles.xml, "styles")
    assert [again.fit(*each) for each in wanted] == first
    assert again.xml == styles.xml
    told = re.search(rb'<cellXfs count="(\d+)">(.*)</cellXfs>', again.xml)
    assert told and int(told[1]) == told[2].count(b"<xf ")


@pytest.mark.parametrize("formats", ["", "<numFmts/>", '<numFmts count="0"></numFmts>'])
def test_a_workbook_without_number_formats_of_its_own_gets_a_list_of_them(formats: str) -> None:
    xml = re.sub("<numFmts.*</numFmts>", formats, STYLES)
    styles = Styles(xml.encode(), "styles")
    style = styles.fit(0, Shows.MOMENT)
    read = by_openpyxl(
        package(
            {"Log": sheet(f'<row r="1"><c r="A1" s="{style}"><v>1</v></c></row>')}, parts={"xl/styles.xml": styles.xml}
        )
    )
    assert read["A1"].number_format == NUMBER_FORMATS[Shows.MOMENT]
