"""Workbooks written by hand, part by part, as other programs write them; and other readers to look at the result."""

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl
from python_calamine import CalamineWorkbook

FILES = Path(__file__).parent / "cases" / "files"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
SHEET_PART = "xl/worksheets/sheet1.xml"

STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
    '<fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"><alignment wrapText="1"/></xf>'
    '<xf numFmtId="18" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
SHARED = (
    f'<sst xmlns="{MAIN}" count="4" uniqueCount="4"><si><t>Main St</t></si><si><t xml:space="preserve"> a &amp; b </t>'
    '</si><si><r><rPr><b/></rPr><t>rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>sound</t></rPh></si>'
    "<si><t>Line one_x000D_\nLine two</t></si></sst>"
)


def sheet(rows: str, *, before: str = "", after: str = "") -> str:
    """A sheet's XML around its rows."""
    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}">'
        f"{before}<sheetData>{rows}</sheetData>{after}</worksheet>"
    )


def spelled(xml: str) -> dict[str, str]:
    """The same sheet as other programs write it: attributes in another order, no addresses, and so on."""
    return {
        "plain": xml,
        "prefixed": prefixed(xml),
        "pretty": xml.replace("<row", "\n  <row").replace("<c ", "\n    <c ").replace("</row>", "\n  </row>"),
        "format first": re.sub(r'<c r="(\w+)" s="(\d+)"', r'<c s="\2" r="\1"', xml),
        "type first": re.sub(r'<c r="(\w+)"([^>]*?) t="(\w+)"', r'<c t="\3" r="\1"\2', xml),
        "single quotes": re.sub(r'="([^"]*)"', r"='\1'", xml),
        "type of numbers": re.sub(r'(<c r="\w+"(?: s="\d+")?)><v>', r'\1 t="n"><v>', xml),
        "closed apart": re.sub(r"<c ([^>]*?)/>", r"<c \1></c>", xml),
        "with notes": xml.replace("</row>", "</row><!-- <row r='1'/> -->"),
        "other attributes": xml.replace("<row ", '<row x14ac:dyDescent="0.25" ').replace(
            "<worksheet ", '<worksheet xmlns:x14ac="urn:x14ac" '
        ),
    }


def prefixed(xml: str) -> str:
    """The same sheet with a prefix on every element, and a line break after each row."""
    xml = re.sub(r"<(/?)(?=\w)", r"<\1x:", xml).replace(" xmlns=", " xmlns:x=", 1)
    return xml.replace("</x:row>", "</x:row>\n")


def package(sheets: Mapping[str, str], *, workbook: str = "", parts: Mapping[str, str | bytes] | None = None) -> bytes:
    """A workbook of sheets by name; `workbook` is what its part says besides, `parts` what lies in it besides."""
    listed = "".join(f'<sheet name="{name}" sheetId="{no}" r:id="rId{no}"/>' for no, name in enumerate(sheets, 1))
    relations = "".join(
        f'<Relationship Id="rId{no}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{no}.xml"/>'
        for no in range(1, len(sheets) + 1)
    )
    kinds = (("rIdA", "styles", "styles.xml"), ("rIdB", "sharedStrings", "sharedStrings.xml"))
    relations += "".join(f'<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{to}"/>' for id, kind, to in kinds)
    types = [("workbook.xml", "sheet.main"), ("styles.xml", "styles"), ("sharedStrings.xml", "sharedStrings")]
    types += [(f"worksheets/sheet{no}.xml", "worksheet") for no in range(1, len(sheets) + 1)]
    written: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        + "".join(f'<Override PartName="/xl/{part}" ContentType="{SPREADSHEET}.{kind}+xml"/>' for part, kind in types)
        + "</Types>",
        "_rels/.rels": related("officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
        f"<sheets>{listed}</sheets>{workbook}</workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{relations}</Relationships>',
        "xl/styles.xml": STYLES,
        "xl/sharedStrings.xml": SHARED,
    }
    written |= {f"xl/worksheets/sheet{no}.xml": xml for no, xml in enumerate(sheets.values(), 1)}
    return zipped(written | dict(parts or {}))


def related(kind: str, target: str, id: str = "rId1") -> str:
    """Relationships with one entry."""
    return (
        f'<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{target}"/></Relationships>'
    )


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 6, 1, 9, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    """The parts of a package by name, in their order."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def packed_parts(data: bytes) -> dict[str, bytes]:
    """The parts as they lie packed in the file."""
    packed = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            header = data[entry.header_offset : entry.header_offset + 30]
            start = entry.header_offset + 30 + int.from_bytes(header[26:28], "little")
            start += int.from_bytes(header[28:30], "little")
            packed[entry.filename] = data[start : start + entry.compress_size]
    return packed


def by_openpyxl(data: bytes, sheet: int | str = 0) -> Any:
    book = openpyxl.load_workbook(io.BytesIO(data))
    return book.worksheets[sheet] if isinstance(sheet, int) else book[sheet]


def by_calamine(data: bytes, sheet: int = 0) -> list[list[Any]]:
    found = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(sheet)
    return found.to_python(skip_empty_area=False)
