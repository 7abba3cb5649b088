"""Files made to do harm, or broken beyond reading: one sentence, exit 3, within seconds and in little memory."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from permitbook.letters.render import read_template
from permitbook.letters.withheld import LetterWithheld
from permitbook.rawzip import pack, package_bytes, read_package
from tests.clerk import Desk
from tests.hand_made import parts_of, zipped
from tests.made_book import made
from tests.tools.fuzz import Fuzz
from tests.word_files import part, template, with_part

ROOT = Path(__file__).parents[1]
ROOM = 1 << 30
"""Bytes of memory that a command may take for itself; a plain check takes a tenth of it."""
PATIENCE = 60.0
LOG = "xl/worksheets/sheet2.xml"
STRINGS = "xl/sharedStrings.xml"


def confined(*arguments: object) -> tuple[int, str, str]:
    """A command in a process that gets little memory and little time; its status and both outputs."""
    started = time.monotonic()
    room = f"import resource, sys; resource.setrlimit(resource.RLIMIT_AS, ({ROOM}, {ROOM}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{room}; from permitbook.cli import main; sys.exit(main())", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
        timeout=120,
    )
    assert time.monotonic() - started < PATIENCE
    return done.returncode, done.stdout, done.stderr


def refused(book: Path, *words: str) -> str:
    """The one sentence with which a check refuses a workbook, which stays as it is."""
    before = book.read_bytes()
    status, out, err = confined("check", book)
    assert (status, out) == (3, "")
    assert err.startswith("permitbook: ") and err.count("\n") == 1 and len(err) < 400
    assert "Traceback" not in err and "panicked" not in err and "should not" not in err
    assert all(word in err for word in words), err
    assert book.read_bytes() == before
    return err


def log_of(rows: bytes, *, shared: bytes = b"") -> dict[str, bytes]:
    """The parts of Freeport's empty workbook with rows in its log and further shared texts."""
    parts = parts_of(made("freeport"))
    sheet, strings = parts[LOG], parts[STRINGS]
    end, last = sheet.find(b"</sheetData>"), strings.rfind(b"</sst>")
    parts[LOG] = sheet[:end] + rows + sheet[end:]
    parts[STRINGS] = strings[:last] + shared + strings[last:]
    return parts


@cache
def next_text() -> int:
    """The number that a further shared text gets."""
    return parts_of(made("freeport"))[STRINGS].count(b"<si>")


def texts(rows: int, column: bytes = b"A") -> bytes:
    """Rows that all show the one further shared text."""
    cell = b'<row r="%d"><c r="%b%d" t="s"><v>%d</v></c></row>'
    return b"".join(cell % (row, column, row, next_text()) for row in range(3, rows + 3))


LONG = b"<si><t>" + b"x" * 32_000 + b"</t></si>"


TRAPS: dict[str, tuple[Callable[[], bytes], Callable[[], bytes], str]] = {
    "a million cells share a long text": (lambda: texts(1_000_000), lambda: LONG, "far beyond its data"),
    "thirty thousand cells share a long text": (lambda: texts(30_000), lambda: LONG, "repeat long texts, 915 MB"),
    "a cell of 20 MB": (
        lambda: b'<row r="3"><c r="A3" t="inlineStr"><is><t>' + b"y" * 20_000_000 + b"</t></is></c></row>",
        bytes,
        "a text longer than any cell can",
    ),
    "a formula's result of 20 MB": (
        lambda: b'<row r="3"><c r="A3" t="str"><f>A1</f><v>' + b"y" * 20_000_000 + b"</v></c></row>",
        bytes,
        "a text longer than any cell can",
    ),
    "a cell of a million runs": (
        lambda: b'<row r="3"><c r="A3" t="inlineStr"><is>' + b"<r><t>aaaa</t></r>" * 1_000_000 + b"</is></c></row>",
        bytes,
        "a text longer than any cell can",
    ),
    "a shared text of 20 MB": (
        lambda: texts(1),
        lambda: b"<si><t>" + b"z" * 20_000_000 + b"</t></si>",
        "longer than any cell",
    ),
    "a shared text of a million runs": (
        lambda: texts(1),
        lambda: b"<si>" + b"<r><t>zz</t></r>" * 900_000 + b"</si>",
        "longer than any cell",
    ),
    "errors down to the last row": (
        lambda: b"".join(b'<row r="%d"><c r="A%d" t="e"><v>#REF!</v></c></row>' % (r, r) for r in range(3, 700_000)),
        bytes,
        "far beyond its data",
    ),
    "a column beyond the last": (lambda: b'<row r="3"><c r="ZZZ3"><v>1</v></c></row>', bytes, "which no sheet has"),
}


@pytest.mark.parametrize("name", TRAPS)
def test_more_than_there_is_room_for_is_refused(tmp_path: Path, name: str) -> None:
    rows, shared, says = TRAPS[name]
    book = tmp_path / "Log.xlsm"
    book.write_bytes(zipped(dict(log_of(rows(), shared=shared()))))
    refused(book, says)


def test_long_texts_that_there_is_room_for_are_read(tmp_path: Path) -> None:
    book = tmp_path / "Log.xlsm"
    rows = texts(50, b"B").replace(b'"><c r="B', b'"><c r="A1" t="n"/><c r="B')
    book.write_bytes(zipped(dict(log_of(rows, shared=LONG))))
    status, out, _ = confined("check", book, "--json")
    assert (status, out.count('"row":')) == (1, 50)


def test_a_million_rows_of_empty_formatted_cells_are_no_rows(tmp_path: Path) -> None:
    book = tmp_path / "Log.xlsm"
    empty = b"".join(b'<row r="%d"><c r="A%d" s="1"/><c r="B%d" s="1"/></row>' % (r, r, r) for r in range(3, 1_048_577))
    book.write_bytes(zipped(dict(log_of(empty))))
    status, out, err = confined("check", book, "--dry-run")
    assert (status, err) == (0, "")
    assert "0 applications" in out


def test_a_number_of_a_thousand_letters_is_no_number(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.log("application_no,event_name", f"{'N' * 100},Parade", f"{'N' * 101},Parade")
    checked = desk.check()
    told = [each["message"] for each in checked["problems"] if "more than 100 letters" in each["message"]]
    assert len(told) == 1
    assert {each["application_no"] for each in checked["applications"]} >= {"N" * 100}


@pytest.mark.parametrize("more", ["rows", "cells"])
def test_a_text_file_without_end_is_refused(tmp_path: Path, more: str) -> None:
    desk = Desk(tmp_path)
    file = tmp_path / "log.csv"
    file.write_bytes(b"application_no,event_name\n" + (b"1,2\n" * 1_100_000 if more == "rows" else b"," * 21_000_000))
    status, out, err = confined("import", desk.book, file)
    assert (status, out) == (3, "")
    assert err == "permitbook: log.csv is not read: it has more rows or cells than a log can hold; divide it.\n"


BILLION = (
    b'<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">'
    b'<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;">]>'
)
OUTSIDE = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("bomb", [BILLION, OUTSIDE], ids=["a billion laughs", "a file from outside"])
@pytest.mark.parametrize(
    "part",
    [LOG, STRINGS, "xl/workbook.xml", "xl/styles.xml", "xl/_rels/workbook.xml.rels", "_rels/.rels"],
)
def test_entities_are_never_resolved(tmp_path: Path, part: str, bomb: bytes) -> None:
    parts = dict(parts_of(made("freeport")))
    head, _, rest = parts[part].partition(b"?>")
    opened = rest.find(b"><") + 1 if part != LOG else rest.find(b"</sheetData>")
    text = b'<row r="9"><c r="A9" t="inlineStr"><is><t>&e;</t></is></c></row>' if part == LOG else b""
    text = b"<si><t>&e;</t></si>" if part == STRINGS else text
    parts[part] = head + b"?>" + bomb + rest[:opened] + text + rest[opened:]
    book = tmp_path / "Log.xlsm"
    book.write_bytes(zipped(dict(parts)))
    assert "root:" not in refused(book, "Log.xlsm")


MACROS = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"


def cut(keep: int) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    return lambda parts: parts | {LOG: parts[LOG][:keep]}


def without(*names: str) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    return lambda parts: {name: content for name, content in parts.items() if name not in names}


def swapped(one: bytes, other: bytes, part: str) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    return lambda parts: parts | {part: parts[part].replace(one, other)}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(without("[Content_Types].xml"), id="no list of contents"),
        pytest.param(without("_rels/.rels"), id="no relationships"),
        pytest.param(without("xl/_rels/workbook.xml.rels"), id="no relationships of the workbook"),
        pytest.param(without("xl/workbook.xml"), id="no workbook"),
        pytest.param(without(LOG), id="no log"),
        pytest.param(cut(900), id="the log cut short"),
        pytest.param(swapped(b"worksheets/sheet2.xml", b"../../../etc/passwd", "xl/_rels/workbook.xml.rels"), id="out"),
        pytest.param(swapped(b"worksheets/sheet2.xml", b"styles.xml", "xl/_rels/workbook.xml.rels"), id="to styles"),
        pytest.param(
            swapped(b"worksheets/sheet2.xml", b"workbook.xml", "xl/_rels/workbook.xml.rels"), id="to the workbook"
        ),
        pytest.param(swapped(b"<sheetData>", b"<sheetDate>", LOG), id="no rows' element"),
        pytest.param(swapped(b'Target="xl/workbook.xml"', b'Target="http://x.invalid/"', "_rels/.rels"), id="external"),
        pytest.param(swapped(MACROS, b"text/plain", "[Content_Types].xml"), id="called a text"),
        pytest.param(lambda parts: parts | {"../../evil.txt": b"x"}, id="a part that leads out"),
        pytest.param(lambda parts: parts | {"xl\\..\\..\\evil.txt": b"x"}, id="a part that leads out on Windows"),
    ],
)
def test_broken_ties_between_parts_are_one_sentence(
    tmp_path: Path, change: Callable[[dict[str, bytes]], dict[str, bytes]]
) -> None:
    book = tmp_path / "Log.xlsm"
    book.write_bytes(zipped(dict(change(dict(parts_of(made("freeport")))))))
    refused(book, "Log.xlsm")


def test_many_parts_that_together_unpack_without_measure_are_refused(tmp_path: Path) -> None:
    large = pack("", bytes(60 << 20))
    more = [replace(large, name=f"xl/worksheets/more{number}.xml") for number in range(20)]
    book = tmp_path / "Log.xlsm"
    book.write_bytes(package_bytes([*read_package(made("freeport")).values(), *more]))
    refused(book, "all inside it unpacks to 1,2")


def test_more_parts_than_any_workbook_has_are_refused(tmp_path: Path) -> None:
    book = tmp_path / "Log.xlsm"
    book.write_bytes(made("freeport") + b"PK\x01\x02" * 140_000 + made("freeport"))
    refused(book, "more parts than any Office file does")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("ignore = " + "[" * 100_000, "nested deeper than any map"),
        ("a=" + "{a=" * 5_000 + "1" + "}" * 5_000, "nested deeper than any map"),
        ("ignore = ['" + "x" * 2_000_000 + "']", "larger than 1 MB"),
    ],
    ids=["lists in lists", "tables in tables", "large"],
)
def test_a_map_that_is_none_is_wrong_usage(tmp_path: Path, content: str, says: str) -> None:
    desk = Desk(tmp_path)
    log, map = desk.write("log.csv", "application_no\nX\n"), desk.write("map.toml", content)
    status, out, err = confined("import", desk.book, log, "--map", map)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err


@pytest.mark.parametrize(
    ("part", "end", "thing"),
    [
        ("xl/workbook.xml", b"</sheets>", b'<sheet name="a" sheetId="9" r:id="rId1"/>'),
        ("xl/workbook.xml", b"</definedNames>", b'<definedName name="a">1</definedName>'),
        ("xl/styles.xml", b"</cellXfs>", b'<xf numFmtId="14"/>'),
        ("xl/_rels/workbook.xml.rels", b"</Relationships>", b'<Relationship Id="z" Type="x" Target="y"/>'),
        (LOG, b"</worksheet>", b"<mergeCells><mergeCell ref='A3:A4'/></mergeCells>"),
    ],
    ids=["sheets", "names", "formats", "relationships", "merged cells"],
)
def test_lists_without_end_are_refused(tmp_path: Path, part: str, end: bytes, thing: bytes) -> None:
    parts: dict[str, str | bytes] = dict(parts_of(made("freeport")))
    content = parts[part]
    assert isinstance(content, bytes) and end in content
    parts[part] = content.replace(end, thing * 300_000 + end, 1)
    book = tmp_path / "Log.xlsm"
    book.write_bytes(zipped(parts))
    refused(book, "more things than Excel ever does in one part")


@pytest.mark.parametrize("distinct", [False, True], ids=["the same", "one row shorter each"])
def test_merged_cells_that_lie_over_each_other_are_damage_and_cost_no_time(tmp_path: Path, distinct: bool) -> None:
    row = b'<row r="%d"><c r="A%d" t="inlineStr"><is><t>X-%d</t></is></c></row>'
    parts: dict[str, str | bytes] = dict(log_of(b"".join(row % (n, n, n) for n in range(3, 40))))
    content = parts[LOG]
    assert isinstance(content, bytes)
    merged = b"".join(b'<mergeCell ref="B2:XFD%d"/>' % (1_048_576 - distinct * n) for n in range(60_000))
    parts[LOG] = content.replace(b"</sheetData>", b"</sheetData><mergeCells>" + merged + b"</mergeCells>")
    book = tmp_path / "Log.xlsm"
    book.write_bytes(zipped(parts))
    if distinct:
        refused(book, "its merged cells lie over each other")
    else:
        assert confined("check", book, "--dry-run")[0] in (0, 1)


ESCAPES = [
    "{{ items|sort(attribute='__class__')|join }}",
    "{{ items|selectattr('__class__')|join }}",
    "{{ items|join(attribute='__class__.__mro__') }}",
    "{{ items|map(attribute='\\x5f\\x5fclass\\x5f\\x5f')|list }}",
    "{{ a['\\x5f\\x5fclass\\x5f\\x5f'] }}",
    "{{ a[('__cl' ~ 'ass__')] }}",
    "{% for i in items %}{{ loop.__init__.__globals__ }}{% endfor %}",
    "{% for i in items %}{{ loop.cycle('a', 'b') }}{% endfor %}",
    "{% for i in items recursive %}{{ loop(items) }}{% endfor %}",
    "{{ '{0.__class__}'.format(a) }}",
    "{{ '{0.__class__}'|format(a) }}",
    "{{ ['{0.__class__}']|map('format', a)|join }}",
    "{{ items|map('attr', '__class__')|join }}",
    "{{ a|default(a.__class__, true) }}",
    "{{ a.__init__.__globals__['os'] }}",
    "{{ self._TemplateReference__context }}",
    "{{ items.append(1) }}",
    "{{ namespace() }}",
    "{{ lipsum.__globals__ }}",
    "{{ __builtins__ }}",
    "{{ [a] * 100000000 }}",
    "{{ 0|round(-99999999) }}",
    "{{ [0]|map('round', -99999999)|join }}",
    "{% with x = a.__class__ %}{{ x }}{% endwith %}",
    "{% if a.__class__ %}x{% endif %}",
    "{% block x %}{% endblock %}",
    "{% autoescape false %}{{ a }}{% endautoescape %}",
    "{{ [a if none.title] }}",
    "{{ a|safe }}",
    "{{ facts.__class__ }}",
]
"""Known ways out of a template language's sandbox, and ways to keep it busy for ever."""


@pytest.mark.parametrize("tag", ESCAPES)
def test_a_template_is_no_way_out(tag: str) -> None:
    with pytest.raises(LetterWithheld):
        read_template("permit.docx", template(tag)).render({"a": "abc", "items": ["x", "y"], "facts": {"items": "z"}})


def test_files_broken_at_random_end_in_a_sentence_or_in_work_done(tmp_path: Path) -> None:
    fuzz = Fuzz(tmp_path, seed=6)
    fuzz.go_on(4)
    assert sum(fuzz.tried.values()) > 20
    assert list(fuzz.found) == []


@pytest.mark.parametrize(
    "more", ["<w:p/>" * 300_000, "<w:p><w:r><w:t>{{ a }}</w:t></w:r></w:p>" * 6_000], ids=["paragraphs", "tags"]
)
def test_a_template_of_more_pieces_than_a_letter_has_is_withheld(more: str) -> None:
    content = template("{{ a }}")
    body = part(content).replace("</w:p>", f"</w:p>{more}", 1)
    with pytest.raises(LetterWithheld, match="too large for a letter template"):
        read_template("permit.docx", with_part(content, {"word/document.xml": body}))
