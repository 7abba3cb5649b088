"""A letter template being laid out: letterhead, styles, and paragraphs that carry tags. Only composing uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import IO, TYPE_CHECKING

from permitbook.letters.looks import WIDTH, prepare, rule_below

if TYPE_CHECKING:
    from docx.table import _Cell
    from docx.text.paragraph import Paragraph

Body = Callable[[], None]
_DAY_OF_COMPOSING = datetime(2026, 1, 1)


class Page:
    """A document of the office with its letterhead, to which paragraphs and tables are added in their order."""

    def __init__(self) -> None:
        from docx import Document

        self._document = Document()
        prepare(self._document)
        self._letterhead()
        self._page_numbers()

    def _letterhead(self) -> None:
        section = self._document.sections[0]
        section.different_first_page_header_footer = True
        first, further = section.first_page_header, section.header
        first.is_linked_to_previous = further.is_linked_to_previous = False
        first.paragraphs[0].text = "{{ letterhead_name }}"
        first.paragraphs[0].style = "Letterhead Name"
        for tag in ("{%p for line in letterhead_lines %}", "{{ line }}", "{%p endfor %}"):
            first.add_paragraph(tag, style="Letterhead Line")
        rule_below(first.add_paragraph("", style="Letterhead Rule"))
        further.paragraphs[0].text = "{{ letterhead_name }}\t{{ subject }}"
        further.paragraphs[0].style = "Running Head"
        rule_below(further.paragraphs[0])

    def _page_numbers(self) -> None:
        section = self._document.sections[0]
        for footer in (section.first_page_footer, section.footer):
            footer.is_linked_to_previous = False
            line = footer.paragraphs[0]
            line.style = "Running Foot"
            line.add_run("Document {{ document_no }}\tPage ")
            _field(line, "PAGE", "1")
            line.add_run(" of ")
            _field(line, "NUMPAGES", "1")

    def text(self, words: str, style: str = "Text") -> None:
        """One paragraph."""
        self._document.add_paragraph(words, style=style)

    def title(self, words: str, *, break_before: bool = False) -> None:
        """What the document is, or a further one that begins on a page of its own."""
        paragraph = self._document.add_paragraph(words, style="Title")
        paragraph.paragraph_format.page_break_before = break_before or None

    def heading(self, words: str) -> None:
        """The heading of what follows; it stays with it."""
        self._document.add_paragraph(words, style="Heading 1")

    def point(self, words: str, number: str = "•", style: str = "Point") -> None:
        """One item of a list."""
        self.text(f"{number}\t{words}", style)

    def when(self, test: str, then: Body, otherwise: Body | None = None) -> None:
        """What stands in the letter only if something does."""
        self.text(f"{{%p if {test} %}}")
        then()
        if otherwise:
            self.text("{%p else %}")
            otherwise()
        self.text("{%p endif %}")

    def each(self, name: str, names: str, body: Body) -> None:
        """What stands in the letter once for each item of a list."""
        self.text(f"{{%p for {name} in {names} %}}")
        body()
        self.text("{%p endfor %}")

    def pairs(self, rows: Mapping[str, str]) -> None:
        """A table of two columns with fixed rows, and room after it."""
        table = self._table((0.16, 0.84))
        for label, value in rows.items():
            label_cell, value_cell = table()
            self._fill(label_cell, label, "Label")
            self._fill(value_cell, value, "Cell")
        self.text("", "After a Table")

    def table(self, name: str, names: str, label: str, value: str, cite: str = "", *, small: bool = False) -> None:
        """A table with a row for each item of a list: what it is, what it says, and where the ordinance asks for it."""
        size = "Small " if small else ""
        row = self._table((0.26, 0.56, 0.18) if cite else (0.26, 0.74))
        columns = [(label, f"{size}Label"), (value, f"{size}Cell"), *([(cite, "Citation")] if cite else [])]
        self._row_tag(row(), f"{{%tr for {name} in {names} %}}")
        for cell, (words, style) in zip(row(), columns, strict=True):
            self._fill(cell, words, style)
        self._row_tag(row(), "{%tr endfor %}")

    def form(self, name: str, names: str, asked: str, cite: str, answer: str) -> None:
        """A table to be filled in by hand: each question with its citation, and room beside it."""
        from docx.enum.table import WD_ROW_HEIGHT_RULE
        from docx.oxml import OxmlElement
        from docx.shared import Inches

        self.text(f"{{%p if {names} %}}")
        row = self._table((0.45, 0.55))
        for cell, words in zip(row(), ("To be determined", answer), strict=True):
            self._fill(cell, words, "Label")
        self._document.tables[-1].rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
        self._row_tag(row(), f"{{%tr for {name} in {names} %}}")
        question, room = row()
        self._fill(question, f"{asked} ({cite})", "Cell")
        self._fill(room, "", "Cell")
        held = self._document.tables[-1].rows[-1]
        held.height, held.height_rule = Inches(0.6), WD_ROW_HEIGHT_RULE.AT_LEAST
        self._row_tag(row(), "{%tr endfor %}")
        self.text("{%p endif %}")

    def grid(
        self, heads: Sequence[str], name: str, names: str, cells: Sequence[str], shares: tuple[float, ...]
    ) -> None:
        """A table with headings and a row for each item of a list; cells that are blank are there to write in."""
        from docx.oxml import OxmlElement

        row = self._table(shares)
        for cell, words in zip(row(), heads, strict=True):
            self._fill(cell, words, "Label")
        self._document.tables[-1].rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
        self._row_tag(row(), f"{{%tr for {name} in {names} %}}")
        for cell, words in zip(row(), cells, strict=True):
            self._fill(cell, words, "Cell")
        self._row_tag(row(), "{%tr endfor %}")

    def blanks(self, lines: int) -> None:
        """Lines to write on."""
        for _ in range(lines):
            self.text("\t", "Writing Line")

    def save(self, out: IO[bytes]) -> None:
        """Writes the document, without the date and place of its making."""
        about = self._document.core_properties
        about.title, about.subject = "{{ document_no }}", "{{ subject }}"
        about.author = about.last_modified_by = "{{ municipality }}"
        about.comments = about.keywords = ""
        about.created = about.modified = _DAY_OF_COMPOSING
        self._document.save(out)

    def _table(self, shares: tuple[float, ...]) -> Callable[[], tuple[_Cell, ...]]:
        """Begins a table as wide as the text; what is returned adds a row to it, which no page break splits."""
        from docx.oxml import OxmlElement
        from docx.shared import Emu

        table = self._document.add_table(rows=0, cols=len(shares), style="Letter Table")
        table.autofit = False
        for column, share in zip(table.columns, shares, strict=True):
            column.width = Emu(int(WIDTH * share))

        def row() -> tuple[_Cell, ...]:
            added = table.add_row()
            added._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))
            for cell, share in zip(added.cells, shares, strict=True):
                cell.width = Emu(int(WIDTH * share))
            return tuple(added.cells)

        return row

    @staticmethod
    def _fill(cell: _Cell, words: str, style: str) -> None:
        cell.paragraphs[0].text = words
        cell.paragraphs[0].style = style

    def _row_tag(self, cells: tuple[_Cell, ...], tag: str) -> None:
        self._fill(cells[0], tag, "Cell")


def _field(line: Paragraph, name: str, shown: str) -> None:
    """A number that Word works out."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), name)
    run = line.add_run(shown)._r
    field.append(run)
    line._p.append(field)
