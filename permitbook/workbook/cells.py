"""A value as a cell of a sheet's XML.

Text is written into the cell itself and stays text, whatever it begins with. A date is the number of its day in
the workbook's own date system. A cell that holds the value already is left alone.
"""

import re
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from math import isfinite
from typing import NamedTuple

from msgspec import Struct

from permitbook.workbook.held import (
    SharedStrings,
    cleaned,
    formula_in,
    is_blank,
    number_in,
    text_in,
    truth_in,
    without_formula,
)
from permitbook.workbook.outline import escaped
from permitbook.workbook.rows import Cell
from permitbook.workbook.styles import Shows, Styles

Filled = str | bool | int | float | Decimal | date | time | datetime
Plain = None | Filled


class Link(Struct, frozen=True):
    """Text that leads somewhere: to `#'Sheet'!A5` in this workbook, else to a file beside it or an address."""

    text: str
    target: str


class Formula(Struct, frozen=True):
    """A formula, and the result it has now. Without one, Excel works it out when the workbook is opened."""

    text: str
    cached: Plain = None


CellValue = Plain | Link | Formula
MOST_TEXT = 32_767


class Unwritable(Exception):
    """A cell cannot hold the value; the words say why."""


ALMOST = 0.0005 / 86_400
_DAY_ZERO, _DAY_ZERO_OF_1904 = date(1899, 12, 30).toordinal(), date(1904, 1, 1).toordinal()
_FIRST_SURE_DAY = 61
_LOOKS_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_REMEMBERED_TEXT, _REMEMBERED_VALUES = 100, 50_000

_SHOWS: dict[type, Shows] = {
    str: Shows.TEXT,
    bool: Shows.TRUTH,
    int: Shows.NUMBER,
    float: Shows.NUMBER,
    Decimal: Shows.MONEY,
    datetime: Shows.MOMENT,
    date: Shows.DATE,
    time: Shows.TIME,
}


class Written(NamedTuple):
    """How a value is written in cells of one format: the format it needs, the cell's type, what its tags enclose.

    `tail` is all of the cell after its name; `head` is how it begins when a number follows, or the number of a
    shared text where this is text. `meant` is the text or number that a reader finds there.
    """

    style: int
    type: bytes
    content: bytes
    tail: bytes
    head: bytes
    meant: str | float | bool | None


class CellWriter:
    """Writes the cells of one sheet: in its spelling, in the workbook's date system, in formats that suit."""

    def __init__(self, styles: Styles, shared: SharedStrings, *, from_1904: bool, prefix: bytes = b"") -> None:
        self._styles, self.shared = styles, shared
        self._day_zero = _DAY_ZERO_OF_1904 if from_1904 else _DAY_ZERO
        self._first_day = 0 if from_1904 else _FIRST_SURE_DAY
        self._known: dict[tuple[type, CellValue, int], Written] = {}
        self.start = b'<%bc r="' % prefix
        self._end = b"</%bc>" % prefix
        self._value = b"<%bv>%%b</%bv>" % (prefix, prefix)
        self._formula = b"<%bf>%%b</%bf>" % (prefix, prefix)
        self._before_text = b'<%bis><%bt xml:space="preserve">' % (prefix, prefix)
        self._after_text = b"</%bt></%bis>" % (prefix, prefix)

    def cell(self, place: bytes, value: CellValue, old: Cell | None, style: int = 0) -> bytes | None:
        """The cell's new bytes, or None when it holds the value already.

        `style` is the format of a cell that does not stand there yet. Raises Unwritable.
        """
        written = self.written(value, old.style if old else style)
        if old is None:
            return self.start + place + written.tail if written.content else None
        return None if self.holds(old, value, written) else self.start + place + written.tail

    def around(self, value: Filled, style: int) -> tuple[bytes, bytes]:
        """What stands before a value of this type, from the name of its cell on, and what after it."""
        if isinstance(value, str):
            told, _ = _beginning(style, b"inlineStr")
            return told + b">" + self._before_text, self._after_text + self._end
        told, _ = _beginning(self._styles.fit(style, _shows(value)), b"b" if isinstance(value, bool) else b"")
        before, after = self._value.split(b"%b")
        return told + b">" + before, after + self._end

    def around_shared(self, style: int) -> tuple[bytes, bytes]:
        """What stands before the number of a text that all sheets share, and what after it."""
        _, head = _beginning(style, b"inlineStr")
        return head, self._value.split(b"%b")[1] + self._end

    def inner(self, value: Filled) -> bytes:
        """A value as it stands there. Raises Unwritable."""
        if isinstance(value, str):
            return _text(value)
        if isinstance(value, bool):
            return b"1" if value else b"0"
        return self._number(value).encode()

    def written(self, value: CellValue, style: int) -> Written:
        """How a value is written in a cell of a format; known from the last time where it can be. Raises Unwritable."""
        key = (value.__class__, value, style)
        known = self._known.get(key)
        if known is None:
            known = self.compose(value, style)
            is_short = not isinstance(value, str) or len(value) <= _REMEMBERED_TEXT
            if is_short and len(self._known) < _REMEMBERED_VALUES:
                self._known[key] = known
        return known

    def holds(self, old: Cell, value: CellValue, written: Written) -> bool:
        """Whether a cell shows the value already, in whatever form, and in a format that suits it."""
        if old.style != written.style:
            return False
        if not written.content:
            return is_blank(old)
        if isinstance(value, Formula):
            if formula_in(old) != _formula_text(value):
                return False
            old = without_formula(old)
            return value.cached is None or self._means(old, written.meant, value.cached)
        if old.content == written.content and old.type == written.type:
            return True
        has_formula = b"f" in old.content and formula_in(old) is not None
        return not has_formula and self._means(old, written.meant, value)

    def _means(self, old: Cell, meant: str | float | bool | None, value: CellValue) -> bool:
        if isinstance(meant, bool):
            return truth_in(old) is meant
        if isinstance(meant, str):
            return text_in(old, self.shared) == meant
        there = number_in(old)
        if there is None or meant is None:
            return False
        return abs(there - meant) < ALMOST if isinstance(value, date | time) else there == meant

    def compose(self, value: CellValue, style: int) -> Written:
        """How a value is written in a cell of one format, worked out anew. Raises Unwritable."""
        if isinstance(value, Link):
            value = value.text
        if value is None or value == "":
            return self._of(style, b"", b"", None)
        if isinstance(value, str):
            content = self._before_text + _text(value) + self._after_text
            return self._of(style, b"inlineStr", content, cleaned(value))
        if isinstance(value, Formula):
            formula = self._formula % escaped(_formula_text(value))
            if value.cached is None:
                return self._of(style, b"", formula, None)
            result = self.compose(value.cached, style)
            if isinstance(result.meant, str):
                return self._of(style, b"str", formula + self._value % _text(result.meant), result.meant)
            return self._of(result.style, result.type, formula + result.content, result.meant)
        style = self._styles.fit(style, _shows(value))
        if isinstance(value, bool):
            return self._of(style, b"b", self._value % self.inner(value), value)
        number = self._number(value)
        return self._of(style, b"", self._value % number.encode(), float(number))

    def _of(self, style: int, kind: bytes, content: bytes, meant: str | float | bool | None) -> Written:
        told, head = _beginning(style, kind)
        tail = b"%b>%b%b" % (told, content, self._end) if content else told + b"/>"
        return Written(style, kind, content, tail, head, meant)

    def _number(self, value: bool | int | float | Decimal | date | time) -> str:
        """The number that stands for a value in this workbook."""
        if isinstance(value, datetime):
            part = _fraction(value.time())
            return repr(self._day(value) + part) if part else str(self._day(value))
        if isinstance(value, date):
            return str(self._day(value))
        if isinstance(value, time):
            return repr(_fraction(value))
        if isinstance(value, int):
            return str(int(value))
        number = float(value)
        if not isfinite(number):
            raise Unwritable("it is no number a cell can hold")
        return repr(number).removesuffix(".0")

    def _day(self, value: date) -> int:
        day = value.toordinal() - self._day_zero
        if day < self._first_day:
            raise Unwritable(f"{value:%Y-%m-%d} lies before the dates this workbook can show")
        return day


@cache
def _beginning(style: int, kind: bytes) -> tuple[bytes, bytes]:
    """How a cell begins after its name: as it is written, and as it would be for a number or a shared text."""
    told = b'" s="%d"' % style if style else b'"'
    head = told + (b' t="s"><v>' if kind == b"inlineStr" else b"><v>")
    return told + b' t="%b"' % kind if kind else told, head


def _shows(value: Plain) -> Shows:
    known = _SHOWS.get(type(value))
    return known or next(shows for kind, shows in _SHOWS.items() if isinstance(value, kind))


def _formula_text(formula: Formula) -> str:
    return cleaned(formula.text.removeprefix("="))


def _text(text: str) -> bytes:
    """Text as it stands in a cell. Raises Unwritable when it is longer than a cell can hold."""
    if len(text) > MOST_TEXT // 2 and len(text.encode("utf-16-le", "surrogatepass")) // 2 > MOST_TEXT:
        raise Unwritable(f"it is longer than the {MOST_TEXT:,} characters a cell can hold")
    if text.isprintable() and "_x" not in text:
        return escaped(text)
    return escaped(_LOOKS_ESCAPED.sub("_x005F_", cleaned(text)))


def _fraction(value: time) -> float:
    """The part of a day that has passed."""
    seconds = value.hour * 3600 + value.minute * 60 + value.second
    return (seconds + value.microsecond / 1_000_000) / 86_400
