"""A package gives its parts, keeps what nobody changes, and refuses what cannot be kept or is a trap."""

import io
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from permitbook.errors import WorkbookError
from permitbook.workbook.outline import Change, changed, find, outline, tag_end, with_attribute
from permitbook.workbook.package import Package, relationships_part, resolved
from tests.hand_made import FILES, MAIN, package, packed_parts, parts_of, related, sheet, zipped

ROWS = '<row r="1"><c r="A1"><v>1</v></c></row>'


def small(**besides: str | bytes) -> Package:
    return Package(package({"Log": sheet(ROWS)}, parts=besides), "Log.xlsx")


def test_a_part_nobody_changes_keeps_its_packed_bytes_its_place_and_its_stamp() -> None:
    data = (FILES / "write-1-shapes-ribbon-macros.xlsm").read_bytes()
    book = Package(data, "Log.xlsm")
    book.put("xl/worksheets/sheet1.xml", b"<worksheet/>")
    after = book.assemble()
    assert list(parts_of(after)) == list(parts_of(data))
    before, now = packed_parts(data), packed_parts(after)
    assert {name for name in before if before[name] != now[name]} == {"xl/worksheets/sheet1.xml"}
    with zipfile.ZipFile(io.BytesIO(after)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2026, 6, 1, 9, 0, 0)}
    assert book.changed_parts == ("xl/worksheets/sheet1.xml",)


def test_a_part_that_gets_the_content_it_has_is_no_change() -> None:
    book = small()
    book.put("xl/styles.xml", book.part("xl/styles.xml"))
    assert book.changed_parts == ()
    assert packed_parts(book.assemble()) == packed_parts(small().assemble())


def test_a_new_part_comes_last_and_a_removed_one_is_gone() -> None:
    book = small()
    book.put("customUI/customUI14.xml", [b"<custom", b"UI/>"])
    book.remove("xl/sharedStrings.xml")
    there = parts_of(book.assemble())
    assert list(there)[-1] == "customUI/customUI14.xml"
    assert there["customUI/customUI14.xml"] == b"<customUI/>"
    assert "xl/sharedStrings.xml" not in there
    assert set(book.changed_parts) == {"customUI/customUI14.xml", "xl/sharedStrings.xml"}


def test_a_copy_is_changed_apart_from_its_original() -> None:
    book = small()
    twin = book.copy()
    twin.put("xl/styles.xml", b"<styleSheet/>")
    assert book.changed_parts == ()
    assert twin.changed_parts == ("xl/styles.xml",)


def test_part_names_are_found_whatever_their_case_and_strokes() -> None:
    book = Package(zipped({"XL\\Workbook.xml": b"<workbook/>"}), "Log.xlsx")
    assert "xl/workbook.xml" in book
    assert book.part("xl/workbook.xml") == b"<workbook/>"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"no zip at all", "cannot be read as a workbook"),
        (zipped({"a.xml": b"", "A.XML": b""}), "holds A.XML twice"),
    ],
)
def test_what_is_no_sound_package_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(WorkbookError, match=says):
        Package(data, "Log.xlsx")


def test_a_missing_part_is_named() -> None:
    with pytest.raises(WorkbookError, match=r"Log\.xlsx is damaged: xl/theme1\.xml is missing"):
        small().part("xl/theme1.xml")


def test_a_part_that_unpacks_to_very_much_is_not_unpacked() -> None:
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join(pack.compress(bytes(1 << 20)) for _ in range(100)) + pack.flush()
    assert len(packed) < 200_000
    with pytest.raises(WorkbookError, match="unpacks to 100 MB"):
        small(bomb=bytes(100 << 20)).part("bomb")


def test_a_signed_workbook_is_refused_before_anything_is_written() -> None:
    with pytest.raises(WorkbookError, match="digitally signed"):
        small(**{"_xmlsignatures/sig1.xml": b"<Signature/>"}).workbook_part()


def test_a_package_without_a_workbook_is_refused() -> None:
    with pytest.raises(WorkbookError, match="is not a workbook"):
        Package(zipped({"[Content_Types].xml": b"<Types/>"}), "Log.xlsx").workbook_part()


@pytest.mark.parametrize(
    ("target", "part"),
    [
        ("../tables/table1.xml", "xl/tables/table1.xml"),
        ("/xl/tables/table1.xml", "xl/tables/table1.xml"),
        ("..\\tables\\table1.xml", "xl/tables/table1.xml"),
        ("../../../../../etc/passwd", "etc/passwd"),
    ],
)
def test_a_target_names_a_part_of_the_package_and_nothing_outside(target: str, part: str) -> None:
    assert resolved("xl/worksheets/sheet1.xml", target) == part


def test_relationships_with_blanks_in_their_targets_are_found_either_way() -> None:
    name = relationships_part("xl/worksheets/sheet1.xml")
    for target, part in (("../my%20part.xml", "xl/my part.xml"), ("../my part.xml", "xl/my part.xml")):
        book = small(**{name: related("table", target), part: b"<table/>"})
        assert book.related("xl/worksheets/sheet1.xml", "table") == [part]


HARD = f"""<?xml version="1.0"?>
<!-- <row r="9"/> --><x:worksheet xmlns:x="{MAIN}" xmlns:o="urn:other"><x:cols><x:col min='1' max = "2>1"
 o:note="&lt;x"/></x:cols><o:cols/><x:sheetData ><x:row r="1"><![CDATA[</x:row>]]></x:row><x:row/></x:sheetData >
</x:worksheet>"""


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_elements_are_found_where_they_stand_whatever_stands_around_them(mark: bytes) -> None:
    xml = mark + HARD.encode()
    elements = outline(xml, "Log")
    assert [each.path for each in elements] == [
        "worksheet",
        "worksheet/cols",
        "worksheet/cols/col",
        "worksheet/urn:other}cols",
        "worksheet/sheetData",
        "worksheet/sheetData/row",
        "worksheet/sheetData/row",
    ]
    column, first, second = elements[2], elements[5], elements[6]
    assert column.attributes == {"min": "1", "max": "2>1", "urn:other}note": "<x"}
    assert xml[first.start : first.end] == b'<x:row r="1"><![CDATA[</x:row>]]></x:row>'
    assert xml[first.opened : first.closing] == b"<![CDATA[</x:row>]]>"
    assert (xml[second.start : second.end], second.is_one_tag) == (b"<x:row/>", True)
    assert elements[4].prefix == b"x:"
    assert xml[elements[4].closing : elements[4].end] == b"</x:sheetData >"
    assert tag_end(xml, column.start) == column.opened == column.end


@pytest.mark.parametrize(
    ("xml", "says"),
    [
        (b"<a><b></a>", "damaged"),
        (b'<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>', "declares a document type"),
        ("<a/>".encode("utf-16"), "stored as UTF-16"),
        (b'<?xml version="1.0" encoding="iso-8859-1"?><a/>', "stored as iso-8859-1"),
        (b"", "damaged"),
    ],
)
def test_xml_that_office_does_not_write_is_refused(xml: bytes, says: str) -> None:
    with pytest.raises(WorkbookError, match=says):
        outline(xml, "xl/workbook.xml")


@pytest.mark.parametrize(
    ("tag", "now"),
    [
        (b"<row>", b'<row spans="1:2">'),
        (b"<row/>", b'<row spans="1:2"/>'),
        (b'<row r="1" />', b'<row r="1" spans="1:2"/>'),
        (b"<row spans='7:9' r='1'>", b"<row spans=\"1:2\" r='1'>"),
        (b'<row x:spans="3"\n\tspans = "7>9"/>', b'<row x:spans="3"\n\tspans="1:2"/>'),
    ],
)
def test_an_attribute_is_set_in_its_place_or_as_the_last(tag: bytes, now: bytes) -> None:
    assert with_attribute(tag, "spans", "1:2") == now


def test_signs_that_mean_something_in_xml_are_written_as_entities() -> None:
    tag = with_attribute(b"<numFmt/>", "formatCode", '"$"#,##0 & <x>')
    assert find(outline(tag, "x"), "numFmt").attributes == {"formatCode": '"$"#,##0 & <x>'}  # type: ignore[union-attr]


@given(st.binary(max_size=40), st.lists(st.tuples(st.integers(0, 40), st.binary(max_size=5)), max_size=6))
def test_changes_stand_where_they_belong_and_all_else_stays(xml: bytes, wanted: list[tuple[int, bytes]]) -> None:
    edges = sorted({min(place, len(xml)) for place, _ in wanted})
    spans = list(zip(edges[::2], edges[1::2], strict=False))
    changes = [Change(start, end, new) for (start, end), (_, new) in zip(spans, wanted, strict=False)]
    expected = xml
    for change in reversed(changes):
        expected = expected[: change.start] + change.content + expected[change.end :]
    assert b"".join(changed(xml, reversed(changes))) == expected
