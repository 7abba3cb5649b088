"""What the entries of a column look like: days, times, counts, addresses; told by the readers of cells themselves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import cached_property

from permitbook.kinds import shown
from permitbook.schema import Column, Kind
from permitbook.texts import bare, clip
from permitbook.values import read_value
from permitbook.when import Unreadable, moment_of_text
from permitbook.workbook.table import CellError, Raw

MOST = 0.9
"""The share of entries that must look alike for a column to be of a shape."""
_LOOKED_AT = 2000
_EXAMPLES = 4
_SHORT = 24


class Shape(StrEnum):
    """What an entry looks like, in the words of the map's remarks."""

    MOMENT = "a day with a time"
    DATE = "days"
    TIME = "times of day"
    SPAN = "two times or days in one cell"
    YES_NO = "yes or no"
    NUMBER = "numbers"
    MONEY = "amounts of money"
    E_MAIL = "e-mail addresses"
    PHONE = "telephone numbers"
    TEXT = "text"
    NOTHING = "nothing"


_E_MAIL = re.compile(r"[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+")
_PHONE = re.compile(r"(?:\+?\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}(?: ?(?:x|ext\.?) ?\d+)?|\d{3}-\d{4}")
_NUMBER = re.compile(r"-?\d{1,3}(?:,?\d{3})*(?:\.\d+)?")
_MONEY = re.compile(r"-?\$ ?\d[\d,]*(?:\.\d\d)?")
_SPAN = re.compile(r"(.+?)\s*(?:-|–|—|\bto\b|\bthru\b|\bthrough\b|\buntil\b)\s*(.+)", re.IGNORECASE)
_DATE, _TIME, _YES_NO = (Column("", "", kind) for kind in (Kind.DATE, Kind.TIME, Kind.YES_NO))


@dataclass(frozen=True)
class Entries:
    """What stands under one head: the filled cells, in the order of the rows."""

    head: str
    cell: str
    raws: Sequence[Raw]
    date1904: bool = False
    rows: Sequence[int] = field(default=())

    @cached_property
    def shapes(self) -> Counter[Shape]:
        """How many entries look like what; error cells look like nothing."""
        return Counter(shape_of(raw) for raw in self.raws[:_LOOKED_AT] if not isinstance(raw, CellError))

    @cached_property
    def shape(self) -> Shape:
        """What nearly all entries look like; text where they differ. Midnights among moments are days."""
        if not self.shapes:
            return Shape.NOTHING
        counts = Counter(self.shapes)
        for one, other in ((Shape.MOMENT, Shape.DATE), (Shape.MONEY, Shape.NUMBER)):
            if counts[one]:
                counts[one] += counts.pop(other, 0)
        [(most, count)] = counts.most_common(1)
        return most if count >= MOST * self.shapes.total() else Shape.TEXT

    @cached_property
    def distinct(self) -> Counter[str]:
        """The entries as they are shown, each with how often it stands there."""
        return Counter(shown(raw) for raw in self.raws if not isinstance(raw, CellError))

    def share(self, holds: Callable[[Raw], bool]) -> float:
        """The share of entries for which something holds; all of none."""
        looked = [raw for raw in self.raws[:_LOOKED_AT] if not isinstance(raw, CellError)]
        return sum(map(holds, looked)) / len(looked) if looked else 1.0

    def described(self) -> str:
        """What stands there, in a remark: its shape, how many, and examples where they are few and short."""
        if not self.raws:
            return "empty"
        few = len(self.distinct) <= _EXAMPLES and all(len(each) <= _SHORT for each in self.distinct)
        examples = ": " + ", ".join(f"'{clip(each)}'" for each in sorted(self.distinct)) if few else ""
        return f"{self.shape.value}, {len(self.raws)} filled, {len(self.distinct)} different{examples}"


def shape_of(raw: Raw) -> Shape:
    """What one cell looks like.

    >>> shape_of("9/12/2026 10:00 AM").value, shape_of("10 am - 2 pm").value, shape_of(200.0).value
    ('a day with a time', 'two times or days in one cell', 'numbers')
    """
    match raw:
        case bool():
            return Shape.YES_NO
        case datetime() if raw.year > 1904:
            return Shape.DATE if raw.time() == time() else Shape.MOMENT
        case date() if not isinstance(raw, datetime):
            return Shape.DATE
        case datetime() | time() | timedelta():
            return Shape.TIME
        case int() | float():
            return Shape.NUMBER
        case str():
            return _shape_of_text(bare(raw))
    return Shape.TEXT


def _shape_of_text(text: str) -> Shape:
    for pattern, shape in (
        (_E_MAIL, Shape.E_MAIL),
        (_PHONE, Shape.PHONE),
        (_NUMBER, Shape.NUMBER),
        (_MONEY, Shape.MONEY),
    ):
        if pattern.fullmatch(text):
            return shape
    if _reads(_YES_NO, text):
        return Shape.YES_NO
    if _reads(_TIME, text):
        return Shape.TIME
    if _is_moment(text):
        return Shape.MOMENT
    if _reads(_DATE, text):
        return Shape.DATE
    if (span := _SPAN.fullmatch(text)) and all(_is_clock_or_day(each) for each in span.groups()):
        return Shape.SPAN
    return Shape.TEXT


def _reads(column: Column, text: str) -> bool:
    return read_value(column, text, plain=True).problem is None


def _is_moment(text: str) -> bool:
    try:
        return moment_of_text(text)[0].time() != time() or ":" in text
    except Unreadable:
        return False


def _is_clock_or_day(text: str) -> bool:
    return bool(re.fullmatch(r"\d{1,2}(?::\d\d)?", text)) or _reads(_TIME, text) or _reads(_DATE, text)
