"""Whatever a clerk does to a workbook, and whatever lies in it: a check writes its own cells and nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
import warnings
from collections.abc import Callable, Sequence
from copy import copy
from datetime import datetime, time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from xml.sax.saxutils import escape

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.comments import Comment
from openpyxl.styles import PatternFill

from permitbook.desk import open_desk
from permitbook.workbook.layout import COMPUTED
from permitbook.workbook.reader import read_book
from tests.clerk import AS_OF, Desk, run
from tests.hand_made import package, packed_parts, parts_of, zipped
from tests.hand_made import sheet as bare_sheet
from tests.letter_books import FREEPORT, NOW, book, determined, freeport

WRITTEN = ("Applications", "Today", "Findings", "Deadlines", "Conflicts", "Log", "Register")
COMPUTED_HEADINGS = {each.heading for each in COMPUTED}
OFFICIALS = ("Found", "By", "On", "Reason")
LOG = "xl/worksheets/sheet2.xml"


# Parts that no program but Excel understands


STRANGE: dict[str, bytes] = {
    "xl/slicers/slicer1.xml": b"<slicers/>",
    "xl/slicerCaches/slicerCache1.xml": b"<slicerCacheDefinition/>",
    "xl/pivotCache/pivotCacheDefinition1.xml": b"<pivotCacheDefinition/>",
    "xl/pivotCache/pivotCacheRecords1.xml": b"<pivotCacheRecords/>",
    "xl/pivotTables/pivotTable1.xml": b"<pivotTableDefinition/>",
    "xl/threadedComments/threadedComment1.xml": b"<ThreadedComments/>",
    "xl/persons/person.xml": b"<personList/>",
    "xl/comments1.xml": b"<comments/>",
    "xl/drawings/vmlDrawing9.vml": b"<xml/>",
    "xl/ctrlProps/ctrlProp1.xml": b"<formControlPr/>",
    "xl/activeX/activeX1.bin": bytes(range(256)) * 3,
    "xl/media/image9.png": b"\x89PNG" + bytes(range(256)),
    "xl/embeddings/oleObject1.bin": bytes(range(255, -1, -1)),
    "xl/externalLinks/externalLink1.xml": b"<externalLink/>",
    "xl/connections.xml": b"<connections/>",
    "xl/queryTables/queryTable1.xml": b"<queryTable/>",
    "xl/richData/rdrichvalue.xml": b"<rvData/>",
    "xl/metadata.xml": b"<metadata/>",
    "xl/printerSettings/printerSettings9.bin": bytes(range(256)) * 4,
    "xl/timelines/timeline1.xml": b"<timelines/>",
    "xl/model/item.data": b"\x00\x01" * 600,
    "customXml/item1.xml": b"<mine>\r\n</mine>",
    "customXml/itemProps1.xml": b"<props/>",
    "docProps/custom.xml": b"<Properties/>",
    "docMetadata/LabelInfo.xml": b"<labelList/>",
    "xl/notes of the clerk.bin": b"private",
}
AFTER_ROWS = (
    b'<sheetCalcPr fullCalcOnLoad="0"/><protectedRanges><protectedRange sqref="A2:B9" name="Clerk" password="CC1A"/>'
    b'</protectedRanges><scenarios><scenario name="s"><inputCells r="C3" val="1"/></scenario></scenarios>'
)
AT_THE_END = (
    b'<legacyDrawing r:id="rIdZ1"/><controls><control shapeId="1025" r:id="rIdZ2" name="Button 1"/></controls>'
    b'<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="urn:x14"><x14:conditionalFormattings/></ext>'
    b'<ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" xmlns:x14="urn:x14"><x14:sparklineGroups/></ext>'
    b'<ext uri="{A8765BA9-456A-4dab-B4F3-ACF838C121DE}" xmlns:x14="urn:x14"><x14:slicerList/></ext></extLst>'
)


def enriched(data: bytes) -> bytes:
    """A workbook with all of these in it, and marks in the log's sheet that lead to some of them."""
    parts: dict[str, Any] = dict(parts_of(data))
    sheet: bytes = parts[LOG]
    sheet = sheet.replace(b"</sheetData>", b"</sheetData>" + AFTER_ROWS, 1)
    parts[LOG] = sheet.replace(b"</worksheet>", AT_THE_END + b"</worksheet>").replace(
        b"<tableParts", b"<!-- a note --><tableParts"
    )
    return zipped({**parts, **STRANGE})


@pytest.mark.parametrize("command", ["check", "issue", "import"])
def test_every_part_that_is_not_written_keeps_its_bytes(tmp_path: Path, command: str) -> None:
    path = book(tmp_path, FREEPORT, [freeport()], determined(FREEPORT))
    path.write_bytes(enriched(path.read_bytes()))
    (tmp_path / "log.csv").write_text("application_no,event_name\nX-1,Fair\n", "utf-8")
    before, was = packed_parts(path.read_bytes()), parts_of(path.read_bytes())
    given_to: dict[str, list[object]] = {"issue": ["FP-2026-001"], "import": [tmp_path / "log.csv"]}
    told = run(command, path, *given_to.get(command, []), "--as-of", NOW[FREEPORT].isoformat(timespec="minutes"))
    assert told.status == 0, told.err
    after, is_now = packed_parts(path.read_bytes()), parts_of(path.read_bytes())
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    sheets = {f"xl/worksheets/sheet{number}.xml" for number in (1, 2, 3, 4, 5, 6, 17)}
    follow = {"xl/styles.xml", "xl/workbook.xml", "[Content_Types].xml", "xl/calcChain.xml"}
    follow |= {name for name in before if name.startswith(("xl/tables/", "xl/worksheets/_rels/"))}
    assert changed and changed <= sheets | follow, changed
    assert not changed & set(STRANGE)
    assert list(after) == list(before)
    for name in changed & sheets:
        assert around(was[name]) == around(is_now[name]), name
    if command == "check":
        mine = {column for column, heading in headings_of(path).items() if heading in COMPUTED_HEADINGS}
        old, new = cells_of(was[LOG]), cells_of(is_now[LOG])
        differing = {place for place in old.keys() | new.keys() if old.get(place) != new.get(place)}
        assert differing and {place.rstrip(b"0123456789").decode() for place in differing} <= mine


def cells_of(sheet: bytes) -> dict[bytes, bytes]:
    """Each cell's bytes by its address."""
    return {each[1]: each[0] for each in re.finditer(rb'<c r="([A-Z]+[0-9]+)"(?:[^>]*/>|.*?</c>)', sheet, re.DOTALL)}


def headings_of(path: Path) -> dict[str, str]:
    """The log's headings by the letters of their column."""
    return {cell.column_letter: str(cell.value) for cell in by_hand(path)["Applications"][1] if cell.value}


def around(sheet: bytes) -> bytes:
    """A sheet's XML without its rows, its extent, and the links that rows carry."""
    parts = rb"<sheetData.*</sheetData>|<sheetData/>|<dimension[^>]*/>|<hyperlinks>.*</hyperlinks>"
    return re.sub(parts, b"", sheet, flags=re.DOTALL)


# What a clerk does


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A log of a few applications with an official's answers, checked."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    row = {"start_time": "10:00", "end_time": "14:00", "applicant_name": "Dana Field", "participants": "120"}
    desk.rows(
        *(
            {
                **row,
                "application_no": f"FP-2026-{number:03}",
                "received_at": f"2026-05-{number:02} 09:00",
                "event_date": f"2026-07-{number + 10}",
                "event_name": f"Event {number}",
                "route": "Main St from Church to Grand" if number % 2 else "Grove St",
            }
            for number in range(1, 6)
        )
    )
    desk.check()
    desk.determine("FP-2026-002", "FP-59-A-1", "yes", because="traffic can be led round")
    desk.determine("FP-2026-003", "FP-59-A-2", "no", because="34 officers are on duty")
    desk.check()
    return desk


@pytest.fixture(scope="module")
def as_it_was(desk: Desk) -> tuple[Any, set[tuple[object, ...]]]:
    """What is said of the untouched log, and the officials' answers in it."""
    return desk.check("--dry-run"), answers(desk.book)


Edit = Callable[[Any, Random], None]


def renamed_case(workbook: Any, chance: Random) -> None:
    for cell in workbook["Applications"][heading_row(workbook["Applications"])]:
        if cell.value and chance.random() < 0.3:
            cell.value = chance.choice([cell.value.upper(), cell.value.lower(), f" {cell.value}\u00a0"])


def moved_columns(workbook: Any, chance: Random) -> None:
    sheet = workbook["Applications"]
    order = list(range(1, sheet.max_column + 1))
    chance.shuffle(order)
    for row in list(sheet.iter_rows(min_row=heading_row(sheet))):
        held = [(cell.value, copy(cell._style)) for cell in row]
        for cell, place in zip(row, order, strict=True):
            cell.value, cell._style = held[place - 1]


def private_columns(workbook: Any, chance: Random) -> None:
    sheet = workbook["Applications"]
    top, column = heading_row(sheet), sheet.max_column + 1
    sheet.cell(top, column).value, sheet.cell(top, column + 1).value = "Called back", "Days left"
    for row in range(top + 1, top + 6):
        sheet.cell(row, column).value = chance.choice(["yes", "left word", 3, None])
        sheet.cell(row, column + 1).value = f"=B{row}-TODAY()"


def sorted_rows(workbook: Any, chance: Random) -> None:
    sheet = workbook["Applications"]
    top = heading_row(sheet)
    rows = [[(cell.value, copy(cell._style)) for cell in row] for row in sheet.iter_rows(top + 1, top + 5)]
    chance.shuffle(rows)
    for number, row in enumerate(rows, top + 1):
        for cell, (value, style) in zip(sheet[number], row, strict=False):
            cell.value, cell._style = value, style


def hidden_and_filtered(workbook: Any, chance: Random) -> None:
    sheet = workbook["Applications"]
    sheet.row_dimensions[heading_row(sheet) + chance.randint(1, 5)].hidden = True
    sheet.column_dimensions["H"].hidden = True
    sheet.auto_filter.ref = f"A{heading_row(sheet)}:H{heading_row(sheet) + 5}"


def extra_sheets(workbook: Any, chance: Random) -> None:
    sheet = workbook.create_sheet("Stats", chance.randint(0, 5))
    sheet["A1"], sheet["B1"] = "Received", '=COUNTIF(Applications!A:A,"FP*")'
    sheet["A2"] = "=SUM(Applications!B2:B9)"


def colours_and_comments(workbook: Any, chance: Random) -> None:
    sheet = workbook["Applications"]
    for _ in range(6):
        cell = sheet.cell(heading_row(sheet) + chance.randint(1, 5), chance.randint(1, 12))
        cell.fill = PatternFill("solid", fgColor="00FFCC00")
        cell.comment = Comment("ask again", "Clerk")


def title_above(workbook: Any, chance: Random) -> None:
    sheet = workbook["Applications"]
    rows = [[(cell.value, copy(cell._style)) for cell in row] for row in sheet.iter_rows()]
    for row in sheet.iter_rows():
        for cell in row:
            cell.value = None
    sheet.cell(1, 1).value = "Village of Freeport - Parade Log"
    for number, row in enumerate(rows, 3):
        for column, (value, style) in enumerate(row, 1):
            cell = sheet.cell(number, column)
            cell.value, cell._style = value, style


def shuffled_findings(workbook: Any, chance: Random) -> None:
    sheet = workbook["Findings"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]
    chance.shuffle(rows)
    for row, values in zip(sheet.iter_rows(min_row=2), rows, strict=True):
        for cell, value in zip(row, values, strict=True):
            cell.value = value


EDITS: list[Edit] = [
    *(renamed_case, moved_columns, private_columns, sorted_rows, hidden_and_filtered),
    *(extra_sheets, colours_and_comments, title_above, shuffled_findings),
]


def heading_row(sheet: Any) -> int:
    """The row of the headings: the one with the most in it."""
    return 3 if sheet.cell(3, 2).value and str(sheet.cell(1, 1).value).startswith("Village") else 1


def by_hand(data: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return openpyxl.load_workbook(data)


Content = dict[tuple[str, int, int], tuple[object, ...]]


def content(path: Path) -> tuple[Content, dict[str, dict[int, str]]]:
    """Every filled cell with its looks, and the headings of each sheet by column."""
    workbook = by_hand(path)
    found: Content = {}
    heads = {}
    for sheet in workbook:
        heads[sheet.title] = {
            cell.column: " ".join(str(cell.value).split()).casefold()
            for cell in sheet[heading_row(sheet)]
            if cell.value
        }
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None or cell.comment:
                    look = (cell.number_format, cell.fill.fgColor.rgb, cell.comment.text if cell.comment else None)
                    found[sheet.title, cell.row, cell.column] = (cell.value, *look)
    return found, heads


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(edits=st.lists(st.sampled_from(EDITS), min_size=1, max_size=5, unique=True), seed=st.integers(0, 2**32 - 1))
def test_after_whatever_a_clerk_does_a_check_writes_only_its_own_cells(
    desk: Desk, as_it_was: tuple[Any, set[tuple[object, ...]]], edits: list[Edit], seed: int
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "Log.xlsm"
        workbook = by_hand(desk.book)
        for name in list(workbook["Applications"].tables):
            del workbook["Applications"].tables[name]
        for edit in sorted(edits, key=EDITS.index):
            edit(workbook, Random(seed))
        workbook.save(path)
        before, heads = content(path)
        told = run("check", path, "--json", "--as-of", AS_OF)
        after, _ = content(path)
        assert told.status == 0, told.err
        for place in before.keys() | after.keys():
            if before.get(place) != after.get(place):
                assert may_differ(place, heads, before), (place, before.get(place), after.get(place))
        assert verdicts(told.json) == verdicts(as_it_was[0])
        assert answers(path) == as_it_was[1]


def may_differ(place: tuple[str, int, int], heads: dict[str, dict[int, str]], before: Content) -> bool:
    """Whether a check may write there."""
    sheet, _, column = place
    heading = heads[sheet].get(column, "")
    if sheet == "Applications":
        return heading in {each.casefold() for each in COMPUTED_HEADINGS}
    if sheet == "Findings":
        return heading not in {each.casefold() for each in OFFICIALS}
    return sheet in ("Today", "Deadlines", "Conflicts") or (sheet == "Log" and place not in before)


def verdicts(document: Any) -> dict[str, Any]:
    return {each["application_no"]: {**each, "row": 0} for each in document["applications"]}


def answers(path: Path) -> set[tuple[object, ...]]:
    """What officials have found, wherever it stands."""
    found = open_desk(read_book(path)).findings
    return {
        (each.application_no, each.clause, each.found, each.by, each.on, each.reason) for _, each in found if each.by
    }


# What other programs write


def plain_book(desk: Desk, without: Sequence[tuple[str, str]]) -> bytes:
    """The log as a bare writer leaves it: texts in their cells, no theme, and not even the parts named here."""
    workbook = by_hand(desk.book)
    sheets = {}
    for sheet in workbook:
        rows = []
        for row in sheet.iter_rows():
            filled = "".join(map(inline, (cell for cell in row if cell.value is not None)))
            rows.append(f'<row r="{row[0].row}">{filled}</row>' if filled else "")
        sheets[sheet.title] = bare_sheet("".join(rows))
    parts: dict[str, Any] = dict(parts_of(package(sheets)))
    for gone, tie in without:
        del parts[f"xl/{gone}.xml"]
        rels, types = "xl/_rels/workbook.xml.rels", "[Content_Types].xml"
        parts[rels] = re.sub(rb'<Relationship Id="%b"[^>]*/>' % tie.encode(), b"", parts[rels])
        parts[types] = re.sub(rb'<Override PartName="/xl/%b[^>]*/>' % gone.encode(), b"", parts[types])
    return zipped(parts)


def inline(cell: Any) -> str:
    value = cell.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        text = value.isoformat(" ", "minutes") if isinstance(value, datetime) else str(value)
        text = f"{value:%H:%M}" if isinstance(value, time) else text
        return f'<c r="{cell.coordinate}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'
    return f'<c r="{cell.coordinate}"><v>{value}</v></c>'


STYLES, STRINGS = ("styles", "rIdA"), ("sharedStrings", "rIdB")


def test_a_workbook_of_a_bare_writer_is_read_and_written_and_nothing_else_is_touched(
    desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "Log.xlsx"
    path.write_bytes(plain_book(desk, [STRINGS]))
    before = packed_parts(path.read_bytes())
    told = run("check", path, "--json", "--as-of", "2026-06-25T09:00")
    assert (told.status, len(told.json["applications"])) == (0, 5), told.err
    after = packed_parts(path.read_bytes())
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert changed and all(name.startswith(("xl/worksheets/sheet", "xl/styles.xml")) for name in changed), changed
    assert answers(path) == answers(desk.book)


def test_a_workbook_without_formats_is_read_and_not_written(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "Log.xlsx"
    path.write_bytes(plain_book(desk, [STYLES, STRINGS]))
    before = path.read_bytes()
    assert len(run("check", path, "--json", "--dry-run", "--as-of", AS_OF).json["applications"]) == 5
    told = run("check", path, "--as-of", AS_OF)
    assert (told.status, told.out) == (3, "")
    assert told.err == "permitbook: Log.xlsx has no cell formats; save it once in Excel and run again.\n"
    assert path.read_bytes() == before


@pytest.mark.office
def test_a_log_saved_by_libreoffice_keeps_what_libreoffice_wrote(desk: Desk, tmp_path: Path) -> None:
    office = shutil.which("soffice") or shutil.which("libreoffice") or ""
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    subprocess.run(
        [office, home, "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path), str(desk.book)],
        check=True,
        capture_output=True,
        timeout=180,
    )
    path = tmp_path / desk.book.with_suffix(".xlsx").name
    before, was = packed_parts(path.read_bytes()), parts_of(path.read_bytes())
    told = run("check", path, "--json", "--as-of", "2026-06-25T09:00")
    assert told.status == 0, told.err
    assert len(told.json["applications"]) == 5
    after, is_now = packed_parts(path.read_bytes()), parts_of(path.read_bytes())
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    may = ("xl/worksheets/", "xl/tables/", "xl/styles.xml", "xl/workbook.xml", "[Content_Types].xml")
    assert changed and all(name.startswith(may) for name in changed), changed
    for name in changed:
        if name.startswith("xl/worksheets/sheet"):
            assert around(was[name]) == around(is_now[name]), name
    assert answers(path) == answers(desk.book)
