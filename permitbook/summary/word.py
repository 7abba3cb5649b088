"""The few shapes of which the Word report is made: headings, lists, and tables that fit the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Inches, Pt, RGBColor

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import Table, _Cell

WIDE = 7.0
"""Inches between the margins."""
INK, QUIET, GROUND, LINE = RGBColor(0x1F, 0x29, 0x33), RGBColor(0x52, 0x60, 0x6D), "D9DDE1", "BCC4CC"
TEXT, SMALL, LEADING = 9.5, 8, 9.6


def set_up(document: Document) -> None:
    """Letter paper, narrow margins, one plain typeface."""
    part = document.sections[0]
    part.page_width, part.page_height = Inches(8.5), Inches(11)
    part.left_margin = part.right_margin = Inches((8.5 - WIDE) / 2)
    part.top_margin = part.bottom_margin = Inches(0.55)
    part.footer_distance = Inches(0.3)
    style = document.styles["Normal"]
    style.font.name, style.font.size, style.font.color.rgb = "Calibri", Pt(TEXT), INK
    style.paragraph_format.space_after = Pt(2)
    style.paragraph_format.space_before = Pt(0)
    heading = document.styles["Heading 1"]
    heading.font.name, heading.font.size, heading.font.bold = "Calibri", Pt(11), True
    heading.font.color.rgb = INK
    heading.element.rPr.rFonts.attrib.clear()
    heading.element.rPr.rFonts.set(qn("w:ascii"), "Calibri")
    heading.element.rPr.rFonts.set(qn("w:hAnsi"), "Calibri")
    heading.paragraph_format.space_before, heading.paragraph_format.space_after = Pt(5), Pt(1)


def say(document: Document, text: str, *, quiet: bool = False, bullet: bool = False) -> None:
    """A paragraph, or a line of a list."""
    paragraph = document.add_paragraph(style="List Bullet" if bullet else None)
    paragraph.paragraph_format.space_after = Pt(1.5 if bullet else 2)
    run = paragraph.add_run(text)
    if quiet:
        run.font.size, run.font.color.rgb = Pt(SMALL), QUIET


def table(
    document: Document,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    widths: Sequence[float],
    numbers: int = 0,
    *,
    words: Sequence[int] = (),
    has_total: bool = False,
) -> None:
    """A table as wide as `widths` (inches); its head stands on each page.

    Its last `numbers` columns stand to the right, or with `words` all but those.
    """
    listed, places = list(rows), range(len(heads))
    to_the_right = {*places} - {*words} if words else {*places[len(heads) - numbers :]}
    made = document.add_table(rows=1 + len(listed), cols=len(heads))
    made.alignment, made.autofit = WD_TABLE_ALIGNMENT.LEFT, False
    _rule(made)
    cells = made._cells
    for at, text in enumerate([*heads, *(text for row in listed for text in row)]):
        line, place = divmod(at, len(heads))
        cell = cells[at]
        cell.width = Inches(widths[place])
        is_last = has_total and line == len(listed)
        _fill(cell, text, bold=line == 0 or is_last, right=place in to_the_right)
        if line == 0:
            _shade(cell)
    for place, wide in enumerate(widths):
        made.columns[place].width = Inches(wide)
    for row in made.rows:
        _mark(row._tr.get_or_add_trPr(), "w:cantSplit")
    _mark(made.rows[0]._tr.get_or_add_trPr(), "w:tblHeader")


def _fill(cell: _Cell, text: str, *, bold: bool, right: bool) -> None:
    paragraph = cell.paragraphs[0]
    paragraph.paragraph_format.space_after = Pt(0)
    paragraph.paragraph_format.line_spacing = Pt(LEADING)
    if right:
        paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    run = paragraph.add_run(text)
    run.font.size, run.bold = Pt(SMALL), bold or None


def _shade(cell: _Cell) -> None:
    shade = OxmlElement("w:shd")
    shade.set(qn("w:val"), "clear")
    shade.set(qn("w:fill"), GROUND)
    cell._tc.get_or_add_tcPr().append(shade)


def _mark(properties: Any, name: str) -> None:
    properties.append(OxmlElement(name))


def _rule(made: Table) -> None:
    """Thin lines between the rows, none between the columns, and little room inside the cells."""
    properties = made._tbl.tblPr
    borders = OxmlElement("w:tblBorders")
    for side in ("top", "bottom", "insideH"):
        line = OxmlElement(f"w:{side}")
        for name, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", LINE)):
            line.set(qn(f"w:{name}"), value)
        borders.append(line)
    room = OxmlElement("w:tblCellMar")
    for side, twips in (("left", "50"), ("right", "50")):
        edge = OxmlElement(f"w:{side}")
        edge.set(qn("w:w"), twips)
        edge.set(qn("w:type"), "dxa")
        room.append(edge)
    look = properties.find(qn("w:tblLook"))
    for each in (borders, room):
        if look is None:
            properties.append(each)
        else:
            look.addprevious(each)


def picture(document: Document, png: Any, told: str) -> None:
    """A picture as wide as the page, with words for those who cannot see it."""
    shape = document.add_picture(png, width=Inches(WIDE))
    shape._inline.docPr.set("descr", told)
    document.paragraphs[-1].paragraph_format.space_after = Pt(0)
