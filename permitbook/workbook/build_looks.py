"""How the workbook looks: its formats, its colours, the width of its columns.

Colour never says a thing alone: neighbouring sections differ in brightness too, what is required is bold and
underlined, what is computed is italic, and a state is always a word. So it reads in grey, and without red or green.
"""

from __future__ import annotations

from itertools import count
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from permitbook.schema import Column, Kind
from permitbook.workbook.layout import OFFICE_SHEETS, Need, Section, Sheet, holds_days_and_moments, is_computed
from permitbook.workbook.styles import NUMBER_FORMATS, Shows

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook

INK, QUIET, LINE, WHITE = "#1F2933", "#52606D", "#BCC4CC", "#FFFFFF"
OFFICE_GREY, COMPUTED_HEAD, COMPUTED_FILL = "#D9DDE1", "#E4E7EB", "#F2F4F6"
BY_HAND = "#1F4E79"
"""The headings an official or the office fills in on a sheet that the program writes."""

_SHADES = {
    "Application": ("#1F2933", "#CBD2D9"),
    "Receipt": ("#1F4E79", "#CFE3F5"),
    "Applicant": ("#0B5A60", "#CDEBE7"),
    "Organization": ("#53307A", "#E5DAF1"),
    "Event": ("#7A4A00", "#FBEBC2"),
    "When": ("#164A8A", "#D3E4FA"),
    "Where": ("#2B5D1E", "#DDEFD0"),
    "Size": ("#5B3A29", "#F0E1D6"),
    "Papers and Costs": ("#84361A", "#FBDFCF"),
    "Decision": ("#202A57", "#D9DCF2"),
    "Notice": ("#0F5673", "#CFE9F4"),
    "Alternate": ("#4C5410", "#ECF0C4"),
    "Appeal": ("#6B2150", "#F4D9E8"),
    "Permit": ("#14532D", "#D0EEDA"),
    "Revocation": ("#7A1F1F", "#F8D9D6"),
    "Parking": ("#3D4852", "#E1E6EA"),
    "Notes": ("#4A4033", "#EFEADF"),
}
"""Each section's dark and light shade; sections take turns, whichever of them a municipality has."""

OVERDUE = {"bold": True, "font_color": WHITE, "bg_color": "#9C1C1C"}
SOON = {"bold": True, "font_color": INK, "bg_color": "#FFD98A"}
PROVED = {"bold": True, "font_color": "#7A1F1F", "bg_color": "#F9D2CB"}
TO_JUDGE = {"italic": True, "font_color": INK, "bg_color": "#FFF0C2"}
FACTS_WANTED = {"italic": True, "font_color": INK, "bg_color": "#DCEBFA"}
TWICE = {"bold": True, "font_color": WHITE, "bg_color": "#7B2D8B"}

_WIDE = {
    "application_no": 17,
    "event_name": 28,
    "name": 32,
    "title": 24,
    "address": 32,
    "applicant_address": 30,
    "applicant_email": 28,
    "organization_name": 28,
    "organization_address": 30,
    "chair_address": 30,
    "chair_email": 28,
    "organization_heads": 36,
    "conditions": 40,
    "revocation_facts": 40,
    "notes": 40,
    "next_step": 34,
    "missing": 34,
    "questions": 26,
    "grounds": 26,
    "conflicts": 26,
    "papers": 32,
    "recommendation": 19,
    "application": 17,
    "event": 30,
    "what": 36,
    "who": 26,
    "why": 56,
    "clause": 15,
    "effect": 15,
    "verdict": 16,
    "because": 52,
    "question": 34,
    "reason": 34,
    "state": 11,
    "steps": 58,
    "shared": 46,
    "overlap": 40,
    "level": 11,
    "priority": 11,
    "recipient": 30,
    "file": 48,
    "fingerprint": 24,
    "key": 22,
    "value": 34,
    "meaning": 70,
    "role": 38,
    "email": 28,
    "id": 11,
    "words": 44,
    "taken": 44,
    "others": 40,
    "did": 40,
    "files": 34,
    "before": 24,
    "hash": 24,
    "no": 7,
}
_BY_KIND = {
    Kind.TEXT: 20,
    Kind.DATE: 17,
    Kind.DATETIME: 27,
    Kind.TIME: 11,
    Kind.YES_NO: 9,
    Kind.NUMBER: 10,
    Kind.MONEY: 14,
    Kind.LIST: 28,
    Kind.DATES: 28,
    Kind.ROUTE: 42,
    Kind.CLAUSE: 15,
}
_ONE_LINE = frozenset({"fingerprint", "files", "before", "hash"})
"""Codes that nobody reads: cut off at the edge of their cell, whatever stands beside it."""
_TYPED = (Kind.TEXT, Kind.LIST, Kind.DATES, Kind.ROUTE, Kind.CLAUSE)
_NUMBERS = {
    Kind.DATE: NUMBER_FORMATS[Shows.DATE],
    Kind.DATETIME: NUMBER_FORMATS[Shows.MOMENT],
    Kind.TIME: NUMBER_FORMATS[Shows.TIME],
    Kind.MONEY: NUMBER_FORMATS[Shows.MONEY],
}
AS_TYPED = "@"
_HEADER_LINES, _ROOM_FOR_BUTTON = 2, 3


def width(column: Column) -> int:
    """How many letters wide the column is: enough for its values, and for its heading in two lines."""
    heading = column.heading
    longest = max(len(word) for word in heading.split())
    room = next(each for each in count(longest) if len(wrap(heading, each)) <= _HEADER_LINES)
    for_heading = room + _ROOM_FOR_BUTTON
    if column.kind is Kind.CHOICE:
        return max(for_heading, min(30, max(len(each) for each in column.choices) + 4))
    for_values = _WIDE.get(column.key) if column.kind in _TYPED else None
    return max(for_heading, for_values or _BY_KIND[column.kind])


def lines(column: Column) -> int:
    """How many lines the heading takes, with room for the filter's button."""
    return len(wrap(column.heading, width(column) - _ROOM_FOR_BUTTON))


def number_format(sheet: str, column: Column) -> str:
    """How the column's values are shown; what is typed as text stays as typed."""
    if holds_days_and_moments(column):
        return _NUMBERS[Kind.DATE]
    if column.kind is Kind.NUMBER:
        return "#,##0" if column.whole else "General"
    if column.kind in _TYPED:
        return "General" if is_computed(sheet, column.key) or column.key == "value" else AS_TYPED
    return _NUMBERS.get(column.kind, "General")


def shades(section: Section) -> tuple[str, str]:
    """The section's colour and that of the letters on it: dark and light by turns."""
    dark, light = _SHADES[section.name]
    return (dark, WHITE) if section.place % 2 == 0 else (light, INK)


class Looks:
    """The formats of one workbook; the same wish gives the same format."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._made: dict[tuple[tuple[str, Any], ...], Format] = {}

    def format(self, **wish: Any) -> Format:
        """A format with these properties."""
        key = tuple(sorted(wish.items()))
        if key not in self._made:
            self._made[key] = self._book.add_format(wish)
        return self._made[key]

    def header(self, sheet: str, column: Column, section: Section | None, need: Need | None) -> Format:
        """A heading: by its section, by who writes the column, and by whether the ordinance asks for it."""
        wish: dict[str, Any] = {"text_wrap": True, "valign": "top", "align": "left", "border": 1, "border_color": LINE}
        if section is not None:
            wish["bg_color"], wish["font_color"] = shades(section)
        elif is_computed(sheet, column.key):
            wish |= {"bg_color": COMPUTED_HEAD, "font_color": QUIET, "italic": True}
        elif sheet in OFFICE_SHEETS:
            wish |= {"bg_color": OFFICE_GREY, "font_color": INK, "bold": True}
        else:
            wish |= {"bg_color": BY_HAND, "font_color": WHITE, "bold": True}
        if need is not None:
            wish["bold"] = True
        if need is Need.ALWAYS or need is Need.ONE_OF:
            wish["underline"] = 1
        return self.format(**wish)

    def cells(self, sheet: str, column: Column, *, starts_section: bool = False, minute: bool = False) -> Format:
        """The cells below a heading, those to come included; `minute` for one that holds a minute, not a day."""
        shown = _NUMBERS[Kind.DATETIME] if minute else number_format(sheet, column)
        wish: dict[str, Any] = {"valign": "top", "num_format": shown}
        if column.key in _ONE_LINE:
            wish["align"] = "fill"
        elif column.kind in (*_TYPED, Kind.CHOICE):
            wish["text_wrap"] = True
        else:
            wish["align"] = "left" if column.kind in (Kind.DATE, Kind.DATETIME, Kind.TIME, Kind.YES_NO) else "right"
        if sheet == Sheet.APPLICATIONS and is_computed(sheet, column.key):
            wish |= {"bg_color": COMPUTED_FILL, "font_color": QUIET}
        if starts_section:
            wish |= {"left": 1, "left_color": LINE}
        return self.format(**wish)

    def title(self) -> Format:
        """The first line of a page."""
        return self.format(bold=True, font_size=16, font_color=INK, valign="vcenter")

    def quiet(self) -> Format:
        """A line of explanation."""
        return self.format(font_color=QUIET, italic=True)
