"""Workbooks written by hand, part by part, as other programs write them; and other readers to look at the result."""

import io
import re
import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl
import xlsxwriter
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
    xml = re.sub(r"<(/?)(?=\w+[\s/>])", r"<\1x:", xml).replace(" xmlns=", " xmlns:x=", 1)
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


def rich_book() -> bytes:
    """A workbook by XlsxWriter with about everything in it that other programs lose, and a table to write into."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        book.add_vba_project(io.BytesIO(b"\xd0\xcf\x11\xe0 a stand-in"), True)
        log, totals, notes = (book.add_worksheet(name) for name in ("Log", "Totals", "Notes"))
        day, bold = book.add_format({"num_format": "d mmm yyyy"}), book.add_format({"bold": True, "bg_color": "yellow"})
        heads = ["No", "Filed", "Event", "Due", "State", "Twice", "Mine"]
        rows = [[f"EP-{no}", 46170 + no, f"Parade {no}", None, "open", None, no] for no in range(1, 6)]
        log.write("A1", "Parade Log", bold)
        log.add_table(
            "A3:G8",
            {
                "name": "Log",
                "data": rows,
                "columns": [{"header": head, "format": day if head in ("Filed", "Due") else None} for head in heads],
            },
        )
        log.write_formula("F4", "=G4*2", None, 2)
        log.data_validation("E4:E1000", {"validate": "list", "source": ["open", "met"], "input_title": "State"})
        log.conditional_format("D4:D1000", {"type": "cell", "criteria": "<", "value": 46200, "format": bold})
        log.conditional_format("G4:G1000", {"type": "data_bar", "data_bar_2010": True})
        log.add_sparkline("H4", {"range": "Log!G4:G8"})
        log.write_comment("A4", "The clerk's note")
        log.write_url("I4", "https://example.invalid/a?b=1&c=2", string="office")
        log.write_url("I5", "internal:Notes!A1", string="notes")
        log.insert_textbox("K2", "Checked by the Clerk")
        log.insert_button("K8", {"macro": "Check", "caption": "Check"})
        log.insert_image("K12", "dot.png", {"image_data": io.BytesIO(DOT)})
        log.set_header("&LParade Log&RPage &P")
        log.repeat_rows(2)
        log.print_area("A1:I40")
        log.freeze_panes(3, 1)
        log.set_column("B:B", 14, day)
        log.set_row(5, 30)
        log.ignore_errors({"number_stored_as_text": "A4:A99"})
        chart = book.add_chart({"type": "column"})
        chart.add_series({"values": "=Log!$G$4:$G$8", "trendline": {"type": "linear"}})
        log.insert_chart("K20", chart)
        totals.add_table(
            "A1:B4",
            {
                "name": "Sums",
                "data": [["a", 1], ["b", 2]],
                "total_row": True,
                "columns": [{"header": "Kind"}, {"header": "Number", "total_function": "sum"}],
            },
        )
        totals.write_formula("D1", "=COUNTA(Log!A4:A99)", None, 5)
        totals.protect("secret", {"format_cells": True})
        notes.write_rich_string("A1", "plain ", bold, "bold", " plain")
        notes.merge_range("A3:B4", "merged")
        notes.write_dynamic_array_formula("D1:D3", "=SEQUENCE(3)", None, 1)
        notes.autofilter("A6:B9")
        book.define_name("Mine", "=Log!$G$4:$G$8")
    parts: dict[str, str | bytes] = dict(parts_of(out.getvalue()))
    parts["customUI/customUI14.xml"] = '<customUI xmlns="http://schemas.microsoft.com/office/2009/07/customui"/>'
    parts["customXml/item1.xml"] = "<mine/>"
    parts["xl/printerSettings/printerSettings1.bin"] = bytes(range(256))
    return zipped(parts)


DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c63fccfc0f01f00050001ff89993d1d0000000049454e44ae426082"
)


def by_openpyxl(data: bytes, sheet: int | str = 0) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what openpyxl itself could not keep
        book = openpyxl.load_workbook(io.BytesIO(data))
    return book.worksheets[sheet] if isinstance(sheet, int) else book[sheet]


def by_calamine(data: bytes, sheet: int = 0) -> list[list[Any]]:
    found = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(sheet)
    return found.to_python(skip_empty_area=False)
