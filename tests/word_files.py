"""Small Word files for tests, made and read with python-docx and filled in by docxtpl, the independent oracle."""

import io
import zipfile
from collections.abc import Mapping, Sequence

from docx import Document
from docx.oxml.ns import qn
from docxtpl import DocxTemplate
from lxml import etree

Runs = str | Sequence[str]


def template(*paragraphs: Runs, rows: Sequence[Sequence[str]] = (), header: str = "", footer: str = "") -> bytes:
    """A document of paragraphs, then a table; a paragraph given as several texts has a run for each, every other bold.

    The same texts make the same bytes.
    """
    document = Document()
    for runs in paragraphs:
        paragraph = document.add_paragraph()
        for number, text in enumerate([runs] if isinstance(runs, str) else runs):
            paragraph.add_run(text).bold = bool(number % 2)
    if rows:
        table = document.add_table(rows=0, cols=len(rows[0]))
        for texts in rows:
            for cell, text in zip(table.add_row().cells, texts, strict=True):
                cell.text = text
        document.add_paragraph("Signed")
    if header:
        document.sections[0].header.paragraphs[0].text = header
    if footer:
        document.sections[0].footer.paragraphs[0].text = footer
    return saved(document)


def saved(document: object) -> bytes:
    out = io.BytesIO()
    document.save(out)  # type: ignore[attr-defined]
    return out.getvalue()


def words(letter: bytes) -> list[str]:
    """The text of every paragraph, of tables too, in order: the letter's own, then headers, then footers."""
    document = Document(io.BytesIO(letter))
    stories = [document.element.body]
    for margins in ([s.header for s in document.sections], [s.footer for s in document.sections]):
        stories += [margin._element for margin in margins if not margin.is_linked_to_previous]
    return [_text(paragraph) for story in stories for paragraph in story.iter(qn("w:p"))]


def _text(paragraph: etree._Element) -> str:
    signs = {qn("w:br"): "\n", qn("w:tab"): "\t"}
    pieces = (e for run in paragraph.iter(qn("w:r")) for e in run)
    return "".join((e.text or "") if e.tag == qn("w:t") else signs.get(e.tag, "") for e in pieces)


def by_docxtpl(content: bytes, values: Mapping[str, object]) -> bytes:
    """The same letter made by docxtpl itself."""
    made = DocxTemplate(io.BytesIO(content))
    made.render(dict(values), autoescape=True)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def part(package: bytes, name: str = "word/document.xml") -> str:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return archive.read(name).decode("utf-8")


def with_part(package: bytes, change: Mapping[str, str]) -> bytes:
    """The package with the text of some parts replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for info in source.infolist():
            target.writestr(info, change.get(info.filename, source.read(info.filename)))
        for name in change.keys() - set(source.namelist()):
            target.writestr(name, change[name])
    return out.getvalue()


def with_body(markup: str) -> bytes:
    """A document whose body is the given markup, as Word writes it."""
    content = template("BODY")
    start, _, rest = part(content).partition("<w:p>")
    return with_part(content, {"word/document.xml": start + markup + rest.partition("</w:p>")[2]})


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def assert_well_formed(letter: bytes) -> None:
    """Every part is XML that parses, no cell is without a paragraph, and no tag is left anywhere."""
    with zipfile.ZipFile(io.BytesIO(letter)) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            if not name.endswith((".xml", ".rels")):
                continue
            root = etree.fromstring(archive.read(name))
            assert not any("{{" in (e.text or "") or "{%" in (e.text or "") for e in root.iter())
            assert all(cell.findall(qn("w:p")) for cell in root.iter(qn("w:tc")))
            assert all(table.findall(qn("w:tr")) for table in root.iter(qn("w:tbl")))
