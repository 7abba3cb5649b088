"""How letters look: paper, type, and the styles by which a clerk can change them in Word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from docx.document import Document
    from docx.oxml.xmlchemy import BaseOxmlElement
    from docx.styles.style import ParagraphStyle
    from docx.text.paragraph import Paragraph

INCH = 914_400
WIDTH = int(6.5 * INCH)
"""The width of the text on letter paper with margins of an inch."""
FONT = "Calibri"
_UNUSED_PARTS = ("stylesWithEffects", "customXml", "numbering", "webSettings")
INK, GREY = "1F2A37", "5B6470"


class Look(Struct, frozen=True):
    """A paragraph style: its size and room in points, its indents and tab stops in inches."""

    size: float = 11
    bold: bool = False
    small_caps: bool = False
    grey: bool = False
    before: float = 0
    after: float = 6
    left: float = 0
    hanging: float = 0
    centred: bool = False
    keeps_next: bool = False
    keeps_together: bool = False
    tabs: tuple[float, ...] = ()
    lines: tuple[float, ...] = ()
    """Tab stops that draw a line to write on."""
    right: float | None = None


STYLES = {
    "Title": Look(20, bold=True, before=2, after=2, keeps_next=True),
    "Heading 1": Look(12.5, bold=True, before=12, after=4, keeps_next=True),
    "Text": Look(after=8),
    "Date": Look(before=6, after=14),
    "Address": Look(after=0),
    "Subject": Look(bold=True, before=14, after=12, left=0.4, hanging=0.4),
    "Number": Look(13, bold=True, after=4, keeps_next=True),
    "Lead-in": Look(before=6, after=4, keeps_next=True),
    "Right": Look(after=4, left=0.95, hanging=0.95, tabs=(0.95,), keeps_together=True),
    "Right to Keep": Look(after=4, left=0.95, hanging=0.95, tabs=(0.95,), keeps_next=True, keeps_together=True),
    "Reckoning": Look(9, grey=True, after=8),
    "Reckoning of a Right": Look(9, grey=True, after=6, left=0.95),
    "Point": Look(after=4, left=0.3, hanging=0.3, tabs=(0.3,)),
    "Rule": Look(9, after=2, left=0.85, hanging=0.85, tabs=(0.85,)),
    "Rule Lead-in": Look(9, before=3, after=2, keeps_next=True),
    "Ground": Look(bold=True, before=8, after=3, left=0.3, hanging=0.3, tabs=(0.3,), keeps_next=True),
    "Under a Ground": Look(after=4, left=0.3, keeps_together=True),
    "Before the Facts": Look(after=4, left=0.3, keeps_next=True, keeps_together=True),
    "Label": Look(10.5, bold=True, before=1.5, after=1.5),
    "Cell": Look(10.5, before=1.5, after=1.5),
    "Small Label": Look(9, bold=True, before=1, after=1),
    "Small Cell": Look(9, before=1, after=1),
    "Citation": Look(9, grey=True, before=2.5, after=1.5),
    "After a Table": Look(6, after=6),
    "Signature": Look(before=24, after=6, lines=(3.25,), keeps_together=True),
    "Signature Line": Look(before=24, lines=(4.0, 6.5)),
    "Writing Line": Look(before=8, after=0, lines=(6.5,)),
    "Letterhead Name": Look(18, bold=True, small_caps=True, after=0, centred=True),
    "Letterhead Line": Look(9.5, grey=True, after=0, centred=True),
    "Letterhead Rule": Look(4, after=6),
    "Running Head": Look(9, grey=True, after=10, right=6.5),
    "Running Foot": Look(9, grey=True, after=0, right=6.5),
}
"""Every style of a letter, by the name it has in Word."""


def prepare(document: Document) -> None:
    """Letter paper, the styles of a letter, and none of the many that python-docx brings along."""
    from docx.enum.style import WD_STYLE_TYPE
    from docx.oxml.ns import qn
    from docx.shared import Emu, Pt

    section = document.sections[0]
    section.page_width, section.page_height = Emu(int(8.5 * INCH)), Emu(11 * INCH)
    section.left_margin = section.right_margin = Emu(INCH)
    section.top_margin, section.bottom_margin = Emu(int(0.8 * INCH)), Emu(int(0.8 * INCH))
    section.header_distance = section.footer_distance = Emu(int(0.45 * INCH))
    _remove_unused(document)
    for zoom in document.settings.element.iter(qn("w:zoom")):
        zoom.set(qn("w:percent"), "100")
    normal = document.styles["Normal"]
    normal.font.name, normal.font.size = FONT, Pt(11)
    _all_scripts(normal._element, FONT)
    for name, look in STYLES.items():
        known = name in [each.name for each in document.styles]
        style = document.styles[name] if known else document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        _set(style, look)
    _add_table_style(document)


def _remove_unused(document: Document) -> None:
    """Takes out the styles that no letter uses, and the parts that go with them."""
    for relations, unused in ((document.part.rels, _UNUSED_PARTS), (document.part.package.rels, ("thumbnail",))):
        for id, relation in list(relations.items()):
            if relation.reltype.rpartition("/")[2] in unused:
                del relations[id]
    kept = {"Normal", "Title", "Heading 1", "Header", "Footer", "Default Paragraph Font", "Normal Table", "No List"}
    for style in list(document.styles):
        if style.name not in kept:
            style.delete()


def _set(style: ParagraphStyle, look: Look) -> None:
    from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_TAB_ALIGNMENT, WD_TAB_LEADER
    from docx.shared import Inches, Pt, RGBColor

    plain = style.element.rPr
    if plain is not None:
        style.element.remove(plain)
    if style.element.pPr is not None:
        style.element.remove(style.element.pPr)
    style.quick_style = True
    style.font.name, style.font.size = FONT, Pt(look.size)
    _all_scripts(style.element, FONT)
    style.font.bold, style.font.small_caps = look.bold or None, look.small_caps or None
    style.font.color.rgb = RGBColor.from_string(GREY if look.grey else INK)
    form = style.paragraph_format
    form.space_before, form.space_after, form.line_spacing = Pt(look.before), Pt(look.after), 1.08
    form.left_indent = Inches(look.left) if look.left else None
    form.first_line_indent = Inches(-look.hanging) if look.hanging else None
    form.alignment = WD_ALIGN_PARAGRAPH.CENTER if look.centred else WD_ALIGN_PARAGRAPH.LEFT
    form.keep_with_next, form.keep_together = look.keeps_next or None, look.keeps_together or None
    form.widow_control = True
    for place in look.tabs:
        form.tab_stops.add_tab_stop(Inches(place))
    for place in look.lines:
        form.tab_stops.add_tab_stop(Inches(place), WD_TAB_ALIGNMENT.LEFT, WD_TAB_LEADER.LINES)
    if look.right is not None:
        form.tab_stops.add_tab_stop(Inches(look.right), WD_TAB_ALIGNMENT.RIGHT)


def _all_scripts(style: BaseOxmlElement, font: str) -> None:
    """The same font for letters of every script that has it, and not that of a theme."""
    from docx.oxml.ns import qn

    fonts = style.get_or_add_rPr().get_or_add_rFonts()  # type: ignore[attr-defined]
    for name in list(fonts.attrib):
        del fonts.attrib[name]
    for name in ("ascii", "hAnsi", "cs", "eastAsia"):
        fonts.set(qn(f"w:{name}"), font)


def _add_table_style(document: Document) -> None:
    """Tables with a fine line under each row."""
    from docx.enum.style import WD_STYLE_TYPE
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    style = document.styles.add_style("Letter Table", WD_STYLE_TYPE.TABLE)
    fine = 'w:val="single" w:sz="4" w:space="0" w:color="C9CED6"'
    lines = "".join(f"<w:{side} {fine}/>" for side in ("bottom", "insideH"))
    style.element.append(
        parse_xml(
            f"<w:tblPr {nsdecls('w')}><w:tblBorders>{lines}</w:tblBorders><w:tblCellMar>"
            '<w:left w:w="0" w:type="dxa"/><w:right w:w="115" w:type="dxa"/></w:tblCellMar></w:tblPr>'
        )
    )


def rule_below(paragraph: Paragraph) -> None:
    """A line under a paragraph, as wide as the text."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    line = f'<w:bottom w:val="single" w:sz="8" w:space="3" w:color="{INK}"/>'
    paragraph._p.get_or_add_pPr().insert_element_before(
        parse_xml(f"<w:pBdr {nsdecls('w')}>{line}</w:pBdr>"),
        *("w:shd", "w:tabs", "w:spacing", "w:ind", "w:jc", "w:rPr"),
    )
