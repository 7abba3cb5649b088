"""What the changes of one sheet take in Excel: few calls, each of which can be made again without harm."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from msgspec import Struct

from permitbook.live.blocks import blocks, values
from permitbook.live.excel import selection, takes_lists, unlink
from permitbook.workbook.cells import Formula
from permitbook.workbook.table import address

if TYPE_CHECKING:
    import xlwings

    from permitbook.workbook.areas import Area
    from permitbook.workbook.difference import Difference, Held, Look, Place

_LONG = 8000
"""Of longer texts Excel takes only one at a time."""
_LONGEST_LIST = 250
_PLAINLY_TEXT = re.compile(r"[^\W\d_][^\d%$€£]*")
_TRUTHS = ("true", "false")
Do = Callable[["xlwings.Range"], Any]


class Stroke(Struct, frozen=True):
    """One call, and the cells it changes; `fills` when that is what they hold, and not their looks or a table's end."""

    sheet: str
    cells: str
    do: Do
    fills: bool = True

    def __str__(self) -> str:
        return f"{self.sheet}!{self.cells}"

    def on(self, book: xlwings.Book) -> None:
        """Makes the call."""
        self.do(book.sheets[self.sheet].range(self.cells))


def strokes(change: Difference) -> Iterator[Stroke]:
    """The calls in their order: room in tables, looks, links, and then what the cells hold.

    What a cell holds comes last, because the text of a link would be taken for a number or a date. Hidden rows are
    written one by one: a block over rows of which a filter hides some is not sure to reach them.
    """
    sheet = change.sheet
    for name, area in change.tables.items():
        yield Stroke(sheet, str(area), _resizing(name), fills=False)
    yield from _looks(sheet, change.looks)
    for place in change.unlinked:
        yield Stroke(sheet, address(*place), unlink)
    for place, target in change.links.items():
        yield Stroke(sheet, address(*place), _linking(target, change.cells.get(place)))
    formulas = {place: f"={held.text}" for place, held in change.cells.items() if isinstance(held, Formula)}
    for area in blocks(formulas, alone=change.hidden):
        yield Stroke(sheet, str(area), _setting("formula", values(area, formulas, "")))
    plain = {
        place: excel_value(held, in_text_cell=place in change.texts)
        for place, held in change.cells.items()
        if not isinstance(held, Formula)
    }
    long = {place: held for place, held in plain.items() if isinstance(held, str) and len(held) > _LONG}
    for place, held in long.items():
        yield Stroke(sheet, address(*place), _setting("raw_value", held))
        del plain[place]
    for area in blocks(plain, change.is_free, change.hidden):
        yield Stroke(sheet, str(area), _setting("raw_value", values(area, plain, "")))


def excel_value(held: str | float | bool | None, *, in_text_cell: bool = False) -> str | float | bool:
    """A value as Excel is handed it; nothing is the empty text.

    Excel takes a text such as `5-1` or `=A1` for what it looks like, unless the cell is formatted as text or an
    apostrophe stands before it, which is no part of the text.

    >>> excel_value("granted"), excel_value("FP-2026-001"), excel_value("=A1"), excel_value("5-1", in_text_cell=True)
    ('granted', "'FP-2026-001", "'=A1", '5-1')
    """
    if held is None:
        return ""
    if not isinstance(held, str) or held == "":
        return held
    is_plain = _PLAINLY_TEXT.fullmatch(held) and held.casefold() not in _TRUTHS
    is_text = in_text_cell and not held.startswith("'")
    return held if is_plain or is_text else f"'{held}"


def _looks(sheet: str, looks: dict[Place, Look]) -> Iterator[Stroke]:
    """The formats of the row above for new cells; a number format alone for cells whose own shows no dates."""
    by_row: dict[int, list[Place]] = {}
    by_format: dict[str, list[Place]] = {}
    for place, look in looks.items():
        if look.like_row:
            by_row.setdefault(look.like_row, []).append(place)
        else:
            by_format.setdefault(look.number_format, []).append(place)
    for row, places in by_row.items():
        for area in blocks(places):
            yield Stroke(sheet, str(area), _copying(str(area._replace(first_row=row, last_row=row))), fills=False)
    for code, places in by_format.items():
        for cells in _listed(blocks(places)):
            yield Stroke(sheet, cells, _setting("number_format", code), fills=False)


def _listed(areas: list[Area]) -> Iterator[str]:
    """Many areas as Excel takes them at one go: their names parted by commas, up to a length."""
    longest = _LONGEST_LIST if takes_lists() else 0
    told = ""
    for area in areas:
        if told and len(told) + len(str(area)) >= longest:
            yield told
            told = ""
        told = f"{told},{area}" if told else str(area)
    if told:
        yield told


def _resizing(table: str) -> Do:
    return lambda cells: cells.sheet.tables[table].resize(cells)


def _setting(what: str, value: object) -> Do:
    return lambda cells: setattr(cells, what, value)


def _copying(model: str) -> Do:
    def copy(cells: xlwings.Range) -> None:
        app = cells.sheet.book.app
        selected = selection(app)
        cells.sheet.range(model).copy()
        cells.paste(paste="formats")
        app.cut_copy_mode = False
        if selected is not None:
            selected.select()

    return copy


def _linking(target: str, held: Held) -> Do:
    """A link is given to Excel with blanks and signs as they are; it writes them as in an address itself."""
    is_place = target.startswith("#")
    plain = target if is_place or "://" in target or "%23" in target else unquote(target)
    tip = "Go to the row" if is_place else "Open the file"
    return lambda cell: cell.add_hyperlink(plain, text_to_display=str(held or plain), screen_tip=tip)
